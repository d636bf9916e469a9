// SPDX-License-Identifier: MIT
#include "relay/inquiries.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "relay/silence.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

Milliseconds part(base::Duration whole, double share) {
  const auto ms = static_cast<double>(base::to_ms(whole).count()) * share;
  return Milliseconds(static_cast<Milliseconds::rep>(ms));
}

// What moves are worth that end the game by a fourth occurrence: the rules say it, whatever an
// engine that is asked about the position there would think of it.
class Repetitions {
 public:
  explicit Repetitions(const game::Game& game)
      : game_(game), may_repeat_(!game.history().thrice().empty()) {}

  void settle(ReplySearch& reply) {
    if (!may_repeat_ || reply.done) return;
    const auto& ending = after(reply.question.move);
    if (!ending) return;
    reply.done = true;
    reply.repeats = ending->reason;
    reply.freezes = usi::FreezeAbility::kOk;  // nothing of it is open
    const bool is_won = ending->result == game::win_of(game_.position().side_to_move());
    reply.last.score = ending->result == game::Result::kDraw
                           ? usi::Score::cp(0)
                           : usi::Score{usi::Mate{!is_won, std::nullopt}};
  }

 private:
  // Many are asked about the same move, and a game may be long.
  const std::optional<game::Ending>& after(usi::Move move) {
    const auto [known, is_new] = endings_.try_emplace(move);
    if (is_new) {
      auto moves = game_.moves();
      moves.push_back(move);
      known->second = with_moves(game_, moves).ending();
    }
    return known->second;
  }

  const game::Game& game_;
  bool may_repeat_;
  std::map<usi::Move, std::optional<game::Ending>> endings_;
};

}  // namespace

// Voters have a place; who has none may be asked all the same.
const Child* Inquiries::asked(const consensus::Question& question) const {
  for (const auto& child : work_.port.children.all()) {
    if (child->role != Role::kVoter || child->number != question.voter) continue;
    const bool instead =
        child->other != nullptr && !child->host.ready() && child->other->host.ready();
    return instead ? child->other : child.get();
  }
  return nullptr;
}

void Inquiries::begin(const consensus::Ask& ask) const {
  Poll& poll = work_.poll;
  auto& replies = poll.book.replies;
  const std::size_t before = replies.size();
  std::map<int, int> questions_of;
  for (const consensus::Question& question : ask.questions) ++questions_of[question.voter];
  const double share = work_.clock.take_share(ask.share, work_.now());
  Repetitions repetitions(*poll.game);
  std::set<std::pair<int, usi::Move>> known;
  for (const ReplySearch& reply : replies) {
    known.emplace(reply.question.voter, reply.question.move);
  }
  for (const consensus::Question& question : ask.questions) {
    const Child* const child = asked(question);
    if (child == nullptr || known.contains({question.voter, question.move})) continue;
    if (!poll.position().is_legal(question.move)) continue;
    known.emplace(question.voter, question.move);
    ReplySearch reply;
    reply.child = child->index;
    reply.question = question;
    reply.name = child->display_name();
    reply.scale = child->scales.at(poll.facts.ply);
    reply.freezes = child->host.freeze_ability();
    reply.share = share / questions_of[question.voter];
    const ClockPlan& plan = work_.clock.plan;
    if (plan.answer_after) reply.time = part(*plan.answer_after, reply.share);
    reply.mated = poll.mates(question.move);
    reply.done = reply.mated;
    repetitions.settle(reply);
    replies.push_back(std::move(reply));
  }
  if (replies.size() == before) poll.facts.may_ask = false;  // it asked for nothing
  if (poll.budget.on()) share_out_nodes(ask, before);
  work_.port.out.info("asks for " + std::to_string(replies.size() - before) + " searches");
  // Voters whose ballots the strategy did not wait for.
  for (VoterSearch& voter : poll.book.voters) {
    if (!voter.awaited()) continue;
    poll.take_partial(voter, work_.now());
    // It is asked nothing more.
    if (voter.reserve) work_.port.children.abandon(work_.child_of(voter), work_.now());
  }
  for (const auto& child : work_.port.children.all()) ask_next(*child);
}

// Who was sure early has not searched all that it was told. An engine that was asked twice has
// searched in both, and one that stands in was told what others had been told before.
void Inquiries::take_back_nodes() const {
  Poll& poll = work_.poll;
  const auto take_back = [&](Search& search) {
    if (!search.part || search.answered_in <= Milliseconds(0) || search.given_back > 0) return;
    search.given_back = unused(*search.part, search.told_nodes,
                               {search.last.nodes, search.last.nps, search.answered_in});
    poll.budget.give_back(search.given_back);
  };
  for (VoterSearch& voter : poll.book.voters) {
    if (voter.asked == 1 && voter.ballot && !voter.stands_in) take_back(voter);
  }
  for (ReplySearch& reply : poll.book.replies) {
    if (reply.done) take_back(reply);
  }
}

// To each engine by its share, and of that to each of its questions as much.
void Inquiries::share_out_nodes(const consensus::Ask& ask, std::size_t first) const {
  NodeBudget& budget = work_.poll.budget;
  take_back_nodes();
  const auto fresh = std::span(work_.poll.book.replies).subspan(first);
  std::vector<int> children;
  std::vector<double> shares;
  for (ReplySearch& reply : fresh) {
    // What who is not there is given would be lost.
    reply.done = reply.done || !work_.child_of(reply).host.ready();
    if (reply.done || std::ranges::find(children, reply.child) != children.end()) continue;
    children.push_back(reply.child);
    shares.push_back(work_.child_of(reply).budget_share());
  }
  const Nodes given_back = budget.take_note_of_given_back();
  const Nodes wanted = ask.last ? budget.left() : part_of(budget.sum(), ask.share) + given_back;
  const auto parts = budget.take(wanted, shares);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (shares[i] <= 0) continue;
    std::vector<ReplySearch*> its;
    for (ReplySearch& reply : fresh) {
      if (reply.child == children[i] && !reply.done) its.push_back(&reply);
    }
    const auto each = shared_out(parts[i], std::vector<double>(its.size(), 1.0));
    for (std::size_t k = 0; k < its.size(); ++k) {
      its[k]->part = each[k];
      its[k]->done = each[k] == 0;
    }
  }
}

void Inquiries::ask_next(Child& child) const {
  auto& replies = work_.poll.book.replies;
  const auto is_its = [&](const ReplySearch& reply) {
    return reply.child == child.index && !reply.done;
  };
  // What it is at may stand behind what was handed on to it.
  if (std::ranges::any_of(replies, [&](const auto& r) { return is_its(r) && r.runs(); })) return;
  const auto next = std::ranges::find_if(replies, is_its);
  if (next == replies.end()) return;
  if (!child.host.ready()) {  // it is being restarted: the others must do
    for (ReplySearch& reply : replies) {
      if (reply.child == child.index) reply.done = true;
    }
    return;
  }
  // There the opponent is to move, with our time.
  const shogi::Color side = ~work_.poll.side();
  const usi::SearchLimits limits = limits_for(child, *next, side);
  const game::Game& game = *work_.poll.game;
  auto line_to = game.moves();
  line_to.push_back(next->question.move);
  std::string line = position_line(with_moves(game, line_to), child.freeze_view());
  std::shared_ptr<const game::Position> there = after(game.position(), {next->question.move});
  // Of who has not been asked in this search yet it may be that of an older one.
  SearchBook& book = work_.poll.book;
  const bool votes = book.voter(child.index) != nullptr || book.mirror(child.index) != nullptr;
  if (!votes || !work_.poll.strategy->wants_lines) work_.set_line_count(child, votes);
  work_.port.start(*next, child,
                   {std::make_shared<const std::string>(std::move(line)),
                    work_.port.rules.bearable(limits, side), side,
                    std::make_shared<PositionJudge>(std::move(there))});
  Silence(work_).plan();
}

usi::SearchLimits Inquiries::limits_for(const Child& child, ReplySearch& reply,
                                        shogi::Color side) const {
  usi::SearchLimits limits = with_sides_exchanged(work_.poll.limits);
  limits.infinite = false;
  limits.search_moves.clear();
  const auto stop_at = work_.timers.at(RoundTimer::kStop);
  if (stop_at) {
    const auto wanted_at = std::min(work_.now() + reply.time, *stop_at);
    work_.clock.plan_search(child, reply, wanted_at, work_.now());
  }
  if (reply.part) {
    reply.promised_end.reset();  // nodes promise no time
    reply.told_nodes = work_.told_nodes(child, *reply.part);
    return with_nodes(std::move(limits), reply.told_nodes);
  }
  if (!stop_at) return limits;
  const Milliseconds whole = time_of(limits, side);
  limits = share_of(std::move(limits), reply.share);
  // What was used comes out of the rest first.
  const Milliseconds rest = whole - time_of(limits, side);
  const Milliseconds used = base::to_ms(work_.elapsed()) - rest;
  return work_.clock.limits_for(child, reply, limits, side, std::max(Milliseconds(0), used),
                                work_.now());
}

void Inquiries::done(ReplySearch& reply) const {
  reply.done = true;
  if (!work_.poll.stopped) ask_next(work_.child_of(reply));
}

void Inquiries::lose(ReplySearch& reply) const {
  Child* const other = work_.child_of(reply).other;
  const auto is_at_a_vote = [&](const VoterSearch& voter) {
    return voter.child == other->index && voter.awaited();
  };
  if (other == nullptr || !other->host.ready() || reply.handed_on || work_.poll.stopped ||
      std::ranges::any_of(work_.poll.book.voters, is_at_a_vote)) {  // it would never be given
    return done(reply);
  }
  const int lost = reply.child;
  for (ReplySearch& its : work_.poll.book.replies) {
    if (its.child != lost || its.done) continue;
    if (std::exchange(its.handed_on, true)) {  // the other has been lost over it
      its.done = true;
      continue;
    }
    its.child = other->index;
    its.id = 0;
    its.stop_at.reset();
    its.stopped_at.reset();  // or its silence would not be watched
    its.promised_end.reset();
    its.heard_at.reset();
    its.last = {};
  }
  ask_next(*other);
}

// What has not begun would begin behind what its engine is at.
void Inquiries::end() const {
  for (ReplySearch& reply : work_.poll.book.replies) {
    if (reply.runs()) work_.port.children.abandon(work_.child_of(reply), work_.now());
    reply.done = true;
  }
}

}  // namespace gougi::relay
