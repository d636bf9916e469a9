// SPDX-License-Identifier: MIT
#include "simulation/host_search.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;

// With all clocks at zero there is no flag; the answer is to be fast.
constexpr Milliseconds kFast{100};

Milliseconds kept(const usi::SearchLimits& limits, shogi::Color side) {
  const auto& clock = limits.clock;
  return side == shogi::Color::kBlack ? clock.btime + clock.binc : clock.wtime + clock.winc;
}

}  // namespace

relay::NodeBudget HostSearch::node_budget() const {
  usi::SearchLimits told = limits();
  told.ponder = was_ponder;
  return {budget, told};
}

bool HostSearch::has_part(const Character& character) const {
  if (mate || character.gps || character.role != Role::kVoter) return false;
  return node_budget().on();
}

std::optional<Milliseconds> time_on_the_clock(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.infinite || limits.wait_stop) return std::nullopt;
  if (limits.movetime) return *limits.movetime;
  if (limits.rtime) return 3 * *limits.rtime;
  const bool other_limit = limits.depth || limits.nodes;
  if (!limits.clock.given && other_limit) return std::nullopt;
  const Milliseconds total = limits.clock.byoyomi + kept(limits, side);
  if (total.count() <= 0) return other_limit ? std::nullopt : std::optional(kFast);
  return total;
}

bool is_for_this_move_alone(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.infinite || limits.wait_stop || limits.depth || limits.nodes || limits.rtime) {
    return false;
  }
  return limits.movetime.has_value() || (limits.clock.given && kept(limits, side).count() <= 0);
}

std::string choice_text(const consensus::Choice& choice) {
  const std::string text = usi::format(consensus::answer_of(choice));
  return text.substr(std::string_view("bestmove ").size());
}

std::string in_ms(base::Duration span) { return std::to_string(base::to_ms(span).count()) + " ms"; }

}  // namespace gougi::simulation
