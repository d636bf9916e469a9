// SPDX-License-Identifier: MIT
#include "study/ridge_logit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/softplus.hpp"

namespace gougi::study {
namespace {

constexpr int kMostSteps = 60;
constexpr double kSmallestStep = 1e-9;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// A symmetric positive definite system, solved by Cholesky; `a` row by row.
std::vector<double> solved(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / a[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return b;
}

/// The function's value, its gradient and its second derivatives.
struct Slope {
  double value = 0;
  std::vector<double> first;
  std::vector<double> second;
};

Slope slope_at(const std::vector<LogitCase>& cases, const std::vector<double>& t, double mean,
               double ridge) {
  const std::size_t n = t.size();
  Slope slope{ridge / 2 * dot(t, t), t, std::vector<double>(n * n, 0.0)};
  for (double& each : slope.first) each *= ridge;
  for (std::size_t i = 0; i < n; ++i) slope.second[i * n + i] = ridge;
  for (const LogitCase& c : cases) {
    const double z = dot(c.x, t);
    const double p = 1 / (1 + std::exp(-z));
    const double w = c.weight / mean;
    slope.value += w * base::softplus_of_minus(c.is_so ? z : -z);
    const double pull = w * (p - (c.is_so ? 1 : 0));
    const double bend = w * p * (1 - p);
    for (std::size_t i = 0; i < n; ++i) {
      if (c.x[i] == 0) continue;
      slope.first[i] += pull * c.x[i];
      for (std::size_t j = 0; j <= i; ++j) slope.second[i * n + j] += bend * c.x[i] * c.x[j];
    }
  }
  return slope;
}

double value_at(const std::vector<LogitCase>& cases, const std::vector<double>& t, double mean,
                double ridge) {
  LogitLoss loss;
  add_loss(cases, t, loss);
  return loss.loss / mean + ridge / 2 * dot(t, t);
}

}  // namespace

void add_loss(const std::vector<LogitCase>& cases, const std::vector<double>& weights,
              LogitLoss& to) {
  for (const LogitCase& c : cases) {
    const double z = dot(c.x, weights);
    to.loss += c.weight * base::softplus_of_minus(c.is_so ? z : -z);
    to.weight += c.weight;
  }
}

std::vector<double> ridge_logit(const std::vector<LogitCase>& cases, std::size_t size,
                                double ridge) {
  std::vector<double> t(size, 0.0);
  double sum = 0;
  for (const LogitCase& c : cases) sum += c.weight;
  if (sum <= 0) return t;
  const double mean = sum / static_cast<double>(cases.size());
  for (int step = 0; step < kMostSteps; ++step) {
    const Slope slope = slope_at(cases, t, mean, ridge);
    const std::vector<double> change = solved(slope.second, slope.first);
    double length = 1;
    std::vector<double> next(size);
    for (int halving = 0; halving < 30; ++halving, length /= 2) {
      for (std::size_t i = 0; i < size; ++i) next[i] = t[i] - length * change[i];
      if (value_at(cases, next, mean, ridge) <= slope.value) break;
    }
    double largest = 0;
    for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(next[i] - t[i]));
    t = next;
    if (largest < kSmallestStep) break;
  }
  return t;
}

}  // namespace gougi::study
