// SPDX-License-Identifier: MIT
// A match in words: one line while it runs, some lines when it is over. Pure text; prints nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/language.hpp"
#include "match/sprt.hpp"
#include "match/standing.hpp"

namespace gougi::match {

struct ProgressFacts {
  std::vector<std::string> names;  ///< of the engines
  std::uint64_t games = 0;         ///< in all
  std::optional<SprtSettings> sprt;
  std::uint64_t played_now = 0;   ///< since this run began
  base::Milliseconds running{0};  ///< of this run
  std::string_view first_side = "Black";
  /// Of the test over the pairs in their order; nothing: over those that there are.
  std::optional<SprtState> in_order{};
  std::vector<Anchor> anchors{};  ///< engines whose rating is known
};

/// "12/100 games  A 7.5-4.5 B  Elo +89 ± 160  LOS 87 %  LLR 0.41 (-2.94 2.94)  0.46/s, 0:03:10
/// left"; with more than two engines the leader instead of the score. At most some 150 characters,
/// in the language that is spoken.
std::string progress_line(const Standing& standing, const ProgressFacts& facts);

/// "game 3: A 1-0 B, mate after 113 moves", Black's name first; likewise.
std::string game_line(const GameRecord& game, const ProgressFacts& facts);

/// Score, Elo, test, ratings, how games ended, who made which faults, how long each engine took for
/// its moves and how much of that passed outside it; each line with its end.
std::string summary(const Standing& standing, const ProgressFacts& facts,
                    base::Language language = base::spoken());

/// The value and its error: "+12.3 ± 4.5", "+300.0 (above +100.0)" where one bound is missing,
/// "+12.3 ± ?" where both are, "?" where the value itself is not known.
std::string elo_text(const Interval& elo, base::Language language = base::Language::kEnglish);
/// "+12.3", "-4.5"; nought is "+0.0".
std::string signed_text(double value);
/// What stands behind ±: "4.5", or "?" where nothing is known.
std::string error_text(double error);
/// "7.5-4.5" of wins and draws.
std::string score_text(const Trinomial& games);

}  // namespace gougi::match
