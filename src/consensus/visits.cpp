// SPDX-License-Identifier: MIT
// 訪問数と勝率の合議: what each voter gives to the moves adds up to 1, and the move that is given
// most, by weight, is played. A voter that reports how often its tree search has visited each move
// (MCTS: Ballot::visits) gives by visits. Of the others each gives by exp(win rate / temperature)
// over its lines, its own move among them, as softmax draws; without two scores all goes to its own
// move.
//
// Only moves that somebody votes for or lists are played; what went to others is lost. Ties to the
// move of the smaller number, then to the better line of it. No mean is taken over mates: where
// somebody sees one, the shortest is played. Moves on which somebody sees us mated get nothing from
// it, unless that is its own move.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

struct Share {
  usi::Move move;
  double part = 0.0;
};

// How one voter divides what it has; the parts add up to 1.
struct DividedVote {
  const Voter* voter = nullptr;
  bool by_visits = false;
  std::vector<Share> shares;

  double of(usi::Move move) const {
    double sum = 0.0;  // pooled moves may stand there twice
    for (const Share& share : shares) {
      if (share.move == move) sum += share.part;
    }
    return sum;
  }
};

void scale_to_one(std::vector<Share>& shares) {
  double sum = 0.0;
  for (const Share& share : shares) sum += share.part;
  for (Share& share : shares) share.part /= sum;
}

std::vector<Share> shares_of_visits(const Ballot& ballot) {
  std::vector<Share> shares;
  for (const MoveVisits& each : ballot.visits) {
    if (each.visits > 0) shares.push_back({each.move, static_cast<double>(each.visits)});
  }
  if (!shares.empty()) scale_to_one(shares);
  return shares;
}

std::vector<Share> shares_of_win_rates(const Voter& voter, double temperature) {
  const usi::Move own = move_of(voter);
  const std::vector<RankedLine> lines = lines_of(voter);
  // It plays its own move whatever that is worth: without its win rate there is nothing to compare.
  if (lines.empty() || lines.front().move != own || mate_sign(lines.front().score) < 0) {
    return {{own, 1.0}};
  }
  std::vector<Share> shares;
  for (const RankedLine& line : lines) {
    if (mate_sign(line.score) >= 0)
      shares.push_back({line.move, win_rate(line.score, voter.scale)});
  }
  const double highest = std::ranges::max_element(shares, {}, &Share::part)->part;
  for (Share& share : shares) share.part = std::exp((share.part - highest) / temperature);
  scale_to_one(shares);
  return shares;
}

std::vector<DividedVote> opinions_of(const Council& moves) {
  const double temperature = std::max(kLeastTemperature, moves.facts.numbers.temperature);
  std::vector<DividedVote> opinions;
  for (const Voter& voter : moves.voters) {
    DividedVote opinion{&voter, true, shares_of_visits(*voter.ballot)};
    if (opinion.shares.empty()) {
      opinion = {&voter, false, shares_of_win_rates(voter, temperature)};
    }
    opinions.push_back(std::move(opinion));
  }
  return opinions;
}

// Own moves in the order of the numbers, then the lines.
std::vector<usi::Move> playable(const Council& moves) {
  std::vector<usi::Move> all;
  const auto add = [&](usi::Move move) {
    if (std::ranges::find(all, move) == all.end()) all.push_back(move);
  };
  for (const Voter& voter : moves.voters) add(move_of(voter));
  for (const Voter& voter : moves.voters) {
    for (const RankedLine& line : voter.ballot->lines) add(line.move);
  }
  const std::vector<usi::Move> mated = mated_moves(moves.voters);
  const auto is_mated = [&](usi::Move move) {
    return std::ranges::find(mated, move) != mated.end();
  };
  if (!std::ranges::all_of(all, is_mated)) std::erase_if(all, is_mated);
  return all;
}

// By weight, in [0, 1].
double given_to(usi::Move move, const std::vector<DividedVote>& opinions) {
  double sum = 0.0;
  double weights = 0.0;
  for (const DividedVote& opinion : opinions) {
    const double weight = weight_of(votes_of(*opinion.voter));
    sum += weight * opinion.of(move);
    weights += weight;
  }
  return sum / weights;
}

// "54.3% of all votes: engine 1 61.0% of its visits, engine 2 47.6%; the next move 30.1%"
Phrase phrase_of(usi::Move move, double given, double next, const Council& council,
                 const std::vector<DividedVote>& opinions) {
  Phrase who;
  for (const DividedVote& opinion : opinions) {
    const Phrase name = name_of(council, opinion.voter->number);
    const std::string part = percent(opinion.of(move));
    who.en += (who.en.empty() ? "" : ", ") + name.en + " " + part +
              (opinion.by_visits ? " of its visits" : "");
    who.ja += (who.ja.empty() ? "" : "、") + name.ja + "は" +
              (opinion.by_visits ? "訪問数の" : "") + part;
  }
  const std::string all = percent(given);
  const bool is_tie = next > 0.0 && next >= given - kRounding;
  return {all + " of all votes: " + who.en + "; the next move " + percent(next) +
              (is_tie ? ", a tie, which goes to the smaller number" : ""),
          "全票の" + all + "：" + who.ja + "、次点の手は" + percent(next) +
              (is_tie ? "、同率のため番号の小さいエンジンの手" : "")};
}

// Whose ballot goes with the move: who chose it, else who lists it first.
Decided played_by(const Council& moves, usi::Move move, Phrase why) {
  for (const Voter& voter : moves.voters) {
    if (move_of(voter) == move) return decided(voter.number, std::move(why));
  }
  const auto lister = std::ranges::find_if(moves.voters, [&](const Voter& voter) {
    const auto& lines = voter.ballot->lines;
    return std::ranges::find(lines, move, &RankedLine::move) != lines.end();
  });
  Decided chosen = decided(lister->number, std::move(why));
  chosen.move = move;
  return chosen;
}

}  // namespace

Verdict choose_visits(const Council& moves) {
  if (std::ranges::any_of(moves.voters, sees_mate)) return choose_optimistic(moves);
  const std::vector<DividedVote> opinions = opinions_of(moves);
  usi::Move best;
  double most = -1.0;
  double next = 0.0;
  for (const usi::Move move : playable(moves)) {
    const double given = given_to(move, opinions);
    if (given > most + kRounding) {
      next = std::max(most, 0.0);
      best = move;
      most = given;
    } else {
      next = std::max(next, given);
    }
  }
  return played_by(moves, best, phrase_of(best, most, next, moves, opinions));
}

}  // namespace gougi::consensus
