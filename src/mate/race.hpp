// SPDX-License-Identifier: MIT
// Several searches of one problem, each on a thread of its own: the first that is done answers, and
// the others stop. They share nothing. Used by both games' solvers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "mate/mate_terms.hpp"

namespace gougi::mate {

/// How a race ended.
template <class Found>
struct RaceEnd {
  Found finding;           ///< of the first search that is done; open: none is
  std::size_t winner = 0;  ///< that search; the first one if none is done
  std::uint64_t others_nodes = 0;
  Reason reason = Reason::kNone;  ///< why none is done
};

/// Runs `prove(search, limits, stop)`, which may throw std::bad_alloc, for each of `searches`, the
/// first one on the calling thread, which alone asks `stop`. `limits.nodes` are for all together. A
/// search that gets no memory leaves the others alone; the calling thread's ends the race, and
/// throws unless another one is done.
template <class Move, class Search, class Prove>
auto race(const std::vector<std::unique_ptr<Search>>& searches, const MateLimits& limits,
          const std::function<bool(const ProgressOf<Move>&)>& stop, const Prove& prove) {
  using Stop = std::function<bool(const ProgressOf<Move>&)>;
  using Found = decltype(prove(*searches[0], limits, stop));
  constexpr int kNobody = -1;
  constexpr int kGivenUp = -2;
  const std::size_t count = searches.size();
  std::atomic<int> winner{kNobody};
  std::vector<std::atomic<std::uint64_t>> nodes(count);
  std::vector<Found> findings(count);
  const auto all_nodes = [&nodes] {
    std::uint64_t sum = 0;
    for (const auto& each : nodes) sum += each.load(std::memory_order_relaxed);
    return sum;
  };
  MateLimits own = limits;
  own.nodes.reset();
  const auto run = [&](std::size_t i, const Stop& own_stop) {
    findings[i] = prove(*searches[i], own, own_stop);
    nodes[i].store(searches[i]->nodes());
    int nobody = kNobody;
    if (!findings[i].is_open()) winner.compare_exchange_strong(nobody, static_cast<int>(i));
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < count; ++i) {
    helpers.emplace_back([&, i] {
      const Stop told = [&winner, &mine = nodes[i]](const ProgressOf<Move>& progress) {
        mine.store(progress.nodes, std::memory_order_relaxed);
        return winner.load(std::memory_order_relaxed) != kNobody;
      };
      try {
        run(i, told);
      } catch (const std::bad_alloc&) {  // the others go on
      }
    });
  }
  Reason reason = Reason::kNone;
  bool is_out_of_memory = false;
  try {
    run(0, [&](const ProgressOf<Move>& progress) {
      nodes[0].store(progress.nodes, std::memory_order_relaxed);
      if (winner.load(std::memory_order_relaxed) != kNobody) return true;
      ProgressOf<Move> whole = progress;
      whole.nodes = all_nodes();
      if (limits.nodes && whole.nodes >= *limits.nodes) reason = Reason::kNodes;
      if (stop && stop(whole)) reason = Reason::kStopped;
      return reason != Reason::kNone;
    });
  } catch (const std::bad_alloc&) {
    is_out_of_memory = true;
  }
  int nobody = kNobody;
  winner.compare_exchange_strong(nobody, kGivenUp);
  for (std::thread& helper : helpers) helper.join();
  const bool given_up = winner.load() == kGivenUp;
  if (given_up && is_out_of_memory) throw std::bad_alloc();
  RaceEnd<Found> end;
  end.winner = given_up ? std::size_t{0} : static_cast<std::size_t>(winner.load());
  end.finding = findings[end.winner];
  end.others_nodes = all_nodes() - searches[end.winner]->nodes();
  end.reason = given_up ? reason : Reason::kNone;
  return end;
}

}  // namespace gougi::mate
