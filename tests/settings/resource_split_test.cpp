// SPDX-License-Identifier: MIT
#include "settings/resource_split.hpp"

#include <random>

#include "settings/parsing.hpp"

namespace gougi::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

RelaySettings with_engines(const std::vector<double>& shares, Resources resources) {
  RelaySettings settings;
  for (const double share : shares) settings.engines.emplace_back().share = share;
  settings.resources = std::move(resources);
  return settings;
}

std::vector<int> threads_of(const RelaySettings& settings) {
  const auto split = resource_split(settings);
  EXPECT_TRUE(split) << split.error().message;
  std::vector<int> threads;
  if (!split) return threads;
  for (const auto& share : split->engines) threads.push_back(share.threads.value_or(-1));
  for (const auto& share : split->mate_engines) threads.push_back(share.threads.value_or(-1));
  return threads;
}

TEST(ResourceSplit, GivesNobodyWhatIsNoPartOfTheBudget) {
  const auto split = resource_split(with_engines({1, 1}, {}));
  ASSERT_TRUE(split);
  EXPECT_THAT(split->engines, ElementsAre(ResourceShare{}, ResourceShare{}));
}

TEST(ResourceSplit, FollowsTheShares) {
  EXPECT_THAT(threads_of(with_engines({1, 1, 1}, {16, {}, {}})), ElementsAre(6, 5, 5));
  EXPECT_THAT(threads_of(with_engines({2, 1, 1}, {16, {}, {}})), ElementsAre(8, 4, 4));
  EXPECT_THAT(threads_of(with_engines({0.1, 10}, {4, {}, {}})), ElementsAre(1, 3));
  const auto split = resource_split(with_engines({3, 1}, {{}, 8192, {}}));
  ASSERT_TRUE(split);
  EXPECT_EQ(split->engines.at(0), (ResourceShare{{}, 6144, {}}));
  EXPECT_EQ(split->engines.at(1), (ResourceShare{{}, 2048, {}}));
}

TEST(ResourceSplit, LeavesAnEngineWithoutAShareAlone) {
  EXPECT_THAT(threads_of(with_engines({1, 0, 1}, {6, {}, {}})), ElementsAre(3, -1, 3));
}

TEST(ResourceSplit, CountsWhatAnEnginesOwnOptionsTake) {
  RelaySettings settings = with_engines({1, 1, 1}, {8, 1000, {}});
  settings.engines[0].options = {{"threads", "4"}, {"Hash", "500"}};
  EXPECT_THAT(threads_of(settings), ElementsAre(-1, 2, 2));
  EXPECT_EQ(resource_split(settings)->engines.at(1).hash_mb, 250);
  settings.engines[0].options = {{"Threads", "7"}};
  const auto split = resource_split(settings);
  ASSERT_FALSE(split);
  EXPECT_THAT(split.error().message, HasSubstr("8 threads are too few: 2 processes"));
  settings = with_engines({1}, {8, {}, {}});
  settings.engines[0].options = {{"Threads", "9"}};
  EXPECT_FALSE(resource_split(settings));
}

TEST(ResourceSplit, CountsMateSolversAndTheirCopies) {
  RelaySettings settings = with_engines({6}, {10, {}, {}});
  settings.mate_engines.resize(2);
  EXPECT_THAT(threads_of(settings), ElementsAre(8, 1, 1));
  settings.mate_pv = MatePv{3, base::Milliseconds(1000)};
  EXPECT_THAT(threads_of(settings), ElementsAre(5, 1, 1)) << "five solvers in all";
}

TEST(ResourceSplit, GivesEachGpuToOneEngineAsLongAsTheySuffice) {
  const auto gpus_of = [](const RelaySettings& settings) {
    std::vector<std::vector<int>> gpus;
    const auto split = resource_split(settings);
    for (const auto& share : split->engines) gpus.push_back(share.gpus);
    return gpus;
  };
  EXPECT_THAT(gpus_of(with_engines({1, 1}, {{}, {}, {0, 1}})),
              ElementsAre(ElementsAre(0), ElementsAre(1)));
  EXPECT_THAT(gpus_of(with_engines({3, 1}, {{}, {}, {4, 5, 6, 7}})),
              ElementsAre(ElementsAre(4, 5, 6), ElementsAre(7)));
  EXPECT_THAT(gpus_of(with_engines({1, 1, 1}, {{}, {}, {0, 1}})),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(0)));
  RelaySettings settings = with_engines({1, 0, 1}, {{}, {}, {0, 1}});
  settings.engines[0].environment = {{"CUDA_VISIBLE_DEVICES", "7"}};
  EXPECT_THAT(gpus_of(settings), ElementsAre(IsEmpty(), IsEmpty(), ElementsAre(0, 1)));
}

TEST(ResourceSplit, NeverExceedsTheBudgetAndLeavesNobodyWithNothing) {
  std::mt19937 random(20240501);
  const auto pick = [&random](int min, int max) {
    return min + static_cast<int>(random() % static_cast<unsigned>(max - min + 1));
  };
  for (int round = 0; round < 3000; ++round) {
    RelaySettings settings = with_engines({}, {pick(1, 40), pick(1, 2000), {}});
    for (int i = pick(1, 9); i > 0; --i) {
      EngineSettings& engine = settings.engines.emplace_back();
      engine.share = pick(0, 30) / 10.0;
      if (pick(0, 5) == 0) engine.options = {{"Threads", std::to_string(pick(1, 8))}};
    }
    settings.mate_engines.resize(static_cast<std::size_t>(pick(0, 2)));
    if (pick(0, 1) == 1) settings.mate_pv = MatePv{pick(1, 5), base::Milliseconds(1)};
    const auto split = resource_split(settings);
    if (!split) continue;
    int threads = 0;
    int hash = 0;
    const auto add = [&](const EngineSettings& engine, const ResourceShare& share, int processes) {
      EXPECT_GE(share.threads.value_or(1), 1);
      EXPECT_GE(share.hash_mb.value_or(16), 16);
      threads += share.threads.value_or(0) * processes;
      hash += share.hash_mb.value_or(0) * processes;
      if (engine.share > 0 && !engine.options.empty())
        threads += std::stoi(engine.options[0].second);
    };
    for (std::size_t i = 0; i < settings.engines.size(); ++i) {
      add(settings.engines[i], split->engines[i], 1);
    }
    const int solvers = static_cast<int>(settings.mate_engines.size());
    for (int i = 0; i < solvers; ++i) {
      const int copies =
          settings.mate_pv ? (settings.mate_pv->count + solvers - 1 - i) / solvers : 0;
      const auto at = static_cast<std::size_t>(i);
      add(settings.mate_engines[at], split->mate_engines[at], 1 + copies);
    }
    EXPECT_LE(threads, *settings.resources.threads);
    EXPECT_LE(hash, *settings.resources.hash_mb);
  }
}

TEST(ResourceSplit, BecomesOptionsAndEnvironmentOfTheEngines) {
  const RelaySettings settings = parsed(R"(
resources: {threads: 6, hash_mb: 600, gpus: [0, 1]}
engines:
  - {command: a, options: {Style: attack}}
  - {command: b, options: {Threads: 3, Hash: 100}, environment: {CUDA_VISIBLE_DEVICES: "5"}}
mate: {engines: [{command: m}]}
)");
  EXPECT_THAT(settings.engines.at(0).options,
              ElementsAre(Pair("Style", "attack"), Pair("Threads", "2"), Pair("USI_Hash", "250")));
  EXPECT_THAT(settings.engines.at(0).environment, ElementsAre(Pair("CUDA_VISIBLE_DEVICES", "0,1")));
  EXPECT_THAT(settings.engines.at(1).options,
              ElementsAre(Pair("Threads", "3"), Pair("Hash", "100")));
  EXPECT_THAT(settings.engines.at(1).environment, ElementsAre(Pair("CUDA_VISIBLE_DEVICES", "5")));
  EXPECT_THAT(settings.mate_engines.at(0).options,
              ElementsAre(Pair("Threads", "1"), Pair("USI_Hash", "250")));
  EXPECT_THAT(settings.mate_engines.at(0).environment, IsEmpty());
}

}  // namespace
}  // namespace gougi::settings
