// SPDX-License-Identifier: MIT
// The file of a part whose results are lines of text, each with the number of its unit (a problem,
// a record, a position): an SQLite database in which a finished unit is either whole or not there,
// however the program ends. What stands around and between the lines of the whole is kept, too, so
// that the parts together give the text of an undivided run. One program writes it. For one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "farm/job.hpp"
#include "match/database.hpp"

namespace gougi::farm {

/// Of the text that all parts give together.
struct Frame {
  std::string head;
  std::string between;  ///< two units
  std::string foot;
  std::string alone;  ///< instead of all that, where there is no unit
};

class RowFile {
 public:
  /// Begins the file of this part, or goes on with it. The error says what it is if it is
  /// another's.
  static base::Result<RowFile> open(const std::filesystem::path& file, const Part& part,
                                    const Frame& frame);
  /// Whoever writes it.
  static base::Result<RowFile> open_to_read(const std::filesystem::path& file);
  RowFile(RowFile&&) noexcept = default;
  RowFile& operator=(RowFile&&) noexcept = default;
  ~RowFile();

  const Part& part() const { return part_; }
  const Frame& frame() const { return frame_; }

  /// Numbers of units that are there.
  base::Result<std::vector<std::uint64_t>> finished();
  /// Keeps the unit; it is safe when this returns.
  base::Result<void> add(std::uint64_t unit, const std::string& text);
  /// All units of this part are there, out of `units` of the whole.
  base::Result<void> complete(std::uint64_t units);
  /// What complete() was told; nothing: the part is not done.
  std::optional<std::uint64_t> units() const { return units_; }

  /// Of the part.
  struct Row {
    std::uint64_t unit = 0;
    std::string text;
  };
  /// The next in the order of numbers, from the first on; nothing at the end.
  base::Result<std::optional<Row>> next();

 private:
  explicit RowFile(std::unique_ptr<match::Database> database);
  base::Result<void> check();
  base::Result<void> begin(const Part& part, const Frame& frame);
  base::Result<void> read_texts();
  base::Result<void> set_text(const std::string& name, const std::string& value);

  std::unique_ptr<match::Database> database_;
  std::unique_ptr<match::Statement> rows_;  ///< ends before the database does
  Part part_;
  Frame frame_;
  std::optional<std::uint64_t> units_;
  std::uint64_t next_ = 0;
};

}  // namespace gougi::farm
