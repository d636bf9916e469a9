// SPDX-License-Identifier: MIT
// All of it runs between fork and exec of a process with threads, or long after, with the memory
// of that moment: only system calls are allowed, no allocation and no lock.
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/child_guard.hpp"

namespace gougi::io {
namespace {

// Shown by ps and top. Not our own name: who ends all that is called so must not end the guards at
// the same moment. The system keeps fifteen characters.
constexpr std::string_view kName = "engine-guard";

// Between two looks at who is still there. Mostly the next end of a process comes first.
constexpr int kLookAgainMs = 10;
// Whom nobody can end (it waits for a lost disk, or belongs to somebody else) is given up then.
constexpr std::int64_t kPatienceMs = 5000;
// Stopped before they are killed: a killed one makes room for what the others fork. Who multiplies
// faster than this many looks is killed all the same.
constexpr int kStopLooks = 20;

// ---- who is below us --------------------------------------------------------------------------

struct Seen {
  pid_t pid;
  pid_t parent;
  bool stopped;  ///< or dead
};

// More are rarely there. Who is left out is found later, when those above it are gone.
constexpr std::size_t kMostSeen = 16'384;

// Of a guard alone, which has one thread; untouched memory costs nothing.
std::array<Seen, kMostSeen> seen;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

std::optional<pid_t> number(std::string_view text) {
  pid_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Of "/proc/<pid>/stat": "pid (name, which may hold anything) state parent ...".
std::optional<Seen> look_at(int proc, std::string_view pid) {
  const auto own = number(pid);
  if (!own) return std::nullopt;
  std::array<char, 32> path{};
  constexpr std::string_view kStat = "/stat";
  std::copy(pid.begin(), pid.end(), path.begin());
  std::copy(kStat.begin(), kStat.end(), path.begin() + static_cast<std::ptrdiff_t>(pid.size()));
  const int file = ::openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 512> text{};
  const ssize_t n = ::read(file, text.data(), text.size());
  ::close(file);
  if (n <= 0) return std::nullopt;
  std::string_view rest(text.data(), static_cast<std::size_t>(n));
  const std::size_t name_end = rest.rfind(')');
  if (name_end == std::string_view::npos || rest.size() < name_end + 5) return std::nullopt;
  const char state = rest[name_end + 2];
  rest.remove_prefix(name_end + 4);
  const auto parent = number(rest.substr(0, rest.find(' ')));
  if (!parent) return std::nullopt;
  return Seen{*own, *parent, state == 'T' || state == 't' || state == 'Z' || state == 'X'};
}

/// As the system writes it.
struct FolderEntry {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t bytes;
  std::uint8_t type;
  // then the name, which ends in a zero
};
constexpr std::size_t kNameAt = 19;

/// All processes into `seen`; how many they are. opendir() would allocate.
std::size_t look_at_all() {
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return 0;
  std::size_t count = 0;
  alignas(FolderEntry) std::array<char, 8192> block{};
  for (;;) {
    const long bytes = ::syscall(SYS_getdents64, proc, block.data(), block.size());
    if (bytes <= 0) break;
    for (long at = 0; at < bytes;) {
      FolderEntry entry{};
      std::memcpy(&entry, block.data() + at, kNameAt);
      const std::string_view name(block.data() + at + kNameAt);
      if (name.size() < 12 && count < seen.size()) {
        if (const auto one = look_at(proc, name)) seen[count++] = *one;
      }
      at += entry.bytes;
    }
  }
  ::close(proc);
  return count;
}

/// Signals all that are below us; how many of them were not stopped yet and could be reached.
int signal_all(int signal) {
  const std::size_t count = look_at_all();
  const pid_t own = ::getpid();
  std::size_t below = 0;  // so many at the front of `seen`
  const auto is_below = [&](const Seen& one) {
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(below);
    return one.parent == own ||
           std::any_of(seen.begin(), end, [&](const Seen& it) { return it.pid == one.parent; });
  };
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = below; i < count; ++i) {
      if (!is_below(seen[i])) continue;
      std::swap(seen[i], seen[below++]);
      found = true;
    }
  }
  int running = 0;
  for (std::size_t i = 0; i < below; ++i) {
    if (::kill(seen[i].pid, signal) == 0 && !seen[i].stopped) ++running;
  }
  return running;
}

// ---- the guard --------------------------------------------------------------------------------

std::int64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1000} + now.tv_nsec / 1'000'000;
}

class Guard {
 public:
  /// `parent` is the descriptor of a process, `signals` one of signals; all others are closed.
  Guard(pid_t engine, int parent, int signals)
      : engine_(engine), parent_(parent), signals_(signals) {
    close_between(-1, std::min(parent, signals));
    close_between(std::min(parent, signals), std::max(parent, signals));
    close_between(std::max(parent, signals), -1);
  }

  [[noreturn]] void watch() {
    while (!engine_status_ && !told_to_end_) {
      std::array<pollfd, 2> news{{{parent_, POLLIN, 0}, {signals_, POLLIN, 0}}};
      ::poll(news.data(), news.size(), -1);
      if (news[0].revents != 0) break;
      take_signals();
      reap();
    }
    end_all();
    leave_as_the_engine_did();
  }

 private:
  /// Neither of both; a last -1 is no end.
  static void close_between(int first, int last) {
    if (first + 1 != last) {
      ::close_range(static_cast<unsigned>(first + 1),
                    static_cast<unsigned>(last) - (last < 0 ? 0U : 1U), 0);
    }
  }

  void take_signals() {
    signalfd_siginfo signal{};
    while (::read(signals_, &signal, sizeof signal) == sizeof signal) {
      if (static_cast<int>(signal.ssi_signo) == kAskToEnd) signal_all(SIGTERM);
      if (static_cast<int>(signal.ssi_signo) == kEndNow) told_to_end_ = true;
    }
  }

  /// Takes in who has ended; is anybody left?
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t ended = ::waitpid(-1, &status, WNOHANG);
      if (ended == 0) return true;
      if (ended < 0 && errno != EINTR) return false;
      if (ended == engine_) engine_status_ = status;
    }
  }

  void wait_a_little() const {
    pollfd news{signals_, POLLIN, 0};
    ::poll(&news, 1, kLookAgainMs);
    signalfd_siginfo ignored{};
    while (::read(signals_, &ignored, sizeof ignored) == sizeof ignored) {
    }
  }

  /// Whoever loses its parent on the way becomes ours, so that in the end all are.
  void end_all() {
    const std::int64_t end = now_ms() + kPatienceMs;
    if (!reap()) return;
    for (int looks = 0; looks < kStopLooks && signal_all(SIGSTOP) > 0; ++looks) {
    }
    while (reap() && now_ms() < end) {
      signal_all(SIGKILL);
      if (reap()) wait_a_little();
    }
  }

  [[noreturn]] void leave_as_the_engine_did() {
    const int status = engine_status_.value_or(SIGKILL);
    if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
    ::prctl(PR_SET_DUMPABLE, 0);  // the engine's core is enough
    const int signal = WTERMSIG(status);
    std::signal(signal, SIG_DFL);
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::kill(::getpid(), signal);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
    ::_exit(127);
  }

  pid_t engine_;
  int parent_;
  int signals_;
  bool told_to_end_ = false;
  std::optional<int> engine_status_;
};

int open_signals() {
  sigset_t heard;
  ::sigemptyset(&heard);
  for (const int signal : {SIGCHLD, kAskToEnd, kEndNow}) ::sigaddset(&heard, signal);
  return ::signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
}

void take_name(const CommandLinePlace& place) {
  ::prctl(PR_SET_NAME, kName.data());
  if (place.size <= kName.size()) return;
  std::memset(place.begin, 0, place.size);
  std::memcpy(place.begin, kName.data(), kName.size());
}

}  // namespace

CommandLinePlace own_command_line() {
  std::ifstream file("/proc/self/stat", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  // The third field comes next; the places are the 48th and 49th (proc(5)).
  std::array<std::uintptr_t, 2> ends{};
  std::size_t at = name_end + 1;
  for (int field = 3; field <= 49; ++field) {
    const std::size_t next = text.find(' ', at + 1);
    const std::string_view word = std::string_view(text).substr(at + 1, next - at - 1);
    if (field >= 48) {
      std::uintptr_t& place = ends.at(static_cast<std::size_t>(field) - 48);
      std::from_chars(word.data(), word.data() + word.size(), place);
    }
    if (next == std::string::npos) return {};
    at = next;
  }
  if (ends[0] == 0 || ends[1] <= ends[0]) return {};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how the system tells it
  return {reinterpret_cast<char*>(ends[0]), ends[1] - ends[0]};
}

int put_under_guard(pid_t parent, const CommandLinePlace& place) {
  ::setpgid(0, 0);  // neither ctrl-C nor a signal to the engine's group is for the guard
  const auto watched = static_cast<int>(::syscall(SYS_pidfd_open, parent, 0));
  if (watched < 0) return errno;
  const int signals = open_signals();
  if (signals < 0) return errno;
  if (::getppid() != parent) ::_exit(127);  // it was gone before
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return errno;
  std::signal(SIGCHLD, SIG_DFL);  // ignored, it would keep the engine's end from us
  const pid_t guard = ::getpid();
  const pid_t engine = ::_Fork();  // fork() runs what others have registered for it
  if (engine < 0) return errno;
  if (engine > 0) {
    take_name(place);
    Guard(engine, watched, signals).watch();
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // should somebody kill the guard
  if (::getppid() != guard) ::_exit(127);
  ::setpgid(0, 0);
  return 0;
}

}  // namespace gougi::io
