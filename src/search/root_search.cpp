// SPDX-License-Identifier: MIT
// The root: which moves, how deep, how long, and what is told on the way.
#include "search/root_search.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <thread>

#include "base/helper_threads.hpp"
#include "search/thread_vote.hpp"

namespace gougi::search {
namespace {

constexpr std::size_t kMateTableMegabytes = 8;

/// Nodes of the mate search before the first iteration. It costs at most some 5 % of a move's time
/// and sees mates far beyond the first iterations.
constexpr std::uint64_t kMateNodesPerMs = 30;
constexpr std::uint64_t kFewestMateNodes = 2000;
constexpr std::uint64_t kMostMateNodes = 100'000;
/// Of the tree's nodes so many allow one more of the mate search, which goes on between iterations.
constexpr std::uint64_t kTreeNodesPerMateNode = 16;

/// Of the tree's nodes so many allow one of a look for a mate behind a move that becomes the best,
/// and along the expected line; and one of all these looks together.
constexpr std::uint64_t kTreeNodesPerLook = 16;
constexpr std::uint64_t kTreeNodesPerWatchNode = 8;
constexpr std::uint64_t kFewestWatchNodes = 500;
constexpr std::uint64_t kMostWatchNodes = 50'000;
constexpr std::size_t kWatchedPlies = 8;

/// With a limit of nodes no thread gets further ahead of another than this, and looks as often. A
/// few times more, and the threads of a short search do not run together but one after another
/// where processors are fewer; much less, and they wait more than they search.
constexpr std::uint64_t kStep = 128;

/// Where there is memory for so many workers only, one in so many goes again.
constexpr std::size_t kPartGivenBack = 4;

/// Between two reports of several lines: a GUI redraws a few times a second.
constexpr base::Milliseconds kReportInterval{100};

/// Iterations that are searched again are reported from here on: before, they only flicker.
constexpr base::Milliseconds kReportsBoundsAfter{3000};

}  // namespace

template <typename Rules>
RootSearch<Rules>::RootSearch(Task& task, SearchClock& clock) : task_(task), clock_(clock) {
  mate_solver_.resize(kMateTableMegabytes);
  mate_watch_.resize(kMateTableMegabytes);
  set_threads(1);
}

template <typename Rules>
void RootSearch<Rules>::set_threads(std::size_t count) {
  while (workers_.size() > count) workers_.pop_back();
  try {
    while (workers_.size() < count) workers_.push_back(std::make_unique<Worker<Rules>>(task_));
  } catch (const std::bad_alloc&) {
    if (workers_.empty()) throw;
    // The search itself wants memory, too, and so do the stacks of its threads.
    workers_.resize(workers_.size() - workers_.size() / kPartGivenBack);
  }
}

template <typename Rules>
void RootSearch<Rules>::warm_up() {
  for (const auto& worker : workers_) worker->warm_up();
}

template <typename Rules>
void RootSearch<Rules>::new_game() {
  for (const auto& worker : workers_) worker->new_game();
}

template <typename Rules>
Decision RootSearch<Rules>::search(const shogi::Game& game, const Limits& limits,
                                   const Settings& settings, std::span<const Outlook> outlooks,
                                   Observer& observer) {
  settings_ = settings;
  observer_ = &observer;
  prepare(game, limits, outlooks);
  Decision decision;
  if (main().root_moves().empty()) {
    decision.value = mated_in(0);
    return decision;
  }
  if (limits.search_moves.empty() && shogi::can_declare(board(), settings_.declaration)) {
    decision.choice = Choice::kDeclareWin;
    decision.value = mate_in(0);
    return decision;
  }
  if (!mate_before(limits)) think(limits);
  clock_.learn_lag();
  const Worker<Rules>& worker = best_worker();
  const Root& best = choice(worker);
  if (&best != &main().root_moves().front()) report(worker.completed_depth(), 1, best);
  decision.choice = Choice::kMove;
  decision.move = best.move;
  decision.value = value_of(best);
  decision.depth = worker.completed_depth();
  decision.ponder = expected_answer(best);
  decision.nodes = all_nodes();
  decision.missing_threads = missing_threads_;
  return decision;
}

template <typename Rules>
void RootSearch<Rules>::prepare(const shogi::Game& game, const Limits& limits,
                                std::span<const Outlook> outlooks) {
  game_ = &game;
  root_ = Rules::position_of(game);
  clock_.begin(*observer_, limits, board().ply(), settings_.time);
  node_limit_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  reported_depth_ = 0;
  alone_.reset();
  mate_nodes_ = 0;
  wished_threads_ = outlooks.size();
  missing_threads_ = 0;
  mate_watch_.begin();
  fill_task(limits);
  const std::vector<Root> root_moves = find_root_moves(limits);
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i]->begin(game, root_moves, outlooks[i], i == 0 ? this : nullptr);
  }
  // Several threads share the limit; look() adds them up.
  if (workers_.size() == 1) main().set_node_limit(node_limit_);
}

template <typename Rules>
void RootSearch<Rules>::fill_task(const Limits& limits) {
  const shogi::Color side = root_.side_to_move();
  task_.declaration = settings_.declaration;
  task_.root_side = side;
  task_.draw_value = settings_.draw_values[static_cast<std::size_t>(shogi::index(side))];
  task_.last_ply = board().ply() > settings_.max_moves ? 0 : settings_.max_moves;
  task_.has = features_of(settings_.stage);
  task_.all_moves = settings_.all_moves;
  task_.freezes = settings_.freezes;
  task_.grows = limits.search_moves.empty();
  task_.stopped.store(false);
  task_.pace.store(Task::kNoPace, std::memory_order_relaxed);
}

// A list without one legal move is not followed: some move has to be played.
template <typename Rules>
auto RootSearch<Rules>::find_root_moves(const Limits& limits) const -> std::vector<Root> {
  const auto asked_for = [&limits](Move move) {
    return std::ranges::any_of(limits.search_moves, [move](shogi::Move asked) {
      return Rules::kFreezes ? asked == move : asked.bare == Rules::bare(move);
    });
  };
  std::vector<Move> moves;
  if (!limits.search_moves.empty()) moves = Rules::all_moves(root_);
  std::erase_if(moves, [&](Move move) { return !asked_for(move); });
  if (moves.empty()) moves = Rules::root_moves(root_);
  std::vector<Root> result;
  for (const Move move : moves) {
    Root& root_move = result.emplace_back();
    root_move.move = move;
    root_move.line = {move};
  }
  return result;
}

template <typename Rules>
bool RootSearch<Rules>::may_look_for_mate(const Limits& limits) const {
  return line_count() == 1 && limits.search_moves.empty() && task_.has.mate_tests &&
         board().king(~root_.side_to_move()).valid();
}

template <typename Rules>
bool RootSearch<Rules>::mate_before(const Limits& limits) {
  mate_goes_on_ = may_look_for_mate(limits);
  if (!mate_goes_on_) return false;
  std::uint64_t budget = limits.infinite ? kMostMateNodes : kFewestMateNodes;
  if (const auto optimum = clock_.optimum()) {
    const auto ms =
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, base::to_ms(*optimum).count()));
    budget = std::clamp(ms * kMateNodesPerMs, std::uint64_t{1}, kMostMateNodes);
  } else if (limits.nodes) {
    budget = std::min(*limits.nodes / 8, kMostMateNodes);
  }
  budget = budget / Rules::kMateNodeCost;
  if (budget == 0) return false;
  clock_.obey_at_once();
  const bool found = find_mate(budget, false);
  task_.stopped.store(false);
  clock_.pass_first_from(main().nodes());
  return found;
}

template <typename Rules>
bool RootSearch<Rules>::mate_beside() {
  if (!mate_goes_on_ || is_mate_value(main().root_moves().front().value)) return false;
  const std::uint64_t share = main().nodes() / (kTreeNodesPerMateNode * Rules::kMateNodeCost);
  const std::uint64_t left = nodes_left();
  if (share < mate_nodes_ + kFewestMateNodes || left == 0) return false;
  return find_mate(std::min(share - mate_nodes_, left), true);
}

template <typename Rules>
bool RootSearch<Rules>::find_mate(std::uint64_t budget, bool goes_on) {
  mate::MateLimits limits;
  limits.nodes = budget;
  limits.depth = kMaxPly - 2;
  limits.goes_on = goes_on;
  const auto result = mate_solver_.solve(root_, limits, [this](const auto& progress) {
    look(main().nodes() + progress.nodes);
    return task_.stopped.load();
  });
  main().add_nodes(result.nodes);
  mate_nodes_ += result.nodes;
  if (result.verdict == mate::Verdict::kNoMate) mate_goes_on_ = false;
  if (result.verdict != mate::Verdict::kMate) return false;
  const int length = static_cast<int>(result.moves.size());
  if (!is_in_time(root_, length) || ends_before({}, result.moves.size())) {
    mate_goes_on_ = false;
    return false;
  }
  Root mating;
  mating.move = result.moves.front();
  mating.line = result.moves;
  mating.value = mating.previous_value = mate_in(length);
  mating.selective_depth = length;
  std::vector<Root>& root_moves = main().root_moves();
  std::erase_if(root_moves, [&](const Root& other) { return other.move == mating.move; });
  root_moves.insert(root_moves.begin(), mating);
  main().set_completed_depth(std::max(length, main().completed_depth()));
  report(main().completed_depth(), 1, root_moves.front());
  reported_depth_ = main().completed_depth();
  return true;
}

/// Whether a mate in `plies` comes before the game is a draw by its number of moves.
template <typename Rules>
bool RootSearch<Rules>::is_in_time(const Position& position, int plies) const {
  return task_.last_ply == 0 || Rules::board(position).ply() + plies - 1 <= task_.last_ply;
}

/// Whether the game may end by a fourth occurrence on the `way`, or on that of the mate in `plies`
/// which lies behind it: the mate solver knows no history, and checks alone that repeat a position
/// lose.
template <typename Rules>
bool RootSearch<Rules>::ends_before(std::span<const Move> way, std::size_t plies) const {
  shogi::Game game = *game_;
  for (const Move move : way) {
    if (!game.play(move) || game.repetition() != shogi::Repetition::kNone) return true;
  }
  return game.may_end_before_mate(plies);
}

template <typename Rules>
auto RootSearch<Rules>::mate_against(Move move, const Position& position) -> Mate {
  return task_.has.mate_tests ? watch(position, std::span(&move, 1)) : Mate();
}

template <typename Rules>
auto RootSearch<Rules>::watch(const Position& position, std::span<const Move> way) -> Mate {
  if (!Rules::board(position).king(~position.side_to_move()).valid()) return {};
  const std::uint64_t nodes = main().nodes();
  const std::uint64_t watched = mate_watch_.nodes();
  if (watched > nodes / (kTreeNodesPerWatchNode * Rules::kMateNodeCost)) return {};
  // With a limit of few nodes these would be all that there are.
  const std::uint64_t budget =
      std::min(std::clamp(nodes / kTreeNodesPerLook, kFewestWatchNodes, kMostWatchNodes),
               nodes_left() / kTreeNodesPerWatchNode);
  if (budget == 0) return {};
  Mate mate = mate_watch_.look(position, budget, [this, nodes](std::uint64_t more) {
    look(nodes + more);
    return task_.stopped.load(std::memory_order_relaxed);
  });
  main().add_nodes(mate_watch_.nodes() - watched);
  if (mate.plies() == 0) return {};
  if (!is_in_time(position, mate.plies()) || ends_before(way, mate.line.size())) return {};
  task_.table->store(
      Rules::table_key(position.key()),
      {Rules::bare(mate.first()), static_cast<std::int16_t>(to_table(mate_in(mate.plies()), 0)),
       Rules::kept_beside(mate.first(), TableEntry::kNoEval), TableEntry::kDepthOfMate,
       Bound::kExact});
  return mate;
}

template <typename Rules>
void RootSearch<Rules>::watch_line() {
  if (!task_.has.mate_tests || is_mate_value(main().root_moves().front().value)) return;
  Position position = root_;
  typename Rules::Undo undo;
  const std::vector<Move>& line = main().root_moves().front().line;
  for (std::size_t i = 0; i < std::min(line.size(), kWatchedPlies); ++i) {
    position.do_move(line[i], undo);
    if (i == 0) continue;  // mate_against() has looked
    const auto way = std::span(line).first(i + 1);
    if (watch(position, way).plies() > 0 || task_.stopped.load(std::memory_order_relaxed)) return;
  }
}

template <typename Rules>
void RootSearch<Rules>::think(const Limits& limits) {
  base::HelperThreads helpers;
  const int depth = deepest_iteration(settings_, limits);
  if (limits.nodes && task_.has.threads && workers_.size() > 1) {
    alone_ = main().nodes();
    task_.pace.store(kStep, std::memory_order_relaxed);
  }
  const auto start = [this, &helpers, depth](std::size_t i) {
    return helpers.start([this, i, depth] {
      try {
        workers_[i]->help(static_cast<int>(i), depth);
      } catch (const std::bad_alloc&) {  // the others go on
        workers_[i]->give_up();
      }
    });
  };
  if (task_.has.threads) {
    std::size_t started = 1;
    while (started < workers_.size() && start(started)) ++started;
    missing_threads_ = static_cast<int>(wished_threads_ - started);
    for (std::size_t i = started; i < workers_.size(); ++i) workers_[i]->give_up();
  }
  try {
    deepen(limits);
  } catch (...) {
    task_.stopped.store(true);
    throw;
  }
  task_.stopped.store(true);
  helpers.join();
}

template <typename Rules>
void RootSearch<Rules>::deepen(const Limits& limits) {
  const int last_depth = deepest_iteration(settings_, limits);
  std::vector<Root>& root_moves = main().root_moves();
  double instability = 0;
  const auto stopped = [this] { return task_.stopped.load(std::memory_order_relaxed); };
  for (int depth = 1; depth <= last_depth && !stopped(); ++depth) {
    if constexpr (Rules::kFreezes) main().forget_freezes();
    const Move best_before = root_moves.front().move;
    for (Root& root_move : root_moves) root_move.previous_value = root_move.value;
    for (std::size_t line = 0; line < line_count() && !stopped(); ++line) {
      main().search_window(depth, line);
      sort_root_moves(root_moves, 0, line + 1);
    }
    if (stopped()) {
      if (line_count() == 1) prefer_unknown(root_moves);
      report_lines(depth, true);
      return;
    }
    main().set_completed_depth(depth);
    clock_.obey_at_once();
    main().look_next();
    report_lines(depth, false);
    instability = instability / 2 + (root_moves.front().move != best_before ? 0.5 : 0);
    if (mate_beside()) return;
    watch_line();
    clock_.look_at_ponder();
    if (clock_.pondering() || limits.infinite) continue;
    if (is_enough(root_moves, depth, limits)) break;
    const bool elastic = depth > 4 && task_.has.elastic_time;
    if (!clock_.worth_another_iteration(elastic ? instability : 0)) break;
  }
  if (reported_depth_ != main().completed_depth()) report_lines(main().completed_depth(), true);
}

template <typename Rules>
const Worker<Rules>& RootSearch<Rules>::best_worker() const {
  if (line_count() > 1 || workers_.size() == 1) return main();
  std::vector<ThreadWord> words;
  for (const auto& worker : workers_) {
    const Root& best = worker->root_moves().front();
    words.push_back({best.move, known_value(best), worker->completed_depth()});
  }
  return *workers_[choose_word(words, settings_.thread_vote)];
}

template <typename Rules>
std::uint64_t RootSearch<Rules>::look(std::uint64_t nodes) {
  if (!clock_.look(nodes)) {
    const bool out_of_nodes = workers_.size() > 1 && nodes_of_helpers() + nodes >= node_limit_;
    if (clock_.must_end() || out_of_nodes) task_.stopped.store(true);
  }
  if (!alone_) return clock_.interval();
  keep_step(nodes);
  return std::min(clock_.interval(), kStep);
}

template <typename Rules>
void RootSearch<Rules>::keep_step(std::uint64_t nodes) {
  const std::uint64_t own = nodes - *alone_;
  task_.pace.store(own + kStep, std::memory_order_relaxed);
  const auto is_behind = [own](const std::unique_ptr<Worker<Rules>>& worker) {
    return !worker->is_done() && worker->published_nodes() + kStep < own;
  };
  const auto helpers = std::span(workers_).subspan(1);
  while (!task_.stopped.load(std::memory_order_relaxed) &&
         std::ranges::any_of(helpers, is_behind)) {
    std::this_thread::yield();
  }
}

template <typename Rules>
std::uint64_t RootSearch<Rules>::nodes_of_helpers() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < workers_.size(); ++i) sum += workers_[i]->published_nodes();
  return sum;
}

template <typename Rules>
std::uint64_t RootSearch<Rules>::all_nodes() const {
  return main().nodes() + nodes_of_helpers();
}

template <typename Rules>
std::uint64_t RootSearch<Rules>::nodes_left() const {
  return node_limit_ - std::min(node_limit_, all_nodes());
}

template <typename Rules>
void RootSearch<Rules>::report_lines(int depth, bool last) {
  const std::size_t lines = line_count();
  const base::TimePoint now = observer_->now();
  const auto interval =
      std::max(lines > 1 ? kReportInterval : base::Milliseconds(0), settings_.report_interval);
  if (!last && reported_depth_ != 0 && now - last_report_ < interval) return;
  last_report_ = now;
  reported_depth_ = depth;
  const auto shown = std::min(lines, static_cast<std::size_t>(std::max(1, settings_.lines)));
  for (std::size_t line = 0; line < shown; ++line) {
    report(depth, static_cast<int>(line) + 1, main().root_moves()[line]);
  }
}

template <typename Rules>
void RootSearch<Rules>::missed_window(int depth, std::size_t first, Bound bound) {
  if (!settings_.report_bounds || clock_.since_start() < kReportsBoundsAfter) return;
  report(depth, static_cast<int>(first) + 1, main().root_moves()[first], bound);
}

// By the table's moves, which are of whatever search came there last.
template <typename Rules>
void RootSearch<Rules>::lengthen(std::vector<Move>& line) const {
  Position position = root_;
  std::vector<shogi::Key> seen{position.key()};
  typename Rules::Undo undo;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kMaxPly); ++i) {
    if (i == line.size()) {
      const Move move = known_move(position);
      if (!move) return;
      line.push_back(move);
    }
    position.do_move(line[i], undo);
    if (std::find(seen.begin(), seen.end(), position.key()) != seen.end()) return;
    seen.push_back(position.key());
  }
}

template <typename Rules>
auto RootSearch<Rules>::known_move(const Position& position) const -> Move {
  const auto entry = task_.table->probe(Rules::table_key(position.key()));
  if (!entry) return {};
  const Move move = Rules::move_of(*entry);
  return position.is_legal(move) ? move : Move();
}

template <typename Rules>
int RootSearch<Rules>::value_of(const Root& root_move) const {
  const int value = known_value(root_move);
  return value == -kInfiniteValue ? Rules::with_terms(task_.view->score_of(board()), root_) : value;
}

template <typename Rules>
void RootSearch<Rules>::report(int depth, int rank, const Root& root_move, Bound bound) {
  Report report;
  // Where a depth is broken off, lines that it has not come to have what the one before found, be
  // it more than that of the move that is played.
  report.depth = rank > 1 && root_move.depth > 0 ? std::min(depth, root_move.depth) : depth;
  report.selective_depth = std::max(depth, root_move.selective_depth);
  report.time = clock_.since_start();
  report.nodes = all_nodes();
  report.per_mille_full = task_.table->per_mille_full();
  report.rank = rank;
  report.value = value_of(root_move);
  report.bound = bound;
  std::vector<Move> line = root_move.line;
  if (settings_.long_lines) lengthen(line);
  report.line.assign(line.begin(), line.end());
  observer_->report(report);
}

template <typename Rules>
auto RootSearch<Rules>::expected_answer(const Root& best) const -> Move {
  if (best.line.size() > 1) return best.line[1];
  Position behind = root_;
  typename Rules::Undo undo;
  behind.do_move(best.move, undo);
  return known_move(behind);
}

template class RootSearch<ShogiRules>;
template class RootSearch<FreezeRules>;

}  // namespace gougi::search
