// SPDX-License-Identifier: MIT
// Where a book's candidates come from: a book in memory, or a sorted file that is searched where it
// lies. Reading a book is for one thread; asking one in memory is for any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "book/entry.hpp"
#include "book/reader.hpp"

namespace gougi::book {

class Library {
 public:
  virtual ~Library() = default;
  /// The candidates of a position, all of them legal there, the best first; none if the book does
  /// not hold it. `any_ply`: of the same position at whatever ply, if it does not stand at its own
  /// (if it does so several times, of the one that outranks the others).
  virtual std::vector<Candidate> find(const shogi::Position& position, bool any_ply) = 0;
};

/// A whole book in memory.
class MemoryLibrary final : public Library {
 public:
  /// Of entries that stand twice the one that outranks the other is kept.
  static base::Result<MemoryLibrary> load(const std::filesystem::path& file,
                                          const Complain& complain);
  explicit MemoryLibrary(const std::vector<Entry>& entries);

  std::vector<Candidate> find(const shogi::Position& position, bool any_ply) override;
  std::size_t size() const { return slots_.size(); }

 private:
  /// A position's text and candidates: where they begin, and how long they are.
  struct Slot {
    std::uint64_t text;
    std::uint64_t candidate;
    std::uint32_t text_size;
    std::uint32_t candidate_count;
  };
  MemoryLibrary() = default;
  void take(const Entry& entry);
  void put_in_order();
  std::string_view text_of(const Slot& slot) const;
  Entry entry_of(const Slot& slot) const;

  std::string texts_;
  std::vector<Candidate> candidates_;
  std::vector<Slot> slots_;  ///< in order of their texts
};

/// A file whose `sfen` lines stand in byte order, asked by binary search. Needs no memory.
class SortedFile final : public Library {
 public:
  /// An error if it cannot be read, or is seen not to be sorted.
  static base::Result<SortedFile> open(const std::filesystem::path& file);

  std::vector<Candidate> find(const shogi::Position& position, bool any_ply) override;

 private:
  SortedFile() = default;
  base::Result<void> look_for_disorder(const std::string& name);
  /// The first `sfen` line that begins at or behind `offset`: its text, and where it begins.
  bool position_at(std::uint64_t offset, std::string& text, std::uint64_t& begin);
  /// Where the first `sfen` line begins whose text is not less than `text`.
  std::uint64_t lower_bound(std::string_view text);

  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

}  // namespace gougi::book
