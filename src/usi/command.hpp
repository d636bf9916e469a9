// SPDX-License-Identifier: MIT
// GUI -> engine: every USI command as a value, with parse and format. Used by the relay for what
// its GUI says and for what it says to its children, and by the bundled engines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "notation/freeze.hpp"
#include "usi/limits.hpp"
#include "usi/move.hpp"

namespace gougi::usi {

struct UsiCommand {
  friend bool operator==(const UsiCommand&, const UsiCommand&) = default;
};
struct IsReadyCommand {
  friend bool operator==(const IsReadyCommand&, const IsReadyCommand&) = default;
};
struct NewGameCommand {
  friend bool operator==(const NewGameCommand&, const NewGameCommand&) = default;
};
struct StopCommand {
  friend bool operator==(const StopCommand&, const StopCommand&) = default;
};
struct QuitCommand {
  friend bool operator==(const QuitCommand&, const QuitCommand&) = default;
};

struct SetOptionCommand {
  std::string name;
  std::optional<std::string>
      value;  ///< nothing: a button, or no value given; <empty> is read as ""
  friend bool operator==(const SetOptionCommand&, const SetOptionCommand&) = default;
};

/// What a `position` line of Freeze shogi says beyond its moves and what they freeze.
struct FreezeWords {
  notation::FreezeTokens start;  ///< behind startpos or the SFEN
  /// 7g7fZG: frozen while it was made. By move, as long as the moves, or empty: none of it.
  std::vector<shogi::PieceType> made_under;
  std::optional<shogi::FreezeCounts> left;  ///< behind the moves, and after them
  friend bool operator==(const FreezeWords&, const FreezeWords&) = default;
};

struct PositionCommand {
  std::string
      sfen;  ///< "board side hands ply"; empty: startpos. Not judged here (notation/sfen.hpp)
  std::vector<Move> moves;
  std::optional<FreezeWords> freeze = std::nullopt;  ///< nothing: the line has no such word
  /// Whether it can be of Freeze shogi alone.
  bool speaks_of_freezes() const;
  /// What the move at `i` says that was frozen when it was made.
  shogi::PieceType made_under(std::size_t i) const;
  friend bool operator==(const PositionCommand&, const PositionCommand&) = default;
};

/// The move at `i` as it was written.
void append_written(std::string& out, const PositionCommand& command, std::size_t i);

struct GoCommand {
  std::variant<SearchLimits, MateLimits> limits;
  friend bool operator==(const GoCommand&, const GoCommand&) = default;
};

struct PonderHitCommand {
  ClockTimes clock;  ///< the extension; not given: those of `go ponder` hold
  friend bool operator==(const PonderHitCommand&, const PonderHitCommand&) = default;
};

enum class GameResult { kWin, kLose, kDraw };
struct GameOverCommand {
  GameResult result = GameResult::kDraw;
  friend bool operator==(const GameOverCommand&, const GameOverCommand&) = default;
};

/// `getoption <name>`, and the debugging words d, sfen, side, moves, key, eval, …, with arguments.
struct QueryCommand {
  std::string word;
  std::string arguments;
  friend bool operator==(const QueryCommand&, const QueryCommand&) = default;
};

/// `FREEZENUM z3Z3`: the counts of a game whose `position` gives none. Bare: 3 each.
struct FreezeNumCommand {
  shogi::FreezeCounts counts = shogi::kTournamentFreezes;
  friend bool operator==(const FreezeNumCommand&, const FreezeNumCommand&) = default;
};

/// A command this project does not know: ignored in silence, as USI wants.
struct UnknownCommand {
  std::string text;
  friend bool operator==(const UnknownCommand&, const UnknownCommand&) = default;
};

using Command =
    std::variant<UsiCommand, IsReadyCommand, SetOptionCommand, NewGameCommand, PositionCommand,
                 GoCommand, StopCommand, PonderHitCommand, GameOverCommand, QuitCommand,
                 QueryCommand, FreezeNumCommand, UnknownCommand>;

/// Reads one line without its end. Doubled and trailing blanks are fine; an empty line is an
/// UnknownCommand. A known command that makes no sense is an error, never a guess: except that `go`
/// takes what it understands (GUIs send odd ones), and what it left out is said in `warning`.
base::Result<Command> parse_command(std::string_view line, std::string* warning = nullptr);
/// One line without its end, single blanks.
std::string format(const Command& command);

}  // namespace gougi::usi
