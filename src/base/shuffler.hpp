// SPDX-License-Identifier: MIT
// Records in an order that depends on a seed and their number alone, however many they are and
// however little memory there is: each record has a key by lot, and they are sorted by it; what
// memory does not hold goes through files. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::base {

class Shuffler {
 public:
  /// `memory`: bytes, about. What goes through files lies at `beside` with other endings, and is
  /// gone with this.
  Shuffler(std::filesystem::path beside, std::uint64_t seed, std::uint64_t memory);
  ~Shuffler();
  Shuffler(const Shuffler&) = delete;
  Shuffler& operator=(const Shuffler&) = delete;

  /// Any bytes, fewer than 4 GiB. An error where they cannot be written.
  Result<void> add(std::string_view record);
  std::uint64_t added() const { return added_; }
  /// Hands on all records in their new order, until there is an error. Nothing may be added
  /// afterwards.
  Result<void> finish(const std::function<Result<void>(std::string_view)>& take);

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t number = 0;
    std::string_view record;
  };
  std::string_view keep(std::string_view record);
  void sort_held();
  Result<void> spill();
  Result<void> merge_runs(std::size_t count, const std::function<Result<void>(const Entry&)>& take);
  Result<void> join_runs();
  void drop_runs(std::size_t runs);

  std::filesystem::path beside_;
  std::uint64_t seed_;
  std::uint64_t memory_;
  std::uint64_t added_ = 0;
  std::uint64_t held_bytes_ = 0;
  std::deque<Entry> held_;
  std::vector<std::unique_ptr<char[]>> blocks_;  ///< what records lie in
  std::size_t block_size_ = 0;                   ///< of the last one
  std::size_t block_used_ = 0;
  std::deque<std::filesystem::path> runs_;  ///< sorted, on disk
  std::size_t run_number_ = 0;
};

}  // namespace gougi::base
