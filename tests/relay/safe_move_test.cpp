// SPDX-License-Identifier: MIT
// A move where nobody has thought: nothing is thrown away.
#include "relay/safe_move.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "game/rules.hpp"
#include "usi/command.hpp"

namespace gougi::relay {
namespace {

std::shared_ptr<const game::Game> game_at(const std::string& position) {
  const auto command = usi::parse_command("position " + position);
  std::string ignored;
  auto game =
      game::replay(game::shogi_rules(), std::get<usi::PositionCommand>(*command), {}, ignored);
  return std::make_shared<const game::Game>(std::move(*game));
}

std::string safest_at(const std::string& position) {
  const auto game = game_at(position);
  return usi::to_text(safest(game->position(), game->position().legal_moves()));
}

TEST(SafeMove, WhatWinsAtOnceIsPlayed) {
  EXPECT_EQ(safest_at("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b RG 1"), "G*5b");
}

TEST(SafeMove, WhatStandsLooseIsTakenAndTheMostOfIt) {
  EXPECT_EQ(safest_at("sfen 4k4/9/9/2r3p2/2P3P2/9/9/9/4K4 b - 1"), "7e7d");
}

TEST(SafeMove, ABishopIsNotGivenForAPawn) {
  // The pawn at 7g is defended; so is everything else that can be taken.
  const std::string position =
      "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/7R1/LNSGKGSNL w - 1";
  const auto game = game_at(position);
  const std::string move = usi::to_text(safest(game->position(), game->position().legal_moves()));
  EXPECT_NE(move, "2b7g+");
  EXPECT_NE(move, "2b7g");
}

TEST(SafeMove, WhatIsAttackedGoesAwayOrIsDefended) {
  // The rook is attacked by a pawn.
  const std::string move = safest_at("sfen 4k4/9/9/9/2p6/2R6/9/9/4K4 b - 1");
  EXPECT_TRUE(move.starts_with("7f")) << move;
}

TEST(SafeMove, WhatIsDefendedAgainstSomethingDearerIsSafe) {
  // The rook would be lost for the gold, so that there is time for the loose pawn.
  EXPECT_EQ(safest_at("sfen k3r4/9/9/9/4G3p/4P3P/9/9/4K4 b - 1"), "1f1e");
}

TEST(SafeMove, AKingTakesNothingThatIsDefended) {
  // The gold beside their king is defended by the rook and need not go away; the pawn is loose.
  EXPECT_EQ(safest_at("sfen 9/9/4G4/3k5/8p/8P/9/9/K3R4 b - 1"), "1f1e");
}

TEST(SafeMove, APromotionIsWorthWhatItGives) {
  const std::string move = safest_at("sfen k8/9/9/9/8p/4R3P/9/9/3K5 b - 1");
  EXPECT_TRUE(move.starts_with("5f5") && move.ends_with('+')) << "the pawn is less: " << move;
}

TEST(SafeMove, OfEqualsACaptureAndNoWalkOfTheKing) {
  EXPECT_EQ(safest_at("startpos moves 7g7f 3c3d").substr(0, 4), "8h2b");
  EXPECT_NE(safest_at("startpos").substr(0, 2), "5i");
}

TEST(SafeMove, OfNoMoveThereIsNone) {
  const auto game = game_at("startpos");
  EXPECT_FALSE(safest(game->position(), {}));
}

TEST(SafeMove, ALineGoesOnWhereItsMovesWerePlayed) {
  const Thought thought{game_at("startpos"), "7g7f 3c3d 6g6f"};
  const auto next = [&](const std::string& position) {
    const auto game = game_at(position);
    const usi::Move move = goes_on(thought, game->position());
    return move ? usi::to_text(move) : "";
  };
  EXPECT_EQ(next("startpos moves 7g7f 3c3d"), "6g6f");
  EXPECT_EQ(next("startpos moves 7g7f 8c8d"), "");
  EXPECT_EQ(next("startpos"), "");
  const auto there = game_at("startpos moves 7g7f 3c3d");
  for (const char* pv : {"", "7g7f", "7g7f 3c3d", "7g7f 3c3d 5e5d", "5e5d 3c3d 6g6f", "resign"}) {
    EXPECT_FALSE(goes_on({game_at("startpos"), pv}, there->position())) << pv;
  }
  EXPECT_FALSE(goes_on({}, there->position()));
}

}  // namespace
}  // namespace gougi::relay
