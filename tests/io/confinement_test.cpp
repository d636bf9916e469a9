// SPDX-License-Identifier: MIT
#ifndef _WIN32
#include "io/confinement.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"

namespace gougi::io {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;
namespace fs = std::filesystem;

/// What lies right in `folder` on the way to `inside`: nothing where that lies elsewhere.
std::vector<std::string> way_to(const fs::path& inside, const fs::path& folder) {
  const fs::path below = inside.lexically_relative(folder);
  if (below.empty() || *below.begin() == "..") return {};
  return {base::to_utf8(*below.begin())};
}

/// What a shell script says that runs confined in a folder of its own.
class ConfinementTest : public LoopTest {
 protected:
  void SetUp() override {
    const auto can = can_confine();
    if (!can) GTEST_SKIP() << can.error().message;
    fs::create_directories(own_);
    fs::create_directories(other_);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
  }

  LaunchSpec shell(const std::string& script) const {
    LaunchSpec spec{"/bin/sh", {"-c", script}, own_, {}};
    spec.is_confined = true;
    return spec;
  }
  std::vector<std::string> said_by(const std::string& script, bool is_confined = true) {
    LaunchSpec spec = shell(script);
    spec.is_confined = is_confined;
    return said_by(spec);
  }
  std::vector<std::string> said_by(const LaunchSpec& spec) {
    std::vector<std::string> lines;
    bool has_ended = false;
    ChildProcess::Callbacks callbacks;
    callbacks.on_line = [&](std::string_view line) { lines.emplace_back(line); };
    callbacks.on_exit = [&](const ExitStatus&) {
      has_ended = true;
      wake();
    };
    const auto child = ChildProcess::launch(loop_, spec, std::move(callbacks));
    EXPECT_TRUE(child) << (child ? "" : child.error().message);
    EXPECT_TRUE(run_until([&] { return has_ended; }));
    return lines;
  }

  fs::path base_ = fs::path(GOUGI_BIN_DIR) / ("confined-" + std::to_string(own_pid()));
  fs::path own_ = base_ / "own";
  fs::path other_ = base_ / "other";
};

TEST_F(ConfinementTest, AConfinedChildWritesInItsOwnFolderAlone) {
  const std::string other = base::to_utf8(other_ / "file");
  EXPECT_THAT(said_by("echo a > file && echo own; (echo a > '" + other + "') || echo not"),
              ElementsAre("own", "not"));
  EXPECT_TRUE(fs::exists(own_ / "file"));
  EXPECT_FALSE(fs::exists(other_ / "file"));
  EXPECT_THAT(said_by("echo a > '" + other + "' && echo free", false), ElementsAre("free"));
}

TEST_F(ConfinementTest, AConfinedChildHasNoPrivilegeEvenWhereItsParentIsRoot) {
  EXPECT_THAT(said_by("grep -E 'Cap(Prm|Eff|Amb)' /proc/self/status | cut -f 2 | sort -u"),
              ElementsAre("0000000000000000"));
  EXPECT_THAT(said_by("grep NoNewPrivs /proc/self/status | cut -f 2"), ElementsAre("1"));
  EXPECT_THAT(said_by("mount -o remount,rw / 2> /dev/null && echo may || echo not"),
              ElementsAre("not"));
}

// They belong to root, who needs no capability to write what is its own.
TEST_F(ConfinementTest, AConfinedChildChangesNoSettingOfTheSystem) {
  const std::string tries =
      "for file in /proc/sys/kernel/core_pattern /proc/sys/fs/pipe-max-size /proc/sysrq-trigger; do"
      " (: >> $file) 2> /dev/null && echo may || echo not; done";
  EXPECT_THAT(said_by(tries), ElementsAre("not", "not", "not"));
}

TEST_F(ConfinementTest, WhatIsSetForAConfinedChildDoesNothingBeforeItIsConfined) {
  // The loader of a program that is told so writes what it does where it is told to.
  const std::string trace = base::to_utf8(other_ / "trace");
  LaunchSpec spec = shell("echo $LD_DEBUG_OUTPUT $ITS_OWN");
  spec.environment = {{"LD_DEBUG", "libs"}, {"LD_DEBUG_OUTPUT", trace}, {"ITS_OWN", "a b"}};
  for (const bool is_clean : {false, true}) {
    spec.is_clean = is_clean;
    EXPECT_THAT(said_by(spec), Contains(trace + " a b"));
    EXPECT_TRUE(fs::is_empty(other_)) << is_clean;
  }
  ::setenv("LD_DEBUG", "libs", 1);
  ::setenv("LD_DEBUG_OUTPUT", trace.c_str(), 1);
  EXPECT_THAT(said_by("echo $LD_DEBUG_OUTPUT"), Contains(trace));
  ::unsetenv("LD_DEBUG");
  ::unsetenv("LD_DEBUG_OUTPUT");
  EXPECT_TRUE(fs::is_empty(other_));
}

TEST_F(ConfinementTest, AConfinedChildsVariablesStandOnNoCommandLine) {
  LaunchSpec spec = shell("cat; echo $TOKEN");
  spec.environment = {{"TOKEN", "s3cret"}};
  std::vector<std::string> lines;
  bool has_ended = false;
  ChildProcess::Callbacks callbacks;
  callbacks.on_line = [&](std::string_view line) { lines.emplace_back(line); };
  callbacks.on_exit = [&](const ExitStatus&) {
    has_ended = true;
    wake();
  };
  auto launched = ChildProcess::launch(loop_, spec, std::move(callbacks));
  ASSERT_TRUE(launched) << launched.error().message;
  std::string words;
  std::ifstream file("/proc/" + std::to_string((*launched)->pid()) + "/cmdline");
  std::getline(file, words);
  (*launched)->shut_down(base::Milliseconds(60'000));
  EXPECT_TRUE(run_until([&] { return has_ended; }));
  EXPECT_THAT(words, HasSubstr("bwrap"));
  EXPECT_THAT(words, Not(HasSubstr("s3cret")));
  EXPECT_THAT(lines, ElementsAre("s3cret"));
}

TEST_F(ConfinementTest, AConfinedChildInheritsOnlyItsOwnThreeStreams) {
  EXPECT_THAT(said_by("ls /proc/$$/fd"), ElementsAre("0", "1", "2"));
}

TEST_F(ConfinementTest, AFolderWithGougiOrWhatMustStayIsReadOnlyAsWell) {
  const std::string script =
      "(echo a > file) 2> /dev/null && echo may || echo not; ls -A /tmp | wc -l";
  const std::string in_tmp = std::to_string(way_to(own_, "/tmp").size());
  LaunchSpec spec = shell(script);
  EXPECT_FALSE(writes_nowhere(spec));
  EXPECT_THAT(said_by(spec), ElementsAre("may", in_tmp));
  std::ofstream(own_ / "gougi.yaml") << "confine: true";
  fs::create_directory(own_ / "below");
  fs::create_symlink(other_ / "elsewhere.yaml", own_ / "link.yaml");
  fs::create_directory_symlink(other_, own_ / "link");
  for (const fs::path& stays :
       {own_, own_ / "gougi.yaml", own_ / "below" / "program", own_ / "link.yaml",
        own_ / "link" / "gougi.yaml", other_ / ".." / "own" / "gougi.yaml"}) {
    spec.must_stay = {stays};
    EXPECT_TRUE(writes_nowhere(spec)) << stays;
    EXPECT_THAT(said_by(spec), ElementsAre("not", in_tmp)) << stays;
  }
  for (const fs::path& stays : {base_, other_ / "gougi.yaml", base_ / "own.yaml"}) {
    spec.must_stay = {stays};
    EXPECT_FALSE(writes_nowhere(spec)) << stays;
    EXPECT_THAT(said_by(spec), ElementsAre("may", in_tmp)) << stays;
  }
  spec.must_stay.clear();
  for (const std::string name : {"HOME", "PATH"}) {
    const std::string before = environment_variable(name).value_or("");
    for (const fs::path& folder : {own_, own_ / "below"}) {
      const std::string value = base::to_utf8(folder) + (name == "PATH" ? ":" + before : "");
      ::setenv(name.c_str(), value.c_str(), 1);
      EXPECT_TRUE(writes_nowhere(spec)) << name << ' ' << folder;
      EXPECT_THAT(said_by(spec), ElementsAre("not", in_tmp)) << name << ' ' << folder;
    }
    ::setenv(name.c_str(), before.c_str(), 1);
  }
  EXPECT_FALSE(writes_nowhere(spec));
  for (const fs::path& folder : {fs::path(GOUGI_BIN_DIR), fs::path("/"), fs::path("/usr/..")}) {
    spec.directory = folder;
    EXPECT_TRUE(writes_nowhere(spec)) << folder;
    EXPECT_THAT(said_by(spec), ElementsAre("not", in_tmp)) << folder;
  }
}

TEST_F(ConfinementTest, AConfinedChildHasNoTerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
    GTEST_SKIP() << "there are no terminals here";
  }
  const std::string name = ::ptsname(terminal);
  // Whoever begins a session and opens a terminal that nobody has, has it from then on.
  const auto run_in_terminal = [&](const fs::path& program, std::vector<std::string> words) {
    words.insert(words.begin(), base::to_utf8(program));
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name.c_str(), O_RDWR, 0);
    pid_t child = 0;
    const int refused =
        ::posix_spawn(&child, program.c_str(), &actions, &attributes, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    ASSERT_EQ(refused, 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  };
  const auto said = [&] {
    std::string text;
    std::ifstream(own_ / "seen") >> text;
    return text;
  };
  const LaunchSpec spec = shell("((: < /dev/tty) 2> /dev/null && echo one || echo none) > '" +
                                base::to_utf8(own_ / "seen") + "'");
  run_in_terminal(spec.program, spec.arguments);
  EXPECT_EQ(said(), "one");
  const auto confined = confined_command(spec, {});
  ASSERT_TRUE(confined) << confined.error().message;
  std::vector<std::string> words = confined->options;
  words.insert(words.end(), confined->arguments.begin(), confined->arguments.end());
  run_in_terminal(confined->program, words);
  EXPECT_EQ(said(), "none");
  ::close(terminal);
}

TEST_F(ConfinementTest, AConfinedChildSeesNoNetworkAndNoProcessButItsOwn) {
  // The loopback alone, which is not the machine's.
  EXPECT_NE(said_by("readlink /proc/self/ns/net"), said_by("readlink /proc/self/ns/net", false));
  EXPECT_THAT(said_by("cat /proc/net/dev | grep -c :"), ElementsAre("1"));
  EXPECT_THAT(said_by("ls /proc/" + std::to_string(own_pid()) + "/fd 2>&1 | head -n 1"),
              ElementsAre(HasSubstr("o such file")));
  EXPECT_THAT(said_by("ls /proc/" + std::to_string(own_pid()) + "/fd", false), Contains("0"));
  for (const std::string folder : {"/tmp", "/run"}) {
    EXPECT_THAT(said_by("ls -A " + folder), ElementsAreArray(way_to(own_, folder))) << folder;
  }
}

TEST_F(ConfinementTest, AProgramThatLiesInAFolderForAllIsAllThatItSeesOfIt) {
  const std::string name = "gougi-confined-" + std::to_string(own_pid());
  for (const char* const where : {"/tmp", "/dev/shm"}) {
    const fs::path folder = where;
    std::ofstream(folder / name) << "#!/bin/sh\nls -A " << base::to_utf8(folder) << '\n';
    if (!fs::exists(folder / name)) GTEST_SKIP() << "nothing can be written into " << folder;
    fs::permissions(folder / name, fs::perms::owner_all);
    std::ofstream(folder / (name + "-other")) << "ours";
    LaunchSpec spec{folder / name, {}, own_, {}};
    spec.is_confined = true;
    std::vector<std::string> seen = way_to(own_, folder);
    seen.push_back(name);
    EXPECT_THAT(said_by(spec), UnorderedElementsAreArray(seen));
    fs::remove(folder / name);
    fs::remove(folder / (name + "-other"));
  }
}

// There are the sockets of the user's programs, and others' files.
TEST_F(ConfinementTest, AFolderForAllIsNoFolderOfItsOwn) {
  fs::create_directory_symlink("/tmp", base_ / "link");
  for (const fs::path& folder :
       {fs::path("/tmp"), fs::path("/tmp/."), base_ / "link", fs::path("/run"),
        fs::path("/dev/shm"), fs::path("/dev"), fs::path("/proc")}) {
    LaunchSpec spec = shell("ls");
    spec.directory = folder;
    const auto command = confined_command(spec, {});
    ASSERT_FALSE(command) << folder;
    EXPECT_THAT(command.error().message, AllOf(HasSubstr("directory:"), Not(HasSubstr("\n"))));
  }
}

TEST_F(ConfinementTest, AConfinedChildHasDevicesOfItsOwnAndOfOursTheGraphicsProcessorsAlone) {
  const std::string name = "gougi-confined-" + std::to_string(own_pid());
  const fs::path shared = fs::path("/dev/shm") / name;
  if (!(std::ofstream(shared) << "ours").flush()) GTEST_SKIP() << "there is no /dev/shm here";
  EXPECT_THAT(said_by("ls -A /dev/shm"), ElementsAreArray(way_to(own_, "/dev/shm")));
  EXPECT_THAT(said_by("echo its > /dev/shm/" + name + "; cat /dev/shm/" + name),
              ElementsAre("its"));
  std::string kept;
  std::ifstream(shared) >> kept;
  EXPECT_EQ(kept, "ours");
  fs::remove(shared);
  EXPECT_THAT(said_by("ls -A /dev/pts"), ElementsAre("ptmx")) << "no terminal of ours";
  EXPECT_THAT(said_by("echo a > /dev/null && head -c 1 /dev/zero | wc -c && : < /dev/urandom && "
                      "echo there"),
              ElementsAre("1", "there"));
  // What is there of ours besides.
  std::vector<std::string> usual = way_to(own_, "/dev");
  for (const char* const device : {"console", "core", "fd", "full", "null", "ptmx", "pts", "random",
                                   "shm", "stderr", "stdin", "stdout", "tty", "urandom", "zero"}) {
    usual.emplace_back(device);
  }
  const std::vector<std::string> graphics{"dri", "dxg", "kfd", "nvidia0", "nvidiactl"};
  std::vector<std::string> there = said_by("ls -A /dev");
  std::erase_if(there, [&](const std::string& device) {
    return device.starts_with("nvidia") || std::ranges::count(usual, device) > 0 ||
           std::ranges::count(graphics, device) > 0;
  });
  EXPECT_THAT(there, IsEmpty());
  for (const std::string& processor : graphics) {
    if (!fs::exists(fs::path("/dev") / processor)) continue;
    EXPECT_THAT(said_by("ls -d /dev/" + processor), ElementsAre("/dev/" + processor));
  }
}

TEST_F(ConfinementTest, AConfinedChildSeesNoMemoryThatOtherProgramsShare) {
  const int segment = ::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (segment < 0) GTEST_SKIP() << "there is no shared memory of System V here";
  const std::string count = "tail -n +2 /proc/sysvipc/shm | grep -c .";
  EXPECT_THAT(said_by(count), ElementsAre("0"));
  EXPECT_THAT(said_by(count, false), Not(Contains("0")));
  ::shmctl(segment, IPC_RMID, nullptr);
}

TEST_F(ConfinementTest, WhatAConfinedChildWritesIntoMemoryIsBounded) {
  const std::string quarter = std::to_string((physical_memory() / 4 + 4095) / 4096 * 4);
  for (const std::string folder : {"/tmp", "/run", "/dev/shm"}) {
    EXPECT_THAT(said_by("df -Pk " + folder + " | tail -n 1 | tr -s ' ' | cut -d ' ' -f 2"),
                ElementsAre(quarter))
        << folder;
  }
  EXPECT_THAT(said_by("(: > /dev/file) 2> /dev/null && echo may || echo not"), ElementsAre("not"));
}

TEST_F(ConfinementTest, AConfinedChildGetsNoMoreMemoryThanThereIsAndLeavesNoCoreFile) {
  // Their hard limits: a child may lower and raise the other.
  EXPECT_THAT(said_by("ulimit -Hd; ulimit -Hc"),
              ElementsAre(std::to_string(physical_memory() / 1024), "0"));
  EXPECT_THAT(said_by("ulimit -d", false), Not(Contains(std::to_string(physical_memory() / 1024))));
}

TEST(ConfinementRefusal, IsOneLineThatSaysWhatToDo) {
  const auto can = can_confine();
  if (can) GTEST_SKIP() << "it can be had here";
  EXPECT_EQ(can.error().message.find('\n'), std::string::npos);
  EXPECT_THAT(can.error().message, HasSubstr("bubblewrap"));
}

TEST_F(ConfinementTest, AConfinedChildEndsWhenItIsToldTo) {
  LaunchSpec spec{"/bin/sh", {"-c", "echo ready; sleep 1000; sleep 1000"}, own_, {}};
  spec.is_confined = true;
  bool has_ended = false;
  std::shared_ptr<ChildProcess> process;
  ChildProcess::Callbacks callbacks;
  callbacks.on_line = [&](std::string_view) { process->kill(); };
  callbacks.on_exit = [&](const ExitStatus&) {
    has_ended = true;
    wake();
  };
  auto launched = ChildProcess::launch(loop_, spec, std::move(callbacks));
  ASSERT_TRUE(launched) << launched.error().message;
  process = *launched;
  EXPECT_TRUE(run_until([&] { return has_ended; }));
}

}  // namespace
}  // namespace gougi::io
#endif
