// SPDX-License-Identifier: MIT
#include "app/mate_answer.hpp"

#include <algorithm>

namespace gougi::app {
namespace {

void report(usi::SearchHost& host, const mate::MateProgress& progress, base::Duration used) {
  const std::int64_t ms = base::to_ms(used).count();
  usi::InfoAnswer info;
  info.depth = progress.depth;
  info.time_ms = ms;
  info.nodes = static_cast<std::int64_t>(progress.nodes);
  if (ms > 0) info.nps = static_cast<std::int64_t>(progress.nodes) * 1000 / ms;
  info.hashfull = progress.per_mille_full;
  host.info(info);
}

}  // namespace

usi::CheckMateAnswer answer_mate(mate::Solver& solver, const shogi::Position& position,
                                 const usi::MateLimits& limits, const MateAnswering& how,
                                 usi::SearchHost& host) {
  std::optional<base::Duration> allowed;
  if (limits.time) allowed = std::max<base::Duration>(*limits.time - how.delay, *limits.time / 2);
  const base::TimePoint start = base::Clock::now();
  base::TimePoint next_report = start + how.interval;
  mate::MateLimits mate_limits;
  mate_limits.nodes = limits.nodes;
  mate_limits.post = how.post;
  mate_limits.role = how.role;
  const mate::MateResult result =
      solver.solve(position, mate_limits, [&](const mate::MateProgress& progress) {
        const base::TimePoint now = base::Clock::now();
        if (now >= next_report) {
          next_report = now + how.interval;
          report(host, progress, now - start);
        }
        return host.stop_requested() || (allowed && now - host.clock_start() >= *allowed);
      });
  switch (result.verdict) {
    case mate::Verdict::kMate: {
      if (result.moves.empty()) host.message("checkmate: the side to move is mated already");
      usi::InfoAnswer info;
      info.depth = static_cast<int>(result.moves.size());
      info.time_ms = base::to_ms(base::Clock::now() - start).count();
      info.nodes = static_cast<std::int64_t>(result.nodes);
      const int plies = static_cast<int>(result.moves.size());
      info.score = usi::Score::mate_in(how.role == mate::Role::kAttacker ? plies : -plies);
      info.pv = result.moves;
      host.info(info);
      return {usi::CheckMateFound{result.moves}};
    }
    case mate::Verdict::kNoMate:
      return {usi::NoMate{}};
    case mate::Verdict::kUnknown:
      break;
  }
  switch (result.reason) {
    case mate::Reason::kStopped:
      return {usi::MateTimeout{}};
    case mate::Reason::kDepth:
      host.message("no answer: there may be a mate of more plies than are looked at");
      break;
    case mate::Reason::kNodes:
    case mate::Reason::kNone:
      host.message("no answer: the node limit is reached");
      break;
  }
  return {usi::MateUnknown{}};
}

}  // namespace gougi::app
