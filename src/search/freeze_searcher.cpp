// SPDX-License-Identifier: MIT
#include "search/freeze_searcher.hpp"

#include <algorithm>

#include "shogi/movegen.hpp"

namespace gougi::search {
namespace {

// As in searcher.cpp; a node takes a little longer.
constexpr SearchClock::Pace kFreezePace{1000, 256};
constexpr base::Milliseconds kFreezeReportInterval{100};
constexpr base::Milliseconds kReportsFreezeBoundsAfter{3000};

}  // namespace

Decision FreezeSearcher::search(const shogi::Game& game, const Limits& limits,
                                const Settings& settings, Observer& observer) {
  settings_ = settings;
  observer_ = &observer;
  prepare(game, limits);
  Decision decision;
  if (tree_.root_moves().empty()) {
    decision.value = mated_in(0);
    return decision;
  }
  if (limits.search_moves.empty() && shogi::can_declare(root_.position(), settings_.declaration)) {
    decision.choice = Choice::kDeclareWin;
    decision.value = mate_in(0);
    return decision;
  }
  deepen(limits);
  clock_.learn_lag();
  const FreezeRootMove& best = choice();
  if (&best != &tree_.root_moves().front()) report(completed_depth_, 1, best);
  decision.choice = Choice::kMove;
  decision.move = best.move.move;
  decision.freeze = best.move.freeze;
  decision.value = known_value(best);
  if (decision.value == -kInfiniteValue) decision.value = tree_.evaluate_root();
  decision.depth = completed_depth_;
  const shogi::FreezeMove ponder = expected_answer(best);
  decision.ponder = ponder.move;
  decision.ponder_freeze = ponder.freeze;
  decision.nodes = tree_.nodes();
  return decision;
}

void FreezeSearcher::prepare(const shogi::Game& game, const Limits& limits) {
  root_ = game.freeze_position();
  clock_.begin(*observer_, limits, root_.position().ply(), settings_.time, kFreezePace);
  completed_depth_ = reported_depth_ = 0;
  tree_.begin(game, find_root_moves(limits), limits.search_moves.empty(), settings_.freezes, this);
  if (limits.nodes) tree_.set_node_limit(*limits.nodes);
}

// Without a freeze all moves; with one, those that have to have one, and those asked for.
std::vector<FreezeRootMove> FreezeSearcher::find_root_moves(const Limits& limits) const {
  std::vector<shogi::FreezeMove> moves;
  for (std::size_t i = 0; i < limits.search_moves.size(); ++i) {
    const auto move = shogi::freeze_move_at(limits.search_moves, limits.search_freezes, i);
    const bool is_new = std::find(moves.begin(), moves.end(), move) == moves.end();
    if (is_new && root_.is_legal(move)) moves.push_back(move);
  }
  if (moves.empty()) {
    shogi::MoveList bare;
    shogi::generate_legal_bare(root_, bare);
    moves.assign(bare.begin(), bare.end());
    if (const shogi::Move drop = root_.pawn_drop_mate()) {
      moves.emplace_back(drop, shogi::first_kind(root_.freezable(drop)));
    }
  }
  std::vector<FreezeRootMove> result;
  for (const shogi::FreezeMove move : moves) {
    FreezeRootMove& root_move = result.emplace_back();
    root_move.move = move;
    root_move.line = {move};
  }
  return result;
}

void FreezeSearcher::deepen(const Limits& limits) {
  const int last_depth = deepest_iteration(settings_, limits);
  std::vector<FreezeRootMove>& root_moves = tree_.root_moves();
  double instability = 0;
  for (int depth = 1; depth <= last_depth && !is_stopped(); ++depth) {
    tree_.forget_freezes();
    const shogi::FreezeMove best_before = root_moves.front().move;
    for (FreezeRootMove& root_move : root_moves) root_move.previous_value = root_move.value;
    for (std::size_t line = 0; line < line_count() && !is_stopped(); ++line) {
      tree_.search_window(depth, line);
      sort_root_moves(root_moves, line + 1);
    }
    if (is_stopped()) {
      if (line_count() == 1) prefer_unknown(root_moves);
      return report_lines(depth, true);
    }
    completed_depth_ = depth;
    clock_.obey_at_once();
    tree_.look_next();
    report_lines(depth, false);
    instability = instability / 2 + (root_moves.front().move != best_before ? 0.5 : 0);
    clock_.look_at_ponder();
    if (clock_.pondering() || limits.infinite) continue;
    if (is_enough(root_moves, depth, limits)) break;
    if (!clock_.worth_another_iteration(depth > 4 ? instability : 0)) break;
  }
  if (reported_depth_ != completed_depth_) report_lines(completed_depth_, true);
}

std::uint64_t FreezeSearcher::look(std::uint64_t nodes) {
  if (!clock_.look(nodes) && clock_.must_end()) task_.stopped.store(true);
  return clock_.interval();
}

shogi::FreezeMove FreezeSearcher::expected_answer(const FreezeRootMove& best) const {
  if (best.line.size() > 1) return best.line[1];
  shogi::FreezePosition behind = root_;
  shogi::FreezeUndo undo;
  behind.do_move(best.move, undo);
  const auto entry = task_.table->probe(table_key(behind.key()));
  if (!entry || !entry->move) return {};
  const shogi::FreezeMove move = move_of(*entry);
  return behind.is_legal(move) ? move : shogi::FreezeMove();
}

void FreezeSearcher::report_lines(int depth, bool last) {
  const std::size_t lines = line_count();
  const base::TimePoint now = observer_->now();
  const auto interval = std::max(lines > 1 ? kFreezeReportInterval : base::Milliseconds(0),
                                 settings_.report_interval);
  if (!last && reported_depth_ != 0 && now - last_report_ < interval) return;
  last_report_ = now;
  reported_depth_ = depth;
  const auto shown = std::min(lines, static_cast<std::size_t>(std::max(1, settings_.lines)));
  for (std::size_t line = 0; line < shown; ++line) {
    report(depth, static_cast<int>(line) + 1, tree_.root_moves()[line]);
  }
}

void FreezeSearcher::missed_window(int depth, std::size_t first, Bound bound) {
  if (!settings_.report_bounds || clock_.since_start() < kReportsFreezeBoundsAfter) return;
  report(depth, static_cast<int>(first) + 1, tree_.root_moves()[first], bound);
}

void FreezeSearcher::report(int depth, int rank, const FreezeRootMove& root_move, Bound bound) {
  Report report;
  report.depth = depth;
  report.selective_depth = std::max(depth, root_move.selective_depth);
  report.time = clock_.since_start();
  report.nodes = tree_.nodes();
  report.per_mille_full = task_.table->per_mille_full();
  report.rank = rank;
  report.value = known_value(root_move);
  if (report.value == -kInfiniteValue) report.value = tree_.evaluate_root();
  report.bound = bound;
  for (const shogi::FreezeMove move : root_move.line) {
    report.line.push_back(move.move);
    report.freezes.push_back(move.freeze);
  }
  observer_->report(report);
}

}  // namespace gougi::search
