// SPDX-License-Identifier: MIT
#include "settings/command_line.hpp"

#include <CLI/CLI.hpp>
#include <sstream>
#include <string_view>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "settings/completion.hpp"
#include "settings/named_command.hpp"
#include "settings/relay_rows.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::settings {
namespace {

std::optional<std::filesystem::path> to_path(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return base::path_from_utf8(text);
}

using base::said;
using cli::Words;

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& given,
                               const std::function<std::vector<CompletedValues>()>& values,
                               const std::function<std::string()>& more_help) {
  // What stands behind `--` is another command's, whatever it says.
  if (given.size() > 1 && given[0] == "keep" && given[1] == "--") {
    return RunKeep{{given.begin() + 1, given.end()}};
  }
  const Words words = with_plain_help(given);
  const std::string version = "gougi " + std::string(base::kVersion);
  if (const std::size_t named = named_by(words);
      named < words.size() && words[named] == "--version") {
    return PrintAndExit{version + "\n", 0};
  }
  if (auto unknown = unknown_command(words)) return *std::move(unknown);
  if (auto unknown = unknown_topic(given)) return *std::move(unknown);
  if (auto headroom = headroom_words(words)) return *std::move(headroom);
  cli::App app(
      {"gougi: several USI engines behind one. Without a command it speaks USI on stdin and "
       "stdout; register this program as an engine in your shogi GUI.",
       "gougi: 複数の USI エンジンを1つにまとめる合議エンジン。引数なしで起動すると標準入出力で "
       "USI を話します。将棋GUIにエンジンとして登録してください。"},
      "gougi");
  app.group(said({"Subcommands", "コマンド"}));
  std::string config;
  const auto add_config = [&config](CLI::App& to) {
    to.add_option(
          "--config", config,
          said(
              {"the configuration (YAML, or a GougiShogi.config); otherwise <program name>.yaml, "
               "gougi.yaml or default.yaml, beside the program or in config, ../config or "
               "../../config; a (Simple)GougiShogi.config beside it comes before default.yaml",
               "設定ファイル(YAML か GougiShogi.config)。なければ <プログラム名>.yaml、gougi.yaml、"
               "default.yaml の順に、プログラムのフォルダと、その config、../config、"
               "../../config から探す。プログラムのフォルダの (Simple)GougiShogi.config は "
               "default.yaml より先"}))
        ->type_name("FILE")
        ->check([](const std::string& text) {
          return text.empty()
                     ? base::say({"the name of a file is expected", "ファイル名が必要です"})
                     : std::string();
        });
  };
  add_config(app);
  std::string member;
  app.add_option(
         "--member", member,
         said({"which nested consensus to be, by engine numbers such as 2.1; a relay gives it to "
               "its own members",
               "入れ子のどの合議になるか(2.1 のようなエンジン番号)。gougi が自分のメンバーに渡す"}))
      ->type_name("NUMBERS")
      ->check([](const std::string& text) {
        return parse_member(text) ? std::string()
                                  : base::say({"engine numbers such as 2.1 are expected",
                                               "2.1 のようなエンジンの番号が必要です"});
      });

  std::optional<int> live_port;
  app.add_option("--live", live_port,
                 said({"show the council in a browser, at http://127.0.0.1:PORT/ (live: in the "
                       "configuration, docs/live.md)",
                       "合議の様子をブラウザで見る(http://127.0.0.1:PORT/、設定では "
                       "live:、docs/live.ja.md)"}))
      ->type_name("PORT")
      ->check(CLI::Range(0, 65'535));

  RunCheck check_values;
  bool no_start = false;
  CLI::App& check = *app.add_subcommand(
      "check",
      said({"read the configuration, start its engines, and say what is wrong, if anything",
            "設定を読み、エンジンを起動して、問題があれば示す"}));
  add_config(check);
  CLI::Option& read_only = *check.add_flag(
      "--no-start", no_start, said({"read only, start nothing", "読むだけで、何も起動しない"}));
  check
      .add_option("--timeout", check_values.timeout_s,
                  said({"seconds that an engine may take to load", "エンジンの準備を待つ秒数"}))
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  CLI::Option& checked_engine =
      *check
           .add_option(
               "--engine", check_values.engine,
               said({"instead of the configuration: try one engine's protocol, rule by rule",
                     "設定の代わりに、1つのエンジンのプロトコルを規則ごとに試す"}))
           ->type_name("COMMAND")
           ->check([](const std::string& text) {
             return text.empty() ? base::say({"a command is expected", "コマンドが必要です"})
                                 : std::string();
           })
           ->excludes(&read_only)
           ->excludes(check.get_option("--config"));
  check
      .add_option("--option", check_values.options,
                  said({"of --engine: an option's value; repeatable",
                        "--engine のオプションの値。何度でも"}))
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->needs(&checked_engine);
  check
      .add_option("--rules", check_values.rules,
                  said({"of --engine: only these, with commas between",
                        "--engine で試す規則(コンマ区切り)"}))
      ->type_name("RULE,…")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(&checked_engine);

  check
      .add_option(
          "--usiok", check_values.usiok_s,
          said({"of --engine: seconds until usiok, --timeout at most; without one no other "
                "rule is tried",
                "--engine で usiok を待つ秒数(--timeout まで)。来なければ残りの規則は試さない"}))
      ->check(CLI::Range(1, 3600))
      ->capture_default_str()
      ->needs(&checked_engine);

  RunDemo demo_values;
  CLI::App& demo =
      *app.add_subcommand("demo", said({"a short game between two relays, with their votes",
                                        "2つの合議の短い対局を、票とともに見せる"}));
  add_config(demo);
  demo.add_option("--plies", demo_values.plies, said({"at most so many moves", "手数の上限"}))
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  demo.add_option("--byoyomi", demo_values.byoyomi_ms, said({"milliseconds a move", "1手のミリ秒"}))
      ->check(CLI::Range(10, 3'600'000))
      ->capture_default_str();

  std::string old_file;
  std::string new_file;
  CLI::App& import = *app.add_subcommand(
      "import", said({"write an old GougiShogi.config as a commented YAML file",
                      "古い GougiShogi.config をコメントつきの YAML に書き直す"}));
  import
      .add_option("OLD", old_file,
                  said({"GougiShogi.config or SimpleGougiShogi.config",
                        "GougiShogi.config か SimpleGougiShogi.config"}))
      ->required();
  import
      .add_option("--output", new_file,
                  said({"the new file; without it the text goes to stdout",
                        "新しいファイル。なければ標準出力"}))
      ->type_name("NEW.yaml");

  CLI::App& perft = *app.add_subcommand(
      "perft",
      said({"count the positions DEPTH plies below: gougi perft DEPTH [SFEN] [z3Z3] [--divide]",
            "DEPTH 手先までの局面数を数える: gougi perft DEPTH [SFEN] [z3Z3] [--divide]"}));
  perft.prefix_command();
  perft.set_help_flag();

  CLI::App& mate =
      *app.add_subcommand("mate", said({"solve mate problems, or make some: gougi mate --help",
                                        "詰将棋を解く、または作る: gougi mate --help"}));
  mate.prefix_command();
  mate.set_help_flag();

  CLI::App& book = *app.add_subcommand(
      "book", said({"opening books: from_sfen, think, merge, sort, stat, lookup; gougi book --help",
                    "定跡: from_sfen、think、merge、sort、stat、lookup; gougi book --help"}));
  book.prefix_command();
  book.set_help_flag();

  CLI::App& match = *app.add_subcommand(
      "match",
      said({"games between engines, with ratings and a sequential test; gougi match --help",
            "エンジンどうしの対局、レーティング、逐次検定; gougi match --help"}));
  match.prefix_command();
  match.set_help_flag();

  CLI::App& merge = *app.add_subcommand(
      "merge", said({"put parts of a job (--shard) together; gougi merge --help",
                     "分けて行った作業(--shard)の部分を1つにまとめる; gougi merge --help"}));
  merge.prefix_command();
  merge.set_help_flag();

  CLI::App& keep = *app.add_subcommand(
      "keep", said({"a relay that may die, started again in mid-move: gougi keep -- gougi",
                    "落ちても対局中に起動し直す: gougi keep -- gougi"}));
  keep.prefix_command();
  keep.set_help_flag();

  CLI::App& farm = *app.add_subcommand(
      "farm", said({"write scripts that do a job in parts on many machines; gougi farm --help",
                    "作業を多くのマシンで分けて行うスクリプトを書く; gougi farm --help"}));
  farm.prefix_command();
  farm.set_help_flag();

  CLI::App& watch = *app.add_subcommand(
      "watch", said({"what all parts of a job say together while they run; gougi watch --help",
                     "分けて行っている作業の途中経過をまとめて見る; gougi watch --help"}));
  watch.prefix_command();
  watch.set_help_flag();

  CLI::App& data = *app.add_subcommand(
      "data", said({"an index of files of teacher positions: list, add, verify, shuffle",
                    "教師局面のファイルの目録: list、add、verify、shuffle"}));
  data.prefix_command();
  data.set_help_flag();

  CLI::App& nnue = *app.add_subcommand(
      "nnue",
      said({"look at, copy or make an NNUE evaluation file: gougi nnue info|copy|random FILE…",
            "NNUE の評価関数ファイルを調べる、写す、作る: gougi nnue info|copy|random FILE…"}));
  nnue.prefix_command();
  nnue.set_help_flag();
  CLI::App& selfplay = *app.add_subcommand(
      "selfplay", said({"write teacher positions by games of the engine against itself",
                        "自己対局で教師局面を作る"}));
  selfplay.prefix_command();
  selfplay.set_help_flag();
  CLI::App& learn = *app.add_subcommand("learn", said({"learn a network from teacher positions",
                                                       "教師局面からネットワークを学習する"}));
  learn.prefix_command();
  learn.set_help_flag();

  CLI::App& tune = *app.add_subcommand(
      "tune", said({"tune an engine's numbers by games against itself; gougi tune --help",
                    "自己対局でエンジンの数値を調整する; gougi tune --help"}));
  tune.prefix_command();
  tune.set_help_flag();

  CLI::App& record = *app.add_subcommand(
      "record",
      said({"game records from KIF, KI2, CSA, JKF or USI into another of them; gougi record --help",
            "棋譜を KIF、KI2、CSA、JKF、USI の間で変換する; gougi record --help"}));
  record.prefix_command();
  record.set_help_flag();

  CLI::App& analyse = *app.add_subcommand(
      "analyse", said({"game records judged by the council, move by move; gougi analyse --help",
                       "棋譜を合議で1手ずつ解析する; gougi analyse --help"}));
  analyse.prefix_command();
  analyse.set_help_flag();

  std::string replay_file;
  RunReplay replay_values;
  CLI::App& replay = *app.add_subcommand(
      "replay", said({"decide again what a log (.log) or a file of decisions (.jsonl) holds",
                      "ログ(.log)や決定の記録(.jsonl)の合議をやり直す"}));
  replay.add_option("FILE", replay_file, said({"as the relay wrote it", "gougi が書いたファイル"}))
      ->type_name("")
      ->required();
  replay
      .add_option("--consensus", replay_values.consensus,
                  said({"another rule over the same ballots: where would it have differed?",
                        "同じ票を別のルールで決めたら、どこが変わるか"}))
      ->type_name("RULE");

  std::vector<std::string> calibrate_files;
  CLI::App& calibrate =
      *app.add_subcommand("calibrate", said({"fit eval_coef and weight of each engine to files of "
                                             "decisions (.jsonl) or of matches (.db)",
                                             "決定の記録(.jsonl)や対局ファイル(.db)"
                                             "から、各エンジンの eval_coef と weight を求める"}));
  calibrate
      .add_option(
          "FILE", calibrate_files,
          said({"as the relay or gougi match wrote them", "gougi か gougi match が書いたファイル"}))
      ->type_name("")
      ->required();
  std::string calibrate_report;
  calibrate
      .add_option("--report", calibrate_report,
                  said({"write an HTML page with a plot, too", "グラフつきの HTML のページも書く"}))
      ->type_name("FILE.html");

  std::string calibrate_scale;
  CLI::Option& scale =
      *calibrate
           .add_option(
               "--scale", calibrate_scale,
               said({"fit maps of scores, too, judge them on games held out, and write what an "
                     "engine's `scale: FILE` reads",
                     "評価値の対応表も求め、別の対局で確かめて、エンジンの scale: FILE "
                     "が読むファイルに書く"}))
           ->type_name("FILE.json");

  RunCalibrate calibrate_values;
  CLI::Option& phases = *calibrate.add_flag(
      "--phases", calibrate_values.phases,
      said(
          {"weights by phase, for the consensus `relay-by-progress`: who gains in which phase of a "
           "match's games",
           "合議 relay-by-progress のための段階別の weight も求める(対局のどの段階で"
           "形勢をよくしたか)"}));
  std::string calibrate_out;
  CLI::Option& arbiter = *calibrate.add_flag(
      "--arbiter", calibrate_values.arbiter,
      said({"fit the model of the consensus `arbiter` to files of gougi study --headroom instead",
            "代わりに、gougi study --headroom のファイルから合議 arbiter のモデルを求める"}));
  arbiter.excludes(&scale);
  arbiter.excludes(&phases);
  calibrate
      .add_option("--out", calibrate_out,
                  said({"of --arbiter: where the model goes", "--arbiter のモデルの書き出し先"}))
      ->type_name("FILE.json")
      ->needs(&arbiter);
  calibrate
      .add_option("--anchor", calibrate_values.anchor,
                  said({"of --arbiter: who plays unless overruled (the study's anchor)",
                        "--arbiter で、覆されない限り指すエンジン(調査の基準)"}))
      ->type_name("NAME")
      ->needs(&arbiter);
  calibrate
      .add_option("--seed", calibrate_values.seed,
                  said({"of --arbiter: of its folds and intervals",
                        "--arbiter の分割と区間推定の乱数の種"}))
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{2'147'483'647}))
      ->type_name("N")
      ->capture_default_str()
      ->needs(&arbiter);

  std::vector<std::string> study_files;
  std::string study_report;
  std::string study_file_name;
  RunStudy study_values;
  CLI::App& study = *app.add_subcommand(
      "study", said({"councils: agreement, what other rules would have chosen, minorities, gains",
                     "合議の研究: 投票の一致、ほかの合議なら選んだ手、少数意見、利得"}));
  study
      .add_option("FILE", study_files,
                  said({"of matches with --notes on (.db), or of decisions (.jsonl)",
                        "--notes on の対局ファイル(.db)か、決定の記録(.jsonl)"}))
      ->type_name("")
      ->required();
  study
      .add_option(
          "--nodes", study_values.nodes,
          said({"positions that the bundled engine searches after each move in dispute; 0: none",
                "意見の割れた手ごとに付属エンジンが読む局面数。0 なら読まない"}))
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  study
      .add_option("--judged", study_values.judged,
                  said({"decisions in dispute that are judged at most, drawn by lot",
                        "評価する割れた決定の上限。抽選で選ぶ"}))
      ->check(CLI::Range(0, 10'000'000))
      ->capture_default_str();
  study
      .add_option("--threads", study_values.threads,
                  said({"decisions judged at once; 0: one for each processor",
                        "同時に評価する数。0 なら CPU の数"}))
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  study
      .add_option("--eval-coef", study_values.eval_coefs,
                  said({"of the voters of a match's file in their order, such as 600,370,700",
                        "対局ファイルの投票者の eval_coef を順に(600,370,700 など)"}))
      ->delimiter(',')
      ->check(CLI::Range(1, 100'000));
  CLI::Option& study_page =
      *study
           .add_option("--report", study_report,
                       said({"write an HTML page, too", "HTML のページも書く"}))
           ->type_name("FILE.html");
  CLI::Option& study_file =
      *study
           .add_option("--file", study_file_name,
                       said({"keeps what is judged, so that the same command goes on; with --shard "
                             "of that part",
                             "評価した結果を保存し、同じコマンドで続きから始められる。--shard "
                             "ではその部分のファイル"}))
           ->type_name("FILE");
  CLI::Option& study_shard =
      *study
           .add_option_function<std::string>(
               "--shard",
               [&study_values](const std::string& text) {
                 study_values.shard = *base::parse_shard(text);
               },
               said({"judge part I of N (0/8 to 7/8) into --file; gougi merge puts the parts "
                     "together "
                     "for a --file",
                     "N 分割の I 番目(0/8 から 7/8)だけを評価して --file に書く。gougi merge "
                     "で1つの --file にまとめる"}))
           ->type_name("I/N")
           ->check([](const std::string& text) {
             const auto parsed = base::parse_shard(text);
             return parsed ? std::string() : parsed.error().message;
           })
           ->needs(&study_file)
           ->excludes(&study_page);
  study
      .add_option_function<std::string>(
          "--stop-file",
          [&study_values](const std::string& name) {
            study_values.stop_file = base::path_from_utf8(name);
          },
          said({"end as after Ctrl-C once there is this file",
                "このファイルができたら Ctrl-C と同じく終わる"}))
      ->type_name("FILE")
      ->needs(&study_shard);
  bool is_headroom = false;  // never: see headroom_words
  study.add_flag(
      "--headroom", is_headroom,
      said({"another study: whether a council of engines could beat its best member with the "
            "same sum of nodes; gougi study --headroom --help",
            "別の研究: 同じ合計局面数で合議が最良のメンバーを上回れるか; gougi study --headroom "
            "--help"}));
  std::string shell;
  CLI::App& completion = *app.add_subcommand(
      "completion",
      said({"write the script by which bash, zsh or fish completes our programs' words",
            "bash、zsh、fish でコマンドを補完するスクリプトを出力する"}));
  completion
      .add_option("shell", shell, said({"which one: bash, zsh, fish", "シェル: bash、zsh、fish"}))
      ->type_name("SHELL")
      ->check(CLI::IsMember(completed_shells()))
      ->required();
  // For who adds a setting.
  CLI::App& default_yaml = *app.add_subcommand(
      "default-yaml", said({"write config/default.yaml", "config/default.yaml を出力する"}));
  default_yaml.group("");
  for (CLI::App* const command :
       {&check, &demo, &import, &replay, &calibrate, &study, &completion, &default_yaml}) {
    cli::declare_language(*command);
    cli::declare_version(*command, version);
  }
  app.require_subcommand(0, 1);
  app.footer([&] { return settings_help() + (more_help ? more_help() : ""); });

  try {
    app.parse(Words(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream ignored;
    if (app.exit(error, out, ignored) == 0) return PrintAndExit{out.str(), 0};
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return RefuseRelay{cli::complaint("gougi", app, error)};
    const std::string command = "gougi " + chosen.front()->get_name();
    return PrintAndExit{command + ": " + cli::complaint(command, *chosen.front(), error) + "\n", 2};
  }
  const std::vector<CompletedValues> no_values;
  if (completion)
    return PrintAndExit{completion_script(shell, command_names(), values ? values() : no_values),
                        0};
  if (default_yaml) return PrintAndExit{default_configuration(), 0};
  if (perft) return RunPerft{perft.remaining()};
  if (mate) return RunMate{mate.remaining()};
  if (book) return RunBook{book.remaining()};
  if (match) return RunMatch{match.remaining()};
  if (merge) return RunMerge{merge.remaining()};
  if (keep) return RunKeep{keep.remaining()};
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
    study_values.file = base::path_from_utf8(study_file_name);
    return study_values;
  }
  return RunRelay{to_path(config), parse_member(member).value_or(std::vector<int>{}), live_port};
}

}  // namespace gougi::settings
