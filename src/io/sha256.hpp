// SPDX-License-Identifier: MIT
// SHA-256 of the system's library: names what a file holds, whatever the file is called and
// wherever it lies. Blocks; safe from any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gougi::io {

/// 64 lower-case hexadecimal digits. An error where the system has no SHA-256.
base::Result<std::string> sha256_of_text(std::string_view text);

/// The same of a file's bytes, however many; an error names the file that cannot be read.
base::Result<std::string> sha256_of_file(const std::filesystem::path& file);

// Of the platform: see sha256_posix.cpp and sha256_windows.cpp.
namespace sha256 {

/// Of all blocks that `next` gives until it gives an empty one.
base::Result<std::string> of_blocks(const std::function<std::span<const std::byte>()>& next);

std::string hex(std::span<const unsigned char> bytes);

}  // namespace sha256
}  // namespace gougi::io
