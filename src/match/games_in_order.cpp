// SPDX-License-Identifier: MIT
#include "match/games_in_order.hpp"

namespace gougi::match {

GamesInOrder::GamesInOrder(const std::vector<Store*>& stores) {
  for (Store* const store : stores) rows_.emplace_back(*store);
}

base::Result<bool> GamesInOrder::next() {
  const bool is_first = !has_begun_;
  const std::uint64_t before = is_first ? 0 : row().head().number;
  // A double is compared with the first of its number, which must not be left before.
  if (is_first) {
    has_begun_ = true;
    for (GameRows& rows : rows_) {
      const auto there = rows.next();
      if (!there) return tl::unexpected(there.error());
      has_row_.push_back(*there);
    }
  } else {
    std::optional<std::size_t> twin;
    for (std::size_t i = at_ + 1; i < rows_.size() && !twin; ++i) {
      if (has_row_[i] && rows_[i].head().number == before) twin = i;
    }
    if (twin) differs_ = !rows_[at_].has_moves_of(rows_[*twin]);
    const auto there = rows_[at_].next();
    if (!there) return tl::unexpected(there.error());
    has_row_[at_] = *there;
  }
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!has_row_[i]) continue;
    if (!least || rows_[i].head().number < rows_[*least].head().number) least = i;
  }
  if (!least) return false;
  at_ = *least;
  is_double_ = !is_first && row().head().number == before;
  if (!is_double_) differs_ = false;
  return true;
}

TestInOrder::TestInOrder(const SprtSettings& settings)
    : settings_(settings), state_(sprt(settings_, observations(pairs_))) {}

void TestInOrder::add(std::uint64_t number, Points points) {
  if (number != next_ || deciding_pair_) return;
  ++next_;
  if (number % 2 == 0) {
    half_ = points;
    return;
  }
  pairs_.add(half_, points);
  state_ = sprt(settings_, observations(pairs_));
  if (state_.verdict != SprtVerdict::kGoOn) deciding_pair_ = number / 2;
}

}  // namespace gougi::match
