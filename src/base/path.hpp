// SPDX-License-Identifier: MIT
// The one place where paths and UTF-8 text meet: std::filesystem::path(std::string) would take the
// ANSI code page on Windows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace gougi::base {

inline std::filesystem::path path_from_utf8(std::string_view text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

inline std::string to_utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return std::string(text.begin(), text.end());
}

/// On Windows a name that begins with two separators is a server's or a device's (\\server\share,
/// \\?\C:\folder). std::filesystem of mingw takes these for several separators and folds them.
inline bool is_on_server(const std::filesystem::path& path) {
  constexpr bool kHasServers = std::filesystem::path::preferred_separator == '\\';
  const auto is_separator = [](auto c) { return c == '/' || c == '\\'; };
  const auto& text = path.native();
  return kHasServers && text.size() > 1 && is_separator(text[0]) && is_separator(text[1]);
}

/// `name` as it is meant in `folder`.
inline std::filesystem::path path_in(const std::filesystem::path& folder,
                                     const std::filesystem::path& name) {
  return is_on_server(name) ? name : folder / name;
}

/// Without detours.
inline std::filesystem::path plain_path(const std::filesystem::path& path) {
  return is_on_server(path) ? path : path.lexically_normal();
}

/// As it is where there is no working folder.
inline std::filesystem::path absolute_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto absolute = is_on_server(path) ? path : std::filesystem::absolute(path, error);
  return error ? path : absolute;
}

/// Absolute, and without detours.
inline std::filesystem::path whole_path(const std::filesystem::path& path) {
  return plain_path(absolute_path(path));
}

}  // namespace gougi::base
