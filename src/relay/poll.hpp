// SPDX-License-Identifier: MIT
// One `go` as the vote sees it: who was asked, what has come in, and what that amounts to. It
// judges answers (legality, declarations, mates) and asks the rule of the vote, but sends nothing,
// starts nothing and knows no time but that of the answers. Read by all that shows or records a
// round.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "consensus/strategy.hpp"
#include "relay/agreement_plan.hpp"
#include "relay/node_budget.hpp"
#include "relay/outcome.hpp"
#include "relay/position_lines.hpp"
#include "relay/searches.hpp"

namespace gougi::relay {

/// USI wants no bestmove of such a search before `stop`, or `ponderhit`.
bool no_answer_before_stop(const usi::SearchLimits& limits);
/// The solver's answer is a mate, and the rules confirm it.
bool proves_mate(const ProofSearch& solver, const game::Position& position);

class Poll {
 public:
  Poll(std::shared_ptr<const game::Game> game, usi::SearchLimits limits, base::TimePoint now);

  std::shared_ptr<const game::Game> game;
  PositionLines lines;             ///< for engines
  PositionLines sfen_lines;        ///< for solvers: without history
  usi::SearchLimits limits;        ///< as the GUI gave them; `ponder` is cleared by ponderhit
  std::vector<usi::Move> allowed;  ///< the legal ones of its searchmoves; empty: all
  base::TimePoint clock_start;     ///< of the move
  const consensus::Strategy* strategy = nullptr;  ///< to its end, whatever the GUI sets; not null
  consensus::Facts facts;
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  bool pools_freezes = false;     ///< votes for one move with different freezes go together
  bool may_freeze = true;         ///< for a move to be played: as was announced
  bool without_position = false;  ///< the last `position` was unusable: nobody is asked
  bool stopped = false;           ///< voters have been told to stop
  bool never_hit = false;         ///< it pondered until it was stopped
  bool extended = false;  ///< the votes were split, and the voters have been given more time
  NodeBudget budget;
  std::optional<AgreementPlan> agreement;  ///< nothing: the clock is planned as usual
  SearchBook book;
  // An analysis: what the GUI has been shown of it, by row from 1, without sums.
  std::vector<usi::InfoAnswer> analysis_shown;
  std::size_t analysis_width = 0;  ///< so many engines have rows; 0: nothing has been shown

  const game::Position& position() const { return game->position(); }
  shogi::Color side() const { return position().side_to_move(); }

  // Answers.
  /// 7g7fZG where G is not frozen: as in a position line, what it says of the position must be so.
  bool is_false_note(const usi::BestMoveAnswer& answer) const;
  /// Why it is no vote here; empty: it is one.
  std::string why_void(const usi::BestMoveAnswer& answer) const;
  /// The bestmove of a voter, judged: illegal ones become void ballots with the reason.
  void take_best_move(VoterSearch& voter, const usi::BestMoveAnswer& answer, base::TimePoint now);
  /// What a search found that is made anew: its last line begins with the move from now on.
  void take_interim_answer(VoterSearch& voter, const usi::BestMoveAnswer& answer) const;
  /// A vote by the voter's last exact pv, if its first move is legal; otherwise it has no ballot.
  void take_partial(VoterSearch& voter, base::TimePoint now);
  /// A ballot that does not count: the engine is lost, or its answer is none.
  void void_ballot(VoterSearch& voter, std::string reason, base::TimePoint now);
  /// The same: `words` stand behind its `bestmove`, and nobody can read them.
  void take_unreadable(VoterSearch& voter, std::string_view words, base::TimePoint now);

  /// A mate that a solver found and the rules confirm; nullptr if none.
  const ProofSearch* proof() const;
  /// By the rules the opponent is mated after this legal move.
  bool mates(usi::Move move) const;
  /// A mate of the opponent's after this move; nullptr if none is proven.
  const ThreatSearch* threat_after(usi::Move move) const;
  /// It has voted for a move, or its last line would be such a vote if it were taken now.
  bool has_said_something(const VoterSearch& voter) const;
  /// Of those that have a seat, but for the reserve: that of somebody.
  bool some_voter_has_said_something() const;
  /// What an engine thinks now, or voted for: legal moves.
  std::vector<usi::Move> line_of(const VoterSearch& voter) const;
  /// What counts as one vote: the move, or what pooling makes of it.
  usi::Move counted(usi::Move move) const { return pools_freezes ? move.without_freeze() : move; }
  /// Whether all that have said something think of one move.
  bool agrees() const;

  // The vote.
  /// What the rule sees: the reserve's ballot alone, or everybody else's; in Freeze shogi with
  /// scores that are no surer than their engines can be.
  consensus::Council council(bool reserve) const;
  /// The council's word on the ballots there are.
  consensus::Verdict verdict() const;
  /// What the decision comes to.
  Outcome outcome(const consensus::Decided& decided) const;
  Outcome mate_outcome(const ProofSearch& solver) const;
  /// Without any ballot: a mate in one if there is one, else what somebody was thinking of last,
  /// else the first capture, else any legal move, or resign if there is none.
  Outcome fallback() const;

 private:
  std::string why_void(const consensus::Choice& choice) const;
  /// Every score as it counts in Freeze shogi; see freeze_values.hpp.
  void bound_scores(consensus::Council& seen) const;
  /// Who said a line last that could be played; nullptr: nobody did.
  const VoterSearch* newest_thinker() const;
  const MirrorSearch* mirror_with_a_move() const;
  bool resigns(const consensus::Decided& decided) const;
  /// Ballots are awaited, and whatever was said cannot end the vote before they come; false: ask
  /// the rule.
  bool must_wait() const;
  bool freeze_is_open(const consensus::Council& council, const consensus::Decided& decided) const;
  void take_settled_freeze(Outcome& outcome) const;
};

}  // namespace gougi::relay
