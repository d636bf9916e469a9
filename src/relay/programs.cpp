// SPDX-License-Identifier: MIT
#include "relay/programs.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "consensus/strategy.hpp"
#include "io/code_page.hpp"
#include "io/confinement.hpp"
#include "io/open_files.hpp"
#include "io/process_info.hpp"
#include "relay/roster.hpp"
#include "settings/complaint_lines.hpp"

namespace gougi::relay {
namespace {

constexpr const char* kAncestors = "GOUGI_ANCESTORS";

// "engines[2].engines[1]." for the engines of member 2.1.
std::string key_prefix(const std::vector<int>& member) {
  std::string prefix;
  for (const int number : member) prefix += "engines[" + std::to_string(number) + "].";
  return prefix;
}

// A consensus as a member is this program again, for another part of the same file.
io::LaunchSpec member_spec(const settings::RelaySettings& settings, int number) {
  std::vector<int> member = settings.member;
  member.push_back(number);
  io::LaunchSpec spec;
  spec.program = io::own_executable();
  spec.arguments = {"--config", base::to_utf8(base::absolute_path(settings.file)), "--member",
                    settings::member_text(member)};
  if (settings.told_language) {
    const bool is_japanese = *settings.told_language == base::Language::kJapanese;
    spec.arguments.insert(spec.arguments.end(), {"--lang", is_japanese ? "ja" : "en"});
  }
  spec.directory = spec.program.parent_path();
  const auto& engine = settings.engines[static_cast<std::size_t>(number) - 1];
  spec.environment = engine.environment;
  spec.is_clean = engine.has_clean_environment;
  return spec;
}

base::Result<io::LaunchSpec> launch_spec(const settings::EngineSettings& engine,
                                         const std::filesystem::path& beside,
                                         const std::filesystem::path& base_folder) {
  auto program = io::find_program(engine.command.front(), beside, base_folder);
  if (!program) return tl::unexpected(program.error());
  io::LaunchSpec spec;
  spec.program = std::move(*program);
  spec.arguments.assign(engine.command.begin() + 1, engine.command.end());
  spec.directory = engine.directory.empty() ? spec.program.parent_path() : engine.directory;
  spec.environment = engine.environment;
  spec.is_clean = engine.has_clean_environment;
  spec.is_confined = engine.is_confined;
  spec.is_low = engine.is_low;
  return spec;
}

// What a confined engine must not change: the configuration, and where engines that are not
// confined, those of members among them, have their programs and work.
void add_what_must_stay(const settings::RelaySettings& settings,
                        const std::filesystem::path& beside,
                        std::vector<std::filesystem::path>& paths) {
  const std::filesystem::path base_folder = settings.file.parent_path();
  const auto add = [&](const settings::EngineSettings& engine) {
    if (engine.is_confined || engine.command.empty()) return;
    const auto spec = launch_spec(engine, beside, base_folder);
    if (!spec) return;
    paths.insert(paths.end(), {spec->program, spec->directory});
    for (const std::string& argument : spec->arguments) {  // a script, maybe
      std::error_code ignored;
      const auto path = base::path_in(spec->directory, base::path_from_utf8(argument));
      if (std::filesystem::exists(path, ignored)) paths.push_back(path);
    }
  };
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    const settings::EngineSettings& engine = settings.engines[i];
    add(engine);
    if (engine.mirror) {
      settings::EngineSettings its = engine;
      if (!engine.mirror->command.empty()) {
        its.command = engine.mirror->command;
        its.directory = engine.mirror->directory;
      }
      its.is_confined = engine.mirror->is_confined.value_or(engine.is_confined);
      add(its);
    }
    if (!engine.nested) continue;
    std::vector<int> member = settings.member;
    member.push_back(static_cast<int>(i) + 1);
    const auto inner = settings::load_relay_settings(
        settings.file, consensus::strategy_names(), member, io::cp932_to_utf8, settings.processors);
    if (inner) add_what_must_stay(*inner, beside, paths);
  }
  for (const settings::EngineSettings& engine : settings.mate_engines) add(engine);
}

std::vector<std::filesystem::path> what_must_stay(const settings::RelaySettings& settings,
                                                  const std::filesystem::path& beside) {
  std::vector<std::filesystem::path> paths{settings.file};
  // A member's configuration is the file of all.
  const auto all = settings.member.empty()
                       ? base::Result<settings::RelaySettings>(settings)
                       : settings::load_relay_settings(settings.file, consensus::strategy_names(),
                                                       {}, io::cp932_to_utf8, settings.processors);
  add_what_must_stay(all ? *all : settings, beside, paths);
  return paths;
}

// The reserve, asked when no engine has a move. Without it a legal move is played.
io::LaunchSpec reserve_spec(const game::Rules& rules, const std::filesystem::path& beside,
                            const std::filesystem::path& base_folder) {
  settings::EngineSettings reserve;
  const std::string program(rules.reserve_program());
  reserve.command = {program};
  io::LaunchSpec missing;
  missing.program = program;
  return launch_spec(reserve, beside, base_folder).value_or(missing);
}

}  // namespace

base::Result<std::vector<io::LaunchSpec>> find_programs(const settings::RelaySettings& settings,
                                                        const game::Rules& rules) {
  std::vector<io::LaunchSpec> specs;
  for (auto& found : look_for_programs(settings, rules)) {
    if (!found) return tl::unexpected(found.error());
    specs.push_back(std::move(*found));
  }
  return specs;
}

std::vector<base::Result<io::LaunchSpec>> look_for_programs(const settings::RelaySettings& settings,
                                                            const game::Rules& rules) {
  const std::filesystem::path beside = io::own_executable().parent_path();
  const std::filesystem::path base_folder = settings.file.parent_path();
  const auto look_for = [&](const settings::EngineSettings& engine,
                            const std::string& key) -> base::Result<io::LaunchSpec> {
    const std::string place =
        base::to_utf8(settings.file.filename()) + ":" + std::to_string(engine.line) + ": ";
    const std::string where = place + key_prefix(settings.member) + key;
    if (engine.command.empty()) {  // of a file with mistakes, which check alone looks at
      return base::fail(where + ".command: " + base::said({"is missing", "がありません"}));
    }
    auto spec = launch_spec(engine, beside, base_folder);
    if (!spec) {
      const bool words = engine.key.empty() && engine.command.size() == 1 &&
                         engine.command.front().find(' ') != std::string::npos;
      return base::fail((engine.key.empty() ? where + ".command" : place + engine.key) + ": " +
                        spec.error().message +
                        (words ? base::say({"; arguments need the list form [program, argument]",
                                            "。引数は [プログラム, 引数] のリストで書いてください"})
                               : ""));
    }
    std::error_code ignored;
    if (!std::filesystem::is_directory(spec->directory, ignored)) {
      return base::fail(base::say(
          {"{0}.directory: {1} is no folder", "{0}.directory: {1} はフォルダではありません"}, where,
          base::to_utf8(spec->directory)));
    }
    if (spec->is_confined) {
      const auto can = io::can_confine();
      if (!can) return base::fail(where + ".confine: " + can.error().message);
    }
    return spec;
  };
  // What a member will start is looked for now, while the reason can still be told to the GUI.
  const auto look_for_member = [&](int number) -> base::Result<io::LaunchSpec> {
    std::vector<int> member = settings.member;
    member.push_back(number);
    const auto inner = settings::load_relay_settings(
        settings.file, consensus::strategy_names(), member, io::cp932_to_utf8, settings.processors);
    if (!inner) return base::fail(settings::in_one_line(inner.error()));
    const auto programs = find_programs(*inner, rules);
    if (!programs) return tl::unexpected(programs.error());
    return member_spec(settings, number);
  };
  const auto look_for_mirror = [&](const RosterEntry& entry, base::Result<io::LaunchSpec> twin) {
    const settings::Mirror& mirror = *entry.settings->mirror;
    if (!mirror.command.empty()) {
      settings::EngineSettings its;
      its.command = mirror.command;
      its.directory = mirror.directory;
      its.has_clean_environment = entry.settings->has_clean_environment;
      its.is_confined = mirror.is_confined.value_or(entry.settings->is_confined);
      its.is_low = entry.settings->is_low;
      its.environment = entry.settings->environment;
      its.line = mirror.line;
      twin = look_for(its, "engines[" + std::to_string(entry.number) + "].mirror");
    }
    if (twin) {
      twin->is_confined = mirror.is_confined.value_or(twin->is_confined);
      twin->is_clean = twin->is_clean || mirror.has_clean_environment;
      for (const auto& [name, value] : mirror.environment) twin->environment[name] = value;
    }
    return twin;
  };
  std::vector<base::Result<io::LaunchSpec>> specs;
  const auto look_for_all = [&](const std::vector<settings::EngineSettings>& engines,
                                const std::string& key) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const int number = static_cast<int>(i) + 1;
      specs.push_back(engines[i].nested
                          ? look_for_member(number)
                          : look_for(engines[i], key + "[" + std::to_string(number) + "]"));
    }
  };
  look_for_all(settings.engines, "engines");
  look_for_all(settings.mate_engines, "mate.engines");
  for (const RosterEntry& entry : roster(settings)) {
    if (!entry.is_copy()) continue;
    const auto& twin = specs[static_cast<std::size_t>(entry.twin_of)];
    specs.push_back(entry.role == Role::kMirror ? look_for_mirror(entry, twin) : twin);
  }
  specs.emplace_back(reserve_spec(rules, beside, base_folder));
  const auto is_confined = [](const auto& spec) { return spec && spec->is_confined; };
  if (std::ranges::any_of(specs, is_confined)) {
    const auto paths = what_must_stay(settings, beside);
    for (auto& spec : specs) {
      if (is_confined(spec)) spec->must_stay = paths;
    }
  }
  return specs;
}

base::Result<std::string> join_ancestors(const settings::RelaySettings& settings,
                                         std::vector<io::LaunchSpec>& specs,
                                         const std::string& above) {
  std::error_code ignored;
  const auto file = std::filesystem::weakly_canonical(settings.file, ignored);
  const std::string who = base::to_utf8(file) + " " + settings::member_text(settings.member);
  const std::string own = "," + std::to_string(std::hash<std::string>{}(who)) + ",";
  if (above.find(own) != std::string::npos) {
    return base::fail(
        base::say({"{0}: names an engine that reads this same configuration, and so on without end",
                   "{0}: この設定を読むエンジンがまたこの設定を指しているため、きりがありません"},
                  base::to_utf8(settings.file)));
  }
  for (io::LaunchSpec& spec : specs) spec.environment[kAncestors] = above + own;
  return above + own;
}

std::string ancestors() { return io::environment_variable(kAncestors).value_or(""); }

base::Result<void> allow_files(const settings::RelaySettings& settings) {
  // An engine's three streams, its guard and the watch on its end; and all that is not engines.
  constexpr std::size_t kFilesOfAnEngine = 5;
  constexpr std::size_t kOtherFiles = 32;
  // Browsers that follow the live page: without room for all of them they would take an engine's.
  constexpr std::size_t kFilesOfReaders = 256;
  const std::size_t engines = settings.engines.size() + settings.mate_engines.size();
  const std::size_t children = roster(settings).size() - 1;  // the reserve is among the others
  const std::size_t needed = kFilesOfAnEngine * children + kOtherFiles;
  const auto allowed = io::allow_open_files(needed);
  if (allowed) {
    static_cast<void>(io::allow_open_files(needed + kFilesOfReaders));
    return {};
  }
  return base::fail(base::say(engines == 1 ? base::Text{"{0} engine: {1}", "エンジン {0}: {1}"}
                                           : base::Text{"{0} engines: {1}", "エンジン {0}: {1}"},
                              engines, allowed.error().message));
}

}  // namespace gougi::relay
