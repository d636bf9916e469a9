// SPDX-License-Identifier: MIT
// gougi-naitou behind the protocol's engine side, without processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/naitou_engine.hpp"
#include "naitou/vector_files.hpp"
#include "usi/talk.hpp"

namespace gougi::naitou {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// The engine and what it said since it was last asked.
class Conversation : public usi::Talk {
 public:
  Conversation() : usi::Talk(std::make_unique<engines::NaitouEngine>()) {}

  void set(std::string_view name, bool value) {
    say("setoption name " + std::string(name) + " value " + (value ? "true" : "false"));
  }

  /// The answer to `go` in `position`, which stands behind that word; bestmove left out.
  std::string ask(const std::string& position, std::string_view go = "go byoyomi 1000") {
    forget();
    return usi::Talk::ask("position " + position, go, "bestmove ").substr(9);
  }
};

std::string position_after(const RecordedGame& game, std::size_t plies) {
  std::string text = game.position.substr(0, game.position.find(" moves"));
  if (plies > 0) text += " moves";
  for (std::size_t i = 0; i < plies; ++i) text += " " + notation::to_usi(game.moves[i]);
  return text;
}

void check_by_usi(const RecordedGame& game, int& matches, int& replies) {
  Conversation engine;
  engine.set("LegalOnly", false);
  engine.set("TimeLimit", game.time_limit);
  const bool com_first = game.start.side_to_move == shogi::Color::kWhite;
  for (std::size_t i = com_first ? 0 : 1; i <= game.moves.size(); i += 2) {
    if (i == game.moves.size() && game.end != "resign" && game.end != "suicide") break;
    const std::string ending = game.end == "suicide" ? "win" : game.end;
    const std::string expected = i < game.moves.size() ? notation::to_usi(game.moves[i]) : ending;
    const std::string found = engine.ask(position_after(game, i));
    EXPECT_EQ(found, expected) << game.where << " ply " << i;
    ++replies;
    if (found == expected) ++matches;
  }
}

void check_file_by_usi(std::string_view name) {
  const auto path = vector_folder() / name;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not there: " << path;
  int matches = 0;
  int replies = 0;
  for (const RecordedGame& game : read_games(path)) check_by_usi(game, matches, replies);
  EXPECT_GT(replies, 0);
  std::cerr << name << ": " << matches << " of " << replies << " replies through USI\n";
}

TEST(RecordedGamesByUsi, BookLines) { check_file_by_usi("book_lines.txt"); }
TEST(RecordedGamesByUsi, EmulatorVerified) { check_file_by_usi("emulator_verified.txt"); }
TEST(RecordedGamesByUsi, Random) { check_file_by_usi("random.txt"); }
TEST(RecordedGamesByUsi, RandomSkilled) { check_file_by_usi("random_skilled.txt"); }
TEST(RecordedGamesByUsi, SiteKifu) { check_file_by_usi("site_kifu.txt"); }
TEST(RecordedGamesByUsi, Solver) { check_file_by_usi("solver.txt"); }
TEST(RecordedGamesByUsi, Targeted) { check_file_by_usi("targeted.txt"); }
TEST(RecordedGamesByUsi, BugsWithMovesThatBreakTheRules) { check_file_by_usi("bugs.txt"); }

TEST(NaitouTalk, SaysWhereTheGameIsNotTheOriginals) {
  Conversation engine;
  // The book's 3c3d counts as played, and its 4c4d would lose the pawn.
  EXPECT_EQ(engine.ask("startpos moves 7g7f 8c8d 2g2f"), "3a3b");
  EXPECT_THAT(engine.lines(),
              Contains(HasSubstr("move 2 is not the original's, which would play 3c3d")));
  engine.ask("sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1");
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("the original has no such game")));
  engine.ask("startpos moves 7g7f 3c3d 2g2f");
  EXPECT_THAT(engine.lines(), Not(Contains(HasSubstr("original"))));
}

TEST(NaitouTalk, ChangesTheOpeningWithTheTimeLimit) {
  Conversation engine;
  const std::string position = "startpos moves 1g1f 3c3d 9g9f 4c4d 1f1e";
  EXPECT_EQ(engine.ask(position), "3a3b");
  engine.set("TimeLimit", true);
  EXPECT_EQ(engine.ask(position), "3a4b");
}

TEST(NaitouTalk, MatesAndSaysSo) {
  Conversation engine;
  EXPECT_EQ(engine.ask("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), "G*5b");
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("score mate 1")));
}

TEST(NaitouTalk, ResignsWhenMated) {
  Conversation engine;
  EXPECT_EQ(engine.ask("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), "resign");
}

TEST(NaitouTalk, ChoosesAmongTheMovesAskedFor) {
  Conversation engine;
  EXPECT_EQ(engine.ask("startpos moves 7g7f", "go byoyomi 1000 searchmoves 8c8d"), "8c8d");
}

TEST(NaitouTalk, RefusesGamesThatBreakTheRulesWhereOnlyLegalMovesCount) {
  Conversation engine;
  const std::string position =
      "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1 moves "
      "7g7f 3c3d 8i7g 2b7g+ 5g5f";
  EXPECT_EQ(engine.ask(position), "resign");
  engine.set("LegalOnly", false);
  EXPECT_EQ(engine.ask(position), "5c5d");
}

// A knight on 4五 gives check to a king that the original would not have gone out with; there the
// book is asked in any case, and its move tested for little.
TEST(NaitouTalk, PlaysItsBestLegalMoveWhereTheBookLeavesTheKingInCheck) {
  Conversation engine;
  const std::string position =
      "sfen lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves "
      "5c5d 3g3f 5a5b 2i3g 5b5c 3g4e";
  const std::string legal = engine.ask(position);
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("the original plays 4a3b, which is not legal")));
  EXPECT_THAT(engine.lines(), Not(Contains(HasSubstr("the move chosen"))));
  EXPECT_NE(legal, "4a3b");
  EXPECT_EQ(legal.substr(0, 2), "5c");  // nothing takes the knight
  engine.set("LegalOnly", false);
  EXPECT_EQ(engine.ask(position), "4a3b");
}

// So many losses behind a retake that its king in check seems to be worth 30 and not 40.
TEST(NaitouTalk, LeavesItsKingToBeTakenOnlyAsTheCartridge) {
  Conversation engine;
  const std::string position =
      "sfen 1n2gk1n1/lPsR2BGl/5p1pp/2pRpsG2/3p3PP/p1KPG4/P1P2PP1N/LBS2Sp1L/1N2P+p3 w - 102";
  EXPECT_EQ(engine.ask(position), "resign");
  engine.set("LegalOnly", false);
  EXPECT_EQ(engine.ask(position), "resign");
  engine.set("LeaveKing", true);
  EXPECT_EQ(engine.ask(position), "4i4h");
  engine.set("LegalOnly", true);
  EXPECT_NE(engine.ask(position), "4i4h");
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("the original plays 4i4h, which is not legal")));
}

TEST(NaitouTalk, ResignsWithLegalMovesLeft) {
  Conversation engine;
  const std::string sfen =
      "G8/3bs1p2/l1rp5/Pp1k3gl/p2P1p2p/2P1PPK1P/NPgSN2PN/5RS1L/B2+l5 w N2Pgs2p 150";
  EXPECT_TRUE(notation::parse_sfen(sfen).value().has_legal_move());
  EXPECT_EQ(engine.ask("sfen " + sfen), "resign");
}

TEST(NaitouTalk, TracesEveryCandidate) {
  Conversation engine;
  engine.say("position startpos moves 7g7f");
  engine.say("trace");
  engine.wait_for("result: 3c3d");
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("pply=1 level=0 sub=0 formation=1")));
  EXPECT_THAT(engine.lines(), Contains(HasSubstr("(from the book)")));
  EXPECT_EQ(engine.lines().size(), 1U + 1U + 30U + 1U);
}

}  // namespace
}  // namespace gougi::naitou
