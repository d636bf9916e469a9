// SPDX-License-Identifier: MIT
// Many decisions of councils looked at together: how often the voters agreed, what each rule would
// have made of the same ballots, and, where a judge has looked at the moves that were in dispute,
// whose minority votes were right and what each voter's and each rule's choices cost. Decides by
// replaying (decision_record.hpp), plays nothing and searches nothing itself. Used by `gougi
// study`; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "relay/decision_record.hpp"
#include "study/record_order.hpp"

namespace gougi::study {

using relay::DecisionRecord;
using relay::RecordedVoter;

/// A decision that was in dispute: more than one move was voted for.
struct Dispute {
  std::string position;           ///< a whole `position` line
  std::vector<usi::Move> moves;   ///< all that were voted for, each once
  std::vector<double> win_rates;  ///< of these, by the judge, mover's view; empty: not judged
  std::size_t game = 0;           ///< which game it is of; those of one game depend on each other
  std::vector<std::optional<usi::Move>> votes;  ///< by place of the voter; nothing: no vote
  std::vector<std::optional<usi::Move>> rules;  ///< by place of the rule; nothing: another choice
};

/// A mean over decisions with half of its 95 % interval, games taken as what is independent:
/// nothing with fewer than kFewestGames (headroom.hpp), or where all decisions are alike.
struct StudyMean {
  std::size_t count = 0;
  double value = 0;
  std::optional<double> error;
};

/// A voter, or a rule over all voters.
struct StudiedVoter {
  std::string name;
  std::size_t ballots = 0;            ///< decisions in which it had a choice
  std::size_t played = 0;             ///< of these: it was the move played
  std::vector<std::size_t> together;  ///< by place of a voter: both had a choice
  std::vector<std::size_t> agreed;    ///< and it was the same
  std::size_t asked = 0;              ///< a rule would have asked first; its answer without counts
  // Of decisions in dispute that were judged:
  StudyMean loss;        ///< win rate behind the best of the moves voted for
  std::size_t best = 0;  ///< its move was that one
  // Of a voter alone against at least two that agreed, judged:
  std::size_t alone = 0;
  std::size_t right = 0;  ///< its move was better by more than kClearly
  std::size_t wrong = 0;  ///< it was worse by more than that
};

/// In win rate: less is within the noise of the judge's search.
inline constexpr double kClearly = 0.02;

struct StudyResult {
  std::size_t decisions = 0;  ///< with at least two votes
  std::size_t unanimous = 0;
  std::size_t majority = 0;  ///< of the others: one move had more than half of the votes
  std::size_t judged = 0;
  std::vector<StudiedVoter> voters;
  std::vector<StudiedVoter> rules;
};

class ConsensusStudy {
 public:
  ConsensusStudy();

  /// In the order of the file, which may hold several runs. Skips analysis (`go infinite`) and what
  /// fewer than two voters had a move for. `match_game`: the game's number in its match, where both
  /// sides may be councils, whose records are those of two games.
  void take(const DecisionRecord& record, std::optional<std::uint64_t> match_game = std::nullopt);
  /// What follows belongs to other games, whatever its numbers.
  void end_file() {
    order_.end_file();
    match_game_.reset();
  }

  /// To be judged by whoever can search: all, some or none of them.
  std::vector<Dispute>& disputes() { return disputes_; }
  StudyResult result() const;

 private:
  std::size_t place_of(const RecordedVoter& voter);

  std::vector<const consensus::Strategy*> rules_;
  std::vector<int> numbers_;  // of the voters, by place
  StudyResult counts_;
  std::vector<Dispute> disputes_;
  RecordOrder order_;
  std::optional<std::uint64_t> match_game_;  // of the last record
  std::size_t game_ = 0;
};

}  // namespace gougi::study
