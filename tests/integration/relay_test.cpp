// SPDX-License-Identifier: MIT
// The real `gougi` executable with real engines, ours and Debian's.
#include "integration/relay.hpp"

#include <gtest/gtest.h>

namespace gougi::testing {
namespace {

void expect_a_whole_game(Relay& relay) {
  ASSERT_TRUE(relay.handshake());
  const Played played = play_in_time(relay);
  EXPECT_TRUE(played.ended_well()) << played.ending;
  EXPECT_GE(played.game.moves().size(), 20U);
  EXPECT_EQ(played.late, 0) << "slowest " << played.slowest.count() << " ms";
  std::printf("%zu moves, %s, slowest answer %lld ms of 100\n", played.game.moves().size(),
              played.ending.c_str(), static_cast<long long>(played.slowest.count()));
}

TEST(RelayWithRealEngines, AMajorityOfThreePlaysAWholeGame) {
  NEEDS(kFairy);
  NEEDS(kGps);
  Relay relay("consensus: majority\nlanguage: en\nengines:\n" + fairy_entry() + gps_entry() +
              our_entry());
  expect_a_whole_game(relay);
}

TEST(RelayWithRealEngines, AnOptimisticConsensusPlaysAWholeGame) {
  NEEDS_PATIENCE();
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
  const std::string engine = base::to_utf8(std::filesystem::absolute("no-such-engine"));
  Relay relay("engines:\n  - command: '" + engine + "'\n");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(5000)));
  ASSERT_EQ(relay.dialogue.count("info string"), 1);
  const std::string line = relay.dialogue.heard.front().line;
  for (const std::string& part :
       {std::string("relay.yaml:2"), std::string("engines[1].command"), engine}) {
    EXPECT_NE(line.find(part), std::string::npos) << line;
  }
}

TEST(RelayErrors, AWrongPathOfAnOldConfigurationIsSaidInItsWords) {
  const Folder folder;
  Dialogue relay(program_path("gougi"),
                 {"--config",
                  folder.write("old.config",
                               "Gougi.Type=majority\nEngine1.Path=" + program_path("gougi-random") +
                                   "\nEngine4.Path=/no/such engine\nEngine5.Path=\n")});
  const auto told = relay.wait_for("info string");
  ASSERT_TRUE(told);
  EXPECT_NE(told->line.find("old.config:3: Engine4.Path: "), std::string::npos) << told->line;
  EXPECT_EQ(told->line.find("engines["), std::string::npos) << told->line;
}

TEST(RelayHandshake, OptionsOfTheLastStartAreShownWhileTheEngineStillStarts) {
  const Folder folder;
  const std::string config = folder.write(
      "relay.yaml", "language: en\nengines:\n  - command: ['" + program_path("scripted-engine") +
                        "', --option, 'name Depth type spin default 1 min 1 max 9', "
                        "--usi-delay-ms, '5000']\n");
  for (const bool first : {true, false}) {
    Dialogue relay(program_path("gougi"), {"--config", config},
                   {{"XDG_CACHE_HOME", base::to_utf8(folder.path())},
                    {"LOCALAPPDATA", base::to_utf8(folder.path())}});
    relay.say("usi");
    ASSERT_TRUE(relay.wait_for("usiok"));
    EXPECT_EQ(relay.count("info string E1"), first ? 1 : 0) << "has not answered yet";
    EXPECT_EQ(relay.count("option name E1_Depth type spin default 1 min 1 max 9"), first ? 0 : 1);
    relay.say("setoption name E1_Depth value 4");
    relay.say("isready");
    ASSERT_TRUE(relay.wait_for("readyok", Milliseconds(60'000)));
    relay.say("getoption E1_Depth");
    EXPECT_TRUE(relay.wait_for("Options[E1_Depth] == 4"));
    EXPECT_EQ(relay.count("info string E1 (Scripted) has other options"), first ? 1 : 0);
    relay.say("quit");
    EXPECT_TRUE(relay.wait_exit(Milliseconds(5000)));
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
  StandstillWatch machine;
  const auto said = relay.dialogue.say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(3000)));
  const auto ended = io::EventLoop::now();
  EXPECT_LT(ended - said - machine.stood_still(said, ended), Milliseconds(1000));
}

}  // namespace
}  // namespace gougi::testing
