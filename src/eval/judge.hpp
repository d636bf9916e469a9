// SPDX-License-Identifier: MIT
// What a search asks for the score of a position: the terms, or a network, or both where the
// network corrects the terms, or another source (score_source.hpp). The search tells it of its
// moves, so that each may follow them. For one thread: each has its own, and they share the
// evaluator and what the source holds.
#pragma once

#include <algorithm>
#include <optional>
#include <variant>

#include "eval/evaluator.hpp"
#include "eval/material.hpp"
#include "eval/nnue_state.hpp"
#include "eval/score_source.hpp"
#include "eval/three_piece_state.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

class Judge {
 public:
  /// `evaluator` must outlive this; it may change between two searches.
  explicit Judge(const Evaluator& evaluator) : by_hand_(evaluator) {}

  /// Another one from now on, which must outlive this, too. Before start().
  void set_evaluator(const Evaluator& evaluator) { by_hand_.set_evaluator(evaluator); }
  /// Scores come from `source` from now on; at first they are those of the terms. Before start().
  void set_source(const ScoreSource& source) {
    if (source == source_) return;
    source_ = source;
    network_.reset();
    tables_.reset();
    asks_terms_ = std::holds_alternative<HandMadeTerms>(source);
    if (const auto* scores = std::get_if<NetworkScores>(&source)) {
      asks_terms_ = has_terms(scores->network->kind());
      network_.emplace(scores->network, scores->fv_scale);
    } else if (const auto* sums = std::get_if<TableScores>(&source)) {
      tables_.emplace(sums->tables);
    }
  }

  /// Before a search, which begins at `position`.
  void start(const shogi::Position& position) {
    if (network_) network_->reset();
    if (asks_terms_) by_hand_.reset(position);
    if (tables_) tables_->reset(position);
  }
  /// Before Position::do_move of the same.
  void push(const shogi::Position& before, shogi::BareMove move) {
    if (network_) network_->push(before, move);
    if (asks_terms_) by_hand_.push(before, move);
    if (tables_) tables_->push(before, move);
  }
  /// Beside Position::undo_move.
  void pop() {
    if (network_) network_->pop();
    if (asks_terms_) by_hand_.pop();
    if (tables_) tables_->pop();
  }
  /// Beside Position::do_null_move and undo_null_move: a pass changes nothing for a network or
  /// tables.
  void push_null() {
    if (asks_terms_) by_hand_.push_null();
  }
  void pop_null() {
    if (asks_terms_) by_hand_.pop();
  }

  /// For the side to move, within kLargestScore; `position` is where what was told since start()
  /// has led.
  int evaluate(const shogi::Position& position) {
    if (!network_) return asks_terms_ ? by_hand_.evaluate(position) : without_terms(position);
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
  int without_terms(const shogi::Position& position) {
    if (tables_) return tables_->evaluate(position);
    if (!std::holds_alternative<MaterialScores>(source_)) return 0;
    const int black = std::clamp(black_material(position), -kLargestScore, kLargestScore);
    return position.side_to_move() == shogi::Color::kBlack ? black : -black;
  }

  Accumulator by_hand_;
  ScoreSource source_;
  std::optional<NnueState> network_;
  std::optional<KpptState> tables_;
  bool asks_terms_ = true;  ///< alone, or for a network to correct
};

}  // namespace gougi::eval
