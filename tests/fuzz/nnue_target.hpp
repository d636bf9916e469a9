// SPDX-License-Identifier: MIT
// What must hold for any bytes that are read as an NNUE file. Used by the fuzzer (nnue_fuzz.cpp)
// and by the unit tests of every build (tests/eval/nnue_file_test.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "eval/nnue_state.hpp"

namespace gougi::fuzz {

inline bool is_a_line(const std::string& text) {
  return base::is_valid_utf8(text) && std::ranges::none_of(text, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

/// One part behind the other up to the end, with room for a hash before the first and the third.
inline bool has_its_parts_in_order(const eval::NnueFile& file, std::span<const std::byte> bytes) {
  const std::byte* at = bytes.data() + 12 + file.header.architecture.size() + 4;
  for (const auto part : {file.biases, file.weights}) {
    if (part.data() != at) return false;
    at += part.size();
  }
  at += 4;
  for (const auto part :
       {file.biases1, file.weights1, file.biases2, file.weights2, file.bias3, file.weights3}) {
    if (part.data() != at) return false;
    at += part.size();
  }
  return at == bytes.data() + bytes.size();
}

/// What was broken by `bytes`, or nothing.
inline std::string check_nnue_file(const std::vector<std::byte>& bytes) {
  const auto file = eval::read_nnue_file(bytes);
  if (!file) {
    if (file.error().message.empty()) return "an error without a word";
    return is_a_line(file.error().message) ? "" : "an error of more than a line";
  }
  if (!is_a_line(file->warning)) return "a warning of more than a line";
  if (!has_its_parts_in_order(*file, bytes)) return "a file whose parts lie elsewhere";
  const auto network = eval::NnueNetwork::read(bytes);
  if (!network) return "a file that is read once only";
  std::int32_t first = 0;
  for (const eval::NnueKernel* kernel : eval::nnue_kernels()) {
    eval::NnueState state(*network, 16, *kernel);
    const std::int32_t output = state.output(shogi::Position::start());
    if (kernel == &eval::fastest_nnue_kernel()) first = output;
    if (output != first) return "an output that depends on the kernel";
  }
  return "";
}

/// `input` as a file; and as a recipe of what happens to a sound K-P file: groups of four bytes,
/// the first of which says what, the others where.
inline std::string check_nnue(std::span<const std::uint8_t> input) {
  std::vector<std::byte> raw;
  for (const std::uint8_t byte : input) raw.push_back(static_cast<std::byte>(byte));
  if (auto broken = check_nnue_file(raw); !broken.empty()) return broken;

  static const std::vector<std::byte> sound =
      eval::write_nnue_file(eval::usual_header(eval::NnueKind::kKP),
                            eval::random_nnue_parameters(eval::NnueKind::kKP, 1));
  std::vector<std::byte> damaged = sound;
  for (; input.size() >= 4; input = input.subspan(4)) {
    const std::size_t place = (input[1] << 8U) | input[2];
    const std::size_t from_front = std::min(place, damaged.size());
    const std::size_t from_back = damaged.size() - from_front;
    switch (input[0] % 5) {
      case 0:
        if (from_front < damaged.size()) damaged[from_front] = static_cast<std::byte>(input[3]);
        break;
      case 1:
        if (from_back < damaged.size()) damaged[from_back] = static_cast<std::byte>(input[3]);
        break;
      case 2:
        damaged.resize(from_front);
        break;
      case 3:
        damaged.resize(from_back);
        break;
      default:
        damaged.resize(damaged.size() + input[3], std::byte{7});
        break;
    }
  }
  return check_nnue_file(damaged);
}

}  // namespace gougi::fuzz
