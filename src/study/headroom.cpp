// SPDX-License-Identifier: MIT
#include "study/headroom.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "base/random.hpp"
#include "consensus/game_phase.hpp"
#include "study/consensus_study.hpp"

namespace gougi::study {
namespace {

std::size_t chosen_by(const HeadroomSample& sample) {
  return static_cast<std::size_t>(std::max_element(sample.members.begin(), sample.members.end()) -
                                  sample.members.begin());
}

double best_of(const HeadroomSample& sample) {
  return sample.best ? *sample.best : sample.members[chosen_by(sample)];
}

/// Sums over the positions of one game.
struct GameSums {
  double positions = 0;
  double over = 0;   ///< a fraction's numerator
  double under = 0;  ///< its denominator
};

/// What a position adds to a fraction.
struct Terms {
  double over = 0;
  double under = 0;
};

using TermsOf = std::function<Terms(const HeadroomSample&)>;

class Bootstrap {
 public:
  Bootstrap(const std::vector<const HeadroomSample*>& samples, const TermsOf& terms_of) {
    std::map<std::size_t, std::size_t> places;
    for (const HeadroomSample* sample : samples) {
      const auto [place, is_new] = places.emplace(sample->game, games_.size());
      if (is_new) games_.emplace_back();
      GameSums& game = games_[place->second];
      const Terms terms = terms_of(*sample);
      game.positions += 1;
      game.over += terms.over;
      game.under += terms.under;
    }
  }

  std::size_t games() const { return games_.size(); }
  GameSums whole() const {
    GameSums sums;
    for (const GameSums& game : games_) add(sums, game);
    return sums;
  }

  /// Where `value` of the sums lies when games are drawn anew; nothing: too few games.
  template <class Value>
  std::optional<HeadroomBounds> bounds(std::uint64_t seed, const Value& value) const {
    if (games_.size() < kFewestGames) return std::nullopt;
    base::Random random(seed);
    std::vector<double> values;
    for (int i = 0; i < kResamples; ++i) {
      GameSums sums;
      for (std::size_t k = 0; k < games_.size(); ++k) {
        add(sums, games_[random.below(games_.size())]);
      }
      values.push_back(value(sums));
    }
    std::sort(values.begin(), values.end());
    constexpr std::size_t kTail = kResamples / 40;  // 2.5 %
    return HeadroomBounds{values[kTail], values[values.size() - 1 - kTail]};
  }

 private:
  static void add(GameSums& to, const GameSums& game) {
    to.positions += game.positions;
    to.over += game.over;
    to.under += game.under;
  }

  std::vector<GameSums> games_;
};

HeadroomEstimate mean_of(const std::vector<const HeadroomSample*>& samples, std::uint64_t seed,
                         const std::function<double(const HeadroomSample&)>& value_of) {
  if (samples.empty()) return {};
  const Bootstrap games(samples, [&](const auto& sample) { return Terms{value_of(sample), 0}; });
  const auto mean = [](const GameSums& sums) { return sums.over / sums.positions; };
  return {mean(games.whole()), games.bounds(seed, mean)};
}

HeadroomGroup group_of(const std::vector<const HeadroomSample*>& samples, std::size_t anchor,
                       std::uint64_t seed) {
  HeadroomGroup group;
  group.positions = samples.size();
  if (samples.empty()) return group;
  const auto gain = [anchor](const HeadroomSample& sample) {
    return best_of(sample) - sample.members[anchor];
  };
  const auto price = [anchor](const HeadroomSample& sample) {
    return sample.whole - sample.members[anchor];
  };
  group.gain = mean_of(samples, seed, gain);
  group.price = mean_of(samples, seed, price);
  const Bootstrap games(samples, [&](const HeadroomSample& sample) {
    return Terms{gain(sample), price(sample)};
  });
  group.games = games.games();
  if (!group.price.bounds || group.price.bounds->low <= 0) return group;
  const auto ratio = [](const GameSums& sums) {
    // At no price at all any gain pays for it.
    return sums.under > 0 ? sums.over / sums.under : std::numeric_limits<double>::infinity();
  };
  group.rho = HeadroomEstimate{ratio(games.whole()), games.bounds(seed, ratio)};
  return group;
}

HeadroomPair pair_of(const std::vector<HeadroomSample>& samples, std::size_t first,
                     std::size_t second) {
  HeadroomPair pair{first, second};
  for (const HeadroomSample& sample : samples) {
    if (sample.choices[first] == sample.choices[second]) continue;
    ++pair.different;
    const double lead = sample.members[first] - sample.members[second];
    if (lead > kClearly) ++pair.first_right;
    if (lead < -kClearly) ++pair.second_right;
  }
  return pair;
}

}  // namespace

std::size_t phase_of(int ply) { return consensus::game_phase(ply); }

std::size_t agreement_of(const std::vector<std::size_t>& choices) {
  std::size_t most = 0;
  for (const std::size_t choice : choices) {
    most = std::max(most,
                    static_cast<std::size_t>(std::count(choices.begin(), choices.end(), choice)));
  }
  if (most == choices.size()) return 0;
  return 2 * most > choices.size() ? 1 : 2;
}

HeadroomResult headroom_of(const std::vector<HeadroomSample>& samples, std::size_t anchor,
                           std::uint64_t seed) {
  std::vector<const HeadroomSample*> all;
  std::array<std::vector<const HeadroomSample*>, 3> phases;
  std::array<std::vector<const HeadroomSample*>, 3> agreement;
  for (const HeadroomSample& sample : samples) {
    all.push_back(&sample);
    phases[phase_of(sample.ply)].push_back(&sample);
    agreement[agreement_of(sample.choices)].push_back(&sample);
  }
  HeadroomResult result;
  result.all = group_of(all, anchor, seed);
  for (std::size_t i = 0; i < 3; ++i) {
    result.phases[i] = group_of(phases[i], anchor, seed);
    result.agreement[i] = group_of(agreement[i], anchor, seed);
  }
  result.nobodys = mean_of(all, seed, [](const HeadroomSample& sample) {
    return sample.judges - best_of(sample) > kClearly ? 1.0 : 0.0;
  });
  const std::size_t members = samples.empty() ? 0 : samples.front().members.size();
  for (std::size_t i = 0; i < members; ++i) {
    result.members.push_back(mean_of(all, seed, [i, anchor](const HeadroomSample& sample) {
      return sample.members[i] - sample.members[anchor];
    }));
    for (std::size_t j = i + 1; j < members; ++j) result.pairs.push_back(pair_of(samples, i, j));
  }
  return result;
}

HeadroomSample by_both(const HeadroomSample& first, const HeadroomSample& second) {
  const auto mean = [](double one, double other) { return (one + other) / 2; };
  HeadroomSample both = first;
  for (std::size_t i = 0; i < both.members.size(); ++i) {
    both.members[i] = mean(first.members[i], second.members[i]);
  }
  both.whole = mean(first.whole, second.whole);
  both.judges = mean(first.judges, second.judges);
  both.best = mean(second.members[chosen_by(first)], first.members[chosen_by(second)]);
  return both;
}

std::optional<double> headroom_so_far(const std::vector<HeadroomSample>& samples,
                                      std::size_t anchor) {
  double gain = 0;
  double price = 0;
  for (const HeadroomSample& sample : samples) {
    gain += best_of(sample) - sample.members[anchor];
    price += sample.whole - sample.members[anchor];
  }
  return price > 0 ? std::optional(gain / price) : std::nullopt;
}

}  // namespace gougi::study
