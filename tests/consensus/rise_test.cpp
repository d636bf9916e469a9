// SPDX-License-Identifier: MIT
// 2手前の評価値からの上昇分: decision tables.
#include <gtest/gtest.h>

#include "consensus/councils.hpp"

namespace gougi::consensus {
namespace {

Voter rising(int number, shogi::BareMove move, std::optional<Score> before,
             std::optional<Score> now) {
  Voter v = voter(number, move, now);
  v.previous = before;
  return v;
}

Voter rising(int number, shogi::BareMove move, int before, int now) {
  return rising(number, move, Score::cp(before), Score::cp(now));
}

int most(std::vector<Voter> voters) { return winner("optimistic-rise", std::move(voters)); }
int least(std::vector<Voter> voters) { return winner("pessimistic-rise", std::move(voters)); }

TEST(Rise, TakesTheLargestOrTheSmallestDifference) {
  // +10, +40, -20
  const std::vector voters{rising(1, kA, 500, 510), rising(2, kB, -100, -60), rising(3, kC, 20, 0)};
  EXPECT_EQ(most(voters), 2);
  EXPECT_EQ(least(voters), 3);
}

TEST(Rise, ATieGoesToTheSmallerNumber) {
  EXPECT_EQ(most({rising(1, kA, 0, 5), rising(2, kB, -10, 10), rising(3, kC, 80, 100)}), 2);
  EXPECT_EQ(least({rising(1, kA, 0, 5), rising(2, kB, 10, -10), rising(3, kC, 100, 80)}), 2);
}

TEST(Rise, IsComparedOnOneScale) {
  auto coarse = rising(2, kB, 0, 100);  // 100 at 1800 is less than 40 at 600
  coarse.scale.eval_coef = 1800;
  EXPECT_EQ(most({rising(1, kA, 0, 40), coarse}), 1);
  EXPECT_EQ(least({rising(1, kA, 0, 40), coarse}), 2);
}

TEST(Rise, AVoterWithoutAPreviousScoreNeitherWinsNorLoses) {
  EXPECT_EQ(most({rising(1, kA, {}, Score::cp(900)), rising(2, kB, 100, 50)}), 2);
  EXPECT_EQ(least({rising(1, kA, {}, Score::cp(-900)), rising(2, kB, 50, 100)}), 2);
  EXPECT_EQ(most({voter(1, kA), rising(2, kB, Score::cp(5), {}), rising(3, kC, 100, 50)}), 3);
}

TEST(Rise, WithoutAnyPreviousScoreTheFirstWithAScoreIsPlayed) {
  EXPECT_EQ(most({at(1, kA, 0), at(2, kB, 90)}), 1);
  EXPECT_EQ(least({at(1, kA, 0), at(2, kB, -90)}), 1);
  EXPECT_EQ(most({voter(1, kA), at(2, kB, -90)}), 2);
  EXPECT_EQ(most({voter(1, kA), voter(2, kB)}), 1);
}

TEST(Rise, AMateNowStandsBeyondEveryRise) {
  const auto mate = [](int number, int before, int now) {
    return rising(number, kC, Score::mate_in(before), Score::mate_in(now));
  };
  EXPECT_EQ(most({rising(1, kA, -3000, 3000), mate(2, 7, 5)}), 2);
  EXPECT_EQ(least({rising(1, kA, -3000, 3000), mate(2, 7, 5)}), 1);
  EXPECT_EQ(most({mate(1, 5, 9), mate(2, 9, 5), mate(3, 9, 7)}), 2);
  // Without a previous score, too.
  EXPECT_EQ(most({rising(1, kA, 0, 30), voter(2, kB, Score::mate_in(3))}), 2);
}

TEST(Rise, BeingMatedNowStandsBelowEveryRise) {
  EXPECT_EQ(least({rising(1, kA, 3000, -3000), voter(2, kB, Score::mated_in(4))}), 2);
  EXPECT_EQ(most({rising(1, kA, 3000, -3000), voter(2, kB, Score::mated_in(4))}), 1);
  EXPECT_EQ(most({voter(1, kA, Score::mated_in(4)), voter(2, kB, Score::mated_in(10))}), 2);
  EXPECT_EQ(least({voter(1, kA, Score::mated_in(10)), voter(2, kB, Score::mated_in(4))}), 2);
}

TEST(Rise, AMateBeforeIsARiseOrADropBeyondThoseOfCentipawns) {
  const auto saved = rising(1, kA, Score::mated_in(6), Score::cp(-800));
  const auto missed = rising(2, kB, Score::mate_in(7), Score::cp(800));
  const auto up = rising(3, kC, -3000, 3000);
  const auto down = rising(4, kD, 3000, -3000);
  EXPECT_EQ(most({saved, missed, up, down}), 1);
  EXPECT_EQ(least({saved, missed, up, down}), 2);
  EXPECT_EQ(most({missed, down}), 4);
  EXPECT_EQ(most({up, rising(4, kD, Score::mated_in(2), Score::cp(5)),
                  rising(5, kA, Score::mated_in(6), Score::cp(10))}),
            5);
}

TEST(Rise, SaysFromWhatToWhat) {
  EXPECT_EQ(reason("optimistic-rise", {{rising(1, kA, 0, 600), rising(2, kB, 0, 0)}}),
            "highest rise of all: from 50.0% to 73.1%");
  EXPECT_EQ(reason_ja("pessimistic-rise", {{rising(1, kA, 0, 600), rising(2, kB, 0, 0)}}),
            "下降した評価値なし：勝率50.0%から勝率50.0%");
}

TEST(Rise, AFallIsCalledAFallAlsoWhereItIsTheBestOfAll) {
  const Council falling{{rising(1, kA, 0, -300), rising(2, kB, 0, -600)}};
  EXPECT_EQ(reason("optimistic-rise", falling), "smallest fall of all: from 50.0% to 37.8%");
  EXPECT_EQ(reason_ja("optimistic-rise", falling), "最も小さい下降：勝率50.0%から勝率37.8%");
  EXPECT_EQ(reason("pessimistic-rise", falling), "largest fall of all: from 50.0% to 26.9%");
  EXPECT_EQ(reason_ja("pessimistic-rise", falling), "最も大きい下降：勝率50.0%から勝率26.9%");
  EXPECT_EQ(reason("optimistic-rise", {{rising(1, kA, 0, 0), rising(2, kB, 0, -9)}}),
            "no value has risen: from 50.0% to 50.0%");
  // A mate that was lost, one that came nearer, and being mated without a word of before.
  EXPECT_EQ(reason("optimistic-rise", {{rising(1, kA, Score::mate_in(7), Score::cp(600))}}),
            "smallest fall of all: from mate in 7 to 73.1%");
  EXPECT_EQ(reason("optimistic-rise", {{rising(1, kA, Score::mate_in(7), Score::mate_in(5))}}),
            "highest rise of all: from mate in 7 to mate in 5");
  EXPECT_EQ(reason("pessimistic-rise", {{rising(1, kA, Score::mated_in(8), Score::mated_in(6))}}),
            "largest fall of all: from mated in 8 to mated in 6");
  EXPECT_EQ(reason("pessimistic-rise", {{voter(1, kA, Score::mated_in(4))}}),
            "largest fall of all: mated in 4");
}

TEST(Rise, ABoundCountsAsItsNumberAndTheReasonShowsIt) {
  Voter risen = rising(1, kA, 0, 600);
  risen.ballot->score->bound = usi::Bound::kLower;
  Council council{{risen, rising(2, kB, 0, 100)}};
  EXPECT_EQ(winner("optimistic-rise", council), 1);
  EXPECT_EQ(reason("optimistic-rise", council), "highest rise of all: from 50.0% to ≥ 73.1%");
  council.voters.front().previous->bound = usi::Bound::kUpper;
  EXPECT_EQ(reason_ja("optimistic-rise", council), "最も大きい上昇：勝率≤ 50.0%から勝率≥ 73.1%");
}

}  // namespace
}  // namespace gougi::consensus
