// SPDX-License-Identifier: MIT
#include "relay/session_log.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/arbiter_json.hpp"
#include "relay/scale_json.hpp"
#include "usi/option_line.hpp"

namespace gougi::relay {
namespace {

using std::string_view;
using Kind = LoggedEvent::Kind;

constexpr string_view kProgram = "gougi ";
constexpr string_view kConfigurationAt = ", configuration ";
constexpr string_view kConfiguration = "configuration| ";
constexpr string_view kSurroundings = "surroundings ";
constexpr string_view kArbiter = "arbiter| ";
constexpr string_view kChildren = "children ";
constexpr string_view kRemembers = "remembers ";
constexpr string_view kScale = "scale ";
constexpr string_view kNoOptions = "no options";
constexpr string_view kBegins = "session begins ";
// "2026-01-31 09:30:00.123456 I ": date, time, level.
constexpr string_view kStampShape = "0000-00-00 00:00:00.000000 A ";
constexpr int kFractionDigits = 9;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_stamp(string_view line) {
  if (line.size() < kStampShape.size()) return false;
  for (std::size_t i = 0; i < kStampShape.size(); ++i) {
    const char shape = kStampShape[i];
    const bool fits = shape == '0'   ? is_digit(line[i])
                      : shape == 'A' ? line[i] >= 'A' && line[i] <= 'Z'
                                     : line[i] == shape;
    if (!fits) return false;
  }
  return true;
}

// Takes `start` off the front of `text`, if it is there.
bool take_start(string_view& text, string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

std::string seconds_text(base::Duration since) {
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
  return fmt::format("{}.{:09} ", ns / 1'000'000'000, ns % 1'000'000'000);
}

// "12.345678901 " off the front of an event; nothing if it begins otherwise.
std::optional<std::chrono::nanoseconds> take_seconds(string_view& message) {
  const std::size_t point = message.find('.');
  if (message.empty() || !is_digit(message.front()) || point == string_view::npos) return {};
  const std::size_t end = point + 1 + kFractionDigits;
  if (end >= message.size() || message[end] != ' ') return std::nullopt;
  const auto seconds = base::to_int(message.substr(0, point));
  const auto fraction = base::to_int(message.substr(point + 1, kFractionDigits));
  constexpr std::int64_t kMostSeconds = 1'000'000'000;  // 31 years
  if (!seconds || !fraction || *fraction < 0 || *seconds > kMostSeconds) return std::nullopt;
  message.remove_prefix(end + 1);
  return std::chrono::seconds(*seconds) + std::chrono::nanoseconds(*fraction);
}

base::Result<std::string> plain(string_view text) {
  auto read = base::unescaped(text);
  if (!read)
    return base::fail(base::say({"a backslash stands alone: the line is damaged",
                                 "行が壊れています(バックスラッシュが単独であります)"}));
  return std::move(*read);
}

}  // namespace

std::vector<std::string> head_messages(const SessionHead& head) {
  std::vector<std::string> messages;
  messages.push_back(std::string(kProgram) + base::escaped(head.version) +
                     std::string(kConfigurationAt) + base::escaped(base::to_utf8(head.file)));
  string_view rest = head.configuration;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    messages.push_back(std::string(kConfiguration) + base::escaped(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  messages.push_back(std::string(kSurroundings) +
                     "japanese=" + (head.environment.japanese_locale ? "1" : "0") +
                     " seed=" + std::to_string(head.environment.seed));
  if (head.processors != 1) messages.back() += " processors=" + std::to_string(head.processors);
  if (head.told_language) {
    messages.back() += *head.told_language == base::Language::kJapanese ? " lang=ja" : " lang=en";
  }
  if (!head.member.empty()) messages.back() += " member=" + settings::member_text(head.member);
  if (head.environment.arbiter) {
    const Json model = arbiter_json(*head.environment.arbiter.model);
    messages.push_back(std::string(kArbiter) + base::escaped(model.dump()));
  }
  std::string children(kChildren.substr(0, kChildren.size() - 1));
  for (const std::string& label : head.children) children += " " + label;
  messages.push_back(std::move(children));
  for (std::size_t i = 0; i < head.environment.scales.size(); ++i) {
    messages.push_back(head.children.at(i) + " " + std::string(kScale) +
                       base::escaped(scales_json(head.environment.scales[i]).dump()));
  }
  for (std::size_t i = 0; i < head.environment.remembered_options.size(); ++i) {
    for (const usi::Option& option : head.environment.remembered_options[i]) {
      messages.push_back(head.children.at(i) + " " + std::string(kRemembers) +
                         base::escaped(usi::exact_line(option)));
    }
  }
  for (const int child : head.environment.without_options) {
    messages.push_back(head.children.at(static_cast<std::size_t>(child)) + " " +
                       std::string(kRemembers) + std::string(kNoOptions));
  }
  const auto& freezes = head.environment.remembered_freezes;
  for (std::size_t i = 0; i < freezes.size(); ++i) {
    if (freezes[i] == usi::FreezeAbility::kNone) continue;
    messages.push_back(head.children.at(i) + " " + std::string(kRemembers) +
                       usi::format(usi::FreezeAnswer{freezes[i]}));
  }
  const auto& names = head.environment.remembered_names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    messages.push_back(head.children.at(i) + " " + std::string(kRemembers) + "id name " +
                       base::escaped(names[i]));
  }
  const WallTime wall = head.environment.record_since.value_or(WallTime{});
  const auto steady =
      std::chrono::duration_cast<std::chrono::nanoseconds>(head.begun.time_since_epoch());
  messages.push_back(std::string(kBegins) + std::to_string(wall.time_since_epoch().count()) + " " +
                     std::to_string(steady.count()));
  return messages;
}

std::string event_message(const Event& event, const SessionHead& head) {
  struct Visitor {
    const SessionHead& head;
    const std::string& label(int child) const {
      return head.children.at(static_cast<std::size_t>(child));
    }
    std::string operator()(const HostLine& e) const { return "> " + base::escaped(e.text); }
    std::string operator()(const HostClosed&) const { return "host closed"; }
    std::string operator()(const ChildStarted& e) const { return label(e.child) + " runs"; }
    std::string operator()(const ChildFailed& e) const {
      return label(e.child) + " failed: " + base::escaped(e.error);
    }
    std::string operator()(const ChildLine& e) const {
      return label(e.child) + " < " + base::escaped(e.text);
    }
    std::string operator()(const ChildBrokeOff& e) const {
      return label(e.child) + " broke off: " + base::escaped(e.text);
    }
    std::string operator()(const ChildExited& e) const {
      return label(e.child) + " ended: " + base::escaped(e.how);
    }
    std::string operator()(const TimePassed&) const { return "timer"; }
  };
  return seconds_text(event.now - head.begun) + std::visit(Visitor{head}, event.what);
}

std::string to_host_message(string_view line) { return "< " + base::escaped(line); }

std::string to_child_message(string_view label, string_view line) {
  return std::string(label) + " > " + base::escaped(line);
}

Event LoggedEvent::event() const {
  switch (kind) {
    case Kind::kHostLine:
      return {now, HostLine{text}};
    case Kind::kHostClosed:
      return {now, HostClosed{}};
    case Kind::kRuns:
      return {now, ChildStarted{child}};
    case Kind::kFailed:
      return {now, ChildFailed{child, text}};
    case Kind::kChildLine:
      return {now, ChildLine{child, text}};
    case Kind::kBrokeOff:
      return {now, ChildBrokeOff{child, text}};
    case Kind::kEnded:
      return {now, ChildExited{child, text}};
    case Kind::kTimer:
      break;
  }
  return {now, TimePassed{}};
}

int SessionLogReader::child_of(string_view label) const {
  const auto found = std::ranges::find(head_.children, label);
  return found == head_.children.end() ? -1 : static_cast<int>(found - head_.children.begin());
}

base::Result<LogMessage> SessionLogReader::read(string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!has_stamp(line))
    return base::fail(base::say(
        {"does not begin with date, time and level", "日付、時刻、レベルで始まっていません"}));
  string_view message = line.substr(kStampShape.size());
  if (!begun_) return read_head(message);
  if (!message.empty() && is_digit(message.front())) return read_event(message);
  const bool to_host = take_start(message, "< ");
  const std::size_t arrow = message.find(" > ");
  const int child = arrow == string_view::npos ? -1 : child_of(message.substr(0, arrow));
  if (!to_host && child < 0) return Prose{};
  auto text = plain(to_host ? message : message.substr(arrow + 3));
  if (!text) return tl::unexpected(text.error());
  if (to_host) return LoggedToHost{std::move(*text)};
  return LoggedToChild{child, std::move(*text)};
}

base::Result<LogMessage> SessionLogReader::read_head(string_view message) {
  const std::size_t at = message.find(kConfigurationAt);
  if (message.starts_with(kProgram) && at != string_view::npos) {
    head_ = {};
    head_.version = message.substr(kProgram.size(), at - kProgram.size());
    auto file = plain(message.substr(at + kConfigurationAt.size()));
    if (!file) return tl::unexpected(file.error());
    if (!base::is_valid_utf8(*file))
      return base::fail(
          base::say({"the configuration's path is damaged", "設定ファイルのパスが壊れています"}));
    head_.file = base::path_from_utf8(*file);
  } else if (take_start(message, kConfiguration)) {
    auto text = plain(message);
    if (!text) return tl::unexpected(text.error());
    head_.configuration += *text + "\n";
  } else if (take_start(message, kSurroundings)) {
    for (string_view word : base::split_words(message)) {
      if (take_start(word, "japanese=")) {
        head_.environment.japanese_locale = word == "1";
      } else if (take_start(word, "lang=")) {
        head_.told_language = word == "ja" ? base::Language::kJapanese : base::Language::kEnglish;
      } else if (take_start(word, "seed=")) {
        head_.environment.seed = static_cast<std::uint64_t>(base::to_int(word).value_or(1));
      } else if (take_start(word, "processors=")) {
        const std::int64_t count = base::to_int(word).value_or(1);
        head_.processors =
            static_cast<int>(std::clamp<std::int64_t>(count, 1, settings::kMostThreads));
      } else if (take_start(word, "member=")) {
        head_.member = settings::parse_member(word).value_or(std::vector<int>{});
      }
    }
  } else if (take_start(message, kArbiter)) {
    const auto text = plain(message);
    if (!text) return tl::unexpected(text.error());
    auto model = parse_arbiter(*text);
    if (!model)
      return base::fail(
          base::say({"the arbiter's model {0}", "裁定合議のモデル: {0}"}, model.error().message));
    head_.environment.arbiter = std::move(*model);
  } else if (take_start(message, kChildren)) {
    for (const string_view label : base::split_words(message)) head_.children.emplace_back(label);
    head_.environment.remembered_options.resize(head_.children.size());
  } else if (take_start(message, kBegins)) {
    return read_begin(message);
  } else if (string_view event = message; take_seconds(event)) {
    headless_ = true;
  } else {
    const int child = child_of(base::next_word(message));
    message = base::trim(message);
    if (child >= 0 && take_start(message, kScale)) return read_scale(child, message);
    const bool remembers = child >= 0 && take_start(message, kRemembers);
    if (remembers && message == kNoOptions) {
      head_.environment.without_options.push_back(child);
    } else if (remembers) {
      auto text = plain(message);
      if (!text) return tl::unexpected(text.error());
      const auto answer = usi::parse_answer(*text);
      if (const auto* said = answer ? std::get_if<usi::FreezeAnswer>(&*answer) : nullptr) {
        auto& freezes = head_.environment.remembered_freezes;
        freezes.resize(head_.children.size());
        freezes[static_cast<std::size_t>(child)] = said->ability;
        return Prose{};
      }
      if (const auto* id = answer ? std::get_if<usi::IdNameAnswer>(&*answer) : nullptr) {
        auto& names = head_.environment.remembered_names;
        names.resize(head_.children.size());
        names[static_cast<std::size_t>(child)] = base::printable(id->name, 100);
        return Prose{};
      }
      const auto option = usi::parse_option(*text);
      if (!option) return tl::unexpected(option.error());
      head_.environment.remembered_options[static_cast<std::size_t>(child)].push_back(*option);
    }
  }
  return Prose{};
}

base::Result<LogMessage> SessionLogReader::read_scale(int child, string_view message) {
  const auto text = plain(message);
  if (!text) return tl::unexpected(text.error());
  auto scales = parse_scales(*text);
  const std::string& label = head_.children.at(static_cast<std::size_t>(child));
  if (!scales)
    return base::fail(base::say({"the scale of {0}: {1}", "{0} の評価値の対応表: {1}"}, label,
                                scales.error().message));
  head_.environment.scales.resize(static_cast<std::size_t>(child));
  head_.environment.scales.push_back(std::move(*scales));
  return Prose{};
}

base::Result<LogMessage> SessionLogReader::read_begin(string_view numbers) {
  const auto words = base::split_words(numbers);
  const auto wall = words.size() == 2 ? base::to_int(words[0]) : std::nullopt;
  const auto steady = words.size() == 2 ? base::to_int(words[1]) : std::nullopt;
  // Halves of the range leave room for every sum.
  constexpr std::int64_t kMost = std::int64_t{1} << 62U;
  if (!wall || !steady || *steady < 0 || *steady > kMost || *wall < 0 ||
      *wall > usi::kLongestTime.count() * 100) {
    return base::fail(base::say(
        {"the session's beginning has no two times", "セッションの始まりに2つの時刻がありません"}));
  }
  if (head_.children.empty())
    return base::fail(base::say({"the session begins without a list of children",
                                 "セッションの始まりに子プロセスの一覧がありません"}));
  head_.environment.record_since = WallTime(base::Milliseconds(*wall));
  head_.begun = base::TimePoint(std::chrono::nanoseconds(*steady));
  begun_ = true;
  return SessionBegins{};
}

base::Result<LogMessage> SessionLogReader::read_event(string_view message) const {
  const auto since = take_seconds(message);
  if (!since)
    return base::fail(
        base::say({"the time of the event is damaged", "イベントの時刻が壊れています"}));
  LoggedEvent event;
  event.now = head_.begun + *since;
  string_view text = message;
  if (message == "timer" || message == "host closed") {
    event.kind = message == "timer" ? Kind::kTimer : Kind::kHostClosed;
    return event;
  }
  if (take_start(text, "> ")) {
    event.kind = Kind::kHostLine;
  } else {
    const std::string_view label = text.substr(0, text.find(' '));
    event.child = child_of(label);
    if (event.child < 0) {
      return base::fail(base::say({"the event is of \"{0}\", which is no child of this session",
                                   "イベントの \"{0}\" はこのセッションの子プロセスではありません"},
                                  base::printable(label, 60)));
    }
    text.remove_prefix(std::min(label.size() + 1, text.size()));
    if (text == "runs") {
      event.kind = Kind::kRuns;
      return event;
    }
    if (take_start(text, "< ")) {
      event.kind = Kind::kChildLine;
    } else if (take_start(text, "failed: ")) {
      event.kind = Kind::kFailed;
    } else if (take_start(text, "broke off: ")) {
      event.kind = Kind::kBrokeOff;
    } else if (take_start(text, "ended: ")) {
      event.kind = Kind::kEnded;
    } else {
      return base::fail(
          base::say({"the event is none that is known", "使えない種類のイベントです"}));
    }
  }
  auto read = plain(text);
  if (!read) return tl::unexpected(read.error());
  event.text = std::move(*read);
  return event;
}

}  // namespace gougi::relay
