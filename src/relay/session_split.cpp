// SPDX-License-Identifier: MIT
// Longer when they disagree: while the vote is split and the clock allows, every voter is given a
// part of the time again (G_ExtendOnSplit), and what it said before stands if nothing better comes.
#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Less is not worth a new search: engines need some of it to begin.
constexpr Milliseconds kLeastExtension{100};

// Whether no move has more than half of the weight of the votes. A declaration is played whatever
// the others say, and more time changes no majority that resigns.
bool is_split(const Round& round) {
  std::map<shogi::FreezeMove, double> weights;  // pooled ones are one
  double all = 0;
  double most = 0;
  int moves = 0;
  int resigning = 0;
  for (const Seat& seat : round.seats) {
    if (seat.reserve || !seat.ballot || !seat.ballot->counts()) continue;
    if (std::holds_alternative<usi::DeclareWin>(seat.ballot->choice)) return false;
    const bool resigns = std::holds_alternative<usi::Resign>(seat.ballot->choice);
    ++(resigns ? resigning : moves);
    all += seat.weight;
    const auto* move = std::get_if<shogi::FreezeMove>(&seat.ballot->choice);
    if (move != nullptr) most = std::max(most, weights[round.counted(*move)] += seat.weight);
  }
  return weights.size() > 1 && resigning <= moves && 2 * most <= all;
}

}  // namespace

bool Session::extend_on_split() {
  const double factor = board_.own().extend_on_split;
  Round& round = *round_;
  if (factor <= 1.0 || round.extended || round.stopped || round.first_share < 1.0) return false;
  if (!round.stop_at || round.anybody_awaited() || !is_split(round)) return false;
  const auto taken = static_cast<double>((now_ - round.clock_start).count());
  const auto wished = base::Duration(static_cast<base::Duration::rep>(taken * (factor - 1.0)));
  const auto more = std::min<base::Duration>(wished, *round.stop_at - now_);
  if (more < kLeastExtension) return false;

  round.extended = true;
  round.hurried = true;  // everybody has the same time now
  round.reserve_at.reset();
  const base::Duration grace = *round.decide_at - *round.stop_at;
  const base::TimePoint until = now_ + more;
  round.stop_at = until;
  round.decide_at = until + grace;
  usi::SearchLimits limits;
  limits.search_moves = round.limits.search_moves;
  limits.search_freezes = round.limits.search_freezes;
  limits.clock.given = true;
  limits.clock.byoyomi = base::to_ms(more);
  base::log::info("the vote is split: all think for " + std::to_string(base::to_ms(more).count()) +
                  " ms more");
  const shogi::Color side = round.position().side_to_move();
  for (Seat& seat : round.seats) {
    Child& child = *children_[static_cast<std::size_t>(seat.child)];
    if (seat.reserve || !seat.ballot || !seat.ballot->counts() || !child.host.ready()) continue;
    seat.first_ballot = std::exchange(seat.ballot, std::nullopt);
    seat.asked = 2;  // whatever happens to it, it is not asked again
    seat.pondering = false;
    seat.last.begin_again();  // its first ballot holds what it said
    seat.heard_at.reset();
    plan_search(child, seat, until);
    auto told = limits;
    told.clock.byoyomi = std::max(Milliseconds(1), base::to_ms(*seat.told_until - now_));
    told.wait_stop = child.host.quirks().wait_stop;
    seat.search = child.host.search(
        {line_for(child, round.lines),
         seen_limits(rules_.bearable(std::move(told), side), child.freeze_view()), side},
        now_);
    seat.asked_at = now_;
  }
  plan_silence();
  return true;
}

}  // namespace gougi::relay
