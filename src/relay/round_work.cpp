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

}  // namespace gougi::relay
