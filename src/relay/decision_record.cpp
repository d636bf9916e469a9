// SPDX-License-Identifier: MIT
#include "relay/decision_record.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gougi::relay {
namespace {

// The voters that `strategy` would have seated, or everybody, without waiting for anybody.
consensus::Council council_of(const DecisionRecord& record,
                              const std::vector<RecordedVoter>& recorded,
                              const consensus::Strategy& strategy, bool everybody) {
  consensus::Council council;
  council.facts = record.facts;
  council.replies = record.replies;
  for (consensus::Reply& reply : council.replies) reply.awaited = false;
  std::vector<int> chosen;
  if (!everybody && strategy.seats != nullptr && !recorded.empty()) {
    std::vector<int> available;
    for (const RecordedVoter& each : recorded) available.push_back(each.voter.number);
    chosen = strategy.seats(record.facts, available);
  }
  for (const RecordedVoter& each : recorded) {
    if (!chosen.empty() && std::ranges::find(chosen, each.voter.number) == chosen.end()) continue;
    council.voters.push_back(each.voter);
    council.voters.back().awaited = false;
  }
  return council;
}

Redecision say(const consensus::Decided& decided, const consensus::Council& council) {
  Redecision again;
  again.decided = true;
  again.voter = decided.voter;
  again.reason = decided.reason;
  again.reason_ja = decided.reason_ja;
  for (const consensus::Voter& voter : council.voters) {
    if (voter.number == decided.voter && voter.ballot) again.choice = voter.ballot->choice;
  }
  if (decided.move) again.choice = *decided.move;
  return again;
}

}  // namespace

Redecision decide_again(const DecisionRecord& record, const consensus::Strategy& strategy) {
  if (record.proof && !record.proof->moves.empty()) {
    Redecision proven;
    proven.decided = true;
    proven.choice = record.proof->moves.front();
    proven.reason = "mate found by " + record.proof->solver;
    proven.reason_ja = record.proof->solver + " が詰みを発見";
    return proven;
  }
  // Its own rule seated all that are recorded; another one would have chosen, and others where the
  // chosen have no ballot.
  const bool same = record.rule == strategy.identifier;
  const std::array<std::pair<const std::vector<RecordedVoter>*, bool>, 3> turns{
      {{&record.voters, same}, {&record.voters, true}, {&record.reserve, true}}};
  for (const auto& [voters, everybody] : turns) {
    consensus::Council council = council_of(record, *voters, strategy, everybody);
    consensus::Verdict verdict = consensus::decide(strategy, council);
    const bool asked = std::holds_alternative<consensus::Ask>(verdict);
    if (asked) {
      council.facts.may_ask = false;
      verdict = consensus::decide(strategy, council);
    }
    if (const auto* decided = std::get_if<consensus::Decided>(&verdict)) {
      Redecision again = say(*decided, council);
      again.had_to_ask = asked;
      return again;
    }
  }
  Redecision nothing;
  nothing.reason = "no ballot";
  nothing.reason_ja = "票なし";
  return nothing;
}

}  // namespace gougi::relay
