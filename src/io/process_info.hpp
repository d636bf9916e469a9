// SPDX-License-Identifier: MIT
// Facts about this process and its machine: where it lies, where programs lie, the user's language.
// Reads the environment and the file system, changes nothing. Safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/result.hpp"

namespace gougi::io {

/// The file we were started from, absolute. Empty if the system does not tell.
std::filesystem::path own_executable();

/// Finds the program that a settings file calls `name` (UTF-8). A bare name is looked for in
/// `beside` (the folder of our executable), then along PATH; a name with a folder in it is
/// absolute or relative to `base`. On Windows ".exe" may be left out. The error says
/// where it was looked for.
base::Result<std::filesystem::path> find_program(std::string_view name,
                                                 const std::filesystem::path& beside,
                                                 const std::filesystem::path& base);

/// An environment variable as UTF-8; nothing if unset.
std::optional<std::string> environment_variable(const std::string& name);

/// Does the user read Japanese? LC_ALL, LC_MESSAGES, LANG in this order on POSIX (the first that
/// is not empty counts); the user interface's language on Windows.
bool user_reads_japanese();

/// Bytes of memory we hold now; 0 if the system does not tell.
std::size_t resident_memory();

/// The CPU time of the calling thread; on Windows, which counts it too coarsely for short work, the
/// time that passes. For differences between two calls by the same thread.
base::Duration thread_cpu_time();

/// Our process number.
std::int64_t own_pid();

}  // namespace gougi::io
