// SPDX-License-Identifier: MIT
// An engine that is asked about one position after the other, each as if it were the first of a
// new game, with a limit of nodes or time. It is started when it is needed and started anew after
// it failed. Used by `gougi study --headroom` and `gougi analyse`; everything is for the loop's
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "driver/engine_link.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "relay/last_info.hpp"
#include "usi/answer.hpp"
#include "usi/limits.hpp"

namespace gougi::tools {

/// How a program's starts went, of all desks and runs together.
struct ProgramStarts {
  bool was_ready = false;  ///< ever
  int failed = 0;          ///< one after the other, before it was ready
  std::string last_words;  ///< why the last of them failed
};

/// What to start.
struct AskedProgram {
  io::LaunchSpec launch;
  std::vector<std::pair<std::string, std::string>> options;
  std::shared_ptr<ProgramStarts> starts = std::make_shared<ProgramStarts>();
};

struct AskedAnswer {
  usi::BestMoveAnswer best;
  relay::LastInfo last;  ///< what its search said
};

class AskedEngine {
 public:
  /// Called from the loop, never from within ask().
  using Done = std::function<void(base::Result<AskedAnswer> answer)>;

  /// `program` outlives this. `patience`: with one search. `on_refusal`: it does not get ready at
  /// its first start (and nobody ended it from outside), has not an option that it is to have, or
  /// cannot be limited; nothing else is called any more. One that gets ready no more later on,
  /// several times, is not started again: what it is asked then is an error at once.
  AskedEngine(io::EventLoop& loop, const AskedProgram& program, base::Milliseconds patience,
              std::function<void(const std::string& why)> on_refusal);

  /// One at a time. After an error the next one starts another process.
  void ask(std::shared_ptr<const std::string> position, shogi::Color side,
           const usi::SearchLimits& limits, Done done);
  /// It is waited for to get ready for the first time: nothing is in its hands.
  bool waits_for_first_start() const { return question_ && !program_.starts->was_ready; }
  /// The last question ended with its process, of whatever cause.
  bool has_died() const { return has_died_; }
  /// Its last answer made no sense: the process is ended. Not from within its callbacks but `Done`.
  void discard();
  /// Says `quit`; nothing is called any more.
  void quit(base::Duration grace);
  bool has_ended() const { return !link_ || link_->has_ended(); }

 private:
  struct Question {
    std::shared_ptr<const std::string> position;
    shogi::Color side;
    usi::SearchLimits limits;
    Done done;
  };

  base::Result<void> start();
  void fail_to_start(const std::string& why, bool by_itself);
  void declared();
  void refuse(const std::string& why);
  void think();
  void lose_patience();
  void end_question(base::Result<AskedAnswer> answer);

  io::EventLoop& loop_;
  const AskedProgram& program_;
  base::Milliseconds patience_;
  std::function<void(const std::string&)> on_refusal_;
  std::unique_ptr<driver::EngineLink> link_;
  bool is_up_ = false;
  bool is_thinking_ = false;  ///< it got ready for the question
  bool has_died_ = false;
  bool is_over_ = false;
  std::optional<Question> question_;
  relay::LastInfo last_;
  io::TimerId timer_{};
};

}  // namespace gougi::tools
