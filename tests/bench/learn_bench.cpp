// SPDX-License-Identifier: MIT
// How many positions a second the trainer learns from, one thread after the other kind of network,
// and with all threads that are asked for. Positions are those of random games, some forty pieces
// each, as in real ones. Exit code 1 if one core stays below what is promised.
//   build/bin/learn-bench [--positions N] [--threads N]
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "learn/trainer.hpp"
#include "shogi/game.hpp"
#include "shogi/movegen.hpp"

namespace gougi::testing {
namespace {

std::vector<std::byte> positions_of_random_games(int count) {
  base::Random random(1);
  std::vector<std::byte> bytes;
  while (bytes.size() < static_cast<std::size_t>(count) * learn::kTeacherBytes) {
    shogi::Game game;
    for (int ply = 0; ply < 120; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(game.position(), moves);
      if (moves.empty()) break;
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      if (!game.play(moves[static_cast<int>(pick)])) break;
      learn::TeacherPosition teacher;
      teacher.position = *learn::pack(game.position());
      teacher.score = static_cast<std::int16_t>(static_cast<int>(random.below(2000)) - 1000);
      std::array<std::byte, learn::kTeacherBytes> record{};
      learn::write_teacher(teacher, record);
      bytes.insert(bytes.end(), record.begin(), record.end());
    }
  }
  bytes.resize(static_cast<std::size_t>(count) * learn::kTeacherBytes);
  return bytes;
}

/// What is measured, and promised of one core in positions a second.
struct Promise {
  std::string name;
  eval::NnueKind kind;
  std::size_t width;
  double least;
};

/// Positions a second, the second epoch counted.
double measure(const Promise& promise, unsigned threads, const learn::Lessons& lessons) {
  learn::TrainerSettings settings;
  settings.threads = threads;
  learn::Trainer trainer(settings, lessons, learn::Model(promise.kind, 1, promise.width));
  trainer.run_epoch();
  const auto begun = std::chrono::steady_clock::now();
  trainer.run_epoch();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
  return static_cast<double>(lessons.size()) / taken.count();
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) {
  using namespace gougi;
  int positions = 200'000;
  int threads = 2;
  testing::read_numbers(argc, argv, {{"--positions", &positions}, {"--threads", &threads}});
  const auto bytes = testing::positions_of_random_games(positions);
  learn::Lessons lessons;
  lessons.add(bytes, nullptr);
  using Kind = eval::NnueKind;
  constexpr std::size_t kUsual = eval::kNnueWidth;
  bool holds = true;
  for (const testing::Promise& promise :
       {testing::Promise{"mirrored 256x2", Kind::kMirrored, kUsual, 60'000},
        testing::Promise{"mirrored 128x2", Kind::kMirrored, learn::Model::kNarrowWidth, 100'000},
        testing::Promise{"K-P 256x2-32-32", Kind::kKP, kUsual, 60'000}}) {
    const double one = testing::measure(promise, 1, lessons);
    const double all = testing::measure(promise, static_cast<unsigned>(threads), lessons);
    std::printf("%-24s %9.0f positions/s with one thread, %9.0f with %d; promised %.0f\n",
                promise.name.c_str(), one, all, threads, promise.least);
    holds = holds && one >= promise.least;
  }
  return holds ? 0 : 1;
}
