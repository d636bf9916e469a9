// SPDX-License-Identifier: MIT
// Solver::verify: walks the proof, with real moves only.
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mate/last_plies.hpp"
#include "mate/line_reader.hpp"
#include "mate/proof_search.hpp"
#include "mate/solver.hpp"

namespace gougi::mate {
namespace {

/// A position still to be looked at: mate within `within` plies is claimed of it.
struct Claim {
  shogi::Position position;
  bool attacking;
  Length within;
};

}  // namespace

Verification Solver::verify(const shogi::Position& position, Role role) {
  Verification result;
  const bool attacking = role == Role::kAttacker;
  LineReader reader(*search_, attacking);
  std::unordered_map<shogi::Key, Length> seen;  // the shortest claim looked at
  std::vector<Claim> claims;
  search_->extend_without_end();
  const Length within = search_->look(position).mated;
  claims.push_back({position, attacking, within == kNever ? Length{kDeepestLine} : within});
  while (!claims.empty()) {
    const Claim claim = claims.back();
    claims.pop_back();
    const shogi::Key name =
        scramble(claim.position.board_key(), claim.position.hand(search_->attacker()));
    const auto [place, is_new] = seen.try_emplace(name, claim.within);
    if (!is_new) {
      if (place->second <= claim.within) continue;
      place->second = claim.within;
    }
    ++result.positions;
    const auto next = static_cast<Length>(claim.within - 1);
    shogi::MoveList moves;
    if (claim.attacking) {
      const shogi::Move check = reader.check_within(claim.position, claim.within);
      if (!check || !claim.position.is_legal(check) || !claim.position.gives_check(check)) {
        return result;
      }
      moves.push(check);
    } else {
      if (!claim.position.in_check()) return result;
      shogi::Position ended = claim.position;
      if (end_of(ended, search_->futile_count()) != End::kNone) continue;
      shogi::generate_legal(claim.position, moves);
      if (!moves.empty() && claim.within <= 0) return result;
    }
    for (const shogi::Move move : moves) {
      Claim below{claim.position, !claim.attacking, next};
      shogi::Undo undo;
      below.position.do_move(move, undo);
      // What is known to mate sooner is looked at only once that way.
      below.within = std::min(below.within, search_->look(below.position).mated);
      claims.push_back(below);
    }
  }
  result.holds = true;
  return result;
}

}  // namespace gougi::mate
