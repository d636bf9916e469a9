// SPDX-License-Identifier: MIT
#include "relay/vote_extension.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "relay/silence.hpp"

namespace gougi::relay {
namespace {

// Less is not worth a new search: engines need some of it to begin.
constexpr base::Milliseconds kLeastExtension{100};

}  // namespace

bool is_split(const Poll& poll) {
  std::map<usi::Move, double> weights;  // pooled ones are one
  double all = 0;
  double most = 0;
  int moves = 0;
  int resigning = 0;
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.reserve || !voter.counts()) continue;
    if (std::holds_alternative<usi::DeclareWin>(voter.ballot->choice)) return false;
    const bool resigns = std::holds_alternative<usi::Resign>(voter.ballot->choice);
    ++(resigns ? resigning : moves);
    all += voter.weight;
    const auto* move = std::get_if<usi::Move>(&voter.ballot->choice);
    if (move != nullptr && poll.mates(*move)) return false;
    if (move != nullptr) most = std::max(most, weights[poll.counted(*move)] += voter.weight);
  }
  return weights.size() > 1 && resigning <= moves && 2 * most <= all;
}

std::optional<base::Duration> VoteExtension::more() const {
  const double factor = work_.port.own().rules.extend_on_split;
  const Poll& poll = work_.poll;
  if (factor <= 1.0 || poll.extended || poll.stopped) return std::nullopt;
  if (poll.budget.on()) return std::nullopt;  // its nodes have been searched
  if (poll.agreement) return std::nullopt;    // they have been given more already
  const auto stop_at = work_.timers.at(RoundTimer::kStop);
  if (work_.clock.first_share < 1.0 || !stop_at) return std::nullopt;
  if (poll.book.anybody_awaited() || !is_split(poll)) return std::nullopt;
  const auto taken = static_cast<double>(work_.elapsed().count());
  const auto wished = base::Duration(static_cast<base::Duration::rep>(taken * (factor - 1.0)));
  const auto more = std::min<base::Duration>(wished, *stop_at - work_.now());
  if (more < kLeastExtension) return std::nullopt;
  return more;
}

bool VoteExtension::begin() const {
  const auto longer = more();
  if (!longer) return false;
  RoundTimers& timers = work_.timers;
  work_.poll.extended = true;
  work_.hurried = true;  // everybody has the same time now
  timers.clear(RoundTimer::kReserve);
  const base::Duration grace = *timers.at(RoundTimer::kDecide) - *timers.at(RoundTimer::kStop);
  const base::TimePoint until = work_.now() + *longer;
  timers.set(RoundTimer::kStop, until);
  timers.set(RoundTimer::kDecide, until + grace);
  work_.port.out.info("the vote is split: all think for " +
                      std::to_string(base::to_ms(*longer).count()) + " ms more");
  for (VoterSearch& voter : work_.poll.book.voters) {
    if (voter.reserve || !voter.counts() || !work_.child_of(voter).host.ready()) continue;
    ask_again(voter, until);
  }
  Silence(work_).plan();
  return true;
}

void VoteExtension::ask_again(VoterSearch& voter, base::TimePoint until) const {
  const Poll& poll = work_.poll;
  Child& child = work_.child_of(voter);
  voter.first_ballot = std::exchange(voter.ballot, std::nullopt);
  voter.asked = 2;  // whatever happens to it, it is not asked again
  voter.pondering = false;
  voter.last.begin_again();  // its first ballot holds what it said
  voter.heard_at.reset();
  work_.clock.plan_search(child, voter, until, work_.now());
  usi::SearchLimits told;
  told.search_moves = poll.limits.search_moves;
  told.clock.given = true;
  told.clock.byoyomi =
      std::max(base::Milliseconds(1), base::to_ms(*voter.promised_end - work_.now()));
  told.wait_stop = child.host.quirks().wait_stop;
  work_.port.start(
      voter, child,
      {poll.lines.in(child.freeze_view()),
       seen_limits(work_.port.rules.bearable(std::move(told), poll.side()), child.freeze_view()),
       poll.side(), work_.judge});
}

}  // namespace gougi::relay
