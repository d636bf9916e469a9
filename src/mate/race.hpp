// SPDX-License-Identifier: MIT
// Several searches of one problem, each on a thread of its own: the first that is done answers, and
// the others stop. They share nothing. Used by both games' solvers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <vector>

#include "base/helper_threads.hpp"
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
/// search that gets no thread does not take part, and one that gets no memory leaves the others
/// alone; the calling thread's ends the race, and throws unless another one is done.
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
  base::HelperThreads helpers;
  const auto start = [&](std::size_t i) {
    return helpers.start([&, i] {
      const Stop told = [&winner, &mine = nodes[i]](const ProgressOf<Move>& progress) {
        mine.store(progress.nodes, std::memory_order_relaxed);
        return winner.load(std::memory_order_relaxed) != kNobody;
      };
      try {
        run(i, told);
      } catch (const std::bad_alloc&) {  // the others go on
      }
    });
  };
  std::size_t started = 1;
  while (started < count && start(started)) ++started;
  Reason reason = Reason::kNone;
  std::exception_ptr failure;
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
  } catch (...) {
    failure = std::current_exception();
  }
  int nobody = kNobody;
  winner.compare_exchange_strong(nobody, kGivenUp);
  helpers.join();
  const bool given_up = winner.load() == kGivenUp;
  if (given_up && failure) std::rethrow_exception(failure);
  RaceEnd<Found> end;
  end.winner = given_up ? std::size_t{0} : static_cast<std::size_t>(winner.load());
  end.finding = findings[end.winner];
  end.others_nodes = all_nodes() - searches[end.winner]->nodes();
  end.reason = given_up ? reason : Reason::kNone;
  return end;
}

}  // namespace gougi::mate
