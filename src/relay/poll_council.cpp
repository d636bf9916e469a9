// SPDX-License-Identifier: MIT
// What the rule of the vote sees, and what comes of its word.
#include <algorithm>

#include "consensus/pooling.hpp"
#include "relay/freeze_values.hpp"
#include "relay/mate_proof.hpp"
#include "relay/poll.hpp"

namespace gougi::relay {

consensus::Verdict Poll::verdict() const {
  const consensus::Council seen = council(false);
  auto without_reserve = consensus::decide(*strategy, seen);
  const auto* decided = std::get_if<consensus::Decided>(&without_reserve);
  if (decided != nullptr && freeze_is_open(seen, *decided)) return consensus::Wait{};
  if (!std::holds_alternative<consensus::NoBallot>(without_reserve)) return without_reserve;
  return consensus::decide(*strategy, council(true));
}

// Decided early, by the moves; but who is still awaited may settle with which freeze.
bool Poll::freeze_is_open(const consensus::Council& council,
                          const consensus::Decided& decided) const {
  if (!pools_freezes || position().freezes().plain()) return false;
  for (const consensus::Voter& voter : council.voters) {
    if (voter.number != decided.voter || !voter.ballot) continue;
    if (voter.mates || !std::holds_alternative<shogi::FreezeMove>(voter.ballot->choice)) {
      return false;
    }
  }
  return std::ranges::any_of(council.voters, [](const consensus::Voter& voter) {
    return voter.awaited && voter.declares_freezes;
  });
}

consensus::Council Poll::council(bool reserve) const {
  consensus::Council seen;
  seen.facts = facts;
  seen.facts.may_ask = facts.may_ask && !stopped && !reserve;
  for (const VoterSearch& search : book.voters) {
    if (search.reserve != reserve) continue;
    consensus::Voter voter;
    voter.number = search.number;
    voter.ballot = search.ballot;
    voter.awaited = search.awaited();
    voter.previous = search.previous;
    voter.weight = search.weight;
    voter.eval_coef = search.eval_coef;
    voter.declares_freezes = !position().freezes().plain() && usi::declares_freezes(search.freezes);
    if (search.ballot && search.ballot->counts()) {
      const auto* move = std::get_if<shogi::FreezeMove>(&search.ballot->choice);
      voter.walks_into_mate = move != nullptr && threat_after(*move) != nullptr;
      voter.mates = move != nullptr && mates(*move);
    }
    voter.absent = !search.was_there && search.asked == 0;
    // In analysis a resignation is no answer while a legal move exists.
    if (limits.infinite && voter.ballot &&
        std::holds_alternative<usi::Resign>(voter.ballot->choice) && voter.ballot->counts()) {
      voter.ballot->void_reason = "resigns in analysis";
    }
    seen.voters.push_back(std::move(voter));
  }
  for (const ReplySearch& reply : book.replies) {
    seen.replies.push_back(
        {reply.question, reply.done ? reply.score() : std::nullopt, reply.mated, !reply.done});
  }
  bound_scores(seen);
  return pools_freezes ? consensus::pooled(std::move(seen)) : seen;
}

void Poll::bound_scores(consensus::Council& seen) const {
  const shogi::FreezeState state = position().freezes();
  if (state.plain()) return;
  const shogi::Color side = position().side_to_move();
  const auto bound = [&](usi::Score& score, const VoterSearch& search, shogi::Color whose) {
    score = counted_score(score, search.freezes, state, whose, search.eval_coef);
  };
  for (const VoterSearch& search : book.voters) {
    for (consensus::Voter& voter : seen.voters) {
      if (voter.number != search.number) continue;
      if (voter.previous) bound(*voter.previous, search, side);
      if (!voter.ballot) continue;
      if (voter.ballot->score && !voter.mates) bound(*voter.ballot->score, search, side);
      for (consensus::RankedLine& line : voter.ballot->lines) bound(line.score, search, side);
    }
    for (consensus::Reply& reply : seen.replies) {
      if (reply.question.voter == search.number && reply.score) bound(*reply.score, search, ~side);
    }
  }
}

Outcome Poll::outcome(const consensus::Decided& decided) const {
  Outcome outcome;
  outcome.voter = decided.voter;
  outcome.reason = decided.reason;
  outcome.reason_ja = decided.reason_ja;
  for (const VoterSearch& search : book.voters) {
    if (search.number != decided.voter || !search.ballot) continue;
    const consensus::Ballot& ballot = *search.ballot;
    outcome.choice = ballot.choice;
    outcome.ponder = ballot.ponder;
    outcome.pv = ballot.pv;
    outcome.score = ballot.score;
    outcome.depth = ballot.depth;
    outcome.nodes = ballot.nodes;
    if (!decided.move) {
      if (pools_freezes && !search.reserve) take_settled_freeze(outcome);
      continue;
    }
    if (ballot.choice == consensus::Choice{*decided.move}) continue;
    // One of its other lines.
    outcome.choice = *decided.move;
    outcome.ponder.reset();
    outcome.pv = {*decided.move};
    outcome.score.reset();
    for (const consensus::RankedLine& line : ballot.lines) {
      if (counted(line.move) == counted(*decided.move)) outcome.score = line.score;
    }
    if (const SeenLine* line = search.last.moves.line_of(*decided.move)) {
      outcome.pv = legal_prefix(position(), parse_pv(line->pv));
      outcome.depth = line->depth;
    }
  }
  return outcome;
}

// Pooled votes: the move with the freeze that was settled for it, and the line of who voted so.
void Poll::take_settled_freeze(Outcome& outcome) const {
  const consensus::Council seen = council(false);
  for (const consensus::Voter& voter : seen.voters) {
    if (voter.number != outcome.voter || !voter.ballot || !voter.ballot->voted) continue;
    outcome.choice = voter.ballot->choice;
    outcome.pv = {std::get<shogi::FreezeMove>(outcome.choice)};
    outcome.ponder.reset();
    for (const VoterSearch& search : book.voters) {
      if (!search.ballot || !search.ballot->counts() || search.reserve) continue;
      if (search.ballot->choice != outcome.choice) continue;
      outcome.pv = search.ballot->pv;
      outcome.ponder = search.ballot->ponder;
      return;
    }
  }
}

Outcome Poll::mate_outcome(const ProofSearch& solver) const {
  Outcome outcome;
  outcome.pv = moves_of(std::get<usi::CheckMateFound>(solver.answer->result));
  outcome.choice = outcome.pv.front();
  if (outcome.pv.size() > 1) outcome.ponder = outcome.pv[1];
  outcome.score = usi::Score::mate_in(static_cast<int>(outcome.pv.size()));
  outcome.depth = static_cast<int>(outcome.pv.size());
  outcome.reason = "mate found by " + solver.name;
  outcome.reason_ja = solver.name + " が詰みを発見";
  return outcome;
}

const VoterSearch* Poll::newest_thinker() const {
  const VoterSearch* newest = nullptr;
  for (const VoterSearch& search : book.voters) {
    if (search.own_ponder_position || !search.heard_at) continue;
    const auto moves = parse_pv(search.last.pv);
    if (moves.empty() || !why_void(moves.front()).empty()) continue;
    if (newest == nullptr || *search.heard_at >= *newest->heard_at) newest = &search;
  }
  return newest;
}

Outcome Poll::fallback() const {
  Outcome outcome;
  const auto say = [&](const std::string& what, const std::string& what_ja) {
    outcome.reason = "no vote counts, " + what;
    outcome.reason_ja = "有効な票がないため" + what_ja;
  };
  say("any legal move", "合法手を指す");
  const std::vector<shogi::FreezeMove> moves = allowed.empty() ? position().legal_moves() : allowed;
  if (moves.empty()) {
    outcome.reason = "no legal move";
    outcome.reason_ja = "合法手がない";
    return outcome;
  }
  if (moves.size() == 1) say("the only move", "唯一の手を指す");
  const auto mate = std::ranges::find_if(moves, [&](const auto move) { return mates(move); });
  const auto capture =
      std::ranges::find_if(moves, [&](const auto move) { return position().captures(move); });
  const VoterSearch* thinker = newest_thinker();
  shogi::FreezeMove chosen = moves.front();
  if (mate != moves.end()) {
    chosen = *mate;
    say("a mate in one", "一手詰みを指す");
  } else if (thinker != nullptr && moves.size() > 1) {
    say("the newest line of " + thinker->name, thinker->name + " の最新の読み筋を指す");
    outcome.pv = legal_prefix(position(), parse_pv(thinker->last.pv));
    outcome.choice = outcome.pv.front();
    outcome.score = thinker->last.score_of(outcome.pv.front());
    outcome.depth = thinker->last.depth;
    outcome.nodes = thinker->last.nodes;
    return outcome;
  } else if (capture != moves.end()) {
    chosen = *capture;
    if (moves.size() > 1) say("a capture", "駒を取る手を指す");
  }
  outcome.choice = chosen;
  outcome.pv = {chosen};
  return outcome;
}

}  // namespace gougi::relay
