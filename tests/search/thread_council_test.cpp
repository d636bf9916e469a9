// SPDX-License-Identifier: MIT
#include "search/thread_council.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "eval/shipped_network.hpp"
#include "notation/sfen.hpp"
#include "search/searcher.hpp"

namespace gougi::search {
namespace {

class CountingObserver : public Observer {
 public:
  bool stop_requested() const override { return ++questions_ > stop_after; }
  base::TimePoint clock_start() const override { return base::TimePoint(); }
  base::TimePoint now() const override { return base::TimePoint(); }
  void report(const Report&) override {}

  int stop_after = 1 << 30;
  int questions() const { return questions_; }

 private:
  mutable int questions_ = 0;
};

constexpr std::string_view kMateInThree = "9/7k1/9/7S1/9/9/9/9/K8 b 2G 1";
constexpr std::string_view kMiddleGame =
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";

shogi::Game game_from(std::string_view sfen) {
  return shogi::Game(notation::parse_sfen(sfen).value());
}

View shipped_view(eval::Style style) {
  const auto network = eval::NnueNetwork::read(eval::shipped_network(style), nullptr);
  return view_of(eval::Style::kBalanced, network.value());
}

TEST(ViewOfThread, EverySecondThreadHasTheEnginesOwn) {
  std::vector<std::size_t> views;
  for (std::size_t thread = 0; thread < 8; ++thread) views.push_back(view_of_thread(thread, 2));
  EXPECT_EQ(views, (std::vector<std::size_t>{0, 1, 0, 2, 0, 1, 0, 2}));
  EXPECT_EQ(view_of_thread(1, 0), 0U);
}

TEST(Varied, TheFirstIsAsTunedAndTheOthersAreWithinTheBounds) {
  EXPECT_EQ(varied(kUsualTuning, 0), kUsualTuning);
  Tuning least;
  Tuning most;
  for (const Tunable& row : kTunables) {
    least.*row.number = row.least;
    most.*row.number = row.most;
  }
  for (const Tuning& tuning : {kUsualTuning, least, most}) {
    for (std::size_t number = 1; number < kVariations; ++number) {
      const Tuning other = varied(tuning, number);
      for (const Tunable& row : kTunables) {
        EXPECT_GE(other.*row.number, row.least) << row.name;
        EXPECT_LE(other.*row.number, row.most) << row.name;
      }
    }
  }
}

TEST(Varied, EachVariationHasATreeOfItsOwn) {
  std::vector<std::uint64_t> nodes;
  for (std::size_t number = 0; number < kVariations; ++number) {
    Searcher searcher;
    searcher.resize_table(8);
    Settings settings;
    settings.tuning = varied(kUsualTuning, number);
    Limits limits;
    limits.depth = 8;
    CountingObserver observer;
    nodes.push_back(searcher.search(game_from(kMiddleGame), limits, settings, observer).nodes);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(nodes[i], nodes[j]) << i << ' ' << j;
  }
}

/// One worker, at a position in which Black has a single move worth a look.
class OneWorker : public ::testing::Test {
 protected:
  OneWorker() {
    table_.resize(1);
    task_.table = &table_;
    task_.view = &first_;
    task_.has = features_of(Stage::kFull);
  }
  /// The value of Black's only root move at `depth`, as the worker sees it.
  int value_of(const View& view, int depth) {
    Worker<ShogiRules> worker(task_);
    worker.warm_up();
    RootMove<shogi::BareMove> only;
    only.move = notation::parse_usi_move("5i5h").value();
    only.line = {only.move};
    worker.begin(game_, {only}, {&view, &tuned_}, nullptr);
    worker.search_window(depth, 0);
    return worker.root_moves().front().value;
  }
  shogi::Key key_behind() {
    shogi::Position behind = game_.position();
    shogi::Undo undo;
    behind.do_move(notation::parse_usi_move("5i5h").value(), undo);
    return behind.key();
  }

  View first_ = view_of(eval::Style::kBalanced);
  View other_ = view_of(eval::Style::kAttack);
  Tuned tuned_;
  TranspositionTable table_;
  Task task_;
  shogi::Game game_ = game_from(notation::kStartSfen);
};

TEST_F(OneWorker, KeepsItsStaticScoresInTheTableOnlyIfTheyAreOfTheFirstView) {
  value_of(other_, 3);
  ASSERT_TRUE(table_.probe(key_behind()).has_value());
  EXPECT_FALSE(table_.probe(key_behind())->has_eval());
  table_.clear();
  value_of(first_, 3);
  ASSERT_TRUE(table_.probe(key_behind()).has_value());
  EXPECT_TRUE(table_.probe(key_behind())->has_eval());
}

TEST_F(OneWorker, TakesStaticScoresFromTheTableOnlyIfItIsOfTheFirstView) {
  constexpr std::int16_t kMarked = 5000;
  const auto mark = [&] {
    table_.clear();
    table_.store(key_behind(), {shogi::BareMove(), 0, kMarked, 0, Bound::kNone});
  };
  mark();
  EXPECT_LT(value_of(first_, 1), -kMarked / 2);
  mark();
  EXPECT_GT(value_of(other_, 1), -kMarked / 2);
}

class EveryCouncil : public ::testing::TestWithParam<ThreadCouncil> {
 protected:
  EveryCouncil() {
    searcher_.resize_table(8);
    searcher_.set_threads(4);
    searcher_.set_network(shipped_view(eval::Style::kBalanced).network, eval::kUsualFvScale);
    searcher_.set_other_views(
        {shipped_view(eval::Style::kAttack), shipped_view(eval::Style::kDefence)});
    settings_.thread_council = GetParam();
    settings_.thread_vote = ThreadVote::kVote;
  }

  Searcher searcher_;
  Settings settings_;
};

TEST_P(EveryCouncil, PlaysLegalMovesWithinItsNodes) {
  shogi::Game game = game_from(notation::kStartSfen);
  for (int ply = 0; ply < 12; ++ply) {
    Limits limits;
    limits.nodes = 6000;
    CountingObserver observer;
    const Decision decision = searcher_.search(game, limits, settings_, observer);
    ASSERT_EQ(decision.choice, Choice::kMove);
    EXPECT_LE(decision.nodes, 7500U);
    ASSERT_TRUE(game.play(decision.move)) << notation::to_usi(decision.move);
  }
}

TEST_P(EveryCouncil, GivesAProvenMateWithAndWithoutTheSearchForMates) {
  Limits limits;
  limits.depth = 6;
  for (const int lines : {1, 2}) {
    settings_.lines = lines;
    CountingObserver observer;
    EXPECT_EQ(searcher_.search(game_from(kMateInThree), limits, settings_, observer).value,
              mate_in(3));
  }
}

TEST_P(EveryCouncil, AnswersAStopAtOnce) {
  CountingObserver observer;
  observer.stop_after = 20;
  Limits limits;
  limits.infinite = true;
  const shogi::Game game = game_from(kMiddleGame);
  EXPECT_TRUE(game.position().is_legal(searcher_.search(game, limits, settings_, observer).move));
  EXPECT_LE(observer.questions(), 22);
}

INSTANTIATE_TEST_SUITE_P(Searcher, EveryCouncil,
                         ::testing::Values(ThreadCouncil::kNone, ThreadCouncil::kStyles,
                                           ThreadCouncil::kMargins, ThreadCouncil::kBoth));

TEST(ThreadsInStep, ShareALimitOfNodesWithoutGoingFarBeyondIt) {
  for (const int threads : {2, 4, 8}) {
    Searcher searcher;
    searcher.resize_table(8);
    searcher.set_threads(threads);
    Limits limits;
    limits.nodes = 20'000;
    CountingObserver observer;
    const auto nodes = searcher.search(game_from(kMiddleGame), limits, {}, observer).nodes;
    EXPECT_GE(nodes, 19'000U);
    EXPECT_LE(nodes, 20'000U + 400U * static_cast<unsigned>(threads));
  }
}

TEST(ThreadsInStep, WaitForNoneThatHasDoneItsIterations) {
  Searcher searcher;
  searcher.resize_table(8);
  searcher.set_threads(3);
  Limits limits;
  limits.nodes = 1'000'000;
  limits.depth = 3;
  CountingObserver observer;
  EXPECT_EQ(searcher.search(game_from(kMiddleGame), limits, {}, observer).depth, 3);
}

}  // namespace
}  // namespace gougi::search
