// SPDX-License-Identifier: MIT
// What the parts of a round share: the poll, its clock and timers, and how far it has come.
#pragma once

#include <memory>
#include <utility>

#include "relay/poll.hpp"
#include "relay/port.hpp"
#include "relay/round_clock.hpp"
#include "relay/timers.hpp"

namespace gougi::relay {

/// By the rules of a position.
class PositionJudge final : public usi::SearchJudge {
 public:
  enum class Thoughts { kJudged, kBelieved };
  explicit PositionJudge(std::shared_ptr<const game::Position> board,
                         Thoughts thoughts = Thoughts::kJudged)
      : board_(std::move(board)), thoughts_(thoughts) {}
  bool is_possible(const usi::BestMoveAnswer& answer) const override;
  /// As far as the line can be read, a few plies of it are legal.
  bool may_think(std::string_view pv) const override;

 private:
  std::shared_ptr<const game::Position> board_;
  Thoughts thoughts_;
};
using JudgePtr = std::shared_ptr<const usi::SearchJudge>;

struct RoundWork {
  RoundWork(Port& its_port, Poll its_poll)
      : port(its_port), poll(std::move(its_poll)), clock(poll, timers), judge(judge_here()) {}
  RoundWork(const RoundWork&) = delete;
  RoundWork& operator=(const RoundWork&) = delete;

  Port& port;
  Poll poll;
  RoundTimers timers;
  RoundClock clock;
  JudgePtr judge;            ///< of searches of the round's position
  bool held = false;         ///< no answer before `stop` or `ponderhit`, as USI wants
  bool answer_owed = false;  ///< the GUI said `stop`: no new `go` takes the answer away
  bool hurried = false;      ///< most have answered, and the rest's time has been cut
  bool forced = false;       ///< the answer goes out now, whatever else would be asked for it

  base::TimePoint now() const { return port.now; }
  base::Duration elapsed() const { return port.now - poll.clock_start; }
  Child& child_of(const Search& search) const { return port.children.at(search.child); }
  /// What a child is told for such a part of the budget.
  Nodes told_nodes(const Child& child, Nodes part) const {
    return poll.budget.told(part, child.speed.per_second(), port.children.at(0).speed.per_second());
  }
  /// Its MultiPV, before `go`: of who votes as many lines as the strategy wants, otherwise the
  /// user's.
  void set_line_count(Child& child, bool votes) const;
  /// The search is told to stop. What comes of it is for the round to take.
  void stop(Search& search) const {
    search.stop_at.reset();
    if (!search.stopped_at) search.stopped_at = port.now;
    port.children.stop(child_of(search), port.now);
  }
  JudgePtr judge_here(PositionJudge::Thoughts thoughts = PositionJudge::Thoughts::kJudged) const {
    return std::make_shared<PositionJudge>(
        std::shared_ptr<const game::Position>(poll.game, &poll.position()), thoughts);
  }
};

}  // namespace gougi::relay
