// SPDX-License-Identifier: MIT
#include "io/child_process.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "base/path.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"
#include "io/test_program.hpp"
#include "sanitized.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace gougi::io {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A variable of ours while it lives.
class OwnVariable {
 public:
  OwnVariable(const char* name, const char* value) : name_(name) { set(value); }
  ~OwnVariable() { set(""); }
  OwnVariable(const OwnVariable&) = delete;
  OwnVariable& operator=(const OwnVariable&) = delete;

 private:
  void set(const char* value) {
#ifdef _WIN32
    ::_putenv_s(name_, value);
#else
    if (*value == 0) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
#endif
  }
  const char* name_;
};

/// A launched child and all that it said.
struct Watched {
  std::vector<std::string> lines;
  std::vector<std::string> half_lines;
  std::vector<std::string> error_lines;
  std::vector<std::string> write_errors;
  std::optional<ExitStatus> exit;
  int cut_lines = 0;
  int blocks = 0;
  int exits = 0;
  std::shared_ptr<ChildProcess> process;

  [[nodiscard]] bool said(std::string_view text) const {
    return std::find(lines.begin(), lines.end(), text) != lines.end();
  }
};

class ChildProcessTest : public LoopTest {
 protected:
  void SetUp() override {
    const auto* const info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("gougi-io-" + std::to_string(own_pid()) + "-" + std::string(info->name()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    for (const auto& child : launched_) child->process.reset();  // its callbacks hold the child
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::shared_ptr<Watched> launch(LaunchSpec spec) {
    auto child = std::make_shared<Watched>();
    launched_.push_back(child);
    auto process = ChildProcess::launch(loop_, std::move(spec), callbacks(child));
    EXPECT_TRUE(process) << (process ? "" : process.error().message);
    if (process) child->process = *process;
    return child;
  }
  std::shared_ptr<Watched> launch() { return launch({test_program("probe-child"), {}, {}, {}}); }

  ChildProcess::Callbacks callbacks(const std::shared_ptr<Watched>& child) {
    ChildProcess::Callbacks result;
    result.on_line = [this, child](std::string_view line) {
      EXPECT_FALSE(child->exit) << "a line after the exit";
      child->lines.emplace_back(line);
      wake();
    };
    result.on_line_truncated = [child] { ++child->cut_lines; };
    result.on_half_line = [child](std::string_view text) {
      EXPECT_FALSE(child->exit) << "half a line after the exit";
      child->half_lines.emplace_back(text);
    };
    result.on_block_end = [child] { ++child->blocks; };
    result.on_stderr_line = [child](std::string_view line) {
      child->error_lines.emplace_back(line);
    };
    result.on_write_error = [this, child](const base::Error& error) {
      child->write_errors.push_back(error.message);
      wake();
    };
    result.on_exit = [this, child](const ExitStatus& status) {
      child->exit = status;
      ++child->exits;
      wake();
    };
    return result;
  }

  bool until_exit(const std::shared_ptr<Watched>& child) {
    return run_until([child] { return child->exit.has_value(); });
  }
  /// `spec` is of probe-child.
  void runs_in_its_directory(const LaunchSpec& spec) {
    const auto child = launch(spec);
    child->process->write_line("directory");
    ASSERT_TRUE(run_until([&] { return !child->lines.empty(); }));
    EXPECT_TRUE(fs::equivalent(base::path_from_utf8(child->lines.front()), spec.directory))
        << child->lines.front();
    child->process->write_line("quit");
    ASSERT_TRUE(until_exit(child));
  }
  bool until_said(const std::shared_ptr<Watched>& child, const std::string& text) {
    return run_until([child, text, looked = std::size_t{0}]() mutable {
      while (looked < child->lines.size()) {
        if (child->lines[looked++] == text) return true;
      }
      return false;
    });
  }

  fs::path folder_;
  std::vector<std::shared_ptr<Watched>> launched_;
};

TEST_F(ChildProcessTest, LinesGoBothWays) {
  const auto child = launch();
  EXPECT_TRUE(child->process->write_line("ping 1"));
  EXPECT_TRUE(child->process->write_lines("ping 2\nping 3\n"));
  ASSERT_TRUE(until_said(child, "pong 3"));
  EXPECT_THAT(child->lines, ElementsAre("pong 1", "pong 2", "pong 3"));
  EXPECT_GE(child->blocks, 1);
}

TEST_F(ChildProcessTest, AWrittenLineMayNotHoldALineBreak) {
  const auto child = launch();
  EXPECT_FALSE(child->process->write_line("ping 1\nping 2"));
  EXPECT_FALSE(child->process->write_lines("ping 1\nping 2"));
  EXPECT_TRUE(child->process->write_line("ping 3"));
  ASSERT_TRUE(until_said(child, "pong 3"));
  EXPECT_THAT(child->lines, ElementsAre("pong 3"));
}

TEST_F(ChildProcessTest, ArgumentsArriveUnchanged) {
  LaunchSpec spec{test_program("probe-child"), {}, {}, {}};
  spec.arguments = {"plain",         "two words",  "",         "quo\"ted",   "\"all\"",
                    "back\\slash",   "ends in \\", "\\\\host", "a\\\\\"b c", "日本 語",
                    "$HOME %PATH% *"};
  const auto child = launch(spec);
  child->process->write_line("arguments");
  ASSERT_TRUE(until_said(child, "end"));
  ASSERT_EQ(child->lines.size(), spec.arguments.size() + 1);
  for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
    EXPECT_EQ(child->lines[i], "[" + spec.arguments[i] + "]");
  }
}

TEST_F(ChildProcessTest, EnvironmentIsAddedToOursAndReplacesInIt) {
  LaunchSpec spec{test_program("probe-child"), {}, {}, {}};
  spec.environment = {{"GOUGI_TEST_ADDED", "値 with = blanks"}, {"PATH", "replaced"}};
  const auto child = launch(spec);
  child->process->write_lines(
      "environment GOUGI_TEST_ADDED\nenvironment PATH\nenvironment GOUGI_NOT_THERE\n");
  ASSERT_TRUE(until_said(child, "unset"));
  EXPECT_THAT(child->lines, ElementsAre("[値 with = blanks]", "[replaced]", "unset"));

  const auto plain = launch();
  plain->process->write_lines("environment PATH\necho end\n");
  ASSERT_TRUE(until_said(plain, "end"));
  EXPECT_EQ(plain->lines.front(), "[" + environment_variable("PATH").value_or("") + "]");
}

TEST_F(ChildProcessTest, ACleanEnvironmentHasOfOursOnlyWhatAnyProgramNeeds) {
  const OwnVariable secret("GOUGI_TEST_SECRET", "token");
  LaunchSpec spec{test_program("probe-child"), {}, {}, {}};
  const auto inheriting = launch(spec);
  inheriting->process->write_line("environment GOUGI_TEST_SECRET");
  ASSERT_TRUE(until_said(inheriting, "[token]"));

  spec.is_clean = true;
  spec.environment = {{"GOUGI_TEST_ADDED", "all the same"}};
  const auto clean = launch(spec);
  clean->process->write_lines(
      "environment GOUGI_TEST_ADDED\nenvironment PATH\nenvironment GOUGI_TEST_SECRET\n");
  ASSERT_TRUE(until_said(clean, "unset"));
  EXPECT_THAT(clean->lines,
              ElementsAre("[all the same]", "[" + environment_variable("PATH").value_or("") + "]",
                          "unset"));
}

#ifndef _WIN32
TEST_F(ChildProcessTest, ALowOneIsTenNicerThanWeAre) {
  if (!fs::exists("/usr/bin/nice")) GTEST_SKIP() << "there is no nice(1) to say what it has";
  LaunchSpec spec{"/usr/bin/nice", {}, {}, {}};
  const auto ordinary = launch(spec);
  ASSERT_TRUE(until_exit(ordinary));
  spec.is_low = true;
  const auto low = launch(spec);
  ASSERT_TRUE(until_exit(low));
  ASSERT_FALSE(ordinary->lines.empty() || low->lines.empty());
  EXPECT_EQ(std::stoi(low->lines.front()), std::min(std::stoi(ordinary->lines.front()) + 10, 19));
}
#endif

TEST_F(ChildProcessTest, PathsMayHoldBlanksAndJapanese) {
  const fs::path deep = folder_ / base::path_from_utf8("日本 語 フォルダ");
  const fs::path source = test_program("probe-child");
  fs::path program = deep / base::path_from_utf8("エンジン その1");
  program += source.extension();
  fs::create_directories(deep);
  fs::copy_file(source, program);

  runs_in_its_directory({program, {}, deep, {}});
}

TEST_F(ChildProcessTest, TheDirectorysPathMayBeLongerThanWindowsTakes) {
  fs::path deep = folder_;
  for (int i = 0; i < 6; ++i) deep /= std::string(50, 'd');
  fs::create_directories(deep);

  runs_in_its_directory({test_program("probe-child"), {}, deep, {}});
}

TEST_F(ChildProcessTest, RelativeProgramIsRelativeToUsAndNotToTheChildsDirectory) {
  const auto child = launch({fs::relative(test_program("probe-child")), {}, folder_, {}});
  child->process->write_line("ping 1");
  ASSERT_TRUE(until_said(child, "pong 1"));
}

TEST_F(ChildProcessTest, MissingProgramIsAnErrorInOneLine) {
  const auto child = ChildProcess::launch(loop_, {folder_ / "no such engine", {}, {}, {}}, {});
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, HasSubstr("no such engine"));
  EXPECT_THAT(child.error().message, HasSubstr("no such file"));
  EXPECT_THAT(child.error().message, ::testing::Not(HasSubstr("\n")));
}

TEST_F(ChildProcessTest, FoldersAndMissingDirectoriesAreErrors) {
  const auto folder = ChildProcess::launch(loop_, {folder_, {}, {}, {}}, {});
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().message, HasSubstr("it is a folder"));
  const auto lost =
      ChildProcess::launch(loop_, {test_program("probe-child"), {}, folder_ / "missing", {}}, {});
  ASSERT_FALSE(lost);
  EXPECT_THAT(lost.error().message, HasSubstr("missing"));
}

#ifndef _WIN32
TEST_F(ChildProcessTest, FailedExecLeavesNoZombieAndFlushesNothingTwice) {
  const fs::path program = folder_ / "not executable";
  std::ofstream(program) << "text";
  std::fflush(stdout);
  ::testing::internal::CaptureStdout();
  std::fputs("once", stdout);  // lies in our buffer while the child is forked
  const auto child = ChildProcess::launch(loop_, {program, {}, {}, {}}, {});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "once");
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, HasSubstr("Permission denied"));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  EXPECT_EQ(errno, ECHILD);
}
#endif

TEST_F(ChildProcessTest, ExitCodeComesOnceAndAfterTheLastLine) {
  const auto child = launch();
  child->process->write_lines("flood 2000\nexit 7\n");
  ASSERT_TRUE(until_exit(child));
  EXPECT_EQ(child->lines.size(), 2001U);
  EXPECT_EQ(child->exit->code, 7);
  EXPECT_EQ(child->exit->text, "exit code 7");
  EXPECT_TRUE(child->process->has_exited());
  child->process->kill();
  child->process->shut_down(1ms);
  ASSERT_TRUE(run_until([] { return true; }));
  EXPECT_EQ(child->exits, 1);
}

TEST_F(ChildProcessTest, CrashIsNamed) {
  const auto child = launch();
  child->process->write_line("crash");
  ASSERT_TRUE(until_exit(child));
#ifdef _WIN32
  EXPECT_NE(child->exit->code, 0);
#else
  EXPECT_TRUE(child->exit->by_signal);
  EXPECT_EQ(child->exit->text, "killed by signal 6 (Aborted)");
#endif
}

TEST_F(ChildProcessTest, HalfLineBeforeTheEndIsNoLine) {
  const auto child = launch();
  child->process->write_line("half bestmove 7g7f");
  ASSERT_TRUE(until_exit(child));
  EXPECT_TRUE(child->lines.empty());
  EXPECT_THAT(child->half_lines, ElementsAre("bestmove 7g7f"));
}

TEST_F(ChildProcessTest, FourMegabyteLineIsCutAndTheNextOneIsWhole) {
  const auto child = launch();
  child->process->write_lines("long 4000000\necho next\n");
  ASSERT_TRUE(until_said(child, "next"));
  ASSERT_EQ(child->lines.size(), 2U);
  EXPECT_EQ(child->lines[0].size(), ChildProcess::kMaxLineBytes);
  EXPECT_EQ(child->cut_lines, 1);
}

TEST_F(ChildProcessTest, WritingToADeadChildIsRefusedAndHarmsNobody) {
  const auto child = launch();
  child->process->write_line("exit 0");
  ASSERT_TRUE(until_exit(child));
  EXPECT_FALSE(child->process->write_line("ping 1"));
  EXPECT_TRUE(child->write_errors.empty()) << "the exit said it already";
}

TEST_F(ChildProcessTest, ChildThatNeverReadsIsReportedAsHungAtTheQueuesLimit) {
  const auto child = launch();
  child->process->write_line("hang");
  ASSERT_TRUE(until_said(child, "hanging"));
  const std::string line(100000, 'z');
  std::size_t accepted = 0;
  while (child->process->write_line(line)) accepted += line.size() + 1;
  EXPECT_GE(accepted, ChildProcess::kMaxQueuedBytes - line.size());
  EXPECT_LE(accepted, ChildProcess::kMaxQueuedBytes + (std::size_t{1} << 20U));
  ASSERT_TRUE(run_until([&] { return !child->write_errors.empty(); }));
  EXPECT_THAT(child->write_errors, ElementsAre(HasSubstr("does not read its input")));
  child->process->kill();
  ASSERT_TRUE(until_exit(child));
}

TEST_F(ChildProcessTest, QueuedLinesArriveInOrderOnceTheChildReads) {
  const auto child = launch();
  child->process->write_line("mirror");
  std::string all;
  for (int i = 0; i < 20000; ++i) all += "line number " + std::to_string(i) + "\n";
  ASSERT_TRUE(child->process->write_lines(all));  // far more than the pipe holds
  ASSERT_TRUE(child->process->write_line("stop"));
  ASSERT_TRUE(until_said(child, "stop"));
  std::string back;
  for (const std::string& line : child->lines) back += line + "\n";
  EXPECT_EQ(back, all + "stop\n");
  EXPECT_EQ(child->process->queued_bytes(), 0U);
}

TEST_F(ChildProcessTest, ShutDownClosesTheInputAndAChildThatListensEndsByItself) {
  const auto child = launch();
  child->process->write_line("ping 1");
  child->process->shut_down(1h);  // a kill would come too late for this test
  EXPECT_FALSE(child->process->write_line("ping 2"));
  ASSERT_TRUE(until_exit(child));
  EXPECT_EQ(child->exit->text, "exit code 0");
  EXPECT_THAT(child->lines, ElementsAre("pong 1"));
}

TEST_F(ChildProcessTest, ChildThatIgnoresTheEndOfItsInputIsEndedAfterTheGrace) {
  const auto child = launch();
  child->process->write_line("ignore-end");
  ASSERT_TRUE(until_said(child, "ignoring the end"));
  child->process->shut_down(10ms);
  ASSERT_TRUE(until_exit(child));
#ifndef _WIN32
  EXPECT_TRUE(child->exit->by_signal);
#endif
}

#ifndef _WIN32  // where closing stdout in the C library leaves the pipe's handle open
TEST_F(ChildProcessTest, ChildThatClosesItsOutputIsEnded) {
  const auto child = launch();
  child->process->write_line("close-output");
  ASSERT_TRUE(until_exit(child));
}
#endif

TEST_F(ChildProcessTest, AMegabyteOnStderrIsDrainedAndDelivered) {
  const auto child = launch();
  child->process->write_lines("errors 1000000\nquit\n");
  ASSERT_TRUE(until_exit(child));
  EXPECT_TRUE(child->said("errors written"));
  ASSERT_EQ(child->error_lines.size(), 10000U);
  EXPECT_EQ(child->error_lines.back(), std::string(99, 'e'));
}

TEST_F(ChildProcessTest, AbandonedChildIsSilent) {
  const auto child = launch();
  const auto other = launch();
  child->process->write_line("flood 1000000");
  ASSERT_TRUE(run_until([&] { return !child->lines.empty(); }));
  child->process.reset();
  const std::size_t heard = child->lines.size();
  other->process->write_line("quit");
  ASSERT_TRUE(until_exit(other));
  EXPECT_EQ(child->lines.size(), heard);
  EXPECT_FALSE(child->exit);
}

TEST_F(ChildProcessTest, ChildMayBeAbandonedFromWithinItsOwnCallback) {
  const auto child = std::make_shared<Watched>();
  ChildProcess::Callbacks given = callbacks(child);
  given.on_line = [this, child](std::string_view line) {
    child->lines.emplace_back(line);
    child->process.reset();
    wake();
  };
  child->process =
      *ChildProcess::launch(loop_, {test_program("probe-child"), {}, {}, {}}, std::move(given));
  child->process->write_lines("ping 1\nping 2\nping 3\n");
  ASSERT_TRUE(run_until([&] { return !child->lines.empty(); }));
  ASSERT_TRUE(run_until([] { return true; }));
  EXPECT_THAT(child->lines, ElementsAre("pong 1"));
}

TEST_F(ChildProcessTest, FloodsTakeTurnsAndMemoryStaysFlat) {
  constexpr int kLines = 300000;  // 30 MB a child
  const std::size_t before = resident_memory();
  std::array<int, 3> heard{};
  std::array<int, 3> when_the_first_ended{};
  int ended = 0;
  std::vector<std::shared_ptr<ChildProcess>> children;
  for (std::size_t i = 0; i < heard.size(); ++i) {
    ChildProcess::Callbacks given;
    given.on_line = [&, i](std::string_view line) {
      ++heard.at(i);
      if (line != "flood end") return;
      if (ended++ == 0) when_the_first_ended = heard;
      wake();
    };
    children.push_back(
        *ChildProcess::launch(loop_, {test_program("probe-child"), {}, {}, {}}, std::move(given)));
  }
  for (const auto& child : children) child->write_line("flood " + std::to_string(kLines));
  ASSERT_TRUE(run_until([&] { return ended == 3; }));
  EXPECT_THAT(heard, ElementsAre(kLines + 1, kLines + 1, kLines + 1));
  if (!kBrief) {  // whose quarantine grows
    EXPECT_LT(resident_memory(), before + (std::size_t{4} << 20U));
  }
}

TEST_F(ChildProcessTest, LinesThatTakeLongToTakeInComeInSmallBlocks) {
  const auto child = std::make_shared<Watched>();
  launched_.push_back(child);
  ChildProcess::Callbacks given = callbacks(child);
  std::size_t bytes = 0;
  std::vector<std::size_t> blocks;
  given.on_line = [&](std::string_view line) {
    bytes += line.size() + 1;
    if (line != "flood end") return;
    child->lines.emplace_back(line);
    wake();
  };
  given.on_block_end = [&] {
    blocks.push_back(bytes);
    bytes = 0;
    std::this_thread::sleep_for(2ms);  // whoever waits for a timer waits for this
  };
  child->process =
      *ChildProcess::launch(loop_, {test_program("probe-child"), {}, {}, {}}, std::move(given));
  child->process->write_line("flood 1000");
  ASSERT_TRUE(run_until([&] { return !child->lines.empty(); }));
  ASSERT_GT(blocks.size(), 8U);
  const std::size_t longest_later = *std::max_element(blocks.begin() + 4, blocks.end());
  EXPECT_LT(longest_later, std::size_t{2} << 10U);
}

TEST_F(ChildProcessTest, ChildrenThatFollowAbandonedOnesDoNotHoldTheLoopUp) {
  // All pipes are ready at once, and one callback puts new children in the place of all.
  for (int round = 0; round < 30; ++round) {
    std::vector<std::shared_ptr<Watched>> old;
    for (int i = 0; i < 6; ++i) {
      old.push_back(launch());
      old.back()->process->write_line("flood 100000000");
    }
    for (const auto& child : old) {
      ASSERT_TRUE(run_until([&] { return !child->lines.empty(); }));
    }
    std::this_thread::sleep_for(2ms);  // until each has filled its pipe, or not: either must do
    std::vector<std::shared_ptr<Watched>> next;
    ASSERT_TRUE(run_until([&] {
      if (next.empty()) {
        for (const auto& child : old) child->process.reset();
        for (std::size_t i = 0; i < old.size(); ++i) next.push_back(launch());
      }
      return true;
    }));
    for (const auto& child : next) {
      child->process->write_line("ping 1");
      ASSERT_TRUE(until_said(child, "pong 1"));
      child->process.reset();
    }
    launched_.clear();
  }
}

#ifndef _WIN32
std::size_t open_descriptors() {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

TEST_F(ChildProcessTest, FiftyLaunchesLeaveNoDescriptorOpen) {
  std::size_t after_the_first = 0;
  for (int i = 0; i < 50; ++i) {
    const auto child = launch();
    child->process->write_line("quit");
    ASSERT_TRUE(until_exit(child));
    EXPECT_FALSE(ChildProcess::launch(loop_, {"/no/such/file", {}, {}, {}}, {}));
    EXPECT_FALSE(ChildProcess::launch(loop_, {"/etc/passwd", {}, {}, {}}, {}));
    child->process.reset();
    ASSERT_TRUE(run_until([] { return true; }));
    if (i == 0) after_the_first = open_descriptors();
  }
  EXPECT_EQ(open_descriptors(), after_the_first);
}

TEST_F(ChildProcessTest, ChildrenInheritOnlyTheirOwnThreeStreams) {
  const int foreign = ::open("/dev/null", O_RDONLY);  // inheritable, as a careless library's
  const auto first = launch();
  const auto second = launch();
  const auto third = launch();
  third->process->write_line("descriptors");
  ASSERT_TRUE(run_until([&] { return !third->lines.empty(); }));
  EXPECT_EQ(third->lines.front(), "0");
  ::close(foreign);
}
#endif

}  // namespace
}  // namespace gougi::io
