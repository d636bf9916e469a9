// SPDX-License-Identifier: MIT
// The log as every room sees it. Nothing is written before open(); what comes then goes to a
// rotating file and never to stdout or stderr (GUIs read neither reliably). Safe from any thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace spdlog {
class logger;
}

namespace gougi::base::log {

enum class Level { kTrace, kDebug, kInfo, kWarning, kError, kOff };

struct Options {
  std::filesystem::path file;  ///< created with its folder
  Level level = Level::kInfo;
  int keep = 10;                       ///< files in all, at least 1; older ones are removed
  std::size_t max_bytes = 16U << 20U;  ///< a file is rotated past this size
};

/// Starts logging; an error if the file cannot be written. Calling it again replaces the file.
Result<void> open(const Options& options);
/// Writes what is buffered and stops logging.
void close();

bool enabled(Level level);
void write(Level level, std::string_view message);

/// An info message of which there may be a million: it reaches the file with the next other one, or
/// when some 4 KiB have gathered.
void bulk(std::string_view message);

inline void debug(std::string_view message) { write(Level::kDebug, message); }
inline void info(std::string_view message) { write(Level::kInfo, message); }
inline void warning(std::string_view message) { write(Level::kWarning, message); }
inline void error(std::string_view message) { write(Level::kError, message); }

/// A rotating file of bare lines, beside the log and independent of it: each reaches the file at
/// once. For what programs read.
class LineFile {
 public:
  /// As log::open; the level is not looked at.
  static Result<LineFile> open(const Options& options);
  /// `line` without its end and without control characters. What cannot be written is lost.
  void write(std::string_view line);

 private:
  explicit LineFile(std::shared_ptr<spdlog::logger> logger) : logger_(std::move(logger)) {}
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace gougi::base::log
