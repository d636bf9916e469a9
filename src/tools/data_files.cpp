// SPDX-License-Identifier: MIT
#include "tools/data_files.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "io/line_splitter.hpp"
#include "io/sha256.hpp"
#include "learn/teacher_file.hpp"
#include "relay/decision_record.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestRecord = 16U << 20U;

base::Result<std::uint64_t> count_lines(const fs::path& file) {
  std::uint64_t count = 0;
  const auto read = for_each_record(file, [&](std::string_view) -> base::Result<void> {
    ++count;
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  return count;
}

bool ends_with_a_line(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  stream.seekg(-1, std::ios::end);
  return stream.get() == '\n';
}

}  // namespace

base::Result<void> for_each_record(
    const fs::path& file, const std::function<base::Result<void>(std::string_view)>& take) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  base::Result<void> done;
  std::uint64_t number = 0;
  const auto on_line = [&](std::string_view line, bool is_cut) {
    ++number;
    if (!done || line.empty()) return;
    done = is_cut ? base::fail(base::say({"{0}:{1}: the line is longer than 16 MiB",
                                          "{0}:{1}: 行が 16 MiB を超えています"},
                                         base::to_utf8(file), number))
                  : take(line);
  };
  io::LineSplitter lines(kLongestRecord);
  std::vector<char> block(1U << 16U);
  while (done && *stream) {
    stream->read(block.data(), static_cast<std::streamsize>(block.size()));
    lines.feed({block.data(), static_cast<std::size_t>(stream->gcount())}, on_line);
  }
  if (done && stream->eof()) lines.finish(on_line);
  if (!done || stream->eof()) return done;
  return base::check_read(*stream, file);
}

base::Result<farm::DataFile> data_file_at(const fs::path& path) {
  farm::DataFile file;
  std::error_code error;
  const fs::path itself = fs::weakly_canonical(path, error);  // one name, by whatever it is called
  file.path = base::to_utf8(error ? fs::absolute(path, error) : itself);
  auto hash = io::sha256_of_file(path);
  if (!hash) return tl::unexpected(hash.error());
  file.sha256 = std::move(*hash);
  file.bytes = fs::file_size(path, error);
  if (path.extension() == kDecisionsEnding) {
    const auto lines = count_lines(path);
    if (!lines) return tl::unexpected(lines.error());
    file.kind = kDecisionsKind;
    file.records = *lines;
    return file;
  }
  const auto reader = learn::TeacherReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  file.kind = kPositionsKind;
  file.records = reader->count();
  if (const auto journal = learn::TeacherJournal::open(path)) file.origin = journal->settings();
  return file;
}

base::Result<void> check_decisions(const fs::path& file) {
  std::uint64_t number = 0;
  base::Result<void> wrong;  // the first
  auto read = for_each_record(file, [&](std::string_view line) -> base::Result<void> {
    if (!wrong) return wrong;  // there is a line behind it
    ++number;
    if (const auto record = relay::parse_record(line); !record) {
      wrong = base::fail(base::say(
          {"{0}: record {1} is no decision: {2}", "{0}: {1} 件目は決定の記録ではありません: {2}"},
          base::to_utf8(file), number, record.error().message));
    }
    return {};
  });
  if (!read) return read;
  if (!wrong && number > 1 && !ends_with_a_line(file)) return {};
  return wrong;
}

}  // namespace gougi::tools
