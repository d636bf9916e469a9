// SPDX-License-Identifier: MIT
// Material alone: what the pieces of both sides are worth, on the board and in hand. The values are
// those that the community's three-piece tables were made for (Apery's, as YaneuraOu has them), so
// that tables of zeros judge by material. Not what exchanges are judged by (evaluator.hpp). Used by
// Judge and ThreePieceState. Constants and free functions, safe from any thread.
#pragma once

#include <array>
#include <cstddef>

#include "shogi/position.hpp"

namespace gougi::eval {

/// By PieceType, on the board as in hand; a pawn is 90. 0 for a king.
inline constexpr std::array<int, shogi::kPieceTypeCount> kMaterialValues{
    0, 90, 315, 405, 495, 855, 990, 540, 0, 540, 540, 540, 540, 945, 1395};

constexpr int material_value(shogi::PieceType type) {
  return kMaterialValues[static_cast<std::size_t>(index(type))];
}

/// Black's pieces less White's.
inline int black_material(const shogi::Position& position) {
  int sum = 0;
  for (int t = 1; t < shogi::kPieceTypeCount; ++t) {
    const auto type = static_cast<shogi::PieceType>(t);
    sum += material_value(type) * (position.pieces(shogi::Color::kBlack, type).count() -
                                   position.pieces(shogi::Color::kWhite, type).count());
  }
  for (const shogi::PieceType type : shogi::kHandTypes) {
    sum += material_value(type) * (position.hand(shogi::Color::kBlack).count(type) -
                                   position.hand(shogi::Color::kWhite).count(type));
  }
  return sum;
}

/// By how much the legal `move` betters the mover's part of it.
inline int material_gain(const shogi::Position& before, shogi::BareMove move) {
  if (move.is_drop()) return 0;
  int gain = 0;
  if (const shogi::Piece captured = before.piece_at(move.to()); !captured.empty()) {
    gain = material_value(captured.type()) + material_value(unpromote(captured.type()));
  }
  if (move.promotes()) {
    const shogi::PieceType type = before.piece_at(move.from()).type();
    gain += material_value(promote(type)) - material_value(type);
  }
  return gain;
}

}  // namespace gougi::eval
