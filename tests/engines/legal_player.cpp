// SPDX-License-Identifier: MIT
#include "engines/legal_player.hpp"

#include "base/random.hpp"
#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"
#include "shogi/position.hpp"

namespace gougi::tests {

struct LegalPlayer::State {
  base::Random random;
  shogi::Position position = shogi::Position::start();
};

LegalPlayer::LegalPlayer(std::uint64_t seed)
    : state_(std::make_unique<State>(State{base::Random(seed)})) {}
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
  shogi::MoveList moves;
  shogi::generate_legal(state_->position, moves);
  if (moves.empty()) return "resign";
  const auto count = static_cast<std::uint64_t>(moves.size());
  return notation::to_usi(moves[static_cast<int>(state_->random.below(count))]);
}

}  // namespace gougi::tests
