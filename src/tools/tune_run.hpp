// SPDX-License-Identifier: MIT
// The games of `gougi tune`, from where its state stands to the end: one match of two contestants
// that are one engine, a round of games an iteration, with the state written after each. Used by
// tune_command.cpp only; everything is for the loop's thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "match/server.hpp"
#include "match/spsa.hpp"
#include "match/tuning_state.hpp"

namespace gougi::tools {

struct TunePlaces {
  std::string title;             ///< of the page
  std::filesystem::path state;   ///< the file of the state
  std::filesystem::path report;  ///< the page; empty: none
};

/// What made it, in its mark.
inline constexpr const char* kTunePage = "gougi tune";

base::Result<void> write_tuning_page(const TunePlaces& places, const match::SpsaSettings& settings,
                                     const match::TuningState& state);

/// Both engines of the plan play with what `trial`, which lives longer, is when a game begins.
void vary_by(match::MatchPlan& plan, const match::SpsaSettings& settings,
             const match::SpsaTrial& trial);

/// Says so where an engine did what it must not.
void tell_fault(const match::GameRecord& game, cli::ProgressLine& line);

class TuneRun {
 public:
  /// `games`: an iteration. `state`: where it stands.
  TuneRun(match::SpsaSettings settings, match::TuningState state, std::uint64_t games,
          TunePlaces places);

  /// `plan`: of the two contestants, all games. The exit code: 0 when all is done.
  int play(match::MatchPlan plan);
  const match::TuningState& state() const { return state_; }

 private:
  void finished(const match::GameRecord& game);
  base::Result<void> end_iteration();
  void show_progress();

  match::Spsa spsa_;
  match::TuningState state_;
  match::SpsaTrial trial_;
  std::uint64_t games_;  ///< an iteration
  TunePlaces places_;
  io::EventLoop loop_;
  std::unique_ptr<match::Server> server_;
  match::Trinomial round_;  ///< of the iteration that runs, plus against minus
  std::uint64_t played_ = 0;
  std::string trouble_;
  bool was_interrupted_ = false;
  base::TimePoint began_;
  cli::ProgressLine line_;
  base::TimePoint next_page_;
};

}  // namespace gougi::tools
