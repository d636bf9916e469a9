// SPDX-License-Identifier: MIT
#include "relay/shogi_rules.hpp"

#include "notation/freeze.hpp"
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
  base::Result<std::unique_ptr<Board>> start(const usi::PositionCommand& command,
                                             const shogi::FreezeCounts& defaults,
                                             std::string& warning) const override {
    if (!command.freeze && defaults == shogi::FreezeCounts{}) {
      return Rules::start(command, defaults, warning);
    }
    const auto game = usi::replay(command, &warning, defaults);
    if (!game) return tl::unexpected(game.error());
    return std::make_unique<ShogiBoard>(game->freeze_start());
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
  shogi::FreezeUndo undo;
  position_.do_move(legal, undo);
}

// In Freeze shogi the pawn-drop mate with each freeze that makes it legal is among them, other
// moves stand for themselves with each freeze, too.
std::vector<shogi::Move> ShogiBoard::legal_moves() const {
  shogi::MoveList bare;
  shogi::generate_legal_bare(position_, bare);
  std::vector<shogi::Move> moves(bare.begin(), bare.end());
  if (position_.plain()) return moves;
  const shogi::BareMove mate = position_.pawn_drop_mate();
  for (auto kinds = mate ? position_.freezable(mate) : shogi::KindMask{0}; kinds != 0;
       kinds = static_cast<shogi::KindMask>(kinds & (kinds - 1))) {
    moves.emplace_back(mate, shogi::first_kind(kinds));
  }
  return moves;
}

bool ShogiBoard::is_lost() const {
  return position_.plain() ? ordinary().is_mated() : position_.is_lost();
}

bool ShogiBoard::can_declare(shogi::DeclarationRule rule) const {
  return shogi::can_declare(ordinary(), rule);
}

shogi::KindMask ShogiBoard::freezable(shogi::BareMove move) const {
  return position_.may_freeze() ? position_.freezable(move) : shogi::KindMask{0};
}

bool ShogiBoard::is_legal_but_for_freezes(shogi::Move move) const {
  return ordinary().is_legal(move.move) || position_.is_legal(move);
}

std::string_view ShogiBoard::why_illegal(shogi::Move move) const {
  const shogi::FreezeState& state = position_.state();
  if (!position_.is_legal_bare(move.move)) {
    return ordinary().is_legal(move.move) ? "moves what is frozen" : "illegal move";
  }
  if (!move.freezes()) return "illegal move";
  if (position_.plain()) return "a freeze in ordinary shogi";
  if (state.in_force != shogi::PieceType::kNone) return "freezes back";
  if (position_.left(side_to_move()) == 0) return "no freeze is left";
  return "freezes what the opponent has not";
}

std::string ShogiBoard::text() const { return notation::to_sfen(ordinary()); }

std::string ShogiBoard::move_text(shogi::Move move) const { return notation::to_usi(move); }

std::string ShogiBoard::move_name(shogi::Move move, shogi::Move last, bool japanese) const {
  const std::string frozen = move.freezes() ? notation::to_text(move.freeze) : "";
  if (japanese) {
    return notation::to_kif(ordinary(), move.move, last.move) +
           (frozen.empty() ? "" : " フリーズ " + frozen);
  }
  constexpr std::string_view kLetters = " PLNSBRGKPLNSBR";
  const shogi::PieceType type =
      move.move.is_drop() ? move.move.dropped() : ordinary().piece_at(move.move.from()).type();
  const char letter = kLetters[static_cast<std::size_t>(shogi::index(type))];
  return (shogi::is_promoted(type) ? "+" : "") + std::string(1, letter) + " " +
         notation::to_usi(move.move) + (frozen.empty() ? "" : " freeze " + frozen);
}

std::optional<std::vector<std::string>> ShogiBoard::show(std::string_view word) const {
  return usi::show(word, position_);
}

}  // namespace gougi::relay
