// SPDX-License-Identifier: MIT
// Files of mate problems: a line is a position, with freezes or without, perhaps moves that lead to
// the problem, and a note behind '#'. Records are none: which of its positions would be meant?
// Used by mate_solve_command.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "shogi/freeze.hpp"

namespace gougi::tools {

struct MateProblem {
  int number = 0;  ///< from 1 on, through all files
  std::string sfen;
  std::string note;
  shogi::FreezePosition position;
};

/// The problems of the files, one after the other. What cannot be read is complained of.
class MateProblems {
 public:
  /// `with_freezes`: what has freezes is a problem, too, and not complained of. The files' names
  /// must outlive this.
  MateProblems(const std::vector<std::string>& files, bool with_freezes)
      : files_(files), with_freezes_(with_freezes) {}

  /// How many problems all of these files have. Complains of nothing.
  static std::uint64_t count_all(const std::vector<std::string>& files, bool with_freezes);

  /// Nothing after the last one.
  std::optional<MateProblem> next();

  /// Every file so far could be read, and every line of them.
  bool all_read() const { return all_read_ && refused_ == 0; }
  /// Every file could be read so far, whatever its lines are.
  bool files_read() const { return all_read_; }
  int refused() const { return refused_; }
  /// Problems so far.
  std::uint64_t count() const { return static_cast<std::uint64_t>(count_); }

 private:
  void complain(const std::string& what);
  void tell_unreadable(const std::string& file);
  void tell_empty(const std::string& file);
  void tell_record(const std::string& file);
  bool open_next();

  const std::vector<std::string>& files_;
  bool with_freezes_;
  bool is_quiet_ = false;
  std::size_t file_ = 0;
  std::ifstream in_;
  std::int64_t line_number_ = 0;
  bool is_open_ = false;
  bool all_read_ = true;
  int count_ = 0;
  int refused_ = 0;
  int refused_before_ = 0;  ///< lines refused, when the file at hand was opened
  int before_file_ = 0;     ///< problems and lines refused, when the file at hand was opened
};

}  // namespace gougi::tools
