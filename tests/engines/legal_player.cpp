// SPDX-License-Identifier: MIT
#include "engines/legal_player.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "engines/favourites.hpp"
#include "notation/sfen.hpp"
#include "shogi/position.hpp"

namespace gougi::tests {

struct LegalPlayer::State {
  std::string pick(const shogi::Position& from) {
    const auto moves = tests::favourites(from, favourites);
    return moves.empty() ? "" : notation::to_usi(moves[random.below(moves.size())]);
  }

  base::Random random;
  int favourites;
  shogi::Position position = shogi::Position::start();
};

LegalPlayer::LegalPlayer(std::uint64_t seed, int favourites)
    : state_(std::make_unique<State>(State{base::Random(seed), favourites})) {}
LegalPlayer::~LegalPlayer() = default;

void LegalPlayer::set_position(std::string_view line) {
  base::next_word(line);  // "position"
  std::string setup;
  std::string_view word;
  while (!(word = base::next_word(line)).empty() && word != "moves") {
    if (word == "sfen") continue;
    if (!setup.empty()) setup += ' ';
    setup += word;
  }
  const auto start = notation::parse_sfen(setup);
  if (!start) return;
  state_->position = *start;
  while (!(word = base::next_word(line)).empty()) {
    const auto move = notation::parse_usi_move(word);
    if (!move || !state_->position.is_legal(*move)) return;
    shogi::Undo undo;
    state_->position.do_move(*move, undo);
  }
}

std::string LegalPlayer::choose() {
  const std::string move = state_->pick(state_->position);
  return move.empty() ? "resign" : move;
}

std::string LegalPlayer::reply_to(std::string_view text) {
  const auto move = notation::parse_usi_move(text);
  if (!move || !state_->position.is_legal(*move)) return "";
  shogi::Position next = state_->position;
  shogi::Undo undo;
  next.do_move(*move, undo);
  return state_->pick(next);
}

bool LegalPlayer::is_blacks_turn() const {
  return state_->position.side_to_move() == shogi::Color::kBlack;
}

}  // namespace gougi::tests
