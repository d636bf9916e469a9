// SPDX-License-Identifier: MIT
#include "pyonpyon/search.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace gougi::pyonpyon {
namespace {

constexpr std::uint64_t kBetweenQuestions = 1024;

/// The bits above a position's in its key say which search an entry is of.
constexpr std::uint64_t kSearches = std::uint64_t{1} << (64 - kKeyBits);

int rows_to_go(Squares stones, Side side) {
  int rows = 0;
  for (int row = 0; row < kFiles; ++row) {
    const Squares here = stones & Squares{0x1F} << static_cast<unsigned>(row * kFiles);
    rows += std::popcount(here) * (side == Side::kX ? row : kFiles - 1 - row);
  }
  return rows;
}

std::size_t index_of(Side side, Move move) {
  return (static_cast<std::size_t>(side) * kSquareCount + move.from) * kSquareCount + move.to;
}

}  // namespace

int evaluate(const Position& position) {
  const Side us = position.to_move;
  // Half a row for the move.
  return 100 * (rows_to_go(position.stones(~us), ~us) - rows_to_go(position.stones(us), us)) + 50;
}

Search::Search(std::size_t megabytes) : history_(std::size_t{2} * kSquareCount * kSquareCount) {
  for (; table_.empty(); megabytes /= 2) {
    try {
      table_.resize(std::max<std::size_t>(megabytes, 1) * (std::size_t{1} << 20U) / sizeof(Entry));
    } catch (const std::bad_alloc&) {
      if (megabytes <= 1) throw;
    }
  }
}

Search::Entry& Search::slot(std::uint64_t key) {
  // Of a product only the upper bits depend on all of the key.
  const std::uint64_t mixed = key * 0x9E3779B97F4A7C15ULL >> 32U;
  return table_[static_cast<std::size_t>(mixed * table_.size() >> 32U)];
}

bool Search::has_occurred(const Position& position) const {
  return std::find(path_.begin(), path_.end(), position) != path_.end() ||
         std::binary_search(past_.begin(), past_.end(), key_of(position));
}

int Search::worth_without_move(const Position& position, int ply) {
  if (!position.is_challenge()) return ply - kWon;
  return ply % 2 == 0 ? kBothLost : -kBothLost;
}

int Search::visit(const Position& position, int alpha, int beta, int depth, int ply) {
  ++nodes_;
  if (nodes_ >= node_limit_ || (nodes_ % kBetweenQuestions == 0 && (*stop_)())) stopped_ = true;
  if (stopped_) return 0;
  if (is_home(position, ~position.to_move)) return ply - kWon;
  if (has_occurred(position)) return 0;
  if (depth == 0) return evaluate(position);
  const std::uint64_t key = key_of(position) | search_ << kKeyBits;
  Entry& entry = slot(key);
  const bool known = entry.bound != Bound::kNone && entry.key == key;
  if (known && entry.depth >= depth) {
    int score = entry.score;
    if (is_decided(score)) score += score > 0 ? -ply : ply;
    if (entry.bound == Bound::kExact ||
        (score >= beta ? entry.bound == Bound::kLower
                       : score <= alpha && entry.bound == Bound::kUpper)) {
      return score;
    }
  }
  MoveList moves;
  generate(position, moves);
  if (moves.empty()) return worth_without_move(position, ply);
  std::array<std::uint32_t, sizeof(MoveList) / sizeof(Move)> worth;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    worth[i] = known && moves[i] == entry.move ? std::numeric_limits<std::uint32_t>::max()
                                               : history_[index_of(position.to_move, moves[i])];
  }
  path_.push_back(position);
  const int first_alpha = alpha;
  int best = -kWon;
  Move best_move = moves[0];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto most = std::max_element(worth.begin() + static_cast<std::ptrdiff_t>(i),
                                       worth.begin() + static_cast<std::ptrdiff_t>(moves.size())) -
                      worth.begin();
    std::swap(worth[i], worth[static_cast<std::size_t>(most)]);
    std::swap(moves[i], moves[static_cast<std::size_t>(most)]);
    const Position next = after(position, moves[i]);
    int score = 0;
    if (i > 0) score = -visit(next, -alpha - 1, -alpha, depth - 1, ply + 1);
    if (i == 0 || (score > alpha && score < beta && !stopped_)) {
      score = -visit(next, -beta, -alpha, depth - 1, ply + 1);
    }
    if (stopped_) break;
    if (score > best) {
      best = score;
      best_move = moves[i];
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        history_[index_of(position.to_move, moves[i])] += static_cast<std::uint32_t>(depth * depth);
        break;
      }
    }
  }
  path_.pop_back();
  if (stopped_) return 0;
  const int stored = is_decided(best) ? best + (best > 0 ? ply : -ply) : best;
  entry = {key, static_cast<std::int16_t>(stored), static_cast<std::uint8_t>(depth),
           best >= beta         ? Bound::kLower
           : best > first_alpha ? Bound::kExact
                                : Bound::kUpper,
           best_move};
  return best;
}

std::vector<Move> Search::best_line(Position position, Move first) {
  std::vector<Move> line{first};
  std::vector<Position> seen{position};
  position = after(position, first);
  while (line.size() < kDeepest && !is_home(position, ~position.to_move) &&
         std::find(seen.begin(), seen.end(), position) == seen.end()) {
    const std::uint64_t key = key_of(position) | search_ << kKeyBits;
    const Entry& entry = slot(key);
    if (entry.bound == Bound::kNone || entry.key != key || !is_legal(position, entry.move)) break;
    line.push_back(entry.move);
    seen.push_back(position);
    position = after(position, entry.move);
  }
  return line;
}

Thought Search::think(const Game& game, const SearchLimits& limits, const Stop& stop,
                      const Report& report) {
  // Draws by repetition belong to one game, so each search forgets those before.
  search_ = (search_ + 1) % kSearches;
  if (search_ == 0) std::fill(table_.begin(), table_.end(), Entry{});
  std::fill(history_.begin(), history_.end(), 0U);
  path_.clear();
  past_.clear();
  Game past = game;
  while (past.undo()) past_.push_back(key_of(past.position()));
  std::sort(past_.begin(), past_.end());
  stop_ = &stop;
  nodes_ = 0;
  node_limit_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  stopped_ = false;
  const Position& root = game.position();
  Thought best;
  MoveList moves;
  generate(root, moves);
  root_moves_.assign(moves.begin(), moves.end());
  if (!limits.moves.empty()) root_moves_ = limits.moves;
  if (root_moves_.empty()) return best;
  best.line = {root_moves_.front()};
  path_.push_back(root);
  for (int depth = 1; depth <= std::min(limits.depth, kDeepest); ++depth) {
    int alpha = -kWon;
    std::size_t best_at = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
      const Position next = after(root, root_moves_[i]);
      int score = i == 0 ? 0 : -visit(next, -alpha - 1, -alpha, depth - 1, 1);
      if (i == 0 || (score > alpha && !stopped_)) score = -visit(next, -kWon, -alpha, depth - 1, 1);
      if (stopped_) break;
      if (i == 0 || score > alpha) {
        alpha = score;
        best_at = i;
        best.line = {root_moves_[i]};
        best.score = score;
      }
    }
    std::rotate(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(best_at),
                root_moves_.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
    if (stopped_) break;
    best.depth = depth;
    best.nodes = nodes_;
    best.line = best_line(root, root_moves_.front());
    report(best);
    if (is_decided(best.score) && kWon - std::abs(best.score) <= depth) break;
  }
  best.nodes = nodes_;
  return best;
}

}  // namespace gougi::pyonpyon
