// SPDX-License-Identifier: MIT
#include "usi/command_words.hpp"

#include <algorithm>
#include <array>

namespace gougi::usi {
namespace {

constexpr std::array<std::string_view, 14> kQueries{
    "getoption", "d",     "sfen",     "side",     "moves", "key",   "eval",
    "bench",     "perft", "compiler", "makebook", "learn", "trace", "test"};

}  // namespace

bool is_query_word(std::string_view word) {
  return std::find(kQueries.begin(), kQueries.end(), word) != kQueries.end();
}

std::vector<std::string_view> command_words() {
  std::vector<std::string_view> words{"position", "go",      "stop",      "ponderhit",
                                      "usi",      "isready", "setoption", "usinewgame",
                                      "gameover", "quit",    "FREEZENUM"};
  words.insert(words.end(), kQueries.begin(), kQueries.end());
  return words;
}

}  // namespace gougi::usi
