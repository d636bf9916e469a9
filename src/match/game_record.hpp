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
inline constexpr int kReasonCount = 15;
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
  shogi::Move move;
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
  shogi::Position start = shogi::Position::start();
  std::vector<MoveRecord> moves;
  Ending ending;
  std::string began;  ///< UTC, "2026-01-31T12:00:00Z"
  base::Milliseconds lasted{0};
  shogi::FreezeState freezes;  ///< at the start; plain: ordinary shogi

  /// For engine `black` or `white`.
  Points points_of_engine(std::size_t engine) const {
    return points_of(ending.result, engine == black ? shogi::Color::kBlack : shogi::Color::kWhite);
  }
};

/// The game that the record tells of; an error if a move is not legal.
base::Result<shogi::Game> replay(const GameRecord& record);

}  // namespace gougi::match
