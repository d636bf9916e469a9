// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/say.hpp"
#include "io/child_guard.hpp"
#include "io/child_launch.hpp"
#include "io/confinement.hpp"
#include "io/priority.hpp"
#include "io/signals.hpp"

namespace gougi::io {
namespace {

using boost::system::error_code;
namespace process = boost::process::v2;

error_code last_error() { return {errno, boost::system::system_category()}; }

/// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  [[nodiscard]] int get() const { return value_; }
  int release() {
    const int value = value_;
    value_ = -1;
    return value;
  }

 private:
  int value_ = -1;
};

struct PipeEnds {
  Descriptor read;
  Descriptor write;
};

/// A pipe that no exec inherits by itself and whose ends are none of 0, 1, 2 (which we may have
/// been started without, and which the child overwrites).
bool make_pipe(PipeEnds& ends) {
  std::array<int, 2> raw{};
  if (::pipe2(raw.data(), O_CLOEXEC) != 0) return false;
  const Descriptor low_read(raw[0]);
  const Descriptor low_write(raw[1]);
  ends.read = Descriptor(::fcntl(raw[0], F_DUPFD_CLOEXEC, 3));
  ends.write = Descriptor(::fcntl(raw[1], F_DUPFD_CLOEXEC, 3));
  return ends.read.get() >= 0 && ends.write.get() >= 0;
}

/// These words, each with its end, in a file that has no name; not open if it cannot be had.
Descriptor file_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(word).push_back('\0');
  const Descriptor low(::memfd_create("options", MFD_CLOEXEC));
  Descriptor file(::fcntl(low.get(), F_DUPFD_CLOEXEC, 3));
  for (std::size_t done = 0; file.get() >= 0 && done < text.size();) {
    const ssize_t n =
        ::pwrite(file.get(), text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (n < 0 && errno != EINTR) return {};
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return file;
}

/// Our environment, or what is needed of it, with the additions, as exec wants it.
class Environment {
 public:
  Environment(const std::map<std::string, std::string>& added, bool is_clean) {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
      const std::string_view text(*entry);
      const std::string name(text.substr(0, text.find('=')));
      if (is_clean && !is_needed(name)) continue;
      if (added.find(name) == added.end()) entries_.emplace_back(text);
    }
    for (const auto& [name, value] : added) entries_.push_back(name + "=" + value);
    for (const std::string& entry : entries_) pointers_.push_back(entry.c_str());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] const std::vector<std::string>& entries() const { return entries_; }
  [[nodiscard]] const char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> entries_;
  std::vector<const char*> pointers_;
};

/// Memory that a forked child shares with us, for the one number it has to tell.
class SharedNumber {
 public:
  SharedNumber()
      : place_(::mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                      -1, 0)) {
    if (*this) ::new (place_) Number(0);
  }
  ~SharedNumber() {
    if (*this) ::munmap(place_, sizeof(Number));
  }
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  explicit operator bool() const { return place_ != MAP_FAILED; }

  void set(pid_t value) { *static_cast<Number*>(place_) = value; }
  [[nodiscard]] pid_t get() const { return *static_cast<Number*>(place_); }

 private:
  using Number = std::atomic<pid_t>;
  void* place_;
};

/// No signal reaches this thread meanwhile, nor what it forks: a forked child has our handlers, and
/// they our pipes, until it is somebody else.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

/// Closes all from 3 on but these.
template <std::size_t kCount>
void close_all_but(std::array<int, kCount> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned first = STDERR_FILENO + 1;
  for (const int descriptor : kept) {
    const auto next = static_cast<unsigned>(descriptor);
    if (next > first) ::close_range(first, next - 1, 0);
    first = std::max(first, next + 1);
  }
  ::close_range(first, ~0U, 0);
}

/// Lowers a limit of ours, for good; one that is lower already stays.
bool is_bounded(int resource, rlim_t most) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0;
}

/// Boost.Process calls these around fork and exec. on_exec_setup runs in the forked child, where
/// only async-signal-safe calls are allowed: another thread may have held any lock.
struct ChildSetup {
  int input;
  int output;
  int errors;
  int options;            ///< a file that the child is to have, too; -1: none
  const char* directory;  ///< null: ours
  const char* const* environment;
  pid_t parent;
  CommandLinePlace command_line;
  SharedNumber& engine;  ///< its process number
  const sigset_t& signals;
  rlim_t most_memory;  ///< 0: neither this nor a core file is bounded
  bool is_low;

  template <class Launcher>
  error_code on_setup(Launcher& launcher, const std::filesystem::path&, const char* const*) {
    launcher.env = environment;
    if (options >= 0) launcher.fd_whitelist.push_back(options);
    return {};
  }

  template <class Launcher>
  error_code on_exec_setup(Launcher& launcher, const std::filesystem::path&, const char* const*) {
    // Now and not at exec: the guard forks once more, and of a parent with a thousand children each
    // copy of all descriptors takes as long as the start of an engine. The last is Boost's own.
    close_all_but(std::array{input, output, errors, options >= 0 ? options : input,
                             launcher.fd_whitelist.back()});
    if (const int refused = put_under_guard(parent, command_line); refused != 0) {
      return {refused, boost::system::system_category()};
    }
    engine.set(::getpid());
    run_as_ordinary();
    if (is_low) run_as_low();
    // Ignored signals stay ignored across exec, and blocked ones blocked.
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &signals, nullptr);
    if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
        ::dup2(errors, STDERR_FILENO) < 0) {
      return last_error();
    }
    if (directory != nullptr && ::chdir(directory) != 0) return last_error();
    if (most_memory != 0 && !(is_bounded(RLIMIT_DATA, most_memory) && is_bounded(RLIMIT_CORE, 0))) {
      return last_error();
    }
    // Boost 1.81's own closing leaves a gap between 3 and its error pipe (fixed in 1.85).
    ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (options >= 0 && ::fcntl(options, F_SETFD, 0) != 0) return last_error();
    return {};
  }

  // Boost 1.81 would call exit() here and flush our stdio buffers a second time.
  template <class... Ignored>
  void on_exec_error(Ignored&&...) {
    ::_exit(127);
  }

  // Boost 1.81 leaves the child whose exec failed as a zombie.
  template <class Launcher, class... Ignored>
  void on_error(Launcher& launcher, Ignored&&...) {
    if (launcher.pid > 0) ::waitpid(launcher.pid, nullptr, 0);
    launcher.pid = -1;
  }
};

using ExitWatch = boost::asio::posix::basic_stream_descriptor<Executor>;

// Asio may say that a descriptor is ready that it only took for another: one that was closed while
// its readiness waited its turn, and whose place in the reactor the new one has (seen in 1.81).
// Boost.Process then waits in the system call, and with it the whole loop. So we look, and wait on.
void watch_exit(LaunchedChild& child, const std::shared_ptr<ExitWatch>& watch,
                std::function<void()> done) {
  watch->async_wait(ExitWatch::wait_read,
                    [&child, watch, done = std::move(done)](const error_code& error) mutable {
                      error_code ignored;
                      if (child.process.running(ignored) && !error) {  // reaps it if it has ended
                        watch_exit(child, watch, std::move(done));
                      } else {
                        done();
                      }
                    });
}

base::Result<LaunchedChild> cannot_start(const LaunchSpec& spec, const std::string& reason) {
  return base::fail(base::say({"cannot start '{0}': {1}", "'{0}' を起動できません: {1}"},
                              base::to_utf8(spec.program), reason));
}

}  // namespace

bool is_needed(std::string_view variable) {
  static constexpr std::array<std::string_view, 10> kNames{
      "PATH",  "LD_LIBRARY_PATH", "HOME", "USER", "LOGNAME",
      "SHELL", "TMPDIR",          "TZ",   "LANG", "LANGUAGE"};
  return variable.starts_with("LC_") || std::ranges::find(kNames, variable) != kNames.end();
}

base::Result<LaunchedChild> launch_child(boost::asio::io_context& context, const LaunchSpec& spec) {
  ignore_broken_pipes();
  const Environment environment(spec.environment, spec.is_clean);
  LaunchCommand command{spec.program, spec.arguments, {}};
  Descriptor options;
  if (spec.is_confined) {
    auto confined = confined_command(spec, environment.entries());
    if (!confined) return cannot_start(spec, confined.error().message);
    command = std::move(*confined);
    options = file_of(command.options);
    if (options.get() < 0) return cannot_start(spec, last_error().message());
    const std::string number = std::to_string(options.get());
    command.arguments.insert(command.arguments.begin(), {"--args", number});
  }
  PipeEnds input;
  PipeEnds output;
  PipeEnds errors;
  if (!make_pipe(input) || !make_pipe(output) || !make_pipe(errors)) {
    return cannot_start(spec, last_error().message());
  }
  SharedNumber engine;
  if (!engine) return cannot_start(spec, last_error().message());
  static const CommandLinePlace command_line = own_command_line();
  error_code error;
  const Executor executor = context.get_executor();
  // Boost tells the loop that it launches in of each fork, and Asio then makes that loop anew in
  // the forked child, with all that is watched there. So it launches in one that watches nothing.
  boost::asio::io_context bare;
  const auto start = [&] {
    const NoSignals quiet;
    // Not const: Boost leaves out, in silence, the hooks that it cannot call.
    constexpr std::array<const char*, 1> kNoEnvironment{nullptr};
    ChildSetup setup{input.read.get(),
                     output.write.get(),
                     errors.write.get(),
                     options.get(),
                     spec.directory.empty() ? nullptr : spec.directory.c_str(),
                     spec.is_confined ? kNoEnvironment.data() : environment.data(),
                     ::getpid(),
                     command_line,
                     engine,
                     quiet.before(),
                     spec.is_confined ? physical_memory() : 0,
                     spec.is_low};
    Process launched = process::posix::default_launcher{}(
        bare.get_executor(), error, command.program, command.arguments, setup);
    if (error) return Process(executor);
    Process ours(executor, launched.id());
    launched.detach();
    return ours;
  };
  Process guard = start();
  if (error) return cannot_start(spec, error.message());
  // Not yet reaped, so the number is still its own. The system closes such a handle on exec.
  Descriptor end(static_cast<int>(::syscall(SYS_pidfd_open, guard.id(), 0)));
  if (end.get() < 0) error = last_error();
  ::fcntl(input.write.get(), F_SETFL, O_NONBLOCK);  // this end is ours alone
  LaunchedChild child{nullptr,
                      WritablePipe(executor, input.write.release()),
                      ReadablePipe(executor, output.read.release()),
                      ReadablePipe(executor, errors.read.release()),
                      std::move(guard),
                      engine.get(),
                      nullptr};
  if (error) {
    kill_and_wait(child);
    return cannot_start(spec, error.message());
  }
  child.end = std::make_shared<ExitWatch>(executor, end.release());
  return child;
}

void when_ended(LaunchedChild& child, std::function<void()> done) {
  watch_exit(child, std::static_pointer_cast<ExitWatch>(child.end), std::move(done));
}

std::size_t write_now(WritablePipe& pipe, std::string_view text, error_code& error) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(pipe.native_handle(), text.data() + done, text.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      error = last_error();
      break;
    }
  }
  return done;
}

std::size_t bytes_waiting(ReadablePipe& pipe) {
  int count = 0;
  if (!pipe.is_open() || ::ioctl(pipe.native_handle(), FIONREAD, &count) != 0) return 0;
  return static_cast<std::size_t>(count);
}

void ask_to_end(LaunchedChild& child) { ::kill(child.process.id(), kAskToEnd); }
void interrupt(LaunchedChild& child) { ::kill(static_cast<pid_t>(child.pid), SIGTERM); }
void kill_now(LaunchedChild& child) { ::kill(child.process.id(), kEndNow); }
void kill_left_behind(LaunchedChild&) {}  // its guard has

void kill_and_wait(LaunchedChild& child) {
  kill_now(child);
  // Boost's own end of a process would kill the guard, and leave those whom it guards.
  const pid_t guard = child.process.id();
  child.process.detach();
  while (::waitpid(guard, nullptr, 0) < 0 && errno == EINTR) {
  }
}

ExitStatus describe_exit(int native_code) {
  ExitStatus status;
  if (WIFSIGNALED(native_code)) {
    status.code = WTERMSIG(native_code);
    status.by_signal = true;
    const char* const name = ::strsignal(status.code);
    status.text = "killed by signal " + std::to_string(status.code) + " (" +
                  (name == nullptr ? "unknown" : name) + ")";
  } else {
    status.code = WEXITSTATUS(native_code);
    status.text = "exit code " + std::to_string(status.code);
  }
  return status;
}

}  // namespace gougi::io
