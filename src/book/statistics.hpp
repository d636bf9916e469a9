// SPDX-License-Identifier: MIT
// What a book holds, in numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "book/entry.hpp"

namespace gougi::book {

struct Statistics {
  std::uint64_t positions = 0;
  std::uint64_t candidates = 0;
  std::uint64_t scored = 0;                      ///< candidates with a score other than 0
  std::map<std::int32_t, std::uint64_t> depths;  ///< positions by the depth of their best candidate
  std::map<std::size_t, std::uint64_t> breadths;  ///< positions by their number of candidates
  bool sorted = true;
  std::string last;  ///< the position taken last

  void take(const Entry& entry) {
    ++positions;
    candidates += entry.candidates.size();
    for (const Candidate& candidate : entry.candidates) scored += candidate.score != 0 ? 1 : 0;
    ++depths[entry.candidates.empty() ? 0 : entry.candidates.front().depth];
    ++breadths[entry.candidates.size()];
    sorted = sorted && (positions == 1 || last < entry.position);
    last = entry.position;
  }
};

}  // namespace gougi::book
