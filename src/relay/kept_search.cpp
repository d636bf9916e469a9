// SPDX-License-Identifier: MIT
#include "relay/kept_search.hpp"

#include <algorithm>
#include <variant>

#include "base/text.hpp"
#include "relay/clock_plan.hpp"
#include "relay/timers.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

constexpr Milliseconds kLeast{1};
// What the relay has more where there is no flag to fall.
constexpr Milliseconds kWithoutFlag{100};

}  // namespace

bool KeptSearch::awaits_ponderhit() const {
  const auto* limits = std::get_if<usi::SearchLimits>(&go.limits);
  return limits != nullptr && limits->ponder;
}

std::string KeptSearch::rest(base::TimePoint now) const {
  usi::GoCommand left = go;
  const Milliseconds gone = std::max(Milliseconds(0), base::to_ms(now - clock_start));
  auto* limits = std::get_if<usi::SearchLimits>(&left.limits);
  if (limits == nullptr) {
    auto& mate = std::get<usi::MateLimits>(left.limits);
    if (mate.time) *mate.time = std::max(kLeast, *mate.time - gone);
  } else if (!limits->ponder) {
    *limits = told_limits(*limits, side(), gone);
    if (limits->rtime) *limits->rtime = std::max(kLeast, *limits->rtime - gone);
  }
  return usi::format(usi::Command{left});
}

std::optional<base::TimePoint> KeptSearch::answer_at(std::optional<Milliseconds> margin) const {
  const auto by_clock = flag_nears_at(margin);
  if (!stopped_at) return by_clock;
  return sooner(by_clock, *stopped_at + kLongestAfterStop);
}

// The relay itself decides before: half of what it keeps back is left to it.
std::optional<base::TimePoint> KeptSearch::flag_nears_at(std::optional<Milliseconds> margin) const {
  if (const auto* mate = std::get_if<usi::MateLimits>(&go.limits)) {
    if (!mate->time) return std::nullopt;
    return clock_start + std::max(*mate->time, kWithoutFlag);
  }
  const auto& limits = std::get<usi::SearchLimits>(go.limits);
  if (limits.ponder || limits.infinite || limits.wait_stop) return std::nullopt;
  const ClockPlan plan = plan_clock(limits, side(), {.margin = margin});
  if (!plan.decide_after) return std::nullopt;
  const bool has_flag = time_of(limits, side()) > Milliseconds(0);
  const Milliseconds more = has_flag ? (plan.most - *plan.decide_after) / 2 : kWithoutFlag;
  return clock_start + *plan.decide_after + more;
}

bool KeptSearch::takes(std::string_view answer) const {
  if (is_mate()) return true;
  const auto parsed = usi::parse_answer(answer);
  const auto* best = parsed ? std::get_if<usi::BestMoveAnswer>(&*parsed) : nullptr;
  if (best == nullptr) return false;
  if (!is_playable) return true;
  if (best->no_move) return !game->position().has_legal_move();
  return !best->move() || game->position().is_legal(best->move());
}

std::string KeptSearch::choice(const Thought& before) const {
  if (!is_playable) return "resign";
  const game::Position& position = game->position();
  std::string_view words = pv;
  if (const usi::Move best = legal_move(position, base::next_word(words)))
    return usi::to_text(best);
  auto moves = position.legal_moves();
  if (moves.empty()) return "resign";
  const auto& only = std::get<usi::SearchLimits>(go.limits).search_moves;
  const auto is_wanted = [&](const auto move) {
    return std::ranges::find(only, move) != only.end();
  };
  const auto others = std::stable_partition(moves.begin(), moves.end(), is_wanted);
  if (others != moves.begin()) moves.erase(others, moves.end());
  const usi::Move next = goes_on(before, position);
  const bool is_known = std::ranges::find(moves, next) != moves.end();
  return usi::to_text(is_known ? next : safest(position, moves));
}

}  // namespace gougi::relay
