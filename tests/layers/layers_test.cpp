// SPDX-License-Identifier: MIT
#include "layers/layers.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/path.hpp"
#include "sanitized.hpp"

namespace gougi::layers {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const RoomTable kTable = read_room_table(
    "# Tour\n"
    "| room | in one sentence | may include |\n"
    "| --- | --- | --- |\n"
    "| `base` | the ground | fmt, tl, spdlog |\n"
    "| `io` | the system | base, boost, os |\n"
    "| `usi` | the protocol | base |\n"
    "| `settings` | the file | base, usi, yaml-cpp, CLI |\n"
    "| `app` | the mains | all |\n");

std::vector<std::string> violations(const SourceTree& tree) {
  return look_through(kTable, tree).violations;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Layers, EveryIncludeOfTheProjectIsAllowedByTheTableInItsTour) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  const fs::path src = base::path_from_utf8(GOUGI_SOURCE_DIR "/src");
  const RoomTable table = read_room_table(read(src / "README.md"));
  SourceTree tree;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const std::string extension = base::to_utf8(entry.path().extension());
    if (extension != ".hpp" && extension != ".cpp") continue;
    const auto path = entry.path().lexically_relative(src).generic_u8string();
    tree.emplace(std::string(path.begin(), path.end()), read(entry.path()));
  }
  ASSERT_GE(table.size(), 13U);
  ASSERT_GE(tree.size(), 20U);
  const Findings found = look_through(table, tree);
  for (const std::string& violation : found.violations) ADD_FAILURE() << violation;
  for (const std::string& unused : found.unused_permissions) ADD_FAILURE() << unused;
  for (const std::string& clash : clashing_types(tree)) ADD_FAILURE() << clash;
}

TEST(LayerChecker, FindsTypesThatTwoFilesOfARoomDefine) {
  EXPECT_THAT(clashing_types({{"io/a.hpp", "struct Row {\n};\nclass B;\n"},
                              {"io/b.cpp", "namespace {\nclass Row final : public X {\n};\n}\n"},
                              {"io/b.hpp", "class B {\n  struct Row {};\n};\n"},
                              {"io/c.cpp", "struct B::Inner {};\n// struct B {\nclass B;\n"},
                              {"io/x_posix.cpp", "struct Twin {};\n"},
                              {"io/x_windows.cpp", "struct Twin {};\n"},
                              {"usi/a.hpp", "struct Row {};\n"}}),
              ElementsAre("src/io: Row: a.hpp b.cpp"));
}

TEST(LayerChecker, ReadsRoomsAndWhatTheyMayIncludeFromTheTable) {
  EXPECT_EQ(kTable.size(), 5U);
  EXPECT_THAT(kTable.at("base"), ElementsAre("fmt", "spdlog", "tl"));
  EXPECT_THAT(kTable.at("settings"), ElementsAre("CLI", "base", "usi", "yaml-cpp"));
}

TEST(LayerChecker, AcceptsOwnRoomAllowedRoomsAndTheStandardLibrary) {
  EXPECT_THAT(violations({{"base/text.hpp", "#include <vector>\n#include <fmt/format.h>\n"},
                          {"base/log.cpp", "#include <spdlog/logger.h>\n"},
                          {"usi/a.cpp", "#include \"usi/a.hpp\"\n#include \"base/text.hpp\"\n"},
                          {"io/b.cpp", "#include <windows.h>\n#include <boost/asio.hpp>\n"},
                          {"app/m.cpp", "#include \"usi/a.hpp\"\n#include \"io/b.hpp\"\n"}}),
              IsEmpty());
}

TEST(LayerChecker, RefusesARoomThatTheRowDoesNotName) {
  EXPECT_THAT(violations({{"base/x.hpp", "#pragma once\n#include \"usi/a.hpp\"\n"}}),
              ElementsAre("src/base/x.hpp:2: base may not include usi (usi/a.hpp)"));
}

TEST(LayerChecker, RefusesLibrariesOutsideTheirRoom) {
  EXPECT_THAT(
      violations({{"app/a.cpp", "#include <boost/asio.hpp>\n"},
                  {"usi/b.cpp", "#  include <unistd.h>\n#include <yaml-cpp/yaml.h>\n"},
                  {"usi/c.cpp", "#include <sys/wait.h> // why\n#include <CLI/CLI.hpp>\n"},
                  {"base/d.cpp", "#include <spdlog/logger.h>\n"}}),
      ElementsAre("src/app/a.cpp:1: app may not include boost <boost/asio.hpp>",
                  "src/base/d.cpp:1: <spdlog/logger.h> belongs into base/log.cpp alone",
                  "src/usi/b.cpp:1: usi may not include the operating system's <unistd.h>",
                  "src/usi/b.cpp:2: usi may not include yaml-cpp <yaml-cpp/yaml.h>",
                  "src/usi/c.cpp:1: usi may not include the operating system's <sys/wait.h>",
                  "src/usi/c.cpp:2: usi may not include CLI <CLI/CLI.hpp>"));
}

TEST(LayerChecker, RefusesAPermissionThatNobodyUses) {
  const RoomTable table =
      read_room_table("| `base` | x | fmt |\n| `usi` | x | base |\n| `app` | x | all |\n");
  const std::string uses_base = "#include \"base/text.hpp\"\n";
  EXPECT_THAT(look_through(table, {{"usi/a.cpp", uses_base}}).unused_permissions,
              ElementsAre("src/README.md: base may include fmt, and does not"));
  EXPECT_THAT(
      look_through(table, {{"base/a.cpp", "#include <fmt/format.h>\n"}, {"app/a.cpp", uses_base}})
          .unused_permissions,
      ElementsAre("src/README.md: usi may include base, and does not"));
}

TEST(LayerChecker, RefusesWhatHasNoRoom) {
  EXPECT_THAT(violations({{"attic/x.cpp", ""}, {"usi/y.cpp", "#include \"y.hpp\"\n"}}),
              ElementsAre("src/attic/x.cpp:1: the room attic has no row in src/README.md",
                          "src/usi/y.cpp:1: \"y.hpp\" is in no room; write \"room/file.hpp\""));
}

TEST(LayerChecker, RefusesStdoutWhereNobodyTalks) {
  const std::string code =
      "// std::cout in a comment\n"
      "const char* a = \"std::cout << 1\";\n"
      "std::snprintf(a, 1, \"\"); std::fprintf(stderr, \"x\");\n"
      "std::cout << 1;\n"
      "/* a\n b */ printf(\"x\");\n"
      "std::fputs(\"x\", stdout);\n";
  EXPECT_THAT(violations({{"usi/a.cpp", code}, {"io/b.cpp", code}, {"app/c.cpp", code}}),
              ElementsAre("src/usi/a.cpp:4: usi may not write to stdout",
                          "src/usi/a.cpp:6: usi may not write to stdout",
                          "src/usi/a.cpp:7: usi may not write to stdout"));
}

TEST(LayerChecker, FindsRoomsThatIncludeEachOtherEvenIfTheTableAllowsIt) {
  const RoomTable loop = read_room_table("| `a` | x | b |\n| `b` | x | c |\n| `c` | x | a |\n");
  EXPECT_THAT(look_through(loop, {{"a/x.hpp", "#include \"b/x.hpp\"\n"},
                                  {"b/x.hpp", "#include \"c/x.hpp\"\n"},
                                  {"c/x.hpp", "#include \"a/x.hpp\"\n"}})
                  .violations,
              ElementsAre("src: rooms include each other: a -> b -> c -> a"));
}

TEST(LayerChecker, IsNotMisledByCommentsLiteralsAndDigitSeparators) {
  EXPECT_THAT(violations({{"base/a.cpp",
                           "// #include \"usi/a.hpp\"\n"
                           "/*\n#include \"usi/a.hpp\"\n*/\n"
                           "const char* r = R\"x(\n#include \"io/a.hpp\" // )x\";\n"
                           "const char* s = \"/*\"; int n = 1'000'000; char q = '\"';\n"
                           "#include \"io/real.hpp\"\n"}}),
              ElementsAre("src/base/a.cpp:8: base may not include io (io/real.hpp)"));
  EXPECT_EQ(strip("a /* b */ c // d\n\"e//\" f", true), "a   c \n\"\" f");
}

}  // namespace
}  // namespace gougi::layers
