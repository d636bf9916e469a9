// SPDX-License-Identifier: MIT
#include "report/chart.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/told.hpp"
#include "report/bars.hpp"

namespace gougi::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Chart, TicksAreRoundAndAtMostAsManyAsWished) {
  EXPECT_THAT(round_ticks(0, 137, 6), ElementsAre(0, 50, 100));
  EXPECT_THAT(round_ticks(-61.7, 61.7, 5), ElementsAre(-50, 0, 50));
  EXPECT_THAT(round_ticks(0, 0.034, 4),
              ElementsAre(0, ::testing::DoubleEq(0.01), ::testing::DoubleEq(0.02),
                          ::testing::DoubleEq(0.03)));
  for (double high = 1e-6; high < 1e9; high *= 1.37) {
    const auto ticks = round_ticks(-0.3 * high, high, 5);
    EXPECT_GE(ticks.size(), 2U) << high;
    EXPECT_LE(ticks.size(), 5U) << high;
    EXPECT_GE(ticks.front(), -0.3 * high * (1 + 1e-6));
    EXPECT_LE(ticks.back(), high * (1 + 1e-6));
  }
}

TEST(Chart, APageBeginsInTheLanguageThatWasAskedFor) {
  EXPECT_THAT(page_head("x"), HasSubstr("<html lang=\"en\"><head>"));
  base::tell(base::Language::kJapanese);
  EXPECT_THAT(page_head("x"), HasSubstr("<html lang=\"en\" data-told=\"ja\"><head>"));
  base::tell(std::nullopt);
  EXPECT_THAT(page_head("x"), HasSubstr("dataset.told"));
}

TEST(Chart, WhereThereIsNoRangeThereAreNoTicks) {
  EXPECT_THAT(round_ticks(1, 1, 5), IsEmpty());
  EXPECT_THAT(round_ticks(0, std::numeric_limits<double>::infinity(), 5), IsEmpty());
  EXPECT_THAT(round_ticks(std::nan(""), 1, 5), IsEmpty());
}

TEST(Chart, GamesAreMarkedByWholeNumbers) {
  Chart chart({0, 3}, {-20, 20});
  chart.mark_rounds();
  chart.level_rounds();
  const std::string svg = chart.finish("games");
  EXPECT_THAT(svg, HasSubstr(">2</text>"));
  EXPECT_THAT(svg, HasSubstr(">+20</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(".5</text>")));
  EXPECT_THAT(svg, HasSubstr("<p class=\"below\">games</p>"));
}

TEST(Bars, NoNameBecomesMarkup) {
  EXPECT_THAT(bars({{"<b>", {1, 2, 3}}}), HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(intervals({{"<b>", -1, 2, 3}}), HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(intervals({}), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace gougi::report
