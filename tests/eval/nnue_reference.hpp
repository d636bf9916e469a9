// SPDX-License-Identifier: MIT
// NNUE evaluation straight from the description of the file format: slow, obvious, and with nothing
// of src/eval in it but the kinds' names. What the fast one is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/nnue_file.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

class NnueReference {
 public:
  /// `file` must be a sound file of the kind.
  NnueReference(std::span<const std::byte> file, NnueKind kind);

  /// What the last layer gives for the side to move.
  std::int32_t output(const shogi::Position& position) const;

 private:
  std::vector<std::uint8_t> transformed(const shogi::Setup& setup, bool for_white) const;
  std::vector<int> active_inputs(const shogi::Setup& setup, bool for_white) const;

  std::vector<int> mirrored_inputs(const shogi::Setup& setup, bool for_white) const;
  std::int32_t mirrored_output(const shogi::Setup& setup, bool white_moves) const;
  std::vector<int> sums(const std::vector<int>& inputs) const;

  NnueKind kind_;
  std::vector<std::int16_t> biases_;
  std::vector<std::int16_t> weights_;
  std::vector<std::int32_t> biases1_;
  std::vector<std::int8_t> weights1_;
  std::vector<std::int32_t> biases2_;
  std::vector<std::int8_t> weights2_;
  std::vector<std::int32_t> bias3_;
  std::vector<std::int8_t> weights3_;
};

}  // namespace gougi::eval
