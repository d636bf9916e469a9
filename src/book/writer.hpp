// SPDX-License-Identifier: MIT
// Books as files: written aside and renamed, so that a file is whole or what it was before, and
// sorted with bounded memory, whatever their size.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/result.hpp"
#include "book/entry.hpp"

namespace gougi::book {

/// A book that is being written beside its place. Unless finish() puts it there, nothing is left.
class Writer {
 public:
  static base::Result<Writer> create(const std::filesystem::path& file);
  Writer(Writer&& other) noexcept;
  Writer& operator=(Writer&&) = delete;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer();

  void add(const Entry& entry);
  std::size_t added() const { return added_; }
  /// The error says what the system said (a full disk shows here at the latest).
  base::Result<void> finish();

 private:
  Writer() = default;
  std::filesystem::path file_;
  std::filesystem::path aside_;  ///< empty: done
  std::ofstream stream_;
  std::string buffer_;
  std::size_t added_ = 0;
};

/// Brings entries into the order of a sorted book; of those that stand twice the one that outranks
/// the other stays. What memory does not hold lies in temporary files beside the book.
class Sorter {
 public:
  /// `memory`: bytes, about.
  Sorter(std::filesystem::path file, std::size_t memory);
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;
  ~Sorter();

  base::Result<void> add(Entry entry);
  /// Writes the book; the number of its positions. Nothing may be added afterwards.
  base::Result<std::size_t> finish();

 private:
  base::Result<void> spill();
  void sort_held();
  void drop_runs();
  base::Result<void> merge_runs(Writer& to);

  std::filesystem::path file_;
  std::size_t memory_;
  std::size_t held_bytes_ = 0;
  std::vector<Entry> held_;
  std::vector<std::filesystem::path> runs_;  ///< sorted, on disk, the oldest first
  std::size_t run_number_ = 0;
};

}  // namespace gougi::book
