// SPDX-License-Identifier: MIT
// An Engine that speaks USI: EngineSide, and a thread that does what it asks of the engine. The
// owner, on one thread, gives it the GUI's lines and takes by next() what is for the GUI; it is
// woken when the engine has said something meanwhile. `stop` is never in anybody's way: line() only
// hands work on. Used by the bundled engines' mains, and by tests.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "base/clock.hpp"
#include "usi/engine.hpp"
#include "usi/engine_event.hpp"
#include "usi/engine_side.hpp"

namespace gougi::usi {

class LiveEngine {
 public:
  /// `wake` is called from the engine's thread when next() may have something that it had not
  /// before; it must not call back.
  LiveEngine(std::unique_ptr<Engine> engine, std::function<void()> wake);
  /// Stops what runs and waits for it, as long as the engine takes to return. What should still be
  /// answered is to be waited for before: see DialogueOver.
  ~LiveEngine();
  LiveEngine(const LiveEngine&) = delete;
  LiveEngine& operator=(const LiveEngine&) = delete;

  /// See EngineSide.
  void line(std::string_view text, base::TimePoint now = base::Clock::now()) {
    side_.line(text, now);
  }
  void eof() { side_.eof(); }
  /// To be asked after line(), eof() and each wake, until there is nothing: the engine gets its
  /// next task here.
  std::optional<DialogueEvent> next();
  /// As far as next() has told.
  bool is_busy() const { return side_.is_busy(); }

 private:
  class Host;

  void start(EngineTask task);
  std::optional<EngineNews> heard();

  void work();
  EngineDone run(const PrepareEngine& task);
  EngineDone run(const BeginGame& task);
  EngineDone run(const SetEngineOption& task);
  EngineDone run(const AskEngine& task);
  EngineDone run(const StartSearch& task);
  void guarded(std::string_view what, const std::function<void()>& call);
  void tell(EngineNews news);

  const std::unique_ptr<Engine> engine_;
  const std::function<void()> wake_;
  EngineSide side_;
  std::shared_ptr<EngineSearch> running_;  // what the last task searches, if it does

  std::mutex mutex_;  // guards what follows; never held while calling the engine
  std::condition_variable changed_;
  std::optional<EngineTask> task_;  // not begun yet
  std::deque<EngineNews> news_;
  bool ended_ = false;
  std::thread thread_;  // last: starts when all else is there
};

}  // namespace gougi::usi
