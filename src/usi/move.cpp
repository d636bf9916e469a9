// SPDX-License-Identifier: MIT
#include "usi/move.hpp"

#include "notation/freeze.hpp"

namespace gougi::usi {
namespace {

constexpr std::string_view kDraw = "draw";
constexpr std::string_view kResign = "resign";

}  // namespace

std::string to_text(Move move) {
  std::string text;
  append_text(text, move);
  return text;
}

void append_text(std::string& out, Move move) {
  if (const shogi::Move of_shogi = move.of_shogi()) {
    notation::append_usi(out, of_shogi);
  } else if (const auto of_pyonpyon = move.of_pyonpyon()) {
    out += pyonpyon::to_text(*of_pyonpyon);
  } else if (move) {
    out += move == Move::draw_claim() ? kDraw : kResign;
  }
}

std::optional<Move> parse_move(std::string_view word) {
  if (const auto written = notation::parse_freeze_move(word)) return written->move;
  if (word == kDraw) return Move::draw_claim();
  if (const auto move = pyonpyon::parse_move(word)) return *move;
  return std::nullopt;
}

std::vector<Move> moves_of(const std::vector<shogi::Move>& moves) {
  return {moves.begin(), moves.end()};
}

std::vector<shogi::Move> shogi_moves(const std::vector<Move>& moves) {
  std::vector<shogi::Move> of_shogi;
  of_shogi.reserve(moves.size());
  for (const Move move : moves) {
    if (!move.of_shogi()) break;
    of_shogi.push_back(move.of_shogi());
  }
  return of_shogi;
}

}  // namespace gougi::usi
