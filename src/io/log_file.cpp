// SPDX-License-Identifier: MIT
#include "io/log_file.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;

// So much is gathered before it is written, where nobody wants it at once.
constexpr std::size_t kBlock = 4096;

/// "x.log" -> "x.2.log"; 0 is the file itself.
fs::path part(const fs::path& file, int number) {
  if (number == 0) return file;
  fs::path older = file;
  older.replace_filename(file.stem());
  older += "." + std::to_string(number);
  older += file.extension();
  return older;
}

}  // namespace

base::Result<std::unique_ptr<LogFile>> LogFile::open(const Options& options) {
  const std::string trouble =
      base::say({"cannot write the log file ", "ログファイルに書けません: "});
  if (options.file.has_parent_path()) {
    const auto made = make_private_folder(options.file.parent_path());
    if (!made) {
      return base::fail(trouble + base::to_utf8(options.file) + ": " + made.error().message);
    }
  }
  auto file = PrivateFile::open(options.file, options.start);
  if (!file) return base::fail(trouble + file.error().message);
  return std::unique_ptr<LogFile>(new LogFile(options, std::move(*file)));
}

LogFile::LogFile(Options options, PrivateFile file)
    : options_(std::move(options)),
      file_(std::move(file)),
      bytes_(file_.size()),
      rotates_(file_.is_regular()) {}

LogFile::~LogFile() { write_out(); }

void LogFile::write(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (rotates_ && bytes_ > 0 && bytes_ + line.size() > options_.max_bytes) rotate();
  waiting_ += line;
  bytes_ += line.size();
  if (waiting_.size() >= kBlock) write_out();
}

void LogFile::flush() {
  const std::scoped_lock lock(mutex_);
  write_out();
}

void LogFile::write_out() {
  if (waiting_.empty()) return;
  if (is_torn_) waiting_.insert(waiting_.begin(), '\n');
  const std::size_t written = file_.write(waiting_);
  if (written > 0) is_torn_ = waiting_[written - 1] != '\n';
  waiting_.clear();  // what found no room is lost: the next line may find some
}

void LogFile::rotate() {
  write_out();
  bytes_ = 0;  // where this does not come off it goes on in the old one, and tries as much later
  std::error_code error;
  const int oldest = std::max(options_.keep, 1) - 1;
  for (int number = oldest; number > 0; --number) {
    const fs::path from = part(options_.file, number - 1);
    if (!fs::is_regular_file(fs::symlink_status(from, error))) continue;
    fs::rename(from, part(options_.file, number), error);
    if (error) return;  // what cannot make place would be written over
  }
  auto next = PrivateFile::open(options_.file, PrivateFile::Start::kEmpty);
  if (!next) return;
  file_ = std::move(*next);
  is_torn_ = false;
}

}  // namespace gougi::io
