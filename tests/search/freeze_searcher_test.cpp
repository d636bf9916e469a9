// SPDX-License-Identifier: MIT
// The search of Freeze shogi: it finds what brute force proves, keeps the rules, and answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "search/freeze_mate.hpp"
#include "search/freeze_oracle.hpp"
#include "search/path_history.hpp"
#include "search/searcher.hpp"

namespace gougi::search {
namespace {

class FreezeObserver : public Observer {
 public:
  bool stop_requested() const override {
    const bool is_found = !reports.empty() && reports.back().value == enough;
    return ++questions_ > stop_after || is_found;
  }
  bool pondering() const override { return questions_ < ponder_until; }
  Limits limits_after_ponder() const override { return after_ponder; }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint() + tick * ++times_asked_; }
  void report(const Report& report) override { reports.push_back(report); }

  int questions() const { return questions_; }

  int stop_after = 1 << 30;
  int ponder_until = 0;
  Limits after_ponder;
  int enough = kInfiniteValue;  ///< this value ends the search
  base::Duration tick{0};
  std::vector<Report> reports;

 private:
  mutable int questions_ = 0;
  mutable int times_asked_ = 0;
};

shogi::FreezePosition freeze_position_of(std::string_view sfen) {
  auto position = notation::parse_freeze_sfen(sfen);
  EXPECT_TRUE(position) << sfen << ": " << position.error().message;
  return position ? *position : shogi::FreezePosition();
}

Decision think_freely(Searcher& searcher, const shogi::FreezePosition& position,
                      std::uint64_t nodes, FreezeObserver* heard = nullptr,
                      const Settings& settings = {}) {
  Limits limits;
  limits.nodes = nodes;
  FreezeObserver observer;
  FreezeObserver& used = heard != nullptr ? *heard : observer;
  return searcher.search(shogi::Game(position), limits, settings, used);
}

struct FreezeMate {
  int plies = 0;
  std::string sfen;
};

std::vector<FreezeMate> freeze_mates() {
  std::ifstream in(std::string(GOUGI_SOURCE_DIR) + "/tests/data/freeze/mates.txt");
  std::vector<FreezeMate> mates;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line.front() == '#') continue;
    mates.push_back({line.front() - '0', line.substr(2)});
  }
  return mates;
}

TEST(FreezeMates, AreMatesOfTheirLengthAndNeedAFreezeByBruteForce) {
  const auto mates = freeze_mates();
  EXPECT_GE(mates.size(), 30U);
  for (std::size_t i = 0; i < mates.size(); i += kBrief ? 7 : 1) {
    const auto& [plies, sfen] = mates[i];
    auto position = freeze_position_of(sfen);
    EXPECT_TRUE(testing::wins_within(position, plies, true)) << sfen;
    if (plies > 1) {
      EXPECT_FALSE(testing::wins_within(position, plies - 2)) << sfen;
    }
    shogi::FreezeState poor = position.state();
    poor.left[position.side_to_move() == shogi::Color::kBlack ? 0 : 1] = 0;
    auto without = *shogi::FreezePosition::from(position.position(), poor);
    EXPECT_FALSE(testing::wins_within(without, plies, true)) << sfen;
  }
}

TEST(FreezeMates, AreAllFound) {
  Searcher searcher;
  searcher.resize_table(16);
  const auto mates = freeze_mates();
  for (std::size_t number = 0; number < mates.size(); number += kBrief ? 3 : 1) {
    const auto& [plies, sfen] = mates[number];
    searcher.new_game();
    const auto position = freeze_position_of(sfen);
    FreezeObserver heard;
    heard.enough = mate_in(plies);
    const Decision decision = think_freely(searcher, position, 100'000, &heard);
    EXPECT_EQ(decision.value, mate_in(plies)) << sfen;
    ASSERT_FALSE(heard.reports.empty()) << sfen;
    const Report& last = heard.reports.back();
    EXPECT_EQ(last.line.size(), static_cast<std::size_t>(plies)) << sfen;
    shogi::Game game(position);
    for (std::size_t i = 0; i < last.line.size(); ++i) {
      const auto move = last.line[i];
      ASSERT_TRUE(game.play(move)) << sfen << " " << notation::to_usi(move);
    }
    EXPECT_TRUE(game.freeze_position().is_lost()) << sfen;
  }
}

// The opponent to move where a mate in one waits: whoever can parry it does.
TEST(FreezeMates, OfTheOpponentAreParriedWhereTheyCanBe) {
  Searcher searcher;
  searcher.resize_table(16);
  int parried = 0;
  for (const auto& [plies, sfen] : freeze_mates()) {
    auto position = freeze_position_of(sfen);
    if (plies != 1 || position.in_check()) continue;
    shogi::FreezeUndo undo;
    position.do_null_move(undo);
    std::vector<shogi::Move> moves;
    generate_legal(position, moves);
    const auto parries = [&](shogi::Move m) {
      shogi::FreezeUndo undo_move;
      position.do_move(m, undo_move);
      const bool result = !testing::wins_at_once(position);
      position.undo_move(m, undo_move);
      return result;
    };
    if (testing::wins_at_once(position) || std::none_of(moves.begin(), moves.end(), parries)) {
      continue;
    }
    const Decision decision = think_freely(searcher, position, 20'000);
    EXPECT_TRUE(parries(decision.move)) << sfen << " " << notation::to_usi(decision.move);
    ++parried;
  }
  EXPECT_GE(parried, 5);
}

TEST(FreezeMateInOne, AgreesWithBruteForce) {
  base::Random random(5);
  int found = 0;
  for (int game_number = 0; game_number < (kBrief ? 5 : 60); ++game_number) {
    shogi::FreezePosition position =
        *shogi::FreezePosition::from(shogi::Position::start(), {shogi::PieceType::kNone, {99, 99}});
    for (int ply = 0; ply < 120; ++ply) {
      std::vector<shogi::Move> moves;
      generate_legal(position, moves);
      if (moves.empty()) break;
      const auto key = position.key();
      const shogi::Move mating = freeze_mate_in_one(position);
      EXPECT_EQ(position.key(), key);
      EXPECT_EQ(static_cast<bool>(mating), testing::wins_at_once(position, true))
          << notation::to_sfen(position);
      if (mating) {
        ++found;
        EXPECT_TRUE(position.is_legal(mating)) << notation::to_usi(mating);
        shogi::FreezePosition after = position;
        shogi::FreezeUndo undo;
        after.do_move(mating, undo);
        EXPECT_TRUE(after.is_mated()) << notation::to_sfen(position);
      }
      const shogi::Move next = moves[random.below(moves.size())];
      shogi::FreezeUndo undo;
      position.do_move(next, undo);
    }
  }
  EXPECT_GT(found, kBrief ? 1 : 20);
}

TEST(FreezeSearcher, KeepsTheRulesInRandomGames) {
  base::Random random(11);
  Searcher searcher;
  searcher.resize_table(4);
  for (int game_number = 0; game_number < (kBrief ? 3 : 20); ++game_number) {
    const shogi::FreezeCounts left{static_cast<std::uint16_t>(random.below(4)),
                                   static_cast<std::uint16_t>(1 + random.below(3))};
    shogi::Game game(
        *shogi::FreezePosition::from(shogi::Position::start(), {shogi::PieceType::kNone, left}));
    while (game.moves().size() < 80) {
      Limits limits;
      limits.nodes = 300;
      FreezeObserver observer;
      Settings settings;
      settings.lines = 2;
      const Decision decision = searcher.search(game, limits, settings, observer);
      if (decision.choice != Choice::kMove) break;
      ASSERT_TRUE(game.freeze_position().is_legal(decision.move))
          << notation::to_sfen(game.freeze_position());
      for (const Report& report : observer.reports) {
        shogi::Game line = game;
        for (std::size_t i = 0; i < report.line.size(); ++i) {
          ASSERT_TRUE(line.play(report.line[i]));
        }
      }
      std::vector<shogi::Move> moves;
      generate_legal(game.freeze_position(), moves);
      const bool wanders = random.below(3) == 0;
      ASSERT_TRUE(game.play(wanders ? moves[random.below(moves.size())] : decision.move));
      if (decision.ponder && !wanders) {
        EXPECT_TRUE(game.freeze_position().is_legal(decision.ponder));
      }
    }
  }
}

TEST(FreezeSearcher, MayNotFreezeBackNorMoveWhatIsFrozen) {
  Searcher searcher;
  searcher.resize_table(4);
  const auto position = freeze_position_of(
      "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4 zS z3Z2");
  const Decision decision = think_freely(searcher, position, 5000);
  EXPECT_EQ(decision.move.freeze, shogi::PieceType::kNone);
  EXPECT_EQ(notation::to_usi(decision.move), "8b2b");
}

TEST(FreezeSearcher, HasNoMoveWhereTheFreezeTookTheLast) {
  Searcher searcher;
  searcher.resize_table(1);
  const auto position = freeze_position_of("k8/9/9/9/9/9/9/9/8K w - 1 zK z0Z0");
  EXPECT_EQ(think_freely(searcher, position, 1000).choice, Choice::kNoMove);
}

TEST(FreezeSearcher, WinsByTakingTheLastMoveWithoutCheck) {
  Searcher searcher;
  searcher.resize_table(1);
  const auto position = freeze_position_of("k8/9/9/9/9/9/9/9/8K b - 1 z0Z1");
  const Decision decision = think_freely(searcher, position, 20'000);
  EXPECT_EQ(decision.value, mate_in(1));
  EXPECT_EQ(decision.move.freeze, shogi::PieceType::kKing);
}

TEST(FreezeSearcher, DropsTheMatingPawnWithAFreezeOnly) {
  Searcher searcher;
  searcher.resize_table(1);
  // P*1b mates: the gold on 2c guards the pawn and 2b.
  constexpr std::string_view kBoard = "7nk/9/7G1/9/9/9/9/9/4K4 b P 1";
  const auto with = freeze_position_of(std::string(kBoard) + " z0Z1");
  const auto drop = with.pawn_drop_mate();
  ASSERT_TRUE(drop) << notation::to_sfen(with);
  EXPECT_EQ(think_freely(searcher, with, 5000).value, mate_in(1));
  searcher.new_game();
  const auto none = freeze_position_of(std::string(kBoard) + " z1Z0");
  EXPECT_NE(think_freely(searcher, none, 5000).move, shogi::Move(drop));
}

TEST(FreezeSearcher, DeclaresAWinThoughFrozen) {
  Searcher searcher;
  searcher.resize_table(1);
  const auto position =
      freeze_position_of("K2R5/RB1G1G3/SSGGN4/9/9/9/9/9/8k b B2S3N4L18P 1 zK z2Z0");
  EXPECT_EQ(think_freely(searcher, position, 1000).choice, Choice::kDeclareWin);
}

TEST(FreezeSearcher, SearchesOnlyWhatIsAskedForSuffixesIncluded) {
  Searcher searcher;
  searcher.resize_table(1);
  const auto position = *shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes});
  Limits limits;
  limits.depth = 3;
  const auto move = *notation::parse_freeze_move("9g9fzG");
  limits.search_moves = {move.move};
  FreezeObserver observer;
  const Decision decision = searcher.search(shogi::Game(position), limits, {}, observer);
  EXPECT_EQ(notation::to_usi(decision.move), "9g9fzG");
}

TEST(FreezeSearcher, FindsTheSameTwiceAndLeavesOrdinaryShogiAsItWas) {
  const auto position = *shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes});
  const auto nodes_to_depth = [](Searcher& searcher, const shogi::FreezePosition& p) {
    Limits limits;
    limits.depth = 6;
    FreezeObserver observer;
    return searcher.search(shogi::Game(p), limits, {}, observer).nodes;
  };
  Searcher searcher;
  searcher.resize_table(8);
  const auto plain = nodes_to_depth(searcher, shogi::FreezePosition());
  searcher.new_game();
  const auto first = nodes_to_depth(searcher, position);
  searcher.new_game();
  EXPECT_EQ(nodes_to_depth(searcher, position), first);
  searcher.new_game();
  EXPECT_EQ(nodes_to_depth(searcher, shogi::FreezePosition()), plain);
}

TEST(FreezeSearcher, AnswersAtOnceWhenStopped) {
  Searcher searcher;
  searcher.resize_table(8);
  const auto position = *shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes});
  Limits limits;
  limits.infinite = true;
  FreezeObserver observer;
  observer.stop_after = 0;
  const Decision decision = searcher.search(shogi::Game(position), limits, {}, observer);
  EXPECT_TRUE(position.is_legal(decision.move));
  EXPECT_LT(decision.nodes, 3000U);
}

TEST(FreezeSearcher, KeepsToItsTime) {
  Searcher searcher;
  searcher.resize_table(8);
  const auto position = *shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes});
  Limits limits;
  limits.movetime = base::Milliseconds(1000);
  FreezeObserver observer;
  observer.tick = base::Milliseconds(1);
  searcher.search(shogi::Game(position), limits, {}, observer);
  EXPECT_LE(observer.now() - base::TimePoint(), base::Milliseconds(1050));
}

TEST(FreezeSearcher, ShowsSeveralLinesThatDiffer) {
  Searcher searcher;
  searcher.resize_table(8);
  const auto position = *shogi::FreezePosition::from(
      shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes});
  Settings settings;
  settings.lines = 4;
  FreezeObserver heard;
  think_freely(searcher, position, 20'000, &heard, settings);
  ASSERT_GE(heard.reports.size(), 4U);
  std::vector<shogi::Move> first;
  for (std::size_t i = heard.reports.size() - 4; i < heard.reports.size(); ++i) {
    const Report& report = heard.reports[i];
    first.push_back(report.line[0]);
  }
  std::sort(first.begin(), first.end());
  EXPECT_EQ(std::unique(first.begin(), first.end()), first.end());
}

shogi::FreezePosition tournament_start() {
  return *shogi::FreezePosition::from(shogi::Position::start(),
                                      {shogi::PieceType::kNone, shogi::kTournamentFreezes});
}

TEST(FreezeSearcher, PlaysLegalMovesWithSeveralThreadsThatShareTheNodes) {
  Searcher searcher;
  searcher.resize_table(8);
  searcher.set_threads(4);
  shogi::Game game(tournament_start());
  for (int ply = 0; ply < 12; ++ply) {
    Limits limits;
    limits.nodes = 6000;
    FreezeObserver observer;
    const Decision decision = searcher.search(game, limits, {}, observer);
    ASSERT_EQ(decision.choice, Choice::kMove);
    EXPECT_LE(decision.nodes, 8000U);
    ASSERT_TRUE(game.play(decision.move)) << notation::to_usi(decision.move);
    for (const Report& report : observer.reports) EXPECT_LE(report.nodes, decision.nodes);
  }
}

TEST(FreezeSearcher, FindsMatesWithSeveralThreadsAndMoreOrFewerOfThem) {
  Searcher searcher;
  searcher.resize_table(8);
  Settings settings;
  settings.lines = 2;  // no mate search at the root then
  int threads = 1;
  int number = 0;
  for (const auto& [plies, sfen] : freeze_mates()) {
    if (plies != 3 || (kBrief && number++ % 5 != 0)) continue;
    searcher.new_game();
    searcher.set_threads(threads = 1 + threads % 4);
    FreezeObserver heard;
    heard.enough = mate_in(plies);
    const auto position = freeze_position_of(sfen);
    EXPECT_EQ(think_freely(searcher, position, 200'000, &heard, settings).value, mate_in(plies))
        << sfen;
  }
}

TEST(FreezeSearcher, ManyThreadsAnswerAStopAtOnce) {
  Searcher searcher;
  searcher.resize_table(8);
  for (const int threads : {4, 2, 1}) {
    searcher.set_threads(threads);
    FreezeObserver observer;
    observer.stop_after = 20;
    Limits limits;
    limits.infinite = true;
    const auto position = tournament_start();
    const Decision decision = searcher.search(shogi::Game(position), limits, {}, observer);
    EXPECT_TRUE(position.is_legal(decision.move));
    EXPECT_LE(observer.questions(), 22);
  }
}

TEST(FreezeSearcher, PondersUntilThePonderhitAndTakesItsClock) {
  Searcher searcher;
  searcher.resize_table(8);
  for (const int threads : {1, 3}) {
    searcher.set_threads(threads);
    FreezeObserver observer;
    observer.tick = std::chrono::microseconds(100);
    observer.ponder_until = 60;
    observer.after_ponder.clock =
        MoveClock{base::Milliseconds(0), base::Milliseconds(30), base::Milliseconds(0)};
    Limits limits;  // of `go ponder`: no clock at all
    limits.clock = MoveClock{};
    const auto position = tournament_start();
    const Decision decision = searcher.search(shogi::Game(position), limits, {}, observer);
    EXPECT_TRUE(position.is_legal(decision.move));
    EXPECT_GE(observer.questions(), 60);
    EXPECT_LE(observer.now() - base::TimePoint(), base::Milliseconds(60));
  }
}

TEST(FreezeSearcher, SeesMatesBeyondItsDepthByTheMateSearch) {
  Searcher searcher;
  searcher.resize_table(8);
  Limits limits;
  limits.depth = 1;
  for (const auto& [plies, sfen] : freeze_mates()) {
    if (plies != 5) continue;
    FreezeObserver observer;
    const shogi::Game game(freeze_position_of(sfen));
    EXPECT_EQ(searcher.search(game, limits, {}, observer).value, mate_in(plies)) << sfen;
  }
}

TEST(FreezeSearcher, HasWhatTheStageHasAndTheNumbersItIsGiven) {
  const auto nodes_with = [](const Settings& settings) {
    Searcher searcher;
    searcher.resize_table(8);
    Limits limits;
    limits.depth = 6;
    FreezeObserver observer;
    return searcher.search(shogi::Game(tournament_start()), limits, settings, observer).nodes;
  };
  Settings settings;
  const auto usual = nodes_with(settings);
  settings.tuning.futility_margin *= 2;
  EXPECT_NE(nodes_with(settings), usual);
  Settings small;
  small.stage = Stage::kMini;
  EXPECT_GT(nodes_with(small), usual);
}

TEST(FreezeSearcher, RepetitionCountsFreezes) {
  const auto repetition_after = [](std::initializer_list<std::string_view> moves) {
    shogi::Game game(*shogi::FreezePosition::from(
        shogi::Position::start(), {shogi::PieceType::kNone, shogi::kTournamentFreezes}));
    for (const auto move : moves) EXPECT_TRUE(game.play(notation::parse_freeze_move(move)->move));
    PathHistory path;
    path.reset(game);
    return path.repetition();
  };
  EXPECT_EQ(repetition_after({"2h3h", "8b7b", "3h2h", "7b8b"}), shogi::Repetition::kDraw);
  EXPECT_EQ(repetition_after({"2h3hzP", "8b7b", "3h2h", "7b8b"}), shogi::Repetition::kNone);
}

}  // namespace
}  // namespace gougi::search
