// SPDX-License-Identifier: MIT
#include "eval/nnue_state.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "eval/evaluator.hpp"
#include "eval/nnue_features.hpp"

namespace gougi::eval {
namespace {

using shogi::Bitboard;
using shogi::Color;
using shogi::Hand;
using shogi::Piece;
using shogi::PieceType;
using shogi::Square;

// Deeper than most searches go; the stack grows when they do.
constexpr std::size_t kFirstDepth = 64;

std::size_t slot_of(Color color) { return static_cast<std::size_t>(index(color)); }

void read_biases(const NnueNetwork& network, std::array<std::int16_t, kNnueWidth>& to) {
  const std::byte* from = network.biases();
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = static_cast<std::int16_t>(static_cast<unsigned>(from[2 * i]) |
                                      (static_cast<unsigned>(from[2 * i + 1]) << 8U));
  }
}

/// Pieces that a game has and this position lacks.
int absent_pieces(const shogi::Position& position) {
  int present = position.occupied().without(position.pieces(PieceType::kKing)).count();
  for (const Color color : shogi::kColors) {
    const Hand hand = position.hand(color);
    if (hand.empty()) continue;
    for (const PieceType type : shogi::kHandTypes) present += hand.count(type);
  }
  return std::max(kNnuePieces - present, 0);
}

/// Rows that go and come, handed to a kernel in groups.
class RowChanges {
 public:
  RowChanges(const NnueNetwork& network, const NnueKernel& kernel, std::int16_t* values)
      : network_(network), kernel_(kernel), values_(values) {}
  void remove(int input) {
    removed_[removed_count_++] = network_.row(input);
    if (removed_count_ == removed_.size()) flush();
  }
  void add(int input) {
    added_[added_count_++] = network_.row(input);
    if (added_count_ == added_.size()) flush();
  }
  void flush() {
    kernel_.update(values_, values_, NnueRows(removed_.data(), removed_count_),
                   NnueRows(added_.data(), added_count_));
    removed_count_ = 0;
    added_count_ = 0;
  }

 private:
  const NnueNetwork& network_;
  const NnueKernel& kernel_;
  std::int16_t* values_;
  std::size_t removed_count_ = 0;
  std::size_t added_count_ = 0;
  std::array<const std::byte*, 48> removed_;
  std::array<const std::byte*, 48> added_;
};

}  // namespace

/// An accumulator of one view and the pieces that it counts.
struct NnueState::Cached {
  alignas(64) Values values;
  std::array<Bitboard, 2> by_color{};
  std::array<Bitboard, shogi::kPieceTypeCount> by_type{};
  std::array<Hand, 2> hands{};
  std::array<Square, 2> kings{};  // K-P only
  int absent = 0;
};

NnueState::NnueState(std::shared_ptr<const NnueNetwork> network, int fv_scale,
                     const NnueKernel& kernel)
    : network_(std::move(network)),
      kernel_(&kernel),
      fv_scale_(fv_scale),
      half_kp_(network_->kind() == NnueKind::kHalfKp),
      mirrored_(is_mirrored_shape(network_->kind())),
      stack_(kFirstDepth) {
  assert(fv_scale >= 1);
  Cached empty;
  read_biases(*network_, empty.values);
  cache_.assign(half_kp_ ? std::size_t{2} * shogi::kSquareCount : 4, empty);
  reset();
}

NnueState::~NnueState() = default;
NnueState::NnueState(NnueState&&) noexcept = default;
NnueState& NnueState::operator=(NnueState&&) noexcept = default;

void NnueState::reset() {
  top_ = 0;
  stack_.front().computed = {};
  stack_.front().from_cache = {true, true};
}

void NnueState::Accumulator::remove(int black_view, int white_view) {
  removed[0][removed_count] = static_cast<std::uint16_t>(black_view);
  removed[1][removed_count] = static_cast<std::uint16_t>(white_view);
  ++removed_count;
}

void NnueState::Accumulator::add(int black_view, int white_view) {
  added[0][added_count] = static_cast<std::uint16_t>(black_view);
  added[1][added_count] = static_cast<std::uint16_t>(white_view);
  ++added_count;
}

void NnueState::push(const shogi::Position& before, shogi::BareMove move) {
  if (++top_ == stack_.size()) stack_.resize(2 * stack_.size());
  Accumulator& next = stack_[top_];
  next.computed = {};
  next.from_cache = {};
  next.removed_count = 0;
  next.added_count = 0;
  const bool black = is_mirrored_now(Color::kBlack, before.king(Color::kBlack));
  const bool white = is_mirrored_now(Color::kWhite, before.king(Color::kWhite));
  const auto remove = [&](Piece piece, Square square) {
    next.remove(board_input(Color::kBlack, black, piece, square),
                board_input(Color::kWhite, white, piece, square));
  };
  const auto add = [&](Piece piece, Square square) {
    next.add(board_input(Color::kBlack, black, piece, square),
             board_input(Color::kWhite, white, piece, square));
  };
  const Color us = before.side_to_move();
  const Square to = move.to();
  if (move.is_drop()) {
    const PieceType type = move.dropped();
    const int nth = before.hand(us).count(type) - 1;
    next.remove(hand_input(Color::kBlack, us, type, nth), hand_input(Color::kWhite, us, type, nth));
    add(Piece(us, type), to);
    return;
  }
  const Piece moving = before.piece_at(move.from());
  const Piece captured = before.piece_at(to);
  if (!captured.empty()) {
    const PieceType type = unpromote(captured.type());
    const int nth = before.hand(us).count(type);
    remove(captured, to);
    next.add(hand_input(Color::kBlack, us, type, nth), hand_input(Color::kWhite, us, type, nth));
  }
  if (moving.type() != PieceType::kKing || mirrored_) {
    if (moving.type() == PieceType::kKing &&
        is_mirrored_now(us, to) != (us == Color::kBlack ? black : white)) {
      next.from_cache[slot_of(us)] = true;
    }
    remove(moving, move.from());
    add(move.promotes() ? Piece(us, promote(moving.type())) : moving, to);
  } else if (half_kp_) {
    next.from_cache[slot_of(us)] = true;
  } else {
    next.remove(king_input(Color::kBlack, us, move.from()),
                king_input(Color::kWhite, us, move.from()));
    next.add(king_input(Color::kBlack, us, to), king_input(Color::kWhite, us, to));
  }
}

int NnueState::evaluate(const shogi::Position& position) {
  if (mirrored_) {
    // With the usual fv_scale as it was trained.
    constexpr std::int64_t kOne = std::int64_t{kMirroredOne} * kMirroredWeightOne;
    const std::int64_t score = std::int64_t{output(position)} * kMirroredScore * kUsualFvScale;
    return static_cast<int>(
        std::clamp<std::int64_t>(score / (kOne * fv_scale_), -kLargestScore, kLargestScore));
  }
  return std::clamp(output(position) / fv_scale_, -kLargestScore, kLargestScore);
}

std::int32_t NnueState::output(const shogi::Position& position) {
  bring_up_to_date(Color::kBlack, position);
  bring_up_to_date(Color::kWhite, position);
  const Accumulator& now = stack_[top_];
  const Color mover = position.side_to_move();
  if (mirrored_) {
    const std::int32_t sum = kernel_->sum_squares(
        now.values[slot_of(mover)].data(), now.values[slot_of(~mover)].data(), network_->layers());
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum / kMirroredOne) +
                                     static_cast<std::uint32_t>(network_->layers().bias3));
  }
  return kernel_->propagate(now.values[slot_of(mover)].data(), now.values[slot_of(~mover)].data(),
                            network_->layers());
}

int NnueState::king_part(Color view, Square king) const {
  return half_kp_ ? kNnuePieceInputs * seen_square(view, king_or_home(king, view)) : 0;
}

bool NnueState::is_mirrored_now(Color view, Square king) const {
  return mirrored_ && is_mirrored(view, king);
}

int NnueState::board_input(Color view, bool mirrored, Piece piece, Square square) const {
  return mirrored_ ? mirrored_input(view, mirrored, piece, square)
                   : board_index(view, piece, square);
}

int NnueState::hand_input(Color view, Color owner, PieceType type, int nth) const {
  return mirrored_ ? mirrored_hand_input(view, owner, type, nth)
                   : hand_index(view, owner, type, nth);
}

void NnueState::bring_up_to_date(Color view, const shogi::Position& position) {
  const std::size_t v = slot_of(view);
  std::size_t known = top_;
  while (!stack_[known].computed[v]) {
    if (stack_[known].from_cache[v]) {
      from_cache(view, position, stack_[top_].values[v]);
      stack_[top_].computed[v] = true;
      return;
    }
    --known;  // the first has one of the two
  }
  const int part = king_part(view, position.king(view));
  for (; known < top_; ++known) apply(stack_[known], stack_[known + 1], v, part);
}

void NnueState::apply(const Accumulator& before, Accumulator& after, std::size_t view,
                      int king_part) const {
  std::array<const std::byte*, 2> removed;
  std::array<const std::byte*, 2> added;
  for (std::size_t i = 0; i < removed.size(); ++i) {
    removed[i] = network_->row(king_part + after.removed[view][i]);
    added[i] = network_->row(king_part + after.added[view][i]);
  }
  kernel_->update(after.values[view].data(), before.values[view].data(),
                  NnueRows(removed.data(), after.removed_count),
                  NnueRows(added.data(), after.added_count));
  after.computed[view] = true;
}

NnueState::Cached& NnueState::cached(Color view, Square king) {
  if (!half_kp_) return cache_[2 * slot_of(view) + (is_mirrored_now(view, king) ? 1 : 0)];
  const auto seen = static_cast<std::size_t>(seen_square(view, king_or_home(king, view)));
  return cache_[slot_of(view) * shogi::kSquareCount + seen];
}

void NnueState::from_cache(Color view, const shogi::Position& position, Values& out) {
  Cached& cache = cached(view, position.king(view));
  const int part = king_part(view, position.king(view));
  const bool mirrored = is_mirrored_now(view, position.king(view));
  RowChanges changes(*network_, *kernel_, cache.values.data());
  for (int t = index(PieceType::kPawn); t < shogi::kPieceTypeCount; ++t) {
    const auto type = static_cast<PieceType>(t);
    if (type == PieceType::kKing && !mirrored_) continue;
    const Bitboard was = cache.by_type[static_cast<std::size_t>(t)];
    const Bitboard is = position.pieces(type);
    for (const Color color : shogi::kColors) {
      const Bitboard before = was & cache.by_color[slot_of(color)];
      const Bitboard now = is & position.pieces(color);
      if (before == now) continue;
      const Piece piece(color, type);
      before.without(now).for_each([&](Square square) {
        changes.remove(part + board_input(view, mirrored, piece, square));
      });
      now.without(before).for_each(
          [&](Square square) { changes.add(part + board_input(view, mirrored, piece, square)); });
    }
    cache.by_type[static_cast<std::size_t>(t)] = is;
  }
  for (const Color color : shogi::kColors) {
    cache.by_color[slot_of(color)] = position.pieces(color);
    const Hand before = std::exchange(cache.hands[slot_of(color)], position.hand(color));
    const Hand now = position.hand(color);
    if (before == now) continue;
    for (const PieceType type : shogi::kHandTypes) {
      for (int nth = now.count(type); nth < before.count(type); ++nth) {
        changes.remove(part + hand_input(view, color, type, nth));
      }
      for (int nth = before.count(type); nth < now.count(type); ++nth) {
        changes.add(part + hand_input(view, color, type, nth));
      }
    }
  }
  const int absent = mirrored_ ? 0 : absent_pieces(position);
  for (int i = absent; i < cache.absent; ++i) changes.remove(part);
  for (int i = cache.absent; i < absent; ++i) changes.add(part);
  cache.absent = absent;
  if (!half_kp_ && !mirrored_) {
    for (const Color color : shogi::kColors) {
      const Square now = king_or_home(position.king(color), color);
      const Square before = std::exchange(cache.kings[slot_of(color)], now);
      if (before == now) continue;
      if (before.valid()) changes.remove(king_input(view, color, before));
      changes.add(king_input(view, color, now));
    }
  }
  changes.flush();
  kernel_->update(out.data(), cache.values.data(), {}, {});
}

}  // namespace gougi::eval
