// SPDX-License-Identifier: MIT
// One game from its opening to its end, without processes and without a clock of its own: it says
// who is asked what, takes answers with the time they took, and judges them by the rules, the
// clocks and the adjudication. The server's table lends it two engines. For one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "match/adjudication.hpp"
#include "match/game_record.hpp"
#include "match/time_control.hpp"
#include "usi/answer.hpp"

namespace gougi::match {

/// What an engine said while it thought.
struct Heard {
  std::optional<usi::Score> score;  ///< the last of the first line of play
  int depth = 0;
  std::int64_t nodes = 0;
  std::string note;
  int selective_depth = 0;
  std::string line{};  ///< the words behind the last `pv`, kMostLineMoves at most
  std::optional<base::Milliseconds> own_time{};  ///< the last `time` that it said
};

class Referee {
 public:
  Referee(game::Game opening, GameClock clock, const AdjudicationSettings& settings);

  /// Nothing: the mover is to be asked, unless a solver is before it.
  const std::optional<Ending>& ending() const { return ending_; }
  /// Where it is to be looked for a mate before the mover is asked; null: nowhere. Lent until the
  /// next call.
  const shogi::Position* unproven() const;
  /// Whether the side to move mates there, as far as the solver can tell.
  void proved(bool is_mate);
  shogi::Color mover() const { return game_.position().side_to_move(); }
  const game::Game& game() const { return game_; }
  /// The `position` line for the mover.
  std::shared_ptr<const std::string> position() const {
    return std::make_shared<const std::string>(game::position_line(game_));
  }
  /// What the mover is told now.
  usi::SearchLimits limits() const { return limits_of(mover()); }
  std::optional<base::Milliseconds> allowance() const { return clock_.allowance(mover()); }
  const GameClock& clock() const { return clock_; }

  /// What `side` may think about while the other one does: the `position` line with the move that
  /// it expects, and the limits as they would be; nothing if that move is not legal, or if nobody
  /// ponders in this game.
  struct Pondering {
    std::shared_ptr<const std::string> position;
    usi::SearchLimits limits;
  };
  std::optional<Pondering> pondering(shogi::Color side, usi::Move expected) const;

  /// The mover's answer. The game goes on, or has an ending now.
  void answered(const usi::BestMoveAnswer& answer, base::Duration took, Heard heard);
  /// `side` cannot go on; it has lost.
  void failed(shogi::Color side, Reason reason, std::string detail);

  const std::vector<MoveRecord>& moves() const { return moves_; }

 private:
  usi::SearchLimits limits_of(shogi::Color side) const;
  void play(usi::Move move, base::Duration took, Heard heard);
  void look_for_end();

  game::Game game_;
  GameClock clock_;
  AdjudicationSettings settings_;
  Agreement agreement_;
  std::vector<MoveRecord> moves_;
  std::optional<Ending> ending_;
  bool is_proved_ = false;  ///< whether there is a mate in this position, or not within the limits
};

}  // namespace gougi::match
