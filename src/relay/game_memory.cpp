// SPDX-License-Identifier: MIT
#include "relay/game_memory.hpp"

#include <utility>

namespace gougi::relay {
namespace {

int first_ply(const game::Game& game) { return game.start().ply(); }

// SplitMix64: https://prng.di.unimi.it/splitmix64.c (public domain).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

}  // namespace

bool GameMemory::holds(const Entry& entry, std::size_t moves, const game::Game& game) const {
  const std::size_t now = game.moves().size();
  return moves < now && (now - moves) % 2 == 0 && game.key_after(moves) == entry.key;
}

void GameMemory::remember(const Poll& poll, const Outcome& outcome) {
  std::map<int, usi::Score> scores;
  for (const VoterSearch& voter : poll.book.voters) {
    if (!voter.ballot || !voter.ballot->counts() || !voter.ballot->score) continue;
    scores.emplace(voter.number, *voter.ballot->score);
  }
  remember(*poll.game, outcome.voter, std::move(scores));
}

void GameMemory::remember(const game::Game& game, int voter, std::map<int, usi::Score> scores) {
  const std::size_t moves = game.moves().size();
  Entry entry{game.position().key(), {}, std::move(scores)};
  entry.move.ply = first_ply(game) + static_cast<int>(moves);
  entry.move.voter = voter;
  if (const auto own = entry.scores.find(voter); own != entry.scores.end()) {
    entry.move.score = own->second;
  }
  entries_.erase(entries_.lower_bound(moves), entries_.end());
  entries_.emplace(moves, std::move(entry));
}

std::optional<usi::Score> GameMemory::previous(const game::Game& game, int voter) const {
  std::optional<usi::Score> latest;
  for (const auto& [moves, entry] : entries_) {
    if (!holds(entry, moves, game)) continue;
    const auto found = entry.scores.find(voter);
    if (found != entry.scores.end()) latest = found->second;
  }
  return latest;
}

consensus::Facts GameMemory::facts(const game::Game& game) const {
  consensus::Facts facts;
  facts.ply = first_ply(game) + static_cast<int>(game.moves().size());
  facts.own_moves = static_cast<int>(game.moves().size() / 2);
  for (const auto& entry : entries_) {
    if (holds(entry.second, entry.first, game)) facts.history.push_back(entry.second.move);
  }
  return facts;
}

double dice_of(std::uint64_t seed, const game::Game& game) {
  const std::uint64_t bits = mixed(mixed(seed) ^ game.position().key());
  return static_cast<double>(bits >> 11U) * 0x1.0p-53;
}

}  // namespace gougi::relay
