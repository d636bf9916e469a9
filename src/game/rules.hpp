// SPDX-License-Identifier: MIT
// The games that can be played, and what their engines speak. All of relay and match that knows one
// game from another is behind these two interfaces: to the others a move is a value that they
// compare and pass on, and the conversation is held in lines shaped like USI. Thread-safe; every
// object here lives for ever.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "game/game.hpp"
#include "usi/command.hpp"
#include "usi/limits.hpp"

namespace gougi::game {

/// What engines and hosts of a game speak; where it is USI, lines stay as they are. A view that is
/// returned may be of `buffer`, or of `line`.
class Wire {
 public:
  Wire() = default;
  virtual ~Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  /// For people: "USI".
  virtual std::string_view name() const { return "USI"; }
  virtual std::string_view from_host(std::string_view line, std::string&) const { return line; }
  virtual std::string_view from_child(std::string_view line, std::string&) const { return line; }
  virtual std::string to_host(std::string line) const { return line; }
  /// Nothing: the protocol has no such line.
  virtual std::optional<std::string> to_child(std::string_view line) const {
    return std::string(line);
  }
  /// Whether an engine may think while the other side does.
  virtual bool has_ponder() const { return true; }

  /// A line of the host's that the protocol answers at once: by lines, and by a `position` line
  /// (as on the wire) that follows from it. Nothing: the line is for the session.
  struct Reply {
    std::vector<std::string> lines;
    std::string position;
  };
  virtual std::optional<Reply> answer(std::string_view, const Game&) const { return std::nullopt; }
  /// Whether a `position` that makes no sense leaves the last one standing.
  virtual bool keeps_last_position() const { return false; }
  /// What stands behind "info string" where a line makes no sense.
  virtual std::string complaint(const std::string& why) const { return why; }
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

  /// One word, which files of games remember.
  virtual std::string_view name() const = 0;
  /// Of the side that begins, and of the other one.
  virtual std::array<Side, 2> sides() const = 0;
  virtual const Wire& wire() const = 0;
  /// The engine that is asked when no other has a move.
  virtual std::string_view reserve_program() const = 0;
  /// What an engine can be told of these limits when `side` is to move.
  virtual usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color side) const = 0;

  /// Of a position as Position::text() gives it; empty: the game's start.
  virtual base::Result<std::unique_ptr<Position>> position(std::string_view text) const = 0;
  /// Where the game of a `position` line begins. `defaults` are the freezes of both sides where the
  /// line gives none; where it contradicts itself, `warning` gets a line. An error is whole:
  /// "position: …".
  virtual base::Result<std::unique_ptr<Position>> start(const usi::PositionCommand& command,
                                                        const shogi::FreezeCounts& defaults,
                                                        std::string& warning) const = 0;
  /// A start as files of games have it, freezes included, and back.
  virtual std::string start_text(const Position& start) const = 0;
  virtual base::Result<std::unique_ptr<Position>> read_start(std::string_view text) const = 0;
  /// A game as a line of a file has it, a remark behind '#' included. The error names what is
  /// wrong, and the column.
  virtual base::Result<Game> read_line(std::string_view line) const = 0;

  /// As Game::ending().
  virtual std::optional<Ending> ending(const Game& game) const = 0;
  /// What the side to move gets for declaring that it has won.
  Ending declared(const Position& position, shogi::DeclarationRule rule) const;
};

const Rules& shogi_rules();
const Rules& pyonpyon_rules();
/// Nullptr: no game here is called so.
const Rules* rules_named(std::string_view name);

}  // namespace gougi::game
