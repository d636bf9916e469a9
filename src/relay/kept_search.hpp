// SPDX-License-Identifier: MIT
// A search whose answer a relay owes, as `gougi keep` knows it: what another relay is told of it,
// when it is answered without one, and by what. Plain values; no I/O and no clock of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "game/game.hpp"
#include "relay/safe_move.hpp"
#include "usi/command.hpp"

namespace gougi::relay {

/// After `stop` the relay itself takes `grace`, 200 ms; beyond this GUIs lose patience.
constexpr base::Milliseconds kLongestAfterStop{900};

/// The lines that say where a game stands; "": none came.
struct GameLines {
  std::string counts;    ///< FREEZENUM
  std::string position;  ///< `position`
  friend bool operator==(const GameLines&, const GameLines&) = default;
};

struct KeptSearch {
  usi::GoCommand go;
  base::TimePoint clock_start;  ///< where it waits for `readyok`, at the latest
  std::shared_ptr<const game::Game> game;
  bool is_playable = true;                      ///< its `position` was usable
  GameLines lines;                              ///< of its position; another may have come since
  std::optional<base::TimePoint> stopped_at{};  ///< by `stop` or what means the same
  std::string pv{};                             ///< the newest line shown for it
  /// The GUI waits for it no more: it was answered instead, or another `go` took its place. The
  /// relay's own answer is not passed, and has to come by then.
  std::optional<base::TimePoint> dropped_until{};
  /// When it was answered instead, as its time was up.
  std::optional<base::TimePoint> replaced_at{};

  bool awaits_ponderhit() const;
  bool is_mate() const { return std::holds_alternative<usi::MateLimits>(go.limits); }
  shogi::Color side() const { return game->position().side_to_move(); }
  /// The `go` line for a relay that begins with it now: with what is left of its time.
  std::string rest(base::TimePoint now) const;
  /// When it is answered without the relay, which keeps back `margin` of a move (nothing: what it
  /// keeps by itself); no time: not before the GUI says something.
  std::optional<base::TimePoint> answer_at(std::optional<base::Milliseconds> margin) const;
  /// Whether the GUI may hear the relay's answer. What is no move (`resign`, `win`), or of a
  /// position that cannot be used, is the relay's own affair.
  bool takes(std::string_view answer) const;
  /// A move in the place of an answer: the newest line's, else what the thought before goes on
  /// with, else a legal one that gives nothing away at a glance; "resign" where there is none. Not
  /// of a `go mate`.
  std::string choice(const Thought& before) const;

 private:
  std::optional<base::TimePoint> flag_nears_at(std::optional<base::Milliseconds> margin) const;
};

}  // namespace gougi::relay
