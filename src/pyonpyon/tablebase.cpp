// SPDX-License-Identifier: MIT
#include "pyonpyon/tablebase.hpp"

#include <algorithm>
#include <thread>

namespace gougi::pyonpyon {
namespace {

constexpr int kMostPlies = 254;

/// Runs `work(begin, end)` over all numbers, in parts, on so many threads.
template <class Work>
void share_out(int threads, const Work& work) {
  constexpr std::uint32_t kPart = 1U << 20U;
  std::atomic<std::uint64_t> next{0};
  const auto take_parts = [&] {
    for (;;) {
      const std::uint64_t begin = next.fetch_add(kPart);
      if (begin >= kPositionCount) return;
      work(static_cast<std::uint32_t>(begin),
           static_cast<std::uint32_t>(std::min<std::uint64_t>(begin + kPart, kPositionCount)));
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(take_parts);
  take_parts();
  for (std::thread& other : others) other.join();
}

int move_count(const Position& position) {
  int count = 0;
  for (Squares own = position.stones(position.to_move); own != 0; own &= own - 1) {
    count += std::popcount(destinations(position.occupied(), first_square(own)));
  }
  return count;
}

}  // namespace

void Tablebase::count_moves(int threads) {
  share_out(threads, [this](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t number = begin; number < end; ++number) {
      const Position position = position_of(number);
      // Whoever has just moved and is home has won.
      const int moves = is_home(position, Side::kO) ? 0 : move_count(position);
      moves_left_[number] = static_cast<std::uint8_t>(moves);
      cells_[number] = moves == 0 ? 1 : 0;
    }
  });
}

// A move can be gone back: the positions before are those that the side that has just moved reaches
// by its moves.
void Tablebase::tell_predecessors(const Position& position, int plies) {
  std::array<std::uint32_t, 128> numbers;  // all first, so that memory answers them side by side
  std::size_t count = 0;
  for (Squares own = position.o; own != 0; own &= own - 1) {
    const int at = first_square(own);
    for (Squares from = destinations(position.occupied(), at); from != 0; from &= from - 1) {
      Position before = position;
      before.o ^= square_bit(at) | square_bit(first_square(from));
      before.to_move = Side::kO;
      const std::uint32_t number = number_of(before);
      __builtin_prefetch(&cells_[number]);
      numbers[count++] = number;
    }
  }
  const auto next = static_cast<std::uint8_t>(plies + 2);
  for (std::size_t i = 0; i < count; ++i) {
    std::atomic_ref<std::uint8_t> cell(cells_[numbers[i]]);
    if (cell.load(std::memory_order_relaxed) != 0) continue;
    // A move to a lost position wins; one more move to a won position is one that does not help.
    if (plies % 2 == 0 || std::atomic_ref<std::uint8_t>(moves_left_[numbers[i]])
                                  .fetch_sub(1, std::memory_order_relaxed) == 1) {
      cell.store(next, std::memory_order_relaxed);
    }
  }
}

std::uint64_t Tablebase::step_back(int plies, int threads) {
  std::atomic<std::uint64_t> found{0};
  share_out(threads, [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t here = 0;
    for (std::uint32_t number = begin; number < end; ++number) {
      if (std::atomic_ref<std::uint8_t>(cells_[number]).load(std::memory_order_relaxed) !=
          plies + 1) {
        continue;
      }
      ++here;
      tell_predecessors(position_of(number), plies);
    }
    found += here;
  });
  return found;
}

bool Tablebase::solve(int threads, const Progress& progress) {
  cells_.assign(kPositionCount, 0);
  moves_left_.assign(kPositionCount, 0);
  count_moves(threads);
  progress(0, kPositionCount);
  // A win can be longer than all losses known so far are, so one pass may find nothing; two end it.
  int empty_passes = 0;
  for (int plies = 0; empty_passes < 2; ++plies) {
    if (plies > kMostPlies - 1) return false;
    const std::uint64_t found = step_back(plies, threads);
    progress(plies + 1, found);
    empty_passes = found == 0 ? empty_passes + 1 : 0;
  }
  Cells().swap(moves_left_);
  return true;
}

Value Tablebase::value_of(std::uint32_t number) const {
  const int cell = cells_[number];
  if (cell == 0) return {};
  return {cell % 2 == 1 ? Value::Kind::kLoss : Value::Kind::kWin, cell - 1};
}

Census Tablebase::census() const {
  Census census;
  for (std::uint32_t number = 0; number < kPositionCount; ++number) {
    const Value value = value_of(number);
    ++(value.kind == Value::Kind::kDraw  ? census.draws
       : value.kind == Value::Kind::kWin ? census.wins
                                         : census.losses);
    if (value.plies > census.longest) {
      census.longest = value.plies;
      census.hardest = number;
    }
  }
  return census;
}

std::uint64_t count_reachable(const Position& start) {
  // By side to move; a position with o to move goes by the number of the turned one.
  using Set = std::vector<bool>;
  std::array<Set, 2> seen{Set(kPositionCount), Set(kPositionCount)};
  const auto index = [](Side side) { return static_cast<std::size_t>(side); };
  std::vector<Position> fresh{start};
  seen[index(start.to_move)][number_of(start)] = true;
  std::uint64_t count = 0;
  while (!fresh.empty()) {
    const Position position = fresh.back();
    fresh.pop_back();
    ++count;
    if (is_home(position, ~position.to_move) && !(position == start)) continue;
    MoveList moves;
    generate(position, moves);
    for (const Move move : moves) {
      const Position next = after(position, move);
      auto cell = seen[index(next.to_move)][number_of(next)];
      if (cell) continue;
      cell = true;
      fresh.push_back(next);
    }
  }
  return count;
}

}  // namespace gougi::pyonpyon
