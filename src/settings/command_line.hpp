// SPDX-License-Identifier: MIT
// The command line of the `gougi` executable as a value. Without arguments it is the relay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/shard.hpp"
#include "settings/completion.hpp"

namespace gougi::settings {

struct RunRelay {
  std::optional<std::filesystem::path> config;
  std::vector<int> member;       ///< which nested consensus of it, see RelaySettings::member
  std::optional<int> live_port;  ///< instead of live.port
};
/// `gougi check`: reads the configuration, starts its engines, and says what it found, or what is
/// wrong; with an engine: that one's protocol.
struct RunCheck {
  std::optional<std::filesystem::path> config;
  bool start = true;                 ///< false: the configuration and the programs' places only
  int timeout_s = 120;               ///< for an engine to get ready
  int usiok_s = 20;                  ///< for that engine to declare itself, within timeout_s
  std::string engine;                ///< a command; empty: those of the configuration
  std::vector<std::string> options;  ///< NAME=VALUE, for that engine
  std::vector<std::string> rules;    ///< only these; empty: all
};
/// `gougi demo`: a short game between two relays.
struct RunDemo {
  std::optional<std::filesystem::path> config;
  int plies = 30;        ///< at most so many
  int byoyomi_ms = 300;  ///< a move
};
/// `gougi perft …`: what follows the word.
struct RunPerft {
  std::vector<std::string> arguments;
};
/// `gougi mate …`: likewise.
struct RunMate {
  std::vector<std::string> arguments;
};
/// `gougi book …`: likewise.
struct RunBook {
  std::vector<std::string> arguments;
};
/// `gougi match …`: likewise.
struct RunMatch {
  std::vector<std::string> arguments;
};
/// `gougi merge …`: likewise.
struct RunMerge {
  std::vector<std::string> arguments;
};
/// `gougi keep …`: likewise.
struct RunKeep {
  std::vector<std::string> arguments;
};
/// `gougi farm …`: likewise.
struct RunFarm {
  std::vector<std::string> arguments;
};
/// `gougi watch …`: likewise.
struct RunWatch {
  std::vector<std::string> arguments;
};
/// `gougi data …`: likewise.
struct RunData {
  std::vector<std::string> arguments;
};
/// `gougi nnue …`: likewise.
struct RunNnue {
  std::vector<std::string> arguments;
};
/// `gougi selfplay …`: likewise.
struct RunSelfplay {
  std::vector<std::string> arguments;
};
/// `gougi learn …`: likewise.
struct RunLearn {
  std::vector<std::string> arguments;
};
/// `gougi tune …`: likewise.
struct RunTune {
  std::vector<std::string> arguments;
};
/// `gougi record …`: likewise.
struct RunRecord {
  std::vector<std::string> arguments;
};
/// `gougi analyse …`: likewise.
struct RunAnalyse {
  std::vector<std::string> arguments;
};
/// `gougi import`: a GougiShogi.config as YAML.
struct RunImport {
  std::filesystem::path file;
  std::optional<std::filesystem::path> output;  ///< nothing: stdout
};
/// `gougi replay`: decides again what a log or a file of decisions holds.
struct RunReplay {
  std::filesystem::path file;
  std::string consensus;  ///< another rule; empty: the recorded ones
};
/// `gougi calibrate`: scales and weights from files of decisions.
struct RunCalibrate {
  std::vector<std::filesystem::path> files;
  std::optional<std::filesystem::path> report;  ///< an HTML page; nothing: none
  std::optional<std::filesystem::path> scale;   ///< maps of the engines' scores; nothing: none
  bool phases = false;                          ///< weights by phase, of files of matches
  /// The files are of `gougi study --headroom`, and the arbiter's model is fitted to them.
  bool arbiter = false;
  std::optional<std::filesystem::path> out;  ///< … and written here
  std::string anchor;                        ///< … for this engine; empty: the study's
  std::int64_t seed = 1;                     ///< … of its folds and intervals
};
/// `gougi study`: what councils' votes say, from files of matches or of decisions.
struct RunStudy {
  std::vector<std::filesystem::path> files;
  std::int64_t nodes = 100'000;  ///< of the judge for each move; 0: nothing is judged
  int judged = 1000;             ///< at most so many decisions are judged
  int threads = 0;               ///< of the judge; 0: one for each processor
  std::vector<int> eval_coefs;   ///< of the voters in a match's file; the others have 600
  std::optional<std::filesystem::path> report;
  std::filesystem::path file;        ///< of what is judged; empty: it is not kept
  std::optional<base::Shard> shard;  ///< of what is judged; then nothing is told
  std::filesystem::path stop_file;   ///< once it is there, that part ends; empty: none
};
/// `gougi study --headroom …`: what follows these words.
struct RunHeadroom {
  std::vector<std::string> arguments;
};
/// The relay cannot start: the GUI, too, must be told why.
struct RefuseRelay {
  std::string reason;
};
/// Print `text` (help, version or a complaint) and end with `exit_code`.
struct PrintAndExit {
  std::string text;
  int exit_code = 0;
};
using CommandLine =
    std::variant<RunRelay, RunCheck, RunDemo, RunPerft, RunMate, RunBook, RunMatch, RunMerge,
                 RunKeep, RunFarm, RunWatch, RunData, RunNnue, RunSelfplay, RunLearn, RunTune,
                 RunRecord, RunAnalyse, RunImport, RunReplay, RunCalibrate, RunStudy, RunHeadroom,
                 RefuseRelay, PrintAndExit>;

/// `given` is what stands behind the program's name, in UTF-8. `values`: for the script of `gougi
/// completion`, what this room does not know; `more_help`: the same behind `--help`.
CommandLine parse_command_line(const std::vector<std::string>& given,
                               const std::function<std::vector<CompletedValues>()>& values = {},
                               const std::function<std::string()>& more_help = {});

}  // namespace gougi::settings
