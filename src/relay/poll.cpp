// SPDX-License-Identifier: MIT
// Answers become ballots.
#include "relay/poll.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

// Of a word that is no move, as the vote table shows it.
constexpr std::size_t kLongestWord = 60;

// Of each rank the move that its newest line begins with, and before these those with exact scores:
// an iteration that was broken off has not come to all ranks, and may have lost a move from them.
std::vector<consensus::RankedLine> ranked_lines(const Board& position,
                                                const std::vector<shogi::FreezeMove>& allowed,
                                                const LastInfo& last) {
  std::vector<consensus::RankedLine> ranked;
  const auto add = [&](shogi::FreezeMove move) {
    const SeenLine* line = last.moves.line_of(move);
    if (line == nullptr || !position.is_legal(move)) return;
    if (!allowed.empty() && std::ranges::find(allowed, move) == allowed.end()) return;
    if (std::ranges::find(ranked, move, &consensus::RankedLine::move) != ranked.end()) return;
    ranked.push_back({move, line->score});
  };
  for (const auto& line : last.lines) {
    if (const auto move = line ? first_move(line->pv) : std::nullopt) add(*move);
  }
  for (const shogi::FreezeMove move : last.ranked) add(move);
  std::ranges::stable_sort(
      ranked, [](const auto& a, const auto& b) { return usi::compare(a.score, b.score) > 0; });
  return ranked;
}

// What it said before it was given more time holds.
void fall_back(VoterSearch& voter) {
  voter.ballot = std::exchange(voter.first_ballot, std::nullopt);
}

}  // namespace

bool proves_mate(const ProofSearch& solver, const Board& position) {
  if (!solver.answer) return false;
  const auto* found = std::get_if<usi::CheckMateFound>(&solver.answer->result);
  return found != nullptr && is_proof(position, moves_of(*found), solver.freezes);
}

bool no_answer_before_stop(const usi::SearchLimits& limits) {
  return limits.infinite || limits.wait_stop || limits.ponder;
}

Poll::Poll(std::shared_ptr<const Game> game_, usi::SearchLimits limits_, base::TimePoint now)
    : game(std::move(game_)), limits(std::move(limits_)), clock_start(now) {
  // Who is told only moves that are impossible here, may play any.
  for (std::size_t i = 0; i < limits.search_moves.size(); ++i) {
    if (position().is_legal(limits.search_move(i))) allowed.push_back(limits.search_move(i));
  }
}

std::string Poll::why_void(const consensus::Choice& choice) const {
  if (const auto* move = std::get_if<shogi::FreezeMove>(&choice)) {
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
  return why_void(consensus::choice_of(answer));
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
  consensus::Ballot ballot;
  ballot.choice = consensus::choice_of(answer);
  ballot.score = voter.last.exact_score();  // a bound is of a move
  ballot.depth = voter.last.depth;
  ballot.nodes = voter.last.nodes;
  ballot.elapsed = base::to_ms(now - clock_start);
  ballot.void_reason = why_void(answer);
  const auto* move = std::get_if<shogi::FreezeMove>(&ballot.choice);
  if (move != nullptr && ballot.counts()) {
    ballot.lines = ranked_lines(position(), allowed, voter.last);
    ballot.score = voter.last.score_of(*move);
    const SeenLine* line = voter.last.moves.line_of(*move);
    if (line != nullptr) ballot.depth = line->depth;
    ballot.pv = legal_prefix(position(), parse_pv(line != nullptr ? line->pv : voter.last.pv));
    if (ballot.pv.empty() || ballot.pv.front() != *move) ballot.pv = {*move};
    if (answer.ponder && after(position(), {*move})->is_legal(answer.ponder_move())) {
      ballot.ponder = answer.ponder_move();
    } else if (ballot.pv.size() > 1) {
      ballot.ponder = ballot.pv[1];
    }
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
  const consensus::Choice choice = consensus::choice_of(answer);
  const auto* move = std::get_if<shogi::FreezeMove>(&choice);
  if (move == nullptr || !why_void(answer).empty()) return;
  if (first_move(voter.last.pv) == *move) return;
  voter.last.begin_again();
  if (const SeenLine* line = voter.last.moves.line_of(*move)) {
    voter.last.score = line->score;
    voter.last.depth = line->depth;
    voter.last.pv = line->pv;
  } else {
    voter.last.pv = notation::to_usi(*move);
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
    if (!may_freeze && attacker_freezes(moves_of(found))) continue;
    if (!allowed.empty() && std::ranges::find(allowed, found.move(0)) == allowed.end()) continue;
    return &solver;
  }
  return nullptr;
}

bool Poll::mates(shogi::FreezeMove move) const { return wins_at_once(position(), move); }

const ThreatSearch* Poll::threat_after(shogi::FreezeMove move) const {
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

std::vector<shogi::FreezeMove> Poll::line_of(const VoterSearch& voter) const {
  if (voter.ballot)
    return voter.ballot->counts() ? voter.ballot->pv : std::vector<shogi::FreezeMove>{};
  return legal_prefix(position(), parse_pv(voter.last.pv));
}

bool Poll::agrees() const {
  std::optional<shogi::FreezeMove> move;
  for (const VoterSearch& voter : book.voters) {
    const auto line = line_of(voter);
    if (voter.reserve || line.empty()) continue;
    if (move && *move != counted(line.front())) return false;
    move = counted(line.front());
  }
  return move.has_value();
}

}  // namespace gougi::relay
