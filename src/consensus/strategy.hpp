// SPDX-License-Identifier: MIT
// The table of strategies, and the rules that hold for all of them: void ballots do not count, a
// verified declaration always wins, and so does a mate on the board, resign only by a majority of
// the voters (the lost and the void are voters too), a move after which the opponent is
// proven to mate is not played while another remains. To add one: a file with its rule, a row in
// strategy.cpp, a test file, and what tests/relay/lists_test.cpp then misses.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "consensus/candidates.hpp"
#include "consensus/council.hpp"

namespace gougi::consensus {

/// Who of the engines is at work at the same time, and so has what part of the processors.
enum class Company {
  kAll,
  kInTurn,      ///< one at a time
  kFirstApart,  ///< the first by itself, then the others together
};

struct Strategy {
  std::string_view identifier;     ///< as in the configuration and the GUI's combo
  std::string_view japanese_name;  ///< means the same
  /// Chooses among the ballots that count and hold a move; is asked when all are in and at least
  /// one is there, and again with each reply to its questions. Never NoBallot.
  Verdict (*choose)(const Council& moves);
  /// Which of the `available` engines (numbers, ascending, not empty) search this move; nullptr:
  /// all. Not empty; what it returns is part of `available`.
  std::vector<int> (*seats)(const Facts& facts, std::span<const int> available) = nullptr;
  /// The decision while ballots are outstanding that cannot change it any more, whatever moves they
  /// hold and whether they come at all; nullptr: there is none before the last. Is asked with the
  /// ballots that count and hold a move (at least one), and the awaited.
  std::optional<Decided> (*early)(const Council& council) = nullptr;
  /// Whether `early` is sure to decide nothing, by what each move has and what is awaited alone:
  /// where there are many voters, nothing else need be looked at. Set if `early` is.
  bool (*is_open)(std::span<const Votes> moves, Votes awaited) = nullptr;
  Company company = Company::kAll;
  double first_share = 1.0;  ///< of the move's whole time, for the ballots
  /// Its questions are about differing votes: while all agree the voters have the whole time.
  bool asks_only_if_split = false;
  bool needs_mate_engine = false;  ///< makes no sense without one
  bool solves_pv = false;          ///< solvers work through the positions of the pv, too
  bool wants_lines = false;        ///< voters are to think with MultiPV
  int lines = 4;                   ///< … with so many: more cost more depth than they tell
  /// Of engines whose lines tell visits, which cost them nothing, so many; 0: as the others.
  int visit_lines = 0;
  bool wants_members = false;  ///< reads Facts::members, for names at least
  bool wants_maps = false;     ///< … if one of them has a map of its scores
  bool wants_model = false;    ///< reads Facts::arbiter
};

std::span<const Strategy> strategies();
/// The Japanese name as a sentence has it: without what its brackets say of the number of engines.
std::string_view spoken_japanese_name(const Strategy& strategy);
/// By identifier or Japanese name; nullptr if there is none.
const Strategy* find_strategy(std::string_view name);
/// Identifiers and Japanese names, for complaints and for reading configurations.
std::vector<std::string> strategy_names();

/// The whole decision: the common rules, then the strategy's. While ballots are awaited it is early
/// only if none of them could change it, a declaration or resignations among them included.
Verdict decide(const Strategy& strategy, const Council& council);

// The rules of the table, one file each or one for a pair.
Verdict choose_majority(const Council& moves);
std::optional<Decided> majority_early(const Council& council);
bool majority_is_open(std::span<const Votes> moves, Votes awaited);
Verdict choose_optimistic(const Council& moves);
Verdict choose_pessimistic(const Council& moves);
Verdict choose_alternate(const Council& moves);
Verdict choose_optimistic_rise(const Council& moves);
Verdict choose_pessimistic_rise(const Council& moves);
Verdict choose_exchange(const Council& moves);
Verdict choose_rotate_plies(const Council& moves);
std::vector<int> seats_rotate_plies(const Facts& facts, std::span<const int> available);
Verdict choose_rotate_phase(const Council& moves);
std::vector<int> seats_rotate_phase(const Facts& facts, std::span<const int> available);
Verdict choose_rotate_drop(const Council& moves);
std::vector<int> seats_rotate_drop(const Facts& facts, std::span<const int> available);
Verdict choose_rotate_rise(const Council& moves);
std::vector<int> seats_rotate_rise(const Facts& facts, std::span<const int> available);
Verdict choose_mate(const Council& moves);
std::vector<int> seats_mate(const Facts& facts, std::span<const int> available);
Verdict choose_average(const Council& moves);
Verdict choose_softmax(const Council& moves);
Verdict choose_veto(const Council& moves);
Verdict choose_verify(const Council& moves);
std::vector<int> seats_verify(const Facts& facts, std::span<const int> available);
Verdict choose_visits(const Council& moves);
Verdict choose_relay_by_progress(const Council& moves);
std::vector<int> seats_relay_by_progress(const Facts& facts, std::span<const int> available);
Verdict choose_arbiter(const Council& moves);

}  // namespace gougi::consensus
