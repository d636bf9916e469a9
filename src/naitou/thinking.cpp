// SPDX-License-Identifier: MIT
#include "naitou/thinking.hpp"

#include <string_view>

#include "naitou/candidates.hpp"

namespace gougi::naitou {
namespace {

constexpr Byte kLastProgressPly = 100;
constexpr int kForcedBookPly = 6;

/// HUM's moves there have the book asked whatever was found: 2二, 4五, 5六.
constexpr bool forces_book(SquareIndex destination) {
  return destination == 30 || destination == 61 || destination == 71;
}

/// The even game's start, with or without some majors.
Board start_board(std::string_view com_second_rank, std::string_view hum_eighth_rank) {
  constexpr std::array kFirstRank{Kind::kLance,  Kind::kKnight, Kind::kSilver,
                                  Kind::kGold,   Kind::kKing,   Kind::kGold,
                                  Kind::kSilver, Kind::kKnight, Kind::kLance};
  const auto major = [](char letter) { return letter == 'r' ? Kind::kRook : Kind::kBishop; };
  Board board;
  for (int x = 1; x <= 9; ++x) {
    const auto i = static_cast<std::size_t>(x - 1);
    board.set(square_at(x, 1), Cell(Side::kCom, kFirstRank[i]));
    board.set(square_at(x, 3), Cell(Side::kCom, Kind::kPawn));
    board.set(square_at(x, 7), Cell(Side::kHum, Kind::kPawn));
    board.set(square_at(x, 9), Cell(Side::kHum, kFirstRank[i]));
    if (const char c = com_second_rank[i]; c != '.') {
      board.set(square_at(x, 2), Cell(Side::kCom, major(c)));
    }
    if (const char c = hum_eighth_rank[i]; c != '.') {
      board.set(square_at(x, 8), Cell(Side::kHum, major(c)));
    }
  }
  return board;
}

struct Start {
  Mode mode;
  Board board;
  Side first;
};

const std::array<Start, 6>& starts() {
  constexpr std::string_view kComBoth = ".r.....b.";
  constexpr std::string_view kComBishop = ".......b.";
  constexpr std::string_view kHumBoth = ".b.....r.";
  constexpr std::string_view kHumBishop = ".b.......";
  constexpr std::string_view kNone = ".........";
  static const std::array<Start, 6> kStarts{{
      {Mode::kEvenHumFirst, start_board(kComBoth, kHumBoth), Side::kHum},
      {Mode::kHumWithoutRook, start_board(kComBoth, kHumBishop), Side::kHum},
      {Mode::kHumWithoutBoth, start_board(kComBoth, kNone), Side::kHum},
      {Mode::kEvenComFirst, start_board(kComBoth, kHumBoth), Side::kCom},
      {Mode::kComWithoutRook, start_board(kComBishop, kHumBoth), Side::kCom},
      {Mode::kComWithoutBoth, start_board(kNone, kHumBoth), Side::kCom},
  }};
  return kStarts;
}

Formation formation_of(Mode mode, bool time_limit) {
  switch (mode) {
    case Mode::kEvenHumFirst:
    case Mode::kEvenComFirst:
      return time_limit ? Formation::kCentralRook : Formation::kFourthFileRook;
    case Mode::kHumWithoutRook:
      return Formation::kHumWithoutRook;
    case Mode::kHumWithoutBoth:
      return Formation::kHumWithoutBoth;
    case Mode::kComWithoutRook:
      return Formation::kComWithoutRook;
    case Mode::kComWithoutBoth:
      return Formation::kComWithoutBoth;
    case Mode::kUnknown:
      break;
  }
  return Formation::kNone;
}

/// Asks the book; without an answer the opening is over.
std::optional<Move> ask_book(State& state, const Effects& effects) {
  const auto move = next_book_move(
      {state.board, effects, state.progress_ply, state.last_destination}, state.book);
  if (!move) state.level = 1;
  return move;
}

}  // namespace

Mode mode_of(const Board& board, Side to_move) {
  for (const Start& start : starts()) {
    if (start.first == to_move && start.board == board) return start.mode;
  }
  return Mode::kUnknown;
}

State initial_state(const Board& board, Side to_move, bool time_limit) {
  const Mode mode = mode_of(board, to_move);
  State state;
  state.board = board;
  state.to_move = to_move;
  state.book.formation = formation_of(mode, time_limit);
  if (mode == Mode::kUnknown) state.level = 1;
  return state;
}

void play(State& state, Move move) {
  state.board.play(state.to_move, move);
  if (state.progress_ply < kLastProgressPly) ++state.progress_ply;
  if (state.to_move == Side::kHum) {
    state.last_destination = move.destination;
    if (state.progress_ply >= 51) state.level = wrapped(std::min(2, state.level + 1));
    if (state.progress_ply >= 71) state.level = 3;
  }
  state.to_move = other(state.to_move);
}

Decision think(State& state, const ThinkingOptions& options) {
  const Effects effects = effects_of(state.board);
  SearchRequest request{state.board, effects};
  request.progress_ply = state.progress_ply;
  request.equal_gains = state.level != 0;
  request.may_leave_king = options.may_leave_king;
  request.trace = options.trace;
  request.root = options.root;
  Decision decision;
  decision.searched = search(request, state.best_source);
  const SearchResult& found = decision.searched;

  std::optional<Move> book;
  if (forces_book(state.last_destination) && state.progress_ply <= kForcedBookPly &&
      state.level == 0) {
    book = ask_book(state, effects);
  }
  if (!book && found.outcome == Outcome::kMove && state.level == 0) {
    if (!found.quiet) {
      if (++state.sub_level >= 5) state.level = 1;
    } else if (!found.skips_book) {
      book = ask_book(state, effects);
    }
  }
  if (book) {
    decision.outcome = Outcome::kMove;
    decision.move = book;
    decision.from_book = true;
    return decision;
  }
  decision.outcome = found.outcome;
  if (found.outcome == Outcome::kMove) {
    decision.move = found.best;
    decision.mates = found.values.mate;
  }
  return decision;
}

std::optional<Move> best_of(const State& state, const std::function<bool(Move)>& admits) {
  const Effects effects = effects_of(state.board);
  SearchRequest request{state.board, effects};
  request.progress_ply = state.progress_ply;
  request.equal_gains = state.level != 0;
  request.admits = admits;
  Byte best_source = state.best_source;
  if (const auto found = search(request, best_source).best) return found;
  std::vector<Move> moves;
  generate_candidates(state.board, moves);
  for (const Move move : moves) {
    if (admits(move)) return move;
  }
  return std::nullopt;
}

}  // namespace gougi::naitou
