// SPDX-License-Identifier: MIT
#include "match/rating.hpp"

#include <cmath>
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

// One row of the data: results between two strengths. The prior is rows against the mean.
struct RatingRow {
  std::size_t black;
  std::optional<std::size_t> white;  // nothing: the mean player, no colours
  double wins, draws, losses;
};

class Fit {
 public:
  Fit(std::size_t players, std::vector<RatingRow> rows, std::span<const Anchor> anchors,
      bool with_color, bool with_draws)
      : players_(players),
        rows_(std::move(rows)),
        anchors_(anchors),
        color_(with_color ? std::optional(players) : std::nullopt),
        tie_(with_draws ? std::optional(players + (with_color ? 1U : 0U)) : std::nullopt),
        at_(players + (with_color ? 1U : 0U) + (with_draws ? 1U : 0U), 0.0) {
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

  RatingTable table() const {
    RatingTable result;
    const auto root = cholesky(information_);
    const std::size_t n = players_;
    Matrix inverse;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      Vector unit(at_.size(), 0);
      unit[i] = 1;
      inverse.push_back(solve(*root, unit));
    }
    result.covariance.assign(n, Vector(n, 0));
    // What fixing the mean put in; what is fixed itself has no error.
    const double common = anchors_.empty() ? 1.0 / static_cast<double>(n * n) : 0;
    for (const Anchor& anchor : anchors_) inverse[anchor.player][anchor.player] = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        result.covariance[i][j] = (inverse[i][j] - common) * kEloOfNatural * kEloOfNatural;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      result.players.push_back({interval(at_[i], inverse[i][i] - common), 0, 0.5});
    }
    if (color_) result.black_advantage = interval(at_[*color_], inverse[*color_][*color_]);
    if (tie_) result.nu = std::exp(at_[*tie_]);
    result.draw_rate = result.nu / (2 + result.nu);
    return result;
  }

 private:
  static Interval interval(double value, double variance) {
    const double error = kDeviations95 * std::sqrt(std::max(variance, 0.0));
    return {value * kEloOfNatural, (value - error) * kEloOfNatural,
            (value + error) * kEloOfNatural};
  }

  // Fills gradient and information (the negative second derivatives); returns the log likelihood.
  double evaluate() {
    const std::size_t n = at_.size();
    gradient_.assign(n, 0);
    information_.assign(n, Vector(n, 0));
    double likelihood = 0;
    for (const RatingRow& row : rows_) {
      double d = at_[row.black] - (row.white ? 0 : mean_);
      if (row.white) d += (color_ ? at_[*color_] : 0) - at_[*row.white];
      const double win = std::exp(d / 2);
      const double loss = std::exp(-d / 2);
      const double draw = tie_ ? std::exp(at_[*tie_]) : 0;
      const double sum = win + draw + loss;
      const double games = row.wins + row.draws + row.losses;
      likelihood += (row.wins - row.losses) * d / 2 + (tie_ ? row.draws * at_[*tie_] : 0) -
                    games * std::log(sum);
      const double lead = (win - loss) / sum / 2;
      const double p_draw = draw / sum;
      const double slope = (row.wins - row.losses) / 2 - games * lead;
      const double curve = games * ((win + loss) / sum / 4 - lead * lead);
      add(row, slope, curve);
      if (!tie_) continue;
      gradient_[*tie_] += row.draws - games * p_draw;
      information_[*tie_][*tie_] += games * p_draw * (1 - p_draw);
      add_mixed(row, -games * lead * p_draw);
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
  void add_mixed(const RatingRow& row, double curve) {
    for_each_part(row, [&](std::size_t i, double by) {
      information_[i][*tie_] += by * curve;
      information_[*tie_][i] += by * curve;
    });
  }

  std::size_t players_;
  std::vector<RatingRow> rows_;
  std::span<const Anchor> anchors_;
  double mean_ = 0;  ///< of the anchors, of what the prior is against
  std::optional<std::size_t> color_;
  std::optional<std::size_t> tie_;
  Vector at_;
  Vector gradient_;
  Matrix information_;
};

// Everybody is reached from the first player by going from who lost a point to who took it, and the
// other way: then the maximum is finite (Ford 1957).
bool is_connected(std::size_t players, const std::vector<RatingRow>& rows) {
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
        const double for_black = row.wins + row.draws;
        const double for_white = row.losses + row.draws;
        go(row.black, *row.white, upwards ? for_white : for_black);
        go(*row.white, row.black, upwards ? for_black : for_white);
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
                                  bool with_draws) {
  for (const bool with_color : {true, false}) {  // without, if it cannot be told from the players
    if (with_color && color != ColorEffect::kFitted) continue;
    Fit fit(players, rows, anchors, with_color, with_draws);
    if (fit.run()) return fit.table();
  }
  return std::nullopt;
}

}  // namespace

double RatingTable::superiority(std::size_t first, std::size_t second) const {
  const double variance =
      covariance[first][first] + covariance[second][second] - 2 * covariance[first][second];
  const double lead = players[first].elo.value - players[second].elo.value;
  if (variance <= 0) return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  return 0.5 * std::erfc(-lead / std::sqrt(2 * variance));
}

base::Result<RatingTable> rate(std::size_t players, std::span<const Meeting> meetings,
                               ColorEffect color, std::span<const Anchor> anchors) {
  if (players == 0)
    return base::fail(
        base::say({"there are no players to rate", "レーティングを計算する対局者がいません"}));
  for (const Anchor& anchor : anchors) {
    if (anchor.player < players) continue;
    return base::fail(base::say({"an anchor of player {0}: there are {1}",
                                 "対局者 {0} の基準がありますが、対局者は {1} です"},
                                anchor.player, players));
  }
  std::vector<RatingRow> rows;
  double draws = 0;
  double decided = 0;
  for (const Meeting& m : meetings) {
    if (m.black >= players || m.white >= players || m.black == m.white) {
      return base::fail(base::say({"a meeting of players {0} and {1}: there are {2}",
                                   "対局者 {0} と {1} の対局がありますが、対局者は {2} です"},
                                  m.black, m.white, players));
    }
    rows.push_back({m.black, m.white, static_cast<double>(m.black_wins),
                    static_cast<double>(m.draws), static_cast<double>(m.white_wins)});
    draws += rows.back().draws;
    decided += rows.back().wins + rows.back().losses;
  }
  std::optional<RatingTable> fitted;
  if (decided > 0 && is_connected(players, rows))
    fitted = fit_of(players, rows, color, anchors, draws > 0);
  // Being connected is not enough where draws are all that the weaker ones took: the likeliest
  // ratings and the likeliest share of draws then grow together without end.
  const bool with_prior = !fitted;
  if (with_prior) {
    for (std::size_t i = 0; i < players; ++i) rows.push_back({i, std::nullopt, 0.5, 0, 0.5});
    fitted = fit_of(players, rows, color, anchors, draws > 0);
  }
  if (!fitted)
    return base::fail(base::say(
        {"the games do not suffice for ratings", "レーティングを計算するには対局が足りません"}));
  RatingTable table = std::move(*fitted);
  table.with_prior = with_prior;
  std::vector<double> points(players, 0);
  for (const RatingRow& row : rows) {
    if (!row.white) continue;
    const auto games = static_cast<std::uint64_t>(row.wins + row.draws + row.losses);
    table.players[row.black].games += games;
    table.players[*row.white].games += games;
    points[row.black] += row.wins + row.draws / 2;
    points[*row.white] += row.losses + row.draws / 2;
  }
  for (std::size_t i = 0; i < players; ++i) {
    Rating& rating = table.players[i];
    if (rating.games > 0) rating.score = points[i] / static_cast<double>(rating.games);
  }
  return table;
}

}  // namespace gougi::match
