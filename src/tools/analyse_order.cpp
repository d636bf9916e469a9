// SPDX-License-Identifier: MIT
#include "tools/analyse_order.hpp"

#include <CLI/CLI.hpp>

#include "base/path.hpp"
#include "settings/command_complaint.hpp"

namespace gougi::tools {

base::Result<AnalyseOrder> read_analyse_order(const std::vector<std::string>& words) {
  CLI::App app("game records judged by the council of a configuration, move by move",
               "gougi analyse");
  AnalyseOrder order;
  std::vector<std::string> files;
  std::string config;
  std::string out = "analysis";
  std::string problems;
  std::string cache;
  std::int64_t movetime = 0;
  double mistake = 10;
  double blunder = 20;
  std::int64_t patience = order.patience.count();
  app.add_option("files", files, "records (.kif, .ki2, .csa, .jkf, .usi) and folders of them")
      ->type_name("FILE");
  app.add_flag("--serve", order.serves, "answer questions of another program, as lines of JSON");
  app.add_option("--config", config, "the council; without it that of the relay")
      ->type_name("FILE");
  CLI::Option* const nodes =
      app.add_option("--nodes", order.nodes, "for a position, shared out among the members")
          ->type_name("N")
          ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))
          ->capture_default_str();
  app.add_option("--movetime", movetime, "ms for a position, for each member, in place of nodes")
      ->type_name("MS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}))
      ->excludes(nodes);
  app.add_option("--mate-nodes", order.mate_nodes, "for a mate in a position; 0: none is sought")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--problems", problems,
                 "folder for the positions thrown away and the mates missed, with solutions")
      ->type_name("DIR");
  app.add_option("--out", out, "folder of the results; begun again it goes on where it was")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--cache", cache, "file of judged positions, which runs share; else one in --out")
      ->type_name("FILE");
  app.add_option("--concurrency", order.concurrency, "positions at once, each with its engines")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--mistake", mistake, "loss of win rate, in percent, that is a mistake")
      ->type_name("P")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str();
  app.add_option("--blunder", blunder, "loss of win rate, in percent, that is a blunder")
      ->type_name("P")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str();
  app.add_option("--patience", patience, "ms with one search; then the engine is killed")
      ->type_name("MS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{86'400'000}))
      ->capture_default_str();
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    order.help = app.help();
    return order;
  } catch (const CLI::ParseError& error) {
    return base::fail(settings::command_complaint("gougi analyse", app, error));
  }
  if (order.serves == !files.empty()) {
    return base::fail(order.serves ? "--serve takes no files: questions come from standard input"
                                   : "a record, a folder of records or --serve is needed");
  }
  if (blunder < mistake) return base::fail("--blunder must not be below --mistake");
  for (const std::string& file : files) order.files.push_back(base::path_from_utf8(file));
  if (!config.empty()) order.config = base::path_from_utf8(config);
  if (!problems.empty()) order.problems = base::path_from_utf8(problems);
  if (!cache.empty()) order.cache = base::path_from_utf8(cache);
  if (movetime > 0) order.movetime = base::Milliseconds(movetime);
  order.out = base::path_from_utf8(out);
  order.thresholds = {mistake / 100, blunder / 100};
  order.patience = base::Milliseconds(patience);
  return order;
}

}  // namespace gougi::tools
