// SPDX-License-Identifier: MIT
#include "usi/score.hpp"

#include <cstdint>
#include <limits>
#include <utility>

namespace gougi::usi {
namespace {

constexpr std::int64_t kUnknownLength = std::numeric_limits<std::int64_t>::max();

// Orders scores as pairs: the class (mated, centipawns, mating) and what is better within it.
std::pair<int, std::int64_t> rank(const Score& score) {
  if (const auto* cp = std::get_if<Centipawns>(&score.value)) return {1, cp->value};
  const auto& mate = std::get<Mate>(score.value);
  const std::int64_t length = mate.plies ? std::int64_t{*mate.plies} : kUnknownLength;
  return mate.winning ? std::pair{2, -length} : std::pair{0, length};
}

}  // namespace

std::strong_ordering compare(const Score& a, const Score& b) { return rank(a) <=> rank(b); }

Score negated(const Score& score) {
  Score out = score;
  if (auto* cp = std::get_if<Centipawns>(&out.value)) {
    constexpr int kLeast = std::numeric_limits<int>::min();
    cp->value = cp->value == kLeast ? std::numeric_limits<int>::max() : -cp->value;
  } else {
    auto& mate = std::get<Mate>(out.value);
    mate.winning = !mate.winning;
  }
  if (score.bound == Bound::kLower) out.bound = Bound::kUpper;
  if (score.bound == Bound::kUpper) out.bound = Bound::kLower;
  return out;
}

std::string to_string(const Score& score) {
  std::string out;
  if (const auto* cp = std::get_if<Centipawns>(&score.value)) {
    out = "cp " + std::to_string(cp->value);
  } else {
    const auto& mate = std::get<Mate>(score.value);
    out = "mate ";
    // A bare 0 is read as "mated now", so the winning one keeps its sign.
    if (mate.winning && mate.plies.value_or(0) == 0) out += '+';
    if (!mate.winning && mate.plies.value_or(1) != 0) out += '-';
    if (mate.plies) out += std::to_string(*mate.plies);
  }
  if (score.bound == Bound::kLower) out += " lowerbound";
  if (score.bound == Bound::kUpper) out += " upperbound";
  return out;
}

}  // namespace gougi::usi
