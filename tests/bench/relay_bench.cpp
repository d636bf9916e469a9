// SPDX-License-Identifier: MIT
// What the relay costs: latency from the last child's bestmove to its own with 2, 3, 8 and 32
// voters, info lines a second from three flooding children, and its memory. Prints one line a
// figure. Exit code 1 if 3 or 32 voters cost more than they may. Run it on an idle machine:
//   build/bin/relay-bench [ROUNDS [LINES [LOG-LEVEL]]]
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/bench.hpp"
#include "integration/dialogue.hpp"
#include "io/process_info.hpp"

namespace {

namespace fs = std::filesystem;
using gougi::base::Milliseconds;
using gougi::testing::Dialogue;

const std::string kBin = GOUGI_BIN_DIR;

/// What a number of voters may cost.
struct Bound {
  int voters;
  double median_us;
  double p99_us;
  double memory_mb;  ///< with three voters at rest, with more after the rounds
};
constexpr std::array<Bound, 2> kBounds{{{3, 100, 500, 10}, {32, 1e9, 5000, 64}}};

struct Bench {
  Bench(int voters, long lines, const std::string& log_level)
      : folder(fs::temp_directory_path() /
               ("gougi-bench-" + std::to_string(gougi::io::own_pid()))) {
    fs::create_directories(folder);
    std::string yaml = "consensus: optimistic\nengines:\n";  // waits for all
    for (int i = 0; i < voters; ++i) {
      times.push_back(folder / ("time" + std::to_string(i)));
      yaml += "  - command: ['" + kBin + "/instant-engine', '" + times.back().string() +
              "', 7g7f, '" + std::to_string(lines) + "']\n";
    }
    if (!log_level.empty()) yaml += "log: {directory: logs, level: " + log_level + "}\n";
    std::ofstream(folder / "bench.yaml") << yaml;
    relay = std::make_unique<Dialogue>(
        kBin + "/gougi", std::vector<std::string>{"--config", (folder / "bench.yaml").string()});
    relay->say("usi");
    relay->wait_for("usiok");
    relay->say("isready");
    relay->wait_for("readyok");
    relay->say("usinewgame");
  }
  ~Bench() {
    relay->say("quit");
    relay->wait_exit(Milliseconds(2000));
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }

  std::int64_t last_child_time() const {
    std::int64_t last = 0;
    for (const auto& file : times) {
      std::int64_t time = 0;
      std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(&time), sizeof time);
      last = std::max(last, time);
    }
    return last;
  }

  /// MiB; field is VmRSS or VmHWM.
  double memory_mb(const std::string& field) const {
    std::ifstream status("/proc/" + std::to_string(relay->pid()) + "/status");
    std::string line;
    while (std::getline(status, line)) {
      if (line.starts_with(field + ":")) return std::atof(line.c_str() + field.size() + 1) / 1024;
    }
    return 0;
  }

  fs::path folder;
  std::vector<fs::path> times;
  std::unique_ptr<Dialogue> relay;
};

/// Whether the bounds, if there are any for so many voters, were kept.
bool latency(int voters, int rounds, const std::string& log_level) {
  Bench bench(voters, 1, log_level);
  const double at_rest = bench.memory_mb("VmRSS");
  std::vector<double> microseconds;
  for (int i = 0; i < rounds; ++i) {
    bench.relay->forget();
    bench.relay->say("position startpos");
    bench.relay->say("go btime 0 wtime 0 byoyomi 10000");
    const auto heard = bench.relay->wait_for("bestmove", Milliseconds(5000));
    if (!heard) {
      std::printf("round %d: no bestmove\n", i);
      return false;
    }
    const auto at = heard->at.time_since_epoch().count();
    microseconds.push_back(static_cast<double>(at - bench.last_child_time()) / 1000.0);
  }
  std::sort(microseconds.begin(), microseconds.end());
  const auto at = [&](double q) {
    return microseconds[static_cast<std::size_t>(q * static_cast<double>(microseconds.size() - 1))];
  };
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

void flood(long lines, const std::string& log_level) {
  Bench bench(3, lines, log_level);
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
  flood(argc > 2 ? std::atol(argv[2]) : 1'000'000, log_level);
  return kept ? 0 : 1;
}
