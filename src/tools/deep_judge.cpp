// SPDX-License-Identifier: MIT
#include "tools/deep_judge.hpp"

#include <cmath>

#include "tools/headroom_desk.hpp"

namespace gougi::tools {
namespace {

constexpr std::size_t kJudgesTableMegabytes = 16;
// The bundled engine's own, see `gougi calibrate`.
constexpr double kJudgesCoefficient = 600;

class JudgesObserver : public search::Observer {
 public:
  bool stop_requested() const override { return false; }
  base::TimePoint clock_start() const override { return {}; }
  base::TimePoint now() const override { return {}; }
  void report(const search::Report& /*report*/) override {}
};

double win_rate_of_value(int value) {
  if (value >= search::kRuleWin) return 1;
  if (value <= -search::kRuleWin) return 0;
  return 1 / (1 + std::exp(-value / kJudgesCoefficient));
}

}  // namespace

DeepJudge::DeepJudge(std::uint64_t nodes) {
  searcher_.resize_table(kJudgesTableMegabytes);
  limits_.nodes = nodes;
}

std::vector<double> DeepJudge::win_rates(const shogi::Game& game,
                                         const std::vector<shogi::BareMove>& moves) {
  std::vector<double> rates;
  JudgesObserver observer;
  for (const shogi::BareMove move : moves) {
    if (const auto value = value_by_rules(game, move)) {
      rates.push_back(*value);
      continue;
    }
    shogi::Game after = game;
    static_cast<void>(after.play(move));
    searcher_.new_game();  // what was found after one move must not help with the next
    const search::Decision answer = searcher_.search(after, limits_, {}, observer);
    rates.push_back(
        answer.choice == search::Choice::kDeclareWin ? 0 : 1 - win_rate_of_value(answer.value));
  }
  return rates;
}

}  // namespace gougi::tools
