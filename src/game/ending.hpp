// SPDX-License-Identifier: MIT
// How a game ended, and why: by its rules, by who conducts it, or by an engine's fault. Values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/language.hpp"
#include "shogi/types.hpp"

namespace gougi::game {

enum class Result : std::uint8_t { kBlackWins, kWhiteWins, kDraw };
constexpr Result win_of(shogi::Color color) {
  return color == shogi::Color::kBlack ? Result::kBlackWins : Result::kWhiteWins;
}

/// Why a game is over. Of those down to kWrongDeclaration a move or the rules are the cause, then
/// come the server's decisions, then an engine's faults.
enum class Reason : std::uint8_t {
  kMate,  ///< no legal move
  kResignation,
  kDeclaration,     ///< 入玉宣言
  kRepetition,      ///< 千日手
  kPerpetualCheck,  ///< 連続王手の千日手: who checked has lost
  kHome,            ///< all pieces are home, in a game that is won so
  kNoMove,          ///< no legal move, in a game without check
  kIllegalMove,
  kWrongDeclaration,
  kMaxPlies,
  kAgreedLoss,  ///< both engines saw one side lost for long enough
  kAgreedDraw,
  kProvenMate,  ///< the solver proved that the side to move mates
  kTime,
  kCrash,
  kHang,      ///< no answer long after the time was up
  kNotReady,  ///< did not start, or not get ready
};
inline constexpr int kReasonCount = 17;
/// Lower-case words, such as "illegal move"; what the store and the reports say.
std::string_view to_text(Reason reason);
/// What a person is told: "投了".
base::Text words_of(Reason reason);

std::optional<Reason> reason_from_text(std::string_view text);
/// Whether an engine did what an engine must not.
bool is_fault(Reason reason);

struct Ending {
  Result result = Result::kDraw;
  Reason reason = Reason::kMaxPlies;
  std::string detail;  ///< e.g. the illegal move, or how the process ended; often empty
  friend bool operator==(const Ending&, const Ending&) = default;
};

}  // namespace gougi::game
