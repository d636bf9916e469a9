// SPDX-License-Identifier: MIT
#include "settings/old_configuration.hpp"

#include "settings/complaint_lines.hpp"
#include "settings/parsing.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const fs::path kOldFile = kPlace / "SimpleGougiShogi.config";

base::Result<RelaySettings> read_old(std::string_view text, const Cp932Decoder& decoder = nullptr) {
  return parse_old_configuration(text, kOldFile, all_strategies(), decoder);
}

RelaySettings old_settings(std::string_view text) {
  auto settings = read_old(text);
  EXPECT_TRUE(settings) << settings.error().message;
  return settings ? *settings : RelaySettings{};
}

std::string old_complaint(std::string_view text, const Cp932Decoder& decoder = nullptr) {
  const auto settings = parse_old_configuration(text, "old.config", all_strategies(), decoder);
  if (settings) return "no complaint";
  EXPECT_THAT(settings.error().message, StartsWith("old.config:"));
  return complaint_lines(settings.error()).front().substr(std::string("old.config:").size());
}

// Lines differ between the two files, and so do the files.
RelaySettings without_places(RelaySettings settings) {
  settings.file.clear();
  for (auto* engines : {&settings.engines, &settings.mate_engines}) {
    for (EngineSettings& engine : *engines) {
      engine.line = engine.expose.line = 0;
      engine.option_lines.clear();
      engine.key.clear();
    }
  }
  return settings;
}

void expect_same_as_yaml(std::string_view text, const fs::path& folder = kPlace) {
  const auto old = read_old(text);
  ASSERT_TRUE(old) << old.error().message;
  const auto yaml = old_configuration_as_yaml(text, kOldFile, folder, all_strategies(), nullptr);
  ASSERT_TRUE(yaml) << yaml.error().message;
  const auto settings = parse_relay_settings(*yaml, folder / "new.yaml", all_strategies());
  ASSERT_TRUE(settings) << settings.error().message << "\n" << *yaml;
  EXPECT_TRUE(without_places(*settings) == without_places(*old)) << *yaml;
}

constexpr std::string_view kVote =
    "######################\r\n"
    "# 設定ファイル\r\n"
    "# Gougi.Type=楽観合議\r\n"
    "\r\n"
    "Gougi.Type=多数決合議（3者）\r\n"
    "Engine1.Path=C:\\将棋\\Apery\\ukamuse_sdt4.exe\r\n"
    "Engine2.Path=C:\\将棋 ソフト\\Gikou\\gikou.exe\r\n"
    "Engine3.Path=engines/nozomi's/nozomi.exe\r\n";

constexpr std::string_view kMate =
    "Gougi.Type=詰探索エンジンとの合議（読み筋の局面も詰探索）\n"
    "Engine1.Path=/opt/将棋/engine one\n"
    "MateEngine.Path=SeoTsume.exe\n"
    "MateEngine.forPV.Count=5\n";

TEST(OldConfiguration, IsReadAsItIs) {
  const RelaySettings settings = old_settings(kVote);
  EXPECT_EQ(settings.consensus, "多数決合議（3者）");
  ASSERT_EQ(settings.engines.size(), 3U);
  EXPECT_EQ(settings.engines[0].line, 6);
  EXPECT_THAT(settings.engines[0].command, ElementsAre("C:\\将棋\\Apery\\ukamuse_sdt4.exe"));
  EXPECT_THAT(settings.engines[1].command, ElementsAre("C:\\将棋 ソフト\\Gikou\\gikou.exe"));
  EXPECT_THAT(settings.engines[2].command, ElementsAre(in_place("engines/nozomi's/nozomi.exe")));
  EXPECT_TRUE(settings.mate_engines.empty());
  EXPECT_EQ(settings.file, kOldFile);
}

TEST(OldConfiguration, NamesTheMateSolverAndItsCopiesForThePv) {
  const RelaySettings settings = old_settings(kMate);
  ASSERT_EQ(settings.mate_engines.size(), 1U);
  EXPECT_THAT(settings.mate_engines[0].command, ElementsAre(in_place("SeoTsume.exe")))
      << "a bare name is a file beside the configuration";
  EXPECT_EQ(settings.mate_pv, (MatePv{5, base::Milliseconds(1000)}));
  EXPECT_THAT(settings.engines.at(0).capabilities, ElementsAre("mateinfo"));
  const RelaySettings plain =
      old_settings("Gougi.Type=mate-pv\nEngine1.Path=a\nMateEngine.Path=m\n");
  EXPECT_EQ(plain.mate_pv, MatePv{}) << "three without the line";
  const RelaySettings other = old_settings(
      "Gougi.Type=mate\nEngine1.Path=a\nMateEngine.Path=m\nMateEngine.forPV.Count=4\n");
  EXPECT_EQ(other.mate_pv, std::nullopt);
  EXPECT_THAT(other.engines.at(0).capabilities, IsEmpty());
}

TEST(OldConfiguration, TakesTheFirstOfDoubledLinesAndEnginesInTheOrderOfTheirNumbers) {
  const RelaySettings settings = old_settings(
      "  Gougi.Type = 楽観合議  \nEngine10.Path=/e/j\nEngine2.Path=/e/b\nEngine1.Path=/e/a\n"
      "Engine2.Path=/e/other\nGougi.Type=多数決合議（3者）\nno key here\n; old=1\n// x=y\n");
  EXPECT_EQ(settings.consensus, "楽観合議");
  ASSERT_EQ(settings.engines.size(), 3U);
  EXPECT_THAT(settings.engines[1].command.at(0), HasSubstr("b"));
  EXPECT_THAT(settings.engines[2].command.at(0), HasSubstr("j"));
}

TEST(OldConfiguration, LeavesASolverOutThatItsRuleDoesNotUse) {
  const std::string text = "Gougi.Type=楽観合議\nEngine1.Path=a\nMateEngine.Path=m\n";
  EXPECT_TRUE(old_settings(text).mate_engines.empty());
  expect_same_as_yaml(text);
}

TEST(OldConfiguration, MayHaveAByteOrderMark) {
  EXPECT_EQ(old_settings("\xEF\xBB\xBFGougi.Type=楽観合議\r\nEngine1.Path=a\r\n").consensus,
            "楽観合議");
}

TEST(OldConfiguration, MayBeShiftJis) {
  // 楽観合議, and a folder 表 whose second byte is a backslash's.
  const std::string text =
      "# \x8A\x79\nGougi.Type=\x8A\x79\x8A\xCF\x8D\x87\x8B\x63\nEngine1.Path=/\x95\x5C/e.exe\n";
  std::string seen;
  const Cp932Decoder decoder = [&seen](std::string_view bytes) {
    seen = bytes;
    return std::string("# 楽\nGougi.Type=楽観合議\nEngine1.Path=/表/e.exe\n");
  };
  const auto settings = read_old(text, decoder);
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(seen, text);
  EXPECT_EQ(settings->consensus, "楽観合議");
  EXPECT_THAT(settings->engines.at(0).command.at(0), HasSubstr("表"));
  EXPECT_EQ(old_complaint(text), "1: not UTF-8; save the file as UTF-8");
  const Cp932Decoder lost = [](std::string_view) {
    return std::string("Gougi.Type=楽観合議\nEngine1.Path=/〓/e.exe\n");
  };
  EXPECT_EQ(old_complaint(text, lost),
            "2: Engine1.Path: holds bytes that are neither UTF-8 nor Shift_JIS");
}

TEST(OldConfiguration, IsComplainedAboutWithLineAndKey) {
  EXPECT_EQ(old_complaint(""), " Engine1.Path: no engine is given; at least one is needed");
  EXPECT_THAT(old_complaint("Engine1.Path=a\n"),
              StartsWith(" Gougi.Type: is missing; one of: majority, "));
  EXPECT_EQ(old_complaint("Engine1.Path=a\nGougi.Type=majorty\n"),
            "2: Gougi.Type: 'majorty': unknown; did you mean majority?");
  EXPECT_EQ(old_complaint("Gougi.Type=mate\nEngine1.Path=a\n"),
            "1: Gougi.Type: mate needs a mate solver: add MateEngine.Path=…");
  EXPECT_EQ(old_complaint("Gougi.Type=\nEngine1.Path=a\n"),
            "1: Gougi.Type: is empty; write a value or remove the line");
  EXPECT_EQ(old_complaint("Gougi.Type=majority\nEngine1.Path=a\nMateEngine.forPV.Count=many\n"),
            "3: MateEngine.forPV.Count: 'many', but a whole number from 1 to 64 is expected");
  EXPECT_EQ(old_complaint("Gougi.Type=majority\nEngine0.Path=a\n"),
            "2: Engine0.Path: engines have numbers from 1 to 64");
  EXPECT_EQ(old_complaint("Gougi.Type=majority\nEngin1.Path=a\n"),
            "2: Engin1.Path: unknown key; allowed here: Gougi.Type, Engine1.Path (Engine2.Path, "
            "…), MateEngine.Path, MateEngine.forPV.Count");
  EXPECT_EQ(old_complaint(std::string_view("Gougi.Type=a\0b\n", 15)),
            "1: Gougi.Type: holds a tab or another control character, or is very long");
  EXPECT_EQ(old_complaint("\xFF\xFEG"), "1: UTF-16; save the file as UTF-8 or as Shift_JIS");
  EXPECT_EQ(old_complaint(std::string(300'000, '#')), " larger than 256 kB");
}

TEST(OldConfiguration, APlaceLeftEmptyBehindTheLastEngineIsNoEngine) {
  const std::string two = "Gougi.Type=majority\nEngine1.Path=a\nEngine2.Path=b\n";
  for (const char* rest : {"Engine3.Path=\n", "Engine3.Path =  \r\nEngine4.Path=\n",
                           "Engine2.Path=\n", "MateEngine.Path=\n"}) {
    EXPECT_EQ(old_settings(two + rest).engines.size(), 2U) << rest;
    expect_same_as_yaml(two + rest);
  }
  EXPECT_EQ(old_complaint(two + "Engine4.Path=\nEngine3.Path=\nEngine5.Path=e\n"),
            "4: Engine4.Path: is empty, though Engine5.Path is not; write a value or remove the "
            "line");
  EXPECT_EQ(old_complaint("Gougi.Type=majority\nEngine1.Path=\nEngine2.Path=\n"),
            " Engine1.Path: no engine is given; at least one is needed");
  EXPECT_EQ(old_complaint("Gougi.Type=mate\nEngine1.Path=a\nMateEngine.Path=\n"),
            "1: Gougi.Type: mate needs a mate solver: add MateEngine.Path=…");
}

TEST(OldConfiguration, IsComplainedAboutInItsOwnWordsWhoeverComplains) {
  EXPECT_THAT(old_complaint("Gougi.Type=mate\nEngine3.Path=/e/a\nEngine7.Path=~/b\n"
                            "MateEngine.Path=m\n"),
              StartsWith("3: Engine7.Path: '~' is not understood here"));
  EXPECT_THAT(old_complaint("Gougi.Type=mate\nEngine1.Path=/e/a\nMateEngine.Path=~/m\n"),
              StartsWith("3: MateEngine.Path: '~' is not understood here"));
  const RelaySettings settings =
      old_settings("Gougi.Type=mate\nEngine3.Path=a\nEngine10.Path=b\nMateEngine.Path=m\n");
  EXPECT_EQ(settings.engines.at(0).key, "Engine3.Path");
  EXPECT_EQ(settings.engines.at(1).key, "Engine10.Path");
  EXPECT_EQ(settings.mate_engines.at(0).key, "MateEngine.Path");
}

TEST(OldConfiguration, WrittenAsYamlMeansTheSame) {
  expect_same_as_yaml(kVote);
  expect_same_as_yaml(kMate);
  expect_same_as_yaml("Gougi.Type=mate-sfen\nEngine1.Path=a # b\nMateEngine.Path=x: y\n");
  expect_same_as_yaml("Gougi.Type=optimistic\nEngine3.Path=null\nEngine7.Path=\"q\" %{[*&!\n");
}

TEST(OldConfiguration, WrittenForAnotherFolderStillNamesTheSamePrograms) {
  expect_same_as_yaml(kVote, kPlace / "other");
  expect_same_as_yaml(kMate, kPlace.parent_path());
}

TEST(OldConfiguration, WrittenAsYamlIsCommentedInBothLanguages) {
  const auto yaml = old_configuration_as_yaml(kMate, kOldFile, kPlace, all_strategies(), nullptr);
  ASSERT_TRUE(yaml);
  EXPECT_THAT(*yaml, StartsWith("# gougi: made from SimpleGougiShogi.config"));
  EXPECT_THAT(*yaml, HasSubstr("合議の種類"));
  EXPECT_THAT(*yaml, HasSubstr("  - command: '/opt/将棋/engine one'\n"));
  EXPECT_THAT(*yaml, HasSubstr("  pv: {count: 5}\n"));
}

}  // namespace
}  // namespace gougi::settings
