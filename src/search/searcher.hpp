// SPDX-License-Identifier: MIT
// The search: iterative deepening alpha-beta with a transposition table. It takes a game and limits
// and says what it would play; on the way it reports to its Observer. It prints nothing, reads no
// clock but the Observer's, and knows no protocol. One search at a time, on the caller's thread and
// as many of its own as it was told to take; the Observer is asked from the caller's thread only.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/evaluator.hpp"
#include "mate/solver.hpp"
#include "search/freeze_tree.hpp"
#include "search/limits.hpp"
#include "search/mate_watch.hpp"
#include "search/time_keeper.hpp"
#include "search/transposition_table.hpp"
#include "search/value.hpp"
#include "search/worker.hpp"
#include "shogi/declaration.hpp"
#include "shogi/game.hpp"

namespace gougi::search {

/// One line of thought.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  base::Duration time{};  ///< since the search began
  std::uint64_t nodes = 0;
  int per_mille_full = 0;
  int rank = 1;   ///< among the best lines asked for, from 1
  int value = 0;  ///< for the side to move; see value.hpp
  Bound bound = Bound::kExact;
  std::vector<shogi::Move> line;
  std::vector<shogi::PieceType> freezes;  ///< declared with `line`, or empty
};

/// Whoever started the search.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Asked every millisecond or so; true ends the search at once.
  virtual bool stop_requested() const = 0;
  /// While true no clock runs.
  virtual bool pondering() const { return false; }
  /// Asked when pondering() has turned false: the limits from then on.
  virtual Limits limits_after_ponder() const { return {}; }
  /// When this move's clock began to run.
  virtual base::TimePoint clock_start() const = 0;
  virtual base::TimePoint now() const = 0;
  virtual void report(const Report& report) = 0;
};

inline constexpr int kFullSkill = 20;

struct Settings {
  int lines = 1;  ///< how many best lines to search (MultiPV)
  TimeRules time;
  Stage stage = Stage::kFull;
  /// From 0 to kFullSkill: below, it looks less deep and takes the best but one now and then.
  int skill = kFullSkill;
  std::uint64_t skill_seed = 1;
  bool all_moves = false;      ///< non-promotions that hardly ever matter are searched, too
  bool report_bounds = false;  ///< also iterations that have to be searched again, of long searches
  bool long_lines = false;     ///< what is reported goes on with what the table knows
  base::Milliseconds report_interval{0};  ///< at least, between iterations that are reported
  shogi::DeclarationRule declaration = shogi::DeclarationRule::k27;
  FreezeBreadth freezes;
  int max_moves = 0;  ///< a game is a draw after this many moves; 0: never
  /// What a draw is worth to us, in hundredths of a pawn, when we play Black, and White.
  std::array<int, 2> draw_values{0, 0};
};

enum class Choice : std::uint8_t { kMove, kDeclareWin, kNoMove };

struct Decision {
  Choice choice = Choice::kNoMove;
  shogi::Move move;    ///< legal, if choice is kMove
  shogi::Move ponder;  ///< the expected answer, legal behind `move`; may be none
  shogi::PieceType freeze = shogi::PieceType::kNone;  ///< declared with `move`
  shogi::PieceType ponder_freeze = shogi::PieceType::kNone;
  int value = 0;
  int depth = 0;  ///< the last depth completed
  std::uint64_t nodes = 0;
};

class FreezeSearcher;

class Searcher : private Supervisor {
 public:
  /// `advice` is told of the big tables' memory.
  explicit Searcher(eval::Style style = eval::Style::kBalanced, MemoryAdvice advice = nullptr);
  ~Searcher() override;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void set_style(eval::Style style) { evaluator_ = eval::Evaluator(style); }
  /// Scores come from `network` (divided by `fv_scale`) from the next search on; null: from the
  /// hand-made terms. What is remembered of the other scores is for the caller to forget.
  void set_network(std::shared_ptr<const eval::NnueNetwork> network, int fv_scale) {
    task_.network = std::move(network);
    task_.fv_scale = fv_scale;
  }
  /// The static score of a position, for the side to move.
  int evaluate(const shogi::Position& position) const;
  /// How many threads a search takes, at least 1. With one the same search finds the same.
  void set_threads(int count);
  /// Takes the tables; the memory is touched only in use.
  void resize_table(std::size_t megabytes);
  /// Forgets what earlier games taught.
  void new_game();

  Decision search(const shogi::Game& game, const Limits& limits, const Settings& settings,
                  Observer& observer);

 private:
  // Supervisor, for the first worker.
  std::uint64_t look(std::uint64_t nodes) override;
  void missed_window(int depth, std::size_t first, Bound bound) override;
  int mate_against(const shogi::Position& position) override;

  Decision search_freezes(const shogi::Game& game, const Limits& limits, const Settings& settings,
                          Observer& observer);
  void fill_task(const shogi::Position& root);
  std::vector<RootMove> find_root_moves(const Limits& limits) const;
  void prepare(const shogi::Game& game, const Limits& limits);
  // A mate by checks alone: proof-number search, which keeps what it found, has a look before the
  // tree and goes on beside it with a share of the nodes. A mate that is found ends the search.
  bool may_look_for_mate(const Limits& limits) const;
  bool mate_before(const Limits& limits);
  bool mate_beside();
  bool find_mate(std::uint64_t budget, bool goes_on);
  bool is_in_time(const shogi::Position& position, int plies) const;
  // Mates in positions of the expected line are put into the table.
  MateWatch::Mate watch(const shogi::Position& position);
  void watch_line();
  void think(const Limits& limits);
  void deepen(const Limits& limits);
  const Worker& best_worker() const;
  bool enough(int depth, const Limits& limits) const;
  std::uint64_t nodes_of_helpers() const;
  std::uint64_t all_nodes() const;
  std::size_t line_count() const;
  void report_lines(int depth, bool last);
  void report(int depth, int rank, const RootMove& root_move, Bound bound = Bound::kExact);
  void lengthen(std::vector<shogi::Move>& line) const;
  const RootMove& choice(const Worker& worker) const;
  int deepest(const Limits& limits) const;
  shogi::Move expected_answer(const RootMove& best) const;
  void look_at_ponder();
  std::unique_ptr<TimeKeeper> make_time_keeper(const Limits& limits) const;
  void learn_lag();
  Worker& main() { return *workers_.front(); }
  const Worker& main() const { return *workers_.front(); }

  eval::Evaluator evaluator_;
  TranspositionTable table_;
  Task task_;
  std::vector<std::unique_ptr<Worker>> workers_;
  mate::Solver mate_solver_;
  MateWatch mate_watch_;
  std::unique_ptr<FreezeSearcher> freeze_searcher_;  // from the first game of Freeze shogi on
  /// By how much recent searches overran their time, because a busy machine let the thread wait.
  base::Duration lag_{};

  // Of the running search.
  Settings settings_;
  Observer* observer_ = nullptr;
  std::unique_ptr<TimeKeeper> time_keeper_;
  shogi::Position root_ = shogi::Position::start();
  base::TimePoint start_{};
  std::uint64_t node_limit_ = 0;
  std::uint64_t mate_nodes_ = 0;   // spent on mates by checks
  bool mate_goes_on_ = false;      // neither excluded nor disproven
  std::uint64_t first_nodes_ = 0;  // these pass whatever comes, or what passes up to
  base::TimePoint first_until_{};
  base::TimePoint last_look_{};
  std::uint64_t look_interval_ = 0;  // in nodes
  int reported_depth_ = 0;
  base::TimePoint last_report_{};
  bool pondering_ = false;  // as last asked
};

}  // namespace gougi::search
