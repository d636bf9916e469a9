// SPDX-License-Identifier: MIT
// 読み筋の評価値の平均で判定: exchange in one phase, from MultiPV lines. Every move that a voter
// lists is a candidate, and the best mean (mean.hpp: in logit) wins; ties to the candidate that
// comes first in the order of the voters, and of one voter's lines its own move, then the better
// line.
//
// A move that a voter did not list is at most as good as the last that it did: it counts as that
// logit less kUnlistedDrop, and claims no mate. A ballot without lines lists its own move with
// its score. A ballot without either has no opinion of any move; if all are such, the first is
// played.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/mean.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// In logit, 48 centipawns of 600: the usual gap between a first and a second line.
// Larger: a move that one engine just did not print falls below worse ones that all print. Zero: an
// engine without MultiPV would have no say, its own move being worth no more than any other.
constexpr double kUnlistedDrop = 0.08;
// A mate that somebody lists says of unlisted moves no more than a lost or won position.
constexpr double kFurthest = 10.0;

struct Opinion {
  const Voter* voter = nullptr;
  std::vector<RankedLine> lines;  ///< lines_of()
  double unlisted = 0.0;
};

std::optional<Opinion> opinion_of(const Voter& voter) {
  Opinion opinion{.voter = &voter, .lines = lines_of(voter)};
  if (opinion.lines.empty()) return std::nullopt;
  double last = kFurthest;
  for (const RankedLine& line : opinion.lines) {
    last = std::min(last, logit(line.score, voter.scale));
  }
  opinion.unlisted = std::max(last, -kFurthest) - kUnlistedDrop;
  return opinion;
}

Mean mean_of(const std::vector<Opinion>& opinions, usi::Move move) {
  Mean mean;
  for (const Opinion& opinion : opinions) {
    const double weight = weight_of(votes_of(*opinion.voter));
    const auto line = std::ranges::find(opinion.lines, move, &RankedLine::move);
    if (line == opinion.lines.end()) {
      mean.add_logit(opinion.unlisted, weight);
    } else {
      mean.add(line->score, opinion.voter->scale, weight);
    }
  }
  return mean;
}

// Whose ballot goes with the move: who chose it, else who lists it first.
Decided played_by(const Council& moves, const Opinion& lister, usi::Move move, Phrase why) {
  for (const Voter& voter : moves.voters) {
    if (move_of(voter) == move) return decided(voter.number, std::move(why));
  }
  Decided chosen = decided(lister.voter->number, std::move(why));
  chosen.move = move;
  return chosen;
}

}  // namespace

Verdict choose_average(const Council& moves) {
  std::vector<Opinion> opinions;
  for (const Voter& voter : moves.voters) {
    if (auto opinion = opinion_of(voter)) opinions.push_back(*std::move(opinion));
  }
  if (opinions.empty()) return without_values(moves.voters.front());
  const auto is_mated = [mated = mated_moves(moves.voters)](const RankedLine& line) {
    return std::ranges::find(mated, line.move) != mated.end();
  };
  const bool all_mated = std::ranges::all_of(opinions, [&](const Opinion& opinion) {
    return std::ranges::all_of(opinion.lines, is_mated);
  });
  const Opinion* lister = nullptr;
  usi::Move best;
  Mean best_mean;
  for (const Opinion& opinion : opinions) {
    for (const RankedLine& line : opinion.lines) {
      if (!all_mated && is_mated(line)) continue;
      const Mean mean = mean_of(opinions, line.move);
      if (lister != nullptr && !better(mean, best_mean)) continue;
      lister = &opinion;
      best = line.move;
      best_mean = mean;
    }
  }
  const auto listed = std::ranges::count_if(opinions, [&](const Opinion& opinion) {
    return std::ranges::find(opinion.lines, best, &RankedLine::move) != opinion.lines.end();
  });
  const Phrase value = best_mean.phrase();
  const std::string listers = std::to_string(listed);
  const std::string all = std::to_string(opinions.size());
  return played_by(moves, *lister, best,
                   {"best mean: " + value.en + ", listed by " + listers + " of " + all,
                    "平均で最善：" + value.ja + "、" + all + "者中" + listers + "者の読み筋"});
}

}  // namespace gougi::consensus
