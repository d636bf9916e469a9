// SPDX-License-Identifier: MIT
#include "relay/searches.hpp"

#include <algorithm>

#include "relay/timers.hpp"

namespace gougi::relay {

VoterSearch* SearchBook::voter(int child) {
  const auto found = std::ranges::find(voters, child, &VoterSearch::child);
  return found == voters.end() ? nullptr : &*found;
}

MirrorSearch* SearchBook::mirror(int child) {
  const auto found = std::ranges::find(mirrors, child, &MirrorSearch::child);
  return found == mirrors.end() ? nullptr : &*found;
}

MirrorSearch* SearchBook::mirror_of(int number) {
  const auto found = std::ranges::find(mirrors, number, &MirrorSearch::number);
  return found == mirrors.end() ? nullptr : &*found;
}

bool SearchBook::mirrors_have_voted() const {
  if (mirrors.empty() || !anybody_awaited()) return false;
  return std::ranges::all_of(voters, [&](const VoterSearch& voter) {
    const auto mirror = std::ranges::find(mirrors, voter.number, &MirrorSearch::number);
    return !voter.awaited() || (mirror != mirrors.end() && mirror->counts());
  });
}

bool SearchBook::anybody_awaited() const {
  return std::ranges::any_of(voters, &VoterSearch::awaited);
}

std::ptrdiff_t SearchBook::awaited() const {
  return std::ranges::count_if(voters, &VoterSearch::awaited);
}

std::ptrdiff_t SearchBook::answered() const {
  return std::ranges::count_if(
      voters, [](const VoterSearch& voter) { return voter.counts() && !voter.reserve; });
}

std::optional<base::TimePoint> SearchBook::next_stop() const {
  std::optional<base::TimePoint> first;
  for (const VoterSearch& voter : voters) {
    if (voter.stop_at && voter.awaited()) first = sooner(first, voter.stop_at);
  }
  for (const MirrorSearch& mirror : mirrors) {
    if (mirror.stop_at && mirror.awaited()) first = sooner(first, mirror.stop_at);
  }
  for (const ReplySearch& reply : replies) {
    if (reply.stop_at && reply.runs()) first = sooner(first, reply.stop_at);
  }
  return first;
}

}  // namespace gougi::relay
