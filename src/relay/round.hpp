// SPDX-License-Identifier: MIT
// One `go`, from its arrival to the answer: who was asked, what has come in, and what that amounts
// to. It judges ballots (legality, declarations, mates) but sends nothing and starts nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "consensus/strategy.hpp"
#include "relay/absence.hpp"
#include "relay/clock_plan.hpp"
#include "relay/rules.hpp"
#include "relay/seen_moves.hpp"
#include "usi/answer.hpp"
#include "usi/host_side.hpp"

namespace gougi::relay {

/// USI wants no bestmove of such a search before `stop`, or `ponderhit`.
bool no_answer_before_stop(const usi::SearchLimits& limits);

/// What a voter's search has said so far. An exact score is never replaced by a bound.
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
  std::vector<shogi::FreezeMove> ranked;  ///< by multipv from 1: with what its newest line begins
  SeenMoves moves;

  void take(const usi::InfoView& info);
  /// `score` if it is no bound.
  std::optional<usi::Score> exact_score() const;
  /// What a vote for the move is worth: the newest exact score of the move, else the newest bound
  /// of it, else exact_score().
  std::optional<usi::Score> score_of(shogi::FreezeMove move) const;
  /// Another search of the same position begins: it has no line yet, what was said of moves stands.
  void begin_again();

 private:
  void take_first(const usi::InfoView& info, const std::optional<usi::Score>& said);
  void take_rank(const usi::InfoView& info, const usi::Score& said);
};

/// A search that a child was asked for, and its clock.
struct Asked {
  int child = 0;
  usi::SearchId search = 0;  ///< 0: not asked yet (still loading, or restarting)
  /// Nothing: it has no time of its own, or was told to stop already.
  std::optional<base::TimePoint> stop_at;
  std::optional<base::TimePoint> stopped_at;  ///< when it was told
  std::optional<base::TimePoint> told_until;  ///< a child that uses all its time answers then
  LastInfo last;
  std::optional<base::TimePoint> heard_at;  ///< its last info line
  base::TimePoint asked_at{};
};

/// An engine that takes part in the vote.
struct Seat : Asked {
  int number = 1;
  std::string name;  ///< as the vote table shows it
  double weight = 1.0;
  int eval_coef = 600;
  std::optional<usi::Score> previous;
  int asked = 0;           ///< how often, restarts included
  bool reserve = false;    ///< counts only if nobody else's ballot does
  bool pondering = false;  ///< its search was begun with `go ponder`
  bool was_there = true;   ///< at `go`, or about to be back
  /// It ponders on another reply than the round's: the position lines.
  std::optional<PositionLines> elsewhere;
  /// Its ponder search was stopped, for its clock was another: it is asked anew when it has
  /// answered.
  bool begins_anew = false;
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< when it was asked
  std::optional<consensus::Ballot> ballot;
  std::optional<Absence> absence;  ///< as of the decision: why it was not even asked
  /// Its ballot before it was given more time: what it falls back on.
  std::optional<consensus::Ballot> first_ballot;

  bool awaited() const { return search != 0 && !ballot; }
};

/// A voter's search of the position after a candidate move, as the strategy asked for.
struct Inquiry : Asked {
  consensus::Question question;
  base::Milliseconds time{0};  ///< it may take; 0: no clock
  double share = 1.0;          ///< of the move's time
  bool mated = false;
  bool done = false;
  std::optional<shogi::FreezeMove> answer;  ///< its bestmove

  /// As a vote's: of the move that it answered, if it did.
  std::optional<usi::Score> score() const { return answer ? last.score_of(*answer) : last.score; }
};

/// A mate solver at work on the position.
struct SolverSeat {
  int child = 0;
  std::string name;
  usi::SearchId search = 0;
  std::optional<usi::CheckMateAnswer> answer;
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;  ///< when it was asked
  base::TimePoint heard_at{};  ///< its last info line, or when it was asked
  bool stopped = false;        ///< for its silence
};

/// `freeze: emulate`: the bundled engine is asked which freeze, if any, goes best with a move of a
/// voter that knows nothing of freezes.
struct FreezeQuestion : Asked {
  shogi::Move move;
  base::TimePoint until{};  ///< not waited for after this
  bool done = false;
  std::optional<shogi::FreezeMove> answer;  ///< the move, with or without a freeze
  std::optional<shogi::FreezeMove> ponder;
};

/// A position that comes after moves the voters think of, for a mate solver.
struct MateJob {
  std::vector<shogi::FreezeMove> path;  ///< from the round's position, at least one
  std::uint64_t key = 0;                ///< of the position
  int child = 0;
  usi::SearchId search = 0;  ///< 0: done
  /// Its time is well over: the solver is told to stop. Nothing: it was told.
  std::optional<base::TimePoint> stop_at;
  std::vector<shogi::FreezeMove> mate;  ///< found, and confirmed by the rules; empty: none
};

/// A mate in a pv that engines are told of, again and again.
struct MateNews {
  std::string line;
  int left = 0;          ///< so often still
  base::TimePoint at{};  ///< the next time
};

/// What the round comes to.
struct Outcome {
  consensus::Choice choice = usi::Resign{};
  /// What the vote came to, where `choice` is that move with a freeze that was added.
  std::optional<shogi::FreezeMove> chosen;
  std::optional<shogi::FreezeMove> ponder;
  std::vector<shogi::FreezeMove> pv;  ///< begins with the move
  std::optional<usi::Score> score;
  int depth = 0;
  std::int64_t nodes = 0;
  int voter = 0;  ///< whose ballot it is; 0: nobody's
  std::string reason;
  std::string reason_ja;
};

class Round {
 public:
  enum class Kind { kPlay, kMate };

  Round(std::shared_ptr<const Game> game, usi::SearchLimits limits, base::TimePoint now);
  Round(std::shared_ptr<const Game> game, usi::MateLimits limits, base::TimePoint now);

  Kind kind = Kind::kPlay;
  std::shared_ptr<const Game> game;
  PositionLines lines;       ///< for engines
  PositionLines sfen_lines;  ///< for solvers: without history
  usi::SearchLimits limits;  ///< as the GUI gave them; `ponder` is cleared by ponderhit
  std::vector<shogi::FreezeMove> allowed;  ///< the legal ones of its searchmoves; empty: all
  usi::MateLimits mate_limits;
  base::TimePoint clock_start;
  ClockPlan plan;
  bool pools_freezes = false;  ///< votes for one move with different freezes go together
  bool may_freeze = true;      ///< for a move to be played: as was announced
  double freeze_share = 0.0;   ///< of the time: what a FreezeQuestion needs
  std::optional<FreezeQuestion> freeze_question;
  const consensus::Strategy* strategy = nullptr;  ///< to its end, whatever the GUI sets; not null
  double first_share = 1.0;                       ///< of the time: what the ballots have
  /// Nobody thinks on after this, and nothing more is asked.
  std::optional<base::TimePoint> stop_at;
  /// The ballots are taken as they are, for the strategy has more to ask.
  std::optional<base::TimePoint> partials_at;
  std::optional<base::TimePoint> decide_at;   ///< the answer goes out whatever there is
  std::optional<base::TimePoint> reserve_at;  ///< until then, children that load are waited for
  std::optional<base::TimePoint> silence_at;  ///< it is looked then who has said nothing for long
  bool held = false;              ///< no answer before `stop` or `ponderhit`, as USI wants
  bool stopped = false;           ///< voters have been told to stop
  bool answer_owed = false;       ///< the GUI said `stop`: no new `go` takes the answer away
  bool without_position = false;  ///< the last `position` was unusable: nobody is asked
  bool hurried = false;           ///< most have answered, and the rest's time has been cut
  std::optional<base::TimePoint> hurry_at;  ///< or may be cut then
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  std::vector<Seat> seats;
  std::vector<Inquiry> inquiries;  ///< all of this round, in the order in which they are asked
  std::vector<SolverSeat> solvers;
  std::vector<MateJob> mate_jobs;
  std::vector<MateNews> mate_news;
  bool solves_lines = false;  ///< solvers without other work look for mates after moves
  std::optional<base::TimePoint> mates_at;      ///< it is looked what solvers can do
  std::optional<base::TimePoint> mate_news_at;  ///< the news are told again
  /// Answers wait until then, all together, for what a solver says of the opponent's mates.
  std::optional<base::TimePoint> threats_until;
  std::optional<shogi::FreezeMove> threat_of;  ///< the answer that waits
  // An analysis: what the GUI has been shown of it, by row from 1, without sums, and when it is
  // shown what came since.
  std::vector<usi::InfoAnswer> analysis_shown;
  std::size_t analysis_width = 0;  ///< so many engines have rows; 0: nothing has been shown
  bool analysis_legend_said = false;
  base::TimePoint analysis_legend_at{};  ///< it is said then, whoever has not spoken yet
  base::TimePoint analysis_shown_at{};
  std::optional<base::TimePoint> analysis_at;
  bool extended = false;  ///< the votes were split, and the voters have been given more time
  bool forced = false;    ///< the answer goes out now, whatever else would be asked for it
  consensus::Facts facts;

  const Board& position() const { return game->position(); }
  Seat* seat_of(int child, usi::SearchId search);
  Inquiry* inquiry_of(int child, usi::SearchId search);
  SolverSeat* solver_of(int child, usi::SearchId search);
  bool anybody_awaited() const;

  /// When the voters' ballots are wanted; nothing: no clock runs.
  std::optional<base::TimePoint> ballots_at() const;
  /// The same of one seat: nothing is asked after the reserve's.
  std::optional<base::TimePoint> ballot_at(const Seat& seat) const;
  /// Sets plan, stop_at, partials_at and decide_at from `limits` for a clock that began at `now`.
  void start_clock(base::TimePoint now, const ClockRules& rules);

  /// 7g7fZG where G is not frozen: as in a position line, what it says of the position must be so.
  bool is_false_note(const usi::BestMoveAnswer& answer) const;
  /// The bestmove of a seat, judged: illegal ones become void ballots with the reason.
  void take_best_move(Seat& seat, const usi::BestMoveAnswer& answer, base::TimePoint now);
  /// What a search found that is made anew: its last line begins with the move from now on.
  void take_interim_answer(Seat& seat, const usi::BestMoveAnswer& answer) const;
  /// A vote by the seat's last exact pv, if its first move is legal; otherwise the seat has no
  /// ballot.
  void take_partial(Seat& seat, base::TimePoint now);
  /// A void ballot: the seat's engine is lost, or its answer is none.
  void take_loss(Seat& seat, std::string reason, base::TimePoint now);
  /// The same: `words` stand behind its `bestmove`, and nobody can read them.
  void take_unreadable(Seat& seat, std::string_view words, base::TimePoint now);

  /// A mate that a solver found and the rules confirm; nullptr if none.
  const SolverSeat* proof() const;
  /// By the rules the opponent is mated after this legal move.
  bool mates(shogi::FreezeMove move) const;
  /// A mate of the opponent's after this move; nullptr if none is proven.
  const MateJob* threat_after(shogi::FreezeMove move) const;
  /// It has voted for a move, or its last line would be such a vote if it were taken now.
  bool has_said_something(const Seat& seat) const;
  /// What a seat's engine thinks now, or voted for: legal moves.
  std::vector<shogi::FreezeMove> line_of(const Seat& seat) const;

  /// What the rule sees: the reserve's ballot alone, or everybody else's; in Freeze shogi with
  /// scores that are no surer than their engines can be.
  consensus::Council council(bool reserve) const;
  /// Of the move's time: what the voters are told of it.
  double told_share() const {
    return (strategy->asks_only_if_split ? 1.0 : first_share) * (1.0 - freeze_share);
  }
  /// The same of one seat.
  double told_share(const Seat& seat) const {
    return seat.reserve ? 1.0 - freeze_share : told_share();
  }
  /// What counts as one vote: the move, or what pooling makes of it.
  shogi::FreezeMove counted(shogi::FreezeMove move) const {
    return pools_freezes ? shogi::FreezeMove(move.move) : move;
  }
  /// Whether all that have said something think of one move.
  bool agrees() const;
  /// The council's word on the ballots there are.
  consensus::Verdict verdict() const;
  /// What the decision comes to.
  Outcome outcome(const consensus::Decided& decided) const;
  Outcome mate_outcome(const SolverSeat& solver) const;
  /// Without any ballot: a mate in one if there is one, else what somebody was thinking of last,
  /// else the first capture, else any legal move, or resign if there is none.
  Outcome fallback() const;

 private:
  std::string why_void(const consensus::Choice& choice) const;
  std::string why_void(const usi::BestMoveAnswer& answer) const;
  /// Every score as it counts in Freeze shogi; see freeze_values.hpp.
  void bound_scores(consensus::Council& seen) const;
  /// Who said a line last that could be played; nullptr: nobody did.
  const Seat* newest_thinker() const;
  bool freeze_is_open(const consensus::Council& council, const consensus::Decided& decided) const;
  void take_settled_freeze(Outcome& outcome) const;
};

}  // namespace gougi::relay
