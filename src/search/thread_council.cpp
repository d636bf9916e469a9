// SPDX-License-Identifier: MIT
#include "search/thread_council.hpp"

#include <algorithm>

namespace gougi::search {
namespace {

/// Much larger steps make threads whose entries in the table mislead the others; much smaller ones
/// make no other tree. Set by hand.
struct Variation {
  int margins = 100;    ///< percent of what a node or a move must be short of to be given up
  int reduction = 0;    ///< of late moves, more, in 1024ths of a ply
  int null_move = 0;    ///< reduction behind a pass, more, in 1024ths of a ply
  int order_check = 0;  ///< quiet checks come so much earlier
};
constexpr std::array<Variation, kVariations> kVariationTable{
    {{}, {120, -256, 0, 0}, {85, 256, 0, 0}, {100, 0, -768, 4000}}};

constexpr std::array kMargins{
    &Tuning::futility_margin,  &Tuning::razoring_base,  &Tuning::razoring_depth,
    &Tuning::probcut_margin,   &Tuning::late_moves,     &Tuning::late_moves_depth,
    &Tuning::capture_exchange, &Tuning::quiet_exchange, &Tuning::history_pruning,
    &Tuning::move_futility,    &Tuning::delta_margin,   &Tuning::move_futility_depth};

}  // namespace

Tuning varied(const Tuning& tuning, std::size_t number) {
  const Variation& variation = kVariationTable[number];
  Tuning result = tuning;
  for (int Tuning::*const margin : kMargins)
    result.*margin = tuning.*margin * variation.margins / 100;
  result.reduction_base += variation.reduction;
  result.null_move_base += variation.null_move;
  result.order_check += variation.order_check;
  for (const Tunable& row : kTunables) {
    result.*row.number = std::clamp(result.*row.number, row.least, row.most);
  }
  return result;
}

}  // namespace gougi::search
