// SPDX-License-Identifier: MIT
#include "tools/council_judgement.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gougi::tools {
namespace {

std::string kept_ballot(const std::string& choice, const std::string& pv,
                        const std::string& lines = "") {
  return R"({"ballots":[{"choice":")" + choice + R"(","pv":")" + pv + R"(","lines":[)" + lines +
         R"(],"depth":1,"nodes":1,"elapsed_ms":1,"partial":false}]})";
}

bool is_taken(const std::string& text) {
  return read_judgement(text, 1, shogi::Position::start()).has_value();
}

TEST(CouncilJudgement, ThatIsKeptIsOneOfItsPositionOrNone) {
  EXPECT_TRUE(is_taken(kept_ballot("7g7f", "7g7f 3c3d")));
  EXPECT_TRUE(is_taken(kept_ballot("resign", "")));
  EXPECT_TRUE(is_taken(kept_ballot("7g7f", "7g7f", R"({"move":"2g2f","score":{"cp":3}})")));
  EXPECT_FALSE(is_taken(kept_ballot("7g7e", "7g7f"))) << "no move";
  EXPECT_FALSE(is_taken(kept_ballot("win", ""))) << "no win";
  EXPECT_FALSE(is_taken(kept_ballot("7g7f", "7g7f 7g7f"))) << "no line";
  EXPECT_FALSE(is_taken(kept_ballot("7g7f", "7g7f", R"({"move":"5e5d","score":{"cp":3}})")));
}

}  // namespace
}  // namespace gougi::tools
