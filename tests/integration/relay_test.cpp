// SPDX-License-Identifier: MIT
// The real `gougi` executable with real engines, ours and Debian's.
#include <gtest/gtest.h>

#include <filesystem>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/standstill.hpp"
#include "io/priority.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::testing {
namespace {

namespace fs = std::filesystem;

const std::string kFairy = "/usr/games/fairy-stockfish";
const std::string kGps = "/usr/games/gpsusi";

std::string ours(const std::string& name) { return "'" + kBin + "/" + name + kExe + "'"; }

std::string fairy_entry() {
  return "  - name: Fairy\n    command: " + kFairy + "\n    options: {Threads: 1, USI_Hash: 16}\n";
}
std::string gps_entry() { return "  - name: GPS\n    command: " + kGps + "\n"; }
std::string our_entry(const std::string& name = "Ours") {
  return "  - name: " + name + "\n    command: " + ours("gougi-engine") +
         "\n    options: {USI_Hash: 16}\n";
}

/// Starts the relay with `yaml` as its configuration.
class Relay {
 public:
  explicit Relay(const std::string& yaml)
      : dialogue(kBin + "/gougi" + kExe, {"--config", folder_.write("relay.yaml", yaml)}) {}

  bool handshake() {
    dialogue.say("usi");
    if (!dialogue.wait_for("usiok")) return false;
    dialogue.say("isready");
    if (!dialogue.wait_for("readyok", Milliseconds(30'000))) return false;
    dialogue.say("usinewgame");
    return true;
  }

 private:
  Folder folder_;

 public:
  Dialogue dialogue;
};

struct Played {
  shogi::Game game;
  std::string ending;
  int late = 0;  ///< answers after their time, the machine's standstills taken off
  Milliseconds slowest{0};
};

/// The relay plays both sides at `go byoyomi` to the game's end, at most `most_plies`.
Played play(Relay& relay, Milliseconds byoyomi, std::size_t most_plies = 320) {
  Played played;
  StandstillWatch watch;
  while (played.ending.empty()) {
    if (played.game.moves().size() >= most_plies) {
      played.ending = "length";
      break;
    }
    usi::PositionCommand position;
    position.moves = played.game.moves();
    relay.dialogue.forget();
    relay.dialogue.say(usi::format(usi::Command{position}));
    const auto asked =
        relay.dialogue.say("go btime 0 wtime 0 byoyomi " + std::to_string(byoyomi.count()));
    const auto heard = relay.dialogue.wait_for("bestmove", byoyomi + Milliseconds(10'000));
    if (!heard) {
      played.ending = "no bestmove";
      break;
    }
    const auto took = base::to_ms(heard->at - asked);
    played.slowest = std::max(played.slowest, took);
    if (took >= byoyomi) {
      const auto still = watch.stood_still(asked, heard->at);
      if (heard->at - asked - still >= byoyomi) ++played.late;
      std::printf("%s: answered after %lld ms, of which the machine stood still for %lld\n",
                  ("move " + std::to_string(position.moves.size() + 1)).c_str(),
                  static_cast<long long>(took.count()),
                  static_cast<long long>(base::to_ms(still).count()));
    }
    const auto answer = usi::parse_answer(heard->line);
    const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
    if (best == nullptr) {
      played.ending = "malformed: " + heard->line;
    } else if (const auto* move = std::get_if<shogi::Move>(&best->choice)) {
      if (!played.game.play(*move)) played.ending = "illegal: " + heard->line;
      if (played.game.repetition() != shogi::Repetition::kNone) played.ending = "repetition";
    } else {
      played.ending = std::holds_alternative<usi::Resign>(best->choice) ? "resign" : "win";
    }
  }
  return played;
}

/// A game at byoyomi 100, the GUI's own clock not waiting for the engines.
Played play_in_time(Relay& relay, std::size_t most_plies = 320) {
  io::run_before_children();
  return play(relay, Milliseconds(100), most_plies);
}

void expect_a_whole_game(Relay& relay) {
  ASSERT_TRUE(relay.handshake());
  const Played played = play_in_time(relay);
  EXPECT_TRUE(played.ending == "resign" || played.ending == "win" ||
              played.ending == "repetition" || played.ending == "length")
      << played.ending;
  EXPECT_GE(played.game.moves().size(), 20U);
  EXPECT_EQ(played.late, 0) << "slowest " << played.slowest.count() << " ms";
  std::printf("%zu moves, %s, slowest answer %lld ms of 100\n", played.game.moves().size(),
              played.ending.c_str(), static_cast<long long>(played.slowest.count()));
}

#define NEEDS(program) \
  if (!fs::exists(program)) GTEST_SKIP() << program << " is not installed"

TEST(RelayWithRealEngines, AMajorityOfThreePlaysAWholeGame) {
  NEEDS(kFairy);
  NEEDS(kGps);
  Relay relay("consensus: majority\nlanguage: en\nengines:\n" + fairy_entry() + gps_entry() +
              our_entry());
  expect_a_whole_game(relay);
}

TEST(RelayWithRealEngines, AnOptimisticConsensusPlaysAWholeGame) {
  NEEDS(kFairy);
  NEEDS(kGps);
  Relay relay("consensus: optimistic\nengines:\n" + our_entry() + fairy_entry() + gps_entry());
  expect_a_whole_game(relay);
}

TEST(RelayWithRealEngines, AMateOverlayPlaysAWholeGame) {
  NEEDS(kFairy);
  Relay relay("consensus: mate\nengines:\n" + fairy_entry() +
              "mate:\n  engines:\n    - command: " + ours("gougi-mate") + "\n");
  expect_a_whole_game(relay);
}

TEST(RelayWithOurEngines, PessimisticPlaysTwoGamesInOneProcess) {
  Relay relay("consensus: pessimistic\nengines:\n" + our_entry() + our_entry("Second"));
  ASSERT_TRUE(relay.handshake());
  for (int game = 0; game < 2; ++game) {
    const Played played = play_in_time(relay, 40);
    EXPECT_EQ(played.late, 0) << "slowest " << played.slowest.count() << " ms";
    EXPECT_FALSE(played.ending.starts_with("illegal") || played.ending.starts_with("no"))
        << played.ending;
    relay.dialogue.say("gameover draw");
    relay.dialogue.say("isready");
    ASSERT_TRUE(relay.dialogue.wait_for("readyok"));
    relay.dialogue.say("usinewgame");
  }
}

TEST(RelayWithOurEngines, PonderHitAndMiss) {
  Relay relay("engines:\n" + our_entry() + our_entry("Second"));
  ASSERT_TRUE(relay.handshake());
  auto& gui = relay.dialogue;
  gui.say("position startpos moves 7g7f 3c3d");
  gui.say("go ponder btime 0 wtime 0 byoyomi 200");
  EXPECT_FALSE(gui.wait_for("bestmove", Milliseconds(500)));
  gui.say("ponderhit");
  EXPECT_TRUE(gui.wait_for("bestmove", Milliseconds(1000)));
  gui.say("position startpos moves 7g7f 3c3d 2g2f 8c8d");
  gui.say("go ponder btime 0 wtime 0 byoyomi 200");
  gui.listen(Milliseconds(100));
  gui.say("stop");
  EXPECT_TRUE(gui.wait_for("bestmove", Milliseconds(1000)));
  gui.say("position startpos moves 7g7f 3c3d 2g2f 4c4d");
  gui.say("go btime 0 wtime 0 byoyomi 200");
  EXPECT_TRUE(gui.wait_for("bestmove", Milliseconds(1000)));
  EXPECT_EQ(gui.count("bestmove"), 3);
}

TEST(RelayWithRealEngines, PonderWithAllThree) {
  NEEDS(kFairy);
  NEEDS(kGps);
  Relay relay("engines:\n" + fairy_entry() + gps_entry() + our_entry());
  ASSERT_TRUE(relay.handshake());
  auto& gui = relay.dialogue;
  for (int i = 0; i < 4; ++i) {
    gui.say("position startpos moves 7g7f 3c3d");
    gui.say("go ponder btime 0 wtime 0 byoyomi 300");
    EXPECT_FALSE(gui.wait_for("bestmove", Milliseconds(200)));
    gui.say(i % 2 == 0 ? "ponderhit" : "stop");
    EXPECT_TRUE(gui.wait_for("bestmove", Milliseconds(2000)));
  }
  EXPECT_EQ(gui.count("bestmove"), 4);
}

TEST(RelayWithOurEngines, StopEndsAnInfiniteSearch) {
  Relay relay("engines:\n" + our_entry() + our_entry("Second"));
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("position startpos");
  relay.dialogue.say("go infinite");
  EXPECT_FALSE(relay.dialogue.wait_for("bestmove", Milliseconds(400)));
  relay.dialogue.say("stop");
  EXPECT_TRUE(relay.dialogue.wait_for("bestmove", Milliseconds(1000)));
}

TEST(RelayWithOurEngines, TheMateSolverAnswersGoMate) {
  Relay relay("engines:\n" + our_entry() +
              "mate:\n  engines:\n    - command: " + ours("gougi-mate") + "\n");
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
  relay.dialogue.say("go mate 5000");
  const auto heard = relay.dialogue.wait_for("checkmate");
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->line, "checkmate G*5b");
  relay.dialogue.say("go byoyomi 2000");
  const auto best = relay.dialogue.wait_for("bestmove");
  ASSERT_TRUE(best);
  EXPECT_EQ(best->line, "bestmove G*5b");
}

TEST(RelayErrors, AWrongPathIsSaidToTheGuiBeforeTheEnd) {
  Relay relay("engines:\n  - command: /no/such/engine\n");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(5000)));
  ASSERT_EQ(relay.dialogue.count("info string"), 1);
  const std::string line = relay.dialogue.heard.front().line;
  for (const char* part : {"relay.yaml:2", "engines[1].command", "/no/such/engine"}) {
    EXPECT_NE(line.find(part), std::string::npos) << line;
  }
}

TEST(RelayMembers, AConsensusVotesAsOneEngine) {
  Relay relay("engines:\n" + our_entry() +
              "  - name: Inner\n    consensus: optimistic\n    engines:\n      - command: " +
              ours("gougi-engine") + "\n      - command: " + ours("gougi-random") + "\n");
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("position startpos");
  relay.dialogue.say("go btime 0 wtime 0 byoyomi 500");
  ASSERT_TRUE(relay.dialogue.wait_for("bestmove", Milliseconds(10'000)));
  int votes = 0;
  for (const auto& heard : relay.dialogue.heard) {
    if (heard.line.find("[Inner]") != std::string::npos) ++votes;
    EXPECT_EQ(heard.line.find("no answer"), std::string::npos) << heard.line;
  }
  EXPECT_GE(votes, 1);
}

TEST(RelayErrors, AMistypedKeyIsSaidWithItsLine) {
  Relay relay("consensus: majority\nengins:\n  - command: x\n");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(5000)));
  EXPECT_NE(relay.dialogue.heard.front().line.find("relay.yaml:2"), std::string::npos);
}

TEST(RelayErrors, AWrongPathOfAMemberIsSaidByTheOuterRelay) {
  Relay relay("engines:\n" + our_entry() + "  - engines:\n      - command: /nowhere/engine\n");
  const auto told = relay.dialogue.wait_for("info string");
  ASSERT_TRUE(told);
  EXPECT_NE(told->line.find("relay.yaml:6: engines[2].engines[1].command: "), std::string::npos)
      << told->line;
}

TEST(RelayEnd, QuitLeavesWithinASecond) {
  Relay relay("engines:\n" + our_entry() + our_entry("Second"));
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("position startpos");
  relay.dialogue.say("go infinite");
  const auto said = relay.dialogue.say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(3000)));
  EXPECT_LT(io::EventLoop::now() - said, Milliseconds(1500));
}

#ifdef __linux__
TEST(RelayEnd, EofOfTheGuiLeavesNoProcessBehind) {
  NEEDS(kFairy);
  NEEDS(kGps);
  Relay relay("engines:\n" + fairy_entry() + gps_entry() + our_entry());
  ASSERT_TRUE(relay.handshake());
  relay.dialogue.say("position startpos");
  relay.dialogue.say("go infinite");
  relay.dialogue.listen(Milliseconds(200));
  const auto children = children_of(relay.dialogue.pid());
  EXPECT_EQ(children.size(), 3U);
  relay.dialogue.hang_up();
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(1500)));
  EXPECT_TRUE(all_gone(children, relay.dialogue));
}

TEST(RelayEnd, AKilledRelayLeavesNoProcessBehind) {
  NEEDS(kGps);
  Relay relay("engines:\n" + gps_entry() + our_entry());
  ASSERT_TRUE(relay.handshake());
  const auto children = children_of(relay.dialogue.pid());
  EXPECT_EQ(children.size(), 2U);
  relay.dialogue.kill();
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(1500)));
  EXPECT_TRUE(all_gone(children, relay.dialogue));
}
#endif

}  // namespace
}  // namespace gougi::testing
