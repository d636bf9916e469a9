// SPDX-License-Identifier: MIT
#include "consensus/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

double logit_of(const ScaleKnot& knot) { return std::log(knot.win_rate / (1.0 - knot.win_rate)); }

// A point of the map.
struct Point {
  double cp = 0;
  double logit = 0;
};

// The two points that `is_before` has on either side; the second has no place beyond the last knot.
struct Span {
  Point from;
  Point to;
  bool is_beyond = false;
};
template <class IsBefore>
Span span_of(const Scale& scale, const IsBefore& is_before) {
  Span span;
  for (const ScaleKnot& knot : scale.knots) {
    span.to = {knot.cp, logit_of(knot)};
    if (!is_before(span.to)) return span;
    span.from = span.to;
  }
  span.is_beyond = true;
  return span;
}

double coefficient_of(const Scale& scale) { return std::max(1, scale.eval_coef); }

double mapped(double cp, const Scale& scale) {
  const Span span = span_of(scale, [&](const Point& knot) { return knot.cp < cp; });
  if (span.is_beyond) return span.from.logit + (cp - span.from.cp) / coefficient_of(scale);
  const double part = (cp - span.from.cp) / (span.to.cp - span.from.cp);
  return span.from.logit + part * (span.to.logit - span.from.logit);
}

double unmapped(double logit, const Scale& scale) {
  const Span span = span_of(scale, [&](const Point& knot) { return knot.logit < logit; });
  if (span.is_beyond) return span.from.cp + (logit - span.from.logit) * coefficient_of(scale);
  const double part = (logit - span.from.logit) / (span.to.logit - span.from.logit);
  return span.from.cp + part * (span.to.cp - span.from.cp);
}

}  // namespace

double logit(const usi::Score& score, const Scale& scale) {
  const auto* centipawns = std::get_if<usi::Centipawns>(&score.value);
  if (centipawns == nullptr) return mate_sign(score) * std::numeric_limits<double>::infinity();
  const double cp = centipawns->value;
  if (scale.knots.empty()) return cp / coefficient_of(scale);
  return cp < 0 ? -mapped(-cp, scale) : mapped(cp, scale);
}

double centipawns_at(double logit, const Scale& scale) {
  if (scale.knots.empty()) return logit * coefficient_of(scale);
  return logit < 0 ? -unmapped(-logit, scale) : unmapped(logit, scale);
}

bool PhaseScales::has_map() const {
  return std::ranges::any_of(of, [](const Scale& scale) { return !scale.knots.empty(); });
}

}  // namespace gougi::consensus
