// SPDX-License-Identifier: MIT
#include "relay/agreement_clock.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "relay/laggards.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Below it engines and pipes take more than there is to share out.
constexpr Milliseconds kLeastTime{100};

Milliseconds times(Milliseconds time, double factor) {
  return Milliseconds(std::llround(static_cast<double>(time.count()) * factor));
}

// A search is not cut before this part of the longest time, whenever it began: who loads or was
// restarted joins late, and its first line is no thought.
constexpr int kLeastPart = 4;

bool has_favourite(const VoterSearch& voter) { return voter.favourite.has_value(); }

}  // namespace

Milliseconds usual_time(const usi::SearchLimits& limits, shogi::Color side, int moves) {
  const usi::SideClock own = limits.clock.of(side);
  return limits.clock.byoyomi + own.increment + own.time / moves;
}

double disagreement(std::span<const Favourite> favourites) {
  if (favourites.size() < 2) return 0.0;
  std::map<usi::Move, double> weights;
  double all = 0.0;
  double most = 0.0;
  for (const Favourite& each : favourites) {
    all += each.weight;
    most = std::max(most, weights[each.move] += each.weight);
  }
  const double least = 1.0 / static_cast<double>(favourites.size());  // all differ, equal weights
  return std::clamp((1.0 - most / all) / (1.0 - least), 0.0, 1.0);
}

Milliseconds settled_after(std::span<const Favourite> favourites) {
  double sum = 0.0;
  double weights = 0.0;
  for (const Favourite& each : favourites) {
    sum += each.weight * static_cast<double>(each.found_after.count());
    weights += each.weight;
  }
  return Milliseconds(weights > 0.0 ? std::llround(sum / weights) : 0);
}

// t² − certain·t − usual·c·settled = 0; of i > 1, which cannot be, no more than i = 1.
Milliseconds agreed_time(Milliseconds usual, double d, Milliseconds settled,
                         const settings::AgreementClock& numbers) {
  const Milliseconds certain = times(usual, numbers.base + numbers.disagreement * d);
  const auto half = static_cast<double>(certain.count()) / 2;
  const double rest = static_cast<double>(usual.count()) * numbers.instability *
                      static_cast<double>(settled.count());
  const Milliseconds time(std::llround(half + std::sqrt(half * half + rest)));
  return std::min(time, certain + times(usual, numbers.instability));
}

bool AgreementClock::acts() const {
  const Poll& poll = work_.poll;
  const usi::SearchLimits& limits = poll.limits;
  if (!work_.port.own().agreement_clock.enabled || work_.held || poll.budget.on()) return false;
  if (!work_.clock.plan.answer_after || work_.clock.first_share < 1.0) return false;
  const bool other_limit = limits.depth || limits.nodes || limits.movetime || limits.rtime;
  if (!limits.clock.given || other_limit || work_.clock.is_fixed()) return false;
  return std::ranges::count_if(poll.book.voters, &VoterSearch::was_there) > 1;
}

void AgreementClock::begin() const {
  Poll& poll = work_.poll;
  poll.agreement.reset();
  work_.timers.clear(RoundTimer::kAgreement);
  if (!acts()) return;
  const settings::AgreementClock& numbers = work_.port.own().agreement_clock;
  AgreementPlan plan;
  plan.usual = usual_time(poll.limits, poll.side(), numbers.moves);
  if (plan.usual < kLeastTime) return;
  const double most = numbers.base + numbers.disagreement + numbers.instability;
  plan.most = std::min(times(plan.usual, most), *work_.clock.plan.answer_after);
  plan.planned = plan.most;
  poll.agreement = plan;
  for (VoterSearch& voter : poll.book.voters) {  // who has pondered has said something
    voter.favourite.reset();
    if (!voter.own_ponder_position) note_favourite(voter);
  }
  this->plan();
}

void AgreementClock::note_favourite(VoterSearch& voter) const {
  const Poll& poll = work_.poll;
  std::optional<usi::Move> move;
  if (!voter.ballot) {
    move = first_move(voter.last.pv);
  } else if (const auto* voted = std::get_if<usi::Move>(&voter.ballot->choice)) {
    move = *voted;
  }
  if (!move || voter.favourite == poll.counted(*move)) return;
  if (!poll.position().is_legal(*move)) return;
  voter.favourite = poll.counted(*move);
  voter.favourite_since = work_.now();
}

Milliseconds AgreementClock::left_for(const VoterSearch& voter) const {
  const AgreementPlan& plan = *work_.poll.agreement;
  const Milliseconds wished =
      std::max(plan.most - base::to_ms(work_.elapsed()), plan.most / kLeastPart);
  const Milliseconds there_is =
      voter.promised_end ? base::to_ms(*voter.promised_end - work_.now()) : wished;
  return std::max(Milliseconds(1), std::min(wished, there_is));
}

void AgreementClock::heard(VoterSearch& voter) const {
  const auto& agreement = work_.poll.agreement;
  if (!agreement || agreement->stopped || voter.reserve) return;
  const auto before = voter.favourite;
  note_favourite(voter);
  if (voter.favourite != before) plan();
}

void AgreementClock::plan() const {
  Poll& poll = work_.poll;
  std::vector<Favourite> favourites;
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.reserve || !voter.favourite) continue;
    favourites.push_back(
        {*voter.favourite, voter.weight, base::to_ms(voter.favourite_since - poll.clock_start)});
  }
  if (favourites.empty()) return;
  AgreementPlan& plan = *poll.agreement;
  const Milliseconds settled = settled_after(favourites);
  plan.disagreement = disagreement(favourites);
  plan.planned = std::min(
      agreed_time(plan.usual, plan.disagreement, settled, work_.port.own().agreement_clock),
      plan.most);
  const auto planned = static_cast<double>(std::max(Milliseconds(1), plan.planned).count());
  plan.instability = std::min(1.0, static_cast<double>(settled.count()) / planned);
  work_.timers.set(RoundTimer::kAgreement, poll.clock_start + plan.planned);
}

// Whoever has not said anything yet is waited for, but not for longer than all could have thought.
base::TimePoint AgreementClock::not_before() const {
  const Poll& poll = work_.poll;
  base::TimePoint earliest = poll.clock_start;
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.reserve || !voter.awaited()) continue;
    if (!voter.favourite) {
      earliest = std::max(earliest, poll.clock_start + poll.agreement->most);
    }
    earliest = std::max(earliest, voter.asked_at + poll.agreement->most / kLeastPart);
  }
  return earliest;
}

void AgreementClock::look() const {
  work_.timers.clear(RoundTimer::kAgreement);
  Poll& poll = work_.poll;
  if (!poll.agreement || poll.stopped) return;
  const base::TimePoint earliest = not_before();
  if (work_.now() < earliest) return work_.timers.set(RoundTimer::kAgreement, earliest);
  if (std::ranges::none_of(poll.book.voters, has_favourite)) return;
  poll.agreement->stopped = true;
  work_.port.out.info("the agreement clock stops all");
  Laggards(work_).stop_all_at(work_.now());
}

}  // namespace gougi::relay
