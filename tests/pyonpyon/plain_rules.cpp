// SPDX-License-Identifier: MIT
#include "pyonpyon/plain_rules.hpp"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace gougi::testing {
namespace {

struct Place {
  int file;
  int row;
  auto operator<=>(const Place&) const = default;
};

bool on_board(Place p) { return p.file >= 0 && p.file < 5 && p.row >= 0 && p.row < 5; }

char& at(PlainBoard& board, Place p) {
  return board[static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.file)];
}

std::string name(Place p) {
  return {static_cast<char>('a' + p.file), static_cast<char>('1' + p.row)};
}

/// Every landing of every chain that goes on from `here`; the piece itself is off the board.
void jump_on(PlainBoard& board, Place here, std::set<Place>& landings) {
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      if (df == 0 && dr == 0) continue;
      Place p{here.file + df, here.row + dr};
      int jumped = 0;
      while (on_board(p) && at(board, p) != '.') {
        p = {p.file + df, p.row + dr};
        ++jumped;
      }
      if (jumped == 0 || !on_board(p)) continue;
      if (landings.insert(p).second) jump_on(board, p, landings);
    }
  }
}

}  // namespace

std::set<std::string> plain_moves(const PlainBoard& board, char side) {
  std::set<std::string> moves;
  for (int row = 0; row < 5; ++row) {
    for (int file = 0; file < 5; ++file) {
      PlainBoard lifted = board;
      const Place from{file, row};
      if (at(lifted, from) != side) continue;
      at(lifted, from) = '.';
      std::set<Place> targets;
      jump_on(lifted, from, targets);
      for (int df = -1; df <= 1; ++df) {
        for (int dr = -1; dr <= 1; ++dr) {
          const Place to{file + df, row + dr};
          if (on_board(to) && at(lifted, to) == '.') targets.insert(to);
        }
      }
      targets.erase(from);
      for (const Place to : targets) moves.insert(name(from) + name(to));
    }
  }
  return moves;
}

namespace {

/// One step, or as many as one likes, seen by x.
struct PlainStep {
  int file;
  int row;
  bool slides;
};

std::vector<PlainStep> plain_steps(char letter) {
  switch (letter) {
    case 'P':
      return {{0, -1, false}};
    case 'L':
      return {{0, -1, true}};
    case 'N':
      return {{-1, -2, false}, {1, -2, false}};
    case 'S':
      return {{-1, -1, false}, {0, -1, false}, {1, -1, false}, {-1, 1, false}, {1, 1, false}};
    case 'G':
      return {{-1, -1, false}, {0, -1, false}, {1, -1, false},
              {-1, 0, false},  {1, 0, false},  {0, 1, false}};
    case 'B':
      return {{-1, -1, true}, {1, -1, true}, {-1, 1, true}, {1, 1, true}};
    default:  // R
      return {{0, -1, true}, {0, 1, true}, {-1, 0, true}, {1, 0, true}};
  }
}

}  // namespace

std::set<std::string> plain_challenge_moves(const PlainBoard& board, char side) {
  std::set<std::string> moves;
  for (int row = 0; row < 5; ++row) {
    for (int file = 0; file < 5; ++file) {
      PlainBoard lifted = board;
      const Place from{file, row};
      const char letter = at(lifted, from);
      const bool is_x = letter >= 'A' && letter <= 'Z';
      if (letter == '.' || is_x != (side == 'x')) continue;
      at(lifted, from) = '.';
      std::set<Place> targets;
      jump_on(lifted, from, targets);
      targets.erase(from);
      if (targets.empty()) {
        const char upper = is_x ? letter : static_cast<char>(letter - 'a' + 'A');
        for (const PlainStep step : plain_steps(upper)) {
          for (int i = 1; i <= (step.slides ? 4 : 1); ++i) {
            const Place to{file + i * step.file, row + i * (is_x ? step.row : -step.row)};
            if (!on_board(to) || at(lifted, to) != '.') break;
            targets.insert(to);
          }
        }
      }
      for (const Place to : targets) moves.insert(name(from) + name(to));
    }
  }
  return moves;
}

PlainBoard plain_play(PlainBoard board, const std::string& move) {
  const Place from{move[0] - 'a', move[1] - '1'};
  const Place to{move[2] - 'a', move[3] - '1'};
  std::swap(at(board, from), at(board, to));
  return board;
}

namespace {

/// A board of the challenge; whether a piece is home does not depend on its kind.
PlainBoard as_stones(PlainBoard board) {
  for (std::string& row : board) {
    for (char& piece : row) {
      if (piece != '.') piece = piece >= 'A' && piece <= 'Z' ? 'x' : 'o';
    }
  }
  return board;
}

}  // namespace

long plain_challenge_perft(const PlainBoard& board, char side, int depth) {
  if (depth == 0) return 1;
  long leaves = 0;
  for (const std::string& move : plain_challenge_moves(board, side)) {
    const PlainBoard next = plain_play(board, move);
    if (plain_home(as_stones(next), side)) {
      leaves += depth == 1 ? 1 : 0;
    } else {
      leaves += plain_challenge_perft(next, side == 'x' ? 'o' : 'x', depth - 1);
    }
  }
  return leaves;
}

bool plain_home(const PlainBoard& board, char side) {
  const std::size_t far_row = side == 'x' ? 0 : 4;
  const std::size_t before = side == 'x' ? 1 : 3;
  for (std::size_t row = 0; row < 5; ++row) {
    for (std::size_t file = 0; file < 5; ++file) {
      if (board[row][file] != side || row == far_row) continue;
      const char beyond = board[far_row][file];
      if (row != before || beyond == '.' || beyond == side) return false;
    }
  }
  return true;
}

long plain_perft(const PlainBoard& board, char side, int depth) {
  if (depth == 0) return 1;
  long leaves = 0;
  for (const std::string& move : plain_moves(board, side)) {
    const PlainBoard next = plain_play(board, move);
    if (plain_home(next, side)) {
      leaves += depth == 1 ? 1 : 0;
    } else {
      leaves += plain_perft(next, side == 'x' ? 'o' : 'x', depth - 1);
    }
  }
  return leaves;
}

std::vector<std::vector<PlainBoard>> plain_reach(const PlainBoard& start, char side, int plies) {
  std::vector<std::vector<PlainBoard>> by_ply{{start}};
  std::unordered_set<std::string> seen;
  const auto is_new = [&](const PlainBoard& board, char to_move) {
    std::string key(1, to_move);
    for (const std::string& row : board) key += row;
    return seen.insert(key).second;
  };
  is_new(start, side);
  for (int ply = 0; ply < plies && !by_ply.back().empty(); ++ply) {
    const char other = side == 'x' ? 'o' : 'x';
    std::vector<PlainBoard> behind;
    for (const PlainBoard& board : by_ply.back()) {
      if (ply > 0 && plain_home(board, other)) continue;
      for (const std::string& move : plain_moves(board, side)) {
        PlainBoard next = plain_play(board, move);
        if (is_new(next, other)) behind.push_back(std::move(next));
      }
    }
    by_ply.push_back(std::move(behind));
    side = other;
  }
  if (by_ply.back().empty()) by_ply.pop_back();
  return by_ply;
}

PlainBoard plain_challenge(const pyonpyon::Position& position) {
  constexpr std::string_view kLetters = "?PLNSGBR";
  PlainBoard board = plain(position);
  for (int square = 0; square < 25; ++square) {
    char& here = board[static_cast<std::size_t>(square / 5)][static_cast<std::size_t>(square % 5)];
    if (here == '.') continue;
    const char letter = kLetters[static_cast<std::size_t>(position.kind(square))];
    here = here == 'x' ? letter : static_cast<char>(letter - 'A' + 'a');
  }
  return board;
}

PlainBoard plain(const pyonpyon::Position& position) {
  PlainBoard board(5, ".....");
  for (int square = 0; square < 25; ++square) {
    char& here = board[static_cast<std::size_t>(square / 5)][static_cast<std::size_t>(square % 5)];
    if (position.x & pyonpyon::square_bit(square)) here = 'x';
    if (position.o & pyonpyon::square_bit(square)) here = 'o';
  }
  return board;
}

}  // namespace gougi::testing
