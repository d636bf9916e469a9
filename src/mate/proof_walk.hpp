// SPDX-License-Identifier: MIT
// Walks over the proof of a mate with real moves only, in either game: after each move of the
// attacker all legal replies, until nothing is left. `Proofs` is ShogiProofs or FreezeProofs. Used
// by the solvers' verify().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mate/finding.hpp"
#include "mate/mate_terms.hpp"

namespace gougi::mate {

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

/// Plays and takes back all that a proof consists of.
template <class Proofs>
class ProofWalk {
 public:
  using Position = typename Proofs::Position;
  using Move = typename Proofs::Move;
  using Undo = typename Proofs::Undo;

  /// `or_root`: the side to move of `position` is the attacker.
  ProofWalk(Proofs& proofs, const Position& position, bool or_root)
      : proofs_(proofs), here_(position), or_root_(or_root) {}

  Verification run() {
    bool holds = look_at(proofs_.claim(here_, Proofs::kDeepest));
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
  /// A move still to be walked over, and what is claimed of the position behind it.
  struct Branch {
    Move move;
    Length within;
  };
  /// A move that was played: when nothing is left above `first_branch` it is taken back.
  struct Played {
    Move move;
    Undo undo;
    std::size_t first_branch;
  };

  bool play() {
    const Branch branch = branches_.back();
    branches_.pop_back();
    Played& played = path_.emplace_back();
    played.move = branch.move;
    played.first_branch = branches_.size();
    here_.do_move(branch.move, played.undo);
    // What is known to mate sooner is looked at only once that way.
    return look_at(proofs_.claim(here_, branch.within));
  }

  /// Whether `here_` may be mate within `within`; then the moves that have to hold are pushed.
  bool look_at(Length within) {
    if (claims_.knows(proofs_.name_of(here_), static_cast<Length>(within + 1))) return true;
    ++positions_;
    if (or_root_ == (path_.size() % 2 == 0)) {
      const auto attack = proofs_.attack(here_, within);
      if (!attack.move || !proofs_.is_attack(here_, attack.move)) return false;
      branches_.push_back({attack.move, attack.length});
      return true;
    }
    if (proofs_.is_end(here_)) return true;
    if (!here_.in_check() || within <= 0) return false;
    typename Proofs::Moves replies;
    generate_legal(here_, replies);  // of the game's own
    const auto next = static_cast<Length>(within - 1);
    for (const Move reply : replies) branches_.push_back({reply, next});
    return true;
  }

  Proofs& proofs_;
  Position here_;
  const bool or_root_;
  Claims claims_;
  std::vector<Branch> branches_;
  std::vector<Played> path_;
  std::uint64_t positions_ = 0;
};

}  // namespace gougi::mate
