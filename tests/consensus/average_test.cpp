// SPDX-License-Identifier: MIT
// 読み筋の評価値の平均で判定: means of MultiPV lines.
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

using shogi::BareMove;

/// Chooses the first line's move, with its score.
Voter listing(int number, std::vector<RankedLine> lines) {
  Voter v = voter(number, lines.front().move, lines.front().score);
  v.ballot->lines = std::move(lines);
  return v;
}

RankedLine line(BareMove move, int cp) { return {move, Score::cp(cp)}; }

struct Played {
  int voter = 0;
  std::optional<usi::Move> move;
  friend bool operator==(const Played&, const Played&) = default;
};

Played average(std::vector<Voter> voters) {
  const auto decided = std::get<Decided>(decide("average", Council{std::move(voters)}));
  return {decided.voter, decided.move};
}

const std::optional<usi::Move> kOwn = std::nullopt;

TEST(Average, OfMovesThatAllButOneRunIntoAMateThatOneIsPlayed) {
  Voter one = at(1, kA, 100);
  one.ballot->lines = {{kA, Score::cp(100)}, {kB, Score::cp(50)}, {kC, Score::cp(-900)}};
  one.walks_into_mate = true;
  one.ballot->lines[1].walks_into_mate = true;
  const Verdict verdict = decide("average", Council{{one}});
  const auto* decided = std::get_if<Decided>(&verdict);
  ASSERT_NE(decided, nullptr);
  EXPECT_EQ(decided->move, usi::Move(kC));
}

TEST(Average, WantsLinesAndAsksNothing) {
  EXPECT_TRUE(find_strategy("average")->wants_lines);
  for (const Strategy& strategy : strategies()) {
    const std::set<std::string_view> compare{"average", "verify", "visits"};
    const bool compares_lines = compare.contains(strategy.identifier);
    EXPECT_EQ(strategy.wants_lines, compares_lines) << strategy.identifier;
  }
}

TEST(Average, TheBestMeanWins) {
  EXPECT_EQ(average({listing(1, {line(kA, 200), line(kB, -300)}),
                     listing(2, {line(kB, 150), line(kA, 100)})}),
            (Played{1, kOwn}));
  EXPECT_EQ(average({listing(1, {line(kA, 200), line(kB, 150)}),
                     listing(2, {line(kB, 150), line(kA, -100)})}),
            (Played{2, kOwn}));
}

TEST(Average, AMoveThatIsNobodysFirstMayWin) {
  EXPECT_EQ(average({listing(1, {line(kA, 200), line(kC, 180), line(kB, -400)}),
                     listing(2, {line(kB, 200), line(kC, 180), line(kA, -400)})}),
            (Played{1, kC}));
}

TEST(Average, ThePlayedBallotIsThatOfWhoChoseTheMove) {
  // Engine 1 lists B first of the winner's listers, engine 2 chose it.
  EXPECT_EQ(average({listing(1, {line(kA, 10), line(kB, 9)}),
                     listing(2, {line(kB, 500), line(kA, -300)})}),
            (Played{2, kOwn}));
}

TEST(Average, AnUnlistedMoveIsALittleWorseThanTheLastListedOne) {
  // For engine 2 A is unlisted: just below its last line at 0, not at its first at 600.
  EXPECT_EQ(average({listing(1, {line(kA, 100), line(kC, 90)}),
                     listing(2, {line(kB, 600), line(kC, 0)})}),
            (Played{2, kOwn}));
  // B is unlisted for engine 1 (about -48 cp at even): C, listed by both, is better.
  EXPECT_EQ(
      average({listing(1, {line(kA, 10), line(kC, 0)}), listing(2, {line(kB, 10), line(kC, 0)})}),
      (Played{1, kC}));
}

TEST(Average, AnEngineWithoutLinesListsItsOwnMove) {
  // Its preference is worth 0.02 in win rate.
  EXPECT_EQ(average({listing(1, {line(kA, 10), line(kB, 5)}), at(2, kB, 300)}), (Played{2, kOwn}));
  EXPECT_EQ(average({listing(1, {line(kA, 300), line(kB, 0)}), at(2, kB, 300)}), (Played{1, kOwn}));
}

TEST(Average, WithoutAnyLinesATieOfPreferencesGoesToTheSmallerNumber) {
  EXPECT_EQ(average({at(1, kA, 0), at(2, kB, 0)}), (Played{1, kOwn}));
  EXPECT_EQ(average({at(1, kA, 0), at(2, kB, 0), at(3, kB, 0)}), (Played{2, kOwn}));
}

TEST(Average, AMissingScoreHasNoOpinion) {
  EXPECT_EQ(average({voter(1, kC), listing(2, {line(kA, 0), line(kB, -10)})}), (Played{2, kOwn}));
  EXPECT_EQ(average({voter(1, kB), listing(2, {line(kA, 0), line(kB, -10)})}), (Played{2, kOwn}));
  EXPECT_EQ(average({voter(1, kA), voter(2, kB)}), (Played{1, kOwn}));
}

TEST(Average, AMoveOfItsOwnThatIsNotAmongItsLinesCountsWithTheBallotsScore) {
  Voter strange = at(2, kB, 100);
  strange.ballot->lines = {line(kA, 100)};
  EXPECT_EQ(average({listing(1, {line(kB, 10), line(kA, 0)}), strange}), (Played{1, kOwn}));
}

TEST(Average, AListedMateBeatsEveryMeanAndTheShorterIsTheBetter) {
  EXPECT_EQ(average({listing(1, {line(kA, 2000), line(kB, 1990)}),
                     listing(2, {{kB, Score::mate_in(7)}, line(kA, 1000)})}),
            (Played{2, kOwn}));
  EXPECT_EQ(average({listing(1, {{kA, Score::mate_in(9)}, line(kB, 1990)}),
                     listing(2, {{kB, Score::mate_in(7)}, line(kA, 1000)})}),
            (Played{2, kOwn}));
}

TEST(Average, AListedMateAgainstItLosesToEveryMean) {
  EXPECT_EQ(average({listing(1, {line(kA, 2000), line(kB, -2000)}),
                     listing(2, {line(kB, -1900), {kA, Score::mated_in(6)}})}),
            (Played{2, kOwn}));
}

TEST(Average, AMoveUnlistedBehindAMateIsNoMate) {
  EXPECT_EQ(average({listing(1, {{kA, Score::mate_in(5)}, {kC, Score::mate_in(7)}}),
                     listing(2, {line(kB, 3000), line(kA, -3000)})}),
            (Played{1, kOwn}));
}

TEST(Average, ComparesOnOneScaleAndByWeight) {
  auto coarse = listing(2, {line(kB, 300), line(kA, 0)});
  coarse.scale.eval_coef = 3000;
  EXPECT_EQ(average({listing(1, {line(kA, 100), line(kB, 0)}), coarse}), (Played{1, kOwn}));
  EXPECT_EQ(average({listing(1, {line(kA, 100), line(kB, 0)}),
                     weighing(4.0, listing(2, {line(kB, 50), line(kA, 0)}))}),
            (Played{2, kOwn}));
}

TEST(Average, AMoveThatWalksIntoMateIsNotTakenFromTheLinesEither) {
  EXPECT_EQ(average({walking_into_mate(at(1, kA, 900)), listing(2, {line(kB, 0), line(kA, 900)})}),
            (Played{2, kOwn}));
  EXPECT_EQ(average({walking_into_mate(at(1, kA, 900)),
                     listing(2, {line(kB, 0), line(kA, 900), line(kC, -5)}),
                     listing(3, {line(kC, 100), line(kA, 900)})}),
            (Played{3, kOwn}));
}

TEST(Average, SaysTheMeanAndWhoListsIt) {
  const Council council{{listing(1, {line(kA, 0), line(kB, -300)}), at(2, kB, -600), voter(3, kA)}};
  EXPECT_EQ(reason("average", council), "best mean: 36.8%, listed by 1 of 2");
  EXPECT_EQ(reason_ja("average", council), "平均で最善：勝率36.8%、2者中1者の読み筋");
}

}  // namespace
}  // namespace gougi::consensus
