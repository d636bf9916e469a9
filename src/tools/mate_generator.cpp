// SPDX-License-Identifier: MIT
#include "tools/mate_generator.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/random.hpp"
#include "mate/last_plies.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::tools {
namespace {

constexpr std::size_t kGeneratorTableMegabytes = 1;
constexpr std::size_t kProblemTableMegabytes = 16;

/// Moves played at random before the search takes over: from so many, and up to so many more.
/// Fewer make games alike, more make positions that nobody would play.
constexpr std::uint64_t kFewestRandomMoves = 6;
constexpr std::uint64_t kMoreRandomMoves = 11;

/// A game that has not ended by then goes nowhere.
constexpr std::size_t kLongestOwnGame = 320;

/// Has no clock, so that the search depends on its nodes alone.
class ClocklessObserver : public search::Observer {
 public:
  explicit ClocklessObserver(const std::function<bool()>& stop) : stop_(stop) {}
  bool stop_requested() const override { return stop_ && stop_(); }
  base::TimePoint clock_start() const override { return {}; }
  base::TimePoint now() const override { return {}; }
  void report(const search::Report& /*report*/) override {}

 private:
  const std::function<bool()>& stop_;
};

bool play_any(shogi::Game& game, base::Random& random) {
  shogi::MoveList moves;
  shogi::generate_legal(game.position(), moves);
  if (moves.empty()) return false;
  const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
  return game.play(moves[static_cast<int>(pick)]).has_value();
}

shogi::Game random_opening(base::Random& random) {
  shogi::Game game;
  const std::uint64_t count = kFewestRandomMoves + random.below(kMoreRandomMoves);
  for (std::uint64_t i = 0; i < count && play_any(game, random); ++i) {
  }
  return game;
}

bool has_check(const shogi::Position& position) {
  shogi::MoveList checks;
  mate::generate_attack(position, true, checks);
  return !checks.empty();
}

// Whether the moves of `end`, but for the last one, are those at the end of `whole`.
bool ends_alike(const std::vector<shogi::BareMove>& whole,
                const std::vector<shogi::BareMove>& end) {
  return end.size() > 1 && whole.size() >= end.size() &&
         std::equal(end.begin(), end.end() - 1,
                    whole.end() - static_cast<std::ptrdiff_t>(end.size()));
}

bool is_tail_of(const GeneratedProblem& problem, const GeneratedProblem& longer) {
  return longer.solution.reached.contains(problem.position.key()) ||
         ends_alike(longer.solution.moves, problem.solution.moves);
}

}  // namespace

MateGenerator::MateGenerator(const GeneratorSettings& settings, mate::MemoryAdvice advice)
    : settings_(settings),
      searcher_(eval::Style::kBalanced, advice),
      solver_(advice),
      judge_(solver_) {
  limits_.longest = settings.max;
  searcher_.resize_table(kGeneratorTableMegabytes);
  solver_.resize(kProblemTableMegabytes);
}

GameYield MateGenerator::play(std::uint64_t number, const std::function<bool()>& stop) {
  base::Random random(base::Random(settings_.seed).next() + number);
  shogi::Game game = random_opening(random);
  GameYield yield;
  ClocklessObserver observer(stop);
  search::Limits limits;
  limits.nodes = settings_.nodes_per_move;
  searcher_.new_game();
  while (game.moves().size() < kLongestOwnGame && game.repetition() == shogi::Repetition::kNone) {
    const shogi::Position& position = game.position();
    ++yield.positions;
    if (has_check(position)) {
      mate::Solution solution = judge_.judge(position, limits_, stop);
      if (solution.soundness == mate::Soundness::kUnique && solution.plies >= settings_.min) {
        yield.problems.push_back({position, std::move(solution)});
      }
    }
    if (stop && stop()) break;
    const search::Decision decision = searcher_.search(game, limits, {}, observer);
    if (decision.choice != search::Choice::kMove || !game.play(decision.move)) break;
  }
  remove_tails(yield.problems);
  return yield;
}

void remove_tails(std::vector<GeneratedProblem>& problems) {
  std::vector<std::size_t> order(problems.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return problems[a].solution.plies > problems[b].solution.plies;
  });
  std::vector<std::size_t> kept;
  for (auto i = order.begin(); i != order.end(); ++i) {
    // The tail of a tail is one, too.
    const bool is_tail = std::any_of(order.begin(), i, [&](std::size_t longer) {
      return is_tail_of(problems[*i], problems[longer]);
    });
    if (!is_tail) kept.push_back(*i);
  }
  std::sort(kept.begin(), kept.end());
  std::vector<GeneratedProblem> result;
  for (const std::size_t i : kept) result.push_back(std::move(problems[i]));
  problems = std::move(result);
}

std::string problem_line(const GeneratedProblem& problem) {
  return notation::to_sfen(problem.position) + " # " + std::to_string(problem.solution.plies);
}

}  // namespace gougi::tools
