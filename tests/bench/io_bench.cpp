// SPDX-License-Identifier: MIT
// What a child process costs us: the round trip of a line through one child, and the lines a second
// that three flooding children get through one loop. Prints one line a figure.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "io/child_process.hpp"
#include "io/process_info.hpp"

namespace {

using namespace gougi;
using Clock = std::chrono::steady_clock;

std::shared_ptr<io::ChildProcess> launch(io::EventLoop& loop,
                                         io::ChildProcess::Callbacks callbacks) {
  const auto program = io::find_program("probe-child", io::own_executable().parent_path(), {});
  if (!program) {
    std::fprintf(stderr, "%s\n", program.error().message.c_str());
    std::exit(1);
  }
  return *io::ChildProcess::launch(loop, {*program, {}, {}, {}}, std::move(callbacks));
}

double microseconds(Clock::duration d) {
  return std::chrono::duration<double, std::micro>(d).count();
}

void measure_round_trip(int rounds) {
  io::EventLoop loop;
  std::shared_ptr<io::ChildProcess> child;
  std::vector<double> times;
  Clock::time_point sent;
  io::ChildProcess::Callbacks callbacks;
  callbacks.on_line = [&](std::string_view) {
    times.push_back(microseconds(Clock::now() - sent));
    if (static_cast<int>(times.size()) == rounds) return loop.stop();
    sent = Clock::now();
    child->write_line("position startpos moves 7g7f 3c3d");
  };
  child = launch(loop, std::move(callbacks));
  child->write_line("mirror");
  sent = Clock::now();
  child->write_line("first");
  loop.run();
  std::sort(times.begin(), times.end());
  std::printf("round trip through a child: median %.1f us, p99 %.1f us, max %.1f us (%d rounds)\n",
              times[times.size() / 2], times[times.size() * 99 / 100], times.back(), rounds);
}

void measure_flood(long lines) {
  io::EventLoop loop;
  std::vector<std::shared_ptr<io::ChildProcess>> children;
  long heard = 0;
  std::size_t bytes = 0;
  int ended = 0;
  for (int i = 0; i < 3; ++i) {
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&](std::string_view line) {
      ++heard;
      bytes += line.size() + 1;
      if (line == "flood end" && ++ended == 3) loop.stop();
    };
    children.push_back(launch(loop, std::move(callbacks)));
  }
  const auto start = Clock::now();
  for (const auto& child : children) child->write_line("flood " + std::to_string(lines));
  loop.run();
  const double seconds = microseconds(Clock::now() - start) / 1e6;
  std::printf(
      "three floods: %.2f million lines/s, %.0f MB/s (%ld lines of %.0f bytes); "
      "resident %.1f MB\n",
      static_cast<double>(heard) / seconds / 1e6, static_cast<double>(bytes) / seconds / 1e6, heard,
      static_cast<double>(bytes) / static_cast<double>(heard),
      static_cast<double>(io::resident_memory()) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::max(1, std::atoi(argv[1])) : 100;  // percent
  measure_round_trip(200 * scale);
  measure_flood(20000L * scale);
}
