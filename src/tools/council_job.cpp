// SPDX-License-Identifier: MIT
#include "tools/council_job.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/path.hpp"
#include "base/text.hpp"
#include "consensus/strategy.hpp"
#include "io/affinity.hpp"
#include "io/code_page.hpp"
#include "io/sha256.hpp"
#include "relay/position_lines.hpp"
#include "relay/programs.hpp"
#include "settings/complaint_lines.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// What an engine takes a file's name for, with the option that names its folder.
constexpr std::pair<std::string_view, std::string_view> kInFolders[] = {{"EvalFile", "EvalDir"},
                                                                        {"BookFile", "BookDir"}};

std::string value_of(const EngineOptions& options, std::string_view name) {
  const auto found = std::ranges::find_if(
      options, [&](const auto& option) { return base::iequals(option.first, name); });
  return found == options.end() ? std::string() : found->second;
}

/// A file or folder of this name, looked for as the engine does; nothing: there is none.
std::optional<fs::path> place_of(const io::LaunchSpec& launch, const std::string& folder,
                                 const std::string& value) {
  std::error_code error;
  const fs::path inner = base::path_in(base::path_from_utf8(folder), base::path_from_utf8(value));
  const fs::path working = launch.directory.empty() ? fs::current_path(error) : launch.directory;
  for (const fs::path& from : {working, launch.program.parent_path()}) {
    const fs::path file = base::path_in(from, inner);
    if (fs::exists(file, error)) return file;
  }
  return std::nullopt;
}

base::Result<void> add_folder(farm::Job& job, const std::string& name, const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path());
  }
  if (error) return base::fail(base::to_utf8(folder) + ": " + error.message());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    auto added = job.add_file(name + "/" + base::to_utf8(file.filename()), file);
    if (!added) return added;
  }
  return {};
}

base::Result<void> add_named(farm::Job& job, const std::string& fact, const io::LaunchSpec& launch,
                             const std::string& folder, const std::string& value) {
  const auto place = value.empty() ? std::nullopt : place_of(launch, folder, value);
  std::error_code ignored;
  if (place && fs::is_regular_file(*place, ignored)) return job.add_file(fact, *place);
  job.add(fact, value);
  return {};
}

base::Result<void> add_option(farm::Job& job, const std::string& which,
                              const io::LaunchSpec& launch, const EngineOptions& options,
                              const std::pair<std::string, std::string>& option) {
  const auto& [name, value] = option;
  const std::string fact = which + " option " + name;
  std::string folder;
  for (const auto& [file_option, folder_option] : kInFolders) {
    if (base::iequals(name, file_option)) folder = value_of(options, folder_option);
    // All that is in it, where no file in it is named.
    if (!base::iequals(name, folder_option) || value.empty()) continue;
    if (!value_of(options, file_option).empty()) return {};
    const auto place = place_of(launch, "", value);
    std::error_code ignored;
    if (place && fs::is_directory(*place, ignored)) return add_folder(job, fact, *place);
  }
  return add_named(job, fact, launch, folder, value);
}

base::Result<void> add_engines(farm::Job& job, const std::string& which,
                               const std::vector<settings::EngineSettings>& engines,
                               const settings::RelaySettings& settings,
                               const std::vector<io::LaunchSpec>& specs, std::size_t& next) {
  for (std::size_t i = 0; i < engines.size(); ++i, ++next) {
    const settings::EngineSettings& engine = engines[i];
    const std::string its = which + " " + std::to_string(i + 1);
    base::Result<void> added;
    if (engine.nested) {
      std::vector<int> member = settings.member;
      member.push_back(static_cast<int>(i) + 1);
      const auto inner =
          settings::load_relay_settings(settings.file, consensus::strategy_names(), member,
                                        io::cp932_to_utf8, settings.processors);
      if (!inner) return base::fail(settings::in_one_line(inner.error()));
      added = add_council(job, its, *inner);
    } else {
      added = add_program(job, its, specs[next], engine.options);
    }
    if (added && !engine.scale.empty()) added = job.add_file(its + " scale", engine.scale);
    if (!added) return added;
  }
  return {};
}

}  // namespace

base::Result<void> add_program(farm::Job& job, const std::string& which,
                               const io::LaunchSpec& launch, const EngineOptions& options) {
  auto added = job.add_file(which + " program", launch.program);
  for (std::size_t i = 0; added && i < launch.arguments.size(); ++i) {
    added = add_named(job, which + " argument " + std::to_string(i + 1), launch, "",
                      launch.arguments[i]);
  }
  for (const auto& option : options) {
    if (added) added = add_option(job, which, launch, options, option);
  }
  return added;
}

base::Result<void> add_council(farm::Job& job, const std::string& which,
                               const settings::RelaySettings& settings) {
  const auto specs = relay::find_programs(settings, relay::rules_of(settings.protocol));
  if (!specs) return tl::unexpected(specs.error());
  const auto text = io::sha256_of_text(settings.text);
  if (!text) return tl::unexpected(text.error());
  job.add(which + " configuration", "sha256 " + *text);
  std::size_t next = 0;
  auto added = add_engines(job, which + " engine", settings.engines, settings, *specs, next);
  if (added) {
    added = add_engines(job, which + " mate engine", settings.mate_engines, settings, *specs, next);
  }
  if (added && !settings.rules.arbiter_model.empty()) {
    added = job.add_file(which + " arbiter_model", settings.rules.arbiter_model);
  }
  return added;
}

base::Result<std::optional<settings::RelaySettings>> council_of(const io::LaunchSpec& launch) {
  using Council = std::optional<settings::RelaySettings>;
  if (launch.program.stem() != fs::path("gougi")) return Council();
  std::optional<fs::path> given;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const std::string& word = launch.arguments[i];
    constexpr std::string_view kConfig = "--config";
    if (word.starts_with(std::string(kConfig) + "=")) {
      given = base::path_from_utf8(word.substr(kConfig.size() + 1));
    } else if (word == kConfig && i + 1 < launch.arguments.size()) {
      given = base::path_from_utf8(launch.arguments[i + 1]);
    }
  }
  if (given && given->is_relative() && !launch.directory.empty()) given = launch.directory / *given;
  const auto file = settings::find_configuration(given, launch.program);
  if (!file) return tl::unexpected(file.error());
  auto settings = settings::load_relay_settings(*file, consensus::strategy_names(), {},
                                                io::cp932_to_utf8, io::processor_count());
  if (!settings) return base::fail(settings::in_one_line(settings.error()));
  return Council(std::move(*settings));
}

}  // namespace gougi::tools
