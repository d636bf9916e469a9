// SPDX-License-Identifier: MIT
#include "book/entry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/moves.hpp"

namespace gougi::book {
namespace {

using ::testing::HasSubstr;
using testing::move;

std::string complaint_about_line(std::string_view line) {
  const auto parsed = parse_line(line);
  return parsed ? "" : parsed.error().message;
}

Candidate candidate_of(std::string_view line) {
  const auto parsed = parse_line(line);
  return parsed ? std::get<Candidate>(*parsed) : Candidate{};
}

TEST(BookLine, ACandidateHasMoveReplyScoreDepthAndCount) {
  EXPECT_EQ(candidate_of("7g7f 3c3d 12 32 2"), (Candidate{move("7g7f"), move("3c3d"), 12, 32, 2}));
  EXPECT_EQ(candidate_of("  P*5e   none -3 8 1 \t"), (Candidate{move("P*5e"), {}, -3, 8, 1}));
}

TEST(BookLine, FieldsThatOldFilesLackHaveTheirDefaults) {
  EXPECT_EQ(candidate_of("7g7f"), (Candidate{move("7g7f"), {}, 0, 0, 1}));
  EXPECT_EQ(candidate_of("7g7f 3c3d"), (Candidate{move("7g7f"), move("3c3d"), 0, 0, 1}));
  EXPECT_EQ(candidate_of("7g7f none 5"), (Candidate{move("7g7f"), {}, 5, 0, 1}));
}

TEST(BookLine, WordsForNoReplyAreNoReplyAndOneThatCannotBeReadCostsNoCandidate) {
  for (const std::string word : {"none", "None", "resign", "RESIGN", "win", "null", "what"}) {
    EXPECT_EQ(candidate_of("2g2f " + word + " 50 30 5"), (Candidate{move("2g2f"), {}, 50, 30, 5}))
        << word;
  }
}

TEST(BookLine, ANumberInThePlaceOfTheReplyIsAComplaint) {
  EXPECT_THAT(complaint_about_line("7g7f 50 30 5"), HasSubstr("the reply \"50\" is no move"));
  EXPECT_THAT(complaint_about_line("7g7f -3 30 5"), HasSubstr("the reply \"-3\" is no move"));
}

TEST(BookLine, MoreFieldsThanWeKnowAreNoHarm) {
  EXPECT_EQ(candidate_of("7g7f none 5 6 7 8 nine"), (Candidate{move("7g7f"), {}, 5, 6, 7}));
}

TEST(BookLine, NumbersThatAreTooLargeBecomeTheLargest) {
  EXPECT_EQ(candidate_of("7g7f none 99999999999 1 1").score, 2147483647);
  EXPECT_EQ(candidate_of("7g7f none -99999999999999999999 1 1").score, -2147483647);
}

TEST(BookLine, CommentsAndEmptyLinesAreNothing) {
  for (const auto* text : {"", "  ", "# a comment", "// another", "#YANEURAOU-DB2016 1.00"}) {
    const auto line = parse_line(text);
    ASSERT_TRUE(line) << text;
    EXPECT_TRUE(std::holds_alternative<Nothing>(*line)) << text;
  }
}

TEST(BookLine, AComplaintNamesTheWordThatIsWrong) {
  EXPECT_THAT(complaint_about_line("9z9z 3c3d 0 0 1"), HasSubstr("\"9z9z\" is neither a move"));
  EXPECT_THAT(complaint_about_line("7g7f none 1x 0 1"), HasSubstr("the score \"1x\" is no number"));
  EXPECT_THAT(complaint_about_line("7g7f none 1 y 1"), HasSubstr("the depth \"y\""));
  EXPECT_THAT(complaint_about_line("7g7f none 1 1 z"), HasSubstr("the count \"z\""));
  EXPECT_THAT(complaint_about_line("sfen 9/9 b - 1"), HasSubstr("sfen: "));
}

TEST(BookLine, APositionIsBroughtIntoItsUsualForm) {
  const auto line = parse_line("sfen  4k4/9/9/9/9/9/9/9/4K4  b 2PG2B 7 ");
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<PositionLine>(*line).text, "4k4/9/9/9/9/9/9/9/4K4 b 2BG2P 7");
}

TEST(BookLine, APositionWithoutPlyKeepsNone) {
  const auto line = parse_line("sfen 4k4/9/9/9/9/9/9/9/4K4 w -");
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<PositionLine>(*line).text, "4k4/9/9/9/9/9/9/9/4K4 w -");
}

TEST(BookEntry, IsWrittenAsItIsRead) {
  std::string out;
  append(out, {"4k4/9/9/9/9/9/9/9/4K4 b - 1",
               {{move("5i5h"), move("5a5b"), 3, 4, 5}, {move("5i4i"), {}, -1, 0, 1}}});
  EXPECT_EQ(out, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h 5a5b 3 4 5\n5i4i none -1 0 1\n");
}

TEST(BookEntry, TheDeeperOutranksAndThenTheBroader) {
  const Entry shallow{"", {{move("5i5h"), {}, 0, 4, 1}, {move("5i4i"), {}, 0, 4, 1}}};
  const Entry deep{"", {{move("5i5h"), {}, 0, 5, 1}}};
  const Entry narrow{"", {{move("5i5h"), {}, 0, 4, 1}}};
  EXPECT_TRUE(outranks(deep, shallow));
  EXPECT_FALSE(outranks(shallow, deep));
  EXPECT_TRUE(outranks(shallow, narrow));
  EXPECT_FALSE(outranks(narrow, narrow));
  EXPECT_TRUE(outranks(narrow, Entry{}));
}

TEST(BookEntry, ThePlyCanBeLeftOut) {
  EXPECT_EQ(without_ply("a b c 12"), "a b c");
  EXPECT_EQ(without_ply("a b c"), "a b c");
  EXPECT_EQ(without_ply(""), "");
}

}  // namespace
}  // namespace gougi::book
