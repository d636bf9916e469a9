// SPDX-License-Identifier: MIT
#include "notation/jkf_words.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "notation/japanese.hpp"

namespace gougi::notation {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 7> kRelatives{
    {{"左", 'L'}, {"直", 'C'}, {"右", 'R'}, {"上", 'U'}, {"寄", 'M'}, {"引", 'D'}, {"打", 'H'}}};

}  // namespace

std::string relative_letters(const shogi::Position& position, shogi::BareMove move) {
  const std::string words = relative_words(position, move);
  std::string_view rest = words;
  std::string letters;
  while (!rest.empty()) {
    for (const auto& [word, letter] : kRelatives) {
      if (rest.starts_with(word)) letters += letter;
    }
    rest.remove_prefix(std::min<std::size_t>(3, rest.size()));
  }
  return letters;
}

}  // namespace gougi::notation
