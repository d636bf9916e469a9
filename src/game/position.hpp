// SPDX-License-Identifier: MIT
// A position of the game that is played, whichever that is: all that relay and match need to know
// of it. What it costs to ask is a virtual call; searches have boards of their own. A value behind
// an interface, for one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shogi/declaration.hpp"
#include "shogi/freeze.hpp"
#include "usi/answer.hpp"
#include "usi/move.hpp"

namespace gougi::game {

class Rules;

/// The side that begins is called black.
class Position {
 public:
  Position() = default;
  virtual ~Position() = default;
  Position(const Position&) = default;
  Position& operator=(const Position&) = delete;

  virtual std::unique_ptr<Position> copy() const = 0;
  virtual void play(usi::Move legal) = 0;

  virtual const Rules& rules() const = 0;
  virtual shogi::Color side_to_move() const = 0;
  /// Number of the move about to be played, from 1.
  virtual int ply() const = 0;
  virtual std::uint64_t key() const = 0;
  virtual bool is_legal(usi::Move move) const = 0;
  virtual bool has_legal_move() const = 0;
  virtual std::vector<usi::Move> legal_moves() const = 0;
  /// The side to move has lost by the rules: it is mated, or the other one is home.
  virtual bool is_lost() const = 0;
  /// What is answered where no move is legal, and why.
  struct LastWord {
    usi::MoveChoice choice = usi::Resign{};
    std::string_view why = "no legal move";
    std::string_view why_ja = "合法手がない";
  };
  virtual LastWord last_word() const { return {}; }
  /// A check stands.
  virtual bool in_check() const = 0;
  /// A game can begin here: it goes on, no check stands, and nobody wins at once.
  virtual bool is_quiet() const = 0;
  /// A legal move after which the game may be lost for the other side: a check.
  virtual bool threatens_to_win(usi::Move move) const = 0;
  virtual bool captures(usi::Move move) const = 0;
  virtual bool can_declare(shogi::DeclarationRule rule) const = 0;

  // Freeze shogi. In other games nothing is frozen, and no move freezes.
  virtual shogi::FreezeState freezes() const { return {}; }
  /// What may be frozen with this move, whatever it freezes itself; empty where the side to move
  /// may not freeze.
  virtual shogi::KindMask freezable(usi::Move) const { return 0; }
  /// Legal if one does not look at what it freezes, nor at what is frozen: a child that plays such
  /// a move is in the right position, even if the move is not legal.
  virtual bool is_legal_but_for_freezes(usi::Move move) const { return is_legal(move); }
  /// Why a move that is not legal is not, in a few words.
  virtual std::string_view why_illegal(usi::Move) const { return "illegal move"; }
  /// Null: it is no position of shogi.
  virtual const shogi::FreezePosition* of_shogi() const { return nullptr; }

  /// As a `position` line names it behind the word sfen, without freezes.
  virtual std::string text() const = 0;
  /// A legal move for people; `last` is the one before it, if there is one.
  virtual std::string move_name(usi::Move move, usi::Move last, bool japanese) const = 0;
  /// What a debugging word (d, sfen, moves, …) is answered with; nothing: it is none.
  virtual std::optional<std::vector<std::string>> show(std::string_view word) const = 0;
};

/// The position after these legal moves.
std::unique_ptr<Position> after(const Position& position, const std::vector<usi::Move>& path);
/// After this legal move the other side has lost.
bool wins_at_once(const Position& position, usi::Move move);

}  // namespace gougi::game
