// SPDX-License-Identifier: MIT
// The legal beginning of a line of thought whose next words mostly begin like the last ones, as
// those of a search do: what has been looked at is not looked at again. Values only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relay/position_lines.hpp"

namespace gougi::relay {

class LegalLine {
 public:
  /// The longest legal beginning of a pv's words, at most so many moves, from this position, which
  /// is the same in all calls. Valid until the next one.
  const std::vector<usi::Move>& take(const game::Position& position, std::string_view words,
                                     std::size_t most);

 private:
  std::size_t known(std::string_view words) const;

  std::string words_;
  std::vector<usi::Move> moves_;
  std::vector<std::size_t> ends_;  ///< of the moves' words in words_
};

}  // namespace gougi::relay
