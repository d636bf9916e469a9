// SPDX-License-Identifier: MIT
// What a relay's notes say of its council: how often the voters agreed, with whom, and whose move
// was played. Reads the vote lines that the relay prints ("[O] bestmove 2g2f … [name]"), in either
// language, from the games of a match whose notes were kept. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/game_record.hpp"
#include "usi/score.hpp"

namespace gougi::match {

struct Vote {
  bool for_played = false;  ///< [O]: for the move played
  std::string move;         ///< as the line says it; also resign and win; empty: none that counts
  std::string voter;        ///< its name
  bool absent = false;      ///< its engine was not there to be asked
  std::optional<usi::Score> score;  ///< the mover's view
};

/// Of one move no more are read: what two voters have in common is counted for every two.
inline constexpr std::size_t kMostVotes = 100;

/// The votes of one move in the order of the engine numbers: the first is that of engine 1. Those
/// of engines that were absent or not waited for, and what did not count, are without a move; what
/// mate solvers found is none. Empty if the note holds none.
std::vector<Vote> parse_votes(std::string_view note);

/// Of one relay in a match. Voters are told apart by their place, as several may have one name.
struct VoteCount {
  std::vector<std::string> voters;                   ///< their names, as of their first votes
  std::size_t decisions = 0;                         ///< moves with at least two votes
  std::size_t unanimous = 0;                         ///< of these
  std::vector<std::size_t> votes;                    ///< of each voter
  std::vector<std::size_t> for_played;               ///< of these
  std::vector<std::vector<std::size_t>> together;    ///< both voted
  std::vector<std::vector<std::size_t>> agreements;  ///< for the same move

  void add(const std::vector<Vote>& ballot);
};

/// Of engine `engine` in all its games.
VoteCount count_votes(const std::vector<GameRecord>& games, std::size_t engine);

}  // namespace gougi::match
