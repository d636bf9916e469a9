// SPDX-License-Identifier: MIT
// When a game is over without anybody's fault: by the rules, and by what both engines agree on. Two
// parts: judge() looks at the position alone; an Agreement listens to the scores. For one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "match/game_record.hpp"
#include "shogi/declaration.hpp"
#include "usi/score.hpp"

namespace gougi::match {

struct ResignRule {
  int centipawns = 3000;  ///< at least so far ahead or behind, as each engine sees it itself
  int moves = 3;          ///< for so many moves of each engine in a row
};
struct DrawRule {
  int centipawns = 10;  ///< at most so far from even
  int moves = 10;       ///< of each engine in a row
  int from_ply = 160;   ///< not before so many plies have been played
};
struct AdjudicationSettings {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  int max_plies = 512;  ///< opening included; 0: no limit
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  std::uint64_t mate_nodes = 0;  ///< the solver's, before each move; 0: it is not asked
};

/// What an arbiter says of the present position before its side moves, and the end of the longest
/// game allowed (0: no limit). Nothing: it goes on.
std::optional<Ending> judge(const game::Game& game, int max_plies);

/// Whether both engines have agreed on the result for long enough.
class Agreement {
 public:
  explicit Agreement(const AdjudicationSettings& settings) : settings_(settings) {}

  /// `mover` played ply number `ply` (from 1) and had said `score`; without a score it does not
  /// agree. A lower bound counts for a win, an upper one for a loss, and neither for a draw.
  void heard(shogi::Color mover, const std::optional<usi::Score>& score, int ply);
  std::optional<Ending> verdict() const;

 private:
  struct Streaks {  // of one engine: moves in a row
    int black_wins = 0;
    int white_wins = 0;
    int draw = 0;
  };
  AdjudicationSettings settings_;
  std::array<Streaks, 2> streaks_{};
  int plies_ = 0;
};

}  // namespace gougi::match
