// SPDX-License-Identifier: MIT
#include "mate/shortest.hpp"

#include "mate/proof_search.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {
namespace {

class ShortSearch {
 public:
  explicit ShortSearch(std::uint64_t nodes) : nodes_left_(nodes) {}

  bool out_of_nodes() const { return nodes_left_ == 0; }

  /// Whether a check mates within `plies`; the line is then in `line`.
  bool attack(shogi::Position& position, int plies, std::vector<shogi::Move>& line) {
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, true, moves);
    for (const shogi::Move move : moves) {
      if (!spend_node()) return false;
      shogi::Undo undo;
      position.do_move(move, undo);
      std::vector<shogi::Move> answer;
      const bool mates = defend(position, plies - 1, answer);
      position.undo_move(move, undo);
      if (mates) {
        line = std::move(answer);
        line.insert(line.begin(), move);
        return true;
      }
    }
    return false;
  }

 private:
  /// Whether every evasion is mated within `plies`; `line` is the longest resistance.
  bool defend(shogi::Position& position, int plies, std::vector<shogi::Move>& line) {
    line.clear();
    if (plies == 0) return !position.has_legal_move();
    shogi::MoveList moves;
    ProofSearch::generate_moves(position, false, moves);
    for (const shogi::Move move : moves) {
      if (!spend_node()) return false;
      shogi::Undo undo;
      position.do_move(move, undo);
      std::vector<shogi::Move> answer;
      bool mated = false;
      for (int length = 1; length < plies && !mated; length += 2) {
        mated = attack(position, length, answer);
      }
      position.undo_move(move, undo);
      if (!mated) return false;
      if (answer.size() + 1 > line.size()) {
        line = std::move(answer);
        line.insert(line.begin(), move);
      }
    }
    return true;
  }

  bool spend_node() { return nodes_left_ != 0 && --nodes_left_ != 0; }

  std::uint64_t nodes_left_;
};

}  // namespace

std::vector<shogi::Move> find_short_mate(const shogi::Position& position, int longest,
                                         std::uint64_t nodes) {
  ShortSearch search(nodes);
  shogi::Position current = position;
  std::vector<shogi::Move> line;
  for (int plies = 1; plies <= longest && !search.out_of_nodes(); plies += 2) {
    if (search.attack(current, plies, line)) return line;
  }
  return {};
}

void shorten(const shogi::Position& position, int longest, std::uint64_t nodes,
             std::vector<shogi::Move>& line) {
  const int below = static_cast<int>(line.size()) - 2;
  const std::vector<shogi::Move> shorter =
      find_short_mate(position, below < longest ? below : longest, nodes);
  if (!shorter.empty()) line = shorter;
}

}  // namespace gougi::mate
