// SPDX-License-Identifier: MIT
#include "relay/vote_lines.hpp"

#include <algorithm>

#include "relay/analysis.hpp"
#include "relay/score_text.hpp"
#include "relay/vote_table.hpp"

namespace gougi::relay {
namespace {

std::string choice_name(const Poll& poll, const consensus::Choice& choice, bool japanese) {
  if (std::holds_alternative<usi::Resign>(choice)) return japanese ? "投了" : "resign";
  if (std::holds_alternative<usi::DeclareWin>(choice)) return japanese ? "入玉宣言" : "win";
  const auto move = std::get<usi::Move>(choice);
  if (!japanese) return usi::to_text(move);
  const auto& moves = poll.game->moves();
  return poll.position().move_name(move, moves.empty() ? usi::Move() : moves.back(), true);
}

bool has_vote(const VoterSearch& voter) { return voter.ballot && voter.ballot->counts(); }

bool is_same_vote(const Poll& poll, const consensus::Choice& a, const consensus::Choice& b) {
  const auto* move = std::get_if<usi::Move>(&a);
  const auto* other = std::get_if<usi::Move>(&b);
  if (move == nullptr || other == nullptr) return a == b;
  return poll.counted(*move) == poll.counted(*other);
}

/// Votes for one move.
struct Party {
  consensus::Choice choice;
  std::vector<const VoterSearch*> voters;
};

struct Tally {
  std::vector<const VoterSearch*> for_played;
  std::vector<Party> others;
  std::vector<const VoterSearch*> without;  ///< a vote that counts
  std::size_t voters = 0;
  std::size_t votes = 0;  ///< for what is played; the reserve has none
};

Tally tally_of(const Poll& poll, const Outcome& outcome) {
  Tally tally;
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.reserve) ++tally.voters;
    if (!has_vote(voter)) {
      if (!voter.reserve) tally.without.push_back(&voter);
      continue;
    }
    const consensus::Choice& choice = voter.ballot->choice;
    if (is_vote_for(poll, choice, outcome)) {
      tally.for_played.push_back(&voter);
      if (!voter.reserve) ++tally.votes;
      continue;
    }
    const auto party = std::ranges::find_if(
        tally.others, [&](const Party& other) { return is_same_vote(poll, other.choice, choice); });
    if (party == tally.others.end()) {
      tally.others.push_back({choice, {&voter}});
    } else {
      party->voters.push_back(&voter);
    }
  }
  return tally;
}

// Whether nobody needs to be told why: all agree, or votes decide and this move has most.
bool speaks_for_itself(const Poll& poll, const Tally& tally) {
  const consensus::Strategy& rule = *poll.strategy;
  if (tally.others.empty()) return tally.voters > 1 || rule.seats == nullptr;
  const bool votes_decide = rule.is_open != nullptr;
  return votes_decide && std::ranges::all_of(tally.others, [&](const Party& other) {
           return std::holds_alternative<usi::Resign>(other.choice) ||
                  other.voters.size() < tally.votes;
         });
}

std::string names_of(const std::vector<const VoterSearch*>& voters, bool japanese) {
  std::string text;
  for (const VoterSearch* voter : voters) {
    text += (text.empty() ? "" : ", ") + voter->name;
    if (has_vote(*voter) && voter->ballot->score) {
      text += ' ' + score_text(*voter->ballot->score, japanese, PlusSign::kWritten);
    }
  }
  return text;
}

usi::InfoAnswer line_of(const VoterSearch& voter) {
  usi::InfoAnswer info;
  const auto add = [](auto& word, auto value) {
    if (value > 0) word = value;
  };
  info.depth = std::max(1, voter.ballot->depth);
  if (voter.last.seldepth > 0) info.seldepth = std::max(voter.last.seldepth, voter.ballot->depth);
  add(info.nodes, voter.ballot->nodes);
  add(info.nps, voter.last.nps);
  add(info.hashfull, voter.last.hashfull);
  info.score = voter.ballot->score;
  info.pv = voter.ballot->pv;
  return info;
}

bool is_analysis(const Poll& poll) { return poll.limits.infinite && poll.book.voters.size() > 1; }

}  // namespace

std::string vote_summary(const Poll& poll, const Outcome& outcome, bool japanese) {
  const Tally tally = tally_of(poll, outcome);
  const auto party_text = [&](const Party& party) {
    return choice_name(poll, party.choice, japanese) + ": " + names_of(party.voters, japanese);
  };
  std::string text = choice_name(poll, outcome.choice, japanese);
  if (tally.voters > 0) {
    text += " " + std::to_string(tally.votes) + "/" + std::to_string(tally.voters);
  }
  text += ": " + names_of(tally.for_played, japanese);
  if (tally.for_played.empty()) {
    text += japanese ? outcome.reason_ja : outcome.reason;
  } else if (tally.votes == 0) {  // the reserve's move
    text += japanese ? "、有効な票がないため" : ", no voter's vote counts";
  } else if (!speaks_for_itself(poll, tally)) {
    text += japanese ? "（" + outcome.reason_ja + "）" : " (" + outcome.reason + ")";
  }
  for (const Party& other : tally.others) text += " | " + party_text(other);
  if (!tally.without.empty()) {
    text += (japanese ? " | 票なし: " : " | no vote: ") + names_of(tally.without, japanese);
  }
  return text;
}

std::vector<usi::InfoAnswer> vote_lines(const Poll& poll, const Outcome& outcome,
                                        bool with_voters) {
  if (outcome.pv.empty()) return {};
  const VoterSearch* source = nullptr;  // whose line is played
  for (const VoterSearch& voter : poll.book.voters) {
    if (voter.number == outcome.voter && has_vote(voter) &&
        is_vote_for(poll, voter.ballot->choice, outcome)) {
      source = &voter;
    }
  }
  std::vector<usi::InfoAnswer> lines;
  for (std::size_t i = 0; with_voters && i < poll.book.voters.size(); ++i) {
    const VoterSearch& voter = poll.book.voters[i];
    if (!has_vote(voter) || voter.ballot->pv.empty()) continue;
    if (&voter == source && !is_analysis(poll)) continue;
    usi::InfoAnswer info = line_of(voter);
    info.multipv =
        is_analysis(poll) ? analysis_row(poll, i, 0) : static_cast<int>(lines.size()) + 2;
    if (&voter != source || shorten_leaders_row(poll, info)) lines.push_back(std::move(info));
  }
  usi::InfoAnswer last;
  if (source != nullptr) last = line_of(*source);
  last.depth = std::max(1, outcome.depth);
  if (outcome.nodes > 0) last.nodes = outcome.nodes;
  last.score = outcome.score;
  last.pv = outcome.pv;
  add_budgets_nodes(poll, last);
  const bool is_ranked = source != nullptr && !source->last.lines.empty();
  if (with_voters && (!lines.empty() || is_ranked)) last.multipv = 1;
  lines.push_back(std::move(last));
  return lines;
}

}  // namespace gougi::relay
