// SPDX-License-Identifier: MIT
// What voters cost, from 3 to 1,000 real processes: the start of a council, the relay's memory, its
// time of a processor for a move and for a line of thought, what the GUI is told, and the latency
// from the last ballot to the bestmove. A line a size, and from the smallest and the largest what a
// voter more costs: docs/scale.md stands on it. Exit code 1 if a promise of the largest is broken.
//   build/bin/scale-bench [--rounds N] [--most VOTERS] [--lines N]
#include <cstdio>
#include <vector>

#include "bench/bench.hpp"
#include "bench/council.hpp"

namespace {

using gougi::base::Milliseconds;
using gougi::bench::Council;
using gougi::bench::latencies;
using gougi::bench::quantile;

constexpr double kLatencyMs = 100;
constexpr double kMemoryMb = 300;

struct Cost {
  int voters = 0;
  double start_s = 0;
  double memory_mb = 0;
  double median_ms = 0;
  double worst_ms = 0;
  double move_ms = 0;  ///< of a processor, for a move
  double told_kb = 0;  ///< to the GUI, for a move
};

/// Nothing ever comes back: `voters` is 0.
Cost cost_of(int voters, int rounds) {
  using Seconds = std::chrono::duration<double>;
  const auto begin = std::chrono::steady_clock::now();
  Council council(voters, 1, "");
  Cost cost;
  cost.start_s = Seconds(std::chrono::steady_clock::now() - begin).count();
  const double before = council.processor_seconds();
  const auto all = latencies(council, rounds, Milliseconds(10));
  if (static_cast<int>(all.size()) < rounds) return {};
  cost.voters = voters;
  cost.move_ms = (council.processor_seconds() - before) * 1e3 / rounds;
  cost.median_ms = quantile(all, 0.5) / 1e3;
  cost.worst_ms = all.back() / 1e3;
  cost.memory_mb = council.memory_mb("VmHWM");
  for (const auto& heard : council.relay->heard) {  // of the last move
    cost.told_kb += static_cast<double>(heard.line.size() + 1) / 1e3;
  }
  return cost;
}

void print(const Cost& cost) {
  std::printf(
      "%5d voters: start %.2f s, memory %.1f MB at most, last ballot to bestmove median %.2f ms, "
      "worst %.2f ms, processor %.2f ms a move, GUI told %.1f kB a move\n",
      cost.voters, cost.start_s, cost.memory_mb, cost.median_ms, cost.worst_ms, cost.move_ms,
      cost.told_kb);
}

void print_slopes(const Cost& few, const Cost& many) {
  const double voters = many.voters - few.voters;
  const auto slope = [&](double Cost::*of) { return (many.*of - few.*of) / voters; };
  std::printf(
      "a voter more: start %.2f ms, memory %.1f kB, last ballot to bestmove %.1f us, processor "
      "%.1f us a move, GUI told %.0f bytes a move\n",
      slope(&Cost::start_s) * 1e3, slope(&Cost::memory_mb) * 1024, slope(&Cost::median_ms) * 1e3,
      slope(&Cost::move_ms) * 1e3, slope(&Cost::told_kb) * 1e3);
}

/// Of a line of thought that is read and not shown.
void print_line_cost(int lines) {
  Council council(3, lines, "");
  council.relay->say("position startpos");
  const double before = council.processor_seconds();
  council.relay->say("go btime 0 wtime 0 byoyomi 600000");
  if (!council.relay->wait_for("bestmove", Milliseconds(120'000))) {
    std::printf("lines: no bestmove\n");
    return;
  }
  std::printf("a line of thought: %.2f us of a processor\n",
              (council.processor_seconds() - before) * 1e6 / (3.0 * lines));
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 50;
  int most = 1000;
  int lines = 300'000;
  gougi::testing::read_numbers(argc, argv,
                               {{"--rounds", &rounds}, {"--most", &most}, {"--lines", &lines}});
  gougi::testing::hear_at_once();
  std::vector<Cost> costs;
  for (const int voters : {3, 32, 256, 1000}) {
    if (voters > most) break;
    costs.push_back(cost_of(voters, rounds));
    if (costs.back().voters == 0) return 1;
    print(costs.back());
  }
  if (costs.size() > 1) print_slopes(costs.front(), costs.back());
  print_line_cost(lines);
  if (costs.empty()) return 0;
  const bool kept = costs.back().median_ms <= kLatencyMs && costs.back().memory_mb <= kMemoryMb;
  if (!kept) std::printf("BROKEN: so many voters cost more than they may\n");
  return kept ? 0 : 1;
}
