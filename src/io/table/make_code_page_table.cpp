// SPDX-License-Identifier: MIT
// Writes the table of code page 932 that code_page_posix.cpp includes, as iconv of the machine that
// builds knows it: both directions, each sorted by its first number. Asking iconv at run time would
// tie the programs to the C library that they were built with, and to tables that minimal systems
// leave out. Usage: make-code-page-table FILE.
#include <iconv.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

/// What `in` becomes, or nothing if it has no counterpart that is sure.
std::string converted(iconv_t converter, std::string in) {
  std::array<char, 8> out{};
  char* in_next = in.data();
  std::size_t in_left = in.size();
  char* out_next = out.data();
  std::size_t out_left = out.size();
  if (::iconv(converter, &in_next, &in_left, &out_next, &out_left) != 0 || in_left != 0) {
    ::iconv(converter, nullptr, nullptr, nullptr, nullptr);
    return {};
  }
  return {out.data(), out.size() - out_left};
}

std::string big_endian(unsigned number) {
  return {static_cast<char>(number >> 8U), static_cast<char>(number & 0xFFU)};
}

unsigned number_of(const std::string& bytes) {
  unsigned number = 0;
  for (const char c : bytes) number = number << 8U | static_cast<std::uint8_t>(c);
  return number;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto no_converter = reinterpret_cast<iconv_t>(-1);
  const iconv_t to_unicode = ::iconv_open("UTF-16BE", "CP932");
  const iconv_t to_cp932 = ::iconv_open("CP932", "UTF-16BE");
  if (to_unicode == no_converter || to_cp932 == no_converter) {
    std::fputs("make-code-page-table: iconv does not know CP932; please install its tables\n",
               stderr);
    return 1;
  }
  std::ofstream file(argv[1], std::ios::binary);
  const auto row = [&](unsigned from, const std::string& bytes) {
    if (!bytes.empty() && bytes.size() <= 2) {
      file << "{" << from << "," << number_of(bytes) << "},\n";
    }
  };
  file << "constexpr Pair kToUnicode[] = {\n";
  for (unsigned code = 0x80; code <= 0xFF; ++code) {
    row(code, converted(to_unicode, std::string(1, static_cast<char>(code))));
  }
  for (unsigned code = 0x8140; code <= 0xFCFC; ++code) {
    row(code, converted(to_unicode, big_endian(code)));
  }
  file << "};\nconstexpr Pair kToCp932[] = {\n";
  for (unsigned code = 0x80; code <= 0xFFFF; ++code) {
    if (code < 0xD800 || code > 0xDFFF) row(code, converted(to_cp932, big_endian(code)));
  }
  file << "};\n";
  file.close();
  return file ? EXIT_SUCCESS : EXIT_FAILURE;
}
