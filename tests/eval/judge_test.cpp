// SPDX-License-Identifier: MIT
#include "eval/judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "shogi/movegen.hpp"

namespace gougi::eval {
namespace {

std::shared_ptr<const NnueNetwork> random_network(NnueKind kind) {
  const auto network =
      NnueNetwork::read(write_nnue_file(usual_header(kind), random_nnue_parameters(kind, 3)));
  return network.value();
}

TEST(Judge, AddsACorrectionToTheTermsWhereverMovesLeadAndBack) {
  const Evaluator evaluator;
  const auto network = random_network(NnueKind::kCorrection);
  Judge judge(evaluator);
  judge.set_network(network);
  base::Random random(5);
  shogi::Position position = shogi::Position::start();
  judge.start(position);
  struct Made {
    shogi::BareMove move;
    shogi::Undo undo;
  };
  std::vector<Made> made;
  for (int step = 0; step < 300; ++step) {
    shogi::MoveList moves;
    shogi::generate_legal(position, moves);
    if (moves.empty() || (!made.empty() && random.below(3) == 0)) {
      position.undo_move(made.back().move, made.back().undo);
      judge.pop();
      made.pop_back();
    } else {
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      made.push_back({moves[static_cast<int>(pick)], {}});
      judge.push(position, made.back().move);
      position.do_move(made.back().move, made.back().undo);
    }
    NnueState alone(network);
    const int sum = evaluator.evaluate(position) + alone.evaluate(position);
    ASSERT_EQ(judge.evaluate(position), std::clamp(sum, -kLargestScore, kLargestScore)) << step;
    EXPECT_TRUE(judge.estimate(position).has_value());
  }
}

TEST(Judge, ANetworkThatCorrectsNothingIsAskedAlone) {
  const Evaluator evaluator;
  const auto network = random_network(NnueKind::kMirrored);
  Judge judge(evaluator);
  judge.set_network(network);
  const shogi::Position position = shogi::Position::start();
  judge.start(position);
  NnueState alone(network);
  EXPECT_EQ(judge.evaluate(position), alone.evaluate(position));
  EXPECT_FALSE(judge.estimate(position).has_value());
  judge.set_network(nullptr);
  judge.start(position);
  EXPECT_EQ(judge.evaluate(position), evaluator.evaluate(position));
}

}  // namespace
}  // namespace gougi::eval
