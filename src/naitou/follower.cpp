// SPDX-License-Identifier: MIT
#include "naitou/follower.hpp"

#include <algorithm>
#include <utility>

#include "naitou/frame.hpp"

namespace gougi::naitou {

void Follower::set(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  clear();
}

void Follower::clear() { lines_ = {}; }

void Follower::follow(const shogi::Setup& start, std::span<const shogi::BareMove> moves) {
  com_ = moves.size() % 2 == 0 ? start.side_to_move : ~start.side_to_move;
  Line& line = this->line();
  if (line.turns.empty() || line.start != start) {
    line = Line{start, {}, {}, Mode::kUnknown};
    const Board board = board_of(start, com_);
    const Side to_move = side_of(start.side_to_move, com_);
    line.mode = mode_of(board, to_move);
    line.turns.push_back({initial_state(board, to_move, settings_.time_limit), std::nullopt});
  }
  const auto [known, given] =
      std::mismatch(line.moves.begin(), line.moves.end(), moves.begin(), moves.end());
  const auto common = static_cast<std::size_t>(known - line.moves.begin());
  line.moves.resize(common);
  line.turns.resize(common + 1);
  for (const shogi::BareMove move : moves.subspan(common)) {
    Turn& turn = line.turns.back();
    State next = turn.before.to_move == Side::kCom ? think_at(turn).after : turn.before;
    play(next, to_frame(move, com_));
    line.moves.push_back(move);
    line.turns.push_back({next, std::nullopt});
  }
}

const Follower::Thought& Follower::think_at(Turn& turn) const {
  if (!turn.thought) {
    ThinkingOptions options;
    options.may_leave_king = settings_.may_leave_king;
    State after = turn.before;
    const Decision decision = think(after, options);
    turn.thought = Thought{decision, after};
  }
  return *turn.thought;
}

const Decision& Follower::decide() { return think_at(line().turns.back()).decision; }

std::optional<Departure> Follower::departure() const {
  const Line& line = this->line();
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const auto& thought = line.turns[i].thought;
    if (thought && thought->decision.move != to_frame(line.moves[i], com_)) {
      return Departure{i, thought->decision};
    }
  }
  return std::nullopt;
}

}  // namespace gougi::naitou
