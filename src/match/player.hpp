// SPDX-License-Identifier: MIT
// An engine at a table: started when it is needed, started anew after it failed, asked one thing at
// a time. It adds to the driver's conversation what games need: what was heard while it thought,
// pondering, and an answer that came too early. For server.cpp alone; everything is for the loop's
// thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "driver/engine_link.hpp"
#include "match/referee.hpp"
#include "match/server.hpp"

namespace gougi::match {

class Player {
 public:
  struct Callbacks {
    std::function<void()> on_ready;
    std::function<void(const usi::BestMoveAnswer& answer, base::Duration took, Heard heard)>
        on_answer;
    /// Its answer is none, and it was killed for it.
    std::function<void(const std::string& words)> on_unreadable;
    /// The process is gone, or could not be started; get_ready() starts another one.
    std::function<void(const std::string& why)> on_failure;
    std::function<void(const std::string& text)> on_notice;
    /// Every line to and from the engine; may be none.
    std::function<void(bool is_from_engine, std::string_view line)> on_line;
    /// It has none of the options that all were given of this name; `what` says so.
    std::function<void(const std::string& name, const std::string& what)> on_lack;
    /// An option was to be set to what it cannot be.
    std::function<void(const std::string& why)> on_refusal;
  };

  /// `launcher` is that of all tables: a start would hold up the clocks of the others. `wire`: what
  /// the engine speaks. `hang`: how long an answer may take that is asked for now.
  Player(io::EventLoop& loop, io::ChildLauncher& launcher, const Contestant& contestant,
         const game::Wire& wire, base::Milliseconds hang, bool keeps_notes,
         std::vector<int> processors, Callbacks callbacks);

  /// What its varied options are from the next get_ready() on, in their order.
  void vary(std::vector<std::int64_t> values);
  /// Before each game; never from inside a callback.
  void get_ready();
  /// on_ready has come at least once in this object's life.
  bool was_ready() const { return was_ready_; }
  /// It has answered the protocol's first word at least once.
  bool was_declared() const { return was_declared_; }
  /// What its process wrote to stderr last; "": nothing.
  std::string last_words() const { return link_ ? link_->last_words() : std::string(); }
  /// It said at its start that it knows something of Freeze shogi.
  bool knows_freezes() const {
    return link_->conversation().freeze_ability() != usi::FreezeAbility::kNone;
  }
  void new_game() { link_->new_game(); }
  void game_over(usi::GameResult result);

  void think(std::shared_ptr<const std::string> position, const usi::SearchLimits& limits,
             shogi::Color side);
  /// The answer to ponderhit() or think() is the one that counts.
  void ponder(usi::Move expected, Referee::Pondering what, shogi::Color side);
  /// The opponent played `move`: true if that was expected and the engine thinks on from here, its
  /// clock running, or has its answer already. Otherwise think() is to be called.
  bool ponder_hit(usi::Move move, const usi::SearchLimits& limits);
  /// Asks for the answer now.
  void hurry() { link_->stop(); }
  /// Kills the process; nothing more is heard of it.
  void discard();
  void quit(base::Duration grace);
  bool has_ended() const {
    return (!link_ || link_->has_ended()) &&
           std::ranges::all_of(retired_, [](const auto& link) { return link->has_ended(); });
  }

 private:
  enum class State : std::uint8_t { kIdle, kThinking, kPondering };

  void started();
  void declared();
  /// The process is not used again; it may take its time to end.
  void retire();
  /// False: the engine cannot have them all, and that was said.
  bool may_vary();
  void set_varied();
  /// Whatever the case of its letters; null: the engine has none of that name.
  const usi::Option* option_of(std::string_view name) const;
  void heard(const usi::InfoView& info);
  void answered(const usi::BestMoveAnswer& answer);
  void unreadable(std::string_view words);
  void failed(const std::string& why);
  void hand_over(const usi::BestMoveAnswer& answer, base::Duration took);

  io::EventLoop& loop_;
  io::ChildLauncher& launcher_;
  const Contestant& contestant_;
  const game::Wire& wire_;
  usi::HostSideLimits limits_;
  bool keeps_notes_;
  std::vector<int> processors_;
  std::vector<std::int64_t> values_;  ///< of varied options
  Callbacks callbacks_;
  std::unique_ptr<driver::EngineLink> link_;
  std::vector<std::unique_ptr<driver::EngineLink>> retired_;
  bool is_up_ = false;
  bool is_declared_ = false;  ///< this process has shown its options
  bool was_ready_ = false;
  bool was_declared_ = false;
  State state_ = State::kIdle;
  bool has_pondered_ = false;  ///< on the move that it is asked for
  base::TimePoint asked_;
  Heard heard_;
  usi::Move expected_;
  std::optional<usi::BestMoveAnswer> early_;  ///< came while it should still ponder
};

}  // namespace gougi::match
