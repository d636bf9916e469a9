// SPDX-License-Identifier: MIT
#include "tools/match_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"
#include "study/consensus_study.hpp"

namespace gougi::tools {
namespace {

using book::testing::TemporaryFolder;
using ::testing::ElementsAre;

match::MoveRecord sampled_move(std::string_view usi, std::string note) {
  match::MoveRecord record;
  record.move = *notation::parse_usi_move(usi);
  record.note = std::move(note);
  return record;
}

// The relay is player 0 and has Black; its first engine is late.
match::GameRecord game_of_a_relay() {
  match::GameRecord game;
  game.black = 0;
  game.white = 1;
  game.moves = {sampled_move("7g7f",
                             "[-] engine 1: loading\n"
                             "[O] bestmove 7g7f [P 7g7f] [value 20] [b]\n"
                             "[X] bestmove 2g2f [P 2g2f] [value 10] [c]"),
                sampled_move("3c3d", ""),
                sampled_move("2g2f",
                             "[X] bestmove 6g6f [P 6g6f] [value 5] [a]\n"
                             "[-] b: restarting\n"
                             "[O] bestmove 2g2f [P 2g2f] [value 30] [c]"),
                sampled_move("8c8d", "")};
  game.ending = {match::Result::kBlackWins, match::Reason::kResignation, ""};
  return game;
}

MatchSamples samples_of(const match::GameRecord& game) {
  const TemporaryFolder folder;
  const auto file = folder / "match.db";
  {
    auto store = match::Store::create(file);
    EXPECT_TRUE(store) << store.error().message;
    EXPECT_TRUE(store->set_settings({{"game", "shogi"}}));
    EXPECT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
    EXPECT_TRUE(store->add(game));
  }
  MatchSamples samples;
  const auto taken = take_match(file, samples, [] { return true; });
  EXPECT_TRUE(taken) << taken.error().message;
  return samples;
}

TEST(MatchSamples, AVoteIsThatOfItsVoterThoughAnEngineWasNotThere) {
  const auto decisions = decisions_of(game_of_a_relay(), 0, {600, 300, 1200}, 1);
  ASSERT_EQ(decisions.size(), 2U);
  const relay::DecisionRecord& second = decisions[1];
  ASSERT_EQ(second.voters.size(), 3U);
  EXPECT_EQ(decisions[0].voter, 2);
  EXPECT_EQ(second.voter, 3);
  EXPECT_EQ(second.facts.engines, 3);
  EXPECT_EQ(second.voters[2].voter.number, 3);
  EXPECT_EQ(second.voters[2].voter.scale.eval_coef, 1200);
  EXPECT_EQ(second.voters[2].voter.previous, usi::Score::cp(10));
  EXPECT_FALSE(second.voters[0].voter.previous) << "it has said nothing before";
  EXPECT_TRUE(second.voters[1].voter.absent);
  EXPECT_FALSE(second.voters[2].voter.absent);

  study::ConsensusStudy study;
  for (const auto& decision : decisions) study.take(decision);
  std::vector<std::string> names;
  for (const auto& voter : study.result().voters) names.push_back(voter.name);
  EXPECT_THAT(names, ElementsAre("b", "c", "a")) << "each once, as they come";
}

TEST(MatchSamples, AScoreIsThatOfItsVoterThoughAnEngineWasNotThere) {
  const MatchSamples samples = samples_of(game_of_a_relay());
  std::vector<std::pair<int, std::string>> engines;
  for (const auto& engine : samples.voters.engines()) {
    engines.emplace_back(engine.number, engine.name);
  }
  EXPECT_THAT(engines, ElementsAre(std::pair(2, "b"), std::pair(3, "c"), std::pair(1, "a")));
  ASSERT_EQ(samples.voters.engines().size(), 3U);
  EXPECT_EQ(samples.voters.engines()[1].positions.size(), 2U);
}

// As the relay does: phases are those of the game that the position is of.
TEST(MatchSamples, MovesAreCountedFromTheNumberOfTheFirstPosition) {
  match::GameRecord game = game_of_a_relay();
  game.start =
      *notation::parse_sfen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 57");
  const auto decisions = decisions_of(game, 0, {}, 1);
  ASSERT_EQ(decisions.size(), 2U);
  EXPECT_EQ(decisions[1].ply, 59);
  EXPECT_EQ(decisions[1].facts.ply, 59);
  EXPECT_EQ(decisions[1].facts.history.at(0).ply, 57);

  game.moves[1].score = usi::Score::cp(-20);
  const MatchSamples samples = samples_of(game);
  ASSERT_EQ(samples.players.engines().size(), 1U);
  EXPECT_EQ(samples.players.engines()[0].positions.at(0).ply, 58);
  EXPECT_EQ(samples.voters.engines().at(0).positions.at(0).ply, 57);
}

}  // namespace
}  // namespace gougi::tools
