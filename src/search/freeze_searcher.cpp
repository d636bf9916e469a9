// SPDX-License-Identifier: MIT
#include "search/freeze_searcher.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "shogi/movegen.hpp"

namespace gougi::search {
namespace {

// As in searcher.cpp; a node takes a little longer.
constexpr std::uint64_t kFirstFreezeNodes = 1000;
constexpr base::Milliseconds kFirstFreezeTime{4};
constexpr base::Duration kFreezeLookAgainAfter = base::Milliseconds(1);
constexpr std::uint64_t kFewestFreezeNodes = 16;
constexpr std::uint64_t kMostFreezeNodes = 256;
constexpr base::Milliseconds kFreezeReportInterval{100};
constexpr base::Milliseconds kMostFreezeLag{200};
constexpr base::Milliseconds kReportsFreezeBoundsAfter{3000};
constexpr int kFreezeSkillLines = 4;
constexpr int kDepthOfSingleMove = 6;

int known_value_of(const FreezeRootMove& root_move) {
  return root_move.value == -kInfiniteValue ? root_move.previous_value : root_move.value;
}

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
  learn_lag();
  const FreezeRootMove& best = choice();
  if (&best != &tree_.root_moves().front()) report(completed_depth_, 1, best);
  decision.choice = Choice::kMove;
  decision.move = best.move.move;
  decision.freeze = best.move.freeze;
  decision.value = known_value_of(best);
  if (decision.value == -kInfiniteValue) decision.value = tree_.evaluate_root();
  decision.depth = completed_depth_;
  const shogi::FreezeMove ponder = expected_answer(best);
  decision.ponder = ponder.move;
  decision.ponder_freeze = ponder.freeze;
  decision.nodes = tree_.nodes();
  return decision;
}

void FreezeSearcher::prepare(const shogi::Game& game, const Limits& limits) {
  start_ = observer_->now();
  root_ = game.freeze_position();
  time_keeper_ = make_time_keeper(limits);
  completed_depth_ = reported_depth_ = 0;
  pondering_ = observer_->pondering();
  tree_.begin(game, find_root_moves(limits), limits.search_moves.empty(), settings_.freezes, this);
  if (limits.nodes) tree_.set_node_limit(*limits.nodes);
  first_nodes_ = kFirstFreezeNodes;
  first_until_ = last_look_ = start_;
  first_until_ += kFirstFreezeTime;
  look_interval_ = kFewestFreezeNodes;
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

int FreezeSearcher::deepest(const Limits& limits) const {
  const int most = settings_.skill < kFullSkill ? 1 + settings_.skill : kMaxPly;
  return std::clamp(limits.depth.value_or(most), 1, most);
}

void FreezeSearcher::deepen(const Limits& limits) {
  const int last_depth = deepest(limits);
  std::vector<FreezeRootMove>& root_moves = tree_.root_moves();
  double instability = 0;
  const auto by_value = [](const FreezeRootMove& a, const FreezeRootMove& b) {
    return a.value != b.value ? a.value > b.value : a.previous_value > b.previous_value;
  };
  for (int depth = 1; depth <= last_depth && !is_stopped(); ++depth) {
    tree_.forget_freezes();
    const shogi::FreezeMove best_before = root_moves.front().move;
    for (FreezeRootMove& root_move : root_moves) root_move.previous_value = root_move.value;
    for (std::size_t line = 0; line < line_count() && !is_stopped(); ++line) {
      tree_.search_window(depth, line);
      const auto end = root_moves.begin() + static_cast<std::ptrdiff_t>(line) + 1;
      std::stable_sort(root_moves.begin(), end, by_value);
    }
    if (is_stopped()) return report_lines(depth, true);
    completed_depth_ = depth;
    first_nodes_ = 0;
    tree_.look_next();
    report_lines(depth, false);
    instability = instability / 2 + (root_moves.front().move != best_before ? 0.5 : 0);
    look_at_ponder();
    if (pondering_ || limits.infinite) continue;
    if (enough(depth, limits)) break;
    if (!time_keeper_->worth_another_iteration(observer_->clock_start(), observer_->now(),
                                               depth > 4 ? instability : 0)) {
      break;
    }
  }
  if (reported_depth_ != completed_depth_) report_lines(completed_depth_, true);
}

bool FreezeSearcher::enough(int depth, const Limits& limits) const {
  const bool timed = limits.clock || limits.movetime;
  const int value = tree_.root_moves().front().value;
  if (timed && is_mate_value(value) && kMateValue - std::abs(value) <= depth) return true;
  return limits.clock && tree_.root_moves().size() == 1 && depth >= kDepthOfSingleMove;
}

std::uint64_t FreezeSearcher::look(std::uint64_t nodes) {
  const base::TimePoint now = observer_->now();
  const base::Duration since_last = now - last_look_;
  last_look_ = now;
  if (since_last > kFreezeLookAgainAfter) {
    look_interval_ = std::max<std::uint64_t>(look_interval_ / 8, 1);
  } else if (since_last < kFreezeLookAgainAfter / 4) {
    look_interval_ = std::min(look_interval_ * 2, kMostFreezeNodes);
  }
  if (nodes < first_nodes_ && now < first_until_) return look_interval_;
  look_at_ponder();
  const bool out_of_time = !pondering_ && time_keeper_->must_stop(observer_->clock_start(), now);
  if (observer_->stop_requested() || out_of_time) task_.stopped.store(true);
  return look_interval_;
}

void FreezeSearcher::look_at_ponder() {
  if (!pondering_ || observer_->pondering()) return;
  pondering_ = false;
  time_keeper_ = make_time_keeper(observer_->limits_after_ponder());
}

std::unique_ptr<TimeKeeper> FreezeSearcher::make_time_keeper(const Limits& limits) const {
  TimeRules rules = settings_.time;
  const auto lag = std::chrono::ceil<base::Milliseconds>(lag_);
  rules.delay += lag;
  rules.worst_delay += lag;
  return std::make_unique<TimeKeeper>(limits, root_.position().ply(), rules);
}

void FreezeSearcher::learn_lag() {
  const auto maximum = time_keeper_->maximum();
  if (pondering_ || !maximum) return;
  const base::Duration late = observer_->now() - observer_->clock_start() - *maximum;
  lag_ = std::clamp<base::Duration>(std::max(late, lag_ * 7 / 8), base::Duration::zero(),
                                    kMostFreezeLag);
}

std::size_t FreezeSearcher::line_count() const {
  const int wanted =
      settings_.skill < kFullSkill ? std::max(settings_.lines, kFreezeSkillLines) : settings_.lines;
  return std::min<std::size_t>(static_cast<std::size_t>(std::max(1, wanted)),
                               tree_.root_moves().size());
}

// As Searcher's: with less than full skill moves that are a little worse are taken now and then.
const FreezeRootMove& FreezeSearcher::choice() const {
  const std::vector<FreezeRootMove>& moves = tree_.root_moves();
  if (settings_.skill >= kFullSkill || moves.size() < 2) return moves.front();
  base::Random random(settings_.skill_seed ^ root_.key());
  const int best = known_value_of(moves.front());
  const int weakness = 8 * (kFullSkill - settings_.skill);
  const FreezeRootMove* chosen = &moves.front();
  int highest = -2 * kInfiniteValue;
  const auto count =
      std::min<std::size_t>(static_cast<std::size_t>(kFreezeSkillLines), moves.size());
  for (std::size_t i = 0; i < count; ++i) {
    const int value = known_value_of(moves[i]);
    if (value == -kInfiniteValue || best - value > 10 * weakness) continue;
    const int luck = static_cast<int>(random.below(static_cast<std::uint64_t>(5 * weakness)));
    if (value + luck > highest) {
      highest = value + luck;
      chosen = &moves[i];
    }
  }
  return *chosen;
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
  if (!settings_.report_bounds || observer_->now() - start_ < kReportsFreezeBoundsAfter) return;
  report(depth, static_cast<int>(first) + 1, tree_.root_moves()[first], bound);
}

void FreezeSearcher::report(int depth, int rank, const FreezeRootMove& root_move, Bound bound) {
  Report report;
  report.depth = depth;
  report.selective_depth = std::max(depth, root_move.selective_depth);
  report.time = observer_->now() - start_;
  report.nodes = tree_.nodes();
  report.per_mille_full = task_.table->per_mille_full();
  report.rank = rank;
  report.value = known_value_of(root_move);
  if (report.value == -kInfiniteValue) report.value = tree_.evaluate_root();
  report.bound = bound;
  for (const shogi::FreezeMove move : root_move.line) {
    report.line.push_back(move.move);
    report.freezes.push_back(move.freeze);
  }
  observer_->report(report);
}

}  // namespace gougi::search
