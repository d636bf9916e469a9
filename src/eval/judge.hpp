// SPDX-License-Identifier: MIT
// What a search asks for the score of a position: the hand-made terms, or a network if there is
// one. The search tells it of its moves, so that a network may follow them; without a network that
// is one branch, always taken the same way. A null move is not told. For one thread: each has its
// own, and they share the network.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "eval/evaluator.hpp"
#include "eval/nnue_state.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

class Judge {
 public:
  explicit Judge(Style style = Style::kBalanced) : evaluator_(style) {}

  /// Of the hand-made terms; a network has none.
  void set_style(Style style) { evaluator_ = Evaluator(style); }
  /// Scores come from `network` from now on, or from the hand-made terms if it is null. Not between
  /// do_move and undo_move. `fv_scale` is at least 1.
  void set_network(std::shared_ptr<const NnueNetwork> network, int fv_scale = kUsualFvScale) {
    network_.reset();
    if (network) network_.emplace(std::move(network), fv_scale);
  }
  bool has_network() const { return network_.has_value(); }

  /// Before a search: the next position may be any.
  void start() {
    if (network_) network_->reset();
  }
  /// Before Position::do_move of the same.
  void push(const shogi::Position& before, shogi::Move move) {
    if (network_) network_->push(before, move);
  }
  /// Beside Position::undo_move.
  void pop() {
    if (network_) network_->pop();
  }
  /// For the side to move, within kLargestScore; `position` is where the moves told since start()
  /// have led, passes aside.
  int evaluate(const shogi::Position& position) {
    return network_ ? network_->evaluate(position) : evaluator_.evaluate(position);
  }

 private:
  Evaluator evaluator_;
  std::optional<NnueState> network_;
};

}  // namespace gougi::eval
