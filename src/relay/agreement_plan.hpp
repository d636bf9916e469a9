// SPDX-License-Identifier: MIT
// What the agreement clock (agreement_clock.hpp) makes of a move's time: a value, as it is shown
// and recorded.
#pragma once

#include "base/clock.hpp"

namespace gougi::relay {

struct AgreementPlan {
  base::Milliseconds usual{0};    ///< without it
  base::Milliseconds most{0};     ///< it can come to, and what voters are told
  base::Milliseconds planned{0};  ///< as of the last that was heard: all are stopped then
  double disagreement = 0;        ///< 0..1
  double instability = 0;         ///< 0..1
  bool stopped = false;           ///< they were; else the move was decided otherwise
  friend bool operator==(const AgreementPlan&, const AgreementPlan&) = default;
};

}  // namespace gougi::relay
