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

StudyLines::End StudyLines::next(std::string& line) {
  line.clear();
  for (int c = stream_.get(); c != std::ifstream::traits_type::eof(); c = stream_.get()) {
    if (c == '\n') {
      kept_ += line.size() + 1;
      ++number_;
      return End::kWhole;
    }
    if (line.size() == kMostStudyLine) return End::kTooLong;
    line += static_cast<char>(c);
  }
  return line.empty() ? End::kNone : End::kHalf;
}

base::Result<void> StudyLines::cut() {
  stream_.close();
  std::error_code error;
  std::filesystem::resize_file(file_, kept_, error);
  if (!error) return {};
  return base::fail(base::say({"{0}: cannot be written: {1}", "{0}: 書けません: {1}"},
                              base::to_utf8(file_), error.message()));
}

}  // namespace gougi::tools
