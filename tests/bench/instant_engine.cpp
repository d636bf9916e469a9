// SPDX-License-Identifier: MIT
// An engine that answers `go` at once and writes down when, and floods on demand: the child of the
// relay's benchmark. Arguments: FILE (the time of its last bestmove goes there, nanoseconds of the
// steady clock), MOVE (its answer), LINES (info lines before it, default 1).
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

void write_time(std::FILE* file) {
  const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::rewind(file);
  std::fwrite(&now, sizeof now, 1, file);
  std::fflush(file);
}

void flood(long lines) {
  std::string block;
  for (long i = 0; i < lines; ++i) {
    block += "info depth " + std::to_string(1 + i % 20) + " seldepth 30 score cp " +
             std::to_string(i % 100) + " nodes " + std::to_string(i * 100) +
             " nps 1000000 time 1000 pv 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h\n";
    if (block.size() > 60'000) {
      std::fwrite(block.data(), 1, block.size(), stdout);
      block.clear();
    }
  }
  std::fwrite(block.data(), 1, block.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::FILE* times = std::fopen(argv[1], "wb");
  if (times == nullptr) return 2;
  const std::string move = argv[2];
  const long lines = argc > 3 ? std::atol(argv[3]) : 1;
  char line[65536];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    if (std::strncmp(line, "usi", 3) == 0 && line[3] < ' ') {
      std::puts("id name instant\nusiok");
    } else if (std::strncmp(line, "isready", 7) == 0) {
      std::puts("readyok");
    } else if (std::strncmp(line, "go", 2) == 0) {
      flood(lines);
      write_time(times);
      std::printf("bestmove %s\n", move.c_str());
    } else if (std::strncmp(line, "quit", 4) == 0) {
      break;
    }
    std::fflush(stdout);
  }
  return 0;
}
