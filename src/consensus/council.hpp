// SPDX-License-Identifier: MIT
// What a strategy sees and what it may answer: plain values. A *voter* is an engine that takes part
// in the vote of this move; a *ballot* is its answer; a *round* is from `go` to the relay's
// bestmove. Nothing here knows processes, clocks or the board: legality has been judged before
// (Ballot::void_reason).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "consensus/scale.hpp"
#include "shogi/freeze.hpp"
#include "usi/answer.hpp"
#include "usi/score.hpp"

namespace gougi::consensus {

/// What a voter may answer. A move is, in Freeze shogi, a move and what it freezes: 5c6c and 5c6czG
/// are two.
using Choice = usi::MoveChoice;
/// As `bestmove` says it; `ponder` counts only with a move.
usi::BestMoveAnswer answer_of(const Choice& choice,
                              const std::optional<usi::Move>& ponder = std::nullopt);

/// One of a voter's MultiPV lines, with a score as a ballot's; side to move's view.
struct RankedLine {
  usi::Move move;
  usi::Score score;
  bool walks_into_mate = false;  ///< a solver proved that the opponent mates after it
  friend bool operator==(const RankedLine&, const RankedLine&) = default;
};

/// How often a voter's tree search (MCTS) has visited a move.
struct MoveVisits {
  usi::Move move;
  std::int64_t visits = 0;
  friend bool operator==(const MoveVisits&, const MoveVisits&) = default;
};

/// What a search thought at one depth: its last exact word there.
struct CourseStep {
  int depth = 0;
  std::int64_t nodes = 0;  ///< searched until then, as it said
  usi::Move move;          ///< its best
  usi::Score score;        ///< side to move's view
  friend bool operator==(const CourseStep&, const CourseStep&) = default;
};

struct Ballot {
  Choice choice;  ///< a move, resign, or a declaration
  /// The newest exact one of the move in its search, else the newest bound of the move, else the
  /// newest exact one of the search. Rules take a bound as its number. Side to move's view.
  std::optional<usi::Score> score;
  std::vector<usi::Move> pv;       ///< begins with the move, all legal; may be empty
  std::vector<RankedLine> lines;   ///< best first, legal; empty without MultiPV
  std::vector<MoveVisits> visits;  ///< most first, legal, each once; empty: it reports none
  /// How its search came to it, by depth, the shallowest first; the newest depths of a long one.
  std::vector<CourseStep> course{};
  std::optional<usi::Move> ponder;
  int depth = 0;
  std::int64_t nodes = 0;
  base::Milliseconds elapsed{0};
  bool partial = false;  ///< read off its last pv: the voter had not said bestmove
  /// What the voter itself said, where `choice` is that move with another freeze; see pooling.hpp.
  std::optional<usi::Move> voted;
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
  double weight = 1.0;                 ///< > 0, of this phase of the game
  Scale scale{};                       ///< of its scores, in this phase of the game
  /// A solver proved that the opponent mates after this ballot's move.
  bool walks_into_mate = false;
  /// By the rules the opponent is mated after this ballot's move.
  bool mates = false;
  bool captures = false;  ///< its ballot's move takes a piece
  bool checks = false;    ///< … gives check
  /// Its engine was not there in this round: it could neither vote nor resign.
  bool absent = false;
  /// Its engine declares freezes, so that a move of its without one says that there is to be none.
  bool declares_freezes = false;
  friend bool operator==(const Voter&, const Voter&) = default;
};

/// One of our earlier moves of this game: which engine's it was, and its score then.
struct OwnMove {
  int ply = 1;    ///< as Facts::ply was then
  int voter = 0;  ///< engine number; 0: nobody's (a solver's mate, a fallback)
  std::optional<usi::Score> score;
  friend bool operator==(const OwnMove&, const OwnMove&) = default;
};

/// An engine of the configuration, whether or not it takes part in this move.
struct Member {
  int number = 1;
  PhaseScales scales{};
  // What its vote weighs by phase, > 0.
  double opening = 1.0;
  double middle = 1.0;
  double end = 1.0;
  std::string name{};  ///< as the configuration has it; may be empty
  friend bool operator==(const Member&, const Member&) = default;
};

struct ArbiterModel;  // arbiter_model.hpp
/// A model that many hold; equal where it says the same. Nothing: there is none.
struct SharedArbiterModel {
  std::shared_ptr<const ArbiterModel> model;
  explicit operator bool() const { return model != nullptr; }
  friend bool operator==(const SharedArbiterModel& a, const SharedArbiterModel& b);
};

/// The numbers of the rules, as the options G_… set them.
struct RuleNumbers {
  int change_player_plies = 1;         ///< rotate-plies: own moves, 1..1000
  int chuuban_start_plies = 51;        ///< rotate-phase: first ply of engine 2
  int shuuban_start_plies = 101;       ///< rotate-phase: first ply of engine 3
  int change_player_score_diff = 100;  ///< rotate-drop, rotate-rise: cp, 1..1000000
  double temperature = 0.05;           ///< softmax, visits: in win rate, > 0
  double veto_drop = 0.1;              ///< veto: in win rate, 0..1
  double verify_margin = 0.05;         ///< verify: in win rate, 0..1
  int progress_decided = 20;     ///< relay-by-progress: so many plies a decided game is further on
  int progress_hysteresis = 12;  ///< relay-by-progress: plies after a change without a way back
  friend bool operator==(const RuleNumbers&, const RuleNumbers&) = default;
};

/// What a rule may know besides the ballots.
struct Facts {
  int ply = 1;        ///< number of the move about to be played, from 1
  int own_moves = 0;  ///< moves the side to move has made since the game began
  /// Engines of the configuration, those that are down included, so that one's absence does not
  /// shift the turns of the others; 0: as many as the highest number at hand.
  int engines = 0;
  std::vector<OwnMove> history;  ///< own earlier moves of this line of play, oldest first
  /// Of a strategy that wants them (Strategy::wants_members), or wants them where one has a map of
  /// its scores (Strategy::wants_maps): all engines of the configuration.
  std::vector<Member> members{};
  /// Of a strategy that wants it (Strategy::wants_model).
  SharedArbiterModel arbiter{};
  RuleNumbers numbers;
  double dice = 0.5;        ///< in [0, 1): the chance that softmax uses, repeatable by G_Seed
  bool may_ask = true;      ///< false: time is up, decide from what there is
  bool may_declare = true;  ///< the rules would confirm a declaration in this position
  friend bool operator==(const Facts&, const Facts&) = default;
};

/// What an engine is asked, voter or not: to search the position after `move`.
struct Question {
  int voter = 0;  ///< engine number
  usi::Move move;
  friend bool operator==(const Question&, const Question&) = default;
};

/// What became of a question.
struct Reply {
  Question question;
  /// Of the side to move after the move: the opponent. Nothing: none was printed, or not yet.
  std::optional<usi::Score> score = std::nullopt;
  bool mated = false;    ///< by the rules the opponent is mated there; no search is needed
  bool awaited = false;  ///< may still come; neither awaited nor a score: lost
  friend bool operator==(const Reply&, const Reply&) = default;
};

/// A round as a strategy sees it.
struct Council {
  std::vector<Voter> voters;
  Facts facts{};
  std::vector<Reply> replies{};  ///< to all questions asked so far in this round
};

/// No decision yet: more ballots or replies may change it.
struct Wait {
  friend bool operator==(const Wait&, const Wait&) = default;
};
/// The ballot of this voter is played.
struct Decided {
  int voter = 0;       ///< engine number
  std::string reason;  ///< one English phrase for the log and G_Explain, with the numbers
  /// Set where the move is not the voter's own choice but one of its `lines`.
  std::optional<usi::Move> move = std::nullopt;
  std::string reason_ja = {};  ///< the same phrase in Japanese
  friend bool operator==(const Decided&, const Decided&) = default;
};
/// More is to be searched first: each question a search, an engine's questions one after another.
/// Of who is not at hand the reply is lost. Not to be asked while Facts::may_ask is false, nor
/// again what `replies` already holds.
struct Ask {
  std::vector<Question> questions;
  double share = 0.45;  ///< of the move's whole time, for all of these together
  /// Nothing is asked after them: of a budget of nodes they have all that is left.
  bool last = false;
  friend bool operator==(const Ask&, const Ask&) = default;
};
/// Everybody has answered and no ballot counts.
struct NoBallot {
  friend bool operator==(const NoBallot&, const NoBallot&) = default;
};
using Verdict = std::variant<Wait, Decided, NoBallot, Ask>;

}  // namespace gougi::consensus
