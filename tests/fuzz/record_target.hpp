// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a record in KIF, KI2, CSA or JKF. Used by the fuzzer
// (record_fuzz.cpp), by that of USI lines, and by the replay of its corpus in every build
// (tests/notation/fuzz_corpus_test.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "notation/record_text.hpp"

namespace gougi::fuzz {

inline bool is_one_line(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  }
  return base::is_valid_utf8(text);
}

/// Written in each format it comes back as the same text, or in CSA, whose comments are of several
/// kinds, as the same moves; the first thing broken, or nothing.
inline std::string check_record(const notation::Record& record) {
  for (const auto to : notation::kRecordFormats) {
    const auto text = notation::write_readable_record(to, record);
    if (!text) {
      if (!is_one_line(text.error().message)) return "an error of more than a line";
      continue;
    }
    const std::string& written = *text;
    const std::string name(notation::to_text(to));
    if (!base::is_valid_utf8(written)) return "a text of " + name + " that is not UTF-8";
    const auto again = notation::read_records(to, written);
    if (!again) {
      return "a text of " + name + " that cannot be read: " + again.error().message + "\n" +
             written;
    }
    if (again->size() != 1) return "a text of " + name + " that holds several games";
    if (again->front().main_line().moves() != record.main_line().moves()) {
      return "moves that change in " + name;
    }
    if (to == notation::RecordFormat::kCsa) continue;
    const std::string twice = notation::write_record(to, again->front());
    if (twice != written) return "a text of " + name + " that changes: " + written + twice;
  }
  return "";
}

/// What is read in any format can be written in all of them; the first thing broken, or nothing.
inline std::string check_records(std::string_view text) {
  for (const auto from : notation::kRecordFormats) {
    const auto records = notation::read_records(from, text);
    if (!records) {
      if (!is_one_line(records.error().message)) return "an error of more than a line";
      continue;
    }
    for (const auto& record : *records) {
      if (auto broken = check_record(record); !broken.empty()) return broken;
    }
  }
  return "";
}

}  // namespace gougi::fuzz
