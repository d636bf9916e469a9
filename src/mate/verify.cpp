// SPDX-License-Identifier: MIT
// Solver::verify: walks the proof, with real moves only.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mate/last_plies.hpp"
#include "mate/line_reader.hpp"
#include "mate/proof_search.hpp"
#include "mate/solver.hpp"

namespace gougi::mate {
namespace {

/// Positions and the shortest claim that was looked at. It grows to its bound; then what is sooner
/// walked over once more gives way, so that a walk takes time but no more memory.
class Claims {
 public:
  /// True: this claim, or one of a shorter mate, was here already. Otherwise it is kept.
  bool knows(shogi::Key name, Length within) {
    for (;;) {
      Claim* place = &claims_[first_of(name)];
      Claim* weakest = place;
      for (std::size_t i = 0; i < kNeighbours; ++i, ++place) {
        if (place->name == name && place->within != 0) {
          if (place->within <= within) return true;
          place->within = within;
          return false;
        }
        if (place->within < weakest->within) weakest = place;
      }
      if (weakest->within != 0 && claims_.size() < kMost) {
        grow();
        continue;
      }
      *weakest = {name, within};
      return false;
    }
  }

 private:
  struct Claim {
    shogi::Key name = 0;
    Length within = 0;  // 0: free
  };
  static_assert(sizeof(Claim) == 16);
  static constexpr std::size_t kNeighbours = 8;
  /// 32 MiB; with half of it besides while the last step is made.
  static constexpr std::size_t kMost = std::size_t{1} << 21U;

  std::size_t first_of(shogi::Key name) const {
    return name & (claims_.size() - 1) & ~(kNeighbours - 1);
  }
  void grow() {
    std::vector<Claim> old(2 * claims_.size());
    old.swap(claims_);
    for (const Claim& claim : old) {
      if (claim.within != 0) knows(claim.name, claim.within);
    }
  }

  std::vector<Claim> claims_ = std::vector<Claim>(1024);
};

/// A move still to be walked over, and what is claimed of the position behind it.
struct Branch {
  shogi::BareMove move;
  Length within;
};

/// A move that was played: when nothing is left above `first_branch` it is taken back.
struct Played {
  shogi::BareMove move;
  shogi::Undo undo;
  std::size_t first_branch;
};

/// Plays and takes back all that a proof consists of.
class ProofWalk {
 public:
  ProofWalk(ProofSearch& search, const shogi::Position& position, bool attacking)
      : search_(search), reader_(search, attacking), here_(position), attacking_(attacking) {}

  Verification run() {
    search_.extend_without_end();
    const Length known = search_.look(here_).mated;
    bool holds = look_at(known == kNever ? Length{kDeepestLine} : known);
    while (holds && !(branches_.empty() && path_.empty())) {
      if (branches_.size() > (path_.empty() ? 0 : path_.back().first_branch)) {
        holds = play();
      } else {
        here_.undo_move(path_.back().move, path_.back().undo);
        path_.pop_back();
      }
    }
    return {holds, positions_};
  }

 private:
  bool play() {
    const Branch branch = branches_.back();
    branches_.pop_back();
    Played& played = path_.emplace_back();
    played.move = branch.move;
    played.first_branch = branches_.size();
    here_.do_move(branch.move, played.undo);
    // What is known to mate sooner is looked at only once that way.
    return look_at(std::min(branch.within, search_.look(here_).mated));
  }

  /// Whether `here_` may be mate within `within`; then the moves that have to hold are pushed.
  bool look_at(Length within) {
    const shogi::Key name = scramble(here_.board_key(), here_.hand(search_.attacker()));
    if (claims_.knows(name, static_cast<Length>(within + 1))) return true;
    ++positions_;
    const auto next = static_cast<Length>(within - 1);
    if (attacking_ == (path_.size() % 2 == 0)) {
      const shogi::BareMove check = reader_.check_within(here_, within);
      if (!check || !here_.is_legal(check) || !here_.gives_check(check)) return false;
      branches_.push_back({check, next});
      return true;
    }
    if (!here_.in_check()) return false;
    if (end_of(here_, search_.futile_count()) != End::kNone) return true;
    shogi::MoveList moves;
    shogi::generate_legal(here_, moves);
    if (!moves.empty() && within <= 0) return false;
    for (const shogi::BareMove move : moves) branches_.push_back({move, next});
    return true;
  }

  ProofSearch& search_;
  LineReader reader_;
  shogi::Position here_;
  const bool attacking_;  // the side to move at the beginning
  Claims claims_;
  std::vector<Branch> branches_;
  std::vector<Played> path_;
  std::uint64_t positions_ = 0;
};

}  // namespace

Verification Solver::verify(const shogi::Position& position, Role role) {
  return ProofWalk(*search_, position, role == Role::kAttacker).run();
}

}  // namespace gougi::mate
