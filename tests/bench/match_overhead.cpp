// SPDX-License-Identifier: MIT
// What `gougi match` adds to each move: from one engine's bestmove to the other's go, both ways
// through their pipes, as two engines that answer at once write it down themselves.
//   build/bin/match-overhead [GAMES]
// Prints the percentiles in milliseconds. Exit code 1 if the median is above the 0.3 ms promised.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using Stamp = std::array<std::int64_t, 2>;  // go came, bestmove went; nanoseconds

std::vector<Stamp> read_log(const std::filesystem::path& file) {
  std::vector<Stamp> stamps;
  std::ifstream stream(file, std::ios::binary);
  for (Stamp stamp; stream.read(reinterpret_cast<char*>(stamp.data()), sizeof stamp);) {
    stamps.push_back(stamp);
  }
  return stamps;
}

}  // namespace

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  const std::string games = argc > 1 ? argv[1] : "100";
  const fs::path folder = fs::temp_directory_path() / "gougi-match-overhead";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string bin = GOUGI_BIN_DIR;
  std::string command =
      bin + "/gougi match --time \"byoyomi 10000\" --max-plies 60 --quiet on --games " + games;
  for (const char* const name : {"first", "second"}) {
    const std::string base = (folder / name).string();
    command += " --" + std::string(name) + " \"" + bin + "/instant-engine " + base + ".times " +
               "2h3h,3h2h/8b7b,7b6b,6b5b,5b4b,4b3b,3b4b,4b5b,5b6b,6b7b,7b8b 1 " + base + ".log\"";
  }
  if (std::system(command.c_str()) != 0) return 2;
  const auto first = read_log(folder / "first.log");
  const auto second = read_log(folder / "second.log");
  std::vector<Stamp> all(first);
  all.insert(all.end(), second.begin(), second.end());
  std::sort(all.begin(), all.end());
  // Between two games there is more to do than a move's work: isready, the record, usinewgame.
  constexpr std::size_t kMovesAGame = 60;
  std::vector<double> waits;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (i % kMovesAGame == 0) continue;
    waits.push_back(static_cast<double>(all[i][0] - all[i - 1][1]) / 1e6);
  }
  fs::remove_all(folder);
  if (waits.empty()) return 2;
  std::sort(waits.begin(), waits.end());
  const auto at = [&](double share) {
    return waits[static_cast<std::size_t>(share * static_cast<double>(waits.size() - 1))];
  };
  std::printf("%zu moves: median %.3f ms, 90 %% %.3f, 99 %% %.3f, longest %.3f\n", waits.size(),
              at(0.5), at(0.9), at(0.99), waits.back());
  return at(0.5) <= 0.3 ? 0 : 1;
}
