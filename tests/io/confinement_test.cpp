// SPDX-License-Identifier: MIT
#ifndef _WIN32
#include "io/confinement.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "io/loop_test_base.hpp"
#include "io/process_info.hpp"

namespace gougi::io {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
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

  std::vector<std::string> said_by(const std::string& script, bool is_confined = true) {
    LaunchSpec spec{"/bin/sh", {"-c", script}, own_, {}};
    spec.is_confined = is_confined;
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

TEST_F(ConfinementTest, AConfinedChildSeesNoNetworkAndNoProcessButItsOwn) {
  // The loopback alone, which is not the machine's.
  EXPECT_THAT(said_by("cat /proc/net/dev | grep -c :"), ElementsAre("1"));
  EXPECT_THAT(said_by("ls /proc/" + std::to_string(own_pid()) + "/fd 2>&1 | head -n 1"),
              ElementsAre(HasSubstr("o such file")));
  EXPECT_THAT(said_by("ls /proc/" + std::to_string(own_pid()) + "/fd", false), Contains("0"));
  for (const std::string folder : {"/tmp", "/run"}) {
    EXPECT_THAT(said_by("ls -A " + folder), ElementsAreArray(way_to(own_, folder))) << folder;
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

TEST_F(ConfinementTest, AConfinedChildGetsNoMoreMemoryThanThereIsAndLeavesNoCoreFile) {
  EXPECT_THAT(said_by("ulimit -d; ulimit -c"),
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
