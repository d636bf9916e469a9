// SPDX-License-Identifier: MIT
#include "consensus/turns.hpp"

#include <algorithm>

namespace gougi::consensus {

int engine_count(const Facts& facts, std::span<const int> available) {
  return std::max({1, facts.engines, facts.engines > 0 ? 0 : available.back()});
}

int next_available(int wanted, std::span<const int> available) {
  const auto found = std::ranges::lower_bound(available, wanted);
  return found == available.end() ? available.front() : *found;
}

std::vector<int> numbers_of(const Council& council) {
  std::vector<int> numbers;
  numbers.reserve(council.voters.size());
  for (const Voter& voter : council.voters) numbers.push_back(voter.number);
  return numbers;
}

}  // namespace gougi::consensus
