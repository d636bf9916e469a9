// SPDX-License-Identifier: MIT
#include "match/adjudication.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace gougi::match {
namespace {

constexpr int kMateCentipawns = std::numeric_limits<int>::max();

int centipawns(const usi::Score& score) {
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
    return std::max(cp->value, -kMateCentipawns);  // so that its negative exists
  }
  return std::get<usi::Mate>(score.value).winning ? kMateCentipawns : -kMateCentipawns;
}

void count(int& streak, bool holds) { streak = holds ? streak + 1 : 0; }

}  // namespace

std::optional<Ending> judge(const game::Game& game, int max_plies) {
  if (auto ending = game.ending()) return ending;
  if (max_plies > 0 && static_cast<int>(game.moves().size()) >= max_plies) {
    return Ending{Result::kDraw, Reason::kMaxPlies, ""};
  }
  return std::nullopt;
}

void Agreement::heard(shogi::Color mover, const std::optional<usi::Score>& score, int ply) {
  plies_ = ply;
  Streaks& own = streaks_[static_cast<std::size_t>(shogi::index(mover))];
  if (!score) {
    own = {};
    return;
  }
  const int cp = centipawns(*score);
  const int lead = settings_.resign ? settings_.resign->centipawns : 0;
  // A bound says something only where all that it leaves open says the same.
  const bool wins = settings_.resign && cp >= lead && score->bound != usi::Bound::kUpper;
  const bool loses = settings_.resign && cp <= -lead && score->bound != usi::Bound::kLower;
  const bool is_black = mover == shogi::Color::kBlack;
  count(own.black_wins, is_black ? wins : loses);
  count(own.white_wins, is_black ? loses : wins);
  const bool is_exact = score->bound == usi::Bound::kExact;
  count(own.draw, settings_.draw && is_exact && std::abs(cp) <= settings_.draw->centipawns);
}

std::optional<Ending> Agreement::verdict() const {
  const auto both = [this](int Streaks::*streak, int moves) {
    return streaks_[0].*streak >= moves && streaks_[1].*streak >= moves;
  };
  if (settings_.resign) {
    const int moves = settings_.resign->moves;
    if (both(&Streaks::black_wins, moves))
      return Ending{Result::kBlackWins, Reason::kAgreedLoss, ""};
    if (both(&Streaks::white_wins, moves))
      return Ending{Result::kWhiteWins, Reason::kAgreedLoss, ""};
  }
  if (settings_.draw && plies_ >= settings_.draw->from_ply &&
      both(&Streaks::draw, settings_.draw->moves)) {
    return Ending{Result::kDraw, Reason::kAgreedDraw, ""};
  }
  return std::nullopt;
}

}  // namespace gougi::match
