// SPDX-License-Identifier: MIT
#include "tools/headroom_file.hpp"

#include <cstdint>
#include <istream>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/path.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// More than any line of such a file; what is longer need not be read to be refused.
constexpr std::size_t kMostLine = 2U << 20U;

enum class LineEnd { kWhole, kHalf, kTooLong, kNone };

LineEnd next_study_line(std::istream& from, std::string& line) {
  line.clear();
  for (int c = from.get(); c != std::istream::traits_type::eof(); c = from.get()) {
    if (c == '\n') return LineEnd::kWhole;
    if (line.size() == kMostLine) return LineEnd::kTooLong;
    line += static_cast<char>(c);
  }
  return line.empty() ? LineEnd::kNone : LineEnd::kHalf;
}

base::Result<void> fits_lot(const study::HeadroomLine& line,
                            const std::vector<study::HeadroomLine>& drawn,
                            const HeadroomLines& found) {
  const study::HeadroomLine& wanted = drawn[line.number];
  if (line.game != wanted.game || line.ply != wanted.ply || line.position != wanted.position) {
    return base::fail("is of another position than the lot drew");
  }
  if (found.contains(line.number)) {
    return base::fail("position " + std::to_string(line.number + 1) + " is there twice");
  }
  return {};
}

}  // namespace

base::Result<HeadroomFile> HeadroomFile::open(const fs::path& file,
                                              const study::HeadroomOrder& order,
                                              const std::vector<study::HeadroomLine>& drawn) {
  const std::string name = base::to_utf8(file);
  {  // it must be there to be locked
    const auto made = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
    if (!made) return tl::unexpected(made.error());
    if (!made->is_regular()) return base::fail(name + ": is not a regular file");
  }
  HeadroomFile opened(file, std::make_unique<io::FileLock>(file));
  if (opened.lock_->is_refused()) {
    return base::fail(name + ": another gougi study writes it; wait for it, or name another file");
  }
  if (auto read = opened.read(order, drawn); !read) return tl::unexpected(read.error());
  auto out = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
  if (!out) return tl::unexpected(out.error());
  opened.out_ = std::make_unique<io::PrivateFile>(std::move(*out));
  if (opened.is_new_) opened.first_line_ = to_line(order) + "\n";
  return opened;
}

base::Result<HeadroomFile> HeadroomFile::open_part(const fs::path& file, const farm::Part& part,
                                                   const study::HeadroomOrder& order,
                                                   std::size_t positions) {
  auto rows = farm::RowWork::begin(file, part, {to_line(order) + "\n", "", "", ""}, positions);
  if (!rows) return tl::unexpected(rows.error());
  HeadroomFile opened(file, nullptr);
  opened.part_ = std::move(*rows);
  return opened;
}

base::Result<void> HeadroomFile::read(const study::HeadroomOrder& order,
                                      const std::vector<study::HeadroomLine>& drawn) {
  const std::string name = base::to_utf8(file_);
  auto stream = base::open_to_read(file_);
  if (!stream) return tl::unexpected(stream.error());
  std::string line;
  std::uintmax_t kept = 0;  // bytes of whole lines
  std::size_t number = 0;
  LineEnd end = next_study_line(*stream, line);
  for (; end == LineEnd::kWhole; end = next_study_line(*stream, line)) {
    kept += line.size() + 1;
    if (++number == 1) {
      if (const auto differs = study::difference(line, order)) {
        return base::fail(name + ": " + *differs);
      }
      is_new_ = false;
      continue;
    }
    auto position = study::parse_headroom_line(line, order.engines.size(), drawn.size());
    const auto fitting = position ? fits_lot(*position, drawn, found_)
                                  : base::Result<void>(tl::unexpected(position.error()));
    if (!fitting) {
      return base::fail(name + ":" + std::to_string(number) + ": " + fitting.error().message);
    }
    found_.emplace(position->number, std::move(*position));
  }
  if (end == LineEnd::kNone) return {};
  // The half of a line, which a program that was killed leaves behind; of the first line only what
  // could have become ours.
  const bool is_ours = end == LineEnd::kHalf && (number > 0 || to_line(order).starts_with(line));
  if (!is_ours) {
    return base::fail(
        name + ":" + std::to_string(number + 1) +
        ": is no line of gougi study --headroom; --file names a new file, or one to go on with");
  }
  stream->close();
  std::error_code error;
  fs::resize_file(file_, kept, error);
  if (error) return base::fail(name + ": cannot be written: " + error.message());
  return {};
}

base::Result<void> HeadroomFile::add(const study::HeadroomLine& line) {
  if (part_) return part_->add(line.number, study::to_line(line) + "\n");
  const std::string text = std::exchange(first_line_, "") + study::to_line(line) + "\n";
  if (out_->write(text) == text.size()) return {};
  return base::fail(base::to_utf8(file_) +
                    ": cannot be written any more, perhaps the disk is full; what is done stays");
}

}  // namespace gougi::tools
