// SPDX-License-Identifier: MIT
#include "search/searcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "few_threads.hpp"
#include "mate/solver.hpp"
#include "notation/sfen.hpp"
#include "search/root_search.hpp"
#include "shogi/movegen.hpp"

namespace gougi::search {
namespace {

/// Time is what the test says, one tick a question; everything told is kept.
class FakeObserver : public Observer {
 public:
  bool stop_requested() const override { return ++questions_ > stop_after; }
  bool pondering() const override { return questions_ < ponder_until; }
  Limits limits_after_ponder() const override { return after_ponder; }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint() + tick * ++times_asked_; }
  void report(const Report& report) override { reports.push_back(report); }

  int stop_after = 1 << 30;
  int ponder_until = 0;
  Limits after_ponder;
  base::Duration tick{0};
  std::vector<Report> reports;
  int questions() const { return questions_; }
  int times_asked() const { return times_asked_; }
  base::Duration passed() const { return tick * times_asked_; }

 private:
  mutable int questions_ = 0;
  mutable int times_asked_ = 0;
};

shogi::Game game_of(std::string_view sfen, std::initializer_list<std::string_view> moves = {}) {
  shogi::Game game(notation::parse_sfen(sfen).value());
  for (const std::string_view move : moves) {
    EXPECT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
  }
  return game;
}

Limits depth_of(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

Limits nodes_of(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

struct Found {
  Decision decision;
  std::vector<Report> reports;
};

Found think(const shogi::Game& game, const Limits& limits, const Settings& settings = {}) {
  Searcher searcher;
  searcher.resize_table(8);
  FakeObserver observer;
  Found found;
  found.decision = searcher.search(game, limits, settings, observer);
  found.reports = observer.reports;
  return found;
}

void expect_legal_line(const shogi::Position& start, const std::vector<shogi::Move>& line) {
  shogi::Position position = start;
  for (const shogi::Move move : line) {
    ASSERT_TRUE(!move.freezes() && position.is_legal(move.bare)) << notation::to_usi(move);
    shogi::Undo undo;
    position.do_move(move.bare, undo);
  }
}

TEST(Searcher, ReportsMissedWindowsOfLongSearchesWhereThatIsWished) {
  for (const bool wished : {false, true}) {
    Searcher searcher;
    searcher.resize_table(8);
    FakeObserver observer;
    observer.tick = base::Milliseconds(4000);  // every question is seconds after the last
    Settings settings;
    settings.report_bounds = wished;
    searcher.search(
        game_of("l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1"),
        depth_of(8), settings, observer);
    EXPECT_EQ(std::ranges::any_of(observer.reports,
                                  [](const Report& r) { return r.bound != Bound::kExact; }),
              wished);
  }
}

TEST(Searcher, LooksAtTheClockSeldomWhileNodesAreFast) {
  for (const auto& [tick, most] : {std::pair{base::Duration(base::Milliseconds(1)) / 100, 1000},
                                   std::pair{base::Duration(base::Milliseconds(2)), 200'000}}) {
    Searcher searcher;
    searcher.resize_table(8);
    FakeObserver observer;
    observer.tick = tick;
    searcher.search(game_of(notation::kStartSfen), nodes_of(100'000), {}, observer);
    EXPECT_LT(observer.times_asked(), most);
    EXPECT_GT(observer.times_asked(), most / 10);
  }
}

// Half points of the first of two, who move with so many nodes; Black, if `first_is_black`.
int half_points_of_a_game(const std::array<Settings, 2>& settings, bool first_is_black,
                          std::uint64_t opening, std::uint64_t nodes) {
  std::array<Searcher, 2> searchers;
  for (Searcher& searcher : searchers) searcher.resize_table(1);
  shogi::Game game = game_of(notation::kStartSfen);
  base::Random random(opening);
  for (int i = 0; i < 6; ++i) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    EXPECT_TRUE(game.play(moves[static_cast<int>(random.below(moves.size()))]));
  }
  for (int ply = 0; ply < 300; ++ply) {
    const bool is_black = game.position().side_to_move() == shogi::Color::kBlack;
    const std::size_t mover = is_black == first_is_black ? 0 : 1;
    FakeObserver observer;
    const Decision decision =
        searchers[mover].search(game, nodes_of(nodes), settings[mover], observer);
    if (decision.choice == Choice::kDeclareWin) return mover == 0 ? 2 : 0;
    if (decision.choice == Choice::kNoMove) return mover == 0 ? 0 : 2;
    EXPECT_TRUE(game.play(decision.move));
  }
  return 1;
}

TEST(Searcher, OfFewNodesTheLooksForMatesTakeAFewOnly) {
  std::array<Settings, 2> settings;
  settings[1].stage = Stage::kClassic;  // does not look for mates beside the tree
  int half_points = 0;
  for (std::uint64_t opening = 1; opening <= 10; ++opening) {
    for (const bool first_is_black : {true, false}) {
      half_points += half_points_of_a_game(settings, first_is_black, opening, 200);
    }
  }
  EXPECT_GE(half_points, 12);  // of 40
}

TEST(Searcher, FindsMatesInOneThreeAndFive) {
  for (const auto& [sfen, plies] : {std::pair{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1},
                                    std::pair{"9/7k1/9/7S1/9/9/9/9/K8 b 2G 1", 3},
                                    std::pair{"8k/9/9/9/9/9/p8/9/K8 b 2RG 1", 5}}) {
    const shogi::Game game = game_of(sfen);
    const Found found = think(game, depth_of(8));
    EXPECT_EQ(found.decision.value, mate_in(plies)) << sfen;
    expect_legal_line(game.position(), found.reports.back().line);
  }
}

TEST(Searcher, GoesOnLookingForAMateBesideTheTree) {
  const shogi::Game game =
      game_of("3+L1+Blgk/3+P5/p4Gspp/5p3/6PPS/1p4G1K/P4P2P/3+p+n4/+p4sb1+r b RGS3N2P2l3p 161");
  Searcher searcher;
  searcher.resize_table(8);
  FakeObserver observer;
  observer.stop_after = 3000;
  const Decision decision = searcher.search(game, depth_of(40), {}, observer);
  EXPECT_EQ(decision.value, mate_in(17));
  expect_legal_line(game.position(), observer.reports.back().line);
  EXPECT_LT(observer.questions(), observer.stop_after) << "nothing is left to search for";
}

TEST(Searcher, AMateThatComesAfterTheLastMoveIsNone) {
  const shogi::Game game = game_of("9/7k1/9/7S1/9/9/9/9/K8 b 2G 101");
  Settings settings;
  settings.max_moves = 103;
  EXPECT_EQ(think(game, depth_of(6), settings).decision.value, mate_in(3));
  settings.max_moves = 102;
  EXPECT_EQ(think(game, depth_of(6), settings).decision.value, kDraw);
}

TEST(Searcher, DoesNotWalkIntoAMateByChecks) {
  for (const std::string_view sfen :
       {"lS+S5l/6gk1/p5n1p/nR3p1p1/1Gpb5/SPgbP1p2/Pp2+pP2P/K5GRL/LNS4N1 b 2P3p 121",
        "lS+S3k1l/6g2/p5nPp/nR3p1p1/1Gpb5/SPgbP1p2/Pp2+pP2P/K5GRL/LNS4N1 b 2P2p 119",
        "+R6nl/6gk1/2Pg3p1/p1s1ppp2/2p5p/4SP1K1/P3P1P1P/9/LNR3+pNL b BNL3Pb2g2sp 109"}) {
    const shogi::Game game = game_of(sfen);
    for (const int nodes : {20'000, 50'000}) {
      const Found found = think(game, nodes_of(static_cast<std::uint64_t>(nodes)));
      ASSERT_EQ(found.decision.choice, Choice::kMove);
      shogi::Position behind = game.position();
      shogi::Undo undo;
      behind.do_move(found.decision.move.bare, undo);
      mate::Solver solver;
      mate::MateLimits limits;
      limits.nodes = 20'000;
      EXPECT_NE(solver.solve(behind, limits, {}).verdict, mate::Verdict::kMate)
          << notation::to_usi(found.decision.move) << ' ' << sfen << ' ' << nodes;
    }
  }
}

TEST(Searcher, FindsMatesByItsOwnTreeWhenSeveralLinesAreAsked) {
  Settings settings;
  settings.lines = 2;  // no mate search at the root then
  const Found found = think(game_of("9/7k1/9/7S1/9/9/9/9/K8 b 2G 1"), depth_of(6), settings);
  EXPECT_EQ(found.decision.value, mate_in(3));
}

TEST(Searcher, SeesThatItIsMatedNextMove) {
  // White has no defence against G*5b... except running; the score must be bad, the move legal.
  const shogi::Game game = game_of("3gkg3/9/4P4/9/9/9/9/9/4K4 w G 1");
  const Found found = think(game, depth_of(5));
  ASSERT_EQ(found.decision.choice, Choice::kMove);
  EXPECT_TRUE(game.freeze_position().is_legal(found.decision.move));
}

TEST(Searcher, HasNoMoveWhenMated) {
  const Found found = think(game_of("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), depth_of(3));
  EXPECT_EQ(found.decision.choice, Choice::kNoMove);
  EXPECT_EQ(found.decision.value, mated_in(0));
}

TEST(Searcher, TakesARookThatHangs) {
  const Found found = think(
      game_of("lnsgkgsnl/7b1/pppppp1pp/6p2/6r2/6P2/PPPPPP1PP/1B4SR1/LNSGKG1NL b - 1"), depth_of(4));
  EXPECT_EQ(notation::to_usi(found.decision.move), "3f3e");
}

TEST(Searcher, ForksWithAKnight) {
  // N*5e attacks both golds; nothing can take it.
  const Found found = think(game_of("4k4/9/3g1g3/9/9/9/9/9/4K4 b N 1"), depth_of(5));
  EXPECT_EQ(notation::to_usi(found.decision.move), "N*5e");
}

TEST(Searcher, RepeatsWhenBehindAndNotWhenAhead) {
  // Black is a rook and two golds behind; going back to where the king was is the third occurrence
  // and a draw, which beats everything else.
  const auto behind = game_of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNS1K1SNL b - 1",
                              {"5i5h", "8b7b", "5h5i", "7b8b", "5i5h", "8b7b"});
  const Found drawing = think(behind, depth_of(5));
  EXPECT_EQ(drawing.decision.value, kDraw);
  EXPECT_EQ(notation::to_usi(drawing.decision.move), "5h5i");
  const auto ahead = game_of("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                             {"2h3h", "5a5b", "3h2h", "5b5a", "2h3h", "5a5b"});
  const Found winning = think(ahead, depth_of(5));
  EXPECT_GT(winning.decision.value, 500);
  EXPECT_NE(notation::to_usi(winning.decision.move), "3h2h");
}

TEST(Searcher, DoesNotRunIntoItsOwnPerpetualCheck) {
  // Black has checked twice on the same squares; a further round would lose by rule.
  const auto game =
      game_of("4k4/9/9/9/9/9/9/9/K6R1 b - 1", {"2i5i", "5a4a", "5i4i", "4a5a", "4i5i", "5a4a"});
  const Found found = think(game, depth_of(6));
  EXPECT_NE(notation::to_usi(found.decision.move), "5i4i");
  EXPECT_GT(found.decision.value, -1000);
}

/// Black's checks on 3a and 3b drive the king from 1a to 1b and back, `rounds` times.
shogi::Game checked_around(int rounds) {
  shogi::Game game = game_of("6+R2/8k/7n1/8P/9/9/9/9/K8 b N 1");
  for (int i = 0; i < rounds; ++i) {
    for (const std::string_view move : {"3a3b", "1b1a", "3b3a", "1a1b"}) {
      EXPECT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
    }
  }
  return game;
}

TEST(Searcher, AMateByWayOfTheFourthOccurrenceIsNone) {
  const auto mates = [](int rounds) {
    shogi::Game game = checked_around(rounds);
    for (const std::string_view move : {"3a3b", "1b1a"}) {
      EXPECT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
    }
    const Found found = think(game, nodes_of(20'000));
    return notation::to_usi(found.decision.move) == "3b3a" && found.decision.value == mate_in(3);
  };
  EXPECT_TRUE(mates(0));
  EXPECT_TRUE(mates(1));
  EXPECT_FALSE(mates(2));  // 1a1b is the fourth, by checks alone
}

TEST(Searcher, AMateByWayOfTheFourthOccurrenceIsNoThreat) {
  const auto is_mated = [](int rounds) {
    shogi::Game game = checked_around(rounds);
    EXPECT_TRUE(game.play(notation::parse_usi_move("3a3b").value()));
    return think(game, nodes_of(20'000)).decision.value == mated_in(4);
  };
  EXPECT_TRUE(is_mated(1));
  EXPECT_FALSE(is_mated(2));
}

TEST(Searcher, PlaysTheMoveThatWinsByPerpetualCheckAlthoughAMateStandsBehindIt) {
  shogi::Game game = game_of("6+R2/8k/7n1/8P/9/9/9/9/K8 b Np 1");
  for (int round = 0; round < 3; ++round) {
    for (const std::string_view move : {"3a3b", "1b1a", "3b3a", "1a1b"}) {
      if (round == 2 && move == "1a1b") break;
      ASSERT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
    }
  }
  const Found found = think(game, nodes_of(50'000));
  EXPECT_EQ(notation::to_usi(found.decision.move), "1a1b");
  EXPECT_GE(found.decision.value, kRuleWin - kMaxPly);
}

TEST(Searcher, AProofThatMayPassThroughAFourthOccurrenceIsNone) {
  // The reply 2b1a, which the line of the proof lacks, has no mate but one by 4b3a 1a1b.
  shogi::Game game = game_of("6+R2/8k/7n1/8P/9/2n1b4/1+p7/9/K8 b N 1");
  for (const std::string_view move : {"3a3b", "1b1a", "3b3a", "1a1b", "3a3b", "1b1a", "3b3a",
                                      "1a1b", "3a3b", "1b1a", "3b4a", "1a2b"}) {
    ASSERT_TRUE(game.play(notation::parse_usi_move(move).value())) << move;
  }
  EXPECT_FALSE(is_mate_value(think(game, nodes_of(50'000)).decision.value));
}

TEST(Searcher, TakesTheDrawForWhatItIsWorthToItsSide) {
  // As above: Black, far behind, may repeat.
  const auto behind = game_of("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNS1K1SNL b - 1",
                              {"5i5h", "8b7b", "5h5i", "7b8b", "5i5h", "8b7b"});
  Settings settings;
  settings.draw_values = {-150, 0};
  EXPECT_EQ(think(behind, depth_of(5), settings).decision.value, -150);
  settings.draw_values = {0, -150};  // the other side's taste does not matter
  EXPECT_EQ(think(behind, depth_of(5), settings).decision.value, kDraw);
  settings.draw_values = {-20'000, 0};
  EXPECT_NE(notation::to_usi(think(behind, depth_of(5), settings).decision.move), "5h5i");
}

TEST(Searcher, KnowsThatTheGameIsDrawnAfterTheLastMove) {
  Settings settings;
  // A rook up, but two more moves end the game.
  const auto ahead = game_of("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 319");
  settings.max_moves = 320;
  EXPECT_EQ(think(ahead, depth_of(5), settings).decision.value, kDraw);
  settings.max_moves = 0;
  EXPECT_GT(think(ahead, depth_of(5), settings).decision.value, 500);
  // A mate by the last move still counts.
  settings.max_moves = 1;
  const auto mating = game_of("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
  EXPECT_EQ(think(mating, depth_of(3), settings).decision.value, mate_in(1));
  // Past the limit the game goes on as if there were none.
  settings.max_moves = 100;
  EXPECT_GT(think(ahead, depth_of(5), settings).decision.value, 500);
}

TEST(Searcher, SeesAheadThatItMayDeclare) {
  // The king enters the camp with its next move, and declares with the one after.
  Settings settings;
  settings.declaration = shogi::DeclarationRule::k27;
  const auto game = game_of("S8/RB1G1G3/1SGGNN3/K2R5/9/9/9/9/8k b B2S2N4L18P 1");
  Limits limits = depth_of(4);
  limits.search_moves = {notation::parse_usi_move("9d9c").value()};
  EXPECT_EQ(think(game, limits, settings).decision.value, mate_in(3));
}

TEST(Searcher, DeclaresAWinWhenTheRuleAllowsIt) {
  constexpr std::string_view kSfen = "K2R5/RB1G1G3/SSGGN4/9/9/9/9/9/8k b B2S3N4L18P 1";
  Settings settings;
  settings.declaration = shogi::DeclarationRule::k27;
  EXPECT_EQ(think(game_of(kSfen), depth_of(3), settings).decision.choice, Choice::kDeclareWin);
  settings.declaration = shogi::DeclarationRule::kNone;
  EXPECT_EQ(think(game_of(kSfen), depth_of(3), settings).decision.choice, Choice::kMove);
}

TEST(Searcher, LooksOnlyAtTheMovesAskedFor) {
  Limits limits = depth_of(4);
  limits.search_moves = {notation::parse_usi_move("9g9f").value(),
                         notation::parse_usi_move("1g1f").value()};
  const Found found = think(game_of(notation::kStartSfen), limits);
  EXPECT_NE(std::find(limits.search_moves.begin(), limits.search_moves.end(), found.decision.move),
            limits.search_moves.end());
}

TEST(Searcher, IgnoresAListOfMovesWithoutALegalOne) {
  Limits limits = depth_of(2);
  limits.search_moves = {notation::parse_usi_move("5e5d").value()};
  EXPECT_EQ(think(game_of(notation::kStartSfen), limits).decision.choice, Choice::kMove);
}

TEST(Searcher, ReportsSeveralDifferentLinesBestFirst) {
  Settings settings;
  settings.lines = 4;
  const shogi::Game game = game_of(notation::kStartSfen);
  const Found found = think(game, depth_of(5), settings);
  ASSERT_GE(found.reports.size(), 4U);
  const std::vector<Report> last(found.reports.end() - 4, found.reports.end());
  for (int i = 0; i < 4; ++i) {
    const auto& report = last[static_cast<std::size_t>(i)];
    EXPECT_EQ(report.rank, i + 1);
    expect_legal_line(game.position(), report.line);
    for (int j = 0; j < i; ++j) {
      EXPECT_GE(last[static_cast<std::size_t>(j)].value, report.value);
      EXPECT_NE(last[static_cast<std::size_t>(j)].line[0], report.line[0]);
    }
  }
}

// Where a depth is broken off, what it has not come to has the value of the depth before.
TEST(Searcher, NoLineOfADepthIsAboveTheOneThatItPlays) {
  Settings settings;
  settings.lines = 4;
  const shogi::Game game = game_of(notation::kStartSfen);
  int older = 0;
  for (std::uint64_t nodes = 500; nodes < 12'000; nodes += 131) {
    Limits limits;
    limits.nodes = nodes;
    const Found found = think(game, limits, settings);
    ASSERT_GE(found.reports.size(), 4U);
    const std::vector<Report> last(found.reports.end() - 4, found.reports.end());
    EXPECT_EQ(last[0].line[0], found.decision.move);
    for (const Report& report : last) {
      if (report.depth < last[0].depth) ++older;
      if (report.depth < last[0].depth) continue;
      EXPECT_LE(report.value, last[0].value) << nodes;
    }
  }
  EXPECT_GT(older, 0);
}

TEST(RootSearch, AnUpperBoundInTheTableIsNoValueInAnOpenWindow) {
  const shogi::Game game = game_of(notation::kStartSfen);
  TranspositionTable table;
  table.resize(1);
  const shogi::Move move = notation::parse_usi_move("7g7f").value();
  table.store(game.position().key_after(move.bare),
              {shogi::BareMove(), 5000, TableEntry::kNoEval, 60, Bound::kUpper});
  const View view = view_of(eval::Style::kBalanced);
  Task task{.table = &table, .view = &view};
  Tuned tuned;
  tuned.set(Tuning());
  const std::array outlooks{Outlook{&view, &tuned}};
  SearchClock clock;
  RootSearch<ShogiRules> search(task, clock);
  Settings settings;
  settings.stage = Stage::kNanoPlus;
  FakeObserver observer;
  // At depth 1 a leaf reads the table.
  for (const int depth : {1, 3}) {
    Limits limits = depth_of(depth);
    limits.search_moves = {move};
    EXPECT_GT(search.search(game, limits, settings, outlooks, observer).value, -1000) << depth;
  }
}

TEST(Searcher, SearchesTheSameNodesTwice) {
  Searcher searcher;
  searcher.resize_table(8);
  const shogi::Game game = game_of(notation::kStartSfen);
  std::vector<std::uint64_t> nodes;
  for (int i = 0; i < 2; ++i) {
    searcher.new_game();
    FakeObserver observer;
    nodes.push_back(searcher.search(game, depth_of(7), {}, observer).nodes);
  }
  EXPECT_EQ(nodes[0], nodes[1]);
}

TEST(Searcher, SearchesTheSameNodesAsANewOneAfterManyGames) {
  const shogi::Game game = game_of(notation::kStartSfen, {"7g7f", "3c3d"});
  Searcher used;
  used.resize_table(8);
  FakeObserver observer;
  used.search(game_of(notation::kStartSfen), depth_of(6), {}, observer);
  used.new_game();
  Searcher fresh;
  fresh.resize_table(8);
  EXPECT_EQ(used.search(game, depth_of(7), {}, observer).nodes,
            fresh.search(game, depth_of(7), {}, observer).nodes);
}

TEST(Searcher, PlaysLegalMovesWithSeveralThreads) {
  Searcher searcher;
  searcher.resize_table(8);
  searcher.set_threads(4);
  shogi::Game game = game_of(notation::kStartSfen);
  for (int ply = 0; ply < 12; ++ply) {
    FakeObserver observer;
    const Decision decision = searcher.search(game, nodes_of(6000), {}, observer);
    ASSERT_EQ(decision.choice, Choice::kMove);
    ASSERT_TRUE(game.play(decision.move)) << notation::to_usi(decision.move);
  }
}

TEST(Searcher, FindsAMateWithSeveralThreads) {
  Searcher searcher;
  searcher.resize_table(8);
  searcher.set_threads(3);
  FakeObserver observer;
  Settings settings;
  settings.lines = 2;  // no mate search at the root then
  const auto decision =
      searcher.search(game_of("9/7k1/9/7S1/9/9/9/9/K8 b 2G 1"), depth_of(6), settings, observer);
  EXPECT_EQ(decision.value, mate_in(3));
}

TEST(Searcher, ManyThreadsAnswerAStopAtOnceAndMayBecomeFewer) {
  Searcher searcher;
  searcher.resize_table(8);
  for (const int threads : {4, 2, 1}) {
    searcher.set_threads(threads);
    FakeObserver observer;
    observer.stop_after = 20;
    Limits limits;
    limits.infinite = true;
    const shogi::Game game = game_of(notation::kStartSfen);
    EXPECT_TRUE(game.freeze_position().is_legal(searcher.search(game, limits, {}, observer).move));
    EXPECT_LE(observer.questions(), 22);
  }
}

TEST(Searcher, SearchesWithTheThreadsThatThereAre) {
  for (const std::size_t mebibytes : {kMebibytesForFew, kMebibytesForNone}) {
    Searcher searcher;
    searcher.resize_table(1);
    searcher.set_threads(kTooManyThreads);
    const shogi::Game game = game_of(notation::kStartSfen);
    expect_well_with(mebibytes, [&] {
      FakeObserver observer;
      const Decision deep = searcher.search(game, depth_of(4), {}, observer);
      // Who is in step with others waits for none that is not there.
      const Decision in_step = searcher.search(game, nodes_of(6000), {}, observer);
      return game.freeze_position().is_legal(deep.move) && deep.missing_threads > 0 &&
             game.freeze_position().is_legal(in_step.move);
    });
  }
}

TEST(Searcher, TakesNoMoreThreadsThanThereIsMemoryFor) {
  Searcher searcher;
  searcher.resize_table(1);
  const shogi::Game game = game_of(notation::kStartSfen);
  expect_well_with(5 * kMebibytesForFew, [&] {
    searcher.set_threads(kTooManyThreads);
    FakeObserver observer;
    const Decision decision = searcher.search(game, depth_of(4), {}, observer);
    return game.freeze_position().is_legal(decision.move) && decision.missing_threads > 0;
  });
}

TEST(Searcher, KeepsToANodeLimitExactly) {
  const Found found = think(game_of(notation::kStartSfen), nodes_of(5000));
  EXPECT_LE(found.decision.nodes, 5001U);
  EXPECT_GE(found.decision.nodes, 4000U);
}

TEST(Searcher, AnswersAStopAtOnceWithALegalMoveAndItsLine) {
  for (const int stop_after : {0, 1, 2, 5, 30}) {
    Searcher searcher;
    searcher.resize_table(8);
    FakeObserver observer;
    observer.stop_after = stop_after;
    Limits limits;
    limits.infinite = true;
    const shogi::Game game = game_of(notation::kStartSfen);
    const Decision decision = searcher.search(game, limits, {}, observer);
    EXPECT_LE(observer.questions(), stop_after + 2);
    EXPECT_TRUE(game.freeze_position().is_legal(decision.move));
    ASSERT_FALSE(observer.reports.empty());
    EXPECT_EQ(observer.reports.back().line.front(), decision.move);
  }
}

TEST(Searcher, LeavesInTimeByTheClockItIsGiven) {
  Searcher searcher;
  searcher.resize_table(8);
  FakeObserver observer;
  observer.tick = std::chrono::microseconds(500);
  Limits limits;
  limits.clock = MoveClock{base::Milliseconds(0), base::Milliseconds(100), base::Milliseconds(0)};
  searcher.search(game_of(notation::kStartSfen), limits, {}, observer);
  EXPECT_LE(observer.passed(), base::Milliseconds(85));
}

TEST(Searcher, LeavesEarlierAfterABusyMachineMadeItLate) {
  Searcher searcher;
  searcher.resize_table(8);
  Limits limits;
  limits.clock = MoveClock{base::Milliseconds(0), base::Milliseconds(1000), base::Milliseconds(0)};
  const shogi::Game game = game_of(notation::kStartSfen);
  FakeObserver late;
  late.tick = base::Milliseconds(150);  // each look at the clock takes this long
  searcher.search(game, limits, {}, late);
  FakeObserver next;
  next.tick = base::Milliseconds(1);
  searcher.search(game, limits, {}, next);
  searcher.new_game();
  FakeObserver fresh;
  fresh.tick = base::Milliseconds(1);
  searcher.search(game, limits, {}, fresh);
  EXPECT_LT(next.passed() + base::Milliseconds(20), fresh.passed());
}

TEST(Searcher, TakesTheClocksOfThePonderhit) {
  Searcher searcher;
  searcher.resize_table(8);
  FakeObserver observer;
  observer.tick = std::chrono::microseconds(100);
  observer.ponder_until = 60;
  observer.after_ponder.clock =
      MoveClock{base::Milliseconds(0), base::Milliseconds(30), base::Milliseconds(0)};
  Limits limits;  // of `go ponder`: no clock at all
  limits.clock = MoveClock{};
  const Decision decision = searcher.search(game_of(notation::kStartSfen), limits, {}, observer);
  EXPECT_EQ(decision.choice, Choice::kMove);
  EXPECT_GE(observer.questions(), 60);
  EXPECT_LE(observer.passed(), base::Milliseconds(60));
}

TEST(Searcher, PlaysLegalGamesAgainstItself) {
  Searcher searcher;
  searcher.resize_table(4);
  for (int round = 0; round < 2; ++round) {
    searcher.new_game();
    shogi::Game game = game_of(notation::kStartSfen);
    int plies = 0;
    for (; plies < 100; ++plies) {
      FakeObserver observer;
      const Decision decision = searcher.search(
          game, nodes_of(static_cast<std::uint64_t>(800 + 400 * round)), {}, observer);
      if (decision.choice != Choice::kMove) break;
      ASSERT_TRUE(game.play(decision.move)) << notation::to_usi(decision.move);
      if (decision.ponder) {
        EXPECT_TRUE(game.freeze_position().is_legal(decision.ponder));
      }
      expect_legal_line(game.position(), {observer.reports.back().line.begin() + 1,
                                          observer.reports.back().line.end()});
    }
    EXPECT_GE(plies, 50);
  }
}

TEST(Searcher, BearsPositionsWithoutAnOwnKing) {
  const shogi::Game game = game_of("4k4/9/9/9/9/9/9/9/9 b RG 1");
  const Found found = think(game, depth_of(4));
  EXPECT_TRUE(game.freeze_position().is_legal(found.decision.move));
}

}  // namespace
}  // namespace gougi::search
