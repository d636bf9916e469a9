// SPDX-License-Identifier: MIT
// `budget` with real engines: what the log says that the engines were told for each move adds up to
// just the budget, and what they say that they have searched is no more.
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "integration/relay.hpp"
#include "relay/decision_record.hpp"

namespace gougi::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNodes = 20'001;
constexpr std::size_t kPlies = 6;

/// Of each move what its `go` lines tell the engines together.
std::vector<std::int64_t> told_by_move(const std::string& log) {
  std::vector<std::int64_t> moves;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find(" > go nodes ") == std::string::npos) continue;
    const std::string count = line.substr(line.rfind(' ') + 1);
    // An event begins with its time, a line to a child with the child's name.
    const bool to_child = line.find(" E1 > ") != std::string::npos ||
                          line.find(" E2 > ") != std::string::npos ||
                          line.find(" E3 > ") != std::string::npos;
    if (to_child && !moves.empty()) moves.back() += base::to_int(count).value_or(0);
    if (!to_child) moves.push_back(0);
  }
  return moves;
}

class Budget : public ::testing::Test {
 protected:
  /// Plays both sides with `go nodes`; what is written lies in the relay's folder.
  void play(const std::string& consensus, const std::string& budget) {
    std::string yaml = "consensus: " + consensus + "\nlanguage: en\nengines:\n";
    for (const std::string style : {"balanced", "attack", "defence"}) {
      yaml += "  - {name: " + style + ", command: " + ours("gougi-engine") +
              ", options: {USI_Hash: 16, Threads: 1, Style: " + style + "}}\n";
    }
    yaml += "mate: off\nbudget: " + budget + "\nlog: {directory: logs, level: info}\n";
    Relay relay(yaml);
    ASSERT_TRUE(relay.handshake());
    shogi::Game game;
    while (game.moves().size() < kPlies) {
      usi::PositionCommand position;
      position.moves = usi::moves_of(game.moves());
      relay.dialogue.say(usi::format(usi::Command{position}));
      relay.dialogue.say("go nodes " + std::to_string(kNodes));
      const auto heard = relay.dialogue.wait_for("bestmove", Milliseconds(60'000));
      ASSERT_TRUE(heard);
      ASSERT_EQ(play_answer(game, heard->line), "");
    }
    relay.dialogue.say("quit");
    ASSERT_TRUE(relay.dialogue.wait_exit(Milliseconds(20'000)));
    read(relay.folder.path() / "logs");
  }

  void read(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string text = content_of(entry.path());
      if (entry.path().extension() == ".log") told_ = told_by_move(text);
      if (entry.path().extension() != ".jsonl") continue;
      std::istringstream in(text);
      for (std::string line; std::getline(in, line);) {
        const auto record = relay::parse_record(line);
        ASSERT_TRUE(record) << record.error().message;
        if (const auto* decision = std::get_if<relay::DecisionRecord>(&*record)) {
          decisions_.push_back(*decision);
        }
      }
    }
  }

  /// Every search told by the record, none beyond what it was told.
  void expect_honest_searches() const {
    ASSERT_EQ(decisions_.size(), kPlies);
    for (const relay::DecisionRecord& decision : decisions_) {
      ASSERT_TRUE(decision.budget);
      EXPECT_EQ(decision.budget->nodes, kNodes);
      for (const relay::RecordedSearch& search : decision.budget->searches) {
        EXPECT_LE(search.nodes, search.told) << "engine " << search.voter;
        EXPECT_GT(search.nodes, 0) << "engine " << search.voter;
        EXPECT_GT(search.nps, 0) << "engine " << search.voter;
        if (decision.budget->normalised) continue;
        EXPECT_LE(search.nodes + search.given_back, search.part) << "engine " << search.voter;
      }
    }
  }

  static std::int64_t told_in(const relay::DecisionRecord& decision) {
    std::int64_t sum = 0;
    for (const auto& search : decision.budget->searches) sum += search.told;
    return sum;
  }

  /// Not searched by who was sure early, and told once more to who was asked later.
  static std::int64_t given_back_in(const relay::DecisionRecord& decision) {
    std::int64_t sum = 0;
    for (const auto& search : decision.budget->searches) sum += search.given_back;
    return sum;
  }

  std::vector<std::int64_t> told_;  ///< by move, of the log
  std::vector<relay::DecisionRecord> decisions_;
};

TEST_F(Budget, AllEnginesAreToldJustTheSumForEveryMove) {
  play("optimistic", "{nodes: from-go}");
  expect_honest_searches();
  EXPECT_EQ(told_, std::vector<std::int64_t>(kPlies, kNodes));
  for (const auto& decision : decisions_) EXPECT_EQ(told_in(decision), kNodes);
}

TEST_F(Budget, WithQuestionsTheyAreToldTheSumOrTheBallotsPartOfIt) {
  play("exchange", "{nodes: from-go}");
  expect_honest_searches();
  ASSERT_EQ(told_.size(), kPlies);
  for (std::size_t i = 0; i < kPlies; ++i) {
    const bool asked = decisions_[i].budget->searches.size() > 3;
    EXPECT_EQ(told_[i] - given_back_in(decisions_[i]), asked ? kNodes : kNodes * 450 / 1000) << i;
    EXPECT_EQ(told_in(decisions_[i]), told_[i]) << i;
  }
}

TEST_F(Budget, EnginesWithoutAVoteHaveTheirPartOfIt) {
  play("verify", "{nodes: from-go}");
  expect_honest_searches();
  ASSERT_EQ(told_.size(), kPlies);
  for (std::size_t i = 0; i < kPlies; ++i) {
    // The anchor's 0.7, and the others' 0.15 if there is an alternative; all if somebody refutes
    // it.
    const std::size_t searches = decisions_[i].budget->searches.size();
    EXPECT_EQ(told_[i] - given_back_in(decisions_[i]), searches == 7   ? kNodes
                                                       : searches == 5 ? 14'000 + 3'000
                                                                       : 14'000)
        << i;
    EXPECT_EQ(told_in(decisions_[i]), told_[i]) << i;
  }
}

TEST_F(Budget, OneWhoPlaysAloneIsToldAll) {
  play("rotate-plies", "{nodes: from-go}");
  expect_honest_searches();
  EXPECT_EQ(told_, std::vector<std::int64_t>(kPlies, kNodes));
}

TEST_F(Budget, NormalisedThePartsAddUpAndTheFirstEngineIsToldItsPart) {
  play("optimistic", "{nodes: from-go, normalise: true}");
  expect_honest_searches();
  for (const auto& decision : decisions_) {
    EXPECT_TRUE(decision.budget->normalised);
    std::int64_t parts = 0;
    for (const auto& search : decision.budget->searches) {
      parts += search.part;
      if (search.voter == 1) {
        EXPECT_EQ(search.told, search.part);
      }
    }
    EXPECT_EQ(parts, kNodes);
  }
}

}  // namespace
}  // namespace gougi::testing
