// SPDX-License-Identifier: MIT
// Freeze shogi through the relay: what it announces, what each sort of engine is told, and which
// votes count.
#include <gmock/gmock.h>

#include "relay/freeze_stage.hpp"

namespace gougi::relay::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string announced(const std::vector<const char*>& words,
                      settings::Freeze mode = settings::Freeze::kPass) {
  Stage stage(static_cast<int>(words.size()), 0);
  stage.settings.freeze = mode;
  for (std::size_t i = 0; i < words.size(); ++i) announce(stage.children[i], words[i]);
  stage.begin();
  stage.host("usi");
  EXPECT_EQ(stage.said.back(), "usiok");
  return stage.last("FREEZE");
}

TEST(FreezeAnnouncement, IsWhatTheEnginesCanDoTogether) {
  EXPECT_EQ(announced({"OK"}), "FREEZE OK");
  EXPECT_EQ(announced({nullptr, "OK", "NONE"}), "FREEZE OK");
  EXPECT_EQ(announced({"ALLOW_FREEZE", "CAN_FREEZE"}), "FREEZE OK");
  EXPECT_EQ(announced({"ALLOW_FREEZE", nullptr}), "FREEZE ALLOW_FREEZE");
  EXPECT_EQ(announced({"CAN_FREEZE", "IGNORE"}), "FREEZE CAN_FREEZE");
  EXPECT_EQ(announced({"IGNORE", nullptr}), "FREEZE IGNORE");
}

TEST(FreezeAnnouncement, WithoutAnEngineThatCanThereIsNone) {
  EXPECT_EQ(announced({nullptr, nullptr}), "");
  EXPECT_EQ(announced({"NONE", nullptr}), "");
  EXPECT_EQ(announced({"SOMETHING"}), "");
}

TEST(FreezeAnnouncement, OffIsOffAndEmulatedIsEverything) {
  EXPECT_EQ(announced({"OK"}, settings::Freeze::kOff), "");
  EXPECT_EQ(announced({nullptr}, settings::Freeze::kEmulate), "FREEZE OK");
}

TEST(FreezeAnnouncement, WhatAnEngineSaidAtItsLastStartHoldsWhileItStarts) {
  Stage stage(1, 0);
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.without_options = {0};
  environment.remembered_freezes = {FreezeAbility::kOk};
  stage.begin(environment);
  stage.host("usi");
  stage.pass(4000);
  EXPECT_EQ(stage.last("FREEZE"), "FREEZE OK");
  EXPECT_EQ(stage.count("usiok"), 1);
}

// A relay whose engine's last start is remembered like this, and which says this word now.
std::unique_ptr<Stage> remembered(FreezeAbility before, const char* now) {
  auto stage = std::make_unique<Stage>(1, 0);
  stage->children[0].says_usiok = false;
  announce(stage->children[0], now);
  Environment environment;
  environment.without_options = {0};
  environment.remembered_freezes = {before};
  stage->begin(environment);
  stage->host("usi");
  return stage;
}

TEST(FreezeAnnouncement, AStaleWordIsCorrectedOnceTheEngineHasStarted) {
  auto stage = remembered(FreezeAbility::kOk, "IGNORE");
  EXPECT_EQ(stage->last("FREEZE"), "FREEZE OK");
  stage->child(0, "usiok");
  EXPECT_EQ(stage->last("FREEZE"), "FREEZE IGNORE");
  EXPECT_EQ(stage->count("FREEZE"), 2);
  EXPECT_EQ(stage->count("info string E1 (E1) says FREEZE IGNORE: the whole is FREEZE IGNORE, not "
                         "OK as shown"),
            1);
}

TEST(FreezeAnnouncement, AnEngineThatHasLearnedIsCorrectedToo) {
  auto stage = remembered(FreezeAbility::kNone, "OK");
  EXPECT_EQ(stage->count("FREEZE"), 0);
  stage->child(0, "usiok");
  EXPECT_EQ(stage->last("FREEZE"), "FREEZE OK");
  EXPECT_TRUE(stage->has("FREEZE OK, not NONE as shown"));
}

TEST(FreezeAnnouncement, AWordThatStillHoldsIsSaidOnce) {
  for (const auto before : {FreezeAbility::kOk, FreezeAbility::kNone}) {
    const bool ok = before == FreezeAbility::kOk;
    auto stage = remembered(before, ok ? "OK" : nullptr);
    stage->child(0, "usiok");
    EXPECT_EQ(stage->count("FREEZE"), ok ? 1 : 0);
    EXPECT_FALSE(stage->has("as shown"));
  }
}

TEST(FreezeAnnouncement, WhatTheConfigurationSetsHoldsForARememberedWordToo) {
  Stage stage(1, 0);
  stage.settings.engines[0].options = {{"Freeze", "NONE"}};
  stage.children[0].says_usiok = false;
  Environment environment;
  environment.remembered_options = {
      {*usi::parse_option("option name Freeze type combo default OK var NONE var OK")}};
  environment.remembered_freezes = {FreezeAbility::kOk};
  stage.begin(environment);
  stage.host("usi");
  EXPECT_EQ(stage.count("usiok"), 1);
  EXPECT_EQ(stage.count("FREEZE"), 0);
}

TEST(FreezeAnnouncement, AStaleWordIsForgottenWhereTheEngineStartsAgain) {
  auto stage = remembered(FreezeAbility::kOk, nullptr);
  stage->child(0, "usiok");
  stage->end_child(0);
  stage->host("usi");                               // while it is down
  EXPECT_EQ(stage->last("FREEZE"), "FREEZE NONE");  // the correction
  EXPECT_EQ(stage->count("FREEZE"), 2);
}

// What a child with this word is told of this position.
std::string line_told(const char* word, const std::string& position) {
  Stage stage(1, 0);
  announce(stage.children[0], word);
  stage.children[0].on_go = {"bestmove resign"};
  stage.begin_game();
  stage.host(position);
  stage.host(kGoASecond);
  expect_fit(stage.children[0], word);
  return stage.children[0].last("position");
}

constexpr const char* kPlainAfterTwo =
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 3c3d";
constexpr const char* kPlainAfterOne =
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

TEST(FreezePositions, EveryEngineIsToldWhatItCanRead) {
  const std::string own = "position startpos z3Z3 moves 7g7fzG 3c3d";
  EXPECT_EQ(line_told(nullptr, own), kPlainAfterTwo);
  EXPECT_EQ(line_told("NONE", own), kPlainAfterTwo);
  for (const char* word : {"IGNORE", "ALLOW_FREEZE", "OK", "CAN_FREEZE"}) {
    EXPECT_EQ(line_told(word, own), "position startpos moves 7g7fzG 3c3d z3Z2") << word;
  }
}

TEST(FreezePositions, WhatItIsFrozenByIsHiddenFromWhoDoesNotAcceptIt) {
  const std::string frozen = "position startpos moves 7g7fzG z3Z2";
  EXPECT_EQ(line_told(nullptr, frozen), kPlainAfterOne);
  EXPECT_EQ(line_told("OK", frozen), frozen);
  EXPECT_EQ(line_told("ALLOW_FREEZE", frozen), frozen);
  EXPECT_EQ(line_told("IGNORE", frozen), frozen);
  // Who is frozen may not freeze back, so it has no freeze now.
  EXPECT_EQ(line_told("CAN_FREEZE", frozen), std::string(kPlainAfterOne) + " z0Z2");
  EXPECT_EQ(line_told("CAN_FREEZE", "position startpos z3Z3 moves 7g7fzG 3c3d 2g2f"),
            std::string(kPlainAfterOne) + " moves 3c3d 2g2f z3Z2");
}

TEST(FreezePositions, WithoutAFreezePlayedThePlainEngineHasTheWholeHistory) {
  EXPECT_EQ(line_told(nullptr, "position startpos z3Z3 moves 7g7f 3c3d"),
            "position startpos moves 7g7f 3c3d");
  EXPECT_EQ(line_told(nullptr, "position startpos z3Z3"), "position startpos");
  EXPECT_EQ(line_told("OK", "position startpos z3Z3"), "position startpos z3Z3");
}

TEST(FreezePositions, OrdinaryShogiIsToldAsEver) {
  for (const char* word : kFreezeWords) {
    EXPECT_EQ(line_told(word, "position startpos moves 7g7f"), "position startpos moves 7g7f");
  }
}

TEST(FreezePositions, OffKnowsNoFreeze) {
  Stage stage(1, 0);
  stage.settings.freeze = settings::Freeze::kOff;
  announce(stage.children[0], "OK");
  stage.begin_game();
  stage.host("position startpos z3Z3");
  EXPECT_TRUE(stage.has("freeze: off"));
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove resign");
  EXPECT_EQ(stage.children[0].count("go"), 0);
}

TEST(FreezePositions, CountsThatContradictTheMovesAreToldAndTheLaterHold) {
  Stage stage(1, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_go = {"bestmove 3c3d"};
  stage.begin_game();
  stage.host("position startpos z3Z3 moves 7g7fzG z1Z1");
  EXPECT_TRUE(stage.has("do not agree"));
  stage.host(kGoASecond);
  EXPECT_EQ(stage.children[0].last("position"), "position startpos moves 7g7fzG z1Z1");
  EXPECT_EQ(stage.count("bestmove"), 1);
}

TEST(FreezeNum, HoldsWhereThePositionGivesNoCountsAndIsPassedOn) {
  Stage stage(3, 0);
  announce(stage.children[0], "OK");
  announce(stage.children[1], "IGNORE");
  for (auto& child : stage.children) child.on_go = {"bestmove 7g7f"};
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.host("FREEZENUM z2Z1");
  stage.host("usinewgame");
  stage.host("position startpos");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.children[0].last("FREEZENUM"), "FREEZENUM z2Z1");
  EXPECT_EQ(stage.children[1].last("FREEZENUM"), "FREEZENUM z2Z1");
  EXPECT_EQ(stage.children[2].last("FREEZENUM"), "");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos z2Z1");
  EXPECT_EQ(stage.children[2].last("position"), "position startpos");
  stage.host("position startpos z0Z0");  // ordinary shogi after all
  stage.host(kGoASecond);
  EXPECT_EQ(stage.children[0].last("FREEZENUM"), "FREEZENUM z0Z0");
  EXPECT_EQ(stage.children[0].last("position"), "position startpos");
  stage.host("isready");  // of another game
  stage.host("position startpos");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.children[0].last("position"), "position startpos");
  EXPECT_EQ(stage.count("bestmove"), 3);
}

TEST(FreezeNum, WhatCannotBeReadIsToldAndChangesNothing) {
  Stage stage(1, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_go = {"bestmove 7g7f"};
  stage.begin();
  stage.host("usi");
  stage.host("isready");
  stage.host("FREEZENUM z2Z1");
  for (const char* wrong : {"z3", "zaZb", "z3Z10000", "z3Z3 x", "Z3z3"}) {
    const int before = stage.count("info string FREEZENUM: ");
    stage.host("FREEZENUM " + std::string(wrong));
    EXPECT_EQ(stage.count("info string FREEZENUM: "), before + 1) << wrong;
  }
  stage.host("position startpos");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.children[0].last("position"), "position startpos z2Z1");
}

TEST(FreezeNum, IsNotDroppedInSilenceWhereFreezesAreOff) {
  Stage stage(1, 0);
  stage.settings.freeze = settings::Freeze::kOff;
  stage.begin_game();
  stage.host("FREEZENUM z0Z0");
  EXPECT_FALSE(stage.has("FREEZENUM"));
  stage.host("FREEZENUM");
  stage.host("FREEZENUM z3Z3");
  EXPECT_EQ(stage.count("info string FREEZENUM is ignored"), 1);
}

// A council of engines with these words that say this; the answer.
struct Said {
  const char* word;
  const char* move;
};
class FreezeVote : public ::testing::Test {
 protected:
  void council(const std::vector<Said>& says, const std::string& position,
               settings::FreezeVote vote = settings::FreezeVote::kExact) {
    stage = std::make_unique<Stage>(static_cast<int>(says.size()), 0);
    stage->settings.freeze_vote = vote;
    for (std::size_t i = 0; i < says.size(); ++i) {
      ModelChild& child = stage->children[i];
      announce(child, says[i].word);
      const std::string move = says[i].move;
      child.on_go = {"info depth 7 score cp " + std::to_string(10 * (i + 1)) + " pv " + move,
                     "bestmove " + move};
    }
    Environment recorded;
    recorded.record_since = WallTime(Milliseconds(0));
    stage->begin(recorded);
    stage->host("usi");
    stage->host("isready");
    stage->host("usinewgame");
    stage->said.clear();
    stage->host(position);
    stage->host(kGoASecond);
    EXPECT_EQ(stage->count("bestmove"), 1);
  }
  std::string answer() const { return stage->last("bestmove"); }
  std::string record() const { return stage->recorded.back(); }

  std::unique_ptr<Stage> stage;
};

constexpr const char* kThreeEach = "position startpos z3Z3";
constexpr const char* kPawnsFrozen = "position startpos moves 7g7fzP z3Z2";

TEST_F(FreezeVote, AMoveWithAFreezeIsAnotherCandidate) {
  council({{nullptr, "7g7f"}, {"OK", "7g7fzG"}, {"OK", "7g7fzG"}}, kThreeEach);
  EXPECT_THAT(answer(), StartsWith("bestmove 7g7fzG"));
  EXPECT_TRUE(stage->has("pv 7g7fzG"));
  EXPECT_TRUE(stage->has("[X] bestmove 7g7f ["));
  council({{nullptr, "7g7f"}, {nullptr, "7g7f"}, {"OK", "7g7fzG"}}, kThreeEach);
  EXPECT_EQ(answer(), "bestmove 7g7f");
}

TEST_F(FreezeVote, PooledTheMoveIsVotedForAndWhoCanFreezeSaysWithWhat) {
  council({{nullptr, "7g7f"}, {nullptr, "7g7f"}, {"OK", "7g7fzG"}, {"OK", "2g2fzS"}}, kThreeEach,
          settings::FreezeVote::kPooled);
  EXPECT_THAT(answer(), StartsWith("bestmove 7g7fzG"));
  EXPECT_TRUE(stage->has("pv 7g7fzG"));
  EXPECT_EQ(stage->count("info string [O] bestmove 7g7f"), 3);
  EXPECT_THAT(record(), HasSubstr("\"voted\":\"7g7f\""));
  EXPECT_THAT(record(), HasSubstr("\"bestmove\":\"7g7fzG\""));
}

TEST_F(FreezeVote, WhatIsFrozenIsNotPlayedAndTheVoteSaysWhy) {
  council({{nullptr, "3c3d"}, {"IGNORE", "3c3d"}, {"OK", "8b4b"}}, kPawnsFrozen);
  EXPECT_EQ(answer(), "bestmove 8b4b");
  EXPECT_EQ(stage->count("info string [X] bestmove 3c3d [void: moves what is frozen]"), 2);
  EXPECT_THAT(record(), HasSubstr("\"void\":\"moves what is frozen\""));
  EXPECT_EQ(stage->children[0].starts_seen, 1);  // it is no bad engine for it
}

TEST_F(FreezeVote, WhatMayNotBeFrozenIsVoidWithItsReason) {
  council({{"OK", "8b4bzG"}, {"OK", "8b4b"}}, kPawnsFrozen);
  EXPECT_TRUE(stage->has("[void: freezes back]"));
  EXPECT_EQ(answer(), "bestmove 8b4b");
  council({{"OK", "7g7fzG"}, {"OK", "2g2f"}}, "position startpos z3Z0");
  EXPECT_TRUE(stage->has("[void: no freeze is left]"));
  EXPECT_EQ(answer(), "bestmove 2g2f");
  council({{"OK", "7g7fzB+"}, {"OK", "2g2f"}}, kThreeEach);
  EXPECT_TRUE(stage->has("[void: freezes what the opponent has not]"));
  EXPECT_EQ(answer(), "bestmove 2g2f");
  council({{"OK", "7g7fzG"}, {"OK", "2g2f"}}, "position startpos");
  EXPECT_TRUE(stage->has("[void: a freeze in ordinary shogi]"));
  EXPECT_EQ(answer(), "bestmove 2g2f");
  EXPECT_EQ(stage->children[0].starts_seen, 1);
}

TEST_F(FreezeVote, WhoSaysThatItDeclaresNoneButDoesIsJudgedByTheRules) {
  council({{"ALLOW_FREEZE", "7g7fzG"}}, kThreeEach);
  EXPECT_EQ(answer(), "bestmove 7g7fzG");
}

TEST_F(FreezeVote, AllVoidLeavesALegalMove) {
  council({{nullptr, "3c3d"}, {"CAN_FREEZE", "3c3d"}}, kPawnsFrozen);
  const shogi::Game game = game_of(kPawnsFrozen);
  const auto move = usi::parse_move(std::string_view(answer()).substr(9));
  ASSERT_TRUE(move);
  EXPECT_TRUE(game.freeze_position().is_legal(move->of_shogi()));
}

TEST_F(FreezeVote, WithoutALegalMoveUnderTheFreezeTheGameIsLost) {
  // The king alone can move, and it is frozen.
  council({{"OK", "5a5b"}}, "position sfen 4k4/9/9/9/9/9/9/9/4K4 w - 2 zK z0Z2");
  EXPECT_EQ(answer(), "bestmove resign");
  EXPECT_EQ(stage->children[0].count("go"), 0);
}

TEST_F(FreezeVote, AFreezeThatLeavesNoMoveWinsBeforeAllOtherVotes) {
  council({{"OK", "5i4hzK"}, {nullptr, "5i5h"}, {nullptr, "5i5h"}},
          "position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 z0Z1");
  EXPECT_EQ(answer(), "bestmove 5i4hzK");
  EXPECT_TRUE(stage->has("5i4hzK"));
}

TEST_F(FreezeVote, APlainGuiSeesNothingOfIt) {
  council({{"OK", "7g7f"}, {nullptr, "7g7f"}}, "position startpos");
  for (const std::string& line : stage->said) {
    EXPECT_EQ(line.find_first_of('z'), std::string::npos) << line;
  }
  EXPECT_EQ(record().find("declares_freezes"), std::string::npos);
}

TEST(FreezePonder, TheExpectedReplyMayFreeze) {
  Stage stage(2, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_go = {"bestmove 7g7fzG ponder 3c3d"};
  stage.children[1].on_go = {"bestmove 2g2f ponder 8c8d"};
  stage.begin_game();
  stage.host("setoption name USI_Ponder value true");
  stage.host(kThreeEach);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzG ponder 3c3d");
  stage.children[0].on_go = {};
  stage.children[1].on_go = {};
  stage.children[0].on_stop = {"bestmove 2g2f"};
  stage.children[1].on_stop = {"bestmove 2g2f"};
  stage.host("position startpos moves 7g7fzG 3c3d 6i7h 8c8dzS z2Z2");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.children[0].last("position"),
            "position startpos moves 7g7fzG 3c3d 6i7h 8c8dzS z2Z2");
  EXPECT_EQ(complaint_about(stage.children[1].last("position"), FreezeAbility::kNone), "");
  // Another reply came: the search is stopped, and its answer is nobody's.
  const int before = stage.count("bestmove");
  stage.host("stop");
  EXPECT_EQ(stage.count("bestmove"), before + 1);
  stage.children[0].on_go = {"bestmove 2g2fzR ponder 8d8e"};
  stage.children[1].on_go = {"bestmove 2g2f"};
  stage.host("position startpos moves 7g7fzG 3c3d 6i7h 8c8d z3Z2");
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2fzR ponder 8d8e");
  EXPECT_EQ(stage.count("bestmove"), before + 2);
}

TEST(FreezePonder, APonderHitPlaysOn) {
  Stage stage(1, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_ponderhit = {"bestmove 2g2f ponder 8d8ezP"};
  stage.begin_game();
  stage.host("setoption name USI_Ponder value true");
  stage.host("position startpos moves 7g7f 8c8dzS z2Z3");
  stage.host("go ponder btime 0 wtime 0 byoyomi 1000");
  EXPECT_EQ(stage.count("bestmove"), 0);
  stage.host("ponderhit");
  EXPECT_EQ(stage.last("bestmove"), "bestmove 2g2f ponder 8d8ezP");
}

TEST(FreezePonder, AReplyThatWouldBreakTheFreezeIsNotExpected) {
  Stage stage(1, 0);
  announce(stage.children[0], "OK");
  stage.children[0].on_go = {"info depth 3 score cp 5 pv 7g7fzP 3c3d",
                             "bestmove 7g7fzP ponder 3c3d"};
  stage.begin_game();
  stage.host("setoption name USI_Ponder value true");
  stage.host(kThreeEach);
  stage.host(kGoASecond);
  EXPECT_EQ(stage.last("bestmove"), "bestmove 7g7fzP");
  EXPECT_TRUE(stage.has(" pv 7g7fzP"));
  EXPECT_FALSE(stage.has(" pv 7g7fzP 3c3d"));
}

// What is answered where a mate solver with this word says this, and the voter moves its king.
std::string with_solver(const std::string& position, const char* word, const std::string& mate,
                        const char* voters_word = nullptr) {
  Stage stage(1, 1);
  announce(stage.children[0], voters_word);
  announce(stage.children[1], word);
  stage.children[1].on_go = {mate};
  stage.begin_game();
  stage.host(position);
  stage.host(kGoASecond);
  if (stage.count("bestmove") == 0) stage.child(0, "bestmove 5i5h");
  expect_fit(stage.children[1], word);
  const std::string answer = stage.last("bestmove");
  return answer.substr(0, answer.find(" ponder"));
}

TEST(FreezeMates, APlainSolversProofHoldsOnlyWhereTheDefenderCannotFreeze) {
  const std::string board = "position sfen 5k3/9/4P1P2/9/9/9/9/9/4K4 b 2G 1";
  const std::string three = "checkmate G*5b 4a3a G*3b";
  EXPECT_EQ(with_solver(board, nullptr, three), "bestmove G*5b");
  EXPECT_EQ(with_solver(board + " z0Z3", nullptr, three), "bestmove G*5b");
  EXPECT_EQ(with_solver(board + " z1Z3", nullptr, three), "bestmove 5i5h");  // it freezes golds
  EXPECT_EQ(with_solver(board + " z1Z3", "OK", three), "bestmove G*5b");
}

TEST(FreezeMates, NoDefenceComesBehindAMateInOne) {
  const std::string board = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1 z3Z3";
  EXPECT_EQ(with_solver(board, nullptr, "checkmate G*5b"), "bestmove G*5b");
}

TEST(FreezeMates, AFrozenMateIsNone) {
  // Golds are frozen: the solver does not know it.
  const std::string frozen = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 2 zG z1Z3";
  EXPECT_EQ(with_solver(frozen, nullptr, "checkmate G*5b"), "bestmove 5i5h");
}

TEST(FreezeMates, ASolverThatKnowsFreezesMatesByThem) {
  const std::string board = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 z0Z1";
  for (const char* declares : {"OK", "CAN_FREEZE"}) {
    EXPECT_EQ(with_solver(board, "OK", "checkmate 5i4izK", declares), "bestmove 5i4izK");
  }
}

TEST(FreezeMates, GoMateAnswersWithTheSolversFreezes) {
  for (const char* word : {"OK", "NONE"}) {
    Stage stage(1, 1);
    announce(stage.children[0], word);
    announce(stage.children[1], "OK");
    stage.children[1].on_go = {"checkmate 5i4izK"};
    stage.begin_game();
    stage.host("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 z0Z1");
    stage.host("go mate 1000");
    EXPECT_EQ(stage.last("checkmate"), "checkmate 5i4izK") << word;
  }
}

TEST(FreezeMates, NoFreezeIsPlayedWhereNoneWasAnnounced) {
  const std::string board = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 z0Z1";
  for (const char* other : {static_cast<const char*>(nullptr), "NONE", "IGNORE", "ALLOW_FREEZE"}) {
    EXPECT_EQ(with_solver(board, "OK", "checkmate 5i4izK", other), "bestmove 5i5h");
  }
}

}  // namespace
}  // namespace gougi::relay::testing
