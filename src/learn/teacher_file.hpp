// SPDX-License-Identifier: MIT
// A file of teacher positions that grows game by game. Beside it lies a journal (FILE.games): what
// the run was told, after each game how many positions there are then, and whether the game was cut
// because no more were wanted. Whatever ends the program, at most the game being written is lost:
// when the run goes on, both files are cut back to the last game that is whole in both. One writer
// at a time; a lock sees to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/file_lock.hpp"
#include "learn/teacher_position.hpp"

namespace gougi::learn {

class TeacherFile {
 public:
  /// Begins `file`, or goes on with it: `settings`, one line of text, must then be what the journal
  /// says, or the journal has them as older versions wrote them. Where more positions are wanted
  /// than there are, and the last game was cut, that game is taken out: it comes once more, whole.
  /// An error where there is a file without a journal, where a record that stays is damaged, where
  /// another run has it, or where nothing can be written.
  static base::Result<std::unique_ptr<TeacherFile>> open(const std::filesystem::path& file,
                                                         const std::string& settings,
                                                         std::uint64_t wanted,
                                                         const std::string& as_older_versions = {});

  std::uint64_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }

  /// The next game's positions, perhaps none, are handed to the system; where it has more than are
  /// wanted, only the first of them.
  base::Result<void> append(std::span<const TeacherPosition> game);

  /// The journal of `file`.
  static std::filesystem::path journal_of(const std::filesystem::path& file);
  /// Of a file that another run has the lock of.
  static tl::unexpected<base::Error> in_use(const std::filesystem::path& file);

 private:
  TeacherFile(std::filesystem::path file, std::filesystem::path journal, std::uint64_t wanted);
  base::Result<void> go_on(const std::string& settings, const std::string& as_older_versions);

  std::filesystem::path file_;
  std::filesystem::path journal_file_;
  std::unique_ptr<io::FileLock> lock_;
  std::ofstream data_;
  std::ofstream journal_;
  std::uint64_t wanted_;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
};

/// Reads a journal: how many positions each game has, one game after the other.
class TeacherJournal {
 public:
  /// The journal of `file`; an error that names it where there is none.
  static base::Result<TeacherJournal> open(const std::filesystem::path& file);

  /// What the run was told.
  const std::string& settings() const { return settings_; }
  /// Positions of the next game; nothing at the end, or where a line was broken off.
  std::optional<std::uint64_t> next();

 private:
  std::ifstream stream_;
  std::string settings_;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
};

/// Reads a file of teacher positions from its beginning, block by block.
class TeacherReader {
 public:
  /// An error that names the file where it cannot be read or is not made of whole records.
  static base::Result<TeacherReader> open(const std::filesystem::path& file);

  std::uint64_t count() const { return count_; }
  /// The next record, false at the end. What is no record ends it with error() set.
  bool next(TeacherPosition& teacher);
  /// The same, of records whose position must be one by the rules, too.
  bool next_position(TeacherPosition& teacher);
  /// One line that names file and record; empty: none.
  const std::string& error() const { return error_; }

 private:
  std::string name_;
  std::ifstream stream_;
  std::vector<std::byte> block_;
  std::size_t at_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t read_ = 0;
  std::string error_;
};

/// A file's records, read to the end: what becomes of the file later does not matter.
class TeacherRecords {
 public:
  /// Each record is a position by the rules with a result, or the error names file, record and what
  /// is wrong; it is one, too, where the file is empty, no file of teacher positions, larger than
  /// memory, or becomes shorter meanwhile.
  static base::Result<std::shared_ptr<const TeacherRecords>> read(
      const std::filesystem::path& file);

  std::span<const std::byte> bytes() const { return {bytes_.get(), size_}; }

 private:
  explicit TeacherRecords(std::size_t size);

  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace gougi::learn
