// SPDX-License-Identifier: MIT
// What is left of a child and of all that it has started, however it or we end: nothing. Found by a
// mark in the environment, which all that it starts inherit, whatever session they go to.
#ifdef __linux__
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "io/child_process.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The processes that were started with `mark` among their variables; zombies have none.
std::set<int> processes_with(const std::string& mark) {
  std::set<int> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (content_of(entry.path() / "environ").find(mark) != std::string::npos) {
      found.insert(std::stoi(name));
    }
  }
  return found;
}

/// How an engine may be wrapped, and what it may leave behind. Each says "ready" once all of it
/// runs, `processes` in number.
struct Lineage {
  std::string name;
  std::string script;  ///< of /bin/sh; $1 is the probe
  std::size_t processes = 0;
};
void PrintTo(const Lineage& that, std::ostream* out) { *out << that.name; }

const std::vector<Lineage>& lineages() {
  static const std::vector<Lineage> all{
      {"Alone", R"(echo ready; exec "$1")", 1},
      {"Deaf", R"(trap "" TERM HUP INT PIPE; echo ready; exec sleep 1000)", 1},
      {"BehindAHangingShell", R"(echo ready; "$1"; sleep 1000; :)", 2},
      {"BehindADeafShell", R"(trap "" TERM HUP INT; (exec sleep 1000) & echo ready; sleep 1000; :)",
       3},
      {"InASessionOfItsOwn", R"(setsid sh -c 'echo ready; exec sleep 1000' & sleep 1000; :)", 3},
      {"ADaemonBesideTheEngine",
       R"((setsid sh -c 'trap "" TERM HUP; echo ready; exec 0<&- 1>&- 2>&-; sleep 1000; :' &)
          exec "$1")",
       3},
      {"OneThatForksADaemonThatDoes",
       R"((setsid sh -c '(setsid sh -c "(setsid sleep 1000 &) ; echo ready; exec sleep 1000" &)
                         exec sleep 1000' &) ; exec "$1")",
       4},
  };
  return all;
}

class ChildGuardTest : public LoopTest {
 protected:
  ChildGuardTest() {
    static int number = 0;
    value_ = std::to_string(own_pid()) + "-" + std::to_string(++number);
  }
  ~ChildGuardTest() override {
    for (const int pid : ours()) ::kill(pid, SIGKILL);
  }

  static fs::path test_program(const std::string& name) {
    return base::path_from_utf8(GOUGI_BIN_DIR) / name;
  }

  LaunchSpec shell(const std::string& script) const {
    return {"/bin/sh",
            {"-c", script, "sh", base::to_utf8(test_program("probe-child"))},
            {},
            {{"GOUGI_TEST_LINEAGE", value_}}};
  }
  /// The words that start a parent of its own, which launches two children of these words.
  static std::vector<std::string> parent_of(std::vector<std::string> words) {
    words.insert(words.begin(), base::to_utf8(test_program("launching-parent")));
    return words;
  }
  std::vector<std::string> shell_words(const std::string& script) const {
    std::vector<std::string> words = shell(script).arguments;
    words.insert(words.begin(), "/bin/sh");
    return words;
  }

  /// Without a guard, which would end what it leaves.
  pid_t start_bare(std::vector<std::string> words) const {
    words.insert(words.begin(), {"/usr/bin/env", "GOUGI_TEST_LINEAGE=" + value_});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    EXPECT_EQ(::posix_spawn(&pid, "/usr/bin/env", &actions, nullptr, pointers.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    return pid;
  }
  /// Only itself, not its group, as the system's out-of-memory killer would.
  static void kill_outright(pid_t pid) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }

  std::shared_ptr<ChildProcess> launch(LaunchSpec spec) {
    ChildProcess::Callbacks callbacks;
    callbacks.on_line = [this](std::string_view line) {
      lines_.emplace_back(line);
      wake();
    };
    callbacks.on_exit = [this](const ExitStatus& status) {
      exit_ = status;
      wake();
    };
    auto child = ChildProcess::launch(loop_, std::move(spec), std::move(callbacks));
    EXPECT_TRUE(child) << (child ? "" : child.error().message);
    return child ? *child : nullptr;
  }

  std::set<int> ours() const { return processes_with("GOUGI_TEST_LINEAGE=" + value_); }

  /// Looks again and again; the limit is run_until's.
  bool until(const std::function<bool()>& holds) {
    std::function<void()> look = [this, &look] {
      wake();
      timer_ = loop_.set_timer(EventLoop::now() + 2ms, look);
    };
    look();
    const bool came = run_until(holds);
    loop_.cancel_timer(timer_);
    return came;
  }
  bool until_all_run(std::size_t processes) {
    return until([&] { return !lines_.empty() && ours().size() >= processes; });
  }
  bool until_none_is_left() {
    return until([&] { return ours().empty(); });
  }

  std::vector<std::string> lines_;
  std::optional<ExitStatus> exit_;

 private:
  std::string value_;
  TimerId timer_{};
};

class Lineages : public ChildGuardTest, public ::testing::WithParamInterface<Lineage> {};
std::string lineage_name(const ::testing::TestParamInfo<Lineage>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Children, Lineages, ::testing::ValuesIn(lineages()), lineage_name);

TEST_P(Lineages, NobodyIsLeftWhenTheParentIsKilledOutright) {
  const Lineage& that = GetParam();
  const pid_t parent = start_bare(parent_of(shell_words(that.script)));
  // It, two guards, and two of all.
  ASSERT_TRUE(until([&] { return ours().size() >= 1 + 2 + 2 * that.processes; }));
  kill_outright(parent);
  EXPECT_TRUE(until_none_is_left());
}

TEST_P(Lineages, NobodyIsLeftWhenItIsKilled) {
  const Lineage& that = GetParam();
  const auto child = launch(shell(that.script));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(that.processes));
  child->kill();
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_EQ(exit_->text, "killed by signal 9 (Killed)");
  EXPECT_TRUE(ours().empty()) << "at the moment when its end is known";
}

TEST_P(Lineages, NobodyIsLeftWhenItIsShutDown) {
  const Lineage& that = GetParam();
  const auto child = launch(shell(that.script));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(that.processes));
  child->shut_down(20ms);
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_TRUE(ours().empty());
}

TEST_P(Lineages, NobodyIsLeftWhenItIsAbandoned) {
  const Lineage& that = GetParam();
  auto child = launch(shell(that.script));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(that.processes));
  child.reset();
  EXPECT_TRUE(until_none_is_left());
  EXPECT_FALSE(exit_);
}

TEST_F(ChildGuardTest, NobodyIsLeftWhenTheLoopGoesFirst) {
  auto loop = std::make_unique<EventLoop>();
  bool ready = false;
  ChildProcess::Callbacks callbacks;
  callbacks.on_line = [&](std::string_view) {
    ready = true;
    loop->stop();
  };
  auto child = ChildProcess::launch(
      *loop, shell("(setsid sh -c 'echo ready; exec sleep 1000' &) ; exec sleep 1000"),
      std::move(callbacks));
  ASSERT_TRUE(child);
  loop->run();
  ASSERT_TRUE(ready);
  (*child).reset();
  loop.reset();
  EXPECT_TRUE(ours().empty()) << "it waits for their end";
}

TEST_F(ChildGuardTest, WhatAnEngineLeavesBehindEndsWithIt) {
  const auto child =
      launch(shell("(setsid sh -c 'echo ready; exec sleep 1000' &) ; read x; exit 3"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(2));
  child->write_line("go");
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_EQ(exit_->text, "exit code 3");
  EXPECT_TRUE(ours().empty());
}

TEST_F(ChildGuardTest, AChainOfDaemonsThatEachStartTheNextIsEnded) {
  const auto child = launch(shell("f() { (sleep 0.02; f) & }; f; echo ready; exec sleep 1000"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(2));
  child->kill();
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_TRUE(until_none_is_left());
}

TEST_F(ChildGuardTest, SignalToItsOwnGroupEndsTheEngineAndIsReported) {
  const auto child = launch(shell("echo ready; read x; kill -USR2 0; sleep 1000"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(1));
  child->write_line("go");
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_TRUE(exit_->by_signal);
  EXPECT_EQ(exit_->code, SIGUSR2);
  EXPECT_TRUE(ours().empty());
}

TEST_F(ChildGuardTest, TheEnginesOwnNumberIsTold) {
  const auto child = launch(shell("echo $$; exec sleep 1000"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(until_all_run(1));
  EXPECT_EQ(lines_.front(), std::to_string(child->pid()));
}

TEST_F(ChildGuardTest, TheEngineHasTheSignalsOfAnOrdinaryProgram) {
  const auto child = launch(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  ASSERT_EQ(lines_.size(), 2U);
  EXPECT_EQ(lines_[0], "SigBlk:\t0000000000000000");
  const auto ignored = std::stoull(lines_[1].substr(8), nullptr, 16);
  for (const int signal : {SIGPIPE, SIGCHLD, SIGXFSZ, SIGTERM}) {
    EXPECT_EQ(ignored >> static_cast<unsigned>(signal - 1) & 1U, 0U) << signal;
  }
}

TEST_F(ChildGuardTest, TheEnginesOutputEndsWithTheEngineThoughItsGuardLives) {
  // Whose input and output both go while another process of it is still to be ended.
  const auto child = launch(shell("(setsid sleep 1000 0<&- 1>&- 2>&- &) ; echo ready; exit 0"));
  ASSERT_TRUE(child);
  ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  EXPECT_EQ(exit_->text, "exit code 0");
  EXPECT_TRUE(ours().empty());
}

TEST_F(ChildGuardTest, NoZombieStaysWithUs) {
  for (int i = 0; i < 5; ++i) {
    exit_.reset();
    const auto child = launch(shell("(setsid sleep 1000 &) ; echo ready; read x"));
    ASSERT_TRUE(child);
    ASSERT_TRUE(run_until([&] { return !lines_.empty(); }));
    child->kill();
    ASSERT_TRUE(run_until([&] { return exit_.has_value(); }));
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ChildGuardTest, AParentOfParentsTakesAllAlong) {
  const std::string script = "(setsid sleep 1000 &) ; exec sleep 1000";
  const pid_t outer = start_bare(parent_of(parent_of(shell_words(script))));
  // It, two guards, two parents, four guards, and two of each of the four.
  ASSERT_TRUE(until([&] { return ours().size() >= 1 + 2 + 2 + 4 + 4 * 2; }));
  kill_outright(outer);
  EXPECT_TRUE(until_none_is_left());
}

}  // namespace
}  // namespace gougi::io
#endif
