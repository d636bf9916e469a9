// SPDX-License-Identifier: MIT
// A finished game as a value: who, from where, every move with its time and score, how it ended.
// What the server makes, the store keeps, the reports read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "game/ending.hpp"
#include "match/game_start.hpp"
#include "match/tally.hpp"
#include "usi/score.hpp"

namespace gougi::match {

using game::Ending;
using game::Reason;
using game::Result;

/// For `side`.
constexpr Points points_of(Result result, shogi::Color side) {
  if (result == Result::kDraw) return Points::kDraw;
  return result == game::win_of(side) ? Points::kWin : Points::kLoss;
}

/// A move's time, so that sums do not overflow.
inline constexpr std::int64_t kMostMoveMs = 10'000'000'000;
/// Of the line of moves that an engine expects no more are kept.
inline constexpr std::size_t kMostLineMoves = 20;

struct MoveRecord {
  usi::Move move;
  bool from_opening = false;
  base::Milliseconds took{0};
  /// By its own clock, when it last told; nothing where it had pondered on the move.
  std::optional<base::Milliseconds> own_time;
  std::optional<usi::Score> score;  ///< the mover's view; the last it said
  int depth = 0;                    ///< 0: not said
  int selective_depth = 0;          ///< likewise
  std::int64_t nodes = 0;           ///< 0: not said
  std::string note;  ///< `info string` lines before the move, joined by line feeds; a relay's votes
  /// The moves that it expected, this one first, as the engine said them: not judged by the rules.
  std::vector<usi::Move> line{};
  /// What passed between its last word on its time and its move's arrival, the ways there and back
  /// included; nothing if it told no time.
  std::optional<base::Milliseconds> latency() const {
    if (!own_time) return std::nullopt;
    return std::max(base::Milliseconds(0), took - *own_time);
  }
  friend bool operator==(const MoveRecord&, const MoveRecord&) = default;
};

struct GameRecord {
  std::uint64_t number = 0;
  std::uint64_t opening = 0;
  std::size_t black = 0;  ///< engine, from 0
  std::size_t white = 0;
  GameStart start;
  std::vector<MoveRecord> moves;
  Ending ending;
  std::string began;  ///< UTC, "2026-01-31T12:00:00Z"
  base::Milliseconds lasted{0};
  /// For engine `black` or `white`.
  Points points_of_engine(std::size_t engine) const {
    return points_of(ending.result, engine == black ? shogi::Color::kBlack : shogi::Color::kWhite);
  }
};

/// The game that the record tells of; an error if a move is not legal.
base::Result<game::Game> replay(const GameRecord& record);

}  // namespace gougi::match
