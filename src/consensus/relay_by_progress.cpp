// SPDX-License-Identifier: MIT
// 進行度による担当交代: one engine alone thinks about the move, and the game's progress chooses
// it: who weighs most in the phase (`weight: {opening: …, middle: …, end: …}`) plays it, of equal
// ones the smaller number, of those at hand.
//
// Progress is counted in plies: that of the move, and up to `progress_decided` more by how decided
// the game is: twice the distance of the win rate from one half, of the mean of the last two moves'
// exact scores. The phases begin where they do for `rotate-phase`. Forward it goes at once, back
// (the game is open again) only `progress_hysteresis` plies after the last change, so that engines
// do not alternate and find their hash warm. Read off the moves played alone, so that an undo or an
// analysis cannot shift it.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "consensus/phrase.hpp"
#include "consensus/strategy.hpp"
#include "consensus/turns.hpp"
#include "consensus/win_rate.hpp"

namespace gougi::consensus {
namespace {

struct Phase {
  std::string_view en;
  std::string_view ja;
  double Member::*weight;
};
constexpr std::array kPhases{Phase{"opening", "序盤", &Member::opening},
                             Phase{"middle game", "中盤", &Member::middle},
                             Phase{"end game", "終盤", &Member::end}};

// How far a game has come, move by move.
class Progress {
 public:
  explicit Progress(const Facts& facts) : facts_(facts) {
    for (const OwnMove& move : facts.history) {
      come_to(move.ply);
      hear(move);
    }
    come_to(facts.ply);
  }

  std::size_t phase() const { return phase_; }
  double plies() const { return plies_; }
  /// 0: even; 1: won or lost.
  double decided() const {
    if (!last_) return 0.0;
    const double mean = before_ ? (*last_ + *before_) / 2 : *last_;
    return 2 * std::abs(mean - 0.5);
  }

 private:
  void come_to(int ply) {
    const RuleNumbers& numbers = facts_.numbers;
    plies_ = ply + decided() * numbers.progress_decided;
    std::size_t reached = 0;
    if (plies_ >= numbers.chuuban_start_plies) reached = 1;
    if (plies_ >= numbers.shuuban_start_plies) reached = 2;
    if (reached == phase_) return;
    if (reached < phase_ && ply - changed_at_ < numbers.progress_hysteresis) return;
    phase_ = reached;
    changed_at_ = ply;
  }

  void hear(const OwnMove& move) {
    if (!move.score || move.score->bound != usi::Bound::kExact) return;
    const auto player = std::ranges::find(facts_.members, move.voter, &Member::number);
    const bool is_known = player != facts_.members.end();
    before_ = last_;
    last_ = win_rate(*move.score, is_known ? player->scales.at(move.ply) : Scale{});
  }

  const Facts& facts_;
  std::size_t phase_ = 0;
  int changed_at_ = 1;
  double plies_ = 1;
  std::optional<double> last_;    // win rate, of whoever played
  std::optional<double> before_;  // at the own move before that
};

double weight_in(const Facts& facts, int number, const Phase& phase) {
  const auto member = std::ranges::find(facts.members, number, &Member::number);
  return member == facts.members.end() ? 1.0 : *member.*phase.weight;
}

int player_of(const Facts& facts, std::span<const int> available, const Phase& phase) {
  return *std::ranges::max_element(available, {},
                                   [&](int number) { return weight_in(facts, number, phase); });
}

}  // namespace

std::vector<int> seats_relay_by_progress(const Facts& facts, std::span<const int> available) {
  return {player_of(facts, available, kPhases.at(Progress(facts).phase()))};
}

Verdict choose_relay_by_progress(const Council& moves) {
  const Progress progress(moves.facts);
  const Phase& phase = kPhases.at(progress.phase());
  const int player = player_of(moves.facts, numbers_of(moves), phase);
  const std::string weight = short_number(weight_in(moves.facts, player, phase));
  const std::string plies = std::to_string(std::lround(progress.plies()));
  const std::string ply = std::to_string(moves.facts.ply);
  const std::string decidedness = percent(progress.decided());
  return decided(
      player, {"its turn: " + std::string(phase.en) + ", weight " + weight + ", progress " + plies +
                   " (ply " + ply + ", decided " + decidedness + ")",
               "担当：" + std::string(phase.ja) + "、重み" + weight + "、進行度" + plies + "（" +
                   ply + "手目、形勢の傾き" + decidedness + "）"});
}

}  // namespace gougi::consensus
