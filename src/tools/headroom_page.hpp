// SPDX-License-Identifier: MIT
// The headroom of a council for people: as text, and as one HTML page that needs neither network
// nor script. Pure functions; used by headroom_command.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "study/headroom.hpp"
#include "study/headroom_lines.hpp"

namespace gougi::tools {

struct HeadroomFacts {
  study::HeadroomOrder order;
  study::HeadroomResult result;
  std::size_t left_out = 0;  ///< positions at which an engine failed
  /// Who judged before, with how many nodes; nothing: there is one judge alone.
  std::optional<study::HeadroomOrder> first;
};

std::string headroom_text(const HeadroomFacts& facts);
std::string headroom_html(const HeadroomFacts& facts);

}  // namespace gougi::tools
