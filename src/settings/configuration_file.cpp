// SPDX-License-Identifier: MIT
// Finding and opening the configuration; what is in it is relay_settings.cpp's.
#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "settings/old_configuration.hpp"
#include "settings/relay_settings.hpp"
#include "settings/yaml_file.hpp"
#include "settings/yaml_tree.hpp"

namespace gougi::settings {
namespace {

namespace fs = std::filesystem;

// "majority" for majority and majority.exe; a dot elsewhere belongs to the name.
std::string program_name(const fs::path& executable) {
  const bool windows = base::iequals(base::to_utf8(executable.extension()), ".exe");
  return base::to_utf8(windows ? executable.stem() : executable.filename());
}

}  // namespace

base::Result<RelaySettings> load_relay_settings(const fs::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member,
                                                const Cp932Decoder& from_cp932, int processors) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_configuration(*text, file, strategies, member, from_cp932, processors);
}

base::Result<RelaySettings> parse_configuration(std::string_view text, const fs::path& file,
                                                const std::vector<std::string>& strategies,
                                                const std::vector<int>& member,
                                                const Cp932Decoder& from_cp932, int processors) {
  const bool old = is_old_configuration(file);
  if (old && !member.empty()) {
    return base::fail(base::say({"{0}: a file of this format has no members",
                                 "{0}: この形式のファイルに member はありません"},
                                base::printable(base::to_utf8(file))));
  }
  auto settings = old ? parse_old_configuration(text, file, strategies, from_cp932)
                      : parse_relay_settings(text, file, strategies, member, processors);
  if (settings) settings->text = text;
  return settings;
}

base::Result<std::string> import_old_configuration(const fs::path& file, const fs::path& folder,
                                                   const std::vector<std::string>& strategies,
                                                   const Cp932Decoder& from_cp932) {
  const auto text = read_yaml_file(file);
  if (!text) return tl::unexpected(text.error());
  return old_configuration_as_yaml(*text, file, folder, strategies, from_cp932);
}

base::Result<std::filesystem::path> find_configuration(
    const std::optional<std::filesystem::path>& given, const std::filesystem::path& executable) {
  std::error_code ignored;
  if (given) {
    if (fs::exists(*given, ignored)) return *given;
    return base::fail(base::say(
        {"{0}: no such file (given by --config)", "{0}: ファイルがありません(--config の指定)"},
        base::to_utf8(*given)));
  }
  const fs::path beside = executable.parent_path();
  const fs::path own = base::path_from_utf8(program_name(executable) + ".yaml");
  const std::vector<fs::path> folders{beside, beside / "config", beside / ".." / "config",
                                      beside / ".." / ".." / "config"};
  std::vector<fs::path> candidates;
  const auto look_for = [&candidates](const fs::path& name, const std::vector<fs::path>& in) {
    for (const fs::path& folder : in) {
      fs::path candidate = base::plain_path(base::path_in(folder, name));
      if (std::ranges::find(candidates, candidate) == candidates.end()) {
        candidates.push_back(std::move(candidate));
      }
    }
  };
  look_for(own, folders);
  look_for("gougi.yaml", folders);
  // Before default.yaml, which comes with the program and is always there.
  look_for("GougiShogi.config", {beside});
  look_for("SimpleGougiShogi.config", {beside});
  look_for("default.yaml", folders);
  std::string tried;
  for (const fs::path& candidate : candidates) {
    if (fs::is_regular_file(candidate, ignored)) return candidate;
    tried += (tried.empty() ? "" : ", ") + base::to_utf8(candidate);
  }
  return base::fail(base::say({"no configuration found; write a gougi.yaml beside gougi or name a "
                               "file by --config; looked for {0}",
                               "設定ファイルがありません。gougi と同じフォルダに gougi.yaml "
                               "を書くか、--config で指定してください。探した場所: {0}"},
                              tried));
}

}  // namespace gougi::settings
