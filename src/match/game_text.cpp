// SPDX-License-Identifier: MIT
#include "match/game_text.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "notation/thought.hpp"

namespace gougi::match {
namespace {

using notation::End;
using notation::Thought;

// How an ending is called. Most words say something of the side to move: that it has lost.
struct EndWord {
  End end = End::kInterrupted;
  bool mover_lost = false;
};

EndWord word_of(Reason reason) {
  switch (reason) {
    case Reason::kMate:
      return {End::kMated, true};
    case Reason::kResignation:
    case Reason::kAgreedLoss:
    case Reason::kProvenMate:
      return {End::kResigned, true};
    case Reason::kDeclaration:
      return {End::kDeclared};
    case Reason::kRepetition:
      return {End::kRepetition};
    case Reason::kMaxPlies:
    case Reason::kAgreedDraw:
      return {End::kImpasse};
    case Reason::kTime:
    case Reason::kHang:
      return {End::kTimeUp, true};
    case Reason::kIllegalMove:
    case Reason::kWrongDeclaration:
      return {End::kIllegalMove, true};
    case Reason::kPerpetualCheck:
    case Reason::kHome:  // of other games
    case Reason::kNoMove:
    case Reason::kCrash:
    case Reason::kNotReady:
      break;
  }
  return {};
}

End end_of(const Ending& ending, shogi::Color mover) {
  const Points of_mover = points_of(ending.result, mover);
  const bool is_foul_of_other = ending.reason == Reason::kIllegalMove && of_mover == Points::kWin;
  if (ending.reason == Reason::kPerpetualCheck || is_foul_of_other) {
    return ending.result == Result::kWhiteWins ? End::kBlackFoul : End::kWhiteFoul;
  }
  const bool mover_lost = of_mover == Points::kLoss;
  const EndWord word = word_of(ending.reason);
  return word.mover_lost && !mover_lost ? End::kInterrupted : word.end;
}

std::string ending_text(const GameRecord& game) {
  const auto sides = game.start.rules().sides();
  const std::string_view winner = game.ending.result == Result::kDraw        ? "draw"
                                  : game.ending.result == Result::kBlackWins ? sides[0].word
                                                                             : sides[1].word;
  std::string text = std::string(winner) + ", " + std::string(to_text(game.ending.reason));
  if (!game.ending.detail.empty()) text += " (" + base::printable(game.ending.detail) + ")";
  return text;
}

// Lines of a note. An engine's words are not to be read as a freeze of the game.
std::string note_lines(std::string_view note) {
  std::string text;
  while (!note.empty()) {
    const std::size_t end = std::min(note.find('\n'), note.size());
    const std::string line = base::printable(note.substr(0, end));
    std::string_view words = line;
    const bool looks_like_freeze = base::iequals(base::next_word(words), "freeze");
    text.append(looks_like_freeze ? "> " : "").append(line).append("\n");
    note.remove_prefix(std::min(end + 1, note.size()));
  }
  return text;
}

Thought thought_of(const MoveRecord& move, shogi::Color mover) {
  Thought thought;
  thought.depth = move.depth;
  thought.selective_depth = move.selective_depth;
  thought.nodes = move.nodes;
  if (!move.line.empty() && move.line.front() == move.move) {
    thought.line = usi::shogi_moves({move.line.begin() + 1, move.line.end()});
  }
  if (!move.score) return thought;
  const usi::Score score = mover == shogi::Color::kBlack ? *move.score : usi::negated(*move.score);
  if (const auto* cp = std::get_if<usi::Centipawns>(&score.value)) {
    thought.score = cp->value;
  } else {
    const auto& mate = std::get<usi::Mate>(score.value);
    thought.mate = Thought::Mate{mate.winning, mate.plies};
  }
  thought.bound = score.bound == usi::Bound::kLower   ? Thought::Bound::kAtLeast
                  : score.bound == usi::Bound::kUpper ? Thought::Bound::kAtMost
                                                      : Thought::Bound::kExact;
  return thought;
}

}  // namespace

notation::Record to_record(const GameRecord& game, const GameNames& names) {
  const shogi::FreezePosition& start = *game.start.of_shogi();
  notation::Record record(start);
  if (game.began.size() >= 19) {  // "2026-01-31T12:00:00Z"
    std::string began = game.began.substr(0, 10) + " " + game.began.substr(11, 8);
    began[4] = began[7] = '/';
    record.set_header("開始日時", began + " UTC");
  }
  for (const auto& [side, name] : {std::pair(shogi::Color::kBlack, &names.black),
                                   std::pair(shogi::Color::kWhite, &names.white)}) {
    if (!name->empty()) record.set_player(side, base::printable(*name));
  }
  shogi::Game played(start);
  notation::NodeIndex at = 0;
  for (const MoveRecord& move : game.moves) {
    const shogi::Color mover = played.position().side_to_move();
    if (!played.play(move.move.of_shogi())) break;
    at = record.add(at, move.move.of_shogi());
    notation::RecordNode& node = record.node(at);
    if (!move.from_opening) node.took = move.took;
    node.comment =
        thought_comment(thought_of(move, mover), played.position()) + note_lines(move.note);
  }
  notation::RecordNode& end = record.node(record.add(at, shogi::Move()));
  end.end = end_of(game.ending, played.position().side_to_move());
  end.comment = ending_text(game) + "\n";
  return record;
}

std::string to_line(const GameRecord& game, const GameNames& names) {
  const auto played = replay(game);
  if (!played) return "# " + played.error().message;
  std::string line = *played->rules().wire().to_child(game::position_line(*played));
  constexpr std::string_view kWord = "position ";
  if (std::string_view(line).starts_with(kWord)) line.erase(0, kWord.size());
  return line + " # " + ending_text(game) + ", " + base::printable(names.black) + " - " +
         base::printable(names.white);
}

}  // namespace gougi::match
