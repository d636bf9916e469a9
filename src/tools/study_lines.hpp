// SPDX-License-Identifier: MIT
// The lines of a file that `gougi study` goes on with. A program that was killed may have left half
// a line at its end, which is cut off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "tools/next_line.hpp"

namespace gougi::tools {

class StudyLines {
 public:
  static base::Result<StudyLines> open(const std::filesystem::path& file);

  /// Reads the next line, without its end. Where there is none check() says whether that is the
  /// end.
  LineEnd next(std::string& line);
  base::Result<void> check() const;
  /// Whole lines so far; the number of the one that was read last.
  std::size_t number() const { return number_; }

  /// Cuts off what stands behind the whole lines. Nothing can be read afterwards.
  base::Result<void> cut();

 private:
  StudyLines(std::filesystem::path file, std::ifstream stream)
      : file_(std::move(file)), stream_(std::move(stream)) {}

  std::filesystem::path file_;
  std::ifstream stream_;
  std::size_t number_ = 0;
  std::uintmax_t kept_ = 0;  ///< bytes of whole lines
};

}  // namespace gougi::tools
