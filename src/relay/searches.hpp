// SPDX-License-Identifier: MIT
// Everything that children are asked for in a round, kind by kind, in one book: whatever a child
// says is found in it by the child and the search's number. A new kind of search is a struct and a
// list of SearchBook here; until round.cpp says what becomes of its answers it does not compile.
// Values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/clock.hpp"
#include "consensus/strategy.hpp"
#include "game/ending.hpp"
#include "relay/absence.hpp"
#include "relay/last_info.hpp"
#include "relay/node_budget.hpp"
#include "relay/position_lines.hpp"
#include "usi/answer.hpp"
#include "usi/host_side.hpp"

namespace gougi::relay {

/// A search that a child was asked for, and its clock.
struct Search {
  int child = 0;
  usi::SearchId id = 0;  ///< 0: not asked yet (still loading, or restarting), or over
  /// Nothing: it has no time of its own, or was told to stop already.
  std::optional<base::TimePoint> stop_at;
  std::optional<base::TimePoint> stopped_at;    ///< when it was told
  std::optional<base::TimePoint> promised_end;  ///< a child that uses all its time answers then
  LastInfo last;
  std::optional<base::TimePoint> heard_at;  ///< its last info line
  base::TimePoint asked_at{};
  /// Of the move's budget; nothing: it is not in it; 0: there is none for it, and it is not asked.
  std::optional<Nodes> part;
  Nodes told_nodes = 0;               ///< for `part`; 0: not told
  Nodes given_back = 0;               ///< of `part`: not searched, and free for what is asked later
  base::Milliseconds answered_in{0};  ///< since it was asked; 0: not answered
  Nodes engines_nps = 0;              ///< its engine's, of this run, as of its answer; 0: not known

  bool is_due(base::TimePoint now) const { return stop_at && now >= *stop_at; }
  /// What is said of it still counts.
  bool is_open() const { return true; }
};

/// Of a voter that ponders on another reply than the round's.
struct OwnPonderPosition {
  PositionLines lines;
  std::shared_ptr<const game::Position> board;
};

/// For an engine's vote; the engine takes part before it is asked, and when it is asked again.
struct VoterSearch : Search {
  int number = 1;
  std::string name;  ///< as the vote table shows it
  double weight = 1.0;
  consensus::Scale scale{};
  bool lines_tell_visits = false;  ///< as its child's
  std::optional<usi::Score> previous;
  int asked = 0;           ///< how often, restarts included
  bool reserve = false;    ///< counts only if nobody else's ballot does
  bool pondering = false;  ///< its search was begun with `go ponder`
  bool was_there = true;   ///< at `go`, or about to be back
  bool stands_in = false;  ///< for others: it was told what they had not searched
  Nodes spent = 0;         ///< of its part, before it was asked again
  bool left_out = false;   ///< the vote went on before it could be asked
  bool replaced = false;   ///< another has what it had not searched of its part
  std::optional<OwnPonderPosition> own_ponder_position;
  /// Its ponder search was stopped, for its clock was another: it is asked anew when it has
  /// answered.
  bool restarts_after_stop = false;
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< when it was asked
  // What it would play by its newest line, or plays, and since when; of the agreement clock.
  std::optional<usi::Move> favourite;
  base::TimePoint favourite_since{};
  std::optional<consensus::Ballot> ballot;
  std::optional<Absence> absence;  ///< as of the decision: why it was not even asked
  /// Its ballot before it was given more time: what it falls back on.
  std::optional<consensus::Ballot> first_ballot;

  bool awaited() const { return id != 0 && !ballot; }
  bool is_asked_no_more() const { return left_out || replaced || part == 0; }
  bool counts() const { return ballot && ballot->counts(); }
  /// As it reported, all its searches of this round together.
  Nodes searched() const { return spent + std::clamp(last.nodes, Nodes{0}, kMostNodes); }
};

/// Of an engine and its mirror, the one that has not the seat: see mirrors.hpp.
struct MirrorSearch : VoterSearch {};

/// For the reply to a strategy's question: of the position after a candidate move.
struct ReplySearch : Search {
  consensus::Question question;
  std::string name;  ///< as its engine is shown
  consensus::Scale scale{};
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< its engine's
  base::Milliseconds time{0};                              ///< it may take; 0: no clock
  double share = 1.0;                                      ///< of the move's time
  bool mated = false;
  /// How the game would end there by a fourth occurrence; nobody is asked then.
  std::optional<game::Reason> repeats;
  bool handed_on = false;  ///< from an engine to its mirror, or back: once
  bool done = false;
  std::optional<usi::Move> answer;  ///< its bestmove

  bool is_open() const { return !done; }
  bool runs() const { return id != 0 && !done; }
  /// As a vote's: of the move that it answered, if it did.
  std::optional<usi::Score> score() const { return answer ? last.score_of(*answer) : last.score; }
};

/// A mate solver's, for a proof in the position itself.
struct ProofSearch : Search {
  std::string name;
  std::optional<usi::CheckMateAnswer> answer;
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< when it was asked

  bool runs() const { return id != 0 && !answer; }
};

/// A mate solver's, of a position after moves that the voters think of.
struct ThreatSearch : Search {
  std::vector<usi::Move> path;  ///< from the round's position, at least one
  std::uint64_t key = 0;        ///< of the position
  std::vector<usi::Move> mate;  ///< found, and confirmed by the rules; empty: none
};

/// `freeze: emulate`: the bundled engine's, for the freeze, if any, that goes best with a move of a
/// voter that knows nothing of freezes.
struct FreezeSearch : Search {
  usi::Move move;
  base::TimePoint until{};  ///< not waited for after this
  bool done = false;
  std::optional<usi::Move> answer;  ///< the move, with or without a freeze
  std::optional<usi::Move> ponder;

  bool is_open() const { return !done; }
};

/// The latest of `searches` that this is; nullptr: none that anybody waits for.
template <class Kind>
Kind* find_in(std::vector<Kind>& searches, int child, usi::SearchId id) {
  const auto found = std::find_if(searches.rbegin(), searches.rend(), [&](const Kind& search) {
    return id != 0 && search.id == id && search.child == child && search.is_open();
  });
  return found == searches.rend() ? nullptr : &*found;
}

struct SearchBook {
  std::vector<VoterSearch> voters;
  std::vector<MirrorSearch> mirrors;  ///< of the voters that have one
  std::vector<ReplySearch> replies;   ///< all of this round, in the order in which they are asked
  std::vector<ProofSearch> solvers;
  std::vector<ThreatSearch> threats;
  std::vector<FreezeSearch> freezes;  ///< the present question is the last

  /// All lists; one that is missing here does not compile.
  auto kinds() {
    auto& [of_votes, of_mirrors, of_replies, of_proofs, of_threats, of_freezes] = *this;
    return std::tie(of_votes, of_mirrors, of_replies, of_proofs, of_threats, of_freezes);
  }
  /// Calls `take` with the search that a line is of, if anybody waits for it. `take` has to take
  /// every kind.
  template <class Take>
  void find(int child, usi::SearchId id, const Take& take) {
    const auto is_in = [&](auto& searches) {
      auto* const search = find_in(searches, child, id);
      if (search != nullptr) take(*search);
      return search != nullptr;
    };
    std::apply([&](auto&... searches) { (is_in(searches) || ...); }, kinds());
  }

  VoterSearch* voter(int child);
  MirrorSearch* mirror(int child);
  /// Who stands by for the voter of this number; nullptr: nobody.
  MirrorSearch* mirror_of(int number);
  /// There is somebody who is waited for, and of each such voter the mirror has voted.
  bool mirrors_have_voted() const;
  FreezeSearch* freeze() { return freezes.empty() ? nullptr : &freezes.back(); }
  bool anybody_awaited() const;
  std::ptrdiff_t awaited() const;
  /// Voters whose ballot counts, without the reserve.
  std::ptrdiff_t answered() const;
  /// The soonest of the times at which voters and replies are stopped.
  std::optional<base::TimePoint> next_stop() const;
};

}  // namespace gougi::relay
