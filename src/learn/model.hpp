// SPDX-License-Identifier: MIT
// A network while it learns: all its numbers as one row of floats, what it says of a position, and
// how that changes with each number. 1.0 in the last output is kMirroredScore hundredths of a pawn,
// for every kind. Quantised it is what the evaluation loads. Constant functions are safe from any
// thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "eval/nnue_file.hpp"
#include "learn/inputs.hpp"

namespace gougi::learn {

/// Where the parts begin in the row of numbers, and how large their numbers may get for the
/// quantised form to hold them.
struct Layout {
  Layout(eval::NnueKind kind, std::size_t width);
  struct Part {
    std::size_t begin = 0;
    std::size_t size = 0;
    float limit = 0.0F;  ///< 0: none
    float one = 1.0F;    ///< what 1.0 is, quantised
  };
  Part weights;  ///< of the transformer: a row of `width` for each input
  Part biases;
  Part weights1;  ///< not in the mirrored kind, nor the three behind it; a row for each output
  Part biases1;
  Part weights2;
  Part biases2;
  Part weights3;  ///< the last layer's
  Part bias3;
  Part terms;  ///< quiet, open; quiet, open …; they come first, where there are any
  std::size_t size = 0;
};

class Model {
 public:
  /// A transformer of half the usual width, which no file holds: how fast it learns is measured
  /// (learn-bench).
  static constexpr std::size_t kNarrowWidth = eval::kNnueWidth / 2;

  /// Random numbers from which learning begins; the same seed gives the same. Weights of terms
  /// begin with those made by hand. `width` is the usual or the narrow one.
  Model(eval::NnueKind kind, std::uint64_t seed, std::size_t width = eval::kNnueWidth);
  /// Goes on with a network that there is.
  explicit Model(const eval::NnueParameters& parameters);
  /// Begins with the terms of another network; both kinds have some.
  void take_terms(const eval::NnueParameters& parameters);

  eval::NnueKind kind() const { return kind_; }
  const Layout& layout() const { return layout_; }
  std::span<float> numbers() { return numbers_; }
  std::span<const float> numbers() const { return numbers_; }
  /// Keeps every number within what its part may hold.
  void clip();

  /// The last output.
  float output(const Inputs& inputs) const;
  /// The same; and adds to `gradient`, as long as numbers(), what one more in each number would add
  /// to the output, times `slope(output)`.
  template <class Slope>
  float learn(const Inputs& inputs, const Slope& slope, std::span<float> gradient) const;

  /// Rounded to what files hold; of the usual width only.
  eval::NnueParameters quantised() const;

 private:
  struct Pass;
  void forward(const ActiveInputs& inputs, Pass& pass) const;
  void backward(const ActiveInputs& inputs, const Pass& pass, float slope,
                std::span<float> gradient) const;
  template <std::size_t kWidth>
  void forward_of(const ActiveInputs& inputs, Pass& pass) const;
  template <std::size_t kWidth>
  void backward_of(const ActiveInputs& inputs, const Pass& pass, float slope,
                   std::span<float> gradient) const;
  float sum_of(const Findings& findings) const;
  void backward(const Findings& findings, float slope, std::span<float> gradient) const;

  eval::NnueKind kind_;
  std::size_t width_ = eval::kNnueWidth;
  Layout layout_;
  std::vector<float> numbers_;
};

/// What a forward pass leaves for the backward one.
struct Model::Pass {
  alignas(64) std::array<float, std::size_t{2} * eval::kNnueWidth> sums;  ///< of the transformer
  alignas(64) std::array<float, std::size_t{2} * eval::kNnueWidth> outputs;
  alignas(64) std::array<float, eval::kNnueHidden> hidden1;
  alignas(64) std::array<float, eval::kNnueHidden> hidden2;
  float output = 0.0F;
};

template <class Slope>
float Model::learn(const Inputs& inputs, const Slope& slope, std::span<float> gradient) const {
  const float terms = sum_of(inputs.findings);
  if (!eval::has_transformer(kind_)) {
    backward(inputs.findings, slope(terms), gradient);
    return terms;
  }
  Pass pass;
  forward(inputs.active, pass);
  const float said = terms + pass.output;
  const float fall = slope(said);
  backward(inputs.findings, fall, gradient);
  backward(inputs.active, pass, fall, gradient);
  return said;
}

}  // namespace gougi::learn
