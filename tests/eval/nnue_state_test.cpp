// SPDX-License-Identifier: MIT
#include "eval/nnue_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "eval/evaluator.hpp"
#include "eval/judge.hpp"
#include "eval/nnue_features.hpp"
#include "eval/nnue_reference.hpp"
#include "eval/turned.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"

namespace gougi::eval {
namespace {

using shogi::Position;

// Beside sanitizers also under wine, whose heap is slow; the kernels are the same code there.
#ifdef _WIN32
constexpr bool kComparesFewer = true;
#else
constexpr bool kComparesFewer = kBrief;
#endif

constexpr const char* kHirate = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// Games from even to bare, problems without a king or without both.
constexpr const char* kStarts[] = {
    kHirate,
    kHirate,
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "9/9/9/9/9/9/9/9/4K4 w r2b4g3sn4l9p 1",
    "9/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "+R6+B1/3k5/2p1p4/9/9/9/4P1P2/5K3/1+b6+r b 2g 1",
};

Position of_sfen(std::string_view sfen) { return notation::parse_sfen(sfen).value(); }

std::shared_ptr<const NnueNetwork> network_of(const NnueParameters& parameters) {
  return NnueNetwork::read(write_nnue_file(usual_header(parameters.kind), parameters)).value();
}

std::span<const std::byte> bytes_of(const NnueNetwork& network) {
  // From the version to the last weight.
  const NnueFile& file = network.file();
  const std::size_t hash = is_our_own(file.header.kind) ? 0 : 4;
  const std::byte* begin = file.biases.data() - hash - file.header.architecture.size() - 12;
  return {begin, file.weights3.data() + file.weights3.size()};
}

/// All ranges are used up, so that sums of 16 and of 32 bits wrap. Every second bias of a layer
/// lies next to the limits, where its inputs decide on which side; the others let inputs through.
NnueParameters extreme_parameters(NnueKind kind, std::uint64_t seed) {
  base::Random random(seed);
  NnueParameters parameters(kind);
  const auto fill = [&random](auto& values) {
    for (auto& value : values) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(random.next() >> 32U);
    }
  };
  fill(parameters.biases);
  fill(parameters.weights);
  fill(parameters.weights1);
  fill(parameters.weights2);
  fill(parameters.weights3);
  const auto fill_biases = [&random](std::vector<std::int32_t>& biases) {
    for (std::size_t i = 0; i < biases.size(); ++i) {
      const std::uint32_t near = i % 2 == 0 ? 0x7FFFFFFFU : 0;
      biases[i] = static_cast<std::int32_t>(near + static_cast<std::uint32_t>(random.below(4096)));
    }
  };
  fill_biases(parameters.biases1);
  fill_biases(parameters.biases2);
  parameters.bias3 = std::numeric_limits<std::int32_t>::max() - 1000;
  return parameters;
}

struct Step {
  shogi::BareMove move;  // none: a pass
  shogi::Undo undo;
};

/// Walks up and down in random games and compares every kernel's output at `positions` positions
/// with the reference's. With variety: and sees that these are not always the same few.
void compare_on_random_walk(const NnueNetwork& network, std::vector<NnueState>& states,
                            int positions, std::uint64_t seed, bool wants_variety) {
  const NnueReference reference(bytes_of(network), network.kind());
  base::Random random(seed);
  std::size_t next_start = 0;
  int compared = 0;
  std::set<std::int32_t> outputs;
  while (compared < positions) {
    Position position = of_sfen(kStarts[next_start++ % std::size(kStarts)]);
    for (NnueState& state : states) state.reset();
    std::vector<Step> path;
    for (int i = 0; i < 600 && compared < positions; ++i) {
      const auto dice = random.below(16);
      shogi::MoveList moves;
      if (dice >= 5) shogi::generate_legal(position, moves);
      if (dice == 4 && !position.in_check()) {
        path.push_back({});
        position.do_null_move(path.back().undo);
      } else if (!moves.empty()) {
        const auto count = static_cast<std::uint64_t>(moves.size());
        path.push_back({moves[static_cast<int>(random.below(count))], {}});
        for (NnueState& state : states) state.push(position, path.back().move);
        position.do_move(path.back().move, path.back().undo);
      } else if (!path.empty()) {
        const Step last = path.back();
        path.pop_back();
        if (last.move.is_none()) {
          position.undo_null_move(last.undo);
        } else {
          position.undo_move(last.move, last.undo);
          for (NnueState& state : states) state.pop();
        }
      }
      if (random.below(4) == 0) continue;  // searches do not ask at every node
      const std::int32_t expected = reference.output(position);
      for (std::size_t s = 0; s < states.size(); ++s) {
        ASSERT_EQ(states[s].output(position), expected)
            << nnue_kernels()[s]->name << ", " << notation::to_sfen(position);
      }
      outputs.insert(expected);
      ++compared;
    }
  }
  if (wants_variety) {
    EXPECT_GT(outputs.size(), static_cast<std::size_t>(positions / 10));
  }
}

void compare_all_kernels(const NnueParameters& parameters, int positions, std::uint64_t seed,
                         bool wants_variety = true) {
  const auto network = network_of(parameters);
  std::vector<NnueState> states;
  for (const NnueKernel* kernel : nnue_kernels()) states.emplace_back(network, 16, *kernel);
  compare_on_random_walk(*network, states, kComparesFewer ? positions / 100 : positions, seed,
                         wants_variety);
}

TEST(NnueState, AgreesWithTheReferenceOnRandomGamesWithHalfKp) {
  compare_all_kernels(random_nnue_parameters(NnueKind::kHalfKp, 1), 100'000, 2);
}

TEST(NnueState, AgreesWithTheReferenceOnRandomGamesWithKP) {
  compare_all_kernels(random_nnue_parameters(NnueKind::kKP, 3), 100'000, 4);
}

TEST(NnueState, AgreesWithTheReferenceOnRandomGamesMirrored) {
  compare_all_kernels(random_nnue_parameters(NnueKind::kMirrored, 19), 100'000, 20);
}

TEST(NnueState, AgreesWithTheReferenceWhereSumsOfTheMirroredKindWrap) {
  compare_all_kernels(extreme_parameters(NnueKind::kMirrored, 21), 20'000, 22);
}

TEST(NnueState, AgreesWithTheReferenceWhereSumsOfHalfKpWrap) {
  compare_all_kernels(extreme_parameters(NnueKind::kHalfKp, 5), 20'000, 6);
}

TEST(NnueState, AgreesWithTheReferenceWhereSumsOfKPWrap) {
  compare_all_kernels(extreme_parameters(NnueKind::kKP, 7), 20'000, 8);
}

TEST(NnueState, AgreesWithTheReferenceWhereSomeWeightsAreTooLargeForSumsOf16Bits) {
  base::Random random(16);
  NnueParameters parameters = random_nnue_parameters(NnueKind::kKP, 17);
  for (std::int8_t& weight : parameters.weights1) {
    if (random.below(100) == 0) weight = random.below(2) == 0 ? 127 : -128;
  }
  const auto network = network_of(parameters);
  EXPECT_NE(network->layers().narrow1, 0U);
  EXPECT_NE(network->layers().narrow1, ~0U);
  compare_all_kernels(parameters, 10'000, 18);
}

TEST(NnueState, AgreesWithTheReferenceWhereEveryProductIsAtItsLimit) {
  for (const int weight : {-128, 127}) {
    NnueParameters parameters(NnueKind::kKP);
    std::ranges::fill(parameters.biases, std::int16_t{127});
    std::ranges::fill(parameters.biases1, std::int32_t{64 * 127});
    std::ranges::fill(parameters.biases2, std::int32_t{64 * 127 + 16 * 127 * 128});
    std::ranges::fill(parameters.weights1, static_cast<std::int8_t>(weight));
    std::ranges::fill(parameters.weights2, static_cast<std::int8_t>(weight));
    std::ranges::fill(parameters.weights3, static_cast<std::int8_t>(weight));
    compare_all_kernels(parameters, 200, 9, false);
  }
}

TEST(NnueState, HasAKernelForEveryMachine) {
  ASSERT_FALSE(nnue_kernels().empty());
  EXPECT_EQ(nnue_kernels().back()->name, "plain");
  EXPECT_EQ(&fastest_nnue_kernel(), nnue_kernels().front());
}

TEST(NnueState, ScoresWhatIsTurnedRoundTheSame) {
  base::Random random(11);
  for (const NnueKind kind : kNnueKinds) {
    const auto network = network_of(random_nnue_parameters(kind, 12));
    NnueState state(network);
    NnueState other(network);
    for (const char* start : kStarts) {
      Position position = of_sfen(start);
      for (int ply = 0; ply < (kBrief ? 5 : 60); ++ply) {
        state.reset();
        other.reset();
        ASSERT_EQ(state.evaluate(position), other.evaluate(turned(position)))
            << notation::to_sfen(position);
        shogi::MoveList moves;
        shogi::generate_legal(position, moves);
        if (moves.empty()) break;
        shogi::Undo undo;
        const auto count = static_cast<std::uint64_t>(moves.size());
        position.do_move(moves[static_cast<int>(random.below(count))], undo);
      }
    }
  }
}

TEST(NnueState, DividesAsCDoesAndClamps) {
  // Everything but the last bias is 0, so that this is the output.
  for (const auto& [bias, scale, score] :
       std::vector<std::array<int, 3>>{{0, 16, 0},
                                       {159, 16, 9},
                                       {-159, 16, -9},
                                       {240, 24, 10},
                                       {-1, 1, -1},
                                       {20'000 * 16 + 15, 16, 20'000},
                                       {20'001 * 16, 16, kLargestScore},
                                       {std::numeric_limits<int>::max(), 1, kLargestScore},
                                       {std::numeric_limits<int>::min(), 1, -kLargestScore}}) {
    NnueParameters parameters(NnueKind::kKP);
    parameters.bias3 = bias;
    NnueState state(network_of(parameters), scale);
    EXPECT_EQ(state.evaluate(Position::start()), score) << bias << " / " << scale;
    EXPECT_EQ(state.output(Position::start()), bias);
  }
}

TEST(NnueState, BearsMorePiecesThanAGameHas) {
  // As lenient as a Setup may be: 31 pawns and more of the others.
  shogi::Setup setup;
  setup.board[static_cast<std::size_t>(shogi::Square::of(5, 9).index())] =
      shogi::Piece(shogi::Color::kBlack, shogi::PieceType::kKing);
  setup.board[static_cast<std::size_t>(shogi::Square::of(5, 1).index())] =
      shogi::Piece(shogi::Color::kWhite, shogi::PieceType::kKing);
  for (const shogi::PieceType type : shogi::kHandTypes) {
    const bool large = type == shogi::PieceType::kBishop || type == shogi::PieceType::kRook;
    setup.hands[0].add(type, type == shogi::PieceType::kPawn ? 31 : large ? 3 : 7);
  }
  Position position = Position::from(setup, shogi::Strictness::kLenient).value();
  for (const NnueKind kind : kNnueKinds) {
    const auto network = network_of(random_nnue_parameters(kind, 13));
    NnueState state(network);
    NnueState fresh(network);
    Position here = position;
    base::Random random(14);
    for (int ply = 0; ply < 40; ++ply) {
      fresh.reset();
      ASSERT_EQ(state.output(here), fresh.output(here)) << ply;
      shogi::MoveList moves;
      shogi::generate_legal(here, moves);
      if (moves.empty()) break;
      const auto move =
          moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
      shogi::Undo undo;
      state.push(here, move);
      here.do_move(move, undo);
    }
  }
}

TEST(NnueFeatures, AreWithinTheNetworkForAllPiecesAndSquares) {
  int largest = 0;
  for (const shogi::Color view : shogi::kColors) {
    for (const shogi::Color owner : shogi::kColors) {
      for (int t = 1; t < shogi::kPieceTypeCount; ++t) {
        if (static_cast<shogi::PieceType>(t) == shogi::PieceType::kKing) continue;
        for (int s = 0; s < shogi::kSquareCount; ++s) {
          const shogi::Piece piece(owner, static_cast<shogi::PieceType>(t));
          const int p = board_index(view, piece, shogi::Square(s));
          ASSERT_GE(p, 90);
          ASSERT_LT(p, kNnuePieceInputs);
          largest = std::max(largest, p);
        }
      }
      for (int s = 0; s < shogi::kSquareCount; ++s) {
        ASSERT_LT(king_input(view, owner, shogi::Square(s)), input_count(NnueKind::kKP));
      }
      for (const shogi::PieceType type : shogi::kHandTypes) {
        for (int nth = 0; nth < 31; ++nth) {
          ASSERT_GE(hand_index(view, owner, type, nth), 1);
          ASSERT_LT(hand_index(view, owner, type, nth), 90);
        }
      }
    }
  }
  EXPECT_EQ(largest, kNnuePieceInputs - 1);
}

TEST(Judge, ScoresByHandWithoutANetwork) {
  const Evaluator evaluator(Style::kAttack);
  Judge judge(evaluator);
  Position position = of_sfen(kStarts[10]);
  EXPECT_FALSE(judge.has_network());
  judge.start(position);
  EXPECT_EQ(judge.evaluate(position), evaluator.evaluate(position));
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  shogi::Undo undo;
  judge.push(position, moves[0]);
  position.do_move(moves[0], undo);
  EXPECT_EQ(judge.evaluate(position), evaluator.evaluate(position));
  position.undo_move(moves[0], undo);
  judge.pop();
  EXPECT_EQ(judge.evaluate(position), evaluator.evaluate(position));
  EXPECT_NEAR(*judge.estimate(position), judge.evaluate(position), kRoughError);
}

TEST(Judge, ScoresByANetworkWhileItHasOne) {
  const auto network = network_of(random_nnue_parameters(NnueKind::kKP, 15));
  const Evaluator evaluator;
  Judge judge(evaluator);
  judge.start(Position::start());
  const int by_hand = judge.evaluate(Position::start());
  judge.set_network(network, 24);
  ASSERT_TRUE(judge.has_network());
  NnueState state(network, 24);
  Position position = Position::start();
  judge.start(position);
  for (int ply = 0; ply < 30; ++ply) {
    shogi::MoveList moves;
    shogi::generate_legal(position, moves);
    const auto move = moves[ply % moves.size()];
    shogi::Undo undo;
    judge.push(position, move);
    position.do_move(move, undo);
    state.reset();
    ASSERT_EQ(judge.evaluate(position), state.evaluate(position));
  }
  judge.set_network(nullptr);
  judge.start(Position::start());
  EXPECT_EQ(judge.evaluate(Position::start()), by_hand);
}

}  // namespace
}  // namespace gougi::eval
