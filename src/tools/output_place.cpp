// SPDX-License-Identifier: MIT
#include "tools/output_place.hpp"

#include <fstream>
#include <string>
#include <system_error>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "io/process_info.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Opened as if to go on with it, so that nothing is lost.
bool can_be_opened(const fs::path& file) {
  std::error_code ignored;
  const bool existed = fs::exists(file, ignored);
  const bool opened = std::ofstream(file, std::ios::binary | std::ios::app).is_open();
  if (opened && !existed) fs::remove(file, ignored);
  return opened;
}

// A full disk has still room for names.
bool takes_bytes(const fs::path& file) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << std::string(4096, ' ');
  out.close();
  std::error_code ignored;
  fs::remove(file, ignored);
  return !out.fail();
}

}  // namespace

base::Result<void> check_output_file(const fs::path& file) {
  const std::string name = base::to_utf8(file);
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).parent_path();
  if (!fs::is_directory(folder, ignored)) {
    return base::fail(base::say({"{0}: there is no folder {1}", "{0}: フォルダ {1} がありません"},
                                name, base::to_utf8(folder)));
  }
  if (fs::is_directory(file, ignored))
    return base::fail(
        base::say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, name));
  if (!can_be_opened(file))
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, name));
  return {};
}

base::Result<void> check_output_file(const fs::path& file, std::span<const fs::path> others) {
  for (const fs::path& other : others) {
    if (base::is_same_file(file, other)) {
      return base::fail(base::say({"{0}: is named twice, and what is written would take its place",
                                   "{0}: 2回指定されており、上書きされてしまいます"},
                                  base::to_utf8(file)));
    }
  }
  return check_output_file(file);
}

bool is_same_place(const fs::path& one, const fs::path& other) {
  const auto plain = [](const fs::path& name) {
    std::error_code error;
    const fs::path whole = (fs::absolute(name, error) / "").lexically_normal();
    const fs::path path = fs::weakly_canonical(whole, error);
    return ((error ? whole : path) / "").lexically_normal();
  };
  return plain(one) == plain(other);
}

base::Result<void> check_output_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::path there = fs::absolute(folder, ignored).lexically_normal();
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, ignored)) {
    return base::fail(base::say(
        {"{0}: cannot be made, as {1} is no folder", "{0}: {1} がフォルダではないため作れません"},
        base::to_utf8(folder), base::to_utf8(there)));
  }
  const fs::path probe = there / (".gougi-" + std::to_string(io::own_pid()));
  if (can_be_opened(probe) && takes_bytes(probe)) return {};
  return base::fail(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(folder)));
}

}  // namespace gougi::tools
