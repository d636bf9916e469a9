// SPDX-License-Identifier: MIT
#include "relay/round_work.hpp"

#include "base/text.hpp"

namespace gougi::relay {

bool PositionJudge::is_possible(const usi::BestMoveAnswer& answer) const {
  const usi::Move move = answer.move();
  return !move || board_->is_legal_but_for_freezes(move);
}

bool PositionJudge::may_think(std::string_view pv) const {
  // More finds no more engines that are behind, and costs time in floods.
  constexpr int kPlies = 4;
  auto move = usi::parse_move(base::next_word(pv));
  if (!move) return false;
  if (thoughts_ == Thoughts::kBelieved) return true;
  std::unique_ptr<game::Position> later;
  const game::Position* board = board_.get();
  for (int ply = 0; ply < kPlies && move; ++ply) {
    if (!board->is_legal_but_for_freezes(*move)) return false;
    if (!board->is_legal(*move)) break;
    if (later == nullptr) later = board->copy();
    later->play(*move);
    board = later.get();
    move = usi::parse_move(base::next_word(pv));
  }
  return true;
}

void RoundWork::set_line_count(Child& child, bool votes) const {
  const consensus::Strategy& strategy = *poll.strategy;
  const bool wanted = strategy.wants_lines && votes;
  child.lines_raised = child.lines_raised || wanted;
  if (!child.lines_raised) return;
  const int most =
      child.lines_tell_visits && strategy.visit_lines > 0 ? strategy.visit_lines : strategy.lines;
  if (const auto lines = port.options.line_count(child.index, wanted ? most : 1)) {
    port.children.set_option(*lines, now());
  }
}

}  // namespace gougi::relay
