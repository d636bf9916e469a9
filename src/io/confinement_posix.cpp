// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/confinement.hpp"
#include "io/process_info.hpp"

namespace gougi::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfiner = "bwrap";

/// What it may compute with besides the processor, where it is there.
std::vector<std::string> graphics_processors() {
  std::vector<std::string> nodes{"/dev/dri", "/dev/dxg", "/dev/kfd"};
  std::error_code error;
  for (fs::directory_iterator at("/dev", error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const std::string node = at->path().native();
    if (node.starts_with("/dev/nvidia")) nodes.push_back(node);
  }
  return nodes;
}

/// Without what is the engine's own. A session of its own: it cannot type into our terminal. A /dev
/// of its own: ours has terminals, and the memory that programs share.
std::vector<std::string> walls() {
  std::vector<std::string> words{"--die-with-parent",
                                 "--new-session",
                                 "--unshare-net",
                                 "--unshare-pid",
                                 "--unshare-ipc",
                                 "--ro-bind",
                                 "/",
                                 "/",
                                 "--dev",
                                 "/dev",
                                 "--proc",
                                 "/proc",
                                 "--tmpfs",
                                 "/tmp",
                                 "--tmpfs",
                                 "/run"};
  for (const std::string& node : graphics_processors()) {
    words.insert(words.end(), {"--dev-bind-try", node, node});
  }
  return words;
}

bool can_run(const fs::path& program, std::vector<std::string> arguments) {
  std::vector<char*> words;
  std::string name = program.native();
  words.push_back(name.data());
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t silent{};
  ::posix_spawn_file_actions_init(&silent);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    ::posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int refused =
      ::posix_spawn(&child, program.c_str(), &silent, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&silent);
  if (refused != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return status == 0;
}

base::Result<fs::path> look_for_confiner() {
  auto found = find_program(kConfiner, {}, {});
  if (!found) {
    return base::fail(
        base::say({"an engine is confined by bubblewrap, and there is no bwrap along PATH; "
                   "install the package bubblewrap",
                   "エンジンの隔離に使う bubblewrap の bwrap が PATH にありません。パッケージ "
                   "bubblewrap をインストールしてください"}));
  }
  std::vector<std::string> trial = walls();
  trial.insert(trial.end(), {"--", base::to_utf8(*found), "--version"});
  if (!can_run(*found, trial)) {
    return base::fail(base::say(
        {"an engine is confined by bubblewrap, which this system does not let make "
         "namespaces; see `bwrap --ro-bind / / --unshare-net true`",
         "エンジンの隔離に使う bubblewrap が、このシステムでは名前空間を作れません。`bwrap "
         "--ro-bind / / --unshare-net true` を試してください"}));
  }
  return found;
}

}  // namespace

base::Result<void> can_confine() {
  static const base::Result<fs::path> confiner = look_for_confiner();
  if (!confiner) return tl::unexpected(confiner.error());
  return {};
}

base::Result<LaunchCommand> confined_command(const LaunchSpec& spec) {
  if (const auto can = can_confine(); !can) return tl::unexpected(can.error());
  auto confiner = find_program(kConfiner, {}, {});
  if (!confiner) return tl::unexpected(confiner.error());
  std::error_code ignored;
  const std::string own =
      base::to_utf8(spec.directory.empty() ? fs::current_path(ignored) : spec.directory);
  const std::string programs = base::to_utf8(spec.program.parent_path());
  LaunchCommand command{std::move(*confiner), walls()};
  // They may lie in /tmp or /run. What comes later counts.
  auto& words = command.arguments;
  words.insert(words.end(), {"--ro-bind", programs, programs, "--bind", own, own, "--chdir", own,
                             "--", base::to_utf8(spec.program)});
  words.insert(words.end(), spec.arguments.begin(), spec.arguments.end());
  return command;
}

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gougi::io
