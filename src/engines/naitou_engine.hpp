// SPDX-License-Identifier: MIT
// The Famicom engine of 1985 as usi::Engine: keeps to the game that the GUI tells, and says where
// it is not the original's. The thinking is in the room naitou. No I/O.
#pragma once

#include <string>
#include <vector>

#include "naitou/follower.hpp"
#include "usi/engine.hpp"

namespace gougi::engines {

class NaitouEngine : public usi::Engine {
 public:
  std::string name() const override;
  std::string author() const override;
  std::vector<usi::Option> options() const override;
  void set_option(const std::string& name, const std::string& value) override;
  std::vector<std::string> prepare() override;
  void new_game() override { follower_.clear(); }
  usi::BestMoveAnswer search(const shogi::Game& game, const usi::SearchLimits& limits,
                             usi::SearchHost& host) override;
  bool may_break_rules() const override { return !legal_only_; }
  usi::BestMoveAnswer search_unruled(const usi::PositionCommand& position,
                                     const usi::SearchLimits& limits,
                                     usi::SearchHost& host) override;
  std::vector<std::string> query(const usi::QueryCommand& command, const shogi::Game& game,
                                 usi::SearchHost& host) override;

  /// The table of how it thinks after the moves, which may break the rules, below remarks on where
  /// the game is not the original's. An error says what is wrong with the start.
  base::Result<std::vector<std::string>> trace(const usi::PositionCommand& position);

 private:
  /// Goes to the position; an error says what is wrong with its start.
  base::Result<void> follow(const usi::PositionCommand& position);
  /// Where the game is not the original's.
  std::vector<std::string> remarks() const;
  std::vector<std::string> trace_here() const;

  naitou::Settings settings_;
  naitou::Follower follower_;
  bool legal_only_ = true;
};

}  // namespace gougi::engines
