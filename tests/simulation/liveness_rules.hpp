// SPDX-License-Identifier: MIT
// A `go` is always answered, whatever its limits, and not only in the end. Two rules make that so.
// First, there is always somebody to wait for: an engine that works for the search, or one that is
// on its way to it (it loads, or is being restarted); with nobody at work, not for long. Second,
// nobody is waited for who says nothing: EngineRules bounds the silence of one search, and the time
// after `stop`. As each engine is asked for a search only so often, a bound on the answer follows:
// it comes at the latest so long after the last living engine has answered or gone silent, times
// the searches that a rule of consensus makes. `go infinite` and pondering are held until `stop` or
// `ponderhit`; after `stop` HostRules sets the time. Of a search for a mate without a time the GUI
// says when it is over.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "simulation/engine_rules.hpp"
#include "simulation/host_search.hpp"

namespace gougi::simulation {

class LivenessRules {
 public:
  struct Worker {
    const EngineRules* rules;
    std::string_view name;
    bool can_come;   ///< its program starts, and it has been started
    bool stands_by;  ///< for its engine: its silence holds nobody up
  };

  /// Who was heard thinking though it should not has a moment behind its `readyok`.
  static constexpr base::Milliseconds kLongestLinger{200};

  /// A search of which nobody is left to wait for is answered after so long.
  explicit LivenessRules(base::Milliseconds linger = kLongestLinger) : linger_(linger) {}

  /// The whole machine slept.
  void slept(base::Duration span);
  /// After an event, while a search is unanswered. A complaint or "".
  std::string judge(const HostSearch& search, std::span<const Worker> workers, base::TimePoint now);

 private:
  base::Milliseconds linger_;
  int number_ = 0;                               ///< of the search that was judged last
  std::optional<base::TimePoint> nobody_since_;  ///< works for the search
  std::optional<base::TimePoint> idle_since_;    ///< … and nobody is on its way
};

}  // namespace gougi::simulation
