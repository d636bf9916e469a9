// SPDX-License-Identifier: MIT
#include "relay/late_votes.hpp"

#include <algorithm>

#include "consensus/win_rate.hpp"

namespace gougi::relay {

void LateVotes::take_what_there_is(VoterSearch& voter) const {
  Child& child = work_.child_of(voter);
  const bool searches =
      voter.id != 0 && voter.id == child.host.current() && !voter.own_ponder_position;
  const auto* held = searches ? child.host.held_answer() : nullptr;
  const bool says = work_.poll.has_said_something(voter);
  const auto* dropped = searches && !says ? child.host.dropped_answer() : nullptr;
  // That it is no vote here may be because it is of an older search: its line is of this one.
  const bool is_answer = held != nullptr && (work_.poll.why_void(*held).empty() || !says);
  if (is_answer) {
    work_.clock.learn_answer(child, voter);
    work_.poll.take_best_move(voter, *held, work_.now());
  } else if (dropped != nullptr && work_.judge->is_possible(*dropped)) {
    work_.poll.take_best_move(voter, *dropped, work_.now());
  } else {
    work_.poll.take_partial(voter, work_.now());
  }
}

// Who has not been asked has given no answer that could be void.
bool LateVotes::leaves_out(VoterSearch& voter) {
  voter.left_out = voter.left_out || (voter.asked == 0 && !voter.reserve);
  return voter.is_asked_no_more();
}

void LateVotes::take_all() const {
  for (VoterSearch& voter : work_.poll.book.voters) {
    if (voter.ballot || leaves_out(voter)) continue;
    if (voter.id != 0 || !voter.last.pv.empty()) {
      take_what_there_is(voter);
    } else {
      work_.poll.void_ballot(voter, "no answer", work_.now());
    }
  }
}

void LateVotes::take_for_questions() const {
  for (VoterSearch& voter : work_.poll.book.voters) {
    if (voter.ballot || voter.reserve || leaves_out(voter)) continue;
    take_what_there_is(voter);
    if (voter.id != 0) work_.port.children.abandon(work_.child_of(voter), work_.now());
  }
}

void LateVotes::take_of_the_lost() const {
  Poll& poll = work_.poll;
  for (VoterSearch& voter : poll.book.voters) {
    if (voter.id == 0 && !voter.ballot && !voter.last.pv.empty()) {
      poll.take_partial(voter, work_.now());
    }
  }
}

void LateVotes::put_aside_the_replaced() const {
  auto& voters = work_.poll.book.voters;
  const auto goes_before = [](const VoterSearch& other, const VoterSearch& lost) {
    const bool has_a_move = other.counts() && !other.ballot->partial &&
                            std::holds_alternative<usi::Move>(other.ballot->choice);
    const Nodes nodes = other.searched();  // 0: it reports none
    return other.stands_in && has_a_move && (nodes == 0 || nodes >= lost.searched());
  };
  const auto wins = [this](const consensus::Ballot& ballot) {
    const auto* move = std::get_if<usi::Move>(&ballot.choice);
    const bool announces = ballot.score && consensus::mate_sign(*ballot.score) > 0;
    return announces || (move != nullptr && work_.poll.mates(*move));
  };
  for (VoterSearch& lost : voters) {
    const bool still_stands_in = lost.stands_in && lost.id != 0;
    if (still_stands_in || !lost.counts() || !lost.ballot->partial || wins(*lost.ballot)) continue;
    if (std::ranges::none_of(voters, [&](const auto& other) { return goes_before(other, lost); }))
      continue;
    lost.ballot->partial = false;
    lost.ballot->void_reason = "replaced by another";
  }
}

bool LateVotes::take_wins_in_sight() const {
  Poll& poll = work_.poll;
  bool taken = false;
  for (VoterSearch& voter : poll.book.voters) {
    if (!voter.awaited() || voter.own_ponder_position) continue;
    const usi::BestMoveAnswer* held = work_.child_of(voter).host.held_answer();
    // What is no vote here is of an older search: its line is of this one.
    if (held != nullptr && !poll.why_void(*held).empty()) held = nullptr;
    const auto line = poll.line_of(voter);
    const usi::Move move = held != nullptr ? held->move()
                           : line.empty()  ? usi::Move()
                                           : line.front();
    const bool mates = move && poll.position().is_legal(move) && poll.mates(move);
    const bool declares = held != nullptr && std::holds_alternative<usi::DeclareWin>(held->choice);
    if (!mates && !declares) continue;
    take_what_there_is(voter);
    taken = true;
  }
  return taken;
}

void LateVotes::note_missed_stops() const {
  for (const VoterSearch& voter : work_.poll.book.voters) {
    if (!voter.awaited() || !voter.stopped_at) continue;
    work_.child_of(voter).habits.missed_stop(work_.now() - *voter.stopped_at);
  }
}

void LateVotes::close() const {
  for (VoterSearch& voter : work_.poll.book.voters) {
    const Child& child = work_.child_of(voter);
    // An answer that is no vote here may be of an older search: nobody has said that it is not; and
    // a line that cannot be played it has not given for its vote.
    const usi::BestMoveAnswer* held = child.host.held_answer();
    const bool has_said = work_.poll.has_said_something(voter) || voter.first_ballot ||
                          (held != nullptr && work_.poll.why_void(*held).empty());
    if (voter.awaited() && has_said) take_what_there_is(voter);
    if (voter.ballot || voter.awaited() || voter.reserve) continue;
    const Absence otherwise = voter.part == 0  ? Absence::kNoNodes
                              : voter.replaced ? Absence::kReplaced
                                               : Absence::kBusy;
    voter.absence = Children::absence_of(child).value_or(otherwise);
  }
}

}  // namespace gougi::relay
