// SPDX-License-Identifier: MIT
#include "match/game_record.hpp"

#include <array>

namespace gougi::match {
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

base::Result<shogi::Game> replay(const GameRecord& record) {
  const auto start = shogi::FreezePosition::from(record.start, record.freezes);
  if (!start)
    return base::fail("game " + std::to_string(record.number) + ": " + start.error().message);
  shogi::Game game(*start);
  for (const MoveRecord& move : record.moves) {
    if (const auto played = game.play(move.move); !played) {
      return base::fail("game " + std::to_string(record.number) + ": " + played.error().message);
    }
  }
  return game;
}

}  // namespace gougi::match
