// SPDX-License-Identifier: MIT
// A council of engines that answer at once (instant_engine.cpp), behind the real relay: what the
// benchmarks of the relay measure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "integration/dialogue.hpp"
#include "io/process_info.hpp"

namespace gougi::bench {

namespace fs = std::filesystem;
using base::Milliseconds;
using testing::Dialogue;

inline const std::string kBin = GOUGI_BIN_DIR;

/// The relay, its handshake behind it.
struct Council {
  Council(int voters, long lines, const std::string& log_level, int live_port = 0)
      : folder(fs::temp_directory_path() /
               ("gougi-bench-" + std::to_string(gougi::io::own_pid()))) {
    fs::create_directories(folder);
    std::string yaml = "consensus: optimistic\n";  // waits for all
    if (live_port > 0) yaml += "live: {port: " + std::to_string(live_port) + "}\n";
    yaml += "engines:\n";
    for (int i = 0; i < voters; ++i) {
      times.push_back(folder / ("time" + std::to_string(i)));
      yaml += "  - command: ['" + kBin + "/instant-engine', '" + times.back().string() +
              "', 7g7f, '" + std::to_string(lines) + "']\n";
    }
    if (!log_level.empty()) yaml += "log: {directory: logs, level: " + log_level + "}\n";
    std::ofstream(folder / "bench.yaml") << yaml;
    relay = std::make_unique<Dialogue>(
        kBin + "/gougi", std::vector<std::string>{"--config", (folder / "bench.yaml").string()},
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", folder.string()}});
    constexpr Milliseconds kPatience{60'000};
    relay->say("usi");
    relay->wait_for("usiok", kPatience);
    relay->say("isready");
    relay->wait_for("readyok", kPatience);
    relay->say("usinewgame");
  }
  ~Council() {
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

  /// User and system, of all threads since its start.
  double processor_seconds() const {
    double nanoseconds = 0;
    for (const auto& thread :
         fs::directory_iterator("/proc/" + std::to_string(relay->pid()) + "/task")) {
      double of_thread = 0;
      std::ifstream(thread.path() / "schedstat") >> of_thread;
      nanoseconds += of_thread;
    }
    return nanoseconds / 1e9;
  }

  fs::path folder;
  std::vector<fs::path> times;
  std::unique_ptr<Dialogue> relay;
};

/// From the last child's bestmove to ours, sorted; shorter than `rounds` if one never came.
/// `pause` lies between the rounds.
inline std::vector<double> latencies(Council& council, int rounds, Milliseconds pause = {}) {
  std::vector<double> microseconds;
  for (int i = 0; i < rounds; ++i) {
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
    council.relay->forget();
    council.relay->say("position startpos");
    council.relay->say("go btime 0 wtime 0 byoyomi 10000");
    const auto heard = council.relay->wait_for("bestmove", Milliseconds(5000));
    if (!heard) {
      std::printf("round %d: no bestmove\n", i);
      break;
    }
    const auto at = heard->at.time_since_epoch().count();
    microseconds.push_back(static_cast<double>(at - council.last_child_time()) / 1000.0);
  }
  std::sort(microseconds.begin(), microseconds.end());
  return microseconds;
}

inline double quantile(const std::vector<double>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

}  // namespace gougi::bench
