// SPDX-License-Identifier: MIT
#include "tools/analyse_order.hpp"

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "tools/output_place.hpp"
#include "tools/part_words.hpp"

namespace gougi::tools {

base::Result<AnalyseOrder> read_analyse_order(const std::vector<std::string>& words) {
  using base::said;
  cli::App app({"game records judged by the council of a configuration, move by move",
                "棋譜を設定ファイルの合議で1手ずつ解析します"},
               "gougi analyse");
  AnalyseOrder order;
  std::vector<std::string> files;
  std::string config;
  std::string out = "analysis";
  std::string problems;
  std::string cache;
  std::string part_file;
  std::int64_t movetime = 0;
  double mistake = 10;
  double blunder = 20;
  std::int64_t patience = order.patience.count();
  app.add_option("files", files,
                 said({"records (.kif, .ki2, .csa, .jkf, .usi) and folders of them",
                       "棋譜(.kif、.ki2、.csa、.jkf、.usi)と、そのフォルダ"}))
      ->type_name("FILE");
  CLI::Option& serve =
      *app.add_flag("--serve", order.serves,
                    said({"answer questions of another program, as lines of JSON",
                          "ほかのプログラムからの質問に、1行1つの JSON で答える"}));
  app.add_option("--config", config,
                 said({"the council; without it that of the relay",
                       "合議の設定ファイル。なければ gougi が読むものと同じ"}))
      ->type_name("FILE");
  CLI::Option* const nodes =
      app.add_option("--nodes", order.nodes,
                     said({"for a position, shared out among the members",
                           "1局面の合計局面数。メンバーで分ける"}))
          ->type_name("N")
          ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))
          ->capture_default_str();
  app.add_option("--movetime", movetime,
                 said({"ms for a position, for each member, in place of nodes",
                       "--nodes の代わりに、1局面に各メンバーがかける時間(ミリ秒)"}))
      ->type_name("MS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}))
      ->excludes(nodes);
  app.add_option("--mate-nodes", order.mate_nodes,
                 said({"for a mate in a position; 0: none is sought",
                       "1局面で詰みを探す局面数。0 なら探さない"}))
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  const PartOptions part = declare_part(
      app, order.shard, part_file, order.stop_file,
      {"analyse part I of N of the games (0/8 to 7/8) into --file; typed again it goes "
       "on, and gougi merge makes the folder of all parts",
       "棋譜を N 分割した I 番目(0/8 から 7/8)を解析して --file "
       "に書く。同じコマンドで続きから。gougi merge で結果のフォルダを作る"});
  part.shard->excludes(&serve);
  app.add_option("--problems", problems,
                 said({"folder for the positions of blunders and the mates missed, with solutions",
                       "大悪手を指した局面と逃した詰みを、解答つきで書き出すフォルダ"}))
      ->type_name("DIR")
      ->excludes(part.shard)
      ->excludes(&serve);
  app.add_option("--out", out,
                 said({"folder of the results; begun again it goes on where it was",
                       "結果のフォルダ。再び起動すると続きから始める"}))
      ->type_name("DIR")
      ->capture_default_str()
      ->excludes(part.shard)
      ->excludes(&serve);
  app.add_flag("--overwrite", order.overwrites,
               said({"also where --out holds results of other games",
                     "--out に別の対局の結果があっても書く"}))
      ->excludes(part.shard)
      ->excludes(&serve);
  app.add_option(
         "--cache", cache,
         said({"file of judged positions, which runs share; else one in --out",
               "判定済みの局面のファイル。複数の解析で共有できる。なければ --out の中に作る"}))
      ->type_name("FILE");
  app.add_option("--live", order.live_port,
                 said({"show the analysis in a browser while it runs, on this machine alone",
                       "解析中の様子をこのマシンのブラウザで見る"}))
      ->type_name("PORT")
      ->check(CLI::Range(1, 65535))
      ->excludes(part.shard);
  app.add_option("--concurrency", order.concurrency,
                 said({"positions at once, each with its engines", "同時に解析する局面数"}))
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option(
         "--mistake", mistake,
         said({"loss of win rate, in percent, that is a mistake", "悪手とする勝率の低下(%)"}))
      ->type_name("P")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str()
      ->excludes(&serve);
  app.add_option(
         "--blunder", blunder,
         said({"loss of win rate, in percent, that is a blunder", "大悪手とする勝率の低下(%)"}))
      ->type_name("P")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str()
      ->excludes(&serve);
  app.add_option("--patience", patience,
                 said({"ms with one search; then the engine is killed",
                       "1回の探索を待つ時間(ミリ秒)。過ぎたらエンジンを終了させる"}))
      ->type_name("MS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}))
      ->capture_default_str();
  if (const auto answer = cli::read_words(app, words)) {
    if (answer->exit_code != 0) return base::fail(answer->text);
    order.help = answer->text;
    return order;
  }
  if (order.serves == !files.empty()) {
    return base::fail(
        order.serves
            ? base::say({"--serve takes no files: questions come from standard input",
                         "--serve ではファイルを指定できません。質問は標準入力から読みます"})
            : base::say({"a record, a folder of records or --serve is needed",
                         "棋譜、棋譜のフォルダ、--serve のどれかが必要です"}));
  }
  if (order.serves && order.live_port != 0) {
    return base::fail(base::say({"--live shows records; it does not go with --serve",
                                 "--live は棋譜を表示するもので、--serve とは併用できません"}));
  }
  if (!problems.empty() &&
      is_same_place(base::path_from_utf8(problems), base::path_from_utf8(out))) {
    return base::fail(
        base::say({"--problems: {0} is what the games go to; give another folder",
                   "--problems: {0} は対局の結果のフォルダです。別のフォルダにしてください"},
                  problems));
  }
  if (blunder < mistake)
    return base::fail(base::say(
        {"--blunder must not be below --mistake", "--blunder は --mistake 以上にしてください"}));
  for (const std::string& file : files) order.files.push_back(base::path_from_utf8(file));
  if (!config.empty()) order.config = base::path_from_utf8(config);
  if (!problems.empty()) order.problems = base::path_from_utf8(problems);
  if (!cache.empty()) order.cache = base::path_from_utf8(cache);
  if (movetime > 0) order.movetime = base::Milliseconds(movetime);
  order.file = base::path_from_utf8(part_file);
  order.out = base::path_from_utf8(out);
  order.thresholds = {mistake / 100, blunder / 100};
  order.patience = base::Milliseconds(patience);
  return order;
}

}  // namespace gougi::tools
