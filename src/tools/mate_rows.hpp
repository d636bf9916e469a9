// SPDX-License-Identifier: MIT
// What came out of a mate problem as text: a row of a table, of CSV or of JSON. Used by
// mate_solve_command.cpp only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "farm/row_file.hpp"
#include "mate/freeze_solver.hpp"

namespace gougi::tools {

/// The kind of a job in parts.
inline constexpr const char* kMateSolveJob = "mate solve";

enum class MateRowFormat : std::uint8_t { kTable, kCsv, kJson };

/// What came out of a problem.
struct MateRow {
  int number = 0;
  std::string sfen;
  std::string note;
  mate::FreezeMateResult result;
  std::string japanese;  ///< the mate
  double seconds = 0;
  std::optional<mate::Verification> verification;
  bool out_of_memory = false;
};

/// A line, for JSON without its end.
std::string row_text(const MateRow& row, MateRowFormat format);

/// What stands around and between the rows.
farm::Frame row_frame(MateRowFormat format);

/// A row, of whichever format, for comparing: times are others each time.
std::string without_seconds(std::string_view line);

/// Seconds, as the rows print them.
std::string seconds_text(double value);

}  // namespace gougi::tools
