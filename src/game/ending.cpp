// SPDX-License-Identifier: MIT
#include "game/ending.hpp"

#include <array>
#include <cstddef>

namespace gougi::game {
namespace {

constexpr std::array<std::string_view, kReasonCount> kReasonTexts{"mate",
                                                                  "resignation",
                                                                  "declaration",
                                                                  "repetition",
                                                                  "perpetual check",
                                                                  "home",
                                                                  "no move",
                                                                  "illegal move",
                                                                  "wrong declaration",
                                                                  "max plies",
                                                                  "agreed loss",
                                                                  "agreed draw",
                                                                  "proven mate",
                                                                  "time",
                                                                  "crash",
                                                                  "hang",
                                                                  "not ready"};

}  // namespace

std::string_view to_text(Reason reason) { return kReasonTexts[static_cast<std::size_t>(reason)]; }

std::optional<Reason> reason_from_text(std::string_view text) {
  for (std::size_t i = 0; i < kReasonTexts.size(); ++i) {
    if (kReasonTexts[i] == text) return static_cast<Reason>(i);
  }
  return std::nullopt;
}

bool is_fault(Reason reason) {
  return reason == Reason::kIllegalMove || reason == Reason::kWrongDeclaration ||
         reason >= Reason::kTime;
}

}  // namespace gougi::game
