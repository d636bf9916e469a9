// SPDX-License-Identifier: MIT
// Golden dialogues with the real executable, one test a file, and what a dialogue cannot show: a
// GUI that does not read, is gone, or is killed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "integration/bare_process.hpp"
#include "integration/process_subject.hpp"

#ifdef __linux__
#include <signal.h>
#include <sys/wait.h>
#endif

namespace gougi::testing {
namespace {

class ProcessTranscript : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(ProcessTranscript, IsHeardLineByLine) {
  ProcessSubject subject;
  transcript::play(GetParam(), subject);
}

std::vector<std::filesystem::path> transcripts() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder =
      std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/transcripts/relay_process";
  std::error_code missing;  // no files, no tests: gtest then says so
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".usi") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

INSTANTIATE_TEST_SUITE_P(Files, ProcessTranscript, ::testing::ValuesIn(transcripts()),
                         [](const auto& file) { return file.param.stem().string(); });

std::string scripted(const std::string& arguments) {
  return "engines:\n  - command: ['" + kBin + "/scripted-engine" + kExe + "', " + arguments + "]\n";
}

TEST(RelayProcess, TwoOfOnePathRunAtOnceWithOneLogFolder) {
  Folder folder;
  const std::string file = folder.write(
      "relay.yaml", scripted("--bestmove, 7g7f") + "log: {directory: logs, level: debug}\n");
  const std::string program = kBin + "/gougi" + kExe;
  Dialogue first(program, {"--config", file});
  Dialogue second(program, {"--config", file});
  for (Dialogue* gui : {&first, &second, &first}) {
    gui->say_at_once("usi\nisready\nposition startpos\ngo byoyomi 1000\n");
    EXPECT_TRUE(gui->wait_for("usiok"));
    EXPECT_TRUE(gui->wait_for("readyok"));
    const auto answer = gui->wait_for("bestmove");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->line, "bestmove 7g7f");
  }
}

#ifdef __linux__

/// The relay behind two bare pipes.
class BareRelay : public BareProcess {
 public:
  explicit BareRelay(const std::string& config)
      : BareProcess(program_path("gougi"), {"--config", config}) {}
};

TEST(RelayProcess, AGuiThatStopsReadingHoldsNothingUpAndGetsItsBestmoveWhenItReadsAgain) {
  Folder folder;
  const std::string seen = base::to_utf8(folder.path() / "seen.txt");
  BareRelay relay(folder.write(
      "relay.yaml",
      scripted("--bestmove, 7g7f, --delay-ms, 60000, --flood, 200000, --transcript, '" + seen +
               "'") +
          "show_all: true\n"));
  ASSERT_TRUE(relay.write("usi\nsetoption name G_InfoInterval value 0\nisready\n"));
  ASSERT_TRUE(relay.reads("readyok"));
  // The pipe is full long before the flood is over, and nobody reads.
  ASSERT_TRUE(relay.write("position startpos\ngo infinite\n"));
  ASSERT_TRUE(BareProcess::happens(Milliseconds(20'000), [&] {
    return content_of(seen).find("go infinite") != std::string::npos;
  }));
  ASSERT_TRUE(relay.write("stop\n"));
  EXPECT_TRUE(BareProcess::happens(
      Milliseconds(20'000), [&] { return content_of(seen).find("stop") != std::string::npos; }));
  EXPECT_TRUE(relay.reads("bestmove 7g7f"));
}

TEST(RelayProcess, AGuiThatReadsSlowlyMissesLinesOfThoughtAndNoVote) {
  constexpr int kFlood = 40'000;  // three times what may wait for a reader
  Folder folder;
  const std::string engine = "  - command: ['" + kBin + "/scripted-engine" + kExe + "', ";
  BareRelay relay(folder.write(
      "relay.yaml",
      "consensus: optimistic\nlanguage: en\nmate: off\nrecord: decided.jsonl\nengines:\n" + engine +
          "--bestmove, 7g7f, --score, '5', --flood, '" + std::to_string(kFlood) +
          "']\n    name: Flood\n" + engine +
          "--bestmove, 2g2f, --score, '9', --infos, '1']\n    name: Calm\n" + engine +
          "--bestmove, 3g3f, --score, '1']\n    name: Third\n"));
  ASSERT_TRUE(
      relay.write("usi\nsetoption name G_InfoInterval value 0\n"
                  "setoption name G_ShowAll value true\nisready\n"));
  ASSERT_TRUE(relay.reads("readyok"));
  const auto decisions = [&] {
    const std::string text = content_of(folder.path() / "decided.jsonl");
    return std::ranges::count(text, '\n');
  };
  for (int round = 1; round <= 3; ++round) {
    ASSERT_TRUE(relay.write("position startpos\ngo nodes 100000\n"));
    // Nothing is read until the move has been decided.
    ASSERT_TRUE(BareRelay::happens(Milliseconds(60'000), [&] { return decisions() == round; }));
    std::vector<std::string> lines;
    ASSERT_TRUE(relay.reads("bestmove 2g2f", &lines));
    EXPECT_LT(lines.size(), static_cast<std::size_t>(kFlood / 2)) << "nothing had to be left out";
    ASSERT_GE(lines.size(), 7U);
    const std::vector<std::string> last(lines.end() - 7, lines.end());
    EXPECT_TRUE(last[0].starts_with("info string [X] bestmove 7g7f ")) << last[0];
    EXPECT_TRUE(last[1].starts_with("info string [O] bestmove 2g2f ")) << last[1];
    EXPECT_TRUE(last[2].starts_with("info string [X] bestmove 3g3f ")) << last[2];
    EXPECT_EQ(last[3],
              "info string 2g2f 1/3: Calm +9 (highest value of all: 50.4%) | 7g7f: Flood +5 | "
              "3g3f: Third +1");
    EXPECT_NE(last[4].find(" multipv 2 score cp 5 pv 7g7f"), std::string::npos) << last[4];
    EXPECT_NE(last[5].find(" multipv 3 score cp 1 pv 3g3f"), std::string::npos) << last[5];
    EXPECT_NE(last[6].find(" multipv 1 score cp 9 pv 2g2f"), std::string::npos) << last[6];
  }
}

TEST(RelayProcess, AGuiThatNeverReadsCannotKeepItFromLeaving) {
  Folder folder;
  BareRelay relay(
      folder.write("relay.yaml", scripted("--bestmove, 7g7f, --delay-ms, 60000, --flood, 200000")));
  ASSERT_TRUE(
      relay.write("usi\nsetoption name G_InfoInterval value 0\nisready\n"
                  "position startpos\ngo infinite\nquit\n"));
  relay.close_input();
  EXPECT_TRUE(relay.exited(Milliseconds(3000)));
}

TEST(RelayProcess, AGuiWhoseReadingEndIsGoneEndsItWithoutASignal) {
  Folder folder;
  BareRelay relay(folder.write("relay.yaml", scripted("--bestmove, 7g7f")));
  ASSERT_TRUE(relay.write("usi\nisready\n"));
  ASSERT_TRUE(relay.reads("readyok"));
  const auto children = descendants_of(relay.pid());
  relay.close_output();  // it crashed; its input end lives on for a moment
  ASSERT_TRUE(relay.write("position startpos\ngo byoyomi 100\n"));
  ASSERT_TRUE(relay.exited(Milliseconds(3000)));
  EXPECT_TRUE(WIFEXITED(relay.status)) << "SIGPIPE";
  EXPECT_TRUE(BareProcess::happens(Milliseconds(2000),
                                   [&] { return std::ranges::all_of(children, is_gone); }));
}

TEST(RelayProcess, SigtermEndsItAndItsChildren) {
  Folder folder;
  BareRelay relay(folder.write(
      "relay.yaml", scripted("--bestmove, 7g7f, --delay-ms, 60000, --no-quit, --ignore-eof")));
  ASSERT_TRUE(relay.write("usi\nisready\nposition startpos\ngo infinite\n"));
  ASSERT_TRUE(relay.reads("readyok"));
  const auto children = descendants_of(relay.pid());
  EXPECT_EQ(children.size(), 2U) << "a guard and its engine";
  ASSERT_EQ(::kill(relay.pid(), SIGTERM), 0);
  ASSERT_TRUE(relay.exited(Milliseconds(3000)));
  EXPECT_TRUE(WIFEXITED(relay.status));
  EXPECT_TRUE(BareProcess::happens(Milliseconds(2000),
                                   [&] { return std::ranges::all_of(children, is_gone); }));
}

#endif

}  // namespace
}  // namespace gougi::testing
