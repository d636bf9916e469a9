// SPDX-License-Identifier: MIT
// Freeze shogi, rule by rule.
#include "shogi/freeze.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "shogi/game.hpp"

namespace gougi::shogi {
namespace {

FreezePosition freeze_position(std::string_view sfen) {
  auto position = notation::parse_freeze_sfen(sfen);
  EXPECT_TRUE(position) << position.error().message;
  return position ? *position : FreezePosition();
}

Move freeze_move(std::string_view text) {
  const auto move = notation::parse_freeze_move(text);
  EXPECT_TRUE(move) << text;
  return move ? move->move : Move();
}

FreezePosition after(std::string_view sfen, std::string_view moves) {
  FreezePosition p = freeze_position(sfen);
  for (const auto word : base::split_words(moves)) {
    const Move m = freeze_move(word);
    EXPECT_TRUE(p.is_legal(m)) << word;
    FreezeUndo undo;
    p.do_move(m, undo);
  }
  return p;
}

std::string verdict(const FreezePosition& p, std::string_view move) {
  const Move m = freeze_move(move);
  const auto judged = p.judge(m);
  EXPECT_EQ(judged.has_value(), p.is_legal(m)) << move;
  return judged ? "legal" : judged.error().message;
}

std::vector<Move> all_moves(const FreezePosition& p) {
  std::vector<Move> moves;
  generate_legal(p, moves);
  return moves;
}

TEST(Freeze, TheStartPositionWithThreeFreezesEachHas270Moves) {
  FreezePosition p = freeze_position("startpos z3Z3");
  EXPECT_EQ(all_moves(p).size(), 270U);
  EXPECT_EQ(perft(p, 1), 270U);
  EXPECT_EQ(perft(p, 2), 14'400U);
}

TEST(Freeze, WithoutFreezesItIsOrdinaryShogi) {
  FreezePosition p = freeze_position("startpos z0Z0");
  EXPECT_TRUE(p.plain());
  EXPECT_EQ(p.key(), Position::start().key());
  EXPECT_EQ(perft(p, 3), 25'470U);
  EXPECT_EQ(verdict(p, "7g7fzG"), "Black has no freeze left");
}

TEST(Freeze, AFrozenKindMayNeitherMoveNorBeDropped) {
  const auto p = after("4k4/9/9/9/9/9/9/9/4K2R1 b Rg z1Z1", "2i2hzG");
  EXPECT_EQ(verdict(p, "G*5b"), "golds may not move: frozen");
  EXPECT_EQ(verdict(p, "5a5b"), "legal");
  const auto board = after("startpos z3Z3", "7g7fzP");
  EXPECT_EQ(verdict(board, "3c3d"), "pawns may not move: frozen");
  EXPECT_EQ(verdict(board, "8b7b"), "legal");
}

TEST(Freeze, TheFreezeEndsWithTheReply) {
  const auto p = after("startpos z3Z3", "7g7fzP 8b7b 2g2f");
  EXPECT_EQ(verdict(p, "3c3d"), "legal");
}

TEST(Freeze, KindsAreToldApartByPromotion) {
  const std::string board = "4k4/9/9/3r5/7+r1/9/p8/9/4K4 w - 1 ";
  EXPECT_EQ(verdict(freeze_position(board + "zR"), "2e2f"), "legal");
  EXPECT_EQ(verdict(freeze_position(board + "zR"), "6d7d"), "rooks may not move: frozen");
  EXPECT_EQ(verdict(freeze_position(board + "zR+"), "6d7d"), "legal");
  EXPECT_EQ(verdict(freeze_position(board + "zR+"), "2e2f"), "dragons may not move: frozen");
  EXPECT_EQ(verdict(freeze_position(board + "zP"), "9g9h+"), "pawns may not move: frozen")
      << "nor may a frozen pawn promote";
}

TEST(Freeze, OnlyAKindThatTheOpponentHasAfterTheMoveMayBeFrozen) {
  const auto p = freeze_position("4k4/9/9/9/4s4/4P4/9/9/4K4 b - 1 z0Z3");
  EXPECT_EQ(verdict(p, "5i5hzS"), "legal");
  EXPECT_EQ(verdict(p, "5f5ezS"), "White has none of what is frozen: silvers") << "captured";
  EXPECT_EQ(verdict(p, "5i5hzG"), "White has none of what is frozen: golds");
  EXPECT_EQ(verdict(p, "5i5hzS+"), "White has none of what is frozen: promoted silvers");
  EXPECT_EQ(verdict(p, "5i5hzK"), "legal");
  const auto in_hand = freeze_position("4k4/9/9/9/4s4/4P4/9/9/4K4 b s 1 z0Z3");
  EXPECT_EQ(verdict(in_hand, "5f5ezS"), "legal") << "another is in hand";
  const auto promoted = freeze_position("4k4/9/9/9/4+s4/4P4/9/9/4K4 b s 1 z0Z3");
  EXPECT_EQ(verdict(promoted, "5f5ezS+"), "White has none of what is frozen: promoted silvers");
  EXPECT_EQ(verdict(promoted, "5f5ezS"), "legal");
}

TEST(Freeze, AFrozenPieceStillAttacks) {
  // The rook checks; to freeze it is no answer, and the king may not step onto its file.
  const auto p = freeze_position("4k4/9/9/9/4r4/9/9/9/4K4 b G 1 z0Z3");
  EXPECT_EQ(verdict(p, "5i5hzR"), "the move is not legal");
  EXPECT_EQ(verdict(p, "5i4izR"), "legal");
  EXPECT_EQ(verdict(p, "G*5hzR"), "legal");
  // A frozen rook of the side that moves still keeps the opponent's king off its lines.
  const auto frozen = freeze_position("3k5/9/9/9/4r4/9/9/9/3K5 b - 1 zK z3Z3");
  EXPECT_TRUE(frozen.is_lost()) << "the only piece is frozen";
  EXPECT_FALSE(frozen.is_mated());
}

TEST(Freeze, TheKingMayBeFrozen) {
  const auto p = after("4k4/9/4P4/9/9/9/9/9/4K4 b G 1 z0Z3", "G*5bzK");
  EXPECT_TRUE(p.is_mated());
  const auto capturable = after("4k4/9/9/9/9/9/9/9/4K4 b G 1 z0Z3", "G*5bzK");
  EXPECT_TRUE(capturable.is_mated()) << "the king alone could capture it";
}

TEST(Freeze, WhoHasJustBeenFrozenMayNotFreezeBack) {
  auto p = after("startpos z3Z3", "7g7fzG");
  EXPECT_FALSE(p.may_freeze());
  EXPECT_EQ(verdict(p, "3c3dzG"), "White has just been frozen and may not freeze back");
  EXPECT_EQ(verdict(p, "3c3d"), "legal");
  p = after("startpos z3Z3", "7g7fzG 3c3d 2g2fzG");
  EXPECT_EQ(p.left(Color::kBlack), 1) << "on consecutive turns of one's own";
  p = after("startpos z3Z3", "7g7f 3c3dzG 2g2f 8c8dzP");
  EXPECT_EQ(p.left(Color::kWhite), 1);
}

TEST(Freeze, EachFreezeSpendsOne) {
  const auto p = after("startpos z1Z1", "7g7fzG 3c3d");
  EXPECT_EQ(p.left(Color::kBlack), 0);
  EXPECT_EQ(p.left(Color::kWhite), 1);
  EXPECT_EQ(verdict(p, "2g2fzG"), "Black has no freeze left");
  EXPECT_EQ(p.freezable(freeze_move("2g2f").move), 0);
}

// A pawn on 1b would be mate: the horse guards 1b, the lance holds 2a, the king's own.
constexpr std::string_view kDropMate = "7lk/7g1/8S/9/9/9/9/9/4K4 b P 1 ";

TEST(Freeze, APawnDropThatIsMateNeedsAFreeze) {
  // The gold could capture on 1b, so this is no mate; frozen, it is one, and allowed.
  const std::string gold = "7nk/9/8S/9/9/9/9/9/4K4 b P 1 ";
  const auto no_freezes = freeze_position(gold + "z0Z0");
  EXPECT_FALSE(no_freezes.position().is_legal(freeze_move("P*1b").move))
      << "the knight cannot help";
  EXPECT_EQ(verdict(no_freezes, "P*1b"), "a pawn drop that is mate, without a freeze");
  EXPECT_EQ(verdict(no_freezes, "P*1bzN"), "Black has no freeze left");
  EXPECT_FALSE(no_freezes.pawn_drop_mate());
  const auto with_freezes = freeze_position(gold + "z0Z1");
  EXPECT_EQ(verdict(with_freezes, "P*1b"), "a pawn drop that is mate, without a freeze");
  EXPECT_EQ(verdict(with_freezes, "P*1bzN"), "legal");
  EXPECT_EQ(verdict(with_freezes, "P*1bzK"), "legal");
  EXPECT_EQ(verdict(with_freezes, "P*1bzG"), "White has none of what is frozen: golds");
  EXPECT_EQ(notation::to_usi(with_freezes.pawn_drop_mate()), "P*1b");
  EXPECT_TRUE(after(gold + "z0Z1", "P*1bzN").is_mated());
  const auto frozen_oneself = freeze_position(gold + "zS z0Z1");
  EXPECT_EQ(verdict(frozen_oneself, "P*1b"), "a pawn drop that is mate, without a freeze");
  EXPECT_EQ(verdict(frozen_oneself, "P*1bzN"),
            "Black has just been frozen and may not freeze back");
}

TEST(Freeze, WhetherAPawnDropIsMateIsJudgedWithTheReplyUnfrozen) {
  const auto p = freeze_position(std::string(kDropMate) + "z0Z1");
  EXPECT_EQ(verdict(p, "P*1b"), "legal") << "the gold may capture";
  EXPECT_FALSE(p.pawn_drop_mate());
  EXPECT_FALSE(after(std::string(kDropMate) + "z0Z1", "P*1b").is_mated());
  EXPECT_TRUE(after(std::string(kDropMate) + "z0Z1", "P*1bzG").is_mated())
      << "a mate by freeze, and legal";
}

TEST(Freeze, APawnDropMateMayAnswerACheck) {
  // The pawn on 5b stops the bishop, which is pinned and may not capture it.
  const auto p = freeze_position("2Rbk4/9/3G1KN2/9/9/9/9/9/9 b P 1 z0Z1");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(verdict(p, "P*5b"), "a pawn drop that is mate, without a freeze");
  EXPECT_EQ(verdict(p, "P*5bzB"), "legal");
  EXPECT_EQ(verdict(p, "P*9bzB"), "the move is not legal");
}

TEST(Freeze, WhoHasNoLegalMoveHasLostAlsoWhenOnlyTheFreezeTookIt) {
  const auto p = after("8k/9/9/9/9/9/9/9/4K4 b R 1 z0Z1", "R*5ezK");
  EXPECT_TRUE(p.is_lost());
  EXPECT_FALSE(p.is_mated());
  EXPECT_TRUE(all_moves(p).empty());
}

TEST(Freeze, MovableKindsTellWhichFreezeWinsAtOnce) {
  const auto p = freeze_position("8k/9/9/9/9/9/9/9/4K4 w - 1");
  EXPECT_EQ(movable_kinds(p.position()), mask_of(PieceType::kKing));
  EXPECT_EQ(count(movable_kinds(Position::start())), 6);
}

TEST(Freeze, TheKeyTellsFreezesLeftAndTheFreezeInForceApart) {
  const std::string board = "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1 ";
  std::vector<Key> keys;
  for (const char* tokens : {"", "z1Z0", "z0Z1", "z1Z1", "z3Z3", "zG", "zG z1Z1", "zP z1Z1"}) {
    keys.push_back(freeze_position(board + tokens).key());
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(keys[i], keys[j]) << i << ' ' << j;
  }
}

TEST(Freeze, AnyThirtyTwoBitsAreJudgedSafely) {
  const auto p = freeze_position("startpos z3Z3");
  int legal = 0;
  for (const std::uint32_t kind :
       {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 14U, 15U, 16U, 256U, 257U, 0xFFFFU}) {
    for (std::uint32_t bare = 0; bare <= 0xFFFF; ++bare) {
      const auto m = Move::from_raw((kind << 16U) | bare);
      legal += p.is_legal(m) ? 1 : 0;
      EXPECT_EQ(p.is_legal(m), p.judge(m).has_value());
    }
  }
  EXPECT_EQ(legal, 270);
  EXPECT_EQ(Move::from_raw(freeze_move("7g7fzB+").raw()), freeze_move("7g7fzB+"));
}

TEST(Freeze, ImpossibleStatesAreRefused) {
  const auto refused = [](FreezeState state) {
    const auto p = FreezePosition::from(Position::start(), state);
    return p ? std::string() : p.error().message;
  };
  EXPECT_EQ(refused({PieceType::kGold, {3, 3}}), "");
  EXPECT_EQ(refused({PieceType::kHorse, {3, 3}}), "horses frozen, of which Black has none");
  EXPECT_EQ(refused({static_cast<PieceType>(200), {0, 0}}),
            "no kind of piece frozen, of which Black has none");
  EXPECT_EQ(refused({PieceType::kNone, {0, 10'000}}),
            "White has 10000 freezes left, more than 9999");
}

TEST(Freeze, PassingEndsTheFreezeAndIsTakenBack) {
  auto p = after("startpos z3Z3", "7g7fzG");
  const auto before = p.key();
  FreezeUndo undo;
  p.do_null_move(undo);
  EXPECT_EQ(p.state(), (FreezeState{PieceType::kNone, {2, 3}}));
  p.undo_null_move(undo);
  EXPECT_EQ(p.key(), before);
  EXPECT_EQ(p.state().in_force, PieceType::kGold);
}

// --- games --------------------------------------------------------------------------------------

void play_all(Game& game, std::string_view moves) {
  for (const auto word : base::split_words(moves)) {
    const auto played = game.play(freeze_move(word));
    ASSERT_TRUE(played) << word << ": " << played.error().message;
  }
}

TEST(FreezeGame, RepetitionCountsFreezesLeftAndTheFreezeInForce) {
  Game ordinary;
  Game game(freeze_position("startpos z3Z3"));
  for (int round = 0; round < 3; ++round) {
    play_all(ordinary, "2h3h 8b7b 3h2h 7b8b");
    play_all(game, round == 0 ? "2h3h 8b7b 3h2hzP 7b8b" : "2h3h 8b7b 3h2h 7b8b");
  }
  EXPECT_EQ(ordinary.repetition(), Repetition::kDraw);
  EXPECT_EQ(game.repetition(), Repetition::kNone) << "at the start Black had one more";
  play_all(game, "2h3h 8b7b 3h2h");
  EXPECT_EQ(game.repetition(), Repetition::kNone) << "the first time after 3h2h was frozen";
  play_all(game, "7b8b");
  EXPECT_EQ(game.repetition(), Repetition::kDraw);
}

TEST(FreezeGame, KnowsItsMovesWithTheirFreezes) {
  Game game(freeze_position("startpos z3Z3"));
  EXPECT_TRUE(game.is_freeze_game());
  play_all(game, "7g7fzG 3c3d");
  EXPECT_EQ(game.moves().size(), 2U);
  EXPECT_EQ(game.freeze_moves(), (std::vector<Move>{freeze_move("7g7fzG"), freeze_move("3c3d")}));
  game.undo();
  EXPECT_EQ(game.freeze_position().state().in_force, PieceType::kGold);
  game.undo();
  EXPECT_EQ(game.freeze_position().state(), game.freeze_start().state());
  EXPECT_EQ(game.freeze_position().key(), game.key_after(0));
}

TEST(FreezeGame, AnIllegalFreezeIsRefusedWithItsReason) {
  Game game(freeze_position("startpos z3Z3"));
  play_all(game, "7g7fzG");
  const auto played = game.play(freeze_move("4a3b"));
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().message, "illegal move at move 2: golds may not move: frozen");
  Game ordinary;
  EXPECT_EQ(ordinary.play(freeze_move("7g7e")).error().message, "illegal move at move 1");
}

}  // namespace
}  // namespace gougi::shogi
