// SPDX-License-Identifier: MIT
// The bundled engine as usi::Engine: options in, search::Searcher and mate::Solver behind, protocol
// values out. It reads book and evaluation files, and does no other I/O. Used by gougi-engine's
// main and by its tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "engines/debug_log.hpp"
#include "engines/engine_book.hpp"
#include "engines/engine_evaluation.hpp"
#include "mate/freeze_solver.hpp"
#include "mate/solver.hpp"
#include "search/searcher.hpp"
#include "usi/engine.hpp"

namespace gougi::engines {

/// Names and values.
using SetOptions = std::vector<std::pair<std::string, std::string>>;

/// What the engine is told about the program that it is in.
struct EngineSurroundings {
  search::MemoryAdvice advice = nullptr;  ///< is told of the big tables' memory
  std::filesystem::path home;             ///< where book and evaluation folders lie
  std::uint64_t seed = 1;                 ///< of choices from the book and by chance
  DebugLog* log = nullptr;                ///< opened by WriteDebugLog
  bool tunable = false;                   ///< the search's numbers are options, too
  /// Carries out a typed `makebook` or `learn` and its words, by the options that were set before
  /// (names and values, in their order), until `stop` says so; nullptr: there are no such commands.
  std::function<void(std::string_view word, const std::vector<std::string>& words,
                     const SetOptions& options, const std::function<bool()>& stop)>
      carry_out;
};

class SearchEngine : public usi::Engine {
 public:
  explicit SearchEngine(EngineSurroundings surroundings = {});

  std::string name() const override;
  std::string author() const override;
  std::vector<usi::Option> options() const override;
  usi::FreezeAbility freezes() const override { return usi::FreezeAbility::kOk; }
  void set_option(const std::string& name, const std::string& value) override;
  std::vector<std::string> prepare() override;
  void new_game() override;
  usi::BestMoveAnswer search(const shogi::Game& game, const usi::SearchLimits& limits,
                             usi::SearchHost& host) override;
  usi::CheckMateAnswer solve_mate(const shogi::Game& whole_game, const usi::MateLimits& limits,
                                  usi::SearchHost& host) override;
  /// `bench [depth]`: searches a fixed set of positions; the sum of nodes is the same on every
  /// machine, and another one with other numbers of a tunable search. `eval`: the static evaluation
  /// for the side to move. `test`: a check of itself. `makebook …`, `learn …`.
  std::vector<std::string> query(const usi::QueryCommand& command, const shogi::Game& game,
                                 usi::SearchHost& host) override;

 private:
  /// An option and what it sets; `number` is the value read as one, 0 if it is none.
  struct OptionRow {
    usi::Option option;
    void (*set)(SearchEngine& engine, const std::string& value, std::int64_t number);
  };
  static const std::vector<OptionRow>& rows();
  static std::vector<OptionRow> play_rows();
  static std::vector<OptionRow> time_rows();

  search::Limits limits_for(const shogi::Game& game, const usi::SearchLimits& limits) const;
  std::vector<std::string> bench(int depth, usi::SearchHost& host) const;
  void set_tuned_option(const std::string& name, std::int64_t number);
  void set_rung(const std::string& value);
  void set_style(const std::string& value);
  /// Whether it is another one than before.
  bool take_evaluation();
  void set_threads(int count);
  void set_council(const std::string& value);
  void take_other_views();
  eval::Style style_of_terms(eval::Style style) const;
  void open_log(const std::string& value);
  search::Settings settings_for_search() const;
  /// That a search had fewer threads than are set; once.
  void tell_of_threads(int missing, usi::SearchHost& host);
  bool ponder_before(const shogi::Game& game, usi::SearchHost& host);
  /// The game with the freezes that are reckoned with, by the option Freeze.
  shogi::Game with_own_freezes(const shogi::Game& game) const;
  usi::BestMoveAnswer play_at_random(const shogi::Game& game, const usi::SearchLimits& limits,
                                     usi::SearchHost& host);

  EngineSurroundings surroundings_;
  base::Random random_;
  std::vector<std::string> messages_;  // what was wrong with an option
  SetOptions told_;                    // by the GUI, each once
  search::Searcher searcher_;
  EngineBook book_;
  EngineEvaluation evaluation_;
  eval::Style style_ = eval::Style::kBalanced;
  int threads_ = 1;
  bool has_told_of_threads_ = false;
  bool has_other_views_ = false;  // some threads see positions in another style
  bool are_views_stale_ = false;
  bool is_prepared_ = false;
  mate::Solver mate_solver_;
  mate::FreezeSolver freeze_mate_solver_;
  search::Settings settings_;
  std::size_t hash_megabytes_ = 64;
  int resign_value_ = 99999;
  int depth_limit_ = 0;           // 0: none
  std::uint64_t node_limit_ = 0;  // 0: none
  usi::FreezeAbility freezes_ = usi::FreezeAbility::kOk;
  bool random_mover_ = false;
  bool stochastic_ponder_ = false;
  bool considers_ = false;
  bool reports_bounds_ = true;
  base::Milliseconds pv_interval_{0};
};

}  // namespace gougi::engines
