// SPDX-License-Identifier: MIT
#include "notation/csa.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gougi::notation {
namespace {

constexpr std::array<std::string_view, shogi::kPieceTypeCount> kCsaPieces{
    "", "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

std::string_view csa_piece(shogi::PieceType type) {
  return kCsaPieces[static_cast<std::size_t>(shogi::index(type))];
}
char csa_sign(shogi::Color color) { return color == shogi::Color::kBlack ? '+' : '-'; }

void append_csa_square(std::string& text, shogi::Square square) {
  text += static_cast<char>('0' + square.file());
  text += static_cast<char>('0' + square.rank());
}

}  // namespace

std::optional<shogi::PieceType> csa_piece_type(std::string_view name) {
  const auto found = std::find(kCsaPieces.begin() + 1, kCsaPieces.end(), name);
  if (found == kCsaPieces.end()) return std::nullopt;
  return static_cast<shogi::PieceType>(found - kCsaPieces.begin());
}

std::string to_csa(const shogi::Position& position, shogi::BareMove move) {
  std::string text(1, csa_sign(position.side_to_move()));
  shogi::PieceType type = shogi::PieceType::kNone;
  if (move.is_drop()) {
    type = move.dropped();
    text += "00";
  } else {
    type = position.piece_at(move.from()).type();
    append_csa_square(text, move.from());
  }
  append_csa_square(text, move.to());
  if (move.promotes()) type = shogi::promote(type);
  return text.append(csa_piece(type));
}

std::string csa_position(const shogi::Position& position) {
  const std::string side = std::string(1, csa_sign(position.side_to_move())) + "\n";
  if (position.key() == shogi::Position::start().key()) return "PI\n" + side;
  std::string text;
  for (int rank = 1; rank <= 9; ++rank) {
    text += "P" + std::to_string(rank);
    for (int file = 9; file >= 1; --file) {
      const shogi::Piece piece = position.piece_at(shogi::Square::of(file, rank));
      if (piece.empty()) {
        text += " * ";
      } else {
        text += csa_sign(piece.color());
        text.append(csa_piece(piece.type()));
      }
    }
    text += "\n";
  }
  for (const shogi::Color color : shogi::kColors) {
    const shogi::Hand hand = position.hand(color);
    if (hand.empty()) continue;
    text += std::string("P") + csa_sign(color);
    for (const shogi::PieceType type : shogi::kHandTypes) {
      for (int i = 0; i < hand.count(type); ++i) text.append("00").append(csa_piece(type));
    }
    text += "\n";
  }
  return text + side;
}

}  // namespace gougi::notation
