// SPDX-License-Identifier: MIT
// The file behind base::log: rotates, belongs to its owner alone, and costs lines and nothing else
// where the disk is full. Used by whoever opens a log. Safe from any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/log.hpp"
#include "base/result.hpp"
#include "io/private_file.hpp"

namespace gougi::io {

class LogFile final : public base::log::Sink {
 public:
  struct Options {
    std::filesystem::path file;  ///< made with its folder
    PrivateFile::Start start = PrivateFile::Start::kAppend;
    int keep = 10;                       ///< files in all, at least 1; older ones are removed
    std::size_t max_bytes = 16U << 20U;  ///< a file is rotated past this size: x.1.log, x.2.log
  };

  /// The error says in one line why it cannot be written.
  static base::Result<std::unique_ptr<LogFile>> open(const Options& options);
  ~LogFile() override;
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  void write(std::string_view line) override;
  void flush() override;

 private:
  LogFile(Options options, PrivateFile file);
  void write_out();
  void rotate();

  Options options_;
  std::mutex mutex_;
  PrivateFile file_;
  std::string waiting_;    ///< not yet in the file
  std::size_t bytes_ = 0;  ///< in the file and waiting
  bool is_torn_ = false;   ///< its last line is not whole
  bool rotates_;
};

}  // namespace gougi::io
