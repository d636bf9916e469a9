// SPDX-License-Identifier: MIT
#include "base/closest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::base {
namespace {

// The characters of UTF-8; what is none, as it comes.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> all;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    all.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return all;
}

// Characters to add, drop, change or swap to make `second` of `first` (optimal string alignment).
std::size_t distance(std::string_view first, std::string_view second) {
  const auto a = characters(first);
  const auto b = characters(second);
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

// Of fewer letters too many words begin.
constexpr std::size_t kShortestPart = 3;

// Whether there is a gap between the parts of a name at `at`, as its end is.
bool is_gap(std::string_view name, std::size_t at) {
  constexpr std::string_view kBetweenParts = "-_. ";
  return at >= name.size() || kBetweenParts.find(name[at]) != std::string_view::npos;
}

// The shortest of `known` of which `word` is the beginning, or a whole part.
std::optional<std::string_view> closest_whole(std::string_view word,
                                              std::span<const std::string_view> known) {
  const std::string_view part = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (characters(part).size() < kShortestPart) return std::nullopt;
  std::optional<std::string_view> found;
  for (const std::string_view name : known) {
    for (std::size_t at = 0; at + part.size() <= name.size(); ++at) {
      const std::size_t end = at + part.size();
      const bool is_beginning = name.find_first_not_of('-') == at;
      const bool is_part = (at == 0 || is_gap(name, at - 1)) && is_gap(name, end);
      if (!is_beginning && !is_part) continue;
      if (!iequals(name.substr(at, part.size()), part)) continue;
      if (!found || name.size() < found->size()) found = name;
    }
  }
  return found;
}

}  // namespace

std::optional<std::string_view> closest(std::string_view word,
                                        std::span<const std::string_view> known) {
  constexpr std::size_t kLongestWord = 64;  // so that nobody's nonsense costs time
  if (word.size() > kLongestWord) return std::nullopt;
  // A third may be wrong, but never so much that any short word would do.
  std::size_t best = std::min<std::size_t>(2, characters(word).size() / 3) + 1;
  std::optional<std::string_view> found;
  for (const std::string_view candidate : known) {
    const std::size_t far = iequals(word, candidate) ? 0 : distance(word, candidate);
    if (far < best) {
      best = far;
      found = candidate;
    }
  }
  return found ? found : closest_whole(word, known);
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestShown = 80;  // what is near is hardly longer than the word
  const auto meant = closest(word, known);
  return meant
             ? say({"; did you mean {0}?", "。{0} のことですか?"}, printable(*meant, kLongestShown))
             : "";
}

std::string did_you_mean_then(std::string_view word, std::span<const std::string_view> known) {
  const std::string meant = did_you_mean(word, known);
  return meant.empty() ? say({"; ", "。"}) : meant + " ";
}

}  // namespace gougi::base
