// SPDX-License-Identifier: MIT
// 各々の最善手を交換して評価値の合計で判定: every candidate is judged by every voter, and the best
// mean (mean.hpp: in logit) wins; ties to the smaller number. In phase 1 all think on the position.
// If they differ, in phase 2 each searches the positions after the candidates that are not its own.
//
// A score that is missing (none printed, the answer lost) is left out of its candidate's mean,
// unless the opponent is mated there by the rules: that is a mate, printed or not, and ends the
// round. If not one reply has a score, the highest score of phase 1 wins, as in optimistic. With
// two voters of equal weight and scale the best mean is the best sum of centipawns.
#include <algorithm>
#include <span>
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

// Who answers which question: hundreds of voters exchange thousands. As a rule all are asked about
// in the order in which they stand, and nothing is to be looked for.
class Replies {
 public:
  explicit Replies(const Council& council) : replies_(council.replies) {}

  const Reply* to(const Question& question) {
    if (next_ < replies_.size() && replies_[next_].question == question) return &replies_[next_++];
    const Reply* found = find(question);
    if (found != nullptr) next_ = static_cast<std::size_t>(found - replies_.data()) + 1;
    return found;
  }

 private:
  static std::pair<int, usi::Move> key_of(const Reply* reply) {
    return {reply->question.voter, reply->question.move};
  }

  const Reply* find(const Question& question) {
    if (sorted_.empty()) {
      for (const Reply& reply : replies_) sorted_.push_back(&reply);
      std::ranges::sort(sorted_, {}, key_of);
    }
    const auto wanted = std::pair(question.voter, question.move);
    const auto found = std::ranges::lower_bound(sorted_, wanted, {}, key_of);
    return found == sorted_.end() || (*found)->question != question ? nullptr : *found;
  }

  std::span<const Reply> replies_;
  std::size_t next_ = 0;
  std::vector<const Reply*> sorted_;  // by their questions, once one was not the next
};

// What is known of a council's questions: each voter, each candidate that is not its own.
struct Phase2 {
  std::vector<Question> unasked;
  bool awaited = false;
  int scores = 0;
  int questions = 0;
};

Phase2 phase2_of(const Council& moves, const std::vector<Candidate>& candidates, Replies& replies) {
  Phase2 phase;
  for (const Voter& voter : moves.voters) {
    for (const Candidate& candidate : candidates) {
      if (candidate.move == move_of(voter)) continue;
      const Question question{voter.number, candidate.move};
      const Reply* reply = replies.to(question);
      ++phase.questions;
      if (reply == nullptr) {
        phase.unasked.push_back(question);
      } else {
        phase.awaited = phase.awaited || reply->awaited;
        if (reply->score) ++phase.scores;
      }
    }
  }
  return phase;
}

Mean mean_of(const Council& moves, const Candidate& candidate, Replies& replies) {
  Mean mean;
  for (const Voter& voter : moves.voters) {
    const double weight = weight_of(votes_of(voter));
    if (candidate.move == move_of(voter)) {
      if (voter.ballot->score) mean.add(*voter.ballot->score, voter.scale, weight);
    } else if (const Reply* reply = replies.to({voter.number, candidate.move});
               reply != nullptr && reply->score) {
      mean.add(before_move(*reply->score), voter.scale, weight);
    }
  }
  return mean;
}

// The first candidate after which the opponent is mated by the rules.
const Candidate* mating(const Council& moves, const std::vector<Candidate>& candidates) {
  std::vector<usi::Move> mates;
  for (const Reply& reply : moves.replies) {
    if (reply.mated) mates.push_back(reply.question.move);
  }
  const auto found = std::ranges::find_first_of(candidates, mates, {}, &Candidate::move);
  return found == candidates.end() ? nullptr : &*found;
}

Decided by_phase1(const Council& moves) {
  Verdict verdict = choose_optimistic(moves);
  auto& chosen = std::get<Decided>(verdict);
  chosen.reason = "nothing exchanged, " + chosen.reason;
  chosen.reason_ja = "交換なし、" + chosen.reason_ja;
  return std::move(chosen);
}

Decided by_mean(const Council& moves, const std::vector<Candidate>& candidates, const Phase2& phase,
                Replies& replies) {
  const Candidate* best = nullptr;
  Mean best_mean;
  std::string others;
  std::string others_ja;
  for (const Candidate& candidate : candidates) {
    const Mean mean = mean_of(moves, candidate, replies);
    if (best == nullptr || better(mean, best_mean)) {
      best = &candidate;
      best_mean = mean;
    }
  }
  for (const Candidate& candidate : candidates) {
    const Mean mean = mean_of(moves, candidate, replies);
    if (&candidate == best) continue;
    others += others.empty() ? "" : ", ";
    others_ja += others_ja.empty() ? "" : "、";
    others += mean.known() ? mean.phrase().en : "unknown";
    others_ja += mean.known() ? mean.phrase().ja : "不明";
  }
  const std::string count =
      std::to_string(phase.scores) + " of " + std::to_string(phase.questions) + " exchanged";
  const Phrase value = best_mean.phrase();
  return decided(
      best->proposer->number,
      {"best mean: " + value.en + " against " + others + ", " + count,
       "平均で最善：" + value.ja + "（他は" + others_ja + "）、交換" +
           std::to_string(phase.questions) + "件中" + std::to_string(phase.scores) + "件"});
}

}  // namespace

Verdict choose_exchange(const Council& moves) {
  const auto candidates = candidates_of(moves);
  if (candidates.size() == 1) {
    const std::string count = std::to_string(moves.voters.size());
    if (moves.voters.size() == 1) {
      return decided(moves.voters.front().number, {"the only ballot", "唯一の投票"});
    }
    return decided(moves.voters.front().number, {"all " + count + " agree", count + "者一致"});
  }
  if (const Candidate* mate = mating(moves, candidates)) {
    return decided(mate->proposer->number,
                   {"the opponent is mated after it", "その手で相手玉は詰み"});
  }
  Replies replies(moves);
  Phase2 phase = phase2_of(moves, candidates, replies);
  if (moves.facts.may_ask) {
    if (!phase.unasked.empty()) return Ask{.questions = std::move(phase.unasked), .last = true};
    if (phase.awaited) return Wait{};
  }
  if (phase.scores == 0) return by_phase1(moves);
  return by_mean(moves, candidates, phase, replies);
}

}  // namespace gougi::consensus
