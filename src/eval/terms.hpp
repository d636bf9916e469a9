// SPDX-License-Identifier: MIT
// What the hand-made evaluation sees in a position, besides pieces on squares and in hand: attacks
// on the kings, threats, reach. Each finding goes to a sink as (for whom, which weight, how often),
// so that the evaluator sums weights and the tuner collects occurrences from the same code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "eval/weights.hpp"
#include "shogi/attacks.hpp"
#include "shogi/declaration.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

namespace detail {

using shogi::Bitboard;
using shogi::Color;
using shogi::PieceType;
using shogi::Position;
using shogi::Square;

constexpr std::size_t at(PieceType type) { return static_cast<std::size_t>(shogi::index(type)); }
constexpr std::size_t at(Color color) { return static_cast<std::size_t>(shogi::index(color)); }

/// How hard a piece presses on each square of the enemy king's block.
inline constexpr std::array<int, kTypes> kPressureOf{0, 2, 3, 4, 5, 4, 5, 6, 0, 6, 6, 6, 6, 7, 8};
/// How much a piece in hand helps an attack.
inline constexpr std::array<int, 8> kStrengthInHand{0, 0, 1, 1, 2, 2, 3, 2};

/// What one side attacks, the king's steps apart.
struct Attacked {
  Bitboard by_any;
  Bitboard by_pawn;
  Bitboard by_king;
  int pressure = 0;  ///< on the enemy king's block
};

inline int cap(int n, int most) { return std::min(n, most); }

/// Collects what one side's pieces attack, kind by kind.
template <Color kUs, class Sink>
class PieceWalk {
 public:
  PieceWalk(const Position& p, Sink& sink)
      : p_(p),
        sink_(sink),
        ours_(p.pieces(kUs)),
        block_(shogi::step_attacks(kUs, PieceType::kKing, p.king(~kUs)) |
               Bitboard::of(p.king(~kUs))) {}

  Attacked run() {
    const Bitboard pawns = ours_ & p_.pieces(PieceType::kPawn);
    result_.by_pawn = shogi::forward(kUs, pawns);
    result_.by_any = result_.by_pawn;
    result_.by_king = shogi::step_attacks(kUs, PieceType::kKing, p_.king(kUs));
    result_.pressure = kPressureOf[at(PieceType::kPawn)] * (result_.by_pawn & block_).count();
    const Bitboard occupied = p_.occupied();
    sliders(PieceType::kLance, [&](Square s) { return shogi::lance_attacks(kUs, s, occupied); });
    sliders(PieceType::kBishop, [&](Square s) { return shogi::bishop_attacks(s, occupied); });
    sliders(PieceType::kRook, [&](Square s) { return shogi::rook_attacks(s, occupied); });
    sliders(PieceType::kHorse, [&](Square s) {
      return shogi::bishop_attacks(s, occupied) | shogi::step_attacks(kUs, PieceType::kHorse, s);
    });
    sliders(PieceType::kDragon, [&](Square s) {
      return shogi::rook_attacks(s, occupied) | shogi::step_attacks(kUs, PieceType::kDragon, s);
    });
    const Bitboard others = pawns | p_.pieces(PieceType::kLance) | p_.pieces(PieceType::kKing) |
                            p_.diagonal_sliders() | p_.orthogonal_sliders();
    for (Bitboard rest = ours_.without(others); rest;) {
      const Square square = rest.pop();
      const shogi::Piece piece = p_.piece_at(square);
      take(piece.type(), shogi::step_attacks(piece, square));
    }
    return result_;
  }

 private:
  void take(PieceType type, Bitboard reach) {
    result_.by_any |= reach;
    if (const Bitboard hits = reach & block_) {
      result_.pressure += kPressureOf[at(type)] * cap(hits.count(), 3);
    }
  }
  template <class AttacksOf>
  void sliders(PieceType type, const AttacksOf& attacks_of) {
    for (Bitboard rest = ours_ & p_.pieces(type); rest;) {
      const Bitboard reach = attacks_of(rest.pop());
      const int squares = cap(reach.without(ours_).count(), kReaches - 1);
      sink_.add(kUs, kReach + at(type) * kReaches + static_cast<std::size_t>(squares));
      take(type, reach);
    }
  }

  const Position& p_;
  Sink& sink_;
  const Bitboard ours_;
  const Bitboard block_;  // the enemy king and around it
  Attacked result_;
};

/// From 0 to kHandStrengths - 1.
inline std::size_t hand_strength(shogi::Hand hand) {
  int sum = 0;
  for (const PieceType type : shogi::kHandTypes) {
    sum += cap(hand.count(type), 2) * kStrengthInHand[at(type)];
  }
  return sum == 0 ? 0U : sum <= 2 ? 1U : sum <= 4 ? 2U : sum <= 7 ? 3U : 4U;
}

/// Safe squares from which a piece in `kUs`'s hand would check.
template <Color kUs, class Sink>
void look_at_drops(const Position& p, const Attacked& ours, const Attacked& theirs, Sink& sink) {
  const shogi::Hand hand = p.hand(kUs);
  if (hand.empty()) return;
  const Square king = p.king(~kUs);
  const Bitboard occupied = p.occupied();
  const Bitboard taken_by_king = theirs.by_king.without(ours.by_any);
  const Bitboard safe = (~(occupied | theirs.by_any)).without(taken_by_king);
  for (const PieceType type : {PieceType::kLance, PieceType::kKnight, PieceType::kSilver,
                               PieceType::kGold, PieceType::kBishop, PieceType::kRook}) {
    if (!hand.has(type)) continue;
    const int squares = (shogi::attacks(type, ~kUs, king, occupied) & safe).count();
    sink.add(kUs, kDropChecks + at(type) * 5 + static_cast<std::size_t>(cap(squares, 4)));
  }
}

/// From 0 to kHeats - 1.
inline std::size_t heat_of(int pressure) { return pressure < 10 ? 0U : pressure < 24 ? 1U : 2U; }

template <Color kUs, class Sink>
void look_at_king(const Position& p, const Attacked& ours, const Attacked& theirs, Sink& sink) {
  if (!p.king(~kUs).valid()) return;
  const std::size_t strength = hand_strength(p.hand(kUs));
  const std::size_t to_move = p.side_to_move() == kUs ? 1 : 0;
  sink.add(kUs, kPressure + (to_move * kHandStrengths + strength) * kPressures +
                    static_cast<std::size_t>(cap(ours.pressure / 2, kPressures - 1)));
  const std::size_t hot = (strength * kHeats + heat_of(ours.pressure)) * 9;
  const Bitboard around = theirs.by_king;
  const Bitboard pressed = around & ours.by_any;
  const int escapes = around.without(p.pieces(~kUs)).without(ours.by_any | ours.by_king).count();
  sink.add(kUs, kEscapes + hot + static_cast<std::size_t>(escapes));
  const int weak = pressed.without(theirs.by_any).count();
  sink.add(kUs, kWeakSquares + hot + static_cast<std::size_t>(weak));
  look_at_drops<kUs>(p, ours, theirs, sink);
}

template <Color kUs, class Sink>
void look_at_threats(const Position& p, const Attacked& ours, const Attacked& theirs, Sink& sink) {
  const Bitboard victims = p.pieces(~kUs).without(p.pieces(PieceType::kKing));
  const std::size_t their_turn = p.side_to_move() == kUs ? 0 : 1;
  const Bitboard by_pawn = victims.without(p.pieces(PieceType::kPawn)) & ours.by_pawn;
  for (Bitboard rest = by_pawn; rest;) {
    sink.add(kUs, kPawnThreat + their_turn * kTypes + at(p.piece_at(rest.pop()).type()));
  }
  const Bitboard hanging =
      (victims & (ours.by_any | ours.by_king)).without(theirs.by_any | theirs.by_king | by_pawn);
  for (Bitboard rest = hanging; rest;) {
    sink.add(kUs, kHanging + their_turn * kTypes + at(p.piece_at(rest.pop()).type()));
  }
}

template <Color kUs, class Sink>
void look_at_side(const Position& p, Sink& sink) {
  if (p.hand(kUs).has(PieceType::kPawn)) {
    const int open = shogi::files_without(p.pieces(kUs, PieceType::kPawn)).count() / 9;
    sink.add(kUs, kPawnFiles + static_cast<std::size_t>(open));
  }
  const Square king = p.king(kUs);
  if (!king.valid()) return;
  const int rank = kUs == Color::kBlack ? king.rank() : 10 - king.rank();
  if (rank <= 4) {
    const int points = shogi::declaration_points(p, kUs);
    sink.add(kUs, kEntering + static_cast<std::size_t>(cap(points / 2, 15)));
  }
}

}  // namespace detail

/// Calls sink.add(Color, weight index) once for each finding.
template <class Sink>
void visit_terms(const shogi::Position& p, Sink& sink) {
  using shogi::Color;
  const detail::Attacked black = detail::PieceWalk<Color::kBlack, Sink>(p, sink).run();
  const detail::Attacked white = detail::PieceWalk<Color::kWhite, Sink>(p, sink).run();
  detail::look_at_king<Color::kBlack>(p, black, white, sink);
  detail::look_at_king<Color::kWhite>(p, white, black, sink);
  detail::look_at_threats<Color::kBlack>(p, black, white, sink);
  detail::look_at_threats<Color::kWhite>(p, white, black, sink);
  detail::look_at_side<Color::kBlack>(p, sink);
  detail::look_at_side<Color::kWhite>(p, sink);
  sink.add(p.side_to_move(), kTempo);
}

/// The square as its owner sees it.
constexpr std::size_t index_seen_by(shogi::Color owner, shogi::Square square) {
  return static_cast<std::size_t>(
      (owner == shogi::Color::kBlack ? square : square.flipped()).index());
}

/// Index of a relation (see kRelations).
constexpr std::size_t relation(shogi::Color owner, shogi::Square piece, shogi::Square king) {
  const int files =
      piece.file() > king.file() ? piece.file() - king.file() : king.file() - piece.file();
  const int ranks =
      owner == shogi::Color::kBlack ? piece.rank() - king.rank() : king.rank() - piece.rank();
  return static_cast<std::size_t>(files * 17 + ranks + 8);
}

/// The square that stands for a missing king: the middle of the board.
inline constexpr shogi::Square kMiddle = shogi::Square::of(5, 5);

/// As visit_terms, for pieces on squares and in hand: what the evaluator keeps up to date.
template <class Sink>
void visit_placements(const shogi::Position& p, Sink& sink) {
  for (const shogi::Color us : shogi::kColors) {
    const shogi::Square own = p.king(us).valid() ? p.king(us) : kMiddle;
    const shogi::Square enemy = p.king(~us).valid() ? p.king(~us) : kMiddle;
    p.pieces(us).for_each([&](shogi::Square square) {
      const std::size_t type = detail::at(p.piece_at(square).type());
      sink.add(us, kOnSquare + type * kSquares + index_seen_by(us, square));
      if (p.piece_at(square).type() == shogi::PieceType::kKing) return;
      sink.add(us, kToOwnKing + type * kRelations + relation(us, square, own));
      sink.add(us, kToEnemyKing + type * kRelations + relation(us, square, enemy));
    });
    for (const shogi::PieceType type : shogi::kHandTypes) {
      const int count = std::min(p.hand(us).count(type), static_cast<int>(kHandSlots) - 1);
      sink.add(us, kInHand + detail::at(type) * kHandSlots + static_cast<std::size_t>(count));
    }
  }
}

/// How open the fight is, from 0 to kMostOpen: pieces in hand and promoted ones.
inline constexpr int kMostOpen = 32;
inline constexpr std::array<int, 8> kOpenInHand{0, 1, 2, 2, 3, 4, 4, 3};
inline constexpr int kOpenPromoted = 2;

inline int openness(const shogi::Position& p) {
  int open = 0;
  for (const shogi::Color us : shogi::kColors) {
    for (const shogi::PieceType type : shogi::kHandTypes) {
      open += p.hand(us).count(type) * kOpenInHand[detail::at(type)];
    }
  }
  p.occupied().for_each([&](shogi::Square square) {
    if (shogi::is_promoted(p.piece_at(square).type())) open += kOpenPromoted;
  });
  return std::min(open, kMostOpen);
}

}  // namespace gougi::eval
