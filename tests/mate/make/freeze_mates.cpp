// SPDX-License-Identifier: MIT
// Makes tests/data/mate/freeze.txt: random positions of Freeze shogi whose shortest mate brute
// force has found, so many of each sort. `make-freeze-mates [SEED] > freeze.txt`
#include <array>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unordered_set>

#include "mate/freeze_oracle.hpp"
#include "notation/freeze.hpp"

namespace gougi::mate {
namespace {

using shogi::FreezePosition;

constexpr int kLongestMade = 5;
constexpr std::size_t kMostPositions = 20'000;

enum class Sort { kFreeze, kDropMate, kDefends, kFrozen, kSilent, kTwoFreezes };
constexpr std::array kRemarks{"takes a freeze",
                              "a pawn drop that is mate, with a freeze",
                              "begins without a freeze, so that the defender may freeze",
                              "a freeze is in force",
                              "ends without a check",
                              "takes two freezes"};

struct Wanted {
  int plies;
  Sort sort;
  int count;
};

FreezePosition with_left(const FreezePosition& position, int attacker, int defender) {
  const auto us = static_cast<std::size_t>(index(position.side_to_move()));
  shogi::FreezeState state = position.state();
  state.left[us] = static_cast<std::uint16_t>(attacker);
  state.left[1 - us] = static_cast<std::uint16_t>(defender);
  return *FreezePosition::from(position.position(), state);
}

int mate_in(const FreezePosition& position) {
  return oracle::shortest_freeze_mate(position, kLongestMade, kMostPositions).value_or(-1);
}

bool is_pawn_drop(shogi::BareMove m) {
  return m.is_drop() && m.dropped() == shogi::PieceType::kPawn;
}

// Whether the problem, a shortest mate of which is `moves`, is of that sort.
bool is_of(Sort sort, const FreezePosition& position, const std::vector<shogi::Move>& moves) {
  const shogi::Color us = position.side_to_move();
  const int theirs = position.left(~us);
  FreezePosition last = position;
  shogi::FreezeUndo undo;
  for (const shogi::Move m : moves) last.do_move(m, undo);
  switch (sort) {
    case Sort::kFreeze:
      return mate_in(with_left(position, 0, theirs)) == 0;
    case Sort::kDropMate:
      return is_pawn_drop(moves.back().move) && mate_in(with_left(position, 0, theirs)) == 0;
    case Sort::kDefends:
      return theirs > 0 && !moves.front().freezes();
    case Sort::kFrozen:
      return position.state().in_force != shogi::PieceType::kNone;
    case Sort::kSilent:
      return !last.in_check() && mate_in(with_left(position, 0, theirs)) == 0;
    case Sort::kTwoFreezes:
      return position.left(us) == 2 && mate_in(with_left(position, 1, theirs)) == 0;
  }
  return false;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) { solver_.resize(16); }

  void make(const Wanted& wanted) {
    for (int made = 0; made < wanted.count;) {
      const auto position = oracle::random_freeze_problem(random_);
      if (!position || position->is_lost() || !fits(wanted, *position)) continue;
      const std::string sfen = notation::to_sfen(*position);
      if (!seen_.insert(sfen).second) continue;
      ++made;
      const std::string remark = kRemarks[static_cast<std::size_t>(wanted.sort)];
      const std::string verdict = "mate " + std::to_string(wanted.plies);
      std::cout << sfen << " # " << verdict << ' ' << remark << std::endl;
    }
  }

 private:
  bool fits(const Wanted& wanted, const FreezePosition& position) {
    const auto result = solve(position);
    // The solver only spares brute force the work on hopeless ones.
    return result.verdict == Verdict::kMate && result.plies == wanted.plies &&
           is_of(wanted.sort, position, result.moves) && mate_in(position) == wanted.plies;
  }

  FreezeMateResult solve(const FreezePosition& position) {
    MateLimits limits;
    limits.nodes = 2000;
    limits.post = PostSearch::kMinimum;
    return solver_.solve(position, limits, [](const FreezeMateProgress& progress) {
      return progress.nodes > 20'000;
    });
  }

  base::Random random_;
  FreezeSolver solver_;
  std::unordered_set<std::string> seen_;
};

}  // namespace
}  // namespace gougi::mate

int main(int argc, char** argv) {
  using gougi::mate::Sort;
  constexpr std::array<gougi::mate::Wanted, 15> kWanted{{{1, Sort::kFreeze, 5},
                                                         {1, Sort::kDropMate, 3},
                                                         {1, Sort::kSilent, 2},
                                                         {3, Sort::kFreeze, 6},
                                                         {3, Sort::kDropMate, 3},
                                                         {3, Sort::kDefends, 4},
                                                         {3, Sort::kFrozen, 2},
                                                         {3, Sort::kSilent, 2},
                                                         {3, Sort::kTwoFreezes, 3},
                                                         {5, Sort::kFreeze, 5},
                                                         {5, Sort::kDropMate, 2},
                                                         {5, Sort::kDefends, 3},
                                                         {5, Sort::kFrozen, 2},
                                                         {5, Sort::kTwoFreezes, 3},
                                                         {5, Sort::kSilent, 1}}};
  gougi::mate::Maker maker(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  for (const auto& wanted : kWanted) maker.make(wanted);
}
