// SPDX-License-Identifier: MIT
#include "shogi/check_squares.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::shogi {
namespace {

TEST(CheckSquares, AgreeWithThePositionOnEveryMove) {
  base::Random random(3);
  int checks = 0;
  for (int game = 0; game < 150; ++game) {
    Position position = Position::start();
    for (int ply = 0; ply < 300; ++ply) {
      const CheckSquares squares(position);
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) break;
      for (const BareMove move : moves) {
        const bool checked = position.gives_check(move);
        checks += checked ? 1 : 0;
        ASSERT_EQ(squares.gives_check(position, move), checked)
            << notation::to_sfen(position) << " " << notation::to_usi(move);
      }
      Undo undo;
      const auto count = static_cast<std::uint64_t>(moves.size());
      position.do_move(moves[static_cast<int>(random.below(count))], undo);
    }
  }
  EXPECT_GT(checks, 1000);
}

}  // namespace
}  // namespace gougi::shogi
