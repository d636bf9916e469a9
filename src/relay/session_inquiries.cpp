// SPDX-License-Identifier: MIT
// What a strategy asks beyond the ballots: voters search the positions after candidate moves, each
// its own questions one after another, within the share of the time that the strategy set.
#include <algorithm>

#include "base/log.hpp"
#include "relay/child.hpp"
#include "relay/session.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

Milliseconds part(base::Duration whole, double share) {
  const auto ms = static_cast<double>(base::to_ms(whole).count()) * share;
  return Milliseconds(static_cast<Milliseconds::rep>(ms));
}

}  // namespace

void Session::begin_inquiries(const consensus::Ask& ask) {
  const std::size_t before = round_->inquiries.size();
  const auto already = [&](const consensus::Question& question) {
    return std::ranges::any_of(round_->inquiries,
                               [&](const Inquiry& i) { return i.question == question; });
  };
  for (const consensus::Question& question : ask.questions) {
    const auto seat = std::ranges::find_if(
        round_->seats, [&](const Seat& s) { return s.number == question.voter; });
    if (seat == round_->seats.end() || already(question)) continue;
    if (!round_->position().is_legal(question.move)) continue;
    const auto of_this_voter = std::ranges::count_if(
        ask.questions,
        [&](const consensus::Question& other) { return other.voter == question.voter; });
    Inquiry inquiry;
    inquiry.child = seat->child;
    inquiry.question = question;
    inquiry.share = ask.share / static_cast<double>(of_this_voter);
    if (round_->plan.answer_after) inquiry.time = part(*round_->plan.answer_after, inquiry.share);
    inquiry.mated = round_->mates(question.move);
    inquiry.done = inquiry.mated;
    round_->inquiries.push_back(std::move(inquiry));
  }
  if (round_->inquiries.size() == before) round_->facts.may_ask = false;  // it asked for nothing
  base::log::info("asks for " + std::to_string(round_->inquiries.size() - before) + " searches");
  // Voters whose ballots the strategy did not wait for.
  for (Seat& seat : round_->seats) {
    if (!seat.awaited()) continue;
    round_->take_partial(seat, now_);
    // It is asked nothing more.
    if (seat.reserve) children_[static_cast<std::size_t>(seat.child)]->host.abandon(now_);
  }
  for (auto& child : children_) ask_next_inquiry(*child);
}

void Session::ask_next_inquiry(Child& child) {
  const auto next = std::ranges::find_if(
      round_->inquiries, [&](const Inquiry& i) { return i.child == child.index && !i.done; });
  if (next == round_->inquiries.end() || next->search != 0) return;
  if (!child.host.ready()) {  // it is being restarted: the others must do
    for (Inquiry& inquiry : round_->inquiries) {
      if (inquiry.child == child.index) inquiry.done = true;
    }
    return;
  }
  // There the opponent is to move, with our time.
  const shogi::Color side = ~round_->position().side_to_move();
  usi::SearchLimits limits = with_sides_exchanged(round_->limits);
  limits.infinite = false;
  limits.search_moves.clear();
  limits.search_freezes.clear();
  if (round_->stop_at) {
    const auto wanted_at = std::min(now_ + next->time, *round_->stop_at);
    plan_search(child, *next, wanted_at);
    const Milliseconds whole = time_of(limits, side);
    limits = share_of(std::move(limits), next->share);
    // What was used comes out of the rest first.
    const Milliseconds rest = whole - time_of(limits, side);
    const Milliseconds used = base::to_ms(now_ - round_->clock_start) - rest;
    limits = limits_for(child, *next, limits, side, std::max(Milliseconds(0), used));
  }
  auto line_to = round_->game->moves();
  line_to.push_back(next->question.move);
  std::string line = position_line(rules_, with_moves(*round_->game, line_to), child.freeze_view());
  next->search = child.host.search({std::make_shared<const std::string>(std::move(line)),
                                    rules_.bearable(std::move(limits), side), side},
                                   now_);
  next->asked_at = now_;
  plan_silence();
}

void Session::inquiry_done(Child& child, Inquiry& inquiry) {
  inquiry.done = true;
  if (!round_->stopped) ask_next_inquiry(child);
  consider();
}

void Session::end_inquiries() {
  for (Inquiry& inquiry : round_->inquiries) inquiry.done = true;
}

}  // namespace gougi::relay
