// SPDX-License-Identifier: MIT
// One game of the engine against itself, as teacher positions. A game is found by its number alone:
// the same settings and number give the same positions, whatever was played before, so that games
// can be shared out among threads and a broken-off run goes on where it was. It reads no clock and
// writes no file. An object is for one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "learn/teacher_position.hpp"
#include "search/searcher.hpp"
#include "shogi/game.hpp"

namespace gougi::learn {

struct SelfPlaySettings {
  std::uint64_t seed = 1;
  std::uint64_t nodes = 3000;  ///< a move
  /// Random moves at the start, drawn anew for each game: fewer and games repeat each other, more
  /// and they are decided before they begin.
  int least_random_plies = 7;
  int most_random_plies = 8;
  /// A game whose first value is beyond this teaches what random moves are worth: it is not played.
  int largest_opening_value = 400;
  /// Both sides' searches say this or more, the same way, for so many plies: the game is over.
  int adjudicated_value = 2000;
  int adjudicated_plies = 6;
  int longest_game = 320;  ///< plies; then it is drawn
  /// Positions beyond this value are not kept: they are decided, and their scores are wild.
  int largest_value = 3000;
  /// A static evaluation says nothing of these, so they are left out unless wanted.
  bool keep_checks = false;
  bool keep_captures = false;  ///< the best move captures or promotes
};

class SelfPlay {
 public:
  /// Where the games of a number begin, before the random moves; by default at the start position.
  using Opening = std::function<shogi::Game(std::uint64_t number)>;

  /// `searcher` has the evaluation and the table that are wanted; both must outlive this. The size
  /// of its table is part of what makes games the same.
  SelfPlay(const SelfPlaySettings& settings, search::Searcher& searcher, Opening opening = nullptr);

  /// The positions of game `number`, in their order; none where its opening was no good, or when
  /// `stopped` said so in the middle of it.
  std::vector<TeacherPosition> play(std::uint64_t number,
                                    const std::function<bool()>& stopped = nullptr);

 private:
  shogi::Game open(std::uint64_t number) const;
  bool keeps(const shogi::Position& position, const search::Decision& decision) const;
  /// 1 where Black won, 0 where nobody did, -1.
  int play_out(shogi::Game& game, const std::function<bool()>& stopped,
               std::vector<TeacherPosition>& kept);

  SelfPlaySettings settings_;
  search::Searcher& searcher_;
  Opening opening_;
};

}  // namespace gougi::learn
