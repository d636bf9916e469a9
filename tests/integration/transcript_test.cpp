// SPDX-License-Identifier: MIT
// Golden dialogues with the real executable, one test a file, and what a dialogue cannot show: a
// GUI that does not read, is gone, or is killed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "integration/process_subject.hpp"

#ifdef __linux__
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
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

/// The relay behind two bare pipes: nothing is read unless the test reads.
class BareRelay {
 public:
  explicit BareRelay(const std::string& config) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::string program = kBin + "/gougi";
    std::string option = "--config";
    std::string file = config;
    const std::array<char*, 4> arguments{program.data(), option.data(), file.data(), nullptr};
    if (::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ) != 0) {
      pid_ = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~BareRelay() {
    close_input();
    close_output();
    if (pid_ > 0 && !exited(Milliseconds(5000))) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  BareRelay(const BareRelay&) = delete;
  BareRelay& operator=(const BareRelay&) = delete;

  bool write(const std::string& text) const {
    return ::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  /// Reads on until a line begins with `start`, at most 20 s.
  bool reads(const std::string& start) {
    const auto end = io::EventLoop::now() + Milliseconds(20'000);
    for (;;) {
      if (buffer_.starts_with(start) || buffer_.find("\n" + start) != std::string::npos) {
        buffer_.clear();
        return true;
      }
      buffer_.erase(
          0, buffer_.find_last_of('\n') == std::string::npos ? 0 : buffer_.find_last_of('\n'));
      pollfd ready{from_, POLLIN, 0};
      if (io::EventLoop::now() > end || ::poll(&ready, 1, 1000) < 0) return false;
      std::array<char, 65536> block{};
      if (ready.revents == 0) continue;
      const auto size = ::read(from_, block.data(), block.size());
      if (size <= 0) return false;
      buffer_.append(block.data(), static_cast<std::size_t>(size));
    }
  }
  void close_input() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }
  void close_output() {
    if (from_ >= 0) ::close(from_);
    from_ = -1;
  }
  bool exited(Milliseconds limit) {
    return pid_ <= 0 || happens(limit, [this] {
             if (::waitpid(pid_, &status, WNOHANG) != pid_) return false;
             pid_ = -1;
             return true;
           });
  }
  /// Looks every few milliseconds.
  template <class Condition>
  static bool happens(Milliseconds limit, Condition condition) {
    const auto end = io::EventLoop::now() + limit;
    while (!condition()) {
      if (io::EventLoop::now() > end) return false;
      ::poll(nullptr, 0, 5);
    }
    return true;
  }
  pid_t pid() const { return pid_; }
  int status = 0;

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string buffer_;
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
  ASSERT_TRUE(BareRelay::happens(Milliseconds(20'000), [&] {
    return content_of(seen).find("go infinite") != std::string::npos;
  }));
  ASSERT_TRUE(relay.write("stop\n"));
  EXPECT_TRUE(BareRelay::happens(
      Milliseconds(20'000), [&] { return content_of(seen).find("stop") != std::string::npos; }));
  EXPECT_TRUE(relay.reads("bestmove 7g7f"));
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
  const auto children = children_of(relay.pid());
  relay.close_output();  // it crashed; its input end lives on for a moment
  ASSERT_TRUE(relay.write("position startpos\ngo byoyomi 100\n"));
  ASSERT_TRUE(relay.exited(Milliseconds(3000)));
  EXPECT_TRUE(WIFEXITED(relay.status)) << "SIGPIPE";
  EXPECT_TRUE(BareRelay::happens(Milliseconds(2000),
                                 [&] { return std::ranges::all_of(children, is_gone); }));
}

TEST(RelayProcess, SigtermEndsItAndItsChildren) {
  Folder folder;
  BareRelay relay(folder.write(
      "relay.yaml", scripted("--bestmove, 7g7f, --delay-ms, 60000, --no-quit, --ignore-eof")));
  ASSERT_TRUE(relay.write("usi\nisready\nposition startpos\ngo infinite\n"));
  ASSERT_TRUE(relay.reads("readyok"));
  const auto children = children_of(relay.pid());
  EXPECT_EQ(children.size(), 1U);
  ASSERT_EQ(::kill(relay.pid(), SIGTERM), 0);
  ASSERT_TRUE(relay.exited(Milliseconds(3000)));
  EXPECT_TRUE(WIFEXITED(relay.status));
  EXPECT_TRUE(BareRelay::happens(Milliseconds(2000),
                                 [&] { return std::ranges::all_of(children, is_gone); }));
}

#endif

}  // namespace
}  // namespace gougi::testing
