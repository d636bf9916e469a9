// SPDX-License-Identifier: MIT
// An engine that answers `go` at once and writes down when, and floods on demand: the child of the
// relay's benchmark. Arguments: FILE (the time of its last bestmove goes there, nanoseconds of the
// steady clock), MOVE (its answer, or its answers in turn as Black and White, "A,B/C,D"), LINES
// (info lines before it, default 1), LOG (when each `go` came and when it was answered is
// appended). With the one argument --busy it only keeps a processor busy until its input ends.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

void write_time(std::FILE* file) {
  const std::int64_t time = now();
  std::rewind(file);
  std::fwrite(&time, sizeof time, 1, file);
  std::fflush(file);
}

// A line of thought mostly begins as the one before.
constexpr const char* kEnds[] = {"8d8e 6i7h", "8d8e 7i6h", "4a3b 6i7h"};

void flood(long lines) {
  std::string block;
  for (long i = 0; i < lines; ++i) {
    block += "info depth " + std::to_string(1 + i % 20) + " seldepth 30 score cp " +
             std::to_string(i % 100) + " nodes " + std::to_string(i * 100) +
             " nps 1000000 time 1 pv 7g7f 3c3d 2g2f 8c8d 2f2e " + kEnds[i % 3] + "\n";
    if (block.size() > 60'000) {
      std::fwrite(block.data(), 1, block.size(), stdout);
      block.clear();
    }
  }
  std::fwrite(block.data(), 1, block.size(), stdout);
}

// The entry of "A,B/C,D" for the side to move after the moves of a position line: Black's list
// stands before the slash, White's behind it, and each begins anew at its end. Without a slash: all
// of it.
std::string answer_to(const std::string& lists, const char* position) {
  const std::size_t slash = lists.find('/');
  if (slash == std::string::npos) return lists;
  const char* moves = std::strstr(position, " moves");
  std::size_t count = 0;
  for (const char* at = moves == nullptr ? "" : moves + 6; *at != '\0'; ++at) {
    if (*at == ' ') ++count;
  }
  const std::string list = count % 2 == 0 ? lists.substr(0, slash) : lists.substr(slash + 1);
  std::vector<std::string> words(1);
  for (const char c : list) {
    if (c == ',') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words[count / 2 % words.size()];
}

[[noreturn]] void keep_busy() {
  std::thread([] {
    for (volatile std::uint64_t turns = 0;;) turns = turns + 1;
  }).detach();
  while (std::getchar() != EOF) {
  }
  std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--busy") == 0) keep_busy();
  if (argc < 3) return 2;
  std::FILE* times = std::fopen(argv[1], "wb");
  if (times == nullptr) return 2;
  const std::string moves = argv[2];
  const long lines = argc > 3 ? std::atol(argv[3]) : 1;
  std::FILE* log = argc > 4 ? std::fopen(argv[4], "ab") : nullptr;
  std::string position;
  char line[65536];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    if (std::strncmp(line, "usi", 3) == 0 && line[3] < ' ') {
      std::puts("id name instant\nusiok");
    } else if (std::strncmp(line, "isready", 7) == 0) {
      std::puts("readyok");
    } else if (std::strncmp(line, "position", 8) == 0) {
      position = line;
    } else if (std::strncmp(line, "go", 2) == 0) {
      std::int64_t asked_and_answered[2] = {now(), 0};
      const std::string move = answer_to(moves, position.c_str());
      flood(lines);
      if (log == nullptr) write_time(times);
      asked_and_answered[1] = now();
      std::printf("bestmove %s\n", move.c_str());
      if (log != nullptr) std::fwrite(asked_and_answered, sizeof asked_and_answered, 1, log);
    } else if (std::strncmp(line, "quit", 4) == 0) {
      break;
    }
    std::fflush(stdout);
  }
  return 0;
}
