// SPDX-License-Identifier: MIT
#include "analysis/mate_proofs.hpp"

#include <gtest/gtest.h>

#include "notation/sfen.hpp"

namespace gougi::analysis {
namespace {

shogi::Move usi_move(const std::string& text) { return *notation::parse_usi_move(text); }

// Black mates by G*5b and has another gold to give away.
shogi::Game mating_game(const std::vector<std::string>& moves) {
  shogi::Game game(*notation::parse_sfen("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"));
  for (const std::string& move : moves) EXPECT_TRUE(game.play(usi_move(move))) << move;
  return game;
}

std::vector<Verdict> unsure(std::size_t count) {
  Verdict verdict;
  verdict.decided = true;
  verdict.win_rate = 0.95;
  std::vector<Verdict> verdicts(count, verdict);
  for (std::size_t i = 1; i < count; i += 2) verdicts[i].win_rate = 0.05;
  return verdicts;
}

void settle(std::uint64_t nodes, const shogi::Game& game, std::vector<Verdict>& verdicts) {
  MateProofs proofs(nodes);
  std::vector<std::optional<ProvenMate>> proven;
  shogi::Game at(game.freeze_start());
  for (const shogi::Move move : game.moves()) {
    proven.push_back(proofs.prove(at.position()));
    EXPECT_TRUE(at.play(move));
  }
  proven.push_back(proofs.prove(at.position()));
  settle_mates(
      game, proven, [&](const shogi::Position& position) { return proofs.is_mated(position); },
      verdicts);
}

TEST(MateProofs, AMateThatNoMemberSawIsFoundAndWasMissed) {
  const auto game = mating_game({"5i5h", "5a4a"});
  auto verdicts = unsure(3);
  settle(1000, game, verdicts);
  EXPECT_EQ(verdicts[0].mate, 1);
  EXPECT_TRUE(verdicts[0].proven);
  EXPECT_EQ(verdicts[1].is_mated, false);
  const auto review = review_of(game, verdicts, {});
  EXPECT_TRUE(review.moves[0].missed_mate);
  EXPECT_EQ(review.moves[0].fault, Fault::kMistake);
}

TEST(MateProofs, AnotherMoveThatMatesMissesNothing) {
  const auto game = mating_game({"G*6b", "5a4a"});
  auto verdicts = unsure(3);
  settle(10'000, game, verdicts);
  ASSERT_TRUE(verdicts[0].proven);
  const auto review = review_of(game, verdicts, {});
  EXPECT_EQ(review.moves[0].missed_mate, verdicts[1].is_mated == false);
}

TEST(MateProofs, WithoutNodesNothingIsLookedFor) {
  const auto game = mating_game({"5i5h"});
  auto verdicts = unsure(2);
  settle(0, game, verdicts);
  EXPECT_EQ(verdicts[0].mate, std::nullopt);
}

}  // namespace
}  // namespace gougi::analysis
