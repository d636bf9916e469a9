// SPDX-License-Identifier: MIT
// Cuts a stream of blocks into lines: LF or CR LF ends a line, and neither is handed out. A line
// that lies within one block is handed out in place; only the half line at a block's end is
// copied. Memory is bounded by the longest line allowed. Not an input stream itself; used for every
// stream this room reads. For one thread.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace gougi::io {

class LineSplitter {
 public:
  /// Lines longer than `max_line` bytes are cut there.
  explicit LineSplitter(std::size_t max_line) : max_line_(max_line) {}

  /// Calls on_line(std::string_view line, bool cut) for each line that `block` completes.
  template <class OnLine>
  void feed(std::string_view block, OnLine&& on_line) {
    while (!block.empty()) {
      const void* const found = std::memchr(block.data(), '\n', block.size());
      if (found == nullptr) {
        keep(block);
        return;
      }
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - block.data());
      if (carry_.empty() && !cut_ && length <= max_line_) {
        on_line(without_cr(block.substr(0, length)), false);
      } else {
        keep(block.substr(0, length));
        hand_out(on_line);
      }
      block.remove_prefix(length + 1);
    }
  }

  /// At the stream's end: hands out the half line, if there is one.
  template <class OnLine>
  void finish(OnLine&& on_line) {
    if (!carry_.empty()) hand_out(on_line);
  }

 private:
  static std::string_view without_cr(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  void keep(std::string_view part) {
    if (cut_) return;
    if (part.size() > max_line_ - carry_.size()) {
      part = part.substr(0, max_line_ - carry_.size());
      cut_ = true;
    }
    carry_.append(part);
  }

  template <class OnLine>
  void hand_out(OnLine& on_line) {
    const std::string line = std::move(carry_);
    const bool was_cut = cut_;
    carry_.clear();
    cut_ = false;
    on_line(was_cut ? std::string_view(line) : without_cr(line), was_cut);
  }

  std::size_t max_line_;
  std::string carry_;
  bool cut_ = false;
};

}  // namespace gougi::io
