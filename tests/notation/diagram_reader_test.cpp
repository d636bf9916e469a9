// SPDX-License-Identifier: MIT
// Starts that are drawn: what is written comes back, and what cannot be is said.
#include "notation/diagram_reader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "notation/csa.hpp"
#include "notation/diagram.hpp"
#include "notation/japanese.hpp"
#include "notation/read_game.hpp"
#include "notation/sfen.hpp"

namespace gougi::notation {
namespace {

constexpr std::array kDrawnStarts{"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                                  "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                                  "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
                                  "4k4/9/9/9/9/9/9/9/4K4 w RB2G2S2N2L11Prb2g2s2n2l7p 1",
                                  "8k/9/9/9/1+P+L+N+S+R+B2/1+p+l+n+s+r+b2/9/9/K8 b 2G2SNL11Pgn 1",
                                  "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"};

std::string read_back(RecordFormat format, const std::string& text) {
  const auto game = read_game(format, text);
  return game ? to_sfen(game->start()) : game.error().message;
}

TEST(DiagramReader, WhatIsWrittenComesBack) {
  for (const std::string sfen : kDrawnStarts) {
    const auto position = parse_sfen(sfen);
    ASSERT_TRUE(position) << sfen << ": " << position.error().message;
    EXPECT_EQ(read_back(RecordFormat::kKif, kif_diagram(*position)), sfen);
    EXPECT_EQ(read_back(RecordFormat::kKi2, kif_diagram(*position)), sfen);
    EXPECT_EQ(read_back(RecordFormat::kCsa, csa_position(*position)), sfen);
  }
}

TEST(DiagramReader, TheSideToMoveAndOtherProgramsSpellings) {
  const auto position = parse_sfen(kDrawnStarts[3]);
  std::string text = kif_diagram(*position);
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("後手番", "上手番");
  replace("後手の持駒", "上手の持駒");
  replace("v玉", "v王");
  EXPECT_EQ(read_back(RecordFormat::kKif, "手合割：その他　\n" + text), kDrawnStarts[3]);
  const std::string moved = "手数----\n   1 ５二玉(51)\n   2 投了\n";
  EXPECT_TRUE(read_game(RecordFormat::kKif, text + moved));
  replace("上手番", "下手番");
  EXPECT_FALSE(read_game(RecordFormat::kKif, text + moved));
  EXPECT_EQ(read_back(RecordFormat::kCsa, "PI82HI\n-\n-3142GI\n"),
            "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  EXPECT_EQ(read_back(RecordFormat::kCsa, "P-51OU\nP+59OU53TO\nP+00KI\n+\n+0052KI\n"),
            "4k4/9/4+P4/9/9/9/9/9/4K4 b G 1");
}

TEST(DiagramReader, HandsMayHaveANarrowColonAndNoBlanks) {
  const std::string sfen = "4k4/9/9/9/9/9/9/9/4K4 w R2G12Prb2g 1";
  const std::string usual = kif_diagram(*parse_sfen(sfen));
  const std::pair<std::string, std::string> spellings[] = {
      {"後手の持駒：飛　角　金二", "後手の持駒:飛 角 金二 "},
      {"後手の持駒：飛　角　金二", "後手の持駒： 飛角金二"},
      {"先手の持駒：飛　金二　歩十二", "先手の持駒：飛金二歩十二　"},
      {"先手の持駒：飛　金二　歩十二", "先手の持駒:金　金飛歩十二"}};
  for (const auto& [from, to] : spellings) {
    std::string text = usual;
    ASSERT_NE(text.find(from), std::string::npos) << text;
    text.replace(text.find(from), from.size(), to);
    EXPECT_EQ(read_back(RecordFormat::kKif, text), sfen) << to;
    EXPECT_EQ(read_back(RecordFormat::kKi2, text), sfen) << to;
  }
}

TEST(DiagramReader, AllThatIsLeftMayBeInAHand) {
  EXPECT_EQ(read_back(RecordFormat::kCsa, "P-51OU\nP+59OU53TO\nP+00KI00FU\nP-00AL\n+\n+0052KI\n"),
            "4k4/9/4+P4/9/9/9/9/9/4K4 b GP2r2b3g4s4n4l16p 1");
  EXPECT_EQ(read_back(RecordFormat::kCsa, "P-51OU55RY\nP+00AL\n+\n"),
            "4k4/9/9/9/4+r4/9/9/9/9 b R2B4G4S4N4L18P 1");
  EXPECT_EQ(read_back(RecordFormat::kCsa, "PI\nP-00AL\n+\n"), to_sfen(shogi::Position::start()));
  EXPECT_EQ(read_back(RecordFormat::kCsa, "P-51OU\nP+5555AL\n+\n").substr(0, 14), "record line 2:");
}

TEST(DiagramReader, AStartThatIsSaidToBeDrawnAndIsNotIsNamed) {
  const std::string moves = "手数----指手---------消費時間--\n   1 ７六歩(77)\n";
  const std::string why =
      ": the start is to be drawn (手合割：その他, or pieces in hand), and its board is missing: "
      "nine lines that begin with |";
  for (const std::string head : {"手合割：その他\n", "手合割：詰将棋　\n", "手合割:その他\n",
                                 "後手の持駒：金四\n", "先手の持駒:飛\n"}) {
    EXPECT_EQ(read_back(RecordFormat::kKif, head + moves), "record line 3" + why) << head;
    EXPECT_EQ(read_back(RecordFormat::kKi2, head + "先手：A\n▲７六歩\n"), "record line 3" + why)
        << head;
  }
  EXPECT_EQ(read_back(RecordFormat::kKif, "手合割：その他\n"), "record line 1" + why);
  // Of empty hands nothing is to be drawn, and a freeze line says more than a diagram.
  const std::string even = to_sfen(shogi::Position::start());
  EXPECT_EQ(read_back(RecordFormat::kKif, "手合割：平手\n後手の持駒：なし\n先手の持駒：\n" + moves),
            even);
  EXPECT_EQ(read_back(RecordFormat::kKif, "手合割：その他\n*freeze sfen startpos z3Z3\n" + moves),
            even);
}

TEST(DiagramReader, SaysWhatIsNoDiagram) {
  const auto fails = [](RecordFormat format, const std::string& text) {
    const auto game = read_game(format, text);
    EXPECT_FALSE(game) << text;
    return game ? "" : game.error().message;
  };
  const std::string rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n";
  const std::pair<std::string, std::string> kif[] = {
      {rank + "1 ７六歩(77)\n", "2: the diagram has 1 ranks, not nine"},
      {"| ・ ・\n", "1: rank 1 of the diagram has no nine squares"},
      {"| ・ 鯨\n", "1: rank 1 of the diagram: \"鯨\" is no piece"},
      {"|\xE3", "1: rank 1 of the diagram has no nine squares"},
      {"先手の持駒：飛三\n", "1: a hand holds too many pieces"},
      {"先手の持駒：と\n", "1: a hand holds what is never in hand"},
      {"先手の持駒：歩千\n", "1: \"歩千\" is nothing in hand"},
  };
  for (const auto& [text, why] : kif) {
    EXPECT_EQ(fails(RecordFormat::kKif, text), "record line " + why);
  }
  std::string many;
  for (int i = 0; i < 10; ++i) many += rank;
  EXPECT_EQ(fails(RecordFormat::kKi2, many), "record line 10: a diagram with more than nine ranks");
  EXPECT_EQ(fails(RecordFormat::kCsa, "P1-XX\n"), "record line 1: P1: \"-XX\" is no piece");
  for (const char* const text :
       {"P+00\n", "P+0FU\n", "P+\xE3\x81\n", "PI8\n", "P+0AFU\n", "P+00OU\n", "P+00HI00HI00HI\n"}) {
    fails(RecordFormat::kCsa, text);
  }
  const std::string no_position = "P1+FU\n+\n+1112FU\n";
  EXPECT_EQ(fails(RecordFormat::kCsa, no_position).substr(0, 28), "record line 3: the diagram: ");
}

TEST(Handicap, KnowsItsName) {
  EXPECT_EQ(handicap_name(shogi::Position::start()), "平手");
  EXPECT_EQ(handicap_name(*parse_sfen(kDrawnStarts[0])), "飛車落ち");
  EXPECT_EQ(handicap_name(*handicap("八枚落ち")), "八枚落ち");
  EXPECT_FALSE(handicap_name(*parse_sfen(kDrawnStarts[1])));  // 平手, but White begins
}

}  // namespace
}  // namespace gougi::notation
