// SPDX-License-Identifier: MIT
#include "relay/silence.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Nothing at all has come in this search, for so long; and where somebody has answered already.
// Shorter cuts the first long thought of engines that print nothing, longer keeps people waiting
// for one that hangs.
constexpr Milliseconds kMute{60'000};
constexpr Milliseconds kMuteWhileOthersWait{20'000};
// Who is known to print nothing, or has its time for this move alone and may print nothing, has so
// much more.
constexpr int kQuietFactor = 10;
// Who has said something: for as long again as its search has taken until then, or where most of
// the others are still at work, for so many times as long. An iteration takes a few times as long
// as the one before.
constexpr int kTalkFactor = 8;
// Of a clock that must last, what one move may use: more than engines take.
constexpr int kShareOfClock = 8;

static_assert(kSilenceOfSolvers == kQuietFactor * kMute);

base::Duration share_of_span(base::Duration whole, double share) {
  return base::Duration(
      static_cast<base::Duration::rep>(static_cast<double>(whole.count()) * share));
}

}  // namespace

Silence::Turnout Silence::turnout() const {
  const SearchBook& book = work_.poll.book;
  const auto answered = book.answered();
  const bool mirrored = book.mirrors_have_voted();
  return {answered > 0 || mirrored, answered > book.awaited() || mirrored};
}

base::TimePoint Silence::began(const Search& search) const {
  return std::max(search.asked_at, work_.poll.clock_start);
}

base::TimePoint Silence::silent_until(const Search& search, double share, Turnout turnout) const {
  const Child& child = work_.child_of(search);
  const SearchBook& book = work_.poll.book;
  const ClockPlan& plan = work_.clock.plan;
  const bool has_clock = plan.decide_after && !search.part;  // who is told nodes knows of none
  const bool fixed = has_clock && work_.clock.is_fixed();
  base::Duration of_the_clock =
      has_clock ? plan.most / (fixed ? 1 : kShareOfClock) : Milliseconds(0);
  if (!fixed) of_the_clock = share_of_span(of_the_clock, share);
  const base::TimePoint began = this->began(search);
  const bool asks_replies = !book.replies.empty();
  // What comes at the moment of `ponderhit` was said before it.
  const bool from_go_on = search.asked_at >= work_.poll.clock_start;
  if (search.heard_at && (from_go_on || *search.heard_at > began)) {
    const bool most = turnout.most && !asks_replies;
    const base::Duration patience = most ? kMuteWhileOthersWait : kMute;
    // What was dropped may have been its answer.
    if (child.host.dropped_answer() != nullptr) return *search.heard_at + patience;
    // It may have waited for the end of the past before.
    const base::Duration so_far = *search.heard_at - std::max(began, child.host.began_at());
    return *search.heard_at + std::max({patience, so_far * (most ? 1 : kTalkFactor), of_the_clock});
  }
  const bool others_wait = turnout.somebody && !asks_replies;
  base::Duration patience = others_wait ? kMuteWhileOthersWait : kMute;
  const bool its_own_time = fixed && !child.talks;
  if (child.answers_in_silence || its_own_time) patience *= kQuietFactor;
  if (child.answers_in_silence) patience = std::max(patience, of_the_clock);
  return began + patience;
}

// Of who was told to stop its conversation waits for the answer.
bool Silence::is_watched(const VoterSearch& voter) const {
  return voter.awaited() && !voter.own_ponder_position && !voter.stopped_at;
}

bool Silence::is_watched(const ReplySearch& reply) const {
  return reply.runs() && !reply.stopped_at;
}

// Only the first line of a search makes its time shorter, and what drops an answer that was held.
template <class Kind>
void Silence::hear(Kind& search, double share) const {
  const bool is_first = !search.heard_at || *search.heard_at <= began(search);
  search.heard_at = work_.now();
  if (work_.held || !is_watched(search)) return;
  if (!is_first && work_.child_of(search).host.dropped_answer() == nullptr) return;
  work_.timers.set_if_sooner(RoundTimer::kSilence, silent_until(search, share, turnout()));
}

void Silence::hear(VoterSearch& voter) const { hear(voter, work_.clock.told_share(voter)); }

void Silence::hear(ReplySearch& reply) const { hear(reply, reply.share); }

void Silence::plan() const {
  work_.timers.clear(RoundTimer::kSilence);
  if (work_.held) return;
  const Turnout turnout = this->turnout();
  for (const VoterSearch& voter : work_.poll.book.voters) {
    if (!is_watched(voter)) continue;
    work_.timers.set_if_sooner(RoundTimer::kSilence,
                               silent_until(voter, work_.clock.told_share(voter), turnout));
  }
  for (const ReplySearch& reply : work_.poll.book.replies) {
    if (!is_watched(reply)) continue;
    work_.timers.set_if_sooner(RoundTimer::kSilence, silent_until(reply, reply.share, turnout));
  }
}

Search* Silence::overdue() const {
  if (work_.held) return nullptr;
  const Turnout turnout = this->turnout();
  for (VoterSearch& voter : work_.poll.book.voters) {
    if (!is_watched(voter)) continue;
    if (work_.now() >= silent_until(voter, work_.clock.told_share(voter), turnout)) return &voter;
  }
  for (ReplySearch& reply : work_.poll.book.replies) {
    if (!is_watched(reply)) continue;
    if (work_.now() >= silent_until(reply, reply.share, turnout)) return &reply;
  }
  return nullptr;
}

}  // namespace gougi::relay
