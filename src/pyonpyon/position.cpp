// SPDX-License-Identifier: MIT
#include "pyonpyon/position.hpp"

#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr Squares kTopRow = 0x1FU;
constexpr Squares kBottomRow = kTopRow << 20U;

/// From each square in each of the eight directions the squares to the board's edge, in order.
struct Ray {
  std::array<std::uint8_t, kFiles> squares{};
  int length = 0;
};
using Rays = std::array<std::array<Ray, 8>, kSquareCount>;

constexpr Rays kRays = [] {
  constexpr std::array<std::array<int, 2>, 8> kDirections{
      {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
  Rays rays{};
  for (int square = 0; square < kSquareCount; ++square) {
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      Ray& ray = rays[static_cast<std::size_t>(square)][d];
      int file = square % kFiles + kDirections[d][0];
      int row = square / kFiles + kDirections[d][1];
      while (file >= 0 && file < kFiles && row >= 0 && row < kFiles) {
        ray.squares[static_cast<std::size_t>(ray.length++)] =
            static_cast<std::uint8_t>(row * kFiles + file);
        file += kDirections[d][0];
        row += kDirections[d][1];
      }
    }
  }
  return rays;
}();

/// Where one jump from `from` lands; `steps` gets the empty squares beside it.
Squares jumps(Squares occupied, int from, Squares& steps) {
  Squares landings = 0;
  for (const Ray& ray : kRays[static_cast<std::size_t>(from)]) {
    int i = 0;
    while (i < ray.length && (occupied & square_bit(ray.squares[static_cast<std::size_t>(i)]))) ++i;
    if (i == ray.length) continue;
    const Squares landing = square_bit(ray.squares[static_cast<std::size_t>(i)]);
    (i == 0 ? steps : landings) |= landing;
  }
  return landings;
}

std::string square_name(int square) {
  return {static_cast<char>('a' + square % kFiles), static_cast<char>('1' + square / kFiles)};
}

}  // namespace

std::string to_text(Move move) { return square_name(move.from) + square_name(move.to); }

base::Result<Move> parse_move(std::string_view text) {
  const auto on_board = [](char c, char first) { return c >= first && c < first + kFiles; };
  if (text.size() != 4 || !on_board(text[0], 'a') || !on_board(text[1], '1') ||
      !on_board(text[2], 'a') || !on_board(text[3], '1')) {
    return base::fail("\"" + base::printable(text, 20) + "\" is no move; a move is like b5c3");
  }
  const auto square = [](char file, char row) {
    return static_cast<std::uint8_t>((row - '1') * kFiles + (file - 'a'));
  };
  return Move{square(text[0], text[1]), square(text[2], text[3])};
}

Position start_position() { return {0b01010'10101'00000'00000'00000U, 0b10101'01010U, Side::kX}; }

base::Result<Position> parse_pfen(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return base::fail("pfen \"" + base::printable(text, 60) + "\": " + why);
  };
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return bad("the side to move (x or o) is missing");
  const std::string_view rows = text.substr(0, space);
  const std::string_view side = text.substr(space + 1);
  if (side != "x" && side != "o") return bad("the side to move is x or o");
  Position position;
  position.to_move = side == "x" ? Side::kX : Side::kO;
  int row = 0;
  int file = 0;
  for (const char c : rows) {
    if (c == '/') {
      if (file != kFiles) return bad("row " + std::to_string(row + 1) + " has not five squares");
      file = 0;
      if (++row == kFiles) return bad("there are five rows");
    } else if (c >= '1' && c <= '5') {
      file += c - '0';
    } else if (c == 'x' || c == 'o') {
      if (file < kFiles) (c == 'x' ? position.x : position.o) |= square_bit(row * kFiles + file);
      ++file;
    } else {
      return bad("\"" + base::printable(std::string(1, c), 4) + "\" is neither x, o, 1 to 5 nor /");
    }
    if (file > kFiles) return bad("row " + std::to_string(row + 1) + " has not five squares");
  }
  if (row != kFiles - 1 || file != kFiles) return bad("there are five rows of five squares");
  for (const Side each : {Side::kX, Side::kO}) {
    const int count = std::popcount(position.stones(each));
    if (count != kPiecesEach) {
      return bad((each == Side::kX ? "x" : "o") + std::string(" has ") + std::to_string(count) +
                 " pieces, not five");
    }
  }
  return position;
}

std::string to_pfen(const Position& position) {
  std::string text;
  for (int row = 0; row < kFiles; ++row) {
    if (row > 0) text += '/';
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int file = 0; file < kFiles; ++file) {
      const Squares here = square_bit(row * kFiles + file);
      if (!(position.occupied() & here)) {
        ++empty;
        continue;
      }
      write_empty();
      text += position.x & here ? 'x' : 'o';
    }
    write_empty();
  }
  return text + (position.to_move == Side::kX ? " x" : " o");
}

Squares destinations(Squares occupied, int from) {
  const Squares origin = square_bit(from);
  const Squares others = occupied & ~origin;
  Squares steps = 0;
  Squares beside = 0;  // steps are no part of a chain
  Squares reached = jumps(others, from, steps);
  for (Squares fresh = reached & ~origin; fresh != 0;) {
    Squares next = 0;
    for (; fresh != 0; fresh &= fresh - 1) next |= jumps(others, first_square(fresh), beside);
    fresh = next & ~reached & ~origin;
    reached |= next;
  }
  return (steps | reached) & ~origin;
}

void generate(const Position& position, MoveList& moves) {
  for (Squares own = position.stones(position.to_move); own != 0; own &= own - 1) {
    const int from = first_square(own);
    for (Squares to = destinations(position.occupied(), from); to != 0; to &= to - 1) {
      moves.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(first_square(to))});
    }
  }
}

bool has_move(const Position& position) {
  for (Squares own = position.stones(position.to_move); own != 0; own &= own - 1) {
    if (destinations(position.occupied(), first_square(own)) != 0) return true;
  }
  return false;
}

bool is_legal(const Position& position, Move move) {
  return (position.stones(position.to_move) & square_bit(move.from)) != 0 &&
         (destinations(position.occupied(), move.from) & square_bit(move.to)) != 0;
}

Position after(const Position& position, Move move) {
  Position next = position;
  (position.to_move == Side::kX ? next.x : next.o) ^= square_bit(move.from) | square_bit(move.to);
  next.to_move = ~position.to_move;
  return next;
}

bool is_home(const Position& position, Side side) {
  const bool x = side == Side::kX;
  const Squares far_row = x ? kTopRow : kBottomRow;
  const Squares stayers = position.stones(~side) & far_row;
  const Squares before = x ? stayers << kFiles : stayers >> kFiles;
  return (position.stones(side) & ~(far_row | before)) == 0;
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  generate(position, moves);
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    const Position next = after(position, move);
    const bool over = is_home(next, position.to_move);
    leaves += over ? (depth == 1 ? 1U : 0U) : perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace gougi::pyonpyon
