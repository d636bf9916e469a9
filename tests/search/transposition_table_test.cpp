// SPDX-License-Identifier: MIT
#include "search/transposition_table.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace gougi::search {
namespace {

const shogi::BareMove kMove =
    shogi::BareMove::board(shogi::Square::of(7, 7), shogi::Square::of(7, 6));

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table;
  table.resize(1);
  table.store(0x123456789ABCDEF0, {kMove, -1234, 567, 12, Bound::kLower});
  const auto entry = table.probe(0x123456789ABCDEF0);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->move, kMove);
  EXPECT_EQ(entry->value, -1234);
  EXPECT_EQ(entry->eval, 567);
  EXPECT_EQ(entry->depth, 12);
  EXPECT_EQ(entry->bound, Bound::kLower);
}

TEST(TranspositionTable, KeepsAStaticScoreThatTheNextVisitDoesNotKnow) {
  TranspositionTable table;
  table.resize(1);
  table.store(7, {kMove, 100, 567, 3, Bound::kLower});
  table.store(7, {kMove, 200, TableEntry::kNoEval, 4, Bound::kExact});
  const auto entry = table.probe(7);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->value, 200);
  EXPECT_EQ(entry->eval, 567);
}

TEST(TranspositionTable, KnowsNothingOfAnotherKeyInTheSameBucket) {
  TranspositionTable table;
  table.resize(1);
  table.store(0x123456789ABCDEF0, {kMove, 1, 2, 3, Bound::kExact});
  EXPECT_FALSE(table.probe(0x123456789ABCDEF1));
}

TEST(TranspositionTable, IsEmptyBeforeItIsSizedAndAfterClear) {
  TranspositionTable table;
  table.store(7, {kMove, 1, 2, 3, Bound::kExact});
  EXPECT_FALSE(table.probe(7));
  table.resize(3);
  EXPECT_EQ(table.megabytes(), 3U);
  table.new_search();
  table.store(7, {kMove, 1, 2, 3, Bound::kExact});
  EXPECT_TRUE(table.probe(7));
  table.clear();
  EXPECT_FALSE(table.probe(7));
}

TEST(TranspositionTable, IsUsedWhileALargeOneIsStillMadeWarm) {
  TranspositionTable table;
  table.resize(300);
  table.warm_up();
  constexpr shogi::Key kStep = 0x9E3779B97F4A7C15ULL;
  constexpr shogi::Key kCount = 10000;
  for (shogi::Key i = 1; i <= kCount; ++i) {
    table.store(i * kStep, {shogi::BareMove(), static_cast<std::int16_t>(i), 0, 5, Bound::kExact});
  }
  for (shogi::Key i = 1; i <= kCount; ++i) {
    const auto entry = table.probe(i * kStep);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->value, static_cast<std::int16_t>(i));
  }
  table.new_search();
  table.clear();
  EXPECT_FALSE(table.probe(kStep));
}

TEST(TranspositionTable, KeepsTheMoveWhenALaterVisitHasNone) {
  TranspositionTable table;
  table.resize(1);
  table.store(9, {kMove, 1, 2, 3, Bound::kExact});
  table.store(9, {shogi::BareMove(), 5, 2, 6, Bound::kUpper});
  const auto entry = table.probe(9);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->move, kMove);
  EXPECT_EQ(entry->value, 5);
}

TEST(TranspositionTable, KeepsDeepEntriesAgainstAFloodOfShallowOnes) {
  TranspositionTable table;
  table.resize(1);
  base::Random random(3);
  table.store(0x8000000000000001, {kMove, 1, 2, 30, Bound::kExact});
  for (int i = 0; i < 200'000; ++i) table.store(random.next(), {kMove, 0, 0, 1, Bound::kUpper});
  EXPECT_TRUE(table.probe(0x8000000000000001));
  EXPECT_GT(table.per_mille_full(), 900);
}

TEST(TranspositionTable, ReplacesDeepEntriesOfLongAgo) {
  TranspositionTable table;
  table.resize(1);
  base::Random random(3);
  table.store(0x8000000000000001, {kMove, 1, 2, 30, Bound::kExact});
  for (int search = 0; search < 10; ++search) table.new_search();
  for (int i = 0; i < 400'000; ++i) table.store(random.next(), {kMove, 0, 0, 1, Bound::kUpper});
  EXPECT_FALSE(table.probe(0x8000000000000001));
}

}  // namespace
}  // namespace gougi::search
