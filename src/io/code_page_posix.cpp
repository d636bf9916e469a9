// SPDX-License-Identifier: MIT
#include <iconv.h>

#include <array>

#include "io/code_page.hpp"
#include "io/code_page_native.hpp"

namespace gougi::io {
namespace {

const auto kNoHandle = reinterpret_cast<iconv_t>(-1);  // as iconv_open reports an error

}  // namespace

Converter::Converter(Direction direction)
    : direction_(direction),
      handle_(direction == Direction::kToCp932 ? ::iconv_open("CP932", "UTF-8")
                                               : ::iconv_open("UTF-8", "CP932")) {}

Converter::~Converter() {
  if (handle_ != kNoHandle) ::iconv_close(handle_);
}

bool Converter::append(std::string_view character, std::string& result) const {
  if (handle_ == kNoHandle) return false;  // a system without the table: everything is '〓'
  std::array<char, 8> out{};
  char* in_next = const_cast<char*>(character.data());
  std::size_t in_left = character.size();
  char* out_next = out.data();
  std::size_t out_left = out.size();
  const std::size_t irreversible = ::iconv(handle_, &in_next, &in_left, &out_next, &out_left);
  if (irreversible != 0 || in_left != 0) {
    ::iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    return false;
  }
  result.append(out.data(), out.size() - out_left);
  return true;
}

bool system_code_page_is_japanese() { return false; }

}  // namespace gougi::io
