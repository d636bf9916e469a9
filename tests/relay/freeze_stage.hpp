// SPDX-License-Identifier: MIT
// Freeze shogi on the stage: children of every ability, a judge of what they are told, and of what
// the GUI is answered.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "relay/stage.hpp"
#include "shogi/game.hpp"
#include "usi/position_text.hpp"

namespace gougi::relay::testing {

using usi::FreezeAbility;

inline constexpr const char* kGoASecond = "go btime 0 wtime 0 byoyomi 1000";

/// What a child may announce; nullptr: no line at all.
inline constexpr std::array<const char*, 6> kFreezeWords{nullptr,        "NONE",       "IGNORE",
                                                         "ALLOW_FREEZE", "CAN_FREEZE", "OK"};

inline FreezeAbility ability_of(const char* word) {
  return word == nullptr ? FreezeAbility::kNone : *usi::parse_freeze_ability(word);
}

inline void announce(ModelChild& child, const char* word) {
  if (word != nullptr) child.option_lines.push_back("FREEZE " + std::string(word));
}

/// The game that a `position` line tells of; a failure if it cannot be read.
inline shogi::Game game_of(const std::string& line) {
  const auto command = usi::parse_command(line);
  const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  if (position == nullptr) {
    ADD_FAILURE() << line;
    return {};
  }
  auto game = usi::replay(*position);
  if (!game) {
    ADD_FAILURE() << line << ": " << game.error().message;
    return {};
  }
  return std::move(*game);
}

/// What is wrong with telling this line to a child with this ability; "" if nothing is.
inline std::string complaint_about(std::string_view line, FreezeAbility ability) {
  if (usi::reads_freezes(ability)) return "";
  const auto words = base::split_words(line);
  const bool position = !words.empty() && words.front() == "position";
  std::size_t from_end = words.size();  // moves behind the word moves, counted from the last
  for (const std::string_view word : words) {
    --from_end;
    const auto at = word.find_first_of("zZ");
    if (at == std::string_view::npos || (!position && words.front() != "go")) continue;
    if (!usi::declares_freezes(ability)) return "tells of a freeze: " + std::string(word);
    if (!position) continue;
    const bool counts = at == 0 && word.size() > 1 && word[1] >= '0' && word[1] <= '9';
    if (counts) continue;
    // The last move is the other side's; behind the moves stand the counts.
    const bool of_the_other_side = at > 0 && from_end % 2 == 1;
    if (at == 0 || of_the_other_side) return "tells what it was frozen by: " + std::string(word);
  }
  return "";
}

/// All that the child has heard is fit for it.
inline void expect_fit(const ModelChild& child, const char* word) {
  for (const std::string& line : child.heard) {
    EXPECT_EQ(complaint_about(line, ability_of(word)), "") << line;
  }
}

/// A child that plays random moves of the game as it is told, and declares freezes if it can.
class RandomFreezePlayer {
 public:
  RandomFreezePlayer(FreezeAbility ability, std::uint64_t seed)
      : ability_(ability), random_(seed) {}

  std::vector<std::string> operator()(const std::string& position, const std::string&) {
    EXPECT_EQ(complaint_about(position, ability_), "") << position;
    shogi::FreezePosition board = game_of(position).freeze_position();
    if (!usi::accepts_freezes(ability_) && !usi::declares_freezes(ability_)) {
      board = shogi::FreezePosition(board.position());  // it ignores what it reads
    }
    const auto move = choose(board);
    if (!move) return {"bestmove resign"};
    shogi::FreezeUndo undo;
    board.do_move(move, undo);
    const auto reply = choose(board);
    const std::string text = notation::to_usi(move);
    const std::string answer = reply ? notation::to_usi(reply) : "";
    const std::string score = std::to_string(static_cast<int>(random_.below(200)) - 100);
    return {"info depth 3 score cp " + score + " pv " + text + (reply ? " " + answer : ""),
            "bestmove " + text + (reply ? " ponder " + answer : "")};
  }

 private:
  shogi::Move choose(const shogi::FreezePosition& board) {
    shogi::MoveList moves;
    shogi::generate_legal_bare(board, moves);
    if (moves.size() == 0) return {};
    shogi::Move move = moves[static_cast<int>(random_.below(moves.size()))];
    if (!usi::declares_freezes(ability_) || !board.may_freeze()) return move;
    const auto kinds = board.freezable(move.move);
    if (kinds == 0 || random_.below(6) != 0) return move;
    auto rest = kinds;
    for (auto skip = random_.below(static_cast<std::uint64_t>(shogi::count(kinds))); skip > 0;
         --skip) {
      rest = static_cast<shogi::KindMask>(rest & (rest - 1));
    }
    move.freeze = shogi::first_kind(rest);
    return move;
  }

  FreezeAbility ability_;
  base::Random random_;
};

/// A relay whose engines are random players with these abilities.
inline std::unique_ptr<Stage> random_council(const std::vector<const char*>& words,
                                             const std::string& strategy, std::uint64_t seed) {
  const bool solver = strategy.starts_with("mate");
  auto stage = std::make_unique<Stage>(static_cast<int>(words.size()), solver ? 1 : 0, strategy);
  for (std::size_t i = 0; i < words.size(); ++i) {
    ModelChild& child = stage->children[i];
    announce(child, words[i]);
    auto player = std::make_shared<RandomFreezePlayer>(ability_of(words[i]), seed * 100 + i);
    child.thinks = [player](const std::string& position, const std::string& go) {
      return (*player)(position, go);
    };
  }
  if (solver) stage->children[words.size()].on_go = {"checkmate nomate"};
  return stage;
}

}  // namespace gougi::relay::testing
