// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a file of openings. Used by the fuzzer
// (openings_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "fuzz/bytes_file.hpp"
#include "fuzz/said.hpp"
#include "match/openings.hpp"

namespace gougi::fuzz {

/// All openings of a file can be played, and leave something to play.
inline std::string check_openings_file(const std::filesystem::path& file, const game::Rules& rules,
                                       int plies, std::uint64_t seed) {
  const auto openings = match::Openings::from_file(file, plies, seed, rules, 40);
  if (!openings) return is_said_well(openings.error().message) ? "" : "a bad complaint";
  if (openings->count() == 0) return "a file without openings";
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(openings->count() + 1, 20); ++i) {
    const game::Game game = openings->game(i);
    if (plies >= 0 && game.moves().size() > static_cast<std::size_t>(plies)) {
      return "an opening that is too long";
    }
    if (game.position().is_lost()) return "an opening that is lost";
  }
  return "";
}

/// What was broken by `bytes`, or nothing: as lines, of either game, and as a record.
inline std::string check_openings(std::string_view bytes) {
  return check_as_file(bytes, [](const std::filesystem::path& file) {
    const game::Rules& shogi = game::shogi_rules();
    std::string broken = check_openings_file(file, shogi, -1, 1);
    if (broken.empty()) broken = check_openings_file(file, shogi, 3, 0);
    if (broken.empty()) broken = check_openings_file(file, game::pyonpyon_rules(), -1, 1);
    for (const char* const ending : {".kif", ".csa", ".jkf"}) {
      if (!broken.empty()) break;
      const std::filesystem::path record = file.string() + ending;
      std::error_code ignored;
      std::filesystem::copy_file(file, record, ignored);
      broken = check_openings_file(record, shogi, -1, 0);
      std::filesystem::remove(record, ignored);
    }
    return broken;
  });
}

}  // namespace gougi::fuzz
