// SPDX-License-Identifier: MIT
#include "cli/progress_line.hpp"

#include "base/width.hpp"

namespace gougi::cli {
namespace {

// More often nobody reads it, less often it looks as if it stood still.
constexpr base::Milliseconds kBetweenLines{200};
// Fewer lines tell too little of hours, more fill the file.
constexpr base::Milliseconds kBetweenWholeLines{10'000};

}  // namespace

base::Milliseconds ProgressLine::pause() const {
  return is_terminal_ ? kBetweenLines : kBetweenWholeLines;
}

void ProgressLine::show_now(base::TimePoint now, const std::string& text) {
  wait(now);
  if (!is_terminal_) {
    out_ << text + '\n' << std::flush;
    return;
  }
  out_ << '\r' + base::padded(text, columns_) << std::flush;
  columns_ = base::columns_of(text);
}

void ProgressLine::leave() {
  if (columns_ > 0) out_ << '\n' << std::flush;
  columns_ = 0;
}

void ProgressLine::end() {
  if (columns_ > 0) out_ << '\r' + std::string(columns_, ' ') + '\r' << std::flush;
  columns_ = 0;
}

}  // namespace gougi::cli
