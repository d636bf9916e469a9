// SPDX-License-Identifier: MIT
#include "pyonpyon/position.hpp"

#include "base/random.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr Squares kTopRow = 0x1FU;
constexpr Squares kBottomRow = kTopRow << 20U;

/// The four lines through a square are looked up: a row, a column, and two diagonals, each as the
/// five bits of its occupied squares; a row's and a diagonal's by file, a column's by row.
enum Line { kRow, kColumn, kFalling, kRising };
constexpr std::array<std::array<int, 2>, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

struct SquareLines {
  std::array<Squares, 2> diagonals{};  ///< falling, rising
  Squares neighbours = 0;
  /// Where jumps along a line land, by line and its bits.
  std::array<std::array<Squares, 32>, 4> landings{};
};

constexpr bool on_board(int file, int row) {
  return file >= 0 && file < kFiles && row >= 0 && row < kFiles;
}
constexpr Squares bit_at(int file, int row) { return square_bit(row * kFiles + file); }

/// Where the jump from a square in one direction lands, if anywhere.
constexpr Squares landing(Line line, unsigned bits, int file, int row, int step_file,
                          int step_row) {
  const auto is_occupied = [&] {
    return on_board(file, row) &&
           (bits >> static_cast<unsigned>(line == kColumn ? row : file) & 1U);
  };
  bool jumped = false;
  for (file += step_file, row += step_row; is_occupied(); file += step_file, row += step_row) {
    jumped = true;
  }
  return jumped && on_board(file, row) ? bit_at(file, row) : 0;
}

constexpr SquareLines lines_of(int square) {
  SquareLines result;
  const int file = square % kFiles;
  const int row = square / kFiles;
  for (int other = 0; other < kSquareCount; ++other) {
    const int right = other % kFiles - file;
    const int down = other / kFiles - row;
    if (right == down) result.diagonals[0] |= square_bit(other);
    if (right == -down) result.diagonals[1] |= square_bit(other);
    if (other != square && right * right <= 1 && down * down <= 1) {
      result.neighbours |= square_bit(other);
    }
  }
  for (const Line line : {kRow, kColumn, kFalling, kRising}) {
    const auto [right, down] = kSteps[line];
    for (unsigned bits = 0; bits < 32; ++bits) {
      result.landings[line][bits] = landing(line, bits, file, row, right, down) |
                                    landing(line, bits, file, row, -right, -down);
    }
  }
  return result;
}

constexpr std::array<SquareLines, kSquareCount> kLines = [] {
  std::array<SquareLines, kSquareCount> lines{};
  for (int square = 0; square < kSquareCount; ++square) {
    lines[static_cast<std::size_t>(square)] = lines_of(square);
  }
  return lines;
}();

/// Where one jump from `from` lands.
Squares jumps(Squares occupied, int from) {
  const SquareLines& lines = kLines[static_cast<std::size_t>(from)];
  const auto file = static_cast<unsigned>(from % kFiles);
  const auto row = static_cast<unsigned>(from / kFiles);
  // Bit 5i goes to 24 + i, alone; no two squares of a diagonal share a file, so rows can be added.
  const std::uint64_t column = (occupied >> file & 0x108421U) * std::uint64_t{0x1111100};
  const auto by_file = [&](Squares diagonal) {
    return (occupied & diagonal) * std::uint64_t{0x108421} >> 20U & 31U;
  };
  return lines.landings[kRow][occupied >> (kFiles * row) & 31U] |
         lines.landings[kColumn][column >> 24U & 31U] |
         lines.landings[kFalling][by_file(lines.diagonals[0])] |
         lines.landings[kRising][by_file(lines.diagonals[1])];
}

/// Where one jump after the other may end.
Squares jump_ends(Squares others, int from) {
  const Squares origin = square_bit(from);
  Squares reached = 0;
  for (Squares fresh = origin; fresh != 0;) {
    Squares next = 0;
    for (; fresh != 0; fresh &= fresh - 1) next |= jumps(others, first_square(fresh));
    fresh = next & ~reached & ~origin;
    reached |= next;
  }
  return reached & ~origin;
}

/// Of the challenge, by kind.
constexpr std::string_view kKindLetters = ".PLNSGBR";

/// How a kind moves, forwards upwards: bits of kDirections, where it may go on, and a knight's two.
struct KindMoves {
  unsigned directions;
  bool slides = false;
};
constexpr std::array<std::array<int, 2>, 10> kDirections{
    {{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}, {-1, -2}, {1, -2}}};
constexpr std::array<KindMoves, kKindCount> kKindMoves{{{0b0011111111, false},
                                                        {0b0000000001, false},
                                                        {0b0000000001, true},
                                                        {0b1100000000, false},
                                                        {0b0011000111, false},
                                                        {0b0000111111, false},
                                                        {0b0011000110, true},
                                                        {0b0000111001, true}}};

/// Where a piece of `side` may go as in shogi; nothing is taken.
Squares shogi_moves(Squares occupied, int from, Kind kind, Side side) {
  const KindMoves& moves = kKindMoves[static_cast<std::size_t>(kind)];
  const int forward = side == Side::kX ? 1 : -1;
  Squares to = 0;
  for (std::size_t i = 0; i < kDirections.size(); ++i) {
    if ((moves.directions >> i & 1U) == 0) continue;
    int file = from % kFiles;
    int row = from / kFiles;
    do {
      file += kDirections[i][0];
      row += forward * kDirections[i][1];
      if (!on_board(file, row) || (occupied & bit_at(file, row)) != 0) break;
      to |= bit_at(file, row);
    } while (moves.slides);
  }
  return to;
}

/// What a letter of a pfen stands for; nothing: none.
struct Piece {
  Side side;
  Kind kind;
};
std::optional<Piece> piece_of(char letter) {
  if (letter == 'x') return Piece{Side::kX, Kind::kStone};
  if (letter == 'o') return Piece{Side::kO, Kind::kStone};
  for (std::size_t kind = 1; kind < kKindLetters.size(); ++kind) {
    if (letter == kKindLetters[kind]) return Piece{Side::kX, static_cast<Kind>(kind)};
    if (letter == kKindLetters[kind] + ('a' - 'A')) return Piece{Side::kO, static_cast<Kind>(kind)};
  }
  return std::nullopt;
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
    return base::fail(base::say({"\"{0}\" is no move; a move is like b5c3",
                                 "\"{0}\" は指し手ではありません(b5c3 のように書きます)"},
                                base::printable(text, 20)));
  }
  const auto square = [](char file, char row) {
    return static_cast<std::uint8_t>((row - '1') * kFiles + (file - 'a'));
  };
  return Move{square(text[0], text[1]), square(text[2], text[3])};
}

Kind Position::kind(int square) const {
  unsigned kind = 0;
  for (unsigned i = 0; i < kind_bits.size(); ++i) {
    kind |= (kind_bits[i] >> static_cast<unsigned>(square) & 1U) << i;
  }
  return static_cast<Kind>(kind);
}

void Position::set_kind(int square, Kind kind) {
  for (unsigned i = 0; i < kind_bits.size(); ++i) {
    kind_bits[i] &= ~square_bit(square);
    if ((static_cast<unsigned>(kind) >> i & 1U) != 0) kind_bits[i] |= square_bit(square);
  }
}

std::uint64_t key_of(const Position& position) {
  const std::uint64_t stones = std::uint64_t{position.x} | std::uint64_t{position.o} << 25U |
                               std::uint64_t{position.to_move == Side::kO} << 50U;
  if (!position.is_challenge()) return stones;
  base::Random mixed(stones);
  for (const Squares bits : position.kind_bits) mixed = base::Random(mixed.next() ^ bits);
  return mixed.next() >> (64 - kKeyBits);
}

char letter_of(const Position& position, int square) {
  const bool is_x = (position.x & square_bit(square)) != 0;
  const Kind kind = position.kind(square);
  if (kind == Kind::kStone) return is_x ? 'x' : 'o';
  const char letter = kKindLetters[static_cast<std::size_t>(kind)];
  return is_x ? letter : static_cast<char>(letter + ('a' - 'A'));
}

Position challenge_position(std::uint64_t seed) {
  constexpr int kFirst = 3 * kFiles;  // of x's two rows
  // As many of a kind as a side has in a set of shogi, so that one suffices to play it.
  std::array<int, kKindCount> left{0, 9, 2, 2, 2, 2, 1, 1};
  base::Random random(seed);
  Position position;
  while (std::popcount(position.x) < kPiecesEach) {
    const int square = kFirst + static_cast<int>(random.below(2 * kFiles));
    if ((position.x & square_bit(square)) != 0) continue;
    const int opposite = kSquareCount - 1 - square;
    const auto kind = static_cast<Kind>(1 + random.below(kKindCount - 1));
    int& left_of_kind = left[static_cast<std::size_t>(kind)];
    if (left_of_kind == 0) continue;
    --left_of_kind;
    position.x |= square_bit(square);
    position.o |= square_bit(opposite);
    position.set_kind(square, kind);
    position.set_kind(opposite, kind);
  }
  return position;
}

Position start_position() { return {0b01010'10101'00000'00000'00000U, 0b10101'01010U, Side::kX}; }

base::Result<Position> parse_pfen(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return base::fail("pfen \"" + base::printable(text, 60) + "\": " + why);
  };
  const auto space = text.find(' ');
  if (space == std::string_view::npos)
    return bad(base::say({"the side to move (x or o) is missing", "手番(x か o)がありません"}));
  const std::string_view rows = text.substr(0, space);
  const std::string_view side = text.substr(space + 1);
  if (side != "x" && side != "o")
    return bad(base::say({"the side to move is x or o", "手番は x か o です"}));
  Position position;
  position.to_move = side == "x" ? Side::kX : Side::kO;
  bool has_stones = false;
  int row = 0;
  int file = 0;
  for (const char c : rows) {
    if (c == '/') {
      if (file != kFiles)
        return bad(
            base::say({"row {0} has not five squares", "{0}段目が5マスではありません"}, row + 1));
      file = 0;
      if (++row == kFiles) return bad(base::say({"there are five rows", "段は5つです"}));
    } else if (c >= '1' && c <= '5') {
      file += c - '0';
    } else if (const auto piece = piece_of(c)) {
      if (file < kFiles) {
        const int square = row * kFiles + file;
        (piece->side == Side::kX ? position.x : position.o) |= square_bit(square);
        position.set_kind(square, piece->kind);
        if (piece->kind == Kind::kStone) has_stones = true;
      }
      ++file;
    } else {
      return bad(base::say(
          {"\"{0}\" is neither x, o, 1 to 5 nor /, nor a piece of the challenge (PLNSGBR)",
           "\"{0}\" は x、o、1 から 5、/、チャレンジの駒(PLNSGBR)のどれでもありません"},
          base::printable(std::string(1, c), 4)));
    }
    if (file > kFiles)
      return bad(
          base::say({"row {0} has not five squares", "{0}段目が5マスではありません"}, row + 1));
  }
  if (row != kFiles - 1 || file != kFiles)
    return bad(base::say({"there are five rows of five squares", "5マスの段が5つ必要です"}));
  for (const Side each : {Side::kX, Side::kO}) {
    const int count = std::popcount(position.stones(each));
    if (count != kPiecesEach) {
      return bad(base::say({"{0} has {1} pieces, not five", "{0} の駒が5枚ではなく {1} 枚です"},
                           each == Side::kX ? "x" : "o", count));
    }
  }
  if (has_stones && position.is_challenge())
    return bad(
        base::say({"stones and pieces of shogi do not mix", "石と将棋の駒は混ぜられません"}));
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
      text += letter_of(position, row * kFiles + file);
    }
    write_empty();
  }
  return text + (position.to_move == Side::kX ? " x" : " o");
}

Squares destinations(Squares occupied, int from) {
  const Squares others = occupied & ~square_bit(from);
  return (kLines[static_cast<std::size_t>(from)].neighbours & ~others) | jump_ends(others, from);
}

Squares destinations(const Position& position, int from) {
  const Squares occupied = position.occupied();
  if (!position.is_challenge()) return destinations(occupied, from);
  const Squares ends = jump_ends(occupied & ~square_bit(from), from);
  return ends != 0 ? ends : shogi_moves(occupied, from, position.kind(from), position.to_move);
}

void generate(const Position& position, MoveList& moves) {
  for (Squares own = position.stones(position.to_move); own != 0; own &= own - 1) {
    const int from = first_square(own);
    for (Squares to = destinations(position, from); to != 0; to &= to - 1) {
      moves.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(first_square(to))});
    }
  }
}

bool has_move(const Position& position) {
  for (Squares own = position.stones(position.to_move); own != 0; own &= own - 1) {
    if (destinations(position, first_square(own)) != 0) return true;
  }
  return false;
}

bool is_legal(const Position& position, Move move) {
  return (position.stones(position.to_move) & square_bit(move.from)) != 0 &&
         (destinations(position, move.from) & square_bit(move.to)) != 0;
}

Position after(const Position& position, Move move) {
  Position next = position;
  (position.to_move == Side::kX ? next.x : next.o) ^= square_bit(move.from) | square_bit(move.to);
  next.to_move = ~position.to_move;
  if (position.is_challenge()) {
    next.set_kind(move.to, position.kind(move.from));
    next.set_kind(move.from, Kind::kStone);
  }
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
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    const Position next = after(position, move);
    if (!is_home(next, position.to_move)) leaves += perft(next, depth - 1);
  }
  return leaves;
}

std::optional<std::uint64_t> leaves_behind(const Position& position, Move move, int depth,
                                           const std::function<bool()>& stop) {
  constexpr int kUnasked = 2;
  const Position next = after(position, move);
  if (is_home(next, position.to_move)) return depth == 0 ? 1 : 0;
  if (depth <= kUnasked) return perft(next, depth);
  if (stop()) return std::nullopt;
  MoveList moves;
  generate(next, moves);
  std::uint64_t sum = 0;
  for (const Move each : moves) {
    const auto leaves = leaves_behind(next, each, depth - 1, stop);
    if (!leaves) return std::nullopt;
    sum += *leaves;
  }
  return sum;
}

}  // namespace gougi::pyonpyon
