// SPDX-License-Identifier: MIT
#include "search/view.hpp"

#include "eval/judge.hpp"

namespace gougi::search {

int View::score_of(const shogi::Position& position) const {
  eval::Judge judge(evaluator);
  judge.set_network(network, fv_scale);
  judge.start(position);
  return judge.evaluate(position);
}

View view_of(eval::Style style, const std::shared_ptr<const eval::NnueNetwork>& network,
             int fv_scale) {
  const bool has_terms = network && eval::has_terms(network->kind());
  const bool is_asked = network && eval::has_transformer(network->kind());
  return {has_terms ? eval::Evaluator(style, network->terms()) : eval::Evaluator(style),
          is_asked ? network : nullptr, fv_scale};
}

}  // namespace gougi::search
