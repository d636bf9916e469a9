// SPDX-License-Identifier: MIT
// Positions that wait for a council's judgement, and the desks at which they get it: each has
// processes of its own, and judges a position as if it were the first of a new game, so that
// neither order nor number of desks changes an answer. What is judged is kept at once, and what is
// kept is not judged again. Used by `gougi analyse`; everything is for the loop's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/judged_positions.hpp"
#include "base/clock.hpp"
#include "base/result.hpp"
#include "io/event_loop.hpp"
#include "tools/council_judgement.hpp"

namespace gougi::tools {

struct CouncilTask {
  std::shared_ptr<const GameLine> game;
  std::size_t plies = 0;
  std::int64_t priority = 0;  ///< the greatest first; of the same, whichever was there first
  /// Called from the loop; the judgement is what was found just now or what was known.
  std::function<void(Judgement judgement)> done;
};

class CouncilQueue {
 public:
  using Number = std::uint64_t;

  /// `on_refusal`: an engine cannot be what it is to be, or the file cannot be written (`status` 2
  /// or 1). Nothing else comes then. All that is given here outlives the queue.
  CouncilQueue(io::EventLoop& loop, const CouncilPlan& plan, analysis::JudgedPositions& judged,
               std::size_t desks,
               std::function<void(int status, const std::string& why)> on_refusal);
  ~CouncilQueue();
  CouncilQueue(const CouncilQueue&) = delete;
  CouncilQueue& operator=(const CouncilQueue&) = delete;

  /// What was judged before; nothing: it was not.
  std::optional<Judgement> known(const GameLine& game, std::size_t plies) const;

  Number add(CouncilTask task);
  /// Whether it was still waiting: then it is forgotten. Otherwise it is done, or will be.
  bool withdraw(Number number);
  bool is_idle() const { return waiting_.empty() && working_ == 0; }

  /// It judges a position, and does not just wait for an engine to get ready for the first time.
  bool has_any_in_hand() const;

  /// What waits is forgotten; what is being judged is judged.
  void finish();

  /// Says `quit` to all engines, and stops the loop once they have ended.
  void end();

 private:
  class Desk;
  using Place = std::pair<std::int64_t, Number>;  ///< the least is next

  void give_work();
  void take(const CouncilTask& task, Judgement judgement);

  io::EventLoop& loop_;
  const CouncilPlan& plan_;
  analysis::JudgedPositions& judged_;
  std::size_t most_desks_;
  std::function<void(int, const std::string&)> on_refusal_;
  std::map<Place, CouncilTask> waiting_;
  std::map<Number, Place> places_;
  Number next_ = 0;
  std::size_t working_ = 0;
  bool is_over_ = false;
  bool is_due_ = false;  ///< give_work() is posted
  std::vector<std::unique_ptr<Desk>> desks_;
};

}  // namespace gougi::tools
