// SPDX-License-Identifier: MIT
#include "search/thread_vote.hpp"

#include <algorithm>
#include <vector>

namespace gougi::search {
namespace {

/// What the thread that thinks least of its move has a say with, in hundredths of a pawn. With 0 it
/// has none; with much more than scores of one position differ by, heads are counted by depth
/// alone. Stockfish's number; not measured here.
constexpr int kHeadStart = 14;

/// By a mate or by the rules.
bool is_won(int value) { return value > eval::kLargestScore; }
bool is_lost(int value) { return value < -eval::kLargestScore; }

std::size_t deepest_if_better(std::span<const ThreadWord> words) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].depth > words[best].depth && words[i].value > words[best].value) best = i;
  }
  return best;
}

/// Of each word, but what one thread knows to be lost is so for all that came to something.
std::vector<int> common_values(std::span<const ThreadWord> words) {
  std::vector<int> values;
  for (const ThreadWord& word : words) {
    int value = word.value;
    for (const ThreadWord& other : words) {
      const bool came_to_something = std::min(value, other.value) > -kInfiniteValue;
      if (came_to_something && other.move == word.move && is_lost(other.value)) {
        value = std::min(value, other.value);
      }
    }
    values.push_back(value);
  }
  return values;
}

std::size_t elect(std::span<const ThreadWord> words) {
  const auto winner = std::ranges::max_element(words, {}, &ThreadWord::value);
  if (is_won(winner->value)) return static_cast<std::size_t>(winner - words.begin());
  const std::vector<int> values = common_values(words);
  const auto highest = std::ranges::max_element(values);
  if (is_lost(*highest)) return static_cast<std::size_t>(highest - values.begin());
  int smallest = *highest;
  for (const int value : values) {
    if (!is_lost(value)) smallest = std::min(smallest, value);
  }
  const auto votes_of = [&](std::size_t i) {
    if (is_lost(values[i])) return std::int64_t{0};
    return std::int64_t{values[i] - smallest + kHeadStart} * std::max(1, words[i].depth);
  };
  const auto votes_for = [&](shogi::Move move) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].move == move) sum += votes_of(i);
    }
    return sum;
  };
  std::size_t best = 0;
  std::pair most{votes_for(words[0].move), votes_of(0)};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::pair votes{votes_for(words[i].move), votes_of(i)};
    if (votes > most) {
      most = votes;
      best = i;
    }
  }
  return best;
}

}  // namespace

std::size_t choose_word(std::span<const ThreadWord> words, ThreadVote how) {
  return how == ThreadVote::kVote ? elect(words) : deepest_if_better(words);
}

}  // namespace gougi::search
