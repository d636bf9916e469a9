// SPDX-License-Identifier: MIT
// Shogi for the session, whose protocol is the session's own: a Board around a position, which may
// be one of Freeze shogi.
#pragma once

#include "relay/rules.hpp"
#include "shogi/freeze.hpp"

namespace gougi::relay {

class ShogiBoard final : public Board {
 public:
  explicit ShogiBoard(const shogi::Position& position)
      : ShogiBoard(shogi::FreezePosition(position)) {}
  explicit ShogiBoard(const shogi::FreezePosition& position) : position_(position) {}

  std::unique_ptr<Board> copy() const override { return std::make_unique<ShogiBoard>(*this); }
  void play(shogi::Move legal) override;
  shogi::Color side_to_move() const override { return position_.side_to_move(); }
  int ply() const override { return ordinary().ply(); }
  std::uint64_t key() const override { return position_.key(); }
  bool is_legal(shogi::Move move) const override { return position_.is_legal(move); }
  bool has_legal_move() const override { return position_.has_legal_move(); }
  std::vector<shogi::Move> legal_moves() const override;
  bool is_lost() const override;
  bool threatens_to_win(shogi::Move move) const override {
    return move.freezes() || position_.gives_check(move);
  }
  bool captures(shogi::Move move) const override {
    return !ordinary().piece_at(move.move.to()).empty();
  }
  bool can_declare(shogi::DeclarationRule rule) const override;
  shogi::FreezeState freezes() const override { return position_.state(); }
  shogi::KindMask freezable(shogi::BareMove move) const override;
  bool is_legal_but_for_freezes(shogi::Move move) const override;
  std::string_view why_illegal(shogi::Move move) const override;
  std::string text() const override;
  std::string move_text(shogi::Move move) const override;
  std::string move_name(shogi::Move move, shogi::Move last, bool japanese) const override;
  std::optional<std::vector<std::string>> show(std::string_view word) const override;

  const shogi::FreezePosition& freeze_position() const { return position_; }

 private:
  const shogi::Position& ordinary() const { return position_.position(); }

  shogi::FreezePosition position_;
};

}  // namespace gougi::relay
