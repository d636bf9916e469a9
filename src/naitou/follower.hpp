// SPDX-License-Identifier: MIT
// Follows a game from its start, thinking at every turn of COM as the original would have: its
// state depends on that. What is known of a game is kept, for each side COM may play, so that the
// next position of the same game costs one move, and a move taken back nothing. Not for two threads
// at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "naitou/thinking.hpp"
#include "shogi/position.hpp"

namespace gougi::naitou {

/// How the original is to be set up.
struct Settings {
  bool time_limit = false;      ///< as initial_state
  bool may_leave_king = false;  ///< as SearchRequest
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// A move of COM that the original would not have played.
struct Departure {
  std::size_t ply = 0;  ///< counted from 0
  Decision instead;
};

class Follower {
 public:
  /// Other settings are another game.
  void set(const Settings& settings);
  /// Forgets all games.
  void clear();
  /// Goes to the position after `moves`, which may break the rules; COM is whose turn it is there.
  void follow(const shogi::Setup& start, std::span<const shogi::BareMove> moves);

  // Of the game followed last.
  shogi::Color com() const { return com_; }
  Mode mode() const { return line().mode; }
  /// Before COM thinks.
  const State& state() const { return line().turns.back().before; }
  /// What the original does here. Thinks once.
  const Decision& decide();
  /// The first move of COM that is not the original's.
  std::optional<Departure> departure() const;

 private:
  struct Thought {
    Decision decision;
    State after;
  };
  struct Turn {
    State before;
    std::optional<Thought> thought;  // at COM's turns, once it was needed
  };
  struct Line {
    shogi::Setup start;
    std::vector<shogi::BareMove> moves;
    std::vector<Turn> turns;  // one more than moves; empty: no game
    Mode mode = Mode::kUnknown;
  };

  Line& line() { return lines_[static_cast<std::size_t>(shogi::index(com_))]; }
  const Line& line() const { return lines_[static_cast<std::size_t>(shogi::index(com_))]; }
  const Thought& think_at(Turn& turn) const;

  Settings settings_;
  shogi::Color com_ = shogi::Color::kWhite;
  std::array<Line, 2> lines_;
};

}  // namespace gougi::naitou
