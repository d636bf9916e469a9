// SPDX-License-Identifier: MIT
// A file's bytes in memory without a copy of one's own: processes that map the same file share it.
// Read only. Who changes the file meanwhile changes the bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "base/result.hpp"

namespace gougi::io {

class MappedFile {
 public:
  /// The error names the file and the reason; an empty file is one.
  static base::Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace gougi::io
