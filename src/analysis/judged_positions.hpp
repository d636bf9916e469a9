// SPDX-License-Identifier: MIT
// What was found out about positions, kept in an SQLite file as soon as it is known: whatever ends
// the program, what was judged is judged. Several programs may share a file, at the same time too.
// It knows names and texts alone; what they mean is for whoever keeps them. Used by
// `gougi analyse`; for one thread at a time. A file that another program is writing is waited for.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

struct sqlite3;

namespace gougi::analysis {

class JudgedPositions {
 public:
  /// Makes the file where there is none. The error names it, and says what it is instead.
  static base::Result<std::unique_ptr<JudgedPositions>> open(const std::filesystem::path& file);
  /// One that is there already, made by open().
  static base::Result<std::unique_ptr<JudgedPositions>> open_existing(
      const std::filesystem::path& file);
  ~JudgedPositions();
  JudgedPositions(const JudgedPositions&) = delete;
  JudgedPositions& operator=(const JudgedPositions&) = delete;

  /// Nothing: it is not known, or cannot be read.
  std::optional<std::string> find(std::string_view name) const;
  /// In place of what is there. An error if it cannot be written, or not be read again.
  base::Result<void> keep(std::string_view name, std::string_view text);
  /// Whether all that the other file holds is here, too, and the same.
  bool holds_all_of(const JudgedPositions& other) const;

 private:
  JudgedPositions(sqlite3* handle, std::string file);
  static base::Result<std::unique_ptr<JudgedPositions>> connect(const std::filesystem::path& file,
                                                                int flags);
  base::Result<void> execute(const char* sql);
  base::Result<void> refusal() const;  ///< what SQLite said last
  base::Result<void> refusal(std::string_view why) const;

  sqlite3* handle_;
  std::string file_;
};

}  // namespace gougi::analysis
