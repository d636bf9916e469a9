// SPDX-License-Identifier: MIT
// The record of a session: one JSON object a line, for every decision of the relay and for every
// end of a game that the GUI told. It holds all that the rule saw and what came of it, so that a
// decision can be explained, and decided again by the same or another rule, long afterwards. Values
// and text only; no file. Written by the session (session_record.hpp), read by `gougi replay` and
// `gougi calibrate`.
//
//   {"decision":3,"game":1,"time":"2026-01-31T09:30:00.123Z","ply":5,"position":"position startpos
//    moves …","go":"go btime 0 wtime 0 byoyomi 1000","rule":"majority","bestmove":"7g7f","ponder":
//    "3c3d","voter":1,"reason":"2 of 3 votes","score":{"cp":35},"elapsed_ms":912,"voters":[{…}],
//    "reserve":[],"facts":{…},"replies":[],"proof":{…},"budget":{"nodes":
//    300000,"normalised":false,"searches":[{"voter":1,"part":100000,"told":100000,"nodes":100000,
//    "elapsed_ms":240,"nps":416666},{…}]}}
//   {"game":1,"time":"2026-01-31T09:55:00.456Z","result":"win","decisions":57}
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "consensus/strategy.hpp"
#include "relay/agreement_plan.hpp"
#include "usi/command.hpp"

namespace gougi::relay {

using WallTime = std::chrono::sys_time<base::Milliseconds>;

/// A voter with the name that the vote table shows.
struct RecordedVoter {
  std::string name;
  consensus::Voter voter;
  friend bool operator==(const RecordedVoter&, const RecordedVoter&) = default;
};

/// A mate that a solver found and the rules confirmed: it goes before every rule.
struct RecordedProof {
  std::string solver;
  std::vector<usi::Move> moves;
  friend bool operator==(const RecordedProof&, const RecordedProof&) = default;
};

/// A search that had a part of the move's nodes.
struct RecordedSearch {
  int voter = 0;                  ///< engine number
  std::optional<usi::Move> move;  ///< of a question: the search is of the position after it
  std::int64_t part = 0;          ///< of the budget
  std::int64_t told = 0;   ///< nodes; another number than the part if the budget is normalised
  std::int64_t nodes = 0;  ///< as the engine reported them
  base::Milliseconds elapsed{0};  ///< from `go` to its answer; 0: it did not come
  std::int64_t nps = 0;         ///< nodes a second of all its engine's answers so far; 0: not known
  std::int64_t given_back = 0;  ///< of the part: not searched, and free for what was asked later
  friend bool operator==(const RecordedSearch&, const RecordedSearch&) = default;
};

/// `budget:` of a move.
struct RecordedBudget {
  std::int64_t nodes = 0;
  bool normalised = false;
  std::vector<RecordedSearch> searches;
  friend bool operator==(const RecordedBudget&, const RecordedBudget&) = default;
};

struct DecisionRecord {
  int number = 1;  ///< of the session, from 1
  int game = 1;    ///< of the session, from 1
  WallTime time{};
  int ply = 1;           ///< number of the move about to be played
  std::string position;  ///< a whole `position` line; empty: the last one was unusable
  std::string go;        ///< a whole `go` line, as understood
  std::string rule;      ///< identifier of the strategy
  // What the rule saw.
  std::vector<RecordedVoter> voters;
  std::vector<RecordedVoter> reserve;  ///< counts only if no voter does
  consensus::Facts facts;
  std::vector<consensus::Reply> replies;
  std::optional<RecordedProof> proof;
  std::optional<RecordedBudget> budget;
  std::optional<AgreementPlan> agreement;  ///< of the agreement clock, where it was in use
  // What came of it.
  consensus::Choice choice = usi::Resign{};
  /// What the rule chose, where `choice` is that move with a freeze that the bundled engine added.
  std::optional<usi::Move> chosen;
  std::optional<usi::Move> ponder;
  int voter = 0;  ///< whose ballot was played; 0: nobody's (a proof, a fallback)
  std::string reason;
  std::string reason_ja;  ///< empty: of a record before there was one
  std::optional<usi::Score> score;
  base::Milliseconds elapsed{0};  ///< since the clock started

  consensus::Choice rules_choice() const { return chosen ? consensus::Choice{*chosen} : choice; }
  friend bool operator==(const DecisionRecord&, const DecisionRecord&) = default;
};

struct GameRecord {
  int game = 1;
  WallTime time{};
  usi::GameResult result = usi::GameResult::kDraw;  ///< for this relay
  int decisions = 0;                                ///< recorded in this game
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

using RecordLine = std::variant<DecisionRecord, GameRecord>;

/// One line of JSON without its end, without control characters, valid UTF-8. Free text (names,
/// reasons) is made printable. A `win_rate` beside each centipawn score is for readers only.
std::string to_json(const RecordLine& line);

/// Takes to_json() back; unknown keys are skipped. An error names the key and what belongs there:
/// `voters[2].ballot.nodes: "many" is no integer`.
base::Result<RecordLine> parse_record(std::string_view text);

/// What a rule, the recorded one or another, says to the recorded ballots.
struct Redecision {
  consensus::Choice choice = usi::Resign{};
  int voter = 0;  ///< 0: nobody's
  std::string reason;
  std::string reason_ja;
  bool decided = false;     ///< false: no ballot counts, the relay's fallback would play
  bool had_to_ask = false;  ///< the rule would have asked more; this is its answer without
};
/// A proof goes before the rule, the reserve behind it, as in the relay. A ballot that never came
/// is lost.
Redecision decide_again(const DecisionRecord& record, const consensus::Strategy& strategy);

}  // namespace gougi::relay
