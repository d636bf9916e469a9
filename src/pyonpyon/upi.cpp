// SPDX-License-Identifier: MIT
#include "pyonpyon/upi.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/closest.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr std::int64_t kMostMegabytes = 4096;
/// Between two looks at whether an infinite search that knows all has been stopped.
constexpr base::Milliseconds kBetweenLooks{1};

/// More leaves than of so many moves may not fit into 64 bits.
constexpr std::int64_t kDeepestPerft = 9;
/// So many moves are counted before the next line is read: with more, `stop` would stay unheard for
/// long; with less, who pipes `perft 5` and leaves would see no answer.
constexpr int kPerftAtOnce = 5;

constexpr std::array kHelp{
    base::WordHelp{
        "do MOVE",
        {"make a move, as in do d5c5; or: do resign, do draw (where the position was\n"
         "twice before)",
         "指す(do d5c5 など)。do resign で投了、do draw で千日手(同じ局面が2回あったとき)"}},
    base::WordHelp{"undo", {"take it back", "1手戻す"}},
    base::WordHelp{"go",
                   {"think for a second and name a move; or: go movetime MS, go depth N,\n"
                    "go nodes N, go infinite (until stop)",
                    "1秒考えて指し手を答える。go movetime ミリ秒、go depth N、\n"
                    "go nodes N、go infinite(stop まで)も可"}},
    base::WordHelp{"stop", {"answer now", "すぐに答える"}},
    base::WordHelp{"pos", {"show the board", "盤面を表示する"}},
    base::WordHelp{"d, show", {"the same as pos", "pos と同じ"}},
    base::WordHelp{"position startpos",
                   {"begin; or: position pfen ROWS SIDE, position challenge NUMBER (with the\n"
                    "pieces of shogi), each with moves d5c5 b1d3 …",
                    "始めから。position pfen 盤面 手番、position challenge 番号(\n"
                    "将棋の駒)も可。どれにも moves d5c5 b1d3 … を付けられる"}},
    base::WordHelp{"xfen",
                   {"the line that brings this game back", "この対局を再現する行を表示する"}},
    base::WordHelp{"perft N",
                   {"count the ways to play N moves from here (1 to 9; stop ends it)",
                    "ここから N 手の手順を数える(1〜9。stop で中断)"}},
    base::WordHelp{
        "setoption",
        {"name Hash value MEGABYTES, or name Table value FILE (of gougi-pyon solve)",
         "name Hash value メガバイト、name Table value ファイル(gougi-pyon solve のもの)"}},
    base::WordHelp{"upi, isready", {"what programs ask", "プログラムが送るコマンド"}},
    base::WordHelp{"help", {"show this", "この説明を表示する"}},
    base::WordHelp{"quit", {"leave", "終わる"}}};

std::string quoted(std::string_view word) { return "\"" + base::printable(word, 40) + "\""; }

/// What is answered where the game is over; nothing: it goes on.
std::optional<std::string> last_answer(const Game& game) {
  const auto decision = game.decision();
  if (!decision) return std::nullopt;
  return decision->reason == Outcome::Reason::kClaimed ? "draw" : "resign";
}

bool may_follow_do(std::string_view word) {
  return parse_move(word) || word == "resign" || word == "draw";
}

base::Result<void> judge_do(const std::vector<std::string_view>& words) {
  if (words.size() == 2 && may_follow_do(words[1])) return {};
  return base::fail(base::said(kDoIsLike));
}

std::string move_or_none(const std::vector<Move>& line) {
  return line.empty() ? "resign" : to_text(line.front());
}

}  // namespace

UpiSide::UpiSide(Say say) : say_(std::move(say)) {}

std::vector<std::string_view> upi_words() {
  return {"position", "go",    "stop", "pos", "d",       "show",      "xfen", "do",
          "undo",     "perft", "help", "upi", "isready", "setoption", "quit"};
}

std::span<const base::WordHelp> upi_help() { return kHelp; }

UpiSide::~UpiSide() { finish_thinking(); }

void UpiSide::finish_thinking() {
  stop_.store(true);
  if (thinker_.joinable()) thinker_.join();
}

void UpiSide::drop_if_infinite() {
  if (infinite_ && is_busy()) dropped_.store(true);
}

bool UpiSide::on_line(std::string_view line) {
  const Words words = base::split_words(line);
  if (words.empty()) return true;
  if (words.front() == "quit") return false;
  if (const auto done = obey(line, words); !done) {
    say_("info string error: " + done.error().message);
  }
  return true;
}

base::Result<void> UpiSide::obey(std::string_view line, const Words& words) {
  const std::string_view command = words.front();
  if (command == "stop") {
    finish_thinking();  // what comes behind it finds the answer given
  } else if (command == "upi") {
    introduce();
  } else if (command == "isready") {
    if (!search_ && !is_busy()) search_ = std::make_unique<Search>(megabytes_);
    say_("readyok");
  } else if (command == "pos" || command == "d" || command == "show") {
    show_board();
  } else if (command == "xfen") {
    say_(position_line(game_));
  } else if (command == "position") {
    return set_position(line);
  } else if (command == "go") {
    return go(words);
  } else if (command == "help") {
    show_help();
  } else if (is_busy()) {
    return base::fail(base::say(
        counts_ ? base::Text{"{0} while counting; stop comes first",
                             "数えている間は {0} を使えません。先に stop を送ってください"}
                : base::Text{"{0} while thinking; stop comes first",
                             "考えている間は {0} を使えません。先に stop を送ってください"},
        quoted(command)));
  } else if (command == "perft") {
    return perft(words);
  } else if (command == "do") {
    return do_move(words);
  } else if (command == "undo") {
    return undo_move(words);
  } else if (command == "setoption") {
    return set_option(line);
  } else if (words.size() == 1 && may_follow_do(command)) {
    return base::fail(
        base::say({"{0} is no command; to play it, type: do {1}",
                   "{0} というコマンドはありません。指すには do {1} と入力してください"},
                  quoted(command), command));
  } else {
    return base::fail(base::say(
        {"{0} is no command; there are position, go, stop, pos, xfen, do, undo, perft, "
         "help, upi, isready, setoption, quit",
         "{0} というコマンドはありません。使えるのは position、go、stop、pos、xfen、do、undo、"
         "perft、help、upi、isready、setoption、quit です"},
        quoted(command)));
  }
  return {};
}

void UpiSide::show_help() const {
  constexpr std::size_t kColumns = 20;
  for (const base::WordHelp& each : kHelp) {
    std::string begin(each.usage);
    begin.resize(std::max(kColumns, begin.size()), ' ');
    const std::string about = base::said(each.about);
    for (std::string_view rest = about; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      say_(begin + std::string(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      begin.assign(kColumns, ' ');
    }
  }
}

void UpiSide::introduce() const {
  say_("id name gougi-pyon");
  say_("id author the gougi project");
  say_("option name Hash type spin default 64 min 1 max " + std::to_string(kMostMegabytes));
  say_("option name Table type filename default <empty>");
  say_("upiok");
}

void UpiSide::show_board() const {
  const std::string text = board_text(game_);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    say_(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

base::Result<UpiOption> read_option(std::string_view line) {
  const auto words = base::split_words(line);
  if (words.size() < 5 || words[1] != "name" || words[3] != "value") {
    return base::fail(base::say({"setoption is like: setoption name Hash value 64",
                                 "setoption は setoption name Hash value 64 の形です"}));
  }
  // A path may have blanks.
  const auto begin = static_cast<std::size_t>(words[4].data() - line.data());
  UpiOption option;
  option.value = base::trim(line.substr(begin));
  if (words[2] == "Table") return option;
  if (words[2] != "Hash") {
    constexpr std::array<std::string_view, 2> kOptions{"Hash", "Table"};
    return base::fail(
        base::say({"{0} is no option; there are Hash, Table{1}",
                   "{0} というオプションはありません。使えるのは Hash、Table です{1}"},
                  quoted(words[2]), base::did_you_mean(words[2], kOptions)));
  }
  option.megabytes = base::to_int(option.value);
  if (!option.megabytes || *option.megabytes < 1 || *option.megabytes > kMostMegabytes) {
    return base::fail(
        base::say({"Hash is 1 to {0}, not {1}", "Hash は 1 から {0} です({1} は不可)"},
                  kMostMegabytes, quoted(option.value)));
  }
  return option;
}

base::Result<void> UpiSide::set_option(std::string_view line) {
  const auto option = read_option(line);
  if (!option) return tl::unexpected(option.error());
  if (!option->megabytes) return set_table(option->value);
  finish_thinking();
  megabytes_ = static_cast<std::size_t>(*option->megabytes);
  search_.reset();
  return {};
}

base::Result<void> UpiSide::set_table(std::string_view file) {
  std::optional<SolvedGame> table;
  if (file != "<empty>") {
    auto read = SolvedGame::read(base::path_from_utf8(file));
    if (!read) return tl::unexpected(read.error());
    if (read->pieces_each() != kPiecesEach) {
      return base::fail(
          base::say({"Table: {0} is of another game", "Table: {0} は別のゲームの表です"},
                    base::printable(file)));
    }
    table = std::move(*read);
  }
  finish_thinking();
  table_ = std::move(table);
  return {};
}

base::Result<void> UpiSide::set_position(std::string_view line) {
  auto game = read_position(line.substr(line.find("position") + 8));
  if (!game) return tl::unexpected(game.error());
  game_ = std::move(*game);
  return {};
}

base::Result<void> UpiSide::do_move(const Words& words) {
  if (words.size() != 2) return judge_do(words);
  if (const auto played = game_.play_word(words[1]); !played) {
    return base::fail("do: " + played.error().message);
  }
  if (const std::string end = end_text(game_); !end.empty()) say_("info string " + end);
  return {};
}

base::Result<void> UpiSide::undo_move(const Words& words) {
  if (words.size() != 1) return base::fail(base::said(kUndoIsBare));
  if (!game_.undo()) return base::fail(base::said(kNothingToUndo));
  return {};
}

base::Result<GoOrder> read_go(const std::vector<std::string_view>& words) {
  GoOrder order;
  bool limited = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "infinite") {
      order.infinite = true;
      continue;
    }
    const auto value = i + 1 < words.size() ? base::to_int(words[i + 1]) : std::nullopt;
    const bool known = words[i] == "movetime" || words[i] == "depth" || words[i] == "nodes";
    if (!known)
      return base::fail(
          base::say({"go: {0} is none of movetime, depth, nodes, infinite",
                     "go: {0} は movetime、depth、nodes、infinite のどれでもありません"},
                    quoted(words[i])));
    if (!value || *value < 1 || *value > 1'000'000'000'000) {
      return base::fail(base::say(
          {"go: {0} wants a number from 1 on", "go: {0} には 1 以上の数が必要です"}, words[i]));
    }
    if (words[i] == "movetime") order.time = base::Milliseconds(*value);
    if (words[i] == "depth") {
      order.limits.depth = static_cast<int>(std::min<std::int64_t>(*value, kDeepest));
    }
    if (words[i] == "nodes") order.limits.nodes = static_cast<std::uint64_t>(*value);
    limited = limited || words[i] != "movetime";
    ++i;
  }
  if (limited || order.infinite) order.time = base::Milliseconds::max();
  return order;
}

base::Result<void> UpiSide::go(const Words& words) {
  const auto order = read_go(words);
  if (!order) return tl::unexpected(order.error());
  drop_if_infinite();
  finish_thinking();
  if (const auto word = last_answer(game_); word && !order->infinite) {
    say_("bestmove " + *word);
    return {};
  }
  if (!search_) search_ = std::make_unique<Search>(megabytes_);
  infinite_ = order->infinite;
  counts_ = false;
  if (infinite_ && game_.decision()) {
    say_("info string " + base::say({"the game is over, {0}; stop brings the answer",
                                     "対局は終わっています({0})。stop で答えます"},
                                    end_text(game_)));
  }
  begin([this, order = *order, game = game_] { think(order, game); });
  return {};
}

void UpiSide::begin(std::function<void()> work) {
  dropped_.store(false);
  stop_.store(false);
  busy_.store(true);
  thinker_ = std::thread(std::move(work));
}

base::Result<int> read_perft(const std::vector<std::string_view>& words) {
  const auto depth = words.size() == 2 ? base::to_int(words[1]) : std::nullopt;
  if (!depth || *depth < 1 || *depth > kDeepestPerft) {
    return base::fail(base::say(
        {"perft wants a number of moves from 1 to {0}", "perft には 1 から {0} の手数が必要です"},
        kDeepestPerft));
  }
  return static_cast<int>(*depth);
}

base::Result<void> judge_upi(std::string_view line) {
  const auto words = base::split_words(line);
  constexpr std::array<std::string_view, 10> kBareWords{"stop", "pos",  "d",   "show",    "xfen",
                                                        "undo", "help", "upi", "isready", "quit"};
  if (words.size() > 1 && std::ranges::find(kBareWords, words[0]) != kBareWords.end()) {
    return base::fail(base::say({"{0}: {1} is not expected here", "{0}: ここに {1} は置けません"},
                                words[0], base::printable(words[1], 60)));
  }
  const auto judged = [](const auto& read) {
    return read ? base::Result<void>() : tl::unexpected(read.error());
  };
  if (words[0] == "go") return judged(read_go(words));
  if (words[0] == "perft") return judged(read_perft(words));
  if (words[0] == "do") return judge_do(words);
  if (words[0] == "setoption") return judged(read_option(line));
  if (words[0] == "position") return judged(read_position(line.substr(line.find("position") + 8)));
  return {};
}

base::Result<void> UpiSide::perft(const Words& words) {
  const auto read = read_perft(words);
  if (!read) return tl::unexpected(read.error());
  const int plies = *read;
  if (plies <= kPerftAtOnce) {
    count_leaves(game_, plies, [] { return false; });
    return {};
  }
  finish_thinking();  // which is over
  infinite_ = false;
  counts_ = true;
  begin([this, plies, game = game_] {
    if (!count_leaves(game, plies, [this] { return stop_.load(); })) {
      say_("info string perft was stopped before it had counted all");
    }
    busy_.store(false);
  });
  return {};
}

// As the field has it: a line a move, then the sum.
bool UpiSide::count_leaves(const Game& game, int depth, const std::function<bool()>& stop) const {
  MoveList moves;
  if (!game.decision()) generate(game.position(), moves);
  std::vector<std::string> lines;
  std::uint64_t sum = 0;
  for (const Move move : moves) {
    const auto leaves = leaves_behind(game.position(), move, depth - 1, stop);
    if (!leaves) return false;
    sum += *leaves;
    lines.push_back(to_text(move) + ": " + std::to_string(*leaves));
  }
  for (const std::string& line : lines) say_(line);
  say_("leaves " + std::to_string(sum));
  return true;
}

void UpiSide::think(const GoOrder& order, const Game& game) {
  const base::TimePoint begin = base::Clock::now();
  const auto out_of_time = [&] {
    return order.time != base::Milliseconds::max() && base::Clock::now() - begin >= order.time;
  };
  SearchLimits limits = order.limits;
  std::optional<std::string> answer = last_answer(game);
  if (!answer) answer = look_up(game, limits, begin);
  if (!answer) {
    const Thought thought = search_->think(
        game, limits, [&] { return stop_.load() || out_of_time(); },
        [&](const Thought& found) { report(found, begin); });
    // Who is winning has no use for a draw; neither has the search, where the table says draw.
    const bool contented = thought.score > 0 && limits.moves.empty();
    answer = game.may_claim_draw() && !contented ? "draw" : move_or_none(thought.line);
  }
  while (order.infinite && !stop_.load()) std::this_thread::sleep_for(kBetweenLooks);
  busy_.store(false);
  if (!dropped_.load()) say_("bestmove " + *answer);
}

std::optional<std::string> UpiSide::look_up(const Game& game, SearchLimits& limits,
                                            base::TimePoint begin) {
  if (!table_ || game.position().is_challenge()) return std::nullopt;
  BestMoves best = best_moves(*table_, game.position());
  if (best.moves.empty()) return std::nullopt;
  if (best.value.kind == Value::Kind::kDraw) {
    limits.moves = std::move(best.moves);
    return std::nullopt;
  }
  const bool wins = best.value.kind == Value::Kind::kWin;
  Thought known;
  known.depth = best.value.plies;
  known.score = wins ? kWon - known.depth : known.depth - kWon;
  known.nodes = 1;
  known.line = {best.moves.front()};
  report(known, begin);
  return !wins && game.may_claim_draw() ? "draw" : move_or_none(known.line);
}

void UpiSide::report(const Thought& thought, base::TimePoint begin) const {
  if (dropped_.load()) return;
  const auto ms = base::to_ms(base::Clock::now() - begin).count();
  std::string line = "info depth " + std::to_string(thought.depth) + " score ";
  if (is_decided(thought.score)) {
    const int plies = kWon - std::abs(thought.score);
    line += "mate " + std::to_string(thought.score > 0 ? plies : -plies);
  } else {
    line += "cp " + std::to_string(thought.score);
  }
  line += " nodes " + std::to_string(thought.nodes) + " nps " +
          std::to_string(thought.nodes * 1000 /
                         static_cast<std::uint64_t>(std::max<std::int64_t>(ms, 1))) +
          " time " + std::to_string(ms) + " pv";
  for (const Move move : thought.line) line += " " + to_text(move);
  say_(line);
}

}  // namespace gougi::pyonpyon
