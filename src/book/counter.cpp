// SPDX-License-Identifier: MIT
#include "book/counter.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "notation/sfen.hpp"

namespace gougi::book {
namespace {

constexpr int kDepthOfPlayed = 32;

shogi::BareMove most_frequent(const std::map<shogi::BareMove, std::int32_t>& replies) {
  const auto most =
      std::ranges::max_element(replies, {}, [](const auto& reply) { return reply.second; });
  return most == replies.end() ? shogi::BareMove() : most->first;
}

}  // namespace

base::Result<GameLine> parse_game_line(std::string_view line) {
  std::string_view word = base::next_word(line);
  if (word == "position") word = base::next_word(line);
  GameLine game{shogi::Position::start(), {}};
  if (word == "sfen") {
    std::string sfen;
    word = base::next_word(line);
    for (; !word.empty() && word != "moves"; word = base::next_word(line)) {
      if (!sfen.empty()) sfen += ' ';
      sfen += word;
    }
    auto position = notation::parse_sfen(sfen);
    if (!position) return tl::unexpected(position.error());
    game.start = *position;
  } else if (word == "startpos") {
    word = base::next_word(line);
  } else {
    return base::fail("a game begins with startpos or sfen, not with \"" +
                      base::printable(word, 60) + "\"");
  }
  if (!word.empty() && word != "moves") {
    return base::fail("\"" + base::printable(word, 60) + "\" stands where moves is expected");
  }
  shogi::Position position = game.start;
  for (word = base::next_word(line); !word.empty(); word = base::next_word(line)) {
    const auto move = notation::parse_usi_move(word);
    if (!move || !position.is_legal(*move)) {
      return base::fail("move " + std::to_string(game.moves.size() + 1) + " (" +
                        base::printable(word, 60) + ") is " +
                        (move ? "not legal there" : "no move"));
    }
    shogi::Undo undo;
    position.do_move(*move, undo);
    game.moves.push_back(*move);
  }
  return game;
}

void MoveCounter::add(const GameLine& game, int moves) {
  shogi::Position position = game.start;
  const std::size_t end = std::min(game.moves.size(), static_cast<std::size_t>(std::max(0, moves)));
  for (std::size_t i = 0; i < end; ++i) {
    const shogi::BareMove move = game.moves[i];
    Tally& tally = positions_[position_text(position)][move];
    if (tally.count++ == 0) tally.first = seen_++;
    if (i + 1 < game.moves.size()) ++tally.replies[game.moves[i + 1]];
    shogi::Undo undo;
    position.do_move(move, undo);
  }
}

std::vector<Entry> MoveCounter::entries() const {
  std::vector<Entry> entries;
  entries.reserve(positions_.size());
  for (const auto& [text, tallies] : positions_) {
    std::vector<std::pair<std::int32_t, Candidate>> played;
    for (const auto& [move, tally] : tallies) {
      played.push_back(
          {tally.first, {move, most_frequent(tally.replies), 0, kDepthOfPlayed, tally.count}});
    }
    std::ranges::sort(played, {},
                      [](const auto& one) { return std::pair(-one.second.count, one.first); });
    Entry entry{text, {}};
    for (const auto& [first, candidate] : played) entry.candidates.push_back(candidate);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace gougi::book
