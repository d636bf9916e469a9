// SPDX-License-Identifier: MIT
#include "engines/mate_answer.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "base/say.hpp"

namespace gougi::engines {
namespace {

// Of either game's solver.
template <class Progress>
void report(usi::SearchHost& host, const Progress& progress, base::Duration used) {
  const std::int64_t ms = base::to_ms(used).count();
  usi::InfoAnswer info;
  info.depth = progress.depth;
  info.time_ms = ms;
  info.nodes = static_cast<std::int64_t>(progress.nodes);
  if (ms > 0) info.nps = static_cast<std::int64_t>(progress.nodes) * 1000 / ms;
  info.hashfull = progress.per_mille_full;
  info.pv = {progress.line.begin(), progress.line.end()};
  host.info(info);
}

template <class Result>
void report_mate(usi::SearchHost& host, const Result& result, base::Duration used,
                 mate::Role role) {
  const auto moves = static_cast<int>(result.moves.size());
  if (moves > result.plies) {
    host.message(base::say({"{0} plies without futile interpositions", "無駄合いを除いて{0}手"},
                           result.plies));
  }
  usi::InfoAnswer info;
  info.depth = result.plies;
  info.time_ms = base::to_ms(used).count();
  info.nodes = static_cast<std::int64_t>(result.nodes);
  info.score = usi::Score::mate_in(role == mate::Role::kAttacker ? result.plies : -result.plies);
  info.pv = {result.moves.begin(), result.moves.end()};
  host.info(info);
}

/// Runs `solve(limits, stop)` within the limits of `go`; `stop` is told a Progress.
template <class Progress, class Solve>
usi::CheckMateAnswer answer_by(Solve solve, const usi::MateLimits& limits, const MateAnswering& how,
                               usi::SearchHost& host) {
  std::optional<base::Duration> allowed;
  if (limits.time) allowed = std::max<base::Duration>(*limits.time - how.delay, *limits.time / 2);
  const base::TimePoint start = base::Clock::now();
  base::TimePoint next_report = start + how.interval;
  mate::MateLimits mate_limits;
  mate_limits.nodes = limits.nodes;
  mate_limits.post = how.post;
  mate_limits.role = how.role;
  mate_limits.futile_count = how.futile_count;
  mate_limits.all_moves = how.all_moves;
  const auto stop = [&](const Progress& progress) {
    const base::TimePoint now = base::Clock::now();
    if (now >= next_report) {
      next_report = now + how.interval;
      report(host, progress, now - start);
    }
    return host.stop_requested() || (allowed && now - host.clock_start() >= *allowed);
  };
  decltype(solve(mate_limits, stop)) result;
  try {
    result = solve(mate_limits, stop);
  } catch (const std::bad_alloc&) {
    host.message(base::said({"no answer: out of memory", "回答なし: メモリが足りません"}));
    return {usi::MateUnknown{}};
  }
  switch (result.verdict) {
    case mate::Verdict::kMate: {
      if (result.moves.empty()) {  // `checkmate` has no word for it
        host.message(base::said({"no answer: the side to move is mated already",
                                 "回答なし: 手番側がすでに詰んでいます"}));
        return {usi::MateUnknown{}};
      }
      report_mate(host, result, base::Clock::now() - start, how.role);
      return {usi::CheckMateFound{{result.moves.begin(), result.moves.end()}}};
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
      host.message(base::said({"no answer: there may be a mate of more plies than are looked at",
                               "回答なし: 調べた手数より長い詰みがあるかもしれません"}));
      break;
    case mate::Reason::kNodes:
    case mate::Reason::kNone:
      host.message(base::said(
          {"no answer: the node limit is reached", "回答なし: ノード数の上限に達しました"}));
      break;
  }
  return {usi::MateUnknown{}};
}

}  // namespace

usi::CheckMateAnswer answer_mate(mate::Solver& solver, const shogi::Position& position,
                                 const usi::MateLimits& limits, const MateAnswering& how,
                                 usi::SearchHost& host) {
  const auto solve = [&](const mate::MateLimits& within, const auto& stop) {
    return solver.solve(position, within, stop);
  };
  return answer_by<mate::MateProgress>(solve, limits, how, host);
}

usi::CheckMateAnswer answer_freeze_mate(mate::FreezeSolver& solver,
                                        const shogi::FreezePosition& position,
                                        const usi::MateLimits& limits, const MateAnswering& how,
                                        usi::SearchHost& host) {
  const auto solve = [&](const mate::MateLimits& within, const auto& stop) {
    return solver.solve(position, within, stop);
  };
  return answer_by<mate::FreezeMateProgress>(solve, limits, how, host);
}

usi::CheckMateAnswer answer_help_mate(mate::HelpMateSolver& solver, const shogi::Position& position,
                                      const usi::MateLimits& limits, const MateAnswering& how,
                                      usi::SearchHost& host) {
  const auto solve = [&](const mate::MateLimits& within, const auto& stop) {
    mate::MateLimits whole = within;
    whole.depth = mate::kDeepestHelp;
    return solver.solve(position, whole, stop);
  };
  return answer_by<mate::MateProgress>(solve, limits, how, host);
}

}  // namespace gougi::engines
