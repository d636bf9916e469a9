// SPDX-License-Identifier: MIT
#include "study/position_lot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/random.hpp"
#include "shogi/movegen.hpp"

namespace gougi::study {
namespace {

// Its multiples are spread evenly over [0, 1) however many there are, so that also the first of the
// positions are from all parts of games.
constexpr double kGoldenSection = 0.6180339887498949;

bool has_mate_in_one(const shogi::Position& position, const shogi::MoveList& moves) {
  shogi::Position after = position;
  for (const shogi::BareMove move : moves) {
    if (!position.gives_check(move)) continue;
    shogi::Undo undo;
    after.do_move(move, undo);
    const bool is_mate = !after.has_legal_move();
    after.undo_move(move, undo);
    if (is_mate) return true;
  }
  return false;
}

/// Draws round by round.
class Lot {
 public:
  Lot(const std::vector<LotGame>& games, std::size_t count, std::uint64_t seed)
      : games_(games), count_(count), random_(seed) {
    for (std::size_t i = 0; i < games.size(); ++i) left_.push_back(i);
  }

  std::vector<DrawnPosition> draw() {
    while (!left_.empty() && drawn_.size() < count_) {
      shuffle();
      const std::vector<std::size_t> round = left_;
      double within = random_.unit();
      left_.clear();
      for (std::size_t i = 0; i < round.size() && drawn_.size() < count_; ++i) {
        if (draw_from(round[i], within)) left_.push_back(round[i]);  // it may have more
        within += kGoldenSection;
        if (within >= 1) within -= 1;
      }
    }
    return std::move(drawn_);
  }

 private:
  void shuffle() {
    for (std::size_t i = left_.size(); i > 1; --i) {
      std::swap(left_[i - 1], left_[random_.below(i)]);
    }
  }

  // The position of the game that is nearest to this share of it, of those that will do.
  bool draw_from(std::size_t number, double within) {
    const LotGame& game = games_[number];
    const std::size_t places = game.moves.size() + 1;
    const auto wished =
        std::min(places - 1, static_cast<std::size_t>(within * static_cast<double>(places)));
    for (std::size_t distance = 0; distance < places; ++distance) {
      if (wished + distance < places && take(number, wished + distance)) return true;
      if (distance > 0 && distance <= wished && take(number, wished - distance)) return true;
    }
    return false;
  }

  bool take(std::size_t number, std::size_t moves) {
    const shogi::Game game = game_at(games_[number], moves);
    if (!seen_.insert(game.position().key()).second || !is_open_choice(game)) return false;
    drawn_.push_back({number, moves});
    return true;
  }

  const std::vector<LotGame>& games_;
  std::size_t count_;
  base::Random random_;
  std::vector<std::size_t> left_;  ///< games that may have more
  std::set<shogi::Key> seen_;      ///< positions looked at: drawn, or of no use
  std::vector<DrawnPosition> drawn_;
};

}  // namespace

bool is_open_choice(const shogi::Game& game) {
  if (game.is_freeze_game() || game.repetition() != shogi::Repetition::kNone) return false;
  const shogi::Position& position = game.position();
  if (shogi::can_declare(position, shogi::DeclarationRule::k27)) return false;
  shogi::MoveList moves;
  shogi::generate_legal(position, moves);
  return moves.size() >= 2 && !has_mate_in_one(position, moves);
}

shogi::Game game_at(const LotGame& game, std::size_t moves) {
  shogi::Game result(game.start);
  for (std::size_t i = 0; i < std::min(moves, game.moves.size()); ++i) {
    static_cast<void>(result.play(game.moves[i]));
  }
  return result;
}

std::vector<DrawnPosition> draw_positions(const std::vector<LotGame>& games, std::size_t count,
                                          std::uint64_t seed) {
  return Lot(games, count, seed).draw();
}

std::string fingerprint(std::span<const LotGame> games) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  const auto add = [&hash](std::uint64_t value) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      hash = (hash ^ ((value >> (8 * byte)) & 0xFFU)) * 0x100000001B3ULL;
    }
  };
  for (const LotGame& game : games) {
    add(game.start.key());
    add(game.moves.size());
    for (const shogi::BareMove move : game.moves) add(move.raw());
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace gougi::study
