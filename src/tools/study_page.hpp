// SPDX-License-Identifier: MIT
// A study of councils for people: as text, and as one HTML page that needs neither network nor
// script. Pure functions; used by study_command.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/language.hpp"
#include "match/strength.hpp"
#include "study/consensus_study.hpp"

namespace gougi::tools {

/// What a council gained over one of its members that played in the same match.
struct CouncilGain {
  std::string council;
  std::string member;
  match::Interval elo;       ///< of the difference
  double superiority = 0.5;  ///< probability that the council is stronger
  bool is_best = false;      ///< of its members that played, the strongest
};

struct StudyFacts {
  std::vector<std::string> files;
  std::uint64_t nodes = 0;  ///< of the judge; 0: nothing was judged
  study::StudyResult result;
  base::Text not_judged{"nothing", "なし"};  ///< why no decision was, if none was
  std::vector<CouncilGain> gains;
  std::vector<std::string> absent;  ///< members that played in no match
};

std::string study_text(const StudyFacts& facts);
std::string study_html(const StudyFacts& facts);

}  // namespace gougi::tools
