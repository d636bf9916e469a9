// SPDX-License-Identifier: MIT
#include "match/games_in_order.hpp"

#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"
#include "match/match_files.hpp"

namespace gougi::match {
namespace {

TEST(GamesInOrder, ComeByTheirNumbersFromWhateverFile) {
  const book::testing::TemporaryFolder folder;
  testing::write_match(folder / "a", 6);
  testing::write_match(folder / "b", 4);
  testing::change(folder / "a", "DELETE FROM game WHERE number IN (0, 3)");
  testing::change(folder / "b", "UPDATE game SET moves = '2g2f' WHERE number = 2");
  auto a = Store::open_to_read(folder / "a");
  auto b = Store::open_to_read(folder / "b");
  ASSERT_TRUE(a && b);
  GamesInOrder games({&*a, &*b});
  std::string found;
  auto there = games.next();
  for (; there && *there; there = games.next()) {
    found += std::to_string(games.row().head().number) + "ab"[games.store()];
    if (games.is_double()) found += games.differs() ? "!" : "=";
    found += " ";
  }
  EXPECT_TRUE(there);
  EXPECT_EQ(found, "0b 1a 1b= 2a 2b! 3b 4a 5a ");
}

TEST(GamesInOrder, ARowThatMakesNoSenseEndsThem) {
  const book::testing::TemporaryFolder folder;
  testing::write_match(folder / "a", 2);
  testing::change(folder / "a", "UPDATE game SET reason = 'luck' WHERE number = 1");
  auto a = Store::open_to_read(folder / "a");
  ASSERT_TRUE(a);
  GamesInOrder games({&*a});
  EXPECT_TRUE(*games.next());
  const auto second = games.next();
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("game 1: an unknown result or reason"), std::string::npos);
}

TEST(TestInOrder, CountsPairsUpToTheFirstGapAndStaysDecided) {
  const SprtSettings settings{0, 50, 0.05, 0.05, EloModel::kLogistic};
  TestInOrder test(settings);
  std::uint64_t number = 0;
  for (; !test.deciding_pair() && number < 1000; ++number) test.add(number, Points::kWin);
  ASSERT_TRUE(test.deciding_pair());
  EXPECT_EQ(*test.deciding_pair(), (number - 1) / 2);
  EXPECT_EQ(test.verdict(), SprtVerdict::kH1);
  EXPECT_FALSE(test.is_too_late(number - 1));
  EXPECT_TRUE(test.is_too_late(number));
  for (; number < 2000; ++number) test.add(number, Points::kLoss);
  EXPECT_EQ(test.verdict(), SprtVerdict::kH1);

  TestInOrder gap(settings);
  for (number = 0; number < 1000; ++number) {
    if (number != 3) gap.add(number, Points::kWin);
  }
  EXPECT_FALSE(gap.deciding_pair());
}

TEST(TestInOrder, HasItsBoundsBeforeTheFirstPair) {
  TestInOrder test({0, 50, 0.05, 0.05, EloModel::kLogistic});
  test.add(2, Points::kWin);  // behind a gap
  test.add(3, Points::kWin);
  EXPECT_EQ(test.state().llr, 0);
  EXPECT_NEAR(test.state().lower, -2.94, 0.01);
  EXPECT_NEAR(test.state().upper, 2.94, 0.01);
  EXPECT_EQ(test.verdict(), SprtVerdict::kGoOn);
}

}  // namespace
}  // namespace gougi::match
