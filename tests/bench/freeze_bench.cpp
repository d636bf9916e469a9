// SPDX-License-Identifier: MIT
// Freeze shogi: how much freezes help the bundled search, and positions to test it with.
//   build/bin/freeze-bench play [--games N] [--nodes N] [--freezes N] [--seed N]
//     games against itself from balanced openings, each played twice: one side has so many freezes
//     (default 3), the other none
//   build/bin/freeze-bench mates --out FILE [--each N] [--seed N]
//     so many positions each (default 12) with a shortest win of 1, 3 and 5 plies that needs a
//     freeze, from random games with freezes, proven by brute force
// Exit code 2 for arguments it does not know.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "base/random.hpp"
#include "base/text.hpp"
#include "bench/openings.hpp"
#include "notation/freeze.hpp"
#include "search/freeze_oracle.hpp"

namespace gougi::testing {
namespace {

constexpr std::size_t kLongestGame = 300;

shogi::Game with_freezes(const shogi::Game& opening, const shogi::FreezeCounts& left) {
  return shogi::Game(
      *shogi::FreezePosition::from(opening.position(), {shogi::PieceType::kNone, left}));
}

/// 2, 1 or 0 for Black.
int play(std::array<search::Searcher, 2>& sides, shogi::Game game, const search::Limits& limits) {
  DeafObserver observer;
  for (auto& side : sides) side.new_game();
  while (game.moves().size() < kLongestGame) {
    const bool black = game.position().side_to_move() == shogi::Color::kBlack;
    switch (game.repetition()) {
      case shogi::Repetition::kDraw:
        return 1;
      case shogi::Repetition::kWin:
        return black ? 2 : 0;
      case shogi::Repetition::kLoss:
        return black ? 0 : 2;
      case shogi::Repetition::kNone:
        break;
    }
    const auto decision = sides[black ? 0 : 1].search(game, limits, {}, observer);
    if (decision.choice == search::Choice::kNoMove) return black ? 0 : 2;
    if (decision.choice == search::Choice::kDeclareWin) return black ? 2 : 0;
    if (!game.play({decision.move, decision.freeze})) {
      std::printf("illegal: %s\n", notation::to_usi({decision.move, decision.freeze}).c_str());
      return black ? 0 : 2;
    }
  }
  return 1;
}

int play_games(int games, std::uint64_t nodes, int freezes, std::uint64_t seed) {
  std::array<search::Searcher, 2> sides;
  for (auto& side : sides) side.resize_table(16);
  search::Limits limits;
  limits.nodes = nodes;
  int wins = 0;
  int draws = 0;
  for (int i = 0; i < games; ++i) {
    const shogi::Game opening = balanced_opening(seed + static_cast<std::uint64_t>(i / 2));
    const bool black = i % 2 == 0;
    shogi::FreezeCounts left{};
    left[black ? 0 : 1] = static_cast<std::uint16_t>(freezes);
    const int score = play(sides, with_freezes(opening, left), limits);
    if (score == 1) ++draws;
    if (score == (black ? 2 : 0)) ++wins;
    std::printf("\r%d: +%d =%d -%d", i + 1, wins, draws, i + 1 - wins - draws);
    std::fflush(stdout);
  }
  std::printf("\n%d freezes against none, %d games of %d nodes a move: won %d, drawn %d, lost %d\n",
              freezes, games, static_cast<int>(nodes), wins, draws, games - wins - draws);
  return 0;
}

/// The same with the side to move without freezes of its own: what plain shogi would find.
bool wins_without_freezes(const shogi::FreezePosition& position, int plies) {
  shogi::FreezeState state = position.state();
  state.left[static_cast<std::size_t>(shogi::index(position.side_to_move()))] = 0;
  auto poor = *shogi::FreezePosition::from(position.position(), state);
  return wins_within(poor, plies, true);
}

/// 1, 3 or 5; 0 if there is no win by checks so soon, or one that needs no freeze.
int length_of_freeze_mate(shogi::FreezePosition& position) {
  for (const int plies : {1, 3, 5}) {
    if (!wins_within(position, plies, true)) continue;
    if (wins_without_freezes(position, plies)) return 0;
    return plies > 1 && wins_within(position, plies - 2) ? 0 : plies;
  }
  return 0;
}

shogi::Move random_move(const shogi::FreezePosition& position, base::Random& random) {
  std::vector<shogi::Move> moves;
  generate_legal(position, moves);
  const bool saves = random.below(30) != 0;  // else freezes would be spent in a few moves
  if (saves) std::erase_if(moves, [](shogi::Move m) { return m.freezes(); });
  if (moves.empty()) return {};
  std::vector<shogi::Move> lively;
  for (const shogi::Move m : moves) {
    const bool captures = !m.move.is_drop() && !position.position().piece_at(m.move.to()).empty();
    if (captures || m.move.is_drop() || position.gives_check(m)) lively.push_back(m);
  }
  const auto& from = !lively.empty() && random.below(2) == 0 ? lively : moves;
  return from[random.below(from.size())];
}

int generate_mates(const std::string& path, int each, std::uint64_t seed) {
  std::ofstream out(path);
  base::Random random(seed);
  std::map<int, int> count{{1, 0}, {3, 0}, {5, 0}};
  const auto done = [&] {
    return std::all_of(count.begin(), count.end(), [&](auto c) { return c.second >= each; });
  };
  while (!done()) {
    const shogi::FreezeCounts left{static_cast<std::uint16_t>(random.below(4)),
                                   static_cast<std::uint16_t>(random.below(4))};
    shogi::Game game(
        *shogi::FreezePosition::from(shogi::Position::start(), {shogi::PieceType::kNone, left}));
    const auto looks_from = 30 + random.below(60);
    bool found = false;
    while (!found && game.moves().size() < 140 && !game.freeze_position().plain()) {
      const shogi::Move move = random_move(game.freeze_position(), random);
      if (!move) break;
      static_cast<void>(game.play(move));
      if (game.moves().size() < looks_from) continue;
      shogi::FreezePosition position = game.freeze_position();
      if (!position.may_freeze() || shogi::count_legal(position) > 400) continue;
      if (wins_at_once(position) && count[1] >= each) break;
      const int length = length_of_freeze_mate(position);
      if (length == 0 || count[length] >= each) continue;
      found = true;
      ++count[length];
      out << length << ' ' << notation::to_sfen(position) << std::endl;
    }
  }
  return 0;
}

int run(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  std::map<std::string_view, std::int64_t> numbers{
      {"--games", 100}, {"--nodes", 5000}, {"--freezes", 3}, {"--seed", 1}, {"--each", 12}};
  std::string out;
  bool is_known = (what == "play" || what == "mates") && argc % 2 == 0;
  for (int i = 2; i + 1 < argc && is_known; i += 2) {
    const std::string_view name = argv[i];
    const auto number = base::to_int(argv[i + 1]);
    if (name == "--out") {
      out = argv[i + 1];
    } else if (numbers.contains(name) && number && *number >= 0) {
      numbers[name] = *number;
    } else {
      is_known = false;
    }
  }
  if (!is_known || (what == "mates" && out.empty())) {
    std::printf(
        "usage: %s play|mates [--games N] [--nodes N] [--freezes N] [--each N] [--seed N] "
        "[--out FILE]\n",
        argv[0]);
    return 2;
  }
  const auto seed = static_cast<std::uint64_t>(numbers["--seed"]);
  if (what == "mates") return generate_mates(out, static_cast<int>(numbers["--each"]), seed);
  return play_games(static_cast<int>(numbers["--games"]),
                    static_cast<std::uint64_t>(numbers["--nodes"]),
                    static_cast<int>(numbers["--freezes"]), seed);
}

}  // namespace
}  // namespace gougi::testing

int main(int argc, char** argv) { return gougi::testing::run(argc, argv); }
