// SPDX-License-Identifier: MIT
// A network ready to be asked: the transformer's weights in place where the file's bytes lie, so
// that a mapped file is read only where it is used and processes share one copy, and the small
// layers in the order that the kernels read. Constant after it was made, safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "eval/nnue_file.hpp"
#include "eval/weights.hpp"

namespace gougi::eval {

/// The layers behind the transformer. Weights stand together by four inputs: for each four of them
/// the 32 outputs' four weights, which is the order in which one broadcast serves all outputs.
struct NnueLayers {
  /// Inputs of the first layer whose products may be summed in 16 bits, if their weights are small.
  static constexpr int kNarrowGroup = 16;

  alignas(64) std::array<std::int32_t, kNnueHidden> biases1{};
  alignas(64) std::array<std::int8_t, std::size_t{2} * kNnueWidth * kNnueHidden> weights1{};
  alignas(64) std::array<std::int32_t, kNnueHidden> biases2{};
  alignas(64) std::array<std::int8_t, std::size_t{kNnueHidden} * kNnueHidden> weights2{};
  alignas(64) std::array<std::int8_t, kNnueHidden> weights3{};
  std::int32_t bias3 = 0;
  /// The mirrored kind's only layer; its bias is bias3.
  alignas(64) std::array<std::int16_t, std::size_t{2} * kNnueWidth> squared_weights{};
  /// Bit g: in group g of the first layer no such sum can leave 16 bits, whatever the inputs.
  /// Nearly all groups of trained networks are so.
  std::uint32_t narrow1 = 0;
  /// The weights as in the file, in place: a row for each output.
  const std::int8_t* rows1 = nullptr;
  const std::int8_t* rows2 = nullptr;
};

class NnueNetwork {
 public:
  /// Reads a file's bytes (see read_nnue_file), which `keep_alive` keeps where they are.
  static base::Result<std::shared_ptr<const NnueNetwork>> read(
      std::span<const std::byte> bytes, std::shared_ptr<const void> keep_alive);
  /// The same of bytes that become the network's own.
  static base::Result<std::shared_ptr<const NnueNetwork>> read(std::vector<std::byte> bytes);

  NnueKind kind() const { return file_.header.kind; }
  const NnueFile& file() const { return file_; }
  /// What is unusual about the file, in one line; empty if all is well.
  const std::string& warning() const { return file_.warning; }

  /// 256 i16, little-endian, not aligned.
  const std::byte* biases() const { return file_.biases.data(); }
  /// The weights of one input, likewise; `input` is below input_count(kind()).
  const std::byte* row(int input) const {
    return file_.weights.data() + static_cast<std::size_t>(input) * (2 * kNnueWidth);
  }
  const NnueLayers& layers() const { return layers_; }
  /// Of a kind that has_terms(): their weights.
  WeightTable terms() const;

 private:
  NnueNetwork(NnueFile file, std::shared_ptr<const void> keep_alive);

  NnueFile file_;
  std::shared_ptr<const void> keep_alive_;
  NnueLayers layers_;
};

}  // namespace gougi::eval
