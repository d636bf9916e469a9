// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a table of ぴょんぴょん. Used by the fuzzer
// (solved_game_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"
#include "pyonpyon/table_file.hpp"

namespace gougi::fuzz {

/// A table that is taken answers for every position of its game, and names none but legal moves.
inline std::string check_solved_game_file(const std::filesystem::path& file) {
  const auto game = pyonpyon::SolvedGame::read(file);
  if (!game) return is_said_well(game.error().message) ? "" : "a bad complaint";
  const pyonpyon::Numbering numbering(game->pieces_each());
  constexpr std::uint32_t kAsked = 1000;
  const std::uint32_t step = std::max<std::uint32_t>(numbering.count() / kAsked, 1);
  for (std::uint32_t number = 0; number < numbering.count(); number += step) {
    const pyonpyon::Position position = numbering.position_of(number);
    pyonpyon::MoveList legal;
    pyonpyon::generate(position, legal);
    for (const pyonpyon::Move move : pyonpyon::best_moves(*game, position).moves) {
      if (std::ranges::find(legal, move) == legal.end()) return "a best move that is not legal";
    }
  }
  return "";
}

/// What was broken by `bytes`, or nothing: as they are, and behind the title of a table of one
/// piece a side with as many decided positions as the first two bytes say.
inline std::string check_solved_game(std::string_view bytes) {
  if (auto broken = check_as_file(bytes, check_solved_game_file); !broken.empty()) return broken;
  if (bytes.size() < 2) return "";
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const std::string title = "gougi pyonpyon table 1, pieces 1, decided " +
                            std::to_string(byte(0) + (byte(1) << 8U)) + "\n";
  return check_as_file(title + std::string(bytes.substr(2)), check_solved_game_file);
}

}  // namespace gougi::fuzz
