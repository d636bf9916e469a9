// SPDX-License-Identifier: MIT
#include "relay/node_budget.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

namespace gougi::relay {
namespace {

constexpr Nodes kThousandths = 1000;
// Larger ones are counted in parts of the largest: products would come near an overflow.
constexpr double kMostShare = 50'000;
// One engine does no more than so many times the nodes of another: the first answers of all, after
// a millisecond, say anything.
constexpr double kMostRatio = 100;

Nodes in_thousandths(double share) {
  const auto rounded = std::llround(share * static_cast<double>(kThousandths));
  return share > 0 ? std::max(Nodes{1}, static_cast<Nodes>(rounded)) : 0;
}

// whole * part / all, rounded down, without an overflow: part <= all.
Nodes scaled(Nodes whole, Nodes part, Nodes all) {
  return whole / all * part + whole % all * part / all;
}

}  // namespace

Nodes part_of(Nodes whole, double share) {
  return scaled(whole, in_thousandths(std::min(share, 1.0)), kThousandths);
}

std::vector<Nodes> shared_out(Nodes whole, std::span<const double> shares) {
  std::vector<Nodes> weights;
  const double largest = shares.empty() ? 0 : *std::ranges::max_element(shares);
  const double unit = std::max(1.0, largest / kMostShare);
  for (const double share : shares) weights.push_back(in_thousandths(share / unit));
  const Nodes all = std::accumulate(weights.begin(), weights.end(), Nodes{0});
  std::vector<Nodes> parts(weights.size(), 0);
  if (all == 0) return parts;
  Nodes left = whole;
  for (std::size_t i = 0; i < parts.size(); ++i) left -= parts[i] = scaled(whole, weights[i], all);
  for (std::size_t i = 0; i < parts.size() && left > 0; ++i) {
    if (weights[i] == 0) continue;
    ++parts[i];
    --left;
  }
  return parts;
}

void NodeSpeed::add(Nodes nodes, base::Duration took) {
  if (nodes <= 0 || took <= base::Duration(0)) return;
  // From an engine that prints anything: a sum must not overflow.
  nodes_ = nodes > std::numeric_limits<Nodes>::max() - nodes_ ? nodes : nodes_ + nodes;
  took_ += took;
}

Nodes NodeSpeed::per_second() const {
  if (nodes_ == 0) return 0;
  const double seconds = std::chrono::duration<double>(took_).count();
  const double speed = static_cast<double>(nodes_) / seconds;
  constexpr double kMost = 1e15;
  return std::max(Nodes{1}, static_cast<Nodes>(std::llround(std::min(speed, kMost))));
}

NodeBudget::NodeBudget(const settings::Budget& budget, const usi::SearchLimits& limits)
    : normalises_(budget.normalise) {
  if (budget.nodes == 0 || limits.infinite || limits.wait_stop) return;
  const bool has_time = limits.clock.given || limits.movetime || limits.rtime || limits.ponder;
  if (limits.nodes) {
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<Nodes>::max());
    sum_ = static_cast<Nodes>(std::min(*limits.nodes, most));
  } else if (has_time) {
    sum_ = budget.nodes.value_or(0);
  }
  left_ = sum_;
}

std::vector<Nodes> NodeBudget::take(Nodes nodes, std::span<const double> shares) {
  auto parts = shared_out(std::clamp(nodes, Nodes{0}, left_), shares);
  left_ -= std::accumulate(parts.begin(), parts.end(), Nodes{0});
  return parts;
}

void NodeBudget::give_back(Nodes nodes) {
  const Nodes taken = std::clamp(nodes, Nodes{0}, sum_ - left_);
  left_ += taken;
  given_back_ += taken;
}

Nodes unused(Nodes part, Nodes told, const Searched& searched) {
  if (part <= 0 || told <= 0 || searched.nps <= 0) return 0;
  const double by_speed = std::ceil(static_cast<double>(searched.nps) *
                                    std::chrono::duration<double>(searched.took).count());
  const double used = std::max(by_speed, static_cast<double>(std::max(Nodes{0}, searched.nodes)));
  const double whole = static_cast<double>(told);
  if (used >= whole) return 0;
  return static_cast<Nodes>(static_cast<double>(part) * (whole - used) / whole);
}

Nodes NodeBudget::told(Nodes part, Nodes speed, Nodes first_engines_speed) const {
  if (!normalises_ || part == 0 || speed == 0 || first_engines_speed == 0) return part;
  const double ratio = static_cast<double>(speed) / static_cast<double>(first_engines_speed);
  const double wanted = static_cast<double>(part) * std::clamp(ratio, 1 / kMostRatio, kMostRatio);
  constexpr double kMost = 1e18;
  return std::max(Nodes{1}, static_cast<Nodes>(std::llround(std::min(wanted, kMost))));
}

usi::SearchLimits with_nodes(usi::SearchLimits limits, Nodes nodes) {
  limits.clock = {};
  limits.movetime.reset();
  limits.rtime.reset();
  limits.ponder = false;
  limits.nodes = static_cast<std::uint64_t>(nodes);
  return limits;
}

}  // namespace gougi::relay
