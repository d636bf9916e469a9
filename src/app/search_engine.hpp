// SPDX-License-Identifier: MIT
// The bundled engine as usi::Engine: options in, search::Searcher and mate::Solver behind, protocol
// values out. It reads book and evaluation files, and does no other I/O. Used by gougi-engine's
// main and by its tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/engine_book.hpp"
#include "app/engine_network.hpp"
#include "mate/solver.hpp"
#include "search/searcher.hpp"
#include "usi/engine_side.hpp"

namespace gougi::app {

class SearchEngine : public usi::Engine {
 public:
  /// `advice` is told of the big tables' memory; `home` is where book and evaluation folders lie;
  /// `seed` is of choices from the book.
  explicit SearchEngine(search::MemoryAdvice advice = nullptr,
                        const std::filesystem::path& home = {}, std::uint64_t seed = 1)
      : searcher_(eval::Style::kBalanced, advice), book_(home, seed), network_(home) {}

  std::string name() const override;
  std::string author() const override;
  std::vector<usi::Option> options() const override;
  void set_option(const std::string& name, const std::string& value) override;
  void prepare() override;
  void new_game() override;
  usi::BestMoveAnswer search(const shogi::Game& game, const usi::SearchLimits& limits,
                             usi::SearchHost& host) override;
  usi::CheckMateAnswer solve_mate(const shogi::Game& game, const usi::MateLimits& limits,
                                  usi::SearchHost& host) override;
  /// `bench [depth]`: searches a fixed set of positions; the sum of nodes is the same on every
  /// machine. `eval`: the static evaluation for the side to move.
  std::vector<std::string> query(const usi::QueryCommand& command, const shogi::Game& game,
                                 usi::SearchHost& host) override;

 private:
  search::Limits limits_for(const shogi::Game& game, const usi::SearchLimits& limits) const;
  std::vector<std::string> bench(int depth, usi::SearchHost& host) const;

  search::Searcher searcher_;
  EngineBook book_;
  EngineNetwork network_;
  mate::Solver mate_solver_;
  search::Settings settings_;
  std::size_t hash_megabytes_ = 64;
  int resign_value_ = 99999;
  int depth_limit_ = 0;           // 0: none
  std::uint64_t node_limit_ = 0;  // 0: none
};

}  // namespace gougi::app
