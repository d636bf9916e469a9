// SPDX-License-Identifier: MIT
// An engine as a simulation's child: it shakes hands, thinks a plausible while, prints lines of
// thought and answers with legal moves, as its character wants it; and it fails in every way that
// the fault rates allow. It plays no shogi. Every score that it prints is a number that nobody else
// prints in this simulation, so that a vote can be traced to the search that it came from.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/faults.hpp"
#include "simulation/position_book.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::simulation {

enum class Role : std::uint8_t { kVoter, kSolver, kReserve };

/// Where a line of an engine's truly comes from, which nobody who only reads it can see.
struct Origin {
  int search = 0;        ///< the `go` that it is for, counted from 1 in each process; 0: for none
  bool surplus = false;  ///< a bestmove or readyok more than it was asked for
};

/// What some engines do all the time, and others never.
struct Manners {
  enum class Repeats : std::uint8_t { kNothing, kOneMove, kItsFirst };
  /// What it reads while it searches; the rest it reads afterwards, line by line.
  enum class Reads : std::uint8_t {
    kAll,      ///< a `go` ends the search that runs, without an answer
    kUntilGo,  ///< a thread of its own reads, and waits at `go` for the search to end
    kStop,     ///< `stop` and the like, where that is the next line
    kNothing,
  };
  Reads reads = Reads::kAll;
  bool always_thinks_aloud = false;     ///< some line of thought in every search
  Repeats repeats = Repeats::kNothing;  ///< that move always, legal or not
  bool mute = false;                    ///< says nothing in searches of its own accord
  bool deaf = false;                    ///< nor when it is told `stop`; with mute
  bool asleep = false;                  ///< nor to `isready` in a search; with deaf

  /// One trait most often, now and then two.
  static Manners draw(Chance& chance);
};

/// What an engine is like all its life, over restarts.
struct Character {
  Role role = Role::kVoter;
  int seat = 0;         ///< a voter's, from 0; a mirror's is its engine's
  bool mirror = false;  ///< it stands by for its engine
  std::string id_name = "Model";
  double pace = 0.5;  ///< which part of its time it uses
  int infos = 2;      ///< most lines of thought a search
  bool scores = true;
  bool names_ponder = true;
  bool multipv = false;          ///< prints two lines without being asked
  bool best_line_last = false;   ///< of several
  bool multiple_choice = false;  ///< declares MultiPV
  double resigns = 0.0;
  bool gps = false;                   ///< dies of what GPSShogi dies of
  bool fairy = false;                 ///< needs UCI_Variant
  bool knows_ponderhit_time = false;  ///< as the configuration says
  bool knows_wait_stop = false;       ///< likewise; and rtime
  bool knows_mateinfo = false;        ///< likewise
  bool says_freeze = false;           ///< announces `freezes`, if only NONE
  usi::FreezeAbility freezes = usi::FreezeAbility::kNone;
  Manners manners;
  std::vector<std::string> relays_options;  ///< it is a relay, and shows these

  bool is_relay() const { return !relays_options.empty(); }
  static Character of_relay(std::vector<std::string> options);
  static Character draw(Role role, int number, Chance& chance);
  /// … in a world of Freeze shogi.
  void draw_freezes(Chance& chance);
  std::vector<std::string> option_lines() const;
};

/// Something an engine will do by itself later.
struct EngineTask {
  enum class Kind : std::uint8_t { kSay, kInfo, kAnswer, kCrash, kHang, kFreeze, kThaw };
  Kind kind = Kind::kSay;
  int search = 0;  ///< kInfo, kAnswer: of which of its searches
  std::string text{};
  Origin origin{};  ///< kSay
};

/// What an engine can do to the world around it.
class EngineWorld {
 public:
  virtual ~EngineWorld() = default;
  virtual void engine_says(int child, std::string line, Origin origin) = 0;
  /// The last it writes, without a line end.
  virtual void engine_says_half(int child, std::string text) = 0;
  virtual void engine_wakes(int child, base::Duration after, EngineTask task) = 0;
  virtual void engine_exits(int child, std::string how) = 0;
  virtual void injected(Fault fault) = 0;
  virtual int unique_score() = 0;
  virtual PositionBook& book() = 0;
};

class ModelEngine {
 public:
  /// `oddities` are the dice of its manners and of the later faults.
  ModelEngine(int index, Character character, const FaultRates& rates, Chance chance,
              Chance oddities, EngineWorld& world);

  const Character& character() const { return character_; }
  void become_mirror_of(int seat) {
    character_.seat = seat;
    character_.mirror = true;
  }
  bool runs() const { return runs_; }
  /// A new process.
  void start();
  void take(const std::string& line);
  void wake(EngineTask task);
  void killed();

 private:
  bool struck_by(Fault fault);
  bool waits_with(const std::string& line) const;
  void read_on();
  void thaw();
  void hear(const std::string& line);
  void say_infos();
  void declare();
  void load();
  void go(const std::string& line);
  void say_one_too_many();
  void begin_mate_search(const usi::MateLimits& limits);
  void begin_search(const usi::SearchLimits& limits);
  void plan_infos(base::Duration span);
  void plan_mishaps(base::Duration span);
  void stop();
  void ponder_hit();
  void answer();
  std::string spoilt(std::string text);
  std::string mate_answer();
  std::string best_move();
  std::string illegal_choice();
  std::string info_line(int multipv);
  std::string garbage();
  shogi::Move choose();
  shogi::Move with_freeze(const shogi::FreezePosition& board, shogi::Move move);
  shogi::Move its_only_move();
  void say(std::string line) { world_.engine_says(index_, std::move(line), {}); }
  void say_of_search(std::string line) {
    world_.engine_says(index_, std::move(line), {search_go_, false});
  }
  void say_later(base::Duration after, std::string line, Origin origin = {});
  void later(base::Duration after, EngineTask::Kind kind);
  void exit(const std::string& how);

  int index_;
  Character character_;
  const FaultRates& rates_;
  Chance chance_;
  Chance oddities_;
  EngineWorld& world_;

  bool runs_ = false;
  bool hung_ = false;
  bool frozen_ = false;
  std::deque<std::string> unread_;    ///< while frozen, or busy
  std::deque<EngineTask> postponed_;  ///< while frozen

  std::string position_line_;
  KnownPositionPtr position_;
  bool searching_ = false;
  bool mate_search_ = false;
  bool held_ = false;  ///< infinite or ponder: no answer before `stop` or `ponderhit`
  int search_ = 0;
  int gos_ = 0;        ///< heard by this process
  int search_go_ = 0;  ///< which of them began the last search
  int depth_ = 0;
  int lines_ = 1;  ///< as MultiPV says
  usi::SearchLimits limits_;
  shogi::Move chosen_;
  std::string last_answer_;
  shogi::Move first_choice_;  ///< ever
};

}  // namespace gougi::simulation
