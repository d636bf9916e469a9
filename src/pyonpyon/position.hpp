// SPDX-License-Identifier: MIT
// ぴょんぴょん: the board of 5×5, where pieces may go, and who is home. A value; it knows nothing
// of earlier positions (see game.hpp). The rules are those of the game's inventor
// (https://github.com/muzudho): no captures, no passing, one kind of piece; and those of his
// challenge (挑戦課題), with the pieces of shogi.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::pyonpyon {

inline constexpr int kFiles = 5;
inline constexpr int kSquareCount = 25;
inline constexpr int kPiecesEach = 5;

/// x has the black stones and begins; o has the white ones.
enum class Side : std::uint8_t { kX, kO };
constexpr Side operator~(Side side) { return side == Side::kX ? Side::kO : Side::kX; }

/// A set of squares: bit 0 is a1, the upper left corner, bit 4 e1, bit 24 e5.
using Squares = std::uint32_t;
inline constexpr Squares kAllSquares = (Squares{1} << kSquareCount) - 1;
constexpr Squares square_bit(int square) { return Squares{1} << static_cast<unsigned>(square); }
constexpr int first_square(Squares squares) { return std::countr_zero(squares); }

struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  friend constexpr bool operator==(Move, Move) = default;
};

/// The game has stones alone. The challenge has the pieces of shogi but the king: a piece that can
/// jump jumps, in all eight directions as a stone does; one that cannot moves as in shogi, to an
/// empty square.
enum class Kind : std::uint8_t { kStone, kPawn, kLance, kKnight, kSilver, kGold, kBishop, kRook };
inline constexpr int kKindCount = 8;

/// "b5c3"; what the text says need not be possible. An error says what is wrong with it.
std::string to_text(Move move);
base::Result<Move> parse_move(std::string_view text);

/// The legal moves of a position: at most 100.
class MoveList {
 public:
  void push(Move move) { moves_[size_++] = move; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, std::size_t{kPiecesEach} * (kSquareCount - kPiecesEach)> moves_;
  std::size_t size_ = 0;
};

struct Position {
  Squares x = 0;
  Squares o = 0;
  Side to_move = Side::kX;
  /// Bit i of the kind of the piece on each square; empty in the game of stones.
  std::array<Squares, 3> kind_bits{};

  bool is_challenge() const { return (kind_bits[0] | kind_bits[1] | kind_bits[2]) != 0; }
  Kind kind(int square) const;
  void set_kind(int square, Kind kind);
  Squares stones(Side side) const { return side == Side::kX ? x : o; }
  Squares occupied() const { return x | o; }
  friend bool operator==(const Position&, const Position&) = default;
};

/// 1o1o1/o1o1o/5/x1x1x/1x1x1 x
Position start_position();
/// The challenge's start of that number, the same on every machine: five pieces of x, each of a
/// kind by lot, but no more of a kind than a side has in a set of shogi, on squares by lot of its
/// two rows; those of o half a turn around; x to move.
Position challenge_position(std::uint64_t seed);

/// Rows from the top, then the side to move. Five pieces of each side are wanted: stones (x, o), or
/// the challenge's by their letters in an SFEN, those of x in upper case. An error names what was
/// found instead.
base::Result<Position> parse_pfen(std::string_view text);
std::string to_pfen(const Position& position);

/// Below 2^51. In the game of stones different positions have different ones.
inline constexpr unsigned kKeyBits = 51;
std::uint64_t key_of(const Position& position);

/// Of the piece on `square`, as a pfen has it.
char letter_of(const Position& position, int square);

/// Where the piece on `from` may go: a king's step to an empty square, or a chain of jumps, each
/// over an unbroken run of pieces to the first empty square behind it. Not where it began.
Squares destinations(Squares occupied, int from);
/// The same by the rules of the position, for a piece of the side to move.
Squares destinations(const Position& position, int from);

void generate(const Position& position, MoveList& moves);
bool has_move(const Position& position);
bool is_legal(const Position& position, Move move);
/// The position behind the legal `move`.
Position after(const Position& position, Move move);

/// Whether all of the side's pieces are home: on the far row, or before an opponent's piece there
/// that will not leave.
bool is_home(const Position& position, Side side);

/// Leaves of the game tree `depth` plies below; games that are won are not continued. Repetition is
/// not looked at.
std::uint64_t perft(const Position& position, int depth);
/// The same of the legal `move`, with `depth` plies behind it. Nothing if `stop`, which is asked
/// every few hundred positions, says so before it is done.
std::optional<std::uint64_t> leaves_behind(const Position& position, Move move, int depth,
                                           const std::function<bool()>& stop);

}  // namespace gougi::pyonpyon
