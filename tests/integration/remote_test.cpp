// SPDX-License-Identifier: MIT
// An engine behind ssh: it plays, is answered for when the connection is cut or hangs, is
// connected again, and leaves nothing behind. The server is started here, on the loopback alone,
// with keys of its own.
#ifdef __linux__
#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "integration/ssh_server.hpp"
#include "integration/victim.hpp"

namespace gougi::testing {
namespace {

class Remote : public VictimTest {
 protected:
  void begin_behind_ssh() {
    for (const std::string& program : {kSshd, kSsh, kKeygen}) NEEDS(program);
    server_ = std::make_unique<SshServer>();
    ASSERT_TRUE(server_->start()) << "sshd does not start";
    begin("  - name: Victim\n    command: " + server_->command(program_path("gougi-engine")) +
          "\n    options: {USI_Hash: 16, Threads: 1}\n" + our_entry("Local"));
  }

  /// Several moves, with both.
  void play_some() {
    for (int i = 0; i < 3; ++i) {
      think();
      EXPECT_TRUE(victim_voted()) << heard();
    }
  }

  void expect_a_clean_end() {
    std::vector<int> here = descendants_of(relay_->dialogue.pid());
    EXPECT_EQ(here.size(), 4U) << "two engines and their guards";
    std::vector<int> there = server_->sessions();
    EXPECT_GE(there.size(), 2U) << "a session and its engine";
    relay_->dialogue.say("quit");
    EXPECT_TRUE(relay_->dialogue.wait_exit(Milliseconds(5000)));
    EXPECT_TRUE(all_gone(here, relay_->dialogue));
    EXPECT_TRUE(all_gone(there, relay_->dialogue));
    // Its listener may still be taking leave of somebody who only looked in.
    EXPECT_TRUE(all_gone(server_->sessions(), relay_->dialogue));
  }

  std::unique_ptr<SshServer> server_;
};

TEST_F(Remote, AnEngineBehindSshPlaysAndLeavesNothingBehind) {
  begin_behind_ssh();
  if (HasFatalFailure() || IsSkipped()) return;
  play_some();
  expect_a_clean_end();
}

TEST_F(Remote, ACutConnectionInMidThinkIsAnsweredForAndMadeAgain) {
  begin_behind_ssh();
  if (HasFatalFailure() || IsSkipped()) return;
  play_some();
  std::vector<int> session;
  const std::size_t starts = strike([&] {
    session = server_->sessions();
    // One that ends takes others along.
    for (const int pid : session) ASSERT_TRUE(::kill(pid, SIGKILL) == 0 || errno == ESRCH);
  });
  ASSERT_NO_FATAL_FAILURE(wait_for_start(starts + 1));
  EXPECT_TRUE(all_gone(session, relay_->dialogue));
  expect_it_takes_part();
  expect_a_clean_end();
}

TEST_F(Remote, AConnectionThatHangsInMidThinkIsAnsweredForAndMadeAgain) {
  begin_behind_ssh();
  if (HasFatalFailure() || IsSkipped()) return;
  think();
  std::vector<int> session;
  const std::size_t starts = strike([&] {
    session = server_->sessions();
    for (const int pid : session) ASSERT_EQ(::kill(pid, SIGSTOP), 0);
  });
  ASSERT_NO_FATAL_FAILURE(wait_for_start(starts + 1));
  for (const int pid : session) ::kill(pid, SIGCONT);  // the line is back: it ends by itself
  EXPECT_TRUE(all_gone(session, relay_->dialogue));
  expect_it_takes_part();
  expect_a_clean_end();
}

TEST_F(Remote, AServerThatGoesAwayIsFoundAgainWhenItIsBack) {
  begin_behind_ssh();
  if (HasFatalFailure() || IsSkipped()) return;
  think();
  const std::size_t starts = strike([&] { server_->stop(); });
  think();  // the local one plays on
  EXPECT_FALSE(victim_voted()) << heard();
  ASSERT_TRUE(server_->start());
  ASSERT_NO_FATAL_FAILURE(wait_for_start(starts + 1));
  expect_it_takes_part();
  expect_a_clean_end();
}

}  // namespace
}  // namespace gougi::testing
#endif
