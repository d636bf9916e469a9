// SPDX-License-Identifier: MIT
#include "tools/study_lines.hpp"

#include <system_error>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"

namespace gougi::tools {
namespace {

// More than any line of such a file; what is longer need not be read to be refused.
constexpr std::size_t kMostStudyLine = 2U << 20U;

}  // namespace

base::Result<StudyLines> StudyLines::open(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  return StudyLines(file, std::move(*stream));
}

LineEnd StudyLines::next(std::string& line) {
  const LineEnd end = next_line(stream_, line, kMostStudyLine);
  if (end == LineEnd::kWhole) {
    kept_ += line.size() + 1;
    ++number_;
  }
  return end;
}

base::Result<void> StudyLines::check() const { return base::check_read(stream_, file_); }

base::Result<void> StudyLines::cut() {
  stream_.close();
  std::error_code error;
  std::filesystem::resize_file(file_, kept_, error);
  if (!error) return {};
  return base::fail(base::say({"{0}: cannot be written: {1}", "{0}: 書けません: {1}"},
                              base::to_utf8(file_), error.message()));
}

}  // namespace gougi::tools
