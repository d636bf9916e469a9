// SPDX-License-Identifier: MIT
// Whether a mate problem is sound: its shortest mate, and whether the attacker's moves that lead to
// it are the only ones, whichever of the longest defences is chosen. Every claim is a question to
// the solver with a bound on plies and nodes. The last move may be any that mates (最終手余詰), and
// mates that take longer are not looked for. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

#include "mate/solver.hpp"
#include "shogi/position.hpp"

namespace gougi::mate {

struct SolutionLimits {
  /// Longer mates are not looked for, in plies; futile interpositions count.
  int longest = 9;
  /// Of one question. Larger decides harder positions and takes longer.
  std::uint64_t nodes_each = 20'000;
  /// Of all questions about one problem: with many defences of the same length they are many.
  std::uint64_t nodes = 1'000'000;
};

enum class Soundness : std::uint8_t {
  kNoMate,     ///< none within the longest length
  kUnknown,    ///< the nodes were too few to tell, or `stop` said stop
  kAmbiguous,  ///< a mate, and before its last move another check mates as soon
  kUnique,
};

struct Solution {
  Soundness soundness = Soundness::kUnknown;
  std::vector<shogi::BareMove> moves;  ///< of a mate: a shortest one
  int plies = 0;                       ///< of a mate: its length
  /// If unique: the keys of the positions, this one first, that any reply to the attacker's only
  /// moves leads to. Of replies that shorten the mate, no further than behind them.
  std::unordered_set<shogi::Key> reached;
  std::uint64_t nodes = 0;
};

class SolutionJudge {
 public:
  /// Asks `solver`, which must outlive this object.
  explicit SolutionJudge(Solver& solver) : solver_(solver) {}

  /// Judges `position`, the attacker to move. `stop` is asked about every millisecond. With the
  /// same limits the answer is the same on every machine, unless `stop` says stop.
  Solution judge(const shogi::Position& position, const SolutionLimits& limits,
                 const std::function<bool()>& stop);

 private:
  enum class Answer : std::uint8_t { kNo, kYes, kUnknown };

  MateResult ask(const shogi::Position& position, int plies, Role role, PostSearch post);
  Answer mates_within(const shogi::Position& position, int plies, Role role);
  Soundness judge_turn(shogi::Position& position, int plies);
  Soundness judge_replies(shogi::Position& position, int plies);

  Solver& solver_;
  SolutionLimits limits_;
  std::function<bool()> stop_;
  std::uint64_t nodes_ = 0;
  std::unordered_set<shogi::Key> reached_;
  std::unordered_set<shogi::Key> judged_;
};

}  // namespace gougi::mate
