// SPDX-License-Identifier: MIT
#include "tools/analyse_command.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "analysis/game_review.hpp"
#include "analysis/judged_positions.hpp"
#include "analysis/mate_proofs.hpp"
#include "analysis/problems.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "io/digest.hpp"
#include "io/exit.hpp"
#include "io/private_file.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"
#include "relay/json_reader.hpp"
#include "report/chart.hpp"
#include "tools/analyse_council.hpp"
#include "tools/analyse_json.hpp"
#include "tools/analyse_live.hpp"
#include "tools/analyse_order.hpp"
#include "tools/analyse_page.hpp"
#include "tools/analyse_serve.hpp"
#include "tools/council_run.hpp"
#include "tools/record_reader.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kSomethingFailed = 1;
constexpr int kUnusable = 2;
constexpr std::size_t kMostLines = 3;  // that are no games, of one file, before they are counted

struct AnalysedGame {
  std::string name;  ///< of its results, without an ending; no two have the same
  notation::Record record;
  shogi::Game game;
  std::shared_ptr<const GameLine> line;
  /// To behind the council's move, by the number of a move that seems a fault.
  std::map<std::size_t, std::shared_ptr<const GameLine>> better;
};

void complain_of_analysis(const std::string& what) {
  std::cerr << "gougi analyse: " << base::printable(what, 4000) << "\n";
}

// Where nobody named the file itself, a text is not taken for a list of games.
bool is_record_in_folder(const fs::path& file) {
  const auto format = game_format_of(base::to_utf8(file.filename()));
  return format && (format != "usi" || base::iequals(base::to_utf8(file.extension()), ".usi"));
}

// The files that were named, and the records in the folders that were, by name.
// Those of `out` are results.
std::vector<fs::path> record_files(const std::vector<fs::path>& named, const fs::path& out) {
  std::vector<fs::path> files;
  for (const fs::path& place : named) {
    std::error_code error;
    if (!fs::is_directory(place, error)) {
      files.push_back(place);
      continue;
    }
    std::vector<fs::path> inside;
    fs::recursive_directory_iterator at(place, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (at->is_directory(ignored) && fs::equivalent(at->path(), out, ignored)) {
        at.disable_recursion_pending();
      }
      if (is_record_in_folder(at->path()) && at->is_regular_file(ignored))
        inside.push_back(at->path());
    }
    if (error) complain_of_analysis(base::to_utf8(place) + ": " + error.message());
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

base::Result<std::unique_ptr<analysis::JudgedPositions>> open_judged(const AnalyseOrder& order) {
  const fs::path file = order.cache ? *order.cache : order.out / "positions.db";
  // For its owner alone, as SQLite would not make it.
  std::error_code ignored;
  if (file != fs::path(":memory:") && !fs::exists(file, ignored)) {
    auto made = io::PrivateFile::open(file, io::PrivateFile::Start::kAppend);
    if (!made) return tl::unexpected(made.error());
  }
  return analysis::JudgedPositions::open(file);
}

// From the order to the results: what cannot be read or written is said, and the rest is done.
class Analysis {
 public:
  Analysis(AnalyseOrder order, AnalyseCouncil council)
      : order_(std::move(order)),
        council_(std::move(council)),
        proofs_(order_.mate_nodes),
        page_(page_head(council_)) {}

  int run() {
    if (auto made = io::make_private_folder(order_.out); !made) {
      return refuse(made.error().message);
    }
    read_games();
    if (games_.empty()) return refuse("there is no game to analyse");
    if (order_.problems) {
      if (auto made = io::make_private_folder(*order_.problems); !made) {
        return refuse(made.error().message);
      }
    }
    auto judged = open_judged(order_);
    if (!judged) return refuse(judged.error().message);
    judged_ = std::move(*judged);
    CouncilRun run(council_.plan(), *judged_);
    if (auto shown = show(run); !shown) return refuse(shown.error().message);
    for (const AnalysedGame& each : games_) add_positions(run, each);
    if (const auto ended = judge(run)) return *ended;
    for (AnalysedGame& each : games_) add_doubted(run, each);
    if (const auto ended = judge(run)) return *ended;
    for (std::size_t i = 0; i < games_.size(); ++i) write_results(run, i);
    write_summaries();
    if (live_) live_->over(base::to_utf8(order_.out));
    return status_;
  }

 private:
  // The exit status where there is no going on.
  std::optional<int> judge(CouncilRun& run) {
    const int status = run.run(order_.concurrency);
    // Results of a part would be taken for those of the whole.
    if (status > kSomethingFailed || !run.is_through()) return status;
    if (status != 0) status_ = status;
    return std::nullopt;
  }
  static int refuse(const std::string& why) {
    complain_of_analysis(why);
    return kUnusable;
  }
  void complain(const std::string& what) {
    complain_of_analysis(what);
    status_ = kSomethingFailed;
  }

  void read_games() {
    std::set<std::string> taken{"positions"};  // the judged ones have this name
    for (const fs::path& file : record_files(order_.files, order_.out)) {
      const std::string name = base::to_utf8(file);
      const auto format = game_format_of(base::to_utf8(file.filename()));
      if (!format) {
        complain(name + ": is no record: its name should end with .kif, .ki2, .csa, .jkf or .usi");
        continue;
      }
      if (is_in_results(file)) {
        complain(name + ": lies in the folder of the results; name another by --out");
        continue;
      }
      std::size_t lines = 0;
      auto games = read_game_file(file, *format, [this, &lines](const base::Error& error) {
        if (++lines <= kMostLines) complain(error.message);
      });
      if (lines > kMostLines) {
        complain(name + ": " + std::to_string(lines - kMostLines) + " more lines are no games");
      }
      if (!games) {
        complain(games.error().message);
        continue;
      }
      for (std::size_t i = 0; i < games->size(); ++i) {
        const std::string number = games->size() == 1 ? "" : "-" + std::to_string(i + 1);
        std::string wanted = base::to_utf8(file.stem()) + number;
        for (int n = 2; taken.contains(wanted); ++n) {
          wanted = base::to_utf8(file.stem()) + number + "_" + std::to_string(n);
        }
        take_game(name, wanted, std::move((*games)[i]), taken);
      }
    }
  }

  // A record there would be written over.
  bool is_in_results(const fs::path& file) const {
    std::error_code ignored;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    return fs::equivalent(folder, order_.out, ignored);
  }

  void take_game(const std::string& file, const std::string& name, notation::Record record,
                 std::set<std::string>& taken) {
    AnalysedGame analysed{name, std::move(record), {}, nullptr, {}};
    analysed.game = analysed.record.main_line();
    if (analysed.game.is_freeze_game()) return complain(file + ": Freeze shogi is not analysed");
    if (analysed.game.moves().empty()) return complain(file + ": holds no move");
    analysed.line = std::make_shared<const GameLine>(analysed.game);
    taken.insert(name);
    games_.push_back(std::move(analysed));
  }

  static void add_positions(CouncilRun& run, const AnalysedGame& analysed) {
    for (std::size_t i = 0; i <= analysed.line->plies(); ++i) {
      if (analysed.line->position(i).has_legal_move()) run.add(analysed.line, i);
    }
  }

  base::Result<void> show(CouncilRun& run) {
    if (order_.live_port == 0) return {};
    std::vector<AnalyseLive::Game> shown;
    std::map<const GameLine*, std::size_t> numbers;
    for (const AnalysedGame& each : games_) {
      numbers.emplace(each.line.get(), shown.size());
      shown.push_back({each.game, page_game(each.name, each.record, each.game)});
    }
    auto live = AnalyseLive::serve(order_.live_port, page_head(council_), std::move(shown),
                                   order_.thresholds);
    if (!live) return tl::unexpected(live.error());
    live_ = std::move(*live);
    complain_of_analysis("shown at " + live_->link());
    run.on_progress([this](const CouncilProgress& progress) { live_->is_at(progress); });
    run.on_judged([this, numbers = std::move(numbers)](const GameLine& line, std::size_t plies,
                                                       const Judgement& judgement) {
      const auto number = numbers.find(&line);
      if (number == numbers.end()) return;
      std::vector<analysis::Verdict> verdict{
          council_.verdict(line.position(plies), plies, judgement)};
      analysis::settle_mates(
          shogi::Game(line.position(plies)), {judgement.mate},
          [](const auto&) { return std::nullopt; }, verdict);
      relay::Json described;
      council_.describe(verdict[0], judgement, described);
      live_->judged(number->second, plies, verdict[0], std::move(described));
    });
    return {};
  }

  // What was found of a game, in its order.
  struct Found {
    std::vector<analysis::Verdict> verdicts;
    std::vector<const Judgement*> judgements;
  };
  Found found_of(const CouncilRun& run, const AnalysedGame& analysed) {
    Found found;
    std::vector<std::optional<analysis::ProvenMate>> proven;
    for (std::size_t i = 0; i <= analysed.line->plies(); ++i) {
      const Judgement* const judgement = run.find(*analysed.line, i);
      found.judgements.push_back(judgement);
      const shogi::Position& position = analysed.line->position(i);
      found.verdicts.push_back(judgement == nullptr ? analysis::Verdict{}
                                                    : council_.verdict(position, i, *judgement));
      proven.push_back(judgement == nullptr ? std::nullopt : judgement->mate);
    }
    analysis::settle_mates(
        analysed.game, proven, [this](const auto& position) { return is_mated(position); },
        found.verdicts);
    return found;
  }

  // What a move seems to cost may be what a search sees one move later. So where there is a fault
  // the position behind the council's move is judged as well, as that behind the played one was.
  void add_doubted(CouncilRun& run, AnalysedGame& analysed) {
    const Found found = found_of(run, analysed);
    const auto review = analysis::review_of(analysed.game, found.verdicts, order_.thresholds);
    for (const std::size_t i : review.turning_points) {
      const analysis::Verdict& verdict = found.verdicts[i];
      if (!verdict.move || verdict.declares || verdict.mate) continue;
      shogi::Game game(analysed.game.freeze_start());
      for (std::size_t ply = 0; ply < i; ++ply) {
        static_cast<void>(game.play(analysed.game.moves()[ply]));
      }
      if (!game.play(*verdict.move) || !game.position().has_legal_move()) continue;
      const auto line = std::make_shared<const GameLine>(game);
      analysed.better.emplace(i, line);
      run.add(line, line->plies());
    }
  }

  void write_results(const CouncilRun& run, std::size_t number) {
    AnalysedGame& analysed = games_[number];
    Found found = found_of(run, analysed);
    auto& [verdicts, judgements] = found;
    for (const auto& [ply, line] : analysed.better) {
      const Judgement* const behind = run.find(*line, line->plies());
      if (behind == nullptr) continue;
      const auto verdict = council_.verdict(line->position(line->plies()), line->plies(), *behind);
      if (!verdict.decided) continue;
      verdicts[ply].best_worth = behind->mate ? 0 : 1 - verdict.win_rate;
    }
    const auto review = analysis::review_of(analysed.game, verdicts, order_.thresholds);
    analysis::annotate(analysed.record, verdicts, review);
    const GameFacts facts{analysed.name, analysed.record, analysed.game, *analysed.line,
                          verdicts,      judgements,      review};
    write(analysed.name + ".jsonl", game_lines(council_, facts));
    for (const auto format : {notation::RecordFormat::kKif, notation::RecordFormat::kCsa,
                              notation::RecordFormat::kJkf}) {
      write(analysed.name + "." + std::string(to_text(format)),
            notation::write_record(format, analysed.record));
    }
    page_.add(page_game(council_, facts));
    problems_.add(base::printable(analysed.name, 200), analysed.game, verdicts, review);
    if (live_) live_->reviewed(number, review);
    std::cout << summary(analysed, review) << std::flush;
  }

  // Of all games together.
  void write_summaries() {
    write_to(order_.out / "analysis.html", page_.html());
    if (!order_.problems) return;
    write_to(*order_.problems / "mate.sfen", problems_.mates());
    write_to(*order_.problems / "next-move.sfen", problems_.next_moves());
  }

  void write(const std::string& name, const std::string& text) {
    write_to(order_.out / base::path_from_utf8(name), text);
  }
  void write_to(const fs::path& file, const std::string& text) {
    const auto written = io::write_private_file(file, text);
    if (!written) complain(written.error().message);
  }

  static std::string summary(const AnalysedGame& analysed, const analysis::GameReview& review) {
    const auto shown = [](const std::optional<double>& accuracy) {
      return accuracy ? report::printed("%.1f", *accuracy) : std::string("-");
    };
    std::string text = base::printable(analysed.name, 200) + ": accuracy " +
                       shown(review.accuracy[0]) + " " + shown(review.accuracy[1]);
    for (const std::size_t i : review.turning_points) {
      const analysis::MoveReview& move = review.moves[i];
      const bool blunder = move.fault == analysis::Fault::kBlunder;
      text += report::printed("; %s %zu -%.0f%%", blunder ? "blunder" : "mistake", i + 1,
                              100 * move.loss);
      if (move.missed_mate) text += " (missed mate)";
      if (move.missed_declaration) text += " (missed declaration)";
    }
    return text + "\n";
  }

  // Kept as judgements are, as it is looked for when all are there.
  std::optional<bool> is_mated(const shogi::Position& position) {
    const auto name = io::digest("mated " + std::to_string(order_.mate_nodes) + " " +
                                 notation::to_sfen(position));
    if (!name) return proofs_.is_mated(position);
    constexpr const char* kWords[] = {"no", "yes", "unknown"};
    if (const auto known = judged_->find(*name)) {
      return known == kWords[2] ? std::nullopt : std::optional(known == kWords[1]);
    }
    const std::optional<bool> is = proofs_.is_mated(position);
    if (auto kept = judged_->keep(*name, is ? kWords[*is ? 1 : 0] : kWords[2]); !kept) {
      complain(kept.error().message);
    }
    return is;
  }

  AnalyseOrder order_;
  AnalyseCouncil council_;
  analysis::MateProofs proofs_;
  std::unique_ptr<analysis::JudgedPositions> judged_;
  std::vector<AnalysedGame> games_;
  analysis::ProblemSet problems_;
  AnalysisPage page_;
  std::unique_ptr<AnalyseLive> live_;
  int status_ = 0;
};

// Judgements are kept only where a file is named: there is no folder of results.
int serve(AnalyseOrder order, const AnalyseCouncil& council) {
  if (!order.cache) order.cache = ":memory:";
  auto judged = open_judged(order);
  if (!judged) {
    complain_of_analysis(judged.error().message);
    return kUnusable;
  }
  // Its thread may sit in a read of standard input.
  const int status = serve_analysis(order, council, **judged);
  judged->reset();
  io::exit_now(status);
}

}  // namespace

int analyse_command(const std::vector<std::string>& words, const LoadSettings& load) {
  auto order = read_analyse_order(words);
  if (!order) {
    complain_of_analysis(order.error().message);
    return kUnusable;
  }
  if (!order->help.empty()) {
    std::cout << order->help;
    return 0;
  }
  auto settings = load(order->config);
  if (!settings) {
    complain_of_analysis(settings.error().message);
    return kUnusable;
  }
  auto council = AnalyseCouncil::make(std::move(*settings), *order);
  if (!council) {
    complain_of_analysis(council.error().message);
    return kUnusable;
  }
  if (order->serves) return serve(*order, *council);
  return Analysis(std::move(*order), std::move(*council)).run();
}

}  // namespace gougi::tools
