// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as the cache of the options that engines declared. Used
// by the fuzzer (options_fuzz.cpp) and by the replay of its corpus in every build.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "fuzz/said.hpp"
#include "io/process_info.hpp"
#include "relay/option_cache.hpp"
#include "usi/option.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing: whatever is read can be declared to a GUI as a line.
inline std::string check_options(std::string_view bytes) {
  namespace fs = std::filesystem;
  static const fs::path folder =
      fs::temp_directory_path() / ("gougi-options-fuzz-" + std::to_string(io::own_pid()));
  const relay::OptionCache cache(folder);
  io::LaunchSpec spec;
  spec.program = io::own_executable();
  cache.save(spec, {"option name A type check default true"});
  for (const auto& file : fs::directory_iterator(folder)) {
    std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << bytes;
  }
  usi::FreezeAbility freezes{};
  std::string name;
  const auto options = cache.load(spec, &freezes, &name);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (!options) return "";
  for (const usi::Option& option : *options) {
    if (!is_said_well(usi::format(option))) return "an option that is no line for a GUI";
  }
  return name.empty() || is_said_well(name) ? "" : "an engine's name that is no line for a GUI";
}

}  // namespace gougi::fuzz
