// SPDX-License-Identifier: MIT
#include "settings/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/path.hpp"
#include "settings/relay_rows.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {
namespace {

std::optional<std::filesystem::path> to_path(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return base::path_from_utf8(text);
}

// What `gougi study --headroom` is given; the place of its words counts, as with `gougi match`, so
// it reads them itself. Nothing: it is another command.
std::optional<RunHeadroom> headroom_words(int argc, const char* const* argv) {
  constexpr std::string_view kHeadroom = "--headroom";
  if (argc < 2 || std::string_view(argv[1]) != "study") return std::nullopt;
  RunHeadroom words{{argv + 2, argv + argc}};
  const auto found = std::find(words.arguments.begin(), words.arguments.end(), kHeadroom);
  if (found == words.arguments.end()) return std::nullopt;
  words.arguments.erase(found);
  return words;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  if (auto words = headroom_words(argc, argv)) return *std::move(words);
  CLI::App app(
      "gougi: several USI engines behind one. Without a command it speaks USI on stdin and "
      "stdout; register this program as an engine in your shogi GUI.",
      "gougi");
  app.set_version_flag("--version", "gougi 0.1.0");
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

  RunCalibrate calibrate_values;
  std::string calibrate_out;
  CLI::Option& arbiter = *calibrate.add_flag(
      "--arbiter", calibrate_values.arbiter,
      "fit the model of the consensus `arbiter` to files of gougi study --headroom instead");
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
      .add_option("--eval-coef", study_values.eval_coefs,
                  "of the voters of a match's file in their order, such as 600,370,700")
      ->delimiter(',')
      ->check(CLI::Range(1, 100'000));
  study.add_option("--report", study_report, "write an HTML page, too")->type_name("FILE.html");
  bool is_headroom = false;  // never: see headroom_words
  study.add_flag("--headroom", is_headroom,
                 "another study: whether a council of engines could beat its best member with the "
                 "same sum of nodes; gougi study --headroom --help");
  // For who adds a setting.
  CLI::App& default_yaml = *app.add_subcommand("default-yaml", "write config/default.yaml");
  default_yaml.group("");
  app.require_subcommand(0, 1);
  app.footer(settings_help());

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream complaint;
    const int code = app.exit(error, out, complaint);
    if (code != 0 && app.get_subcommands().empty()) {
      return RefuseRelay{std::string(error.what()) + "; gougi --help lists what there is"};
    }
    constexpr int kUsage = 2;
    return PrintAndExit{out.str() + complaint.str(), code == 0 ? 0 : kUsage};
  }
  if (default_yaml) return PrintAndExit{default_configuration(), 0};
  if (perft) return RunPerft{perft.remaining()};
  if (mate) return RunMate{mate.remaining()};
  if (book) return RunBook{book.remaining()};
  if (match) return RunMatch{match.remaining()};
  if (learn) return RunLearn{learn.remaining()};
  if (tune) return RunTune{tune.remaining()};
  if (selfplay) return RunSelfplay{selfplay.remaining()};
  if (nnue) return RunNnue{nnue.remaining()};
  if (record) return RunRecord{record.remaining()};
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
    return calibrate_values;
  }
  if (study) {
    for (const std::string& file : study_files) {
      study_values.files.push_back(base::path_from_utf8(file));
    }
    study_values.report = to_path(study_report);
    return study_values;
  }
  return RunRelay{to_path(config), parse_member(member).value_or(std::vector<int>{})};
}

}  // namespace gougi::settings
