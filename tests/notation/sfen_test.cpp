// SPDX-License-Identifier: MIT
#include "notation/sfen.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Position;

std::string error_of(std::string_view text) {
  const auto position = parse_sfen(text);
  return position ? "" : position.error().message;
}

constexpr std::string_view kBoard = "4k4/9/9/9/9/9/9/9/4K4";

std::string with_rest(std::string_view rest) {
  return std::string(kBoard) + " " + std::string(rest);
}

TEST(Sfen, TheStartPositionBothWays) {
  const auto position = parse_sfen(kStartSfen);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->setup(), Position::start().setup());
  EXPECT_EQ(to_sfen(*position), kStartSfen);
  EXPECT_EQ(parse_sfen("startpos")->setup(), Position::start().setup());
}

TEST(Sfen, AMissingMoveNumberIsOne) {
  EXPECT_EQ(to_sfen(*parse_sfen(with_rest("b -"))), with_rest("b - 1"));
  EXPECT_EQ(to_sfen(*parse_sfen(with_rest("b - 0"))), with_rest("b - 1"));
}

TEST(Sfen, AHugeMoveNumberIsTheLargest) {
  EXPECT_EQ(parse_sfen(with_rest("b - 99999999999999999999999"))->ply(), shogi::kMaxPly);
}

TEST(Sfen, HandsComeInAnyOrderAndLeaveInOne) {
  EXPECT_EQ(to_sfen(*parse_sfen(with_rest("w 2pPbR3p10P 7"))), with_rest("w R11Pb5p 7"));
}

TEST(Sfen, DoubledBlanksDoNotMatter) {
  EXPECT_TRUE(parse_sfen("  4k4/9/9/9/9/9/9/9/4K4  b\t-  1 \r\n"));
}

TEST(Sfen, ErrorsNameWhatAndWhere) {
  EXPECT_EQ(error_of(""), "sfen: empty");
  EXPECT_EQ(error_of("9/9 b - 1"), "sfen: the board has 2 ranks, not 9 (\"9/9\")");
  EXPECT_EQ(error_of("4k4/9/ppppppppp1/9/9/9/9/9/4K4 b - 1"),
            "sfen: rank 3 has 10 squares (\"ppppppppp1\")");
  EXPECT_EQ(error_of("4k4/9/9/8/9/9/9/9/4K4 b - 1"), "sfen: rank 4 has 8 squares (\"8\")");
  EXPECT_EQ(error_of("4k4/9/9//9/9/9/9/4K4 b - 1"), "sfen: rank 4 has 0 squares (\"\")");
  EXPECT_EQ(error_of("4k4/4x4/9/9/9/9/9/9/4K4 b - 1"),
            "sfen: rank 2, character 2: \"x\" is no piece (\"4x4\")");
  EXPECT_EQ(error_of("4k4/4+G4/9/9/9/9/9/9/4K4 b - 1"),
            "sfen: rank 2, character 2: \"+G\" cannot promote (\"4+G4\")");
  EXPECT_EQ(error_of("4k4/8+/9/9/9/9/9/9/4K4 b - 1"),
            "sfen: rank 2, character 2: '+' without a piece (\"8+\")");
  EXPECT_EQ(error_of("4k4/0/9/9/9/9/9/9/4K4 b - 1"),
            "sfen: rank 2, character 1: \"0\" is no piece (\"0\")");
  EXPECT_EQ(error_of(kBoard), "sfen: the side to move is missing");
  EXPECT_EQ(error_of(with_rest("x - 1")), "sfen: the side to move is \"x\", not \"b\" or \"w\"");
  EXPECT_EQ(error_of(with_rest("b")), "sfen: the hands are missing (\"-\" for none)");
  EXPECT_EQ(error_of(with_rest("b 0P 1")), "sfen: hands, character 2: \"0\" of \"P\" (\"0P\")");
  EXPECT_EQ(error_of(with_rest("b 2PK 1")),
            "sfen: hands, character 3: \"K\" is no piece for a hand (\"2PK\")");
  EXPECT_EQ(error_of(with_rest("b P2 1")), "sfen: hands: a count without a piece (\"P2\")");
  EXPECT_EQ(error_of(with_rest("b 3R 1")), "sfen: 3 rooks where the game has 2");
  EXPECT_EQ(error_of(with_rest("b 32P 1")), "sfen: hands, character 3: \"32\" of \"P\" (\"32P\")");
  EXPECT_EQ(error_of(with_rest("b 19P 1")), "sfen: 19 pawns where the game has 18");
  EXPECT_EQ(error_of(with_rest("b - one")), "sfen: the move number is \"one\"");
  EXPECT_EQ(error_of(with_rest("b - -1")), "sfen: the move number is \"-1\"");
  EXPECT_EQ(error_of(with_rest("b - 1 2")), "sfen: unexpected \"2\" after the move number");
  EXPECT_EQ(error_of("4k4/9/9/9/9/9/9/9/4R4 b - 1"), "sfen: White is in check with Black to move");
}

TEST(Sfen, MutatedTextIsRefusedOrReadTheSameTwice) {
  base::Random random(9);
  const std::vector<std::string> seeds{
      std::string(kStartSfen),
      "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
      "8k/6+R2/8N/9/9/9/9/9/4K4 b Pr2b4g4s2n4l17p 1"};
  const std::string letters = "plnsgbrkPLNSGBRK+-/0123456789 bw\t\n*\x80\xff";
  int accepted = 0;
  for (int round = 0; round < 60000; ++round) {
    std::string text = seeds[random.below(seeds.size())];
    for (std::uint64_t k = random.below(4); k < 4; ++k) {
      const std::size_t at = random.below(text.size() + 1);
      const char letter = letters[random.below(letters.size())];
      const std::uint64_t kind = random.below(3);
      if (kind == 0) {
        text.insert(at, 1, letter);
      } else if (at < text.size()) {
        kind == 1 ? static_cast<void>(text.erase(at, 1)) : static_cast<void>(text[at] = letter);
      }
    }
    for (const auto strictness : {shogi::Strictness::kStrict, shogi::Strictness::kLenient}) {
      const auto position = parse_sfen(text, strictness);
      if (!position) {
        ASSERT_TRUE(position.error().message.starts_with("sfen: ")) << text;
        ASSERT_TRUE(base::is_valid_utf8(position.error().message));
        continue;
      }
      ++accepted;
      const std::string written = to_sfen(*position);
      const auto again = parse_sfen(written, strictness);
      ASSERT_TRUE(again) << written << ": " << again.error().message;
      ASSERT_EQ(again->setup(), position->setup()) << text;
      ASSERT_EQ(to_sfen(*again), written);
      shogi::MoveList moves;
      generate_legal(*position, moves);
      ASSERT_EQ(moves.size(), count_legal(*position));
    }
  }
  EXPECT_GT(accepted, 1000) << "the test tested nothing";
}

TEST(UsiMove, EveryMoveBothWays) {
  for (int to = 0; to < 81; ++to) {
    for (int from = 0; from < 81; ++from) {
      for (const bool promotes : {false, true}) {
        const BareMove m = BareMove::board(shogi::Square(from), shogi::Square(to), promotes);
        ASSERT_EQ(parse_usi_move(to_usi(m)), m);
      }
    }
    for (const auto t : shogi::kHandTypes) {
      const BareMove m = BareMove::drop(t, shogi::Square(to));
      ASSERT_EQ(parse_usi_move(to_usi(m)), m);
    }
  }
}

TEST(UsiMove, IsWrittenAsTheProtocolHasIt) {
  EXPECT_EQ(to_usi(BareMove::board(shogi::Square::of(7, 7), shogi::Square::of(7, 6))), "7g7f");
  EXPECT_EQ(to_usi(BareMove::board(shogi::Square::of(8, 8), shogi::Square::of(2, 2), true)),
            "8h2b+");
  EXPECT_EQ(to_usi(BareMove::drop(shogi::PieceType::kPawn, shogi::Square::of(5, 5))), "P*5e");
  EXPECT_EQ(to_usi(BareMove()), "none");
  std::string line = "bestmove ";
  append_usi(line, BareMove::drop(shogi::PieceType::kRook, shogi::Square::of(1, 9)));
  EXPECT_EQ(line, "bestmove R*1i");
}

TEST(UsiMove, OtherTextIsNoMove) {
  for (const char* text : {"",     "7g",    "7g7",  "7g7f7", "7g7f++", "0g7f",  "7j7f",
                           "7g7F", "p*5e",  "K*5e", "P*5e+", "P*5",    "+P*5e", "resign",
                           "none", "7g7f ", "X*5e", "１g7f", "7g*f",   "....",  "P*0e"}) {
    EXPECT_FALSE(parse_usi_move(text)) << text;
  }
}

}  // namespace
}  // namespace gougi::notation
