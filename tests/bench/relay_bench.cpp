// SPDX-License-Identifier: MIT
// What the relay costs: latency from the last child's bestmove to its own with 2, 3, 8 and 32
// voters, and with three among eight busy processes; info lines a second from three flooding
// children; its time of a processor for a line that it passes through to the GUI; its memory; the
// latency with 50 live pages open that read nothing, beside that with none.
// Prints one line a figure. Exit code 1 if a bound is not kept. Run it on an idle machine:
//   build/bin/relay-bench [ROUNDS [LINES [LOG-LEVEL]]]
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "bench/bench.hpp"
#include "bench/council.hpp"
#include "live/http_reader.hpp"

namespace {

using gougi::base::Milliseconds;
using gougi::bench::Council;
using gougi::bench::kBin;
using gougi::bench::latencies;
using gougi::bench::quantile;
using gougi::testing::Dialogue;

/// What a number of voters may cost.
struct Bound {
  int voters;
  double median_us;
  double p99_us;
  double memory_mb;  ///< with three voters at rest, with more after the rounds
};
constexpr std::array<Bound, 2> kBounds{{{3, 100, 500, 10}, {32, 1e9, 5000, 64}}};
constexpr int kBusy = 8;
constexpr double kBusyP99Us = 4000;
// Rounds without end would use up the relay's fair part of a processor, as no game does.
constexpr Milliseconds kBusyPause{10};
constexpr int kPages = 50;
constexpr int kLivePort = 38'917;
constexpr int kPassed = 60'000;
constexpr double kPassedUs = 1.5;

/// Whether the bounds, if there are any for so many voters, were kept.
bool latency(int voters, int rounds, const std::string& log_level) {
  Council bench(voters, 1, log_level);
  const double at_rest = bench.memory_mb("VmRSS");
  const std::vector<double> microseconds = latencies(bench, rounds);
  if (static_cast<int>(microseconds.size()) < rounds) return false;
  const auto at = [&](double q) { return quantile(microseconds, q); };
  const double afterwards = bench.memory_mb("VmRSS");
  std::printf(
      "latency of %d voters over %d rounds: median %.1f us, p90 %.1f us, p99 %.1f us, most %.1f "
      "us; memory %.1f MB at rest, %.1f MB afterwards\n",
      voters, rounds, at(0.5), at(0.9), at(0.99), at(1.0), at_rest, afterwards);
  for (const Bound& bound : kBounds) {
    if (bound.voters != voters) continue;
    const double memory = voters == 3 ? at_rest : afterwards;
    const bool kept =
        at(0.5) <= bound.median_us && at(0.99) <= bound.p99_us && memory <= bound.memory_mb;
    if (!kept) std::printf("BROKEN: %d voters cost more than they may\n", voters);
    return kept;
  }
  return true;
}

/// Three voters that answer at once, while other programs want the processors.
bool latency_among_busy(int rounds, const std::string& log_level) {
  Council bench(3, 1, log_level);
  std::vector<std::unique_ptr<Dialogue>> busy;
  for (int i = 0; i < kBusy; ++i) {
    busy.push_back(
        std::make_unique<Dialogue>(kBin + "/instant-engine", std::vector<std::string>{"--busy"}));
  }
  const std::vector<double> microseconds = latencies(bench, rounds, kBusyPause);
  if (static_cast<int>(microseconds.size()) < rounds) return false;
  const double p99 = quantile(microseconds, 0.99);
  std::printf(
      "latency of 3 voters among %d busy processes over %d rounds: median %.1f us, p90 %.1f us, "
      "p99 %.1f us, most %.1f us\n",
      kBusy, rounds, quantile(microseconds, 0.5), quantile(microseconds, 0.9), p99,
      microseconds.back());
  if (p99 > kBusyP99Us) std::printf("BROKEN: p99 is above %.0f us\n", kBusyP99Us);
  return p99 <= kBusyP99Us;
}

/// Three voters, in turns with live pages open that read nothing and without.
void latency_with_pages(int rounds, const std::string& log_level) {
  std::array<std::vector<double>, 2> all;
  constexpr int kTurns = 10;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (const bool with_pages : {false, true}) {
      Council bench(3, 1, log_level, kLivePort + turn);
      std::vector<std::unique_ptr<gougi::live::testing::HttpReader>> pages;
      for (int i = 0; with_pages && i < kPages; ++i) {
        pages.push_back(std::make_unique<gougi::live::testing::HttpReader>(kLivePort + turn));
        pages.back()->ask("/events");
        pages.back()->take_event();
      }
      const auto some = latencies(bench, rounds / kTurns, kBusyPause);
      auto& to = all.at(with_pages ? 1 : 0);
      to.insert(to.end(), some.begin(), some.end());
    }
  }
  for (const bool with_pages : {false, true}) {
    auto& sorted = all.at(with_pages ? 1 : 0);
    std::sort(sorted.begin(), sorted.end());
    if (sorted.empty()) continue;
    std::printf(
        "latency of 3 voters with %d live pages over %zu rounds: median %.1f us, p90 %.1f "
        "us, p99 %.1f us, most %.1f us\n",
        with_pages ? kPages : 0, sorted.size(), quantile(sorted, 0.5), quantile(sorted, 0.9),
        quantile(sorted, 0.99), sorted.back());
  }
}

/// Every line of three children goes to the GUI.
bool pass_through(const std::string& log_level) {
  Council bench(3, kPassed / 3, log_level);
  bench.relay->say("setoption name G_ShowAll value true");
  bench.relay->say("setoption name G_InfoInterval value 0");
  bench.relay->say("position startpos");
  const double before = bench.processor_seconds();
  bench.relay->say("go btime 0 wtime 0 byoyomi 600000");
  if (!bench.relay->wait_for("bestmove", Milliseconds(120'000))) {
    std::printf("pass through: no bestmove\n");
    return false;
  }
  const double microseconds = (bench.processor_seconds() - before) * 1e6 / kPassed;
  std::printf("pass through of %d lines: %.2f us of a processor a line, %d lines reached the GUI\n",
              kPassed, microseconds, bench.relay->count("info depth"));
  if (microseconds > kPassedUs) std::printf("BROKEN: a line costs more than %.1f us\n", kPassedUs);
  return microseconds <= kPassedUs;
}

void flood(long lines, const std::string& log_level) {
  Council bench(3, lines, log_level);
  const double before = bench.memory_mb("VmRSS");
  bench.relay->say("position startpos");
  const auto from = bench.relay->say("go btime 0 wtime 0 byoyomi 600000");
  const auto heard = bench.relay->wait_for("bestmove", Milliseconds(120'000));
  if (!heard) {
    std::printf("flood: no bestmove\n");
    return;
  }
  const double seconds = std::chrono::duration<double>(heard->at - from).count();
  std::printf(
      "flood of 3 x %ld info lines: %.2f s, %.0f lines/s, memory %.1f MB before, %.1f MB at most, "
      "%d lines reached the GUI\n",
      lines, seconds, 3.0 * static_cast<double>(lines) / seconds, before, bench.memory_mb("VmHWM"),
      bench.relay->count("info depth"));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string log_level = argc > 3 ? argv[3] : "";
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5000;
  if (rounds <= 0) {
    std::printf("usage: %s [ROUNDS [LINES [LOG LEVEL]]]\n", argv[0]);
    return 2;
  }
  bool kept = true;
  gougi::testing::hear_at_once();
  for (const int voters : {2, 3, 8, 32}) kept = latency(voters, rounds, log_level) && kept;
  kept = latency_among_busy(rounds, log_level) && kept;
  latency_with_pages(rounds, log_level);
  kept = pass_through(log_level) && kept;
  flood(argc > 2 ? std::atol(argv[2]) : 1'000'000, log_level);
  return kept ? 0 : 1;
}
