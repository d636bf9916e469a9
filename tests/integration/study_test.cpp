// SPDX-License-Identifier: MIT
// From a match of relays to what their votes say: `gougi match --notes on`, `gougi study` and
// `gougi calibrate`, and their pages in a browser.
#include <memory>
#include <vector>

#include "book/temporary_folder.hpp"
#include "integration/browser.hpp"
#include "integration/processes.hpp"

namespace gougi {
namespace {

namespace fs = std::filesystem;
using book::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class StudyTest : public BrowserTest {
 protected:
  struct Told {
    int status = -1;
    std::string output;
    std::string errors;
  };
  Told gougi(std::vector<std::string> arguments) {
    Told told;
    bool ended = false;
    io::ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&](std::string_view line) { told.output.append(line).append("\n"); };
    callbacks.on_stderr_line = [&](std::string_view line) {
      told.errors.append(line).append("\n");
    };
    callbacks.on_exit = [&](const io::ExitStatus& status) {
      told.status = status.code;
      ended = true;
      wake();
    };
    auto launched = io::ChildProcess::launch(
        loop_, {base::path_from_utf8(testing::program_path("gougi")), std::move(arguments), {}, {}},
        std::move(callbacks));
    EXPECT_TRUE(launched);
    bool came = false;
    for (int i = 0; i < 3 && !came; ++i) came = run_until([&ended] { return ended; });
    return told;
  }
  std::string file(const std::string& name) const { return base::to_utf8(folder_ / name); }

  /// Three voters of little depth, one of which also plays by itself.
  void play_match() {
    const std::string engine = testing::program_path("gougi-engine");
    std::string config =
        "name: council\nconsensus: optimistic\nlanguage: en\nrecord: votes.jsonl\n";
    config += "ponder: \"off\"\nmate: \"off\"\nengines:\n";
    int nodes = 100;
    for (const char* const name : {"low", "middle", "<high>"}) {
      config += std::string("  - name: \"") + name + "\"\n    command: " + engine +
                "\n    options: {Threads: 1, USI_Hash: 1, NodesLimit: " + std::to_string(nodes) +
                "}\n";
      nodes *= 3;
    }
    const std::string path = base::to_utf8(folder_.write("council.yaml", config));
    const Told told = gougi({"match",
                             "--first",
                             "\"" + testing::program_path("gougi") + "\" --config \"" + path + "\"",
                             "--name",
                             "council",
                             "--second",
                             "\"" + engine + "\"",
                             "--name",
                             "<high>",
                             "--time",
                             "nodes 900",
                             "--option",
                             "USI_Hash=1",
                             "--games",
                             "2",
                             "--random-plies",
                             "6",
                             "--max-plies",
                             "60",
                             "--notes",
                             "on",
                             "--file",
                             file("match.db")});
    EXPECT_EQ(told.status, 0) << told.errors;
  }

  TemporaryFolder folder_;
};

TEST_F(StudyTest, VotesOfAMatchAndARecordOfDecisionsSayTheSame) {
  play_match();
  const Told match = gougi({"study", file("match.db"), "--nodes", "300", "--judged", "20",
                            "--report", file("study.html")});
  ASSERT_EQ(match.status, 0) << match.errors;
  EXPECT_THAT(match.output,
              AllOf(HasSubstr("How often the voters agreed"), HasSubstr("2. middle"),
                    HasSubstr("What each rule would have chosen"), HasSubstr("optimistic"),
                    HasSubstr("Whose minority votes were right"), HasSubstr("council"),
                    HasSubstr("Not compared, as they did not play: low, middle")));
  const Told record = gougi({"study", file("votes.jsonl"), "--nodes", "0"});
  ASSERT_EQ(record.status, 0) << record.errors;
  const auto first_part = [](const std::string& text) {
    return text.substr(0, text.find("What each rule"));
  };
  EXPECT_EQ(first_part(match.output), first_part(record.output));

  const Told empty = gougi({"study", base::to_utf8(folder_.write("empty.jsonl", ""))});
  EXPECT_EQ(empty.status, 1);
  EXPECT_THAT(empty.errors, HasSubstr("empty.jsonl: is empty"));

  if (!browser()) GTEST_SKIP() << "there is no chromium here to look at the page with";
  const Shown page = show(folder_ / "study.html", "", folder_ / "profile");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom,
              AllOf(HasSubstr("class=\"bars intervals\""), HasSubstr("&lt;high&gt;"),
                    Not(HasSubstr("\"nan")), Not(HasSubstr(">nan")), Not(HasSubstr("http"))));
}

TEST_F(StudyTest, VotersAreCalibratedFromAMatchAsFromTheirRelaysRecord) {
  play_match();
  const Told match = gougi({"calibrate", file("match.db"), "--report", file("calibrate.html")});
  ASSERT_EQ(match.status, 0) << match.errors;
  const Told record = gougi({"calibrate", file("votes.jsonl")});
  ASSERT_EQ(record.status, 0) << record.errors;
  const std::size_t engines = record.output.find("  - name: 'low'");
  ASSERT_NE(engines, std::string::npos) << record.output;
  EXPECT_THAT(record.output, HasSubstr("shared positions"));
  EXPECT_THAT(match.output,
              AllOf(HasSubstr("engines:  # voters of the relays\n" + record.output.substr(engines)),
                    HasSubstr(" 2 games with a result"), Not(HasSubstr(" 4 games")),
                    HasSubstr("players:  # players of the matches\n  - name: 'council'  # E1\n")));
}

TEST_F(StudyTest, ACalibrationHasIntervalsAndAPlot) {
  const std::string engine = testing::program_path("gougi-engine");
  const Told played = gougi({"match", "--first", "\"" + engine + "\"", "--second",
                             "\"" + engine + "\"", "--time", "nodes 200", "--option", "USI_Hash=1",
                             "--games", "24", "--random-plies", "8", "--file", file("m.db")});
  ASSERT_EQ(played.status, 0) << played.errors;
  const Told told = gougi({"calibrate", file("m.db"), "--report", file("calibrate.html")});
  ASSERT_EQ(told.status, 0) << told.errors;
  EXPECT_THAT(told.output, AllOf(HasSubstr(" games; 95 %: "), HasSubstr(" 24 games with a result"),
                                 HasSubstr("Fewer than 100 games")));
  EXPECT_EQ(gougi({"calibrate", file("m.db"), "--report", file("none/x.html")}).status, 1);
  if (!browser()) GTEST_SKIP() << "there is no chromium here to look at the page with";
  const Shown page = show(folder_ / "calibrate.html", "", folder_ / "profile");
  EXPECT_THAT(page.messages, IsEmpty());
  EXPECT_THAT(page.dom,
              AllOf(HasSubstr("<polyline"), HasSubstr("<circle"), HasSubstr("<polygon"),
                    Not(HasSubstr("\"nan")), Not(HasSubstr(">nan")), Not(HasSubstr("http"))));
}

}  // namespace
}  // namespace gougi
