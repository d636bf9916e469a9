// SPDX-License-Identifier: MIT
#include "app/match_samples.hpp"

#include <array>
#include <string_view>

#include "base/file.hpp"
#include "match/store.hpp"

namespace gougi::app {
namespace {

// One engine's moves of a game, as if a relay with that engine alone had played it.
void take_side(const match::GameRecord& game, shogi::Color side, const std::string& name,
               int number, relay::ScoreSamples& samples) {
  const std::size_t engine = side == shogi::Color::kBlack ? game.black : game.white;
  shogi::Color mover = game.start.side_to_move();
  for (const match::MoveRecord& move : game.moves) {
    if (mover == side && move.score) {
      consensus::Ballot ballot;
      ballot.choice = move.move;
      ballot.score = move.score;
      relay::DecisionRecord decision;
      decision.game = number;
      consensus::Voter voter;
      voter.number = static_cast<int>(engine) + 1;
      voter.ballot = std::move(ballot);
      decision.voters.push_back({name, std::move(voter)});
      samples.take(decision);
    }
    mover = ~mover;
  }
  relay::GameRecord end;
  end.game = number;
  const match::Points points = match::points_of(game.ending.result, side);
  end.result = points == match::Points::kWin    ? usi::GameResult::kWin
               : points == match::Points::kLoss ? usi::GameResult::kLose
                                                : usi::GameResult::kDraw;
  samples.take(end);
}

}  // namespace

bool is_match_file(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return false;
  std::array<char, 16> head{};
  stream->read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == std::string_view("SQLite format 3\0", 16);
}

base::Result<void> take_match(const std::filesystem::path& file, relay::ScoreSamples& samples) {
  auto store = match::Store::open(file);
  if (!store) return tl::unexpected(store.error());
  const auto engines = store->engines();
  if (!engines) return tl::unexpected(engines.error());
  int number = 0;
  return store->for_each_game([&](const match::GameRecord& game) {
    for (const shogi::Color side : shogi::kColors) {
      const std::size_t engine = side == shogi::Color::kBlack ? game.black : game.white;
      if (engine < engines->size()) {
        take_side(game, side, (*engines)[engine].name, ++number, samples);
      }
    }
  });
}

}  // namespace gougi::app
