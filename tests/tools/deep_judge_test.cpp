// SPDX-License-Identifier: MIT
#include "tools/deep_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

shogi::Game judged_game(const std::string& sfen, const std::vector<std::string>& before) {
  shogi::Game game(*notation::parse_sfen(sfen));
  for (const std::string& each : before) {
    EXPECT_TRUE(game.play(*notation::parse_usi_move(each))) << each;
  }
  return game;
}

double judged_rate(const shogi::Game& game, const std::string& move) {
  DeepJudge judge(500);
  return judge.win_rates(game, {*notation::parse_usi_move(move)}).at(0);
}

TEST(DeepJudge, MovesThatEndTheGameAreValuedByTheRules) {
  EXPECT_EQ(judged_rate(judged_game("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", {}), "G*5b"), 1) << "mate";
  // White is a rook and a bishop behind, and would search for more than a draw in vain.
  const std::string behind = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RB 1";
  std::vector<std::string> to_and_fro;
  for (int i = 0; i < 3; ++i) {
    for (const char* const move : {"2h3h", "5a5b", "3h2h", "5b5a"}) to_and_fro.emplace_back(move);
  }
  to_and_fro.pop_back();
  EXPECT_EQ(judged_rate(judged_game(behind, to_and_fro), "5b5a"), 0.5) << "the fourth occurrence";
  // Black's rook checks for ever: that loses for Black, whoever makes the fourth occurrence.
  const std::string chase = "5k3/9/9/9/9/9/9/9/K3R4 b - 1";
  std::vector<std::string> chased;
  for (int i = 0; i < 3; ++i) {
    for (const char* const move : {"5i4i", "4a5a", "4i5i", "5a4a"}) chased.emplace_back(move);
  }
  EXPECT_EQ(judged_rate(judged_game(chase, chased), "5i4i"), 0);
  chased.pop_back();
  EXPECT_EQ(judged_rate(judged_game(chase, chased), "5a4a"), 1);
}

// Who voted first would be judged by another measure.
TEST(DeepJudge, WhatAMoveIsWorthDoesNotDependOnThoseBeforeIt) {
  const shogi::Game game;
  const std::vector<std::string> words{"7g7f", "2g2f", "5g5f", "6g6f"};
  std::vector<shogi::BareMove> moves;
  for (const std::string& word : words) moves.push_back(*notation::parse_usi_move(word));
  DeepJudge judge(2000);
  const auto together = judge.win_rates(game, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(together.at(i), judge.win_rates(game, {moves[i]}).at(0)) << words[i];
  }
}

}  // namespace
}  // namespace gougi::tools
