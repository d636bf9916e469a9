// SPDX-License-Identifier: MIT
#include "search/tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "search/searcher.hpp"

namespace gougi::search {
namespace {

class UnhurriedObserver : public Observer {
 public:
  bool stop_requested() const override { return false; }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint(); }
  void report(const Report&) override {}
};

std::uint64_t nodes_with(Searcher& searcher, const Tuning& tuning, int depth) {
  constexpr std::array kPositions{
      "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
      "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1"};
  std::uint64_t nodes = 0;
  for (const char* const sfen : kPositions) {
    Limits limits;
    limits.depth = depth;
    Settings settings;
    settings.tuning = tuning;
    UnhurriedObserver observer;
    searcher.new_game();
    const shogi::Game game(notation::parse_sfen(sfen).value());
    nodes += searcher.search(game, limits, settings, observer).nodes;
  }
  return nodes;
}

TEST(Tuning, EveryNumberHasOneRowAndLiesWithinItsBounds) {
  std::set<std::string_view> names;
  std::set<const int*> numbers;
  Tuning tuning;
  for (const Tunable& row : kTunables) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(numbers.insert(&(tuning.*row.number)).second) << row.name;
    EXPECT_LE(row.least, kUsualTuning.*row.number) << row.name;
    EXPECT_GE(row.most, kUsualTuning.*row.number) << row.name;
    EXPECT_GE(row.least, 0) << row.name;
  }
}

TEST(Tuning, EveryNumberChangesTheSearchAndItsUsualValueChangesItBack) {
  Searcher searcher;
  searcher.resize_table(8);
  // Some techniques have a say only in deeper searches, which take their time.
  constexpr std::array kDepths{6, 9};
  const auto usual_to = [&](int depth) { return nodes_with(searcher, kUsualTuning, depth); };
  const std::array usual{usual_to(kDepths[0]), usual_to(kDepths[1])};
  for (std::size_t number = 0; number < kTunables.size(); number += kBrief ? 5 : 1) {
    const Tunable& row = kTunables[number];
    bool matters = false;
    for (std::size_t i = 0; i < 2 * kDepths.size() && !matters; ++i) {
      Tuning tuning;
      tuning.*row.number = i % 2 == 0 ? row.least : row.most;
      matters = nodes_with(searcher, tuning, kDepths[i / 2]) != usual[i / 2];
    }
    EXPECT_TRUE(matters) << row.name;
  }
  EXPECT_EQ(usual_to(kDepths[0]), usual[0]);
}

TEST(Tuning, TheTableOfReductionsIsTheFormula) {
  const BaseReductions reductions;
  for (int depth = 1; depth < 130; ++depth) {
    for (int number = 1; number < 600; ++number) {
      const double logarithms = std::log(std::min(depth, 127)) * std::log(std::min(number, 127));
      const double formula =
          kUsualTuning.reduction_base + logarithms * 1024 * 1024 / kUsualTuning.reduction_divisor;
      ASSERT_NEAR(reductions.of(depth, number), formula, 8);
    }
  }
  // The widest of what can be set fits into the table.
  BaseReductions widest;
  Tuning tuning;
  tuning.reduction_divisor = 1000;
  tuning.reduction_base = 2048;
  widest.fill(tuning);
  EXPECT_GT(widest.of(127, 127), widest.of(126, 126));
  EXPECT_GT(widest.of(127, 127), 20000);
}

}  // namespace
}  // namespace gougi::search
