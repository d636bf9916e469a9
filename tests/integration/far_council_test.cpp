// SPDX-License-Identifier: MIT
// config/four-hosts.yaml as it stands, but for its hosts and its engine: four machines, each an
// sshd in a network namespace of its own, behind lines with delay, jitter and loss. Where the
// kernel has netem that makes them so, else far-wire does. Where namespaces are not permitted all
// four are on the loopback of this machine.
#ifdef __linux__
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "integration/relay.hpp"
#include "integration/ssh_server.hpp"
#include "integration/victim.hpp"

namespace gougi::testing {
namespace {

const std::string kIp = "/usr/sbin/ip";
const std::string kTc = "/usr/sbin/tc";
constexpr std::array<std::string_view, 4> kHosts{"one", "two", "three", "four"};
// A machine on another continent, over a line that loses packets.
constexpr int kDelayMs = 40;
constexpr int kJitterMs = 20;
constexpr int kLossPercent = 1;

bool succeeds(const std::string& program, std::vector<std::string> words) {
  if (!std::filesystem::exists(program)) return false;
  Dialogue run(program, std::move(words));
  return run.wait_exit(Milliseconds(10'000)) && run.exit->code == 0 && !run.exit->by_signal;
}

/// Gone with all that is in it.
class Namespace {
 public:
  explicit Namespace(std::string_view host)
      : name_("gougi-" + std::to_string(::getpid()) + "-" + std::string(host)),
        is_there_(succeeds(kIp, {"netns", "add", name_})) {
    if (is_there_) is_there_ = does({kIp, "link", "set", "lo", "up"});
  }
  ~Namespace() { succeeds(kIp, {"netns", "del", name_}); }
  Namespace(const Namespace&) = delete;
  Namespace& operator=(const Namespace&) = delete;

  explicit operator bool() const { return is_there_; }
  std::vector<std::string> within() const {
    if (!is_there_) return {};
    return {kIp, "netns", "exec", name_};
  }
  bool does(std::vector<std::string> words) const {
    std::vector<std::string> all{"netns", "exec", name_};
    all.insert(all.end(), words.begin(), words.end());
    return succeeds(kIp, all);
  }

 private:
  std::string name_;
  bool is_there_;
};

struct Host {
  explicit Host(std::string_view host) : name(host), space(host), server(space.within()) {}
  std::string name;
  Namespace space;
  SshServer server;
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

class FarCouncil : public VictimTest {
 protected:
  void SetUp() override {
    for (const std::string& program : {kSshd, kSsh, kKeygen}) NEEDS(program);
    std::string config;
    for (const std::string_view name : kHosts) {
      hosts_.push_back(std::make_unique<Host>(name));
      const Host& host = *hosts_.back();
      ASSERT_TRUE(hosts_.back()->server.start()) << "sshd does not start";
      config += entry_of(host);
    }
    const std::string file = folder_.write("ssh_config", config);
    ssh_ = folder_.write("ssh", "#!/bin/sh\nexec " + kSsh + " -F '" + file + "' \"$@\"\n");
    std::filesystem::permissions(ssh_, std::filesystem::perms::owner_all);
    std::printf("four machines: %s, %s\n",
                hosts_[0]->space ? "network namespaces" : "one loopback, for there are no others",
                has_netem_ ? "netem" : "far-wire, for the kernel has no netem");
  }

  std::string entry_of(const Host& host) {
    has_netem_ = host.space &&
                 host.space.does({kTc, "qdisc", "add", "dev", "lo", "root", "netem", "delay",
                                  std::to_string(kDelayMs) + "ms", std::to_string(kJitterMs) + "ms",
                                  "loss", std::to_string(kLossPercent) + "%"});
    std::string wire;
    for (const std::string& word : host.space.within()) wire += word + " ";
    wire += program_path("far-wire") + " --port " + std::to_string(host.server.port());
    if (!has_netem_) {
      wire += " --delay-ms " + std::to_string(kDelayMs) + " --jitter-ms " +
              std::to_string(kJitterMs) + " --loss-percent " + std::to_string(kLossPercent) +
              " --seed " + std::to_string(hosts_.size());
    }
    return "Host " + host.name + ".example\n  ProxyCommand " + wire + "\n  IdentityFile " +
           host.server.file("key") + "\n  UserKnownHostsFile " + host.server.file("known_hosts") +
           "\n  StrictHostKeyChecking no\n  IdentitiesOnly yes\n  IdentityAgent none\n"
           "  LogLevel ERROR\n";
  }

  /// As who uses it would rewrite it.
  std::string configuration() const {
    std::string text = content_of(GOUGI_SOURCE_DIR "/config/four-hosts.yaml");
    replace_all(text, "[ssh, -T", "['" + ssh_ + "', -T");
    replace_all(text, "/opt/engine/run", program_path("gougi-engine"));
    replace_all(text, "{Threads: 16, USI_Hash: 8192}", "{Threads: 1, USI_Hash: 16}");
    return text + "language: en\nlog: {directory: logs, level: info}\n";
  }

  /// In the move that was answered last.
  bool voted(const std::string& name) const {
    return std::ranges::any_of(relay_->dialogue.heard, [&](const auto& heard) {
      return heard.line.starts_with("info string [") && heard.line.ends_with("[" + name + "]") &&
             heard.line.find("bestmove") != std::string::npos;
    });
  }

  void begin_with_the_configuration() {
    io::run_before_children();
    relay_ = std::make_unique<Relay>(configuration());
    ASSERT_TRUE(relay_->handshake());
  }

  Folder folder_;
  std::string ssh_;
  bool has_netem_ = false;
  std::vector<std::unique_ptr<Host>> hosts_;
};

TEST_F(FarCouncil, OfFourHostsIsInTimeAndAllHaveAVoice) {
  if (IsSkipped()) return;
  begin_with_the_configuration();
  if (HasFatalFailure()) return;
  std::map<std::string, int> votes;
  constexpr int kMoves = 10;
  for (int move = 0; move < kMoves; ++move) {
    think();  // which judges the time
    for (const auto& host : hosts_) votes[host->name] += voted(host->name) ? 1 : 0;
  }
  const auto told = beginning_with(starts_of_victim(*relay_).back().told, "go ");
  ASSERT_FALSE(told.empty());
  std::printf("of %lld ms one was told at first: %s, at last: %s\n",
              static_cast<long long>(kByoyomi.count()), told.front().c_str(), told.back().c_str());
  for (const auto& host : hosts_) {
    std::printf("%s voted in %d of %d moves\n", host->name.c_str(), votes[host->name], kMoves);
    EXPECT_GE(votes[host->name], kMoves / 2) << heard();
  }
}

TEST_F(FarCouncil, WhoseConnectionIsCutComesBackInItsPlaceWhileTheOthersPlay) {
  NEEDS_PATIENCE();
  if (IsSkipped()) return;
  begin_with_the_configuration();
  if (HasFatalFailure()) return;
  wait_for_start(1);
  const std::size_t starts = strike([&] {
    for (const int pid : hosts_[0]->server.sessions()) ASSERT_EQ(::kill(pid, SIGKILL), 0);
  });
  think();
  int others = 0;
  for (std::size_t i = 1; i < hosts_.size(); ++i) others += voted(hosts_[i]->name) ? 1 : 0;
  EXPECT_GE(others, 2) << heard();
  ASSERT_NO_FATAL_FAILURE(wait_for_start(starts + 1));
  bool back = false;
  for (int move = 0; move < 10 && !back; ++move) {
    think();
    back = voted("one");
  }
  EXPECT_TRUE(back) << heard();
  const auto all = starts_of_victim(*relay_);
  EXPECT_EQ(beginning_with(all.back().told, "setoption "),
            beginning_with(all.front().told, "setoption "));
}

}  // namespace
}  // namespace gougi::testing
#endif
