// SPDX-License-Identifier: MIT
// One place at which positions are judged, one after the other: the members and the judge, each a
// process of its own, asked in turn. Used by headroom_run.cpp; everything is for the loop's thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shogi/game.hpp"
#include "study/headroom_lines.hpp"
#include "tools/asked_engine.hpp"

namespace gougi::tools {

/// What all desks have in common.
struct HeadroomPlan {
  study::HeadroomOrder order;
  std::vector<AskedProgram> members;
  AskedProgram judge;
  base::Milliseconds patience{600'000};
};

/// What the rules say that a move is worth to its mover: 1 where it mates, 0.5 where it makes the
/// fourth occurrence, by perpetual check 0 or 1, 0 where the opponent can declare a win then.
/// Nothing: the game goes on, and somebody must search. `move`: legal; none: resignation.
std::optional<double> value_by_rules(const shogi::Game& game, shogi::BareMove move);

class HeadroomDesk {
 public:
  struct Callbacks {
    /// Done, or left out. `was_lost`: as an engine ended, or answered nothing that can be read, so
    /// that another try may come out otherwise.
    std::function<void(study::HeadroomLine line, bool was_lost)> on_done;
    /// An engine cannot be what it is to be; nothing follows.
    std::function<void(const std::string& why)> on_refusal;
  };

  /// `plan` outlives this.
  HeadroomDesk(io::EventLoop& loop, const HeadroomPlan& plan, Callbacks callbacks);

  /// Begins; on_done follows. `line`: which position it is, without results, or with another
  /// judge's: then its moves are valued anew, and nobody is asked for others.
  void judge(study::HeadroomLine line, shogi::Game game);
  /// An engine of it is waited for to get ready for the first time.
  bool waits_for_first_start() const {
    return std::ranges::any_of(engines_,
                               [](const auto& engine) { return engine->waits_for_first_start(); });
  }
  /// Nothing is called any more.
  void quit(base::Duration grace);
  bool has_ended() const;

 private:
  void next();
  void ask(std::size_t engine, const shogi::Game& game, std::uint64_t nodes);
  void take(std::size_t engine, const base::Result<AskedAnswer>& answer);
  void take_move(std::size_t engine, const AskedAnswer& answer);
  void list_moves();
  bool take_moves_of_line();
  void take_value(const AskedAnswer& answer);
  void leave_out(std::size_t engine, const std::string& why, bool was_lost = false);
  const std::string& name_of(std::size_t engine) const;

  const HeadroomPlan& plan_;
  Callbacks callbacks_;
  std::vector<std::unique_ptr<AskedEngine>> engines_;  ///< the members, then the judge
  study::HeadroomLine line_;
  shogi::Game game_;
  /// What engines answered at the position: by member, then the anchor's with the whole sum, then
  /// the judge's own. No move: resignation.
  std::vector<shogi::BareMove> answers_;
  std::vector<shogi::BareMove> moves_;         ///< the different ones, in the order of line_.moves
  std::vector<std::optional<double>> values_;  ///< of these
  std::size_t valued_ = 0;                     ///< so many of them are
  bool asked_anew_ = false;  ///< a process died at this position, and another was asked
};

}  // namespace gougi::tools
