// SPDX-License-Identifier: MIT
// The bundled mate solver as usi::Engine. `go mate` is its business; to a plain `go` it answers
// with the mating move, or any legal move, so that it never leaves a GUI waiting. No I/O.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mate/freeze_solver.hpp"
#include "mate/help_mate.hpp"
#include "mate/solver.hpp"
#include "usi/engine.hpp"

namespace gougi::engines {

class MateEngine : public usi::Engine {
 public:
  /// `advice` is told of the table's memory.
  explicit MateEngine(mate::MemoryAdvice advice = nullptr) : solver_(advice) {}

  std::string name() const override;
  std::string author() const override;
  std::vector<usi::Option> options() const override;
  usi::FreezeAbility freezes() const override { return usi::FreezeAbility::kOk; }
  void set_option(const std::string& name, const std::string& value) override;
  std::vector<std::string> prepare() override;
  void new_game() override {}
  usi::BestMoveAnswer search(const shogi::Game& game, const usi::SearchLimits& limits,
                             usi::SearchHost& host) override;
  usi::CheckMateAnswer solve_mate(const shogi::Game& game, const usi::MateLimits& limits,
                                  usi::SearchHost& host) override;

 private:
  /// Gives the memory of `megabytes` to one solver and takes it from the others.
  enum class Problem { kMate, kHelpMate, kFreezeMate };
  void share_memory(Problem problem);
  /// The move that mates, found with few nodes; none if there is none.
  shogi::Move quick_mate(const shogi::FreezePosition& position, std::uint64_t nodes,
                         const usi::SearchHost& host);

  mate::Solver solver_;
  mate::FreezeSolver freeze_solver_;
  mate::HelpMateSolver help_solver_;
  std::size_t hash_megabytes_ = 256;
  std::uint64_t node_limit_ = 0;  // 0: none
  base::Milliseconds network_delay_{30};
  base::Milliseconds pv_interval_{500};
  mate::PostSearch post_ = mate::PostSearch::kUpperBound;
  bool defends_if_checked_ = false;
  bool all_moves_ = true;
  bool futile_count_ = true;
  bool helps_ = false;
};

}  // namespace gougi::engines
