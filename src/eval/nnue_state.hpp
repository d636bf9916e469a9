// SPDX-License-Identifier: MIT
// A network's view of the game that one thread searches: a stack of accumulators, one for each move
// made, brought up to date only when a position is evaluated. Most moves change two to four of the
// transformer's inputs; where a king moves in HalfKP all inputs of its view change, and a cache of
// the last accumulator for each king square is brought up to date instead (Finny tables, Koivisto
// 2022). For one thread; any number of states may share a network.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/nnue_kernel.hpp"
#include "eval/nnue_network.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

/// What a network's output is divided by, as its file does not tell. Some networks want 24.
inline constexpr int kUsualFvScale = 16;

class NnueState {
 public:
  /// `fv_scale` is at least 1.
  explicit NnueState(std::shared_ptr<const NnueNetwork> network, int fv_scale = kUsualFvScale,
                     const NnueKernel& kernel = fastest_nnue_kernel());
  ~NnueState();
  NnueState(NnueState&&) noexcept;
  NnueState& operator=(NnueState&&) noexcept;

  /// Forgets all moves; the next position may be any.
  void reset();
  /// Before `move`, which is legal in `before`, is made. A null move changes nothing here and is
  /// neither pushed nor popped.
  void push(const shogi::Position& before, shogi::BareMove move);
  /// After the last move pushed was taken back.
  void pop() { --top_; }

  /// For the side to move, within kLargestScore. `position` must be where the moves pushed since
  /// reset() have led, passes aside. A handicap's missing pieces and missing kings are no error
  /// (nnue_features.hpp tells what they count as).
  int evaluate(const shogi::Position& position);
  /// The same before division and clamping.
  std::int32_t output(const shogi::Position& position);

  const NnueNetwork& network() const { return *network_; }
  int fv_scale() const { return fv_scale_; }

 private:
  using Values = std::array<std::int16_t, kNnueWidth>;

  struct Accumulator {
    alignas(64) std::array<Values, 2> values;  // by view
    std::array<bool, 2> computed{};
    // Its view's king moved (mirrored: to the other side), or nothing is known of what was before.
    std::array<bool, 2> from_cache{};
    // What the move changed, as inputs of each view (HalfKP: but for the king's part).
    std::uint8_t removed_count = 0;
    std::uint8_t added_count = 0;
    std::array<std::array<std::uint16_t, 2>, 2> removed{};
    std::array<std::array<std::uint16_t, 2>, 2> added{};

    void remove(int black_view, int white_view);
    void add(int black_view, int white_view);
  };
  struct Cached;

  void bring_up_to_date(shogi::Color view, const shogi::Position& position);
  void apply(const Accumulator& before, Accumulator& after, std::size_t view, int king_part) const;
  void from_cache(shogi::Color view, const shogi::Position& position, Values& out);
  int king_part(shogi::Color view, shogi::Square king) const;
  bool is_mirrored_now(shogi::Color view, shogi::Square king) const;
  int board_input(shogi::Color view, bool mirrored, shogi::Piece piece, shogi::Square square) const;
  int hand_input(shogi::Color view, shogi::Color owner, shogi::PieceType type, int nth) const;
  Cached& cached(shogi::Color view, shogi::Square king);

  std::shared_ptr<const NnueNetwork> network_;
  const NnueKernel* kernel_;
  int fv_scale_;
  bool half_kp_;
  bool mirrored_;
  std::size_t top_ = 0;
  std::vector<Accumulator> stack_;
  // By view and, in HalfKP, by king square, in the mirrored kind by what is_mirrored says.
  std::vector<Cached> cache_;
};

}  // namespace gougi::eval
