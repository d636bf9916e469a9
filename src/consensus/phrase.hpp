// SPDX-License-Identifier: MIT
// Why a decision fell, in both languages. Used by the strategies to fill in Decided; moves are not
// named in it (this room writes no notation), engines go by their numbers, or by their names where
// a rule is told them (Facts::members).
#pragma once

#include <string>
#include <string_view>

#include "consensus/council.hpp"

namespace gougi::consensus {

struct Phrase {
  std::string en;
  std::string ja;
};

/// "53.2%"
std::string percent(double win_rate);
/// "≥ " of a lower bound, "≤ " of an upper one, else "".
std::string_view inequality(usi::Bound bound);
/// "53.2%" and "勝率53.2%"; "mate in 5" and "5手詰"; "mated in 4" and "4手で被詰". Of a bound
/// "≥ 53.2%" and "勝率≥ 53.2%".
Phrase worth(const usi::Score& score, const Scale& scale);
/// What the configuration calls this engine: its name, else "engine 2" and "エンジン2".
Phrase name_of(const Council& council, int number);
/// A number as short as it can be: "2.5", "3".
std::string short_number(double value);

/// This voter's ballot is played, and why.
Decided decided(int voter, Phrase why);
/// This voter's ballot is played because no ballot has a score.
Decided without_values(const Voter& first);

}  // namespace gougi::consensus
