// SPDX-License-Identifier: MIT
// What differs between the platforms about children: starting one with its three pipes, writing
// without waiting, ending it, and naming its end. For child_process.cpp alone.
#pragma once

#ifndef BOOST_PROCESS_USE_STD_FS
#define BOOST_PROCESS_USE_STD_FS
#endif
// Boost 1.81 forgets these two when it is told to use std::filesystem.
#include <optional>
#include <type_traits>
// clang-format off
#include <boost/optional.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/process/v2/process.hpp>
// clang-format on
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.hpp"
#include "io/child_process.hpp"

namespace gougi::io {

using Executor = boost::asio::io_context::executor_type;
using ReadablePipe = boost::asio::basic_readable_pipe<Executor>;
using WritablePipe = boost::asio::basic_writable_pipe<Executor>;
using Process = boost::process::v2::basic_process<Executor>;

/// A started child and our ends of its pipes.
struct LaunchedChild {
  std::shared_ptr<void> job;  ///< Windows: the job object it dies with
  WritablePipe input;
  ReadablePipe output;
  ReadablePipe errors;
  Process process;       ///< on Linux its guard, which ends as the child did (see child_guard.hpp)
  std::int64_t pid = 0;  ///< the child's own
  std::shared_ptr<void> end = nullptr;  ///< on Linux what tells of the end of `process`
};

/// Whether a clean environment keeps our variable of this name: where programs, libraries, home and
/// temporary files are, language and time zone; on Windows what its own libraries ask for, too.
bool is_needed(std::string_view variable);

/// Starts spec.program, an absolute path of an existing file.
base::Result<LaunchedChild> launch_child(boost::asio::io_context& context, const LaunchSpec& spec);

/// Calls `done` once, from the loop, when the child has ended and is reaped. `child` must live
/// until then.
void when_ended(LaunchedChild& child, std::function<void()> done);

/// Writes what the pipe takes now and returns how much that was; 0 on Windows, whose pipes of ours
/// know overlapped writes only. Not having room is no error.
std::size_t write_now(WritablePipe& pipe, std::string_view text, boost::system::error_code& error);

/// Bytes that lie in the pipe, unread.
std::size_t bytes_waiting(ReadablePipe& pipe);

/// Asks a running child and all that it has started to end (on Windows there is no asking: ends
/// them).
void ask_to_end(LaunchedChild& child);
/// Asks a running child alone to end; nothing on Windows.
void interrupt(LaunchedChild& child);
/// Kills a running child and all that it has started.
void kill_now(LaunchedChild& child);
/// Kills what a child that has ended left behind.
void kill_left_behind(LaunchedChild& child);
/// As kill_now(), and waits for their end: for a child that nobody waits for any more.
void kill_and_wait(LaunchedChild& child);

/// `native_code` as the system reported it.
ExitStatus describe_exit(boost::process::v2::native_exit_code_type native_code);

}  // namespace gougi::io
