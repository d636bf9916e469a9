// SPDX-License-Identifier: MIT
// 対局者交代: who plays, by move number and by the scores of the moves played.
#include <gtest/gtest.h>

#include <limits>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

int seat(std::string_view strategy, const Facts& facts, const std::vector<int>& available) {
  const auto seats = find_strategy(strategy)->seats(facts, available);
  EXPECT_EQ(seats.size(), 1U);
  return seats.front();
}

// --- rotate-plies

int plies_seat(int own_moves, int every, int engines, const std::vector<int>& available) {
  Facts facts;
  facts.own_moves = own_moves;
  facts.engines = engines;
  facts.numbers.change_player_plies = every;
  return seat("rotate-plies", facts, available);
}

TEST(RotatePlies, EachPlaysItsNumberOfOwnMovesThenTheNext) {
  const std::vector three{1, 2, 3};
  const std::vector by_one{1, 2, 3, 1, 2, 3};
  const std::vector by_two{1, 1, 2, 2, 3, 3, 1};
  for (std::size_t i = 0; i < by_one.size(); ++i) {
    EXPECT_EQ(plies_seat(static_cast<int>(i), 1, 3, three), by_one[i]) << i;
  }
  for (std::size_t i = 0; i < by_two.size(); ++i) {
    EXPECT_EQ(plies_seat(static_cast<int>(i), 2, 3, three), by_two[i]) << i;
  }
  EXPECT_EQ(plies_seat(999, 1000, 2, {1, 2}), 1);
  EXPECT_EQ(plies_seat(1000, 1000, 2, {1, 2}), 2);
  EXPECT_EQ(plies_seat(7, 1, 1, {1}), 1);
}

TEST(RotatePlies, AnAbsentEngineIsStoodInForAndShiftsNobody) {
  const std::vector absent_two{1, 3, 3, 1, 3, 3};
  const std::vector absent_three{1, 2, 1, 1, 2, 1};
  for (std::size_t i = 0; i < absent_two.size(); ++i) {
    EXPECT_EQ(plies_seat(static_cast<int>(i), 1, 3, {1, 3}), absent_two[i]) << i;
    EXPECT_EQ(plies_seat(static_cast<int>(i), 1, 3, {1, 2}), absent_three[i]) << i;
    EXPECT_EQ(plies_seat(static_cast<int>(i), 1, 3, {2}), 2) << i;
  }
}

TEST(RotatePlies, WithoutANumberOfEnginesCountsThoseItSees) {
  EXPECT_EQ(plies_seat(1, 1, 0, {1, 2}), 2);
  EXPECT_EQ(plies_seat(2, 1, 0, {1, 2}), 1);
}

TEST(RotatePlies, ThePlayersMoveIsPlayedWhateverTheOthersSay) {
  Council council{{at(1, kA, 900), at(2, kB, 0), at(3, kA, 900)}};
  council.facts.own_moves = 1;
  EXPECT_EQ(winner("rotate-plies", council), 2);
  EXPECT_EQ(reason("rotate-plies", council), "its turn at own move 2, as they change every move");
}

// --- rotate-phase

int phase_seat(int ply, int engines, const std::vector<int>& available) {
  Facts facts;
  facts.ply = ply;
  facts.engines = engines;
  return seat("rotate-phase", facts, available);
}

TEST(RotatePhase, ChangesAtTheFirstPlyOfMiddleAndEndGame) {
  const std::vector three{1, 2, 3};
  EXPECT_EQ(phase_seat(1, 3, three), 1);
  EXPECT_EQ(phase_seat(50, 3, three), 1);
  EXPECT_EQ(phase_seat(51, 3, three), 2);
  EXPECT_EQ(phase_seat(100, 3, three), 2);
  EXPECT_EQ(phase_seat(101, 3, three), 3);
  EXPECT_EQ(phase_seat(400, 3, three), 3);
}

TEST(RotatePhase, WithFewerThanThreeTheLastPlaysOn) {
  EXPECT_EQ(phase_seat(101, 2, {1, 2}), 2);
  EXPECT_EQ(phase_seat(101, 1, {1}), 1);
  EXPECT_EQ(phase_seat(101, 5, {1, 2, 3, 4, 5}), 3);
}

TEST(RotatePhase, AnAbsentEngineIsStoodInFor) {
  EXPECT_EQ(phase_seat(1, 3, {2, 3}), 2);
  EXPECT_EQ(phase_seat(51, 3, {1, 3}), 3);
  EXPECT_EQ(phase_seat(101, 3, {1, 2}), 1);
}

TEST(RotatePhase, TakesTheNumbersAsSet) {
  Facts facts;
  facts.engines = 3;
  facts.numbers.chuuban_start_plies = 10;
  facts.numbers.shuuban_start_plies = 10;  // no middle game
  facts.ply = 9;
  EXPECT_EQ(seat("rotate-phase", facts, {1, 2, 3}), 1);
  facts.ply = 10;
  EXPECT_EQ(seat("rotate-phase", facts, {1, 2, 3}), 3);
}

// --- rotate-drop, rotate-rise

struct Turn {
  int voter;
  std::optional<Score> score;
};

Facts after(const std::vector<Turn>& moves, int engines = 3) {
  Facts facts;
  facts.engines = engines;
  for (const Turn& move : moves) {
    facts.history.push_back({facts.ply, move.voter, move.score});
    facts.ply += 2;
    ++facts.own_moves;
  }
  return facts;
}

int drop_seat(const std::vector<Turn>& moves, const std::vector<int>& available = {1, 2, 3}) {
  return seat("rotate-drop", after(moves), available);
}
int rise_seat(const std::vector<Turn>& moves, const std::vector<int>& available = {1, 2, 3}) {
  return seat("rotate-rise", after(moves), available);
}
Score cp(int value) { return Score::cp(value); }

TEST(RotateOnScore, EngineOneBegins) {
  EXPECT_EQ(drop_seat({}), 1);
  EXPECT_EQ(rise_seat({}), 1);
  EXPECT_EQ(drop_seat({}, {2, 3}), 2);
}

TEST(RotateOnScore, HandsOverAtJustTheLimit) {
  EXPECT_EQ(drop_seat({{1, cp(50)}, {1, cp(-49)}}), 1);
  EXPECT_EQ(drop_seat({{1, cp(50)}, {1, cp(-50)}}), 2);
  EXPECT_EQ(rise_seat({{1, cp(50)}, {1, cp(149)}}), 1);
  EXPECT_EQ(rise_seat({{1, cp(50)}, {1, cp(150)}}), 2);
  EXPECT_EQ(drop_seat({{1, cp(50)}, {1, cp(150)}}), 1);
  EXPECT_EQ(rise_seat({{1, cp(50)}, {1, cp(-50)}}), 1);
}

TEST(RotateOnScore, NeverBeforeTheEngineHasPlayedTwo) {
  EXPECT_EQ(drop_seat({{1, cp(500)}}), 1);
  // Engine 2 begins far below what engine 1 last said.
  EXPECT_EQ(drop_seat({{1, cp(500)}, {1, cp(300)}, {2, cp(-300)}}), 2);
  // Engine 1 is back, and its earlier turn does not count.
  EXPECT_EQ(drop_seat({{1, cp(500)}, {2, cp(0)}, {1, cp(-300)}}), 1);
}

TEST(RotateOnScore, GoesRoundAndRound) {
  EXPECT_EQ(drop_seat({{3, cp(200)}, {3, cp(0)}}), 1);
  EXPECT_EQ(drop_seat({{2, cp(200)}, {2, cp(0)}}), 3);
  EXPECT_EQ(seat("rotate-drop", after({{1, cp(200)}, {1, cp(0)}}, 1), {1}), 1);
}

TEST(RotateOnScore, WithoutAScoreThereIsNoChange) {
  EXPECT_EQ(drop_seat({{1, cp(500)}, {1, std::nullopt}}), 1);
  EXPECT_EQ(drop_seat({{1, std::nullopt}, {1, cp(-500)}}), 1);
}

Score at_least(int value) { return {usi::Centipawns{value}, usi::Bound::kLower}; }
Score at_most(int value) { return {usi::Centipawns{value}, usi::Bound::kUpper}; }

TEST(RotateOnScore, ABoundHandsOverToNobody) {
  EXPECT_EQ(drop_seat({{1, cp(500)}, {1, at_most(0)}}), 1);
  EXPECT_EQ(drop_seat({{1, at_least(500)}, {1, cp(0)}}), 1);
  EXPECT_EQ(rise_seat({{1, cp(0)}, {1, at_least(500)}}), 1);
  EXPECT_EQ(rise_seat({{1, at_most(0)}, {1, cp(500)}}), 1);
  EXPECT_EQ(rise_seat({{1, cp(0)}, {1, Score{usi::Mate{true, 5}, usi::Bound::kLower}}}), 1);
}

TEST(RotateOnScore, ABoundIsPassedOverAndTheExactScoresAroundItAreCompared) {
  EXPECT_EQ(drop_seat({{1, cp(120)}, {1, at_most(4)}, {1, cp(20)}}), 2);
  EXPECT_EQ(drop_seat({{1, cp(120)}, {1, at_most(4)}, {1, at_least(0)}, {1, cp(20)}}), 2);
  EXPECT_EQ(drop_seat({{1, cp(120)}, {1, at_most(4)}, {1, cp(21)}}), 1);
  EXPECT_EQ(rise_seat({{1, cp(-20)}, {1, at_least(4)}, {1, cp(80)}}), 2);
  // Of another engine's turn nothing is compared.
  EXPECT_EQ(drop_seat({{1, cp(500)}, {2, at_most(0)}, {2, cp(-300)}}), 2);
  EXPECT_EQ(drop_seat({{1, cp(500)}, {2, cp(0)}, {1, at_most(0)}, {1, cp(-300)}}), 1);
}

TEST(RotateOnScore, AMateFoundOrLostIsAnyNumberOfCentipawns) {
  EXPECT_EQ(drop_seat({{1, cp(-3000)}, {1, Score::mated_in(9)}}), 2);
  EXPECT_EQ(drop_seat({{1, Score::mate_in(5)}, {1, cp(3000)}}), 2);
  EXPECT_EQ(rise_seat({{1, cp(3000)}, {1, Score::mate_in(9)}}), 2);
  EXPECT_EQ(rise_seat({{1, Score::mated_in(4)}, {1, cp(-3000)}}), 2);
  EXPECT_EQ(drop_seat({{1, Score::mate_in(3)}, {1, Score::mate_in(9)}}), 1);
  EXPECT_EQ(rise_seat({{1, Score::mate_in(9)}, {1, Score::mate_in(3)}}), 1);
}

TEST(RotateOnScore, ScoresOfAnySizeDoNotOverflow) {
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_EQ(drop_seat({{1, cp(kMost)}, {1, cp(-kMost)}}), 2);
  EXPECT_EQ(rise_seat({{1, cp(-kMost)}, {1, cp(kMost)}}), 2);
}

TEST(RotateOnScore, AnAbsentEngineIsStoodInForAndTheStandInPlaysOn) {
  const std::vector<Turn> dropped{{1, cp(200)}, {1, cp(0)}};
  EXPECT_EQ(drop_seat(dropped, {1, 3}), 3);
  EXPECT_EQ(drop_seat(dropped, {1}), 1);
  EXPECT_EQ(drop_seat({{1, cp(0)}}, {2, 3}), 2);
  EXPECT_EQ(drop_seat({{1, cp(0)}, {2, cp(0)}}), 2);
}

TEST(RotateOnScore, MovesThatWereNoEnginesArePassedOver) {
  EXPECT_EQ(drop_seat({{2, cp(200)}, {0, std::nullopt}}), 2);
  EXPECT_EQ(drop_seat({{2, cp(200)}, {0, Score::mate_in(3)}, {2, cp(0)}}), 3);
  EXPECT_EQ(drop_seat({{2, cp(200)}, {4, cp(0)}}), 2);  // the reserve, behind the three
}

TEST(RotateOnScore, DependsOnTheLineOfPlayAlone) {
  // After an undo the history is shorter, and the turn is again what it was.
  const std::vector<Turn> played{{1, cp(200)}, {1, cp(0)}, {2, cp(10)}};
  EXPECT_EQ(drop_seat({played.begin(), played.begin() + 1}), 1);
  EXPECT_EQ(drop_seat({played.begin(), played.begin() + 2}), 2);
  EXPECT_EQ(drop_seat(played), 2);
}

TEST(RotateOnScore, SaysWhy) {
  Council council{{at(2, kA, 0)}, after({{1, cp(200)}, {1, cp(0)}})};
  EXPECT_EQ(reason("rotate-drop", council),
            "its turn, as the last player's value fell by 100 or more");
  EXPECT_EQ(reason_ja("rotate-rise", council), "担当を続行");
}

TEST(RotateOnScore, AmongMoreBallotsTheOneWhoseTurnItIsWins) {
  Council council{{at(1, kA, 0), at(2, kB, 0), at(3, kC, 0)}, after({{1, cp(200)}, {1, cp(0)}})};
  EXPECT_EQ(winner("rotate-drop", council), 2);
  EXPECT_EQ(winner("rotate-rise", council), 1);
}

}  // namespace
}  // namespace gougi::consensus
