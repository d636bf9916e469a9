// SPDX-License-Identifier: MIT
// Whole games with the real relay and Debian's engines behind it, in the very line sequences of
// three GUIs, judged as those would: every line by the strictest GUI, every answer by the clock of
// the hardest of them. That clock starts before `position` and `go` are written and knows no grace:
// an answer is in time if it is read within what the move had. What is not the relay's is taken
// off: how long the machine stood still, and how long the relay or the test itself waited for a
// processor while others had it (see standstill.hpp). The engines get nothing taken off: the relay
// has to do with those that come late.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "integration/relay.hpp"
#include "notation/sfen.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::testing {
namespace {

/// How long an answer is waited for that no clock rules: engines load for half a minute on a busy
/// machine.
constexpr Milliseconds kGuiPatience{120'000};

struct TimeControl {
  Milliseconds main{0};
  Milliseconds byoyomi{0};
};

/// The relay, its lines judged as they come, and the clock of the moves that it is asked for.
class Seat {
 public:
  Seat(const std::string& yaml, TimeControl time) : relay_(yaml), time_(time), left_(time.main) {
    strict_.let_lines_cross();
  }

  void say(const std::string& line) { say_at_once({line}); }
  /// In one write.
  void say_at_once(const std::vector<std::string>& lines) {
    judge();
    std::string text;
    for (const std::string& line : lines) {
      if (line != "quit") strict_.said(line);  // what gameover stopped may still be answered
      text += line + "\n";
    }
    gui().say_at_once(text);
  }
  std::optional<Dialogue::Heard> wait_for(const std::string& start, Milliseconds limit) {
    const auto heard = gui().wait_for(start, limit);
    judge();
    return heard;
  }
  bool is_ready() { return wait_for("readyok", kGuiPatience).has_value(); }

  /// The words behind `go` or `go ponder`.
  std::string clocks() const {
    const std::string left = std::to_string(left_.count());
    return "btime " + left + " wtime " + left + " byoyomi " + std::to_string(time_.byoyomi.count());
  }
  void start_clock() {
    started_ = io::EventLoop::now();
    queued_before_ = queued();
  }
  /// The answer to what was asked for since start_clock(); empty if none came.
  std::string answer() {
    const Milliseconds has = left_ + time_.byoyomi;
    const auto heard = wait_for("bestmove", has + kGuiPatience);
    if (!heard) return "";
    const auto took = heard->at - started_;
    if (took >= has) {
      const auto others =
          std::max(watch_.stood_still(started_, heard->at), queued() - queued_before_);
      EXPECT_LT(took - others, has)
          << "lost on time; the machine stood still, or others had it, for "
          << base::to_ms(others).count() << " ms";
    }
    least_reserve_ = std::min(least_reserve_, base::to_ms(has - took));
    left_ = std::max(Milliseconds(0), left_ - base::to_ms(took));
    return heard->line;
  }
  void new_game() { left_ = time_.main; }

  /// What was declared since `usi`, as name and default.
  struct Declared {
    std::string name;
    std::string type;
    std::string value;
  };
  std::vector<Declared> options() {
    std::vector<Declared> all;
    for (const Dialogue::Heard& heard : gui().heard) {
      const auto words = base::split_words(heard.line);
      if (words.size() < 4 || words[0] != "option") continue;
      all.push_back({std::string(words[2]), std::string(words[4]),
                     words.size() > 6 ? std::string(words[6]) : ""});
    }
    return all;
  }

  /// Ended by what was said last; with its children.
  void expect_end() {
    EXPECT_TRUE(gui().wait_exit(Milliseconds(20'000))) << "it does not end";
    judge();
    EXPECT_EQ(gui().exit.value_or(io::ExitStatus{}).text, "exit code 0");
  }
  Dialogue& gui() { return relay_.dialogue; }
  const transcript::StrictGui& strict() const { return strict_; }
  Milliseconds least_reserve() const { return least_reserve_; }

 private:
  void judge() {
    for (; judged_ < gui().heard.size(); ++judged_) {
      const std::string& line = gui().heard[judged_].line;
      EXPECT_EQ(strict_.heard(line), "") << "in the line: " << line;
    }
  }
  /// The relay and we.
  base::Duration queued() {
    return queued_for_processor(gui().pid()) + queued_for_processor(io::own_pid());
  }

  Relay relay_;
  TimeControl time_;
  Milliseconds left_;
  transcript::StrictGui strict_;
  std::size_t judged_ = 0;
  StandstillWatch watch_;
  base::TimePoint started_{};
  base::Duration queued_before_{0};
  Milliseconds least_reserve_ = Milliseconds::max();
};

std::string position_of(const shogi::Game& game) {
  usi::PositionCommand position;
  position.moves = usi::moves_of(game.moves());
  return usi::format(usi::Command{position});
}

/// Answers soon; not measured.
class Opponent {
 public:
  Opponent() : gui_(program_path("gougi-engine")) {}
  bool is_ready() {
    gui_.say("setoption name USI_Hash value 16");
    gui_.say("isready");
    return gui_.wait_for("readyok", kGuiPatience).has_value();
  }
  std::string answer(const shogi::Game& game) {
    gui_.say(position_of(game));
    gui_.say("go nodes 20000");
    const auto heard = gui_.wait_for("bestmove", kGuiPatience);
    return heard ? heard->line : "";
  }

 private:
  Dialogue gui_;
};

/// A GUI's way to say things. Its methods are called in the order of a game.
class Manner {
 public:
  explicit Manner(std::unique_ptr<Seat>& seat) : seat_(seat) {}
  virtual ~Manner() = default;
  /// Before the first game, and before each other one.
  virtual bool begin(bool is_first) = 0;
  /// The answer to a move that is asked for, behind what pondering there was.
  virtual std::string think(const shogi::Game& game) {
    seat().start_clock();
    seat().say(position_of(game));
    seat().say("go " + seat().clocks());
    return seat().answer();
  }
  /// After an answer, until the opponent moves.
  virtual void ponder(const shogi::Game& game, shogi::Move guess) { (void)game, (void)guess; }
  /// The game is over, or broken off while the relay thinks about `game` (null: it does not).
  virtual void end(const shogi::Game* game) = 0;
  virtual void leave() = 0;

 protected:
  Seat& seat() { return *seat_; }
  void sit_down(std::unique_ptr<Seat> seat) { seat_ = std::move(seat); }

 private:
  std::unique_ptr<Seat>& seat_;
};

/// Each game on a process of its own. It allows 5 s for readyok, which is why its users bound that;
/// every ponder search is replaced by position and go without a word; and quit and the end of the
/// input come at once.
class ShogiBoardQ : public Manner {
 public:
  ShogiBoardQ(std::unique_ptr<Seat>& seat, std::string yaml, TimeControl time)
      : Manner(seat), yaml_(std::move(yaml)), time_(time) {}
  bool begin(bool /*is_first*/) override {
    sit_down(std::make_unique<Seat>(yaml_, time_));
    seat().say("usi");
    if (!seat().wait_for("usiok", kGuiPatience)) return false;
    for (const Seat::Declared& option : seat().options()) {
      if (option.name == "USI_Ponder") {
        seat().say("setoption name USI_Ponder value true");
      } else if (option.name == "G_ReadyTimeout") {
        seat().say("setoption name G_ReadyTimeout value 4500");
      } else if (option.type != "button") {
        seat().say("setoption name " + option.name + " value " + option.value);
      }
    }
    seat().say("isready");
    if (!seat().is_ready()) return false;
    seat().say("usinewgame");
    return true;
  }
  void ponder(const shogi::Game& game, shogi::Move guess) override {
    shogi::Game next = game;
    if (!next.play(guess)) return;
    seat().say(position_of(next));
    seat().say("go ponder " + seat().clocks());
  }
  void end(const shogi::Game* /*game*/) override {
#ifdef __linux__
    const auto children = children_of(seat().gui().pid());
#endif
    seat().say_at_once({"gameover draw", "quit"});
    seat().gui().hang_up(Milliseconds(20'000));
    seat().expect_end();
#ifdef __linux__
    EXPECT_TRUE(all_gone(children, seat().gui())) << "children are left";
#endif
  }
  void leave() override {}

 private:
  std::string yaml_;
  TimeControl time_;
};

/// All games on one process. Every option is sent back, an empty string with nothing behind
/// `value `; a wrong guess is stopped and its answer thrown away; a game that is broken off ends in
/// stop, gameover and isready at once, and again one answer is thrown away.
class ShogiHome : public Manner {
 public:
  using Manner::Manner;
  bool begin(bool is_first) override {
    if (is_first) {
      seat().say("usi");
      if (!seat().wait_for("usiok", kGuiPatience)) return false;
      for (const Seat::Declared& option : seat().options()) {
        if (option.type == "button") continue;
        std::string value = option.value == "<empty>" ? "" : option.value;
        if (option.name == "USI_Ponder") value = "true";
        seat().say("setoption name " + option.name + " value " + value);
      }
      seat().say("isready");
      if (!seat().is_ready()) return false;
    }
    seat().new_game();
    seat().say("usinewgame");
    return true;
  }
  std::string think(const shogi::Game& game) override {
    const auto guess = std::exchange(guessed_, std::nullopt);
    if (!guess) return Manner::think(game);
    if (game.moves() == *guess) {
      seat().start_clock();
      seat().say("ponderhit");
      return seat().answer();
    }
    seat().say("stop");
    EXPECT_TRUE(seat().wait_for("bestmove", kGuiPatience)) << "the ponder search is not answered";
    return Manner::think(game);
  }
  void ponder(const shogi::Game& game, shogi::Move guess) override {
    shogi::Game next = game;
    if (!next.play(guess)) return;
    guessed_ = next.moves();
    seat().say(position_of(next));
    seat().say("go ponder " + seat().clocks());
  }
  void end(const shogi::Game* game) override {
    if (game != nullptr && !guessed_) {
      seat().say(position_of(*game));
      seat().say("go " + seat().clocks());
      guessed_.emplace();
    }
    const bool owes = std::exchange(guessed_, std::nullopt).has_value();
    seat().say_at_once({"stop", "gameover draw", "isready"});
    if (owes) {
      EXPECT_TRUE(seat().wait_for("bestmove", kGuiPatience)) << "nothing to be thrown away";
    }
    EXPECT_TRUE(seat().is_ready());
    EXPECT_EQ(seat().strict().ended(), "");
  }
  void leave() override {
    seat().say("quit");
    seat().expect_end();
  }

 private:
  std::optional<std::vector<shogi::Move>> guessed_;  // what it ponders on
};

/// A library for scripts: no usi, no pondering, no gameover; the next game is just another one.
class Ayane : public Manner {
 public:
  using Manner::Manner;
  bool begin(bool is_first) override {
    if (is_first) seat().say("setoption name USI_Hash value 64");
    seat().new_game();
    seat().say("isready");
    if (!seat().is_ready()) return false;
    seat().say("usinewgame");
    return true;
  }
  void end(const shogi::Game* /*game*/) override {}
  void leave() override {
    seat().say("quit");
    seat().expect_end();
  }
};

/// One game, at most `plies` long, and then broken off; how many moves it took. The relay begins
/// each other game.
std::size_t play_game(Manner& manner, Opponent& opponent, int number, std::size_t plies) {
  shogi::Game game;
  std::string ending;
  for (bool is_ours = number % 2 == 0; ending.empty() && game.moves().size() < plies;
       is_ours = !is_ours) {
    const std::string line = is_ours ? manner.think(game) : opponent.answer(game);
    ending = play_answer(game, line);
    EXPECT_TRUE(ending.empty() || ending == "resign" || ending == "win" || ending == "repetition")
        << ending;
    const auto answer = usi::parse_answer(line);
    const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
    if (is_ours && ending.empty() && best != nullptr && best->ponder) {
      manner.ponder(game, best->ponder->of_shogi());
    }
  }
  const bool is_over = !ending.empty() || game.position().is_mated();
  manner.end(is_over ? nullptr : &game);
  std::printf("game %d: %zu plies, %s\n", number + 1, game.moves().size(),
              ending.empty() ? "broken off" : ending.c_str());
  return std::max<std::size_t>(game.moves().size(), 1);
}

/// Games until `plies` moves were made, and one more of four moves, as the first answer after a
/// game that was broken off is its own.
void play_games(Manner& manner, std::unique_ptr<Seat>& seat, std::size_t plies) {
  io::run_before_children();
  Opponent opponent;
  ASSERT_TRUE(opponent.is_ready());
  Milliseconds reserve = Milliseconds::max();
  int number = 0;
  for (const std::size_t part : {plies, std::size_t{4}}) {
    for (std::size_t played = 0; played < part; ++number) {
      ASSERT_TRUE(manner.begin(number == 0));
      played += play_game(manner, opponent, number, part - played);
      reserve = std::min(reserve, seat->least_reserve());
      if (::testing::Test::HasFailure()) return;
    }
  }
  manner.leave();
  std::printf("the least left of a move's time: %lld ms\n",
              static_cast<long long>(reserve.count()));
}

/// How many moves, with which engines, in which time.
struct Games {
  std::size_t plies = 0;
  std::string engines;
  TimeControl time;
};

std::string yaml_of(const Games& games) {
  return "language: en\nlog: {directory: logs, level: warning}\nengines:\n" + games.engines;
}

void play_in_shogi_board_q(const Games& games) {
  std::unique_ptr<Seat> seat;
  ShogiBoardQ manner(seat, yaml_of(games), games.time);
  play_games(manner, seat, games.plies);
}

void play_in_shogi_home(const Games& games) {
  auto seat = std::make_unique<Seat>(yaml_of(games), games.time);
  ShogiHome manner(seat);
  play_games(manner, seat, games.plies);
}

void play_in_ayane(const Games& games) {
  auto seat = std::make_unique<Seat>(yaml_of(games), games.time);
  Ayane manner(seat);
  play_games(manner, seat, games.plies);
}

/// A few moves, in any run of the tests.
Games few_moves() {
  return {8, fairy_entry() + our_entry(), {Milliseconds(500), Milliseconds(500)}};
}

/// Sixty. GPSShogi takes a second at least, unless its depth is bounded.
Games sixty_moves(Milliseconds main) {
  const std::string gps = gps_entry() + "    options: {LimitDepth: 6, BookDepth: 0, Thread: 1}\n";
  return {60, fairy_entry() + gps + our_entry(), {main, Milliseconds(1000)}};
}

TEST(GuiGames, AFewMovesInShogiBoardQ) {
  NEEDS(kFairy);
  play_in_shogi_board_q(few_moves());
}

TEST(GuiGames, AFewMovesInShogiHome) {
  NEEDS(kFairy);
  play_in_shogi_home(few_moves());
}

TEST(GuiGames, AFewMovesInAyane) {
  NEEDS(kFairy);
  play_in_ayane(few_moves());
}

TEST(SlowGuiGames, SixtyMovesInShogiBoardQLoseNothingOnTime) {
  NEEDS_PATIENCE();
  NEEDS(kFairy);
  NEEDS(kGps);
  play_in_shogi_board_q(sixty_moves(Milliseconds(0)));
}

TEST(SlowGuiGames, SixtyMovesInShogiHomeLoseNothingOnTime) {
  NEEDS_PATIENCE();
  NEEDS(kFairy);
  NEEDS(kGps);
  play_in_shogi_home(sixty_moves(Milliseconds(10'000)));
}

TEST(SlowGuiGames, SixtyMovesInAyaneLoseNothingOnTime) {
  NEEDS_PATIENCE();
  NEEDS(kFairy);
  NEEDS(kGps);
  play_in_ayane(sixty_moves(Milliseconds(5'000)));
}

}  // namespace
}  // namespace gougi::testing
