// SPDX-License-Identifier: MIT
// What a real bash offers behind the names of our programs, by the script of `gougi completion`.
#ifdef __linux__
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// What bash offers for the last of `words`, which may be "".
std::vector<std::string> offered(const std::vector<std::string>& words) {
  std::vector<std::string> arguments{
      "-c",
      "source <(\"$1\" completion bash) && shift && COMP_WORDS=(\"$@\") COMP_CWORD=$(($# - 1)) && "
      "_gougi \"$1\" && for each in \"${COMPREPLY[@]}\"; do echo \"$each\"; done",
      "bash", program_path("gougi"), program_path(words.front())};
  arguments.insert(arguments.end(), words.begin() + 1, words.end());
  Dialogue bash("/bin/bash", arguments);
  EXPECT_TRUE(bash.wait_exit(Milliseconds(60'000)));
  EXPECT_THAT(bash.errors, IsEmpty());
  std::vector<std::string> all;
  for (const auto& heard : bash.heard) all.push_back(heard.line);
  return all;
}

TEST(CompletionInBash, TheFirstWordIsACommandAndTheSecondMayBeItsTask) {
  EXPECT_THAT(offered({"gougi", ""}), AllOf(IsSupersetOf({"check", "match", "completion", "help"}),
                                            Not(Contains("default-yaml"))));
  EXPECT_THAT(offered({"gougi", "che"}), ElementsAre("check"));
  EXPECT_THAT(offered({"gougi", "help", "sel"}), ElementsAre("selfplay"));
  EXPECT_THAT(offered({"gougi", "mate", ""}), ElementsAre("solve", "generate"));
  EXPECT_THAT(offered({"gougi", "help", "mate", "g"}), ElementsAre("generate"));
  EXPECT_THAT(offered({"gougi-pyon", "s"}), ElementsAre("solve"));
  EXPECT_THAT(offered({"gougi", "check", "x"}), IsEmpty());  // a file's name: bash completes it
}

TEST(CompletionInBash, OptionsAreThoseOfTheCommandsHelp) {
  EXPECT_THAT(offered({"gougi", "check", "--ti"}), ElementsAre("--timeout"));
  EXPECT_THAT(offered({"gougi", "selfplay", "shuffle", "a", "--me"}), ElementsAre("--memory"));
  EXPECT_THAT(offered({"gougi", "mate", "generate", "--co"}), ElementsAre("--count"));
  EXPECT_THAT(offered({"gougi", "--liv"}), ElementsAre("--live"));
  EXPECT_THAT(offered({"gougi-pyon", "solve", "--ta"}), ElementsAre("--table"));
}

}  // namespace
}  // namespace gougi::testing
#endif  // __linux__
