// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a book. Used by the fuzzer (book_fuzz.cpp) and by
// the replay of its corpus in every build (tests/book/fuzz_corpus_test.cpp).
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "book/reader.hpp"
#include "notation/sfen.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing. A book that was read and written is read and written
/// the same, without complaint, and all its moves are legal.
inline std::string check_book(std::string_view bytes) {
  std::string broken;
  std::istringstream in{std::string(bytes)};
  book::Reader reader(in, [&](std::size_t, std::string_view what) {
    if (!base::is_valid_utf8(what) || what.find('\n') != what.npos) broken = "a bad complaint";
  });
  std::string written;
  while (const auto entry = reader.next()) {
    if (entry->candidates.empty()) return "an entry without candidates";
    const auto position = notation::parse_sfen(entry->position);
    if (!position) return "a position that cannot be read again: " + entry->position;
    for (const book::Candidate& candidate : entry->candidates) {
      if (!position->is_legal(candidate.move)) return "an illegal move in " + entry->position;
    }
    append(written, *entry);
  }
  std::istringstream again{written};
  std::string rewritten;
  book::Reader second(again, [&](std::size_t, std::string_view what) { broken = what; });
  while (const auto entry = second.next()) append(rewritten, *entry);
  if (rewritten != written) return "a book that changes";
  return broken;
}

}  // namespace gougi::fuzz
