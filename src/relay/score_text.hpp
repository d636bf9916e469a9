// SPDX-License-Identifier: MIT
// A score in words of a vote: in the table of votes and wherever else a person reads it. What a GUI
// parses is usi::to_string.
#pragma once

#include <string>

#include "usi/score.hpp"

namespace gougi::relay {

enum class PlusSign : bool { kOmitted, kWritten };  ///< of centipawns; a mate always has its sign

/// "23", "≥ 23" of a lower bound, "≤ 4" of an upper one, "mate +5"; in Japanese "詰み +5手". With
/// kWritten "+23", "≥ +23".
std::string score_text(const usi::Score& score, bool japanese, PlusSign plus = PlusSign::kOmitted);

/// How far a score has moved: "22", "≥ 22" or "≤ 22" where a bound says no more than that; "" where
/// the two bounds say nothing of it, or one is a mate.
std::string change_text(const usi::Score& before, const usi::Score& now);

}  // namespace gougi::relay
