// SPDX-License-Identifier: MIT
#include "relay/legal_line.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "game/shogi_position.hpp"
#include "relay/last_info.hpp"
#include "relay/mate_proof.hpp"
#include "shogi/position.hpp"

namespace gougi::relay {
namespace {

constexpr std::size_t kMost = 8;

std::vector<usi::Move> without_memory(const game::Position& board, std::string_view words) {
  return legal_prefix(board, parse_pv(words, kMost));
}

TEST(LegalLine, IsTheLegalBeginningWhateverWasTakenBefore) {
  const game::ShogiPosition board(shogi::Position::start());
  LegalLine line;
  for (const std::string words :
       {"7g7f 3c3d 2g2f", "7g7f 3c3d 2g2f", "7g7f 3c3d 2g2e 8c8d", "7g7f 3c3d", "",
        "7g7f 3c3d 2g2f", "7g7f  3c3d 2g2f 8c8d", "7g7f 3c3d 2g2f+", "7g7f 3c3", "7g7f 3c3d",
        "7g7fzG 3c3d", "7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e5d B*5e 5d1h+",
        "7g7f 3c3d 8h2b+ 3a2b P*5e"}) {
    EXPECT_EQ(line.take(board, words, kMost), without_memory(board, words)) << words;
  }
}

TEST(LegalLine, AgreesWithOneWithoutMemoryOnChangedLines) {
  const game::ShogiPosition board(shogi::Position::start());
  const std::vector<std::string> moves = {"7g7f", "3c3d", "2g2f", "8c8d", "8h2b+",
                                          "3a2b", "B*4e", "x",    "7g7"};
  std::mt19937 random(7);
  std::vector<std::string> words = {"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"};
  LegalLine line;
  for (int i = 0; i < 20'000; ++i) {
    words.resize(random() % 7, "8c8d");
    for (std::string& word : words) {
      if (random() % 8 == 0) word = moves[random() % moves.size()];
    }
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    ASSERT_EQ(line.take(board, text, kMost), without_memory(board, text)) << text;
  }
}

}  // namespace
}  // namespace gougi::relay
