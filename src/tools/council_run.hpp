// SPDX-License-Identifier: MIT
// Many positions judged by a council, several at once, with progress and time left on stderr: a
// position once, however often it is met. Used by `gougi analyse`; everything is for the caller's
// thread, which blocks in run().
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/judged_positions.hpp"
#include "base/clock.hpp"
#include "cli/progress_line.hpp"
#include "io/event_loop.hpp"
#include "tools/council_judgement.hpp"
#include "tools/council_queue.hpp"

namespace gougi::tools {

/// How far a run is.
struct CouncilProgress {
  std::size_t all = 0;       ///< positions, each once
  std::size_t done = 0;      ///< of these, those known before included
  std::size_t done_now = 0;  ///< judged in this run
  base::Duration running{0};
};

class CouncilRun {
 public:
  /// Both outlive this.
  CouncilRun(const CouncilPlan& plan, analysis::JudgedPositions& judged);
  ~CouncilRun();

  /// A position that is to be judged.
  void add(const std::shared_ptr<const GameLine>& game, std::size_t plies);
  /// Called for each judgement, once for every position that was added and has it.
  void on_judged(
      std::function<void(const GameLine& game, std::size_t plies, const Judgement& judgement)>
          callback) {
    on_judged_ = std::move(callback);
  }
  /// Called after each judgement, and once at the beginning.
  void on_progress(std::function<void(const CouncilProgress& progress)> callback) {
    on_progress_ = std::move(callback);
  }
  /// Judges what was added since the last time. The exit code: 0; 1 if an engine failed or the file
  /// cannot be written; 2 if an engine cannot be what it is to be; 130 if interrupted, which
  /// the positions at hand are not. What went
  /// wrong was said on stderr.
  /// As Ctrl-C does, `stop_file` ends it once it is there; empty: none.
  int run(std::size_t concurrency, const std::filesystem::path& stop_file = {});
  /// Whether the last run() asked about all that was added; else it ended before, and said why.
  bool is_through() const { return is_through_; }
  /// Null: it was not judged.
  const Judgement* find(const GameLine& game, std::size_t plies) const;

 private:
  struct Work {
    std::shared_ptr<const GameLine> game;
    std::size_t plies;
  };
  struct Place {
    std::optional<Judgement> judgement;
    std::vector<Work> games;  ///< that come to it
  };

  std::string name(const GameLine& game, std::size_t plies) const;
  void take(const Work& work, Judgement judgement);
  void keep(const Work& work, Judgement judgement);
  void end(int status, const std::string& why);
  void end_interrupted();
  void complain(const Work& work, std::size_t member, const std::string& why);
  CouncilProgress progress() const;
  void show_progress(bool is_last);

  const CouncilPlan& plan_;
  analysis::JudgedPositions& judged_;
  std::function<void(const GameLine&, std::size_t, const Judgement&)> on_judged_;
  std::function<void(const CouncilProgress&)> on_progress_;
  std::map<std::string, Place, std::less<>> found_;  ///< by name
  std::vector<Work> work_;
  io::EventLoop loop_;
  std::unique_ptr<CouncilQueue> queue_;
  std::size_t done_ = 0;
  std::size_t known_ = 0;      ///< of those added, before this run() began
  bool is_finishing_ = false;  ///< no further position is begun
  bool is_over_ = false;
  bool is_through_ = false;
  int status_ = 0;
  std::map<std::pair<std::size_t, std::string>, std::size_t> failures_;  ///< by member and why
  base::TimePoint began_;
  cli::ProgressLine line_;
};

}  // namespace gougi::tools
