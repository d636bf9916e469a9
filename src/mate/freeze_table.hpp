// SPDX-License-Identifier: MIT
// What is known of positions of Freeze shogi in a mate problem. A result serves for every position
// of the same board that is better for the side that it favours: more in hand and more freezes left
// for that side, fewer freezes for the other (README.md says why). Who is frozen must be the same.
// Fixed memory; what cost least gives way. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "mate/finding.hpp"
#include "mate/proof_path.hpp"
#include "shogi/freeze.hpp"

namespace gougi::mate {

/// A position as the table sees it.
struct FreezeSpot {
  shogi::Key board = 0;        ///< of board, side to move and freeze in force
  shogi::Hand hand;            ///< the attacker's
  std::uint16_t attacker = 0;  ///< freezes left
  std::uint16_t defender = 0;

  /// Of all but the hand, for ProofPath: positions repeat only with the same freezes left.
  shogi::Key path_key() const {
    return board ^ shogi::key_of({shogi::PieceType::kNone, {attacker, defender}});
  }
};

/// What a search of one position found.
struct FreezeFinding {
  std::uint32_t proof = 1;     ///< 0: mate
  std::uint32_t disproof = 1;  ///< 0: no mate
  Length length = 0;           ///< of a mate, or within which there is none
  /// Of a mate: with so many freezes left the attacker still mates; of a disproof: with so many the
  /// defender still escapes.
  std::uint16_t freezes = 0;
  PathDependence dependence;  ///< of a disproof

  bool mates() const { return proof == 0; }
  bool fails() const { return disproof == 0; }
  bool is_open() const { return proof != 0 && disproof != 0; }

  static FreezeFinding mate(Length length, std::uint16_t freezes) {
    return {0, kInfinite, length, freezes, {}};
  }
  static FreezeFinding no_mate(Length within, std::uint16_t freezes,
                               PathDependence dependence = {}) {
    return {kInfinite, 0, within, freezes, dependence};
  }
};

class FreezeTable {
 public:
  /// Memory to take at the next clear(), at least 1.
  void resize(std::size_t megabytes);
  /// Forgets everything; takes the memory if that is not done yet. Throws std::bad_alloc.
  void clear();
  /// Gives the memory back until the next clear().
  void release();

  /// What is known of `spot` as to mates of at most `bound` plies. Nothing known: the numbers of
  /// `unknown`. A disproof that depends on positions counts if `path` has them.
  FreezeFinding look_up(const FreezeSpot& spot, int bound, const ProofPath& path,
                        const FreezeFinding& unknown) const;
  /// Keeps `finding`, which took `work` nodes. What it depends on lies on `path`.
  void store(const FreezeSpot& spot, const FreezeFinding& finding, const ProofPath& path,
             std::uint64_t work);

  int per_mille_full() const;

 private:
  struct Entry {
    shogi::Key board;
    LoopCondition condition;  // of fails_here_within
    shogi::Hand hand;
    std::uint32_t proof;
    std::uint32_t disproof;
    std::uint32_t work;
    std::uint32_t generation;  // of another: free
    std::uint16_t attacker;
    std::uint16_t defender;
    Length mates_in;           // kNever: not known to mate
    Length fails_within;       // kNothing: not known to fail
    Length fails_here_within;  // where `condition` is fulfilled
    std::uint16_t mate_freezes;
    std::uint16_t fail_freezes;
  };
  struct Free {
    void operator()(Entry* entries) const;
  };
  // Larger keeps more variants of one board, and takes longer to look through.
  static constexpr std::size_t kBucket = 16;

  Entry* bucket(shogi::Key board) const;
  Entry& entry_for(const FreezeSpot& spot);

  std::unique_ptr<Entry, Free> entries_;
  std::size_t buckets_ = 0;
  std::size_t megabytes_ = 1;
  std::uint32_t generation_ = 0;
  std::size_t used_ = 0;
};

}  // namespace gougi::mate
