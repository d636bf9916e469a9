// SPDX-License-Identifier: MIT
#include "usi/command.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "usi/command_words.hpp"
#include "usi/one_line.hpp"
#include "usi/position_words.hpp"

namespace gougi::usi {
namespace {

// Some GUIs begin their first line with a byte order mark.
std::string_view without_bom(std::string_view line) {
  constexpr std::string_view kBom = "\xEF\xBB\xBF";
  line = base::trim(line);
  while (line.starts_with(kBom)) line = base::trim(line.substr(kBom.size()));
  return line;
}

void add_warning(std::string* warning, const std::string& text) {
  if (warning == nullptr || warning->size() > 400) return;
  if (!warning->empty()) *warning += "; ";
  *warning += text;
}

constexpr base::Form<1> kUnknown{"{0} is unknown", "{0} は不明な語です"};

// Reads the words behind `go` and `ponderhit`: takes what it understands, warns of the rest.
class LimitsReader {
 public:
  LimitsReader(std::string_view line, std::string_view rest, std::string* warning)
      : line_(line), rest_(rest), warning_(warning) {}

  void read() {
    for (auto word = base::next_word(rest_); !word.empty(); word = base::next_word(rest_)) {
      if (!read_clock(word) && !read_limit(word)) pass_over(word);
    }
  }
  void read_clocks_only() {
    for (auto word = base::next_word(rest_); !word.empty(); word = base::next_word(rest_)) {
      if (!read_clock(word)) warn(word, kUnknown);
    }
  }

  SearchLimits search;
  bool is_mate = false;
  bool is_help_mate = false;
  std::optional<base::Milliseconds> mate_time;

 private:
  static constexpr std::array<std::string_view, 15> kWords{
      "btime",    "wtime",  "byoyomi",     "binc",  "winc", "movetime",  "depth",   "nodes",
      "infinite", "ponder", "searchmoves", "rtime", "mate", "wait_stop", "helpmate"};

  static bool is_limit_word(std::string_view word) {
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
  }

  // What is near a word that there is was meant to be it, and has its number behind it.
  void pass_over(std::string_view word) {
    warn(word, kUnknown, base::did_you_mean(word, kWords));
    std::string_view behind = rest_;
    if (base::closest(word, kWords) && base::to_int_clamped(base::next_word(behind))) {
      rest_ = behind;
    }
  }

  void warn(std::string_view word, const base::Form<1>& what, const std::string& hint = {}) {
    add_warning(warning_, base::say(what, quoted(word) + place(line_, word)) + hint);
  }

  // The number behind `word`. A word that is none is passed over, unless it has a meaning itself.
  std::optional<std::int64_t> number(std::string_view word) {
    std::string_view behind = rest_;
    const auto text = base::next_word(behind);
    const auto value = base::to_int_clamped(text);
    if (value) {
      rest_ = behind;
      if (*value < 0)
        warn(text, {"{0} is negative and taken as 0", "{0} は負の値なので 0 とみなします"});
      return std::max<std::int64_t>(0, *value);
    }
    warn(word, {"{0} lacks its number", "{0} の数値がありません"});
    if (!is_limit_word(text)) rest_ = behind;
    return std::nullopt;
  }

  std::optional<base::Milliseconds> time(std::string_view word) {
    const auto value = number(word);
    if (!value) return std::nullopt;
    return std::min(base::Milliseconds(*value), kLongestTime);
  }

  bool read_clock(std::string_view word) {
    ClockTimes& clock = search.clock;
    base::Milliseconds* field = word == "btime"     ? &clock.btime
                                : word == "wtime"   ? &clock.wtime
                                : word == "byoyomi" ? &clock.byoyomi
                                : word == "binc"    ? &clock.binc
                                : word == "winc"    ? &clock.winc
                                                    : nullptr;
    if (field == nullptr) return false;
    if (const auto value = time(word)) {
      *field = *value;
      clock.given = true;
    }
    return true;
  }

  bool read_limit(std::string_view word) {
    if (word == "infinite") {
      search.infinite = true;
    } else if (word == "ponder") {
      search.ponder = true;
    } else if (word == "wait_stop") {
      search.wait_stop = true;
    } else if (word == "movetime") {
      if (const auto value = time(word)) search.movetime = value;
    } else if (word == "rtime") {
      if (const auto value = time(word)) search.rtime = value;
    } else if (word == "depth") {
      if (const auto value = number(word)) {
        search.depth = static_cast<int>(std::min<std::int64_t>(*value, INT32_MAX));
      }
    } else if (word == "nodes") {
      if (const auto value = number(word)) search.nodes = static_cast<std::uint64_t>(*value);
    } else if (word == "searchmoves") {
      read_search_moves(word);
    } else if (word == "mate" || word == "helpmate") {
      is_help_mate = word == "helpmate";
      read_mate_time();
    } else {
      return false;
    }
    return true;
  }

  void read_search_moves(std::string_view word) {
    search.search_moves.clear();
    while (true) {
      std::string_view behind = rest_;
      const auto move = parse_move(base::next_word(behind));
      if (!move) break;
      search.search_moves.push_back(*move);
      rest_ = behind;
    }
    if (search.search_moves.empty())
      warn(word, {"{0} lacks its moves", "{0} の指し手がありません"});
  }

  void read_mate_time() {
    is_mate = true;
    std::string_view behind = rest_;
    const auto text = base::next_word(behind);
    mate_time.reset();
    if (text == "infinite") {
      rest_ = behind;
    } else if (base::to_int_clamped(text)) {
      mate_time = time("mate");
    }
  }

  std::string_view line_;
  std::string_view rest_;
  std::string* warning_;
};

base::Result<Command> parse_go(std::string_view line, std::string_view rest, std::string* warning) {
  std::string_view behind = rest;
  if (const auto word = base::next_word(behind); word == "perft") {
    return QueryCommand{std::string(word), single_blanked(behind)};
  }
  LimitsReader reader(line, rest, warning);
  reader.read();
  if (reader.is_mate) {
    return GoCommand{MateLimits{reader.mate_time, reader.search.nodes, reader.is_help_mate}};
  }
  return GoCommand{std::move(reader.search)};
}

base::Result<Command> parse_ponderhit(std::string_view line, std::string_view rest,
                                      std::string* warning) {
  LimitsReader reader(line, rest, warning);
  reader.read_clocks_only();
  return PonderHitCommand{reader.search.clock};
}

base::Result<Command> parse_freezenum(std::string_view rest) {
  const auto word = base::next_word(rest);
  if (word.empty()) return FreezeNumCommand{};
  const auto counts = notation::parse_freeze_counts(word);
  if (!counts) return base::fail("FREEZENUM: " + counts.error().message);
  if (const auto more = base::next_word(rest); !more.empty()) {
    return base::fail(base::say(
        {"FREEZENUM: \"{0}\" behind the counts; expected is nothing but both sides' as in z3Z3",
         "FREEZENUM: 回数の後に \"{0}\" があります。z3Z3 のように双方の回数だけを書いてください"},
        base::printable(more, 60)));
  }
  return FreezeNumCommand{*counts};
}

base::Result<Command> parse_setoption(std::string_view line, std::string_view rest) {
  SetOptionCommand command;
  const auto first = base::next_word(rest);
  if (first != "name") {
    return base::fail(
        base::say({"setoption: expected \"name\", got {0}", "setoption: \"name\" が必要です: {0}"},
                  first.empty() ? base::say({"nothing", "何もありません"})
                                : quoted(first) + place(line, first)));
  }
  auto word = base::next_word(rest);
  for (; !word.empty() && word != "value"; word = base::next_word(rest)) {
    if (!command.name.empty()) command.name += ' ';
    command.name += word;
  }
  if (command.name.empty())
    return base::fail(base::say({"setoption: no name", "setoption: 名前がありません"}));
  if (word == "value") {
    const auto value = base::trim(rest);
    command.value = value == "<empty>" ? std::string() : std::string(value);
  }
  return command;
}

base::Result<Command> parse_gameover(std::string_view line, std::string_view rest) {
  const auto word = base::next_word(rest);
  if (word == "win") return GameOverCommand{GameResult::kWin};
  if (word == "lose") return GameOverCommand{GameResult::kLose};
  if (word == "draw") return GameOverCommand{GameResult::kDraw};
  return base::fail(base::say(
      {"gameover: expected win, lose or draw, got {0}",
       "gameover: win、lose、draw のどれかが必要です: {0}"},
      word.empty() ? base::say({"nothing", "何もありません"}) : quoted(word) + place(line, word)));
}

void append(std::string& out, std::string_view word, base::Milliseconds time) {
  out += word;
  out += std::to_string(time.count());
}

void append_clock(std::string& out, const ClockTimes& clock) {
  if (!clock.given) return;
  const bool has_increment = clock.binc.count() != 0 || clock.winc.count() != 0;
  append(out, " btime ", clock.btime);
  append(out, " wtime ", clock.wtime);
  if (!has_increment || clock.byoyomi.count() != 0) append(out, " byoyomi ", clock.byoyomi);
  if (has_increment) {
    append(out, " binc ", clock.binc);
    append(out, " winc ", clock.winc);
  }
}

std::string format_limits(const SearchLimits& limits) {
  std::string out = "go";
  if (limits.ponder) out += " ponder";
  append_clock(out, limits.clock);
  if (limits.movetime) append(out, " movetime ", *limits.movetime);
  if (limits.rtime) append(out, " rtime ", *limits.rtime);
  if (limits.depth) out += " depth " + std::to_string(*limits.depth);
  if (limits.nodes) out += " nodes " + std::to_string(*limits.nodes);
  if (limits.infinite) out += " infinite";
  if (limits.wait_stop) out += " wait_stop";
  if (!limits.search_moves.empty()) out += " searchmoves";
  for (const Move move : limits.search_moves) {
    out += ' ';
    append_text(out, move);
  }
  return out;
}

std::string format_limits(const MateLimits& limits) {
  std::string out = limits.help ? "go helpmate " : "go mate ";
  out += limits.time ? std::to_string(limits.time->count()) : "infinite";
  if (limits.nodes) out += " nodes " + std::to_string(*limits.nodes);
  return out;
}

std::string with_words(std::string words, const std::string& more) {
  if (more.empty()) return words;
  words += ' ';
  words += more;
  return words;
}

struct CommandFormatter {
  std::string operator()(const UsiCommand&) const { return "usi"; }
  std::string operator()(const IsReadyCommand&) const { return "isready"; }
  std::string operator()(const NewGameCommand&) const { return "usinewgame"; }
  std::string operator()(const StopCommand&) const { return "stop"; }
  std::string operator()(const QuitCommand&) const { return "quit"; }

  std::string operator()(const SetOptionCommand& command) const {
    std::string out = "setoption name " + one_line(command.name);
    if (!command.value) return out;
    // Blanks inside a value stay as they are: it may be a path.
    const std::string value = base::printable(base::trim(*command.value), 1U << 20U);
    return out + " value " + (value.empty() ? "<empty>" : value);
  }

  std::string operator()(const PositionCommand& command) const {
    std::string out = "position ";
    out += command.sfen.empty() ? "startpos" : "sfen " + one_line(command.sfen);
    if (command.freeze) out = with_words(std::move(out), notation::to_text(command.freeze->start));
    const bool has_counts = command.freeze && command.freeze->left;
    if (!command.moves.empty() || has_counts) out += " moves";
    out.reserve(out.size() + command.moves.size() * 6);
    for (std::size_t i = 0; i < command.moves.size(); ++i) {
      out += ' ';
      append_written(out, command, i);
    }
    if (has_counts) out = with_words(std::move(out), notation::to_text(*command.freeze->left));
    return out;
  }

  std::string operator()(const GoCommand& command) const {
    return std::visit([](const auto& limits) { return format_limits(limits); }, command.limits);
  }

  std::string operator()(const PonderHitCommand& command) const {
    std::string out = "ponderhit";
    append_clock(out, command.clock);
    return out;
  }

  std::string operator()(const GameOverCommand& command) const {
    if (command.result == GameResult::kWin) return "gameover win";
    return command.result == GameResult::kLose ? "gameover lose" : "gameover draw";
  }

  std::string operator()(const QueryCommand& command) const {
    return one_line(command.word + ' ' + command.arguments);
  }
  std::string operator()(const FreezeNumCommand& command) const {
    return "FREEZENUM " + notation::to_text(command.counts);
  }
  std::string operator()(const UnknownCommand& command) const { return one_line(command.text); }
};

}  // namespace

void append_written(std::string& out, const PositionCommand& command, std::size_t i) {
  const shogi::Move move = command.moves[i].of_shogi();
  if (!move) return append_text(out, command.moves[i]);
  notation::append_usi(out, notation::WrittenMove{move, command.made_under(i)});
}

bool PositionCommand::speaks_of_freezes() const {
  return freeze || std::ranges::any_of(moves, &Move::freezes);
}

shogi::PieceType PositionCommand::made_under(std::size_t i) const {
  const bool is_said = freeze && !freeze->made_under.empty();
  return is_said ? freeze->made_under[i] : shogi::PieceType::kNone;
}

base::Result<Command> parse_command(std::string_view line, std::string* warning) {
  const std::string_view text = without_bom(line);
  std::string_view rest = text;
  const auto word = base::next_word(rest);
  if (word == "position") {
    auto position = read_position_words(line, rest);
    if (!position) return tl::unexpected(position.error());
    return std::move(*position);
  }
  if (word == "go") return parse_go(line, rest, warning);
  if (word == "stop") return StopCommand{};
  if (word == "ponderhit") return parse_ponderhit(line, rest, warning);
  if (word == "usi") return UsiCommand{};
  if (word == "isready") return IsReadyCommand{};
  if (word == "setoption") return parse_setoption(line, rest);
  if (word == "usinewgame") return NewGameCommand{};
  if (word == "gameover") return parse_gameover(line, rest);
  if (word == "quit") return QuitCommand{};
  if (word == "FREEZENUM") return parse_freezenum(rest);
  if (is_query_word(word)) return QueryCommand{std::string(word), single_blanked(rest)};
  return UnknownCommand{std::string(text)};
}

std::string format(const Command& command) { return std::visit(CommandFormatter{}, command); }

}  // namespace gougi::usi
