// SPDX-License-Identifier: MIT
#include "tools/record_file.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "tools/next_line.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Longer than any line the relay writes (a child's line has at most 1 MiB, escaped four times
// that).
constexpr std::size_t kMostRecordLineBytes = 16U << 20U;

}  // namespace

std::vector<fs::path> parts_of(const fs::path& file) {
  std::vector<fs::path> parts{file};
  std::error_code ignored;
  for (int i = 1;; ++i) {
    fs::path older = file;
    older.replace_filename(file.stem());
    older += "." + std::to_string(i);
    older += file.extension();
    if (!fs::is_regular_file(older, ignored)) break;
    parts.push_back(std::move(older));
  }
  std::ranges::reverse(parts);
  return parts;
}

base::Result<void> check_not_empty(const std::vector<fs::path>& files) {
  std::error_code ignored;
  for (const fs::path& file : files) {
    const auto parts = parts_of(file);
    const bool has_none = std::ranges::all_of(parts, [&](const fs::path& part) {
      return fs::is_regular_file(part, ignored) && fs::is_empty(part, ignored);
    });
    if (has_none)
      return base::fail(base::say({"{0}: is empty", "{0}: 空です"}, base::to_utf8(file)));
  }
  return {};
}

base::Result<void> for_each_line(const fs::path& file,
                                 const std::function<base::Result<void>(std::string_view)>& use) {
  for (const fs::path& part : parts_of(file)) {
    const std::string name = base::to_utf8(part);
    auto stream = base::open_to_read(part);
    if (!stream) return tl::unexpected(stream.error());
    std::string line;
    std::size_t number = 0;
    for (LineEnd kind = next_line(*stream, line, kMostRecordLineBytes); kind != LineEnd::kNone;
         kind = next_line(*stream, line, kMostRecordLineBytes)) {
      ++number;
      const std::string place = name + ":" + std::to_string(number) + ": ";
      if (kind == LineEnd::kTooLong)
        return base::fail(
            place + base::say({"the line is longer than 16 MiB", "行が 16 MiB を超えています"}));
      if (line.empty() || line == "\r") continue;
      const auto used = use(line);
      if (!used && kind == LineEnd::kWhole) return base::fail(place + used.error().message);
    }
    if (auto read = base::check_read(*stream, part); !read) return read;
  }
  return {};
}

}  // namespace gougi::tools
