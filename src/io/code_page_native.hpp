// SPDX-License-Identifier: MIT
// One character at a time through the platform's own tables. For code_page.cpp alone.
#pragma once

#include <string>
#include <string_view>

namespace gougi::io {

class Converter {
 public:
  enum class Direction { kToCp932, kToUtf8 };

  explicit Converter(Direction direction);
  ~Converter();
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  /// Appends the counterpart of `character`; false, and nothing appended, if there is none.
  bool append(std::string_view character, std::string& result) const;

 private:
  [[maybe_unused]] Direction direction_;
  void* handle_;  ///< iconv_t on POSIX
};

}  // namespace gougi::io
