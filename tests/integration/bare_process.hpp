// SPDX-License-Identifier: MIT
// A program behind two bare pipes: nothing is read unless the test reads, and nobody looks after
// what it leaves behind. (What a Dialogue starts has a guard.)
#pragma once
#ifdef __linux__

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "integration/dialogue.hpp"
#include "io/signals.hpp"

namespace gougi::testing {

class BareProcess {
 public:
  /// Its standard error is ours.
  explicit BareProcess(std::string program, std::vector<std::string> arguments = {},
                       const std::map<std::string, std::string>& environment = {}) {
    io::ignore_broken_pipes();  // it may end before it has read all
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t ordinary;
    ::sigemptyset(&ordinary);
    ::sigaddset(&ordinary, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &ordinary);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    arguments.insert(arguments.begin(), program);
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    if (::posix_spawn(&pid_, program.c_str(), &actions, &attributes, pointers_to(arguments).data(),
                      pointers_to(variables).data()) != 0) {
      pid_ = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~BareProcess() {
    close_input();
    close_output();
    if (pid_ > 0 && !exited(Milliseconds(5000))) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  BareProcess(const BareProcess&) = delete;
  BareProcess& operator=(const BareProcess&) = delete;

  bool write(const std::string& text) const {
    return ::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  /// Reads on until a line begins with `start`, at most 20 s; `lines` are those before it.
  bool reads(const std::string& start, std::vector<std::string>* lines = nullptr) {
    const auto end = io::EventLoop::now() + Milliseconds(20'000);
    for (;;) {
      for (auto at = buffer_.find('\n'); at != std::string::npos; at = buffer_.find('\n')) {
        const std::string line = buffer_.substr(0, at);
        buffer_.erase(0, at + 1);
        if (line.starts_with(start)) return true;
        if (lines != nullptr) lines->push_back(line);
      }
      pollfd ready{from_, POLLIN, 0};
      if (io::EventLoop::now() > end || ::poll(&ready, 1, 1000) < 0) return false;
      std::array<char, 65536> block{};
      if (ready.revents == 0) continue;
      const auto size = ::read(from_, block.data(), block.size());
      if (size <= 0) return false;
      buffer_.append(block.data(), static_cast<std::size_t>(size));
    }
  }
  /// All that it writes until it ends.
  std::string rest() {
    std::array<char, 65536> block{};
    for (;;) {
      const auto size = ::read(from_, block.data(), block.size());
      if (size <= 0) return std::exchange(buffer_, {});
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
  static std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
  }

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string buffer_;
};

}  // namespace gougi::testing
#endif
