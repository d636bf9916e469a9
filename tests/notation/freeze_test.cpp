// SPDX-License-Identifier: MIT
#include "notation/freeze.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/csa.hpp"
#include "notation/japanese.hpp"
#include "notation/read_game.hpp"
#include "notation/record_builder.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"

namespace gougi::notation {
namespace {

using shogi::FreezePosition;
using shogi::Game;
using shogi::Move;
using shogi::PieceType;

std::string rewritten(std::string_view sfen) {
  const auto p = parse_freeze_sfen(sfen);
  return p ? to_sfen(*p) : p.error().message;
}

std::string after_board(std::string_view tokens) {
  constexpr std::string_view kBoard = "+b3k4/9/9/9/9/9/9/9/+B3K4 b GP 7";
  return rewritten(std::string(kBoard) + " " + std::string(tokens)).substr(kBoard.size());
}

TEST(FreezeSfen, TokensAreReadInAnyOrderAndWrittenInOne) {
  EXPECT_EQ(after_board(""), "");
  EXPECT_EQ(after_board("z0Z0"), "") << "ordinary shogi";
  EXPECT_EQ(after_board("z3Z2"), " z3Z2");
  EXPECT_EQ(after_board("zG z2Z3"), " zG z2Z3");
  EXPECT_EQ(after_board("z2Z3 zG"), " zG z2Z3");
  EXPECT_EQ(after_board("ZP z2Z3 zG"), " zG z2Z3") << "what was frozen before restricts nothing";
  EXPECT_EQ(after_board("ZG"), "");
  EXPECT_EQ(after_board("zG"), " zG z0Z0");
  EXPECT_EQ(after_board("z+B z10Z0"), " zB+ z10Z0") << "the plus behind";
  EXPECT_EQ(after_board("zB+"), " zB+ z0Z0");
  EXPECT_EQ(rewritten("startpos z3Z3"), std::string(kStartSfen) + " z3Z3");
  EXPECT_EQ(rewritten("4k4/9/9/9/9/9/9/9/4K4 b - z1Z1"), "4k4/9/9/9/9/9/9/9/4K4 b - 1 z1Z1")
      << "the move number may be missing";
}

TEST(FreezeSfen, ErrorsSayWhatIsWrong) {
  const auto error = [](std::string_view tokens) {
    const auto p = parse_freeze_sfen("4k4/9/9/9/9/9/9/9/4K4 b GP 7 " + std::string(tokens));
    return p ? "read" : p.error().message;
  };
  constexpr const char* kExpected = "; expected are both sides' freezes as in z3Z3";
  EXPECT_EQ(error("z3"), std::string("sfen: \"z3\" lacks Black's") + kExpected);
  EXPECT_EQ(error("Z3"), std::string("sfen: \"Z3\" lacks White's") + kExpected);
  EXPECT_EQ(error("Z3z3"), std::string("sfen: \"Z3z3\" lacks White's") + kExpected);
  EXPECT_EQ(error("z3Z"), std::string("sfen: \"z3Z\" lacks a number") + kExpected);
  EXPECT_EQ(error("z3Z-1"), std::string("sfen: \"z3Z-1\" lacks a number") + kExpected);
  EXPECT_EQ(error("z3Z3x"), std::string("sfen: \"z3Z3x\" goes on behind the numbers") + kExpected);
  EXPECT_EQ(error("z3Z99999999999999999999"),
            std::string("sfen: \"z3Z99999999999999999999\" has too many") + kExpected);
  EXPECT_EQ(error("z3Z3 z3Z3"), "sfen: \"z3Z3\" gives the freezes left a second time");
  EXPECT_EQ(error("z"), "sfen: \"z\" names no kind of piece");
  EXPECT_EQ(error("zX"), "sfen: \"zX\" names no kind of piece");
  EXPECT_EQ(error("zg"), "sfen: \"zg\" names no kind of piece");
  EXPECT_EQ(error("zG+"), "sfen: \"zG+\" names no kind of piece") << "gold does not promote";
  EXPECT_EQ(error("z+B+"), "sfen: \"z+B+\" names no kind of piece");
  EXPECT_EQ(error("zG zP"), "sfen: \"zP\" comes after another freeze of its sort");
  EXPECT_EQ(error("zG x"), "sfen: \"x\" is no freeze");
  EXPECT_EQ(error("zR z1Z1"), "sfen: rooks frozen, of which Black has none");
}

TEST(FreezeSfen, KindsAreReadWithThePlusOnEitherSide) {
  for (int t = 1; t < shogi::kPieceTypeCount; ++t) {
    const auto kind = static_cast<PieceType>(t);
    const std::string text = to_text(kind);
    EXPECT_EQ(parse_kind(text), kind) << text;
    if (is_promoted(kind)) {
      EXPECT_EQ(parse_kind("+" + text.substr(0, 1)), kind) << text;
    }
  }
  for (const char* bad : {"", "+", "K+", "+G", "p", "PP", "P++", "B +"}) {
    EXPECT_FALSE(parse_kind(bad)) << bad;
  }
}

TEST(FreezeMoves, SuffixesAreReadAndWritten) {
  struct Case {
    std::string_view text;
    std::string_view move;
    PieceType freeze;
    PieceType made_under;
  };
  for (const Case& c : {Case{"7g7f", "7g7f", PieceType::kNone, PieceType::kNone},
                        Case{"7g7fzG", "7g7f", PieceType::kGold, PieceType::kNone},
                        Case{"7g7fZG", "7g7f", PieceType::kNone, PieceType::kGold},
                        Case{"8h2b+zB+", "8h2b+", PieceType::kHorse, PieceType::kNone},
                        Case{"8h2b+z+B", "8h2b+", PieceType::kHorse, PieceType::kNone},
                        Case{"P*5ezKZR+", "P*5e", PieceType::kKing, PieceType::kDragon},
                        Case{"P*5eZR+zK", "P*5e", PieceType::kKing, PieceType::kDragon}}) {
    const auto read = parse_freeze_move(c.text);
    ASSERT_TRUE(read) << c.text;
    EXPECT_EQ(to_usi(read->move.bare), c.move);
    EXPECT_EQ(read->move.freeze, c.freeze);
    EXPECT_EQ(read->made_under, c.made_under);
    std::string again;
    append_usi(again, *read);
    EXPECT_EQ(parse_freeze_move(again), read) << again;
  }
  EXPECT_EQ(to_usi(parse_freeze_move("8h2b+z+B")->move), "8h2b+zB+");
  EXPECT_EQ(to_usi(Move()), "none");
  for (const char* bad : {"", "zG", "7g7fz", "7g7fzX", "7g7fzGzP", "7g7fZGZP", "7g7fzGx", "7g7fG",
                          "7g7zG", "7g7fzg", "7g7fzG ", "7g7fz3Z3", "nonezG"}) {
    EXPECT_FALSE(parse_freeze_move(bad)) << bad;
  }
}

// --- records ------------------------------------------------------------------------------------

Game random_game(std::uint64_t seed) {
  base::Random random(seed);
  Game game(*parse_freeze_sfen(seed % 2 == 0 ? "startpos z30Z20"
                                             : "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/"
                                               "LN4bKL w RGgsn5p 1 zS z20Z20"));
  for (int ply = 0; ply < 60; ++ply) {
    std::vector<Move> moves;
    generate_legal(game.freeze_position(), moves);
    if (moves.empty()) break;
    EXPECT_TRUE(game.play(moves[random.below(moves.size())]));
  }
  return game;
}

std::string comment_line(RecordFormat format, const std::string& text) {
  if (text.empty()) return text;
  return (format == RecordFormat::kCsa ? "'" : "*") + text + "\n";
}

std::string record_of(const Game& game, RecordFormat format) {
  std::string text = format == RecordFormat::kCsa ? "V2.2\nN+A\n" : "先手：A\n後手：B\n";
  if (format == RecordFormat::kCsa) text += csa_position(game.start());
  text += comment_line(format, freeze_start_comment(game.freeze_start()));
  Game played(game.freeze_start());
  shogi::BareMove before;
  for (const Move m : game.moves()) {
    if (format == RecordFormat::kKif) {
      text += "  12 " + to_kif(played.position(), m.bare, before) + "   ( 0:01/00:00:01)\n";
    } else if (format == RecordFormat::kKi2) {
      text += to_ki2(played.position(), m.bare, before) + "\n";
    } else {
      text += to_csa(played.position(), m.bare) + ",T12\n";
    }
    text += comment_line(format, freeze_comment(m.freeze));
    text += format == RecordFormat::kCsa ? "'** 30\n" : "*評価値 30\n";
    EXPECT_TRUE(played.play(m));
    before = m.bare;
  }
  return text + (format == RecordFormat::kKif   ? "  13 投了\n*end\n"
                 : format == RecordFormat::kKi2 ? "まで12手で先手の勝ち\n"
                                                : "%TORYO\n");
}

TEST(FreezeRecord, GamesComeBackFromEveryFormatWithTheirFreezes) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Game game = random_game(seed);
    for (const auto format : {RecordFormat::kKif, RecordFormat::kKi2, RecordFormat::kCsa}) {
      const std::string text = record_of(game, format);
      const auto read = read_game(format, text);
      ASSERT_TRUE(read) << read.error().message << "\n" << text;
      EXPECT_EQ(read->moves(), game.moves());
      EXPECT_EQ(read->freeze_start().key(), game.freeze_start().key());
      EXPECT_EQ(read->freeze_position().state(), game.freeze_position().state());
    }
  }
}

TEST(FreezeRecord, WithoutTheCommentLinesItIsTheSameRecord) {
  const Game frozen = random_game(2);
  for (const auto format : {RecordFormat::kKif, RecordFormat::kKi2, RecordFormat::kCsa}) {
    const auto record = read_records(format, record_of(frozen, format));
    ASSERT_TRUE(record) << record.error().message;
    std::istringstream lines(write_record(format, record->front()));
    std::string plain;
    int freezes = 0;
    for (std::string line; std::getline(lines, line);) {
      const bool is_freeze = line.find("freeze ") == 1;
      freezes += is_freeze ? 1 : 0;
      if (!is_freeze) plain += line + "\n";
    }
    EXPECT_GT(freezes, 2);
    const auto read = read_game(format, plain);
    ASSERT_TRUE(read) << read.error().message << plain;
    std::vector<Move> without_freezes;
    for (const Move move : frozen.moves()) without_freezes.emplace_back(move.bare);
    EXPECT_EQ(read->moves(), without_freezes);
  }
}

TEST(FreezeRecord, OrdinaryRecordsAreReadToo) {
  const auto kif = read_game(RecordFormat::kKif,
                             "手合割：平手\n手数----指手---------消費時間--\n"
                             "   1 ７六歩(77)   ( 0:00/00:00:00)\n   2 3四歩(33)\n   3 中断\n");
  ASSERT_TRUE(kif) << kif.error().message;
  EXPECT_EQ(kif->moves().size(), 2U);
  EXPECT_FALSE(kif->is_freeze_game());
  const auto ki2 = read_game(RecordFormat::kKi2, "手合割：香落ち\n△３四歩 ▲７六歩\n△同\n");
  EXPECT_EQ(ki2.error().message.substr(0, 14), "record line 3:");
}

TEST(FreezeRecord, WhatHoldsNothingOfARecordIsNoEmptyGame) {
  const auto says = [](RecordFormat format, std::string_view text) {
    const auto game = read_game(format, text);
    return game ? "read" : game.error().message;
  };
  const std::string nothing = "holds neither a header line nor a move of ";
  for (const std::string_view text :
       {"", "\n\n", "nonsense\n+\n-x\n5 x\n", "3 \x01\x02\n|\n*comment\n'comment\n"}) {
    EXPECT_EQ(says(RecordFormat::kKif, text), nothing + "KIF");
    EXPECT_EQ(says(RecordFormat::kKi2, text), nothing + "KI2");
  }
  EXPECT_EQ(says(RecordFormat::kCsa, ""), nothing + "CSA");
  EXPECT_EQ(says(RecordFormat::kCsa, "nonsense\n+\n%\n"), nothing + "CSA");
  for (const std::string_view text :
       {"手合割：平手\n", "先手：A\n", "開始日時：2026/01/31\n", "*freeze sfen startpos z1Z1\n"}) {
    EXPECT_EQ(says(RecordFormat::kKif, text), "read");
    EXPECT_EQ(says(RecordFormat::kKi2, text), "read");
  }
  EXPECT_EQ(says(RecordFormat::kKif, "手数----指手---------消費時間--\n"), "read");
  EXPECT_EQ(says(RecordFormat::kKif, "1 ７六歩(77)\n"), "read");
  EXPECT_EQ(says(RecordFormat::kKi2, "▲７六歩\n"), "read");
  for (const std::string_view text : {"V2.2\n", "N+A\n", "PI\n+\n", "+7776FU\n", "$EVENT:x\n"}) {
    EXPECT_EQ(says(RecordFormat::kCsa, text), "read");
  }
}

TEST(FreezeRecord, ErrorsNameTheLine) {
  const auto error = [](RecordFormat format, std::string_view text) {
    const auto game = read_game(format, text);
    return game ? "read" : game.error().message;
  };
  const std::string start = "*freeze sfen startpos z1Z1\n";
  EXPECT_EQ(error(RecordFormat::kKif, start + "*freeze G\n"),
            "record line 2: a freeze without a move");
  EXPECT_EQ(error(RecordFormat::kKi2, start + "☗７六歩\n*freeze G\n*freeze P\n"),
            "record line 4: a second freeze of one move");
  EXPECT_EQ(
      error(RecordFormat::kKi2, start + "☗７六歩\n*freeze Q\n"),
      "record line 3: \"freeze Q\" is no freeze; expected is one kind of piece as in \"freeze G\"");
  EXPECT_EQ(
      error(RecordFormat::kKi2, start + "☗７六歩\n*freeze\n"),
      "record line 3: \"freeze\" is no freeze; expected is one kind of piece as in \"freeze G\"");
  EXPECT_EQ(error(RecordFormat::kKif, "*freeze sfen startpos z1Z\n").substr(0, 21),
            "record line 1: sfen: ");
  EXPECT_EQ(error(RecordFormat::kKi2, start + "☗７六歩\n*freeze R+\n☖３四歩\n"),
            "record line 4: illegal move at move 1: White has none of what is frozen: dragons");
  EXPECT_EQ(error(RecordFormat::kKi2, start + "☗７六歩\n*freeze P\n☖３四歩\n"),
            "record line 4: \"☖３四歩\" is no legal move");
  EXPECT_EQ(
      error(RecordFormat::kCsa, "PI\n+\n+7776FU\n" + std::string("'freeze sfen startpos z1Z1")),
      "record line 4: a start behind the first move");
  EXPECT_EQ(error(RecordFormat::kCsa, "P1 *  *  *  * -OU *  *  *  * \n+\n+7776FU\n"),
            "record line 3: \"+7776FU\" is no legal move");
}

TEST(FreezeRecord, InAnOrdinaryRecordWordsOfAFreezeAreARemark) {
  for (const std::string remark :
       {"freeze", "freeze G", "freeze K?", "freeze G G", "FREEZE G", " freeze G"}) {
    EXPECT_TRUE(read_game(RecordFormat::kKif, "*" + remark + "\n1 ７六歩(77)\n")) << remark;
    const auto kif = read_game(RecordFormat::kKif, "1 ７六歩(77)\n*" + remark + "\n");
    ASSERT_TRUE(kif) << kif.error().message;
    EXPECT_FALSE(kif->moves()[0].freezes()) << remark;
    EXPECT_TRUE(read_game(RecordFormat::kCsa, "PI\n+\n+7776FU\n'" + remark + "\n")) << remark;
  }
}

TEST(FreezeRecord, InAFreezeGameANearMissIsAnErrorAndARemarkIsNot) {
  const std::string start = "*freeze sfen startpos z1Z1\n☗７六歩\n*";
  for (const std::string wrong :
       {"freeze", "freeze K?", "freeze G G", "FREEZE G", " freeze G", "Freeze  +r", "freeze\tG"}) {
    const auto game = read_game(RecordFormat::kKi2, start + wrong + "\n");
    ASSERT_FALSE(game) << wrong;
    EXPECT_EQ(game.error().message.substr(0, 15), "record line 3: ") << wrong;
  }
  for (const std::string remark : {"freezing G", "freeze the gold", "> freeze G", "a freeze G"}) {
    const auto game = read_game(RecordFormat::kKi2, start + remark + "\n");
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_FALSE(game->moves()[0].freezes()) << remark;
  }
}

TEST(FreezeRecord, AnyTextIsReadSafely) {
  base::Random random(7);
  const std::string whole =
      record_of(random_game(1), RecordFormat::kKif) + record_of(random_game(2), RecordFormat::kCsa);
  for (int i = 0; i < 300; ++i) {
    std::string text = whole;
    for (int k = 0; k < 5; ++k) {
      text[random.below(text.size())] = static_cast<char>(random.below(256));
      text.erase(random.below(text.size()), random.below(20));
    }
    for (const auto format : {RecordFormat::kKif, RecordFormat::kKi2, RecordFormat::kCsa}) {
      const auto read = read_game(format, text);
      if (!read) {
        EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
      }
    }
  }
}

}  // namespace
}  // namespace gougi::notation
