// SPDX-License-Identifier: MIT
// Children that are killed, frozen or garble in mid-think: the relay answers in time with a legal
// move, and the child is back, with its options and the position, for the next.
#ifdef __linux__
#include <gtest/gtest.h>
#include <signal.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

constexpr Milliseconds kByoyomi{1000};
constexpr Milliseconds kMidThink{300};
// Loading on a busy machine; who is not back by then stays away.
constexpr Milliseconds kReturn{60'000};

struct Engine {
  std::string name;     ///< of the test
  std::string program;  ///< also the name of its process
  std::string entry;    ///< of the configuration, under the name Victim
};

Engine ours_as_victim() { return {"Ours", program_path("gougi-engine"), our_entry("Victim")}; }
Engine fairy_as_victim() {
  return {"Fairy", kFairy,
          "  - name: Victim\n    command: " + kFairy + "\n    options: {Threads: 1}\n"};
}
Engine gps_as_victim() {  // without its book, so that it thinks
  return {"Gps", kGps,
          "  - name: Victim\n    command: " + kGps + "\n    options: {BookDepth: 0}\n"};
}

std::string process_name(int pid) {
  std::string name = content_of("/proc/" + std::to_string(pid) + "/comm");
  if (!name.empty()) name.pop_back();  // its line end
  return name;
}

/// One process of E1, by the relay's log.
struct Start {
  std::vector<std::string> told;
  bool ready = false;
  bool thinks = false;
};

std::vector<Start> starts_of_victim(const Relay& relay) {
  std::vector<Start> starts;
  std::error_code missing;
  for (const auto& file :
       std::filesystem::directory_iterator(relay.folder.path() / "logs", missing)) {
    if (file.path().extension() != ".log") continue;
    std::istringstream log(content_of(file.path()));
    for (std::string line; std::getline(log, line);) {
      if (line.ends_with(" E1 runs")) starts.emplace_back();
      if (starts.empty()) continue;
      const auto at = line.find(" I E1 > ");
      if (at != std::string::npos) starts.back().told.push_back(line.substr(at + 8));
      if (line.ends_with(" E1 < readyok")) starts.back().ready = true;
      if (line.find(" I E1 > go ") != std::string::npos) starts.back().thinks = true;
      if (line.find(" E1 < bestmove ") != std::string::npos) starts.back().thinks = false;
    }
  }
  return starts;
}

std::vector<std::string> beginning_with(const std::vector<std::string>& lines,
                                        const std::string& start) {
  std::vector<std::string> found;
  for (const std::string& line : lines) {
    if (line.starts_with(start)) found.push_back(line);
  }
  return found;
}

class FaultTest : public ::testing::Test {
 protected:
  /// All are waited for, so that the votes show who takes part.
  void begin(const std::string& engines) {
    io::run_before_children();
    relay_ = std::make_unique<Relay>("consensus: optimistic\nlanguage: en\nengines:\n" + engines +
                                     "mate: off\nlog: {directory: logs, level: info}\n");
    relay_->dialogue.say("usi");
    ASSERT_TRUE(relay_->dialogue.wait_for("usiok"));
    relay_->dialogue.say("setoption name USI_Hash value 24");
    ASSERT_TRUE(relay_->new_game());
    wait_for_start(1);  // some load for longer than a GUI waits
  }

  /// One move of the relay, with `what` done to it in mid-think.
  void think(const std::function<void()>& what = {}) {
    Think think(*relay_, game_, kByoyomi);
    if (what) {
      relay_->dialogue.listen(kMidThink);
      ASSERT_TRUE(starts_of_victim(*relay_).back().thinks) << heard();
      what();
    }
    const std::string line = think.answer(watch_);
    EXPECT_FALSE(think.is_late) << think.took.count() << " ms of " << kByoyomi.count();
    EXPECT_EQ(play_answer(game_, line), "") << line;
  }

  bool victim_voted() const {
    for (const auto& heard : relay_->dialogue.heard) {
      const std::string& line = heard.line;
      if (line.find("[Victim]") == std::string::npos) continue;
      if (line.find("bestmove") != std::string::npos && line.find("void") == std::string::npos) {
        return true;
      }
    }
    return false;
  }

  std::string heard() const {
    std::string text;
    for (const auto& line : relay_->dialogue.heard) text += line.line + "\n";
    return text;
  }

  /// The opponent thinks until the victim's process of this number is ready by itself.
  void wait_for_start(std::size_t number) {
    const auto is_ready = [&] {
      const auto starts = starts_of_victim(*relay_);
      return starts.size() >= number && starts.back().ready;
    };
    const auto end = io::EventLoop::now() + kReturn;
    bool ready = is_ready();
    while (!ready && io::EventLoop::now() < end) {
      relay_->dialogue.listen(Milliseconds(50));
      ready = is_ready();
    }
    ASSERT_TRUE(ready) << "start " << number << " did not come";
  }

  /// The move after the fault, and what the victim was told by then.
  void expect_it_takes_part() {
    usi::PositionCommand position;
    position.moves = game_.moves();
    think();
    EXPECT_TRUE(victim_voted()) << heard();
    const auto starts = starts_of_victim(*relay_);
    ASSERT_FALSE(starts.empty());
    const auto options = beginning_with(starts.front().told, "setoption ");
    EXPECT_FALSE(options.empty());
    EXPECT_EQ(beginning_with(starts.back().told, "setoption "), options);
    const auto positions = beginning_with(starts.back().told, "position ");
    ASSERT_FALSE(positions.empty());
    EXPECT_EQ(positions.back(), usi::format(usi::Command{position}));
  }

  int victim_pid(const Engine& victim) const {
    // The system keeps fifteen characters.
    const auto name = std::filesystem::path(victim.program).filename().string().substr(0, 15);
    for (const int pid : children_of(relay_->dialogue.pid())) {
      if (process_name(pid) == name) return pid;
    }
    return -1;
  }

  std::unique_ptr<Relay> relay_;
  shogi::Game game_;
  StandstillWatch watch_;
};

// ---- signals --------------------------------------------------------------------------------

enum class Blow { kKill, kFreeze, kFreezeAndThaw };

struct SignalCase {
  Engine victim;
  Blow blow;
  bool alone;

  std::string name() const {
    const char* const text = blow == Blow::kKill     ? "Killed"
                             : blow == Blow::kFreeze ? "Frozen"
                                                     : "FrozenAndThawed";
    return victim.name + text + (alone ? "Alone" : "OfThree");
  }
};
void PrintTo(const SignalCase& that, std::ostream* out) { *out << that.name(); }

class Signalled : public FaultTest, public ::testing::WithParamInterface<SignalCase> {};

TEST_P(Signalled, InMidThinkItIsAnsweredForInTimeAndIsBackForTheNextMove) {
  const SignalCase& that = GetParam();
  NEEDS(that.victim.program);
  if (that.victim.program == kGps) NEEDS_PATIENCE();  // it loads for many seconds
  std::string engines = that.victim.entry;
  if (!that.alone) {
    engines += our_entry() + "  - command: " + ours("gougi-random") + "\n";
  }
  ASSERT_NO_FATAL_FAILURE(begin(engines));
  think();
  EXPECT_TRUE(victim_voted()) << heard();
  const int pid = victim_pid(that.victim);
  ASSERT_GT(pid, 0);
  think([&] { ASSERT_EQ(::kill(pid, that.blow == Blow::kKill ? SIGKILL : SIGSTOP), 0); });
  if (that.blow == Blow::kFreezeAndThaw) {
    // The answer that it owes belongs to the last position.
    ASSERT_EQ(::kill(pid, SIGCONT), 0);
  } else {
    ASSERT_NO_FATAL_FAILURE(wait_for_start(2));
    EXPECT_TRUE(is_gone(pid));
  }
  expect_it_takes_part();
}

std::vector<SignalCase> signal_cases() {
  std::vector<SignalCase> cases;
  for (const Blow blow : {Blow::kKill, Blow::kFreeze, Blow::kFreezeAndThaw}) {
    for (const bool alone : {false, true}) cases.push_back({fairy_as_victim(), blow, alone});
  }
  for (const Blow blow : {Blow::kKill, Blow::kFreeze}) {
    cases.push_back({ours_as_victim(), blow, true});
  }
  return cases;
}

std::vector<SignalCase> slow_signal_cases() {
  std::vector<SignalCase> cases;
  for (const Blow blow : {Blow::kKill, Blow::kFreeze, Blow::kFreezeAndThaw}) {
    for (const bool alone : {false, true}) cases.push_back({gps_as_victim(), blow, alone});
  }
  return cases;
}

std::string signal_name(const ::testing::TestParamInfo<SignalCase>& info) {
  return info.param.name();
}

INSTANTIATE_TEST_SUITE_P(Children, Signalled, ::testing::ValuesIn(signal_cases()), signal_name);
INSTANTIATE_TEST_SUITE_P(SlowChildren, Signalled, ::testing::ValuesIn(slow_signal_cases()),
                         signal_name);

// ---- garble ---------------------------------------------------------------------------------

struct GarbleCase {
  std::string print;
  std::string then;
  bool alone;

  std::string name() const {
    return print + "_" + (then.empty() ? "answer" : then) + (alone ? "_alone" : "_of_three");
  }
};
void PrintTo(const GarbleCase& that, std::ostream* out) { *out << that.name(); }

class Garbling : public FaultTest, public ::testing::WithParamInterface<GarbleCase> {};

TEST_P(Garbling, InMidThinkItIsAnsweredForInTimeAndIsBackForTheNextMove) {
  const GarbleCase& that = GetParam();
  const Folder files;
  const std::string once = base::to_utf8(files.path() / "once");
  const std::string seen = base::to_utf8(files.path() / "seen");
  // It is honest once, so that it has a vote to lose.
  const std::string hostile = program_path("hostile-engine");
  std::string engines = "  - name: Victim\n    command: ['" + hostile +
                        "', --delay-ms, 200, --at, " + "think, --print, " + that.print +
                        ", --bytes, 2000000, --once, '" + once + "', --transcript, '" + seen + "'";
  if (!that.then.empty()) engines += ", --then, " + that.then;
  engines += "]\n";
  if (!that.alone) {
    engines += our_entry();
    engines += "  - name: Quick\n    command: ['" + hostile + "', --seed, 7]\n";
  }
  files.write("once", "not yet\n");
  ASSERT_NO_FATAL_FAILURE(begin(engines));
  relay_->dialogue.say("setoption name E1_Depth value 7");
  think();
  EXPECT_TRUE(victim_voted()) << heard();
  std::filesystem::remove(once);
  think();
  EXPECT_NE(content_of(once), "") << "it did not garble";
  if (!that.then.empty()) {
    ASSERT_NO_FATAL_FAILURE(wait_for_start(2));
  }
  expect_it_takes_part();
  // What the victim itself has seen since its last start.
  const std::string all = content_of(seen);
  const std::string last = all.substr(all.rfind("usi\n"));
  EXPECT_NE(last.find("setoption name Depth value 7\n"), std::string::npos) << last;
  EXPECT_NE(last.find("\nposition startpos moves "), std::string::npos) << last;
}

std::vector<GarbleCase> garble_cases() {
  std::vector<GarbleCase> cases;
  for (const bool alone : {false, true}) {
    cases.push_back({"binary", "exit", alone});
    cases.push_back({"halves", "silence", alone});
    cases.push_back({"nuls", "exit", alone});
    cases.push_back({"long", "", alone});
    cases.push_back({"utf8", "exit", alone});
    cases.push_back({"endless", "silence", alone});
    cases.push_back({"tricks", "exit", alone});
  }
  return cases;
}

std::string garble_name(const ::testing::TestParamInfo<GarbleCase>& info) {
  return info.param.name();
}

INSTANTIATE_TEST_SUITE_P(Children, Garbling, ::testing::ValuesIn(garble_cases()), garble_name);

}  // namespace
}  // namespace gougi::testing
#endif
