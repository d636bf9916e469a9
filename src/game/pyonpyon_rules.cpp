// SPDX-License-Identifier: MIT
// There is an arbiter: the third occurrence of a position ends a game without anybody's claim.
#include <algorithm>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "game/pyonpyon_position.hpp"
#include "game/rules.hpp"
#include "game/upi_wire.hpp"

namespace gougi::game {
namespace {

/// Of what is left on the clock, for a child that knows only the time of a move: with less games
/// end with time left, with more the clock runs out.
constexpr int kMovesToGo = 30;

Reason reason_of(pyonpyon::Outcome::Reason reason) {
  switch (reason) {
    case pyonpyon::Outcome::Reason::kHome:
      return Reason::kHome;
    case pyonpyon::Outcome::Reason::kNoMove:
      return Reason::kNoMove;
    case pyonpyon::Outcome::Reason::kResigned:
      return Reason::kResignation;
    case pyonpyon::Outcome::Reason::kClaimed:
    case pyonpyon::Outcome::Reason::kRepetition:
      break;
  }
  return Reason::kRepetition;
}

class PyonpyonRules final : public Rules {
 public:
  std::string_view name() const override { return "pyonpyon"; }
  std::array<Side, 2> sides() const override { return {{{"x", "x", "●"}, {"o", "o", "○"}}}; }
  const Wire& wire() const override { return wire_; }
  std::string_view reserve_program() const override { return "gougi-pyon"; }

  // UPI has no clock.
  usi::SearchLimits bearable(usi::SearchLimits limits, shogi::Color side) const override {
    const usi::ClockTimes clock = std::exchange(limits.clock, {});
    if (clock.given && !limits.movetime && !limits.infinite) {
      const usi::SideClock own = clock.of(side);
      limits.movetime =
          std::max(base::Milliseconds(1), clock.byoyomi + own.increment + own.time / kMovesToGo);
    }
    if (limits.rtime) limits.movetime = std::exchange(limits.rtime, std::nullopt);
    if (limits.movetime && limits.movetime->count() < 1) limits.movetime = base::Milliseconds(1);
    if (limits.wait_stop) limits.infinite = true;
    limits.wait_stop = limits.ponder = false;
    limits.search_moves.clear();
    return limits;
  }

  base::Result<std::unique_ptr<Position>> position(std::string_view text) const override {
    if (text.empty()) return std::make_unique<PyonpyonPosition>(pyonpyon::Game());
    const auto rows = base::next_word(text);
    const auto side = base::next_word(text);
    return read_start(std::string(rows) + " " + std::string(side));
  }
  base::Result<std::unique_ptr<Position>> start(const usi::PositionCommand& command,
                                                const shogi::FreezeCounts&,
                                                std::string&) const override {
    if (command.speaks_of_freezes()) {
      return base::fail(base::say({"position: there are no freezes in this game",
                                   "position: このゲームにフリーズはありません"}));
    }
    auto start = position(command.sfen);
    if (!start) return base::fail("position: " + start.error().message);
    return start;
  }
  std::string start_text(const Position& start) const override {
    return to_pfen(static_cast<const PyonpyonPosition&>(start).game().position());
  }
  base::Result<std::unique_ptr<Position>> read_start(std::string_view text) const override {
    const auto start = pyonpyon::parse_pfen(text);
    if (!start) return tl::unexpected(start.error());
    return std::make_unique<PyonpyonPosition>(pyonpyon::Game(*start));
  }
  base::Result<Game> read_line(std::string_view line) const override {
    const auto read = pyonpyon::read_game_line(line);
    if (!read) return tl::unexpected(read.error());
    Game game(std::make_unique<PyonpyonPosition>(pyonpyon::Game(read->start())));
    for (const pyonpyon::Move move : read->moves()) game.play(move);
    if (read->last_word() == usi::to_text(usi::Move::resignation())) {
      game.play(usi::Move::resignation());
    } else if (!read->last_word().empty()) {
      game.play(usi::Move::draw_claim());
    }
    return game;
  }

  std::optional<Ending> ending(const Game& game) const override {
    const auto outcome = static_cast<const PyonpyonPosition&>(game.position()).game().outcome();
    if (!outcome) return std::nullopt;
    const Reason reason = reason_of(outcome->reason);
    if (!outcome->winner) return Ending{Result::kDraw, reason, ""};
    const bool x = *outcome->winner == pyonpyon::Side::kX;
    return Ending{win_of(x ? shogi::Color::kBlack : shogi::Color::kWhite), reason, ""};
  }

 private:
  UpiWire wire_;
};

}  // namespace

const Rules& pyonpyon_rules() {
  static const PyonpyonRules rules;
  return rules;
}

}  // namespace gougi::game
