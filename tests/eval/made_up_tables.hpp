// SPDX-License-Identifier: MIT
// Three-piece tables (eval/kppt_tables.hpp) of numbers by chance, and a score as it is defined:
// slow and obvious, to check those that are neither.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "eval/judge.hpp"
#include "eval/kppt_tables.hpp"
#include "eval/nnue_features.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

/// Numbers as full tables would have them, made when they are asked for.
class MadeUpTables {
 public:
  explicit MadeUpTables(std::uint64_t seed, bool has_extremes = false)
      : seed_(seed), has_extremes_(has_extremes) {}

  TablePair kk(int black, int white) const { return wide(of(1, black, white, 0)); }
  TablePair kkp(int black, int white, int p) const { return wide(of(2, black, white, p)); }
  TablePair pair(int king, int p, int q) const {
    const std::uint64_t bits = of(3, king, std::min(p, q), std::max(p, q));
    if (has_extremes_) {
      return {bits % 2 == 0 ? 32767 : -32768, bits / 2 % 2 == 0 ? 32767 : -32768};
    }
    return {static_cast<std::int16_t>(bits) / 8, static_cast<std::int16_t>(bits >> 16U) / 8};
  }
  TablePair sum_of_pairs(int king, int p, std::span<const std::uint16_t> others) const {
    TablePair sum;
    for (const std::uint16_t other : others) sum += pair(king, p, other);
    return sum;
  }

 private:
  std::uint64_t of(std::uint64_t kind, int a, int b, int c) const {
    const std::uint64_t place =
        ((kind * 2000 + static_cast<std::uint64_t>(a)) * 2000 + static_cast<std::uint64_t>(b)) *
            2000 +
        static_cast<std::uint64_t>(c);
    return base::Random::of(seed_, place).next();
  }
  TablePair wide(std::uint64_t bits) const {
    if (has_extremes_) return {INT32_MIN, bits % 2 == 0 ? INT32_MIN : INT32_MAX};
    return {static_cast<std::int16_t>(bits), static_cast<std::int16_t>(bits >> 32U)};
  }

  std::uint64_t seed_;
  bool has_extremes_;
};

/// The score by its definition.
inline int plain_score(const MadeUpTables& tables, const shogi::Position& position) {
  constexpr int kValues[] = {0, 90, 315, 405, 495, 855, 990, 540, 0, 540, 540, 540, 540, 945, 1395};
  const auto king = [&](shogi::Color c) {
    const shogi::Square s = position.king(c);
    return s.valid() ? s.index() : (c == shogi::Color::kBlack ? 44 : 36);
  };
  std::int64_t material = 0;
  std::array<std::vector<int>, 2> pieces;
  const auto add = [&](shogi::Color owner, shogi::PieceType type, int black, int white) {
    material += (owner == shogi::Color::kBlack ? 1 : -1) * kValues[index(type)];
    pieces[0].push_back(black);
    pieces[1].push_back(white);
  };
  for (int s = 0; s < shogi::kSquareCount; ++s) {
    const shogi::Square square(s);
    const shogi::Piece piece = position.piece_at(square);
    if (piece.empty() || piece.type() == shogi::PieceType::kKing) continue;
    add(piece.color(), piece.type(), board_index(shogi::Color::kBlack, piece, square),
        board_index(shogi::Color::kWhite, piece, square));
  }
  for (const shogi::Color owner : shogi::kColors) {
    for (const shogi::PieceType type : shogi::kHandTypes) {
      for (int nth = 0; nth < position.hand(owner).count(type); ++nth) {
        add(owner, type, hand_index(shogi::Color::kBlack, owner, type, nth),
            hand_index(shogi::Color::kWhite, owner, type, nth));
      }
    }
  }
  for (auto& list : pieces) list.resize(std::max<std::size_t>(38, list.size()), 0);
  const int black = king(shogi::Color::kBlack);
  const int white = king(shogi::Color::kWhite);
  TablePair sum = tables.kk(black, white);
  sum.board += 32 * material;
  for (std::size_t i = 0; i < pieces[0].size(); ++i) {
    sum += tables.kkp(black, white, pieces[0][i]);
    for (std::size_t j = 0; j < i; ++j) {
      const TablePair mine = tables.pair(black, pieces[0][i], pieces[0][j]);
      const TablePair theirs = tables.pair(80 - white, pieces[1][i], pieces[1][j]);
      sum.board += mine.board - theirs.board;
      sum.turn += mine.turn + theirs.turn;
    }
  }
  const bool is_black = position.side_to_move() == shogi::Color::kBlack;
  const std::int64_t score = ((is_black ? sum.board : -sum.board) + sum.turn) / 32;
  return static_cast<int>(std::clamp<std::int64_t>(score, -kLargestScore, kLargestScore));
}

}  // namespace gougi::eval
