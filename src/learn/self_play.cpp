// SPDX-License-Identifier: MIT
#include "learn/self_play.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/random.hpp"
#include "search/move_picker.hpp"
#include "shogi/movegen.hpp"

namespace gougi::learn {
namespace {

using shogi::Color;

/// Listens to `stopped` alone.
class Patience : public search::Observer {
 public:
  explicit Patience(const std::function<bool()>& stopped) : stopped_(stopped) {}
  bool stop_requested() const override { return stopped_ && stopped_(); }
  base::TimePoint clock_start() const override { return {}; }
  base::TimePoint now() const override { return {}; }
  void report(const search::Report&) override {}

 private:
  const std::function<bool()>& stopped_;
};

int of_black(Color side, int value) { return side == Color::kBlack ? value : -value; }

TeacherPosition taught(const PackedPosition& packed, const shogi::Position& position,
                       const search::Decision& decision) {
  TeacherPosition teacher;
  teacher.position = packed;
  teacher.score = static_cast<std::int16_t>(decision.value);
  teacher.move = move_code(decision.move.bare);
  teacher.ply = static_cast<std::uint16_t>(
      std::min<int>(position.ply(), std::numeric_limits<std::uint16_t>::max()));
  return teacher;
}

}  // namespace

SelfPlay::SelfPlay(const SelfPlaySettings& settings, search::Searcher& searcher, Opening opening)
    : settings_(settings), searcher_(searcher), opening_(std::move(opening)) {}

shogi::Game SelfPlay::open(std::uint64_t number) const {
  shogi::Game game = opening_ ? opening_(number) : shogi::Game();
  base::Random random = base::Random::of(settings_.seed, number);
  const int spread = settings_.most_random_plies - settings_.least_random_plies;
  const int plies = settings_.least_random_plies +
                    static_cast<int>(random.below(static_cast<std::uint64_t>(spread) + 1));
  for (int i = 0; i < plies; ++i) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    if (moves.empty()) break;
    const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
    static_cast<void>(game.play(moves[static_cast<int>(pick)]));
  }
  return game;
}

bool SelfPlay::keeps(const shogi::Position& position, const search::Decision& decision) const {
  if (std::abs(decision.value) > settings_.largest_value) return false;
  if (!settings_.keep_checks && position.in_check()) return false;
  return settings_.keep_captures || (!decision.move.bare.promotes() &&
                                     search::MovePicker::is_quiet(position, decision.move.bare));
}

std::vector<TeacherPosition> SelfPlay::play(std::uint64_t number,
                                            const std::function<bool()>& stopped) {
  shogi::Game game = open(number);
  searcher_.new_game();
  std::vector<TeacherPosition> kept;
  const int black = play_out(game, stopped, kept);
  if (stopped && stopped()) return {};
  for (TeacherPosition& teacher : kept) {
    const bool of_white = (std::to_integer<unsigned>(teacher.position.front()) & 1U) != 0;
    teacher.result = static_cast<std::int8_t>(of_white ? -black : black);
  }
  return kept;
}

int SelfPlay::play_out(shogi::Game& game, const std::function<bool()>& stopped,
                       std::vector<TeacherPosition>& kept) {
  Patience observer(stopped);
  search::Limits limits;
  limits.nodes = settings_.nodes;
  int winning = 0;  // plies in a row that were beyond the value, signed by who is ahead
  for (bool first = true; static_cast<int>(game.moves().size()) < settings_.longest_game;
       first = false) {
    const Color side = game.position().side_to_move();
    if (!game.position().has_legal_move()) return of_black(side, -1);
    switch (game.repetition()) {
      case shogi::Repetition::kDraw:
        return 0;
      case shogi::Repetition::kWin:
        return of_black(side, 1);
      case shogi::Repetition::kLoss:
        return of_black(side, -1);
      case shogi::Repetition::kNone:
        break;
    }
    const auto decision = searcher_.search(game, limits, {}, observer);
    if (stopped && stopped()) return 0;
    if (decision.choice == search::Choice::kNoMove) return of_black(side, -1);
    if (decision.choice == search::Choice::kDeclareWin) return of_black(side, 1);
    const int value = of_black(side, decision.value);
    if (search::is_mate_value(value)) return value > 0 ? 1 : -1;
    if (first && std::abs(value) > settings_.largest_opening_value) return 0;
    if (std::abs(value) < settings_.adjudicated_value) {
      winning = 0;
    } else {
      winning = value > 0 ? std::max(winning, 0) + 1 : std::min(winning, 0) - 1;
      if (std::abs(winning) >= settings_.adjudicated_plies) return value > 0 ? 1 : -1;
    }
    if (keeps(game.position(), decision)) {
      if (const auto packed = pack(game.position())) {
        kept.push_back(taught(*packed, game.position(), decision));
      }
    }
    if (!game.play(decision.move)) return 0;
  }
  return 0;
}

}  // namespace gougi::learn
