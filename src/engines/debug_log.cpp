// SPDX-License-Identifier: MIT
#include "engines/debug_log.hpp"

#include <iomanip>
#include <sstream>
#include <utility>

#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::engines {

base::Result<void> DebugLog::open(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  file_.reset();
  if (file.empty()) return {};
  auto opened = io::PrivateFile::open(base::path_from_utf8(file), io::PrivateFile::Start::kAppend);
  if (!opened) return base::fail("WriteDebugLog: " + opened.error().message);
  file_ = std::move(*opened);
  start_ = base::Clock::now();
  return {};
}

void DebugLog::write(char direction, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (!file_) return;
  const auto ms = base::to_ms(base::Clock::now() - start_).count();
  // Each line reaches the file at once: what comes before a crash is what is wanted.
  std::ostringstream text;
  text << std::setfill(' ') << std::setw(9) << ms / 1000 << '.' << std::setfill('0') << std::setw(3)
       << ms % 1000 << ' ' << direction << ' ' << base::escaped(line) << '\n';
  file_->write(text.str());
}

}  // namespace gougi::engines
