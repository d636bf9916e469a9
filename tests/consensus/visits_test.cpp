// SPDX-License-Identifier: MIT
// 訪問数と勝率の合議: what visits and win rates come to together.
#include <gtest/gtest.h>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

Voter visiting(int number, shogi::BareMove move, std::vector<MoveVisits> visits) {
  Voter v = at(number, move, 0);
  v.ballot->visits = std::move(visits);
  for (const MoveVisits& each : v.ballot->visits) {
    v.ballot->lines.push_back({each.move, Score::cp(0)});
  }
  return v;
}

Voter listing(int number, std::vector<RankedLine> lines) {
  Voter v = voter(number, lines.front().move, lines.front().score);
  v.ballot->lines = std::move(lines);
  return v;
}

/// What is played, and the number of whose ballot it is.
struct Played {
  usi::Move move;
  int voter = 0;
  friend bool operator==(const Played&, const Played&) = default;
};

Played played(std::vector<Voter> voters, double temperature = 0.05) {
  Council council{std::move(voters)};
  council.facts.numbers.temperature = temperature;
  const Verdict verdict = decide("visits", council);
  const auto& decided = std::get<Decided>(verdict);
  for (const Voter& voter : council.voters) {
    if (voter.number != decided.voter) continue;
    const auto own = std::get<usi::Move>(voter.ballot->choice);
    return {decided.move.value_or(own), decided.voter};
  }
  return {};
}

TEST(Visits, AMoveThatRunsIntoAMateIsNotPlayedWhileAnotherRemains) {
  Voter one = listing(1, {{kA, Score::cp(100)}, {kC, Score::cp(99)}});
  Voter two = listing(2, {{kB, Score::cp(100)}, {kC, Score::cp(99)}});
  ASSERT_EQ(played({one, two}).move, kC);
  for (Voter* each : {&one, &two}) each->ballot->lines[1].walks_into_mate = true;
  EXPECT_EQ(played({one, two}).move, kA);
  one.walks_into_mate = two.walks_into_mate = true;  // all do
  EXPECT_EQ(played({one, two}).move, kC);
}

TEST(Visits, VisitsDivideWhatAVoterGives) {
  // A 0.6, B 0.4 and 0.55 of the second's: 0.45 of A.
  EXPECT_EQ(
      played({visiting(1, kA, {{kA, 600}, {kB, 400}}), visiting(2, kB, {{kB, 55}, {kA, 45}})}),
      (Played{kA, 1}));
  EXPECT_EQ(
      played({visiting(1, kA, {{kA, 600}, {kB, 400}}), visiting(2, kB, {{kB, 65}, {kA, 35}})}),
      (Played{kB, 2}));
}

TEST(Visits, TheSecondMoveOfAllMayBePlayedThoughNobodyChoseIt) {
  EXPECT_EQ(played({visiting(1, kA, {{kA, 50}, {kB, 45}, {kC, 5}}),
                    visiting(2, kC, {{kC, 50}, {kB, 45}, {kA, 5}})}),
            (Played{kB, 1}));
}

TEST(Visits, WithoutVisitsAVoterGivesByTheWinRatesOfItsLines) {
  // 600 cp are 73 %, 0 are 50 %: at 0.23 in win rate e to 1.
  const auto alpha_beta = listing(2, {{kB, Score::cp(600)}, {kA, Score::cp(0)}});
  EXPECT_EQ(played({visiting(1, kA, {{kA, 60}, {kB, 40}}), alpha_beta}), (Played{kB, 2}));
  EXPECT_EQ(played({visiting(1, kA, {{kA, 90}, {kB, 10}}), alpha_beta}, 0.5), (Played{kA, 1}));
}

TEST(Visits, WithoutLinesAVoterGivesAllToItsMove) {
  EXPECT_EQ(played({visiting(1, kA, {{kA, 90}, {kB, 10}}), at(2, kB, -500)}), (Played{kB, 2}));
  EXPECT_EQ(played({visiting(1, kA, {{kA, 90}, {kB, 10}}), voter(2, kB)}), (Played{kB, 2}));
}

TEST(Visits, WinRatesAreOnOneScale) {
  auto coarse = listing(2, {{kB, Score::cp(600)}, {kA, Score::cp(0)}});
  coarse.scale.eval_coef = 60'000;
  EXPECT_EQ(played({visiting(1, kA, {{kA, 60}, {kB, 40}}), coarse}), (Played{kA, 1}));
}

TEST(Visits, WeightsCount) {
  const auto mcts = visiting(1, kA, {{kA, 60}, {kB, 40}});
  EXPECT_EQ(played({weighing(6.0, mcts), at(2, kB, 0)}), (Played{kA, 1}));
  EXPECT_EQ(played({weighing(4.0, mcts), at(2, kB, 0)}), (Played{kB, 2}));
}

TEST(Visits, TiesGoToTheMoveOfTheSmallerNumber) {
  EXPECT_EQ(played({at(1, kB, 0), at(2, kA, 300)}), (Played{kB, 1}));
  EXPECT_EQ(played({visiting(1, kB, {{kB, 5}, {kA, 5}}), visiting(2, kA, {{kA, 5}, {kB, 5}})}),
            (Played{kB, 1}));
}

TEST(Visits, WhatWentToMovesThatNobodyListsIsLost) {
  auto mcts = visiting(1, kA, {{kA, 40}, {kB, 10}});
  mcts.ballot->visits.push_back({kC, 50});
  EXPECT_EQ(played({mcts, listing(2, {{kB, Score::cp(0)}, {kA, Score::cp(0)}})}), (Played{kA, 1}));
  EXPECT_EQ(reason("visits", Council{{mcts}}),
            "40.0% of all votes: engine 1 40.0% of its visits; the next move 10.0%");
}

TEST(Visits, AMateThatSomebodySeesIsPlayed) {
  EXPECT_EQ(played({visiting(1, kA, {{kA, 100}}), voter(2, kB, Score::mate_in(7)),
                    voter(3, kC, Score::mate_in(5))}),
            (Played{kC, 3}));
}

TEST(Visits, ALineThatIsMatedGetsNothing) {
  const auto cautious = listing(2, {{kB, Score::cp(-900)}, {kA, Score::mated_in(4)}});
  EXPECT_EQ(played({visiting(1, kA, {{kA, 60}, {kB, 40}}), cautious}, 10.0), (Played{kB, 2}));
}

TEST(Visits, WhatWalksIntoMateIsNotTakenFromTheLinesEither) {
  EXPECT_EQ(played({walking_into_mate(at(1, kA, 0)), visiting(2, kB, {{kA, 90}, {kB, 10}})}),
            (Played{kB, 2}));
}

TEST(Visits, SaysWhoGivesWhat) {
  const Council council{{visiting(1, kA, {{kA, 75}, {kB, 25}}), at(2, kB, 0), at(3, kA, 0)}};
  EXPECT_EQ(reason("visits", council),
            "58.3% of all votes: engine 1 75.0% of its visits, engine 2 0.0%, engine 3 100.0%; the "
            "next move 41.7%");
  EXPECT_EQ(
      reason_ja("visits", council),
      "全票の58.3%：エンジン1は訪問数の75.0%、エンジン2は0.0%、エンジン3は100.0%、次点の手は41.7%");
}

TEST(Visits, NamesWhomItKnowsAndSaysHowATieIsBroken) {
  Council council{{at(1, kA, 0), at(2, kB, 0)}};
  council.facts.members = {{.number = 1, .name = "水匠"}, {.number = 2}};
  EXPECT_EQ(
      reason("visits", council),
      "50.0% of all votes: 水匠 100.0%, engine 2 0.0%; the next move 50.0%, a tie, which goes "
      "to the smaller number");
  EXPECT_EQ(reason_ja("visits", council),
            "全票の50.0%：水匠は100.0%、エンジン2は0.0%、次点の手は50.0%、同率のため番号の小さい"
            "エンジンの手");
}

TEST(Visits, AsksOfWhoTellsVisitsMoreLinesThanOfOthers) {
  EXPECT_GT(find_strategy("visits")->visit_lines, find_strategy("visits")->lines);
}

}  // namespace
}  // namespace gougi::consensus
