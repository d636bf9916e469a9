// SPDX-License-Identifier: MIT
// The games that bring mate problems, without threads and files; tests/mate/solution_test.cpp
// judges the solutions.
#include "tools/mate_generator.hpp"

#include <gmock/gmock.h>

#include <set>

#include "mate/oracle.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"

namespace gougi::tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr int kGames = kBrief ? 2 : 12;

GeneratorSettings quick() {
  GeneratorSettings settings;
  settings.max = 5;
  settings.nodes_per_move = 100;
  settings.seed = 7;
  return settings;
}

std::vector<std::string> lines(const GameYield& yield) {
  std::vector<std::string> result;
  for (const GeneratedProblem& problem : yield.problems) result.push_back(problem_line(problem));
  return result;
}

TEST(MateGenerator, FindsPositionsOfItsGamesWithMatesOfTheLengthWanted) {
  MateGenerator generator(quick());
  int problems = 0;
  for (std::uint64_t number = 0; number < kGames; ++number) {
    const GameYield yield = generator.play(number, {});
    EXPECT_GT(yield.positions, 20);
    for (const GeneratedProblem& problem : yield.problems) {
      SCOPED_TRACE(problem_line(problem));
      const mate::Solution& solution = problem.solution;
      EXPECT_EQ(solution.soundness, mate::Soundness::kUnique);
      EXPECT_TRUE(solution.plies == 3 || solution.plies == 5);
      EXPECT_EQ(mate::oracle::shortest_mate(problem.position, 5), solution.plies);
      EXPECT_TRUE(mate::is_mate_line(problem.position, solution.moves));
      EXPECT_GT(problem.position.ply(), 1);
      ++problems;
    }
  }
  EXPECT_GE(problems, kBrief ? 0 : 3);
}

TEST(MateGenerator, PlaysTheSameGameAgainWhateverWasPlayedBefore) {
  MateGenerator one(quick());
  MateGenerator other(quick());
  std::vector<GameYield> upwards;
  for (std::uint64_t number = 0; number < 4; ++number) upwards.push_back(one.play(number, {}));
  for (std::uint64_t number = 4; number-- > 0;) {
    const GameYield again = other.play(number, {});
    EXPECT_EQ(again.positions, upwards[number].positions);
    EXPECT_EQ(lines(again), lines(upwards[number]));
  }
}

TEST(MateGenerator, PlaysOtherGamesWithAnotherSeedOrNumber) {
  GeneratorSettings settings = quick();
  std::set<int> lengths;
  for (const std::uint64_t seed : {1U, 2U}) {
    settings.seed = seed;
    MateGenerator generator(settings);
    for (std::uint64_t number = 0; number < 3; ++number) {
      lengths.insert(generator.play(number, {}).positions);
    }
  }
  EXPECT_GE(lengths.size(), 4U);
}

TEST(MateGenerator, EndsTheGameWhenToldToStop) {
  MateGenerator generator(quick());
  EXPECT_EQ(generator.play(0, [] { return true; }).positions, 1);
}

/// A problem that consists of what remove_tails() looks at; the moves are drops, each on a square
/// of its own.
GeneratedProblem problem_with(const std::string& sfen, const std::vector<std::string>& moves,
                              const std::vector<std::string>& reached = {}) {
  const auto position = [](const std::string& text) {
    return notation::parse_sfen(text).value_or(shogi::Position::start());
  };
  GeneratedProblem problem{position(sfen), {}};
  for (const std::string& move : moves) {
    problem.solution.moves.push_back(notation::parse_usi_move(move).value_or(shogi::BareMove()));
  }
  problem.solution.plies = static_cast<int>(moves.size());
  problem.solution.reached.insert(problem.position.key());
  for (const std::string& sfen_behind : reached) {
    problem.solution.reached.insert(position(sfen_behind).key());
  };
  return problem;
}

const std::string kFirst = "4k4/9/9/9/9/9/9/9/4K4 b G 1";
const std::string kSecond = "5k3/9/9/9/9/9/9/9/4K4 b G 3";
const std::string kThird = "6k2/9/9/9/9/9/9/9/4K4 b G 5";

std::vector<std::string> kept(std::vector<GeneratedProblem> problems) {
  remove_tails(problems);
  std::vector<std::string> result;
  for (const GeneratedProblem& problem : problems)
    result.push_back(notation::to_sfen(problem.position));
  return result;
}

TEST(RemoveTails, KeepsTheLongestOfWhatLeadsToTheSamePosition) {
  EXPECT_THAT(kept({problem_with(kFirst, {"G*1a", "G*1b", "G*1c", "G*1d", "G*1e"}, {kSecond}),
                    problem_with(kSecond, {"G*2a", "G*2b", "G*2c"}),
                    problem_with(kThird, {"G*3a", "G*3b", "G*3c"})}),
              ElementsAre(kFirst, kThird));
}

TEST(RemoveTails, KeepsTheLongestOfWhatEndsWithTheSameMovesButForTheLast) {
  EXPECT_THAT(kept({problem_with(kFirst, {"G*1c", "G*1d", "G*9e"}),
                    problem_with(kSecond, {"G*1a", "G*1b", "G*1c", "G*1d", "G*1e"}),
                    problem_with(kThird, {"G*1c", "G*1e", "G*9e"})}),
              ElementsAre(kSecond, kThird));
}

TEST(RemoveTails, KeepsTheEarlierOfTwoThatAreAsLong) {
  EXPECT_THAT(kept({problem_with(kFirst, {"G*1c", "G*1d", "G*1e"}),
                    problem_with(kSecond, {"G*1c", "G*1d", "G*1e"})}),
              ElementsAre(kFirst));
}

TEST(RemoveTails, KeepsMatesInOneOfDifferentPositions) {
  EXPECT_THAT(kept({problem_with(kFirst, {"G*1c"}), problem_with(kSecond, {"G*1c"})}), SizeIs(2));
  EXPECT_THAT(kept({}), IsEmpty());
}

TEST(ProblemLine, IsThePositionAndItsPlies) {
  EXPECT_EQ(problem_line(problem_with(kSecond, {"G*1c", "G*1d", "G*1e"})), kSecond + " # 3");
}

}  // namespace
}  // namespace gougi::tools
