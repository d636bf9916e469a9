// SPDX-License-Identifier: MIT
// The mates of a game, looked for by the solver: what checks prove, no engine has to have seen.
// Used by `gougi analyse`; blocks, and gives the same on every machine. One position at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/game_review.hpp"
#include "mate/solver.hpp"
#include "shogi/game.hpp"

namespace gougi::analysis {

/// Of the side to move, against every defence.
struct ProvenMate {
  int plies = 0;
  std::vector<shogi::Move> line;
  friend bool operator==(const ProvenMate&, const ProvenMate&) = default;
};

class MateProofs {
 public:
  /// `nodes`: the most for a position; 0: nothing is looked for. `stop` is asked about every
  /// millisecond; what is stopped is not known.
  explicit MateProofs(std::uint64_t nodes, std::function<bool()> stop = nullptr);

  /// Nothing: there is no mate by checks, or it is not known.
  std::optional<ProvenMate> prove(const shogi::Position& position);
  /// Whether checks mate the side to move, whatever it does; nothing: not known.
  std::optional<bool> is_mated(const shogi::Position& position);

 private:
  mate::MateResult solve(const shogi::Position& position, mate::Role role);

  std::uint64_t nodes_;
  std::function<bool()> stop_;
  mate::Solver solver_;
};

/// Writes `proven` into `verdict`, which is of where `game` stands, unless the game may end before
/// that mate.
void settle_mate(const shogi::Game& game, const std::optional<ProvenMate>& proven,
                 Verdict& verdict);

/// Writes the mates that are proven into `verdicts`, which are of the position before each move
/// and of the last one, as `proven` is; and, where another move than the mate's was made, what
/// `is_mated`, which does not know the game before, says of the position behind it.
void settle_mates(
    const shogi::Game& game, const std::vector<std::optional<ProvenMate>>& proven,
    const std::function<std::optional<bool>(const shogi::Position& position)>& is_mated,
    std::vector<Verdict>& verdicts);

}  // namespace gougi::analysis
