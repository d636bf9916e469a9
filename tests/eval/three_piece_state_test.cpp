// SPDX-License-Identifier: MIT
#include "eval/three_piece_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "eval/judge.hpp"
#include "eval/made_up_tables.hpp"
#include "notation/sfen.hpp"
#include "sanitized.hpp"
#include "shogi/movegen.hpp"

namespace gougi::eval {
namespace {

constexpr const char* kThreePieceStarts[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    "9/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "+R6+B1/3k5/2p1p4/9/9/9/4P1P2/5K3/1+b6+r b 2g 1",
};

shogi::Position position_of(std::string_view sfen) { return notation::parse_sfen(sfen).value(); }

struct Made {
  shogi::BareMove move;  // none: a pass
  shogi::Undo undo;
};

/// Walks up and down from `start`; of so many positions one is judged.
void compare_on_walk(const std::shared_ptr<const MadeUpTables>& tables,
                     ThreePieceState<MadeUpTables>& state, shogi::Position position, int steps,
                     std::uint64_t one_of, base::Random& random, std::set<int>& scores) {
  state.reset(position);
  std::vector<Made> made;
  for (int step = 0; step < steps; ++step) {
    const auto dice = random.below(16);
    shogi::MoveList moves;
    if (dice >= 5) shogi::generate_legal(position, moves);
    if (dice == 4 && !position.in_check()) {
      made.push_back({});
      position.do_null_move(made.back().undo);
    } else if (!moves.empty()) {
      const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
      made.push_back({moves[static_cast<int>(pick)], {}});
      state.push(position, made.back().move);
      position.do_move(made.back().move, made.back().undo);
    } else if (!made.empty()) {
      const Made last = made.back();
      made.pop_back();
      if (last.move.is_none()) {
        position.undo_null_move(last.undo);
      } else {
        position.undo_move(last.move, last.undo);
        state.pop();
      }
    }
    if (random.below(one_of) != 0) continue;
    const int score = state.evaluate(position);
    ASSERT_EQ(score, plain_score(*tables, position)) << notation::to_sfen(position);
    scores.insert(score);
  }
}

TEST(ThreePieceState, IsThePlainSumWhereverMovesLeadAndBack) {
  constexpr int kSteps = kBrief ? 60 : 800;
  const auto tables = std::make_shared<const MadeUpTables>(1);
  ThreePieceState<MadeUpTables> state(tables);
  base::Random random(2);
  std::set<int> scores;
  for (const std::uint64_t one_of : {1, 2, 6, 12}) {
    for (const char* start : kThreePieceStarts) {
      compare_on_walk(tables, state, position_of(start), kSteps, one_of, random, scores);
    }
  }
  EXPECT_GT(scores.size(), static_cast<std::size_t>(kSteps));
}

TEST(ThreePieceState, BearsNumbersAtTheirLimits) {
  const auto tables = std::make_shared<const MadeUpTables>(3, true);
  ThreePieceState<MadeUpTables> state(tables);
  base::Random random(4);
  std::set<int> scores;
  for (const char* start : kThreePieceStarts) {
    compare_on_walk(tables, state, position_of(start), 60, 2, random, scores);
  }
  EXPECT_LE(*scores.rbegin(), kLargestScore);
}

TEST(ThreePieceState, BearsMorePiecesThanAGameHas) {
  shogi::Setup setup;
  setup.board[44] = shogi::Piece(shogi::Color::kBlack, shogi::PieceType::kKing);
  setup.board[36] = shogi::Piece(shogi::Color::kWhite, shogi::PieceType::kKing);
  for (const shogi::PieceType type : shogi::kHandTypes) {
    const bool large = type == shogi::PieceType::kBishop || type == shogi::PieceType::kRook;
    setup.hands[0].add(type, type == shogi::PieceType::kPawn ? 31 : large ? 3 : 7);
  }
  const auto position = shogi::Position::from(setup, shogi::Strictness::kLenient).value();
  const auto tables = std::make_shared<const MadeUpTables>(5);
  ThreePieceState<MadeUpTables> state(tables);
  base::Random random(6);
  std::set<int> scores;
  compare_on_walk(tables, state, position, 100, 1, random, scores);
}

/// A file of zeros that takes memory only where something is written.
class Zeros {
 public:
  explicit Zeros(std::uint64_t size)
      : size_(static_cast<std::size_t>(size)),
        bytes_(static_cast<std::byte*>(std::calloc(size_, 1)), &std::free) {}
  std::span<const std::byte> bytes() const { return {bytes_.get(), size_}; }
  template <class Number>
  void write(std::size_t at, std::initializer_list<Number> numbers) {
    for (const Number number : numbers) {
      for (std::size_t i = 0; i < sizeof number; ++i) {
        bytes_.get()[at++] = static_cast<std::byte>(static_cast<std::uint64_t>(number) >> 8 * i);
      }
    }
  }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte, decltype(&std::free)> bytes_;
};

// The kings on 5九 (44) and 5一 (36), where the other side sees it as 44; the pawn on 7六 is 149 to
// Black and 192 to White, the bishop on 8八 970 and 991.
struct FewNumbers {
  explicit FewNumbers(bool has_turn) : kpp(kTableFiles[2].bytes / (has_turn ? 1 : 2)) {
    kk.write<std::int32_t>((44 * 81 + 36) * 8, {3200, 320});
    kkp.write<std::int32_t>(((44 * 81 + 36) * 1548 + 149) * 8, {-640, 96});
    const auto pair = [&](std::size_t p, std::size_t q, std::int16_t board, std::int16_t turn) {
      for (const std::size_t place : {(44 * 1548 + p) * 1548 + q, (44 * 1548 + q) * 1548 + p}) {
        if (has_turn) kpp.write(place * 4, {board, turn});
        if (!has_turn) kpp.write(place * 2, {board});
      }
    };
    pair(149, 970, 960, -32);
    pair(192, 991, -320, 64);
  }
  base::Result<std::shared_ptr<const KpptTables>> tables() const {
    return KpptTables::read({kk.bytes(), kkp.bytes(), kpp.bytes()}, nullptr);
  }

  Zeros kk{52'488};
  Zeros kkp{81'251'424};
  Zeros kpp;
};

int score_after_7g7f(const std::shared_ptr<const KpptTables>& tables) {
  const Evaluator evaluator;
  Judge judge(evaluator);
  judge.set_source(TableScores{tables});
  shogi::Position position = shogi::Position::start();
  judge.start(position);
  EXPECT_EQ(judge.evaluate(position), (3200 + 320) / 32);
  const auto move = notation::parse_usi_move("7g7f").value();
  shogi::Undo undo;
  judge.push(position, move);
  position.do_move(move, undo);
  EXPECT_FALSE(judge.estimate(position).has_value());
  return judge.evaluate(position);
}

TEST(KpptTables, HaveTheirNumbersWhereTheFormatHasThem) {
  const FewNumbers files(true);
  const auto tables = files.tables();
  ASSERT_TRUE(tables.has_value());
  EXPECT_TRUE((*tables)->has_turn_of_pairs());
  const int board = 960 + 320 + 3200 - 640;
  const int turn = -32 + 64 + 320 + 96;
  EXPECT_EQ(score_after_7g7f(*tables), (-board + turn) / 32);
}

TEST(KpptTables, MayHaveNoTurnOfPairs) {
  const FewNumbers files(false);
  const auto tables = files.tables();
  ASSERT_TRUE(tables.has_value());
  EXPECT_FALSE((*tables)->has_turn_of_pairs());
  const int board = 960 + 320 + 3200 - 640;
  EXPECT_EQ(score_after_7g7f(*tables), (-board + 320 + 96) / 32);
}

TEST(KpptTables, OfAnotherSizeAreRefusedByNameAndSizes) {
  const auto complaint = [](TablePart part, std::uint64_t size) {
    return KpptTables::check_size(part, size).error().message;
  };
  EXPECT_EQ(complaint(TablePart::kKk, 52'487),
            "KK_synthesized.bin has 52487 bytes instead of 52488");
  EXPECT_EQ(complaint(TablePart::kKkp, 0), "KKP_synthesized.bin has 0 bytes instead of 81251424");
  EXPECT_EQ(complaint(TablePart::kKpp, 776'402'497),
            "KPP_synthesized.bin has 776402497 bytes instead of 776402496 (KPPT) or 388201248 "
            "(KPP_KKPT)");
  const std::vector<std::byte> few(10);
  const auto read = KpptTables::read({few, few, few}, nullptr);
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().message, "KK_synthesized.bin has 10 bytes instead of 52488");
}

TEST(Material, CountsThePiecesOfBothSides) {
  const Evaluator evaluator;
  Judge judge(evaluator);
  judge.set_source(MaterialScores{});
  const auto score = [&](const char* sfen) {
    const shogi::Position position = position_of(sfen);
    judge.start(position);
    EXPECT_FALSE(judge.estimate(position).has_value());
    return judge.evaluate(position);
  };
  EXPECT_EQ(score("4k4/9/9/9/9/9/9/9/4K4 b RB2P 1"), 990 + 855 + 2 * 90);
  EXPECT_EQ(score("4k4/9/9/9/9/9/9/+R8/+B3K4 w 2p 1"), -1395 - 945 + 2 * 90);
  EXPECT_EQ(score("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"), 12'330);
}

TEST(NoScores, AreAlwaysNought) {
  const Evaluator evaluator;
  Judge judge(evaluator);
  judge.set_source(NoScores{});
  for (const char* sfen : kThreePieceStarts) {
    const shogi::Position position = position_of(sfen);
    judge.start(position);
    EXPECT_EQ(judge.evaluate(position), 0);
  }
}

}  // namespace
}  // namespace gougi::eval
