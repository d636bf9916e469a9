// SPDX-License-Identifier: MIT
// The nodes of a move (`budget:`): so many for all its searches together, and what each of them has
// of it. It counts what engines are told, which is never more than the sum; an engine that searches
// on beyond what it was told is not held back here. Not in it: engines with `share: 0` or that
// understand no `go nodes`, mate solvers, the reserve. Whole numbers and values; owned by a poll.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "settings/relay_settings.hpp"
#include "usi/limits.hpp"

namespace gougi::relay {

using Nodes = std::int64_t;

/// No engine has more, whatever it says: a thousand of them, and a thousand times one, can be
/// added.
constexpr Nodes kMostNodes = 1'000'000'000'000'000;

/// `share` of `whole`, in thousandths, rounded down; both >= 0.
Nodes part_of(Nodes whole, double share);
/// `whole` by `shares` (>= 0, counted in thousandths): each rounded down, and what that leaves one
/// each to the first with a share, so that the parts add up to just `whole`. Where no share is
/// above 0 all parts are 0.
std::vector<Nodes> shared_out(Nodes whole, std::span<const double> shares);

/// What an engine does a second, by all its answers in this run.
class NodeSpeed {
 public:
  /// An answered search; one without nodes or time says nothing.
  void add(Nodes nodes, base::Duration took);
  /// 0: not known yet.
  Nodes per_second() const;

 private:
  Nodes nodes_ = 0;
  base::Duration took_{0};
};

class NodeBudget {
 public:
  /// Off.
  NodeBudget() = default;
  /// Of a `go` with these limits. It is off without a clock, a movetime or nodes, and where the
  /// answer waits for `stop`.
  NodeBudget(const settings::Budget& budget, const usi::SearchLimits& limits);

  bool on() const { return sum_ > 0; }
  Nodes sum() const { return sum_; }
  Nodes left() const { return left_; }
  /// Whether parts are of the first engine's time.
  bool normalises() const { return normalises_; }

  /// `nodes` of what is left (no more than that) by `shares`; nothing is taken if nobody has one.
  std::vector<Nodes> take(Nodes nodes, std::span<const double> shares);
  /// Of a part that was taken, what its engine did not search: it can be taken again.
  void give_back(Nodes nodes);
  /// What has been given back since it was asked for last; it is in left().
  Nodes take_note_of_given_back() { return std::exchange(given_back_, 0); }
  /// What an engine is told for such a part, if both speeds (nodes a second, 0: unknown) count; at
  /// least 1 for a part above 0.
  Nodes told(Nodes part, Nodes speed, Nodes first_engines_speed) const;

 private:
  Nodes sum_ = 0;
  Nodes left_ = 0;
  Nodes given_back_ = 0;
  bool normalises_ = false;
};

/// What an engine says of a search that has been answered.
struct Searched {
  Nodes nodes = 0;             ///< as it reported them last
  Nodes nps = 0;               ///< as it reported them last; 0: it does not
  base::Milliseconds took{0};  ///< from `go` to the answer
};
/// Of `part`, for which the engine was told `told` nodes, what it certainly left: it had searched
/// what it reported, and may have gone on at the speed that it reported until its answer. Without a
/// speed nothing is certain.
Nodes unused(Nodes part, Nodes told, const Searched& searched);

/// `limits` with so many nodes instead of every time in them.
usi::SearchLimits with_nodes(usi::SearchLimits limits, Nodes nodes);

}  // namespace gougi::relay
