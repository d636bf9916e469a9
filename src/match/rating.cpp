// SPDX-License-Identifier: MIT
#include "match/rating.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "base/say.hpp"

namespace gougi::match {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr double kEloOfNatural = 400 / std::numbers::ln10;

// Lower triangle of the root of a positive definite matrix; nothing if it is none.
std::optional<Matrix> cholesky(const Matrix& a) {
  const std::size_t n = a.size();
  Matrix root(n, Vector(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= root[i][k] * root[j][k];
      if (i != j) {
        root[i][j] = sum / root[j][j];
      } else if (sum > 1e-9 * (1e-9 + std::abs(a[i][i]))) {
        root[i][i] = std::sqrt(sum);
      } else {
        return std::nullopt;
      }
    }
  }
  return root;
}

Vector solve(const Matrix& root, Vector b) {
  const std::size_t n = root.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= root[i][k] * b[k];
    b[i] /= root[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= root[k][i] * b[k];
    b[i] /= root[i][i];
  }
  return b;
}

// One row of the data: what was observed between two strengths. The prior is rows against the mean.
struct RatingRow {
  std::size_t black;
  std::optional<std::size_t> white;  // nothing: the mean player, no colours
  Observations counts;               // as the first sees it

  double observed() const { return moments(counts).count; }
  double games_each() const { return counts.size() == 5 ? 2 : 1; }  // of an observation
  double games() const { return games_each() * observed(); }
  double points() const { return games() * moments(counts).mean; }
  // Of the squares by which observations miss what was expected of each game.
  double squares(double expected) const {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double worth = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
      const double off = games_each() * (worth - expected);
      sum += counts[i] * off * off;
    }
    return sum;
  }
};

class Fit {
 public:
  Fit(std::size_t players, std::span<const RatingRow> rows, std::span<const Anchor> anchors,
      std::span<const ColorPairs> pairs, bool with_color)
      : players_(players),
        anchors_(anchors),
        pairs_(pairs),
        color_(with_color ? std::optional(players) : std::nullopt),
        at_(players + (with_color ? 1U : 0U), 0.0) {
    for (const RatingRow& row : rows) data_.push_back({row, row.games(), row.points()});
    if (anchors_.empty()) return;
    for (const Anchor& anchor : anchors_) mean_ += anchor.elo / kEloOfNatural;
    mean_ /= static_cast<double>(anchors_.size());
    for (std::size_t i = 0; i < players_; ++i) at_[i] = mean_;
    for (const Anchor& anchor : anchors_) at_[anchor.player] = anchor.elo / kEloOfNatural;
  }

  /// False if the likelihood has no single maximum.
  bool run() {
    constexpr int kIterations = 200;
    constexpr double kExact = 1e-11;
    double likelihood = evaluate();
    for (int i = 0; i < kIterations; ++i) {
      const auto root = cholesky(information_);
      if (!root) return false;
      const Vector step = solve(*root, gradient_);
      double largest = 0;
      for (const double s : step) largest = std::max(largest, std::abs(s));
      if (!std::isfinite(largest)) return false;
      if (largest < kExact) return true;
      const Vector before = at_;
      for (double length = 1; length > 1e-6; length /= 2) {
        for (std::size_t k = 0; k < at_.size(); ++k) at_[k] = before[k] + length * step[k];
        const double now = evaluate();
        if (now >= likelihood - 1e-12 * std::abs(likelihood)) {
          likelihood = now;
          break;
        }
      }
    }
    return true;
  }

  RatingTable table(bool with_prior) const {
    RatingTable result;
    result.with_prior = with_prior;
    const auto root = cholesky(information_);
    const std::size_t n = players_;
    Matrix inverse;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      Vector unit(at_.size(), 0);
      unit[i] = 1;
      inverse.push_back(solve(*root, unit));
    }
    // What fixing the mean put in; what is fixed itself has no error.
    const double common = anchors_.empty() ? 1.0 / static_cast<double>(n * n) : 0;
    for (const Anchor& anchor : anchors_) inverse[anchor.player][anchor.player] = 0;
    // Half a game that nobody played says nothing of how games scatter.
    const std::optional<double> scatter = with_prior ? 1.0 : dispersion();
    if (scatter) {
      result.covariance.assign(n, Vector(n, 0));
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          result.covariance[i][j] =
              *scatter * (inverse[i][j] - common) * kEloOfNatural * kEloOfNatural;
        }
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      result.players.push_back(
          {is_anchor(i) ? interval(at_[i], 0.0) : interval(at_[i], scatter, inverse[i][i] - common),
           0, 0.5});
    }
    if (color_) {
      const bool by_games = with_prior || pairs_.empty();
      result.black_advantage = interval(at_[*color_], by_games ? scatter : dispersion_of_colors(),
                                        inverse[*color_][*color_]);
    }
    return result;
  }

 private:
  struct Datum {
    RatingRow row;
    double games;
    double points;
  };

  static Interval interval(double value, std::optional<double> scatter, double variance = 1) {
    const double error = scatter ? kDeviations95 * std::sqrt(std::max(*scatter * variance, 0.0))
                                 : std::numeric_limits<double>::infinity();
    return {value * kEloOfNatural, (value - error) * kEloOfNatural,
            (value + error) * kEloOfNatural};
  }

  double lead(const RatingRow& row) const {
    if (!row.white) return at_[row.black] - mean_;
    return at_[row.black] - at_[*row.white] + (color_ ? at_[*color_] : 0);
  }
  bool is_anchor(std::size_t player) const {
    return std::any_of(anchors_.begin(), anchors_.end(),
                       [player](const Anchor& anchor) { return anchor.player == player; });
  }

  /// How what was observed scatters.
  struct Scatter {
    double squares = 0;   ///< by which it missed what was to be expected
    double expected = 0;  ///< of games without draws, each independent of all others
    double observed = 0;
  };

  // Nothing where it cannot be told.
  std::optional<double> dispersion() const {
    Scatter scatter;
    for (const Datum& datum : data_) {
      if (is_anchor(datum.row.black) && is_anchor(*datum.row.white)) continue;
      const double p = chance(lead(datum.row));
      scatter.squares += datum.row.squares(p);
      scatter.expected += datum.games * p * (1 - p);
      scatter.observed += datum.row.observed();
    }
    return dispersion_of(scatter);
  }
  // The same of Black's points in pairs.
  std::optional<double> dispersion_of_colors() const {
    Scatter scatter;
    for (const ColorPairs& both : pairs_) {
      if (is_anchor(both.first) && is_anchor(both.second)) continue;
      const double p = chance(lead({both.first, both.second, {}}));
      const double q = chance(lead({both.second, both.first, {}}));
      const Observations counts = observations(both.pairs);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const double off = static_cast<double>(i) / 2 - p - q;
        scatter.squares += counts[i] * off * off;
        scatter.expected += counts[i] * (p * (1 - p) + q * (1 - q));
        scatter.observed += counts[i];
      }
    }
    return dispersion_of(scatter);
  }

  std::optional<double> dispersion_of(const Scatter& scatter) const {
    const auto& [squares, expected, observed] = scatter;
    // The first parameter is not made up for: strength() does not do so either.
    const double free = std::max(
        1.0, static_cast<double>(at_.size()) - std::max(1.0, static_cast<double>(anchors_.size())));
    constexpr double kNothing = 1e-9;
    if (observed < kFewestObservations || observed <= free || squares < kNothing * expected)
      return std::nullopt;
    return squares / expected * (observed - 1) / (observed - free);
  }

  static double chance(double lead) { return 1 / (1 + std::exp(-lead)); }

  // Fills gradient and information (the negative second derivatives); returns the log likelihood.
  double evaluate() {
    const std::size_t n = at_.size();
    gradient_.assign(n, 0);
    information_.assign(n, Vector(n, 0));
    double likelihood = 0;
    for (const Datum& datum : data_) {
      const double d = lead(datum.row);
      const double p = chance(d);
      const double log_sum = d > 0 ? d + std::log1p(std::exp(-d)) : std::log1p(std::exp(d));
      likelihood += datum.points * d - datum.games * log_sum;
      add(datum.row, datum.points - datum.games * p, datum.games * p * (1 - p));
    }
    for (const Anchor& anchor : anchors_) hold(anchor.player);
    if (!anchors_.empty()) return likelihood;
    // Fixes the mean of the strengths at 0 without favouring a player.
    double mean = 0;
    for (std::size_t i = 0; i < players_; ++i) mean += at_[i];
    for (std::size_t i = 0; i < players_; ++i) {
      gradient_[i] -= mean;
      for (std::size_t j = 0; j < players_; ++j) information_[i][j] += 1;
    }
    return likelihood - mean * mean / 2;
  }

  // What is held stays where it is, and tells the others nothing but that.
  void hold(std::size_t player) {
    gradient_[player] = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      information_[player][i] = information_[i][player] = i == player ? 1 : 0;
    }
  }

  // d depends on each of these by the factor behind it.
  template <class Use>
  void for_each_part(const RatingRow& row, const Use& use) const {
    use(row.black, 1.0);
    if (!row.white) return;
    use(*row.white, -1.0);
    if (color_) use(*color_, 1.0);
  }
  void add(const RatingRow& row, double slope, double curve) {
    for_each_part(row, [&](std::size_t i, double by_i) {
      gradient_[i] += by_i * slope;
      for_each_part(row,
                    [&](std::size_t j, double by_j) { information_[i][j] += by_i * by_j * curve; });
    });
  }

  std::size_t players_;
  std::vector<Datum> data_;
  std::span<const Anchor> anchors_;
  std::span<const ColorPairs> pairs_;
  double mean_ = 0;  ///< of the anchors, of what the prior is against
  std::optional<std::size_t> color_;
  Vector at_;
  Vector gradient_;
  Matrix information_;
};

// Everybody is reached from the first player by going from who lost a point to who took it, and the
// other way: then the maximum is finite (Ford 1957). Anchors are where they are, and reach others.
bool is_connected(std::size_t players, const std::vector<RatingRow>& rows,
                  std::span<const Anchor> anchors) {
  for (const bool upwards : {true, false}) {
    std::vector<bool> seen(players, false);
    std::vector<std::size_t> open{0};
    seen[0] = true;
    while (!open.empty()) {
      const std::size_t here = open.back();
      open.pop_back();
      const auto go = [&](std::size_t from, std::size_t to, double points) {
        if (from != here || points <= 0 || seen[to]) return;
        seen[to] = true;
        open.push_back(to);
      };
      for (const RatingRow& row : rows) {
        const double for_black = row.points();
        const double for_white = row.games() - for_black;
        go(row.black, *row.white, upwards ? for_white : for_black);
        go(*row.white, row.black, upwards ? for_black : for_white);
      }
      for (const Anchor& one : anchors) {
        for (const Anchor& other : anchors) go(one.player, other.player, 1);
      }
    }
    for (const bool is_seen : seen) {
      if (!is_seen) return false;
    }
  }
  return true;
}

// Nothing if the likelihood has no single maximum.
std::optional<RatingTable> fit_of(std::size_t players, const std::vector<RatingRow>& rows,
                                  ColorEffect color, std::span<const Anchor> anchors,
                                  std::span<const ColorPairs> pairs, bool with_prior) {
  for (const bool with_color : {true, false}) {  // without, if it cannot be told from the players
    if (with_color && color != ColorEffect::kFitted) continue;
    Fit fit(players, rows, anchors, pairs, with_color);
    if (fit.run()) return fit.table(with_prior);
  }
  return std::nullopt;
}

base::Result<void> check_players(std::size_t players, std::span<const Anchor> anchors) {
  if (players == 0)
    return base::fail(
        base::say({"there are no players to rate", "レーティングを計算する対局者がいません"}));
  for (const Anchor& anchor : anchors) {
    if (anchor.player < players) continue;
    return base::fail(base::say({"an anchor of player {0}: there are {1}",
                                 "対局者 {0} の基準がありますが、対局者は {1} です"},
                                anchor.player, players));
  }
  return {};
}

base::Result<void> check_two(std::size_t players, std::size_t first, std::size_t second) {
  if (first < players && second < players && first != second) return {};
  return base::fail(base::say({"a meeting of players {0} and {1}: there are {2}",
                               "対局者 {0} と {1} の対局がありますが、対局者は {2} です"},
                              first, second, players));
}

base::Result<RatingTable> rate_rows(std::size_t players, std::vector<RatingRow> rows,
                                    ColorEffect color, std::span<const Anchor> anchors,
                                    std::span<const ColorPairs> pairs = {}) {
  std::optional<RatingTable> fitted;
  if (is_connected(players, rows, anchors))
    fitted = fit_of(players, rows, color, anchors, pairs, false);
  if (!fitted) {
    for (std::size_t i = 0; i < players; ++i) rows.push_back({i, std::nullopt, {0, 1, 0}});
    fitted = fit_of(players, rows, color, anchors, pairs, true);
  }
  if (!fitted)
    return base::fail(base::say(
        {"the games do not suffice for ratings", "レーティングを計算するには対局が足りません"}));
  return std::move(*fitted);
}

// What two players have against each other is their Elo, with its bounds.
void rate_two(RatingTable& table, const Observations& counts, std::span<const Anchor> anchors) {
  const Strength s = strength(counts);
  if (anchors.size() < 2) table.superiority_of_two = s.superiority;
  if (table.with_prior || anchors.size() >= 2) return;
  const double share = anchors.empty() ? 0.5 : 1;
  for (const std::size_t i : {0U, 1U}) {
    Interval& elo = table.players[i].elo;
    if (!anchors.empty() && anchors.front().player == i) continue;
    const double below = s.elo.value - s.elo.low;
    const double above = s.elo.high - s.elo.value;
    elo.low = elo.value - share * (i == 0 ? below : above);
    elo.high = elo.value + share * (i == 0 ? above : below);
  }
}

void add_score(RatingTable& table, std::size_t player, double points, std::uint64_t games) {
  if (games == 0) return;
  Rating& rating = table.players[player];
  const double before = rating.score * static_cast<double>(rating.games);
  rating.games += games;
  rating.score = (before + points) / static_cast<double>(rating.games);
}

// Both players' shares of these games.
void add_games(RatingTable& table, std::size_t first, std::size_t second, const Trinomial& games) {
  const double points = games.score() * static_cast<double>(games.games());
  add_score(table, first, points, games.games());
  add_score(table, second, static_cast<double>(games.games()) - points, games.games());
}

Observations sum_seen_from_first(const std::vector<RatingRow>& rows) {
  Observations sum;
  for (const RatingRow& row : rows) {
    Observations counts = row.counts;
    if (row.black != 0) std::reverse(counts.begin(), counts.end());
    sum.resize(counts.size(), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) sum[i] += counts[i];
  }
  return sum;
}

}  // namespace

double RatingTable::superiority(std::size_t first, std::size_t second) const {
  if (superiority_of_two && first != second)
    return first == 0 ? *superiority_of_two : 1 - *superiority_of_two;
  if (covariance.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double variance =
      covariance[first][first] + covariance[second][second] - 2 * covariance[first][second];
  const double lead = players[first].elo.value - players[second].elo.value;
  if (variance <= 0) return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  return 0.5 * std::erfc(-lead / std::sqrt(2 * variance));
}

Interval RatingTable::lead(std::size_t first, std::size_t second) const {
  const Interval& one = players[first].elo;
  const Interval& other = players[second].elo;
  const double value = one.value - other.value;
  if (players.size() == 2 && !with_prior)  // each has its share of one interval
    return {value, one.low - other.high, one.high - other.low};
  double error = std::numeric_limits<double>::infinity();
  if (!covariance.empty()) {
    const double variance =
        covariance[first][first] + covariance[second][second] - 2 * covariance[first][second];
    error = kDeviations95 * std::sqrt(std::max(0.0, variance));
  }
  return {value, value - error, value + error};
}

base::Result<RatingTable> rate(std::size_t players, std::span<const Matchup> matchups,
                               std::span<const Anchor> anchors) {
  if (const auto fits = check_players(players, anchors); !fits) return tl::unexpected(fits.error());
  std::vector<RatingRow> rows;
  for (const Matchup& m : matchups) {
    if (const auto fits = check_two(players, m.first, m.second); !fits)
      return tl::unexpected(fits.error());
    rows.push_back(
        {m.first, m.second, m.pairs.count() > 0 ? observations(m.pairs) : observations(m.games)});
  }
  const bool is_of_two = players == 2 && rows.size() == 1;
  const Observations counts = is_of_two ? sum_seen_from_first(rows) : Observations();
  auto table = rate_rows(players, std::move(rows), ColorEffect::kNone, anchors);
  if (!table) return table;
  for (const Matchup& m : matchups) add_games(*table, m.first, m.second, m.games);
  if (is_of_two) rate_two(*table, counts, anchors);
  return table;
}

base::Result<RatingTable> rate(std::size_t players, std::span<const Meeting> meetings,
                               ColorEffect color, std::span<const Anchor> anchors,
                               std::span<const ColorPairs> pairs) {
  if (const auto fits = check_players(players, anchors); !fits) return tl::unexpected(fits.error());
  std::vector<RatingRow> rows;
  for (const Meeting& m : meetings) {
    if (const auto fits = check_two(players, m.black, m.white); !fits)
      return tl::unexpected(fits.error());
    rows.push_back(
        {m.black, m.white, observations(Trinomial{m.white_wins, m.draws, m.black_wins})});
  }
  for (const ColorPairs& both : pairs) {
    if (const auto fits = check_two(players, both.first, both.second); !fits)
      return tl::unexpected(fits.error());
  }
  auto table = rate_rows(players, std::move(rows), color, anchors, pairs);
  if (!table) return table;
  for (const Meeting& m : meetings) {
    add_games(*table, m.black, m.white, {m.white_wins, m.draws, m.black_wins});
  }
  return table;
}

}  // namespace gougi::match
