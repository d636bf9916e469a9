// SPDX-License-Identifier: MIT
// Children that are killed, frozen or garble in mid-think: the relay answers in time with a legal
// move, and the child is back, with its options and the position, for the next.
#ifdef __linux__
#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "integration/victim.hpp"

namespace gougi::testing {
namespace {

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

class FaultTest : public VictimTest {
 protected:
  int victim_pid(const Engine& victim) const {
    // The system keeps fifteen characters.
    const auto name = std::filesystem::path(victim.program).filename().string().substr(0, 15);
    for (const int pid : descendants_of(relay_->dialogue.pid())) {
      if (process_name(pid) == name) return pid;
    }
    return -1;
  }
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
  int pid = -1;
  const std::size_t starts = strike([&] {
    pid = victim_pid(that.victim);
    ASSERT_GT(pid, 0);
    ASSERT_EQ(::kill(pid, that.blow == Blow::kKill ? SIGKILL : SIGSTOP), 0);
  });
  ASSERT_GT(pid, 0);
  if (that.blow == Blow::kFreezeAndThaw) {
    // The answer that it owes belongs to the last position.
    ASSERT_EQ(::kill(pid, SIGCONT), 0);
  } else {
    ASSERT_NO_FATAL_FAILURE(wait_for_start(starts + 1));
    EXPECT_TRUE(is_gone(pid));
  }
  expect_it_takes_part();
}

std::vector<SignalCase> signal_cases() {
  std::vector<SignalCase> cases;
  for (const Blow blow : {Blow::kKill, Blow::kFreeze, Blow::kFreezeAndThaw}) {
    cases.push_back({fairy_as_victim(), blow, false});
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
    cases.push_back({fairy_as_victim(), blow, true});
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

const std::vector<GarbleCase> kGarbles{{"binary", "exit", false},
                                       {"long", "", false},
                                       {"tricks", "exit", false},
                                       {"halves", "silence", false},
                                       {"endless", "silence", true}};

std::vector<GarbleCase> slow_garbles() {
  std::vector<GarbleCase> cases;
  for (const bool alone : {false, true}) {
    cases.push_back({"nuls", "exit", alone});
    cases.push_back({"utf8", "exit", alone});
  }
  for (const GarbleCase& quick : kGarbles) cases.push_back({quick.print, quick.then, !quick.alone});
  return cases;
}

std::string garble_name(const ::testing::TestParamInfo<GarbleCase>& info) {
  return info.param.name();
}

INSTANTIATE_TEST_SUITE_P(Children, Garbling, ::testing::ValuesIn(kGarbles), garble_name);
INSTANTIATE_TEST_SUITE_P(SlowChildren, Garbling, ::testing::ValuesIn(slow_garbles()), garble_name);

}  // namespace
}  // namespace gougi::testing
#endif
