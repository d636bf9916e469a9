// SPDX-License-Identifier: MIT
#include "book/chooser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "book/moves.hpp"

namespace gougi::book {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::move;

constexpr std::string_view kAfter =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";

MemoryLibrary library() {
  return MemoryLibrary(
      {{std::string(notation::kStartSfen),
        {{move("7g7f"), move("3c3d"), 60, 20, 80},
         {move("2g2f"), move("8c8d"), 50, 18, 12},
         {move("5g5f"), {}, 10, 20, 7},
         {move("1g1f"), {}, -20, 12, 1}}},
       {std::string(kAfter),
        {{move("8c8d"), move("2g2f"), -50, 20, 1}, {move("3c3d"), move("2g2f"), -150, 20, 1}}}});
}

// Whatever the filters would remove, they do not.
Choosiness tolerant() {
  Choosiness options;
  options.eval_diff = 99999;
  options.black_limit = -99999;
  options.white_limit = -99999;
  options.depth_limit = 0;
  return options;
}

BookAnswer answer(const Choosiness& options, std::string_view sfen = notation::kStartSfen,
                  std::uint64_t seed = 1) {
  auto book = library();
  base::Random random(seed);
  return look_up(book, *notation::parse_sfen(sfen), options, random);
}

std::map<std::string, int> choices(const Choosiness& options) {
  auto book = library();
  base::Random random(5);
  std::map<std::string, int> seen;
  for (int i = 0; i < 4000; ++i) {
    const auto got = look_up(book, shogi::Position::start(), options, random);
    ++seen[got.chosen ? notation::to_usi(got.chosen->candidate.move) : "none"];
  }
  return seen;
}

TEST(BookChooser, ShowsEveryCandidateWhateverRemains) {
  const BookAnswer got = answer({});
  ASSERT_EQ(got.lines.size(), 4U);
  EXPECT_EQ(got.lines[0].candidate.score, 60);
  ASSERT_TRUE(got.chosen);
}

TEST(BookChooser, EachFilterThatRemovesSomethingSaysSoOnce) {
  Choosiness options = tolerant();
  EXPECT_THAT(answer(options).notes, IsEmpty());
  options.narrow = true;  // below a tenth: 7 and 1 of 100
  EXPECT_THAT(answer(options).notes, ElementsAre("narrow book moves to 2 moves."));
  options = tolerant();
  options.eval_diff = 30;
  EXPECT_THAT(answer(options).notes, ElementsAre("BookEvalDiff = 30 , moves to 2 moves."));
  options = tolerant();
  options.black_limit = 0;
  EXPECT_THAT(answer(options).notes, ElementsAre("BookEvalBlackLimit = 0 , moves to 3 moves."));
  EXPECT_THAT(answer(options, kAfter).notes, IsEmpty());
  options.white_limit = -140;
  EXPECT_THAT(answer(options, kAfter).notes,
              ElementsAre("BookEvalWhiteLimit = -140 , moves to 1 moves."));
  options = tolerant();
  options.depth_limit = 16;
  EXPECT_THAT(answer(options).notes,
              ElementsAre("BookDepthLimit is lower than the depth of this node."));
}

TEST(BookChooser, WhatAllFiltersRemoveIsNoHit) {
  Choosiness options;
  options.depth_limit = 99;
  const BookAnswer got = answer(options);
  EXPECT_EQ(got.chosen, std::nullopt);
  EXPECT_EQ(got.lines.size(), 4U);
}

TEST(BookChooser, ChoosesEvenlyOrInProportionToTheCount) {
  Choosiness options = tolerant();
  for (const auto& [name, times] : choices(options)) EXPECT_NEAR(times, 1000, 120) << name;
  options.by_count = true;
  const auto seen = choices(options);
  EXPECT_NEAR(seen.at("7g7f"), 3200, 120);
  EXPECT_NEAR(seen.at("2g2f"), 480, 80);
}

TEST(BookChooser, IgnoresTheBookAsOftenAsItIsTold) {
  Choosiness options = tolerant();
  options.ignore_percent = 25;
  EXPECT_NEAR(choices(options).at("none"), 1000, 120);
  options.ignore_percent = 100;
  EXPECT_EQ(choices(options).at("none"), 4000);
}

TEST(BookChooser, BeyondBookMovesThereIsNoBook) {
  Choosiness options = tolerant();
  options.moves = 1;
  EXPECT_TRUE(answer(options).chosen);
  EXPECT_FALSE(answer(options, kAfter).chosen);
  options.moves = 0;
  EXPECT_FALSE(answer(options).chosen);
}

TEST(BookChooser, APvGoesOnThroughTheBook) {
  Choosiness options = tolerant();
  const auto pv = [&] {
    std::string text;
    const BookAnswer got = answer(options);
    for (const shogi::BareMove m : got.lines[0].pv) text += notation::to_usi(m) + " ";
    return text;
  };
  EXPECT_EQ(pv(), "7g7f 3c3d 2g2f ");
  options.pv_moves = 1;
  EXPECT_EQ(pv(), "7g7f ");
}

TEST(BookChooser, TheSameSeedChoosesTheSame) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(answer(tolerant(), notation::kStartSfen, seed).chosen->candidate,
              answer(tolerant(), notation::kStartSfen, seed).chosen->candidate);
  }
}

}  // namespace
}  // namespace gougi::book
