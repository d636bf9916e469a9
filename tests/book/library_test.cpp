// SPDX-License-Identifier: MIT
#include "book/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/random.hpp"
#include "book/temporary_folder.hpp"
#include "notation/sfen.hpp"
#include "shogi/movegen.hpp"

namespace gougi::book {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

shogi::Position position(std::string_view sfen) { return *notation::parse_sfen(sfen); }

std::string file_of(const std::vector<Entry>& entries, std::string_view line_end = "\n") {
  std::string text = std::string(kHeader) + "\n";
  for (const Entry& entry : entries) append(text, entry);
  if (line_end == "\n") return text;
  std::string other;
  for (const char c : text) c == '\n' ? other += line_end : other += c;
  return other;
}

// Positions of random games, each with some of its legal moves.
std::map<std::string, Entry> random_book(std::uint64_t seed, int games) {
  base::Random random(seed);
  std::map<std::string, Entry> book;
  for (int game = 0; game < games; ++game) {
    shogi::Position now = shogi::Position::start();
    for (int ply = 0; ply < 30; ++ply) {
      shogi::MoveList moves;
      shogi::generate_legal(now, moves);
      if (moves.empty()) break;
      Entry entry{position_text(now), {}};
      for (int i = 0; i < moves.size() && i < 1 + static_cast<int>(random.below(4)); ++i) {
        entry.candidates.push_back(
            {moves[i], {}, static_cast<int>(random.below(99)), static_cast<int>(ply), 1});
      }
      book[entry.position] = entry;
      shogi::Undo undo;
      now.do_move(moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))],
                  undo);
    }
  }
  return book;
}

class EveryLibrary : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryLibrary, FindsEveryPositionOfABookAndNoOther) {
  const TemporaryFolder folder;
  const auto book = random_book(7, 40);
  const auto others = random_book(8, 4);
  std::vector<Entry> entries;
  for (const auto& [text, entry] : book) entries.push_back(entry);
  const auto file = folder.write("book.db", file_of(entries, GetParam()));
  auto memory = MemoryLibrary::load(file, nullptr);
  auto disk = SortedFile::open(file);
  ASSERT_TRUE(memory);
  ASSERT_TRUE(disk) << disk.error().message;
  EXPECT_EQ(memory->size(), entries.size());
  for (Library* library : {static_cast<Library*>(&*memory), static_cast<Library*>(&*disk)}) {
    for (const Entry& entry : entries) {
      EXPECT_EQ(library->find(position(entry.position), false), entry.candidates);
    }
    for (const auto& [text, entry] : others) {
      if (book.contains(text)) continue;
      EXPECT_TRUE(library->find(position(text), false).empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(LineEnds, EveryLibrary, ::testing::Values("\n", "\r\n"));

constexpr std::string_view kBook =
    "#YANEURAOU-DB2016 1.00\n"
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 11\n5i5h none 1 3 1\n"
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 5\n5i4i none 2 4 1\n"
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1\n5i6i none 2 9 1\n";

TEST(Library, APositionStandsAtItsPlyOrIfThePlyIsIgnoredAtAny) {
  const TemporaryFolder folder;
  const auto file = folder.write("book.db", kBook);
  auto memory = MemoryLibrary::load(file, nullptr);
  auto disk = SortedFile::open(file);
  ASSERT_TRUE(memory && disk);
  for (Library* library : {static_cast<Library*>(&*memory), static_cast<Library*>(&*disk)}) {
    const auto found = [&](int ply, bool any_ply) {
      const auto candidates =
          library->find(position("4k4/9/9/9/9/9/9/9/4K4 b - " + std::to_string(ply)), any_ply);
      return candidates.empty() ? "" : notation::to_usi(candidates.front().move);
    };
    EXPECT_EQ(found(11, false), "5i5h");
    EXPECT_EQ(found(11, true), "5i5h");
    EXPECT_EQ(found(5, false), "5i4i");
    EXPECT_EQ(found(6, false), "");
    EXPECT_EQ(found(6, true), "5i4i");  // the deeper one
  }
}

TEST(Library, AnEntryWithoutPlyIsThatOfAnyPly) {
  Candidate candidate;
  candidate.move = *notation::parse_usi_move("5i5h");
  MemoryLibrary library({{"4k4/9/9/9/9/9/9/9/4K4 b -", {candidate}}});
  EXPECT_EQ(library.find(position("4k4/9/9/9/9/9/9/9/4K4 b - 77"), true).size(), 1U);
}

TEST(Library, OfEntriesThatStandTwiceTheDeeperCounts) {
  const TemporaryFolder folder;
  const auto file = folder.write("book.db",
                                 "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h none 1 3 1\n"
                                 "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i4i none 1 7 1\n"
                                 "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i6i none 1 5 1\n");
  auto memory = MemoryLibrary::load(file, nullptr);
  ASSERT_TRUE(memory);
  const auto found = memory->find(position("4k4/9/9/9/9/9/9/9/4K4 b - 1"), false);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].depth, 7);
  EXPECT_EQ(memory->size(), 1U);
}

TEST(Library, AFileThatIsNotSortedIsNotProbedOnDisk) {
  const TemporaryFolder folder;
  auto book = random_book(3, 30);
  std::vector<Entry> entries;
  for (const auto& [text, entry] : book) entries.push_back(entry);
  std::ranges::reverse(entries);
  const auto disk = SortedFile::open(folder.write("book.db", file_of(entries)));
  ASSERT_FALSE(disk);
  EXPECT_THAT(disk.error().message, HasSubstr("is not sorted"));
}

TEST(Library, AnEmptyBookHoldsNothing) {
  const TemporaryFolder folder;
  for (const std::string_view text : {"", "#YANEURAOU-DB2016 1.00\n"}) {
    const auto file = folder.write("book.db", text);
    auto memory = MemoryLibrary::load(file, nullptr);
    auto disk = SortedFile::open(file);
    ASSERT_TRUE(memory && disk);
    EXPECT_TRUE(memory->find(shogi::Position::start(), true).empty());
    EXPECT_TRUE(disk->find(shogi::Position::start(), true).empty());
  }
}

TEST(Library, AFileThatIsNotThereIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(MemoryLibrary::load(folder / "no.db", nullptr).error().message,
              HasSubstr("no.db: no such file"));
  EXPECT_THAT(SortedFile::open(folder / "no.db").error().message, HasSubstr("no.db: no such file"));
  EXPECT_THAT(SortedFile::open(folder / ".").error().message, HasSubstr("is a folder, not a file"));
}

}  // namespace
}  // namespace gougi::book
