// SPDX-License-Identifier: MIT
// Windows code page 932 (what Japanese Windows programs call Shift_JIS) into UTF-8 and back, for
// GUIs that speak it. Never fails: what has no counterpart becomes the geta mark '〓'.
#pragma once

#include <string>
#include <string_view>

namespace gougi::io {

/// Characters outside the code page, and bytes that are not UTF-8, become '〓'.
std::string utf8_to_cp932(std::string_view text);
/// Bytes that are not of the code page become '〓'.
std::string cp932_to_utf8(std::string_view text);

/// Is the system's own code page 932? Always false on POSIX.
bool system_code_page_is_japanese();

}  // namespace gougi::io
