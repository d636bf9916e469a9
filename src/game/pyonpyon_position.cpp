// SPDX-License-Identifier: MIT
#include "game/pyonpyon_position.hpp"

#include "game/rules.hpp"

namespace gougi::game {

const Rules& PyonpyonPosition::rules() const { return pyonpyon_rules(); }

void PyonpyonPosition::play(usi::Move legal) {
  if (const auto move = legal.of_pyonpyon()) {
    game_.play(*move);
  } else if (legal == usi::Move::draw_claim()) {
    game_.claim_draw();
  } else if (legal == usi::Move::resignation()) {
    game_.resign();
  }
}

shogi::Color PyonpyonPosition::side_to_move() const {
  const bool x = game_.position().to_move == pyonpyon::Side::kX;
  return x ? shogi::Color::kBlack : shogi::Color::kWhite;
}

bool PyonpyonPosition::is_legal(usi::Move move) const {
  if (is_over()) return false;
  if (move == usi::Move::draw_claim()) return game_.may_claim_draw();
  if (move == usi::Move::resignation()) return true;
  const auto known = move.of_pyonpyon();
  return known && pyonpyon::is_legal(game_.position(), *known);
}

std::vector<usi::Move> PyonpyonPosition::legal_moves() const {
  if (is_over()) return {};
  pyonpyon::MoveList moves;
  generate(game_.position(), moves);
  return {moves.begin(), moves.end()};
}

bool PyonpyonPosition::is_lost() const {
  const auto decision = game_.decision();
  return decision && decision->winner == ~game_.position().to_move;
}

game::Position::LastWord PyonpyonPosition::last_word() const {
  using Why = pyonpyon::Outcome::Reason;
  const auto decided = game_.decision();
  if (!decided || decided->reason == Why::kNoMove) return {};
  if (decided->reason == Why::kClaimed) {
    return {usi::Move::draw_claim(), "the game is over: a draw was claimed",
            "引き分けが宣言され、対局は終わっている"};
  }
  if (decided->reason == Why::kResigned) {
    return {usi::Resign{}, "the game is over: a side resigned", "投了により対局は終わっている"};
  }
  return {usi::Resign{}, "the game is over: a side is home", "全駒が到達し、対局は終わっている"};
}

bool PyonpyonPosition::is_quiet() const {
  if (game_.outcome()) return false;
  pyonpyon::MoveList moves;
  generate(game_.position(), moves);
  for (const pyonpyon::Move move : moves) {
    if (is_home(pyonpyon::after(game_.position(), move), game_.position().to_move)) return false;
  }
  return true;
}

std::string PyonpyonPosition::move_name(usi::Move move, usi::Move, bool japanese) const {
  if (move == usi::Move::draw_claim()) return japanese ? "引き分け" : "claims a draw";
  const bool x = game_.position().to_move == pyonpyon::Side::kX;
  return (japanese ? (x ? "●" : "○") : (x ? "x " : "o ")) + usi::to_text(move);
}

}  // namespace gougi::game
