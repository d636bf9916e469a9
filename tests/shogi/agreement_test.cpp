// SPDX-License-Identifier: MIT
// The fast rules against the slow ones of reference_rules.hpp, position by position along random
// play-outs.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"
#include "shogi/reference_rules.hpp"

namespace gougi::shogi {
namespace {

// Even game, handicaps, middle game, entered kings, mate problems (one without attacker's king),
// hands full of pieces, pawn-drop mates about to happen.
const std::vector<std::string> kStarts{
    "startpos",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "7nk/9/7G1/9/9/9/9/9/4K4 b P2r2b3g4s3n4l17p 1",
    "7lk/7g1/9/7N1/4B4/9/9/9/4K4 b P2rb3g4s3n3l17p 1",
    "8k/6+R2/8N/9/9/9/9/9/9 b Pr2b4g4s3n4l17p 1",
    "4k4/9/9/9/9/3n5/4s4/4r4/4K4 b RBGSNLPb3g2s2n3l17p 1",
    "4+P1+B2/2K1+P+P3/+P2+R5/9/9/9/4+p4/5+p1k1/1+r3+b3 b GSNL2Pgsnl5p 200",
    "9/9/4k4/9/9/9/4K4/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
};

std::vector<BareMove> sorted(std::vector<BareMove> moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}
std::vector<BareMove> sorted(const MoveList& list) {
  return sorted(std::vector<BareMove>(list.begin(), list.end()));
}
std::vector<BareMove> generated(const Position& p, MoveClass which, bool relevant_only) {
  MoveList list;
  generate(p, which, relevant_only, list);
  return sorted(list);
}

// Whether `relevant_only` leaves the legal move out.
bool is_irrelevant(const Setup& s, BareMove m) {
  if (m.is_drop() || m.promotes()) return false;
  const PieceType t = reference::at(s, m.from()).type();
  const Color us = s.side_to_move;
  if (t == PieceType::kLance) return reference::ranks_ahead(us, m.to()) == 1;
  return (t == PieceType::kPawn || t == PieceType::kBishop || t == PieceType::kRook) &&
         (in_promotion_zone(us, m.from()) || in_promotion_zone(us, m.to()));
}

bool is_capture_or_pawn_promotion(const Setup& s, BareMove m) {
  if (m.is_drop()) return false;
  return !reference::at(s, m.to()).empty() ||
         (m.promotes() && reference::at(s, m.from()).type() == PieceType::kPawn);
}

bool gives_check(const Setup& s, BareMove m) {
  const Setup next = reference::after(s, m);
  return reference::king_can_be_captured(next, next.side_to_move);
}

void expect_classes_agree(const Position& p, const Setup& s, const std::vector<BareMove>& legal) {
  for (const bool relevant_only : {false, true}) {
    std::vector<BareMove> captures;
    std::vector<BareMove> quiets;
    std::vector<BareMove> checks;
    std::vector<BareMove> all;
    for (const BareMove m : legal) {
      if (relevant_only && is_irrelevant(s, m)) continue;
      all.push_back(m);
      (is_capture_or_pawn_promotion(s, m) ? captures : quiets).push_back(m);
      if (gives_check(s, m)) checks.push_back(m);
    }
    EXPECT_EQ(generated(p, MoveClass::kCaptures, relevant_only), captures);
    EXPECT_EQ(generated(p, MoveClass::kQuiets, relevant_only), quiets);
    EXPECT_EQ(generated(p, MoveClass::kChecks, relevant_only), checks);
    EXPECT_EQ(generated(p, MoveClass::kEvasions, relevant_only), all);
  }
}

void expect_do_and_undo_agree(const Position& p, const Setup& s, BareMove m) {
  Position played = p;
  Undo undo;
  played.do_move(m, undo);
  const Setup next = reference::after(s, m);
  EXPECT_EQ(played.setup(), next);
  EXPECT_EQ(played.in_check(), gives_check(s, m));
  const auto fresh = Position::from(next, Strictness::kLenient);
  ASSERT_TRUE(fresh) << fresh.error().message;
  EXPECT_EQ(played.key(), fresh->key());
  EXPECT_EQ(played.board_key(), fresh->board_key());
  EXPECT_EQ(played.checkers(), fresh->checkers());
  played.undo_move(m, undo);
  EXPECT_EQ(played.setup(), s);
  EXPECT_EQ(played.key(), p.key());
  EXPECT_EQ(played.board_key(), p.board_key());
  EXPECT_EQ(played.checkers(), p.checkers());
  for (const Color c : kColors) {
    EXPECT_EQ(played.king(c), p.king(c));
    EXPECT_EQ(played.pieces(c), p.pieces(c));
  }
  for (int t = 1; t < kPieceTypeCount; ++t) {
    EXPECT_EQ(played.pieces(static_cast<PieceType>(t)), p.pieces(static_cast<PieceType>(t)));
  }
}

void expect_every_16_bit_value_agrees(const Position& p, const std::vector<BareMove>& legal) {
  for (std::uint32_t raw = 0; raw < 65536; ++raw) {
    const BareMove m = BareMove::from_raw(static_cast<std::uint16_t>(raw));
    ASSERT_EQ(p.is_legal(m), std::binary_search(legal.begin(), legal.end(), m)) << "raw " << raw;
  }
}

void expect_agreement(const Position& p, bool thorough) {
  const Setup s = p.setup();
  const std::vector<BareMove> legal = sorted(reference::legal_moves(s));
  MoveList list;
  generate_legal(p, list);
  ASSERT_EQ(sorted(list), legal);
  EXPECT_EQ(count_legal(p), static_cast<int>(legal.size()));
  EXPECT_EQ(p.has_legal_move(), !legal.empty());
  EXPECT_EQ(p.in_check(), reference::king_can_be_captured(s, s.side_to_move));
  EXPECT_EQ(p.is_mated(), p.in_check() && legal.empty());
  for (const BareMove m : legal) {
    EXPECT_TRUE(p.is_legal(m));
    EXPECT_EQ(p.gives_check(m), gives_check(s, m)) << notation::to_usi(m);
  }
  if (!thorough) return;
  expect_classes_agree(p, s, legal);
  for (const BareMove m : legal) expect_do_and_undo_agree(p, s, m);
  expect_every_16_bit_value_agrees(p, legal);
}

// A random legal move, checks and captures more often than their share.
BareMove choose(const Position& p, base::Random& random) {
  MoveList moves;
  const std::uint64_t kind = random.below(8);
  if (kind < 2) generate(p, kind == 0 ? MoveClass::kChecks : MoveClass::kCaptures, false, moves);
  if (moves.empty()) generate_legal(p, moves);
  if (moves.empty()) return {};
  return moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
}

class AgreementTest : public testing::TestWithParam<std::size_t> {};

TEST_P(AgreementTest, FastAndSlowRulesAgreeAlongRandomPlayOuts) {
  base::Random random(77 + GetParam());
  for (int game = 0; game < (kBrief ? 2 : 6); ++game) {
    auto position = notation::parse_sfen(kStarts[GetParam()], Strictness::kLenient);
    ASSERT_TRUE(position) << position.error().message;
    Undo undo;
    for (int ply = 0; ply < 150; ++ply) {
      SCOPED_TRACE(notation::to_sfen(*position));
      expect_agreement(*position, ply % 12 == 2 * game);
      if (HasFailure()) return;
      const BareMove m = choose(*position, random);
      if (m.is_none()) break;
      position->do_move(m, undo);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Starts, AgreementTest, testing::Range<std::size_t>(0, 12));

TEST(Agreement, TheStartsAreAllTested) { EXPECT_EQ(kStarts.size(), 12U); }

TEST(Agreement, PositionsWithoutKingsAgree) {
  // The same, for the first moves of positions where one side has no king at all.
  for (const char* sfen :
       {"9/9/9/9/9/9/9/9/9 b RBGSNLP 1", "k8/9/1G7/9/9/9/9/9/9 w 2r2b3g4s4n4l18p 1",
        "9/9/9/9/9/9/9/9/K8 b 2r2b4g4s4n4l18p 1"}) {
    const auto position = notation::parse_sfen(sfen);
    ASSERT_TRUE(position) << position.error().message;
    expect_agreement(*position, true);
  }
}

}  // namespace
}  // namespace gougi::shogi
