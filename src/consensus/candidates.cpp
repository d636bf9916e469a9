// SPDX-License-Identifier: MIT
#include "consensus/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Six decimals of a weight count. Coarser: weights that a fit told apart would tie. Finer: the sum
// of the 1024 heaviest voters, more than which nobody reads, would leave 64 bits.
constexpr double kVotesPerWeight = 1e6;
constexpr double kMostWeight = 1e9;

}  // namespace

Votes votes_for(double weight) {
  return std::max<Votes>(1, std::llround(std::clamp(weight, 0.0, kMostWeight) * kVotesPerWeight));
}

Votes votes_of(const Voter& voter) { return votes_for(voter.weight); }

double weight_of(Votes votes) { return static_cast<double>(votes) / kVotesPerWeight; }

usi::Move move_of(const Voter& voter) { return std::get<usi::Move>(voter.ballot->choice); }

bool sees_mate(const Voter& voter) {
  return voter.ballot->score && mate_sign(*voter.ballot->score) > 0;
}

std::vector<RankedLine> lines_of(const Voter& voter) {
  const Ballot& ballot = *voter.ballot;
  const usi::Move own = move_of(voter);
  std::vector<RankedLine> lines;
  const auto own_line = std::ranges::find(ballot.lines, own, &RankedLine::move);
  if (own_line != ballot.lines.end()) {
    lines.push_back(*own_line);
  } else if (ballot.score) {
    lines.push_back({own, *ballot.score});
  }
  const bool has_own = !lines.empty();
  for (RankedLine line : ballot.lines) {
    if (std::ranges::find(lines, line.move, &RankedLine::move) != lines.end()) continue;
    if (has_own && compare(line.score, voter.scale, lines.front().score, voter.scale) > 0) {
      line.score = lines.front().score;
    }
    lines.push_back(line);
  }
  return lines;
}

std::vector<usi::Move> mated_moves(const std::vector<Voter>& voters) {
  std::vector<usi::Move> mated;
  for (const Voter& voter : voters) {
    if (voter.walks_into_mate) mated.push_back(move_of(voter));
    for (const RankedLine& line : voter.ballot->lines) {
      if (line.walks_into_mate) mated.push_back(line.move);
    }
  }
  return mated;
}

std::vector<Candidate> candidates_of(const Council& council) {
  std::vector<Candidate> candidates;
  for (const Voter& voter : council.voters) {
    if (!voter.ballot) continue;
    const usi::Move move = move_of(voter);
    auto found = std::ranges::find(candidates, move, &Candidate::move);
    if (found == candidates.end()) {
      found = candidates.insert(found, {.move = move, .proposer = &voter});
    }
    found->votes += votes_of(voter);
    ++found->supporters;
  }
  return candidates;
}

std::vector<Candidate> ranked_candidates(const Council& council) {
  auto candidates = candidates_of(council);
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::votes);
  return candidates;
}

const Voter& first_with_score(const Council& council) {
  const auto found = std::ranges::find_if(
      council.voters, [](const Voter& voter) { return voter.ballot->score.has_value(); });
  return found == council.voters.end() ? council.voters.front() : *found;
}

}  // namespace gougi::consensus
