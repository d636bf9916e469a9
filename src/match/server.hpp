// SPDX-License-Identifier: MIT
// Plays a match: starts the engines, lends them to games, and hands out finished games one by one.
// Several games run at once on tables of their own; an engine that crashes or hangs loses the game
// it is in, is started anew, and the match goes on. It keeps nothing: who calls stores the games
// and says which are finished already. Everything is for the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "base/shard.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "match/adjudication.hpp"
#include "match/game_record.hpp"
#include "match/openings.hpp"
#include "match/referee.hpp"
#include "match/schedule.hpp"
#include "match/time_control.hpp"

namespace gougi::match {

/// A whole number among an engine's options that has another value in every game.
struct VariedOption {
  std::string name;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

struct Contestant {
  std::string name;
  io::LaunchSpec launch;
  std::vector<std::pair<std::string, std::string>> options;  ///< name, value
  /// So many of them, from the first on, were given to all engines: who lacks one is told of, but
  /// if all lack it, the match ends with an error. With any other it does at once.
  std::size_t common_options = 0;
  /// The match ends with an error if the engine has one of them not, or not as far.
  std::vector<VariedOption> varied;
  TimeControl control;
  bool ponders = false;
  bool restarts = false;  ///< a new process for every game
};

struct MatchPlan {
  std::vector<Contestant> engines;
  const game::Rules* rules =
      &game::shogi_rules();   ///< of the game that is played; as openings have them
  ScheduleSettings schedule;  ///< its `engines` is not looked at
  base::Shard shard;          ///< of its pairs only this part's are played
  AdjudicationSettings adjudication;
  Openings openings = Openings::random(1, 0);
  int concurrency = 1;
  base::Milliseconds margin{100};  ///< what a move may take longer than the clock allows
  /// How long an engine may go on after its time is up, or think at all where no clock runs. Then
  /// it hangs, and is killed.
  base::Milliseconds hang{10'000};
  base::Milliseconds patience{600'000};
  /// A notice says which engine is still not ready so long after it was asked. It is given up by
  /// its conversation (usi::HostSideLimits), with the match if it never was ready.
  base::Milliseconds slow_start{30'000};
  /// The values that an engine's varied options have in a game, in their order.
  std::function<std::vector<std::int64_t>(std::uint64_t game, std::size_t engine)> vary;
  bool forgives_lacks = false;  ///< an option that an engine has not is told of, and no more
  bool keeps_notes = false;     ///< `info string` lines go into the records
  /// Processors of each table, taken in turns; empty: the system decides.
  std::vector<std::vector<int>> processors;
};

class Server {
 public:
  struct Callbacks {
    std::function<void(GameRecord game)> on_game;
    /// One line about something odd that the match survives.
    std::function<void(const std::string& text)> on_notice;
    /// Every line to and from an engine, with the game that is at its table; may be none.
    std::function<void(std::uint64_t game, std::size_t engine, bool is_from_engine,
                       std::string_view line)>
        on_line;
    /// A game has begun at a table, or a move was made there; may be none. `referee` is lent.
    std::function<void(std::size_t table, const ScheduledGame& game, const Referee& referee)>
        on_table;
    /// How an engine ended that never was ready; on_end comes next. May be none.
    std::function<void(const std::string& how)> on_no_start;
    /// The last call: all games are played, or stop() or finish() was called, or `error` is why it
    /// cannot go on.
    std::function<void(const base::Result<void>& how)> on_end;
  };

  /// An error if the plan cannot be played.
  static base::Result<std::unique_ptr<Server>> make(io::EventLoop& loop, MatchPlan plan,
                                                    Callbacks callbacks);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Of the whole schedule, or of its part, finished games included.
  std::uint64_t games() const;
  /// Games from this number on do not begin until this is called with a greater one: what they are
  /// to be played with is not known yet.
  void hold_at(std::uint64_t game);
  /// Plays what is not in `finished`.
  void start(const std::set<std::uint64_t>& finished);
  /// Begins no further game, drops those whose engines are still waited for, and ends once the
  /// others are over. Whether there are any.
  bool finish();
  /// A game runs: both engines were ready for it.
  bool is_playing() const;
  /// Ends engines and calls on_end; games that run are dropped.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gougi::match
