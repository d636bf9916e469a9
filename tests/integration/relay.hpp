// SPDX-License-Identifier: MIT
// The real relay with a configuration of its own, and a GUI that plays with it: asks for moves,
// plays them by the rules, and judges when they came.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/standstill.hpp"
#include "io/priority.hpp"
#include "io/process_info.hpp"
#include "shogi/game.hpp"
#include "usi/answer.hpp"
#include "usi/command.hpp"

namespace gougi::testing {

// Wine would find what is Linux's.
#ifdef _WIN32
inline const std::string kFairy = "fairy-stockfish.exe";
inline const std::string kGps = "gpsusi.exe";
#else
inline const std::string kFairy = "/usr/games/fairy-stockfish";
inline const std::string kGps = "/usr/games/gpsusi";
#endif

#define NEEDS(program) \
  if (!std::filesystem::exists(program)) GTEST_SKIP() << (program) << " is not installed"

/// Whether tests that take long shall run: those of the label slow, whose names begin with Slow,
/// and those that NEEDS_PATIENCE() keeps for `scripts/test --slow`.
inline bool runs_slow_tests() {
  const char* const slow = std::getenv("GOUGI_SLOW");
  return slow != nullptr && *slow == '1';
}

#define NEEDS_PATIENCE() \
  if (!gougi::testing::runs_slow_tests()) GTEST_SKIP() << "takes long; set GOUGI_SLOW=1 to run"

/// One of our programs as a word of the configuration.
inline std::string ours(const std::string& name) { return "'" + program_path(name) + "'"; }

inline std::string fairy_entry() {
  return "  - name: Fairy\n    command: " + kFairy + "\n    options: {Threads: 1, USI_Hash: 16}\n";
}
inline std::string gps_entry() { return "  - name: GPS\n    command: " + kGps + "\n"; }
inline std::string our_entry(const std::string& name = "Ours") {
  return "  - name: " + name + "\n    command: " + ours("gougi-engine") +
         "\n    options: {USI_Hash: 16}\n";
}

/// Starts the relay with `yaml` as its configuration; whatever it writes lies in `folder`.
class Relay {
 public:
  /// `before`: words before those of the relay.
  explicit Relay(const std::string& yaml, std::vector<std::string> before = {})
      : dialogue(program_path("gougi"),
                 with_words(std::move(before), {"--config", folder.write("relay.yaml", yaml)}),
                 {{"XDG_CACHE_HOME", base::to_utf8(folder.path())},
                  {"LOCALAPPDATA", base::to_utf8(folder.path())}}) {}

  bool handshake() {
    dialogue.say("usi");
    if (!dialogue.wait_for("usiok")) {
      std::printf("no usiok: %s\n", dialogue.failure.c_str());
      for (const std::string& line : dialogue.errors) std::printf("%s\n", line.c_str());
      return false;
    }
    return new_game();
  }
  /// GPSShogi loads for half a minute on a busy machine.
  bool new_game() {
    dialogue.say("isready");
    if (!dialogue.wait_for("readyok", Milliseconds(120'000))) return false;
    dialogue.say("usinewgame");
    return true;
  }

  Folder folder;
  Dialogue dialogue;

 private:
  static std::vector<std::string> with_words(std::vector<std::string> first,
                                             const std::vector<std::string>& then) {
    first.insert(first.end(), then.begin(), then.end());
    return first;
  }
};

/// One `go` with byoyomi alone, from the word to the answer.
class Think {
 public:
  /// Says `position` and `go`.
  Think(Relay& relay, const shogi::Game& game, Milliseconds byoyomi)
      : gui_(relay.dialogue), byoyomi_(byoyomi) {
    usi::PositionCommand position;
    position.moves = usi::moves_of(game.moves());
    gui_.forget();
    gui_.say(usi::format(usi::Command{position}));
    queued_before_ = queued();
    asked_ = gui_.say("go btime 0 wtime 0 byoyomi " + std::to_string(byoyomi.count()));
  }

  /// Waits for the line, ten seconds beyond the time; empty if none came.
  std::string answer(StandstillWatch& watch) {
    const auto heard = gui_.wait_for("bestmove", byoyomi_ + Milliseconds(10'000));
    if (!heard) return "";
    took = base::to_ms(heard->at - asked_);
    if (took >= byoyomi_) {
      // Who is queued while the machine stands still is counted in both.
      const auto still = watch.stood_still(asked_, heard->at);
      const auto queue = queued() - queued_before_;
      is_late = heard->at - asked_ - std::max(still, queue) >= byoyomi_ + kUntold;
      std::printf(
          "answered after %lld ms; the machine stood still for %lld, others had it for %lld\n",
          static_cast<long long>(took.count()), static_cast<long long>(base::to_ms(still).count()),
          static_cast<long long>(base::to_ms(queue).count()));
    }
    return heard->line;
  }

#ifdef _WIN32
  static constexpr Milliseconds kUntold{500};  // for how long somebody was queued
#else
  static constexpr Milliseconds kUntold{0};
#endif
  Milliseconds took{0};
  bool is_late = false;  ///< after its time, less what neither of us had a processor

 private:
  /// The relay and we.
  base::Duration queued() const {
    return queued_for_processor(gui_.pid()) + queued_for_processor(io::own_pid());
  }

  Dialogue& gui_;
  Milliseconds byoyomi_;
  base::TimePoint asked_;
  base::Duration queued_before_{0};
};

/// Plays what `line` answers; how the game ended with it, or "".
inline std::string play_answer(shogi::Game& game, const std::string& line) {
  if (line.empty()) return "no bestmove";
  const auto answer = usi::parse_answer(line);
  const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
  if (best == nullptr) return "malformed: " + line;
  const auto* move = std::get_if<usi::Move>(&best->choice);
  if (move == nullptr) return std::holds_alternative<usi::Resign>(best->choice) ? "resign" : "win";
  if (!game.play(move->of_shogi())) return "illegal: " + line;
  return game.repetition() == shogi::Repetition::kNone ? "" : "repetition";
}

struct Played {
  shogi::Game game;
  std::string ending;
  int late = 0;
  Milliseconds slowest{0};

  /// As a game between honest players ends, or stopped at its length.
  bool ended_well() const {
    return ending == "resign" || ending == "win" || ending == "repetition" || ending == "length";
  }
};

/// The relay plays both sides at `go byoyomi` to the game's end, at most `most_plies`.
inline Played play(Relay& relay, Milliseconds byoyomi, std::size_t most_plies = 320) {
  Played played;
  StandstillWatch watch;
  while (played.ending.empty()) {
    if (played.game.moves().size() >= most_plies) {
      played.ending = "length";
      break;
    }
    Think think(relay, played.game, byoyomi);
    played.ending = play_answer(played.game, think.answer(watch));
    played.slowest = std::max(played.slowest, think.took);
    if (think.is_late) ++played.late;
  }
  return played;
}

/// A game at byoyomi 100, the GUI's own clock not waiting for the engines.
inline Played play_in_time(Relay& relay, std::size_t most_plies = 320) {
  io::run_before_children();
  return play(relay, Milliseconds(100), most_plies);
}

}  // namespace gougi::testing
