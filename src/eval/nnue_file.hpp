// SPDX-License-Identifier: MIT
// The file format of the shogi community's NNUE evaluation networks (nn.bin), for the two kinds
// shared widely: HalfKP 256x2-32-32 and K-P 256x2-32-32; and of kinds of our own, for what can be
// learnt from few positions: a version, hash and text as theirs, then what write_nnue_file writes.
// Here a file is looked through, and written; what a network says of a position is NnueState's. The
// first two kinds and their format are those of YaneuraOu and tanuki-; NNUE itself is Yu Nasu's
// (2018). Free functions and plain values, safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::eval {

enum class NnueKind : std::uint8_t {
  kHalfKp,  ///< an input for each pair of the own king's square and another piece
  kKP,      ///< an input for each piece, kings included: a small file, a weaker judge
  /// Likewise, the board mirrored where the own king stands on its right; one layer behind the
  /// transformer, over the squares of its outputs.
  kMirrored,
  /// The same shape beside weights of the hand-made terms, as in kTerms; both are learnt together,
  /// and what they say is added. It begins where the terms are, so that it learns from few
  /// positions what they do not see.
  kCorrection,
  /// No network in the strict sense: weights of the hand-made terms, learnt as a network is, of a
  /// single layer whose inputs are what the terms find. It costs no more than they do.
  kTerms,
};
/// Those with a transformer, which NnueState judges by.
inline constexpr std::array kNnueKinds{NnueKind::kHalfKp, NnueKind::kKP, NnueKind::kMirrored,
                                       NnueKind::kCorrection};
constexpr bool has_transformer(NnueKind kind) { return kind != NnueKind::kTerms; }
/// Those with weights of the hand-made terms.
constexpr bool has_terms(NnueKind kind) {
  return kind == NnueKind::kTerms || kind == NnueKind::kCorrection;
}
/// The mirrored shape of our own.
constexpr bool is_mirrored_shape(NnueKind kind) {
  return kind == NnueKind::kMirrored || kind == NnueKind::kCorrection;
}
/// The kinds of our own.
constexpr bool is_our_own(NnueKind kind) {
  return is_mirrored_shape(kind) || kind == NnueKind::kTerms;
}

/// Outputs of the transformer for one view.
inline constexpr int kNnueWidth = 256;
/// Outputs of both hidden layers.
inline constexpr int kNnueHidden = 32;
/// Values of `p` (see nnue_features.hpp).
inline constexpr int kNnuePieceInputs = 1548;
inline constexpr std::uint32_t kNnueVersion = 0x7AF32F16;

/// Of the mirrored kind: the version ("GGM1"), the inputs (fourteen kinds of pieces of two sides on
/// 81 squares, and 38 in hand of each), what 1.0 is in the transformer and in the last layer's
/// weights, and the score of 1.0 in the last layer's output, in hundredths of a pawn.
inline constexpr std::uint32_t kMirroredVersion = 0x314D4747;
inline constexpr std::uint32_t kCorrectionVersion = 0x32434747;  ///< "GGC2"
inline constexpr std::uint32_t kTermsVersion = 0x31544747;       ///< "GGT1"
inline constexpr int kMirroredInputs = 2 * 14 * 81 + 2 * 38;
inline constexpr int kMirroredOne = 255;
inline constexpr int kMirroredWeightOne = 64;
inline constexpr int kMirroredScore = 600;

/// Of the transformer.
constexpr int input_count(NnueKind kind) {
  if (!has_transformer(kind)) return 0;
  if (is_mirrored_shape(kind)) return kMirroredInputs;
  return kind == NnueKind::kHalfKp ? 81 * kNnuePieceInputs : kNnuePieceInputs + 2 * 81;
}
/// "HalfKP 256x2-32-32".
std::string_view name(NnueKind kind);

/// What stands in a file before and between the numbers.
struct NnueHeader {
  NnueKind kind = NnueKind::kHalfKp;  ///< not in the file: its size tells
  std::uint32_t version = kNnueVersion;
  std::uint32_t hash = 0;  ///< our own kinds: of all numbers that follow the text, FNV-1a
  std::uint32_t transformer_hash = 0;
  std::uint32_t network_hash = 0;
  std::string architecture;  ///< any bytes, as found; of our own kinds always the same
  friend bool operator==(const NnueHeader&, const NnueHeader&) = default;
};

/// As trainers write it.
NnueHeader usual_header(NnueKind kind);

/// A file looked through: its parts in place, little-endian and not aligned to anything. The
/// mirrored kind has none of the two middle layers, and 512 weights in the last one.
struct NnueFile {
  NnueHeader header;
  std::span<const std::byte> biases;    ///< i16 × 256
  std::span<const std::byte> weights;   ///< i16 × inputs × 256
  std::span<const std::byte> biases1;   ///< i32 × 32
  std::span<const std::byte> weights1;  ///< i8 × 32 rows × 512
  std::span<const std::byte> biases2;   ///< i32 × 32
  std::span<const std::byte> weights2;  ///< i8 × 32 rows × 32
  std::span<const std::byte> bias3;     ///< i32
  std::span<const std::byte> weights3;  ///< i8 × 32
  std::span<const std::byte> terms;     ///< where there are any: i16 × 2 × kWeightCount
  /// One line on hashes or a text that are not the usual ones; empty if all is well. Such files
  /// play: trainers differ in what they write there, and readers insist on version and size only.
  std::string warning;
};

/// Looks through a file's bytes, which must outlive the result. Insists on the version, the exact
/// size of one of the kinds, and hashes that agree with each other, as all writers' do; of our own
/// kinds on the hash of the numbers and on the text. An error names what was found.
base::Result<NnueFile> read_nnue_file(std::span<const std::byte> bytes);

/// All numbers of a network, in the file's order: what a tool or a test makes.
struct NnueParameters {
  NnueKind kind = NnueKind::kHalfKp;
  std::vector<std::int16_t> biases;
  std::vector<std::int16_t> weights;
  std::vector<std::int32_t> biases1;
  std::vector<std::int8_t> weights1;
  std::vector<std::int32_t> biases2;
  std::vector<std::int8_t> weights2;
  std::int32_t bias3 = 0;
  std::vector<std::int8_t> weights3;
  std::vector<std::int16_t> terms;  ///< quiet, open; quiet, open …

  /// All numbers 0.
  explicit NnueParameters(NnueKind of);
  explicit NnueParameters(const NnueFile& file);
};

/// The file of these numbers; `header.kind` must be theirs. What was read comes out bit for bit.
/// The mirrored kind's hash is computed here.
std::vector<std::byte> write_nnue_file(const NnueHeader& header, const NnueParameters& parameters);

/// Untrained numbers in the range of trained ones: neurons that are neither all on nor all off, and
/// scores of a few hundred. The same seed gives the same network everywhere.
NnueParameters random_nnue_parameters(NnueKind kind, std::uint64_t seed);

}  // namespace gougi::eval
