// SPDX-License-Identifier: MIT
#include "tools/headroom_games.hpp"

#include <optional>
#include <string>

#include "base/path.hpp"
#include "base/say.hpp"
#include "match/store.hpp"
#include "tools/match_samples.hpp"
#include "tools/record_reader.hpp"

namespace gougi::tools {
namespace {

// Of a longer game the rest is no game that anybody plays, and replaying it takes ever longer.
constexpr std::size_t kMostLotPlies = 2000;

void add_game(const match::GameRecord& game, HeadroomGames& to) {
  const shogi::FreezePosition& start = *game.start.of_shogi();
  bool has_freezes = !start.plain();
  for (const match::MoveRecord& move : game.moves) {
    has_freezes = has_freezes || move.move.freezes();
  }
  if (has_freezes) {
    ++to.freeze_games;
    return;
  }
  study::LotGame& lot = to.games.emplace_back();
  lot.start = start.position();
  for (const match::MoveRecord& move : game.moves) {
    if (lot.moves.size() == kMostLotPlies) break;
    lot.moves.push_back(move.move.of_shogi().bare);
  }
}

void add_game(const shogi::Game& game, HeadroomGames& to) {
  if (game.is_freeze_game()) {
    ++to.freeze_games;
    return;
  }
  study::LotGame& lot = to.games.emplace_back();
  lot.start = game.start();
  for (const shogi::Move move : game.moves()) {
    if (lot.moves.size() == kMostLotPlies) break;
    lot.moves.push_back(move.bare);
  }
}

base::Result<void> add_match(const std::filesystem::path& file, HeadroomGames& to) {
  auto store = match::Store::open_to_read(file);
  if (!store) return tl::unexpected(store.error());
  const auto rules = store->rules();
  if (!rules) return base::fail(base::to_utf8(file) + ": " + rules.error().message);
  if (*rules != &game::shogi_rules()) {
    return base::fail(base::say({"{0}: holds games of {1}; gougi study judges shogi alone",
                                 "{0}: {1} の対局です。gougi study が判定できるのは将棋だけです"},
                                base::to_utf8(file), (*rules)->name()));
  }
  return store->for_each_game([&to](const match::GameRecord& game) { add_game(game, to); });
}

base::Result<void> add_records(const std::filesystem::path& file, HeadroomGames& to) {
  std::optional<base::Error> first;
  const auto games = read_game_file(file, game_format_of(base::to_utf8(file)).value_or("usi"),
                                    [&first](const base::Error& wrong) {
                                      if (!first) first = wrong;
                                    });
  if (!games || first) return tl::unexpected(first ? *first : games.error());
  for (const notation::Record& record : *games) add_game(record.main_line(), to);
  return {};
}

}  // namespace

base::Result<HeadroomGames> read_headroom_games(const std::vector<std::filesystem::path>& files) {
  HeadroomGames games;
  for (const auto& file : files) {
    const auto added = is_match_file(file) ? add_match(file, games) : add_records(file, games);
    if (!added) return tl::unexpected(added.error());
  }
  return games;
}

}  // namespace gougi::tools
