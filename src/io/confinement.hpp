// SPDX-License-Identifier: MIT
// What a child that is not trusted is kept from, on Linux: by bubblewrap it has no network and no
// privileges, sees the file system but can write in its own folder alone, and not even there where
// that would change what is started next, has an empty /tmp and /run of bounded size, and sees no
// process but its own; by the system's limits each of its processes gets no more data of its own
// than the machine has memory, and leaves no core file. Devices stay, for engines that think on a
// GPU. Its descendants are kept alike. Elsewhere it cannot be had. Safe from any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/child_process.hpp"

namespace gougi::io {

/// Whether it can be had here: one line says why not, and what to do. Tries it the first time that
/// is asked, which takes some milliseconds.
base::Result<void> can_confine();

/// Whether its own folder is no place to write either: in it, or it itself, is gougi, bubblewrap,
/// the user's home, a folder of PATH, or something that `must_stay`.
bool writes_nowhere(const LaunchSpec& spec);

struct LaunchCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  /// Words that it is to find before `arguments`, and that nobody else should see.
  std::vector<std::string> options;
};
/// What is started in the place of `spec`, whose program is absolute, for a child with this
/// `environment` ("NAME=value"). It is to be started with an empty one: what is meant for the child
/// must not act on what confines it. For child_launch_posix.cpp.
base::Result<LaunchCommand> confined_command(const LaunchSpec& spec,
                                             const std::vector<std::string>& environment);

/// In bytes.
std::uint64_t physical_memory();

}  // namespace gougi::io
