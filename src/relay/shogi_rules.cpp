// SPDX-License-Identifier: MIT
#include "relay/shogi_rules.hpp"

#include "notation/japanese.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "usi/position_text.hpp"

namespace gougi::relay {
namespace {

class ShogiRules final : public Rules {
 public:
  base::Result<std::unique_ptr<Board>> board(std::string_view text) const override {
    if (text.empty()) return std::make_unique<ShogiBoard>(shogi::Position::start());
    const auto position = notation::parse_sfen(text);
    if (!position) return tl::unexpected(position.error());
    return std::make_unique<ShogiBoard>(*position);
  }
  std::string_view reserve_program() const override { return "gougi-engine"; }
  usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color) const override {
    return limits;
  }
  std::string_view from_host(std::string_view line, std::string&) const override { return line; }
  std::string_view from_child(std::string_view line, std::string&) const override { return line; }
  std::string to_host(std::string line) const override { return line; }
  std::optional<std::string> to_child(std::string_view line) const override {
    return std::string(line);
  }
  std::optional<Reply> answer(std::string_view, const Game&) const override { return std::nullopt; }
  bool keeps_last_position() const override { return false; }
  std::string complaint(const std::string& why) const override { return why; }
};

}  // namespace

const Rules& shogi_rules() {
  static const ShogiRules rules;
  return rules;
}

void ShogiBoard::play(shogi::Move legal) {
  shogi::Undo undo;
  position_.do_move(legal, undo);
}

std::vector<shogi::Move> ShogiBoard::legal_moves() const {
  shogi::MoveList moves;
  shogi::generate_legal(position_, moves);
  return {moves.begin(), moves.end()};
}

bool ShogiBoard::can_declare(shogi::DeclarationRule rule) const {
  return shogi::can_declare(position_, rule);
}

std::string ShogiBoard::text() const { return notation::to_sfen(position_); }

std::string ShogiBoard::move_text(shogi::Move move) const { return notation::to_usi(move); }

std::string ShogiBoard::move_name(shogi::Move move, shogi::Move last, bool japanese) const {
  if (japanese) return notation::to_kif(position_, move, last);
  constexpr std::string_view kLetters = " PLNSBRGKPLNSBR";
  const shogi::PieceType type =
      move.is_drop() ? move.dropped() : position_.piece_at(move.from()).type();
  const char letter = kLetters[static_cast<std::size_t>(shogi::index(type))];
  return (shogi::is_promoted(type) ? "+" : "") + std::string(1, letter) + " " +
         notation::to_usi(move);
}

std::optional<std::vector<std::string>> ShogiBoard::show(std::string_view word) const {
  return usi::show(word, position_);
}

}  // namespace gougi::relay
