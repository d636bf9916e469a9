// SPDX-License-Identifier: MIT
// What an engine said of its move, as lines of the move's comment that ShogiHome and others read
// and draw: "*評価値=39", "*読み筋=△３四歩▲２六歩", "*ノード数=5000", "*深さ=12", or
// "*詰み=先手勝ち:5手" (KIF puts another "*" before each). Scores are Black's view; the line begins
// behind the move. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shogi/freeze.hpp"

namespace gougi::notation {

struct Thought {
  enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };
  struct Mate {
    bool black_wins = false;
    std::optional<int> plies;
    friend bool operator==(const Mate&, const Mate&) = default;
  };

  std::optional<int> score;  ///< centipawns
  Bound bound = Bound::kExact;
  std::optional<Mate> mate;  ///< instead of the score
  int depth = 0;             ///< 0: not said
  int selective_depth = 0;
  std::int64_t nodes = 0;
  std::vector<shogi::Move> line;  ///< what it expected to follow
};

/// The lines, each with its end, of which the line of moves stops before the first that is not
/// legal or freezes; "" if nothing was said. `after` is the position behind the move.
std::string thought_comment(const Thought& thought, const shogi::Position& after);

/// "△３四歩▲２六歩": up to the first move that is not legal or freezes.
std::string moves_text(shogi::Position position, const std::vector<shogi::Move>& moves);
/// Takes that back, if every move is legal.
std::optional<std::vector<shogi::BareMove>> parse_moves_text(shogi::Position position,
                                                             std::string_view text);

/// What stands behind "*評価値=" and the others at the beginning of a comment's line.
inline constexpr std::string_view kScoreWord = "*評価値=";
inline constexpr std::string_view kMateWord = "*詰み=";
inline constexpr std::string_view kLineWord = "*読み筋=";
inline constexpr std::string_view kNodesWord = "*ノード数=";

}  // namespace gougi::notation
