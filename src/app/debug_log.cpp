// SPDX-License-Identifier: MIT
#include "app/debug_log.hpp"

#include <fmt/format.h>

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
  file_ << fmt::format("{:>9}.{:03} {} {}\n", ms / 1000, ms % 1000, direction, base::escaped(line))
        << std::flush;
}

}  // namespace gougi::app
