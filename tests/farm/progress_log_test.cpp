// SPDX-License-Identifier: MIT
#include "farm/progress_log.hpp"

#include <gtest/gtest.h>

#include "book/temporary_folder.hpp"

namespace gougi::farm {
namespace {

ProgressHead some_head() {
  return {"match", "abc", {1, 4}, 20, {"A", "B"}, match::SprtSettings{0, 5, 0.05, 0.05}};
}

ProgressLine some_game(std::uint64_t number) {
  return {number, ProgressLine::Game{0, 1, match::Result::kDraw, match::Reason::kRepetition, 60}};
}

TEST(ProgressLog, IsReadWhileItGrows) {
  const book::testing::TemporaryFolder folder;
  ProgressLog log(folder / "1.db", some_head(), {some_game(2)});
  log.add(some_game(3));
  auto reader = ProgressReader::open(ProgressLog::of(folder / "1.db"));
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->head().shard, (base::Shard{1, 4}));
  EXPECT_EQ(reader->head().names.at(1), "B");
  EXPECT_EQ(reader->head().sprt->elo1, 5);
  EXPECT_EQ(reader->next()->unit, 2U);
  const auto second = reader->next();
  ASSERT_TRUE(second && second->game);
  EXPECT_EQ(second->game->reason, match::Reason::kRepetition);
  EXPECT_EQ(second->game->plies, 60U);
  EXPECT_FALSE(reader->next());
}

TEST(ProgressLog, ALineThatIsNotWholeIsNotThereYet) {
  const book::testing::TemporaryFolder folder;
  { const ProgressLog log(folder / "1.db", some_head(), {some_game(2)}); }
  std::ofstream(ProgressLog::of(folder / "1.db"), std::ios::app) << "[3,0,1";
  auto reader = ProgressReader::open(ProgressLog::of(folder / "1.db"));
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->next());
  EXPECT_FALSE(reader->next());
}

TEST(ProgressLog, OfAnotherTextIsNone) {
  const book::testing::TemporaryFolder folder;
  int number = 0;
  for (const char* text : {"", "x\n", "{}\n", "[1]\n", "{\"gougi progress\":2}\n",
                           R"({"gougi progress":1,"kind":"match","job":"","part":4,"of":4,)"
                           R"("units":1,"names":[]})"
                           "\n",
                           R"({"gougi progress":1,"kind":"match","job":"","part":0,"of":4,)"
                           R"("units":4,"names":[]})"
                           "\n",
                           R"({"gougi progress":1,"kind":"match","job":"","part":0,"of":4,)"
                           R"("units":4,"names":["A"]})"
                           "\n",
                           R"({"gougi progress":1,"kind":"match","job":"","part":0,"of":4,)"
                           R"("units":3e126,"names":["A","B"]})"
                           "\n"}) {
    const auto file = folder / std::to_string(number++);
    std::ofstream(file, std::ios::binary) << text;
    const auto reader = ProgressReader::open(file);
    ASSERT_FALSE(reader) << text;
    EXPECT_NE(reader.error().message.find("is no progress of a part"), std::string::npos);
  }
}

TEST(ProgressLog, NamesAreFitForALineOnATerminal) {
  const book::testing::TemporaryFolder folder;
  ProgressHead head = some_head();
  head.names = {"A\x1b[2J", "B\n"};
  { const ProgressLog log(folder / "1.db", head, {}); }
  const auto reader = ProgressReader::open(ProgressLog::of(folder / "1.db"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->head().names, (std::vector<std::string>{"A?[2J", "B?"}));
}

TEST(ProgressLog, AGameBetweenNobodyIsNone) {
  const book::testing::TemporaryFolder folder;
  { const ProgressLog log(folder / "1.db", some_head(), {}); }
  for (const char* line :
       {"[1,0,2,0,\"mate\",5]\n", "[1,0,1,7,\"mate\",5]\n", "[1,0,1,0,\"luck\",5]\n", "[-1]\n",
        "[1e99]\n", "[1,0,1,0.5,\"mate\",5]\n", "{}\n"}) {
    { const ProgressLog log(folder / "1.db", some_head(), {}); }
    std::ofstream(ProgressLog::of(folder / "1.db"), std::ios::app) << line;
    auto reader = ProgressReader::open(ProgressLog::of(folder / "1.db"));
    ASSERT_TRUE(reader);
    EXPECT_FALSE(reader->next()) << line;
  }
}

}  // namespace
}  // namespace gougi::farm
