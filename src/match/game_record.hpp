// SPDX-License-Identifier: MIT
// A finished game as a value: who, from where, every move with its time and score, how it ended.
// What the server makes, the store keeps, the reports read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "match/tally.hpp"
#include "shogi/game.hpp"
#include "usi/score.hpp"

namespace gougi::match {

class Rules;
/// They live for ever.
const Rules& shogi_rules();

enum class Result : std::uint8_t { kBlackWins, kWhiteWins, kDraw };
constexpr Result win_of(shogi::Color color) {
  return color == shogi::Color::kBlack ? Result::kBlackWins : Result::kWhiteWins;
}
/// For `side`.
constexpr Points points_of(Result result, shogi::Color side) {
  if (result == Result::kDraw) return Points::kDraw;
  return result == win_of(side) ? Points::kWin : Points::kLoss;
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
std::optional<Reason> reason_from_text(std::string_view text);
/// Whether an engine did what an engine must not.
bool is_fault(Reason reason);

struct Ending {
  Result result = Result::kDraw;
  Reason reason = Reason::kMaxPlies;
  std::string detail;  ///< e.g. the illegal move, or how the process ended; often empty
  friend bool operator==(const Ending&, const Ending&) = default;
};

struct MoveRecord {
  shogi::BareMove move;
  bool from_opening = false;
  base::Milliseconds took{0};
  std::optional<usi::Score> score;  ///< the mover's view; the last it said
  int depth = 0;                    ///< 0: not said
  std::int64_t nodes = 0;           ///< 0: not said
  std::string note;  ///< `info string` lines before the move, joined by line feeds; a relay's votes
  shogi::PieceType freeze = shogi::PieceType::kNone;  ///< declared with the move
  friend bool operator==(const MoveRecord&, const MoveRecord&) = default;
};

struct GameRecord {
  std::uint64_t number = 0;
  std::uint64_t opening = 0;
  std::size_t black = 0;  ///< engine, from 0
  std::size_t white = 0;
  const Rules* rules = &shogi_rules();  ///< of the game that was played; they live for ever
  shogi::Position start = shogi::Position::start();
  std::vector<MoveRecord> moves;
  Ending ending;
  std::string began;  ///< UTC, "2026-01-31T12:00:00Z"
  base::Milliseconds lasted{0};
  shogi::FreezeState freezes;  ///< at the start; plain: ordinary shogi
  /// Of another game: how its rules write where it began, and who moved there. Empty: shogi.
  std::string other_start;
  shogi::Color other_first = shogi::Color::kBlack;

  shogi::Color first_mover() const {
    return other_start.empty() ? start.side_to_move() : other_first;
  }
  /// For engine `black` or `white`.
  Points points_of_engine(std::size_t engine) const {
    return points_of(ending.result, engine == black ? shogi::Color::kBlack : shogi::Color::kWhite);
  }
};

/// The game of shogi that the record tells of; an error if a move is not legal.
base::Result<shogi::Game> replay(const GameRecord& record);

}  // namespace gougi::match
