// SPDX-License-Identifier: MIT
// What a search asks for the score of a position: the terms, or a network if there is one, or both
// where the network corrects the terms. The search tells it of its moves, so that either may follow
// them. For one thread: each has its own, and they share the evaluator and the network.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "eval/evaluator.hpp"
#include "eval/nnue_state.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

class Judge {
 public:
  /// `evaluator` must outlive this; it may change between two searches.
  explicit Judge(const Evaluator& evaluator) : by_hand_(evaluator) {}

  /// Another one from now on, which must outlive this, too. Before start().
  void set_evaluator(const Evaluator& evaluator) { by_hand_.set_evaluator(evaluator); }
  /// Scores come from `network` from now on, or from the hand-made terms if it is null. Before
  /// start(). `fv_scale` is at least 1.
  void set_network(std::shared_ptr<const NnueNetwork> network, int fv_scale = kUsualFvScale) {
    if (network_ && &network_->network() == network.get() && network_->fv_scale() == fv_scale) {
      return;
    }
    network_.reset();
    asks_terms_ = !network || has_terms(network->kind());
    if (network) network_.emplace(std::move(network), fv_scale);
  }
  bool has_network() const { return network_.has_value(); }

  /// Before a search, which begins at `position`.
  void start(const shogi::Position& position) {
    if (network_) network_->reset();
    if (asks_terms_) by_hand_.reset(position);
  }
  /// Before Position::do_move of the same.
  void push(const shogi::Position& before, shogi::BareMove move) {
    if (network_) network_->push(before, move);
    if (asks_terms_) by_hand_.push(before, move);
  }
  /// Beside Position::undo_move.
  void pop() {
    if (network_) network_->pop();
    if (asks_terms_) by_hand_.pop();
  }
  /// Beside Position::do_null_move and undo_null_move: a pass changes nothing for a network.
  void push_null() {
    if (asks_terms_) by_hand_.push_null();
  }
  void pop_null() {
    if (asks_terms_) by_hand_.pop();
  }

  /// For the side to move, within kLargestScore; `position` is where what was told since start()
  /// has led.
  int evaluate(const shogi::Position& position) {
    if (!network_) return by_hand_.evaluate(position);
    const int said = network_->evaluate(position);
    if (!asks_terms_) return said;
    return std::clamp(by_hand_.evaluate(position) + said, -kLargestScore, kLargestScore);
  }
  /// A cheap estimate, seldom wrong by kRoughError; nothing where an evaluation is as cheap.
  std::optional<int> estimate(const shogi::Position& position) const {
    if (!asks_terms_) return std::nullopt;
    return by_hand_.estimate(position);
  }

 private:
  Accumulator by_hand_;
  std::optional<NnueState> network_;
  bool asks_terms_ = true;  ///< alone, or for a network to correct
};

}  // namespace gougi::eval
