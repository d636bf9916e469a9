// SPDX-License-Identifier: MIT
// What a part has done so far, a line a unit, beside its file (FILE.progress): for whoever watches
// all parts. Plain text that only grows, so that it can be read from another machine while it is
// written, which the part's database cannot. It is written anew when a part goes on, and nothing is
// ever put together of it. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/shard.hpp"
#include "match/game_record.hpp"
#include "match/sprt.hpp"

namespace gougi::farm {

struct ProgressHead {
  std::string kind;  ///< of the job
  std::string job;   ///< its identity
  base::Shard shard;
  std::uint64_t units = 0;         ///< of all parts together; 0: not known
  std::vector<std::string> names;  ///< of a match's engines
  std::optional<match::SprtSettings> sprt;
};

struct ProgressLine {
  std::uint64_t unit = 0;  ///< its number; of a match a game's
  struct Game {
    std::size_t black = 0;
    std::size_t white = 0;
    match::Result result = match::Result::kDraw;
    match::Reason reason = match::Reason::kMaxPlies;
    std::uint64_t plies = 0;
  };
  std::optional<Game> game;
};

/// Of a game of a match.
ProgressLine progress_of(const match::GameRecord& game);

class ProgressLog {
 public:
  static std::filesystem::path of(std::filesystem::path file) { return file += ".progress"; }

  /// Beside a part's file, with what was done already. Where it cannot be written nobody can watch,
  /// and nothing else is lost.
  ProgressLog(const std::filesystem::path& file, const ProgressHead& head,
              const std::vector<ProgressLine>& done);
  void add(const ProgressLine& line);

 private:
  std::ofstream stream_;
};

class ProgressReader {
 public:
  /// `log`: a file FILE.progress.
  static base::Result<ProgressReader> open(const std::filesystem::path& log);
  const ProgressHead& head() const { return head_; }
  /// Nothing at the end, and where a line is not whole yet.
  std::optional<ProgressLine> next();

 private:
  std::ifstream stream_;
  ProgressHead head_;
};

}  // namespace gougi::farm
