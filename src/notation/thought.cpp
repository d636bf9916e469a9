// SPDX-License-Identifier: MIT
#include "notation/thought.hpp"

#include <algorithm>

#include "notation/japanese.hpp"
#include "shogi/movegen.hpp"

namespace gougi::notation {
namespace {

constexpr std::string_view kDepthWord = "*深さ=";
constexpr std::string_view kSelectiveWord = "*選択深さ=";

template <class Value>
void append_line(std::string& text, std::string_view word, const Value& value) {
  text.append(word).append(value).append("\n");
}

std::size_t next_mark(std::string_view text) {
  return std::min({text.find("▲", 1), text.find("△", 1), text.size()});
}

}  // namespace

std::string thought_comment(const Thought& thought, const shogi::Position& after) {
  std::string text;
  if (thought.mate) {
    std::string mate = thought.mate->black_wins ? "先手勝ち" : "後手勝ち";
    if (thought.mate->plies) mate += ":" + std::to_string(*thought.mate->plies) + "手";
    append_line(text, kMateWord, mate);
  } else if (thought.score) {
    std::string score = std::to_string(*thought.score);
    if (thought.bound == Thought::Bound::kAtLeast) score += " 下限";
    if (thought.bound == Thought::Bound::kAtMost) score += " 上限";
    append_line(text, kScoreWord, score);
  }
  if (const std::string line = moves_text(after, thought.line); !line.empty()) {
    append_line(text, kLineWord, line);
  }
  if (thought.nodes > 0) append_line(text, kNodesWord, std::to_string(thought.nodes));
  if (thought.depth > 0) append_line(text, kDepthWord, std::to_string(thought.depth));
  if (thought.selective_depth > 0) {
    append_line(text, kSelectiveWord, std::to_string(thought.selective_depth));
  }
  return text;
}

std::string moves_text(shogi::Position position, const std::vector<shogi::Move>& moves) {
  std::string text;
  shogi::BareMove before;
  for (const shogi::Move m : moves) {
    if (m.freezes() || !position.is_legal(m.move)) break;
    text += compatible_ki2(to_ki2(position, m.move, before));
    shogi::Undo undo;
    position.do_move(m.move, undo);
    before = m.move;
  }
  return text;
}

std::optional<std::vector<shogi::BareMove>> parse_moves_text(shogi::Position position,
                                                             std::string_view text) {
  std::vector<shogi::BareMove> moves;
  while (!text.empty()) {
    const std::size_t end = next_mark(text);
    shogi::MoveList legal;
    generate_legal(position, legal);
    const auto move = find_ki2_move(position, legal, text.substr(0, end),
                                    moves.empty() ? shogi::BareMove() : moves.back());
    if (!move) return std::nullopt;
    text.remove_prefix(end);
    shogi::Undo undo;
    position.do_move(*move, undo);
    moves.push_back(*move);
  }
  return moves;
}

}  // namespace gougi::notation
