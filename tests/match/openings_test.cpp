// SPDX-License-Identifier: MIT
#include "match/openings.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/line_read.hpp"
#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "io/code_page.hpp"
#include "notation/sfen.hpp"
#include "usi/position_text.hpp"

namespace gougi::match {
namespace {

TEST(Opening, IsReadInEveryFormAndCutAtItsPly) {
  const std::string expected = "position startpos moves 7g7f 3c3d";
  for (const char* const line :
       {"startpos moves 7g7f 3c3d 2g2f", "position startpos moves 7g7f 3c3d 2g2f", "7g7f 3c3d 2g2f",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 "
        "moves 7g7f 3c3d 2g2f \r"}) {
    const auto game = parse_opening(line, 2);
    ASSERT_TRUE(game) << line;
    EXPECT_EQ(game::position_line(*game), expected);
  }
  EXPECT_EQ(parse_opening("startpos moves 7g7f", 9)->moves().size(), 1U);
  EXPECT_EQ(parse_opening("startpos moves 7g7f 3c3d", -1)->moves().size(), 2U);
  EXPECT_EQ(parse_opening("startpos", 9)->moves().size(), 0U);
}

TEST(Opening, RefusesWhatIsNoGame) {
  EXPECT_FALSE(parse_opening("startpos moves 7g7e", 9));
  EXPECT_FALSE(parse_opening("hello", 9));
  EXPECT_FALSE(parse_opening("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", 9));  // mate
}

TEST(Openings, RandomOnesAreTheSameEveryTimeAndDifferFromEachOther) {
  const Openings openings = Openings::random(5, 8);
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const game::Game game = openings.game(i);
    EXPECT_EQ(game.moves().size(), 8U);
    EXPECT_FALSE(game.position().in_check());
    EXPECT_EQ(position_line(game), position_line(Openings::random(5, 8).game(i)));
    seen.insert(position_line(game));
  }
  EXPECT_EQ(seen.size(), 200U);
  EXPECT_EQ(Openings::random(5, 0).game(3).moves().size(), 0U);
}

TEST(Openings, OfAFileAreAllUsedInTheOrderOfTheSeed) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "book.sfen";
  std::ofstream(file) << "# first moves\n\nstartpos moves 7g7f\nstartpos moves 2g2f\r\nstartpos "
                         "moves 5g5f\n";
  const auto in_order = Openings::from_file(file, 10, 0);
  ASSERT_TRUE(in_order) << in_order.error().message;
  EXPECT_EQ(in_order->count(), 3U);
  EXPECT_EQ(position_line(in_order->game(0)), "position startpos moves 7g7f");
  EXPECT_EQ(position_line(in_order->game(3)), position_line(in_order->game(0)));
  const auto shuffled = Openings::from_file(file, 10, 4);
  std::set<std::string> all;
  for (std::uint64_t i = 0; i < 3; ++i) all.insert(position_line(shuffled->game(i)));
  EXPECT_EQ(all.size(), 3U);
}

TEST(Openings, AFileThatCannotBeUsedIsNamedWithItsLine) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "bad.sfen";
  std::ofstream(file) << "startpos moves 7g7f\nstartpos moves 7g7f 7f7d\n";
  const auto bad = Openings::from_file(file, 10, 0);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message,
            base::to_utf8(file) + " line 2: move 2 (7f7d) is not legal at column 21");
  std::ofstream(file) << "startpos\n" << std::string(base::kLongestLine + 1, '7') << '\n';
  EXPECT_EQ(Openings::from_file(file, 10, 0).error().message,
            base::to_utf8(file) + " line 2: the line is longer than 1 MiB");
  std::ofstream(file) << "# nothing\n";
  EXPECT_FALSE(Openings::from_file(file, 10, 0));
  EXPECT_FALSE(Openings::from_file(folder / "absent.sfen", 10, 0));
}

TEST(Openings, AByteOrderMarkAndBlanksBeforeALineShiftNoColumn) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "bad.sfen";
  const auto complaint = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    const auto openings = Openings::from_file(file, 10, 0);
    return openings ? "" : openings.error().message;
  };
  const std::string place = base::to_utf8(file) + " line ";
  EXPECT_EQ(complaint("\xEF\xBB\xBFstartpos moves 7g7f 7g7f\r\n"),
            place + "1: move 2 (7g7f) is not legal at column 21");
  EXPECT_EQ(complaint("\xEF\xBB\xBF# 定跡\n\t7g7f\t3c3d  2g2f 8c8x\n"),
            place + "2: \"8c8x\" is no move (move 4 at column 18)");
  EXPECT_EQ(complaint("\xEF\xBB\xBFstartpos moves 7g7f\n"), "");
}

TEST(Openings, RecordsAndBareBoardsAreOpeningsToo) {
  const book::testing::TemporaryFolder folder;
  const auto lines_of = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
    const auto openings = Openings::from_file(folder / name, 2, 0);
    if (!openings) return openings.error().message;
    std::string lines;
    for (std::uint64_t i = 0; i < openings->count(); ++i)
      lines += position_line(openings->game(i)) + "\n";
    return lines;
  };
  const std::string kif =
      "先手：Ａ\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 ２六歩(27)\n"
      "\n変化：2手\n   2 ８四歩(83)\n";
  EXPECT_EQ(lines_of("a.kif", io::utf8_to_cp932(kif)), "position startpos moves 7g7f 3c3d\n");
  EXPECT_EQ(lines_of("b.csa", "PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n%TORYO\n"),
            "position startpos moves 7g7f\nposition startpos moves 2g2f\n");
  const std::string board = "4k4/9/4P4/9/9/9/9/9/4K4 w r 1";
  EXPECT_EQ(lines_of("c.sfen", board + "\n" + board + " moves 5a4a\n"),
            "position sfen " + board + "\nposition sfen " + board + " moves 5a4a\n");
  EXPECT_EQ(
      lines_of("d.kif", kif + "   3 ２六歩(27)\n   4 ８五歩(83)\n"),
      base::to_utf8(folder / "d.kif") +
          ": record line 9: kif move \"８五歩(83)\": the side to move has no such piece on the "
          "origin");
}

TEST(Openings, ALineAfterWhichTheGameIsOverIsRefused) {
  const book::testing::TemporaryFolder folder;
  const auto file = folder / "book.sfen";
  const auto error_of = [&](const std::string& line, int plies, int max_plies) {
    std::ofstream(file) << "startpos\n" << line << "\n";
    const auto openings = Openings::from_file(file, plies, 1, game::shogi_rules(), max_plies);
    return openings ? std::string() : openings.error().message;
  };
  const std::string four = "startpos moves 7g7f 3c3d 2g2f 8c8d";
  EXPECT_EQ(error_of(four, 10, 5), "");
  EXPECT_EQ(error_of(four, 3, 4), "");  // cut
  EXPECT_EQ(error_of(four, 10, 0), "");
  EXPECT_EQ(error_of(four, 10, 4),
            base::to_utf8(file) +
                " line 2: the game is over before its first move: the opening has 4 plies of at "
                "most 4; --plies shortens openings, --max-plies lengthens games");
  std::string there_and_back = "startpos moves";
  for (int i = 0; i < 3; ++i) there_and_back += " 2h1h 8b9b 1h2h 9b8b";
  EXPECT_EQ(error_of(there_and_back, -1, 512),
            base::to_utf8(file) + " line 2: the opening ends with repetition");
}

TEST(Openings, OfABookFollowItsMovesAsOftenAsTheyCount) {
  book::Entry start{book::position_text(shogi::Position::start()), {}};
  start.candidates.push_back({*notation::parse_usi_move("7g7f"), {}, 0, 0, 3});
  start.candidates.push_back({*notation::parse_usi_move("2g2f"), {}, 0, 0, 1});
  const auto library = std::make_shared<book::MemoryLibrary>(std::vector{start});
  const Openings openings = Openings::from_book(library, 4, 1);
  int pawn = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const game::Game game = openings.game(i);
    ASSERT_EQ(game.moves().size(), 1U);  // the book ends there
    pawn += position_line(game) == "position startpos moves 7g7f" ? 1 : 0;
  }
  EXPECT_NEAR(pawn, 750, 60);
}

}  // namespace
}  // namespace gougi::match
