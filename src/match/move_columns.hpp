// SPDX-License-Identifier: MIT
// The moves of a game as columns of text, one word a move: how the store keeps them, and readable
// in any tool that opens the file. Scores are the mover's view: "35", "-120", "m5" (mates in 5
// plies), "m-4", "m+" and "m-" (length unknown), with ">" behind a lower and "<" behind an upper
// bound; "-" where nothing was said.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "match/game_record.hpp"

namespace gougi::match {

struct MoveColumns {
  int opening_plies = 0;
  std::string moves;  ///< as the rules write them: USI
  std::string times;  ///< milliseconds
  std::string scores;
  std::string depths;
  std::string nodes;
  std::string selective_depths;
  std::string own_times;  ///< milliseconds by the engine's own clock
  std::string lines;      ///< what was expected: its moves with commas between them
  std::string notes;      ///< a line for each move that has one: its ply, a blank, the escaped text
};

MoveColumns to_columns(const std::vector<MoveRecord>& moves);
/// The error names the column and the word that makes no sense. Legality is not judged. The columns
/// of what older files do not hold may be empty.
base::Result<std::vector<MoveRecord>> from_columns(const MoveColumns& columns);

std::string score_word(const std::optional<usi::Score>& score);

}  // namespace gougi::match
