// SPDX-License-Identifier: MIT
// The search of the original (探索による思考): one ply, every candidate compared with the best so
// far. It keeps nothing but the stale drop code, which its caller owns.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "naitou/leaf.hpp"

namespace gougi::naitou {

/// Whether `candidate` is better than `best`; `best_source` is the drop code of the best, or 0.
bool is_better(const RootValues& root, const LeafValues& candidate, Move move,
               const LeafValues& best, int best_source);

/// One candidate as it was seen, for whoever wants to understand a choice.
struct Consideration {
  Leaf leaf;
  RuleSet rules;
  LeafValues corrected;
  bool adopted = false;
};

enum class Outcome : std::uint8_t {
  kMove,
  kSuicide,  ///< HUM left its king to be taken
  kLost,     ///< COM has no move it accepts
};

struct SearchResult {
  Outcome outcome = Outcome::kLost;
  std::optional<Move> best;  ///< with kLost: what the cartridge may play nevertheless
  LeafValues values;         ///< of the best
  bool quiet = false;        ///< nothing to win or lose: the book may be asked
  bool skips_book = false;
  int candidates = 0;
};

struct SearchRequest {
  const Board& board;
  const Effects& effects;  ///< of `board`
  int progress_ply = 0;
  bool equal_gains = false;  ///< once the level is not 0
  /// The cartridge plays on where the best move leaves its king to be taken; else it resigns.
  bool may_leave_king = false;
  /// Only these candidates are considered; empty: all.
  std::function<bool(Move)> admits = {};
  /// Gets every candidate considered; may be null.
  std::vector<Consideration>* trace = nullptr;
  /// Gets the values of the root; may be null.
  RootValues* root = nullptr;
};

/// Searches. `best_source` is what the last search left there.
SearchResult search(const SearchRequest& request, Byte& best_source);

}  // namespace gougi::naitou
