// SPDX-License-Identifier: MIT
#include "engines/command_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/line_read.hpp"
#include "base/path.hpp"

namespace gougi::engines {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CommandList, CommandsAreSeparatedByCommas) {
  const auto list = command_list(
      {"position", "startpos", "moves", "7g7f", ",", "go", "depth", "3,", "d,,", "quit"});
  ASSERT_TRUE(list);
  EXPECT_THAT(list->lines, ElementsAre("position startpos moves 7g7f", "go depth 3", "d", "quit"));
  EXPECT_FALSE(list->reads_on);
}

TEST(CommandList, WithoutCommandsStandardInputIsRead) {
  EXPECT_TRUE(command_list({})->reads_on);
  EXPECT_TRUE(command_list({" ", ","})->reads_on);
}

TEST(CommandList, AFileHasOneCommandALineAndIsFollowedByStandardInput) {
  const auto file = std::filesystem::temp_directory_path() / base::path_from_utf8("gougi-命令.txt");
  std::ofstream(file, std::ios::binary) << "isready\r\n\n position startpos\ngo depth 1";
  const auto list = command_list({"usi,", "file", base::to_utf8(file)});
  std::filesystem::remove(file);
  ASSERT_TRUE(list);
  EXPECT_THAT(list->lines, ElementsAre("usi", "isready", "position startpos", "go depth 1"));
  EXPECT_TRUE(list->reads_on);
}

TEST(CommandList, AFileThatCannotBeReadIsNamed) {
  EXPECT_THAT(command_list({"file", "none.txt"}).error().message,
              HasSubstr("file none.txt: no such file"));
  EXPECT_FALSE(command_list({"file"}));
}

TEST(CommandList, AFileWithoutACommandIsNamed) {
  const auto file = std::filesystem::temp_directory_path() / "gougi-no-commands.txt";
  std::ofstream(file) << "\n";
  EXPECT_THAT(command_list({"file", base::to_utf8(file)}).error().message,
              HasSubstr("gougi-no-commands.txt: holds no command"));
  std::filesystem::remove(file);
}

TEST(CommandList, ALineWithoutEndIsNoCommand) {
  const auto file = std::filesystem::temp_directory_path() / "gougi-endless-command.txt";
  std::ofstream(file) << "usi\n" << std::string(base::kLongestLine + 1, 'x') << '\n';
  EXPECT_THAT(command_list({"file", base::to_utf8(file)}).error().message,
              HasSubstr("gougi-endless-command.txt: the line is longer than 1 MiB"));
  std::filesystem::remove(file);
}

TEST(CommandList, WhatStandsBehindAKnownWordIsJudgedWhereItWasTyped) {
  const JudgeCommand judge = [](std::string_view line) {
    return line == "go depth" ? base::Result<void>(base::fail("depth lacks its number"))
                              : base::Result<void>();
  };
  EXPECT_TRUE(command_list({"usi,", "go", "depth", "3"}, {"usi", "go"}, judge));
  EXPECT_EQ(command_list({"usi,", "go", "depth"}, {"usi", "go"}, judge).error().message,
            "depth lacks its number");
}

TEST(CommandList, AWordThatIsNoCommandIsRefusedWhereItWasTyped) {
  const std::vector<std::string_view> known{"usi", "isready", "learn"};
  EXPECT_TRUE(command_list({"usi,", "isready"}, known));
  EXPECT_EQ(command_list({"usi,", "lern", "x"}, known).error().message,
            "there is no command lern; did you mean learn?");
  EXPECT_EQ(command_list({"frobnicate"}, known).error().message, "there is no command frobnicate");
  const auto file = std::filesystem::temp_directory_path() / "gougi-words.txt";
  std::ofstream(file) << "lern\n";
  EXPECT_TRUE(command_list({"file", base::to_utf8(file)}, known)) << "as from a GUI";
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gougi::engines
