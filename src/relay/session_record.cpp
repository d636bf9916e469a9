// SPDX-License-Identifier: MIT
#include "relay/session_record.hpp"

#include "relay/mate_proof.hpp"
#include "usi/command.hpp"

namespace gougi::relay {
namespace {

std::string go_line(const Poll& poll) {
  usi::GoCommand command;
  command.limits = poll.limits;
  auto& limits = std::get<usi::SearchLimits>(command.limits);
  limits.ponder = limits.ponder || poll.never_hit;
  return usi::format(command);
}

std::vector<RecordedVoter> voters(const Poll& poll, bool reserve) {
  std::vector<RecordedVoter> recorded;
  consensus::Council seen = poll.council(reserve);
  for (consensus::Voter& voter : seen.voters) {
    RecordedVoter& entry = recorded.emplace_back();
    for (const VoterSearch& search : poll.book.voters) {
      if (search.number == voter.number && search.reserve == reserve) entry.name = search.name;
    }
    entry.voter = std::move(voter);
  }
  return recorded;
}

RecordedSearch recorded(const Search& search, int voter) {
  return {.voter = voter,
          .move = std::nullopt,
          .part = *search.part,
          .told = search.told_nodes,
          .nodes = search.last.nodes,
          .elapsed = search.answered_in,
          .nps = search.engines_nps,
          .given_back = search.given_back};
}

std::optional<RecordedBudget> budget(const Poll& poll) {
  if (!poll.budget.on()) return std::nullopt;
  RecordedBudget budget{poll.budget.sum(), poll.budget.normalises(), {}};
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.told_nodes > 0) budget.searches.push_back(recorded(voter, voter.number));
  }
  for (const ReplySearch& reply : poll.book.replies) {
    if (reply.told_nodes == 0) continue;
    budget.searches.push_back(recorded(reply, reply.question.voter));
    budget.searches.back().move = reply.question.move;
  }
  return budget;
}

}  // namespace

void SessionRecord::begin(WallTime wall, base::TimePoint now) {
  on_ = true;
  wall_ = wall;
  begun_ = now;
}

DecisionRecord SessionRecord::decision(const Poll& poll, const Outcome& outcome,
                                       std::string_view rule, base::TimePoint now) {
  ++decisions_of_game_;
  DecisionRecord record;
  record.number = ++decisions_;
  record.game = game_;
  record.time = dated(now);
  record.ply = poll.position().ply();
  if (!poll.without_position) record.position = poll.lines.all();
  record.go = go_line(poll);
  record.rule = rule;
  record.voters = voters(poll, false);
  record.reserve = voters(poll, true);
  consensus::Council seen = poll.council(false);
  record.facts = std::move(seen.facts);
  record.replies = std::move(seen.replies);
  if (const ProofSearch* solver = poll.proof()) {
    record.proof = {solver->name, std::get<usi::CheckMateFound>(solver->answer->result).moves};
  }
  record.budget = budget(poll);
  record.agreement = poll.agreement;
  record.choice = outcome.choice;
  record.chosen = outcome.chosen;
  record.ponder = outcome.ponder;
  record.voter = outcome.voter;
  record.reason = outcome.reason;
  record.reason_ja = outcome.reason_ja;
  record.score = outcome.score;
  record.elapsed = base::to_ms(now - poll.clock_start);
  return record;
}

GameRecord SessionRecord::game_end(usi::GameResult result, base::TimePoint now) {
  GameRecord record{game_, dated(now), result, decisions_of_game_};
  ++game_;
  decisions_of_game_ = 0;
  return record;
}

void SessionRecord::new_game() {
  if (decisions_of_game_ == 0) return;
  ++game_;
  decisions_of_game_ = 0;
}

}  // namespace gougi::relay
