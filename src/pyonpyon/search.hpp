// SPDX-License-Identifier: MIT
// Alpha-beta for ぴょんぴょん and its challenge: iterative deepening over a table of positions, of
// the game of stones without two that share a key. It prints nothing and knows no clock; whoever
// starts it says when to stop. One thread; a Search is one thinker's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pyonpyon/game.hpp"

namespace gougi::pyonpyon {

/// For the side to move. A win in n plies is kWon - n, a loss kWon - n below zero; anything between
/// is a guess of how much earlier one side will be home, in hundredths of a row.
inline constexpr int kWon = 30'000;
inline constexpr int kDeepest = 120;
/// What a game is worth that both have lost, seen by whoever thinks: hardly more than to lose it.
inline constexpr int kBothLost = -20'000;
/// Whether a score says that the game is decided.
constexpr bool is_decided(int score) { return score > kWon - 1000 || score < 1000 - kWon; }

struct SearchLimits {
  int depth = kDeepest;
  std::optional<std::uint64_t> nodes;
  std::vector<Move> moves;  ///< legal ones to choose among; empty: all
};

struct Thought {
  int depth = 0;
  int score = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> line;  ///< the move to play first; empty if there is none
};

class Search {
 public:
  /// Whether to stop; asked every thousand nodes or so.
  using Stop = std::function<bool()>;
  /// Told what each iteration found.
  using Report = std::function<void(const Thought&)>;

  /// Takes a table of `megabytes` (at least 1), or half of it, and so on, where memory is short.
  explicit Search(std::size_t megabytes);

  /// The best move of the side to move, unless it has none. A position of the game that comes back
  /// counts as a draw the second time already, as it can be brought about a third time.
  Thought think(const Game& game, const SearchLimits& limits, const Stop& stop,
                const Report& report);

 private:
  enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t score = 0;  // of a decided position: counted from here
    std::uint8_t depth = 0;
    Bound bound = Bound::kNone;
    Move move;
  };

  /// Of a position where the side to move cannot.
  static int worth_without_move(const Position& position, int ply);
  int visit(const Position& position, int alpha, int beta, int depth, int ply);
  bool has_occurred(const Position& position) const;
  Entry& slot(std::uint64_t key);
  std::vector<Move> best_line(Position position, Move first);

  std::vector<Entry> table_;
  std::vector<std::uint64_t> past_;  // of the game, sorted
  std::vector<Position> path_;       // of the line being searched
  std::vector<Move> root_moves_;
  std::vector<std::uint32_t> history_;  // [side][from][to]
  const Stop* stop_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  std::uint64_t search_ = 0;  // told apart in the table
  bool stopped_ = false;
};

/// How far a position is from home for the side to move, less the same for the other side.
int evaluate(const Position& position);

}  // namespace gougi::pyonpyon
