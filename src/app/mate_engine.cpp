// SPDX-License-Identifier: MIT
#include "app/mate_engine.hpp"

#include <algorithm>

#include "app/mate_answer.hpp"
#include "base/text.hpp"
#include "shogi/movegen.hpp"

namespace gougi::app {
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
      {"PostSearchLevel", usi::ComboOption{"UpperBound", {"None", "UpperBound", "MinLength"}}},
      {"RootIsAndNodeIfChecked", usi::CheckOption{false}},
      {"GenerateAllLegalMoves", usi::CheckOption{true}},
      {"CountFutileInterpositions", usi::CheckOption{true}},
      {"Mode", usi::ComboOption{"Mate", {"Mate", "HelpMate"}}},
  };
}

void MateEngine::set_option(const std::string& name, const std::string& value) {
  const std::int64_t number = base::to_int(value).value_or(0);
  if (name == "USI_Hash") hash_megabytes_ = static_cast<std::size_t>(number);
  if (name == "Threads") solver_.set_threads(static_cast<int>(number));
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
    if (value == "MinLength") post_ = mate::PostSearch::kMinimum;
  }
}

std::vector<std::string> MateEngine::prepare() {
  solver_.resize(helps_ ? 1 : hash_megabytes_);
  help_solver_.resize(hash_megabytes_);
  return {};
}

usi::BestMoveAnswer MateEngine::search(const shogi::Game& game, const usi::SearchLimits& limits,
                                       usi::SearchHost& host) {
  shogi::MoveList moves;
  shogi::generate_legal(game.position(), moves);
  if (moves.empty()) return {usi::Resign{}, std::nullopt};
  mate::MateLimits mate_limits;
  mate_limits.nodes = std::min(kNodesForMove, limits.nodes.value_or(kNodesForMove));
  const mate::MateResult result =
      solver_.solve(game.position(), mate_limits,
                    [&host](const mate::MateProgress&) { return host.stop_requested(); });
  const auto asked_for = [&limits](shogi::Move move) {
    return limits.search_moves.empty() ||
           std::find(limits.search_moves.begin(), limits.search_moves.end(), move) !=
               limits.search_moves.end();
  };
  if (result.verdict == mate::Verdict::kMate && asked_for(result.moves[0])) {
    return {result.moves[0], std::nullopt};
  }
  const shogi::Move* const found = std::find_if(moves.begin(), moves.end(), asked_for);
  return {found != moves.end() ? *found : moves[0], std::nullopt};
}

usi::CheckMateAnswer MateEngine::solve_mate(const shogi::Game& game, const usi::MateLimits& limits,
                                            usi::SearchHost& host) {
  usi::MateLimits effective = limits;
  if (node_limit_ > 0) effective.nodes = std::min(node_limit_, limits.nodes.value_or(node_limit_));
  if (limits.help || helps_) {
    MateAnswering how;
    how.delay = network_delay_;
    how.interval = pv_interval_;
    solver_.resize(1);  // one of the two has the memory
    return answer_help_mate(help_solver_, game.position(), effective, how, host);
  }
  help_solver_.release();
  solver_.resize(hash_megabytes_);
  const bool defends = defends_if_checked_ && game.position().in_check();
  const MateAnswering how{network_delay_, pv_interval_,
                          post_,          defends ? mate::Role::kDefender : mate::Role::kAttacker,
                          futile_count_,  all_moves_};
  return answer_mate(solver_, game.position(), effective, how, host);
}

}  // namespace gougi::app
