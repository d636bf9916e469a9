// SPDX-License-Identifier: MIT
// A position of shogi, which may be one of Freeze shogi, as any game's.
#pragma once

#include "game/position.hpp"
#include "shogi/freeze.hpp"

namespace gougi::game {

class ShogiPosition final : public Position {
 public:
  explicit ShogiPosition(const shogi::Position& position)
      : ShogiPosition(shogi::FreezePosition(position)) {}
  explicit ShogiPosition(const shogi::FreezePosition& position) : position_(position) {}

  std::unique_ptr<Position> copy() const override { return std::make_unique<ShogiPosition>(*this); }
  void play(usi::Move legal) override;
  const Rules& rules() const override;
  shogi::Color side_to_move() const override { return position_.side_to_move(); }
  int ply() const override { return ordinary().ply(); }
  std::uint64_t key() const override { return position_.key(); }
  bool is_legal(usi::Move move) const override { return position_.is_legal(move.of_shogi()); }
  bool has_legal_move() const override { return position_.has_legal_move(); }
  std::vector<usi::Move> legal_moves() const override;
  bool is_lost() const override;
  bool in_check() const override { return position_.in_check(); }
  bool is_quiet() const override { return !in_check() && has_legal_move(); }
  bool threatens_to_win(usi::Move move) const override {
    return move.freezes() || position_.gives_check(move.of_shogi());
  }
  bool captures(usi::Move move) const override {
    return !ordinary().piece_at(move.of_shogi().bare.to()).empty();
  }
  bool can_declare(shogi::DeclarationRule rule) const override;
  shogi::FreezeState freezes() const override { return position_.state(); }
  shogi::KindMask freezable(usi::Move move) const override;
  bool is_legal_but_for_freezes(usi::Move move) const override;
  const shogi::FreezePosition* of_shogi() const override { return &position_; }
  std::string_view why_illegal(usi::Move move) const override;
  std::string text() const override;
  std::string move_name(usi::Move move, usi::Move last, bool japanese) const override;
  std::optional<std::vector<std::string>> show(std::string_view word) const override;

 private:
  const shogi::Position& ordinary() const { return position_.position(); }

  shogi::FreezePosition position_;
};

}  // namespace gougi::game
