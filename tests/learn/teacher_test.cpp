// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/random.hpp"
#include "learn/self_play.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_position.hpp"
#include "learn/teacher_summary.hpp"
#include "shogi/movegen.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Positions wanted: more than any test makes.
constexpr std::uint64_t kAny = 1'000'000;

class TeacherFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / ("gougi-learn-" + std::string(test->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path file(const std::string& name = "teacher.bin") const { return folder_ / name; }
  static std::string bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

std::vector<TeacherPosition> some(std::size_t count, int first_score = 0) {
  std::vector<TeacherPosition> positions(count);
  for (std::size_t i = 0; i < count; ++i) {
    positions[i].position = *pack(shogi::Position::start());
    positions[i].score = static_cast<std::int16_t>(first_score + static_cast<int>(i));
    positions[i].result = static_cast<std::int8_t>(static_cast<int>(i % 3) - 1);
  }
  return positions;
}

TEST(TeacherPosition, EveryMoveOfManyPositionsHasItsCode) {
  base::Random random(11);
  shogi::Game game;
  for (int ply = 0; ply < 200; ++ply) {
    shogi::MoveList moves;
    shogi::generate_legal(game.position(), moves);
    if (moves.empty()) break;
    for (const shogi::BareMove move : moves) EXPECT_EQ(move_of_code(move_code(move)), move);
    const auto pick = random.below(static_cast<std::uint64_t>(moves.size()));
    ASSERT_TRUE(game.play(moves[static_cast<int>(pick)]));
  }
}

TEST(TeacherPosition, MovesAreCodedByTargetSourceAndFlags) {
  using shogi::BareMove;
  using shogi::Square;
  EXPECT_EQ(move_code(BareMove::board(Square::of(7, 7), Square::of(7, 6))), 59U | (60U << 7U));
  EXPECT_EQ(move_code(BareMove::board(Square::of(8, 8), Square::of(2, 2), true)),
            10U | (70U << 7U) | 0x8000U);
  EXPECT_EQ(move_code(BareMove::drop(shogi::PieceType::kGold, Square::of(5, 5))),
            40U | (7U << 7U) | 0x4000U);
  EXPECT_EQ(move_of_code(0x7FFF), BareMove());
}

TEST(TeacherPosition, FortyBytesLittleEndian) {
  TeacherPosition teacher = some(1).front();
  teacher.score = -2;
  teacher.move = 0x1234;
  teacher.ply = 258;
  teacher.result = -1;
  std::array<std::byte, kTeacherBytes> bytes{};
  write_teacher(teacher, bytes);
  const std::array<unsigned, 8> tail{0xFE, 0xFF, 0x34, 0x12, 0x02, 0x01, 0xFF, 0x00};
  for (std::size_t i = 0; i < tail.size(); ++i) {
    EXPECT_EQ(std::to_integer<unsigned>(bytes[kPackedBytes + i]), tail[i]) << i;
  }
  const auto back = read_teacher(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, teacher);
  bytes[38] = std::byte{7};
  EXPECT_FALSE(read_teacher(bytes));
}

TEST_F(TeacherFiles, GoesOnWhereItWas) {
  {
    const auto begun = TeacherFile::open(file(), "seed 1", kAny);
    ASSERT_TRUE(begun) << begun.error().message;
    ASSERT_TRUE((*begun)->append(some(3)));
    ASSERT_TRUE((*begun)->append({}));
  }
  const auto again = TeacherFile::open(file(), "seed 1", kAny);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->games(), 2U);
  EXPECT_EQ((*again)->positions(), 3U);
  ASSERT_TRUE((*again)->append(some(2)));
  EXPECT_EQ(fs::file_size(file()), 5 * kTeacherBytes);
}

// Whatever moment the program was killed at: either file may end anywhere behind what is whole.
TEST_F(TeacherFiles, WhateverWasCutOffTheRestIsWholeGames) {
  {
    const auto begun = TeacherFile::open(file(), "seed 1", kAny);
    ASSERT_TRUE(begun);
    for (int game = 0; game < 3; ++game) ASSERT_TRUE((*begun)->append(some(4, 10 * game)));
  }
  const std::string data = bytes_of(file());
  const std::string journal = bytes_of(TeacherFile::journal_of(file()));
  const std::size_t head = journal.find('\n') + 1;
  for (std::size_t cut_data = 0; cut_data <= data.size(); cut_data += 7) {
    for (std::size_t cut_journal = head; cut_journal <= journal.size(); ++cut_journal) {
      std::ofstream(file(), std::ios::binary) << data.substr(0, cut_data);
      std::ofstream(TeacherFile::journal_of(file()), std::ios::binary)
          << journal.substr(0, cut_journal);
      const auto again = TeacherFile::open(file(), "seed 1", kAny);
      ASSERT_TRUE(again) << again.error().message;
      const std::uint64_t games = (*again)->games();
      EXPECT_EQ((*again)->positions(), 4 * games);
      EXPECT_EQ(bytes_of(file()),
                data.substr(0, static_cast<std::size_t>(games) * 4 * kTeacherBytes));
      ASSERT_TRUE((*again)->append(some(1)));
      EXPECT_EQ(fs::file_size(file()), (4 * games + 1) * kTeacherBytes);
    }
  }
}

// As where the disk was full, or the program was killed at the very beginning.
TEST_F(TeacherFiles, BeginsAnewWhereTheJournalsFirstLineWasNotWritten) {
  { ASSERT_TRUE(TeacherFile::open(file(), "seed 1", kAny)); }
  const std::string head = bytes_of(TeacherFile::journal_of(file()));
  for (std::size_t size = 0; size < head.size(); ++size) {
    std::ofstream(TeacherFile::journal_of(file()), std::ios::binary) << head.substr(0, size);
    const auto again = TeacherFile::open(file(), "seed 1", kAny);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(bytes_of(TeacherFile::journal_of(file())), head);
  }
  std::ofstream(TeacherFile::journal_of(file()), std::ios::binary) << "notes of mine";
  EXPECT_FALSE(TeacherFile::open(file(), "seed 1", kAny));
  EXPECT_EQ(bytes_of(TeacherFile::journal_of(file())), "notes of mine");
}

TEST_F(TeacherFiles, AGameThatWasCutComesOnceMoreWhereMoreIsWanted) {
  const auto write = [this](std::uint64_t wanted, std::uint64_t games, std::uint64_t positions) {
    const auto begun = TeacherFile::open(file(), "seed 1", wanted);
    ASSERT_TRUE(begun) << begun.error().message;
    EXPECT_EQ((*begun)->games(), games);
    EXPECT_EQ((*begun)->positions(), positions);
    for (int game = static_cast<int>(games); (*begun)->positions() < wanted; ++game) {
      ASSERT_TRUE((*begun)->append(some(4, 10 * game)));
    }
    EXPECT_EQ((*begun)->positions(), wanted);
    EXPECT_EQ(fs::file_size(file()), wanted * kTeacherBytes);
  };
  write(20, 0, 0);
  const std::string at_once = bytes_of(file());
  fs::remove(file());
  fs::remove(TeacherFile::journal_of(file()));
  write(6, 0, 0);
  {
    const auto fewer = TeacherFile::open(file(), "seed 1", 5);
    ASSERT_TRUE(fewer);
    EXPECT_EQ((*fewer)->positions(), 6U) << "what is there is kept";
  }
  write(6, 2, 6);
  write(7, 1, 4);
  write(8, 1, 4);
  write(12, 2, 8);
  write(20, 3, 12);
  EXPECT_EQ(bytes_of(file()), at_once);
}

TEST_F(TeacherFiles, OtherSettingsAndForeignFilesAreRefused) {
  { ASSERT_TRUE(TeacherFile::open(file(), "seed 1", kAny)); }
  EXPECT_TRUE(TeacherFile::open(file(), "seed 1 files 5", kAny, "seed 1")) << "of an older version";
  const auto other = TeacherFile::open(file(), "seed 2", kAny);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("other settings (seed 1)"));
  std::ofstream(file("foreign"), std::ios::binary) << "something";
  const auto foreign = TeacherFile::open(file("foreign"), "seed 1", kAny);
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().message, HasSubstr("no journal"));
  EXPECT_EQ(bytes_of(file("foreign")), "something");
}

TEST_F(TeacherFiles, TwoRunsDoNotWriteTheSameFile) {
  const auto first = TeacherFile::open(file(), "seed 1", kAny);
  ASSERT_TRUE(first);
  const auto second = TeacherFile::open(file(), "seed 1", kAny);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another run"));
}

TEST_F(TeacherFiles, ReadersSayWhatIsWrongWithAFile) {
  std::ofstream(file("odd"), std::ios::binary) << std::string(79, '\0');
  EXPECT_THAT(TeacherReader::open(file("odd")).error().message, HasSubstr("no multiple of 40"));
  std::string record(kTeacherBytes, '\0');
  record[38] = 9;
  std::ofstream(file("wrong"), std::ios::binary) << record;
  auto reader = TeacherReader::open(file("wrong"));
  ASSERT_TRUE(reader);
  TeacherPosition teacher;
  EXPECT_FALSE(reader->next(teacher));
  EXPECT_THAT(reader->error(), HasSubstr("record 1"));
}

TEST_F(TeacherFiles, RecordsInMemoryAreWholeWhateverBecomesOfTheFile) {
  {
    const auto begun = TeacherFile::open(file(), "seed 1", kAny);
    ASSERT_TRUE(begun);
    ASSERT_TRUE((*begun)->append(some(20'000 / 40)));
  }
  const std::string bytes = bytes_of(file());
  const auto records = TeacherRecords::read(file());
  ASSERT_TRUE(records) << records.error().message;
  fs::resize_file(file(), kTeacherBytes);
  const auto read = (*records)->bytes();
  ASSERT_EQ(read.size(), bytes.size());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(read.data()), read.size()), bytes);
}

TEST_F(TeacherFiles, ARecordThatIsNoPositionIsNamedWithWhatIsWrong) {
  std::string records;
  for (const auto& teacher : some(3)) {
    std::array<std::byte, kTeacherBytes> bytes{};
    write_teacher(teacher, bytes);
    records.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  const auto complaint = [this](const std::string& bytes) {
    std::ofstream(file("hostile"), std::ios::binary) << bytes;
    const auto read = TeacherRecords::read(file("hostile"));
    return read ? "none" : read.error().message;
  };
  EXPECT_EQ(complaint(records), "none");
  std::string noise = records;
  noise.replace(kTeacherBytes, kPackedBytes, kPackedBytes, '\xFF');
  const std::string about_noise = complaint(noise);
  EXPECT_THAT(about_noise, HasSubstr("hostile: record 2: a king's square is none"));
  // By the rules, too: White's king can be taken.
  shogi::Game game;
  for (const auto& [from, to] : {std::pair(shogi::Square::of(7, 7), shogi::Square::of(7, 6)),
                                 std::pair(shogi::Square::of(3, 3), shogi::Square::of(3, 4)),
                                 std::pair(shogi::Square::of(8, 8), shogi::Square::of(3, 3))}) {
    ASSERT_TRUE(game.play(shogi::BareMove::board(from, to)));
  }
  PackedPosition packed = *pack(game.position());
  packed[0] ^= std::byte{1};
  std::string in_check = records;
  std::memcpy(&in_check[2 * kTeacherBytes], packed.data(), packed.size());
  EXPECT_THAT(complaint(in_check), HasSubstr("record 3: White is in check with Black to move"));
  std::string result = records;
  result[38] = 9;
  EXPECT_THAT(complaint(result), HasSubstr("record 1: the game's result is none"));
  EXPECT_THAT(complaint(""), HasSubstr("holds no position"));
  EXPECT_THAT(complaint(records + "x"), HasSubstr("no multiple of 40"));
  EXPECT_FALSE(TeacherRecords::read(folder_));

  // A reader says the same of positions, if it is asked for them.
  std::ofstream(file("noise"), std::ios::binary) << noise;
  auto reader = TeacherReader::open(file("noise"));
  ASSERT_TRUE(reader);
  TeacherPosition teacher;
  EXPECT_TRUE(reader->next_position(teacher));
  EXPECT_FALSE(reader->next_position(teacher));
  EXPECT_THAT(reader->error(), HasSubstr("noise: record 2: a king's square is none"));
}

TEST_F(TeacherFiles, ASummaryCountsWhatIsThere) {
  TeacherSummary summary;
  for (const auto& teacher : some(300)) summary.add(teacher);
  EXPECT_THAT(summary.text(), HasSubstr("300 positions, 100.0 % with Black to move"));
  EXPECT_THAT(summary.text(), HasSubstr("33.3 % won, 33.3 % drawn, 33.3 % lost"));
  EXPECT_THAT(summary.text(), HasSubstr("0 to 299"));
  EXPECT_EQ(TeacherSummary().text(), "0 positions\n");
}

TEST(SelfPlay, AGameIsFoundByItsNumberAlone) {
  SelfPlaySettings settings;
  settings.nodes = 200;
  settings.largest_opening_value = 2000;
  const auto play = [&](std::vector<std::uint64_t> numbers) {
    search::Searcher searcher;
    searcher.resize_table(1);
    SelfPlay games(settings, searcher);
    std::vector<TeacherPosition> last;
    for (const std::uint64_t number : numbers) last = games.play(number);
    return last;
  };
  const auto alone = play({5});
  EXPECT_FALSE(alone.empty());
  EXPECT_EQ(play({3, 4, 5}), alone);
  EXPECT_NE(play({4}), alone);
}

TEST(SelfPlay, WhatIsKeptIsQuietAndCanBeReadBack) {
  SelfPlaySettings settings;
  settings.nodes = 200;
  search::Searcher searcher;
  searcher.resize_table(1);
  SelfPlay games(settings, searcher);
  int kept = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    int last_ply = 0;
    int black = 2;
    for (const TeacherPosition& teacher : games.play(number)) {
      const auto position = unpack(teacher.position, teacher.ply);
      ASSERT_TRUE(position);
      EXPECT_FALSE(position->in_check());
      const shogi::BareMove move = move_of_code(teacher.move);
      EXPECT_TRUE(position->is_legal(move));
      EXPECT_TRUE(move.is_drop() || position->piece_at(move.to()).empty());
      EXPECT_FALSE(move.promotes());
      EXPECT_LE(std::abs(teacher.score), settings.largest_value);
      EXPECT_GT(teacher.ply, last_ply);
      last_ply = teacher.ply;
      // One result for the whole game.
      const int of_black =
          position->side_to_move() == shogi::Color::kBlack ? teacher.result : -teacher.result;
      if (black == 2) black = of_black;
      EXPECT_EQ(of_black, black);
      ++kept;
    }
  }
  EXPECT_GT(kept, 100);
}

TEST(SelfPlay, WhoIsStoppedHasNoGame) {
  SelfPlaySettings settings;
  search::Searcher searcher;
  searcher.resize_table(1);
  SelfPlay games(settings, searcher);
  EXPECT_TRUE(games.play(1, [] { return true; }).empty());
}

}  // namespace
}  // namespace gougi::learn
