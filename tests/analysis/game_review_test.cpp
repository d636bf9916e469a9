// SPDX-License-Identifier: MIT
#include "analysis/game_review.hpp"

#include <gtest/gtest.h>

#include "notation/record_text.hpp"
#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

shogi::Move move_of(const std::string& text) { return *notation::parse_usi_move(text); }

Verdict thinks(const std::string& move, double win_rate) {
  Verdict verdict;
  verdict.decided = true;
  verdict.move = move_of(move);
  verdict.win_rate = win_rate;
  verdict.line = {*verdict.move};
  return verdict;
}

shogi::Game game_of(const std::vector<std::string>& moves) {
  shogi::Game game;
  for (const std::string& move : moves) EXPECT_TRUE(game.play(move_of(move))) << move;
  return game;
}

TEST(GameReview, AMoveThatCostsMuchIsABlunderAndOneThatCostsLessAMistake) {
  const auto game = game_of({"7g7f", "3c3d", "2g2f"});
  const auto review = review_of(
      game, {thinks("2g2f", 0.5), thinks("8c8d", 0.65), thinks("2g2f", 0.6), thinks("8c8d", 0.4)},
      {});
  ASSERT_EQ(review.moves.size(), 3U);
  EXPECT_EQ(review.moves[0].fault, Fault::kMistake);
  EXPECT_NEAR(review.moves[0].loss, 0.15, 1e-9);
  EXPECT_EQ(review.moves[1].fault, Fault::kBlunder);
  EXPECT_EQ(review.moves[2].fault, Fault::kNone) << "the council's own move";
  EXPECT_EQ(review.turning_points, (std::vector<std::size_t>{1, 0})) << "the greatest loss first";
  EXPECT_NEAR(*review.accuracy[0], 92.5, 1e-9);
  EXPECT_NEAR(*review.accuracy[1], 75, 1e-9);
}

TEST(GameReview, AMateThatIsGoneAfterTheMoveWasMissed) {
  const auto game = game_of({"7g7f"});
  auto before = thinks("2g2f", 1);
  before.mate = 3;
  EXPECT_TRUE(review_of(game, {before, thinks("8c8d", 0.5)}, {}).moves[0].missed_mate);
  EXPECT_FALSE(review_of(game, {before, thinks("8c8d", 0)}, {}).moves[0].missed_mate);
}

TEST(GameReview, AProvenMateThatIsGoneWasMissedThoughAMemberSeesASlowerOne) {
  const auto game = game_of({"7g7f"});
  auto before = thinks("2g2f", 1);
  before.mate = 3;
  before.proven = true;
  before.mate_line = {move_of("2g2f")};
  auto behind = thinks("8c8d", 0);
  behind.is_mated = false;
  EXPECT_TRUE(review_of(game, {before, behind}, {}).moves[0].missed_mate);
  behind.is_mated = true;
  EXPECT_FALSE(review_of(game, {before, behind}, {}).moves[0].missed_mate);
}

TEST(GameReview, ALossThatTheCouncilsOwnMoveHasTooIsNone) {
  const auto game = game_of({"7g7f"});
  auto before = thinks("2g2f", 0.75);
  EXPECT_EQ(review_of(game, {before, thinks("8c8d", 0.5)}, {}).moves[0].fault, Fault::kBlunder);
  before.best_worth = 0.55;
  EXPECT_EQ(review_of(game, {before, thinks("8c8d", 0.5)}, {}).moves[0].fault, Fault::kNone);
}

TEST(GameReview, ADeclarationThatWasNotMadeIsTold) {
  auto before = thinks("7g7f", 1);
  before.declares = true;
  const auto review = review_of(game_of({"7g7f"}), {before, thinks("8c8d", 0.5)}, {});
  EXPECT_TRUE(review.moves[0].missed_declaration);
}

TEST(GameReview, AWinOverlookedInAWonGameIsAMistakeOnceAndNotTurnAfterTurn) {
  auto won = thinks("2g2f", 1);
  won.declares = true;
  const auto review = review_of(game_of({"7g7f", "3c3d", "6g6f"}),
                                {won, thinks("3c3d", 0.01), won, thinks("8c8d", 0.01)}, {});
  EXPECT_EQ(review.moves[0].fault, Fault::kMistake);
  EXPECT_TRUE(review.moves[2].missed_declaration);
  EXPECT_EQ(review.moves[2].fault, Fault::kNone);
  EXPECT_EQ(review.turning_points, (std::vector<std::size_t>{0}));
}

TEST(GameReview, WhatNobodyJudgedCostsNothing) {
  const auto review = review_of(game_of({"7g7f"}), {Verdict{}, Verdict{}}, {});
  EXPECT_EQ(review.moves[0].loss, 0);
  const auto two = review_of(game_of({"7g7f", "3c3d"}), {Verdict{}, Verdict{}, Verdict{}}, {});
  EXPECT_FALSE(two.accuracy[0]) << "nor is it accurate";
  EXPECT_FALSE(two.accuracy[1]);
}

TEST(GameReview, TheRecordKeepsItsCommentsAndGetsAVariation) {
  notation::Record record;
  record.node(record.add(0, move_of("7g7f"))).comment = "mine\n";
  const std::vector<Verdict> verdicts{thinks("2g2f", 0.5), thinks("8c8d", 0.8)};
  annotate(record, verdicts, review_of(record.main_line(), verdicts, {}));
  const std::string kif = write_record(notation::RecordFormat::kKif, record);
  EXPECT_NE(kif.find("mine"), std::string::npos);
  EXPECT_NE(kif.find("**評価値=-832"), std::string::npos) << kif;
  EXPECT_NE(kif.find("変化：1手"), std::string::npos) << kif;
}

TEST(GameReview, NotesOfAnEarlierAnalysisAreReplacedAndWordsOfOthersStay) {
  using notation::RecordFormat;
  // What somebody else wrote, also where it reads as ours.
  const std::string others = "大悪手 (blunder): -45%\n*評価値=12\n*読み筋=△８四歩\nmine\n";
  notation::Record record;
  record.node(record.add(0, move_of("7g7f"))).comment = others;
  record.add(1, move_of("8c8d"));
  const auto annotated = [](notation::Record of, double rate) {
    const std::vector<Verdict> verdicts{thinks("2g2f", 0.9), thinks("8c8d", rate),
                                        thinks("2g2f", 0.5)};
    annotate(of, verdicts, review_of(of.main_line(), verdicts, {}));
    return of;
  };
  const notation::Record once = annotated(record, 0.8);
  EXPECT_NE(once.node(1).comment, others);
  for (const RecordFormat format : notation::kRecordFormats) {
    const auto read = notation::read_records(format, notation::write_record(format, once));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(notation::write_record(format, annotated(read->front(), 0.8)),
              notation::write_record(format, once));
    const auto other = annotated(read->front(), 0.3);
    EXPECT_EQ(other.node(1).comment.find("-832"), std::string::npos) << other.node(1).comment;
    EXPECT_NE(other.node(1).comment.find("mine\n"), std::string::npos);
    EXPECT_EQ(notation::write_record(format, other),
              notation::write_record(format, annotated(read->front(), 0.3)));
  }
  const std::string comment = annotated(once, 0.3).node(1).comment;
  EXPECT_TRUE(comment.ends_with("*エンジン=gougi analyse\n" + others))
      << comment << "of two values of a move readers take the first";
}

TEST(GameReview, WhatSomebodyWroteAmongTheNotesStaysAndTheNotesAreReplaced) {
  const auto noted = [](const std::string& comment) {
    notation::Record record;
    record.node(record.add(0, move_of("7g7f"))).comment = comment;
    record.add(1, move_of("8c8d"));
    const std::vector<Verdict> verdicts{thinks("7g7f", 0.5), thinks("8c8d", 0.5),
                                        thinks("2g2f", 0.5)};
    annotate(record, verdicts, review_of(record.main_line(), verdicts, {}));
    return record.node(1).comment;
  };
  const std::string now = noted("");
  const std::string mark = "*エンジン=gougi analyse\n";
  EXPECT_EQ(noted("*評価値=76\n*読み筋=△８四歩\nmine\n" + mark), "mine\n" + now);
  EXPECT_EQ(
      noted("悪手 (mistake): -11%\nmine\n*評価値=99\nand\n*読み筋=△８四歩\n" + mark + "end\n"),
      "mine\nand\nend\n" + now);
  const std::string other = "*評価値=500\n*読み筋=△８五歩\n*エンジン=Other\n";
  EXPECT_EQ(noted(other + "mine\n" + now), now + other + "mine\n");
  EXPECT_EQ(noted(now + other + "mine\n"), now + other + "mine\n");
  EXPECT_EQ(noted("*評価値=1\n*評価値=2\nmine\n" + mark), now + "*評価値=1\nmine\n");
}

TEST(GameReview, VariationsOfAnEarlierAnalysisAreReplacedAndThoseOfOthersStay) {
  using notation::RecordFormat;
  notation::Record record;
  const auto played = record.add(0, move_of("7g7f"));
  record.add(played, move_of("8c8d"));
  record.add(0, move_of("5g5f"));
  const auto annotated = [](notation::Record of, const std::string& best, double rate) {
    const std::vector<Verdict> verdicts{thinks(best, 0.9), thinks("8c8d", rate),
                                        thinks("2g2f", 0.5)};
    annotate(of, verdicts, review_of(of.main_line(), verdicts, {}));
    return of;
  };
  const auto variations = [](const notation::Record& of) {
    std::string text;
    for (auto at = of.node(of.node(0).first).next; at != notation::kNoNode; at = of.node(at).next) {
      text += notation::to_usi(of.node(at).move) + " ";
    }
    return text;
  };
  for (const auto format : {RecordFormat::kKif, RecordFormat::kKi2, RecordFormat::kJkf}) {
    const auto again = [format](const notation::Record& of) {
      return notation::read_records(format, notation::write_record(format, of))->front();
    };
    const notation::Record once = again(annotated(record, "2g2f", 0.8));
    EXPECT_EQ(variations(once), "5g5f 2g2f ");
    EXPECT_EQ(variations(again(annotated(once, "2g2f", 0.8))), "5g5f 2g2f ");
    EXPECT_EQ(variations(again(annotated(once, "9g9f", 0.8))), "5g5f 9g9f ");
    EXPECT_EQ(variations(again(annotated(once, "2g2f", 0.1))), "5g5f ")
        << "it is no fault any more";
    notation::Record written = once;
    const auto own = written.node(written.node(written.node(0).first).next).next;
    written.node(own).comment += "mine\n";
    EXPECT_EQ(variations(again(annotated(written, "9g9f", 0.8))), "5g5f 2g2f 9g9f ");
  }
}

TEST(GameReview, AFaultThatCostsNothingIsNotedWithoutAFigure) {
  notation::Record record;
  record.add(0, move_of("7g7f"));
  GameReview review;
  review.moves = {{.loss = 0.004, .fault = Fault::kMistake, .missed_mate = true}};
  annotate(record, {thinks("2g2f", 0.5)}, review);
  EXPECT_TRUE(record.node(1).comment.starts_with("悪手 (mistake)\n詰み逃し"))
      << record.node(1).comment;
}

TEST(GameReview, AMateCountsOnlyIfItsLineIsPlayedToTheEnd) {
  const shogi::Game game(*notation::parse_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
  consensus::Council council;
  council.facts.may_ask = false;
  consensus::Voter& voter = council.voters.emplace_back();
  voter.ballot.emplace();
  voter.ballot->choice = move_of("G*5b");
  voter.ballot->score = usi::Score::mate_in(1);
  voter.ballot->pv = {move_of("G*5b")};
  const auto& majority = *consensus::find_strategy("majority");
  EXPECT_EQ(verdict_of(game, majority, council).mate, 1);
  voter.ballot->choice = move_of("G*4b");
  voter.ballot->pv = {move_of("G*4b")};
  EXPECT_EQ(verdict_of(game, majority, council).mate, std::nullopt);
}

}  // namespace
}  // namespace gougi::analysis
