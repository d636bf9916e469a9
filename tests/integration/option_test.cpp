// SPDX-License-Identifier: MIT
// Options as real GUIs send them, with a real engine that an ordinary user runs, and `gougi check`
// with engines that are slow, dead or deaf.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#ifdef __linux__
#include <unistd.h>
#endif

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "integration/relay.hpp"
#include "io/code_page.hpp"

namespace gougi::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
namespace fs = std::filesystem;

#ifdef __linux__
// The program and arguments behind which `gougi` runs as an ordinary user.
std::vector<std::string> as_ordinary_user() {
  if (geteuid() != 0) return {};
  return {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
}

// Starts gougi as an ordinary user.
class UsersDialogue {
 public:
  UsersDialogue(const Folder& home, std::vector<std::string> arguments) {
    std::vector<std::string> words = as_ordinary_user();
    words.push_back(program_path("gougi"));
    words.insert(words.end(), arguments.begin(), arguments.end());
    dialogue = std::make_unique<Dialogue>(
        words.front(), std::vector<std::string>(words.begin() + 1, words.end()),
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", base::to_utf8(home.path())}});
  }
  std::unique_ptr<Dialogue> dialogue;
};

bool can_run_as_ordinary_user(const Folder& home) {
  if (geteuid() == 0 && !fs::exists("/usr/bin/setpriv")) return false;
  UsersDialogue version(home, {"--version"});
  return version.dialogue->wait_exit(Milliseconds(10'000)) && version.dialogue->count("gougi") == 1;
}

// How a GUI writes the value of a string option that is empty.
struct Gui {
  std::string name;
  std::string empty;
};
class OptionsSentBack : public ::testing::TestWithParam<Gui> {};

TEST_P(OptionsSentBack, AnOrdinaryUsersFairyStockfishLivesAndPlays) {
  NEEDS(kFairy);
  const Folder folder;
  if (!can_run_as_ordinary_user(folder)) {
    GTEST_SKIP() << "gougi cannot be run as an ordinary user from " << kBin;
  }
  const std::string yaml =
      folder.write("relay.yaml", "engines:\n  - command: " + kFairy + "\n    expose: all\n");
  UsersDialogue user(folder, {"--config", yaml});
  Dialogue& gui = *user.dialogue;
  gui.say("usi");
  ASSERT_TRUE(gui.wait_for("usiok"));
  EXPECT_EQ(gui.count("option name E1_Debug_Log_File type string default <empty>"), 1);
  // All of them, as they were shown.
  std::vector<std::string> sent;
  for (const auto& heard : gui.heard) {
    const auto words = base::split_words(heard.line);
    if (words.size() < 7 || words[0] != "option") continue;
    const std::string value(words[6] == "<empty>" ? GetParam().empty : words[6]);
    sent.push_back("setoption name " + std::string(words[2]) + " value " + value);
  }
  ASSERT_TRUE(
      std::ranges::count(sent, "setoption name E1_Debug_Log_File value " + GetParam().empty));
  for (const std::string& line : sent) gui.say(line);
  gui.say("isready");
  ASSERT_TRUE(gui.wait_for("readyok", Milliseconds(60'000)));
  gui.say("position startpos");
  gui.say("go btime 0 wtime 0 byoyomi 500");
  ASSERT_TRUE(gui.wait_for("bestmove"));
  for (const auto& heard : gui.heard) {
    EXPECT_EQ(heard.line.find(" ended: "), std::string::npos) << heard.line;
  }
  EXPECT_EQ(gui.count("info string [O]"), 1);
  EXPECT_FALSE(fs::exists("/usr/games/<empty>"));
  gui.say("quit");
  EXPECT_TRUE(gui.wait_exit(Milliseconds(5'000)));
}

INSTANTIATE_TEST_SUITE_P(Guis, OptionsSentBack,
                         ::testing::Values(Gui{"ShogiHome", ""}, Gui{"ShogiBoardQ", "<empty>"}),
                         [](const auto& gui) { return gui.param.name; });

// A Japanese engine of Windows, which knows no UTF-8.
TEST(OptionsInACodePage, AnEngineHearsItsNamesAndChoicesInTheBytesItSaid) {
  const Folder folder;
  const std::string declaration =
      "id name x\noption name 定跡 type check default true\n"
      "option name 戦型 type combo default 居飛車 var 居飛車 var 表\n"
      "option name Sign type string default a\nusiok\n";
  folder.write("engine.usi", io::utf8_to_cp932(declaration));
  const std::string script = folder.write("engine",
                                          "#!/bin/sh\n"
                                          "while read -r line; do case $line in\n"
                                          "usi) cat \"$0.usi\";;\n"
                                          "isready) echo readyok;;\n"
                                          "setoption*) printf '%s\\n' \"$line\" >> \"$0.heard\";;\n"
                                          "quit) exit;;\n"
                                          "esac; done\n");
  fs::permissions(script, fs::perms::owner_all);
  Relay relay("engines:\n  - command: '" + script + "'\nmate: off\nencoding: utf-8\n");
  ASSERT_TRUE(relay.handshake());
  Dialogue& gui = relay.dialogue;
  for (const auto& heard : std::vector(gui.heard.begin(), gui.heard.end())) {
    const auto words = base::split_words(heard.line);
    if (words.size() < 5 || !words[2].starts_with("E1__")) continue;
    const std::string value = words[4] == "check" ? "false" : "表";
    gui.say("setoption name " + std::string(words[2]) + " value " + value);
  }
  gui.say("setoption name E1_Sign value é");  // the code page has none
  ASSERT_TRUE(relay.new_game());
  EXPECT_EQ(content_of(script + ".heard"), io::utf8_to_cp932("setoption name 定跡 value false\n"
                                                             "setoption name 戦型 value 表\n") +
                                               "setoption name Sign value é\n");
}
#endif

class CheckTest : public ::testing::Test {
 protected:
  // An engine that says nothing until somebody lets it.
  std::string slow_engine() {
    const std::string script = folder_.write(
        "slow", "#!/bin/sh\nwhile [ ! -e \"$0.go\" ]; do sleep 0.05; done\nexec " + kFairy + "\n");
    fs::permissions(script, fs::perms::owner_all);
    return script;
  }
  std::string configuration(const std::vector<std::string>& programs) {
    std::string yaml = "engines:\n";
    for (const std::string& program : programs) yaml += "  - command: '" + program + "'\n";
    return folder_.write("relay.yaml", yaml);
  }
  std::unique_ptr<Dialogue> gougi(std::vector<std::string> arguments) const {
    return std::make_unique<Dialogue>(
        program_path("gougi"), std::move(arguments),
        std::map<std::string, std::string>{{"XDG_CACHE_HOME", base::to_utf8(folder_.path())},
                                           {"LC_ALL", "C"}});
  }
  // What the GUI is shown when it registers the engine.
  std::unique_ptr<Dialogue> registered(const std::string& yaml) const {
    auto gui = gougi({"--config", yaml});
    gui->say("usi");
    EXPECT_TRUE(gui->wait_for("usiok"));
    return gui;
  }
  // The row of an engine in the table; "": there is none.
  static std::string row(const Dialogue& check, const std::string& label) {
    for (const auto& heard : check.heard) {
      if (heard.line.starts_with(label + " ")) return heard.line;
    }
    return "";
  }
  // What stands below it.
  static std::vector<std::string> below(const Dialogue& check, const std::string& label) {
    std::vector<std::string> lines;
    bool is_below = false;
    for (const auto& heard : check.heard) {
      if (is_below && !heard.line.starts_with("  ")) break;
      if (is_below) lines.push_back(heard.line);
      is_below = is_below || heard.line.starts_with(label + " ");
    }
    return lines;
  }
  static int exit_code(Dialogue& check) {
    EXPECT_TRUE(check.wait_exit(Milliseconds(60'000)));
    return check.exit && !check.exit->by_signal ? check.exit->code : -1;
  }

  Folder folder_;
};

TEST_F(CheckTest, FillsInTheOptionsOfAnEngineThatIsTooSlowForTheGui) {
  NEEDS(kFairy);
  const std::string engine = slow_engine();
  const std::string yaml = configuration({program_path("gougi-engine"), engine});
  {
    const auto gui = registered(yaml);
    EXPECT_EQ(gui->count("option name E1_Style "), 1);
    EXPECT_EQ(gui->count("option name E2_Skill_Level "), 0);
    EXPECT_EQ(gui->count("info string E2 (engine 2) has not answered yet, so its options are "
                         "missing: run \"gougi check\", then register this engine again"),
              1);
  }
  const auto check = gougi({"check", "--config", yaml});
  ASSERT_TRUE(check->wait_for("E1 ", Milliseconds(60'000)));
  EXPECT_EQ(check->count("E2"), 0) << "it waits";
  folder_.write("slow.go", "");
  EXPECT_EQ(exit_code(*check), 0);
  EXPECT_THAT(row(*check, "E1"), HasSubstr(" gougi-engine (the gougi project), "));
  EXPECT_THAT(row(*check, "E2"), HasSubstr(" Fairy-Stockfish 11.1 LB 64 (Fabian Fichter), "));
  fs::remove(engine + ".go");
  const auto gui = registered(yaml);
  EXPECT_EQ(gui->count("option name E2_Engine type combo default Fairy-Stockfish_11.1"), 1);
  EXPECT_EQ(gui->count("option name E2_Skill_Level "), 1);
  EXPECT_EQ(gui->count("info string"), 0);
}

#ifdef __linux__
TEST_F(CheckTest, SaysWhichEngineIsDeadOrDeaf) {
  const std::string broken = folder_.write("broken",
                                           "\x7f"
                                           "ELF and no more");
  fs::permissions(broken, fs::perms::owner_all);
  const std::string yaml =
      configuration({"/bin/false", "/bin/cat", program_path("gougi-random"), broken});
  const auto check = gougi({"check", "--timeout", "1", "--config", yaml});
  EXPECT_EQ(exit_code(*check), 1);
  EXPECT_THAT(below(*check, "E1"), ElementsAre(AllOf(StartsWith("  exit code 1 after "),
                                                     EndsWith(", before it answered usi"))));
  EXPECT_THAT(below(*check, "E2"), ElementsAre(StartsWith("  no usiok in time after ")));
  EXPECT_THAT(row(*check, "E3"), HasSubstr(" gougi-random ("));
  EXPECT_THAT(below(*check, "E3"), IsEmpty());
  EXPECT_THAT(below(*check, "E4"), ElementsAre(StartsWith("  cannot be started: ")));
}
#endif

TEST_F(CheckTest, NamesOptionsThatAnEngineDoesNotHave) {
  const std::string yaml =
      folder_.write("relay.yaml", "engines:\n  - command: " + ours("gougi-random") +
                                      "\n    options: {Sead: 1}\n");
  const auto check = gougi({"check", "--config", yaml});
  EXPECT_EQ(exit_code(*check), 1);
  EXPECT_THAT(below(*check, "E1"), ElementsAre("  relay.yaml:3: E1_Sead: the engine has no such "
                                               "option; did you mean Seed?"));
}

TEST_F(CheckTest, ReachesTheEnginesOfAMember) {
  const std::string yaml =
      folder_.write("relay.yaml", "engines:\n  - consensus: majority\n    engines: [{command: " +
                                      ours("gougi-random") + "}]\n");
  const auto check = gougi({"check", "--config", yaml});
  EXPECT_EQ(exit_code(*check), 0);
  EXPECT_THAT(row(*check, "E1.E1"), HasSubstr(" gougi-random ("));
  EXPECT_NE(row(*check, "E1"), "");
}

TEST_F(CheckTest, StartsNothingIfToldSo) {
  const std::string yaml = configuration({program_path("gougi-random")});
  const auto check = gougi({"check", "--no-start", "--config", yaml});
  EXPECT_EQ(exit_code(*check), 0);
  EXPECT_EQ(check->count("E1"), 0);
}

TEST_F(CheckTest, OneEngineIsNoCouncilForARuleThatDecidesBetweenEngines) {
  const std::string one = "engines: [{command: " + ours("gougi-random") + "}]\n";
  const auto check = [&](const std::string& yaml) {
    return gougi({"check", "--no-start", "--config", folder_.write("relay.yaml", yaml)});
  };
  for (const std::string rule : {"exchange", "rotate-plies", "rotate-phase", "rotate-drop",
                                 "rotate-rise", "veto", "verify", "relay-by-progress", "arbiter"}) {
    const auto said = check("consensus: " + rule + "\n" + one);
    EXPECT_EQ(exit_code(*said), 1) << rule;
    EXPECT_EQ(said->count("  relay.yaml: consensus: " + rule +
                          " decides between engines; one "
                          "engine cannot be a council for it"),
              1);
  }
  for (const std::string rule : {"majority", "optimistic", "average", "softmax", "visits"}) {
    EXPECT_EQ(exit_code(*check("consensus: " + rule + "\n" + one)), 0) << rule;
  }
  const auto member = check("engines:\n  - command: " + ours("gougi-random") +
                            "\n  - {consensus: veto, " + one.substr(0, one.size() - 1) + "}\n");
  EXPECT_EQ(exit_code(*member), 1);
  EXPECT_EQ(member->count("  relay.yaml: member 2: consensus: veto decides"), 1);
}

TEST_F(CheckTest, AWrongWordOnTheCommandLineIsNoVerdictOnTheEngines) {
  const auto check = gougi({"check", "--timeout", "soon"});
  EXPECT_EQ(exit_code(*check), 2);
}

}  // namespace
}  // namespace gougi::testing
