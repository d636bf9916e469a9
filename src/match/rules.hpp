// SPDX-License-Identifier: MIT
// The game that a match is of: all that openings, referee, store and report have to know of it is
// behind these two interfaces. To the others a move is a number that they compare and pass on.
// Shogi's rules, freezes included, are here; those of other games are handed in by whoever begins
// the match. Nothing here knows of engines or clocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "driver/wire.hpp"
#include "match/game_record.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"
#include "usi/limits.hpp"

namespace gougi::match {

/// A position and the moves that led to it. The side that begins in the game's start position is
/// called black.
class Board {
 public:
  Board() = default;
  virtual ~Board() = default;
  Board(const Board&) = default;
  Board& operator=(const Board&) = delete;

  virtual const Rules& rules() const = 0;
  virtual shogi::Color side_to_move() const = 0;
  /// Those that were played since the start.
  virtual std::vector<shogi::Move> moves() const = 0;
  virtual bool is_legal(shogi::Move move) const = 0;
  virtual void play(shogi::Move legal) = 0;
  /// What the rules say before the side to move moves; after `max_plies` (0: no limit) it is a
  /// draw. Nothing: the game goes on.
  virtual std::optional<Ending> ending(int max_plies) const = 0;
  /// What the side to move gets for declaring that it has won.
  virtual Ending declared(shogi::DeclarationRule rule) const = 0;
  /// The `position` line that engines are sent.
  virtual const std::string& line() const = 0;
  /// The same behind one more move, for who ponders on it; nothing: it is not legal, or nobody
  /// ponders in this game.
  virtual std::optional<std::string> line_after(shogi::Move expected) const = 0;
  /// What a solver of ordinary shogi can be asked about; null: nothing.
  virtual const shogi::Position* solvable() const { return nullptr; }
  /// Writes where the game began, and its rules, into the record.
  virtual void put_start(GameRecord& record) const = 0;
};

class Rules {
 public:
  /// How a side is called.
  struct Side {
    std::string_view name;  ///< "Black"
    std::string_view word;  ///< "black"
    std::string_view mark;  ///< "☗"
  };

  Rules() = default;
  virtual ~Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  /// One word, which the match's file remembers.
  virtual std::string_view name() const = 0;
  /// Of the side that begins, and of the other one.
  virtual std::array<Side, 2> sides() const = 0;
  /// What engines speak, for people.
  virtual std::string_view protocol() const { return "USI"; }
  /// The same at work; null: USI.
  virtual const driver::Wire* wire() const { return nullptr; }
  /// What an engine can be told of these limits when `side` is to move.
  virtual usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color) const {
    return limits;
  }

  /// Reads a line of a file of openings, of which at most `plies` moves are played (negative: all).
  /// The error names what is wrong.
  virtual base::Result<std::unique_ptr<Board>> opening(std::string_view line, int plies) const = 0;
  /// The start and `plies` random moves after which nobody wins at once; the same seed gives the
  /// same moves on every machine.
  virtual std::unique_ptr<Board> random_opening(std::uint64_t seed, int plies) const = 0;
  /// Where the game of `record` began; an error if it is none of this game.
  virtual base::Result<std::unique_ptr<Board>> board(const GameRecord& record) const = 0;

  /// As it stands in the match's file, and in lines.
  virtual std::string move_text(shogi::Move move) const = 0;
  /// Nothing: it is none of this game.
  virtual std::optional<shogi::Move> parse_move(std::string_view word) const = 0;
  /// Where the game of `record` began, and back.
  virtual std::string start_text(const GameRecord& record) const = 0;
  virtual base::Result<void> read_start(std::string_view text, GameRecord& record) const = 0;

  /// The part of a report's script that knows the game: see report_page.hpp.
  virtual std::string_view page_script() const = 0;
};

/// The game that a match plays from these moves on.
std::unique_ptr<Board> shogi_board(shogi::Game game);

/// An error if a move of `record` is not legal.
base::Result<void> check_moves(const GameRecord& record);

/// The position after all moves of `record`; an error if a move is not legal.
base::Result<std::unique_ptr<Board>> final_board(const GameRecord& record);

}  // namespace gougi::match
