// SPDX-License-Identifier: MIT
#include "relay/ponder_guesses.hpp"

#include <algorithm>

namespace gougi::relay {
namespace {

// After `stop` a GUI says at once what was really played. If it does not, nobody waits for it.
constexpr base::Milliseconds kGuessesKept{5000};

}  // namespace

void PonderGuesses::remember_replies(const Poll& poll, const Outcome& outcome) {
  expected_after_ = 0;
  replies_.clear();
  const auto* played = std::get_if<usi::Move>(&outcome.choice);
  if (played == nullptr || !poll.position().is_legal(*played)) return;
  expected_after_ = after(poll.position(), {*played})->key();
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.counts() || !voter.ballot->ponder) continue;
    if (voter.ballot->choice != outcome.choice) continue;  // its line is another one
    replies_.emplace_back(voter.child, *voter.ballot->ponder);
  }
}

void PonderGuesses::spread(Poll& poll) const {
  const game::Game& game = *poll.game;
  const std::vector<usi::Move>& moves = game.moves();
  if (port_.settings.ponder != settings::PonderMode::kMulti || moves.empty()) return;
  if (game.key_after(moves.size() - 1) != expected_after_) return;
  const auto before = after(game.start(), {moves.begin(), moves.end() - 1});
  std::size_t here = poll.book.voters.size();
  for (const auto& [child, reply] : replies_) {
    VoterSearch* voter = poll.book.voter(child);
    if (voter == nullptr || reply == moves.back() || !before->is_legal(reply)) continue;
    if (here == 1) break;  // somebody must be where the GUI thinks we are
    std::shared_ptr<const game::Position> there = after(*before, {reply});
    if (!there->has_legal_move()) continue;
    std::vector<usi::Move> line = moves;
    line.back() = reply;
    const PositionLines lines = PositionLines::of(with_moves(game, line));
    // Who sees no freezes is told the same, and thinks about what the others think about.
    const auto view = port_.children.at(child).freeze_view();
    if (*lines.in(view) == *poll.lines.in(view)) continue;
    --here;
    voter->own_ponder_position = {lines, std::move(there)};
  }
}

void PonderGuesses::keep(Poll& poll) {
  for (VoterSearch& voter : poll.book.voters) {
    if (!voter.own_ponder_position) continue;
    Child& child = port_.children.at(voter.child);
    if (voter.id != 0 && child.host.current() == voter.id) {
      PonderGuess guess;
      guess.child = voter.child;
      guess.id = voter.id;
      guess.asked_at = voter.asked_at;
      guess.heard_at = voter.heard_at;
      guess.freezes = voter.freezes;
      guess.position_line = voter.own_ponder_position->lines.in(child.freeze_view());
      guess.clock = poll.limits.clock;
      guess.last = std::move(voter.last);
      guesses_.push_back(std::move(guess));
      timers_.set(SessionTimer::kGuesses, port_.now + kGuessesKept);
    } else if (voter.id != 0) {
      port_.children.abandon(child, port_.now);  // it has not begun
    }
    voter.last = {};
    voter.id = 0;
    poll.void_ballot(voter, "pondered on another reply", port_.now);
  }
}

bool PonderGuesses::is_guess(const Child& child) const {
  return std::ranges::any_of(guesses_, [&](const PonderGuess& g) { return is_of(g, child); });
}

void PonderGuesses::heard(int child, usi::SearchId id, const usi::InfoView& info) {
  for (PonderGuess& guess : guesses_) {
    if (guess.child == child && guess.id == id) guess.last.take(info);
  }
}

void PonderGuesses::drop() {
  for (const PonderGuess& guess : std::exchange(guesses_, {})) {
    Child& child = port_.children.at(guess.child);
    if (child.host.current() == guess.id) port_.children.abandon(child, port_.now);
  }
  timers_.clear(SessionTimer::kGuesses);
}

}  // namespace gougi::relay
