// SPDX-License-Identifier: MIT
// What befalls a relay from outside while it thinks: an engine killed or stopped or without memory,
// a connection cut, a disk that is full.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "integration/processes.hpp"

namespace gougi::testing {

enum class Blow { kKill, kStop, kCut, kMemory, kFullDisk };
inline constexpr std::array<const char*, 5> kBlowNames{"killed", "stopped", "cut off",
                                                       "out of memory", "full disk"};

/// Those of a relay's descendants that it speaks with: neither guards, nor shells.
inline std::vector<int> engines_of(std::int64_t relay, bool remote) {
  std::vector<int> found;
  for (const int pid : descendants_of(relay)) {
    const std::string name = content_of("/proc/" + std::to_string(pid) + "/comm");
    if (name == "engine-guard\n" || name == "gougi\n" || name.empty()) continue;
    if ((name == "ssh\n") == remote) found.push_back(pid);
  }
  return found;
}

/// A disk of its own that can be filled to the last byte.
class SmallDisk {
 public:
  explicit SmallDisk(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void fill() const {
    std::ofstream ballast(folder_ / "ballast", std::ios::app | std::ios::binary);
    const std::string block(512, 'x');
    while (ballast.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
  }
  void make_room() const {
    std::error_code none;
    std::filesystem::remove(folder_ / "ballast", none);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_, none)) {
      if (entry.is_regular_file(none)) std::filesystem::resize_file(entry.path(), 0, none);
    }
  }

 private:
  std::filesystem::path folder_;
};

/// Who is struck, and how: chosen before the clock runs, for it takes long to find processes.
struct Aim {
  Blow blow;
  int target = 0;  ///< a process
};

/// Nothing: there is nobody to strike.
inline std::optional<Aim> take_aim(Blow blow, std::int64_t relay, base::Random& random) {
  if (blow == Blow::kFullDisk) return Aim{blow};
  const auto targets = engines_of(relay, blow == Blow::kCut);
  if (targets.empty()) return std::nullopt;
  return Aim{blow, targets[random.below(targets.size())]};
}

/// False: it is gone already, or there is no disk.
inline bool strike(const Aim& aim, const SmallDisk* disk) {
  if (aim.blow == Blow::kFullDisk) {
    if (disk != nullptr) disk->fill();
    return disk != nullptr;
  }
  if (aim.blow == Blow::kMemory) {
    const rlimit nothing_more{1, 1};  // what it has stays
    return ::prlimit(aim.target, RLIMIT_AS, &nothing_more, nullptr) == 0;
  }
  return ::kill(aim.target, aim.blow == Blow::kStop ? SIGSTOP : SIGKILL) == 0;
}

}  // namespace gougi::testing
