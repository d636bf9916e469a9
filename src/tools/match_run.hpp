// SPDX-License-Identifier: MIT
// One run of `gougi match`, from the order to the summary: plays what is left, keeps and shows it,
// and writes the pages and records that are wanted. Who may start what is decided before, by
// match_command.cpp, which uses it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "farm/job.hpp"
#include "farm/progress_log.hpp"
#include "io/event_loop.hpp"
#include "io/private_file.hpp"
#include "match/progress.hpp"
#include "match/server.hpp"
#include "match/sprt.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "tools/match_live.hpp"
#include "tools/match_order.hpp"
#include "tools/match_output.hpp"

namespace gougi::tools {

/// Says why on stderr, and returns the exit code.
int refuse_match(const std::string& message, int exit_code = cli::kWrongUsage);

/// As a match's file keeps them.
std::vector<match::StoredEngine> stored_engines(const MatchOrder& order);

/// A line for stderr: what it means that the file could not be sealed.
std::string unsealed(const std::string& file_name, const base::Error& why);

class MatchRun {
 public:
  /// `order`: of `players`, as a file names them.
  MatchRun(MatchOrder order, std::vector<match::StoredEngine> players, const game::Rules& rules);

  /// What is kept is this part; a new file remembers that. Before read().
  void be_part(farm::Part part, std::filesystem::path file) {
    part_ = std::move(part);
    part_file_ = std::move(file);
  }

  /// What was played already.
  base::Result<void> read(match::Store& store);
  void write_to(MatchOutputs outputs) { outputs_ = std::move(outputs); }
  /// `store` is what was read.
  void go_on_with(match::Store store, MatchOutputs outputs);

  /// Nothing is left to play.
  bool is_finished() const;
  /// Of each two engines: as many as the games that were played need there to be.
  std::uint64_t fewest_games() const;
  /// By the test, whatever is left to play.
  bool is_decided() const;
  /// Somebody asked for its end before it was there.
  bool was_interrupted() const { return was_interrupted_; }

  /// What was played so far, without playing on; the exit code.
  int tell();
  /// `arguments`: what a new file remembers. The exit code.
  int play(const std::vector<std::string>& arguments);

 private:
  int end();
  match::SprtVerdict verdict() const;
  bool is_refuted() const;
  base::Result<void> check_file() const;
  base::Result<void> open_file(const std::vector<std::string>& arguments);
  void drop_file();
  void finished(const match::GameRecord& game);
  void print_legacy(const match::GameRecord& game) const;
  void write_files();
  void show_progress();
  base::Result<void> open_log();
  base::Result<void> open_page();
  void log_line(std::uint64_t game, std::size_t engine, bool is_from_engine, std::string_view line);
  void interrupted(int signal);
  void stop_file_came();
  void log_progress();
  void notice(const std::string& text);

  MatchOrder order_;
  std::vector<match::StoredEngine> players_;
  MatchOutputs outputs_;
  const game::Rules& rules_;
  io::EventLoop loop_;
  std::optional<match::Store> store_;
  std::optional<farm::Part> part_;
  std::filesystem::path part_file_;
  std::unique_ptr<farm::ProgressLog> progress_;  ///< of a part
  std::vector<farm::ProgressLine> done_;         ///< of a part, before this run
  match::Standing standing_;
  match::ProgressFacts facts_;
  std::set<std::uint64_t> finished_;
  std::vector<match::GameRecord> games_;  ///< for the report, where no file keeps them
  std::unique_ptr<match::Server> server_;
  std::string trouble_;
  std::uint64_t to_be_repeated_ = 0;  ///< games of a part
  bool is_stopping_ = false;
  bool was_interrupted_ = false;
  bool was_killed_at_start_ = false;  ///< an engine of a part, by somebody else
  bool is_new_ = false;               ///< this run made the file
  base::TimePoint began_;
  cli::ProgressLine line_;
  std::optional<io::PrivateFile> log_;
  std::unique_ptr<MatchLive> page_;
};

}  // namespace gougi::tools
