// SPDX-License-Identifier: MIT
#include "settings/resource_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::settings {
namespace {

using std::string_view;

constexpr int kLeastThreads = 1;
constexpr int kLeastHashMb = 16;
constexpr string_view kGpuVariable = "CUDA_VISIBLE_DEVICES";

// What the engine's own options say under the USI name or the one that UCI-born engines use.
const std::string* own_value(const EngineSettings& engine, string_view name, string_view uci_name) {
  for (const auto& [key, value] : engine.options) {
    if (base::iequals(key, name) || base::iequals(key, uci_name)) return &value;
  }
  return nullptr;
}

// One child as the arithmetic sees it.
struct Claim {
  double share = 1.0;
  int processes = 1;                  // that get as much each
  bool settled = false;               // nothing is to be told to it
  std::optional<std::int64_t> fixed;  // what its own options say
  std::int64_t part = 0;              // the result
};

// Largest remainders, nobody below `least`.
void share_out(std::vector<Claim*> open, std::int64_t left, int least) {
  const auto total_share = [&open] {
    double sum = 0;
    for (const Claim* claim : open) sum += claim->share * claim->processes;
    return sum;
  };
  // Who would get less than the least gets that, which changes the others' parts.
  for (bool changed = true; changed;) {
    changed = false;
    const double sum = total_share();
    for (auto it = open.begin(); it != open.end();) {
      Claim& claim = **it;
      if (static_cast<double>(left) * claim.share / sum >= least) {
        ++it;
        continue;
      }
      claim.part = least;
      left -= std::int64_t{least} * claim.processes;
      it = open.erase(it);
      changed = true;
      break;
    }
  }
  const double sum = total_share();
  std::vector<std::pair<double, Claim*>> remainders;
  std::int64_t given = 0;
  for (Claim* claim : open) {
    const double exact = static_cast<double>(left) * claim->share / sum;
    claim->part = static_cast<std::int64_t>(std::floor(exact));
    given += claim->part * claim->processes;
    remainders.emplace_back(exact - std::floor(exact), claim);
  }
  std::ranges::stable_sort(remainders, std::greater<>{}, [](const auto& r) { return r.first; });
  for (auto& [remainder, claim] : remainders) {
    if (given + claim->processes > left) continue;
    ++claim->part;
    given += claim->processes;
  }
}

// False if the budget does not suffice.
bool split_amount(std::vector<Claim>& claims, std::int64_t budget, int least) {
  std::int64_t left = budget;
  std::int64_t needed = 0;
  std::vector<Claim*> open;
  for (Claim& claim : claims) {
    if (claim.fixed) left -= *claim.fixed * claim.processes;
    if (claim.settled) continue;
    needed += std::int64_t{least} * claim.processes;
    open.push_back(&claim);
  }
  if (left < needed || left < 0) return false;
  share_out(std::move(open), left, least);
  return true;
}

// Engines, then mate engines.
std::vector<const EngineSettings*> children_of(const RelaySettings& settings) {
  std::vector<const EngineSettings*> children;
  for (const auto& engine : settings.engines) children.push_back(&engine);
  for (const auto& engine : settings.mate_engines) children.push_back(&engine);
  return children;
}

std::vector<Claim> claims_of(const RelaySettings& settings, string_view option,
                             string_view uci_option) {
  std::vector<Claim> claims;
  for (const EngineSettings* engine : children_of(settings)) {
    Claim& claim = claims.emplace_back();
    claim.share = engine->share;
    claim.settled = claim.share <= 0;
    if (const std::string* own = own_value(*engine, option, uci_option)) {
      claim.settled = true;
      const auto value = base::to_int(*own);
      constexpr std::int64_t kMost = 1'000'000'000;  // keeps sums far from overflow
      if (value && engine->share > 0) claim.fixed = std::clamp<std::int64_t>(*value, 0, kMost);
    }
  }
  if (settings.mate_pv && !settings.mate_engines.empty()) {
    const std::size_t solvers = settings.mate_engines.size();
    for (std::size_t k = 0; k < static_cast<std::size_t>(settings.mate_pv->count); ++k) {
      ++claims[settings.engines.size() + k % solvers].processes;
    }
  }
  return claims;
}

int processes_of(const std::vector<Claim>& claims) {
  int processes = 0;
  for (const Claim& claim : claims) {
    if (!claim.settled) processes += claim.processes;
  }
  return processes;
}

// Each GPU to one engine in order, by share; with too few, in turn.
std::vector<std::vector<int>> split_gpus(const RelaySettings& settings) {
  std::vector<std::vector<int>> lists(settings.engines.size());
  const std::vector<int>& gpus = settings.resources.gpus;
  std::vector<Claim> claims;
  for (const EngineSettings& engine : settings.engines) {
    Claim& claim = claims.emplace_back();
    claim.share = engine.share;
    claim.settled = engine.share <= 0 || engine.environment.contains(std::string(kGpuVariable));
  }
  if (gpus.empty()) return lists;
  const bool enough = split_amount(claims, static_cast<std::int64_t>(gpus.size()), 1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (claims[i].settled) continue;
    const std::int64_t count = enough ? claims[i].part : 1;
    for (std::int64_t k = 0; k < count; ++k) lists[i].push_back(gpus[next++ % gpus.size()]);
  }
  return lists;
}

}  // namespace

base::Result<ResourceSplit> resource_split(const RelaySettings& settings) {
  ResourceSplit split;
  split.engines.resize(settings.engines.size());
  split.mate_engines.resize(settings.mate_engines.size());
  const auto share_of = [&split](std::size_t child) -> ResourceShare& {
    const std::size_t engines = split.engines.size();
    return child < engines ? split.engines[child] : split.mate_engines[child - engines];
  };
  if (const auto threads = settings.resources.threads) {
    auto claims = claims_of(settings, "Threads", "Threads");
    if (!split_amount(claims, *threads, kLeastThreads)) {
      return base::fail(
          base::say({"{0} threads are too few: {1} processes need 1 each, beside what the engines' "
                     "own options take",
                     "スレッド {0} では足りません。エンジン自身のオプションの分のほかに、{1} "
                     "個のプロセスに1つずつ必要です"},
                    *threads, processes_of(claims)));
    }
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!claims[i].settled) share_of(i).threads = static_cast<int>(claims[i].part);
    }
  }
  if (const auto hash = settings.resources.hash_mb) {
    auto claims = claims_of(settings, "USI_Hash", "Hash");
    if (!split_amount(claims, *hash, kLeastHashMb)) {
      return base::fail(
          base::say({"{0} MB of hash are too few: {1} processes need {2} each, beside what the "
                     "engines' own options take",
                     "ハッシュ {0} MB では足りません。エンジン自身のオプションの分のほかに、{1} "
                     "個のプロセスに {2} MB ずつ必要です"},
                    *hash, processes_of(claims), kLeastHashMb));
    }
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!claims[i].settled) share_of(i).hash_mb = static_cast<int>(claims[i].part);
    }
  }
  auto gpus = split_gpus(settings);
  for (std::size_t i = 0; i < gpus.size(); ++i) split.engines[i].gpus = std::move(gpus[i]);
  return split;
}

int least_threads(const RelaySettings& settings) {
  std::int64_t least = 0;
  for (const Claim& claim : claims_of(settings, "Threads", "Threads")) {
    const std::int64_t each = claim.settled ? claim.fixed.value_or(0) : kLeastThreads;
    least += each * claim.processes;
  }
  return static_cast<int>(std::min<std::int64_t>(least, std::numeric_limits<int>::max()));
}

void give(EngineSettings& engine, const ResourceShare& share) {
  if (engine.nested) return;
  const auto add = [&engine](string_view name, string_view uci_name, std::optional<int> value) {
    if (!value || own_value(engine, name, uci_name) != nullptr) return false;
    engine.options.emplace_back(name, std::to_string(*value));
    return true;
  };
  engine.threads_are_a_share = add("Threads", "Threads", share.threads);
  add("USI_Hash", "Hash", share.hash_mb);
  if (!share.gpus.empty()) {
    engine.environment.emplace(kGpuVariable, fmt::format("{}", fmt::join(share.gpus, ",")));
  }
}

}  // namespace gougi::settings
