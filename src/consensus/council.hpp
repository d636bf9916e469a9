// SPDX-License-Identifier: MIT
// What a strategy sees and what it may answer: plain values. A *voter* is an engine that takes part
// in the vote of this move; a *ballot* is its answer; a *round* is from `go` to the relay's
// bestmove. Nothing here knows processes, clocks or the board: legality has been judged before
// (Ballot::void_reason).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "shogi/types.hpp"
#include "usi/answer.hpp"
#include "usi/score.hpp"

namespace gougi::consensus {

struct Ballot {
  usi::MoveChoice choice;           ///< a move, resign, or a declaration
  std::optional<usi::Score> score;  ///< the last exact one of its search; side to move's view
  std::vector<shogi::Move> pv;      ///< begins with the move, all legal; may be empty
  std::optional<shogi::Move> ponder;
  int depth = 0;
  std::int64_t nodes = 0;
  base::Milliseconds elapsed{0};
  bool partial = false;     ///< read off its last pv: the voter had not said bestmove
  std::string void_reason;  ///< not empty: the ballot does not count, and why

  bool counts() const { return void_reason.empty(); }
  friend bool operator==(const Ballot&, const Ballot&) = default;
};

/// One voter of the round, in the order of the engine numbers.
struct Voter {
  int number = 1;                      ///< engine number, from 1
  std::optional<Ballot> ballot;        ///< nothing: not in yet, or lost
  bool awaited = false;                ///< a ballot may still come
  std::optional<usi::Score> previous;  ///< its score at its own previous move of this game
  double weight = 1.0;
  int eval_coef = 600;  ///< win rate = 1/(1+exp(-cp/coef))
};

/// A round as a strategy sees it.
struct Council {
  std::vector<Voter> voters;
};

/// No decision yet: more ballots may change it.
struct Wait {
  friend bool operator==(const Wait&, const Wait&) = default;
};
/// The ballot of this voter is played.
struct Decided {
  int voter = 0;       ///< engine number
  std::string reason;  ///< one English phrase for the log and G_Explain
  friend bool operator==(const Decided&, const Decided&) = default;
};
/// Everybody has answered and no ballot counts.
struct NoBallot {
  friend bool operator==(const NoBallot&, const NoBallot&) = default;
};
using Verdict = std::variant<Wait, Decided, NoBallot>;

/// The order of two voters' scores on one scale: centipawns are divided by the voter's eval_coef
/// (the logit of its win rate), mates stand beyond all of them. Both must have a ballot with a
/// score.
std::partial_ordering compare_scores(const Voter& a, const Voter& b);

}  // namespace gougi::consensus
