// SPDX-License-Identifier: MIT
// An engine behind ssh: it plays, is answered for when the connection is cut or hangs, is
// connected again, and leaves nothing behind. The server is started here, on the loopback alone,
// with keys of its own.
#ifdef __linux__
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "integration/victim.hpp"

namespace gougi::testing {
namespace {

const std::string kSshd = "/usr/sbin/sshd";
const std::string kSsh = "/usr/bin/ssh";
const std::string kKeygen = "/usr/bin/ssh-keygen";

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

/// One that nobody uses now; 0 if there is none.
int free_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  const bool bound = ::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(listener);
  return bound ? ntohs(address.sin_port) : 0;
}

bool accepts_connections(int port) {
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(port);
  const bool connected =
      ::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(client);
  return connected;
}

class SshServer {
 public:
  SshServer() {
    make_key("host_key");
    make_key("key");
    std::filesystem::copy_file(folder_.path() / "key.pub", folder_.path() / "authorized_keys");
    // Privilege separation wants it, and only root can make it.
    std::error_code denied;
    if (::geteuid() == 0) std::filesystem::create_directories("/run/sshd", denied);
  }

  /// On a free port at the first start, on the same one later.
  bool start() {
    for (int attempt = 0; attempt < 3; ++attempt) {
      if (port_ == 0 || attempt > 0) port_ = free_port();
      const std::string config = folder_.write(
          "sshd_config", "Port " + std::to_string(port_) + "\nListenAddress 127.0.0.1\nHostKey " +
                             file("host_key") + "\nAuthorizedKeysFile " + file("authorized_keys") +
                             "\nPidFile none\nPasswordAuthentication no\n"
                             "KbdInteractiveAuthentication no\nPubkeyAuthentication yes\n"
                             "PermitRootLogin prohibit-password\nUsePAM no\nStrictModes no\n"
                             "PrintMotd no\nLogLevel ERROR\n");
      daemon_ =
          std::make_unique<Dialogue>(kSshd, std::vector<std::string>{"-D", "-e", "-f", config});
      for (int i = 0; i < 200 && !daemon_->exit; ++i) {
        if (accepts_connections(port_)) return true;
        daemon_->listen(Milliseconds(50));
      }
    }
    return false;
  }
  void stop() {
    for (const int pid : sessions()) ::kill(pid, SIGKILL);
    daemon_->kill();
    daemon_->wait_exit(Milliseconds(5000));
  }

  /// What serves connections, and what it has started.
  std::vector<int> sessions() const { return descendants_of(daemon_->pid()); }

  /// As a list of the configuration.
  std::string command(const std::string& remote_program) const {
    std::string list = "[" + kSsh + ", -F, /dev/null, -i, '" + file("key") + "', -p, '" +
                       std::to_string(port_) + "', -T";
    const std::vector<std::string> settings{"StrictHostKeyChecking=no",
                                            "UserKnownHostsFile=" + file("known_hosts"),
                                            "BatchMode=yes",
                                            "IdentitiesOnly=yes",
                                            "IdentityAgent=none",
                                            "AddressFamily=inet",
                                            "LogLevel=ERROR"};
    for (const std::string& setting : settings) list += ", -o, '" + setting + "'";
    return list + ", localhost, '" + remote_program + "']";
  }

 private:
  std::string file(const std::string& name) const { return base::to_utf8(folder_.path() / name); }
  void make_key(const std::string& name) const {
    Dialogue keygen(kKeygen, {"-q", "-t", "ed25519", "-N", "", "-f", file(name)});
    EXPECT_TRUE(keygen.wait_exit(Milliseconds(20'000)));
  }

  Folder folder_;
  int port_ = 0;
  std::unique_ptr<Dialogue> daemon_;
};

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
    for (const int pid : session) ASSERT_EQ(::kill(pid, SIGKILL), 0);
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
