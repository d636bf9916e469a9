// SPDX-License-Identifier: MIT
// A game as the cartridge remembers it, and its thinking: search, book, and what becomes of the
// game. The state depends on the whole game, so a position alone is not enough to think in.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "naitou/book.hpp"
#include "naitou/search.hpp"

namespace gougi::naitou {

/// The six games the cartridge offers (手合割).
enum class Mode : std::uint8_t {
  kUnknown = 0,  ///< any other start
  kEvenHumFirst = 1,
  kHumWithoutRook = 2,
  kHumWithoutBoth = 3,
  kEvenComFirst = 4,
  kComWithoutRook = 5,
  kComWithoutBoth = 6,
};

/// What the original remembers between two moves.
struct State {
  Board board;
  Side to_move = Side::kHum;
  Byte progress_ply = 0;  ///< 進行度管理用手数, 0 to 100
  Byte level = 0;         ///< 進行度, 0 to 3; the book is asked while it is 0
  Byte sub_level = 0;     ///< サブ進行度, 0 to 5
  BookState book;
  Byte best_source = 0;                           ///< drop code of the last best move, or 0
  SquareIndex last_destination = kNoSquareIndex;  ///< of HUM's last move
  friend bool operator==(const State&, const State&) = default;
};

/// Which of the games begins so.
Mode mode_of(const Board& board, Side to_move);

/// The state at the start of a game from `board`. `time_limit` (時間制限) chooses the formation of
/// the even games. A start that is none of the six has no book.
State initial_state(const Board& board, Side to_move, bool time_limit);

/// Plays a move of the side to move, with all that the original counts after it.
void play(State& state, Move move);

struct Decision {
  Outcome outcome = Outcome::kLost;  ///< kSuicide: COM has won, kLost: it resigns
  std::optional<Move> move;          ///< with kMove
  bool from_book = false;
  bool mates = false;  ///< COM declares its win
  SearchResult searched;
};

struct ThinkingOptions {
  bool may_leave_king = false;                  ///< as SearchRequest
  std::vector<Consideration>* trace = nullptr;  ///< as SearchRequest
  RootValues* root = nullptr;                   ///< as SearchRequest
};

/// COM's thinking at its turn. Changes what thinking changes: formation, levels, stale drop code.
Decision think(State& state, const ThinkingOptions& options = {});

/// The best by the original's comparison of the candidates that `admits` lets pass, without the
/// book; one that the original rejects if there is no other. Nothing if there is none at all.
std::optional<Move> best_of(const State& state, const std::function<bool(Move)>& admits);

}  // namespace gougi::naitou
