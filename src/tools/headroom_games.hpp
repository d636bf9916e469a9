// SPDX-License-Identifier: MIT
// The games that `gougi study --headroom` draws positions from: records, files of matches, and
// files of openings. Used by headroom_command.cpp only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/result.hpp"
#include "study/position_lot.hpp"

namespace gougi::tools {

struct HeadroomGames {
  std::vector<study::LotGame> games;
  std::size_t freeze_games = 0;  ///< left out
};

/// The files' games in their order, of each its first 2000 moves. The error names the file, and
/// the line where there is one.
base::Result<HeadroomGames> read_headroom_games(const std::vector<std::filesystem::path>& files);

}  // namespace gougi::tools
