// SPDX-License-Identifier: MIT
// An iteration of `gougi tune` in parts (farm/job.hpp): all parts play with the numbers that the
// same state and the same lot give, each some of the pairs of games, and what all of them came to
// takes the state one iteration on. A walk is as many such jobs, one after another. Used by
// tune_command.cpp and merge_command.cpp; for the loop's thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/progress_line.hpp"
#include "farm/job.hpp"
#include "farm/merge.hpp"
#include "farm/row_work.hpp"
#include "io/event_loop.hpp"
#include "match/server.hpp"
#include "match/spsa.hpp"
#include "match/tuning_state.hpp"
#include "tools/match_order.hpp"

namespace gougi::tools {

/// The kind of such a job.
inline constexpr const char* kTuneJob = "tune";

struct TuneWalk {
  match::SpsaSettings spsa;
  match::TuningState state;  ///< where it stands
  std::uint64_t games = 2;   ///< an iteration
};

/// Of the iteration that comes. `games`: all of the walk.
base::Result<farm::Job> tune_job(const MatchOrder& games, const TuneWalk& walk);

class TunePart {
 public:
  TunePart(const TuneWalk& walk, farm::RowWork work);

  /// `plan`: of the two contestants, all games of the walk. The exit code: 0 when all pairs of this
  /// part are done. `stop_file` ends it as Ctrl-C does; empty: none.
  int play(match::MatchPlan plan, const std::filesystem::path& stop_file);

 private:
  void finished(const match::GameRecord& game);
  void complete();
  int end();

  std::uint64_t games_;  ///< an iteration
  std::uint64_t first_;  ///< game of the iteration
  match::SpsaSettings spsa_;
  match::SpsaTrial trial_;
  farm::RowWork work_;
  io::EventLoop loop_;
  std::unique_ptr<match::Server> server_;
  std::map<std::uint64_t, match::Trinomial> pairs_;  ///< that are begun, plus against minus
  std::uint64_t left_ = 0;                           ///< games
  std::uint64_t played_ = 0;                         ///< games of this run
  base::TimePoint began_{};
  std::uint64_t to_be_repeated_ = 0;  ///< of these: an engine was killed in them
  std::string trouble_;
  bool was_interrupted_ = false;
  bool was_killed_at_start_ = false;  ///< an engine, by somebody else
  cli::ProgressLine line_;
};

/// The state `to` behind the iteration of which these are the parts. What is there already is
/// replaced only if it is the state from which they began.
base::Result<farm::Merged> merge_tuning(const std::filesystem::path& to,
                                        std::vector<farm::RowPart>& parts, bool partial);

}  // namespace gougi::tools
