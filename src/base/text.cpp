// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gougi::base {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Length of the valid UTF-8 sequence at `text[i]`, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(i);
  std::size_t length = 0;
  std::uint32_t code = 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code = lead & 0x1FU;
  } else if ((lead & 0xF0U) == 0xE0) {
    length = 3;
    code = lead & 0x0FU;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code = lead & 0x07U;
  } else {
    return 0;
  }
  if (i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xC0U) != 0x80) return 0;
    code = (code << 6U) | (byte(i + k) & 0x3FU);
  }
  if (length == 3 && (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF))) return 0;
  if (length == 4 && (code < 0x10000 || code > 0x10FFFF)) return 0;
  return length;
}

// Of the valid sequence of `length` bytes at `text[i]`: C0, DEL or C1, a line or paragraph
// separator, what turns the direction of the text around it, or a byte order mark.
bool is_control(std::string_view text, std::size_t i, std::size_t length) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(i);
  if (length == 1) return lead < 0x20 || lead == 0x7F;
  if (length == 2) {
    return (lead == 0xC2 && byte(i + 1) < 0xA0) || (lead == 0xD8 && byte(i + 1) == 0x9C);  // U+061C
  }
  if (length != 3) return false;
  const unsigned char last = byte(i + 2);
  if (lead == 0xEF) return byte(i + 1) == 0xBB && last == 0xBF;  // U+FEFF
  if (lead != 0xE2) return false;
  if (byte(i + 1) == 0x80) {  // U+200E, U+200F, U+2028 to U+202E
    return last == 0x8E || last == 0x8F || (last >= 0xA8 && last <= 0xAE);
  }
  return byte(i + 1) == 0x81 && last >= 0xA6 && last <= 0xA9;  // U+2066 to U+2069
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view next_word(std::string_view& rest) {
  std::size_t begin = 0;
  while (begin < rest.size() && is_blank(rest[begin])) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && !is_blank(rest[end])) ++end;
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto word = next_word(text); !word.empty(); word = next_word(text)) words.push_back(word);
  return words;
}

std::optional<std::int64_t> to_int(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> to_int_clamped(std::string_view text) {
  if (const auto value = to_int(text)) return value;
  const bool negative = !text.empty() && text.front() == '-';
  std::string_view digits = text;
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
  }
  return negative ? std::numeric_limits<std::int64_t>::min()
                  : std::numeric_limits<std::int64_t>::max();
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

std::string to_ascii(std::string_view text) {
  std::string ascii;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) ascii += text[i];
    if (byte < 0xC0) continue;  // the rest of a character
    const std::string_view character = text.substr(i, 3);
    ascii += character == "\u2265" ? ">=" : character == "\u2264" ? "<=" : "?";
  }
  return ascii;
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string out;
  out.reserve(text.size() < max_bytes ? text.size() : max_bytes + 4);
  for (std::size_t i = 0; i < text.size();) {
    // Nearly all of nearly every line: as it is.
    const std::size_t begin = i;
    const std::size_t end = std::min(text.size(), i + (max_bytes - out.size()));
    while (i < end && text[i] >= 0x20 && text[i] < 0x7F) ++i;
    out.append(text, begin, i - begin);
    if (i == text.size()) break;
    std::size_t length = sequence_length(text, i);
    if (out.size() + (length == 0 ? 1 : length) > max_bytes) {
      out += "…";
      break;
    }
    if (length == 0) {
      out += '?';
      length = 1;
    } else if (text[i] == '\t') {
      out += ' ';
    } else if (is_control(text, i, length)) {
      out += '?';
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  return out;
}

std::string escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    // Nearly all of nearly every line: as it is.
    const std::size_t begin = i;
    while (i < text.size() && text[i] >= 0x20 && text[i] < 0x7F && text[i] != '\\') ++i;
    out.append(text, begin, i - begin);
    if (i == text.size()) break;
    const std::size_t length = sequence_length(text, i);
    if (length != 0 && !is_control(text, i, length)) {
      if (text[i] == '\\') out += '\\';
      out += text.substr(i, length);
      i += length;
      continue;
    }
    for (const std::size_t end = i + std::max<std::size_t>(length, 1); i < end; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      out += "\\x";
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const std::string_view rest = text.substr(i + 1);
    if (rest.starts_with('\\')) {
      out += '\\';
      ++i;
      continue;
    }
    unsigned byte = 0;
    if (rest.size() < 3 || rest[0] != 'x') return std::nullopt;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + 3, byte, 16);
    if (error != std::errc{} || end != rest.data() + 3) return std::nullopt;
    out += static_cast<char>(byte);
    i += 3;
  }
  return out;
}

bool iequals(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

}  // namespace gougi::base
