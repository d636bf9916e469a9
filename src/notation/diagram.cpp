// SPDX-License-Identifier: MIT
#include "notation/diagram.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gougi::notation {
namespace {

constexpr std::array<std::string_view, shogi::kPieceTypeCount> kDiagramPieces{
    "", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "杏", "圭", "全", "馬", "龍"};
constexpr std::array<std::string_view, 10> kDiagramNumbers{"",   "一", "二", "三", "四",
                                                           "五", "六", "七", "八", "九"};

std::string_view diagram_piece(shogi::PieceType type) {
  return kDiagramPieces[static_cast<std::size_t>(shogi::index(type))];
}

// 1 to 19.
std::string counted(int n) {
  std::string text;
  if (n >= 10) text = "十";
  return text.append(kDiagramNumbers[static_cast<std::size_t>(n % 10)]);
}

std::string hand_text(shogi::Hand hand) {
  constexpr std::array kOrder{shogi::PieceType::kRook,   shogi::PieceType::kBishop,
                              shogi::PieceType::kGold,   shogi::PieceType::kSilver,
                              shogi::PieceType::kKnight, shogi::PieceType::kLance,
                              shogi::PieceType::kPawn};
  std::string text;
  for (const shogi::PieceType type : kOrder) {
    const int count = hand.count(type);
    if (count == 0) continue;
    if (!text.empty()) text += "　";
    text.append(diagram_piece(type));
    if (count > 1) text += counted(count);
  }
  return text.empty() ? "なし" : text;
}

}  // namespace

std::optional<shogi::PieceType> diagram_piece_type(std::string_view name) {
  if (name == "王") return shogi::PieceType::kKing;
  if (name == "竜") return shogi::PieceType::kDragon;
  const auto found = std::find(kDiagramPieces.begin() + 1, kDiagramPieces.end(), name);
  if (found == kDiagramPieces.end()) return std::nullopt;
  return static_cast<shogi::PieceType>(found - kDiagramPieces.begin());
}

std::optional<int> diagram_count(std::string_view text) {
  if (text.empty()) return 1;
  for (int n = 1; n < 20; ++n) {
    if (text == counted(n)) return n;
  }
  return std::nullopt;
}

std::string kif_diagram(const shogi::Position& position) {
  std::string text = "後手の持駒：" + hand_text(position.hand(shogi::Color::kWhite)) + "\n";
  text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
  for (int rank = 1; rank <= 9; ++rank) {
    text += "|";
    for (int file = 9; file >= 1; --file) {
      const shogi::Piece piece = position.piece_at(shogi::Square::of(file, rank));
      text += piece.empty() || piece.color() == shogi::Color::kBlack ? " " : "v";
      text.append(piece.empty() ? std::string_view("・") : diagram_piece(piece.type()));
    }
    text.append("|").append(kDiagramNumbers[static_cast<std::size_t>(rank)]).append("\n");
  }
  text += "+---------------------------+\n先手の持駒：" +
          hand_text(position.hand(shogi::Color::kBlack)) + "\n";
  if (position.side_to_move() == shogi::Color::kWhite) text += "後手番\n";
  return text;
}

}  // namespace gougi::notation
