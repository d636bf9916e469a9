// SPDX-License-Identifier: MIT
#include "match/standing.hpp"

#include <algorithm>

namespace gougi::match {
namespace {

void add_seen_from(Trinomial& tally, const Meeting& meeting, bool from_black) {
  tally.wins += from_black ? meeting.black_wins : meeting.white_wins;
  tally.losses += from_black ? meeting.white_wins : meeting.black_wins;
  tally.draws += meeting.draws;
}

}  // namespace

void Standing::add(const GameRecord& game) {
  ++games_;
  const Result result = game.ending.result;
  Meeting& meeting = meetings_.try_emplace({game.black, game.white}).first->second;
  meeting.black = game.black;
  meeting.white = game.white;
  ++(result == Result::kBlackWins   ? meeting.black_wins
     : result == Result::kWhiteWins ? meeting.white_wins
                                    : meeting.draws);
  const Points of_black = points_of(result, shogi::Color::kBlack);
  black_.add(of_black);
  ++reasons_[game.ending.reason];
  if (is_fault(game.ending.reason)) {
    ++faults_[{result == Result::kWhiteWins ? game.black : game.white, game.ending.reason}];
  }
  add_times(game);
  const auto engines = std::minmax(game.black, game.white);
  const Points points = game.points_of_engine(engines.first);
  const auto other = half_pairs_.find(game.number / 2);
  if (other == half_pairs_.end()) {
    half_pairs_[game.number / 2] = {points, of_black};
  } else {
    const std::pair<std::size_t, std::size_t> both = engines;
    pairs_[both].add(points, other->second.of_lower);
    color_pairs_[both].add(of_black, other->second.of_black);
    half_pairs_.erase(other);
  }
}

void Standing::add_times(const GameRecord& game) {
  shogi::Color side = game.start.side_to_move();
  for (const MoveRecord& move : game.moves) {
    const std::size_t engine = side == shogi::Color::kBlack ? game.black : game.white;
    side = ~side;
    if (move.from_opening || engine >= engines_) continue;
    TimeUse& its = times_[engine];
    ++its.moves;
    its.took += move.took;
    its.longest = std::max(its.longest, move.took);
    const auto latency = move.latency();
    if (!latency) continue;
    ++its.told;
    its.latency += *latency;
    its.longest_latency = std::max(its.longest_latency, *latency);
  }
}

Trinomial Standing::games_of(std::size_t first, std::size_t second) const {
  Trinomial tally;
  const auto as_black = meetings_.find({first, second});
  if (as_black != meetings_.end()) add_seen_from(tally, as_black->second, true);
  const auto as_white = meetings_.find({second, first});
  if (as_white != meetings_.end()) add_seen_from(tally, as_white->second, false);
  return tally;
}

Pentanomial Standing::pairs_of(std::size_t first, std::size_t second) const {
  const auto found = pairs_.find({std::min(first, second), std::max(first, second)});
  if (found == pairs_.end()) return {};
  Pentanomial result = found->second;
  if (first > second) std::reverse(result.pairs.begin(), result.pairs.end());
  return result;
}

Trinomial Standing::games_of(std::size_t engine) const {
  Trinomial tally;
  for (const auto& [players, meeting] : meetings_) {
    if (players.first == engine) add_seen_from(tally, meeting, true);
    if (players.second == engine) add_seen_from(tally, meeting, false);
  }
  return tally;
}

std::vector<Meeting> Standing::meetings() const {
  std::vector<Meeting> meetings;
  for (const auto& entry : meetings_) meetings.push_back(entry.second);
  return meetings;
}

std::vector<Matchup> Standing::matchups() const {
  std::vector<Matchup> matchups;
  for (std::size_t i = 0; i < engines_; ++i) {
    for (std::size_t j = i + 1; j < engines_; ++j) {
      const Trinomial games = games_of(i, j);
      if (games.games() > 0) matchups.push_back({i, j, games, pairs_of(i, j)});
    }
  }
  return matchups;
}

std::vector<ColorPairs> Standing::color_pairs() const {
  std::vector<ColorPairs> all;
  for (const auto& [both, pairs] : color_pairs_) all.push_back({both.first, both.second, pairs});
  return all;
}

base::Result<RatingTable> ratings(const Standing& standing, std::span<const Anchor> anchors) {
  auto table = rate(standing.engines(), standing.matchups(), anchors);
  if (!table) return table;
  const auto by_colors = rate(standing.engines(), standing.meetings(), ColorEffect::kFitted,
                              anchors, standing.color_pairs());
  if (by_colors) table->black_advantage = by_colors->black_advantage;
  return table;
}

}  // namespace gougi::match
