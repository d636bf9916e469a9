// SPDX-License-Identifier: MIT
// Files and folders that are the user's own business (logs, decisions, caches): what is made is
// made for its owner alone (on Windows the folder's rights count), nothing is written through a
// symbolic link, and no write waits for anybody. Not for results that are meant to be given away.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/rename.hpp"
#include "base/result.hpp"

namespace gougi::io {

/// Makes `folder` and those above it that are missing, each for its owner alone. What is there
/// stays as it is; an error if the folder itself is a symbolic link.
base::Result<void> make_private_folder(const std::filesystem::path& folder);

/// A file that is written to its end.
class PrivateFile {
 public:
  enum class Start {
    kAppend,  ///< goes on behind what is there
    kNew,     ///< an error if something is there
    kEmpty,   ///< what is there is lost
  };

  /// An error, which names the file, if it is a symbolic link, a pipe or a folder, or cannot be
  /// written.
  static base::Result<PrivateFile> open(const std::filesystem::path& file, Start start);
  PrivateFile(PrivateFile&& other) noexcept;
  PrivateFile& operator=(PrivateFile&& other) noexcept;
  PrivateFile(const PrivateFile&) = delete;
  PrivateFile& operator=(const PrivateFile&) = delete;
  ~PrivateFile();

  /// How many bytes of `text` reached the file: fewer where the disk is full.
  std::size_t write(std::string_view text);
  /// Bytes that it holds.
  [[nodiscard]] std::uint64_t size() const;
  /// Whether it can be renamed for a new one: false for a device, such as /dev/null.
  [[nodiscard]] bool is_regular() const;

 private:
  explicit PrivateFile(std::intptr_t handle) : handle_(handle) {}
  std::intptr_t handle_;  ///< -1: none
};

/// Replaces `file` by `text`, at once: who reads it meanwhile has the old one or the new one.
base::Result<void> write_private_file(const std::filesystem::path& file, std::string_view text,
                                      base::Patience patience = base::Patience::kASecond);

}  // namespace gougi::io
