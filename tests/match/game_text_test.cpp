// SPDX-License-Identifier: MIT
// Games as other programs read them.
#include "match/game_text.hpp"

#include <gmock/gmock.h>

#include "match/openings.hpp"
#include "notation/japanese_record.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

using ::testing::HasSubstr;

MoveRecord move(std::string_view usi, int ms, std::optional<usi::Score> score) {
  MoveRecord record;
  record.move = *notation::parse_usi_move(usi);
  record.took = base::Milliseconds(ms);
  record.score = score;
  if (score) record.depth = 9;
  return record;
}

GameRecord game() {
  GameRecord game;
  game.began = "2026-01-31T12:34:56Z";
  game.moves = {move("7g7f", 0, std::nullopt), move("3c3d", 1500, usi::Score::cp(-30)),
                move("8h2b+", 61'000, usi::Score::cp(45)),
                move("3a2b", 700, usi::Score::mated_in(4)),
                move("B*4e", 2000, usi::Score{usi::Centipawns{7}, usi::Bound::kLower})};
  game.moves[0].from_opening = true;
  game.moves[1].nodes = 5000;
  game.moves[1].selective_depth = 14;
  game.moves[1].line = {game.moves[1].move, game.moves[2].move, game.moves[3].move,
                        game.moves[3].move};  // the last is not legal
  game.moves[2].line = {*notation::parse_usi_move("2g2f"), game.moves[3].move};  // not its move
  game.moves[4].note = "[O] ☗４五角\n[X] ☗２六歩";
  game.ending = {Result::kBlackWins, Reason::kResignation, ""};
  return game;
}
const GameNames kNames{"gougi", "相手"};

std::string text_of(notation::RecordFormat format, const GameRecord& game) {
  return write_record(format, to_record(game, kNames));
}
std::string kif_of(const GameRecord& game) { return text_of(notation::RecordFormat::kKif, game); }
std::string ki2_of(const GameRecord& game) { return text_of(notation::RecordFormat::kKi2, game); }
std::string csa_of(const GameRecord& game) { return text_of(notation::RecordFormat::kCsa, game); }

// In the words of ShogiHome; a line of moves is shown where the engine played its first.
TEST(GameText, KifHasClocksAndWhatTheEnginesSaid) {
  EXPECT_EQ(kif_of(game()),
            "#KIF version=2.0 encoding=UTF-8\n"
            "開始日時：2026/01/31 12:34:56 UTC\n"
            "手合割：平手\n"
            "先手：gougi\n"
            "後手：相手\n"
            "手数----指手---------消費時間--\n"
            "   1 ７六歩(77)\n"
            "   2 ３四歩(33)   ( 0:01/00:00:01)\n"
            "**評価値=30\n"
            "**読み筋=▲２二角成△同銀\n"
            "**ノード数=5000\n"
            "**深さ=9\n"
            "**選択深さ=14\n"
            "   3 ２二角成(88)   ( 1:01/00:01:01)\n"
            "**評価値=45\n"
            "**深さ=9\n"
            "   4 同　銀(31)   ( 0:00/00:00:01)\n"
            "**詰み=先手勝ち:4手\n"
            "**深さ=9\n"
            "   5 ４五角打   ( 0:02/00:01:03)\n"
            "**評価値=7 下限\n"
            "**深さ=9\n"
            "*[O] ☗４五角\n"
            "*[X] ☗２六歩\n"
            "   6 投了\n"
            "*black, resignation\n"
            "まで5手で先手の勝ち\n");
}

TEST(GameText, CsaHasTheSameWithScoresAsFloodgateHasThem) {
  EXPECT_EQ(csa_of(game()),
            "'CSA encoding=UTF-8\nV2.2\nN+gougi\nN-相手\n$START_TIME:2026/01/31 12:34:56\nPI\n+\n"
            "+7776FU\n"
            "-3334FU\nT1\n'1500 ms\n'** 30 +8822UM -3122GI #5000\n'**深さ=9\n'**選択深さ=14\n"
            "+8822UM\nT61\n'** 45\n'**深さ=9\n"
            "-3122GI\nT0\n'700 ms\n'**詰み=先手勝ち:4手\n'** 100000\n'**深さ=9\n"
            "+0045KA\nT2\n'**評価値=7 下限\n'**深さ=9\n'*[O] ☗４五角\n'*[X] ☗２六歩\n"
            "%TORYO\n'*black, resignation\n");
}

TEST(GameText, Ki2HasAMoveALineWithItsRemarks) {
  const std::string text = ki2_of(game());
  EXPECT_THAT(text, HasSubstr("▲７六歩\n△３四歩\n*1500 ms\n**評価値=30\n**読み筋=▲２二角成"));
  EXPECT_THAT(text, HasSubstr("△同銀\n"));
}

TEST(GameText, UsiIsOneLineThatOpeningsAreReadFrom) {
  const std::string line = to_line(game(), kNames);
  EXPECT_EQ(line, "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e # black, resignation, gougi - 相手");
  EXPECT_EQ(parse_opening(line, 3)->moves().size(), 3U);
}

TEST(GameText, AWordForTheMoversLossIsNotSaidOfItsWin) {
  GameRecord agreed = game();
  agreed.ending = {Result::kWhiteWins, Reason::kAgreedLoss, ""};  // White to move
  EXPECT_THAT(kif_of(agreed), HasSubstr("   6 中断\n*white, agreed loss\n"));
  EXPECT_THAT(csa_of(agreed), HasSubstr("%CHUDAN\n"));
  agreed.ending.result = Result::kBlackWins;
  EXPECT_THAT(kif_of(agreed), HasSubstr("   6 投了\n"));
  agreed.ending = {Result::kWhiteWins, Reason::kPerpetualCheck, ""};
  EXPECT_THAT(kif_of(agreed), HasSubstr("   6 反則勝ち\n"));
  EXPECT_THAT(csa_of(agreed), HasSubstr("%+ILLEGAL_ACTION\n"));
}

TEST(GameText, AnIllegalMoveOfWhoIsNotToMoveIsItsFoul) {
  GameRecord foul = game();
  foul.ending = {Result::kWhiteWins, Reason::kIllegalMove, ""};  // White to move
  EXPECT_THAT(kif_of(foul), HasSubstr("   6 反則勝ち\n*white, illegal move\n"));
  EXPECT_THAT(csa_of(foul), HasSubstr("%+ILLEGAL_ACTION\n"));
  foul.ending.result = Result::kBlackWins;
  EXPECT_THAT(kif_of(foul), HasSubstr("   6 反則負け\n"));
}

void freeze(MoveRecord& move, shogi::PieceType kind) {
  move.move = {move.move.of_shogi().bare, kind};
}

TEST(GameText, FreezesStandInCommentsAndComeBack) {
  GameRecord record = game();
  record.start = *shogi::FreezePosition::from(shogi::Position::start(), {{}, {3, 2}});
  freeze(record.moves[0], shogi::PieceType::kGold);
  freeze(record.moves[2], shogi::PieceType::kPawn);
  freeze(record.moves[4], shogi::PieceType::kKing);
  record.moves[1].note =
      "freeze P\n FREEZE P\nfreeze\nfreeze sfen startpos z9Z9";  // an engine may say anything
  const auto played = replay(record);
  ASSERT_TRUE(played) << played.error().message;

  const std::string kif = kif_of(record);
  EXPECT_THAT(kif, HasSubstr("時間--\n*freeze sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/"
                             "LNSGKGSNL b - 1 z2Z3\n   1 ７六歩(77)\n"
                             "*freeze G\n   2 "));
  const std::string ki2 = ki2_of(record);
  const std::string csa = csa_of(record);
  using notation::RecordFormat;
  for (const auto& [format, text] :
       {std::pair(RecordFormat::kKif, kif), std::pair(RecordFormat::kKi2, ki2),
        std::pair(RecordFormat::kCsa, csa)}) {
    const auto records = read_records(format, text);
    ASSERT_TRUE(records) << records.error().message << "\n" << text;
    const shogi::Game read = records->front().main_line();
    EXPECT_EQ(usi::moves_of(read.moves()), played->moves()) << text;
    EXPECT_EQ(read.freeze_position().state(), played->position().freezes());
  }
  const std::string line = to_line(record, kNames);
  EXPECT_THAT(line, HasSubstr("startpos moves 7g7fzG 3c3d 8h2b+zP 3a2b B*4ezK z2Z0 # black"));
  const auto opening = parse_opening(line, 3);
  ASSERT_TRUE(opening) << opening.error().message;
  EXPECT_EQ(opening->moves().size(), 3U);
  EXPECT_EQ(opening->position().freezes().left[0], 1);
}

TEST(GameText, EveryReasonHasAnEnd) {
  for (int i = 0; i < game::kReasonCount; ++i) {
    for (const Result result : {Result::kBlackWins, Result::kWhiteWins, Result::kDraw}) {
      GameRecord record = game();
      record.ending = {result, static_cast<Reason>(i), ""};
      EXPECT_THAT(csa_of(record), HasSubstr("\n%"));
      EXPECT_EQ(kif_of(record).find("   6 \n"), std::string::npos);
    }
  }
}

TEST(GameText, AnotherStartIsDrawn) {
  GameRecord record;
  record.start = *notation::parse_sfen("4k4/9/4P4/9/9/9/9/9/4K4 w G2r16p 1");
  record.ending = {Result::kDraw, Reason::kMaxPlies, ""};
  const std::string kif = kif_of(record);
  EXPECT_THAT(kif, HasSubstr("後手の持駒：飛二　歩十六\n"));
  EXPECT_THAT(kif, HasSubstr("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"));
  EXPECT_THAT(kif, HasSubstr("先手の持駒：金\n後手番\n"));
  const std::string csa = csa_of(record);
  EXPECT_THAT(csa, HasSubstr("P1 *  *  *  * -OU *  *  *  * \n"));
  EXPECT_THAT(csa, HasSubstr("P+00KI\nP-00FU00FU"));
  EXPECT_THAT(csa, HasSubstr("00HI00HI\n-\n"));
}

}  // namespace
}  // namespace gougi::match
