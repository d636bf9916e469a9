// SPDX-License-Identifier: MIT
// A position of ぴょんぴょん as any game's: x is called black. Whether a draw may be claimed is
// known by the positions before it. Moves are pyonpyon::Move's, and the two words that a side may
// say instead.
#pragma once

#include <utility>

#include "game/position.hpp"
#include "pyonpyon/game.hpp"

namespace gougi::game {

class PyonpyonPosition final : public Position {
 public:
  explicit PyonpyonPosition(pyonpyon::Game game) : game_(std::move(game)) {}

  std::unique_ptr<Position> copy() const override {
    return std::make_unique<PyonpyonPosition>(*this);
  }
  void play(usi::Move legal) override;
  const Rules& rules() const override;
  shogi::Color side_to_move() const override;
  int ply() const override { return static_cast<int>(game_.moves().size()) + 1; }
  std::uint64_t key() const override { return pyonpyon::key_of(game_.position()); }
  bool is_legal(usi::Move move) const override;
  bool has_legal_move() const override { return !is_over(); }
  std::vector<usi::Move> legal_moves() const override;
  bool is_lost() const override;
  LastWord last_word() const override;
  bool in_check() const override { return false; }
  bool is_quiet() const override;
  // What goes home is won at once; there is no check before it.
  bool threatens_to_win(usi::Move move) const override {
    return move.of_pyonpyon() && wins_at_once(*this, move);
  }
  bool captures(usi::Move) const override { return false; }
  bool can_declare(shogi::DeclarationRule) const override { return false; }
  std::string text() const override { return to_pfen(game_.position()) + " - 1"; }
  std::string move_name(usi::Move move, usi::Move last, bool japanese) const override;
  std::optional<std::vector<std::string>> show(std::string_view) const override {
    return std::nullopt;
  }

  const pyonpyon::Game& game() const { return game_; }

 private:
  bool is_over() const { return game_.decision().has_value(); }

  pyonpyon::Game game_;
};

}  // namespace gougi::game
