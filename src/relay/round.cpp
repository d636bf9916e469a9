// SPDX-License-Identifier: MIT
#include "relay/round.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "consensus/pooling.hpp"
#include "notation/freeze.hpp"
#include "relay/freeze_values.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

constexpr int kMostRanks = 100;
// Of a pv, in bytes: more plies than any engine looks ahead. A line of a megabyte would cost the
// time of a move, and the memory of a hundred ranks.
constexpr std::size_t kLongestPv = 2048;
// Of a word that is no move, as the vote table shows it.
constexpr std::size_t kLongestWord = 60;

std::vector<shogi::FreezeMove> parse_pv(std::string_view words) {
  std::vector<shogi::FreezeMove> moves;
  for (auto word = base::next_word(words); !word.empty(); word = base::next_word(words)) {
    const auto move = notation::parse_freeze_move(word);
    if (!move) break;
    moves.push_back(move->move);
  }
  return moves;
}

std::optional<shogi::FreezeMove> first_move(std::string_view pv) {
  const auto move = notation::parse_freeze_move(base::next_word(pv));
  if (!move) return std::nullopt;
  return move->move;
}

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

// A word that is cut off is no move, or another one: it goes as a whole.
std::string_view bounded(std::string_view pv) {
  return pv.size() <= kLongestPv ? pv : pv.substr(0, pv.find_last_of(' ', kLongestPv) + 1);
}

base::Milliseconds part_of(base::Milliseconds time, double share) {
  const double ms = static_cast<double>(time.count()) * share;
  return base::Milliseconds(static_cast<base::Milliseconds::rep>(ms));
}

// What it said before it was given more time holds.
void fall_back(Seat& seat) { seat.ballot = std::exchange(seat.first_ballot, std::nullopt); }

}  // namespace

bool no_answer_before_stop(const usi::SearchLimits& limits) {
  return limits.infinite || limits.wait_stop || limits.ponder;
}

void LastInfo::take(const usi::InfoView& info) {
  nps = info.nps.value_or(nps);
  seldepth = info.seldepth.value_or(seldepth);
  hashfull = info.hashfull.value_or(hashfull);
  const bool speaks = info.score && !says_nothing(*info.score);
  const std::optional<usi::Score> said = speaks ? info.score : std::nullopt;
  if (said && !info.pv.empty()) {
    if (const auto first = first_move(info.pv)) {
      moves.take(*first, *said, info.depth.value_or(0), bounded(info.pv));
    }
  }
  if (info.multipv.value_or(1) == 1) take_first(info, said);
  if (said) take_rank(info, *said);
}

void LastInfo::take_first(const usi::InfoView& info, const std::optional<usi::Score>& said) {
  if (info.nodes) nodes = *info.nodes;
  // A bound does not replace an exact score, nor does what has no score replace one that has.
  if (score && !pv.empty() && !(said && replaces(*said, *score))) return;
  if (!info.pv.empty()) {
    if (said) score = said;
    depth = info.depth.value_or(depth);
    pv.assign(bounded(info.pv));
  } else if (said && pv.empty()) {
    if (said->bound == usi::Bound::kExact) score = said;  // a bound of which move?
  } else if (said) {
    score = said;
    if (const auto first = first_move(pv)) moves.take(*first, *said, depth, pv);
  }
}

void LastInfo::take_rank(const usi::InfoView& info, const usi::Score& said) {
  if (!info.multipv || *info.multipv < 1 || *info.multipv > kMostRanks || info.pv.empty()) return;
  const auto rank = static_cast<std::size_t>(*info.multipv) - 1;
  if (lines.size() <= rank) {
    lines.resize(rank + 1);
    ranked.resize(rank + 1);
  }
  ranked[rank] = first_move(info.pv).value_or(shogi::FreezeMove());
  std::optional<SeenLine>& line = lines[rank];
  if (line && !replaces(said, line->score)) return;
  if (!line) line.emplace();
  line->score = said;
  line->depth = info.depth.value_or(0);
  line->pv.assign(bounded(info.pv));
}

std::optional<usi::Score> LastInfo::exact_score() const {
  return score && score->bound == usi::Bound::kExact ? score : std::nullopt;
}

std::optional<usi::Score> LastInfo::score_of(shogi::FreezeMove move) const {
  if (const SeenLine* line = moves.line_of(move)) return line->score;
  return exact_score();
}

void LastInfo::begin_again() {
  SeenMoves kept = std::move(moves);
  *this = {};
  moves = std::move(kept);
}

Round::Round(std::shared_ptr<const Game> game_, usi::SearchLimits limits_, base::TimePoint now)
    : game(std::move(game_)), limits(std::move(limits_)), clock_start(now) {
  // Who is told only moves that are impossible here, may play any.
  for (std::size_t i = 0; i < limits.search_moves.size(); ++i) {
    if (position().is_legal(limits.search_move(i))) allowed.push_back(limits.search_move(i));
  }
}

Round::Round(std::shared_ptr<const Game> game_, usi::MateLimits limits_, base::TimePoint now)
    : kind(Kind::kMate), game(std::move(game_)), mate_limits(limits_), clock_start(now) {}

Seat* Round::seat_of(int child, usi::SearchId search) {
  const auto found = std::ranges::find_if(
      seats, [&](const Seat& s) { return s.child == child && s.search == search; });
  return found == seats.end() ? nullptr : &*found;
}

Inquiry* Round::inquiry_of(int child, usi::SearchId search) {
  const auto found = std::ranges::find_if(inquiries, [&](const Inquiry& i) {
    return i.child == child && i.search == search && !i.done;
  });
  return found == inquiries.end() ? nullptr : &*found;
}

SolverSeat* Round::solver_of(int child, usi::SearchId search) {
  const auto found = std::ranges::find_if(
      solvers, [&](const SolverSeat& s) { return s.child == child && s.search == search; });
  return found == solvers.end() ? nullptr : &*found;
}

bool Round::anybody_awaited() const {
  return std::ranges::any_of(seats, [](const Seat& s) { return s.awaited(); });
}

void Round::start_clock(base::TimePoint now, const ClockRules& rules) {
  clock_start = now;
  plan = plan_clock(limits, position().side_to_move(), rules);
  stop_at.reset();
  partials_at.reset();
  decide_at.reset();
  if (!plan.decide_after) return;
  decide_at = now + *plan.decide_after;
  if (freeze_share > 0.0) plan.answer_after = part_of(*plan.answer_after, 1.0 - freeze_share);
  stop_at = now + *plan.answer_after;
  if (first_share < 1.0) partials_at = *ballots_at() + 2 * plan.first_stop_lead();
}

std::optional<base::TimePoint> Round::ballots_at() const {
  if (!plan.answer_after) return std::nullopt;
  return clock_start + part_of(*plan.answer_after, first_share);
}

std::optional<base::TimePoint> Round::ballot_at(const Seat& seat) const {
  if (!seat.reserve || !plan.answer_after) return ballots_at();
  return clock_start + *plan.answer_after;
}

std::string Round::why_void(const consensus::Choice& choice) const {
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

bool Round::is_false_note(const usi::BestMoveAnswer& answer) const {
  return answer.made_under != shogi::PieceType::kNone &&
         answer.made_under != position().freezes().in_force;
}

std::string Round::why_void(const usi::BestMoveAnswer& answer) const {
  if (is_false_note(answer)) {
    return "says that " + notation::to_text(answer.made_under) + " is frozen, which it is not";
  }
  return why_void(consensus::choice_of(answer));
}

void Round::take_best_move(Seat& seat, const usi::BestMoveAnswer& answer, base::TimePoint now) {
  if (limits.infinite && std::holds_alternative<usi::Resign>(answer.choice)) {
    // Analysis wants a move: the one it was looking at, if any.
    if (const auto line = legal_prefix(position(), parse_pv(seat.last.pv)); !line.empty()) {
      take_partial(seat, now);
      return;
    }
  }
  consensus::Ballot ballot;
  ballot.choice = consensus::choice_of(answer);
  ballot.score = seat.last.exact_score();  // a bound is of a move
  ballot.depth = seat.last.depth;
  ballot.nodes = seat.last.nodes;
  ballot.elapsed = base::to_ms(now - clock_start);
  ballot.void_reason = why_void(answer);
  const auto* move = std::get_if<shogi::FreezeMove>(&ballot.choice);
  if (move != nullptr && ballot.counts()) {
    ballot.lines = ranked_lines(position(), allowed, seat.last);
    ballot.score = seat.last.score_of(*move);
    const SeenLine* line = seat.last.moves.line_of(*move);
    if (line != nullptr) ballot.depth = line->depth;
    ballot.pv = legal_prefix(position(), parse_pv(line != nullptr ? line->pv : seat.last.pv));
    if (ballot.pv.empty() || ballot.pv.front() != *move) ballot.pv = {*move};
    if (answer.ponder && after(position(), {*move})->is_legal(answer.ponder_move())) {
      ballot.ponder = answer.ponder_move();
    } else if (ballot.pv.size() > 1) {
      ballot.ponder = ballot.pv[1];
    }
  }
  // After more time: a void answer, or the same move without a new line, adds nothing.
  if (seat.first_ballot &&
      (!ballot.counts() || (seat.last.pv.empty() && seat.first_ballot->choice == ballot.choice))) {
    fall_back(seat);
    return;
  }
  seat.ballot = std::move(ballot);
}

void Round::take_interim_answer(Seat& seat, const usi::BestMoveAnswer& answer) const {
  const consensus::Choice choice = consensus::choice_of(answer);
  const auto* move = std::get_if<shogi::FreezeMove>(&choice);
  if (move == nullptr || !why_void(answer).empty()) return;
  if (first_move(seat.last.pv) == *move) return;
  seat.last.begin_again();
  if (const SeenLine* line = seat.last.moves.line_of(*move)) {
    seat.last.score = line->score;
    seat.last.depth = line->depth;
    seat.last.pv = line->pv;
  } else {
    seat.last.pv = notation::to_usi(*move);
  }
}

void Round::take_partial(Seat& seat, base::TimePoint now) {
  const auto moves = parse_pv(seat.last.pv);
  if (moves.empty()) {
    take_loss(seat, "no answer", now);
    return;
  }
  const bool had_ballot = seat.first_ballot.has_value();
  take_best_move(seat, consensus::answer_of(moves.front()), now);
  const bool fell_back = had_ballot && !seat.first_ballot;
  if (!fell_back) seat.ballot->partial = true;
}

void Round::take_loss(Seat& seat, std::string reason, base::TimePoint now) {
  if (seat.first_ballot) {
    fall_back(seat);
    return;
  }
  consensus::Ballot ballot;
  ballot.choice = usi::Resign{};
  ballot.elapsed = base::to_ms(now - clock_start);
  ballot.void_reason = std::move(reason);
  seat.ballot = std::move(ballot);
}

void Round::take_unreadable(Seat& seat, std::string_view words, base::TimePoint now) {
  const std::string_view word = base::next_word(words);
  take_loss(seat,
            word.empty() ? "bestmove without a move"
                         : "bestmove " + base::printable(word, kLongestWord) + " is no move",
            now);
}

const SolverSeat* Round::proof() const {
  for (const SolverSeat& solver : solvers) {
    if (!solver.answer) continue;
    const auto* found = std::get_if<usi::CheckMateFound>(&solver.answer->result);
    if (found == nullptr || !is_proof(position(), moves_of(*found), solver.freezes)) continue;
    if (!may_freeze && attacker_freezes(moves_of(*found))) continue;
    const shogi::FreezeMove first = found->move(0);
    if (!allowed.empty() && std::ranges::find(allowed, first) == allowed.end()) continue;
    return &solver;
  }
  return nullptr;
}

bool Round::mates(shogi::FreezeMove move) const { return wins_at_once(position(), move); }

const MateJob* Round::threat_after(shogi::FreezeMove move) const {
  const auto found = std::ranges::find_if(mate_jobs, [&](const MateJob& job) {
    return job.path.size() == 1 && job.path.front() == move && !job.mate.empty();
  });
  return found == mate_jobs.end() ? nullptr : &*found;
}

bool Round::has_said_something(const Seat& seat) const {
  const auto says = [](const consensus::Ballot& ballot) {
    return ballot.counts() && !std::holds_alternative<usi::Resign>(ballot.choice);
  };
  if (seat.ballot) return says(*seat.ballot);
  if (seat.first_ballot && says(*seat.first_ballot)) return true;
  const auto moves = parse_pv(seat.last.pv);
  return !moves.empty() && why_void(moves.front()).empty();
}

std::vector<shogi::FreezeMove> Round::line_of(const Seat& seat) const {
  if (seat.ballot)
    return seat.ballot->counts() ? seat.ballot->pv : std::vector<shogi::FreezeMove>{};
  return legal_prefix(position(), parse_pv(seat.last.pv));
}

bool Round::agrees() const {
  std::optional<shogi::FreezeMove> move;
  for (const Seat& seat : seats) {
    const auto line = line_of(seat);
    if (seat.reserve || line.empty()) continue;
    if (move && *move != counted(line.front())) return false;
    move = counted(line.front());
  }
  return move.has_value();
}

consensus::Verdict Round::verdict() const {
  const consensus::Council seen = council(false);
  auto without_reserve = consensus::decide(*strategy, seen);
  const auto* decided = std::get_if<consensus::Decided>(&without_reserve);
  if (decided != nullptr && freeze_is_open(seen, *decided)) return consensus::Wait{};
  if (!std::holds_alternative<consensus::NoBallot>(without_reserve)) return without_reserve;
  return consensus::decide(*strategy, council(true));
}

// Decided early, by the moves; but who is still awaited may settle with which freeze.
bool Round::freeze_is_open(const consensus::Council& council,
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

consensus::Council Round::council(bool reserve) const {
  consensus::Council seen;
  seen.facts = facts;
  seen.facts.may_ask = facts.may_ask && !stopped && !reserve;
  for (const Seat& seat : seats) {
    if (seat.reserve != reserve) continue;
    consensus::Voter voter;
    voter.number = seat.number;
    voter.ballot = seat.ballot;
    voter.awaited = seat.awaited();
    voter.previous = seat.previous;
    voter.weight = seat.weight;
    voter.eval_coef = seat.eval_coef;
    voter.declares_freezes = !position().freezes().plain() && usi::declares_freezes(seat.freezes);
    if (seat.ballot && seat.ballot->counts()) {
      const auto* move = std::get_if<shogi::FreezeMove>(&seat.ballot->choice);
      voter.walks_into_mate = move != nullptr && threat_after(*move) != nullptr;
      voter.mates = move != nullptr && mates(*move);
    }
    voter.absent = !seat.was_there && seat.asked == 0;
    // In analysis a resignation is no answer while a legal move exists.
    if (limits.infinite && voter.ballot &&
        std::holds_alternative<usi::Resign>(voter.ballot->choice) && voter.ballot->counts()) {
      voter.ballot->void_reason = "resigns in analysis";
    }
    seen.voters.push_back(std::move(voter));
  }
  for (const Inquiry& inquiry : inquiries) {
    seen.replies.push_back({inquiry.question, inquiry.done ? inquiry.score() : std::nullopt,
                            inquiry.mated, !inquiry.done});
  }
  bound_scores(seen);
  return pools_freezes ? consensus::pooled(std::move(seen)) : seen;
}

void Round::bound_scores(consensus::Council& seen) const {
  const shogi::FreezeState state = position().freezes();
  if (state.plain()) return;
  const shogi::Color side = position().side_to_move();
  const auto bound = [&](usi::Score& score, const Seat& seat, shogi::Color whose) {
    score = counted_score(score, seat.freezes, state, whose, seat.eval_coef);
  };
  for (const Seat& seat : seats) {
    for (consensus::Voter& voter : seen.voters) {
      if (voter.number != seat.number) continue;
      if (voter.previous) bound(*voter.previous, seat, side);
      if (!voter.ballot) continue;
      if (voter.ballot->score && !voter.mates) bound(*voter.ballot->score, seat, side);
      for (consensus::RankedLine& line : voter.ballot->lines) bound(line.score, seat, side);
    }
    for (consensus::Reply& reply : seen.replies) {
      if (reply.question.voter == seat.number && reply.score) bound(*reply.score, seat, ~side);
    }
  }
}

Outcome Round::outcome(const consensus::Decided& decided) const {
  Outcome outcome;
  outcome.voter = decided.voter;
  outcome.reason = decided.reason;
  outcome.reason_ja = decided.reason_ja;
  for (const Seat& seat : seats) {
    if (seat.number != decided.voter || !seat.ballot) continue;
    const consensus::Ballot& ballot = *seat.ballot;
    outcome.choice = ballot.choice;
    outcome.ponder = ballot.ponder;
    outcome.pv = ballot.pv;
    outcome.score = ballot.score;
    outcome.depth = ballot.depth;
    outcome.nodes = ballot.nodes;
    if (!decided.move) {
      if (pools_freezes && !seat.reserve) take_settled_freeze(outcome);
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
    if (const SeenLine* line = seat.last.moves.line_of(*decided.move)) {
      outcome.pv = legal_prefix(position(), parse_pv(line->pv));
      outcome.depth = line->depth;
    }
  }
  return outcome;
}

// Pooled votes: the move with the freeze that was settled for it, and the line of who voted so.
void Round::take_settled_freeze(Outcome& outcome) const {
  const consensus::Council seen = council(false);
  for (const consensus::Voter& voter : seen.voters) {
    if (voter.number != outcome.voter || !voter.ballot || !voter.ballot->voted) continue;
    outcome.choice = voter.ballot->choice;
    outcome.pv = {std::get<shogi::FreezeMove>(outcome.choice)};
    outcome.ponder.reset();
    for (const Seat& seat : seats) {
      if (!seat.ballot || !seat.ballot->counts() || seat.reserve) continue;
      if (seat.ballot->choice != outcome.choice) continue;
      outcome.pv = seat.ballot->pv;
      outcome.ponder = seat.ballot->ponder;
      return;
    }
  }
}

Outcome Round::mate_outcome(const SolverSeat& solver) const {
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

const Seat* Round::newest_thinker() const {
  const Seat* newest = nullptr;
  for (const Seat& seat : seats) {
    if (seat.elsewhere || !seat.heard_at) continue;
    const auto moves = parse_pv(seat.last.pv);
    if (moves.empty() || !why_void(moves.front()).empty()) continue;
    if (newest == nullptr || *seat.heard_at >= *newest->heard_at) newest = &seat;
  }
  return newest;
}

Outcome Round::fallback() const {
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
  const Seat* thinker = newest_thinker();
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
