// SPDX-License-Identifier: MIT
// Positions for a study, drawn by lot from games: from as many games as possible, spread over the
// length of the game, each position once, and only such as there is something to choose in. The
// same seed draws the same on every machine. Pure; used by `gougi study --headroom`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shogi/game.hpp"

namespace gougi::study {

/// A game of ordinary shogi without what replaying it takes.
struct LotGame {
  shogi::Position start = shogi::Position::start();
  std::vector<shogi::BareMove> moves;  ///< legal, one after the other
};

struct DrawnPosition {
  std::size_t game = 0;   ///< its place among the games
  std::size_t moves = 0;  ///< so many of its moves were played
  friend bool operator==(const DrawnPosition&, const DrawnPosition&) = default;
};

/// Whether an engine has something to choose here: ordinary shogi, the game not over by the rules
/// (mate, fourth occurrence, a win that can be declared), two legal moves or more, and none of them
/// mate.
bool is_open_choice(const shogi::Game& game);

/// The game after its first `moves` moves.
shogi::Game game_at(const LotGame& game, std::size_t moves);

/// At most `count` different positions with an open choice. Every game gives one before any gives
/// another; in each such round the shares of the game that lie behind the positions are spread
/// evenly. Fewer where the games have no more.
std::vector<DrawnPosition> draw_positions(const std::vector<LotGame>& games, std::size_t count,
                                          std::uint64_t seed);

/// 16 hexadecimal digits that tell these games from others (FNV-1a over starts and moves, in
/// order). Not against forgers.
std::string fingerprint(std::span<const LotGame> games);

}  // namespace gougi::study
