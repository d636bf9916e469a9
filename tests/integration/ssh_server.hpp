// SPDX-License-Identifier: MIT
// An sshd of the tests' own, on the loopback alone, with keys of its own; on this machine or in a
// network namespace, whose loopback nobody else sees.
#pragma once

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
#include <utility>
#include <vector>

#include "integration/dialogue.hpp"
#include "integration/free_port.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {

inline const std::string kSshd = "/usr/sbin/sshd";
inline const std::string kSsh = "/usr/bin/ssh";
inline const std::string kKeygen = "/usr/bin/ssh-keygen";

inline sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

inline bool accepts_connections(int port) {
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(port);
  const bool connected =
      ::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(client);
  return connected;
}

class SshServer {
 public:
  /// `within`: the words before a command that make it run where the server shall; none: here.
  explicit SshServer(std::vector<std::string> within = {}) : within_(std::move(within)) {
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
      daemon_ = there({kSshd, "-D", "-e", "-f", config});
      for (int i = 0; i < 200 && !daemon_->exit; ++i) {
        if (is_there()) return true;
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

  int port() const { return port_; }
  std::string file(const std::string& name) const { return base::to_utf8(folder_.path() / name); }
  /// A program that runs where the server does.
  std::unique_ptr<Dialogue> there(std::vector<std::string> words) const {
    words.insert(words.begin(), within_.begin(), within_.end());
    const std::string program = words.front();
    words.erase(words.begin());
    return std::make_unique<Dialogue>(program, std::move(words));
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
  bool is_there() const {
    if (within_.empty()) return accepts_connections(port_);
    const auto wire = there({program_path("far-wire"), "--port", std::to_string(port_)});
    return wire->wait_for("SSH-", Milliseconds(1000)).has_value();
  }
  void make_key(const std::string& name) const {
    Dialogue keygen(kKeygen, {"-q", "-t", "ed25519", "-N", "", "-f", file(name)});
    EXPECT_TRUE(keygen.wait_exit(Milliseconds(20'000)));
  }

  Folder folder_;
  std::vector<std::string> within_;
  int port_ = 0;
  std::unique_ptr<Dialogue> daemon_;
};

}  // namespace gougi::testing
#endif
