// SPDX-License-Identifier: MIT
// What children declared at their last start, on disk: so that `usi` is answered while they still
// start. A cache: whatever goes wrong with it, there is
// merely none. Used by the shell.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/child_process.hpp"
#include "usi/answer.hpp"
#include "usi/option.hpp"

namespace gougi::relay {

class OptionCache {
 public:
  /// Keeps its files in `folder`; an empty one means no cache.
  explicit OptionCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// In the user's cache folder (XDG_CACHE_HOME, ~/.cache, LOCALAPPDATA).
  static OptionCache of_user();

  /// The options of the last start of the same command line in the same folder and environment (as
  /// far as it is configured) on the same program file (path, size and modification time); nothing
  /// if there was none.
  /// `freezes` and `name`, if given, are set to what it said of Freeze shogi, and to its id name.
  std::optional<std::vector<usi::Option>> load(const io::LaunchSpec& spec,
                                               usi::FreezeAbility* freezes = nullptr,
                                               std::string* name = nullptr) const;
  /// `lines` as the child said them: options, `FREEZE …`, `id name …`.
  void save(const io::LaunchSpec& spec, const std::vector<std::string>& lines) const;

 private:
  std::filesystem::path file_for(const io::LaunchSpec& spec) const;
  std::filesystem::path folder_;
};

}  // namespace gougi::relay
