// SPDX-License-Identifier: MIT
// Opening a file to read from, with the reason where that fails; whether two names are one file.
#pragma once

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/path.hpp"
#include "base/result.hpp"
#include "base/say.hpp"

namespace gougi::base {

/// A regular file, as bytes: a pipe or a device could keep the reader waiting for ever.
inline Result<std::ifstream> open_to_read(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  const std::string name = to_utf8(file);
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status))
    return fail(say({"{0}: no such file", "{0}: ファイルがありません"}, name));
  if (fs::is_directory(status))
    return fail(say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, name));
  if (!fs::is_regular_file(status))
    return fail(say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"}, name));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return fail(say({"{0}: cannot be read", "{0}: 読めません"}, name));
  return stream;
}

/// After the last of what `stream` gave of `file`: an error where the system could not read on, so
/// that there may be more.
inline Result<void> check_read(const std::istream& stream, const std::filesystem::path& file) {
  if (!stream.bad()) return {};
  return fail(say({"{0}: cannot be read to its end", "{0}: 最後まで読めません"}, to_utf8(file)));
}

/// Whether both name one file, whether there is one or not yet: by their text, or as the system
/// sees it (links, other spellings).
inline bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto whole = [&](const fs::path& name) {
    return fs::weakly_canonical(fs::absolute(name, error), error);
  };
  return a == b || whole(a) == whole(b) || (fs::equivalent(a, b, error) && !error);
}

}  // namespace gougi::base
