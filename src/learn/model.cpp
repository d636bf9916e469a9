// SPDX-License-Identifier: MIT
#include "learn/model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/random.hpp"
#include "eval/weights.hpp"

namespace gougi::learn {
namespace {

constexpr std::size_t kHidden = eval::kNnueHidden;
constexpr bool is_squared(eval::NnueKind kind) { return eval::is_mirrored_shape(kind); }

// The community's kinds: 1.0 is 127 in an output and 64 in a weight of the middle layers.
constexpr float kOutputOne = 127.0F;
constexpr float kWeightOne = 64.0F;
constexpr float kUsualScale = 16.0F;  // FV_SCALE
constexpr float kLastOne = eval::kMirroredScore * kUsualScale;

float uniform(base::Random& random, float most) {
  return static_cast<float>((2.0 * random.unit() - 1.0) * static_cast<double>(most));
}

float clamped(float value) { return std::clamp(value, 0.0F, 1.0F); }
bool is_between(float value) { return value > 0.0F && value < 1.0F; }

/// out = biases + rows * in, clamped to 0..1.
template <std::size_t kInputs>
void clamped_layer(const float* in, const float* rows, const float* biases, float* out) {
  for (std::size_t o = 0; o < kHidden; ++o) {
    const float* const row = rows + o * kInputs;
    float sum = 0.0F;
    for (std::size_t i = 0; i < kInputs; ++i) sum += in[i] * row[i];
    out[o] = clamped(biases[o] + sum);
  }
}

/// From the slopes of a clamped layer's outputs to those of its inputs, and the gradients.
template <std::size_t kInputs>
void layer_backward(const float* in, const float* rows, const float* out, const float* out_slopes,
                    float* in_slopes, float* row_gradients, float* bias_gradients) {
  std::fill(in_slopes, in_slopes + kInputs, 0.0F);
  for (std::size_t o = 0; o < kHidden; ++o) {
    if (!is_between(out[o])) continue;
    const float slope = out_slopes[o];
    bias_gradients[o] += slope;
    const float* const row = rows + o * kInputs;
    float* const gradients = row_gradients + o * kInputs;
    for (std::size_t i = 0; i < kInputs; ++i) {
      gradients[i] += slope * in[i];
      in_slopes[i] += slope * row[i];
    }
  }
}

template <class T>
void round_all(std::span<const float> from, float one, std::vector<T>& to) {
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::min());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double scaled = std::round(static_cast<double>(from[i]) * static_cast<double>(one));
    to[i] = static_cast<T>(std::clamp(scaled, kLeast, kMost));
  }
}

template <class T>
void unround_all(const std::vector<T>& from, float one, std::span<float> to) {
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<float>(from[i]) / one;
}

}  // namespace

Layout::Layout(eval::NnueKind kind, std::size_t width) {
  const auto part = [this](std::size_t count, float one, float most = 0.0F) {
    const Part made{size, count, most / one, one};
    size += (count + 15) / 16 * 16;  // each begins at a cache line
    return made;
  };
  if (eval::has_terms(kind)) terms = part(2 * eval::kWeightCount, eval::kMirroredScore);
  if (!eval::has_transformer(kind)) return;
  const auto inputs = static_cast<std::size_t>(eval::input_count(kind));
  if (is_squared(kind)) {
    constexpr float kOne = eval::kMirroredOne;
    constexpr float kLast = eval::kMirroredWeightOne;
    weights = part(inputs * width, kOne);
    biases = part(width, kOne);
    weights3 = part(2 * width, kLast, 127.0F);
    bias3 = part(1, kOne * kLast);
    return;
  }
  weights = part(inputs * width, kOutputOne);
  biases = part(width, kOutputOne);
  weights1 = part(kHidden * 2 * width, kWeightOne, 127.0F);
  biases1 = part(kHidden, kOutputOne * kWeightOne);
  weights2 = part(kHidden * kHidden, kWeightOne, 127.0F);
  biases2 = part(kHidden, kOutputOne * kWeightOne);
  weights3 = part(kHidden, kLastOne / kOutputOne, 127.0F);
  bias3 = part(1, kLastOne);
}

Model::Model(eval::NnueKind kind, std::uint64_t seed, std::size_t width)
    : kind_(kind), width_(width), layout_(kind, width), numbers_(layout_.size) {
  assert(width == eval::kNnueWidth || width == kNarrowWidth);
  if (eval::has_terms(kind)) {
    for (std::size_t i = 0; i < eval::kWeightCount; ++i) {
      numbers_[2 * i] = static_cast<float>(eval::kWeights[i].quiet) / layout_.terms.one;
      numbers_[2 * i + 1] = static_cast<float>(eval::kWeights[i].open) / layout_.terms.one;
    }
  }
  if (!eval::has_transformer(kind)) return;
  base::Random random(seed);
  const auto fill = [&](const Layout::Part& part, float most, float middle = 0.0F) {
    for (std::size_t i = 0; i < part.size; ++i) {
      numbers_[part.begin + i] = middle + uniform(random, most);
    }
  };
  // Forty weights meet in a sum of the transformer: most sums shall begin between 0 and 1, where
  // they learn.
  fill(layout_.weights, 0.08F);
  fill(layout_.biases, 0.1F, 0.3F);
  const float first = 1.0F / std::sqrt(2.0F * static_cast<float>(width));
  if (is_squared(kind)) {
    // A correction begins with none.
    fill(layout_.weights3, kind == eval::NnueKind::kCorrection ? 0.0F : first);
    return;
  }
  fill(layout_.weights1, first * 2.0F);
  fill(layout_.biases1, 0.1F, 0.2F);
  fill(layout_.weights2, 0.3F);
  fill(layout_.biases2, 0.1F, 0.2F);
  fill(layout_.weights3, 0.2F);
}

Model::Model(const eval::NnueParameters& parameters)
    : kind_(parameters.kind), layout_(kind_, width_), numbers_(layout_.size) {
  const auto take = [this](const auto& from, const Layout::Part& part) {
    unround_all(from, part.one, std::span(numbers_).subspan(part.begin, part.size));
  };
  take_terms(parameters);
  if (!eval::has_transformer(kind_)) return;
  take(parameters.weights, layout_.weights);
  take(parameters.biases, layout_.biases);
  take(parameters.weights1, layout_.weights1);
  take(parameters.biases1, layout_.biases1);
  take(parameters.weights2, layout_.weights2);
  take(parameters.biases2, layout_.biases2);
  take(parameters.weights3, layout_.weights3);
  numbers_[layout_.bias3.begin] = static_cast<float>(parameters.bias3) / layout_.bias3.one;
}

void Model::take_terms(const eval::NnueParameters& parameters) {
  unround_all(parameters.terms, layout_.terms.one,
              std::span(numbers_).subspan(layout_.terms.begin, layout_.terms.size));
}

void Model::clip() {
  for (const Layout::Part& part : {layout_.weights1, layout_.weights2, layout_.weights3}) {
    if (part.limit <= 0.0F) continue;
    for (std::size_t i = part.begin; i < part.begin + part.size; ++i) {
      numbers_[i] = std::clamp(numbers_[i], -part.limit, part.limit);
    }
  }
}

void Model::forward(const ActiveInputs& inputs, Pass& pass) const {
  if (width_ == kNarrowWidth) return forward_of<kNarrowWidth>(inputs, pass);
  forward_of<eval::kNnueWidth>(inputs, pass);
}

template <std::size_t kWidth>
void Model::forward_of(const ActiveInputs& inputs, Pass& pass) const {
  // So many sums stay in registers while the inputs' rows pass by.
  constexpr std::size_t kTile = 64;
  const float* const weights = numbers_.data() + layout_.weights.begin;
  const float* const biases = numbers_.data() + layout_.biases.begin;
  for (std::size_t view = 0; view < 2; ++view) {
    for (std::size_t begin = 0; begin < kWidth; begin += kTile) {
      std::array<float, kTile> sums;
      std::copy_n(biases + begin, kTile, sums.begin());
      for (int i = 0; i < inputs.count; ++i) {
        const float* const row =
            weights + inputs.of[view][static_cast<std::size_t>(i)] * kWidth + begin;
        for (std::size_t k = 0; k < kTile; ++k) sums[k] += row[k];
      }
      std::copy_n(sums.begin(), kTile,
                  pass.sums.begin() + static_cast<std::ptrdiff_t>(view * kWidth + begin));
    }
  }
  const float* const last = numbers_.data() + layout_.weights3.begin;
  float output = numbers_[layout_.bias3.begin];
  if (is_squared(kind_)) {
    for (std::size_t i = 0; i < 2 * kWidth; ++i) {
      const float value = clamped(pass.sums[i]);
      pass.outputs[i] = value;
      output += value * value * last[i];
    }
    pass.output = output;
    return;
  }
  for (std::size_t i = 0; i < 2 * kWidth; ++i) pass.outputs[i] = clamped(pass.sums[i]);
  const float* const n = numbers_.data();
  clamped_layer<2 * kWidth>(pass.outputs.data(), n + layout_.weights1.begin,
                            n + layout_.biases1.begin, pass.hidden1.data());
  clamped_layer<kHidden>(pass.hidden1.data(), n + layout_.weights2.begin, n + layout_.biases2.begin,
                         pass.hidden2.data());
  for (std::size_t i = 0; i < kHidden; ++i) output += pass.hidden2[i] * last[i];
  pass.output = output;
}

void Model::backward(const ActiveInputs& inputs, const Pass& pass, float slope,
                     std::span<float> gradient) const {
  if (width_ == kNarrowWidth) return backward_of<kNarrowWidth>(inputs, pass, slope, gradient);
  backward_of<eval::kNnueWidth>(inputs, pass, slope, gradient);
}

template <std::size_t kWidth>
void Model::backward_of(const ActiveInputs& inputs, const Pass& pass, float slope,
                        std::span<float> gradient) const {
  alignas(64) std::array<float, 2 * kWidth> slopes;  // of the transformer's sums
  const float* const n = numbers_.data();
  float* const g = gradient.data();
  const float* const last = n + layout_.weights3.begin;
  float* const last_gradients = g + layout_.weights3.begin;
  g[layout_.bias3.begin] += slope;
  if (is_squared(kind_)) {
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const float value = pass.outputs[i];
      last_gradients[i] += slope * value * value;
      // At 0 the square's slope is 0, at 1 it is cut off.
      slopes[i] = value < 1.0F ? slope * 2.0F * value * last[i] : 0.0F;
    }
  } else {
    std::array<float, kHidden> slopes2;
    for (std::size_t i = 0; i < kHidden; ++i) {
      last_gradients[i] += slope * pass.hidden2[i];
      slopes2[i] = slope * last[i];
    }
    std::array<float, kHidden> slopes1;
    layer_backward<kHidden>(pass.hidden1.data(), n + layout_.weights2.begin, pass.hidden2.data(),
                            slopes2.data(), slopes1.data(), g + layout_.weights2.begin,
                            g + layout_.biases2.begin);
    layer_backward<2 * kWidth>(pass.outputs.data(), n + layout_.weights1.begin, pass.hidden1.data(),
                               slopes1.data(), slopes.data(), g + layout_.weights1.begin,
                               g + layout_.biases1.begin);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (!is_between(pass.sums[i])) slopes[i] = 0.0F;
    }
  }
  float* const biases = g + layout_.biases.begin;
  float* const rows = g + layout_.weights.begin;
  for (std::size_t view = 0; view < 2; ++view) {
    const float* const from = slopes.data() + view * kWidth;
    for (std::size_t k = 0; k < kWidth; ++k) biases[k] += from[k];
    for (int i = 0; i < inputs.count; ++i) {
      float* const row = rows + inputs.of[view][static_cast<std::size_t>(i)] * kWidth;
      for (std::size_t k = 0; k < kWidth; ++k) row[k] += from[k];
    }
  }
}

float Model::sum_of(const Findings& findings) const {
  float sum = 0.0F;
  for (int i = 0; i < findings.count; ++i) {
    const Findings::One& one = findings.of[static_cast<std::size_t>(i)];
    const float quiet = numbers_[std::size_t{2} * one.weight];
    const float open = numbers_[std::size_t{2} * one.weight + 1];
    sum += static_cast<float>(one.sign) * (quiet + (open - quiet) * findings.open);
  }
  return sum;
}

void Model::backward(const Findings& findings, float slope, std::span<float> gradient) const {
  for (int i = 0; i < findings.count; ++i) {
    const Findings::One& one = findings.of[static_cast<std::size_t>(i)];
    const float signed_slope = static_cast<float>(one.sign) * slope;
    gradient[std::size_t{2} * one.weight] += signed_slope * (1.0F - findings.open);
    gradient[std::size_t{2} * one.weight + 1] += signed_slope * findings.open;
  }
}

float Model::output(const Inputs& inputs) const {
  const float terms = sum_of(inputs.findings);
  if (!eval::has_transformer(kind_)) return terms;
  Pass pass;
  forward(inputs.active, pass);
  return terms + pass.output;
}

eval::NnueParameters Model::quantised() const {
  assert(width_ == eval::kNnueWidth);
  eval::NnueParameters out(kind_);
  const auto put = [this](const Layout::Part& part, auto& to) {
    round_all(std::span<const float>(numbers_).subspan(part.begin, part.size), part.one, to);
  };
  put(layout_.terms, out.terms);
  if (!eval::has_transformer(kind_)) return out;
  put(layout_.weights, out.weights);
  put(layout_.biases, out.biases);
  put(layout_.weights1, out.weights1);
  put(layout_.biases1, out.biases1);
  put(layout_.weights2, out.weights2);
  put(layout_.biases2, out.biases2);
  put(layout_.weights3, out.weights3);
  std::vector<std::int32_t> bias(1);
  put(layout_.bias3, bias);
  out.bias3 = bias.front();
  return out;
}

}  // namespace gougi::learn
