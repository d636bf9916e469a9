// SPDX-License-Identifier: MIT
#include "usi/frozen_marks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "notation/freeze.hpp"
#include "usi/game_line.hpp"

namespace gougi::usi {
namespace {

using shogi::PieceType;

TEST(FrozenMarks, StandBehindEachMoveThatIsMadeUnderAFreeze) {
  EXPECT_EQ(with_frozen_marks("bestmove 5c6c ponder 7g7fzG", PieceType::kGold),
            "bestmove 5c6cZG ponder 7g7fzG");
  EXPECT_EQ(with_frozen_marks("bestmove 7g7fzB+ ponder 5c6c", PieceType::kNone),
            "bestmove 7g7fzB+ ponder 5c6cZB+");
  EXPECT_EQ(with_frozen_marks("info depth 3 score cp 5 pv 5c6c 7g7fzK 3c3d 2g2f", PieceType::kPawn),
            "info depth 3 score cp 5 pv 5c6cZP 7g7fzK 3c3dZK 2g2f");
  EXPECT_EQ(with_frozen_marks("checkmate G*5bzS 4a5b", PieceType::kNone),
            "checkmate G*5bzS 4a5bZS");
  EXPECT_EQ(with_frozen_marks("info currmove 5c6c pv 5c6c 3c3d", PieceType::kRook),
            "info currmove 5c6cZR pv 5c6cZR 3c3d");
  EXPECT_EQ(with_frozen_marks("bestmove 5c6cZG", PieceType::kGold), "bestmove 5c6cZG");
}

TEST(FrozenMarks, LeaveEverythingElseAlone) {
  for (const char* const line : {"bestmove resign", "bestmove win", "checkmate nomate",
                                 "info depth 3 nodes 1234", "info string freeze  5c6c zG"}) {
    EXPECT_EQ(with_frozen_marks(line, PieceType::kGold), line);
  }
}

TEST(FrozenMarks, AnSfenSaysWhatItsLastMoveWasMadeUnder) {
  const auto sfen = [](const std::string& line) {
    const auto game = read_game_line(line);
    EXPECT_TRUE(game) << line;
    const std::string text = with_frozen_mark(notation::to_sfen(game->freeze_position()), *game);
    return text.substr(text.find(" - ") + 3);
  };
  EXPECT_EQ(sfen("startpos z3Z3"), "1 z3Z3");
  EXPECT_EQ(sfen("startpos moves 7g7fzP z3Z2"), "2 zP z3Z2");
  EXPECT_EQ(sfen("startpos moves 7g7fzP 4a3b z3Z2"), "3 ZP z3Z2");
  EXPECT_EQ(sfen("startpos moves 7g7fzP 4a3b 2g2f z3Z2"), "4 z3Z2");
  EXPECT_EQ(sfen("startpos moves 7g7fzP 4a3b z0Z0"), "3 ZP");
}

}  // namespace
}  // namespace gougi::usi
