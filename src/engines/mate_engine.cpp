// SPDX-License-Identifier: MIT
#include "engines/mate_engine.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "base/text.hpp"
#include "engines/mate_answer.hpp"
#include "shogi/movegen.hpp"

namespace gougi::engines {
namespace {

/// What a plain `go` spends: this engine is no player.
constexpr std::uint64_t kNodesForMove = 10'000;

}  // namespace

std::string MateEngine::name() const { return "gougi-mate"; }
std::string MateEngine::author() const { return "the gougi project"; }

std::vector<usi::Option> MateEngine::options() const {
  return {
      {"USI_Hash", usi::SpinOption{256, 1, 65536}},
      {"USI_Ponder", usi::CheckOption{false}},
      {"Threads", usi::SpinOption{1, 1, 256}},
      {"NodesLimit", usi::SpinOption{0, 0, 9'000'000'000'000'000}},
      {"NetworkDelay", usi::SpinOption{30, 0, 10000}},
      {"PvInterval", usi::SpinOption{500, 0, 1'000'000}},
      {"PostSearchLevel",
       usi::ComboOption{"UpperBound", {"None", "UpperBound", "Minimum", "MinLength"}}},
      {"RootIsAndNodeIfChecked", usi::CheckOption{false}},
      {"GenerateAllLegalMoves", usi::CheckOption{true}},
      {"CountFutileInterpositions", usi::CheckOption{true}},
      {"Mode", usi::ComboOption{"Mate", {"Mate", "HelpMate"}}},
  };
}

void MateEngine::set_option(const std::string& name, const std::string& value) {
  const std::int64_t number = base::to_int(value).value_or(0);
  if (name == "USI_Hash") hash_megabytes_ = static_cast<std::size_t>(number);
  if (name == "Threads") {
    solver_.set_threads(static_cast<int>(number));
    freeze_solver_.set_threads(static_cast<int>(number));
  }
  if (name == "NodesLimit") node_limit_ = static_cast<std::uint64_t>(number);
  if (name == "NetworkDelay") network_delay_ = base::Milliseconds(number);
  if (name == "PvInterval") pv_interval_ = base::Milliseconds(number);
  if (name == "RootIsAndNodeIfChecked") defends_if_checked_ = value == "true";
  if (name == "GenerateAllLegalMoves") all_moves_ = value == "true";
  if (name == "CountFutileInterpositions") futile_count_ = value == "true";
  if (name == "Mode") helps_ = value == "HelpMate";
  if (name == "PostSearchLevel") {
    post_ = mate::PostSearch::kUpperBound;
    if (value == "None") post_ = mate::PostSearch::kNone;
    if (value == "Minimum" || value == "MinLength") post_ = mate::PostSearch::kMinimum;
  }
}

std::vector<std::string> MateEngine::prepare() {
  share_memory(helps_ ? Problem::kHelpMate : Problem::kMate);
  return {};
}

void MateEngine::share_memory(Problem problem) {
  solver_.resize(problem == Problem::kMate ? hash_megabytes_ : 1);
  help_solver_.resize(hash_megabytes_);
  freeze_solver_.resize(hash_megabytes_);
  if (problem != Problem::kHelpMate) help_solver_.release();
  if (problem != Problem::kFreezeMate) freeze_solver_.release();
}

shogi::Move MateEngine::quick_mate(const shogi::FreezePosition& position, std::uint64_t nodes,
                                   const usi::SearchHost& host) {
  mate::MateLimits limits;
  limits.nodes = nodes;
  if (position.plain()) {
    share_memory(Problem::kMate);
    const auto result =
        solver_.solve(position.position(), limits,
                      [&host](const mate::MateProgress&) { return host.stop_requested(); });
    return result.verdict == mate::Verdict::kMate ? result.moves[0] : shogi::Move();
  }
  share_memory(Problem::kFreezeMate);
  const auto result = freeze_solver_.solve(
      position, limits, [&host](const mate::FreezeMateProgress&) { return host.stop_requested(); });
  return result.verdict == mate::Verdict::kMate ? result.moves[0] : shogi::Move();
}

usi::BestMoveAnswer MateEngine::search(const shogi::Game& game, const usi::SearchLimits& limits,
                                       usi::SearchHost& host) {
  const shogi::FreezePosition& position = game.freeze_position();
  std::vector<shogi::Move> moves;
  shogi::generate_legal(position, moves);
  if (moves.empty()) return {usi::Resign{}, std::nullopt};
  const shogi::Move mate =
      quick_mate(position, std::min(kNodesForMove, limits.nodes.value_or(kNodesForMove)), host);
  const auto asked_for = [&limits](usi::Move move) {
    const auto& asked = limits.search_moves;
    return asked.empty() || std::ranges::find(asked, move) != asked.end();
  };
  if (mate && asked_for(mate)) return {mate, std::nullopt};
  const auto found = std::find_if(moves.begin(), moves.end(), asked_for);
  return {found != moves.end() ? *found : moves[0], std::nullopt};
}

usi::CheckMateAnswer MateEngine::solve_mate(const shogi::Game& game, const usi::MateLimits& limits,
                                            usi::SearchHost& host) {
  usi::MateLimits effective = limits;
  if (node_limit_ > 0) effective.nodes = std::min(node_limit_, limits.nodes.value_or(node_limit_));
  const shogi::FreezePosition& position = game.freeze_position();
  const bool helps = limits.help || helps_;
  if (helps && !position.plain()) {
    host.message(base::said({"no answer: help-mates with freezes are not looked for",
                             "回答なし: フリーズのある協力詰めは解けません"}));
    return {usi::MateUnknown{}};
  }
  if (helps) {
    MateAnswering how;
    how.delay = network_delay_;
    how.interval = pv_interval_;
    share_memory(Problem::kHelpMate);
    return answer_help_mate(help_solver_, game.position(), effective, how, host);
  }
  const bool defends = defends_if_checked_ && game.position().in_check();
  const MateAnswering how{network_delay_, pv_interval_,
                          post_,          defends ? mate::Role::kDefender : mate::Role::kAttacker,
                          futile_count_,  all_moves_};
  share_memory(position.plain() ? Problem::kMate : Problem::kFreezeMate);
  if (!position.plain()) return answer_freeze_mate(freeze_solver_, position, effective, how, host);
  return answer_mate(solver_, game.position(), effective, how, host);
}

}  // namespace gougi::engines
