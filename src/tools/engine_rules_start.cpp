// SPDX-License-Identifier: MIT
// How an engine introduces itself, its options, and what it bears before the first game.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/closest.hpp"
#include "base/text.hpp"
#include "tools/engine_rule.hpp"
#include "usi/option.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

// ShogiBoardQ's at the start of a game.
constexpr Milliseconds kGuiPatience{5'000};
constexpr Milliseconds kSecondReady{200};
constexpr Milliseconds kSilenceOfACommand{200};
constexpr std::size_t kMostOptionsSent = 200;
constexpr int kMostLinesShown = 3;

// Several lines with what is wrong with each, of many the first few.
class LineList {
 public:
  void add(const Examinee& engine, std::string_view line, const std::string& why) {
    if (++count_ > kMostLinesShown) return;
    if (!text_.empty()) text_ += "; ";
    text_ += engine.words()(CheckText::kCame, base::printable(line, 120)) + why;
  }
  Finding finding() const {
    if (count_ == 0) return kept();
    return broken(count_ > kMostLinesShown ? text_ + " …" : text_);
  }

 private:
  std::string text_;
  int count_ = 0;
};

Finding is_quiet_before_usi(Examinee& engine) {
  const std::string& line = engine.introduction().before;
  return line.empty() ? kept() : broken(engine.words()(CheckText::kUnasked, line));
}

Finding says_usiok(Examinee& engine) {
  engine.ask("usi");
  const Milliseconds limit = engine.patience();
  return engine.wait_for("usiok", limit) ? kept() : unanswered(engine, "usi", limit);
}

Finding says_usiok_soon(Examinee& engine) {
  const base::Duration took = engine.introduction().to_usiok;
  if (took <= kGuiPatience) return kept();
  return broken(engine.words()(CheckText::kCameAfter, "usiok", engine.words().seconds(took)));
}

Finding has_line(Examinee& engine, std::string_view first, std::string_view second) {
  const std::string wanted = std::string(first) + " " + std::string(second);
  for (const std::string& line : engine.introduction().lines) {
    std::string_view rest(line);
    if (base::next_word(rest) != first || base::next_word(rest) != second) continue;
    if (!base::trim(rest).empty()) return kept();
  }
  return broken(engine.words()(CheckText::kMissing, wanted));
}

Finding has_name(Examinee& engine) { return has_line(engine, "id", "name"); }
Finding has_author(Examinee& engine) { return has_line(engine, "id", "author"); }

Finding says_nothing_else(Examinee& engine) {
  LineList odd;
  for (const std::string& line : engine.introduction().lines) {
    std::string_view rest(line);
    const std::string_view word = base::next_word(rest);
    const bool known = word.empty() || word == "id" || word == "option" || word == "FREEZE" ||
                       (word == "info" && base::next_word(rest) == "string");
    if (!known) odd.add(engine, line, "");
  }
  return odd.finding();
}

std::vector<std::string> option_lines(const Examinee& engine) {
  std::vector<std::string> lines = engine.introduction().lines;
  std::erase_if(lines, [](const std::string& line) {
    std::string_view rest(line);
    return base::next_word(rest) != "option";
  });
  return lines;
}

Finding options_can_be_read(Examinee& engine) {
  LineList odd;
  for (const std::string& line : option_lines(engine)) {
    const auto option = usi::parse_option(line);
    if (!option) odd.add(engine, line, " (" + option.error().message + ")");
  }
  return odd.finding();
}

// The number behind `key` in an option line, which comes behind its type.
std::optional<std::int64_t> number_of(std::string_view line, std::string_view key) {
  const std::size_t type = line.find(" type ");
  std::string_view rest = type == std::string_view::npos ? line : line.substr(type + 6);
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (word == key) return base::to_int(base::next_word(rest));
  }
  return std::nullopt;
}

// Reading is more tolerant than GUIs are, so the words of the line are looked at.
std::optional<CheckText> misfit_of(const usi::Option& option, std::string_view line) {
  using enum CheckText;
  if (std::holds_alternative<usi::ButtonOption>(option.kind)) return std::nullopt;
  const auto written = usi::written_default(line);
  if (written == usi::WrittenDefault::kMissing) return kNoDefault;
  if (std::holds_alternative<usi::SpinOption>(option.kind)) {
    const auto value = number_of(line, "default");
    const auto min = number_of(line, "min");
    const auto max = number_of(line, "max");
    if (!value) return kNoDefault;
    if (!min || !max) return kNoRange;
    if (*min > *max || *value < *min || *value > *max) return kOutside;
  }
  if (std::holds_alternative<usi::CheckOption>(option.kind)) {
    std::string_view rest = line.substr(line.rfind(" default ") + 9);
    const std::string_view value = base::next_word(rest);
    if (value != "true" && value != "false") return kNotTrueOrFalse;
  }
  if (const auto* combo = std::get_if<usi::ComboOption>(&option.kind)) {
    const std::size_t vars = static_cast<std::size_t>(std::ranges::count_if(
        base::split_words(line), [](std::string_view word) { return word == "var"; }));
    if (vars < combo->choices.size()) return kNoVar;
  }
  return std::nullopt;
}

Finding option_values_fit(Examinee& engine) {
  LineList odd;
  for (const std::string& line : option_lines(engine)) {
    const auto option = usi::parse_option(line);
    if (!option) continue;
    const auto misfit = misfit_of(*option, line);
    if (misfit) odd.add(engine, line, engine.words()(*misfit));
  }
  return odd.finding();
}

Finding option_names_are_words(Examinee& engine) {
  LineList odd;
  for (const usi::Option& option : engine.options()) {
    if (usi::to_wire_name(option.name) != option.name) {
      odd.add(engine, "option name " + option.name, "");
    }
  }
  return odd.finding();
}

Finding option_names_differ(Examinee& engine) {
  LineList odd;
  const auto& options = engine.options();
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool again = std::any_of(
        options.begin(), options.begin() + static_cast<long>(i),
        [&](const usi::Option& earlier) { return base::iequals(earlier.name, options[i].name); });
    if (again) odd.add(engine, "option name " + options[i].name, "");
  }
  return odd.finding();
}

Finding given_options_fit(Examinee& engine) {
  std::string all;
  const auto complain = [&](const std::string& text) { all += (all.empty() ? "" : "; ") + text; };
  for (const auto& [name, value] : engine.given()) {
    const auto known = std::ranges::find_if(
        engine.options(),
        [&name = name](const usi::Option& option) { return base::iequals(option.name, name); });
    if (known == engine.options().end()) {
      std::vector<std::string_view> names;
      for (const usi::Option& option : engine.options()) names.emplace_back(option.name);
      complain(engine.words()(CheckText::kNoSuchOption, base::printable(name, 60)) +
               base::did_you_mean(name, names));
    } else if (const auto fit = usi::normalise_value(*known, value); !fit) {
      complain(fit.error().message);
    }
  }
  return all.empty() ? kept() : broken(all);
}

Finding says_readyok_once(Examinee& engine) {
  engine.ask("isready");
  const Milliseconds limit = 2 * engine.patience();
  if (!engine.wait_for("readyok", limit)) return unanswered(engine, "isready", limit);
  engine.listen(kSecondReady);
  const int count = engine.count("readyok");
  if (count == 1) return kept();
  return broken(engine.words()(CheckText::kSent, "isready") + engine.words()(CheckText::kThen) +
                engine.words()(CheckText::kCameTimes, "readyok", count));
}

Finding is_ready_soon(Examinee& engine) {
  const base::Duration took = engine.introduction().to_readyok;
  if (took <= kGuiPatience) return kept();
  return broken(engine.words()(CheckText::kCameAfter, "readyok", engine.words().seconds(took)));
}

Finding is_ready_again(Examinee& engine) {
  const Finding first = lives_on(engine, "isready");
  return first.verdict == Verdict::kOk ? lives_on(engine, "isready") : first;
}

std::size_t lines_before_ready(const Examinee& engine) {
  const auto is_ready = [](const Examinee::Answer& line) {
    return base::trim(line.line) == "readyok";
  };
  return static_cast<std::size_t>(std::ranges::find_if(engine.heard(), is_ready) -
                                  engine.heard().begin());
}

// A command that wants no answer: none comes, and it lives on. One that reads it late answers late,
// but before it is ready: an answer to `isready` that is longer than before begins with that.
Finding is_taken_silently(Examinee& engine, const std::string& command) {
  if (Finding before = lives_on(engine, "isready"); before.verdict != Verdict::kOk) return before;
  const std::size_t usual = lines_before_ready(engine);
  engine.ask(command);
  engine.listen(kSilenceOfACommand);
  if (engine.runs() && !engine.heard().empty()) {
    return answered_wrongly(engine, command, engine.heard().front().line);
  }
  Finding after = lives_on(engine, command);
  if (after.verdict == Verdict::kOk && lines_before_ready(engine) > usual) {
    return answered_wrongly(engine, command, engine.heard().front().line);
  }
  return after;
}

Finding bears_usinewgame(Examinee& engine) {
  engine.ask("usinewgame");
  return lives_on(engine, "usinewgame");
}

Finding takes_its_own_values(Examinee& engine) {
  std::string last;
  std::size_t sent = 0;
  for (const usi::Option& option : engine.options()) {
    const bool plain = std::holds_alternative<usi::CheckOption>(option.kind) ||
                       std::holds_alternative<usi::SpinOption>(option.kind) ||
                       std::holds_alternative<usi::ComboOption>(option.kind);
    const bool given = std::ranges::any_of(
        engine.given(), [&](const auto& one) { return base::iequals(one.first, option.name); });
    const std::string value = usi::default_text(option);
    if (!plain || given || value.empty() || ++sent > kMostOptionsSent) continue;
    // What a variant is set to is no affair of this rule.
    if (option.name.starts_with("UCI_")) continue;
    last = "setoption name " + option.name + " value " + value;
    engine.say(last);
  }
  return last.empty() ? kept() : lives_on(engine, last);
}

Finding bears_an_unknown_option(Examinee& engine) {
  const std::string line = "setoption name No_Such_Option_Of_Yours value 1";
  engine.ask(line);
  return lives_on(engine, line);
}

// As ShogiHome sends back each string option that is empty.
Finding bears_an_empty_value(Examinee& engine) {
  for (const usi::Option& option : engine.options()) {
    const auto* text = std::get_if<usi::StringOption>(&option.kind);
    if (text == nullptr || !text->default_value.empty()) continue;
    const std::string line = "setoption name " + option.name + " value ";
    engine.ask(line);
    Finding finding = lives_on(engine, line);
    if (finding.verdict != Verdict::kOk) return finding;
  }
  return kept();
}

Finding bears_an_unknown_command(Examinee& engine) {
  engine.ask("nosuchcommand of yours");
  return lives_on(engine, "nosuchcommand of yours");
}

Finding ignores_an_unknown_command(Examinee& engine) {
  return is_taken_silently(engine, "nosuchcommand of yours");
}

Finding bears_blanks(Examinee& engine) {
  engine.ask("");
  engine.say("  isready  ");
  const Milliseconds limit = engine.patience();
  if (!engine.wait_for("readyok", limit)) return unanswered(engine, "  isready  ", limit);
  return plays(engine, "position  startpos  ", "go  btime 0  wtime 0 byoyomi 100  ",
               Milliseconds(100));
}

Finding bears_crlf(Examinee& engine) {
  engine.ask_at_once("isready\r\n");
  const Milliseconds limit = engine.patience();
  if (!engine.wait_for("readyok", limit)) return unanswered(engine, "isready\\r\\n", limit);
  engine.ask_at_once("position startpos\r\ngo btime 0 wtime 0 byoyomi 100\r\n");
  const auto answer = engine.answer(limit);
  const std::string sent = "position startpos\\r\\ngo btime 0 wtime 0 byoyomi 100\\r\\n";
  return answer ? judged(engine, sent, *answer) : unanswered(engine, sent, limit);
}

Finding reads_several_lines(Examinee& engine) {
  engine.ask_at_once("usinewgame\nposition startpos\ngo btime 0 wtime 0 byoyomi 100\n");
  const Milliseconds limit = engine.patience() + Milliseconds(100);
  const auto answer = engine.answer(limit);
  const std::string sent = "usinewgame\\nposition startpos\\ngo btime 0 wtime 0 byoyomi 100\\n";
  return answer ? judged(engine, sent, *answer) : unanswered(engine, sent, limit);
}

// Who gets here has done it.
Finding gets_ready(Examinee&) { return kept(); }

constexpr std::array kStartRules{
    Rule{
        "start",
        {"answers usi by usiok, and isready by readyok", "usi に usiok、isready に readyok を返す"},
        "USI",
        Weight::kMust,
        &gets_ready},
    Rule{"quiet-before-usi",
         {"says nothing before usi", "usi より前に何も出力しない"},
         "USI",
         Weight::kShould,
         &is_quiet_before_usi},
    Rule{"usiok-soon",
         {"says usiok within 5 s", "5秒以内に usiok を返す"},
         "ShogiBoardQ",
         Weight::kShould,
         &says_usiok_soon},
    Rule{"usi-again",
         {"answers a second usi by usiok", "2回目の usi にも usiok を返す"},
         "UCI",
         Weight::kShould,
         &says_usiok},
    Rule{"id-name",
         {"says id name before usiok", "usiok の前に id name を返す"},
         "USI",
         Weight::kMust,
         &has_name},
    Rule{"id-author",
         {"says id author before usiok", "usiok の前に id author を返す"},
         "USI",
         Weight::kMust,
         &has_author},
    Rule{"usi-lines",
         {"answers usi by id, option and usiok alone", "usi には id、option、usiok だけを返す"},
         "USI",
         Weight::kShould,
         &says_nothing_else},
    Rule{"option-lines",
         {"every option line has a name and one of the six types",
          "option の行に名前と6種類のいずれかの type がある"},
         "USI",
         Weight::kMust,
         &options_can_be_read},
    Rule{"option-values",
         {"defaults are there and fit: spin with min and max around it, check true or false, combo "
          "one of its vars",
          "default があり、spin は min と max の範囲内、check は true か false、combo は var の"
          "いずれか"},
         "USI, ShogiBoardQ",
         Weight::kMust,
         &option_values_fit},
    Rule{"option-names",
         {"option names are single words of ASCII", "オプション名は空白を含まない ASCII"},
         "ShogiBoardQ",
         Weight::kShould,
         &option_names_are_words},
    Rule{"option-twice",
         {"no option name comes twice", "同じオプション名が2度出ない"},
         "ShogiBoardQ",
         Weight::kMust,
         &option_names_differ},
    Rule{"given-options",
         {"has the options given by --option, and their values fit",
          "--option で指定したオプションがあり、値が合う"},
         "gougi",
         Weight::kMust,
         &given_options_fit},
    Rule{"readyok",
         {"answers isready by one readyok", "isready に readyok を1回だけ返す"},
         "USI",
         Weight::kMust,
         &says_readyok_once},
    Rule{"readyok-soon",
         {"is ready within 5 s of the first isready", "最初の isready から5秒以内に準備ができる"},
         "ShogiBoardQ",
         Weight::kShould,
         &is_ready_soon},
    Rule{"isready-again",
         {"answers isready between games as well", "対局の合間の isready にも答える"},
         "USI",
         Weight::kMust,
         &is_ready_again},
    Rule{"usinewgame",
         {"bears usinewgame", "usinewgame を受け付ける"},
         "USI",
         Weight::kMust,
         &bears_usinewgame},
    Rule{"setoption",
         {"bears its own defaults by setoption", "自身の既定値の setoption を受け付ける"},
         "USI",
         Weight::kMust,
         &takes_its_own_values},
    Rule{"setoption-unknown",
         {"bears setoption of a name that it does not have",
          "知らない名前の setoption で終了しない"},
         "ShogiHome",
         Weight::kMust,
         &bears_an_unknown_option},
    Rule{"setoption-empty",
         {"bears setoption with nothing behind value", "value の後ろが空の setoption で終了しない"},
         "ShogiHome",
         Weight::kShould,
         &bears_an_empty_value},
    Rule{"unknown-command",
         {"bears a command that it does not know", "知らないコマンドで終了しない"},
         "USI",
         Weight::kMust,
         &bears_an_unknown_command},
    Rule{"unknown-silent",
         {"says nothing to a command that it does not know", "知らないコマンドに何も答えない"},
         "USI",
         Weight::kShould,
         &ignores_an_unknown_command},
    Rule{"blanks",
         {"reads empty lines, doubled and trailing blanks",
          "空行、連続する空白、行末の空白を読める"},
         "UCI",
         Weight::kShould,
         &bears_blanks},
    Rule{"crlf",
         {"reads lines that end in CR LF", "CR LF で終わる行を読める"},
         "USI",
         Weight::kShould,
         &bears_crlf},
    Rule{
        "several-lines",
        {"reads several commands that come in one write", "まとめて書かれた複数のコマンドを読める"},
        "USI",
        Weight::kMust,
        &reads_several_lines},
};

}  // namespace

std::span<const Rule> start_rules() { return kStartRules; }

}  // namespace gougi::tools
