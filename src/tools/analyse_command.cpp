// SPDX-License-Identifier: MIT
#include "tools/analyse_command.hpp"

#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "analysis/judged_positions.hpp"
#include "analysis/mate_proofs.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "farm/row_file.hpp"
#include "farm/row_work.hpp"
#include "io/exit.hpp"
#include "io/private_file.hpp"
#include "settings/complaint_lines.hpp"
#include "tools/analyse_council.hpp"
#include "tools/analyse_json.hpp"
#include "tools/analyse_live.hpp"
#include "tools/analyse_order.hpp"
#include "tools/analyse_page.hpp"
#include "tools/analyse_serve.hpp"
#include "tools/analysed_game.hpp"
#include "tools/analysis_job.hpp"
#include "tools/council_run.hpp"
#include "tools/game_analysis.hpp"
#include "tools/game_results.hpp"
#include "tools/output_place.hpp"
#include "tools/output_turn.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

void complain_of_analysis(const std::string& what) {
  std::cerr << "gougi analyse: " << base::printable(what, 4000) << "\n";
}

int refuse_analysis(const std::string& why, int exit_code = cli::kFailed) {
  complain_of_analysis(why);
  return exit_code;
}

base::Result<std::unique_ptr<analysis::JudgedPositions>> open_judged(const fs::path& file) {
  // For its owner alone, as SQLite would not make it.
  std::error_code ignored;
  if (file != fs::path(":memory:") && !fs::exists(file, ignored)) {
    auto made = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
    if (!made) return tl::unexpected(made.error());
  }
  return analysis::JudgedPositions::open(file);
}

// What would fail when all is judged fails now.
base::Result<void> make_problems_folder(const fs::path& folder) {
  if (auto place = check_output_folder(folder); !place) return place;
  return io::make_private_folder(folder);
}

// Of a part: what was judged of games that are not finished.
fs::path judged_of(fs::path part) { return part += ".positions"; }

// From the order to the results: what cannot be read or written is said, and the rest is done.
class Analysis {
 public:
  Analysis(AnalyseOrder order, AnalyseCouncil council)
      : order_(std::move(order)), council_(std::move(council)) {}

  int run() {
    const auto complain = complainer();
    std::vector<AnalysedGame> games;
    read_analysed_games(
        record_files(order_, complain), order_, complain,
        [&](std::uint64_t, AnalysedGame&& game) { games.push_back(std::move(game)); });
    if (games.empty()) return refuse_analysis(base::said(kNoGame));
    if (auto made = io::make_private_folder(order_.out); !made) {
      return refuse_analysis(made.error().message);
    }
    const OutputTurn turn(order_.out);
    if (turn.is_refused()) return refuse_analysis(base::say(kTaken, base::to_utf8(order_.out)));
    if (const auto other = results_of_others(games)) {
      return refuse_analysis(base::say(kOtherResults, base::to_utf8(*other)));
    }
    if (const auto other = files_of_others(games)) {
      return refuse_analysis(base::say(kNotMadeHere, base::to_utf8(*other)));
    }
    if (order_.problems) {
      if (auto made = make_problems_folder(*order_.problems); !made) {
        return refuse_analysis("--problems: " + made.error().message);
      }
    }
    auto judged = open_judged(order_.cache ? *order_.cache : order_.out / "positions.db");
    if (!judged) return refuse_analysis(judged.error().message);
    GameAnalysis analysis(order_, council_, **judged, complain);
    CouncilRun run(council_.plan(), **judged);
    if (auto shown = show(run, games); !shown) return refuse_analysis(shown.error().message);
    for (const AnalysedGame& each : games) GameAnalysis::add_positions(run, each);
    if (const auto ended = judge(run)) return cut_short(*ended, run, analysis, games);
    for (AnalysedGame& each : games) analysis.add_doubted(run, each);
    if (const auto ended = judge(run)) return cut_short(*ended, run, analysis, games);
    ResultsFolder folder(order_.out, complain);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const GameVerdict verdict = analysis.verdict(run, games[i]);
      folder.add(verdict.results);
      std::cout << verdict.summary << std::flush;
      if (live_) live_->settled(i, verdict.page);
    }
    folder.finish(order_.problems);
    if (live_) live_->over(base::to_utf8(order_.out));
    return status_;
  }

  // Each game by itself, kept as soon as all of it is judged. What all parts leave out alike is
  // said, and no failure of this one.
  int run_part(const settings::RelaySettings& settings) {
    const auto tell = [](const std::string& what) { complain_of_analysis(what); };
    const auto files = record_files(order_, tell);
    auto job = analysis_job(order_, settings, files);
    if (!job) return refuse_analysis(job.error().message);
    std::vector<std::pair<std::uint64_t, AnalysedGame>> games;
    const std::uint64_t all =
        read_analysed_games(files, order_, tell, [&](std::uint64_t number, AnalysedGame&& game) {
          if (order_.shard->has(number)) games.emplace_back(number, std::move(game));
        });
    if (all == 0) return refuse_analysis(base::said(kNoGame));
    const farm::Part which{std::move(*job), *order_.shard};
    auto part = farm::RowWork::begin(order_.file, which, {}, all);
    if (!part) return refuse_analysis(part.error().message);
    const fs::path cache = order_.cache ? *order_.cache : judged_of(order_.file);
    auto judged = open_judged(cache);
    if (!judged) return refuse_analysis(judged.error().message);
    GameAnalysis analysis(order_, council_, **judged, complainer());
    for (auto& [number, game] : games) {
      if (!part->wants(number)) continue;
      CouncilRun run(council_.plan(), **judged);
      GameAnalysis::add_positions(run, game);
      if (const auto ended = judge(run)) return *ended;
      analysis.add_doubted(run, game);
      if (const auto ended = judge(run)) return *ended;
      const GameVerdict verdict = analysis.verdict(run, game);
      if (!verdict.is_judged) return cli::kFailed;  // what is found can be kept no more
      if (!verdict.is_whole) {                      // the next run asks again
        was_lost_ = true;
        continue;
      }
      if (auto kept = part->add(number, to_text(verdict.results)); !kept) {
        complain_of_analysis(kept.error().message);
        return cli::kFailed;
      }
      std::cout << verdict.summary << std::flush;
    }
    if (status_ != 0) return was_lost_ ? cli::kTryAgain : status_;
    if (auto done = part->complete(all); !done) {
      complain_of_analysis(done.error().message);
      return cli::kFailed;
    }
    judged->reset();
    std::error_code ignored;
    if (!order_.cache) fs::remove(cache, ignored);
    return 0;
  }

 private:
  static constexpr base::Text kNoGame{"there is no game to analyse", "解析する対局がありません"};

  static constexpr base::Text kTaken{
      "{0}: another program is writing its results there; name another folder by --out",
      "{0}: ほかのプログラムが結果を書いています。--out で別のフォルダを指定してください"};
  static constexpr base::Text kOtherResults{
      "{0}: is the result of another game; name another folder by --out, or say --overwrite",
      "{0}: 別の対局の結果です。--out で別のフォルダを指定するか、--overwrite を付けてください"};

  std::optional<fs::path> results_of_others(const std::vector<AnalysedGame>& games) const {
    if (order_.overwrites) return std::nullopt;
    std::map<std::string, std::string> told;
    for (const AnalysedGame& each : games) told.emplace(each.name, told_by(each.game));
    return results_of_another(order_.out, told);
  }

  static constexpr base::Text kNotMadeHere{
      "{0}: exists already and no analysis made it; name another folder, or say --overwrite",
      "{0}: すでにあり、解析の結果ではありません。別のフォルダを指定するか、--overwrite "
      "を付けてください"};

  std::optional<fs::path> files_of_others(const std::vector<AnalysedGame>& games) const {
    if (order_.overwrites) return std::nullopt;
    std::map<std::string, std::string> names;
    for (const AnalysedGame& each : games) names.emplace(each.name, "");
    if (auto other = file_of_others(order_.out, names)) return other;
    return order_.problems ? problems_of_others(*order_.problems) : std::nullopt;
  }

  std::function<void(const std::string&)> complainer() {
    return [this](const std::string& what) {
      complain_of_analysis(what);
      status_ = cli::kFailed;
    };
  }
  base::Result<void> show(CouncilRun& run, const std::vector<AnalysedGame>& games) {
    if (order_.live_port == 0) return {};
    std::vector<AnalyseLive::Game> shown;
    std::map<const GameLine*, std::size_t> numbers;
    for (const AnalysedGame& each : games) {
      numbers.emplace(each.line.get(), shown.size());
      shown.push_back({each.game, page_game(each.name, each.record, each.game)});
    }
    auto live = AnalyseLive::serve(order_.live_port, page_head(council_), std::move(shown),
                                   order_.thresholds);
    if (!live) return base::fail("--live: " + live.error().message);
    live_ = std::move(*live);
    complain_of_analysis(base::say({"shown at {0}", "表示しているアドレス: {0}"}, live_->link()));
    run.on_progress([this](const CouncilProgress& progress) { live_->is_at(progress); });
    run.on_judged([this, numbers = std::move(numbers)](const GameLine& line, std::size_t plies,
                                                       const Judgement& judgement) {
      const auto number = numbers.find(&line);
      if (number == numbers.end()) return;
      analysis::Verdict verdict = council_.verdict(line.position(plies), plies, judgement);
      analysis::settle_mate(line.game(plies), judgement.mate, verdict);
      relay::Json described;
      council_.describe(verdict, judgement, described);
      live_->judged(number->second, plies, verdict, std::move(described));
    });
    return {};
  }
  // The exit status where there is no going on.
  std::optional<int> judge(CouncilRun& run) {
    const int status = run.run(order_.concurrency, order_.stop_file);
    // Results of a part would be taken for those of the whole.
    if (status > cli::kFailed || !run.is_through()) return status;
    if (status != 0) status_ = status;
    return std::nullopt;
  }

  // What is known of games that are judged is said, and the files of those that are done are
  // written. There is no page and no problem, which are of all games. Gives `status`.
  int cut_short(int status, CouncilRun& run, GameAnalysis& analysis,
                std::vector<AnalysedGame>& games) {
    if (status != cli::kInterrupted) return status;
    ResultsFolder folder(order_.out, complainer());
    for (AnalysedGame& each : games) {
      if (!GameAnalysis::has_all_positions(run, each)) continue;
      if (each.better.empty()) analysis.add_doubted(run, each);
      const GameVerdict verdict = analysis.verdict(run, each);
      if (verdict.is_judged) {
        folder.add(verdict.results);
        std::cout << verdict.summary << std::flush;
      } else {
        std::cout << base::say({"not finished: {0}", "途中: {0}"}, verdict.summary) << std::flush;
      }
    }
    return status;
  }

  AnalyseOrder order_;
  AnalyseCouncil council_;
  std::unique_ptr<AnalyseLive> live_;
  int status_ = 0;
  bool was_lost_ = false;  ///< a game of a part, as an engine failed
};

// Judgements are kept only where a file is named: there is no folder of results.
int serve(AnalyseOrder order, const AnalyseCouncil& council) {
  if (!order.cache) order.cache = ":memory:";
  auto judged = open_judged(*order.cache);
  if (!judged) return refuse_analysis(judged.error().message);
  // Its thread may sit in a read of standard input.
  const int status = serve_analysis(order, council, **judged);
  judged->reset();
  io::exit_now(status);
}

}  // namespace

int analyse_command(const std::vector<std::string>& words, const LoadSettings& load) {
  auto order = read_analyse_order(words);
  if (!order) return refuse_analysis(order.error().message, cli::kWrongUsage);
  if (!order->help.empty()) {
    std::cout << order->help;
    return 0;
  }
  const auto loaded = load(order->config);
  if (!loaded) {
    settings::print_complaints("gougi analyse", loaded.error());
    return cli::kWrongUsage;
  }
  auto council = AnalyseCouncil::make(*loaded, *order);
  if (!council) return refuse_analysis(council.error().message, cli::kWrongUsage);
  if (order->serves) return serve(*order, *council);
  const bool is_part = order->shard.has_value();
  Analysis analysis(std::move(*order), std::move(*council));
  return is_part ? analysis.run_part(*loaded) : analysis.run();
}

}  // namespace gougi::tools
