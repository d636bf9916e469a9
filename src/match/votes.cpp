// SPDX-License-Identifier: MIT
#include "match/votes.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::match {

std::vector<Vote> parse_votes(std::string_view note) {
  std::vector<Vote> votes;
  while (!note.empty()) {
    const std::size_t end = std::min(note.find('\n'), note.size());
    std::string_view line = base::trim(note.substr(0, end));
    note.remove_prefix(std::min(end + 1, note.size()));
    const bool is_for = line.starts_with("[O] bestmove ");
    if (!is_for && !line.starts_with("[X] bestmove ")) continue;
    Vote vote;
    vote.for_played = is_for;
    line.remove_prefix(std::string_view("[O] bestmove ").size());
    vote.move = base::next_word(line);
    const std::size_t open = line.rfind('[');
    const std::size_t close = line.rfind(']');
    if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
      vote.voter = line.substr(open + 1, close - open - 1);
    }
    if (!vote.move.empty()) votes.push_back(std::move(vote));
  }
  return votes;
}

void VoteCount::add(const std::vector<Vote>& ballot) {
  if (ballot.size() < 2) return;
  for (std::size_t i = voters.size(); i < ballot.size(); ++i) {
    voters.push_back(ballot[i].voter);
    votes.push_back(0);
    for_played.push_back(0);
  }
  for (auto* table : {&together, &agreements}) {
    table->resize(voters.size());
    for (auto& row : *table) row.resize(voters.size());
  }
  ++decisions;
  bool is_unanimous = true;
  for (std::size_t i = 0; i < ballot.size(); ++i) {
    ++votes[i];
    if (ballot[i].for_played) ++for_played[i];
    if (ballot[i].move != ballot[0].move) is_unanimous = false;
    for (std::size_t j = 0; j < ballot.size(); ++j) {
      ++together[i][j];
      if (ballot[i].move == ballot[j].move) ++agreements[i][j];
    }
  }
  if (is_unanimous) ++unanimous;
}

VoteCount count_votes(const std::vector<GameRecord>& games, std::size_t engine) {
  VoteCount count;
  for (const GameRecord& game : games) {
    if (game.black != engine && game.white != engine) continue;
    const auto side = game.black == engine ? shogi::Color::kBlack : shogi::Color::kWhite;
    shogi::Color mover = game.start.side_to_move();
    for (const MoveRecord& move : game.moves) {
      if (mover == side && !move.note.empty()) count.add(parse_votes(move.note));
      mover = ~mover;
    }
  }
  return count;
}

}  // namespace gougi::match
