// SPDX-License-Identifier: MIT
#include "tools/headroom_desk.hpp"

#include <gtest/gtest.h>

#include <string>

#include "notation/sfen.hpp"

namespace gougi::tools {
namespace {

std::optional<double> ruled_value(const std::string& sfen, const std::string& move,
                                  const std::vector<std::string>& before = {}) {
  shogi::Game game(*notation::parse_sfen(sfen));
  for (const std::string& each : before) {
    EXPECT_TRUE(game.play(*notation::parse_usi_move(each))) << each;
  }
  const shogi::BareMove played = *notation::parse_usi_move(move);
  EXPECT_TRUE(game.position().is_legal(played));
  return value_by_rules(game, played);
}

TEST(HeadroomDesk, MovesThatEndTheGameAreValuedByTheRules) {
  EXPECT_EQ(ruled_value("startpos", "7g7f"), std::nullopt);
  EXPECT_EQ(ruled_value("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"), 1) << "mate";
  EXPECT_EQ(value_by_rules(shogi::Game(), shogi::BareMove()), 0) << "resignation";
  const std::vector<std::string> to_and_fro{"2h3h", "8b7b", "3h2h", "7b8b", "2h3h", "8b7b",
                                            "3h2h", "7b8b", "2h3h", "8b7b", "3h2h"};
  EXPECT_EQ(ruled_value("startpos", "7b8b", to_and_fro), 0.5) << "the fourth occurrence";
  // Black's rook checks for ever: that loses for Black, whoever makes the fourth occurrence.
  const std::string chase = "5k3/9/9/9/9/9/9/9/K3R4 b - 1";
  std::vector<std::string> chased;
  for (int i = 0; i < 3; ++i) {
    for (const char* const move : {"5i4i", "4a5a", "4i5i", "5a4a"}) chased.emplace_back(move);
  }
  EXPECT_EQ(ruled_value(chase, "5i4i", chased), 0);
  chased.pop_back();
  EXPECT_EQ(ruled_value(chase, "5a4a", chased), 1);
  const std::string entered = "KRB+P+P+P+P+P+P/+P+P+PS5/9/9/9/9/9/9/8k w RBGGSS 1";
  EXPECT_EQ(ruled_value(entered, "1i1h"), 0) << "the opponent declares";
}

}  // namespace
}  // namespace gougi::tools
