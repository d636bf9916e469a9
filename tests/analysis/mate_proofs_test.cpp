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

// Kings to and fro: after eight moves each position of it has stood twice, and the first thrice.
TEST(MateProofs, WhereTheGameMayEndOnTheWayToAMateOnlyARefutationIsBelieved) {
  const std::vector<std::string> round{"5i5h", "5a4a", "5h5i", "4a5a"};
  for (const std::size_t rounds : {0U, 2U}) {
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < rounds; ++i) moves.insert(moves.end(), round.begin(), round.end());
    moves.emplace_back("5i5h");
    const auto game = mating_game(moves);
    for (const bool is : {false, true}) {
      auto verdicts = unsure(moves.size() + 1);
      std::vector<std::optional<ProvenMate>> proven(moves.size() + 1);
      proven[moves.size() - 1] = ProvenMate{1, {usi_move("G*5b")}};
      settle_mates(
          game, proven, [is](const shogi::Position&) { return std::optional(is); }, verdicts);
      EXPECT_TRUE(verdicts[moves.size() - 1].proven) << "it ends with that move";
      const auto known = rounds == 0 || !is ? std::optional(is) : std::nullopt;
      EXPECT_EQ(verdicts.back().is_mated, known) << rounds << is;
    }
  }
}

TEST(MateProofs, AMateOfOnePositionIsTakenUnlessTheGameBeforeItMayEndIt) {
  const ProvenMate mate{3, {usi_move("G*5b"), usi_move("5a4a"), usi_move("G*4b")}};
  for (const std::size_t rounds : {1U, 2U}) {
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < rounds; ++i) {
      for (const char* const move : {"5i5h", "5a4a", "5h5i", "4a5a"}) moves.emplace_back(move);
    }
    moves.emplace_back("5i6h");
    moves.emplace_back("5a4a");
    Verdict verdict;
    settle_mate(mating_game(moves), mate, verdict);
    EXPECT_EQ(verdict.proven, rounds == 1);
  }
  Verdict verdict;
  settle_mate(mating_game({}), std::nullopt, verdict);
  EXPECT_FALSE(verdict.proven);
}

TEST(MateProofs, WithoutNodesNothingIsLookedFor) {
  const auto game = mating_game({"5i5h"});
  auto verdicts = unsure(2);
  settle(0, game, verdicts);
  EXPECT_EQ(verdicts[0].mate, std::nullopt);
}

}  // namespace
}  // namespace gougi::analysis
