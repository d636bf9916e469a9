// SPDX-License-Identifier: MIT
// A mark on a file that says it is in use, among programs that put one, and is gone with the
// program, however that ends. It hinders nobody: many may have marked one file. Used where files
// are shared in memory, to say who was the first.
#pragma once

#include <cstdint>
#include <filesystem>

namespace gougi::io {

class UseMark {
 public:
  /// Marks `file` without waiting. Where it cannot be marked nothing is held.
  explicit UseMark(const std::filesystem::path& file);
  ~UseMark();
  UseMark(const UseMark&) = delete;
  UseMark& operator=(const UseMark&) = delete;

  /// Another mark was there before, of this program or another.
  bool is_one_more() const { return is_one_more_; }

 private:
  std::intptr_t handle_ = -1;  ///< -1: nothing is held
  bool is_one_more_ = false;
};

}  // namespace gougi::io
