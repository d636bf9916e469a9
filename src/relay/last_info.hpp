// SPDX-License-Identifier: MIT
// What a search has said so far. An exact score is never replaced by a bound. Pure values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/council.hpp"
#include "relay/seen_moves.hpp"
#include "usi/answer.hpp"

namespace gougi::relay {

struct LastInfo {
  std::optional<usi::Score> score;  ///< the newest exact one; a bound as long as there is none
  int depth = 0;
  std::int64_t nodes = 0;
  // Of any of its lines, the newest; 0: it says none.
  std::int64_t nps = 0;
  int seldepth = 0;
  int hashfull = 0;
  std::string pv;  ///< raw words; of the line that gave the score, or a later one without
  std::vector<std::optional<SeenLine>> lines;  ///< by multipv from 1; empty: none said its own
  std::vector<usi::Move> ranked;  ///< by multipv from 1: with what its newest line begins
  SeenMoves moves;
  std::vector<consensus::MoveVisits> visits;      ///< by its statistics; not judged
  std::vector<consensus::MoveVisits> line_nodes;  ///< `nodes` of the newest line of each move
  std::vector<consensus::CourseStep> course;      ///< of its first line; its moves are not judged

  void take(const usi::InfoView& info);
  /// `score` if it is no bound.
  std::optional<usi::Score> exact_score() const;
  /// What a vote for the move is worth: the newest exact score of the move, else the newest bound
  /// of it, else exact_score().
  std::optional<usi::Score> score_of(usi::Move move) const;
  /// Another search of the same position begins: it has no line yet, what was said of moves stands.
  void begin_again();

 private:
  void take_visits(std::string_view text);
  void take_first(const usi::InfoView& info, const std::optional<usi::Score>& said);
  void take_rank(const usi::InfoView& info, const usi::Score& said);
  void take_step(const usi::InfoView& info, const usi::Score& said);
};

/// The moves at the beginning of a pv's words.
std::vector<usi::Move> parse_pv(std::string_view words);
/// No more of them than `most`.
std::vector<usi::Move> parse_pv(std::string_view words, std::size_t most);
std::optional<usi::Move> first_move(std::string_view pv);

}  // namespace gougi::relay
