// SPDX-License-Identifier: MIT
// The root: which moves, how deep, how long, and what is told on the way.
#include "search/searcher.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <thread>

#include "search/freeze_searcher.hpp"
#include "shogi/movegen.hpp"

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

/// A node takes a microsecond.
constexpr SearchClock::Pace kPace{1500, 512};

/// With a limit of nodes no thread gets further ahead of another than this, and looks as often. A
/// few times more, and the threads of a short search do not run together but one after another
/// where processors are fewer; much less, and they wait more than they search.
constexpr std::uint64_t kStep = 128;

/// Between two reports of several lines: a GUI redraws a few times a second.
constexpr base::Milliseconds kReportInterval{100};

/// Iterations that are searched again are reported from here on: before, they only flicker.
constexpr base::Milliseconds kReportsBoundsAfter{3000};

}  // namespace

Searcher::Searcher(eval::Style style, MemoryAdvice advice) : style_(style), view_(view_of(style)) {
  table_.set_memory_advice(advice);
  task_.advice = advice;
  task_.table = &table_;
  task_.view = &view_;
  set_threads(1);
}
Searcher::~Searcher() = default;

void Searcher::set_style(eval::Style style) {
  style_ = style;
  view_ = view_of(style_, network_, view_.fv_scale);
}

void Searcher::set_network(std::shared_ptr<const eval::NnueNetwork> network, int fv_scale) {
  network_ = std::move(network);
  view_ = view_of(style_, network_, fv_scale);
}

void Searcher::set_threads(int count) {
  const auto wanted = static_cast<std::size_t>(std::max(1, count));
  while (workers_.size() > wanted) workers_.pop_back();
  while (workers_.size() < wanted) workers_.push_back(std::make_unique<Worker>(task_));
}

void Searcher::resize_table(std::size_t megabytes) {
  table_.resize(megabytes);
  table_.warm_up();
  mate_solver_.resize(kMateTableMegabytes);
  mate_watch_.resize(kMateTableMegabytes);
  for (const auto& worker : workers_) worker->warm_up();
}

int Searcher::evaluate(const shogi::Position& position) const {
  eval::Judge judge(view_.evaluator);
  judge.set_network(view_.network, view_.fv_scale);
  judge.start(position);
  return judge.evaluate(position);
}

void Searcher::new_game() {
  table_.clear();
  for (const auto& worker : workers_) worker->new_game();
  if (freeze_searcher_) freeze_searcher_->new_game();
  clock_.forget_lag();
}

Decision Searcher::search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                          Observer& observer) {
  if (!game.freeze_position().plain()) return search_freezes(game, limits, settings, observer);
  settings_ = settings;
  observer_ = &observer;
  prepare(game, limits);
  Decision decision;
  if (main().root_moves().empty()) {
    decision.value = mated_in(0);
    return decision;
  }
  if (limits.search_moves.empty() && shogi::can_declare(root_, settings_.declaration)) {
    decision.choice = Choice::kDeclareWin;
    decision.value = mate_in(0);
    return decision;
  }
  if (!mate_before(limits)) think(limits);
  clock_.learn_lag();
  const Worker& worker = best_worker();
  const RootMove& best = choice(worker);
  if (&best != &main().root_moves().front()) report(worker.completed_depth(), 1, best);
  decision.choice = Choice::kMove;
  decision.move = best.move;
  decision.value = known_value(best);
  if (decision.value == -kInfiniteValue) decision.value = evaluate(root_);
  decision.depth = worker.completed_depth();
  decision.ponder = expected_answer(best);
  decision.nodes = all_nodes();
  return decision;
}

Decision Searcher::search_freezes(const shogi::Game& game, const Limits& limits,
                                  const Settings& settings, Observer& observer) {
  settings_ = settings;
  table_.new_search();
  fill_task(game.position());
  if (!freeze_searcher_) freeze_searcher_ = std::make_unique<FreezeSearcher>(task_, clock_);
  return freeze_searcher_->search(game, limits, settings, observer);
}

void Searcher::fill_task(const shogi::Position& root) {
  const shogi::Color side = root.side_to_move();
  task_.declaration = settings_.declaration;
  task_.root_side = side;
  task_.draw_value = settings_.draw_values[static_cast<std::size_t>(shogi::index(side))];
  task_.last_ply = root.ply() > settings_.max_moves ? 0 : settings_.max_moves;
  task_.has = features_of(settings_.stage);
  task_.all_moves = settings_.all_moves;
  task_.stopped.store(false);
}

void Searcher::tune() {
  tuned_.resize(has_margins(settings_.thread_council) ? kVariations : 1);
  for (std::size_t i = 0; i < tuned_.size(); ++i) {
    tuned_[i].set(i == 0 ? settings_.tuning : varied(settings_.tuning, i));
  }
}

Outlook Searcher::outlook_of(std::size_t thread) const {
  const bool styled = has_styles(settings_.thread_council);
  const std::size_t view = view_of_thread(thread, styled ? other_views_.size() : 0);
  return {view == 0 ? &view_ : &other_views_[view - 1], &tuned_[thread % tuned_.size()]};
}

void Searcher::prepare(const shogi::Game& game, const Limits& limits) {
  root_ = game.position();
  table_.new_search();
  clock_.begin(*observer_, limits, root_.ply(), settings_.time, kPace);
  node_limit_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  reported_depth_ = 0;
  alone_.reset();
  task_.pace.store(Task::kNoPace, std::memory_order_relaxed);
  mate_nodes_ = 0;
  mate_watch_.begin();
  fill_task(root_);
  const std::vector<RootMove> root_moves = find_root_moves(limits);
  tune();
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i]->begin(game, root_moves, outlook_of(i), i == 0 ? this : nullptr);
  }
  // Several threads share the limit; look() adds them up.
  if (workers_.size() == 1) main().set_node_limit(node_limit_);
}

std::vector<RootMove> Searcher::find_root_moves(const Limits& limits) const {
  shogi::MoveList moves;
  shogi::generate_legal(root_, moves);
  const auto asked_for = [&limits](shogi::Move move) {
    return limits.search_moves.empty() ||
           std::find(limits.search_moves.begin(), limits.search_moves.end(), move) !=
               limits.search_moves.end();
  };
  const bool any_asked_for = std::any_of(moves.begin(), moves.end(), asked_for);
  std::vector<RootMove> result;
  for (const shogi::Move move : moves) {
    // A list without one legal move is not followed: some move has to be played.
    if (any_asked_for && !asked_for(move)) continue;
    RootMove& root_move = result.emplace_back();
    root_move.move = move;
    root_move.line = {move};
  }
  return result;
}

bool Searcher::may_look_for_mate(const Limits& limits) const {
  return line_count() == 1 && limits.search_moves.empty() && task_.has.mate_tests &&
         root_.king(~root_.side_to_move()).valid();
}

bool Searcher::mate_before(const Limits& limits) {
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
  if (budget == 0) return false;
  clock_.obey_at_once();
  const bool found = find_mate(budget, false);
  task_.stopped.store(false);
  clock_.pass_first_from(main().nodes());
  return found;
}

bool Searcher::mate_beside() {
  if (!mate_goes_on_ || is_mate_value(main().root_moves().front().value)) return false;
  const std::uint64_t share = main().nodes() / kTreeNodesPerMateNode;
  if (share < mate_nodes_ + kFewestMateNodes || main().nodes() >= node_limit_) return false;
  return find_mate(std::min(share - mate_nodes_, node_limit_ - main().nodes()), true);
}

bool Searcher::find_mate(std::uint64_t budget, bool goes_on) {
  mate::MateLimits limits;
  limits.nodes = budget;
  limits.depth = kMaxPly - 2;
  limits.goes_on = goes_on;
  const mate::MateResult result =
      mate_solver_.solve(root_, limits, [this](const mate::MateProgress& progress) {
        look(main().nodes() + progress.nodes);
        return task_.stopped.load();
      });
  main().add_nodes(result.nodes);
  mate_nodes_ += result.nodes;
  if (result.verdict == mate::Verdict::kNoMate) mate_goes_on_ = false;
  if (result.verdict != mate::Verdict::kMate) return false;
  if (!is_in_time(root_, static_cast<int>(result.moves.size()))) {
    mate_goes_on_ = false;
    return false;
  }
  RootMove mating;
  mating.move = result.moves.front();
  mating.line = result.moves;
  const int length = static_cast<int>(result.moves.size());
  mating.value = mating.previous_value = mate_in(length);
  mating.selective_depth = length;
  std::vector<RootMove>& root_moves = main().root_moves();
  std::erase_if(root_moves, [&](const RootMove& other) { return other.move == mating.move; });
  root_moves.insert(root_moves.begin(), mating);
  main().set_completed_depth(std::max(length, main().completed_depth()));
  report(main().completed_depth(), 1, root_moves.front());
  reported_depth_ = main().completed_depth();
  return true;
}

/// Whether a mate in `plies` comes before the game is a draw by its number of moves.
bool Searcher::is_in_time(const shogi::Position& position, int plies) const {
  return task_.last_ply == 0 || position.ply() + plies - 1 <= task_.last_ply;
}

int Searcher::mate_against(const shogi::Position& position) {
  return task_.has.mate_tests ? watch(position).plies : 0;
}

MateWatch::Mate Searcher::watch(const shogi::Position& position) {
  if (!position.king(~position.side_to_move()).valid()) return {};
  const std::uint64_t nodes = main().nodes();
  const std::uint64_t watched = mate_watch_.nodes();
  if (watched > nodes / kTreeNodesPerWatchNode) return {};
  // With a limit of few nodes these would be all that there are.
  const std::uint64_t left = node_limit_ - std::min(node_limit_, nodes);
  const std::uint64_t budget =
      std::min(std::clamp(nodes / kTreeNodesPerLook, kFewestWatchNodes, kMostWatchNodes),
               left / kTreeNodesPerWatchNode);
  if (budget == 0) return {};
  const MateWatch::Mate mate =
      mate_watch_.look(position, budget, [this, nodes](std::uint64_t more) {
        look(nodes + more);
        return task_.stopped.load(std::memory_order_relaxed);
      });
  main().add_nodes(mate_watch_.nodes() - watched);
  if (mate.plies > 0 && !is_in_time(position, mate.plies)) return {};
  if (mate.plies > 0) {
    table_.store(position.key(),
                 {mate.first, static_cast<std::int16_t>(to_table(mate_in(mate.plies), 0)),
                  TableEntry::kNoEval, TableEntry::kDepthOfMate, Bound::kExact});
  }
  return mate;
}

void Searcher::watch_line() {
  if (!task_.has.mate_tests || is_mate_value(main().root_moves().front().value)) return;
  shogi::Position position = root_;
  shogi::Undo undo;
  const std::vector<shogi::Move>& line = main().root_moves().front().line;
  for (std::size_t i = 0; i < std::min(line.size(), kWatchedPlies); ++i) {
    position.do_move(line[i], undo);
    if (i == 0) continue;  // mate_against() has looked
    if (watch(position).plies > 0 || task_.stopped.load(std::memory_order_relaxed)) return;
  }
}

void Searcher::think(const Limits& limits) {
  std::vector<std::thread> helpers;
  const int depth = deepest_iteration(settings_, limits);
  if (limits.nodes && task_.has.threads && workers_.size() > 1) {
    alone_ = main().nodes();
    task_.pace.store(kStep, std::memory_order_relaxed);
  }
  for (std::size_t i = 1; task_.has.threads && i < workers_.size(); ++i) {
    helpers.emplace_back([this, i, depth] { workers_[i]->help(static_cast<int>(i), depth); });
  }
  deepen(limits);
  task_.stopped.store(true);
  for (std::thread& helper : helpers) helper.join();
}

void Searcher::deepen(const Limits& limits) {
  const int last_depth = deepest_iteration(settings_, limits);
  const std::size_t lines = line_count();
  std::vector<RootMove>& root_moves = main().root_moves();
  double instability = 0;
  const auto stopped = [this] { return task_.stopped.load(std::memory_order_relaxed); };
  for (int depth = 1; depth <= last_depth && !stopped(); ++depth) {
    const shogi::Move best_before = root_moves.front().move;
    for (RootMove& root_move : root_moves) root_move.previous_value = root_move.value;
    for (std::size_t line = 0; line < lines && !stopped(); ++line) {
      main().search_window(depth, line);
      sort_root_moves(root_moves, line + 1);
    }
    if (stopped()) {
      if (lines == 1) prefer_unknown(root_moves);
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

const Worker& Searcher::best_worker() const {
  if (line_count() > 1 || workers_.size() == 1) return main();
  std::vector<ThreadWord> words;
  for (const auto& worker : workers_) {
    const RootMove& best = worker->root_moves().front();
    words.push_back({best.move, known_value(best), worker->completed_depth()});
  }
  return *workers_[choose_word(words, settings_.thread_vote)];
}

std::uint64_t Searcher::look(std::uint64_t nodes) {
  if (!clock_.look(nodes)) {
    const bool out_of_nodes = workers_.size() > 1 && nodes_of_helpers() + nodes >= node_limit_;
    if (clock_.must_end() || out_of_nodes) task_.stopped.store(true);
  }
  if (!alone_) return clock_.interval();
  keep_step(nodes);
  return std::min(clock_.interval(), kStep);
}

void Searcher::keep_step(std::uint64_t nodes) {
  const std::uint64_t own = nodes - *alone_;
  task_.pace.store(own + kStep, std::memory_order_relaxed);
  const auto is_behind = [own](const std::unique_ptr<Worker>& worker) {
    return !worker->is_done() && worker->published_nodes() + kStep < own;
  };
  const auto helpers = std::span(workers_).subspan(1);
  while (!task_.stopped.load(std::memory_order_relaxed) &&
         std::ranges::any_of(helpers, is_behind)) {
    std::this_thread::yield();
  }
}

std::uint64_t Searcher::nodes_of_helpers() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < workers_.size(); ++i) sum += workers_[i]->published_nodes();
  return sum;
}

std::uint64_t Searcher::all_nodes() const { return main().nodes() + nodes_of_helpers(); }

void Searcher::report_lines(int depth, bool last) {
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

void Searcher::missed_window(int depth, std::size_t first, Bound bound) {
  if (!settings_.report_bounds || clock_.since_start() < kReportsBoundsAfter) return;
  report(depth, static_cast<int>(first) + 1, main().root_moves()[first], bound);
}

// By the table's moves, which are of whatever search came there last.
void Searcher::lengthen(std::vector<shogi::Move>& line) const {
  shogi::Position position = root_;
  std::vector<shogi::Key> seen{position.key()};
  shogi::Undo undo;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kMaxPly); ++i) {
    if (i == line.size()) {
      const auto entry = table_.probe(position.key());
      if (!entry || !entry->move || !position.is_legal(entry->move)) return;
      line.push_back(entry->move);
    }
    position.do_move(line[i], undo);
    if (std::find(seen.begin(), seen.end(), position.key()) != seen.end()) return;
    seen.push_back(position.key());
  }
}

void Searcher::report(int depth, int rank, const RootMove& root_move, Bound bound) {
  Report report;
  report.depth = depth;
  report.selective_depth = std::max(depth, root_move.selective_depth);
  report.time = clock_.since_start();
  report.nodes = all_nodes();
  report.per_mille_full = table_.per_mille_full();
  report.rank = rank;
  report.value = known_value(root_move);
  if (report.value == -kInfiniteValue) report.value = evaluate(root_);
  report.bound = bound;
  report.line = root_move.line;
  if (settings_.long_lines) lengthen(report.line);
  observer_->report(report);
}

shogi::Move Searcher::expected_answer(const RootMove& best) const {
  if (best.line.size() > 1) return best.line[1];
  shogi::Position behind = root_;
  shogi::Undo undo;
  behind.do_move(best.move, undo);
  const auto entry = table_.probe(behind.key());
  return entry && entry->move && behind.is_legal(entry->move) ? entry->move : shogi::Move();
}

}  // namespace gougi::search
