// SPDX-License-Identifier: MIT
#include "mate/solver.hpp"

#include <algorithm>

#include "mate/one_ply.hpp"
#include "mate/proof_search.hpp"
#include "mate/shortest.hpp"

namespace gougi::mate {
namespace {

/// Nodes that reading out the line may cost beyond the search: entries pushed out of the table are
/// proved again. Larger answers later than a node limit promises, smaller loses proven mates.
constexpr std::uint64_t kNodesForLine = 1'000'000;

/// Proofs no longer than this are tried again for something shorter, in at most so many nodes.
constexpr int kLongestToShorten = 5;
constexpr std::uint64_t kNodesToShorten = 100'000;

}  // namespace

/// Reads the line out of the table: the attacker's shortest, the defender's longest, by what the
/// table says. Positions that the table has forgotten are proved again.
class LineReader {
 public:
  explicit LineReader(ProofSearch& search) : search_(search) {}

  std::vector<shogi::Move> read(shogi::Position position) {
    std::vector<shogi::Move> line;
    for (bool attacking = true; line.size() < kLongest; attacking = !attacking) {
      shogi::MoveList moves;
      ProofSearch::generate_moves(position, attacking, moves);
      if (moves.empty()) break;
      const shogi::Move move =
          attacking ? choose_check(position, moves) : choose_evasion(position, moves);
      if (!move) return {};
      line.push_back(move);
      shogi::Undo undo;
      position.do_move(move, undo);
    }
    return line;
  }

 private:
  static constexpr std::size_t kLongest = 2 * kDeepestLine;

  shogi::Move choose_check(const shogi::Position& position, const shogi::MoveList& moves) {
    // Once from the table; if the mate is not there any more, once after proving it again.
    for (int attempt = 0; attempt < 2; ++attempt) {
      shogi::Move best;
      Length shortest = kNever;
      for (const shogi::Move move : moves) {
        const Length length = mated_behind(position, move, false);
        if (length < shortest) {
          best = move;
          shortest = length;
        }
      }
      if (best || attempt == 1) return best;
      if (!search_.prove(position, true, kDeepestLine).mates()) break;
    }
    return shogi::Move();
  }

  shogi::Move choose_evasion(const shogi::Position& position, const shogi::MoveList& moves) {
    shogi::Move best;
    int longest = -1;
    for (const shogi::Move move : moves) {
      Length length = mated_behind(position, move, true);
      if (length == kNever) {
        shogi::Position behind = position;
        shogi::Undo undo;
        behind.do_move(move, undo);
        const Finding finding = search_.prove(behind, true, kDeepestLine);
        if (!finding.mates()) return shogi::Move();
        length = finding.length;
      }
      if (length > longest) {
        best = move;
        longest = length;
      }
    }
    return best;
  }

  Length mated_behind(const shogi::Position& position, shogi::Move move, bool attacking) const {
    shogi::Position behind = position;
    shogi::Undo undo;
    behind.do_move(move, undo);
    if (attacking) {
      if (!behind.in_check() && mate_in_one(behind)) return 1;
    } else if (!behind.has_legal_move()) {
      return 0;
    }
    return search_.look(behind).mated;
  }

  ProofSearch& search_;
};

Solver::Solver() : search_(std::make_unique<ProofSearch>()) {}
Solver::~Solver() = default;

void Solver::resize(std::size_t megabytes) { search_->table().resize(megabytes); }

MateResult Solver::solve(const shogi::Position& position, const MateLimits& limits,
                         const std::function<bool(const MateProgress&)>& stop) {
  MateResult result;
  search_->begin(position, limits, stop);
  const Finding root = search_->prove(
      position, true, static_cast<Length>(std::clamp(limits.depth, 1, kDeepestLine)));
  if (root.proof == 0) {
    search_->extend(kNodesForLine);
    result.moves = LineReader(*search_).read(position);
    if (is_mate_line(position, result.moves)) {
      result.verdict = Verdict::kMate;
      shorten(position, kLongestToShorten, kNodesToShorten, result.moves);
    } else {
      result.moves.clear();
      result.reason = search_->reason() == Reason::kNone ? Reason::kNodes : search_->reason();
    }
  } else if (root.fails() && root.length == kNever) {
    result.verdict = Verdict::kNoMate;
  } else {
    result.reason = root.disproof == 0 ? Reason::kDepth : search_->reason();
  }
  result.nodes = search_->nodes();
  return result;
}

bool is_mate_line(const shogi::Position& position, const std::vector<shogi::Move>& moves) {
  if (moves.size() % 2 == 0) return false;
  shogi::Position current = position;
  bool attacking = true;
  for (const shogi::Move move : moves) {
    if (!current.is_legal(move) || (attacking && !current.gives_check(move))) return false;
    shogi::Undo undo;
    current.do_move(move, undo);
    attacking = !attacking;
  }
  return current.is_mated();
}

}  // namespace gougi::mate
