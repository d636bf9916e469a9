// SPDX-License-Identifier: MIT
#include "study/log_replay.hpp"

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "consensus/strategy.hpp"

namespace gougi::study {

using relay::LoggedToChild;
using relay::LoggedToHost;
using relay::parse_record;
using relay::Record;
using relay::SessionBegins;
using relay::to_child_message;
using relay::to_host_message;
using relay::ToChild;
using relay::ToHost;
namespace {

bool is_answer(std::string_view line) {
  return line.starts_with("bestmove") || line.starts_with("checkmate");
}

bool is_go(std::string_view line) { return base::next_word(line) == "go"; }

}  // namespace

base::Result<void> LogReplay::take(std::string_view line) {
  ++line_number_;
  auto message = reader_.read(line);
  if (!message) return tl::unexpected(message.error());
  if (std::holds_alternative<SessionBegins>(*message)) return begin(reader_.head());
  if (session_ == nullptr) return {};
  if (const auto* event = std::get_if<LoggedEvent>(&*message)) {
    take(*event);
  } else if (const auto* to_host = std::get_if<LoggedToHost>(&*message)) {
    if (is_answer(to_host->line)) take_logged_answer(to_host->line);
    expect(to_host_message(to_host->line));
  } else if (const auto* to_child = std::get_if<LoggedToChild>(&*message)) {
    const auto& label = reader_.head().children[static_cast<std::size_t>(to_child->child)];
    expect(to_child_message(label, to_child->line));
  }
  return {};
}

base::Result<void> LogReplay::finish() {
  if (session_ != nullptr) return {};
  if (reader_.is_headless()) {
    return base::fail(
        base::say({"the beginning of this log is gone (rotated away); raise log: keep",
                   "このログの先頭はローテーションで消えています。log: keep を増やしてください"}));
  }
  return base::fail(base::say(
      {"no session begins in it: that needs `log: {{level: info}}` or debug, and the first "
       "of a run's files",
       "セッションの始まりがありません。`log: {{level: info}}` か debug "
       "で書いたログの、最初のファイルが必要です"}));
}

base::Result<void> LogReplay::begin(const SessionHead& head) {
  auto settings =
      settings::parse_configuration(head.configuration, head.file, consensus::strategy_names(),
                                    head.member, nullptr, head.processors);
  if (!settings) {
    return base::fail(
        base::say({"the configuration in the log is none for this version: {0}",
                   "ログにある設定は、このバージョンでは使えません: {0}"},
                  settings.error().message.substr(0, settings.error().message.find('\n'))));
  }
  if (head.told_language) settings::speak(*head.told_language, *settings);
  settings_ = std::make_unique<settings::RelaySettings>(std::move(*settings));
  session_ =
      std::make_unique<Session>(*settings_, head.environment, relay::rules_of(settings_->protocol));
  if (session_->child_count() != static_cast<int>(head.children.size())) {
    return base::fail(base::say({"the log names {0} children, its configuration has {1}",
                                 "ログのエンジンは {0}、その設定のエンジンは {1} です"},
                                head.children.size(), session_->child_count()));
  }
  take_effects(session_->begin(head.begun));
  return {};
}

void LogReplay::take(const LoggedEvent& event) {
  // All that the last event made the session say stood before this one.
  if (seen_ != pending_.size()) note_difference();
  pending_.clear();
  seen_ = 0;
  if (event.kind == LoggedEvent::Kind::kHostLine && is_go(event.text)) ++go_;
  take_effects(session_->on(event.event()));
}

void LogReplay::take_effects(const std::vector<Effect>& effects) {
  ReplayedAnswer* answer = nullptr;
  for (const Effect& effect : effects) {
    if (const auto* to_host = std::get_if<ToHost>(&effect)) {
      pending_.push_back(to_host_message(to_host->line));
      if (!is_answer(to_host->line)) continue;
      answer = &entry_without(&ReplayedAnswer::replayed);
      answer->replayed = to_host->line;
    } else if (const auto* to_child = std::get_if<ToChild>(&effect)) {
      const auto& label = reader_.head().children[static_cast<std::size_t>(to_child->child)];
      pending_.push_back(to_child_message(label, to_child->line));
    } else if (const auto* record = std::get_if<Record>(&effect)) {
      auto line = parse_record(record->line);
      auto* decision = line ? std::get_if<DecisionRecord>(&*line) : nullptr;
      if (answer != nullptr && decision != nullptr) answer->record = std::move(*decision);
    }
  }
  lines_ += pending_.size();
}

void LogReplay::expect(const std::string& sent) {
  if (seen_ < pending_.size() && pending_[seen_] == sent) {
    ++seen_;
  } else {
    note_difference();
  }
}

void LogReplay::note_difference() {
  if (!first_difference_) first_difference_ = line_number_;
}

void LogReplay::take_logged_answer(const std::string& line) {
  entry_without(&ReplayedAnswer::logged).logged = line;
}

// The first entry of the present `go` that lacks this side, or a new one. A `go` has more than one
// answer only where it forces the answer of the one before.
ReplayedAnswer& LogReplay::entry_without(std::string ReplayedAnswer::*side) {
  for (std::size_t i = answers_.size(); i > 0 && answers_[i - 1].go == go_; --i) {
    const bool earlier_too = i > 1 && answers_[i - 2].go == go_ && (answers_[i - 2].*side).empty();
    if ((answers_[i - 1].*side).empty() && !earlier_too) return answers_[i - 1];
  }
  answers_.push_back({go_, "", "", std::nullopt});
  return answers_.back();
}

}  // namespace gougi::study
