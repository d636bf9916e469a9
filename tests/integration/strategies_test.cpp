// SPDX-License-Identifier: MIT
// Each strategy of the table plays whole games with third-party engines against another engine:
// every move legal and in time. In ordinary runs against random moves, which is soon over; the long
// games against an engine are slow tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "consensus/strategy.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

constexpr Milliseconds kByoyomi{100};
constexpr std::size_t kLongestGame = 320;  // plies

/// Answers at once; not measured.
class Opponent {
 public:
  Opponent(const std::string& program, std::string go)
      : gui_(program_path(program)), go_(std::move(go)) {}

  bool handshake() {
    gui_.say("usi");
    if (!gui_.wait_for("usiok")) return false;
    gui_.say("isready");
    return gui_.wait_for("readyok").has_value();
  }

  std::string answer(const shogi::Game& game) {
    usi::PositionCommand position;
    position.moves = usi::moves_of(game.moves());
    gui_.say(usi::format(usi::Command{position}));
    gui_.say(go_);
    const auto heard = gui_.wait_for("bestmove");
    return heard ? heard->line : "";
  }

 private:
  Dialogue gui_;
  std::string go_;
};

struct Case {
  const consensus::Strategy* strategy = nullptr;
  std::size_t index = 0;  ///< in the table
};
void PrintTo(const Case& that, std::ostream* out) { *out << that.strategy->identifier; }

std::vector<Case> all_strategies() {
  std::vector<Case> cases;
  for (const auto& strategy : consensus::strategies()) cases.push_back({&strategy, cases.size()});
  return cases;
}

class Strategies : public ::testing::TestWithParam<Case> {
 protected:
  static std::string yaml(const std::string& name, const std::string& engines) {
    std::string text = "consensus: '" + name + "'\nlanguage: en\nengines:\n" + engines + "mate: ";
    const bool with_solvers = GetParam().strategy->needs_mate_engine;
    text += with_solvers ? "{engines: [{command: " + ours("gougi-mate") + "}], pv: {count: 2}}\n"
                         : "off\n";
    return text + "rules: {chuuban_start_plies: 11, shuuban_start_plies: 21}\n" +
           "log: {directory: logs, level: warning}\n";
  }

  /// Each second strategy plays White.
  Played play_against(Relay& relay, Opponent& opponent) {
    io::run_before_children();
    Played played;
    StandstillWatch watch;
    std::size_t turn = GetParam().index;
    while (played.ending.empty() && played.game.moves().size() < kLongestGame) {
      if (turn++ % 2 != 0) {
        played.ending = play_answer(played.game, opponent.answer(played.game));
        continue;
      }
      Think think(relay, played.game, kByoyomi);
      played.ending = play_answer(played.game, think.answer(watch));
      played.slowest = std::max(played.slowest, think.took);
      if (think.is_late) ++played.late;
      ++asked_;
    }
    if (played.ending.empty()) played.ending = "length";
    return played;
  }

  /// Some load for longer than a GUI waits, and would join later.
  static bool all_take_part(Relay& relay) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      const auto& heard = relay.dialogue.heard;
      const bool all = std::ranges::none_of(heard, [](const Dialogue::Heard& h) {
        return h.line.find("still loading") != std::string::npos;
      });
      if (all) return true;
      relay.dialogue.forget();
      relay.dialogue.listen(Milliseconds(1000));
      if (!relay.new_game()) return false;
    }
    return false;
  }

  /// By the record of decisions.
  static int decisions_by(const Relay& relay, std::string_view identifier) {
    const std::string rule = "\"rule\":\"" + std::string(identifier) + "\"";
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(relay.folder.path() / "logs")) {
      if (entry.path().extension() != ".jsonl") continue;
      const std::string text = content_of(entry.path());
      for (auto at = text.find(rule); at != std::string::npos; at = text.find(rule, at + 1)) {
        ++count;
      }
    }
    return count;
  }

  void expect_a_game(const std::string& name, const std::string& engines,
                     const std::string& opponent, const std::string& go) {
    Relay relay(yaml(name, engines));
    ASSERT_TRUE(relay.handshake());
    ASSERT_TRUE(all_take_part(relay));
    Opponent other(opponent, go);
    ASSERT_TRUE(other.handshake());
    const Played played = play_against(relay, other);
    EXPECT_TRUE(played.ended_well()) << played.ending;
    EXPECT_EQ(played.late, 0) << "slowest " << played.slowest.count() << " ms";
    relay.dialogue.say("quit");
    ASSERT_TRUE(relay.dialogue.wait_exit(Milliseconds(10'000)));
    EXPECT_EQ(decisions_by(relay, GetParam().strategy->identifier), asked_);
    if (opponent == "gougi-random") {
      EXPECT_NE(played.ending, "length");
    }
    std::printf("%zu plies, %s, slowest answer %lld ms of %lld\n", played.game.moves().size(),
                played.ending.c_str(), static_cast<long long>(played.slowest.count()),
                static_cast<long long>(kByoyomi.count()));
  }

  int asked_ = 0;
};

TEST_P(Strategies, PlaysAgainstRandomMovesWithRealEngines) {
  NEEDS(kFairy);
  expect_a_game(std::string(GetParam().strategy->identifier), fairy_entry() + our_entry(),
                "gougi-random", "go depth 1");
}

class WholeGames : public Strategies {};

TEST_P(WholeGames, IsPlayedWithRealEngines) {
  NEEDS_PATIENCE();
  NEEDS(kFairy);
  NEEDS(kGps);
  expect_a_game(std::string(GetParam().strategy->japanese_name),
                fairy_entry() + our_entry() + gps_entry(), "gougi-engine", "go depth 2");
}

std::string strategy_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name(info.param.strategy->identifier);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, Strategies, ::testing::ValuesIn(all_strategies()), strategy_name);
INSTANTIATE_TEST_SUITE_P(SlowTable, WholeGames, ::testing::ValuesIn(all_strategies()),
                         strategy_name);

}  // namespace
}  // namespace gougi::testing
