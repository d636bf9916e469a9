// SPDX-License-Identifier: MIT
#include "app/debug_log.hpp"

#include <iomanip>

#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::app {

base::Result<void> DebugLog::open(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  file_ = std::ofstream();
  if (file.empty()) return {};
  file_.open(base::path_from_utf8(file), std::ios::app | std::ios::binary);
  if (!file_) return base::fail("WriteDebugLog: " + file + ": cannot be written");
  start_ = base::Clock::now();
  return {};
}

void DebugLog::write(char direction, std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (!file_.is_open()) return;
  const auto ms = base::to_ms(base::Clock::now() - start_).count();
  // Each line reaches the file at once: what comes before a crash is what is wanted.
  file_ << std::setfill(' ') << std::setw(9) << ms / 1000 << '.' << std::setfill('0')
        << std::setw(3) << ms % 1000 << ' ' << direction << ' ' << base::escaped(line) << '\n'
        << std::flush;
}

}  // namespace gougi::app
