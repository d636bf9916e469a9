// SPDX-License-Identifier: MIT
// One engine as seen from us: its process and its conversation in one object. For who plays against
// engines directly (the demonstration game, later the match server); the relay's session keeps its
// conversations itself, because it must not know processes. Everything is for the loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "driver/last_words.hpp"
#include "game/rules.hpp"
#include "io/child_launcher.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "usi/host_side.hpp"

namespace gougi::driver {

class EngineLink {
 public:
  /// All are optional. Called from the loop.
  struct Callbacks {
    std::function<void()> on_started;
    std::function<void()> on_declared;
    std::function<void()> on_ready;
    std::function<void(std::string_view line, const usi::InfoView& info)> on_info;
    std::function<void(const usi::BestMoveAnswer& answer)> on_best_move;
    std::function<void(const usi::CheckMateAnswer& answer)> on_mate;
    /// Instead of on_best_move: what stands behind `bestmove` is no move.
    std::function<void(std::string_view words)> on_unreadable;
    /// It ended, could not start, or hung and was killed. Nothing follows.
    std::function<void(const std::string& why)> on_failure;
    /// Every line as it goes through the pipe, in both directions; for a log.
    std::function<void(bool is_from_engine, std::string_view line)> on_line;
  };

  /// `wire`: what it speaks. `limits`: how long it may take.
  EngineLink(io::EventLoop& loop, io::LaunchSpec spec, Callbacks callbacks,
             const game::Wire& wire = game::shogi_rules().wire(), usi::HostSideLimits limits = {});
  ~EngineLink();
  EngineLink(const EngineLink&) = delete;
  EngineLink& operator=(const EngineLink&) = delete;

  /// Launches the process and says `usi`.
  base::Result<void> start();
  /// The same beside the loop, for those who watch a clock; on_started or on_failure tells.
  void start(io::ChildLauncher& launcher);
  /// Says `isready` as soon as it may; on_ready answers.
  void prepare();
  /// Sets an option of the engine's, whatever the case of its letters; false if it has none of that
  /// name. From on_declared on.
  bool set_option(std::string_view name, const std::string& value);
  void new_game();
  void search(usi::SearchRequest request);
  void stop();
  /// As stop(), and the answer is dropped.
  void abandon();
  /// The search that ponders is the real one from now on.
  void ponder_hit(const usi::ClockTimes& clock);
  /// Once nothing is running.
  void game_over(usi::GameResult result);
  /// The system's; 0 if it does not run.
  [[nodiscard]] std::int64_t process_number() const { return process_ ? process_->pid() : 0; }
  /// Says `quit` and ends the process, by force after twice `grace`. Nothing is called afterwards.
  void quit(base::Duration grace);
  /// No process runs.
  [[nodiscard]] bool has_ended() const {
    return !is_starting_ && (!process_ || process_->has_exited());
  }
  const usi::HostSide& conversation() const { return host_; }
  /// Its `id author`; from on_declared on.
  const std::string& author() const { return author_; }
  /// What it wrote to stderr last; "": nothing.
  std::string last_words() const { return last_words_.text(); }

 private:
  io::ChildProcess::Callbacks events();
  void started(std::shared_ptr<io::ChildProcess> process);
  void hear(std::string_view line);
  void say(const std::string& line);
  void hear_author(std::string_view line);
  void take_events();
  void take(const usi::ToEngine& event);
  void take(const usi::EngineDeclared& event);
  void take(const usi::EngineReady& event);
  void take(const usi::EngineThinks& event);
  void take(const usi::EngineMoves& event);
  void take(const usi::EngineMates& event);
  void take(const usi::EngineUnreadable& event);
  void take(const usi::SearchLost&) {}
  void take(const usi::EngineBackInStep&) {}
  void take(const usi::EngineOddity&) {}
  void take(const usi::EngineStuck& event);
  void watch_deadline();

  io::EventLoop& loop_;
  io::LaunchSpec spec_;
  Callbacks callbacks_;
  const game::Wire& wire_;
  usi::HostSide host_;
  std::shared_ptr<io::ChildProcess> process_;
  std::shared_ptr<bool> is_here_ = std::make_shared<bool>(true);
  bool is_starting_ = false;
  bool wants_ready_ = false;  ///< once it is started
  base::Duration grace_{};    ///< of quit()
  bool quitting_ = false;     ///< nothing is called any more
  std::string stuck_;         ///< why we killed it; empty: we did not
  std::string author_;
  LastWords last_words_;
  std::string buffer_;       ///< of the line that the wire changes
  std::string_view said_;    ///< the line at hand, as the engine wrote it
  bool unwritable_ = false;  ///< its input is closed
  std::optional<base::TimePoint> due_;
  io::TimerId timer_{};
};

}  // namespace gougi::driver
