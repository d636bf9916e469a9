// SPDX-License-Identifier: MIT
// A lock on a whole file among programs that ask for it: who only reads or writes is not hindered.
// The system drops it with the program, however that ends; nothing is left behind.
#pragma once

#include <cstdint>
#include <filesystem>

namespace gougi::io {

class FileLock {
 public:
  /// What else locks the file. On NFS a lock is had only by who may write, and is one of the kind
  /// that SQLite takes, which would then wait for us in vain: there its files have none of ours.
  enum class Beside : std::uint8_t { kNothing, kSqlite };

  /// Takes the lock of `file`, which must exist, without waiting. Where the file system knows no
  /// locks nothing is held and nobody is refused.
  explicit FileLock(const std::filesystem::path& file, Beside beside = Beside::kNothing);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  bool is_held() const { return handle_ != -1; }
  /// Another holder has it, in this program or another.
  bool is_refused() const { return is_refused_; }
  /// Whether what has this name is the file whose lock is held.
  bool is_of(const std::filesystem::path& file) const;

 private:
  std::intptr_t handle_ = -1;  ///< -1: nothing is held
  bool is_refused_ = false;
};

}  // namespace gougi::io
