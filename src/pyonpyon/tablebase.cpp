// SPDX-License-Identifier: MIT
#include "pyonpyon/tablebase.hpp"

#include <algorithm>
#include <atomic>

#include "base/helper_threads.hpp"

namespace gougi::pyonpyon {
namespace {

constexpr int kMostPlies = 254;
constexpr std::size_t kMostPieces = std::size_t{2} * kPiecesEach;
constexpr std::uint8_t kNotTheirs = 255;  // more than there are splits

/// Runs `work(begin, end)` over all boards, in parts, on so many threads, or as many as there are.
template <class Work>
void share_out(const Numbering& numbering, int threads, const Work& work) {
  constexpr std::uint32_t kBoardsEach = 4096;
  const std::uint32_t size = numbering.boards().size();
  std::atomic<std::uint32_t> next{0};
  const auto take_parts = [&] {
    for (;;) {
      const std::uint32_t begin = next.fetch_add(kBoardsEach);
      if (begin >= size) return;
      work(begin, std::min(begin + kBoardsEach, size));
    }
  };
  base::HelperThreads others;
  int started = 1;
  while (started < threads && others.start(take_parts)) ++started;
  take_parts();
}

std::uint8_t read(std::uint8_t& cell) {
  return std::atomic_ref<std::uint8_t>(cell).load(std::memory_order_relaxed);
}

/// A move of some board's piece: the same move for all positions of the board in which the piece is
/// that of whoever moves.
struct Hop {
  std::uint8_t piece = 0;    ///< of the board, counted from a1
  std::uint8_t place = 0;    ///< of the piece then, counted likewise on the new board
  std::uint32_t number = 0;  ///< of the first position of the new board, turned
};

class Hops {
 public:
  Hops(const Numbering& numbering, Squares board) {
    std::uint8_t piece = 0;
    for (Squares pieces = board; pieces != 0; pieces &= pieces - 1, ++piece) {
      const Squares at = pieces & (~pieces + 1);
      for (Squares to = destinations(board, first_square(at)); to != 0; to &= to - 1) {
        const Squares next = board ^ at ^ (to & (~to + 1));
        const int place = std::popcount(next & ((to & (~to + 1)) - 1));
        hops_[count_++] = {piece, static_cast<std::uint8_t>(place),
                           numbering.boards().place(turned(next)) * numbering.splits().size()};
      }
    }
  }
  const Hop* begin() const { return hops_.data(); }
  const Hop* end() const { return hops_.data() + count_; }

 private:
  std::array<Hop, kMostPieces*(kSquareCount - 2)> hops_;
  std::size_t count_ = 0;
};

/// Which split of the new board, turned, a split of the old one becomes by a hop of a piece of x or
/// of o.
class Exchanges {
 public:
  Exchanges(const Numbering& numbering, Side mover)
      : pieces_(static_cast<unsigned>(2 * numbering.pieces_each())),
        splits_(numbering.splits().size()),
        table_(std::size_t{pieces_} * pieces_ * splits_, kNotTheirs) {
    const std::uint32_t movers_bit = mover == Side::kX ? 1 : 0;
    for (unsigned piece = 0; piece < pieces_; ++piece) {
      for (std::uint32_t split = 0; split < splits_; ++split) {
        const std::uint32_t bits = numbering.splits().set(split);
        if ((bits >> piece & 1U) != movers_bit) continue;
        const std::uint32_t others = below(bits, piece) | (bits >> 1U & ~(bit(piece) - 1));
        for (unsigned place = 0; place < pieces_; ++place) {
          const std::uint32_t moved =
              below(others, place) | movers_bit << place | (others & ~(bit(place) - 1)) << 1U;
          table_[index(piece, place) + split] =
              static_cast<std::uint8_t>(numbering.splits().place(seen_by_the_other(moved)));
        }
      }
    }
  }
  /// By split: the new one, or kNotTheirs.
  const std::uint8_t* of(const Hop& hop) const { return &table_[index(hop.piece, hop.place)]; }

 private:
  static std::uint32_t bit(unsigned n) { return std::uint32_t{1} << n; }
  static std::uint32_t below(std::uint32_t bits, unsigned n) { return bits & (bit(n) - 1); }
  std::uint32_t seen_by_the_other(std::uint32_t bits) const {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < pieces_; ++i) {
      if (!(bits >> i & 1U)) result |= bit(pieces_ - 1 - i);
    }
    return result;
  }
  std::size_t index(unsigned piece, unsigned place) const {
    return (std::size_t{piece} * pieces_ + place) * splits_;
  }

  unsigned pieces_;
  std::uint32_t splits_;
  std::vector<std::uint8_t> table_;
};

/// A board's positions with something in common, by split.
class Found {
 public:
  void push(std::uint32_t split) { splits_[count_++] = static_cast<std::uint8_t>(split); }
  std::size_t size() const { return count_; }
  const std::uint8_t* begin() const { return splits_.data(); }
  const std::uint8_t* end() const { return splits_.data() + count_; }

 private:
  std::array<std::uint8_t, 256> splits_;
  std::size_t count_ = 0;
};

/// Counts cells of the table.
class Tally {
 public:
  void add(std::uint8_t cell, std::uint32_t number, Side to_move) {
    ++counts_[cell];
    if (cell <= most_) return;
    most_ = cell;
    hardest_ = number;
    to_move_ = to_move;
  }
  Census census(const Numbering& numbering) const {
    Census census;
    census.draws = counts_[0];
    census.decided.assign(counts_.begin() + 1, counts_.begin() + 1 + most_);
    census.hardest = numbering.position_of(hardest_);
    if (to_move_ == Side::kO) census.hardest = turned(census.hardest);
    return census;
  }

 private:
  std::array<std::uint64_t, 256> counts_{};
  std::uint8_t most_ = 0;
  std::uint32_t hardest_ = 0;
  Side to_move_ = Side::kX;
};

}  // namespace

std::uint64_t Census::wins() const {
  std::uint64_t sum = 0;
  for (std::size_t plies = 1; plies < decided.size(); plies += 2) sum += decided[plies];
  return sum;
}

std::uint64_t Census::losses() const {
  std::uint64_t sum = 0;
  for (std::size_t plies = 0; plies < decided.size(); plies += 2) sum += decided[plies];
  return sum;
}

Tablebase::Tablebase(int pieces_each) : numbering_(pieces_each) {}

void Tablebase::count_moves(int threads, const Stop& stop) {
  share_out(numbering_, threads, [&](std::uint32_t begin, std::uint32_t end) {
    if (stop && stop()) return;  // nothing is known before all are counted
    for (std::uint32_t place = begin; place < end; ++place) {
      std::array<int, kMostPieces> moves{};  // by piece
      for (const Hop& hop : Hops(numbering_, numbering_.boards().set(place))) ++moves[hop.piece];
      for (std::uint32_t split = 0; split < numbering_.splits().size(); ++split) {
        const std::uint32_t number = place * numbering_.splits().size() + split;
        int count = 0;
        // Whoever has just moved and is home has won.
        if (!is_home(numbering_.position_of(number), Side::kO)) {
          for (std::uint32_t own = numbering_.splits().set(split); own != 0; own &= own - 1) {
            count += moves[static_cast<std::size_t>(std::countr_zero(own))];
          }
        }
        moves_left_[number] = static_cast<std::uint8_t>(count);
        cells_[number] = count == 0 ? 1 : 0;
      }
    }
  });
}

// A move can be gone back: the positions before are those that the side that has just moved reaches
// by its moves.
std::uint64_t Tablebase::step_back(int plies, int threads) {
  const Exchanges exchanges(numbering_, Side::kO);
  const auto next = static_cast<std::uint8_t>(plies + 2);
  std::atomic<std::uint64_t> found{0};
  share_out(numbering_, threads, [&](std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t splits = numbering_.splits().size();
    std::uint64_t count = 0;
    for (std::uint32_t place = begin; place < end; ++place) {
      Found here;
      std::uint8_t* const cells = &cells_[std::size_t{place} * splits];
      for (std::uint32_t split = 0; split < splits; ++split) {
        if (read(cells[split]) == plies + 1) here.push(split);
      }
      if (here.size() == 0) continue;
      count += here.size();
      for (const Hop& hop : Hops(numbering_, numbering_.boards().set(place))) {
        const std::uint8_t* const before = exchanges.of(hop);
        for (const std::uint8_t split : here) {
          if (before[split] == kNotTheirs) continue;
          const std::uint32_t number = hop.number + before[split];
          std::atomic_ref<std::uint8_t> cell(cells_[number]);
          if (cell.load(std::memory_order_relaxed) != 0) continue;
          // A move to a lost position wins; one to a won position is one more that does not help.
          if (plies % 2 == 0 || std::atomic_ref<std::uint8_t>(moves_left_[number])
                                        .fetch_sub(1, std::memory_order_relaxed) == 1) {
            cell.store(next, std::memory_order_relaxed);
          }
        }
      }
    }
    found += count;
  });
  return found;
}

bool Tablebase::solve(int threads, const Progress& progress, const Stop& stop) {
  cells_.assign(numbering_.count(), 0);
  moves_left_.assign(numbering_.count(), 0);
  count_moves(threads, stop);
  if (stop && stop()) return false;
  progress(0, numbering_.count());
  // A win can be longer than all losses known so far are, so one pass may find nothing; two end it.
  int empty_passes = 0;
  for (int plies = 0; empty_passes < 2; ++plies) {
    if (plies > kMostPlies - 1 || (stop && stop())) return false;
    const std::uint64_t found = step_back(plies, threads);
    progress(plies + 1, found);
    empty_passes = found == 0 ? empty_passes + 1 : 0;
  }
  std::vector<std::uint8_t>().swap(moves_left_);
  return true;
}

Census Tablebase::census() const {
  Tally tally;
  for (std::uint32_t number = 0; number < numbering_.count(); ++number) {
    tally.add(cells_[number], number, Side::kX);
  }
  return tally.census(numbering_);
}

Reach Tablebase::reach(const Position& start, int threads, const ReachProgress& progress,
                       const Stop& stop) const {
  // Two bits for each side that can be the one to move, seen as x: reached, and gone on from.
  constexpr std::array<std::uint8_t, 2> kReached{1, 2};
  constexpr std::array<std::uint8_t, 2> kDone{4, 8};
  const Exchanges exchanges(numbering_, Side::kX);
  const std::uint32_t splits = numbering_.splits().size();
  std::vector<std::uint8_t> marks(numbering_.count());
  const std::uint32_t first = numbering_.number_of(start);
  auto side = static_cast<std::size_t>(start.to_move);
  marks[first] = kReached[side];
  bool begins = true;
  std::atomic<std::uint64_t> found{0};
  // The positions of one ply: all have the same side to move, those behind them the other.
  const auto sweep = [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t count = 0;
    for (std::uint32_t place = begin; place < end; ++place) {
      Found fresh;
      std::uint8_t* const here = &marks[std::size_t{place} * splits];
      for (std::uint32_t split = 0; split < splits; ++split) {
        if ((read(here[split]) & (kReached[side] | kDone[side])) != kReached[side]) continue;
        std::atomic_ref<std::uint8_t>(here[split]).fetch_or(kDone[side], std::memory_order_relaxed);
        ++count;
        if (cells_[std::size_t{place} * splits + split] != 1 || begins) fresh.push(split);
      }
      if (fresh.size() == 0) continue;
      for (const Hop& hop : Hops(numbering_, numbering_.boards().set(place))) {
        const std::uint8_t* const behind = exchanges.of(hop);
        for (const std::uint8_t split : fresh) {
          if (behind[split] == kNotTheirs) continue;
          std::uint8_t& mark = marks[hop.number + behind[split]];
          if (read(mark) & kReached[1 - side]) continue;
          std::atomic_ref<std::uint8_t>(mark).fetch_or(kReached[1 - side],
                                                       std::memory_order_relaxed);
        }
      }
    }
    found += count;
  };
  Reach reach;
  for (; !stop || !stop(); side = 1 - side, begins = false) {
    found = 0;
    share_out(numbering_, threads, sweep);
    if (found == 0) break;
    progress(static_cast<int>(reach.by_ply.size()), found);
    reach.by_ply.push_back(found);
  }
  Tally tally;
  for (std::uint32_t number = 0; number < numbering_.count(); ++number) {
    for (const Side each : {Side::kX, Side::kO}) {
      if (marks[number] & kReached[static_cast<std::size_t>(each)]) {
        tally.add(cells_[number], number, each);
      }
    }
  }
  reach.census = tally.census(numbering_);
  return reach;
}

}  // namespace gougi::pyonpyon
