// SPDX-License-Identifier: MIT
#include "eval/nnue_network.hpp"

#include <algorithm>
#include <utility>

namespace gougi::eval {
namespace {

std::size_t packed_place(std::size_t input, std::size_t output) {
  return (input / 4 * kNnueHidden + output) * 4 + input % 4;
}

/// The file has a row of weights for each output.
template <std::size_t kSize>
void pack(std::span<const std::byte> rows, std::array<std::int8_t, kSize>& packed) {
  constexpr std::size_t kInputs = kSize / kNnueHidden;
  for (std::size_t output = 0; output < kNnueHidden; ++output) {
    for (std::size_t input = 0; input < kInputs; ++input) {
      packed[packed_place(input, output)] =
          static_cast<std::int8_t>(rows[output * kInputs + input]);
    }
  }
}

/// Whether inputs of 0..127 keep within 16 bits what a kernel sums so: of every four inputs the
/// first two products of an output, and apart from them the other two.
bool is_narrow(const std::int8_t* group) {
  for (int output = 0; output < kNnueHidden; ++output) {
    for (int half = 0; half < 4; half += 2) {
      int least = 0;
      int most = 0;
      for (int i = 0; i < NnueLayers::kNarrowGroup / 2; ++i) {
        const std::int8_t weight = group[(i / 2 * kNnueHidden + output) * 4 + half + i % 2];
        (weight < 0 ? least : most) += 127 * weight;
      }
      if (least < -32768 || most > 32767) return false;
    }
  }
  return true;
}

std::int32_t read_i32(const std::byte* from) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(from[i]) << (8 * i);
  return static_cast<std::int32_t>(value);
}

std::int16_t read_i16(const std::byte* from) {
  return static_cast<std::int16_t>(std::to_integer<unsigned>(from[0]) |
                                   std::to_integer<unsigned>(from[1]) << 8U);
}

void unpack(std::span<const std::byte> bytes, std::array<std::int32_t, kNnueHidden>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = read_i32(&bytes[4 * i]);
}

}  // namespace

NnueNetwork::NnueNetwork(NnueFile file, std::shared_ptr<const void> keep_alive)
    : file_(std::move(file)), keep_alive_(std::move(keep_alive)) {
  if (!has_transformer(kind())) return;
  layers_.bias3 = read_i32(file_.bias3.data());
  if (is_our_own(kind())) {
    std::ranges::transform(file_.weights3, layers_.squared_weights.begin(),
                           [](std::byte b) { return static_cast<std::int8_t>(b); });
    return;
  }
  layers_.rows1 = reinterpret_cast<const std::int8_t*>(file_.weights1.data());
  layers_.rows2 = reinterpret_cast<const std::int8_t*>(file_.weights2.data());
  unpack(file_.biases1, layers_.biases1);
  pack(file_.weights1, layers_.weights1);
  constexpr std::size_t group_size = std::size_t{NnueLayers::kNarrowGroup} * kNnueHidden;
  for (std::size_t group = 0; group < layers_.weights1.size() / group_size; ++group) {
    if (is_narrow(&layers_.weights1[group * group_size])) layers_.narrow1 |= 1U << group;
  }
  unpack(file_.biases2, layers_.biases2);
  pack(file_.weights2, layers_.weights2);
  std::ranges::transform(file_.weights3, layers_.weights3.begin(),
                         [](std::byte b) { return static_cast<std::int8_t>(b); });
}

WeightTable NnueNetwork::terms() const {
  WeightTable table{};
  for (std::size_t i = 0; i < file_.terms.size() / 4; ++i) {
    table[i] = {read_i16(&file_.terms[4 * i]), read_i16(&file_.terms[4 * i + 2])};
  }
  return table;
}

base::Result<std::shared_ptr<const NnueNetwork>> NnueNetwork::read(
    std::span<const std::byte> bytes, std::shared_ptr<const void> keep_alive) {
  auto file = read_nnue_file(bytes);
  if (!file) return tl::unexpected(file.error());
  return std::shared_ptr<const NnueNetwork>(
      new NnueNetwork(std::move(*file), std::move(keep_alive)));
}

base::Result<std::shared_ptr<const NnueNetwork>> NnueNetwork::read(std::vector<std::byte> bytes) {
  const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return read(*kept, kept);
}

}  // namespace gougi::eval
