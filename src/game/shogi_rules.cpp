// SPDX-License-Identifier: MIT
#include "game/rules.hpp"
#include "game/shogi_position.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/game_line.hpp"
#include "usi/position_text.hpp"

namespace gougi::game {
namespace {

class ShogiRules final : public Rules {
 public:
  std::string_view name() const override { return "shogi"; }
  std::array<Side, 2> sides() const override {
    return {{{"Black", "black", "☗"}, {"White", "white", "☖"}}};
  }
  const Wire& wire() const override { return wire_; }
  std::string_view reserve_program() const override { return "gougi-engine"; }
  usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color) const override {
    return limits;
  }

  base::Result<std::unique_ptr<Position>> position(std::string_view text) const override {
    if (text.empty()) return std::make_unique<ShogiPosition>(shogi::Position::start());
    const auto position = notation::parse_sfen(text);
    if (!position) return tl::unexpected(position.error());
    return std::make_unique<ShogiPosition>(*position);
  }
  base::Result<std::unique_ptr<Position>> start(const usi::PositionCommand& command,
                                                const shogi::FreezeCounts& defaults,
                                                std::string& warning) const override {
    if (!command.speaks_of_freezes() && defaults == shogi::FreezeCounts{}) {
      auto start = position(command.sfen);
      if (!start) return base::fail("position: " + start.error().message);
      return start;
    }
    const auto game = usi::replay(command, &warning, defaults);
    if (!game) return tl::unexpected(game.error());
    return std::make_unique<ShogiPosition>(game->freeze_start());
  }
  std::string start_text(const Position& start) const override {
    return notation::to_sfen(*start.of_shogi());
  }
  base::Result<std::unique_ptr<Position>> read_start(std::string_view text) const override {
    const auto start = notation::parse_freeze_sfen(text);
    if (!start) return tl::unexpected(start.error());
    return std::make_unique<ShogiPosition>(*start);
  }
  base::Result<Game> read_line(std::string_view line) const override {
    const auto read = usi::read_game_line(line);
    if (!read) return tl::unexpected(read.error());
    return game_of(*read);
  }

  std::optional<Ending> ending(const Game& game) const override {
    const Position& position = game.position();
    const shogi::Color mover = position.side_to_move();
    if (position.is_lost()) return Ending{win_of(~mover), Reason::kMate, ""};
    switch (game.history().repetition()) {
      case shogi::Repetition::kDraw:
        return Ending{Result::kDraw, Reason::kRepetition, ""};
      case shogi::Repetition::kWin:
        return Ending{win_of(mover), Reason::kPerpetualCheck, ""};
      case shogi::Repetition::kLoss:
        return Ending{win_of(~mover), Reason::kPerpetualCheck, ""};
      case shogi::Repetition::kNone:
        break;
    }
    return std::nullopt;
  }

 private:
  Wire wire_;
};

}  // namespace

const Rules& shogi_rules() {
  static const ShogiRules rules;
  return rules;
}

}  // namespace gougi::game
