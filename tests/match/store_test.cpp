// SPDX-License-Identifier: MIT
// The match's file: games come back as they were, none twice, and what is kept survives an end at
// any moment.
#include "match/store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "io/file_lock.hpp"
#include "match/match_files.hpp"
#include "match/move_columns.hpp"
#include "notation/sfen.hpp"

namespace gougi::match {
namespace {

using base::Milliseconds;
using book::testing::TemporaryFolder;

MoveRecord stored_move(std::string_view usi) {
  MoveRecord record;
  record.move = *notation::parse_usi_move(usi);
  return record;
}

GameRecord game(std::uint64_t number) {
  GameRecord game;
  game.number = number;
  game.opening = number / 2;
  game.black = number % 2;
  game.white = 1 - number % 2;
  game.moves = {stored_move("7g7f"), stored_move("3c3d"), stored_move("8h2b+")};
  game.moves[0].from_opening = true;
  game.moves[1].took = Milliseconds(1234);
  game.moves[1].score = usi::Score::mated_in(4);
  game.moves[1].depth = 12;
  game.moves[1].nodes = 123'456'789'012;
  game.moves[1].selective_depth = 30;
  game.moves[1].own_time = Milliseconds(1230);
  game.moves[1].line = {game.moves[1].move, game.moves[2].move};
  game.moves[2].score = usi::Score{usi::Centipawns{-35}, usi::Bound::kLower};
  game.moves[2].note = "[O] 8h2b+\n[X] 2g2f\\\xE9\xA7\x92";
  game.ending = {Result::kWhiteWins, Reason::kIllegalMove, "bestmove 5e5e"};
  game.began = "2026-01-31T12:00:00Z";
  game.lasted = Milliseconds(98'765);
  return game;
}

std::vector<GameRecord> all(Store& store) {
  std::vector<GameRecord> games;
  const auto read = store.for_each_game([&](const GameRecord& g) { games.push_back(g); });
  EXPECT_TRUE(read) << read.error().message;
  return games;
}

TEST(Store, GivesGamesBackAsTheyWere) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store) << store.error().message;
  ASSERT_TRUE(store->add(game(5)));
  ASSERT_TRUE(store->add(game(2)));
  EXPECT_EQ(*store->finished(), (std::set<std::uint64_t>{2, 5}));
  const auto games = all(*store);
  ASSERT_EQ(games.size(), 2U);
  const GameRecord expected = game(2);
  EXPECT_EQ(games[0].number, 2U);
  EXPECT_EQ(games[0].opening, expected.opening);
  EXPECT_EQ(games[0].black, expected.black);
  EXPECT_EQ(games[0].white, expected.white);
  EXPECT_EQ(games[0].moves, expected.moves);
  EXPECT_EQ(games[0].ending, expected.ending);
  EXPECT_EQ(games[0].began, expected.began);
  EXPECT_EQ(games[0].lasted, expected.lasted);
  EXPECT_EQ(games[0].start.text(), expected.start.text());
  EXPECT_EQ(games[1].number, 5U);
}

// As gougi merge does it, which leaves alone what somebody goes on with.
TEST(Store, AFileThatIsReplacedAsItIsOpenedLosesNoGame) {
  const TemporaryFolder folder;
  testing::write_match(folder / "match.db", 2);
  testing::write_match(folder / "merged", 4);
  {
    const testing::OnOpening opened("match.db", [&] {
      const io::FileLock lock(folder / "match.db", io::FileLock::Beside::kSqlite);
      EXPECT_TRUE(lock.is_refused());
      std::error_code error;
      if (!lock.is_refused())
        std::filesystem::rename(folder / "merged", folder / "match.db", error);
    });
    auto store = Store::open(folder / "match.db");
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->add(game(7)));
  }
  auto store = Store::open(folder / "match.db");
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(*store->finished(), (std::set<std::uint64_t>{0, 1, 7}));
}

#ifndef _WIN32
TEST(Store, AFileThatIsMovedAwayAsItIsOpenedIsNotGoneOnWith) {
  const TemporaryFolder folder;
  testing::write_match(folder / "match.db", 2);
  testing::write_match(folder / "merged", 4);
  const testing::OnOpening opened(
      "match.db", [&] { std::filesystem::rename(folder / "merged", folder / "match.db"); });
  EXPECT_FALSE(Store::open(folder / "match.db"));
}
#endif

TEST(Store, KeepsFreezes) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  GameRecord frozen = game(1);
  frozen.start = *shogi::FreezePosition::from(shogi::Position::start(), {{}, {3, 2}});
  ASSERT_FALSE(frozen.moves.empty());
  frozen.moves[0].move = {frozen.moves[0].move.of_shogi().bare, shogi::PieceType::kGold};
  ASSERT_TRUE(store->add(frozen));
  const auto games = all(*store);
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].moves, frozen.moves);
  EXPECT_EQ(games[0].start.text(), frozen.start.text());
}

TEST(Store, AFileFromBeforeTheLinesOfMovesIsReadAndGoneOnWithAsItIs) {
  const TemporaryFolder folder;
  const auto old = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/fuzz/corpus/match/whole";
  std::filesystem::copy_file(old, folder / "match.db");
  auto store = Store::open(folder / "match.db");
  ASSERT_TRUE(store) << store.error().message;
  const std::size_t before = all(*store).size();
  ASSERT_GT(before, 0U);
  ASSERT_TRUE(store->add(game(1000)));
  const auto games = all(*store);
  ASSERT_EQ(games.size(), before + 1);
  EXPECT_EQ(games.back().moves[1].nodes, 123'456'789'012);
  EXPECT_TRUE(games.back().moves[1].line.empty());
}

TEST(Store, AFileFromBeforeTheEnginesOwnTimesIsReadAndGoneOnWithAsItIs) {
  const TemporaryFolder folder;
  const auto old = std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/data/match/version-2.db";
  std::filesystem::copy_file(old, folder / "match.db");
  auto store = Store::open(folder / "match.db");
  ASSERT_TRUE(store) << store.error().message;
  ASSERT_EQ(all(*store).size(), 2U);
  ASSERT_TRUE(store->add(game(1000)));
  const auto games = all(*store);
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(games[0].moves.size(), 8U);
  EXPECT_EQ(games.back().moves[1].line, game(1000).moves[1].line);
  EXPECT_FALSE(games.back().moves[1].own_time);
}

TEST(Store, GamesOfEveryOlderVersionAreCopiedIntoANewFile) {
  const TemporaryFolder folder;
  const std::filesystem::path source(GOUGI_SOURCE_DIR);
  int number = 0;
  for (const char* file : {"tests/fuzz/corpus/match/whole", "tests/data/match/version-2.db"}) {
    std::filesystem::copy_file(source / file, folder / (std::to_string(number) + ".old"));
    auto old = Store::open(folder / (std::to_string(number) + ".old"));
    ASSERT_TRUE(old) << old.error().message;
    auto store = Store::create(folder / (std::to_string(number++) + ".db"));
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->begin_copying());
    GameRows rows(*old);
    while (true) {
      const auto more = rows.next();
      ASSERT_TRUE(more) << more.error().message;
      if (!*more) break;
      ASSERT_TRUE(store->copy(rows));
    }
    ASSERT_TRUE(store->end_copying());
    const auto copied = all(*store);
    const auto before = all(*old);
    ASSERT_EQ(copied.size(), before.size());
    ASSERT_FALSE(copied.empty());
    for (std::size_t i = 0; i < copied.size(); ++i) EXPECT_EQ(copied[i].moves, before[i].moves);
  }
}

TEST(Store, RefusesAGameThatIsThere) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->add(game(0)));
  const auto again = store->add(game(0));
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find("game 0 is there already; another program goes on with"),
            std::string::npos)
      << again.error().message;
  EXPECT_EQ(all(*store).size(), 1U);
}

// What reads the games may look players up by their numbers.
TEST(Store, NamesAGameBetweenPlayersThatItDoesNotHave) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
  ASSERT_TRUE(store->add(game(4)));
  EXPECT_EQ(all(*store).size(), 1U);
  GameRecord wrong = game(5);
  wrong.black = 77;
  ASSERT_TRUE(store->add(wrong));
  const auto read = store->for_each_game([](const GameRecord&) {});
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("game 5: is between players"), std::string::npos)
      << read.error().message;
}

TEST(Store, KeepsSettingsAndEngines) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  const std::map<std::string, std::string> settings{{"arguments", "a\nb"}, {"empty", ""}};
  const std::vector<StoredEngine> engines{{"A", "x --y", "Hash=1", "byoyomi 100"},
                                          {"B", "z", "", ""}};
  ASSERT_TRUE(store->set_settings({{"old", "1"}}));
  ASSERT_TRUE(store->set_settings(settings));
  ASSERT_TRUE(store->set_engines(engines));
  auto again = Store::open_to_read(folder / "match.db");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again->settings(), settings);
  EXPECT_EQ(*again->engines(), engines);
}

// The files as they lie when the program is killed after a game: nothing was closed.
TEST(Store, WhatWasKeptIsThereAfterAKill) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  for (std::uint64_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(store->add(game(i)));
    const std::string copy = "copy" + std::to_string(i) + ".db";
    std::filesystem::copy_file(folder / "match.db", folder / copy);
    std::filesystem::copy_file(folder / "match.db-wal", folder / (copy + "-wal"));
    auto survivor = Store::open(folder / copy);
    ASSERT_TRUE(survivor) << survivor.error().message;
    EXPECT_EQ(all(*survivor).size(), i + 1);
    ASSERT_TRUE(survivor->add(game(1000)));
  }
}

// Half of the log of the last game is written: that game is not there, all others are.
TEST(Store, AGameOfWhichHalfWasWrittenIsNotThere) {
  const TemporaryFolder folder;
  auto store = Store::create(folder / "match.db");
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->add(game(0)));
  const auto whole = std::filesystem::file_size(folder / "match.db-wal");
  ASSERT_TRUE(store->add(game(1)));
  const auto longer = std::filesystem::file_size(folder / "match.db-wal");
  ASSERT_GT(longer, whole);
  std::filesystem::copy_file(folder / "match.db", folder / "copy.db");
  std::filesystem::copy_file(folder / "match.db-wal", folder / "copy.db-wal");
  std::filesystem::resize_file(folder / "copy.db-wal", (whole + longer) / 2);
  auto survivor = Store::open(folder / "copy.db");
  ASSERT_TRUE(survivor);
  EXPECT_EQ(*survivor->finished(), (std::set<std::uint64_t>{0}));
  EXPECT_TRUE(survivor->add(game(1)));
}

TEST(Store, MayBeReadWhileItIsWritten) {
  const TemporaryFolder folder;
  auto writer = Store::create(folder / "match.db");
  ASSERT_TRUE(writer);
  auto reader = Store::open_to_read(folder / "match.db");
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_FALSE(reader->add(game(9)));
  for (std::uint64_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(writer->add(game(i)));
    EXPECT_EQ(all(*reader).size(), i + 1);
  }
}

TEST(Store, AReaderLeavesNothingBehind) {
  const TemporaryFolder folder;
  ASSERT_TRUE(Store::create(folder / "match.db"));
  EXPECT_TRUE(Store::open_to_read(folder / "match.db"));
  EXPECT_FALSE(std::filesystem::exists(folder / "match.db-wal"));
  EXPECT_FALSE(std::filesystem::exists(folder / "match.db-shm"));
}

TEST(Store, LetsOneAloneAddGames) {
  const TemporaryFolder folder;
  {
    auto writer = Store::create(folder / "match.db");
    ASSERT_TRUE(writer);
    const auto second = Store::open(folder / "match.db");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another program goes on with this file"),
              std::string::npos)
        << second.error().message;
    EXPECT_TRUE(writer->add(game(0)));
    const Store moved = std::move(*writer);
    EXPECT_FALSE(Store::open(folder / "match.db"));
  }
  auto next = Store::open(folder / "match.db");
  ASSERT_TRUE(next) << next.error().message;
  EXPECT_FALSE(Store::open(folder / "match.db"));
}

// Without permission the file is read as it is, in a folder without permission, too.
TEST(Store, IsReadWithoutPermissionToWrite) {
  namespace fs = std::filesystem;
  if (fs::path::preferred_separator != '/') GTEST_SKIP() << "folders have other permissions here";
  const TemporaryFolder folder;
  const fs::path inner = folder / "50% of #1?";
  fs::create_directory(inner);
  const fs::path file = inner / "match.db";
  {
    auto store = Store::create(file);
    ASSERT_TRUE(store);
    ASSERT_TRUE(store->add(game(0)));
  }
  fs::permissions(file, fs::perms::owner_read);
  if (Store::is_writable(file)) GTEST_SKIP() << "nothing is forbidden to this user";
  const auto closed = fs::perms::owner_read | fs::perms::owner_exec;
  for (const auto of_folder : {closed, fs::perms::owner_all}) {
    fs::permissions(inner, of_folder);
    auto reader = Store::open_to_read(file);
    EXPECT_TRUE(reader) << reader.error().message;
    if (reader) {
      EXPECT_EQ(all(*reader).size(), 1U);
    }
    const auto writer = Store::open(file);
    EXPECT_FALSE(writer);
    if (!writer) {
      EXPECT_EQ(writer.error().message, base::to_utf8(file) + ": cannot be written");
    }
  }
  // Nothing that the owner could not write.
  EXPECT_EQ(std::distance(fs::directory_iterator(inner), fs::directory_iterator()), 1);
  fs::permissions(file, fs::perms::owner_all);
  fs::permissions(inner, closed);
  EXPECT_TRUE(Store::open_to_read(file));
  const auto writer = Store::open(file);
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().message.find("its folder does not let files be made beside it"),
            std::string::npos)
      << writer.error().message;
  fs::permissions(inner, fs::perms::owner_all);
}

TEST(Store, SaysWhatIsNoFileOfItsOwn) {
  const TemporaryFolder folder;
  EXPECT_FALSE(Store::open(folder / "absent.db"));
  folder.write("text.db", "this is no database, and it is long enough to see that it is none ....");
  const auto text = Store::open(folder / "text.db");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("is no file of gougi match"), std::string::npos)
      << text.error().message;
  ASSERT_TRUE(Store::create(folder / "match.db"));
  EXPECT_FALSE(Store::create(folder / "match.db"));
  EXPECT_FALSE(Store::open_to_read(folder / "text.db"));
  const auto nowhere = Store::create(folder / "none" / "match.db");
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("cannot be made there"), std::string::npos);
}

TEST(MoveColumns, EveryKindOfScoreComesBack) {
  using usi::Bound;
  const std::vector<std::optional<usi::Score>> scores{
      std::nullopt,
      usi::Score::cp(0),
      usi::Score::cp(-31999),
      usi::Score{usi::Centipawns{12}, Bound::kUpper},
      usi::Score::mate_in(7),
      usi::Score::mate_in(0),
      usi::Score::mated_in(6),
      usi::Score{usi::Mate{true, std::nullopt}, Bound::kExact},
      usi::Score{usi::Mate{false, std::nullopt}, Bound::kLower},
  };
  for (const auto& score : scores) {
    MoveRecord record = stored_move("7g7f");
    record.score = score;
    const auto back = from_columns(to_columns({record}));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->at(0).score, score) << score_word(score);
  }
}

TEST(MoveColumns, OfALineOfMovesNoMoreThanTheFirstAreTaken) {
  MoveRecord record = stored_move("7g7f");
  record.line.assign(kMostLineMoves, record.move);
  EXPECT_TRUE(from_columns(to_columns({record})));
  record.line.emplace_back(record.move);
  EXPECT_FALSE(from_columns(to_columns({record})));
}

TEST(MoveColumns, SaysWhichColumnMakesNoSense) {
  MoveColumns columns = to_columns(game(0).moves);
  columns.scores = "1 2";
  EXPECT_EQ(from_columns(columns).error().message, "the column scores is too short");
  columns.scores = "1 2 x";
  EXPECT_EQ(from_columns(columns).error().message, "the column scores holds x");
  columns = to_columns(game(0).moves);
  columns.lines = "- 3c3d,x -";
  EXPECT_EQ(from_columns(columns).error().message, "the column pvs holds 3c3d,x");
  columns.lines = "- 3c3d, -";
  EXPECT_FALSE(from_columns(columns));
  columns = to_columns(game(0).moves);
  columns.notes = "9 a\n";
  EXPECT_FALSE(from_columns(columns));
}

#ifndef _WIN32
TEST(Store, ANewFileIsItsOwnersAloneWithWhatLiesBesideIt) {
  const TemporaryFolder folder;
  const auto others = ::umask(0);
  auto store = Store::create(folder / "match.db");
  const bool has_settings = store && store->set_settings({{"name", "value"}});
  ::umask(others);
  ASSERT_TRUE(has_settings);
  for (const auto& entry : std::filesystem::directory_iterator(folder / ".")) {
    EXPECT_EQ(entry.status().permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << entry.path();
  }
}

TEST(Store, NoFileIsMadeThroughALink) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(folder / "elsewhere.db", folder / "match.db");
  const auto store = Store::create(folder / "match.db");
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("symbolic link"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "elsewhere.db"));
}
#endif

}  // namespace
}  // namespace gougi::match
