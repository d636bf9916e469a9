// SPDX-License-Identifier: MIT
#include "settings/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/command_line.hpp"

namespace gougi::settings {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Completion, EveryShellIsGivenTheCommandsAndTheirTasks) {
  const std::vector<CommandName> commands{{"check"}, {"mate", {"solve", "generate"}}};
  for (const std::string& shell : completed_shells()) {
    const std::string script = completion_script(shell, commands);
    EXPECT_THAT(script, HasSubstr("'check mate help'")) << shell;
    EXPECT_THAT(script, HasSubstr("'solve generate'")) << shell;
    EXPECT_THAT(script, Not(HasSubstr("TASKS@"))) << shell;
  }
  EXPECT_EQ(completion_script("csh", commands), "");
}

TEST(Completion, WhatHelpDoesNotListOfValuesStandsInTheScript) {
  const std::vector<CompletedValues> values{{"RULE", {"majority", "optimistic"}}};
  for (const std::string& shell : completed_shells()) {
    const std::string script = completion_script(shell, {{"check"}}, values);
    EXPECT_THAT(script, HasSubstr("'RULE'")) << shell;
    EXPECT_THAT(script, HasSubstr("majority optimistic")) << shell;
    EXPECT_THAT(script, Not(HasSubstr("VALUES@\n"))) << shell;
  }
}

TEST(Completion, TheShellIsAWordOfTheCommandLine) {
  const CommandLine command = parse_command_line({"completion", "fish"});
  ASSERT_TRUE(std::holds_alternative<PrintAndExit>(command));
  EXPECT_EQ(std::get<PrintAndExit>(command).exit_code, 0);
  EXPECT_THAT(std::get<PrintAndExit>(command).text, HasSubstr("complete -c $each"));
}

TEST(Completion, AnUnknownShellIsWrongUsageAndNamesThoseThereAre) {
  const CommandLine command = parse_command_line({"completion", "csh"});
  ASSERT_TRUE(std::holds_alternative<PrintAndExit>(command));
  EXPECT_EQ(std::get<PrintAndExit>(command).exit_code, 2);
  EXPECT_THAT(std::get<PrintAndExit>(command).text, HasSubstr("bash"));
}

}  // namespace
}  // namespace gougi::settings
