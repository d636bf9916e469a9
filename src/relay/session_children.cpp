// SPDX-License-Identifier: MIT
// What happens to children: their declarations, failures and restarts.
#include <algorithm>
#include <utility>

#include "base/log.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// A child that dies again and again is restarted ever more seldom: faster would eat the machine
// that the others think on, slower would miss a whole game.
constexpr Milliseconds kFirstRestartDelay{1000};
constexpr Milliseconds kLongestRestartDelay{30'000};
// Who has run so long since it was ready is not one that dies again and again.
constexpr Milliseconds kGoodRun{10'000};
constexpr int kMostOddities = 20;  // logged per child; a flood of nonsense must not fill the disk
// A child whose answers nobody can read has lost its mind, or its pipe; once or twice may be a
// slip.
constexpr int kMostUnreadable = 3;
constexpr int kMostTimesBehind = 20;  // shown; of one that does so with every move

Milliseconds restart_delay(int failures) {
  if (failures <= 1) return Milliseconds(0);
  Milliseconds delay = kFirstRestartDelay;
  for (int i = 2; i < failures && delay < kLongestRestartDelay; ++i) delay *= 2;
  return std::min(delay, kLongestRestartDelay);
}

}  // namespace

void Session::hear(Child& child) {
  while (const auto event = child.host.next()) {
    std::visit([&](const auto& known) { take(child, known); }, *event);
  }
}

void Session::take(Child& child, const usi::ToEngine& event) { to_child(child, event.line); }
void Session::take(Child& child, const usi::EngineDeclared&) {
  child_declared(child);
  child.host.go_on(now_);
}
void Session::take(Child& child, const usi::EngineReady&) {
  child_ready(child);
  child.host.go_on(now_);
}
void Session::take(Child& child, const usi::EngineThinks& event) {
  child_info(child, event.id, event.info);
}
void Session::take(Child& child, const usi::EngineMoves& event) {
  child_best_move(child, event.id, event.answer);
}
void Session::take(Child& child, const usi::EngineMates& event) {
  child_checkmate(child, event.id, event.answer);
}
void Session::take(Child& child, const usi::EngineUnreadable& event) {
  child_unreadable(child, event.id, event.words);
}
void Session::take(Child& child, const usi::SearchLost& event) {
  child_search_lost(child, event.id, "no answer");
}
void Session::take(Child& child, const usi::EngineBackInStep& event) {
  child_back_in_step(child, event.dropped);
}
void Session::take(Child& child, const usi::EngineOddity& event) {
  explain_oddity(child, event.text);
}
void Session::take(Child& child, const usi::EngineStuck& event) { child_stuck(child, event.why); }

std::shared_ptr<const usi::SearchJudge> Session::judge_of(const Child& child,
                                                          usi::SearchId id) const {
  class Judge final : public usi::SearchJudge {
   public:
    Judge(const Session& session, const Child& child, usi::SearchId id)
        : session_(session), child_(child), id_(id) {}
    bool is_possible(const usi::BestMoveAnswer& answer) const override {
      return session_.is_possible(child_, id_, answer);
    }
    bool may_think(std::string_view pv) const override {
      return session_.may_think(child_, id_, pv);
    }

   private:
    const Session& session_;
    const Child& child_;
    usi::SearchId id_;
  };
  return std::make_shared<Judge>(*this, child, id);
}

void Session::start_child(Child& child) {
  child.restart_at.reset();
  child.process_runs = true;
  child.doomed = false;
  child.doomed_for.clear();
  child.flood_watch = {};
  effects_.push_back(StartChild{child.index});
}

void Session::restart_due_children() {
  for (auto& child : children_) {
    if (child->restart_at && now_ >= *child->restart_at) start_child(*child);
  }
}

void Session::child_declared(Child& child) {
  base::log::info(label(child) + " is " + base::printable(child.host.name()));
  if (child.role != Role::kReserve) {
    effects_.push_back(Remember{child.index, child.host.declaration()});
  }
  const auto declared = board_.declare(child.index, child.host.options(), child.host.name());
  for (const std::string& complaint : declared.complaints) {
    say(base::to_utf8(settings_.file.filename()) + ": " + complaint);
  }
  for (const std::string& refusal : declared.refusals) warn_once(refusal);
  if (!declared.difference.empty()) {
    say(label(child) +
        (japanese() ? " のオプションが表示済みのものと違います: "
                    : " has other options than shown: ") +
        in_words(declared.difference, japanese()));
  }
  for (const ForChild& value : board_.start_values(child.index)) {
    child.host.set_option(value.name, value.value, now_);
  }
  for (const ForChild& button : declared.buttons) child.host.press_button(button.name, now_);
  if (prepared_ || child.role == Role::kReserve) child.host.request_ready(now_);
  if (in_game_) child.host.new_game(now_);
  if (child.role == Role::kVoter && plays_freezes()) correct_announced_freezes(child);
  try_usi_ok(false);
  consider();  // a search may have nobody else
}

void Session::child_ready(Child& child) {
  if (!child.ready_at) child.ready_at = now_;
  try_ready_ok();
  if (!round_) return;
  if (round_->kind == Round::Kind::kPlay && !round_->stopped) {
    for (Seat& seat : round_->seats) {
      if (seat.child == child.index && seat.search == 0 && !seat.ballot) ask_voter(child, seat);
    }
  }
  if (round_->stopped) return;
  for (SolverSeat& solver : round_->solvers) {
    if (solver.child == child.index && solver.search == 0 && !solver.answer) {
      ask_solver(child, solver);
    }
  }
  look_for_mates_soon();
}

void Session::child_info(Child& child, usi::SearchId id, const usi::InfoView& info) {
  child.talks = child.talks || !info.pv.empty();
  for (Guess& guess : guesses_) {
    if (guess.child == child.index && guess.search == id) guess.last.take(info);
  }
  if (!round_) return;
  if (is_freeze_question(child, id)) {
    round_->freeze_question->last.take(info);
  } else if (Inquiry* inquiry = round_->inquiry_of(child.index, id)) {
    inquiry->last.take(info);
    inquiry->heard_at = now_;
  } else if (Seat* seat = round_->seat_of(child.index, id)) {
    seat->last.take(info);
    seat->heard_at = now_;
    if (seat->elsewhere) return;
    if (!info.pv.empty()) look_for_mates_soon();
    forward_info(*seat, info);
  } else if (SolverSeat* solver = round_->solver_of(child.index, id)) {
    solver->heard_at = now_;
  }
}

bool Session::is_possible(const Child& child, usi::SearchId id,
                          const usi::BestMoveAnswer& answer) const {
  const shogi::FreezeMove move = answer.move();
  if (!move || !round_) return true;
  if (is_freeze_question(child, id)) return round_->position().is_legal_but_for_freezes(move);
  if (const Inquiry* inquiry = round_->inquiry_of(child.index, id)) {
    return after(round_->position(), {inquiry->question.move})->is_legal_but_for_freezes(move);
  }
  const Seat* seat = round_->seat_of(child.index, id);
  return seat == nullptr || seat->elsewhere || round_->position().is_legal_but_for_freezes(move);
}

bool Session::may_think(const Child& child, usi::SearchId id, std::string_view pv) const {
  // More finds no more engines that are behind, and costs time in floods.
  constexpr int kPlies = 4;
  std::string_view words = pv;
  if (!notation::parse_freeze_move(base::next_word(words))) return false;
  if (!round_ || is_freeze_question(child, id)) return true;
  const Inquiry* inquiry = round_->inquiry_of(child.index, id);
  const Seat* seat = round_->seat_of(child.index, id);
  if (inquiry == nullptr && (seat == nullptr || seat->elsewhere)) return true;
  std::vector<shogi::FreezeMove> path;
  if (inquiry != nullptr) path.emplace_back(inquiry->question.move);
  auto board = after(round_->position(), path);
  for (int ply = 0; ply < kPlies; ++ply) {
    const auto move = notation::parse_freeze_move(base::next_word(pv));
    if (!move) break;
    if (!board->is_legal_but_for_freezes(move->move)) return false;
    if (!board->is_legal(move->move)) break;
    board = after(*board, {move->move});
  }
  return true;
}

void Session::child_best_move(Child& child, usi::SearchId id, const usi::BestMoveAnswer& answer) {
  child.unreadable = 0;
  if (!round_) {
    child.failures = 0;
    return;
  }
  if (Inquiry* inquiry = round_->inquiry_of(child.index, id)) {
    const bool possible = is_possible(child, id, answer);
    if (possible) child.failures = 0;
    learn_answer(child, *inquiry, *round_);
    if (answer.move()) inquiry->answer = answer.move();
    inquiry_done(child, *inquiry);
    if (!possible) child_stuck(child, "played an illegal move");
    return;
  }
  if (is_freeze_question(child, id)) return freeze_answered(answer);
  Seat* seat = round_->seat_of(child.index, id);
  if (seat == nullptr || seat->ballot) return;
  if (seat->elsewhere) {  // it is done with what is not the position
    seat->search = 0;
    seat->last = {};
    return;
  }
  learn_answer(child, *seat, *round_);
  if (std::exchange(seat->begins_anew, false) && !round_->stopped &&
      (seat->stop_at || !round_->stop_at) &&
      !std::holds_alternative<usi::DeclareWin>(answer.choice)) {
    round_->take_interim_answer(*seat, answer);
    ask_voter(child, *seat);
    return;
  }
  child.answers_in_silence = seat->last.pv.empty();
  round_->take_best_move(*seat, answer, now_);
  if (seat->ballot->counts()) {
    child.failures = 0;
  } else {
    base::log::warning(label(child) + " voted " + rules_.to_host(usi::format(answer)) +
                       ", which is void: " + seat->ballot->void_reason);
    // Who knows what position it thinks it is in: a fresh start tells it.
    if (!is_possible(child, id, answer)) child_stuck(child, "played an illegal move");
  }
  look_for_mates_soon();
  consider();
}

void Session::child_unreadable(Child& child, usi::SearchId id, std::string_view words) {
  if (++child.unreadable >= kMostUnreadable) child_stuck(child, "its answers cannot be read");
  if (!round_) return;
  if (Inquiry* inquiry = round_->inquiry_of(child.index, id)) return inquiry_done(child, *inquiry);
  if (is_freeze_question(child, id)) return freeze_unanswered();
  Seat* seat = round_->seat_of(child.index, id);
  if (seat == nullptr || seat->ballot) return;
  if (seat->elsewhere) {
    seat->search = 0;
    seat->last = {};
    return;
  }
  if (std::exchange(seat->begins_anew, false) && !round_->stopped &&
      (seat->stop_at || !round_->stop_at)) {
    ask_voter(child, *seat);
    return;
  }
  round_->take_unreadable(*seat, words, now_);
  look_for_mates_soon();
  consider();
}

void Session::child_back_in_step(Child& child, const std::string& dropped) {
  base::log::warning(label(child) + " was behind by a search: " + dropped +
                     " was dropped, and it is back in step");
  if (++child.times_behind > kMostTimesBehind) return;
  say(label(child) +
      (japanese() ? " の回答が前の探索とずれていたため戻しました。破棄: "
                  : " was behind by a search and is back in step; dropped: ") +
      dropped);
}

void Session::child_checkmate(Child& child, usi::SearchId id, const usi::CheckMateAnswer& answer) {
  child.failures = 0;
  if (!round_) return;
  if (MateJob* job = mate_job_of(child, id)) {
    mate_job_done(*job, answer);
    return;
  }
  SolverSeat* solver = round_->solver_of(child.index, id);
  if (solver == nullptr) return;
  solver->answer = answer;
  if (round_->kind == Round::Kind::kMate) {
    consider_mate(false);
  } else {
    consider();
    feed_solvers();
  }
}

void Session::child_search_lost(Child& child, usi::SearchId id, const std::string& why) {
  if (!round_) return;
  if (MateJob* job = mate_job_of(child, id)) {
    job->search = 0;
    if (round_->threat_of) consider();
    return;
  }
  if (SolverSeat* solver = round_->solver_of(child.index, id)) {
    solver->answer = usi::CheckMateAnswer{usi::MateUnknown{}};
    if (round_->kind == Round::Kind::kMate) consider_mate(false);
    return;
  }
  if (Inquiry* inquiry = round_->inquiry_of(child.index, id)) {
    inquiry_done(child, *inquiry);
    return;
  }
  if (is_freeze_question(child, id)) return freeze_unanswered();
  Seat* seat = round_->seat_of(child.index, id);
  if (seat == nullptr || seat->ballot) return;
  if (seat->elsewhere) {
    seat->search = 0;
    seat->last = {};
    return;
  }
  if (round_->stopped || seat->asked >= 2) {
    if (seat->last.pv.empty()) {
      round_->take_loss(*seat, why, now_);
    } else {
      round_->take_partial(*seat, now_);
    }
  } else {
    seat->search = 0;  // it is asked again when it is back
    seat->begins_anew = false;
  }
  consider();
}

void Session::child_stuck(Child& child, const std::string& why) {
  if (child.doomed) return;
  base::log::warning(label(child) + ": " + why + "; it is ended and restarted");
  child.doomed = true;
  child.doomed_for = why;
  effects_.push_back(KillChild{child.index});
}

void Session::child_ended(Child& child, const std::string& by_itself, bool could_start) {
  const std::string how =
      child.doomed_for.empty() ? by_itself : std::exchange(child.doomed_for, "");
  child.process_runs = false;
  child.could_start = could_start;
  if (child.ready_at && now_ - *child.ready_at > kGoodRun) child.failures = 0;
  child.ready_at.reset();
  ++child.failures;
  if (could_start) child.restart_at = now_ + restart_delay(child.failures);
  base::log::warning(label(child) + " ended: " + how);
  say(label(child) + (japanese() ? " が終了しました: " : " ended: ") + how +
      (could_start ? (japanese() ? "。再起動します" : "; it is restarted") : ""));
  child.host.exited(now_);
  child.answers_in_silence = child.talks = false;  // what it was like the next one need not be
  child.unreadable = 0;
  try_usi_ok(false);
  try_ready_ok();
  if (!child.hopeful() && round_ && round_->kind == Round::Kind::kMate) {
    for (SolverSeat& solver : round_->solvers) {
      if (solver.child == child.index && !solver.answer) {
        solver.answer = usi::CheckMateAnswer{usi::MateUnknown{}};
      }
    }
    consider_mate(false);
    return;
  }
  consider();
}

std::optional<Absence> Session::absence_of(const Child& child) const {
  if (!child.hopeful()) return Absence::kNotRunning;
  if (!child.process_runs || child.doomed) return Absence::kRestarting;
  if (child.host.ready()) return std::nullopt;
  return child.failures > 0 && !child.ready_at ? Absence::kRestarting : Absence::kLoading;
}

void Session::note_absences(Round& round) const {
  for (Seat& seat : round.seats) {
    if (seat.ballot || seat.awaited() || seat.reserve) continue;
    seat.absence =
        absence_of(*children_[static_cast<std::size_t>(seat.child)]).value_or(Absence::kBusy);
  }
}

void Session::explain_oddity(const Child& child, const std::string& text) {
  auto& counter = const_cast<Child&>(child).oddities;
  if (++counter <= kMostOddities) base::log::warning(label(child) + ": " + text);
}

}  // namespace gougi::relay
