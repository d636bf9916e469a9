// SPDX-License-Identifier: MIT
// What a child that is not trusted is kept from, on Linux: by bubblewrap it has no network, sees
// the file system but can write in its own folder alone, has an empty /tmp and /run, and sees no
// process but its own; by the system's limits it gets no more memory than the machine has, and
// leaves no core file. Devices stay, for engines that think on a GPU. Its descendants are kept
// alike. Elsewhere it cannot be had. Safe from any thread.
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

struct LaunchCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
};
/// What is started in the place of `spec`, whose program is absolute. For child_launch_posix.cpp.
base::Result<LaunchCommand> confined_command(const LaunchSpec& spec);

/// In bytes.
std::uint64_t physical_memory();

}  // namespace gougi::io
