// SPDX-License-Identifier: MIT
#include "learn/inputs.hpp"

#include <algorithm>

#include "eval/terms.hpp"

namespace gougi::learn {
namespace {

using shogi::Color;
using shogi::Piece;
using shogi::PieceType;
using shogi::Square;

class Listing {
 public:
  Listing(eval::NnueKind kind, const shogi::Setup& setup)
      : kind_(kind), mover_(setup.side_to_move) {
    std::array<Square, 2> kings{};
    for (int i = 0; i < shogi::kSquareCount; ++i) {
      const Piece piece = setup.board[static_cast<std::size_t>(i)];
      if (piece.type() != PieceType::kKing || piece.empty()) continue;
      kings[static_cast<std::size_t>(index(piece.color()))] = Square(i);
    }
    for (const Color view : shogi::kColors) {
      const auto v = static_cast<std::size_t>(index(view));
      mirrored_[v] = eval::is_mirrored(view, kings[v]);
      seen_king_[v] = eval::seen_square(view, eval::king_or_home(kings[v], view));
    }
    add_board(setup);
    add_hands(setup);
    if (eval::is_our_own(kind_)) return;
    while (inputs_.count < eval::kNnuePieces)
      add(from_piece(Color::kBlack, 0), from_piece(Color::kWhite, 0));
    if (kind_ != eval::NnueKind::kKP) return;
    for (const Color owner : shogi::kColors) {
      const Square king = eval::king_or_home(kings[static_cast<std::size_t>(index(owner))], owner);
      add(eval::king_input(Color::kBlack, owner, king),
          eval::king_input(Color::kWhite, owner, king));
    }
  }
  const ActiveInputs& inputs() const { return inputs_; }

 private:
  void add(int black_view, int white_view) {
    if (inputs_.count == kMostInputs) return;
    const auto at = static_cast<std::size_t>(inputs_.count++);
    const auto black = static_cast<std::size_t>(index(mover_));  // 0: Black's view is the mover's
    inputs_.of[black][at] = static_cast<std::uint32_t>(black_view);
    inputs_.of[1 - black][at] = static_cast<std::uint32_t>(white_view);
  }
  int from_piece(Color view, int piece) const {
    if (kind_ == eval::NnueKind::kKP) return piece;
    return eval::kNnuePieceInputs * seen_king_[static_cast<std::size_t>(index(view))] + piece;
  }
  int board_input(Color view, Piece piece, Square square) const {
    if (eval::is_our_own(kind_)) {
      return eval::mirrored_input(view, mirrored_[static_cast<std::size_t>(index(view))], piece,
                                  square);
    }
    return from_piece(view, eval::board_index(view, piece, square));
  }
  int hand_input(Color view, Color owner, PieceType type, int nth) const {
    if (eval::is_our_own(kind_)) {
      return eval::mirrored_hand_input(view, owner, type, nth);
    }
    return from_piece(view, eval::hand_index(view, owner, type, nth));
  }
  void add_board(const shogi::Setup& setup) {
    for (int i = 0; i < shogi::kSquareCount; ++i) {
      const Piece piece = setup.board[static_cast<std::size_t>(i)];
      if (piece.empty()) continue;
      if (piece.type() == PieceType::kKing && !eval::is_our_own(kind_)) continue;
      add(board_input(Color::kBlack, piece, Square(i)),
          board_input(Color::kWhite, piece, Square(i)));
    }
  }
  void add_hands(const shogi::Setup& setup) {
    for (const Color owner : shogi::kColors) {
      const shogi::Hand hand = setup.hands[static_cast<std::size_t>(index(owner))];
      if (hand.empty()) continue;
      for (const PieceType type : shogi::kHandTypes) {
        for (int nth = 0; nth < hand.count(type); ++nth) {
          add(hand_input(Color::kBlack, owner, type, nth),
              hand_input(Color::kWhite, owner, type, nth));
        }
      }
    }
  }

  eval::NnueKind kind_;
  Color mover_;
  std::array<bool, 2> mirrored_{};
  std::array<int, 2> seen_king_{};
  ActiveInputs inputs_;
};

class FindingList {
 public:
  FindingList(Findings& to, Color mover) : to_(to), mover_(mover) {}
  void add(Color side, std::size_t weight) {
    if (to_.count == kMostFindings) return;
    to_.of[static_cast<std::size_t>(to_.count++)] = {
        static_cast<std::uint16_t>(weight), static_cast<std::int8_t>(side == mover_ ? 1 : -1)};
  }

 private:
  Findings& to_;
  Color mover_;
};

}  // namespace

Findings findings_of(const shogi::Position& position) {
  Findings findings;
  FindingList list(findings, position.side_to_move());
  eval::visit_terms(position, list);
  eval::visit_placements(position, list);
  findings.open = static_cast<float>(eval::openness(position)) / eval::kMostOpen;
  return findings;
}

ActiveInputs active_inputs(eval::NnueKind kind, const shogi::Setup& setup) {
  return Listing(kind, setup).inputs();
}

base::Result<Inputs> inputs_of(eval::NnueKind kind,
                               std::span<const std::byte, kPackedBytes> packed) {
  Inputs inputs;
  if (eval::has_transformer(kind)) {
    const auto setup = read_setup(packed);
    if (!setup) return tl::unexpected(setup.error());
    inputs.active = active_inputs(kind, *setup);
  }
  if (eval::has_terms(kind)) {
    const auto position = unpack(packed);
    if (!position) return tl::unexpected(position.error());
    inputs.findings = findings_of(*position);
  }
  return inputs;
}

}  // namespace gougi::learn
