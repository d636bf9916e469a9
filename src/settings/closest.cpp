// SPDX-License-Identifier: MIT
#include "settings/closest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text.hpp"

namespace gougi::settings {
namespace {

// Letters to add, drop, change or swap to make `b` of `a` (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string_view> closest(std::string_view word,
                                        std::span<const std::string_view> known) {
  constexpr std::size_t kLongestKey = 64;
  if (word.size() > kLongestKey) return std::nullopt;
  // A third of the letters may be wrong, but never so many that any short word would do.
  std::size_t best = std::min<std::size_t>(2, word.size() / 3) + 1;
  std::optional<std::string_view> found;
  for (const std::string_view candidate : known) {
    const std::size_t far = base::iequals(word, candidate) ? 0 : distance(word, candidate);
    if (far < best) {
      best = far;
      found = candidate;
    }
  }
  return found;
}

}  // namespace gougi::settings
