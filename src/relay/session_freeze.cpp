// SPDX-License-Identifier: MIT
// Freeze shogi: what the whole announces, what each child is told, and the freezes that the bundled
// engine adds for voters that know nothing of them (`freeze: emulate`). What is legal the rules
// know (rules.hpp), how votes with different freezes go together consensus/pooling.hpp.
#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "relay/child.hpp"
#include "relay/mate_proof.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;
using shogi::FreezeMove;

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
  const bool black = side == shogi::Color::kBlack;
  const usi::ClockTimes& clock = limits.clock;
  return clock.byoyomi + (black ? clock.binc : clock.winc) +
         (black ? clock.btime : clock.wtime) / kMovesOfMain;
}

// For the question, of a move of whose time the voters took so much.
base::Duration time_for_freeze(const Round& round, base::Duration taken) {
  const Milliseconds there_is = allowance(round.limits, round.position().side_to_move());
  const Milliseconds least =
      round.plan.decide_after ? kLeastForFreeze : kLeastForFreezeWithoutClock;
  const base::Duration time =
      std::max<base::Duration>(there_is / kFreezePartOfAllowance, taken / kFreezePartOfTaken);
  return std::clamp<base::Duration>(time, least, kMostForFreeze);
}

}  // namespace

bool Session::plays_freezes() const {
  return settings_.freeze != settings::Freeze::kOff &&
         settings_.protocol == settings::GameProtocol::kUsi;
}

bool Session::adds_freezes() const {
  return plays_freezes() && settings_.freeze == settings::Freeze::kEmulate;
}

usi::FreezeAbility Session::freeze_ability_of(const Child& child) const {
  if (board_.knows(child.index) && child.host.declared()) return child.host.freeze_ability();
  const auto index = static_cast<std::size_t>(child.index);
  const auto& remembered = surroundings_.remembered_freezes;
  auto ability = index < remembered.size() ? remembered[index] : usi::FreezeAbility::kNone;
  for (const ForChild& value : board_.start_values(child.index)) {  // what it will be set to
    if (base::iequals(value.name, "Freeze")) {
      ability = usi::parse_freeze_ability(value.value).value_or(ability);
    }
  }
  return ability;
}

// The whole accepts and declares freezes if one engine does: the others' votes are judged by the
// rules.
usi::FreezeAbility Session::freeze_ability() const {
  using usi::FreezeAbility;
  if (!plays_freezes()) return FreezeAbility::kNone;
  if (settings_.freeze == settings::Freeze::kEmulate) return FreezeAbility::kOk;
  bool accepts = false;
  bool declares = false;
  bool reads = false;
  for (const auto& child : children_) {
    if (child->role != Role::kVoter) continue;
    const FreezeAbility ability = freeze_ability_of(*child);
    accepts = accepts || usi::accepts_freezes(ability);
    declares = declares || usi::declares_freezes(ability);
    reads = reads || usi::reads_freezes(ability);
  }
  if (accepts) return declares ? FreezeAbility::kOk : FreezeAbility::kAllowFreeze;
  if (declares) return FreezeAbility::kCanFreeze;
  return reads ? FreezeAbility::kIgnore : FreezeAbility::kNone;
}

void Session::announce_freezes() {
  const usi::FreezeAbility whole = freeze_ability();
  announced_freezes_ = whole;
  if (whole == usi::FreezeAbility::kNone) return;  // as a GUI of ordinary shogi has always seen it
  for (const auto& child : children_) {
    if (child->role != Role::kVoter) continue;
    base::log::info(label(*child) +
                    " in Freeze shogi: " + std::string(usi::to_text(freeze_ability_of(*child))));
  }
  to_host(usi::format(usi::FreezeAnswer{whole}));
}

void Session::start_reserve_for_freezes() {
  Child& reserve = *children_.back();
  const bool comes = reserve.process_runs || reserve.restart_at;
  if (plays_freezes() && reserve.could_start && !comes) start_child(reserve);
}

// What was announced by the child's last start, or without it, holds no longer.
void Session::correct_announced_freezes(const Child& child) {
  const auto index = static_cast<std::size_t>(child.index);
  auto& remembered = surroundings_.remembered_freezes;
  if (remembered.size() <= index) remembered.resize(index + 1, usi::FreezeAbility::kNone);
  remembered[index] = child.host.freeze_ability();
  const usi::FreezeAbility whole = freeze_ability();
  if (!announced_freezes_ || *announced_freezes_ == whole) return;
  const std::string word(usi::to_text(whole));
  const std::string shown(usi::to_text(*announced_freezes_));
  const std::string its(usi::to_text(child.host.freeze_ability()));
  announced_freezes_ = whole;
  to_host(usi::format(usi::FreezeAnswer{whole}));
  say(japanese() ? label(child) + " は FREEZE " + its + " です。表示済みの FREEZE " + shown +
                       " は誤りで、正しくは FREEZE " + word + " です"
                 : label(child) + " says FREEZE " + its + ": the whole is FREEZE " + word +
                       ", not " + shown + " as shown");
}

void Session::take(const usi::FreezeNumCommand& command) {
  if (!plays_freezes()) {
    if (command.counts != shogi::FreezeCounts{}) {
      warn_once(japanese() ? "FREEZENUM は無視します(freeze: off)"
                           : "FREEZENUM is ignored: freezes are switched off (freeze: off)");
    }
    return;
  }
  freeze_counts_ = command.counts;
  tell_freeze_counts(command.counts);
  if (command.counts != shogi::FreezeCounts{}) start_reserve_for_freezes();
}

void Session::tell_freeze_counts(const shogi::FreezeCounts& counts) {
  if (told_freeze_counts_ == counts) return;
  told_freeze_counts_ = counts;
  for (auto& child : children_) child->host.set_freeze_counts(counts);
}

const std::shared_ptr<const std::string>& Session::line_for(const Child& child,
                                                            const PositionLines& lines) {
  return lines.in(child.freeze_view());
}

bool Session::can_ask_for_freezes() const {
  const Child& engine = *children_.back();
  return adds_freezes() && engine.role == Role::kReserve && engine.host.ready() &&
         usi::declares_freezes(engine.host.freeze_ability());
}

double Session::share_for_freezes() const {
  const shogi::FreezeState state = game_->position().freezes();
  const auto mover = static_cast<std::size_t>(index(game_->position().side_to_move()));
  const bool may_freeze = state.in_force == shogi::PieceType::kNone && state.left[mover] > 0;
  return may_freeze && can_ask_for_freezes() ? kShareForFreezes : 0.0;
}

// The vote of an engine that knows nothing of freezes, and of nobody who does.
bool Session::asks_for_freeze(const Outcome& outcome) const {
  const Round& round = *round_;
  const auto* move = std::get_if<FreezeMove>(&outcome.choice);
  if (move == nullptr || move->freezes() || outcome.voter == 0) return false;
  if (round.mates(*move)) return false;
  return std::ranges::none_of(round.seats, [&](const Seat& seat) {
    if (!usi::declares_freezes(seat.freezes)) return false;
    if (seat.number == outcome.voter) return true;
    const bool counts = seat.ballot && seat.ballot->counts() && !seat.reserve;
    return round.pools_freezes && counts && seat.ballot->choice == outcome.choice;
  });
}

std::vector<FreezeMove> Session::freezes_to_ask(shogi::Move move) const {
  std::vector<FreezeMove> among{move};
  for (auto kinds = round_->position().freezable(move); kinds != 0;
       kinds = static_cast<shogi::KindMask>(kinds & (kinds - 1))) {
    among.emplace_back(move, shogi::first_kind(kinds));
  }
  const auto& allowed = round_->allowed;
  std::erase_if(among, [&](FreezeMove m) {
    return !allowed.empty() && std::ranges::find(allowed, m) == allowed.end();
  });
  return among;
}

// A resignation of engines that know nothing of freezes, and of nobody who does.
bool Session::resigns_blindly(const Outcome& outcome) const {
  if (outcome.voter == 0 || !std::holds_alternative<usi::Resign>(outcome.choice)) return false;
  return std::ranges::none_of(round_->seats, [&](const Seat& seat) {
    if (!usi::declares_freezes(seat.freezes)) return false;
    return seat.number == outcome.voter ||
           (seat.ballot && seat.ballot->counts() && seat.ballot->choice == outcome.choice);
  });
}

// Nobody who resigned has seen what a freeze does: it may mate.
void Session::mate_instead_of_resigning(Outcome& outcome) const {
  for (const FreezeMove legal : round_->position().legal_moves()) {
    for (const FreezeMove move : freezes_to_ask(legal.move)) {
      if (!move.freezes() || !round_->mates(move)) continue;
      const std::string text = round_->position().move_text(move);
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

bool Session::waits_for_freeze(Outcome& outcome) {
  if (!adds_freezes()) return false;
  if (resigns_blindly(outcome)) mate_instead_of_resigning(outcome);
  if (!asks_for_freeze(outcome)) return false;
  const shogi::Move move = std::get<FreezeMove>(outcome.choice).move;
  const auto among = freezes_to_ask(move);
  const auto freezes = std::ranges::find_if(among, &FreezeMove::freezes);
  if (freezes == among.end()) return false;
  const auto mate =
      std::find_if(freezes, among.end(), [&](FreezeMove each) { return round_->mates(each); });
  if (mate != among.end()) {
    add_freeze(outcome, {*mate}, "is mate", "詰み");
    outcome.score = usi::Score::mate_in(1);
    return false;
  }
  if (!can_ask_for_freezes()) {
    go_without_freeze(outcome);
    return false;
  }
  const auto& question = round_->freeze_question;
  if (!round_->forced && (!question || question->move != move)) ask_for_freeze(move, among);
  if (!question || question->move != move) {
    note_no_freeze(outcome, "no time left to ask for one", "尋ねる時間なし");
    return false;
  }
  if (!question->done && !round_->forced) return true;
  take_freeze(outcome);
  return false;
}

void Session::go_without_freeze(Outcome& outcome) {
  const std::string engine = children_.back()->display_name();
  const bool ready = children_.back()->host.ready();
  note_no_freeze(outcome, engine + (ready ? " declares none" : " is not ready"),
                 engine + (ready ? " が対応していない" : " の準備ができていない"));
  warn_once(japanese()
                ? engine + (ready ? " がフリーズに対応していない" : " の準備ができていない") +
                      "ため、フリーズを加えずに指します"
                : engine + (ready ? " declares no freezes" : " is not ready") +
                      ": moves are played without the freezes it would add");
}

void Session::note_no_freeze(Outcome& outcome, const std::string& why, const std::string& why_ja) {
  outcome.reason += "; no freeze: " + why;
  outcome.reason_ja += "、フリーズなし（" + why_ja + "）";
}

void Session::ask_for_freeze(shogi::Move move, const std::vector<FreezeMove>& among) {
  Round& round = *round_;
  base::Duration time = time_for_freeze(round, now_ - round.clock_start);
  if (round.answer_owed) time = std::min<base::Duration>(time, kMostForFreezeAfterStop);
  base::TimePoint wanted_at = now_ + time;
  // A busy machine may need longer for an answer that was asked for in time.
  base::TimePoint until = round.answer_owed ? wanted_at : wanted_at + settings_.grace;
  if (round.decide_at) until = std::min(until, *round.decide_at);
  if (round.freeze_question) {  // one span for all it is asked
    until = std::min(until, std::max(now_, round.freeze_question->until));
  }
  wanted_at = std::min(wanted_at, until);
  if (wanted_at - now_ < kTooLittleForFreeze) return;
  Child& engine = *children_.back();
  FreezeQuestion& question = round.freeze_question.emplace();
  question.child = engine.index;
  question.move = move;
  question.until = until;
  plan_search(engine, question, wanted_at);
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.byoyomi = std::max(Milliseconds(1), base::to_ms(*question.stop_at - now_));
  for (const FreezeMove each : among) {
    limits.search_moves.push_back(each.move);
    limits.search_freezes.push_back(each.freeze);
  }
  const shogi::Color side = round.position().side_to_move();
  question.search =
      engine.host.search({line_for(engine, round.lines), std::move(limits), side}, now_);
}

bool Session::is_freeze_question(const Child& child, usi::SearchId search) const {
  return round_ && round_->freeze_question && !round_->freeze_question->done &&
         round_->freeze_question->child == child.index && round_->freeze_question->search == search;
}

void Session::freeze_answered(const usi::BestMoveAnswer& answer) {
  FreezeQuestion& question = *round_->freeze_question;
  learn_answer(*children_.back(), question, *round_);
  if (!round_->is_false_note(answer)) {
    question.answer = answer.move();
    if (answer.ponder) question.ponder = answer.ponder_move();
  }
  question.done = true;
  consider();
}

void Session::hurry_freeze_question() {
  if (!round_->freeze_question || round_->freeze_question->done) return;
  FreezeQuestion& question = *round_->freeze_question;
  question.until = std::min<base::TimePoint>(question.until, now_ + kMostForFreezeAfterStop);
  if (!question.stopped_at) stop_search(question);
}

void Session::freeze_unanswered() {
  round_->freeze_question->done = true;
  children_.back()->host.abandon(now_);
  consider();
}

void Session::take_freeze(Outcome& outcome) const {
  const FreezeQuestion& question = *round_->freeze_question;
  const Board& position = round_->position();
  const std::string engine = children_.back()->display_name();
  std::optional<FreezeMove> answer = question.answer;
  if (std::string_view words = question.last.pv; !answer) {  // what it would have answered
    if (const auto first = notation::parse_freeze_move(base::next_word(words))) {
      answer = first->move;
    }
  }
  if (!answer || answer->move != question.move || !position.is_legal(*answer)) {
    base::log::info("no word from " + engine + " on the freeze that goes with " +
                    position.move_text(question.move));
    note_no_freeze(outcome, "no word from " + engine + " in time", engine + " が時間内に無回答");
    return;
  }
  const FreezeMove move = *answer;
  if (!move.freezes()) {
    outcome.reason += "; no freeze, says " + engine;
    outcome.reason_ja += "、フリーズなし（" + engine + "）";
    return;
  }
  std::vector<FreezeMove> line;
  std::string_view words = question.last.pv;
  for (auto word = base::next_word(words); !word.empty(); word = base::next_word(words)) {
    const auto written = notation::parse_freeze_move(word);
    if (!written) break;
    line.push_back(written->move);
  }
  if (line.empty() || line.front() != move) {  // the voter's, as far as the freeze allows it
    line = outcome.pv;
    line.front() = move;
  }
  add_freeze(outcome, line, "by " + engine, engine);
  if (question.ponder && after(position, {move})->is_legal(*question.ponder)) {
    outcome.ponder = question.ponder;
  }
}

// `line` begins with the move and its freeze; illegal replies are left out.
void Session::add_freeze(Outcome& outcome, const std::vector<FreezeMove>& line,
                         const std::string& why, const std::string& why_ja) const {
  const FreezeMove move = line.front();
  outcome.chosen = std::get<FreezeMove>(outcome.choice);
  outcome.choice = move;
  outcome.pv = legal_prefix(round_->position(), line);
  outcome.ponder.reset();
  if (outcome.pv.size() > 1) outcome.ponder = outcome.pv[1];
  const std::string kind = notation::to_text(move.freeze);
  outcome.reason += "; freeze " + kind + " " + why;
  outcome.reason_ja += "、フリーズ " + kind + "（" + why_ja + "）";
}

}  // namespace gougi::relay
