// SPDX-License-Identifier: MIT
// The game that is played, as the session needs it: all of the relay that knows one game from
// another is behind these two interfaces. To the session a move is a number that it compares and
// passes on, and everything it says and hears is shaped like USI; the rules say what moves are
// legal, how they read, and how a line looks on the wire. Shogi's are here; those of other games
// are handed in by whoever starts the relay.
//
// Shogi may be Freeze shogi (shogi/freeze.hpp): a move is then a move and what it freezes, and not
// every child may be told of it; see FreezeView.
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
#include "settings/relay_settings.hpp"
#include "shogi/declaration.hpp"
#include "shogi/freeze.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::relay {

/// How much of the freezes a child is told with a position. In ordinary shogi all are the same.
enum class FreezeView : std::uint8_t {
  /// Nothing: ordinary shogi, whose history begins behind the last move that froze.
  kNone,
  /// What the side to move froze and may freeze, never what it was frozen by: its history begins
  /// behind the last move that did so. While it is frozen it is told that it has no freeze left.
  kOwn,
  kAll,
};
FreezeView view_of(usi::FreezeAbility ability);

/// A position. The side that begins is called black.
class Board {
 public:
  Board() = default;
  virtual ~Board() = default;
  Board(const Board&) = default;
  Board& operator=(const Board&) = delete;

  virtual std::unique_ptr<Board> copy() const = 0;
  virtual void play(shogi::Move legal) = 0;

  virtual shogi::Color side_to_move() const = 0;
  /// Number of the move about to be played, from 1.
  virtual int ply() const = 0;
  virtual std::uint64_t key() const = 0;
  virtual bool is_legal(shogi::Move move) const = 0;
  virtual bool has_legal_move() const = 0;
  virtual std::vector<shogi::Move> legal_moves() const = 0;
  /// The side to move has lost by the rules: it is mated, or the other one is home.
  virtual bool is_lost() const = 0;
  /// A legal move after which the game may be lost for the other side: a check.
  virtual bool threatens_to_win(shogi::Move move) const = 0;
  virtual bool captures(shogi::Move move) const = 0;
  virtual bool can_declare(shogi::DeclarationRule rule) const = 0;

  // Freeze shogi. In other games nothing is frozen, and no move freezes.
  virtual shogi::FreezeState freezes() const { return {}; }
  /// What may be frozen with this bare move; empty where the side to move may not freeze.
  virtual shogi::KindMask freezable(shogi::BareMove) const { return 0; }
  /// Legal if one does not look at what it freezes, nor at what is frozen: a child that plays such
  /// a move is in the right position, even if the move is not legal.
  virtual bool is_legal_but_for_freezes(shogi::Move move) const { return is_legal(move); }
  /// Why a move that is not legal is not, in a few words.
  virtual std::string_view why_illegal(shogi::Move) const { return "illegal move"; }

  /// As a `position` line of the session names it behind the word sfen, without freezes.
  virtual std::string text() const = 0;
  /// A move as it stands in a line.
  virtual std::string move_text(shogi::Move move) const = 0;
  /// A legal move for people; `last` is the one before it, if there is one.
  virtual std::string move_name(shogi::Move move, shogi::Move last, bool japanese) const = 0;
  /// What a debugging word (d, sfen, moves, …) is answered with; nothing: it is none.
  virtual std::optional<std::vector<std::string>> show(std::string_view word) const = 0;
};

/// A game in progress: a start, the moves since, and where they lead.
class Game {
 public:
  explicit Game(std::unique_ptr<const Board> start);
  Game(const Game& other);
  Game& operator=(const Game&) = delete;

  const Board& start() const { return *start_; }
  const Board& position() const { return *board_; }
  const std::vector<shogi::Move>& moves() const { return moves_; }
  /// Of the position after the first `count` moves.
  std::uint64_t key_after(std::size_t count) const { return keys_[count]; }
  /// Whether freezes play a part in it.
  bool is_freeze_game() const { return !start_->freezes().plain(); }
  /// False, and nothing changes, if the move is not legal.
  bool play(shogi::Move move);

 private:
  std::shared_ptr<const Board> start_;
  std::unique_ptr<Board> board_;
  std::vector<shogi::Move> moves_;
  std::vector<std::uint64_t> keys_;  // the start's first
};

class Rules {
 public:
  Rules() = default;
  virtual ~Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  /// Of a position as Board::text() gives it; empty: the game's start.
  virtual base::Result<std::unique_ptr<Board>> board(std::string_view text) const = 0;
  /// Where the game of a `position` line begins. `defaults` are the freezes of both sides where the
  /// line gives none; where it contradicts itself, `warning` gets a line. An error is whole:
  /// "position: …".
  virtual base::Result<std::unique_ptr<Board>> start(const usi::PositionCommand& command,
                                                     const shogi::FreezeCounts& defaults,
                                                     std::string& warning) const;
  /// The engine that is asked when no other has a move.
  virtual std::string_view reserve_program() const = 0;
  /// What a child can be told of these limits when `side` is to move.
  virtual usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color side) const = 0;

  // Between the wire and the session. A view may be of `buffer`, or of `line`.
  virtual std::string_view from_host(std::string_view line, std::string& buffer) const = 0;
  virtual std::string_view from_child(std::string_view line, std::string& buffer) const = 0;
  virtual std::string to_host(std::string line) const = 0;
  /// Nothing: the protocol has no such line.
  virtual std::optional<std::string> to_child(std::string_view line) const = 0;

  /// A line of the host's that the protocol answers at once: by lines, and by a `position` line
  /// (as on the wire) that follows from it. Nothing: the line is for the session.
  struct Reply {
    std::vector<std::string> lines;
    std::string position;
  };
  virtual std::optional<Reply> answer(std::string_view line, const Game& game) const = 0;
  /// Whether a `position` that makes no sense leaves the last one standing.
  virtual bool keeps_last_position() const = 0;
  /// What stands behind "info string" where a line makes no sense.
  virtual std::string complaint(const std::string& why) const = 0;
};

/// Lives for ever.
const Rules& shogi_rules();
/// The rules that go with `protocol:` in a configuration; they live for ever.
using RulesOf = const Rules& (*)(settings::GameProtocol protocol);

/// The game that the command tells of; an error names the field, or the first illegal move.
/// `defaults` and `warning` as for Rules::start.
base::Result<Game> replay(const Rules& rules, const usi::PositionCommand& command,
                          const shogi::FreezeCounts& defaults, std::string& warning);
/// The game with these moves, which must be legal, from its start.
Game with_moves(const Game& game, const std::vector<shogi::Move>& moves);
/// The `position` line of the game, as who has this view is told.
std::string position_line(const Rules& rules, const Game& game, FreezeView view = FreezeView::kAll);
/// The same without history.
std::string position_sfen_line(const Board& board, FreezeView view = FreezeView::kAll);

/// One position in the words of every view, for the many that are told of it.
class PositionLines {
 public:
  static PositionLines of(const Rules& rules, const Game& game);
  static PositionLines without_history(const Board& board);
  const std::shared_ptr<const std::string>& in(FreezeView view) const {
    return lines_[static_cast<std::size_t>(view)];
  }
  const std::string& all() const { return *in(FreezeView::kAll); }

 private:
  std::array<std::shared_ptr<const std::string>, 3> lines_;
};

/// The limits as who has this view is told: without freezes in searchmoves, or without those that
/// the side to move could not declare.
usi::SearchLimits seen_limits(usi::SearchLimits limits, FreezeView view);

/// The board after these legal moves.
std::unique_ptr<Board> after(const Board& board, const std::vector<shogi::Move>& path);
/// After this legal move the other side has lost.
bool wins_at_once(const Board& board, shogi::Move move);

}  // namespace gougi::relay
