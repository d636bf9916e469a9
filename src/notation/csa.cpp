// SPDX-License-Identifier: MIT
#include "notation/csa.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gougi::notation {
namespace {

constexpr std::array<std::string_view, shogi::kPieceTypeCount> kCsaPieces{
    "", "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

char csa_sign(shogi::Color color) { return color == shogi::Color::kBlack ? '+' : '-'; }

void append_csa_square(std::string& text, shogi::Square square) {
  text += static_cast<char>('0' + square.file());
  text += static_cast<char>('0' + square.rank());
}

}  // namespace

std::string_view csa_piece(shogi::PieceType type) {
  return kCsaPieces[static_cast<std::size_t>(shogi::index(type))];
}

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

std::optional<shogi::BareMove> parse_csa_move(const shogi::Position& position,
                                              std::string_view text) {
  if (text.size() != 7 || text[0] != csa_sign(position.side_to_move())) return std::nullopt;
  const auto type = csa_piece_type(text.substr(5));
  const auto square = [](std::string_view digits) -> std::optional<shogi::Square> {
    const bool is_square =
        digits[0] >= '1' && digits[0] <= '9' && digits[1] >= '1' && digits[1] <= '9';
    if (!is_square) return std::nullopt;
    return shogi::Square::of(digits[0] - '0', digits[1] - '0');
  };
  const auto to = square(text.substr(3, 2));
  if (!type || !to) return std::nullopt;
  if (text.substr(1, 2) == "00") {
    const bool is_held = shogi::index(*type) <= shogi::index(shogi::PieceType::kGold);
    return is_held ? std::optional(shogi::BareMove::drop(*type, *to)) : std::nullopt;
  }
  const auto from = square(text.substr(1, 2));
  if (!from) return std::nullopt;
  const shogi::Piece moving = position.piece_at(*from);
  if (moving.empty() || moving.color() != position.side_to_move()) return std::nullopt;
  if (moving.type() == *type) return shogi::BareMove::board(*from, *to, false);
  const bool promotes = shogi::can_promote(moving.type()) && shogi::promote(moving.type()) == *type;
  return promotes ? std::optional(shogi::BareMove::board(*from, *to, true)) : std::nullopt;
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
