// SPDX-License-Identifier: MIT
#include "farm/merge.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "base/path.hpp"
#include "base/whole_file.hpp"
#include "book/temporary_folder.hpp"
#include "farm/progress_log.hpp"
#include "farm/row_work.hpp"
#include "io/file_lock.hpp"
#include "match/match_files.hpp"

namespace gougi::farm {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

Job job_of(const char* seed = "1") { return {"match", {{"--seed", seed}}}; }

class MergeTest : public ::testing::Test {
 protected:
  /// Games of the part, of whole.games in all, but for those in `without`.
  void write_part(const std::string& name, const base::Shard& shard,
                  const std::set<std::uint64_t>& without = {}) {
    auto store = match::Store::create(folder_ / name);
    ASSERT_TRUE(store) << store.error().message;
    std::map<std::string, std::string> texts{{"game", "shogi"}};
    keep_part(texts, {job_of(), shard});
    ASSERT_TRUE(store->set_settings(texts));
    ASSERT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
    for (std::uint64_t i = 0; i < whole_.games; ++i) {
      if (!shard.has(i / 2) || without.contains(i)) continue;
      ASSERT_TRUE(store->add(game_of(i)));
    }
  }
  match::GameRecord game_of(std::uint64_t number) {
    match::GameRecord game = match::testing::short_game(number);
    if (wins_of_first_) {
      game.ending.result =
          game::win_of(game.black == 0 ? shogi::Color::kBlack : shogi::Color::kWhite);
    }
    return game;
  }
  base::Result<Merged> merge(const std::vector<std::string>& names, bool partial = false) {
    std::vector<MatchPart> parts;
    for (const std::string& name : names) {
      auto store = match::Store::open_to_read(folder_ / name);
      EXPECT_TRUE(store) << store.error().message;
      auto part = kept_part(*store->settings());
      EXPECT_TRUE(part && *part);
      parts.push_back({folder_ / name, std::move(*store), **part});
    }
    whole_.texts = {{"game", "shogi"}};
    keep_part(whole_.texts, {job_of(), {}});
    return merge_matches(folder_ / "out.db", parts, whole_, partial);
  }
  std::vector<std::uint64_t> merged_games() {
    auto store = match::Store::open_to_read(folder_ / "out.db");
    std::vector<std::uint64_t> numbers;
    EXPECT_TRUE(store && store->for_each_game([&](const match::GameRecord& game) {
      EXPECT_EQ(game.moves, game_of(game.number).moves);
      EXPECT_EQ(game.ending, game_of(game.number).ending);
      numbers.push_back(game.number);
    }));
    return numbers;
  }
  std::string bytes_of(const std::string& name) {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  book::testing::TemporaryFolder folder_;
  WholeMatch whole_{12, {}, {}};
  bool wins_of_first_ = false;
};

TEST_F(MergeTest, PutsTheGamesOfAllPartsInTheirOrder) {
  for (std::uint64_t i = 0; i < 3; ++i) write_part(std::to_string(i), {i, 3});
  const auto merged = merge({"2", "0", "1"});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->units, 12U);
  EXPECT_EQ(merged->doubles, 0U);
  EXPECT_THAT(merged_games(), ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
}

TEST_F(MergeTest, DoneOnceMoreGivesTheSameBytes) {
  for (std::uint64_t i = 0; i < 3; ++i) write_part(std::to_string(i), {i, 3});
  ASSERT_TRUE(merge({"0", "1", "2"}));
  const std::string first = bytes_of("out.db");
  const auto again = merge({"out.db", "1", "1", "0"});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->doubles, 12U);
  EXPECT_EQ(again->differing, 0U);
  EXPECT_EQ(bytes_of("out.db"), first);
}

TEST_F(MergeTest, OfAPartThatWasDoneTwiceTheFirstCounts) {
  write_part("0", {0, 2});
  write_part("1", {1, 2});
  write_part("again", {1, 2});
  match::testing::change(folder_ / "again", "UPDATE game SET moves = '7g7f' WHERE number = 2");
  const auto merged = merge({"0", "1", "again"});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->doubles, 6U);
  EXPECT_EQ(merged->differing, 1U);
  EXPECT_EQ(merged_games().size(), 12U);
}

TEST_F(MergeTest, NamesAnIllegalMoveAndWritesNothing) {
  write_part("0", {0, 2});
  write_part("1", {1, 2});
  match::testing::change(folder_ / "1",
                         "UPDATE game SET moves = '5e5d' || substr(moves, 5) WHERE number = 3");
  const auto merged = merge({"0", "1"});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("game 3: illegal move 5e5d, its move 1"));
  EXPECT_THAT(merged.error().message, HasSubstr(base::to_utf8(folder_ / "1")));
  EXPECT_FALSE(fs::exists(folder_ / "out.db"));
}

TEST_F(MergeTest, OfManyGamesSomeAreReplayedAndTheMovesOfAllCounted) {
  write_part("0", {0, 1});
  match::testing::change(folder_ / "0",
                         "UPDATE game SET moves = '5e5d' || substr(moves, 5) WHERE number = 1");
  whole_.games = 4 * kReplayedGames;
  EXPECT_TRUE(merge({"0"}, true));
  match::testing::change(folder_ / "0", "UPDATE game SET moves = '7g7f' WHERE number = 1");
  auto merged = merge({"0"}, true);
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("game 1: has 1 moves instead of "));
  match::testing::change(folder_ / "0",
                         "UPDATE game SET moves = '5e5d' || substr(moves, 5) WHERE number = 4");
  merged = merge({"0"}, true);
  ASSERT_FALSE(merged);
}

TEST_F(MergeTest, SaysWhichPartsLackGamesAndLeavesWhatWasThere) {
  write_part("0", {0, 3});
  write_part("2", {2, 3}, {5});
  std::ofstream(folder_ / "out.db") << "before";
  const auto merged = merge({"0", "2"});
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().message,
            "part 1/3 (0 of 2 pairs), part 2/3 (1 of 2 pairs): not done yet or not among the "
            "files; gougi merge --partial puts together what there is");
  EXPECT_EQ(bytes_of("out.db"), "before");
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
  const auto partial = merge({"0", "2"}, true);
  ASSERT_TRUE(partial);
  EXPECT_EQ(partial->units, 7U);
  EXPECT_EQ(partial->expected, 12U);
}

TEST_F(MergeTest, RefusesAGameThatIsOfAnotherPart) {
  write_part("0", {0, 2});
  write_part("1", {1, 2});
  match::testing::change(folder_ / "1", "UPDATE game SET number = 9 WHERE number = 7");
  const auto merged = merge({"0", "1"});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("1: game 9 is not of part 1/2"));
}

TEST_F(MergeTest, AFileThatAnotherProgramGoesOnWithStaysAsItIs) {
  write_part("0", {0, 2}, {8});
  write_part("1", {1, 2});
  ASSERT_TRUE(merge({"0", "1"}, true));
  {
    auto running = match::Store::open(folder_ / "out.db");
    ASSERT_TRUE(running);
    const auto merged = merge({"out.db", "0", "1"}, true);
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().message,
              base::to_utf8(folder_ / "out.db") +
                  ": another program goes on with this file; wait for it, or choose another");
    EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
    ASSERT_TRUE(running->add(game_of(8)));
  }
  EXPECT_EQ(merged_games().size(), 12U);
  EXPECT_TRUE(merge({"out.db", "0", "1"}));
}

TEST_F(MergeTest, AFileThatSomebodyMakesDuringTheMergeStaysAsItIs) {
  write_part("0", {0, 2});
  write_part("1", {1, 2});
  {
    const match::testing::OnOpening begun("out.db.gougi-new",
                                          [&] { folder_.write("out.db", "theirs"); });
    const auto merged = merge({"0", "1"});
    ASSERT_FALSE(merged);
    EXPECT_EQ(bytes_of("out.db"), "theirs");
    EXPECT_EQ(merged.error().message, base::would_lose(folder_ / "out.db").value().message);
    EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
  }
  fs::remove(folder_ / "out.db");
  EXPECT_TRUE(merge({"0", "1"}));
  EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
}

// A log under the file's name would be taken for the new one's.
TEST_F(MergeTest, AFileWhoseLogStaysBesideItIsNotReplaced) {
  write_part("0", {0, 2}, {8});
  write_part("1", {1, 2});
  ASSERT_TRUE(merge({"0", "1"}, true));
  {
    auto reader = match::Store::open_to_read(folder_ / "out.db");
    ASSERT_TRUE(reader && reader->settings());
    ASSERT_TRUE(match::Store::open(folder_ / "out.db")->add(game_of(8)));
    ASSERT_TRUE(fs::exists(folder_ / "out.db-wal"));
    const auto merged = merge({"out.db", "0", "1"});
    ASSERT_FALSE(merged);
    EXPECT_THAT(merged.error().message, HasSubstr("out.db-wal: may hold games that are not in "));
    EXPECT_FALSE(fs::exists(folder_ / "out.db.gougi-new"));
  }
  EXPECT_EQ(merged_games().size(), 12U);
  EXPECT_TRUE(merge({"out.db", "0", "1"}));
  EXPECT_EQ(merged_games().size(), 12U);
}

// All games are the first one's: the test is decided after some pairs, in whatever parts they are.
TEST_F(MergeTest, EndsWithThePairThatDecidesTheTestInAnUndividedRun) {
  whole_ = {400, match::SprtSettings{0, 50, 0.05, 0.05, match::EloModel::kLogistic}, {}};
  wins_of_first_ = true;
  match::Pentanomial pairs;
  std::uint64_t deciding = 0;
  for (;; ++deciding) {
    pairs.add(match::Points::kWin, match::Points::kWin);
    const auto state = match::sprt(*whole_.sprt, match::observations(pairs));
    if (state.verdict != match::SprtVerdict::kGoOn) break;
  }
  ASSERT_LT(deciding, 190U);
  // Parts end at different times, as they do when they are told to stop.
  for (std::uint64_t i = 0; i < 4; ++i) {
    std::set<std::uint64_t> without;
    for (std::uint64_t game = 2 * (deciding + 2 + 3 * i); game < 400; ++game) without.insert(game);
    write_part(std::to_string(i), {i, 4}, without);
  }
  const auto merged = merge({"3", "1", "0", "2"});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->deciding_pair, deciding);
  EXPECT_EQ(merged->units, 2 * (deciding + 1));
  EXPECT_GT(merged->too_late, 0U);
  EXPECT_EQ(merged_games().back(), 2 * deciding + 1);
}

class RowMergeTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kUnits = 7;
  void write(const std::string& name, const base::Shard& shard, bool is_complete = true,
             const std::string& mark = "") {
    auto rows = RowFile::open(folder_ / name, {{"mate solve", {}}, shard}, {"[", ",", "]", "[]"});
    ASSERT_TRUE(rows) << rows.error().message;
    for (std::uint64_t i = 0; i < kUnits; ++i) {
      if (!shard.has(i)) continue;
      ASSERT_TRUE(rows->add(i, std::to_string(i) + mark));
    }
    if (!is_complete) return;
    ASSERT_TRUE(rows->complete(kUnits));
  }
  base::Result<Merged> merge(const std::vector<std::string>& names, bool partial = false) {
    std::vector<RowPart> parts;
    for (const std::string& name : names) {
      auto rows = RowFile::open_to_read(folder_ / name);
      EXPECT_TRUE(rows) << rows.error().message;
      parts.push_back({folder_ / name, std::move(*rows)});
    }
    return merge_rows(folder_ / "out", parts, partial);
  }
  std::string text() {
    std::ifstream stream(folder_ / "out", std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  book::testing::TemporaryFolder folder_;
};

TEST_F(RowMergeTest, GivesTheTextOfAnUndividedRun) {
  for (std::uint64_t i = 0; i < 3; ++i) write(std::to_string(i), {i, 3});
  const auto merged = merge({"1", "2", "0", "1"});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(text(), "[0,1,2,3,4,5,6]");
  EXPECT_EQ(merged->doubles, 2U);
  EXPECT_EQ(merged->differing, 0U);
}

TEST_F(RowMergeTest, OfUnitsThatDifferTheFirstPartsCount) {
  write("0", {0, 2});
  write("1", {1, 2});
  write("other 1", {1, 2}, true, "'");
  const auto merged = merge({"1", "0", "other 1"});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(text(), "[0,1,2,3,4,5,6]");
  EXPECT_EQ(merged->units, 7U);
  EXPECT_EQ(merged->doubles, 3U);
  EXPECT_EQ(merged->differing, 3U);
}

TEST_F(RowMergeTest, WantsAllPartsToBeDone) {
  write("0", {0, 3});
  write("1", {1, 3}, false);
  auto merged = merge({"1"});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("no part says that it is done"));
  merged = merge({"0", "1"});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, HasSubstr("part 2/3 (0 of 2 units): not done yet"));
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  ASSERT_TRUE(merge({"0", "1"}, true));
  EXPECT_EQ(text(), "[0,1,3,4,6]");
}

TEST_F(RowMergeTest, APartIsGoneOnWithByItsOwnJobAlone) {
  write("0", {0, 3}, false);
  {
    auto rows = RowFile::open(folder_ / "0", {{"mate solve", {}}, {0, 3}}, {});
    ASSERT_TRUE(rows);
    EXPECT_THAT(*rows->finished(), ::testing::ElementsAre(0, 3, 6));
    EXPECT_EQ(rows->frame().between, ",") << "as it was begun";
  }
  auto other = RowFile::open(folder_ / "0", {{"mate solve", {}}, {1, 3}}, {});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("is part 0/3 of this job, not 1/3"));
  other = RowFile::open(folder_ / "0", {{"mate solve", {{"--nodes", "5"}}}, {0, 3}}, {});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("is of another job"));
}

TEST_F(RowMergeTest, WhatAPartHasItDoesNotDoAgain) {
  const Part part{{"mate solve", {}}, {1, 3}};
  {
    auto work = RowWork::begin(folder_ / "1", part, {}, kUnits);
    ASSERT_TRUE(work) << work.error().message;
    EXPECT_FALSE(work->wants(0)) << "it is another part's";
    EXPECT_TRUE(work->wants(1));
    ASSERT_TRUE(work->add(1, "one"));
    EXPECT_FALSE(work->wants(1));
  }
  const auto work = RowWork::begin(folder_ / "1", part, {}, kUnits);
  ASSERT_TRUE(work) << work.error().message;
  EXPECT_EQ(work->finished(), 1U);
  EXPECT_FALSE(work->wants(1));
  EXPECT_TRUE(work->wants(4));
}

TEST_F(RowMergeTest, AFileThatWasBegunAndKeptNothingGoesAgain) {
  const fs::path file = folder_ / "1";
  const Part part{{"mate solve", {}}, {1, 3}};
  ASSERT_TRUE(RowWork::begin(file, part, {}, kUnits));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(fs::exists(ProgressLog::of(file)));
  ASSERT_TRUE(RowWork::begin(file, part, {}, kUnits)->add(1, "one"));
  EXPECT_EQ(RowWork::begin(file, part, {}, kUnits)->finished(), 1U);
  EXPECT_TRUE(fs::exists(file)) << "what was there stays";
  const fs::path empty = folder_ / "2";
  ASSERT_TRUE(RowWork::begin(empty, {{"mate solve", {}}, {2, 3}}, {}, 2)->complete(2));
  EXPECT_TRUE(fs::exists(empty)) << "it had nothing to do, and that is done";
}

TEST_F(RowMergeTest, APartIsDoneByOneProgramAtATime) {
  const fs::path file = folder_ / "1";
  const Part part{{"mate solve", {}}, {1, 3}};
  const auto expect_refusal = [&] {
    const auto second = RowWork::begin(file, part, {}, kUnits);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message,
              base::to_utf8(file) +
                  ": another program goes on with this file; wait for it, or choose another");
  };
  {
    const auto beginning = match::Database::connect(base::draft_of(file), true);
    ASSERT_TRUE(beginning);
    expect_refusal();
    EXPECT_TRUE(fs::exists(base::draft_of(file))) << "it is the other's";
  }
  {
    auto work = RowWork::begin(file, part, {}, kUnits);
    ASSERT_TRUE(work) << work.error().message;
    EXPECT_FALSE(fs::exists(base::draft_of(file)));
    expect_refusal();
    ASSERT_TRUE(work->add(1, "one"));
  }
  // Who comes late with a draft replaces nothing.
  ASSERT_TRUE(match::Database::connect(base::draft_of(file), true));
  EXPECT_FALSE(match::Database::place_draft(file));
  EXPECT_FALSE(fs::exists(base::draft_of(file)));
  EXPECT_EQ(RowWork::begin(file, part, {}, kUnits)->finished(), 1U);
}

// Where the disk is full, the log stays beside the file that it is to go into.
TEST_F(RowMergeTest, APartOfWhichNotAllFoundRoomIsNone) {
  const fs::path file = folder_ / "1";
  for (const char* const ending : {"", "-wal", "-shm"}) {
    std::ofstream(folder_ / (std::string("1.gougi-new") + ending)) << "some of it";
  }
  const auto placed = match::Database::place_draft(file);
  ASSERT_FALSE(placed);
  EXPECT_THAT(placed.error().message, HasSubstr("is the disk full?"));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(fs::exists(folder_ / "1.gougi-new"));
  EXPECT_FALSE(fs::exists(folder_ / "1.gougi-new-wal"));
  EXPECT_TRUE(RowWork::begin(file, {{"mate solve", {}}, {1, 3}}, {}, kUnits));
}

TEST_F(RowMergeTest, OfAPartThatWasCutOffItIsSaidWhatToDo) {
  write("0", {0, 3}, true);
  fs::resize_file(folder_ / "0", 6000);
  const Part part{{"mate solve", {}}, {0, 3}};
  for (const bool is_merged : {false, true}) {
    const auto opened =
        is_merged ? RowFile::open_to_read(folder_ / "0") : RowFile::open(folder_ / "0", part, {});
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message,
                HasSubstr("malformed; go on with a copy from when it was whole, or remove it and "
                          "begin it anew (a part of a job can be done again alone)"));
  }
}

TEST_F(RowMergeTest, WhatAnotherProgramGoesOnWithStaysAsItIs) {
  write("0", {0, 2});
  write("1", {1, 2});
  ASSERT_TRUE(merge({"0", "1"}));
  const std::string before = text();
  {
    const io::FileLock running(folder_ / "out");
    const auto merged = merge({"0", "1"});
    ASSERT_FALSE(merged);
    EXPECT_THAT(merged.error().message, HasSubstr("out: another program goes on with this file"));
    EXPECT_EQ(text(), before);
    EXPECT_FALSE(fs::exists(folder_ / "out.gougi-new"));
  }
  EXPECT_TRUE(merge({"0", "1"}));
}

TEST_F(RowMergeTest, AFileOfSomethingElseIsNoPart) {
  match::testing::write_match(folder_ / "match.db", 2);
  std::ofstream(folder_ / "text") << "text";
  for (const char* name : {"match.db", "text"}) {
    const auto rows = RowFile::open_to_read(folder_ / name);
    ASSERT_FALSE(rows) << name;
    EXPECT_THAT(rows.error().message, HasSubstr("is no part of a job")) << name;
  }
}

}  // namespace
}  // namespace gougi::farm
