// SPDX-License-Identifier: MIT
// The games that `gougi analyse` was named, read from their records in an order that is always the
// same, so that a game's number says which it is. Analyses nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "notation/record.hpp"
#include "shogi/game.hpp"
#include "tools/analyse_order.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::tools {

struct AnalysedGame {
  std::string name;  ///< of its results, without an ending; no two have the same
  notation::Record record;
  shogi::Game game;
  std::shared_ptr<const GameLine> line;
  /// To behind the council's move, by the number of a move that seems a fault.
  std::map<std::size_t, std::shared_ptr<const GameLine>> better;
};

/// The files that were named, and the records in the folders that were, by name; each once, however
/// often it was named. Those of `order.out` are results. `complain` is told of a folder that cannot
/// be read.
std::vector<std::filesystem::path> record_files(
    const AnalyseOrder& order, const std::function<void(const std::string&)>& complain);

/// Hands `take` each game of `files`, with its number, which counts from 0; gives how many there
/// are. `complain` is told of what holds none.
std::uint64_t read_analysed_games(const std::vector<std::filesystem::path>& files,
                                  const AnalyseOrder& order,
                                  const std::function<void(const std::string&)>& complain,
                                  const std::function<void(std::uint64_t, AnalysedGame&&)>& take);

}  // namespace gougi::tools
