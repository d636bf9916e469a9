// SPDX-License-Identifier: MIT
// 拒否権付き多数決合議: the majority's candidate is searched by a second engine, one that did not
// propose it. If it finds the move worse than its own best by more than `veto_drop` in win rate,
// the next candidate by votes is searched in its turn. The last candidate left, and the one after
// kMostVetoes, is played without a search. A mate is beyond every win rate: who has one of its own
// vetoes what is none, and a move that is mated loses to one that is not.
//
// Without the second engine's score of the move or of its own best there is no veto, nor when the
// time for it is up.
#include <algorithm>
#include <string>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

// Phases: the ballots have 0.6 of the time (strategy.cpp), each veto's search 0.15. More vetoes
// would take the time from the ballots.
constexpr int kMostVetoes = 2;
constexpr double kShare = 0.15;

// Who judges a candidate: the first with a score that did not propose it.
const Voter* judge_of(const Council& moves, const Candidate& candidate) {
  const auto found = std::ranges::find_if(moves.voters, [&](const Voter& voter) {
    return voter.ballot->score && move_of(voter) != candidate.move;
  });
  return found == moves.voters.end() ? nullptr : &*found;
}

const Reply* reply_of(const Council& moves, const Voter& judge, usi::Move move) {
  const Question question{judge.number, move};
  const auto found = std::ranges::find(moves.replies, question, &Reply::question);
  return found == moves.replies.end() ? nullptr : &*found;
}

bool vetoes(const Voter& judge, const usi::Score& candidate, double drop) {
  const usi::Score& own = *judge.ballot->score;
  if (mate_sign(candidate) != mate_sign(own)) return mate_sign(candidate) < mate_sign(own);
  const double lost = win_rate(own, judge.scale) - win_rate(candidate, judge.scale);
  return lost > drop + kRounding;
}

// "engine 3 sees 41.0%, its own best 55.0%"
Phrase sight(const Council& council, const Voter& judge, const usi::Score& candidate) {
  const Phrase name = name_of(council, judge.number);
  const Phrase seen = worth(candidate, judge.scale);
  const Phrase own = worth(*judge.ballot->score, judge.scale);
  return {name.en + " sees " + seen.en + ", its own best " + own.en,
          name.ja + "では" + seen.ja + "、最善は" + own.ja};
}

Decided played(const Candidate& candidate, const Phrase& vetoed, const Phrase& why) {
  const std::string votes = std::to_string(candidate.supporters);
  return decided(candidate.proposer->number,
                 {vetoed.en + votes + (candidate.supporters == 1 ? " vote, " : " votes, ") + why.en,
                  vetoed.ja + votes + "票、" + why.ja});
}

}  // namespace

Verdict choose_veto(const Council& moves) {
  const auto ranked = ranked_candidates(moves);
  Phrase vetoed;
  int vetoed_count = 0;
  for (const Candidate& candidate : ranked) {
    if (ranked.size() == 1) return played(candidate, vetoed, {"all agree", "全員一致"});
    if (&candidate == &ranked.back() || vetoed_count == kMostVetoes) {
      return played(candidate, vetoed, {"not searched again", "再検討なし"});
    }
    const Voter* judge = judge_of(moves, candidate);
    if (judge == nullptr) {
      return played(candidate, vetoed, {"nobody has a value to judge by", "判定できる評価値なし"});
    }
    const Reply* reply = reply_of(moves, *judge, candidate.move);
    const bool pending = reply == nullptr || reply->awaited;
    if (pending && moves.facts.may_ask) {
      if (reply != nullptr) return Wait{};
      const bool last = vetoed_count + 1 == kMostVetoes || &candidate == &ranked[ranked.size() - 2];
      return Ask{.questions = {{judge->number, candidate.move}}, .share = kShare, .last = last};
    }
    if (reply != nullptr && reply->mated) {
      return played(candidate, vetoed, {"the opponent is mated after it", "その手で相手玉は詰み"});
    }
    if (reply == nullptr || !reply->score) {
      return played(candidate, vetoed, {"no veto was heard", "拒否なし（回答なし）"});
    }
    const usi::Score score = before_move(*reply->score);
    const Phrase seen = sight(moves, *judge, score);
    if (!vetoes(*judge, score, moves.facts.numbers.veto_drop)) {
      return played(candidate, vetoed, {"no veto: " + seen.en, "拒否なし：" + seen.ja});
    }
    const Phrase whose = name_of(moves, candidate.proposer->number);
    vetoed.en += "veto against " + whose.en + "'s move: " + seen.en + "; ";
    vetoed.ja += whose.ja + "の手を拒否：" + seen.ja + "；";
    ++vetoed_count;
  }
  return Wait{};  // not reached: the last candidate is always played
}

}  // namespace gougi::consensus
