// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the note of a move, which may hold a relay's votes.
// Used by the fuzzer (votes_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "match/votes.hpp"

namespace gougi::fuzz {

/// Of what is counted of the same votes twice.
inline std::string check_vote_count(const std::vector<match::Vote>& votes) {
  match::VoteCount count;
  count.add(votes);
  count.add(votes);
  if (count.unanimous > count.decisions) return "more agreement than decisions";
  for (std::size_t i = 0; i < count.voters.size(); ++i) {
    if (count.votes[i] > count.decisions || count.for_played[i] > count.votes[i]) {
      return "more votes than decisions";
    }
    for (std::size_t j = 0; j < count.voters.size(); ++j) {
      if (count.agreements[i][j] > count.together[i][j]) return "more agreement than votes";
    }
  }
  return "";
}

/// What was broken by `bytes`, or nothing.
inline std::string check_votes(std::string_view bytes) {
  const auto votes = match::parse_votes(bytes);
  if (votes.size() > match::kMostVotes) return "more votes than are read";
  for (const match::Vote& vote : votes) {
    if ((vote.move + vote.voter).find('\n') != std::string::npos) return "a vote of two lines";
    if (vote.absent && (!vote.move.empty() || vote.score)) return "a vote of who was not there";
    if (!vote.score) continue;
    const auto* const mate = std::get_if<usi::Mate>(&vote.score->value);
    if (mate != nullptr && mate->plies && (*mate->plies < 0 || *mate->plies >= 10'000)) {
      return "a mate in no number of plies";
    }
  }
  return check_vote_count(votes);
}

}  // namespace gougi::fuzz
