// SPDX-License-Identifier: MIT
// Many voters whose answers come after delays of a heavy tail, as those of many machines do: all of
// them count, and the last is answered at once. What a voter costs is measured by scale-bench.
#ifdef __linux__
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

constexpr Milliseconds kLongestWait{60'000};
constexpr double kLeastDelay = 20;
constexpr double kTail = 1.3;  // Pareto: of 64 voters the last takes 0.8 s, of 1,000 7 s

/// Of `voter` among `voters`: as if drawn, but evenly. The first of them is the last to answer: it
/// has the `go` at once.
Milliseconds delay_of(int voter, int voters) {
  const double part = (voters - voter - 0.5) / voters;
  return Milliseconds(std::lround(kLeastDelay * std::pow(1 - part, -1 / kTail)));
}

/// Voter i plays the move of that number, in turn.
std::string many(int voters, const std::string& rule = "optimistic",
                 const std::vector<std::string>& moves = {"2g2f"}) {
  std::string yaml = "consensus: " + rule + "\nmate: off\nlanguage: en\nengines:\n";
  for (int i = 0; i < voters; ++i) {
    const std::string& move = moves[static_cast<std::size_t>(i) % moves.size()];
    yaml += "  - command: [" + ours("scripted-engine") + ", --bestmove, " + move +
            ", --delay-ms, " + std::to_string(delay_of(i, voters).count()) + "]\n";
  }
  return yaml;
}

/// A line of the relay's status, in MiB.
double memory_mb(const Relay& relay, const std::string& field) {
  std::ifstream status("/proc/" + std::to_string(relay.dialogue.pid()) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
  }
  return -1;
}

void get_ready(Relay& relay) {
  relay.dialogue.say("usi");
  ASSERT_TRUE(relay.dialogue.wait_for("usiok", kLongestWait));
  relay.dialogue.say("isready");
  ASSERT_TRUE(relay.dialogue.wait_for("readyok", kLongestWait));
}

/// How long after the last ballot, at the most, a move of so many of all came.
Milliseconds answer_after_the_last(Relay& relay, int voters, int agreeing) {
  auto& gui = relay.dialogue;
  gui.forget();
  gui.say("position startpos");
  const auto asked = gui.say("go btime 0 wtime 0 byoyomi 30000");
  const auto heard = gui.wait_for("bestmove", kLongestWait);
  EXPECT_TRUE(heard);
  if (!heard) return kLongestWait;
  EXPECT_EQ(heard->line, "bestmove 2g2f");
  const std::string all = std::to_string(voters);
  const auto summary = std::ranges::find_if(gui.heard, [&](const auto& said) {
    return said.line.starts_with("info string 2g2f " + std::to_string(agreeing) + "/" + all + ": ");
  });
  EXPECT_NE(summary, gui.heard.end()) << "somebody's vote is missing";
  return base::to_ms(heard->at - asked) - delay_of(0, voters);
}

TEST(Voters, SixtyFourOfAHeavyTailAllCount) {
  constexpr int kVoters = 64;
  Relay relay(many(kVoters));
  ASSERT_NO_FATAL_FAILURE(get_ready(relay));
  answer_after_the_last(relay, kVoters, kVoters);
}

TEST(Voters, HundredsAreStartedInTurnsSoThatAQuitIsHeardInBetween) {
  constexpr int kVoters = 400;
  Relay relay(many(kVoters) + "log: {directory: logs, level: info}\n");
  relay.dialogue.say("quit");
  ASSERT_TRUE(relay.dialogue.wait_exit(kLongestWait));
  int started = 0;
  for (const auto& file : std::filesystem::directory_iterator(relay.folder.path() / "logs")) {
    std::istringstream log(content_of(file.path()));
    for (std::string line; std::getline(log, line);) {
      started += line.ends_with(" runs") ? 1 : 0;
    }
  }
  EXPECT_LT(started, kVoters);
}

TEST(SlowVoters, AThousandOfAHeavyTailAreAnsweredWithinATenthOfASecondAfterTheLast) {
  NEEDS_PATIENCE();
  constexpr int kVoters = 1000;
  Relay relay(many(kVoters));
  ASSERT_NO_FATAL_FAILURE(get_ready(relay));
  for (int move = 0; move < 3; ++move) {
    const Milliseconds after = answer_after_the_last(relay, kVoters, kVoters);
    std::printf("answered %lld ms after the last of %d\n", static_cast<long long>(after.count()),
                kVoters);
    EXPECT_LE(after, Milliseconds(100));
  }
  const double memory = memory_mb(relay, "VmHWM");
  std::printf("the relay has had %.1f MiB at most\n", memory);
  EXPECT_GT(memory, 0);
  EXPECT_LE(memory, 300);
}

// A majority is never certain before the last: all the way it is looked whether it is.
TEST(SlowVoters, AThousandThatDifferAreAnsweredWithinATenthOfASecondAfterTheLast) {
  NEEDS_PATIENCE();
  constexpr int kVoters = 1000;
  const std::vector<std::string> moves{"2g2f", "7g7f", "5g5f", "6g6f", "1g1f"};
  Relay relay(many(kVoters, "majority", moves));
  ASSERT_NO_FATAL_FAILURE(get_ready(relay));
  for (int move = 0; move < 3; ++move) {
    const Milliseconds after = answer_after_the_last(relay, kVoters, kVoters / 5);
    std::printf("answered %lld ms after the last of %d that differ\n",
                static_cast<long long>(after.count()), kVoters);
    EXPECT_LE(after, Milliseconds(100));
  }
}

}  // namespace
}  // namespace gougi::testing
#endif
