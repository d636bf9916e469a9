// SPDX-License-Identifier: MIT
#include "relay/vote_lines.hpp"

#include <algorithm>

#include "relay/analysis.hpp"
#include "relay/score_text.hpp"
#include "relay/vote_table.hpp"

namespace gougi::relay {
namespace {

std::string choice_name(const Round& round, const consensus::Choice& choice, bool japanese) {
  if (std::holds_alternative<usi::Resign>(choice)) return japanese ? "投了" : "resign";
  if (std::holds_alternative<usi::DeclareWin>(choice)) return japanese ? "入玉宣言" : "win";
  const auto move = std::get<shogi::FreezeMove>(choice);
  if (!japanese) return round.position().move_text(move);
  const auto& moves = round.game->moves();
  return round.position().move_name(move, moves.empty() ? shogi::FreezeMove() : moves.back(), true);
}

bool has_vote(const Seat& seat) { return seat.ballot && seat.ballot->counts(); }

bool is_same_vote(const Round& round, const consensus::Choice& a, const consensus::Choice& b) {
  const auto* move = std::get_if<shogi::FreezeMove>(&a);
  const auto* other = std::get_if<shogi::FreezeMove>(&b);
  if (move == nullptr || other == nullptr) return a == b;
  return round.counted(*move) == round.counted(*other);
}

/// Votes for one move.
struct Party {
  consensus::Choice choice;
  std::vector<const Seat*> voters;
};

struct Tally {
  std::vector<const Seat*> for_played;
  std::vector<Party> others;
  std::vector<const Seat*> without;  ///< a vote that counts
  std::size_t voters = 0;
  std::size_t votes = 0;  ///< for what is played; the reserve has none
};

Tally tally_of(const Round& round, const Outcome& outcome) {
  Tally tally;
  for (const Seat& seat : round.seats) {
    if (!seat.reserve) ++tally.voters;
    if (!has_vote(seat)) {
      if (!seat.reserve) tally.without.push_back(&seat);
      continue;
    }
    const consensus::Choice& choice = seat.ballot->choice;
    if (is_vote_for(round, choice, outcome)) {
      tally.for_played.push_back(&seat);
      if (!seat.reserve) ++tally.votes;
      continue;
    }
    const auto party = std::ranges::find_if(tally.others, [&](const Party& other) {
      return is_same_vote(round, other.choice, choice);
    });
    if (party == tally.others.end()) {
      tally.others.push_back({choice, {&seat}});
    } else {
      party->voters.push_back(&seat);
    }
  }
  return tally;
}

std::string names_of(const std::vector<const Seat*>& voters, bool japanese) {
  std::string text;
  for (const Seat* seat : voters) {
    text += (text.empty() ? "" : ", ") + seat->name;
    if (has_vote(*seat) && seat->ballot->score) {
      text += ' ' + score_text(*seat->ballot->score, japanese, PlusSign::kWritten);
    }
  }
  return text;
}

usi::InfoAnswer line_of(const Seat& seat) {
  usi::InfoAnswer info;
  const auto add = [](auto& word, auto value) {
    if (value > 0) word = value;
  };
  info.depth = std::max(1, seat.ballot->depth);
  if (seat.last.seldepth > 0) info.seldepth = std::max(seat.last.seldepth, seat.ballot->depth);
  add(info.nodes, seat.ballot->nodes);
  add(info.nps, seat.last.nps);
  add(info.hashfull, seat.last.hashfull);
  info.score = seat.ballot->score;
  info.set_pv(seat.ballot->pv);
  return info;
}

bool is_analysis(const Round& round) { return round.limits.infinite && round.seats.size() > 1; }

}  // namespace

std::string vote_summary(const Round& round, const Outcome& outcome, bool japanese) {
  const Tally tally = tally_of(round, outcome);
  const auto party_text = [&](const Party& party) {
    return choice_name(round, party.choice, japanese) + ": " + names_of(party.voters, japanese);
  };
  std::string text = choice_name(round, outcome.choice, japanese);
  if (tally.voters > 0) {
    text += " " + std::to_string(tally.votes) + "/" + std::to_string(tally.voters);
  }
  text += ": " + names_of(tally.for_played, japanese);
  if (tally.for_played.empty()) {
    text += japanese ? outcome.reason_ja : outcome.reason;
  } else if (tally.votes == 0) {  // the reserve's move
    text += japanese ? "、有効な票がないため" : ", no voter's vote counts";
  }
  for (const Party& other : tally.others) text += " | " + party_text(other);
  if (!tally.without.empty()) {
    text += (japanese ? " | 票なし: " : " | no vote: ") + names_of(tally.without, japanese);
  }
  return text;
}

std::vector<usi::InfoAnswer> vote_lines(const Round& round, const Outcome& outcome,
                                        bool with_voters) {
  if (outcome.pv.empty()) return {};
  const Seat* source = nullptr;  // whose line is played
  for (const Seat& seat : round.seats) {
    if (seat.number == outcome.voter && has_vote(seat) &&
        is_vote_for(round, seat.ballot->choice, outcome)) {
      source = &seat;
    }
  }
  std::vector<usi::InfoAnswer> lines;
  for (std::size_t i = 0; with_voters && i < round.seats.size(); ++i) {
    const Seat& seat = round.seats[i];
    if (!has_vote(seat) || seat.ballot->pv.empty()) continue;
    if (&seat == source && !is_analysis(round)) continue;
    usi::InfoAnswer info = line_of(seat);
    info.multipv =
        is_analysis(round) ? analysis_row(round, i, 0) : static_cast<int>(lines.size()) + 2;
    if (&seat != source || shorten_leaders_row(round, info)) lines.push_back(std::move(info));
  }
  usi::InfoAnswer last;
  if (source != nullptr) last = line_of(*source);
  last.depth = std::max(1, outcome.depth);
  if (outcome.nodes > 0) last.nodes = outcome.nodes;
  last.score = outcome.score;
  last.set_pv(outcome.pv);
  const bool is_ranked = source != nullptr && !source->last.lines.empty();
  if (with_voters && (!lines.empty() || is_ranked)) last.multipv = 1;
  lines.push_back(std::move(last));
  return lines;
}

}  // namespace gougi::relay
