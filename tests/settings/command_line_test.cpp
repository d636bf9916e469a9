// SPDX-License-Identifier: MIT
#include "settings/command_line.hpp"

#include <gmock/gmock.h>

#include "settings/relay_settings.hpp"

namespace gougi::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

CommandLine line_of(const std::vector<std::string>& words) { return parse_command_line(words); }

TEST(CommandLine, WithoutArgumentsIsTheRelay) {
  const CommandLine command = line_of({});
  ASSERT_TRUE(std::holds_alternative<RunRelay>(command));
  EXPECT_EQ(std::get<RunRelay>(command).config, std::nullopt);
  EXPECT_THAT(std::get<RunRelay>(command).member, IsEmpty());
}

TEST(CommandLine, NamesAMemberByEngineNumbers) {
  const CommandLine command = line_of({"--config", "x.yaml", "--member", "2.1"});
  ASSERT_TRUE(std::holds_alternative<RunRelay>(command));
  EXPECT_EQ(std::get<RunRelay>(command).config, "x.yaml");
  EXPECT_THAT(std::get<RunRelay>(command).member, ElementsAre(2, 1));
  for (const char* wrong : {"0", "2.", ".1", "a", "1..2", "-1", "99999999999"}) {
    const CommandLine refused = line_of({"--member", wrong});
    ASSERT_TRUE(std::holds_alternative<RefuseRelay>(refused)) << wrong;
    EXPECT_THAT(std::get<RefuseRelay>(refused).reason, HasSubstr("engine numbers such as 2.1"));
  }
}

TEST(CommandLine, NamesThePortOfTheLivePage) {
  EXPECT_EQ(std::get<RunRelay>(line_of({})).live_port, std::nullopt);
  EXPECT_EQ(std::get<RunRelay>(line_of({"--live", "8080"})).live_port, 8080);
  for (const char* wrong : {"-1", "65536", "x", ""}) {
    EXPECT_TRUE(std::holds_alternative<RefuseRelay>(line_of({"--live", wrong}))) << wrong;
  }
}

TEST(CommandLine, AnArgumentThatTheRelayDoesNotKnowIsForTheGuiToo) {
  const CommandLine refused = line_of({"--confg", "x.yaml"});
  ASSERT_TRUE(std::holds_alternative<RefuseRelay>(refused));
  EXPECT_THAT(std::get<RefuseRelay>(refused).reason,
              AllOf(HasSubstr("--confg"), HasSubstr("--help"), Not(HasSubstr("\n"))));
}

TEST(CommandLine, AWordThatIsNoCommandIsAnsweredByTheOneThatWasMeant) {
  const CommandLine command = line_of({"chekc", "--config", "x.yaml"});
  ASSERT_TRUE(std::holds_alternative<PrintAndExit>(command));
  EXPECT_EQ(std::get<PrintAndExit>(command).text,
            "gougi: there is no command chekc; did you mean check? gougi --help lists what there "
            "is\n");
  EXPECT_EQ(std::get<PrintAndExit>(command).exit_code, 2);
  EXPECT_EQ(std::get<PrintAndExit>(line_of({"my/relay.yaml"})).text,
            "gougi: there is no command my/relay.yaml; did you mean --config my/relay.yaml? gougi "
            "--help lists what there is\n");
}

TEST(CommandLine, AnEmptyNameOfAConfigurationIsNone) {
  EXPECT_TRUE(std::holds_alternative<RefuseRelay>(line_of({"--config", ""})));
  const CommandLine check = line_of({"check", "--config", ""});
  EXPECT_EQ(std::get<PrintAndExit>(check).exit_code, 2);
}

TEST(CommandLine, HelpIsAWordAndAnOptionOfEveryCommand) {
  const CommandLine match = line_of({"match", "--games", "5", "--help"});
  EXPECT_THAT(std::get<RunMatch>(match).arguments, ElementsAre("--help"));
  EXPECT_THAT(std::get<RunMatch>(line_of({"help", "match"})).arguments, ElementsAre("--help"));
  EXPECT_THAT(std::get<RunMate>(line_of({"mate", "solve", "help"})).arguments,
              ElementsAre("solve", "--help"));
  EXPECT_THAT(std::get<RunMate>(line_of({"mate", "help", "solve"})).arguments,
              ElementsAre("solve", "--help"));
  EXPECT_THAT(std::get<RunRecord>(line_of({"record", "a.kif", "help"})).arguments,
              ElementsAre("a.kif", "help"))
      << "elsewhere it may be a file";
  EXPECT_EQ(std::get<PrintAndExit>(line_of({"selfplay", "stat", "--version"})).exit_code, 0);
}

TEST(CommandLine, AMemberIsWrittenAsItIsRead) {
  EXPECT_EQ(member_text({2, 1, 30}), "2.1.30");
  EXPECT_EQ(parse_member("2.1.30"), (std::vector<int>{2, 1, 30}));
  EXPECT_EQ(parse_member(""), std::nullopt);
}

TEST(CommandLine, LeavesTheWordsBehindNnueToIt) {
  const CommandLine command = line_of({"nnue", "random", "nn.bin", "--kind", "k-p"});
  ASSERT_TRUE(std::holds_alternative<RunNnue>(command));
  EXPECT_THAT(std::get<RunNnue>(command).arguments,
              ElementsAre("random", "nn.bin", "--kind", "k-p"));
}

TEST(CommandLine, LeavesTheWordsOfAHeadroomStudyToIt) {
  const CommandLine command = line_of({"study", "g.usi", "--headroom", "--engine", "a --x"});
  ASSERT_TRUE(std::holds_alternative<RunHeadroom>(command));
  EXPECT_THAT(std::get<RunHeadroom>(command).arguments, ElementsAre("g.usi", "--engine", "a --x"));
  EXPECT_TRUE(std::holds_alternative<RunStudy>(line_of({"study", "a.jsonl"})));
  const CommandLine help = line_of({"study", "--help"});
  ASSERT_TRUE(std::holds_alternative<PrintAndExit>(help));
  EXPECT_THAT(std::get<PrintAndExit>(help).text, HasSubstr("gougi study --headroom --help"));
}

TEST(CommandLine, ImportsAnOldConfiguration) {
  const CommandLine command = line_of({"import", "old.config", "--output", "new.yaml"});
  ASSERT_TRUE(std::holds_alternative<RunImport>(command));
  EXPECT_EQ(std::get<RunImport>(command).file, "old.config");
  EXPECT_EQ(std::get<RunImport>(command).output, "new.yaml");
  EXPECT_EQ(std::get<RunImport>(line_of({"import", "old.config"})).output, std::nullopt);
  EXPECT_TRUE(std::holds_alternative<PrintAndExit>(line_of({"import"})));
}

}  // namespace
}  // namespace gougi::settings
