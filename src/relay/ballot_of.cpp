// SPDX-License-Identifier: MIT
#include "relay/ballot_of.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "relay/mate_proof.hpp"

namespace gougi::relay {
namespace {

// Of each rank the move that its newest line begins with, and before these those with exact scores:
// an iteration that was broken off has not come to all ranks, and may have lost a move from them.
std::vector<consensus::RankedLine> ranked_lines(const game::Position& position,
                                                const std::vector<usi::Move>& allowed,
                                                const LastInfo& last) {
  std::vector<consensus::RankedLine> ranked;
  const auto add = [&](usi::Move move) {
    const SeenLine* line = last.moves.line_of(move);
    if (line == nullptr || !position.is_legal(move)) return;
    if (!allowed.empty() && std::ranges::find(allowed, move) == allowed.end()) return;
    if (std::ranges::find(ranked, move, &consensus::RankedLine::move) != ranked.end()) return;
    ranked.push_back({move, line->score});
  };
  for (const auto& line : last.lines) {
    if (const auto move = line ? first_move(line->pv) : std::nullopt) add(*move);
  }
  for (const usi::Move move : last.ranked) add(move);
  std::ranges::stable_sort(
      ranked, [](const auto& a, const auto& b) { return usi::compare(a.score, b.score) > 0; });
  return ranked;
}

void take_line(const game::Position& position, const LastInfo& last,
               const usi::BestMoveAnswer& answer, usi::Move move, consensus::Ballot& to) {
  to.score = last.score_of(move);
  const SeenLine* line = last.moves.line_of(move);
  if (line != nullptr) to.depth = line->depth;
  to.pv = legal_prefix(position, parse_pv(line != nullptr ? line->pv : last.pv));
  if (to.pv.empty() || to.pv.front() != move) to.pv = {move};
  if (answer.ponder && after(position, {move})->is_legal(*answer.ponder)) {
    to.ponder = answer.ponder;
  } else if (to.pv.size() > 1) {
    to.ponder = to.pv[1];
  }
}

}  // namespace

consensus::Ballot ballot_of(const game::Position& position, const std::vector<usi::Move>& allowed,
                            const LastInfo& last, const usi::BestMoveAnswer& answer,
                            std::string void_reason) {
  consensus::Ballot ballot;
  ballot.choice = answer.choice;
  ballot.score = last.exact_score();  // a bound is of a move
  ballot.depth = last.depth;
  ballot.nodes = last.nodes;
  ballot.void_reason = std::move(void_reason);
  const auto* move = std::get_if<usi::Move>(&ballot.choice);
  if (move == nullptr || !ballot.counts()) return ballot;
  ballot.lines = ranked_lines(position, allowed, last);
  std::ranges::copy_if(
      last.course, std::back_inserter(ballot.course),
      [&](const consensus::CourseStep& step) { return position.is_legal(step.move); });
  take_line(position, last, answer, *move, ballot);
  return ballot;
}

}  // namespace gougi::relay
