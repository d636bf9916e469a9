// SPDX-License-Identifier: MIT
// A text file as a whole, whatever it is encoded in. Blocks; safe from any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace gougi::io {

/// Records and the like are never larger; what is need not be read to be refused.
inline constexpr std::uintmax_t kMostTextBytes = 256U << 20U;

/// The text in UTF-8: from code page 932 if it is none. With a byte order mark it is as it stands,
/// broken bytes too. The error names the file.
base::Result<std::string> read_text(const std::filesystem::path& file,
                                    std::uintmax_t most = kMostTextBytes);

}  // namespace gougi::io
