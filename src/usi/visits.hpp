// SPDX-License-Identifier: MIT
// How often a tree search (MCTS) has visited a move, as engines print it for people: USI has no
// word for it. Reads a line's text and nothing else; whether the move is legal is for others.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gougi::usi {

/// A view into the text that was read.
struct VisitsView {
  std::string_view move;
  std::int64_t visits = 0;  ///< >= 0
  friend bool operator==(const VisitsView&, const VisitsView&) = default;
};

/// Either of
///   7g7f  (1234) N:     800 (+ 0) (P: 13.95%) (Q:  0.05210) …   an info string, Lc0's
///       VerboseMoveStats and engines made of it;
///   0:7g7f move_count:800 nnrate:0.1395 win_rate:0.5521         a bare line, dlshogi's debug
///       messages.
/// Nothing if `text` is neither. Allocates nothing.
std::optional<VisitsView> parse_visits(std::string_view text);

}  // namespace gougi::usi
