// SPDX-License-Identifier: MIT
// From a book and a position to a move: which candidates are shown, which remain after the
// options' filters and why, and which one is played. Used by the bundled engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "book/library.hpp"

namespace gougi::book {

/// The probing options, with their names in USI.
struct Choosiness {
  int moves = 16;           ///< BookMoves: up to this ply
  bool narrow = false;      ///< NarrowBook: not what was chosen in less than a tenth of the cases
  int eval_diff = 30;       ///< BookEvalDiff: centipawns behind the best
  int black_limit = 0;      ///< BookEvalBlackLimit: no score below, for the side to move
  int white_limit = -140;   ///< BookEvalWhiteLimit
  int depth_limit = 16;     ///< BookDepthLimit: no depth below; 0: any
  bool by_count = false;    ///< ConsiderBookMoveCount: as often as it was chosen
  int ignore_percent = 0;   ///< BookIgnoreRate
  int pv_moves = 8;         ///< BookPvMoves, at least 1
  bool ignore_ply = false;  ///< IgnoreBookPly
};

struct BookLine {
  Candidate candidate;
  std::vector<shogi::BareMove> pv;  ///< begins with the candidate's move; legal
};

struct BookAnswer {
  std::vector<BookLine> lines;     ///< what the book holds, the best first; empty: no hit
  std::vector<std::string> notes;  ///< what each filter that removed something has to say
  std::optional<BookLine> chosen;
};

BookAnswer look_up(Library& library, const shogi::Position& position, const Choosiness& options,
                   base::Random& random);

}  // namespace gougi::book
