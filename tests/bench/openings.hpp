// SPDX-License-Identifier: MIT
// Openings for games between engines: seeded random moves after which neither side stands clearly
// better, as a short search sees it. The same seed gives the same opening on every machine.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "base/random.hpp"
#include "search/searcher.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::testing {

/// Neither a clock nor a listener.
class DeafObserver : public search::Observer {
 public:
  bool stop_requested() const override { return false; }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint(); }
  void report(const search::Report&) override {}
};

/// Six to eight random plies after which a search of some thousand nodes finds nobody a pawn or
/// more ahead.
inline shogi::Game balanced_opening(std::uint64_t seed) {
  constexpr int kLargestLead = 100;
  constexpr std::uint64_t kNodes = 6000;
  base::Random random(seed);
  search::Searcher searcher;
  searcher.resize_table(1);
  DeafObserver observer;
  search::Limits limits;
  limits.nodes = kNodes;
  for (;;) {
    shogi::Game game;
    const auto plies = 6 + random.below(3);
    while (game.moves().size() < plies) {
      shogi::MoveList moves;
      shogi::generate_legal(game.position(), moves);
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      static_cast<void>(game.play(moves[static_cast<int>(pick)]));
      if (game.position().in_check()) break;
    }
    if (game.moves().size() < plies) continue;
    searcher.new_game();
    const auto decision = searcher.search(game, limits, {}, observer);
    if (std::abs(decision.value) <= kLargestLead) return game;
  }
}

}  // namespace gougi::testing
