// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/path.hpp"
#include "settings/damaged_configuration.hpp"
#include "settings/old_configuration.hpp"
#include "settings/parsing.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Pair;

const std::vector<std::string> kStrategies{"majority", "optimistic", "pessimistic", "mate"};

// An empty folder with a Japanese name and a blank, gone after the test.
class ConfigurationFile : public testing::Test {
 protected:
  ConfigurationFile() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / base::path_from_utf8("gougi 設定") / test->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ConfigurationFile() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path write(const fs::path& name, std::string_view text = "engines: [{command: e}]\n") {
    const fs::path file = folder_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  base::Result<fs::path> found(const fs::path& executable) {
    return find_configuration(std::nullopt, folder_ / executable);
  }

  fs::path folder_;
};

TEST_F(ConfigurationFile, IsReadFromAFolderWithAJapaneseName) {
  const auto settings = load_relay_settings(
      write("合議.yaml", "name: 合議\nengines: [{command: ./エンジン}]\n"), kStrategies);
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_EQ(settings->name, "合議");
  EXPECT_EQ(settings->engines.at(0).command.at(0),
            base::to_utf8(folder_ / base::path_from_utf8("エンジン")));
}

TEST_F(ConfigurationFile, AMistakeInWhatAnEngineIsKeptFromIsNoLeaveToStartItWithoutIt) {
  const auto is_unclear = [&](const std::string& words) {
    const fs::path file = write("x.yaml", "engines:\n  - {command: e, " + words +
                                              "}\nmate: {engines: [{command: m}]}\nponder: no\n");
    const auto settings = engines_despite_mistakes(file, kStrategies, 1);
    EXPECT_TRUE(settings) << words;
    if (!settings) return false;
    EXPECT_FALSE(settings->mate_engines.at(0).is_unclear);
    return settings->engines.at(0).is_unclear;
  };
  for (const char* const words : {"confine: yes",
                                  "confine: 1",
                                  "confine: TRUE",
                                  "confine: [true]",
                                  "confine: ",
                                  "confine: ~",
                                  "confine:true",
                                  "confin: true",
                                  "Confine: true",
                                  "<<: {confine: true}",
                                  "environment: Clean",
                                  "environment: [[clean]]",
                                  "environment: [clean, inherit]",
                                  "environment: {A: [b]}",
                                  "enviroment: clean",
                                  "environment:clean",
                                  "mirror: {environment: Clean}",
                                  "mirror: {enviroment: clean}",
                                  "mirror: {confine: yes}",
                                  "mirror: {confine: }",
                                  "mirror: {confin: true}"}) {
    EXPECT_TRUE(is_unclear(words)) << words;
  }
  for (const char* const words :
       {"confine: true", "confine: false", "environment: clean", "environment: [clean, {A: b}]",
        "optoins: {A: b}", "weight: none", "mirror: {environment: clean}",
        "mirror: {confine: true}", "mirror: perhaps"}) {
    EXPECT_FALSE(is_unclear(words)) << words;
  }
}

TEST_F(ConfigurationFile, ThatCannotBeReadIsTold) {
  const auto message = [](const fs::path& file) {
    const auto settings = load_relay_settings(file, kStrategies);
    return settings ? std::string("no complaint") : settings.error().message;
  };
  EXPECT_EQ(message(folder_ / "none.yaml"),
            base::to_utf8(folder_ / "none.yaml") + ": no such file");
  EXPECT_EQ(message(folder_), base::to_utf8(folder_) + ": is a folder, not a file");
  EXPECT_THAT(message(write("old.config", "Gougi.Type=majority\n")),
              EndsWith("old.config: Engine1.Path: no engine is given; at least one is needed"));
  EXPECT_THAT(message(write("large.yaml", std::string(300'000, '#'))),
              EndsWith("large.yaml: larger than 256 kB"));
  EXPECT_THAT(message(write("wrong.yaml", "name: x\nengines: []\n")),
              HasSubstr("wrong.yaml:2: engines: no engine"));
}

TEST_F(ConfigurationFile, GivenOnTheCommandLineIsTakenAsItIs) {
  const fs::path file = write("mine.yaml");
  write("gougi.yaml");
  const auto found = find_configuration(file, folder_ / "gougi");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, file);
  const auto missing = find_configuration(folder_ / "none.yaml", folder_ / "gougi");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("none.yaml: no such file"));
}

TEST_F(ConfigurationFile, IsLookedForUnderTheProgramsNameFirst) {
  const fs::path own = write("majority.yaml");
  const fs::path common = write("gougi.yaml");
  EXPECT_EQ(found("majority"), own);
  EXPECT_EQ(found("majority.exe"), own);
  EXPECT_EQ(found("majority.EXE"), own);
  EXPECT_EQ(found("other"), common);
  const fs::path dotted = write("engine.v2.yaml");
  EXPECT_EQ(found("engine.v2"), dotted);
}

TEST_F(ConfigurationFile, OfAnInstalledFolderOrABuildTreeIsFound) {
  const fs::path tree = write(fs::path("config") / "default.yaml");
  EXPECT_EQ(found("gougi"), tree);
  EXPECT_EQ(found(fs::path("bin") / "gougi"), tree);
  EXPECT_EQ(found(fs::path("build") / "bin" / "gougi"), tree);
  const fs::path named = write(fs::path("config") / "mate.yaml");
  EXPECT_EQ(found(fs::path("build") / "bin" / "mate"), named);
  EXPECT_EQ(found("mate.exe"), named);
  const fs::path common = write("gougi.yaml");
  EXPECT_EQ(found("mate.exe"), named) << "the program's own name comes first, wherever it is";
  EXPECT_EQ(found("gougi.exe"), common);
}

TEST_F(ConfigurationFile, OfTheOldFormatIsFoundBesideTheProgramBeforeTheDefault) {
  write(fs::path("config") / "default.yaml");
  const fs::path simple = write("SimpleGougiShogi.config");
  EXPECT_EQ(found("gougi"), simple);
  const fs::path old = write("GougiShogi.config");
  EXPECT_EQ(found("gougi.exe"), old);
  const fs::path common = write(fs::path("config") / "gougi.yaml");
  EXPECT_EQ(found("gougi"), common);
}

TEST_F(ConfigurationFile, OfTheOldFormatIsReadAndImported) {
  const fs::path old = write("GougiShogi.config", "Gougi.Type=majority\nEngine1.Path=./将棋 e\n");
  const auto settings = load_relay_settings(old, kStrategies);
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_THAT(settings->engines.at(0).command,
              testing::ElementsAre(base::to_utf8(folder_ / base::path_from_utf8("将棋 e"))));
  const auto yaml = import_old_configuration(old, folder_, kStrategies, nullptr);
  ASSERT_TRUE(yaml) << yaml.error().message;
  const auto again = load_relay_settings(write("new.yaml", *yaml), kStrategies);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->engines.at(0).command, settings->engines.at(0).command);
  const auto member = load_relay_settings(old, kStrategies, {1});
  ASSERT_FALSE(member);
  EXPECT_THAT(member.error().message, EndsWith("a file of this format has no members"));
  EXPECT_FALSE(import_old_configuration(folder_ / "none.config", folder_, kStrategies, nullptr));
}

TEST_F(ConfigurationFile, ThatIsNowhereIsToldWithAllPlaces) {
  fs::create_directories(folder_ / "gougi.yaml");  // a folder of that name is no configuration
  const auto result = found(fs::path("build") / "bin" / "gougi");
  ASSERT_FALSE(result);
  const std::string& message = result.error().message;
  EXPECT_THAT(message,
              HasSubstr("no configuration found; write a gougi.yaml beside gougi or name a file by "
                        "--config; looked for "));
  const fs::path bin = folder_ / "build" / "bin";
  EXPECT_THAT(message, HasSubstr(base::to_utf8(bin / "gougi.yaml")));
  EXPECT_THAT(message, HasSubstr(base::to_utf8(folder_ / "config" / "default.yaml")));
}

TEST(ReadyMadeConfiguration, EveryFileInConfigLoads) {
  const fs::path folder = base::path_from_utf8(GOUGI_SOURCE_DIR "/config");
  std::set<std::string> names;
  std::set<std::string> consensuses;
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) continue;
    const auto settings = load_relay_settings(entry.path(), kIdentifiers);
    EXPECT_TRUE(settings) << settings.error().message;
    if (!settings) continue;
    EXPECT_TRUE(names.insert(settings->name).second)
        << entry.path() << ": a GUI refuses two engines of one name: " << settings->name;
    consensuses.insert(settings->consensus);
    files.insert(base::to_utf8(entry.path().filename()));
  }
  EXPECT_THAT(consensuses, testing::UnorderedElementsAreArray(kIdentifiers));
  for (const std::string& identifier : kIdentifiers) {
    EXPECT_TRUE(files.contains(identifier + ".yaml")) << identifier;
    const auto own = load_relay_settings(folder / (identifier + ".yaml"), kIdentifiers);
    EXPECT_TRUE(!own || own->consensus == identifier) << identifier;
  }
  EXPECT_THAT(files, testing::IsSupersetOf(
                         {"default.yaml", "debian-engines.yaml", "nested.yaml", "remote.yaml"}));
}

TEST(ReadyMadeConfiguration, IsCommentedInBothLanguages) {
  for (const auto& entry :
       fs::recursive_directory_iterator(base::path_from_utf8(GOUGI_SOURCE_DIR "/config"))) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_THAT(text, testing::StartsWith("# gougi: ")) << entry.path();
    EXPECT_THAT(text, HasSubstr("合議")) << entry.path();
    EXPECT_EQ(text.find('\t'), std::string::npos) << entry.path();
  }
}

TEST(ReadyMadeConfiguration, TheExamplesOfTheDocumentsAreRight) {
  for (const char* name :
       {"/README.md", "/README.ja.md", "/docs/configuration.md", "/docs/configuration.ja.md"}) {
    std::ifstream in(base::path_from_utf8(std::string(GOUGI_SOURCE_DIR) + name), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const std::size_t begin = text.find("```yaml\n") + 8;
    const std::string yaml = text.substr(begin, text.find("```", begin) - begin);
    const auto settings = parse_relay_settings(yaml, kPlace / "x.yaml", kIdentifiers);
    EXPECT_TRUE(settings) << name << ": " << settings.error().message;
    EXPECT_TRUE(settings && settings->engines.size() >= 3) << name;
  }
}

TEST(ReadyMadeConfiguration, TheMembersOfTheNestedOneAreReadToo) {
  const fs::path file = base::path_from_utf8(GOUGI_SOURCE_DIR "/config/nested.yaml");
  const auto outer = load_relay_settings(file, kIdentifiers);
  ASSERT_TRUE(outer) << outer.error().message;
  int members = 0;
  for (std::size_t i = 0; i < outer->engines.size(); ++i) {
    if (!outer->engines[i].nested) continue;
    ++members;
    const auto inner = load_relay_settings(file, kIdentifiers, {static_cast<int>(i) + 1});
    ASSERT_TRUE(inner) << inner.error().message;
    EXPECT_GE(inner->engines.size(), 2U);
  }
  EXPECT_GE(members, 1);
}

// On one machine that is what plays best: docs/study.md.
TEST(ReadyMadeConfiguration, TheDefaultIsOneEngineWithAllOfTheMachineBesideAMateSolver) {
  const auto settings = load_relay_settings(
      base::path_from_utf8(GOUGI_SOURCE_DIR "/config/default.yaml"), kStrategies, {}, nullptr, 16);
  ASSERT_TRUE(settings) << settings.error().message;
  ASSERT_EQ(settings->engines.size(), 1U);
  EXPECT_THAT(settings->engines[0].command, ElementsAre("gougi-engine"));
  EXPECT_THAT(settings->engines[0].options, Contains(Pair("Threads", "16")));
  ASSERT_EQ(settings->mate_engines.size(), 1U);
  EXPECT_THAT(settings->mate_engines[0].command, ElementsAre("gougi-mate"));
  EXPECT_TRUE(settings->mate_engines[0].is_low);
}

TEST(ReadyMadeConfiguration, TheCouncilThatTheDemoShowsHasThreeStyles) {
  const auto settings = load_relay_settings(
      base::path_from_utf8(GOUGI_SOURCE_DIR "/config/optimistic.yaml"), kStrategies);
  ASSERT_TRUE(settings) << settings.error().message;
  ASSERT_EQ(settings->engines.size(), 3U);
  std::set<std::map<std::string, std::string>> options;
  for (const EngineSettings& engine : settings->engines)
    options.insert({engine.options.begin(), engine.options.end()});
  EXPECT_EQ(options.size(), 3U);
}

}  // namespace
}  // namespace gougi::settings
