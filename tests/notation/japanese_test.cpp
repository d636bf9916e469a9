// SPDX-License-Identifier: MIT
#include "notation/japanese.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

using shogi::BareMove;
using shogi::Position;
using testing::HasSubstr;

Position read(std::string_view sfen) {
  auto position = parse_sfen(sfen);
  EXPECT_TRUE(position) << position.error().message;
  return position.value_or(Position::start());
}
BareMove usi(std::string_view text) { return parse_usi_move(text).value_or(BareMove()); }

std::string kif(std::string_view sfen, std::string_view move, std::string_view previous = "") {
  const Position position = read(sfen);
  EXPECT_TRUE(position.is_legal(usi(move))) << move;
  return to_kif(position, usi(move), usi(previous));
}

std::string ki2(std::string_view sfen, std::string_view move, std::string_view previous = "") {
  const Position position = read(sfen);
  EXPECT_TRUE(position.is_legal(usi(move))) << move;
  return to_ki2(position, usi(move), usi(previous));
}

std::string kif_error(std::string_view text, BareMove previous = BareMove()) {
  const auto move = parse_kif_move(Position::start(), text, previous);
  return move ? "" : move.error().message;
}

BareMove parsed(std::string_view sfen, std::string_view text, std::string_view previous = "") {
  const auto move = parse_kif_move(read(sfen), text, usi(previous));
  EXPECT_TRUE(move) << move.error().message;
  return move.value_or(BareMove());
}

constexpr std::string_view kPieces = "4k4/9/1+P+L+N+S4/9/4+B+R3/2S6/9/BR2K4/9 b GSNLP 1";

TEST(Kif, NamesSquarePieceAndOrigin) {
  EXPECT_EQ(kif("startpos", "7g7f"), "７六歩(77)");
  EXPECT_EQ(kif(kPieces, "5h6h"), "６八玉(58)");
  EXPECT_EQ(kif(kPieces, "8c8b"), "８二と(83)");
  EXPECT_EQ(kif(kPieces, "7c7b"), "７二成香(73)");
  EXPECT_EQ(kif(kPieces, "6c6b"), "６二成桂(63)");
  EXPECT_EQ(kif(kPieces, "5c5d"), "５四成銀(53)");
  EXPECT_EQ(kif(kPieces, "5e5f"), "５六馬(55)");
  EXPECT_EQ(kif(kPieces, "4e4a"), "４一龍(45)");
}

TEST(Kif, MarksPromotionDropAndTheSameSquare) {
  EXPECT_EQ(kif("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "8h2b+"),
            "２二角成(88)");
  EXPECT_EQ(kif(kPieces, "P*1e"), "１五歩打");
  EXPECT_EQ(
      kif("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4", "3a2b", "8h2b+"),
      "同　銀(31)");
}

TEST(Kif, ReadsOtherSpellings) {
  EXPECT_EQ(parsed("startpos", "76歩(77)"), usi("7g7f"));
  EXPECT_EQ(parsed("startpos", "７6歩(77)"), usi("7g7f"));
  EXPECT_EQ(parsed("startpos", "▲７六歩(77)"), usi("7g7f"));
  EXPECT_EQ(parsed("startpos", " ７六歩 "), usi("7g7f")) << "only one pawn can";
  EXPECT_EQ(parsed("startpos", "５八王(59)"), usi("5i5h"));
  EXPECT_EQ(parsed(kPieces, "４一竜(45)"), usi("4e4a"));
  EXPECT_EQ(parsed(kPieces, "７二杏(73)"), usi("7c7b"));
  EXPECT_EQ(parsed(kPieces, "１五歩"), usi("P*1e")) << "no pawn on the board can";
  EXPECT_EQ(parsed("9/4k4/9/2P6/9/9/9/9/4K4 b - 1", "７三歩不成(74)"), usi("7d7c"));
  const std::string_view capture =
      "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";
  EXPECT_EQ(parsed(capture, "同銀(31)", "8h2b+"), usi("3a2b"));
  EXPECT_EQ(parsed(capture, "同 銀(31)", "8h2b+"), usi("3a2b"));
  EXPECT_EQ(parsed(capture, "２二銀(31)", "8h2b+"), usi("3a2b"));
}

TEST(Kif, ErrorsNameWhatIsWrong) {
  EXPECT_THAT(kif_error(""), HasSubstr("does not begin with a square"));
  EXPECT_THAT(kif_error("投了"), HasSubstr("\"投了\": it does not begin with a square"));
  EXPECT_THAT(kif_error("同　歩(77)"), HasSubstr("同 without a move before it"));
  EXPECT_THAT(kif_error("７六"), HasSubstr("no piece after the square"));
  EXPECT_THAT(kif_error("７六歩(7"), HasSubstr("the origin is not like (77)"));
  EXPECT_THAT(kif_error("７六歩(77)x"), HasSubstr("unexpected \"x\""));
  EXPECT_THAT(kif_error("７六歩打"), HasSubstr("the drop is not legal here"));
  EXPECT_THAT(kif_error("７六と打"), HasSubstr("never in hand"));
  EXPECT_THAT(kif_error("７六歩打(77)"), HasSubstr("a drop has no origin"));
  EXPECT_THAT(kif_error("７六金(77)"), HasSubstr("no such piece on the origin"));
  EXPECT_THAT(kif_error("７五歩(77)"), HasSubstr("the move is not legal here"));
  EXPECT_THAT(kif_error("５八金"), HasSubstr("several pieces could move so"));
  EXPECT_THAT(kif_error("７五歩"), HasSubstr("no piece can move so"));
}

TEST(Ki2, MarksTheSideAndTheSameSquare) {
  EXPECT_EQ(ki2("startpos", "7g7f"), "☗７六歩");
  EXPECT_EQ(
      ki2("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4", "3a2b", "8h2b+"),
      "☖同銀");
}

TEST(Ki2, SaysWhetherAPieceThatCouldPromoteDoes) {
  constexpr std::string_view kRook = "4k4/9/9/8R/9/9/9/9/4K4 b - 1";
  EXPECT_EQ(ki2(kRook, "1d1c+"), "☗１三飛成");
  EXPECT_EQ(ki2(kRook, "1d1c"), "☗１三飛不成");
  EXPECT_EQ(ki2(kRook, "1d1e"), "☗１五飛");
}

TEST(Ki2, MarksADropOnlyWhereAPieceCouldMove) {
  EXPECT_EQ(ki2("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b"), "☗５二金");
  EXPECT_EQ(ki2("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b"), "☗５二金打");
}

// The examples of the Japan Shogi Association's page on writing moves.
TEST(Ki2, TellsGoldsApartByDirectionThenSide) {
  EXPECT_EQ(ki2("9/2G1G4/9/9/9/9/9/k8/8K b - 1", "7b6a"), "☗６一金左");
  constexpr std::string_view kUpAndSide = "9/3G5/4G4/9/9/9/9/k8/8K b - 1";
  EXPECT_EQ(ki2(kUpAndSide, "6b5b"), "☗５二金寄");
  EXPECT_EQ(ki2(kUpAndSide, "5c5b"), "☗５二金上");
  constexpr std::string_view kSideBySide = "9/9/9/9/9/k8/9/9/3GG3K b - 1";
  EXPECT_EQ(ki2(kSideBySide, "6i5h"), "☗５八金左");
  EXPECT_EQ(ki2(kSideBySide, "5i5h"), "☗５八金直");
}

TEST(Ki2, TellsFourSilversApart) {
  constexpr std::string_view kSilvers = "9/9/9/9/9/9/3S1S3/9/k2S1S2K b - 1";
  EXPECT_EQ(ki2(kSilvers, "6g5h"), "☗５八銀左引");
  EXPECT_EQ(ki2(kSilvers, "4g5h"), "☗５八銀右引");
  EXPECT_EQ(ki2(kSilvers, "6i5h"), "☗５八銀左上");
  EXPECT_EQ(ki2(kSilvers, "4i5h"), "☗５八銀右上");
}

TEST(Ki2, TellsFiveTokinApart) {
  constexpr std::string_view kTokin = "9/3+P1+P3/3+P+P+P3/9/9/9/9/k8/8K b - 1";
  EXPECT_EQ(ki2(kTokin, "6b5b"), "☗５二と左寄");
  EXPECT_EQ(ki2(kTokin, "6c5b"), "☗５二と左上");
  EXPECT_EQ(ki2(kTokin, "5c5b"), "☗５二と直");
  EXPECT_EQ(ki2(kTokin, "4c5b"), "☗５二と右上");
  EXPECT_EQ(ki2(kTokin, "4b5b"), "☗５二と右寄");
}

TEST(Ki2, HorsesAndDragonsGoLeftOrRightNeverStraight) {
  constexpr std::string_view kSide = "9/9/9/9/9/k8/9/9/4+R+R2K b - 1";
  EXPECT_EQ(ki2(kSide, "5i5h"), "☗５八龍左");
  EXPECT_EQ(ki2(kSide, "4i5h"), "☗５八龍右");
  constexpr std::string_view kUpDown = "9/9/9/3+B5/9/3+B5/9/k8/8K b - 1";
  EXPECT_EQ(ki2(kUpDown, "6d6e"), "☗６五馬引");
  EXPECT_EQ(ki2(kUpDown, "6f6e"), "☗６五馬上");
}

TEST(Ki2, WhiteSeesTheBoardFromTheOtherSide) {
  constexpr std::string_view kGolds = "k2gg4/9/9/9/9/9/9/9/8K w - 1";
  EXPECT_EQ(ki2(kGolds, "6a5b"), "☖５二金右");
  EXPECT_EQ(ki2(kGolds, "5a5b"), "☖５二金直");
}

// The library of ShogiHome takes "☗５八金" for a move of either.
TEST(Ki2, APinnedPieceIsARivalButNotWhereATextIsRead) {
  constexpr std::string_view kPinned = "9/9/9/9/9/k8/9/9/r2GKG3 b G 1";
  EXPECT_EQ(ki2(kPinned, "4i5h"), "☗５八金右");
  EXPECT_EQ(ki2(kPinned, "G*6h"), "☗６八金打");
  const Position position = *parse_sfen(kPinned);
  shogi::MoveList moves;
  generate_legal(position, moves);
  const auto read = [&](std::string_view text) {
    const auto move = find_ki2_move(position, moves, text, BareMove());
    return move ? to_usi(*move) : "";
  };
  EXPECT_EQ(read("☗５八金右"), "4i5h");
  EXPECT_EQ(read("☗５八金"), "4i5h");
  EXPECT_EQ(read("☗６八金"), "G*6h");
}

TEST(Handicap, LeavesOutWhatItsNameSays) {
  struct Case {
    const char* name;
    int pieces;
  };
  for (const Case& one :
       {Case{"香落ち", 39}, Case{"右香落ち", 39}, Case{"角落ち", 39}, Case{"飛車落ち", 39},
        Case{"飛香落ち", 38}, Case{"二枚落ち", 38}, Case{"三枚落ち", 37}, Case{"四枚落ち", 36},
        Case{"五枚落ち", 35}, Case{"六枚落ち", 34}, Case{"七枚落ち", 33}, Case{"八枚落ち", 32},
        Case{"十枚落ち", 30}}) {
    const auto position = handicap(one.name);
    ASSERT_TRUE(position) << one.name;
    EXPECT_EQ(position->occupied().count(), one.pieces) << one.name;
    EXPECT_EQ(position->pieces(shogi::Color::kBlack).count(), 20) << one.name;
    EXPECT_EQ(position->side_to_move(), shogi::Color::kWhite) << "the giver begins";
  }
  EXPECT_EQ(to_sfen(*handicap("平手")), kStartSfen);
  EXPECT_EQ(to_sfen(*handicap("二枚落ち　　")),
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  EXPECT_TRUE(handicap("香落ち")->piece_at(shogi::Square::of(1, 1)).empty());
  EXPECT_TRUE(handicap("右香落ち")->piece_at(shogi::Square::of(9, 1)).empty());
  EXPECT_FALSE(handicap("十一枚落ち"));
  EXPECT_FALSE(handicap(""));
}

TEST(Japanese, EveryMoveOfRandomGamesComesBackAndKi2IsUnambiguous) {
  base::Random random(4);
  for (int game = 0; game < 12; ++game) {
    Position position = game % 3 == 0 ? *handicap("六枚落ち") : Position::start();
    BareMove previous;
    shogi::Undo undo;
    for (int ply = 0; ply < 160; ++ply) {
      shogi::MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) break;
      std::set<std::string> names;
      for (const BareMove m : moves) {
        const std::string text = to_kif(position, m, previous);
        const auto back = parse_kif_move(position, text, previous);
        ASSERT_TRUE(back) << text << ": " << back.error().message;
        ASSERT_EQ(*back, m) << text;
        const std::string name = to_ki2(position, m, previous);
        ASSERT_TRUE(names.insert(name).second) << name << " in " << to_sfen(position);
      }
      previous = moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
      position.do_move(previous, undo);
    }
  }
}

TEST(Japanese, MutatedTextNeverCrashes) {
  base::Random random(6);
  const Position position = read(kPieces);
  const std::vector<std::string> words{"７", "六", "歩", "同",   "　",   "成", "不", "打", "(", ")",
                                       "7",  "玉", "龍", "\xe3", "\x80", " ",  "☗",  "銀", "上"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::uint64_t k = random.below(9); k > 0; --k) text += words[random.below(words.size())];
    const auto move = parse_kif_move(position, text, usi("7g7f"));
    if (move) {
      ASSERT_TRUE(position.is_legal(*move)) << text;
    } else {
      ASSERT_TRUE(base::is_valid_utf8(move.error().message));
    }
  }
}

}  // namespace
}  // namespace gougi::notation
