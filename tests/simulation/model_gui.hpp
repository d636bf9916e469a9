// SPDX-License-Identifier: MIT
// A GUI as a simulation's host: it plays a few short games against itself or analyses, with every
// kind of clock, ponders now and then, and loses its patience as real ones do: it stops, ends
// games, begins others over running searches, closes the pipe. What it says is always right by
// USI as it sees things, unless it is to be rude; its lines and the engine's may cross. It judges
// nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "shogi/game.hpp"
#include "simulation/chance.hpp"
#include "simulation/position_book.hpp"
#include "simulation/simulation.hpp"

namespace gougi::simulation {

/// What a GUI can do to the world around it.
class GuiWorld {
 public:
  virtual ~GuiWorld() = default;
  /// `position` comes with position lines.
  virtual void gui_says(std::string line, KnownPositionPtr position) = 0;
  /// `half`: said before, without a line end.
  virtual void gui_hangs_up(std::string half) = 0;
  virtual void gui_wakes(base::Duration after, int token) = 0;
  virtual PositionBook& book() = 0;
};

class ModelGui {
 public:
  /// `patience`: dice of how long it waits for a search without a clock, and of clocks of hours.
  /// `clock`: of every `go`; empty: of all kinds.
  /// `freezes`: plays Freeze shogi, by dice of its own. `bursts`: often does not wait for
  /// `readyok`, likewise. `rude`: says what USI does not allow where it stands, likewise.
  /// `hangups`: is often gone in mid-line and in mid-search, likewise. `options`: sets options in
  /// mid-game, likewise.
  ModelGui(int voters, Chance chance, Chance patience, GuiWorld& world, std::string clock,
           std::optional<Chance> freezes = std::nullopt,
           std::optional<Chance> bursts = std::nullopt, std::optional<Chance> rude = std::nullopt,
           std::optional<Chance> hangups = std::nullopt,
           std::optional<Chance> options = std::nullopt);

  void begin();
  /// `answers`: for a bestmove or checkmate, the number of the `go` that it answers.
  void hear(const std::string& line, int answers);
  void wake(int token);
  bool ended() const { return state_ == State::kEnded; }
  int searches() const { return gos_; }

 private:
  enum class State : std::uint8_t {
    kWaitsForUsiOk,
    kWaitsForReadyOk,
    kPauses,
    kSearches,
    kPonders,
    kDiscards,  ///< the next bestmove is thrown away, then the game goes on
    kEnded,
  };
  enum class Plan : std::uint8_t {
    kNone,
    kTurn,
    kStop,
    kInterrupt,
    kPonderEnds,
    kLeave,
    kBreakOff
  };

  void plan(base::Duration after, Plan what);
  void prepare();
  void new_game(bool announced);
  void turn();
  void say_go(const std::string& limits);
  std::string limits();
  std::string clock();
  std::string ponderhit();
  void searching();
  void ponder(shogi::Move reply);
  void ponder_ends();
  void take_best_move(const std::string& line);
  void opponent_moves(std::optional<shogi::Move> not_this);
  shogi::Move with_freeze(shogi::Move move);
  void begin_freezes(bool announced);
  void game_over();
  void next_game();
  void leave();
  bool breaks_off();
  void break_off();
  void interrupt();
  void be_rude(bool in_search);
  void change_options();
  void change_numbers();
  void set_in_game(double often);
  void say(std::string line) { world_.gui_says(std::move(line), nullptr); }
  void say_position(const shogi::Game& game);

  int voters_;
  Chance chance_;
  GuiWorld& world_;
  std::string clock_;
  std::optional<Chance> bursts_;
  std::optional<Chance> rude_;
  std::optional<Chance> hangups_;
  std::optional<Chance> options_;
  bool waits_for_ever_;  ///< for a search by nodes or depth
  double impatience_;    ///< of one search
  bool analyses_;        ///< no games: `go infinite` and `stop`
  bool ponders_;
  std::string usual_limits_;  ///< of this match; empty: others each time

  State state_ = State::kPauses;
  Plan plan_ = Plan::kNone;
  int token_ = 0;
  shogi::Game game_;
  int games_left_;
  int turns_left_ = 0;
  int gos_ = 0;
  std::string last_limits_;
  shogi::Move predicted_;
  std::optional<Chance> freezes_;
  bool said_counts_ = false;  ///< FREEZENUM, since the last `isready`
};

/// The GUI of a seed's world, which has so many voters.
std::unique_ptr<ModelGui> gui_of(const Scenario& scenario, std::uint64_t seed, int voters,
                                 GuiWorld& world);

}  // namespace gougi::simulation
