// SPDX-License-Identifier: MIT
// One character at a time through Windows' own table or, elsewhere, one that the build made. For
// code_page.cpp alone.
#pragma once

#include <string>
#include <string_view>

namespace gougi::io {

class Converter {
 public:
  enum class Direction { kToCp932, kToUtf8 };

  explicit Converter(Direction direction) : direction_(direction) {}

  /// Appends the counterpart of `character`; false, and nothing appended, if there is none.
  bool append(std::string_view character, std::string& result) const;

 private:
  Direction direction_;
};

}  // namespace gougi::io
