// SPDX-License-Identifier: MIT
// A process between us and each child, on Linux: the child and all that it starts, in whatever
// session, are below it, and it ends them all when the child has ended, when it is told to, and
// when we are gone, however we went. It has no part in what the child and we say to each other and
// holds none of its pipes. On Windows a job object does all this. For child_launch_posix.cpp alone.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstddef>

namespace gougi::io {

/// To a guard: ask the child and all below it to end (SIGTERM).
inline constexpr int kAskToEnd = SIGTERM;
/// To a guard: kill the child and all below it. It ends when nobody is left, five seconds later at
/// the latest.
inline constexpr int kEndNow = SIGUSR1;

/// Where the system finds the words that we were started with, for `ps`.
struct CommandLinePlace {
  char* begin = nullptr;
  std::size_t size = 0;
};
/// Nothing if the system does not tell.
CommandLinePlace own_command_line();

/// Makes a guard of the calling process, a forked child whose signals are all blocked, and returns
/// in a child of its own, which is to become the engine. `parent` is who forked it; `place` is
/// overwritten, so that nobody takes the guard for its parent by name. Returns 0, or the error
/// number of what could not be had, and then in the caller itself. The guard ends as the engine
/// did: with its exit code or by its signal. Async-signal-safe, as anything between fork and exec.
int put_under_guard(pid_t parent, const CommandLinePlace& place);

}  // namespace gougi::io
