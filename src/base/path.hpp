// SPDX-License-Identifier: MIT
// The one place where paths and UTF-8 text meet: std::filesystem::path(std::string) would take the
// ANSI code page on Windows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gougi::base {

inline std::filesystem::path path_from_utf8(std::string_view text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

inline std::string to_utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return std::string(text.begin(), text.end());
}

}  // namespace gougi::base
