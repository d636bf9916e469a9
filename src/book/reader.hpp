// SPDX-License-Identifier: MIT
// A book, read from a stream entry by entry, in the order in which it is written. What it cannot
// read is told with its line number and left out; it never gives up on a file. Memory: one entry.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "base/line_read.hpp"
#include "book/entry.hpp"

namespace gougi::book {

/// Takes what was left out, and why: the line number counts from 1.
using Complain = std::function<void(std::size_t line, std::string_view what)>;

class Reader {
 public:
  /// `in` must be open, in binary mode, and outlive this.
  Reader(std::istream& in, Complain complain);

  /// The next position that has a legal candidate; nothing at the end. Candidates that are not
  /// legal there are complained of; a move that is named twice counts once, the first time.
  std::optional<Entry> next();

 private:
  void begin(PositionLine line);
  void add(const Candidate& candidate);
  void complain(std::string_view what);
  std::optional<Entry> finish();

  std::istream& in_;
  Complain complain_;
  std::size_t line_number_ = 0;
  std::size_t position_line_ = 0;
  std::optional<shogi::Position>
      position_;  ///< that candidates are of; nothing: of an unusable one
  Entry entry_;
  std::string line_;
};

}  // namespace gougi::book
