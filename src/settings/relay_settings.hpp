// SPDX-License-Identifier: MIT
// The relay's configuration as typed values, and reading it from YAML. Names of strategies are
// checked against a list the caller hands in, so that this room need not know the consensus room.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/log.hpp"
#include "base/result.hpp"

namespace gougi::settings {

/// One child engine: a command line and what to tell it.
struct EngineSettings {
  std::string name;                  ///< shown in the vote table; empty: the child's id name
  std::vector<std::string> command;  ///< program and arguments; a bare program name is looked for
                                     ///< beside the relay, then in PATH
  std::filesystem::path directory;   ///< working directory, absolute; empty: the program's folder
  std::map<std::string, std::string> environment;            ///< added to the relay's own
  std::vector<std::pair<std::string, std::string>> options;  ///< setoption name and value, in order
  double weight = 1.0;                                       ///< > 0
  int eval_coef = 600;                    ///< win rate = 1/(1+exp(-cp/coef)), > 0
  std::vector<std::string> capabilities;  ///< mateinfo, wait_stop, ponderhit_time
  int line = 0;                           ///< where in the file, for complaints
};

enum class PonderMode { kOff, kSingle };
enum class Language { kAuto, kJapanese, kEnglish };
enum class TextEncoding { kAuto, kUtf8, kCp932, kAscii };

struct RelaySettings {
  std::filesystem::path file;          ///< where it was read from
  std::string text;                    ///< what was read there, for the log
  std::string name = "gougi";          ///< id name
  std::string consensus = "majority";  ///< identifier or Japanese name, one of the known ones
  std::vector<EngineSettings> engines;
  std::vector<EngineSettings> mate_engines;
  base::Milliseconds mate_timeout{5000};
  std::optional<base::Milliseconds> margin;  ///< nothing: auto
  base::Milliseconds grace{200};             ///< how long a child may take to answer `stop`
  PonderMode ponder = PonderMode::kSingle;
  Language language = Language::kAuto;
  TextEncoding encoding = TextEncoding::kAuto;
  bool show_all = false;                               ///< default of G_ShowAll
  std::optional<std::filesystem::path> log_directory;  ///< nothing: no log
  base::log::Level log_level = base::log::Level::kInfo;
  int log_keep = 10;
};

/// Reads a configuration from `text` (UTF-8, a BOM is skipped); `file` names it in complaints and
/// its folder resolves relative paths. The error is one line: file:line: key: what is wrong, what
/// is allowed.
base::Result<RelaySettings> parse_relay_settings(std::string_view text,
                                                 const std::filesystem::path& file,
                                                 const std::vector<std::string>& strategies);
/// As parse_relay_settings, of whatever format the name of `file` says.
base::Result<RelaySettings> parse_configuration(std::string_view text,
                                                const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies);
base::Result<RelaySettings> load_relay_settings(const std::filesystem::path& file,
                                                const std::vector<std::string>& strategies);

/// Where the relay finds its configuration: `given` (--config) if there is one, else
/// <executable name>.yaml, gougi.yaml, default.yaml, each looked for in the executable's folder, in
/// config/ there, and in the folders a build tree has (../config, ../../config). The error lists
/// what was tried.
base::Result<std::filesystem::path> find_configuration(
    const std::optional<std::filesystem::path>& given, const std::filesystem::path& executable);

}  // namespace gougi::settings
