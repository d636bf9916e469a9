// SPDX-License-Identifier: MIT
// The log as every room sees it. Nothing is written before open(); what comes then goes to a sink,
// mostly a file (io/log_file.hpp), and never to stdout or stderr (GUIs read neither reliably). Safe
// from any thread.
#pragma once

#include <memory>
#include <string_view>

namespace spdlog {
class logger;
}

namespace gougi::base::log {

enum class Level { kTrace, kDebug, kInfo, kWarning, kError, kOff };

/// Where finished lines go.
class Sink {
 public:
  virtual ~Sink() = default;
  /// `line` ends in its line end. What cannot be written is lost.
  virtual void write(std::string_view line) = 0;
  /// What was written is out now, or on its way (io/unheld_log.hpp).
  virtual void flush() = 0;
};

/// Starts logging. Calling it again replaces the sink.
void open(std::unique_ptr<Sink> sink, Level level);
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

/// A file of bare lines, beside the log and independent of it: each reaches the sink at once.
/// For what programs read.
class LineFile {
 public:
  explicit LineFile(std::unique_ptr<Sink> sink);
  /// `line` without its end and without control characters. What cannot be written is lost.
  void write(std::string_view line);

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace gougi::base::log
