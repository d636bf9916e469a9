// SPDX-License-Identifier: MIT
// An engine that plays ぴょんぴょん and speaks UPI, as a simulation's child: it shakes hands,
// thinks a while and answers with legal moves; and it fails in the ways that the fault rates allow.
// Beside it, in the same object, what it may be told: the session's half of the conversation is
// judged.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pyonpyon/game.hpp"
#include "simulation/faults.hpp"

namespace gougi::simulation {

/// What it will do by itself later.
struct UpiTask {
  enum class Kind : std::uint8_t { kSay, kThink, kAnswer, kCrash, kHang };
  Kind kind = Kind::kSay;
  int search = 0;
  std::string text{};
};

class UpiEngineWorld {
 public:
  virtual ~UpiEngineWorld() = default;
  virtual void upi_says(int child, std::string line) = 0;
  virtual void upi_wakes(int child, base::Duration after, UpiTask task) = 0;
  virtual void upi_exits(int child, std::string how) = 0;
  virtual void upi_injected(Fault fault) = 0;
};

class UpiEngine {
 public:
  UpiEngine(int index, const FaultRates& rates, Chance chance, UpiEngineWorld& world);

  // The process.
  bool runs() const { return runs_; }
  void start();
  void killed() { runs_ = false; }
  void take(const std::string& line);
  void wake(const UpiTask& task);

  // The conversation, as the session sees it. Complaints or "".
  std::string told_to_start();
  void has_started() { talk_ = Talk::kRuns; }
  std::string told_to_end();
  void has_ended() { talk_ = Talk::kGone; }
  /// `game`: the GUI's; `search`: the number of its search, 0: there is none.
  std::string told(std::string_view line, const pyonpyon::Game& game, int search);
  void heard(std::string_view line);
  /// A search of the GUI's that it is at work for and was not told to stop; 0: none.
  int works_for() const {
    return talk_ == Talk::kSearching && !stopped_ && !killed_ ? for_search_ : 0;
  }
  bool dismissed() const { return talk_ == Talk::kGone || quit_ || killed_; }
  bool ready() const { return talk_ >= Talk::kIdle; }
  /// The moves that it has named for a search of the GUI's.
  const std::set<std::string, std::less<>>& named(int search) const;

 private:
  using Kind = UpiTask::Kind;
  enum class Talk : std::uint8_t {
    kGone,
    kStarting,
    kRuns,
    kGreeted,
    kDeclared,
    kLoading,
    kIdle,
    kSearching,
  };

  bool struck_by(Fault fault);
  void say(std::string line) { world_.upi_says(index_, std::move(line)); }
  void later(base::Duration after, Kind kind, std::string text = "");
  void go(const std::string& line);
  void stop();
  void answer();
  std::string some_word();
  std::string position_wrong(std::string_view line, const pyonpyon::Game& game);

  int index_;
  const FaultRates& rates_;
  Chance chance_;
  UpiEngineWorld& world_;
  double pace_;

  bool runs_ = false;
  bool hung_ = false;
  bool searching_ = false;
  int search_ = 0;
  pyonpyon::Game game_;
  std::string last_answer_;

  Talk talk_ = Talk::kGone;
  bool quit_ = false;
  bool killed_ = false;
  bool stopped_ = false;
  bool thought_ = false;        ///< aloud, in the search that it was told last
  bool doubtful_ = false;       ///< its answer, which came without such a line
  bool position_told_ = false;  ///< right before
  bool ever_ready_ = false;
  pyonpyon::Game asked_about_;
  int for_search_ = 0;
  int named_for_ = 0;
  std::set<std::string, std::less<>> named_;
};

}  // namespace gougi::simulation
