// SPDX-License-Identifier: MIT
// Which inputs of a network are on in a position, seen by one side. The piece index `p` of the
// board's and the hands' pieces is common to the community's kinds; HalfKP pairs it with the square
// of the own king, K-P adds the two kings. The mirrored kind has inputs of its own, and where there
// is no king none for it. White sees the board turned round and the colours swapped.
// Constants and free functions, safe from any thread.
//
// What no game has must not crash: a missing king is taken to stand on its home square (5i, White's
// 5a), and a piece in hand beyond the game's number counts as the last one there is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "eval/nnue_file.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

/// A game's pieces but the kings. What of them is missing (handicaps) is index 0, once for each.
inline constexpr int kNnuePieces = 38;

namespace detail {

// By PieceType: none, pawn, lance, knight, silver, bishop, rook, gold, king, promoted ones.
struct NnueBases {
  std::uint16_t own;
  std::uint16_t other;
};
inline constexpr std::array<NnueBases, shogi::kPieceTypeCount> kNnueBoardBases{{{0, 0},
                                                                                {90, 171},
                                                                                {252, 333},
                                                                                {414, 495},
                                                                                {576, 657},
                                                                                {900, 981},
                                                                                {1224, 1305},
                                                                                {738, 819},
                                                                                {0, 0},
                                                                                {738, 819},
                                                                                {738, 819},
                                                                                {738, 819},
                                                                                {738, 819},
                                                                                {1062, 1143},
                                                                                {1386, 1467}}};
inline constexpr std::array<NnueBases, 8> kNnueHandBases{
    {{0, 0}, {1, 20}, {39, 44}, {49, 54}, {59, 64}, {79, 82}, {85, 88}, {69, 74}}};
inline constexpr std::array<std::uint8_t, 8> kNnueMostInHand{0, 18, 4, 4, 4, 2, 2, 4};

}  // namespace detail

/// A square as `view` sees it, 0..80.
constexpr int seen_square(shogi::Color view, shogi::Square square) {
  return view == shogi::Color::kBlack ? square.index() : 80 - square.index();
}

/// The index `p` of a piece on the board, which is no king.
constexpr int board_index(shogi::Color view, shogi::Piece piece, shogi::Square square) {
  const auto bases = detail::kNnueBoardBases[static_cast<std::size_t>(index(piece.type()))];
  return (piece.color() == view ? bases.own : bases.other) + seen_square(view, square);
}

/// The index `p` of `owner`'s `nth` piece of a kind in hand, counted from 0.
constexpr int hand_index(shogi::Color view, shogi::Color owner, shogi::PieceType type, int nth) {
  const auto at = static_cast<std::size_t>(index(type));
  const auto bases = detail::kNnueHandBases[at];
  const int last = detail::kNnueMostInHand[at] - 1;
  return (owner == view ? bases.own : bases.other) + (nth < last ? nth : last);
}

/// Where `owner`'s king stands, or its home square where it has none.
constexpr shogi::Square king_or_home(shogi::Square king, shogi::Color owner) {
  if (king.valid()) return king;
  return owner == shogi::Color::kBlack ? shogi::Square::of(5, 9) : shogi::Square::of(5, 1);
}

/// Of the mirrored kind: whether `view` sees the board mirrored, files 1 and 9 exchanged, as its
/// king would stand on files 1 to 4.
constexpr bool is_mirrored(shogi::Color view, shogi::Square king) {
  return king.valid() && seen_square(view, king) < 4 * 9;
}

/// The input of a piece on the board, kings included, of the mirrored kind.
constexpr int mirrored_input(shogi::Color view, bool mirrored, shogi::Piece piece,
                             shogi::Square square) {
  const int seen = seen_square(view, square);
  const int at = mirrored ? (8 - seen / 9) * 9 + seen % 9 : seen;
  return (index(piece.type()) - 1 + (piece.color() == view ? 0 : 14)) * 81 + at;
}

/// The input of `owner`'s `nth` piece of a kind in hand, counted from 0, of the mirrored kind.
constexpr int mirrored_hand_input(shogi::Color view, shogi::Color owner, shogi::PieceType type,
                                  int nth) {
  // By PieceType: behind how many other pieces in hand.
  constexpr std::array<std::uint8_t, 8> kFirst{0, 0, 18, 22, 26, 34, 36, 30};
  const auto at = static_cast<std::size_t>(index(type));
  const int last = detail::kNnueMostInHand[at] - 1;
  return 28 * 81 + (owner == view ? 0 : 38) + kFirst[at] + (nth < last ? nth : last);
}

/// The input of a king in K-P.
constexpr int king_input(shogi::Color view, shogi::Color owner, shogi::Square square) {
  return kNnuePieceInputs + (owner == view ? 0 : 81) + seen_square(view, square);
}

}  // namespace gougi::eval
