// SPDX-License-Identifier: MIT
// What the relay costs: latency from the last child's bestmove to its own, info lines a second from
// three flooding children, and its memory. Prints one line a figure. Run it on an idle machine:
//   build/bin/relay-bench [ROUNDS [LINES [LOG-LEVEL]]]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "io/process_info.hpp"

namespace {

namespace fs = std::filesystem;
using gougi::base::Milliseconds;
using gougi::testing::Dialogue;

const std::string kBin = GOUGI_BIN_DIR;

struct Bench {
  Bench(long lines, const std::string& log_level)
      : folder(fs::temp_directory_path() /
               ("gougi-bench-" + std::to_string(gougi::io::own_pid()))) {
    fs::create_directories(folder);
    std::string yaml = "engines:\n";
    for (int i = 0; i < 3; ++i) {
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

  /// Kilobytes; field is VmRSS or VmHWM.
  long memory(const std::string& field) const {
    std::ifstream status("/proc/" + std::to_string(relay->pid()) + "/status");
    std::string line;
    while (std::getline(status, line)) {
      if (line.starts_with(field + ":")) return std::atol(line.c_str() + field.size() + 1);
    }
    return 0;
  }

  fs::path folder;
  std::vector<fs::path> times;
  std::unique_ptr<Dialogue> relay;
};

void latency(int rounds, const std::string& log_level) {
  Bench bench(1, log_level);
  std::printf("memory at rest: %.1f MB\n", static_cast<double>(bench.memory("VmRSS")) / 1024.0);
  std::vector<double> microseconds;
  for (int i = 0; i < rounds; ++i) {
    bench.relay->forget();
    bench.relay->say("position startpos");
    bench.relay->say("go btime 0 wtime 0 byoyomi 10000");
    const auto heard = bench.relay->wait_for("bestmove", Milliseconds(5000));
    if (!heard) {
      std::printf("round %d: no bestmove\n", i);
      return;
    }
    const auto at = heard->at.time_since_epoch().count();
    microseconds.push_back(static_cast<double>(at - bench.last_child_time()) / 1000.0);
  }
  std::sort(microseconds.begin(), microseconds.end());
  const auto at = [&](double q) {
    return microseconds[static_cast<std::size_t>(q * static_cast<double>(microseconds.size() - 1))];
  };
  std::printf(
      "latency of 3 voters over %d rounds: median %.1f us, p90 %.1f us, p99 %.1f us, most %.1f "
      "us\n",
      rounds, at(0.5), at(0.9), at(0.99), at(1.0));
}

void flood(long lines, const std::string& log_level) {
  Bench bench(lines, log_level);
  const long before = bench.memory("VmRSS");
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
      lines, seconds, 3.0 * static_cast<double>(lines) / seconds,
      static_cast<double>(before) / 1024.0, static_cast<double>(bench.memory("VmHWM")) / 1024.0,
      bench.relay->count("info depth"));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string log_level = argc > 3 ? argv[3] : "";
  latency(argc > 1 ? std::atoi(argv[1]) : 5000, log_level);
  flood(argc > 2 ? std::atol(argv[2]) : 1'000'000, log_level);
  return 0;
}
