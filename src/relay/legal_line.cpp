// SPDX-License-Identifier: MIT
#include "relay/legal_line.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::relay {

// With so many moves both words begin.
std::size_t LegalLine::known(std::string_view words) const {
  const auto differs = std::ranges::mismatch(words_, words).in2;
  const auto same = static_cast<std::size_t>(differs - words.begin());
  std::size_t count = 0;
  for (const std::size_t end : ends_) {
    if (end > same || (end < words.size() && words[end] != ' ')) break;
    ++count;
  }
  return count;
}

const std::vector<usi::Move>& LegalLine::take(const game::Position& position,
                                              std::string_view words, std::size_t most) {
  if (words == words_) return moves_;
  moves_.resize(known(words));
  ends_.resize(moves_.size());
  std::unique_ptr<game::Position> board;
  std::string_view rest = words.substr(ends_.empty() ? 0 : ends_.back());
  while (moves_.size() < most) {
    const std::string_view word = base::next_word(rest);
    const auto move = usi::parse_move(word);
    if (!move) break;
    if (!board) board = after(position, moves_);
    if (!board->is_legal(*move)) break;
    board->play(*move);
    moves_.push_back(*move);
    ends_.push_back(static_cast<std::size_t>(word.data() - words.data()) + word.size());
  }
  words_.assign(words);
  return moves_;
}

}  // namespace gougi::relay
