// SPDX-License-Identifier: MIT
#include "relay/mirrors.hpp"

#include <string>
#include <utility>

namespace gougi::relay {

void Mirrors::seat() const {
  for (const VoterSearch& voter : work_.poll.book.voters) seat(voter);
}

// Of a budget it is told what its engine is told, and takes nothing from the others.
void Mirrors::seat(const VoterSearch& voter) const {
  const Child* other = work_.child_of(voter).other;
  if (other == nullptr || stand_by(voter) != nullptr) return;
  MirrorSearch& mirror = work_.poll.book.mirrors.emplace_back();
  static_cast<VoterSearch&>(mirror) = asking_.voter_for(*other);
  mirror.part = voter.part;
  mirror.stands_in = voter.stands_in;
}

MirrorSearch* Mirrors::stand_by(const VoterSearch& voter) const {
  return voter.reserve ? nullptr : work_.poll.book.mirror_of(voter.number);
}

void Mirrors::change_places(VoterSearch& voter, MirrorSearch& mirror, std::string_view why) const {
  const std::string absent = work_.child_of(voter).label;
  Outbox& out = work_.port.out;
  const bool was_there = voter.was_there;
  const auto favourite = voter.favourite;
  const auto favourite_since = voter.favourite_since;
  std::swap(voter, static_cast<VoterSearch&>(mirror));
  voter.was_there = voter.was_there || was_there;
  voter.favourite = favourite;
  voter.favourite_since = favourite_since;
  out.warning(absent + " " + std::string(why) + ": " + work_.child_of(voter).full_name() +
              " has its seat");
}

// After more time a voter has its first ballot to fall back on.
bool Mirrors::stands_by(const VoterSearch& voter) const {
  const MirrorSearch* mirror = stand_by(voter);
  return mirror != nullptr && !voter.first_ballot && (mirror->counts() || mirror->awaited());
}

bool Mirrors::take_over(VoterSearch& voter, std::string_view why) const {
  if (!stands_by(voter)) return false;
  change_places(voter, *stand_by(voter), why);
  return true;
}

void Mirrors::take_line(VoterSearch& voter) const {
  MirrorSearch* mirror = stand_by(voter);
  if (mirror == nullptr || voter.first_ballot) return;
  if (!work_.poll.has_said_something(*mirror)) return;
  voter.id = 0;  // or it would seem to be at work where it stands by
  change_places(voter, *mirror, "is lost");
}

Mirrors::Word Mirrors::word_of(const VoterSearch& search) const {
  const Child& child = work_.child_of(search);
  const bool searches = search.id != 0 && search.id == child.host.current();
  const auto* held = searches ? child.host.held_answer() : nullptr;
  if (held != nullptr && work_.poll.why_void(*held).empty()) return Word::kAnswer;
  if (work_.poll.has_said_something(search)) return Word::kLine;
  const auto* dropped = searches ? child.host.dropped_answer() : nullptr;
  const bool is_doubtful = dropped != nullptr && work_.judge->is_possible(*dropped);
  if (is_doubtful) return Word::kDoubtful;
  return held != nullptr ? Word::kVoid : Word::kNone;
}

void Mirrors::speak_for_the_late() const {
  for (VoterSearch& voter : work_.poll.book.voters) {
    MirrorSearch* mirror = stand_by(voter);
    if (mirror == nullptr || voter.ballot || voter.first_ballot) continue;
    const Word its = word_of(voter);
    if (its == Word::kAnswer) continue;
    const bool says_more = its != Word::kLine && word_of(*mirror) > its;
    if (mirror->counts() || says_more) change_places(voter, *mirror, "is late");
  }
}

void Mirrors::speak_for_the_void() const {
  for (VoterSearch& voter : work_.poll.book.voters) {
    MirrorSearch* mirror = stand_by(voter);
    if (mirror == nullptr || mirror->awaited()) continue;
    const bool is_void = voter.ballot && !voter.counts();
    if (is_void && word_of(*mirror) > Word::kVoid) change_places(voter, *mirror, "has no vote");
  }
}

void Mirrors::end() const {
  for (MirrorSearch& mirror : work_.poll.book.mirrors) {
    if (mirror.awaited()) {
      work_.port.children.abandon(work_.child_of(mirror), work_.now());
      mirror.id = 0;
    }
    mirror.asked = 2;  // nor is it asked again
  }
}

}  // namespace gougi::relay
