// SPDX-License-Identifier: MIT
#include "eval/nnue_reference.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gougi::eval {
namespace {

struct ReferenceRow {
  shogi::PieceType type;
  int own_hand;  // 0: never in hand
  int other_hand;
  int own_board;
  int other_board;
};

using Kind = shogi::PieceType;
constexpr ReferenceRow kReferenceRows[] = {
    {Kind::kPawn, 1, 20, 90, 171},      {Kind::kLance, 39, 44, 252, 333},
    {Kind::kKnight, 49, 54, 414, 495},  {Kind::kSilver, 59, 64, 576, 657},
    {Kind::kGold, 69, 74, 738, 819},    {Kind::kBishop, 79, 82, 900, 981},
    {Kind::kRook, 85, 88, 1224, 1305},  {Kind::kProPawn, 0, 0, 738, 819},
    {Kind::kProLance, 0, 0, 738, 819},  {Kind::kProKnight, 0, 0, 738, 819},
    {Kind::kProSilver, 0, 0, 738, 819}, {Kind::kHorse, 0, 0, 1062, 1143},
    {Kind::kDragon, 0, 0, 1386, 1467},
};

template <class T>
std::vector<T> read_numbers_of_file(const std::byte*& from, std::size_t count) {
  std::vector<T> numbers(count);
  std::memcpy(numbers.data(), from, count * sizeof(T));  // tests run on little-endian machines
  from += count * sizeof(T);
  return numbers;
}

/// Sums wrap.
std::vector<std::int32_t> affine_of_file(const std::vector<std::uint8_t>& in,
                                         const std::vector<std::int32_t>& biases,
                                         const std::vector<std::int8_t>& weights) {
  std::vector<std::int32_t> out;
  for (std::size_t row = 0; row < biases.size(); ++row) {
    std::int64_t sum = biases[row];
    for (std::size_t i = 0; i < in.size(); ++i) sum += in[i] * weights[row * in.size() + i];
    out.push_back(static_cast<std::int32_t>(sum));
  }
  return out;
}

std::vector<std::uint8_t> clipped_of_file(const std::vector<std::int32_t>& in) {
  std::vector<std::uint8_t> out;
  for (const std::int32_t x : in) {
    out.push_back(static_cast<std::uint8_t>(std::clamp(x >> 6, 0, 127)));
  }
  return out;
}

}  // namespace

NnueReference::NnueReference(std::span<const std::byte> file, NnueKind kind) : kind_(kind) {
  const std::byte* from = file.data() + 8;
  const auto text = read_numbers_of_file<std::uint32_t>(from, 1);
  from += text[0] + 4;
  if (is_our_own(kind)) {
    from -= 4;
    biases_ = read_numbers_of_file<std::int16_t>(from, 256);
    weights_ = read_numbers_of_file<std::int16_t>(from, std::size_t{256} * 2344);
    bias3_ = read_numbers_of_file<std::int32_t>(from, 1);
    weights3_ = read_numbers_of_file<std::int8_t>(from, 512);
    return;
  }
  const std::size_t inputs = kind == NnueKind::kHalfKp ? 125388 : 1710;
  biases_ = read_numbers_of_file<std::int16_t>(from, 256);
  weights_ = read_numbers_of_file<std::int16_t>(from, 256 * inputs);
  from += 4;
  biases1_ = read_numbers_of_file<std::int32_t>(from, 32);
  weights1_ = read_numbers_of_file<std::int8_t>(from, std::size_t{32} * 512);
  biases2_ = read_numbers_of_file<std::int32_t>(from, 32);
  weights2_ = read_numbers_of_file<std::int8_t>(from, std::size_t{32} * 32);
  bias3_ = read_numbers_of_file<std::int32_t>(from, 1);
  weights3_ = read_numbers_of_file<std::int8_t>(from, 32);
}

std::vector<int> NnueReference::active_inputs(const shogi::Setup& setup, bool for_white) const {
  const auto own = for_white ? shogi::Color::kWhite : shogi::Color::kBlack;
  // 5i in this view for the own king, 5a for the other's, where there is none.
  int own_king = 4 * 9 + 8;
  int other_king = 4 * 9;
  std::vector<int> pieces;
  for (int square = 0; square < 81; ++square) {
    const shogi::Piece piece = setup.board[static_cast<std::size_t>(square)];
    const int seen = for_white ? 80 - square : square;
    if (piece.type() == Kind::kKing && !piece.empty()) {
      (piece.color() == own ? own_king : other_king) = seen;
    }
    for (const ReferenceRow& row : kReferenceRows) {
      if (piece.empty() || piece.type() != row.type) continue;
      pieces.push_back((piece.color() == own ? row.own_board : row.other_board) + seen);
    }
  }
  for (const shogi::Color color : shogi::kColors) {
    for (const ReferenceRow& row : kReferenceRows) {
      if (row.own_hand == 0) continue;
      const int count = setup.hands[static_cast<std::size_t>(index(color))].count(row.type);
      for (int i = 0; i < count; ++i) {
        pieces.push_back((color == own ? row.own_hand : row.other_hand) + i);
      }
    }
  }
  while (pieces.size() < 38) pieces.push_back(0);
  if (kind_ == NnueKind::kHalfKp) {
    for (int& input : pieces) input += 1548 * own_king;
  } else {
    pieces.push_back(1548 + own_king);
    pieces.push_back(1548 + 81 + other_king);
  }
  return pieces;
}

// Kinds of pieces in the order of the file: pawn, lance, knight, silver, bishop, rook, gold, king,
// promoted pawn, lance, knight, silver, horse, dragon; in hand pawn, lance, knight, silver, gold,
// bishop, rook.
std::vector<int> NnueReference::mirrored_inputs(const shogi::Setup& setup, bool for_white) const {
  constexpr Kind kOrder[] = {Kind::kPawn,    Kind::kLance,    Kind::kKnight,    Kind::kSilver,
                             Kind::kBishop,  Kind::kRook,     Kind::kGold,      Kind::kKing,
                             Kind::kProPawn, Kind::kProLance, Kind::kProKnight, Kind::kProSilver,
                             Kind::kHorse,   Kind::kDragon};
  constexpr std::pair<Kind, int> kHands[] = {
      {Kind::kPawn, 18}, {Kind::kLance, 4},  {Kind::kKnight, 4}, {Kind::kSilver, 4},
      {Kind::kGold, 4},  {Kind::kBishop, 2}, {Kind::kRook, 2}};
  const auto own = for_white ? shogi::Color::kWhite : shogi::Color::kBlack;
  bool mirror = false;
  for (int square = 0; square < 81; ++square) {
    const shogi::Piece piece = setup.board[static_cast<std::size_t>(square)];
    const int file = (for_white ? 80 - square : square) / 9 + 1;
    if (!piece.empty() && piece.type() == Kind::kKing && piece.color() == own) mirror = file <= 4;
  }
  std::vector<int> inputs;
  for (int square = 0; square < 81; ++square) {
    const shogi::Piece piece = setup.board[static_cast<std::size_t>(square)];
    if (piece.empty()) continue;
    const int seen = for_white ? 80 - square : square;
    const int file = mirror ? 9 - seen / 9 : seen / 9 + 1;
    const int kind = static_cast<int>(std::ranges::find(kOrder, piece.type()) - kOrder);
    inputs.push_back(((piece.color() == own ? 0 : 14) + kind) * 81 + (file - 1) * 9 + seen % 9);
  }
  for (const shogi::Color color : shogi::kColors) {
    int first = 28 * 81 + (color == own ? 0 : 38);
    for (const auto& [type, most] : kHands) {
      const int count = setup.hands[static_cast<std::size_t>(index(color))].count(type);
      for (int i = 0; i < count; ++i) inputs.push_back(first + std::min(i, most - 1));
      first += most;
    }
  }
  return inputs;
}

std::vector<int> NnueReference::sums(const std::vector<int>& inputs) const {
  std::vector<int> sums(biases_.begin(), biases_.end());
  for (const int input : inputs) {
    for (std::size_t i = 0; i < 256; ++i) {
      sums[i] += weights_[static_cast<std::size_t>(input) * 256 + i];
    }
  }
  return sums;
}

std::int32_t NnueReference::mirrored_output(const shogi::Setup& setup, bool white_moves) const {
  std::int64_t total = 0;
  std::size_t weight = 0;
  for (const bool for_white : {white_moves, !white_moves}) {
    for (const int sum : sums(mirrored_inputs(setup, for_white))) {
      const std::int64_t value = std::clamp<int>(static_cast<std::int16_t>(sum), 0, 255);
      total += value * value * weights3_[weight++];
    }
  }
  const auto wrapped = static_cast<std::int32_t>(total);
  return static_cast<std::int32_t>(std::int64_t{wrapped / 255} + bias3_.front());
}

std::vector<std::uint8_t> NnueReference::transformed(const shogi::Setup& setup,
                                                     bool for_white) const {
  std::vector<std::uint8_t> out;
  for (const int sum : sums(active_inputs(setup, for_white))) {
    const auto wrapped = static_cast<std::int16_t>(sum);  // as all do who sum in 16 bits
    out.push_back(static_cast<std::uint8_t>(std::clamp<int>(wrapped, 0, 127)));
  }
  return out;
}

std::int32_t NnueReference::output(const shogi::Position& position) const {
  const shogi::Setup setup = position.setup();
  const bool white_moves = setup.side_to_move == shogi::Color::kWhite;
  if (is_our_own(kind_)) return mirrored_output(setup, white_moves);
  std::vector<std::uint8_t> inputs = transformed(setup, white_moves);
  const std::vector<std::uint8_t> others = transformed(setup, !white_moves);
  inputs.insert(inputs.end(), others.begin(), others.end());
  const auto first = clipped_of_file(affine_of_file(inputs, biases1_, weights1_));
  const auto second = clipped_of_file(affine_of_file(first, biases2_, weights2_));
  return affine_of_file(second, bias3_, weights3_).front();
}

}  // namespace gougi::eval
