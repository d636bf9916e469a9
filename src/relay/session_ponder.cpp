// SPDX-License-Identifier: MIT
// Thinking in the opponent's time. All voters ponder on the reply that the GUI names, or, with
// `ponder: multi`, each on the reply that it expects itself. Who guessed what is really played
// thinks on with its clock running; the others begin anew.
#include <algorithm>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

// After `stop` a GUI says at once what was really played. If it does not, nobody waits for it.
constexpr base::Milliseconds kGuessesKept{5000};

// A search goes on with the clock that it was told if there is about as much time now: with a tenth
// less it may plan wrongly, but is stopped in time.
bool has_no_less(const usi::ClockTimes& now, const usi::ClockTimes& told, shogi::Color side) {
  const bool black = side == shogi::Color::kBlack;
  const auto enough = [](base::Milliseconds is, base::Milliseconds was) {
    return 10 * is >= 9 * was;
  };
  return told.given && enough(now.byoyomi, told.byoyomi) &&
         (black ? enough(now.btime, told.btime) && enough(now.binc, told.binc)
                : enough(now.wtime, told.wtime) && enough(now.winc, told.winc));
}

}  // namespace

void Session::remember_replies(const Round& round, const Outcome& outcome) {
  expected_ = {};
  const auto* played = std::get_if<shogi::FreezeMove>(&outcome.choice);
  if (played == nullptr || !round.position().is_legal(*played)) return;
  expected_.after = after(round.position(), {*played})->key();
  for (const Seat& seat : round.seats) {
    if (!seat.ballot || !seat.ballot->counts() || !seat.ballot->ponder) continue;
    if (seat.ballot->choice != outcome.choice) continue;  // its line is another one
    expected_.replies.emplace_back(seat.child, *seat.ballot->ponder);
  }
}

void Session::spread_over_replies() {
  const std::vector<shogi::FreezeMove>& moves = game_->moves();
  if (settings_.ponder != settings::PonderMode::kMulti || moves.empty()) return;
  if (game_->key_after(moves.size() - 1) != expected_.after) return;
  const auto before = after(game_->start(), {moves.begin(), moves.end() - 1});
  std::size_t here = round_->seats.size();
  for (const auto& [child, reply] : expected_.replies) {
    const auto seat = std::ranges::find(round_->seats, child, &Seat::child);
    if (seat == round_->seats.end() || reply == moves.back() || !before->is_legal(reply)) continue;
    if (here == 1) break;  // somebody must be where the GUI thinks we are
    if (!after(*before, {reply})->has_legal_move()) continue;
    --here;
    std::vector<shogi::FreezeMove> line = moves;
    line.back() = reply;
    seat->elsewhere = PositionLines::of(rules_, with_moves(*game_, line));
  }
}

bool Session::may_go_on(const Child& child, const usi::ClockTimes& told,
                        const usi::ClockTimes& now) const {
  if (!now.given || child.host.quirks().ponderhit_time) return true;
  // A search that has not begun is told the new clocks whatever it knows.
  return child.host.search_waits() || has_no_less(now, told, round_->position().side_to_move());
}

void Session::go_on_from_ponder(Child& child, Seat& seat, const usi::ClockTimes& clock) {
  seat.pondering = false;
  if (const auto wanted_at = round_->ballot_at(seat)) plan_search(child, seat, *wanted_at);
  const auto told =
      limits_for(child, seat, share_of(round_->limits, round_->told_share(seat)),
                 round_->position().side_to_move(), base::to_ms(now_ - round_->clock_start));
  const bool tells = clock.given || child.host.search_waits();
  child.host.ponder_hit(tells ? told.clock : usi::ClockTimes{}, now_);
}

void Session::take(const usi::PonderHitCommand& command) {
  if (!round_ || !round_->limits.ponder) return;
  const usi::ClockTimes before = round_->limits.clock;
  round_->limits.ponder = false;
  if (command.clock.given) round_->limits.clock = command.clock;
  round_->held = round_->limits.infinite || round_->limits.wait_stop;
  start_clock();
  for (Seat& seat : round_->seats) {
    if (seat.ballot) continue;  // it was done early
    Child& child = *children_[static_cast<std::size_t>(seat.child)];
    if (seat.elsewhere) {
      seat.elsewhere.reset();
      seat.last = {};
      seat.search = 0;
      if (child.host.ready()) ask_voter(child, seat);
    } else if (seat.pondering && may_go_on(child, before, command.clock)) {
      go_on_from_ponder(child, seat, command.clock);
    } else if (child.host.ready()) {
      ask_voter(child, seat);
    }
  }
  consider();
}

void Session::keep_guesses() {
  for (Seat& seat : round_->seats) {
    if (!seat.elsewhere) continue;
    Child& child = *children_[static_cast<std::size_t>(seat.child)];
    if (seat.search != 0 && child.host.current() == seat.search) {
      guesses_.push_back({seat.child, seat.search, line_for(child, *seat.elsewhere),
                          round_->limits.clock, std::move(seat.last)});
      guesses_until_ = now_ + kGuessesKept;
    } else if (seat.search != 0) {
      child.host.abandon(now_);  // it has not begun
    }
    seat.last = {};
    seat.search = 0;
    round_->take_loss(seat, "pondered on another reply", now_);
  }
}

bool Session::is_guess(const Child& child) const {
  return std::ranges::any_of(guesses_, [&](const Guess& guess) {
    return guess.child == child.index && guess.search == child.host.current();
  });
}

bool Session::take_guess(Child& child, Seat& seat) {
  const auto guess = std::ranges::find_if(guesses_, [&](const Guess& g) {
    return g.child == child.index && g.search == child.host.current() &&
           *g.position_line == *line_for(child, round_->lines);
  });
  const usi::SearchLimits& limits = round_->limits;
  if (guess == guesses_.end() || !limits.clock.given || no_answer_before_stop(limits)) return false;
  if (limits.depth || limits.nodes || limits.movetime || !limits.search_moves.empty()) return false;
  if (!may_go_on(child, guess->clock, limits.clock)) return false;
  base::log::info(label(child) + " has pondered on this move");
  seat.search = guess->search;
  seat.last = std::move(guess->last);
  seat.asked = 1;
  guesses_.erase(guess);
  go_on_from_ponder(child, seat,
                    child.host.quirks().ponderhit_time ? limits.clock : usi::ClockTimes{});
  return true;
}

void Session::drop_guesses() {
  for (const Guess& guess : std::exchange(guesses_, {})) {
    Child& child = *children_[static_cast<std::size_t>(guess.child)];
    if (child.host.current() == guess.search) child.host.abandon(now_);
  }
  guesses_until_.reset();
}

}  // namespace gougi::relay
