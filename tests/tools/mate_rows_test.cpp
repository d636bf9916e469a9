// SPDX-License-Identifier: MIT
#include "tools/mate_rows.hpp"

#include <gmock/gmock.h>

#include "base/language.hpp"

namespace gougi::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(MateRows, DifferInNothingButSecondsWhereTheyAreCompared) {
  MateRow row;
  row.number = 3;
  row.sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
  row.note = "1,5\t\"seconds\":2,5";
  row.seconds = 0.25;
  MateRow other = row;
  other.seconds = 17.5;
  MateRow another = row;
  another.result.nodes = 1;
  MateRow noted = row;
  noted.note = "1,6";
  for (const auto format : {MateRowFormat::kTable, MateRowFormat::kCsv, MateRowFormat::kJson}) {
    const std::string text = row_text(row, format);
    EXPECT_NE(text, row_text(other, format));
    EXPECT_EQ(without_seconds(text), without_seconds(row_text(other, format)));
    EXPECT_NE(without_seconds(text), without_seconds(row_text(another, format)));
    EXPECT_NE(without_seconds(text), without_seconds(row_text(noted, format)));
  }
  for (const char* const line : {"", "[", "]", "number,verdict", "{}", "1\t2"}) {
    EXPECT_EQ(without_seconds(line), line);
  }
}

TEST(MateRows, OfATableSpeakJapaneseAndWhatProgramsReadDoesNot) {
  MateRow row;
  row.number = 3;
  row.result.verdict = mate::Verdict::kMate;
  row.result.plies = 5;
  row.verification.emplace();
  row.verification->holds = true;
  MateRow none;
  none.result.verdict = mate::Verdict::kNoMate;
  const base::SpokenHere japanese(base::Language::kJapanese);
  EXPECT_THAT(row_text(row, MateRowFormat::kTable),
              AllOf(StartsWith("3\t詰み\t5"), HasSubstr("確認済")));
  EXPECT_THAT(row_text(none, MateRowFormat::kTable), HasSubstr("\t不詰\t"));
  EXPECT_THAT(row_text(row, MateRowFormat::kCsv), AllOf(StartsWith("3,mate,"), HasSubstr("holds")));
  EXPECT_THAT(row_text(row, MateRowFormat::kJson), HasSubstr("\"verdict\":\"mate\""));
}

}  // namespace
}  // namespace gougi::tools
