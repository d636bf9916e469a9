// SPDX-License-Identifier: MIT
#include "tools/engine_check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/width.hpp"
#include "cli/colour.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "tools/check_words.hpp"
#include "tools/engine_examinee.hpp"
#include "tools/engine_rule.hpp"
#include "tools/match_plan.hpp"

namespace gougi::tools {
namespace {

constexpr std::size_t kVerdictColumns = 9;
constexpr std::size_t kRuleColumns = 18;

base::Result<Examinee::Options> options_of(const std::vector<std::string>& words) {
  Examinee::Options options;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      return base::fail(base::say({"--option wants NAME=VALUE, not {0}",
                                   "--option は NAME=VALUE の形で指定してください({0})"},
                                  base::printable(word, 80)));
    }
    options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return options;
}

// All rules, or those of these names; with options always the one that looks at them.
base::Result<std::vector<const Rule*>> rules_named(std::vector<std::string> names,
                                                   bool has_options) {
  const std::vector<const Rule*> all = all_rules();
  if (names.empty()) return all;
  const std::string of_options = "given-options";
  if (has_options && std::ranges::find(names, of_options) == names.end()) {
    names.insert(names.begin(), of_options);
  }
  std::vector<const Rule*> chosen;
  for (const std::string& name : names) {
    const auto known =
        std::ranges::find_if(all, [&](const Rule* rule) { return rule->name == name; });
    if (known != all.end()) {
      chosen.push_back(*known);
      continue;
    }
    std::vector<std::string_view> known_names;
    for (const Rule* rule : all) known_names.push_back(rule->name);
    const std::string meant = base::did_you_mean(name, known_names);
    return base::fail(base::say(
        {"--rules: there is no rule {0}{1}", "--rules: {0} という規則はありません{1}"},
        base::printable(name, 80),
        !meant.empty()
            ? meant
            : base::say({"; docs/check.md lists them", "。docs/check.ja.md に一覧があります"})));
  }
  return chosen;
}

// Tries a rule, and sees to it that the next one finds an engine that owes nothing.
Finding try_rule(const Rule& rule, Examinee& engine, bool is_first) {
  const CheckWords& words = engine.words();
  if (!engine.be_ready()) {
    return {is_first ? Verdict::kFailed : Verdict::kSkipped,
            words(CheckText::kUnusable, engine.trouble())};
  }
  Finding finding = rule.check(engine);
  const std::string rest = engine.settle();
  if (finding.verdict == Verdict::kOk && !rest.empty()) finding = broken(rest);
  if (finding.verdict == Verdict::kFailed && rule.weight == Weight::kShould) {
    finding.verdict = Verdict::kWarning;
  }
  return finding;
}

// As wide as its column.
std::string word_for(Verdict verdict, const CheckWords& words) {
  constexpr std::array kTexts{CheckText::kOk, CheckText::kWarning, CheckText::kFailed,
                              CheckText::kSkipped};
  constexpr std::array kColours{cli::Colour::kGood, cli::Colour::kDoubtful, cli::Colour::kBad,
                                cli::Colour::kNone};
  const auto place = static_cast<std::size_t>(verdict);
  const auto word = words.of(CheckWords::bilingual(kTexts.at(place)));
  return cli::coloured(base::padded(word, kVerdictColumns), kColours.at(place));
}

int refuse_check(const base::Error& error, int exit_code) {
  std::cerr << "gougi check: " << error.message << "\n";
  return exit_code;
}

// All rules, one after the other, a line each; meanwhile stderr says what is waited for.
class EngineCheck {
 public:
  EngineCheck(const settings::RunCheck& command, Examinee& engine,
              const std::vector<const Rule*>& rules, const CheckWords& words)
      : command_(command),
        engine_(engine),
        rules_(rules),
        words_(words),
        interruption_(engine.loop(), [this] {
          line_.leave();
          if (engine_.is_starting()) return engine_.give_up_start();
          cli::tell_finishing("gougi check", {"the rule at hand", "確かめている規則"});
        }) {}
  ~EngineCheck() { engine_.loop().cancel_timer(timer_); }
  EngineCheck(const EngineCheck&) = delete;
  EngineCheck& operator=(const EngineCheck&) = delete;

  int run() {
    tell_beginning();
    tell_later();
    std::array<int, 4> counts{};
    for (; done_ < rules_.size(); ++done_) {
      if (engine_.is_hopeless() || interruption_.has_come()) break;
      const Rule& rule = *rules_[done_];
      const Finding finding = try_rule(rule, engine_, done_ == 0);
      if (engine_.was_given_up()) break;
      ++counts.at(static_cast<std::size_t>(finding.verdict));
      print_finding(rule, finding);
    }
    if (done_ < rules_.size()) {
      counts[static_cast<std::size_t>(Verdict::kSkipped)] +=
          static_cast<int>(rules_.size() - done_);
      print_rest();
    }
    print_line(words_(CheckText::kSum, counts[0], counts[1], counts[2], counts[3]), std::cout);
    if (interruption_.has_come()) return cli::kInterrupted;
    return counts[2] == 0 && counts[3] == 0 ? 0 : cli::kFailed;
  }

 private:
  void print_finding(const Rule& rule, const Finding& finding) {
    line_.end();
    print_line(word_for(finding.verdict, words_) + " " + base::padded(rule.name, kRuleColumns) +
                   " " + std::string(words_.of(rule.wants)) + (finding.what.empty() ? "" : ": ") +
                   finding.what,
               std::cout);
  }

  // Those that are not tried any more, in one line.
  void print_rest() {
    if (done_ + 1 == rules_.size()) return print_finding(*rules_[done_], {Verdict::kSkipped, {}});
    line_.end();
    const std::string why = interruption_.has_come()
                                ? words_(CheckText::kStopped)
                                : words_(CheckText::kUnusable, engine_.trouble());
    print_line(
        word_for(Verdict::kSkipped, words_) + " " +
            base::padded(words_(CheckText::kRulesLeft, rules_.size() - done_), kRuleColumns) + " " +
            why,
        std::cout);
  }

  void tell_beginning() {
    line_.show_now(io::EventLoop::now(),
                   base::say({"gougi check: {0} rules; waiting for usiok, {1} s at most",
                              "gougi check: 規則 {0}。usiok を待っています(最大 {1}秒)"},
                             rules_.size(), std::min(command_.usiok_s, command_.timeout_s)));
    line_.leave();
  }

  std::string progress() const {
    const std::string text =
        base::say({"gougi check: rule {0} of {1}, {2}", "gougi check: 規則 {0}/{1}: {2}"},
                  done_ + 1, rules_.size(), rules_[done_]->name);
    return text +
           (engine_.awaited().empty()
                ? std::string()
                : base::say({"; waiting for {0}", "、{0} を待っています"}, engine_.awaited()));
  }

  void tell_later() {
    timer_ = engine_.loop().set_timer(io::EventLoop::now() + line_.pause(), [this] {
      if (done_ < rules_.size()) line_.show_now(io::EventLoop::now(), progress());
      tell_later();
    });
  }

  const settings::RunCheck& command_;
  Examinee& engine_;
  const std::vector<const Rule*>& rules_;
  const CheckWords& words_;
  std::size_t done_ = 0;
  cli::ProgressLine line_;
  io::TimerId timer_{};
  cli::Interruption interruption_;
};

}  // namespace

int engine_check(const settings::RunCheck& command) {
  const CheckWords words = check_words("auto");
  auto options = options_of(command.options);
  if (!options) return refuse_check(options.error(), cli::kWrongUsage);
  const auto rules = rules_named(command.rules, !command.options.empty());
  if (!rules) return refuse_check(rules.error(), cli::kWrongUsage);
  auto launch = launch_of(command.engine);
  if (!launch) return refuse_check(launch.error(), 1);
  Examinee engine(std::move(*launch), std::move(*options),
                  {std::chrono::seconds(command.usiok_s), std::chrono::seconds(command.timeout_s)},
                  words);
  return EngineCheck(command, engine, *rules, words).run();
}

}  // namespace gougi::tools
