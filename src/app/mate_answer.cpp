// SPDX-License-Identifier: MIT
#include "app/mate_answer.hpp"

#include <algorithm>

namespace gougi::app {
namespace {

/// Between two lines on the progress: GUIs redraw a few times a second.
constexpr base::Milliseconds kReportInterval{500};

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
                                 const usi::MateLimits& limits, base::Milliseconds delay,
                                 usi::SearchHost& host) {
  std::optional<base::Duration> allowed;
  if (limits.time) allowed = std::max<base::Duration>(*limits.time - delay, *limits.time / 2);
  const base::TimePoint start = base::Clock::now();
  base::TimePoint next_report = start + kReportInterval;
  mate::MateLimits mate_limits;
  mate_limits.nodes = limits.nodes;
  const mate::MateResult result =
      solver.solve(position, mate_limits, [&](const mate::MateProgress& progress) {
        const base::TimePoint now = base::Clock::now();
        if (now >= next_report) {
          next_report = now + kReportInterval;
          report(host, progress, now - start);
        }
        return host.stop_requested() || (allowed && now - host.clock_start() >= *allowed);
      });
  switch (result.verdict) {
    case mate::Verdict::kMate: {
      usi::InfoAnswer info;
      info.depth = static_cast<int>(result.moves.size());
      info.time_ms = base::to_ms(base::Clock::now() - start).count();
      info.nodes = static_cast<std::int64_t>(result.nodes);
      info.score = usi::Score::mate_in(static_cast<int>(result.moves.size()));
      info.pv = result.moves;
      host.info(info);
      return {usi::CheckMateFound{result.moves}};
    }
    case mate::Verdict::kNoMate:
      return {usi::NoMate{}};
    case mate::Verdict::kUnknown:
      break;
  }
  if (result.reason == mate::Reason::kStopped) return {usi::MateTimeout{}};
  return {usi::MateUnknown{}};
}

}  // namespace gougi::app
