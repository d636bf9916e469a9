// SPDX-License-Identifier: MIT
// The root: which moves, how deep, how long, and what is told on the way.
#include "search/searcher.hpp"

#include <algorithm>
#include <limits>

namespace gougi::search {
namespace {

constexpr std::size_t kMateTableMegabytes = 8;

/// Nodes of the mate search before the first iteration. It costs at most some 5 % of a move's time
/// and sees mates far beyond the first iterations.
constexpr std::uint64_t kMateNodesPerMs = 30;
constexpr std::uint64_t kFewestMateNodes = 500;
constexpr std::uint64_t kMostMateNodes = 100'000;

/// The first aspiration window on each side. Larger cuts less, smaller searches twice more often.
constexpr int kWindow = 40;

/// Nodes of the first iteration that even a stop lets pass: a millisecond or two, for a move that
/// hangs no piece.
constexpr std::uint64_t kFirstNodes = 1500;

/// Between two reports of several lines: a GUI redraws a few times a second.
constexpr base::Milliseconds kReportInterval{100};

/// The most that is kept back, besides the network's delay, for a machine that is busy.
constexpr base::Milliseconds kMostLag{200};

/// With a single legal move this depth is enough for a score and an expected answer.
constexpr int kDepthOfForcedMove = 6;

bool better(int value_a, int before_a, int value_b, int before_b) {
  return value_a != value_b ? value_a > value_b : before_a > before_b;
}

}  // namespace

Searcher::Searcher(eval::Style style)
    : evaluator_(style), frames_(static_cast<std::size_t>(kMaxPly) + 4) {}
Searcher::~Searcher() = default;

void Searcher::resize_table(std::size_t megabytes) {
  table_.resize(megabytes);
  mate_solver_.resize(kMateTableMegabytes);
}

void Searcher::new_game() {
  table_.clear();
  history_.clear();
  lag_ = base::Duration::zero();
}

Decision Searcher::search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                          Observer& observer) {
  settings_ = settings;
  observer_ = &observer;
  prepare_root(game, limits);
  Decision decision;
  if (root_moves_.empty()) {
    decision.value = mated_in(0);
    return decision;
  }
  if (limits.search_moves.empty() && shogi::can_declare(position_, settings_.declaration)) {
    decision.choice = Choice::kDeclareWin;
    decision.value = mate_in(0);
    return decision;
  }
  if (!try_root_mate(limits, decision)) deepen(limits);
  learn_lag();
  const RootMove& best = root_moves_.front();
  decision.choice = Choice::kMove;
  decision.move = best.move;
  decision.value = best.value == -kInfiniteValue ? best.previous_value : best.value;
  if (decision.value == -kInfiniteValue) decision.value = evaluator_.evaluate(position_);
  decision.depth = completed_depth_;
  decision.ponder = expected_answer(best);
  decision.nodes = nodes_;
  return decision;
}

void Searcher::prepare_root(const shogi::Game& game, const Limits& limits) {
  start_ = observer_->now();
  position_ = game.position();
  path_.reset(game);
  table_.new_search();
  time_keeper_ = make_time_keeper(limits);
  nodes_ = 0;
  node_limit_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  next_poll_ = kFirstNodes;
  selective_depth_ = 0;
  completed_depth_ = 0;
  reported_depth_ = 0;
  pondering_ = observer_->pondering();
  stopped_ = false;
  first_root_move_ = 0;
  for (int ply = 0; ply < kMaxPly; ++ply) history_.clear_killers(ply);
  root_moves_.clear();
  shogi::MoveList moves;
  shogi::generate_legal(position_, moves);
  const auto asked_for = [&limits](shogi::Move move) {
    return limits.search_moves.empty() ||
           std::find(limits.search_moves.begin(), limits.search_moves.end(), move) !=
               limits.search_moves.end();
  };
  const bool any_asked_for = std::any_of(moves.begin(), moves.end(), asked_for);
  for (const shogi::Move move : moves) {
    // A list without one legal move is not followed: some move has to be played.
    if (any_asked_for && !asked_for(move)) continue;
    RootMove& root_move = root_moves_.emplace_back();
    root_move.move = move;
    root_move.line = {move};
  }
}

bool Searcher::try_root_mate(const Limits& limits, Decision& decision) {
  if (settings_.lines > 1 || !limits.search_moves.empty()) return false;
  if (position_.king(~position_.side_to_move()) == shogi::kNoSquare) return false;
  std::uint64_t budget = limits.infinite ? kMostMateNodes : kFewestMateNodes;
  if (const auto optimum = time_keeper_->optimum()) {
    const auto ms =
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, base::to_ms(*optimum).count()));
    budget = std::clamp(ms * kMateNodesPerMs, std::uint64_t{1}, kMostMateNodes);
  } else if (limits.nodes) {
    budget = std::min(*limits.nodes / 8, kMostMateNodes);
  }
  if (budget == 0) return false;
  mate::MateLimits mate_limits;
  mate_limits.nodes = budget;
  mate_limits.depth = kMaxPly - 2;
  const mate::MateResult result =
      mate_solver_.solve(position_, mate_limits, [this](const mate::MateProgress& progress) {
        nodes_ = progress.nodes;
        next_poll_ = 0;
        return poll();
      });
  stopped_ = false;
  nodes_ = result.nodes;
  next_poll_ = nodes_ + kFirstNodes;
  if (result.verdict != mate::Verdict::kMate) return false;
  RootMove mating;
  mating.move = result.moves.front();
  mating.line = result.moves;
  const int length = static_cast<int>(result.moves.size());
  mating.value = mating.previous_value = mate_in(length);
  mating.selective_depth = length;
  std::erase_if(root_moves_, [&](const RootMove& other) { return other.move == mating.move; });
  root_moves_.insert(root_moves_.begin(), mating);
  completed_depth_ = length;
  report(length, 1, root_moves_.front());
  decision.depth = length;
  return true;
}

void Searcher::deepen(const Limits& limits) {
  const int deepest = std::clamp(limits.depth.value_or(kMaxPly), 1, kMaxPly);
  const auto lines = std::min<std::size_t>(static_cast<std::size_t>(std::max(1, settings_.lines)),
                                           root_moves_.size());
  double instability = 0;
  const auto by_value = [](const RootMove& a, const RootMove& b) {
    return better(a.value, a.previous_value, b.value, b.previous_value);
  };
  for (int depth = 1; depth <= deepest && !stopped_; ++depth) {
    const shogi::Move best_before = root_moves_.front().move;
    for (RootMove& root_move : root_moves_) root_move.previous_value = root_move.value;
    for (std::size_t line = 0; line < lines && !stopped_; ++line) {
      first_root_move_ = line;
      selective_depth_ = 0;
      search_window(depth);
      const auto end = root_moves_.begin() + static_cast<std::ptrdiff_t>(line) + 1;
      std::stable_sort(root_moves_.begin(), end, by_value);
    }
    if (stopped_) {
      report_lines(depth, true);
      return;
    }
    completed_depth_ = depth;
    next_poll_ = nodes_;  // from here on a stop is obeyed at once
    report_lines(depth, false);
    instability = instability / 2 + (root_moves_.front().move != best_before ? 0.5 : 0);
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

void Searcher::look_at_ponder() {
  if (!pondering_ || observer_->pondering()) return;
  pondering_ = false;
  time_keeper_ = make_time_keeper(observer_->limits_after_ponder());
}

std::unique_ptr<TimeKeeper> Searcher::make_time_keeper(const Limits& limits) const {
  return std::make_unique<TimeKeeper>(
      limits, position_.ply(),
      settings_.network_delay + std::chrono::ceil<base::Milliseconds>(lag_));
}

void Searcher::learn_lag() {
  const auto maximum = time_keeper_->maximum();
  if (pondering_ || !maximum) return;
  const base::Duration late = observer_->now() - observer_->clock_start() - *maximum;
  // Forgotten over some ten moves; never more than kMostLag, else one hiccup costs a long time.
  lag_ = std::clamp<base::Duration>(std::max(late, lag_ * 7 / 8), base::Duration::zero(), kMostLag);
}

void Searcher::search_window(int depth) {
  const auto begin = root_moves_.begin() + static_cast<std::ptrdiff_t>(first_root_move_);
  const int guess = begin->previous_value;
  int alpha = -kInfiniteValue;
  int beta = kInfiniteValue;
  int width = kWindow;
  if (depth >= 4 && std::abs(guess) < kRuleWin - kMaxPly) {
    alpha = guess - width;
    beta = guess + width;
  }
  for (;;) {
    const int value = search_root(alpha, beta, depth);
    std::stable_sort(begin, root_moves_.end(), [](const RootMove& a, const RootMove& b) {
      return better(a.value, a.previous_value, b.value, b.previous_value);
    });
    if (stopped_) return;
    if (value <= alpha && alpha > -kInfiniteValue) {
      beta = (alpha + beta) / 2;
      alpha = width > 1000 ? -kInfiniteValue : std::max(value - width, -kInfiniteValue);
    } else if (value >= beta && beta < kInfiniteValue) {
      beta = width > 1000 ? kInfiniteValue : std::min(value + width, kInfiniteValue);
    } else {
      return;
    }
    width *= 3;
  }
}

bool Searcher::enough(int depth, const Limits& limits) const {
  const bool timed = limits.clock || limits.movetime;
  const int value = root_moves_.front().value;
  // A mate that the depth has covered will not get shorter.
  if (timed && is_mate_value(value) && kMateValue - std::abs(value) <= depth) return true;
  return limits.clock && root_moves_.size() == 1 && depth >= kDepthOfForcedMove;
}

void Searcher::report_lines(int depth, bool last) {
  const auto lines = std::min<std::size_t>(static_cast<std::size_t>(std::max(1, settings_.lines)),
                                           root_moves_.size());
  const base::TimePoint now = observer_->now();
  if (!last && lines > 1 && reported_depth_ != 0 && now - last_report_ < kReportInterval) return;
  last_report_ = now;
  reported_depth_ = depth;
  for (std::size_t line = 0; line < lines; ++line) {
    report(depth, static_cast<int>(line) + 1, root_moves_[line]);
  }
}

void Searcher::report(int depth, int rank, const RootMove& root_move) {
  Report report;
  report.depth = depth;
  report.selective_depth = std::max(depth, root_move.selective_depth);
  report.time = observer_->now() - start_;
  report.nodes = nodes_;
  report.per_mille_full = table_.per_mille_full();
  report.rank = rank;
  report.value = root_move.value == -kInfiniteValue ? root_move.previous_value : root_move.value;
  if (report.value == -kInfiniteValue) report.value = evaluator_.evaluate(position_);
  report.line = root_move.line;
  observer_->report(report);
}

shogi::Move Searcher::expected_answer(const RootMove& best) {
  if (best.line.size() > 1) return best.line[1];
  shogi::Position behind = position_;
  shogi::Undo undo;
  behind.do_move(best.move, undo);
  const auto entry = table_.probe(behind.key());
  return entry && entry->move && behind.is_legal(entry->move) ? entry->move : shogi::Move();
}

}  // namespace gougi::search
