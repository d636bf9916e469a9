// SPDX-License-Identifier: MIT
// An analysed game as JSON: the lines of NAME.jsonl (docs/analysis.md), and what the pages are told
// of it. Pure functions; used by `gougi analyse`.
#pragma once

#include <string>
#include <vector>

#include "analysis/game_review.hpp"
#include "notation/record.hpp"
#include "relay/json_reader.hpp"
#include "shogi/game.hpp"
#include "tools/analyse_council.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::tools {

/// What was found of a game; all of it outlives this.
struct GameFacts {
  const std::string& name;
  const notation::Record& record;
  const shogi::Game& game;
  const GameLine& line;
  const std::vector<analysis::Verdict>& verdicts;
  const std::vector<const Judgement*>& judgements;  ///< null: it was not judged
  const analysis::GameReview& review;
};

/// Whether the mover, who has a king, has no legal move.
bool is_lost_for_mover(const shogi::Position& position);

/// Adds to `line` what a move cost, where that is known, and what kind of fault it is.
void describe_move(const analysis::MoveReview& move, relay::Json& line);

/// NAME.jsonl.
std::string game_lines(const AnalyseCouncil& council, const GameFacts& facts);

/// Of a page, what does not change of a game: `name`, `black`, `white`, `date`, how an illegal move
/// ended it, `sfen`, `moves`, and `mated` where the last one mates.
relay::Json page_game(const std::string& name, const notation::Record& record,
                      const shogi::Game& game);
/// The same with `positions`: of each what its line in NAME.jsonl has of council and move; null:
/// it was not judged.
relay::Json page_game(const AnalyseCouncil& council, const GameFacts& facts);

}  // namespace gougi::tools
