// SPDX-License-Identifier: MIT
// A match's file that is damaged, or that somebody made to do harm: it is refused with one line,
// whatever is in it, before what it holds is believed.
#include <gmock/gmock.h>

#include <fstream>

#include "book/temporary_folder.hpp"
#include "match/match_files.hpp"

namespace gougi::match {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AllOf;
using testing::change;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::schema_of;
using ::testing::StartsWith;
using testing::write_match;

constexpr std::uint64_t kKeptGames = 4;

/// Why a reader gets nothing from the file, or "".
std::string refusal_of(const std::filesystem::path& file) {
  auto store = Store::open_to_read(file);
  if (!store) return store.error().message;
  if (const auto settings = store->settings(); !settings) return settings.error().message;
  if (const auto engines = store->engines(); !engines) return engines.error().message;
  if (const auto finished = store->finished(); !finished) return finished.error().message;
  const auto read = store->for_each_game([](const GameRecord&) {});
  return read ? "" : read.error().message;
}

class HostileFile : public ::testing::Test {
 protected:
  void SetUp() override { write_match(file_, kKeptGames); }

  /// After `sql` was done to a good match.
  std::string after(const std::string& sql) {
    change(file_, sql);
    const std::string told = refusal_of(file_);
    EXPECT_THAT(told, AllOf(StartsWith(base::to_utf8(file_) + ": "), Not(HasSubstr("\n"))));
    return told;
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "match.db";
};

TEST_F(HostileFile, AsItWasMadeItIsRead) { EXPECT_EQ(refusal_of(file_), ""); }

TEST_F(HostileFile, AViewThatNeverEndsIsNotAsked) {
  EXPECT_THAT(after("DROP TABLE setting;"
                    "CREATE VIEW setting(name, value) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
                    " SELECT i + 1 FROM n) SELECT 'game', 'shogi' FROM n WHERE i < 0"),
              HasSubstr("setting"));
}

TEST_F(HostileFile, AViewInThePlaceOfTheGamesIsRefused) {
  EXPECT_THAT(after("ALTER TABLE game RENAME TO g; CREATE VIEW game AS SELECT * FROM g"),
              HasSubstr("gougi match did not make"));
}

TEST_F(HostileFile, NothingButTheTablesOfAMatchIsAccepted) {
  for (const auto& [made, gone] : std::vector<std::pair<std::string, std::string>>{
           {"CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM setting; END",
            "DROP TRIGGER t"},
           {"CREATE INDEX i ON game(result)", "DROP INDEX i"},
           {"CREATE INDEX i ON game(abs(opening))", "DROP INDEX i"},
           {"CREATE VIEW v AS SELECT 1", "DROP VIEW v"},
           {"PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES"
            " ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING fts4(x)')",
            "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE name = 'v'"},
           {"CREATE TABLE other (x)", "DROP TABLE other"},
           {"ALTER TABLE game ADD COLUMN g AS (abs(number))", "ALTER TABLE game DROP COLUMN g"},
           {"CREATE TABLE \"a\nb\x1b[31m\" (x)", "DROP TABLE \"a\nb\x1b[31m\""}}) {
    EXPECT_THAT(after(made), HasSubstr("gougi match did not make")) << made;
    change(file_, gone);
    EXPECT_EQ(refusal_of(file_), "") << gone;
  }
}

TEST_F(HostileFile, TablesOfOtherColumnsAreRefused) {
  EXPECT_THAT(after("DROP TABLE engine; CREATE TABLE engine (number INTEGER PRIMARY KEY, name TEXT"
                    " COLLATE NOCASE NOT NULL, command TEXT, options TEXT, control TEXT)"),
              HasSubstr("engine"));
}

TEST_F(HostileFile, AMissingTableIsTold) {
  EXPECT_THAT(after("DROP TABLE engine"), HasSubstr("engine"));
}

TEST_F(HostileFile, AnotherEncodingIsRefused) {
  const auto other = folder_ / "utf16.db";
  change(other, "PRAGMA encoding = 'UTF-16le';" + schema_of(file_) +
                    ";PRAGMA application_id = 1735357799; PRAGMA user_version = 2");
  EXPECT_THAT(refusal_of(other), HasSubstr("UTF-8"));
}

TEST_F(HostileFile, ARowBeyondAllMeasureIsRefused) {
  EXPECT_THAT(after("UPDATE game SET notes = CAST(zeroblob(100000000) AS TEXT) WHERE number = 2"),
              HasSubstr("too long"));
}

TEST_F(HostileFile, TextsBeyondAllMeasureAreRefused) {
  EXPECT_THAT(after("UPDATE engine SET command = hex(zeroblob(500000))"), HasSubstr("too long"));
  EXPECT_THAT(after("DELETE FROM engine; INSERT INTO setting VALUES ('a', hex(zeroblob(1000000)))"),
              HasSubstr("too long"));
  EXPECT_THAT(after("DELETE FROM setting; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1"
                    " FROM n LIMIT 10000) INSERT INTO setting SELECT i, 'x' FROM n"),
              HasSubstr("settings"));
}

TEST_F(HostileFile, ColumnsOfAnotherKindOrOutOfRangeAreRefused) {
  for (const char* const set : {"opening = 'x'",
                                "opening = -1",
                                "opening = 9000000000000000000",
                                "black = 2.5",
                                "black = -1",
                                "white = 77",
                                "white = black",
                                "result = x''",
                                "reason = 'boredom'",
                                "detail = x'00'",
                                "plies = 2",
                                "plies = 'many'",
                                "opening_plies = 4",
                                "opening_plies = -1",
                                "start = 'nonsense'",
                                "start = 5",
                                "moves = x'00'",
                                "moves = '7g7f 3c3d 9a9b'",
                                "moves = '7g7f 3c3d 1a1z'",
                                "times = '0 0'",
                                "times = '0 0 9223372036854775807'",
                                "scores = '- - m99999999999'",
                                "depths = '- - -1'",
                                "nodes = '0 0 x'",
                                "notes = 0",
                                "notes = '4 x'",
                                "began = 'yesterday' || char(10) || 'x'",
                                "lasted_ms = -5",
                                "lasted_ms = 9223372036854775807",
                                "number = -7",
                                "number = 9223372036854775807"}) {
    const auto copy = folder_ / "copy.db";
    std::filesystem::remove(copy);  // mingw does not know how to overwrite
    std::filesystem::copy_file(file_, copy);
    change(copy, std::string("PRAGMA ignore_check_constraints = 1; UPDATE game SET ") + set +
                     " WHERE number = 3");
    EXPECT_THAT(refusal_of(copy), AllOf(HasSubstr("game"), Not(HasSubstr("\n")))) << set;
  }
}

TEST_F(HostileFile, ANoteBeyondAllMeasureIsRefused) {
  EXPECT_THAT(after("UPDATE game SET notes = '1 ' || hex(zeroblob(100000)) WHERE number = 1"),
              HasSubstr("game 1"));
}

TEST_F(HostileFile, PlayersAreNumberedWithoutGaps) {
  EXPECT_THAT(after("UPDATE engine SET number = 5 WHERE number = 1"), HasSubstr("player"));
}

TEST_F(HostileFile, SoManyPlayersAreNoMatch) {
  EXPECT_THAT(after("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT 5000)"
                    " INSERT INTO engine SELECT i, 'x', 'x', '', '' FROM n"),
              HasSubstr("player"));
}

// A log of the kind that a match never has may name any file of the user's, which is then deleted.
TEST_F(HostileFile, AForeignJournalBesideItIsNotPlayed) {
  folder_.write("match.db-journal", "anything");
  EXPECT_THAT(refusal_of(file_), HasSubstr("match.db-journal"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "match.db-journal"));
  const auto writer = Store::open(file_);
  ASSERT_FALSE(writer);
  EXPECT_THAT(writer.error().message, HasSubstr("match.db-journal"));
}

// SQLite looks beside the file that a link leads to.
TEST_F(HostileFile, AForeignJournalBesideTheFileThatALinkLeadsToIsNotPlayed) {
  std::filesystem::create_directories(folder_ / "elsewhere");
  std::error_code error;
  std::filesystem::create_symlink(file_, folder_ / "elsewhere" / "link.db", error);
  if (error) GTEST_SKIP() << "no links here";
  folder_.write("match.db-journal", "anything");
  EXPECT_THAT(refusal_of(folder_ / "elsewhere" / "link.db"), HasSubstr("match.db-journal"));
}

// Six games whose long notes lie in the same pages: little to send, much to read.
TEST_F(HostileFile, GamesThatShareTheirPagesAreNotReadOverAndOver) {
  const auto file = folder_ / "shared.db";
  write_match(file, 0);
  change(file, "PRAGMA journal_mode = DELETE");
  {
    auto store = Store::open(file);
    ASSERT_TRUE(store);
    for (std::uint64_t i = 0; i < 6; ++i) {
      GameRecord game = testing::short_game(i);
      for (MoveRecord& move : game.moves) move.note.assign(8290, 'x');
      ASSERT_TRUE(store->add(game));
    }
  }
  change(file, "PRAGMA journal_mode = DELETE");
  std::string bytes = TemporaryFolder::read(file);
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
  };
  const auto page = byte(16) * 256 + byte(17);
  // The leaf of the games is the page with six cells; each ends with the number of its first page
  // beyond the leaf.
  std::size_t leaf = page;
  while (leaf < bytes.size() && (byte(leaf) != 13 || byte(leaf + 3) * 256 + byte(leaf + 4) != 6)) {
    leaf += page;
  }
  ASSERT_LT(leaf, bytes.size());
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < 6; ++i) {
    cells.push_back(byte(leaf + 8 + 2 * i) * 256 + byte(leaf + 9 + 2 * i));
  }
  std::sort(cells.begin(), cells.end());
  cells.push_back(page);
  std::string first = bytes.substr(leaf + cells[6] - 4, 4);  // of game 0, which lies last
  for (std::size_t i = 1; i < 6; ++i) bytes.replace(leaf + cells[i] - 4, 4, first);
  // Without the pages of the other games.
  const auto last = static_cast<std::size_t>(static_cast<unsigned char>(first[2])) * 256 +
                    static_cast<unsigned char>(first[3]) + 24870 / (page - 4);
  bytes.resize(last * page);
  bytes[30] = static_cast<char>(last / 256);
  bytes[31] = static_cast<char>(last % 256);
  bytes[27] = bytes[95] = 1;  // the size is to be believed
  bytes[24] = bytes[25] = bytes[26] = bytes[92] = bytes[93] = bytes[94] = 0;
  folder_.write("shared.db", bytes);
  EXPECT_THAT(refusal_of(file), HasSubstr("more than there is in the file"));
}

TEST_F(HostileFile, AFolderAndAnEmptyFileAreNoMatch) {
  EXPECT_THAT(refusal_of(folder_ / ""), HasSubstr("not a file"));
  folder_.write("empty.db", "");
  EXPECT_THAT(refusal_of(folder_ / "empty.db"), HasSubstr("is no file of gougi match"));
}

}  // namespace
}  // namespace gougi::match
