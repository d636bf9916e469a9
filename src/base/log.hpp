// SPDX-License-Identifier: MIT
// The log as every room sees it. Nothing is written before open(); what comes then goes to a
// rotating file and never to stdout or stderr (GUIs read neither reliably). Safe from any thread.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.hpp"

namespace gougi::base::log {

enum class Level { kTrace, kDebug, kInfo, kWarning, kError, kOff };

struct Options {
  std::filesystem::path file;  ///< created with its folder
  Level level = Level::kInfo;
  int keep = 10;                       ///< rotated files kept
  std::size_t max_bytes = 16U << 20U;  ///< a file is rotated past this size
};

/// Starts logging; an error if the file cannot be written. Calling it again replaces the file.
Result<void> open(const Options& options);
/// Writes what is buffered and stops logging.
void close();

bool enabled(Level level);
void write(Level level, std::string_view message);

inline void debug(std::string_view message) { write(Level::kDebug, message); }
inline void info(std::string_view message) { write(Level::kInfo, message); }
inline void warning(std::string_view message) { write(Level::kWarning, message); }
inline void error(std::string_view message) { write(Level::kError, message); }

}  // namespace gougi::base::log
