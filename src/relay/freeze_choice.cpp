// SPDX-License-Identifier: MIT
#include "relay/freeze_choice.hpp"

#include <algorithm>
#include <utility>

#include "notation/freeze.hpp"
#include "relay/freeze_rules.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;
using usi::Move;

// What the bundled engine has for its question, of a move's whole time. Larger makes the voters
// weaker, smaller the freezes.
constexpr double kShareForFreezes = 0.1;
// … and where the voters took less than they might: this part of what the move has anyway (byoyomi,
// increment, of a main time as much as for one of so many moves), or of what they took, if that is
// more; within bounds. Smaller, and a busy machine loses the freeze of a fast game; larger is time
// that the clock would keep.
constexpr int kFreezePartOfAllowance = 4;
constexpr int kMovesOfMain = 100;
constexpr int kFreezePartOfTaken = 8;
constexpr Milliseconds kLeastForFreeze{50};
constexpr Milliseconds kLeastForFreezeWithoutClock{200};
constexpr Milliseconds kMostForFreeze{2000};
// Who says `stop` waits no longer than this.
constexpr Milliseconds kMostForFreezeAfterStop{50};
// Less does not get through an engine's first iteration.
constexpr Milliseconds kTooLittleForFreeze{5};

// What this move has without taking it from the others.
Milliseconds allowance(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.movetime) return *limits.movetime;
  if (!limits.clock.given) return Milliseconds(0);
  const usi::SideClock own = limits.clock.of(side);
  return limits.clock.byoyomi + own.increment + own.time / kMovesOfMain;
}

// For the question, of a move of whose time the voters took so much.
base::Duration time_for_freeze(const RoundWork& work, base::Duration taken) {
  const Milliseconds there_is = allowance(work.poll.limits, work.poll.side());
  const Milliseconds least =
      work.clock.plan.decide_after ? kLeastForFreeze : kLeastForFreezeWithoutClock;
  const base::Duration time =
      std::max<base::Duration>(there_is / kFreezePartOfAllowance, taken / kFreezePartOfTaken);
  return std::clamp<base::Duration>(time, least, kMostForFreeze);
}

void note_no_freeze(Outcome& outcome, const std::string& why, const std::string& why_ja) {
  outcome.reason += "; no freeze: " + why;
  outcome.reason_ja += "、フリーズなし（" + why_ja + "）";
}

}  // namespace

double share_for_freezes(const Port& port, const game::Position& position) {
  const shogi::FreezeState state = position.freezes();
  const auto mover = static_cast<std::size_t>(index(position.side_to_move()));
  const bool may_freeze = state.in_force == shogi::PieceType::kNone && state.left[mover] > 0;
  return may_freeze && can_ask_for_freezes(port.settings, port.children) ? kShareForFreezes : 0.0;
}

FreezeSearch* FreezeChoice::open_question() const {
  FreezeSearch* question = work_.poll.book.freeze();
  return question != nullptr && !question->done ? question : nullptr;
}

// The vote of an engine that knows nothing of freezes, and of nobody who does.
bool FreezeChoice::asks_for(const Outcome& outcome) const {
  const Poll& poll = work_.poll;
  const auto* move = std::get_if<Move>(&outcome.choice);
  if (move == nullptr || move->freezes() || outcome.voter == 0) return false;
  if (poll.mates(*move)) return false;
  return std::ranges::none_of(poll.book.voters, [&](const VoterSearch& voter) {
    if (!usi::declares_freezes(voter.freezes)) return false;
    if (voter.number == outcome.voter) return true;
    const bool counts = voter.counts() && !voter.reserve;
    return poll.pools_freezes && counts && voter.ballot->choice == outcome.choice;
  });
}

std::vector<Move> FreezeChoice::freezes_to_ask(Move move) const {
  std::vector<Move> among{move};
  for (auto kinds = work_.poll.position().freezable(move); kinds != 0;
       kinds = static_cast<shogi::KindMask>(kinds & (kinds - 1))) {
    among.emplace_back(move.of_shogi().bare, shogi::first_kind(kinds));
  }
  const auto& allowed = work_.poll.allowed;
  std::erase_if(among, [&](Move m) {
    return !allowed.empty() && std::ranges::find(allowed, m) == allowed.end();
  });
  return among;
}

// A resignation of engines that know nothing of freezes, and of nobody who does.
bool FreezeChoice::resigns_blindly(const Outcome& outcome) const {
  if (outcome.voter == 0 || !std::holds_alternative<usi::Resign>(outcome.choice)) return false;
  return std::ranges::none_of(work_.poll.book.voters, [&](const VoterSearch& voter) {
    if (!usi::declares_freezes(voter.freezes)) return false;
    return voter.number == outcome.voter ||
           (voter.counts() && voter.ballot->choice == outcome.choice);
  });
}

// Nobody who resigned has seen what a freeze does: it may mate.
void FreezeChoice::mate_instead_of_resigning(Outcome& outcome) const {
  const Poll& poll = work_.poll;
  for (const Move legal : poll.position().legal_moves()) {
    for (const Move move : freezes_to_ask(legal.without_freeze())) {
      if (!move.freezes() || !poll.mates(move)) continue;
      const std::string text = usi::to_text(move);
      outcome = {};  // nobody's vote
      outcome.choice = move;
      outcome.pv = {move};
      outcome.score = usi::Score::mate_in(1);
      outcome.depth = 1;
      outcome.reason = "the engines that resign see no freezes: " + text + " is mate";
      outcome.reason_ja = "投了したエンジンはフリーズを知らない。" + text + " で詰み";
      return;
    }
  }
}

// A freeze that mates at once needs no question; whether there is one.
bool FreezeChoice::add_mate(Outcome& outcome, const std::vector<Move>& among) const {
  const auto mate = std::ranges::find_if(
      among, [&](Move each) { return each.freezes() && work_.poll.mates(each); });
  if (mate == among.end()) return false;
  add(outcome, {*mate}, "is mate", "詰み");
  outcome.score = usi::Score::mate_in(1);
  return true;
}

bool FreezeChoice::waits_for(Outcome& outcome) const {
  if (!adds_freezes(work_.port.settings)) return false;
  if (resigns_blindly(outcome)) mate_instead_of_resigning(outcome);
  if (!asks_for(outcome)) return false;
  const Move move = std::get<Move>(outcome.choice).without_freeze();
  const auto among = freezes_to_ask(move);
  if (std::ranges::none_of(among, &Move::freezes) || add_mate(outcome, among)) return false;
  if (!can_ask_for_freezes(work_.port.settings, work_.port.children)) {
    go_without(outcome);
    return false;
  }
  const auto is_asked = [&] {
    const FreezeSearch* last = work_.poll.book.freeze();
    return last != nullptr && last->move == move;
  };
  if (!work_.forced && !is_asked()) ask(move, among);
  if (!is_asked()) {
    note_no_freeze(outcome, "no time left to ask for one", "尋ねる時間なし");
    return false;
  }
  if (open_question() != nullptr && !work_.forced) return true;
  take(outcome);
  return false;
}

void FreezeChoice::go_without(Outcome& outcome) const {
  const Child& reserve = work_.port.children.reserve();
  const std::string engine = reserve.display_name();
  const bool ready = reserve.host.ready();
  const std::string why = engine + (ready ? " declares none" : " is not ready");
  const std::string why_ja = engine + (ready ? " が対応していない" : " の準備ができていない");
  note_no_freeze(outcome, why, why_ja);
  Outbox& out = work_.port.out;
  out.say_once(out.japanese()
                   ? engine + (ready ? " がフリーズに対応していない" : " の準備ができていない") +
                         "ため、フリーズを加えずに指します"
                   : engine + (ready ? " declares no freezes" : " is not ready") +
                         ": moves are played without the freezes it would add");
}

void FreezeChoice::ask(Move move, const std::vector<Move>& among) const {
  base::Duration time = time_for_freeze(work_, work_.elapsed());
  if (work_.answer_owed) time = std::min<base::Duration>(time, kMostForFreezeAfterStop);
  base::TimePoint wanted_at = work_.now() + time;
  // A busy machine may need longer for an answer that was asked for in time.
  base::TimePoint until = work_.answer_owed ? wanted_at : wanted_at + work_.port.settings.grace;
  until = *sooner(until, work_.timers.at(RoundTimer::kDecide));
  const FreezeSearch* before = work_.poll.book.freeze();
  // One span for all it is asked.
  if (before != nullptr) until = std::min(until, std::max(work_.now(), before->until));
  wanted_at = std::min(wanted_at, until);
  if (wanted_at - work_.now() < kTooLittleForFreeze) return;
  Child& engine = work_.port.children.reserve();
  work_.poll.book.freezes.clear();  // an older one is of another move
  FreezeSearch& question = work_.poll.book.freezes.emplace_back();
  question.move = move;
  question.until = until;
  work_.clock.plan_search(engine, question, wanted_at, work_.now());
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.byoyomi = std::max(Milliseconds(1), base::to_ms(*question.stop_at - work_.now()));
  limits.search_moves = among;
  work_.port.start(question, engine,
                   {work_.poll.lines.in(engine.freeze_view()), std::move(limits), work_.poll.side(),
                    work_.judge_here(PositionJudge::Thoughts::kBelieved)});
  set_timer();
}

void FreezeChoice::set_timer() const {
  const FreezeSearch* question = open_question();
  if (question == nullptr) return work_.timers.clear(RoundTimer::kFreeze);
  work_.timers.set(RoundTimer::kFreeze, sooner(question->stop_at, question->until));
}

void FreezeChoice::answered(const usi::BestMoveAnswer& answer) const {
  FreezeSearch& question = *open_question();
  work_.clock.learn_answer(work_.port.children.reserve(), question);
  if (!work_.poll.is_false_note(answer)) {
    question.answer = answer.move();
    if (answer.ponder) question.ponder = answer.ponder;
  }
  question.done = true;
  set_timer();
}

void FreezeChoice::hurry() const {
  FreezeSearch* question = open_question();
  if (question == nullptr) return;
  question->until =
      std::min<base::TimePoint>(question->until, work_.now() + kMostForFreezeAfterStop);
  if (!question->stopped_at) work_.stop(*question);
  set_timer();
}

bool FreezeChoice::look_at_clock() const {
  FreezeSearch* question = open_question();
  if (question == nullptr) return false;
  if (question->is_due(work_.now())) work_.stop(*question);
  set_timer();
  return work_.now() >= question->until;
}

void FreezeChoice::unanswered() const {
  work_.poll.book.freeze()->done = true;
  work_.port.children.abandon(work_.port.children.reserve(), work_.now());
  set_timer();
}

void FreezeChoice::take(Outcome& outcome) const {
  const FreezeSearch& question = *work_.poll.book.freeze();
  const game::Position& position = work_.poll.position();
  const std::string engine = work_.port.children.reserve().display_name();
  std::optional<Move> answer = question.answer;
  if (!answer) answer = first_move(question.last.pv);  // what it would have answered
  if (!answer || answer->without_freeze() != question.move || !position.is_legal(*answer)) {
    work_.port.out.info("no word from " + engine + " on the freeze that goes with " +
                        usi::to_text(question.move));
    note_no_freeze(outcome, "no word from " + engine + " in time", engine + " が時間内に無回答");
    return;
  }
  const Move move = *answer;
  if (!move.freezes()) {
    outcome.reason += "; no freeze, says " + engine;
    outcome.reason_ja += "、フリーズなし（" + engine + "）";
    return;
  }
  std::vector<Move> line = parse_pv(question.last.pv);
  if (line.empty() || line.front() != move) {  // the voter's, as far as the freeze allows it
    line = outcome.pv;
    line.front() = move;
  }
  add(outcome, line, "by " + engine, engine);
  if (question.ponder && after(position, {move})->is_legal(*question.ponder)) {
    outcome.ponder = question.ponder;
  }
}

// `line` begins with the move and its freeze; illegal replies are left out.
void FreezeChoice::add(Outcome& outcome, const std::vector<Move>& line, const std::string& why,
                       const std::string& why_ja) const {
  const Move move = line.front();
  outcome.chosen = std::get<Move>(outcome.choice);
  outcome.choice = move;
  outcome.pv = legal_prefix(work_.poll.position(), line);
  outcome.ponder.reset();
  if (outcome.pv.size() > 1) outcome.ponder = outcome.pv[1];
  outcome.reason += "; freeze " + notation::to_text(move.freeze()) + " " + why;
  outcome.reason_ja += "、" + notation::frozen_in_japanese(move.freeze()) + "（" + why_ja + "）";
}

}  // namespace gougi::relay
