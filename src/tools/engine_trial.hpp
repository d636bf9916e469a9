// SPDX-License-Identifier: MIT
// What `gougi check` asks of an engine of a configuration once it is ready, as the relay would: a
// move, a ponder search that is stopped, an endless search that is stopped; of a mate engine a mate
// and an endless search. It does not judge the protocol line by line; that is `gougi check
// --engine`. Everything is for the loop's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "driver/engine_link.hpp"
#include "game/rules.hpp"
#include "io/event_loop.hpp"
#include "tools/check_words.hpp"

namespace gougi::tools {

class EngineTrial {
 public:
  struct Task {
    bool solves_mates = false;  ///< a mate engine; else one that plays
    bool ponders = true;        ///< the relay may have it think in the opponent's time
    base::Milliseconds grace;   ///< how long the relay lets it answer `stop`
  };
  /// Cells of the table, "" where nothing is known, and whole lines.
  struct Result {
    std::string move;
    std::string ponder;
    std::string stop;
    std::size_t memory = 0;               ///< bytes; 0: not known
    std::vector<std::string> complaints;  ///< it is not well
    std::vector<std::string> remarks;     ///< it is, but
  };

  /// Everything outlives this. `on_done` is called once, from the loop.
  EngineTrial(io::EventLoop& loop, driver::EngineLink& link, const game::Rules& rules, Task task,
              const CheckWords& words, std::function<void()> on_done);
  ~EngineTrial();
  EngineTrial(const EngineTrial&) = delete;
  EngineTrial& operator=(const EngineTrial&) = delete;

  /// The engine is ready and idle.
  void begin();
  // What the link hears.
  void answered(const usi::BestMoveAnswer& answer);
  void answered(const usi::CheckMateAnswer& answer);
  void unreadable(std::string_view words);
  /// Its process is gone; on_done is not called any more.
  void broke_off(std::string_view why);

  const Result& result() const { return result_; }

 private:
  using enum CheckText;
  enum class Step { kBegin, kMove, kGivenUp, kPonder, kStop, kMate, kMateStop, kDone };

  void ask(Step step, std::string position, usi::SearchLimits limits);
  void ask_mate(Step step, std::string position, usi::MateLimits limits);
  void await(base::Duration span, void (EngineTrial::*then)());
  void later(void (EngineTrial::*then)());
  void ask_move();
  void ask_ponder();
  void ask_endless();
  void ask_endless_mate();
  void stop();
  void give_up();
  void judge_move(const usi::BestMoveAnswer& answer);
  void judge_mate(const usi::CheckMateAnswer& answer);
  void note_stop();
  void finish();
  void complain(std::string text) { result_.complaints.push_back(std::move(text)); }
  base::Duration waited() const { return io::EventLoop::now() - asked_at_; }

  io::EventLoop& loop_;
  driver::EngineLink& link_;
  const game::Rules& rules_;
  Task task_;
  const CheckWords& words_;
  std::function<void()> on_done_;
  std::unique_ptr<game::Position> start_;
  Step step_ = Step::kBegin;
  std::string asked_;  ///< the `go` line of this step
  base::TimePoint asked_at_{};
  bool stopped_ = false;  ///< `stop` was said in this step
  base::TimePoint stopped_at_{};
  std::string line_;  ///< the moves of the test move and a reply to it
  Result result_;
  io::TimerId timer_{};
};

}  // namespace gougi::tools
