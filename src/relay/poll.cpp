// SPDX-License-Identifier: MIT
// Answers become ballots; what the rule of the vote sees of them, and what comes of its word.
#include "relay/poll.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "consensus/candidates.hpp"
#include "consensus/pooling.hpp"
#include "notation/freeze.hpp"
#include "relay/ballot_of.hpp"
#include "relay/freeze_values.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

// Of a word that is no move, as the vote table shows it.
constexpr std::size_t kLongestWord = 60;

// By its statistics, else by its lines if these tell visits.
std::vector<consensus::MoveVisits> visits_by(const VoterSearch& voter,
                                             const game::Position& position,
                                             const std::vector<usi::Move>& allowed) {
  std::vector<consensus::MoveVisits> visits = voter.last.visits;
  if (visits.empty() && voter.lines_tell_visits) visits = voter.last.line_nodes;
  std::erase_if(visits, [&](const consensus::MoveVisits& each) {
    const bool may = allowed.empty() || std::ranges::find(allowed, each.move) != allowed.end();
    return each.visits <= 0 || !may || !position.is_legal(each.move);
  });
  std::ranges::stable_sort(visits, std::ranges::greater{}, &consensus::MoveVisits::visits);
  return visits;
}

std::optional<usi::Move> reply_in(const std::vector<usi::Move>& pv) {
  return pv.size() > 1 ? std::optional(pv[1]) : std::nullopt;
}

// What it said before it was given more time holds.
void fall_back(VoterSearch& voter) {
  voter.ballot = std::exchange(voter.first_ballot, std::nullopt);
}

}  // namespace

bool proves_mate(const ProofSearch& solver, const game::Position& position) {
  if (!solver.answer) return false;
  const auto* found = std::get_if<usi::CheckMateFound>(&solver.answer->result);
  return found != nullptr && is_proof(position, found->moves, solver.freezes);
}

bool no_answer_before_stop(const usi::SearchLimits& limits) {
  return limits.infinite || limits.wait_stop || limits.ponder;
}

Poll::Poll(std::shared_ptr<const game::Game> game_, usi::SearchLimits limits_, base::TimePoint now)
    : game(std::move(game_)), limits(std::move(limits_)), clock_start(now) {
  // Who is told only moves that are impossible here, may play any.
  for (const usi::Move move : limits.search_moves) {
    if (position().is_legal(move)) allowed.push_back(move);
  }
}

std::string Poll::why_void(const consensus::Choice& choice) const {
  if (const auto* move = std::get_if<usi::Move>(&choice)) {
    if (!position().is_legal(*move)) return std::string(position().why_illegal(*move));
    if (!allowed.empty() && std::ranges::find(allowed, *move) == allowed.end()) {
      return "not among the searchmoves";
    }
  } else if (std::holds_alternative<usi::DeclareWin>(choice)) {
    if (!position().can_declare(declaration)) return "the rules do not allow a declaration";
  }
  return "";
}

bool Poll::is_false_note(const usi::BestMoveAnswer& answer) const {
  return answer.made_under != shogi::PieceType::kNone &&
         answer.made_under != position().freezes().in_force;
}

std::string Poll::why_void(const usi::BestMoveAnswer& answer) const {
  if (is_false_note(answer)) {
    return "says that " + notation::to_text(answer.made_under) + " is frozen, which it is not";
  }
  // Who is mated says so; else it is the word of who has broken off.
  if (answer.no_move && position().has_legal_move()) return "bestmove none is no move";
  return why_void(answer.choice);
}

void Poll::take_best_move(VoterSearch& voter, const usi::BestMoveAnswer& answer,
                          base::TimePoint now) {
  if (limits.infinite && std::holds_alternative<usi::Resign>(answer.choice)) {
    // Analysis wants a move: the one it was looking at, if any.
    if (const auto line = legal_prefix(position(), parse_pv(voter.last.pv)); !line.empty()) {
      take_partial(voter, now);
      return;
    }
  }
  consensus::Ballot ballot = ballot_of(position(), allowed, voter.last, answer, why_void(answer));
  ballot.elapsed = base::to_ms(now - clock_start);
  if (ballot.counts() && std::holds_alternative<usi::Move>(ballot.choice)) {
    ballot.visits = visits_by(voter, position(), allowed);
  }
  // After more time: a void answer, or the same move without a new line, adds nothing.
  if (voter.first_ballot && (!ballot.counts() || (voter.last.pv.empty() &&
                                                  voter.first_ballot->choice == ballot.choice))) {
    fall_back(voter);
    return;
  }
  voter.ballot = std::move(ballot);
}

void Poll::take_interim_answer(VoterSearch& voter, const usi::BestMoveAnswer& answer) const {
  const auto* move = std::get_if<usi::Move>(&answer.choice);
  if (move == nullptr || !why_void(answer).empty()) return;
  if (first_move(voter.last.pv) == *move) return;
  voter.last.begin_again();
  if (const SeenLine* line = voter.last.moves.line_of(*move)) {
    voter.last.score = line->score;
    voter.last.depth = line->depth;
    voter.last.pv = line->pv;
  } else {
    voter.last.pv = usi::to_text(*move);
  }
}

void Poll::take_partial(VoterSearch& voter, base::TimePoint now) {
  const auto moves = parse_pv(voter.last.pv);
  if (moves.empty()) {
    void_ballot(voter, "no answer", now);
    return;
  }
  const bool had_ballot = voter.first_ballot.has_value();
  take_best_move(voter, consensus::answer_of(moves.front()), now);
  const bool fell_back = had_ballot && !voter.first_ballot;
  if (!fell_back) voter.ballot->partial = true;
}

void Poll::void_ballot(VoterSearch& voter, std::string reason, base::TimePoint now) {
  if (voter.first_ballot) {
    fall_back(voter);
    return;
  }
  consensus::Ballot ballot;
  ballot.choice = usi::Resign{};
  ballot.elapsed = base::to_ms(now - clock_start);
  ballot.void_reason = std::move(reason);
  voter.ballot = std::move(ballot);
}

void Poll::take_unreadable(VoterSearch& voter, std::string_view words, base::TimePoint now) {
  const std::string_view word = base::next_word(words);
  void_ballot(voter,
              word.empty() ? "bestmove without a move"
                           : "bestmove " + base::printable(word, kLongestWord) + " is no move",
              now);
}

const ProofSearch* Poll::proof() const {
  for (const ProofSearch& solver : book.solvers) {
    if (!proves_mate(solver, position())) continue;
    const auto& found = std::get<usi::CheckMateFound>(solver.answer->result);
    if (!may_freeze && attacker_freezes(found.moves)) continue;
    if (ends_too_soon(*game, found.moves)) continue;
    if (!allowed.empty() && std::ranges::find(allowed, found.moves[0]) == allowed.end()) continue;
    return &solver;
  }
  return nullptr;
}

bool Poll::mates(usi::Move move) const { return wins_at_once(position(), move); }

const ThreatSearch* Poll::threat_after(usi::Move move) const {
  const auto found = std::ranges::find_if(book.threats, [&](const ThreatSearch& job) {
    return job.path.size() == 1 && job.path.front() == move && !job.mate.empty();
  });
  return found == book.threats.end() ? nullptr : &*found;
}

bool Poll::has_said_something(const VoterSearch& voter) const {
  const auto says = [](const consensus::Ballot& ballot) {
    return ballot.counts() && !std::holds_alternative<usi::Resign>(ballot.choice);
  };
  if (voter.ballot) return says(*voter.ballot);
  if (voter.first_ballot && says(*voter.first_ballot)) return true;
  const auto moves = parse_pv(voter.last.pv);
  return !moves.empty() && why_void(moves.front()).empty();
}

bool Poll::some_voter_has_said_something() const {
  return std::ranges::any_of(book.voters, [&](const VoterSearch& voter) {
    return !voter.reserve && has_said_something(voter);
  });
}

std::vector<usi::Move> Poll::line_of(const VoterSearch& voter) const {
  if (voter.ballot) return voter.ballot->counts() ? voter.ballot->pv : std::vector<usi::Move>{};
  return legal_prefix(position(), parse_pv(voter.last.pv));
}

bool Poll::agrees() const {
  std::optional<usi::Move> move;
  for (const VoterSearch& voter : book.voters) {
    const auto line = line_of(voter);
    if (voter.reserve || line.empty()) continue;
    if (move && *move != counted(line.front())) return false;
    move = counted(line.front());
  }
  return move.has_value();
}

// The vote.

// With many voters most ballots are not the last, and are not worth a copy of all before them.
bool Poll::must_wait() const {
  std::size_t voters = 0;
  std::size_t awaited = 0;
  consensus::Votes awaited_votes = 0;
  for (const VoterSearch& search : book.voters) {
    if (search.reserve) continue;
    ++voters;
    if (!search.awaited()) continue;
    ++awaited;
    awaited_votes += consensus::votes_for(search.weight);
  }
  if (awaited == 0 || pools_freezes) return false;
  std::vector<usi::Move> moves;
  std::vector<consensus::Votes> votes;
  for (const VoterSearch& search : book.voters) {
    if (search.reserve || !search.ballot || !search.ballot->counts()) continue;
    if (std::holds_alternative<usi::DeclareWin>(search.ballot->choice)) return false;
    const auto* move = std::get_if<usi::Move>(&search.ballot->choice);
    if (move == nullptr) continue;
    const auto found = std::ranges::find(moves, *move);
    const auto place = static_cast<std::size_t>(found - moves.begin());
    if (found == moves.end()) {
      if (mates(*move)) return false;
      moves.push_back(*move);
      votes.push_back(0);
    }
    votes[place] += consensus::votes_for(search.weight);
  }
  // Where the awaited are a majority, they might all resign.
  if (strategy->early == nullptr || facts.may_declare || 2 * awaited > voters) return true;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (threat_after(moves[i]) != nullptr) votes[i] = 0;  // it is dropped
  }
  return strategy->is_open(votes, awaited_votes);
}

consensus::Verdict Poll::verdict() const {
  if (must_wait()) return consensus::Wait{};
  const consensus::Council seen = council(false);
  auto without_reserve = consensus::decide(*strategy, seen);
  const auto* decided = std::get_if<consensus::Decided>(&without_reserve);
  if (decided != nullptr && freeze_is_open(seen, *decided)) return consensus::Wait{};
  if (!std::holds_alternative<consensus::NoBallot>(without_reserve)) return without_reserve;
  auto with_reserve = consensus::decide(*strategy, council(true));
  const auto* its_word = std::get_if<consensus::Decided>(&with_reserve);
  // What the reserve alone would resign, an engine of the council would play on.
  const bool plays_on = mirror_with_a_move() != nullptr || some_voter_has_said_something();
  if (its_word != nullptr && plays_on && resigns(*its_word)) return consensus::NoBallot{};
  return with_reserve;
}

bool Poll::resigns(const consensus::Decided& decided) const {
  return std::holds_alternative<usi::Resign>(outcome(decided).choice);
}

// Decided early, by the moves; but who is still awaited may settle with which freeze.
bool Poll::freeze_is_open(const consensus::Council& council,
                          const consensus::Decided& decided) const {
  if (!pools_freezes || position().freezes().plain()) return false;
  for (const consensus::Voter& voter : council.voters) {
    if (voter.number != decided.voter || !voter.ballot) continue;
    if (voter.mates || !std::holds_alternative<usi::Move>(voter.ballot->choice)) {
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
    voter.scale = search.scale;
    voter.declares_freezes = !position().freezes().plain() && usi::declares_freezes(search.freezes);
    if (search.ballot && search.ballot->counts()) {
      const auto* move = std::get_if<usi::Move>(&search.ballot->choice);
      voter.walks_into_mate = move != nullptr && threat_after(*move) != nullptr;
      voter.mates = move != nullptr && mates(*move);
      voter.captures = move != nullptr && position().captures(*move);
      voter.checks = move != nullptr && position().threatens_to_win(*move);
      for (consensus::RankedLine& line : voter.ballot->lines) {
        line.walks_into_mate = threat_after(line.move) != nullptr;
      }
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
    score = counted_score(score, search.freezes, state, whose, search.scale);
  };
  for (const VoterSearch& search : book.voters) {
    for (consensus::Voter& voter : seen.voters) {
      if (voter.number != search.number) continue;
      if (voter.previous) bound(*voter.previous, search, side);
      if (!voter.ballot) continue;
      if (voter.ballot->score && !voter.mates) bound(*voter.ballot->score, search, side);
      for (consensus::RankedLine& line : voter.ballot->lines) bound(line.score, search, side);
    }
  }
  for (std::size_t i = 0; i < seen.replies.size(); ++i) {
    const ReplySearch& search = book.replies[i];
    std::optional<usi::Score>& score = seen.replies[i].score;
    if (score) *score = counted_score(*score, search.freezes, state, ~side, search.scale);
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
      outcome.ponder = reply_in(outcome.pv);
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
    outcome.pv = {std::get<usi::Move>(outcome.choice)};
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
  outcome.pv = std::get<usi::CheckMateFound>(solver.answer->result).moves;
  outcome.choice = outcome.pv.front();
  outcome.ponder = reply_in(outcome.pv);
  outcome.score = usi::Score::mate_in(static_cast<int>(outcome.pv.size()));
  outcome.depth = static_cast<int>(outcome.pv.size());
  outcome.reason = "mate found by " + solver.name;
  outcome.reason_ja = solver.name + " が詰みを発見";
  return outcome;
}

// A line from before a restart is older than all that were heard since.
const VoterSearch* Poll::newest_thinker() const {
  const VoterSearch* newest = nullptr;
  const auto look_at = [&](const VoterSearch& search) {
    if (search.own_ponder_position) return;
    const auto moves = parse_pv(search.last.pv);
    if (moves.empty() || !why_void(moves.front()).empty()) return;
    if (newest == nullptr || search.heard_at >= newest->heard_at) newest = &search;
  };
  for (const MirrorSearch& mirror : book.mirrors) look_at(mirror);
  for (const VoterSearch& voter : book.voters) look_at(voter);
  return newest;
}

// Of an engine that lost its seat and came back: what it says then is a mirror's answer. Where no
// vote counts it goes before the reserve's resignation, which nothing takes back.
const MirrorSearch* Poll::mirror_with_a_move() const {
  for (const MirrorSearch& mirror : book.mirrors) {
    if (mirror.counts() && std::holds_alternative<usi::Move>(mirror.ballot->choice)) return &mirror;
  }
  return nullptr;
}

Outcome Poll::fallback() const {
  Outcome outcome;
  const auto say = [&](const std::string& what, const std::string& what_ja) {
    outcome.reason = "no vote counts, " + what;
    outcome.reason_ja = "有効な票がないため" + what_ja;
  };
  say("any legal move", "合法手を指す");
  const std::vector<usi::Move> moves = allowed.empty() ? position().legal_moves() : allowed;
  if (moves.empty()) {
    const game::Position::LastWord word = position().last_word();
    outcome.choice = word.choice;
    outcome.reason = word.why;
    outcome.reason_ja = word.why_ja;
    return outcome;
  }
  if (moves.size() == 1) say("the only move", "唯一の手を指す");
  const auto mate = std::ranges::find_if(moves, [&](const auto move) { return mates(move); });
  const auto capture =
      std::ranges::find_if(moves, [&](const auto move) { return position().captures(move); });
  const VoterSearch* thinker = newest_thinker();
  const MirrorSearch* mirror = mirror_with_a_move();
  usi::Move chosen = moves.front();
  if (mate != moves.end()) {
    chosen = *mate;
    say("a mate in one", "一手詰みを指す");
  } else if (mirror != nullptr && moves.size() > 1) {
    say("the move of " + mirror->name, mirror->name + " の指し手を指す");
    outcome.choice = mirror->ballot->choice;
    outcome.pv = mirror->ballot->pv;
    outcome.ponder = mirror->ballot->ponder;
    outcome.score = mirror->ballot->score;
    outcome.depth = mirror->ballot->depth;
    outcome.nodes = mirror->ballot->nodes;
    return outcome;
  } else if (thinker != nullptr && moves.size() > 1) {
    say("the newest line of " + thinker->name, thinker->name + " の最新の読み筋を指す");
    outcome.pv = legal_prefix(position(), parse_pv(thinker->last.pv));
    outcome.choice = outcome.pv.front();
    outcome.ponder = reply_in(outcome.pv);
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
