// SPDX-License-Identifier: MIT
#include "eval/nnue_file.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <type_traits>

#include "base/random.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "eval/weights.hpp"

namespace gougi::eval {
namespace {

using Bytes = std::span<const std::byte>;

// Far beyond any text in use; a damaged length shall not be taken for one.
constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kBeforeText = 12;
constexpr std::size_t kHashAt = 4;

constexpr std::size_t kWidth = kNnueWidth;
constexpr std::size_t kHidden = kNnueHidden;

std::size_t weight_count(NnueKind kind) {
  return static_cast<std::size_t>(input_count(kind)) * kWidth;
}

/// What follows the text.
std::size_t body_size(NnueKind kind) {
  if (is_our_own(kind)) {
    const std::size_t terms = has_terms(kind) ? 4 * kWeightCount : 0;
    if (!has_transformer(kind)) return terms;
    return terms + 2 * kWidth + 2 * weight_count(kind) + 4 + 2 * kWidth;
  }
  const std::size_t transformer = 4 + 2 * kWidth + 2 * weight_count(kind);
  const std::size_t layer1 = 4 * kHidden + kHidden * 2 * kWidth;
  const std::size_t layer2 = 4 * kHidden + kHidden * kHidden;
  return transformer + 4 + layer1 + layer2 + 4 + kHidden;
}

template <class T>
T decode(const std::byte* from) {
  std::make_unsigned_t<T> value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<std::make_unsigned_t<T>>(static_cast<std::make_unsigned_t<T>>(from[i])
                                                  << (8 * i));
  }
  return static_cast<T>(value);
}

template <class T>
std::vector<T> decode_all(Bytes bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = decode<T>(&bytes[i * sizeof(T)]);
  return values;
}

template <class T>
void encode(std::vector<std::byte>& to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    to.push_back(static_cast<std::byte>(static_cast<std::make_unsigned_t<T>>(value) >> (8 * i)));
  }
}

template <class T>
void encode_all(std::vector<std::byte>& to, const std::vector<T>& values) {
  for (const T value : values) encode(to, value);
}

std::string hex(std::uint32_t value) {
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789ABCDEF"[(value >> shift) & 15U];
  return text;
}

/// FNV-1a (Fowler, Noll, Vo): tells a damaged file, not a forged one.
std::uint32_t hash_of(Bytes bytes) {
  std::uint32_t hash = 0x811C9DC5U;
  for (const std::byte byte : bytes) {
    hash = (hash ^ std::to_integer<std::uint32_t>(byte)) * 0x01000193U;
  }
  return hash;
}

std::string_view features_of(NnueKind kind) {
  return kind == NnueKind::kHalfKp ? "HalfKP(Friend)" : "K+P";
}

std::string usual_architecture(NnueKind kind) {
  if (kind == NnueKind::kTerms) {
    return "Features=Terms[" + std::to_string(kWeightCount) + "],Network=Linear(Quiet,Open)";
  }
  if (is_our_own(kind)) {
    const std::string network =
        "Features=Mirrored[2344->256x2],Network=AffineTransform[1<-512](SquaredClippedReLU[512])";
    return kind == NnueKind::kMirrored ? network : network + ",Plus=Terms";
  }
  return "Features=" + std::string(features_of(kind)) + "[" + std::to_string(input_count(kind)) +
         "->256x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32]("
         "ClippedReLU[32](AffineTransform[32<-512](InputSlice[512(0:512)])))))";
}

constexpr std::uint32_t affine_hash(std::uint32_t before, std::uint32_t outputs) {
  return (0xCC03DAE4U + outputs) ^ std::rotr(before, 1);
}
constexpr std::uint32_t clipped_hash(std::uint32_t before) { return before + 0x538D24C7U; }

constexpr std::uint32_t kNetworkHash = [] {
  constexpr std::uint32_t input = 0xEC42E90DU ^ (2 * kNnueWidth);
  const std::uint32_t first = clipped_hash(affine_hash(input, kNnueHidden));
  const std::uint32_t second = clipped_hash(affine_hash(first, kNnueHidden));
  return affine_hash(second, 1);
}();

constexpr std::uint32_t transformer_hash(NnueKind kind) {
  constexpr std::uint32_t half_kp = 0x5D69D5B9U ^ 1U;
  constexpr std::uint32_t king = 0xD3CEE169U;
  constexpr std::uint32_t piece = 0x764CFB4BU;
  const std::uint32_t features =
      kind == NnueKind::kHalfKp ? half_kp : king ^ (piece << 1U) ^ (piece >> 31U);
  return features ^ (2 * kNnueWidth);
}

std::string other_hash(base::Text of, std::uint32_t found, std::uint32_t expected) {
  return base::say({"the hash of {0} is {1}, not {2}", "{0}のハッシュが {2} ではなく {1} です"},
                   base::said(of), hex(found), hex(expected));
}

std::string unusual(const NnueHeader& header) {
  const NnueHeader usual = usual_header(header.kind);
  std::string text;
  const auto add = [&text](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  const auto compare = [&](base::Text what, std::uint32_t found, std::uint32_t expected) {
    if (found != expected) add(other_hash(what, found, expected));
  };
  compare({"the whole", "全体"}, header.hash, usual.hash);
  compare({"the transformer", "特徴変換器"}, header.transformer_hash, usual.transformer_hash);
  compare({"the network", "ネットワーク"}, header.network_hash, usual.network_hash);
  if (header.architecture != usual.architecture) {
    add(base::say({"the size is that of {0}, the architecture text is \"{1}\"",
                   "大きさは {0} のものですが、構造の文字列は \"{1}\" です"},
                  name(header.kind), base::printable(header.architecture)));
  }
  return text;
}

std::optional<NnueKind> kind_of_size(std::size_t after_text) {
  for (const NnueKind kind : {NnueKind::kHalfKp, NnueKind::kKP}) {
    if (body_size(kind) == after_text) return kind;
  }
  return std::nullopt;
}

std::string wrong_size(std::size_t size, std::size_t text_size, std::string_view architecture) {
  const std::string found = base::say({"; architecture text \"{0}\"", "。構造の文字列は \"{0}\""},
                                      base::printable(architecture));
  const auto expected = [&](NnueKind kind) {
    return base::say({"{0} has {1} bytes", "{0} は {1} バイト"}, name(kind),
                     kBeforeText + text_size + body_size(kind));
  };
  for (const NnueKind kind : kNnueKinds) {
    const std::string usual = usual_architecture(kind);
    if (architecture != usual) continue;
    const bool is_short = size < kBeforeText + text_size + body_size(kind);
    return base::say(is_short ? base::Text{"the file is too short: {0} bytes; {1}{2}",
                                           "ファイルが短すぎます: {0} バイト。{1}{2}"}
                              : base::Text{"the file is too long: {0} bytes; {1}{2}",
                                           "ファイルが長すぎます: {0} バイト。{1}{2}"},
                     size, expected(kind), found);
  }
  return base::say({"the file has {0} bytes, which is no network known here; {1}, {2}{3}",
                    "ファイルは {0} バイトで、使えるネットワークのどれでもありません。{1}、{2}{3}"},
                   size, expected(NnueKind::kHalfKp), expected(NnueKind::kKP), found);
}

/// Takes what has the right size apart.
class Cutter {
 public:
  explicit Cutter(Bytes bytes) : rest_(bytes) {}
  Bytes take(std::size_t size) {
    const Bytes part = rest_.first(size);
    rest_ = rest_.subspan(size);
    return part;
  }
  std::uint32_t take_u32() { return decode<std::uint32_t>(take(4).data()); }

 private:
  Bytes rest_;
};

struct OwnVersion {
  NnueKind kind;
  std::uint32_t version;
};
constexpr std::array<OwnVersion, 3> kOwnVersions{{{NnueKind::kMirrored, kMirroredVersion},
                                                  {NnueKind::kCorrection, kCorrectionVersion},
                                                  {NnueKind::kTerms, kTermsVersion}}};

const OwnVersion* own_version(std::uint32_t version) {
  const auto* const found = std::ranges::find(kOwnVersions, version, &OwnVersion::version);
  return found == kOwnVersions.end() ? nullptr : found;
}

base::Result<NnueFile> read_our_own(NnueHeader header, Bytes body) {
  // The hash does not cover it, and nobody but this program writes it.
  if (header.architecture != usual_architecture(header.kind)) {
    return base::fail(
        base::say({"the network is damaged: its architecture text is \"{0}\", not \"{1}\"",
                   "ネットワークが壊れています(構造の文字列が \"{1}\" ではなく \"{0}\" です)"},
                  base::printable(header.architecture), usual_architecture(header.kind)));
  }
  if (body.size() != body_size(header.kind)) {
    return base::fail(
        base::say({"the network is damaged: {0} bytes of numbers, not {1}",
                   "ネットワークが壊れています(数値が {1} バイトではなく {0} バイトです)"},
                  body.size(), body_size(header.kind)));
  }
  if (const std::uint32_t found = hash_of(body); found != header.hash) {
    return base::fail(
        base::say({"the network is damaged: the hash of its numbers is {0}, not {1}",
                   "ネットワークが壊れています(数値のハッシュが {1} ではなく {0} です)"},
                  hex(found), hex(header.hash)));
  }
  Cutter cutter(body);
  NnueFile file;
  file.header = std::move(header);
  if (has_terms(file.header.kind)) file.terms = cutter.take(4 * kWeightCount);
  if (!has_transformer(file.header.kind)) return file;
  file.biases = cutter.take(2 * kWidth);
  file.weights = cutter.take(2 * weight_count(file.header.kind));
  file.bias3 = cutter.take(4);
  file.weights3 = cutter.take(2 * kWidth);
  return file;
}

}  // namespace

std::string_view name(NnueKind kind) {
  if (kind == NnueKind::kMirrored) return "mirrored 256x2";
  if (kind == NnueKind::kCorrection) return "correction 256x2";
  if (kind == NnueKind::kTerms) return "terms";
  return kind == NnueKind::kHalfKp ? "HalfKP 256x2-32-32" : "K-P 256x2-32-32";
}

NnueHeader usual_header(NnueKind kind) {
  NnueHeader header;
  header.kind = kind;
  header.architecture = usual_architecture(kind);
  if (is_our_own(kind)) {
    header.version = std::ranges::find(kOwnVersions, kind, &OwnVersion::kind)->version;
    return header;
  }
  header.transformer_hash = transformer_hash(kind);
  header.network_hash = kNetworkHash;
  header.hash = header.transformer_hash ^ header.network_hash;
  return header;
}

base::Result<NnueFile> read_nnue_file(std::span<const std::byte> bytes) {
  if (bytes.size() < kBeforeText) {
    return base::fail(base::say({"not an NNUE evaluation file: it has {0} bytes",
                                 "NNUE の評価ファイルではありません({0} バイトしかありません)"},
                                bytes.size()));
  }
  NnueFile file;
  NnueHeader& header = file.header;
  Cutter cutter(bytes);
  header.version = cutter.take_u32();
  header.hash = cutter.take_u32();
  const std::size_t text_size = cutter.take_u32();
  const OwnVersion* const our_own = own_version(header.version);
  if (header.version != kNnueVersion && our_own == nullptr) {
    return base::fail(base::say(
        {"not an NNUE evaluation file known here: the version is {0}, not {1}; {2} bytes",
         "使える NNUE の評価ファイルではありません(バージョンが {1} ではなく {0}、{2} バイト)"},
        hex(header.version), hex(kNnueVersion), bytes.size()));
  }
  const std::size_t most = bytes.size() - kBeforeText;
  if (text_size > kLongestText || text_size > most) {
    return base::fail(base::say(
        {"the NNUE file is damaged: its architecture text would have {0} bytes, the file has {1}",
         "NNUE のファイルが壊れています(構造の文字列が {0} バイトとありますが、ファイルは {1} "
         "バイトです)"},
        text_size, bytes.size()));
  }
  const Bytes text = cutter.take(text_size);
  header.architecture.assign(reinterpret_cast<const char*>(text.data()), text.size());
  if (our_own != nullptr) {
    header.kind = our_own->kind;
    return read_our_own(std::move(header), bytes.subspan(kBeforeText + text_size));
  }
  const auto kind = kind_of_size(most - text_size);
  if (!kind) return base::fail(wrong_size(bytes.size(), text_size, header.architecture));
  header.kind = *kind;
  header.transformer_hash = cutter.take_u32();
  file.biases = cutter.take(2 * kWidth);
  file.weights = cutter.take(2 * weight_count(*kind));
  header.network_hash = cutter.take_u32();
  file.biases1 = cutter.take(4 * kHidden);
  file.weights1 = cutter.take(kHidden * 2 * kWidth);
  file.biases2 = cutter.take(4 * kHidden);
  file.weights2 = cutter.take(kHidden * kHidden);
  file.bias3 = cutter.take(4);
  file.weights3 = cutter.take(kHidden);
  if (const std::uint32_t whole = header.transformer_hash ^ header.network_hash;
      whole != header.hash) {
    return base::fail(base::say({"the NNUE file is damaged: {0} as the hashes of its parts say",
                                 "NNUE のファイルが壊れています({0}。各部のハッシュと合いません)"},
                                other_hash({"the whole", "全体"}, header.hash, whole)));
  }
  file.warning = unusual(header);
  return file;
}

NnueParameters::NnueParameters(NnueKind of) : kind(of) {
  if (has_terms(of)) terms.resize(2 * kWeightCount);
  if (!has_transformer(of)) return;
  biases.resize(kWidth);
  weights.resize(weight_count(of));
  weights3.resize(is_our_own(of) ? 2 * kWidth : kHidden);
  if (is_our_own(of)) return;
  biases1.resize(kHidden);
  weights1.resize(kHidden * 2 * kWidth);
  biases2.resize(kHidden);
  weights2.resize(kHidden * kHidden);
}

NnueParameters::NnueParameters(const NnueFile& file)
    : kind(file.header.kind),
      biases(decode_all<std::int16_t>(file.biases)),
      weights(decode_all<std::int16_t>(file.weights)),
      biases1(decode_all<std::int32_t>(file.biases1)),
      weights1(decode_all<std::int8_t>(file.weights1)),
      biases2(decode_all<std::int32_t>(file.biases2)),
      weights2(decode_all<std::int8_t>(file.weights2)),
      bias3(file.bias3.empty() ? 0 : decode<std::int32_t>(file.bias3.data())),
      weights3(decode_all<std::int8_t>(file.weights3)),
      terms(decode_all<std::int16_t>(file.terms)) {}

std::vector<std::byte> write_nnue_file(const NnueHeader& header, const NnueParameters& parameters) {
  assert(header.kind == parameters.kind);
  std::vector<std::byte> bytes;
  bytes.reserve(kBeforeText + header.architecture.size() + body_size(header.kind));
  encode(bytes, header.version);
  encode(bytes, header.hash);
  encode(bytes, static_cast<std::uint32_t>(header.architecture.size()));
  for (const char c : header.architecture) bytes.push_back(static_cast<std::byte>(c));
  if (is_our_own(header.kind)) {
    const std::size_t begin = bytes.size();
    encode_all(bytes, parameters.terms);
    if (has_transformer(header.kind)) {
      encode_all(bytes, parameters.biases);
      encode_all(bytes, parameters.weights);
      encode(bytes, parameters.bias3);
      encode_all(bytes, parameters.weights3);
    }
    std::vector<std::byte> hash;
    encode(hash, hash_of(Bytes(bytes).subspan(begin)));
    std::ranges::copy(hash, bytes.begin() + kHashAt);
    return bytes;
  }
  encode(bytes, header.transformer_hash);
  encode_all(bytes, parameters.biases);
  encode_all(bytes, parameters.weights);
  encode(bytes, header.network_hash);
  encode_all(bytes, parameters.biases1);
  encode_all(bytes, parameters.weights1);
  encode_all(bytes, parameters.biases2);
  encode_all(bytes, parameters.weights2);
  encode(bytes, parameters.bias3);
  encode_all(bytes, parameters.weights3);
  return bytes;
}

NnueParameters random_nnue_parameters(NnueKind kind, std::uint64_t seed) {
  base::Random random(seed);
  NnueParameters parameters(kind);
  const auto fill = [&random](auto& values, int least, int most) {
    const auto range = static_cast<std::uint64_t>(most - least + 1);
    for (auto& value : values) {
      const int drawn = least + static_cast<int>(random.below(range));
      value = static_cast<std::remove_reference_t<decltype(value)>>(drawn);
    }
  };
  fill(parameters.terms, -100, 100);
  if (!has_transformer(kind)) return parameters;
  if (is_our_own(kind)) {
    fill(parameters.biases, -80, 160);
    fill(parameters.weights, -40, 40);
    fill(parameters.weights3, -40, 40);
    return parameters;
  }
  // About 40 weights meet in a neuron, 512 and 32 in those of the layers behind; the ranges keep
  // the middle of what comes out within what the next layer takes (0 to 127).
  fill(parameters.biases, -40, 60);
  fill(parameters.weights, -20, 20);
  fill(parameters.biases1, -2000, 4000);
  fill(parameters.weights1, -8, 8);
  fill(parameters.biases2, -1000, 4000);
  fill(parameters.weights2, -30, 30);
  fill(parameters.weights3, -40, 40);
  return parameters;
}

}  // namespace gougi::eval
