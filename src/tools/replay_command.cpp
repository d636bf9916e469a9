// SPDX-License-Identifier: MIT
#include "tools/replay_command.hpp"

#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/closest.hpp"
#include "base/counted.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "consensus/strategy.hpp"
#include "relay/decision_record.hpp"
#include "study/log_replay.hpp"
#include "tools/record_file.hpp"
#include "usi/answer.hpp"

namespace gougi::tools {
namespace {

constexpr int kSame = cli::kDone;
constexpr int kDifferent = cli::kFailed;

int unusable(const std::string& message, int exit_code = cli::kFailed) {
  std::cerr << "gougi replay: " << message << "\n";
  return exit_code;
}

std::string choice_text(const consensus::Choice& choice) {
  const std::string line = usi::format(consensus::answer_of(choice));
  return line.substr(line.find(' ') + 1);
}

// "bestmove 7g7f ponder 3c3d": the move alone.
std::string answer_text(const std::string& line) {
  if (line.empty()) return base::said({"nothing", "なし"});
  if (!line.starts_with("bestmove ")) return base::printable(line, 40);
  std::string_view rest = line;
  base::next_word(rest);
  return base::printable(base::next_word(rest), 40);
}

// A record of an older version has it in English alone.
std::string reason_text(const std::string& english, const std::string& japanese) {
  const bool is_japanese = base::spoken() == base::Language::kJapanese && !japanese.empty();
  return is_japanese ? japanese : english;
}

void print_row(int ply, const std::string& before, const std::string& now, bool same,
               const std::string& reason) {
  std::cout << base::say({"ply {0:<4}{1:<8} {2:<8} {3}", "{0:>3}手目 {1:<8} {2:<8} {3}"}, ply,
                         before, now,
                         base::said(same ? base::Text{"same      ", "同じ    "}
                                         : base::Text{"different ", "異なる  "}))
            << base::printable(reason) << "\n";
}

int summary(std::size_t decisions, std::size_t different, const std::string& rule) {
  const std::string by = rule.empty() ? "" : base::say({" by {0}", "({0})"}, rule);
  const std::string count =
      base::counted(decisions, {"{0} decision", "決定 {0} 回"}, {"{0} decisions", "決定 {0} 回"});
  std::cout << (different == 0
                    ? base::say({"{0}, all the same{1}", "{0}、すべて同じ{1}"}, count, by)
                    : base::say({"{0}, {1} different{2}", "{0}、異なるもの {1} 回{2}"}, count,
                                different, by))
            << "\n";
  return different == 0 ? kSame : kDifferent;
}

// Each by its own rule, or all by `other`.
int decide_again(const std::vector<relay::DecisionRecord>& records,
                 const consensus::Strategy* other) {
  std::size_t different = 0;
  for (const relay::DecisionRecord& record : records) {
    const consensus::Strategy* rule =
        other != nullptr ? other : consensus::find_strategy(record.rule);
    if (rule == nullptr) {
      return unusable(base::say({"decision {0}: this version has no rule \"{1}\"",
                                 "決定 {0}: このバージョンに合議「{1}」はありません"},
                                record.number, base::printable(record.rule, 60)));
    }
    const relay::Redecision again = relay::decide_again(record, *rule);
    // Without a ballot the relay falls back on a legal move, whatever the rule; so it does where it
    // knows more than who would resign.
    const bool has_a_move =
        again.decided && (other != nullptr || !std::holds_alternative<usi::Resign>(again.choice));
    const bool same = (again.decided && again.choice == record.rules_choice()) ||
                      (record.voter == 0 && !has_a_move);
    if (!same) ++different;
    print_row(
        record.ply, choice_text(record.rules_choice()),
        again.decided ? choice_text(again.choice) : base::say({"none", "なし"}), same,
        reason_text(again.reason, again.reason_ja) +
            (again.had_to_ask ? base::say({" (without what it would have asked)", "(追加探索なし)"})
                              : ""));
  }
  const int status =
      summary(records.size(), different, other == nullptr ? "" : std::string(other->identifier));
  return other == nullptr ? status : kSame;
}

int replay_log(const study::LogReplay& replay) {
  std::size_t different = 0;
  int ply = 0;
  for (const study::ReplayedAnswer& answer : replay.answers()) {
    if (answer.record) ply = answer.record->ply;
    if (!answer.same()) ++different;
    print_row(ply, answer_text(answer.logged), answer_text(answer.replayed), answer.same(),
              answer.record ? reason_text(answer.record->reason, answer.record->reason_ja) : "");
  }
  const int status = summary(replay.answers().size(), different, "");
  const std::string lines =
      base::counted(replay.lines(), {"{0} line", "{0} 行"}, {"{0} lines", "{0} 行"});
  std::cout << (replay.first_difference()
                    ? base::say(
                          {"{0} sent to the GUI and to the engines, not as logged from "
                           "line {1} of the log on",
                           "GUI とエンジンに送った {0}、ログの {1} 行目から先が記録と違います"},
                          lines, *replay.first_difference())
                    : base::say({"{0} sent to the GUI and to the engines, all as logged",
                                 "GUI とエンジンに送った {0}、すべて記録のとおりです"},
                                lines))
            << "\n";
  return status;
}

// A file of decisions, or a log: told by its first character.
struct Contents {
  std::optional<study::LogReplay> log;
  std::vector<relay::DecisionRecord> records;
};

base::Result<Contents> read(const std::filesystem::path& file) {
  Contents contents;
  std::optional<bool> json;
  const auto read = for_each_line(file, [&](std::string_view line) -> base::Result<void> {
    if (!json) json = line.front() == '{';
    if (!*json) {
      if (!contents.log) contents.log.emplace();
      return contents.log->take(line);
    }
    auto record = relay::parse_record(line);
    if (!record) return tl::unexpected(record.error());
    if (auto* decision = std::get_if<relay::DecisionRecord>(&*record)) {
      contents.records.push_back(std::move(*decision));
    }
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  if (!json) return base::fail(base::say({"{0}: is empty", "{0}: 空です"}, base::to_utf8(file)));
  if (contents.log) {
    if (const auto finished = contents.log->finish(); !finished) {
      return base::fail(base::to_utf8(file) + ": " + finished.error().message);
    }
    for (const study::ReplayedAnswer& answer : contents.log->answers()) {
      if (answer.record) contents.records.push_back(*answer.record);
    }
  }
  return contents;
}

}  // namespace

int replay_command(const settings::RunReplay& command) {
  const consensus::Strategy* other = nullptr;
  if (!command.consensus.empty()) {
    other = consensus::find_strategy(command.consensus);
    if (other == nullptr) {
      std::vector<std::string_view> names;
      std::string list;
      for (const consensus::Strategy& known : consensus::strategies()) {
        names.push_back(known.identifier);
        list += (list.empty() ? "" : ", ") + std::string(known.identifier);
      }
      return unusable(base::say({"no rule is called \"{0}\"{1}there are: {2}",
                                 "「{0}」という合議はありません{1}使えるのは: {2}"},
                                base::printable(command.consensus, 60),
                                base::did_you_mean_then(command.consensus, names), list),
                      cli::kWrongUsage);
    }
  }
  const auto contents = read(command.file);
  if (!contents) return unusable(contents.error().message);
  if (contents->log && other == nullptr) return replay_log(*contents->log);
  return decide_again(contents->records, other);
}

}  // namespace gougi::tools
