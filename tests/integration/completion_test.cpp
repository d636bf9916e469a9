// SPDX-License-Identifier: MIT
// What a real bash and a real fish offer behind the names of our programs, by the scripts of
// `gougi completion`.
#ifdef __linux__
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/processes.hpp"
#include "integration/relay.hpp"
#include "io/process_info.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

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
  EXPECT_THAT(offered({"gougi-pyon", "s"}), ElementsAre("solve", "stop", "setoption"));
  EXPECT_THAT(offered({"gougi", "check", "x"}), IsEmpty());  // a file's name: bash completes it
}

TEST(CompletionInBash, ValuesOfAnOptionAreThoseThatHelpLists) {
  EXPECT_THAT(offered({"gougi", "--lang", ""}), UnorderedElementsAre("auto", "ja", "en"));
  EXPECT_THAT(offered({"gougi", "check", "--lang", "j"}), ElementsAre("ja"));
  EXPECT_THAT(offered({"gougi", "--lang", "=", "e"}), ElementsAre("en")) << "as bash parts words";
  EXPECT_THAT(offered({"gougi", "--lang", "="}), UnorderedElementsAre("auto", "ja", "en"));
  EXPECT_THAT(offered({"gougi", "match", "--format", ""}), ElementsAre("round-robin", "gauntlet"));
  EXPECT_THAT(offered({"gougi", "match", "--declaration", "t"}), ElementsAre("try"));
  EXPECT_THAT(offered({"gougi", "match", "--export", "c"}), ElementsAre("csa="));
  EXPECT_THAT(offered({"gougi", "record", "a.kif", "--to", "k"}), ElementsAre("kif", "ki2"));
  EXPECT_THAT(offered({"gougi", "nnue", "random", "a", "--kind", "h"}), ElementsAre("halfkp"));
  EXPECT_THAT(offered({"gougi", "learn", "a", "--kind", ""}), Contains("terms"));
  EXPECT_THAT(offered({"gougi", "replay", "a", "--consensus", "opt"}), Contains("optimistic"));
  EXPECT_THAT(offered({"gougi", "check", "--rules", ""}), Contains("usiok-soon"));
  EXPECT_THAT(offered({"gougi", "completion", ""}), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(offered({"gougi-mate", "--lang", "e"}), ElementsAre("en"));
}

TEST(CompletionInBash, BehindAFileOptionBashCompletesFilesAndBehindANumberNothingIsOffered) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"gougi", "check", "--config", ""},
                                             {"gougi", "match", "--file", "m"},
                                             {"gougi", "calibrate", "a", "--report", ""},
                                             {"gougi", "match", "--games", ""},
                                             {"gougi", "--config", ""}}) {
    EXPECT_THAT(offered(words), IsEmpty()) << words[1];
  }
  EXPECT_THAT(offered({"gougi", "mate", "solve", "a", "--json", "--cs"}), ElementsAre("--csv"));
}

TEST(CompletionInBash, WhatStandsBeforeTheCommandIsNoHindrance) {
  EXPECT_THAT(offered({"gougi", "--lang", "ja", "che"}), ElementsAre("check"));
  EXPECT_THAT(offered({"gougi", "--lang", "=", "ja", "check", "--ti"}), ElementsAre("--timeout"));
  EXPECT_THAT(offered({"gougi", "--lang", "ja", "mate", ""}), ElementsAre("solve", "generate"));
  EXPECT_THAT(offered({"gougi", "mate", "--lang", "ja", "g"}), ElementsAre("generate"));
  EXPECT_THAT(offered({"gougi", "--config", "a.yaml", "dem"}), ElementsAre("demo"));
  EXPECT_THAT(offered({"gougi", "--lang", "ja", "help", "mate", "g"}), ElementsAre("generate"));
  EXPECT_THAT(offered({"gougi-pyon", "--lang", "ja", "so"}), ElementsAre("solve"));
}

TEST(CompletionInBash, TheEnginesWordsAreThoseOfTheirHelp) {
  EXPECT_THAT(offered({"gougi-engine", "be"}), ElementsAre("bench"));
  EXPECT_THAT(offered({"gougi-engine", "help", "make"}), ElementsAre("makebook"));
  EXPECT_THAT(offered({"gougi-naitou", "tr"}), ElementsAre("trace"));
  EXPECT_THAT(offered({"gougi-random", "xyz"}), IsEmpty());
}

TEST(CompletionInBash, OptionsAreThoseOfTheCommandsHelp) {
  EXPECT_THAT(offered({"gougi", "check", "--ti"}), ElementsAre("--timeout"));
  EXPECT_THAT(offered({"gougi", "selfplay", "shuffle", "a", "--me"}), ElementsAre("--memory"));
  EXPECT_THAT(offered({"gougi", "mate", "generate", "--co"}), ElementsAre("--count"));
  EXPECT_THAT(offered({"gougi", "--liv"}), ElementsAre("--live"));
  EXPECT_THAT(offered({"gougi-pyon", "solve", "--ta"}), ElementsAre("--table"));
}

/// What fish offers for the last word of `line`; nothing: there is no fish here.
std::optional<std::vector<std::string>> offered_by_fish(const std::string& line) {
  const auto fish = io::find_program("fish", {}, {});
  if (!fish) return std::nullopt;
  const Folder home;
  Dialogue shell("/usr/bin/env", {"HOME=" + base::to_utf8(home.path()),
                                  "PATH=" + std::string(GOUGI_BIN_DIR) + ":/usr/bin:/bin",
                                  base::to_utf8(*fish), "--no-config", "-c",
                                  "gougi completion fish | source; complete -C '" + line + "'"});
  EXPECT_TRUE(shell.wait_exit(Milliseconds(60'000)));
  std::vector<std::string> all;
  for (const auto& heard : shell.heard) all.push_back(heard.line.substr(0, heard.line.find('\t')));
  return all;
}

TEST(CompletionInFish, OffersWhatBashOffers) {
  const auto commands = offered_by_fish("gougi che");
  if (!commands) GTEST_SKIP() << "there is no fish here";
  EXPECT_THAT(*commands, ElementsAre("check"));
  EXPECT_THAT(*offered_by_fish("gougi mate s"), ElementsAre("solve"));
  EXPECT_THAT(*offered_by_fish("gougi --lang "), UnorderedElementsAre("auto", "ja", "en"))
      << "and no file";
  EXPECT_THAT(*offered_by_fish("gougi --lang ja help mate g"), ElementsAre("generate"));
  EXPECT_THAT(*offered_by_fish("gougi check --ti"), ElementsAre("--timeout"));
  EXPECT_THAT(*offered_by_fish("gougi match --export c"), ElementsAre("csa="));
  EXPECT_THAT(*offered_by_fish("gougi-pyon so"), ElementsAre("solve"));
  const Folder folder;
  folder.write("mine.yaml", "");
  EXPECT_THAT(*offered_by_fish("gougi check --config " + base::to_utf8(folder.path()) + "/mi"),
              ElementsAre(::testing::EndsWith("/mine.yaml")));
}

}  // namespace
}  // namespace gougi::testing
#endif  // __linux__
