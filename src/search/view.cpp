// SPDX-License-Identifier: MIT
#include "search/view.hpp"

#include <variant>

#include "eval/judge.hpp"

namespace gougi::search {

int View::score_of(const shogi::Position& position) const {
  eval::Judge judge(evaluator);
  judge.set_source(source);
  judge.start(position);
  return judge.evaluate(position);
}

View view_of(eval::Style style, const eval::ScoreSource& source) {
  const auto* scores = std::get_if<eval::NetworkScores>(&source);
  if (scores == nullptr) return {eval::Evaluator(style), source};
  const eval::NnueNetwork& network = *scores->network;
  return {
      has_terms(network.kind()) ? eval::Evaluator(style, network.terms()) : eval::Evaluator(style),
      has_transformer(network.kind()) ? source : eval::HandMadeTerms{}};
}

}  // namespace gougi::search
