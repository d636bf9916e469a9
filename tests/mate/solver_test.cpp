// SPDX-License-Identifier: MIT
#include "mate/solver.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "few_threads.hpp"
#include "mate/oracle.hpp"
#include "mate/problems.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"

namespace gougi::mate {
namespace {

shogi::Position read(std::string_view sfen) {
  const auto position = notation::parse_sfen(sfen);
  EXPECT_TRUE(position) << sfen << ": " << (position ? "" : position.error().message);
  return position.value_or(shogi::Position::start());
}

MateResult solve(const shogi::Position& position, std::uint64_t nodes, std::size_t megabytes = 16,
                 int depth = 2000) {
  Solver solver;
  solver.resize(megabytes);
  MateLimits limits;
  limits.nodes = nodes;
  limits.depth = depth;
  return solver.solve(position, limits, {});
}

/// No mate, but it takes a hundred thousand nodes to see it.
constexpr std::string_view kEndless = "8k/9/9/9/9/9/9/9/9 b RG 1";

TEST(Solver, IsRightAboutEveryProblemOfOurOwnSet) {
  const auto problems =
      read_problems(std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/data/mate/problems.txt");
  ASSERT_GE(problems.size(), 15U);
  for (std::size_t i = 0; i < problems.size(); i += kBrief ? 5 : 1) {
    const Problem& problem = problems[i];
    SCOPED_TRACE(problem.sfen + " # " + problem.note);
    const shogi::Position position = read(problem.sfen);
    const MateResult result = solve(position, 3'000'000);
    std::string_view note = problem.note;
    if (base::next_word(note) == "nomate") {
      EXPECT_EQ(result.verdict, Verdict::kNoMate);
      EXPECT_TRUE(result.moves.empty());
    } else {
      EXPECT_EQ(result.verdict, Verdict::kMate);
      EXPECT_TRUE(is_mate_line(position, result.moves));
      EXPECT_EQ(static_cast<std::size_t>(result.plies),
                base::to_int(base::next_word(note)).value_or(0));
    }
  }
}

TEST(Solver, AgreesWithBruteForceOnPositionsOfRandomGames) {
  base::Random random(11);
  int mates = 0;
  int disproofs = 0;
  for (int game = 0; game < (kBrief ? 12 : 60); ++game) {
    shogi::Position position = shogi::Position::start();
    for (int ply = 0; ply < 160; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(position, moves);
      if (moves.empty()) break;
      if (ply > 40 && ply % 5 == 0) {
        const int shortest = oracle::shortest_mate(position, 5);
        const MateResult result = solve(position, 20'000, 1);
        SCOPED_TRACE(notation::to_sfen(position));
        if (shortest > 0) {
          ++mates;
          EXPECT_EQ(result.verdict, Verdict::kMate);
          EXPECT_EQ(static_cast<int>(result.moves.size()), shortest);
        }
        if (result.verdict == Verdict::kMate) {
          EXPECT_TRUE(is_mate_line(position, result.moves));
          EXPECT_TRUE(shortest > 0 || result.moves.size() > 5);
        }
        if (result.verdict == Verdict::kNoMate) {
          ++disproofs;
          EXPECT_EQ(shortest, 0);
        }
      }
      shogi::Undo undo;
      position.do_move(
          moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))], undo);
    }
  }
  EXPECT_GT(mates, kBrief ? -1 : 5);
  EXPECT_GT(disproofs, kBrief ? 10 : 100);
}

TEST(Solver, IsRightAboutMateAndNoMateWhereWholeGraphsCanBeSearched) {
  base::Random random(5);
  int mates = 0;
  int disproofs = 0;
  Solver solver;
  solver.resize(1);
  for (int i = 0; i < (kBrief ? 800 : 4000); ++i) {
    const auto problem = oracle::random_problem(random);
    if (!problem) continue;
    const std::vector<oracle::Judged> judged = oracle::judge_all(*problem, 2000);
    for (std::size_t j = 0; j < judged.size(); j += 1 + random.below(1 + judged.size() / 4)) {
      const auto& [position, truth] = judged[j];
      SCOPED_TRACE(notation::to_sfen(position));
      const MateResult result = solver.solve(position, {}, {});
      EXPECT_EQ(result.verdict, truth ? Verdict::kMate : Verdict::kNoMate);
      if (truth) {
        EXPECT_TRUE(is_mate_line(position, result.moves));
      }
      ++(truth ? mates : disproofs);
    }
  }
  EXPECT_GT(mates, kBrief ? 0 : 5);
  EXPECT_GT(disproofs, kBrief ? 40 : 200);
}

MateResult defend(std::string_view sfen) {
  Solver solver;
  solver.resize(1);
  MateLimits limits;
  limits.role = Role::kDefender;
  limits.post = PostSearch::kMinimum;
  return solver.solve(read(sfen), limits, {});
}

TEST(Solver, SaysWhetherTheSideToMoveIsMatedWhateverItDoes) {
  const MateResult mated = defend("4k4/9/9/4P4/9/9/9/9/4L4 w - 1");
  EXPECT_EQ(mated.verdict, Verdict::kNoMate);  // not even in check
  const std::string_view cornered = "7k1/7G1/7P1/9/9/9/9/9/9 w G 1";
  const MateResult already = defend(cornered);
  EXPECT_EQ(already.verdict, Verdict::kMate);
  EXPECT_TRUE(already.moves.empty());
  const std::string_view checked = "8k/8G/7P1/9/9/9/9/9/9 w G 1";
  const MateResult result = defend(checked);
  const shogi::Position position = read(checked);
  if (result.verdict == Verdict::kMate) {
    EXPECT_TRUE(is_mate_line(position, result.moves, Role::kDefender));
    EXPECT_EQ(result.moves.size() % 2, 0U);
  }
  EXPECT_NE(result.verdict, Verdict::kUnknown);
}

TEST(Solver, ADefendersVerdictIsThatOfAllHisReplies) {
  base::Random random(77);
  int mates = 0;
  for (int i = 0; i < (kBrief ? 60 : 300); ++i) {
    const auto problem = oracle::random_problem(random);
    if (!problem) continue;
    shogi::MoveList checks;
    shogi::generate_legal(*problem, checks);
    for (const shogi::BareMove check : checks) {
      if (!problem->gives_check(check)) continue;
      shogi::Position position = *problem;
      shogi::Undo undo;
      position.do_move(check, undo);
      MateLimits limits;
      limits.nodes = 20'000;
      limits.role = Role::kDefender;
      Solver solver;
      const MateResult result = solver.solve(position, limits, {});
      if (result.verdict == Verdict::kUnknown) continue;
      bool all_mated = true;
      shogi::MoveList replies;
      shogi::generate_legal(position, replies);
      for (const shogi::BareMove reply : replies) {
        shogi::Position behind = position;
        behind.do_move(reply, undo);
        all_mated = all_mated && solve(behind, 100'000, 1).verdict == Verdict::kMate;
      }
      EXPECT_EQ(result.verdict == Verdict::kMate, all_mated) << notation::to_sfen(position);
      mates += all_mated ? 1 : 0;
      break;
    }
  }
  EXPECT_GT(mates, kBrief ? -1 : 0);
}

TEST(Solver, LeavesFutileInterpositionsOutOfTheLengthWhenAsked) {
  // The rook checks from afar; whatever is dropped in between is taken with the same mate.
  const shogi::Position position = read("7lk/7p1/9/7N1/9/9/9/9/1R7 b rb4g4s3n3l16p 1");
  Solver solver;
  solver.resize(1);
  MateLimits limits;
  limits.post = PostSearch::kMinimum;
  limits.futile_count = false;
  const MateResult result = solver.solve(position, limits, {});
  EXPECT_EQ(result.verdict, Verdict::kMate);
  EXPECT_EQ(result.plies, 1);
  EXPECT_TRUE(result.is_shortest);
  EXPECT_TRUE(is_mate_line(position, result.moves));  // played to the last move nevertheless
  EXPECT_GT(result.moves.size(), 1U);
  EXPECT_TRUE(solver.verify(position).holds);
  limits.futile_count = true;
  limits.post = PostSearch::kNone;
  const MateResult counted = solver.solve(position, limits, {});
  EXPECT_EQ(counted.verdict, Verdict::kMate);
  EXPECT_GT(counted.plies, 1);
  EXPECT_EQ(counted.plies, static_cast<int>(counted.moves.size()));
}

TEST(Solver, SaysUnknownWhenTheNodesRunOut) {
  const MateResult result = solve(read(kEndless), 50);
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kNodes);
}

TEST(Solver, ReadsAShortMateThatWasFoundAsALongerOneFirst) {
  const shogi::Position position = read("5R1Bk/9/9/9/9/9/9/9/9 b L 1");
  for (const PostSearch post : {PostSearch::kNone, PostSearch::kUpperBound, PostSearch::kMinimum}) {
    Solver solver;
    MateLimits limits;
    limits.depth = 5;
    limits.post = post;
    const MateResult result = solver.solve(position, limits, {});
    EXPECT_EQ(result.verdict, Verdict::kMate);
    EXPECT_EQ(result.is_shortest, post != PostSearch::kNone);
    if (result.is_shortest) {
      EXPECT_EQ(result.plies, 3);
    }
  }
}

TEST(Solver, GoesOnWhereItStopped) {
  const shogi::Position position =
      read("3+L1+Blgk/3+P5/p4Gspp/5p3/6PPS/1p4G1K/P4P2P/3+p+n4/+p4sb1+r b RGS3N2P2l3p 161");
  const MateResult whole = solve(position, 10'000'000);
  ASSERT_EQ(whole.verdict, Verdict::kMate);
  Solver solver;
  solver.resize(16);
  MateLimits limits;
  limits.nodes = whole.nodes / 16;
  std::uint64_t nodes = 0;
  MateResult result;
  do {
    result = solver.solve(position, limits, {});
    nodes += result.nodes;
    limits.goes_on = true;
  } while (result.verdict == Verdict::kUnknown && nodes < 4 * whole.nodes);
  EXPECT_EQ(result.verdict, Verdict::kMate);
  EXPECT_LT(nodes, 2 * whole.nodes);
}

/// 将棋図巧, the 83rd: 263 plies. It is found with a hundred thousand nodes, and what shows how
/// long it takes is tens of thousands of positions to walk through.
constexpr std::string_view kLong =
    "1+P2p1p2/n2g1G1pp/3pB2Rn/2P1k1+r2/5l2B/3G2N2/N8/7S1/9 b Pg3s3l10p 1";

/// What was said of `position` while it was solved.
struct Work {
  MateResult result;
  std::uint64_t nodes_to_find = 0;  ///< by the first question after it was found
  std::uint64_t last = 0;           ///< by the last question
  int asked_since = 0;              ///< since it was found
};

Work watch(const shogi::Position& position, PostSearch post, bool stops_when_found, int threads) {
  Solver solver;
  solver.resize(16);
  solver.set_threads(threads);
  MateLimits limits;
  limits.post = post;
  Work work;
  work.result = solver.solve(position, limits, [&](const MateProgress& progress) {
    if (!progress.found) return false;
    if (work.asked_since++ == 0) work.nodes_to_find = progress.nodes;
    work.last = progress.nodes;
    return stops_when_found;
  });
  return work;
}

TEST(Solver, ShorteningToAnUpperBoundTakesAtMostHalfOfWhatFindingTook) {
  const shogi::Position position = read(kLong);
  for (const int threads : {1, 2}) {
    const Work work = watch(position, PostSearch::kUpperBound, false, threads);
    ASSERT_EQ(work.result.verdict, Verdict::kMate);
    EXPECT_TRUE(is_mate_line(position, work.result.moves));
    EXPECT_GT(work.asked_since, 0);
    EXPECT_LE(work.result.nodes, work.nodes_to_find + work.nodes_to_find / 2 + 41'000);
  }
}

TEST(Solver, WhatIsMeasuredIsWorkThatCounts) {
  const Work work = watch(read(kLong), PostSearch::kNone, false, 1);
  ASSERT_EQ(work.result.verdict, Verdict::kMate);
  // It asks on while it measures, as often as while it searches.
  EXPECT_GE(work.result.nodes, work.nodes_to_find + 10'000);
  EXPECT_GE(work.asked_since, 10);
}

TEST(Solver, AMateThatIsFoundIsAnsweredAtOnceWhenItIsStopped) {
  const shogi::Position position = read(kLong);
  for (const PostSearch post : {PostSearch::kUpperBound, PostSearch::kMinimum}) {
    const Work work = watch(position, post, true, 1);
    ASSERT_EQ(work.result.verdict, Verdict::kMate);
    EXPECT_TRUE(is_mate_line(position, work.result.moves));
    // 2,000 positions may be measured to show what was gained, once before and once after.
    EXPECT_LE(work.result.nodes, work.nodes_to_find + 2 * 13'000);
  }
}

TEST(Solver, LooksForTheShortestMateWithinItsNodes) {
  const shogi::Position position = read(kEndless);
  MateLimits limits;
  limits.post = PostSearch::kMinimum;
  limits.nodes = 20'000;
  Solver solver;
  std::uint64_t last = 0;
  bool is_ascending = true;
  const MateResult result = solver.solve(position, limits, [&](const MateProgress& progress) {
    is_ascending = is_ascending && progress.nodes >= last;
    last = progress.nodes;
    return false;
  });
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kNodes);
  EXPECT_TRUE(is_ascending);
  EXPECT_GE(result.nodes, *limits.nodes);
  EXPECT_LT(result.nodes, *limits.nodes + 2'000);
}

TEST(Solver, FindsThatThereIsNoMateAfterLookingForTheShortest) {
  for (const std::uint64_t stop_at : {0, 4'000}) {
    Solver solver;
    solver.resize(16);
    MateLimits limits;
    limits.post = PostSearch::kMinimum;
    limits.nodes = 300'000;
    const shogi::Position position = read(kEndless);
    if (stop_at > 0) {
      const MateResult stopped = solver.solve(
          position, limits, [&](const MateProgress& progress) { return progress.nodes > stop_at; });
      EXPECT_EQ(stopped.reason, Reason::kStopped);
      limits.goes_on = true;
    }
    EXPECT_EQ(solver.solve(position, limits, {}).verdict, Verdict::kNoMate);
  }
}

TEST(Solver, SaysUnknownAndNotNoMateWhenLinesWereCutAtTheDepthLimit) {
  // A mate in three that a search of one ply cannot see.
  const shogi::Position position = read("9/7k1/9/7S1/9/9/9/9/9 b 2G 1");
  const MateResult result = solve(position, 100'000, 1, 1);
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kDepth);
}

TEST(Solver, StopsWhenAsked) {
  Solver solver;
  int asked = 0;
  const MateResult result =
      solver.solve(read(kEndless), {}, [&asked](const MateProgress&) { return ++asked > 3; });
  EXPECT_EQ(result.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.reason, Reason::kStopped);
  EXPECT_EQ(asked, 4);
}

TEST(Solver, SeveralThreadsAnswerAsOneDoes) {
  const auto problems =
      read_problems(std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/data/mate/problems.txt");
  Solver one;
  Solver three;
  one.resize(16);
  three.resize(16);
  three.set_threads(3);
  MateLimits limits;
  limits.post = PostSearch::kMinimum;
  for (std::size_t i = 0; i < problems.size(); i += kBrief ? 3 : 1) {
    const Problem& problem = problems[i];
    const shogi::Position position = read(problem.sfen);
    const MateResult expected = one.solve(position, limits, {});
    const MateResult found = three.solve(position, limits, {});
    EXPECT_EQ(found.verdict, expected.verdict) << problem.sfen;
    EXPECT_EQ(found.plies, expected.plies) << problem.sfen;
    if (found.verdict == Verdict::kMate) {
      EXPECT_TRUE(is_mate_line(position, found.moves)) << problem.sfen;
      EXPECT_TRUE(three.verify(position).holds) << problem.sfen;
    }
  }
  three.set_threads(1);
  EXPECT_EQ(three.solve(read(problems.front().sfen), limits, {}).nodes,
            one.solve(read(problems.front().sfen), limits, {}).nodes);
}

TEST(Solver, RacesWithTheThreadsThatThereAre) {
  for (const std::size_t mebibytes : {kMebibytesForFew, kMebibytesForNone}) {
    Solver solver;
    solver.resize(16);
    solver.set_threads(kTooManyThreads);
    const shogi::Position position = read("9/7k1/9/7S1/9/9/9/9/K8 b 2G 1");
    expect_well_with(mebibytes, [&] {
      const MateResult result = solver.solve(position, {}, {});
      return result.verdict == Verdict::kMate && is_mate_line(position, result.moves);
    });
  }
}

TEST(Solver, SeveralThreadsObeyTheLimitsOfOne) {
  Solver solver;
  solver.resize(16);
  solver.set_threads(4);
  int asked = 0;
  std::uint64_t seen = 0;
  const MateResult stopped = solver.solve(read(kEndless), {}, [&](const MateProgress& progress) {
    EXPECT_GE(progress.nodes, seen);
    seen = progress.nodes;
    return ++asked > 3;
  });
  EXPECT_EQ(stopped.verdict, Verdict::kUnknown);
  EXPECT_EQ(stopped.reason, Reason::kStopped);
  EXPECT_EQ(asked, 4);
  MateLimits limits;
  limits.nodes = 20'000;
  const MateResult limited = solver.solve(read(kEndless), limits, {});
  EXPECT_EQ(limited.verdict, Verdict::kUnknown);
  EXPECT_EQ(limited.reason, Reason::kNodes);
  EXPECT_GE(limited.nodes, 20'000U);
}

TEST(Solver, GivesTheSameAnswerInTheSameNodesTwice) {
  const shogi::Position position = read("9/7k1/9/7S1/9/9/9/9/9 b 2G 1");
  Solver solver;
  const MateResult first = solver.solve(position, {}, {});
  const MateResult second = solver.solve(position, {}, {});
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.moves, second.moves);
}

TEST(IsMateLine, RefusesWhatIsNoMate) {
  const shogi::Position position = read("9/7k1/9/7S1/9/9/9/9/9 b 2G 1");
  EXPECT_FALSE(is_mate_line(position, {}));
  EXPECT_FALSE(is_mate_line(position, {notation::parse_usi_move("G*2c").value()}));
  EXPECT_FALSE(is_mate_line(position, {notation::parse_usi_move("P*2c").value()}));
}

/// The problem sets that lie beside the project, if they do.
class ProblemSet : public testing::TestWithParam<int> {};

TEST_P(ProblemSet, IsSolvedWithLegalLinesThatMate) {
  const int length = GetParam();
  char name[32];
  std::snprintf(name, sizeof name, "mate%02d.sfen", length);
  auto problems = read_shared_problems(name);
  if (problems.empty()) GTEST_SKIP() << "no " << name << " beside the project";
  if (problems.size() > 40) problems.resize(40);
  Solver solver;
  solver.resize(64);
  std::size_t solved = 0;
  for (const Problem& problem : problems) {
    SCOPED_TRACE(problem.sfen);
    const shogi::Position position = read(problem.sfen);
    MateLimits limits;
    limits.nodes = 1'000'000;
    const MateResult result = solver.solve(position, limits, {});
    EXPECT_NE(result.verdict, Verdict::kNoMate);
    if (result.verdict != Verdict::kMate) continue;
    ++solved;
    EXPECT_TRUE(is_mate_line(position, result.moves));
    if (length <= 3) {
      EXPECT_EQ(result.moves.size(), static_cast<std::size_t>(length));
    }
  }
  EXPECT_EQ(solved, problems.size());
}

TEST(Solver, FindsNoMateInOneWhereThereIsNone) {
  const auto problems = read_shared_problems("nomate1.sfen");
  if (problems.empty()) GTEST_SKIP() << "no nomate1.sfen beside the project";
  Solver solver;
  solver.resize(16);
  for (const Problem& problem : problems) {
    SCOPED_TRACE(problem.sfen);
    MateLimits limits;
    limits.nodes = 2'000;
    EXPECT_NE(solver.solve(read(problem.sfen), limits, {}).moves.size(), 1U);
  }
}

// The key goes with a non-promotion whose promotion would end in a pawn drop that mates. To prove
// that it does takes longer than the whole mate.
TEST(Solver, DoesNotWaitForThePromotionToFail) {
  if (kBrief) GTEST_SKIP() << "takes a million nodes";
  const auto problems = read_shared_problems("medium-17-61.sfen");
  if (problems.empty()) GTEST_SKIP() << "no medium-17-61.sfen beside the project";
  for (const Problem& problem : problems) {
    if (problem.note.find("zuko037") == std::string::npos) continue;
    EXPECT_EQ(solve(read(problem.sfen), 2'000'000, 256).verdict, Verdict::kMate);
  }
}

TEST(Solver, BearsPositionsWithoutKings) {
  EXPECT_EQ(solve(read("9/9/9/9/9/9/9/9/4K4 b G 1"), 1000).verdict, Verdict::kNoMate);
  EXPECT_EQ(solve(read("9/9/9/9/9/9/9/9/9 b G 1"), 1000).verdict, Verdict::kNoMate);
}

TEST(Solver, AnswersACheckOnlyByChecksThatEndIt) {
  // The gold must stand between rook and king, and checks from there: both or nothing.
  EXPECT_EQ(solve(read("4k4/9/9/9/9/9/9/4r4/4K4 b 2G 1"), 1000).verdict, Verdict::kNoMate);
  const shogi::Position position = read("9/9/9/9/4rk3/9/9/9/4K4 b 2G 1");
  const MateResult result = solve(position, 100'000);
  EXPECT_EQ(result.verdict == Verdict::kMate, oracle::shortest_mate(position, 5) > 0);
}

INSTANTIATE_TEST_SUITE_P(Shared, ProblemSet, testing::Values(1, 3, 5, 7, 9, 11));

}  // namespace
}  // namespace gougi::mate
