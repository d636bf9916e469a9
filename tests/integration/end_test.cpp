// SPDX-License-Identifier: MIT
// However the relay or a match ends, no process of an engine is left: not behind a shell that
// hangs, not in a session of its own, not a deaf one.
#ifdef __linux__
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "integration/bare_process.hpp"
#include "integration/relay.hpp"

namespace gougi::testing {
namespace {

// The longest that a busy machine may need for what takes milliseconds.
constexpr Milliseconds kPatience{20'000};

/// An engine of the configuration that a shell wraps as `script`, in which $0 is the engine.
std::string wrapped(const std::string& script, const std::string& program = "gougi-random") {
  return "  - command: ['/bin/sh', '-c', '" + script + "', " + ours(program) + "]\n";
}

const std::vector<std::string>& wrappers() {
  static const std::vector<std::string> all{
      R"("$0"; sleep 1000; :)",
      R"(trap "" TERM HUP INT PIPE; "$0"; sleep 1000; :)",
      R"((setsid sleep 1000 &) ; exec "$0")",
      R"((setsid sh -c "trap : TERM HUP; sleep 1000; :" 0<&- 1>&- 2>&- &) ; exec "$0")",
  };
  return all;
}

class NobodyIsLeft : public ::testing::Test {
 protected:
  NobodyIsLeft() {
    static int number = 0;
    value_ = std::to_string(io::own_pid()) + "-" + std::to_string(++number);
  }
  ~NobodyIsLeft() override {
    for (const int pid : ours_alive()) ::kill(pid, SIGKILL);
  }

  std::vector<int> ours_alive() const { return processes_with("GOUGI_TEST_END=" + value_); }
  bool all_end() const {
    return BareProcess::happens(kPatience, [&] { return ours_alive().empty(); });
  }

  /// With an engine in each wrapper, one that is deaf, and those of `more`.
  void begin_relay(const std::string& more = "") {
    std::string engines = "  - command: ['" + program_path("scripted-engine") +
                          "', --bestmove, 7g7f, --delay-ms, 600000, --no-quit, --ignore-eof]\n";
    for (const std::string& wrapper : wrappers()) engines += wrapped(wrapper);
    relay_ = std::make_unique<BareProcess>(
        program_path("gougi"),
        std::vector<std::string>{
            "--config", folder_.write("relay.yaml", "mate: off\nengines:\n" + engines + more)},
        environment());
    ASSERT_TRUE(relay_->write("usi\nisready\n"));
    ASSERT_TRUE(relay_->reads("readyok"));
    ASSERT_TRUE(relay_->write("position startpos\ngo infinite\n"));
    // The relay; a guard and an engine each; what the wrappers add.
    ASSERT_TRUE(BareProcess::happens(kPatience, [&] { return ours_alive().size() >= 1 + 10 + 5; }));
  }

  std::map<std::string, std::string> environment() const {
    return {{"GOUGI_TEST_END", value_},
            {"XDG_CACHE_HOME", base::to_utf8(folder_.path())},
            {"HOME", base::to_utf8(folder_.path())}};
  }

  Folder folder_;
  std::unique_ptr<BareProcess> relay_;

 private:
  std::string value_;
};

TEST_F(NobodyIsLeft, WhenTheRelayIsKilledOutright) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  ASSERT_EQ(::kill(relay_->pid(), SIGKILL), 0);
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, WhenTheRelayIsKilledByNameAndAllThatHasItsArguments) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  // As `pkill -9 -f relay.yaml` does.
  for (const int pid : ours_alive()) {
    const std::string words = content_of("/proc/" + std::to_string(pid) + "/cmdline");
    if (words.find("relay.yaml") != std::string::npos) ::kill(pid, SIGKILL);
  }
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, AfterQuit) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  ASSERT_TRUE(relay_->write("quit\n"));
  EXPECT_TRUE(relay_->exited(kPatience));
  EXPECT_TRUE(WIFEXITED(relay_->status) && WEXITSTATUS(relay_->status) == 0);
  EXPECT_TRUE(all_end());
}

// As where an engine hangs in the system, and cannot be killed before that lets go of it.
TEST_F(NobodyIsLeft, AfterAQuitThatDoesNotWaitForWhoCannotBeKilled) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  std::vector<int> frozen;
  for (const int pid : ours_alive()) {
    if (pid != relay_->pid() && ::kill(pid, SIGSTOP) == 0) frozen.push_back(pid);
  }
  ASSERT_TRUE(relay_->write("quit\n"));
  EXPECT_TRUE(relay_->exited(Milliseconds(4'000)));
  for (const int pid : frozen) ::kill(pid, SIGCONT);
  EXPECT_TRUE(all_end());
}

// As where a GUI ignores the ends of its children, which what it starts inherits.
TEST_F(NobodyIsLeft, WhereTheirEndsAreIgnoredByWhoStartedUs) {
  const std::string yaml = folder_.write(
      "relay.yaml", "mate: off\nengines:\n  - {command: [/bin/sh, -c, 'exit 3']}\n  - command: " +
                        ours("gougi-random") + "\n");
  relay_ = std::make_unique<BareProcess>(
      "/bin/sh",
      std::vector<std::string>{"-c", "trap '' CHLD; exec \"$0\" \"$@\"", program_path("gougi"),
                               "--config", yaml},
      environment());
  std::vector<std::string> lines;
  ASSERT_TRUE(relay_->write("usi\nisready\n"));
  ASSERT_TRUE(relay_->reads("readyok", &lines));
  EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) {
    return line.find("exit code 3") != std::string::npos;
  })) << ::testing::PrintToString(lines);
  ASSERT_TRUE(relay_->write("quit\n"));
  EXPECT_TRUE(relay_->exited(kPatience));
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, AfterTheEndOfItsInput) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  relay_->close_input();
  EXPECT_TRUE(relay_->exited(kPatience));
  EXPECT_TRUE(all_end());
}

// As where the GUI was ended from outside.
TEST_F(NobodyIsLeft, AfterAnEndOfItsInputInMidLineAndMidSearch) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  ASSERT_TRUE(relay_->write("sto"));
  relay_->close_input();
  EXPECT_TRUE(relay_->exited(kPatience));
  EXPECT_TRUE(WIFEXITED(relay_->status) && WEXITSTATUS(relay_->status) == 0);
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, AfterAnEndOfItsInputInMidLineAndMidPonder) {
  ASSERT_NO_FATAL_FAILURE(begin_relay());
  ASSERT_TRUE(relay_->write("stop\nposition startpos moves 7g7f\ngo ponder btime 1000\nponderh"));
  relay_->close_input();
  EXPECT_TRUE(relay_->exited(kPatience));
  EXPECT_TRUE(WIFEXITED(relay_->status) && WEXITSTATUS(relay_->status) == 0);
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, OfRealEnginesInMidThink) {
  NEEDS(kFairy);
  ASSERT_NO_FATAL_FAILURE(begin_relay(fairy_entry() + our_entry()));
  ASSERT_EQ(::kill(relay_->pid(), SIGKILL), 0);
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, OfARelayBelowARelay) {
  const std::string inner = folder_.write(
      "inner.yaml", "mate: off\nengines:\n" + wrapped(wrappers()[0]) + wrapped(wrappers()[2]));
  ASSERT_NO_FATAL_FAILURE(
      begin_relay("  - command: [" + ours("gougi") + ", --config, '" + inner + "']\n"));
  ASSERT_EQ(::kill(relay_->pid(), SIGKILL), 0);
  EXPECT_TRUE(all_end());
}

TEST_F(NobodyIsLeft, WhenAMatchIsKilledOutright) {
  const std::string engine =
      folder_.write("engine.sh", "#!/bin/sh\nsetsid sleep 1000 <&- >&- 2>&- &\n" +
                                     program_path("gougi-random") + "\nsleep 1000\n");
  std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
  BareProcess match(program_path("gougi"),
                    {"match", "--first", engine, "--second", engine, "--time", "byoyomi 1000"},
                    environment());
  ASSERT_TRUE(BareProcess::happens(kPatience, [&] { return ours_alive().size() >= 1 + 2 * 4; }));
  ASSERT_EQ(::kill(match.pid(), SIGKILL), 0);
  EXPECT_TRUE(all_end());
}

}  // namespace
}  // namespace gougi::testing
#endif
