// SPDX-License-Identifier: MIT
#include <windows.h>

#include <array>

#include "io/code_page.hpp"
#include "io/code_page_native.hpp"

namespace gougi::io {
namespace {

constexpr UINT kCp932 = 932;

}  // namespace

bool Converter::append(std::string_view character, std::string& result) const {
  const bool to_cp932 = direction_ == Direction::kToCp932;
  std::array<wchar_t, 4> wide{};
  const int units = ::MultiByteToWideChar(to_cp932 ? CP_UTF8 : kCp932, MB_ERR_INVALID_CHARS,
                                          character.data(), static_cast<int>(character.size()),
                                          wide.data(), static_cast<int>(wide.size()));
  if (units <= 0) return false;
  std::array<char, 16> out{};
  BOOL replaced = FALSE;
  const int bytes = ::WideCharToMultiByte(
      to_cp932 ? kCp932 : CP_UTF8, to_cp932 ? WC_NO_BEST_FIT_CHARS : 0, wide.data(), units,
      out.data(), static_cast<int>(out.size()), nullptr, to_cp932 ? &replaced : nullptr);
  if (bytes <= 0 || replaced != FALSE) return false;
  result.append(out.data(), static_cast<std::size_t>(bytes));
  return true;
}

/// The system's, not this process's: that is UTF-8 by our manifest.
bool system_code_page_is_japanese() {
  std::array<wchar_t, 8> text{};
  ::GetLocaleInfoEx(LOCALE_NAME_SYSTEM_DEFAULT, LOCALE_IDEFAULTANSICODEPAGE, text.data(),
                    static_cast<int>(text.size()));
  return std::wstring_view(text.data()) == L"932";
}

}  // namespace gougi::io
