// SPDX-License-Identifier: MIT
// The crash-proof layer under a real engine, in real matches: the engine and its mirror are killed,
// stand still, lie or answer late in one move of ten each, and a plain engine plays against them.
// No game is lost by a fault, no move comes too late, and the faults cost no strength.
#ifdef __linux__
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "integration/match_runs.hpp"
#include "integration/relay.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "match/strength.hpp"

namespace gougi::testing {
namespace {

constexpr std::array<const char*, 4> kFaults{"die", "hang", "lie", "late"};

struct FaultyMatch {
  match::Standing standing{2};
  int late = 0;             ///< moves of the council after the byoyomi
  int standstills = 0;      ///< of the machine, so long that each can make a move late
  Milliseconds slowest{0};  ///< of the council
  std::map<std::string, int> faults;
};

// The council is player 0. Nodes are fixed, so that time gives no strength; the clock judges alone.
class FaultyMatchTest : public ::testing::Test {
 protected:
  FaultyMatch play(int games, Milliseconds byoyomi, const std::string& concurrency) {
    use_own_state();
    const std::string file = base::to_utf8(folder_.path() / "match.db");
    std::vector<std::string> words{"match",
                                   "--time",
                                   "byoyomi " + std::to_string(byoyomi.count()),
                                   "--first",
                                   program_path("gougi") + " --config " + configuration(byoyomi),
                                   "--second",
                                   program_path("gougi-engine"),
                                   "--file",
                                   file,
                                   "--games",
                                   std::to_string(games),
                                   "--concurrency",
                                   concurrency};
    // Nodes of the second; the council's stand in its configuration.
    std::istringstream rest(
        "--option NodesLimit=1000 --option USI_Hash=16 --random-plies 8 --seed 29 --max-plies 256 "
        "--resign 1500,3 --quiet on");
    for (std::string word; rest >> word;) words.push_back(word);
    StandstillWatch machine;
    Dialogue run(program_path("gougi"), std::move(words),
                 {{"XDG_CACHE_HOME", base::to_utf8(folder_.path())}});
    EXPECT_TRUE(run.wait_exit(Milliseconds(7'200'000)));
    EXPECT_EQ(run.exit ? run.exit->code : -1, 0) << (run.errors.empty() ? "" : run.errors.back());
    for (const auto& heard : run.heard) std::printf("%s\n", heard.line.c_str());
    FaultyMatch seen = read(file, byoyomi);
    // Half of what the council keeps back of a move: shorter ones make none late.
    seen.standstills = machine.gaps_longer_than(byoyomi / 40);
    std::printf("%d moves later than the byoyomi; the machine stood still %d times\n", seen.late,
                seen.standstills);
    return seen;
  }

 private:
  std::string configuration(Milliseconds byoyomi) const {
    return folder_.write(
        "faulty.yaml",
        "language: en\nengines:\n  - name: E\n    command: " + faulty(1, byoyomi) +
            "\n    options: {NodesLimit: 1000, USI_Hash: 16}\n    mirror: {command: " +
            faulty(2, byoyomi) + "}\nmate: off\n");
  }
  std::string faulty(int seed, Milliseconds byoyomi) const {
    return "[" + ours("faulty-engine") + ", --seed, '" + std::to_string(seed) + "', --late-ms, '" +
           std::to_string(2 * byoyomi.count()) + "', --tally, '" + tally() + "', --, " +
           ours("gougi-engine") + "]";
  }
  std::string tally() const { return base::to_utf8(folder_.path() / "tally"); }

  FaultyMatch read(const std::string& file, Milliseconds byoyomi) const {
    FaultyMatch seen;
    auto store = match::Store::open_to_read(base::path_from_utf8(file));
    EXPECT_TRUE(store);
    if (!store) return seen;
    const auto all = store->for_each_game([&](const match::GameRecord& game) {
      seen.standing.add(game);
      EXPECT_FALSE(game::is_fault(game.ending.reason))
          << "game " << game.number + 1 << ": " << game.ending.detail;
      for (std::size_t i = game.black == 0 ? 0 : 1; i < game.moves.size(); i += 2) {
        seen.slowest = std::max(seen.slowest, game.moves[i].took);
        if (game.moves[i].took > byoyomi) ++seen.late;
      }
    });
    EXPECT_TRUE(all);
    std::istringstream words(content_of(base::path_from_utf8(tally())));
    for (std::string word; words >> word;) ++seen.faults[word];
    std::printf("slowest move of the council %lld ms; faults:",
                static_cast<long long>(seen.slowest.count()));
    for (const auto& [fault, times] : seen.faults) std::printf(" %s %d", fault.c_str(), times);
    std::printf("\n");
    return seen;
  }

  Folder folder_;
};

TEST_F(FaultyMatchTest, NoGameOfARealEngineIsLostByAFaultInEveryTenthMove) {
  const FaultyMatch seen = play(4, Milliseconds(500), "4");
  EXPECT_EQ(seen.standing.games(), 4U);
  EXPECT_TRUE(seen.standing.faults().empty());
  EXPECT_LE(seen.late, 4 * seen.standstills);  // it makes all games late that are played
  EXPECT_FALSE(seen.faults.empty());
}

using SlowFaultyMatch = FaultyMatchTest;

TEST_F(SlowFaultyMatch, AThousandGamesOfARealEngineWithFaultsAreAsStrongAsWithout) {
  NEEDS_PATIENCE();
  const char* const wanted = std::getenv("GOUGI_GAMES");
  const int games = wanted != nullptr ? std::atoi(wanted) : 1'000;
  const FaultyMatch seen = play(games, Milliseconds(1'000), "6");
  EXPECT_EQ(seen.standing.games(), static_cast<std::uint64_t>(games));
  EXPECT_TRUE(seen.standing.faults().empty());
  EXPECT_LE(seen.late, 6 * seen.standstills);
  for (const char* const fault : kFaults) EXPECT_GT(seen.faults.at(fault), 0) << fault;
  // The interval is of 95 %: one and a half of it is passed by chance in three of a thousand runs.
  const match::Interval elo =
      match::strength(seen.standing.pairs_of(0, 1), seen.standing.games_of(0, 1)).elo;
  std::printf("Elo against the same engine without faults: %+.1f ± %.1f\n", elo.value, elo.error());
  EXPECT_LE(std::abs(elo.value), 1.5 * elo.error());
}

}  // namespace
}  // namespace gougi::testing
#endif
