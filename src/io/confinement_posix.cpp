// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>
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

/// Without what is the engine's own. No capabilities: those of a root would undo it all. A session
/// of its own: it cannot type into our terminal. A /dev of its own: ours has terminals, and the
/// memory that programs share. The system's settings are those of everybody: a root without any
/// capability owns them still, and bubblewrap asks in vain whether it may write there. What it
/// writes into memory by way of files has an end, too, if `bounds_files`, which bubblewrap can from
/// 0.7 on.
std::vector<std::string> walls(bool bounds_files) {
  const std::string most = std::to_string(physical_memory() / 4);
  std::vector<std::string> words{"--die-with-parent",
                                 "--new-session",
                                 "--unshare-net",
                                 "--unshare-pid",
                                 "--unshare-ipc",
                                 "--cap-drop",
                                 "ALL",
                                 "--ro-bind",
                                 "/",
                                 "/",
                                 "--dev",
                                 "/dev",
                                 "--proc",
                                 "/proc",
                                 "--ro-bind-try",
                                 "/proc/sys",
                                 "/proc/sys"};
  for (const char* const folder : {"/tmp", "/run", "/dev/shm"}) {
    if (bounds_files) words.insert(words.end(), {"--size", most});
    words.insert(words.end(), {"--tmpfs", folder});
  }
  for (const std::string& node : graphics_processors()) {
    words.insert(words.end(), {"--dev-bind-try", node, node});
  }
  return words;
}

// ---- what must stay as it is --------------------------------------------------------------------

/// As it is written, and where it leads to; of what is no folder, where its folder leads to, too: a
/// link there could be replaced.
std::vector<fs::path> places_of(const fs::path& path) {
  std::error_code ignored;
  const fs::path written = base::absolute_path(path).lexically_normal();
  return {written, fs::weakly_canonical(written, ignored),
          fs::weakly_canonical(written.parent_path(), ignored) / written.filename()};
}

/// Whether `path` is in `folder`, or is it.
bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path below = path.lexically_relative(folder);
  return !below.empty() && *below.begin() != "..";
}

fs::path own_folder(const LaunchSpec& spec) {
  std::error_code ignored;
  return spec.directory.empty() ? fs::current_path(ignored) : spec.directory;
}

/// Whether it has a folder of its own in the place of this one, where others' files and sockets
/// are.
bool is_for_all(const fs::path& folder) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(folder, ignored);
  return real == "/tmp" || real == "/run" || real == "/dev" || real == "/dev/shm" ||
         real == "/proc";
}

/// What to lay over again of the file system, which is there, read-only, but for /tmp and the like;
/// nothing of its root, which would bring those back.
void show_again(std::vector<std::string>& words, const char* how, const fs::path& place) {
  std::error_code ignored;
  if (fs::weakly_canonical(place, ignored) == "/") return;
  words.insert(words.end(), {how, base::to_utf8(place), base::to_utf8(place)});
}

// ---- bubblewrap ---------------------------------------------------------------------------------

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
  std::array<char*, 1> no_environment{nullptr};
  const int refused =
      ::posix_spawn(&child, program.c_str(), &silent, nullptr, words.data(), no_environment.data());
  ::posix_spawn_file_actions_destroy(&silent);
  if (refused != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return status == 0;
}

struct Confiner {
  bool bounds_files = true;
};

base::Result<Confiner> look_for_confiner() {
  auto found = find_program(kConfiner, {}, {});
  if (!found) {
    return base::fail(
        base::say({"an engine is confined by bubblewrap, and there is no bwrap along PATH; "
                   "install the package bubblewrap",
                   "エンジンの隔離に使う bubblewrap の bwrap が PATH にありません。パッケージ "
                   "bubblewrap をインストールしてください"}));
  }
  for (const bool bounds_files : {true, false}) {
    std::vector<std::string> trial = walls(bounds_files);
    trial.insert(trial.end(), {"--", base::to_utf8(*found), "--version"});
    if (can_run(*found, trial)) return Confiner{bounds_files};
  }
  return base::fail(
      base::say({"an engine is confined by bubblewrap, which this system does not let make "
                 "namespaces; see `bwrap --ro-bind / / --unshare-net true`",
                 "エンジンの隔離に使う bubblewrap が、このシステムでは名前空間を作れません。`bwrap "
                 "--ro-bind / / --unshare-net true` を試してください"}));
}

const base::Result<Confiner>& confiner_here() {
  static const base::Result<Confiner> confiner = look_for_confiner();
  return confiner;
}

}  // namespace

base::Result<void> can_confine() {
  if (const auto& confiner = confiner_here(); !confiner) return tl::unexpected(confiner.error());
  return {};
}

bool writes_nowhere(const LaunchSpec& spec) {
  std::vector<fs::path> staying = spec.must_stay;
  staying.push_back(own_executable());
  if (const auto confiner = find_program(kConfiner, {}, {})) staying.push_back(*confiner);
  for (const char* const folders : {"HOME", "PATH"}) {
    std::istringstream parts(environment_variable(folders).value_or(""));
    for (std::string folder; std::getline(parts, folder, ':');) {
      if (!folder.empty()) staying.emplace_back(folder);
    }
  }
  for (const fs::path& folder : places_of(own_folder(spec))) {
    for (const fs::path& path : staying) {
      for (const fs::path& place : places_of(path)) {
        if (lies_in(place, folder)) return true;
      }
    }
  }
  return false;
}

base::Result<LaunchCommand> confined_command(const LaunchSpec& spec,
                                             const std::vector<std::string>& environment) {
  const auto& confiner = confiner_here();
  if (!confiner) return tl::unexpected(confiner.error());
  auto program = find_program(kConfiner, {}, {});
  if (!program) return tl::unexpected(program.error());
  const fs::path own = own_folder(spec);
  if (is_for_all(own)) {
    return base::fail(base::say(
        {"a confined engine cannot work in {0}, where other programs' files are; give it a folder "
         "of its own with `directory:`",
         "隔離するエンジンは、ほかのプログラムのファイルがある {0} を作業フォルダにできません。"
         "`directory:` で専用のフォルダを指定してください"},
        base::to_utf8(own)));
  }
  LaunchCommand command{
      std::move(*program), {"--", base::to_utf8(spec.program)}, walls(confiner->bounds_files)};
  command.arguments.insert(command.arguments.end(), spec.arguments.begin(), spec.arguments.end());
  auto& words = command.options;
  // They may lie in /tmp or /run. What comes later counts.
  const fs::path around = spec.program.parent_path();
  show_again(words, "--ro-bind", is_for_all(around) ? spec.program : around);
  show_again(words, writes_nowhere(spec) ? "--ro-bind" : "--bind", own);
  words.insert(words.end(), {"--remount-ro", "/dev", "--chdir", base::to_utf8(own)});
  for (const std::string& entry : environment) {
    const std::size_t name_end = entry.find('=');
    if (name_end == std::string::npos || name_end == 0) continue;
    words.insert(words.end(), {"--setenv", entry.substr(0, name_end), entry.substr(name_end + 1)});
  }
  return command;
}

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gougi::io
