// SPDX-License-Identifier: MIT
#include "usi/command_words.hpp"

#include <algorithm>
#include <array>

namespace gougi::usi {
namespace {

// Answered for every engine, and by engines themselves.
constexpr std::array<std::string_view, 8> kCommonQueries{"getoption", "d",   "sfen",  "side",
                                                         "moves",     "key", "perft", "compiler"};
constexpr std::array<std::string_view, 6> kOwnQueries{"eval",  "bench", "makebook",
                                                      "learn", "trace", "test"};

template <class Words>
bool is_among(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool is_query_word(std::string_view word) {
  return is_among(kCommonQueries, word) || is_among(kOwnQueries, word);
}

std::vector<std::string_view> command_words() {
  return command_words_with({kOwnQueries.begin(), kOwnQueries.end()});
}

std::vector<std::string_view> command_words_with(const std::vector<std::string_view>& own) {
  std::vector<std::string_view> words{"position", "go",      "stop",      "ponderhit",
                                      "usi",      "isready", "setoption", "usinewgame",
                                      "gameover", "quit",    "FREEZENUM"};
  words.insert(words.end(), kCommonQueries.begin(), kCommonQueries.end());
  words.insert(words.end(), own.begin(), own.end());
  return words;
}

}  // namespace gougi::usi
