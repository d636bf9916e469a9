// SPDX-License-Identifier: MIT
#include "settings/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/closest.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "settings/command_complaint.hpp"
#include "settings/completion.hpp"
#include "settings/relay_rows.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {
namespace {

std::optional<std::filesystem::path> to_path(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return base::path_from_utf8(text);
}

constexpr std::string_view kHeadroom = "--headroom";

const std::vector<CommandName>& command_names() {
  static const std::vector<CommandName> all{
      {"check"},
      {"demo"},
      {"import"},
      {"perft"},
      {"mate", {"solve", "generate"}},
      {"book", {"from_sfen", "think", "merge", "sort", "stat", "lookup"}},
      {"match", {"report", "--legacy"}},
      {"merge"},
      {"farm", {"slurm", "parallel", "ssh"}},
      {"watch"},
      {"data", {"list", "add", "verify", "shuffle"}},
      {"nnue", {"info", "copy", "random"}},
      {"selfplay", {"stat", "merge", "shuffle", "split"}},
      {"learn"},
      {"tune"},
      {"record"},
      {"analyse"},
      {"replay"},
      {"calibrate"},
      {"study", {kHeadroom}},
      {"completion"},
      {"default-yaml"}};
  return all;
}

using Words = std::vector<std::string>;

bool holds(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// How many of the words name what is to be done.
std::size_t named_by(const Words& words) {
  const auto& all = command_names();
  const auto found =
      words.empty() ? all.end() : std::ranges::find(all, words[0], &CommandName::name);
  if (found == all.end()) return 0;
  const bool has_task =
      words.size() > 1 && std::ranges::find(found->tasks, words[1]) != found->tasks.end();
  return has_task ? 2 : 1;
}

// Wherever help is asked for, the same words ask for it: the command's name and --help.
Words with_plain_help(Words words) {
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  const std::size_t named = named_by(words);
  if (named == 0 && !words.empty() && !words[0].starts_with("-")) return words;
  const bool asks = (named < words.size() && words[named] == "help") || holds(words, "--help") ||
                    holds(words, "-h");
  if (!asks) return words;
  const bool is_headroom = words[0] == "study" && holds(words, kHeadroom);
  words.resize(is_headroom ? 1 : named);
  if (is_headroom) words.emplace_back(kHeadroom);
  words.emplace_back("--help");
  return words;
}

// What is no command's name is none of the relay's options either, which begin with a dash.
std::optional<PrintAndExit> unknown_command(const Words& words) {
  if (words.empty() || words[0].starts_with("-") || named_by(words) > 0) return std::nullopt;
  std::vector<std::string_view> names;
  for (const CommandName& each : command_names()) names.push_back(each.name);
  const std::string meant = base::did_you_mean(words[0], names);
  return PrintAndExit{"gougi: there is no command " + base::printable(words[0], 60) +
                          (meant.empty() ? ";" : meant) + " gougi --help lists what there is\n",
                      2};
}

// What `gougi study --headroom` is given; the place of its words counts, as with `gougi match`, so
// it reads them itself. Nothing: it is another command.
std::optional<RunHeadroom> headroom_words(const Words& words) {
  if (words.empty() || words[0] != "study" || !holds(words, kHeadroom)) return std::nullopt;
  RunHeadroom command{{words.begin() + 1, words.end()}};
  command.arguments.erase(std::ranges::find(command.arguments, kHeadroom));
  return command;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  const Words words = with_plain_help({argv + std::min(argc, 1), argv + argc});
  const std::string version = "gougi " + std::string(base::kVersion);
  if (const std::size_t named = named_by(words);
      named < words.size() && words[named] == "--version") {
    return PrintAndExit{version + "\n", 0};
  }
  if (auto unknown = unknown_command(words)) return *std::move(unknown);
  if (auto headroom = headroom_words(words)) return *std::move(headroom);
  CLI::App app(
      "gougi: several USI engines behind one. Without a command it speaks USI on stdin and "
      "stdout; register this program as an engine in your shogi GUI.",
      "gougi");
  app.set_version_flag("--version", version);
  std::string config;
  const auto add_config = [&config](CLI::App& to) {
    to.add_option(
          "--config", config,
          "the configuration (YAML, or a GougiShogi.config); otherwise <program name>.yaml, "
          "gougi.yaml or GougiShogi.config beside the program, then config/default.yaml")
        ->type_name("FILE");
  };
  add_config(app);
  std::string member;
  app.add_option("--member", member,
                 "which nested consensus to be, by engine numbers such as 2.1; a relay gives it to "
                 "its own members")
      ->type_name("NUMBERS")
      ->check([](const std::string& text) {
        return parse_member(text) ? std::string() : "engine numbers such as 2.1 are expected";
      });

  std::optional<int> live_port;
  app.add_option("--live", live_port,
                 "show the council in a browser, at http://127.0.0.1:PORT/ (live: in the "
                 "configuration, docs/live.md)")
      ->type_name("PORT")
      ->check(CLI::Range(0, 65'535));

  RunCheck check_values;
  bool no_start = false;
  CLI::App& check = *app.add_subcommand(
      "check", "read the configuration, start its engines, and say what is wrong, if anything");
  add_config(check);
  CLI::Option& read_only = *check.add_flag("--no-start", no_start, "read only, start nothing");
  check.add_option("--timeout", check_values.timeout_s, "seconds that an engine may take to load")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  check.add_option("--lang", check_values.language, "of what is said: auto, ja, en")
      ->check(CLI::IsMember({"auto", "ja", "en"}))
      ->type_name("LANGUAGE")
      ->capture_default_str();
  CLI::Option& checked_engine =
      *check
           .add_option("--engine", check_values.engine,
                       "instead of the configuration: try one engine's protocol, rule by rule")
           ->type_name("COMMAND")
           ->check([](const std::string& text) {
             return text.empty() ? std::string("a command is expected") : std::string();
           })
           ->excludes(&read_only)
           ->excludes(check.get_option("--config"));
  check.add_option("--option", check_values.options, "of --engine: an option's value; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->needs(&checked_engine);
  check.add_option("--rules", check_values.rules, "of --engine: only these, with commas between")
      ->type_name("RULE,…")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(&checked_engine);

  RunDemo demo_values;
  CLI::App& demo = *app.add_subcommand("demo", "a short game between two relays, with their votes");
  add_config(demo);
  demo.add_option("--plies", demo_values.plies, "at most so many moves")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  demo.add_option("--byoyomi", demo_values.byoyomi_ms, "milliseconds a move")
      ->check(CLI::Range(10, 3'600'000))
      ->capture_default_str();

  std::string old_file;
  std::string new_file;
  CLI::App& import =
      *app.add_subcommand("import", "write an old GougiShogi.config as a commented YAML file");
  import.add_option("OLD", old_file, "GougiShogi.config or SimpleGougiShogi.config")->required();
  import.add_option("--output", new_file, "the new file; without it the text goes to stdout")
      ->type_name("NEW.yaml");

  CLI::App& perft = *app.add_subcommand(
      "perft", "count the positions DEPTH plies below: gougi perft DEPTH [SFEN] [z3Z3] [--divide]");
  perft.prefix_command();
  perft.set_help_flag();

  CLI::App& mate =
      *app.add_subcommand("mate", "solve mate problems, or make some: gougi mate --help");
  mate.prefix_command();
  mate.set_help_flag();

  CLI::App& book = *app.add_subcommand(
      "book", "opening books: from_sfen, think, merge, sort, stat, lookup; gougi book --help");
  book.prefix_command();
  book.set_help_flag();

  CLI::App& match = *app.add_subcommand(
      "match", "games between engines, with ratings and a sequential test; gougi match --help");
  match.prefix_command();
  match.set_help_flag();

  CLI::App& merge =
      *app.add_subcommand("merge", "put parts of a job (--shard) together; gougi merge --help");
  merge.prefix_command();
  merge.set_help_flag();

  CLI::App& farm = *app.add_subcommand(
      "farm", "write scripts that do a job in parts on many machines; gougi farm --help");
  farm.prefix_command();
  farm.set_help_flag();

  CLI::App& watch = *app.add_subcommand(
      "watch", "what all parts of a job say together while they run; gougi watch --help");
  watch.prefix_command();
  watch.set_help_flag();

  CLI::App& data = *app.add_subcommand(
      "data", "an index of files of teacher positions: list, add, verify, shuffle");
  data.prefix_command();
  data.set_help_flag();

  CLI::App& nnue = *app.add_subcommand(
      "nnue", "look at, copy or make an NNUE evaluation file: gougi nnue info|copy|random FILE…");
  nnue.prefix_command();
  nnue.set_help_flag();
  CLI::App& selfplay = *app.add_subcommand(
      "selfplay", "write teacher positions by games of the engine against itself");
  selfplay.prefix_command();
  selfplay.set_help_flag();
  CLI::App& learn = *app.add_subcommand("learn", "learn a network from teacher positions");
  learn.prefix_command();
  learn.set_help_flag();

  CLI::App& tune = *app.add_subcommand(
      "tune", "tune an engine's numbers by games against itself; gougi tune --help");
  tune.prefix_command();
  tune.set_help_flag();

  CLI::App& record = *app.add_subcommand(
      "record", "game records from KIF, KI2, CSA or USI into another of them; gougi record --help");
  record.prefix_command();
  record.set_help_flag();

  CLI::App& analyse = *app.add_subcommand(
      "analyse", "game records judged by the council, move by move; gougi analyse --help");
  analyse.prefix_command();
  analyse.set_help_flag();

  std::string replay_file;
  RunReplay replay_values;
  CLI::App& replay = *app.add_subcommand(
      "replay", "decide again what a log (.log) or a file of decisions (.jsonl) holds");
  replay.add_option("file", replay_file, "as the relay wrote it")->type_name("FILE")->required();
  replay
      .add_option("--consensus", replay_values.consensus,
                  "another rule over the same ballots: where would it have differed?")
      ->type_name("RULE");

  std::vector<std::string> calibrate_files;
  CLI::App& calibrate = *app.add_subcommand(
      "calibrate",
      "fit eval_coef and weight of each engine to files of decisions (.jsonl) or of matches (.db)");
  calibrate.add_option("files", calibrate_files, "as the relay or gougi match wrote them")
      ->type_name("FILE")
      ->required();
  std::string calibrate_report;
  calibrate.add_option("--report", calibrate_report, "write an HTML page with a plot, too")
      ->type_name("FILE.html");

  std::string calibrate_scale;
  CLI::Option& scale =
      *calibrate
           .add_option("--scale", calibrate_scale,
                       "fit maps of scores, too, judge them on games held out, and write what an "
                       "engine's `scale: FILE` reads")
           ->type_name("FILE.json");

  RunCalibrate calibrate_values;
  std::string calibrate_out;
  CLI::Option& arbiter = *calibrate.add_flag(
      "--arbiter", calibrate_values.arbiter,
      "fit the model of the consensus `arbiter` to files of gougi study --headroom instead");
  arbiter.excludes(&scale);
  calibrate.add_option("--out", calibrate_out, "of --arbiter: where the model goes")
      ->type_name("FILE.json")
      ->needs(&arbiter);
  calibrate
      .add_option("--anchor", calibrate_values.anchor,
                  "of --arbiter: who plays unless overruled (the study's anchor)")
      ->type_name("NAME")
      ->needs(&arbiter);
  calibrate.add_option("--seed", calibrate_values.seed, "of --arbiter: of its folds and intervals")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{2'147'483'647}))
      ->type_name("N")
      ->capture_default_str()
      ->needs(&arbiter);

  std::vector<std::string> study_files;
  std::string study_report;
  RunStudy study_values;
  CLI::App& study = *app.add_subcommand(
      "study", "councils: agreement, what other rules would have chosen, minorities, gains");
  study
      .add_option("files", study_files,
                  "of matches with --notes on (.db), or of decisions (.jsonl)")
      ->type_name("FILE")
      ->required();
  study
      .add_option("--nodes", study_values.nodes,
                  "positions that the bundled engine searches after each move in dispute; 0: none")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  study
      .add_option("--judged", study_values.judged,
                  "decisions in dispute that are judged at most, drawn by lot")
      ->check(CLI::Range(0, 10'000'000))
      ->capture_default_str();
  study
      .add_option("--threads", study_values.threads,
                  "decisions judged at once; 0: one for each processor")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  study
      .add_option("--eval-coef", study_values.eval_coefs,
                  "of the voters of a match's file in their order, such as 600,370,700")
      ->delimiter(',')
      ->check(CLI::Range(1, 100'000));
  study.add_option("--report", study_report, "write an HTML page, too")->type_name("FILE.html");
  bool is_headroom = false;  // never: see headroom_words
  study.add_flag("--headroom", is_headroom,
                 "another study: whether a council of engines could beat its best member with the "
                 "same sum of nodes; gougi study --headroom --help");
  std::string shell;
  CLI::App& completion = *app.add_subcommand(
      "completion", "write the script by which bash, zsh or fish completes our programs' words");
  completion.add_option("shell", shell, "which one: bash, zsh, fish")
      ->type_name("SHELL")
      ->check(CLI::IsMember(completed_shells()))
      ->required();
  // For who adds a setting.
  CLI::App& default_yaml = *app.add_subcommand("default-yaml", "write config/default.yaml");
  default_yaml.group("");
  app.require_subcommand(0, 1);
  app.footer(settings_help());

  try {
    app.parse(Words(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream ignored;
    if (app.exit(error, out, ignored) == 0) return PrintAndExit{out.str(), 0};
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return RefuseRelay{command_complaint("gougi", app, error)};
    const std::string command = "gougi " + chosen.front()->get_name();
    return PrintAndExit{command + ": " + command_complaint(command, *chosen.front(), error) + "\n",
                        2};
  }
  if (completion) return PrintAndExit{completion_script(shell, command_names()), 0};
  if (default_yaml) return PrintAndExit{default_configuration(), 0};
  if (perft) return RunPerft{perft.remaining()};
  if (mate) return RunMate{mate.remaining()};
  if (book) return RunBook{book.remaining()};
  if (match) return RunMatch{match.remaining()};
  if (merge) return RunMerge{merge.remaining()};
  if (farm) return RunFarm{farm.remaining()};
  if (watch) return RunWatch{watch.remaining()};
  if (data) return RunData{data.remaining()};
  if (learn) return RunLearn{learn.remaining()};
  if (tune) return RunTune{tune.remaining()};
  if (selfplay) return RunSelfplay{selfplay.remaining()};
  if (nnue) return RunNnue{nnue.remaining()};
  if (record) return RunRecord{record.remaining()};
  if (analyse) return RunAnalyse{analyse.remaining()};
  if (check) {
    check_values.config = to_path(config);
    check_values.start = !no_start;
    return check_values;
  }
  if (demo) {
    demo_values.config = to_path(config);
    return demo_values;
  }
  if (import) return RunImport{base::path_from_utf8(old_file), to_path(new_file)};
  if (replay) {
    replay_values.file = base::path_from_utf8(replay_file);
    return replay_values;
  }
  if (calibrate) {
    for (const std::string& file : calibrate_files) {
      calibrate_values.files.push_back(base::path_from_utf8(file));
    }
    calibrate_values.report = to_path(calibrate_report);
    calibrate_values.out = to_path(calibrate_out);
    calibrate_values.scale = to_path(calibrate_scale);
    return calibrate_values;
  }
  if (study) {
    for (const std::string& file : study_files) {
      study_values.files.push_back(base::path_from_utf8(file));
    }
    study_values.report = to_path(study_report);
    return study_values;
  }
  return RunRelay{to_path(config), parse_member(member).value_or(std::vector<int>{}), live_port};
}

}  // namespace gougi::settings
