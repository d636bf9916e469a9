// SPDX-License-Identifier: MIT
// Every line that an engine hears and says, with its time, in a file: the option WriteDebugLog. Off
// until a file is named. Lines may come from any thread.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "io/private_file.hpp"

namespace gougi::engines {

class DebugLog {
 public:
  /// UTF-8; goes on behind what is there. Empty: off again.
  base::Result<void> open(const std::string& file);
  void heard(std::string_view line) { write('<', line); }
  void said(std::string_view line) { write('>', line); }

 private:
  void write(char direction, std::string_view line);

  std::mutex mutex_;
  std::optional<io::PrivateFile> file_;
  base::TimePoint start_{};
};

}  // namespace gougi::engines
