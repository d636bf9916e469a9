// SPDX-License-Identifier: MIT
// How many positions a second a network judges on one core, for each kernel that this machine runs:
// through trees out of random games, as a search goes through them (make a move, judge, take it
// back). Time is the processor's, so that others on the machine disturb less. The networks are
// random; trained ones take the same time. Exit code 1 if HalfKP with AVX2 or better stays below a
// million a second.
//   build/bin/nnue-bench [--milliseconds N] [--positions N]
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "eval/judge.hpp"
#include "eval/nnue_state.hpp"
#include "shogi/movegen.hpp"

namespace gougi::testing {
namespace {

constexpr double kPromise = 1'000'000;

/// What a search does: moves, and a move of 0 to take the last one back.
struct Script {
  shogi::Position root = shogi::Position::start();
  std::vector<shogi::BareMove> steps;
};

void grow(shogi::Position& position, int depth, base::Random& random, Script& script) {
  if (depth == 0) return;
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  if (moves.empty()) return;
  // At the leaves most moves are looked at, above a few.
  const int width = depth == 1 ? 16 : 5;
  for (int i = 0; i < width; ++i) {
    const auto count = static_cast<std::uint64_t>(moves.size());
    const shogi::BareMove move = moves[static_cast<int>(random.below(count))];
    shogi::Undo undo;
    script.steps.push_back(move);
    position.do_move(move, undo);
    grow(position, depth - 1, random, script);
    position.undo_move(move, undo);
    script.steps.emplace_back();
  }
}

/// Trees from positions of random games, `positions` evaluations together at least.
std::vector<Script> make_scripts(int positions) {
  base::Random random(1);
  std::vector<Script> scripts;
  int planned = 0;
  while (planned < positions) {
    Script script;
    const auto plies = 10 + random.below(90);
    for (std::uint64_t ply = 0; ply < plies; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(script.root, moves);
      if (moves.empty()) break;
      shogi::Undo undo;
      const auto count = static_cast<std::uint64_t>(moves.size());
      script.root.do_move(moves[static_cast<int>(random.below(count))], undo);
    }
    shogi::Position position = script.root;
    grow(position, 5, random, script);
    planned += static_cast<int>(script.steps.size() / 2);
    scripts.push_back(std::move(script));
  }
  return scripts;
}

std::int64_t checksum = 0;  // keeps the work from being optimised away

/// Goes through all scripts once; `judge` has the members of NnueState that a search uses.
template <class Judging>
void run_scripts(const std::vector<Script>& scripts, Judging& judge) {
  std::vector<std::pair<shogi::BareMove, shogi::Undo>> path(64);
  for (const Script& script : scripts) {
    shogi::Position position = script.root;
    judge.start(position);
    std::size_t depth = 0;
    for (const shogi::BareMove move : script.steps) {
      if (move.is_none()) {
        --depth;
        position.undo_move(path[depth].first, path[depth].second);
        judge.pop();
        continue;
      }
      judge.push(position, move);
      path[depth].first = move;
      position.do_move(move, path[depth].second);
      ++depth;
      checksum += judge.evaluate(position);
    }
  }
}

struct Incremental {
  eval::NnueState& state;
  void start(const shogi::Position& /*position*/) { state.reset(); }
  void push(const shogi::Position& before, shogi::BareMove move) { state.push(before, move); }
  void pop() { state.pop(); }
  int evaluate(const shogi::Position& position) { return state.evaluate(position); }
};

/// What making the moves costs by itself.
struct WithoutJudge {
  void start(const shogi::Position& /*position*/) {}
  void push(const shogi::Position& /*before*/, shogi::BareMove /*move*/) {}
  void pop() {}
  int evaluate(const shogi::Position& position) { return position.ply(); }
};

template <class Judging>
double per_second(const std::vector<Script>& scripts, Judging judge, int milliseconds) {
  std::uint64_t moves = 0;
  for (const Script& script : scripts) moves += script.steps.size() / 2;
  run_scripts(scripts, judge);  // warms up
  const std::clock_t begin = std::clock();
  double elapsed = 0;
  std::uint64_t done = 0;
  do {
    run_scripts(scripts, judge);
    done += moves;
    elapsed = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  } while (elapsed * 1000 < milliseconds);
  return static_cast<double>(done) / elapsed;
}

int main_of_bench(int argc, char** argv) {
  int milliseconds = 1000;
  int positions = 200'000;
  read_numbers(argc, argv, {{"--milliseconds", &milliseconds}, {"--positions", &positions}});
  const auto scripts = make_scripts(positions);
  std::printf("%-36s %12.0f /s\n", "moves alone",
              per_second(scripts, WithoutJudge{}, milliseconds));
  const eval::Evaluator evaluator;
  eval::Judge by_hand(evaluator);
  std::printf("%-36s %12.0f /s\n", "by hand",
              per_second<eval::Judge&>(scripts, by_hand, milliseconds));
  bool kept = true;
  for (const eval::NnueKind kind : eval::kNnueKinds) {
    const auto network = eval::NnueNetwork::read(
        eval::write_nnue_file(eval::usual_header(kind), eval::random_nnue_parameters(kind, 1)));

    for (const eval::NnueKernel* kernel : eval::nnue_kernels()) {
      eval::NnueState state(*network, eval::kUsualFvScale, *kernel);
      const double rate = per_second(scripts, Incremental{state}, milliseconds);
      const std::string label = std::string(name(kind)) + ", " + std::string(kernel->name);
      std::printf("%-36s %12.0f /s\n", label.c_str(), rate);
      std::fflush(stdout);
      const bool promised = kernel->name == "AVX2" || kernel->name.starts_with("AVX-512");
      if (kind == eval::NnueKind::kHalfKp && promised && rate < kPromise) kept = false;
    }
  }
  std::printf("checksum %lld\n", static_cast<long long>(checksum));
  if (!kept) std::printf("below the promise of %.0f /s\n", kPromise);
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) { return gougi::testing::main_of_bench(argc, argv); }
