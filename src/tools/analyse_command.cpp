// SPDX-License-Identifier: MIT
#include "tools/analyse_command.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "analysis/game_review.hpp"
#include "analysis/mate_proofs.hpp"
#include "analysis/problems.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "consensus/strategy.hpp"
#include "io/private_file.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"
#include "relay/json_reader.hpp"
#include "relay/node_budget.hpp"
#include "relay/position_lines.hpp"
#include "relay/programs.hpp"
#include "relay/scale_file.hpp"
#include "report/chart.hpp"
#include "tools/analyse_order.hpp"
#include "tools/analyse_page.hpp"
#include "tools/council_run.hpp"
#include "tools/record_reader.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kSomethingFailed = 1;
constexpr int kUnusable = 2;

struct AnalysedGame {
  std::string name;  ///< of its results, without an ending; no two have the same
  notation::Record record;
  shogi::Game game;
  std::vector<std::string> positions;  ///< where somebody had to move
};

void complain_of_analysis(const std::string& what) {
  std::cerr << "gougi analyse: " << base::printable(what, 4000) << "\n";
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
      const bool is_record = game_format_of(base::to_utf8(at->path().filename())).has_value();
      if (is_record && at->is_regular_file(ignored)) inside.push_back(at->path());
    }
    if (error) complain_of_analysis(base::to_utf8(place) + ": " + error.message());
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

// From the order to the results: what cannot be read or written is said, and the rest is done.
class Analysis {
 public:
  Analysis(AnalyseOrder order, settings::RelaySettings settings)
      : order_(std::move(order)), settings_(std::move(settings)), proofs_(order_.mate_nodes) {}

  int run() {
    auto plan = make_plan();
    if (!plan) return refuse(plan.error().message);
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
    CouncilRun council(std::move(*plan), order_.out / "positions.jsonl");
    for (const AnalysedGame& each : games_) add_positions(council, each);
    if (const int status = council.run(order_.concurrency); status > kSomethingFailed) {
      return status;
    } else if (status != 0) {
      status_ = status;
    }
    for (AnalysedGame& each : games_) write_results(council, each);
    write_summaries();
    return status_;
  }

 private:
  static int refuse(const std::string& why) {
    complain_of_analysis(why);
    return kUnusable;
  }
  void complain(const std::string& what) {
    complain_of_analysis(what);
    status_ = kSomethingFailed;
  }

  base::Result<CouncilPlan> make_plan() {
    if (settings_.protocol != settings::GameProtocol::kUsi) {
      return base::fail(base::to_utf8(settings_.file) +
                        ": protocol: records are of shogi; a configuration with `usi` is needed");
    }
    strategy_ = consensus::find_strategy(settings_.consensus);
    const auto specs = relay::find_programs(settings_, relay::rules_of(settings_.protocol));
    if (!specs) return tl::unexpected(specs.error());
    auto scales = relay::load_scales(settings_);
    if (!scales) return tl::unexpected(scales.error());
    scales_ = std::move(*scales);
    CouncilPlan plan;
    plan.patience = order_.patience;
    std::vector<double> shares;
    relay::Json key = relay::Json::array();
    for (std::size_t i = 0; i < settings_.engines.size(); ++i) {
      const settings::EngineSettings& engine = settings_.engines[i];
      const std::string name = engine.name.empty() ? "E" + std::to_string(i + 1) : engine.name;
      if (engine.nested || engine.protocol != settings::Protocol::kUsi) {
        return base::fail(base::to_utf8(settings_.file) + ":" + std::to_string(engine.line) + ": " +
                          name + ": only engines that speak USI can analyse");
      }
      // One thread each, as more make a search's result a matter of chance.
      auto options = engine.options;
      std::erase_if(options, [](const auto& each) { return base::iequals(each.first, "Threads"); });
      key.push_back({engine.command, options});
      plan.names.push_back(name);
      plan.members.push_back({(*specs)[i], std::move(options)});
      shares.push_back(engine.share);
    }
    for (const relay::Nodes part : relay::shared_out(order_.nodes, shares)) {
      plan.nodes.push_back(static_cast<std::uint64_t>(std::max<relay::Nodes>(part, 1)));
      key.push_back(plan.nodes.back());
    }
    plan.key = key.dump();
    names_ = plan.names;
    return plan;
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
      auto games = read_game_file(file, *format,
                                  [this](const base::Error& error) { complain(error.message); });
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
    AnalysedGame analysed{name, std::move(record), {}, {}};
    analysed.game = analysed.record.main_line();
    if (analysed.game.is_freeze_game()) return complain(file + ": Freeze shogi is not analysed");
    if (analysed.game.moves().empty()) return complain(file + ": holds no move");
    taken.insert(name);
    games_.push_back(std::move(analysed));
  }

  static void add_positions(CouncilRun& council, const AnalysedGame& analysed) {
    shogi::Game at(analysed.game.freeze_start());
    const auto add = [&] {
      if (at.position().has_legal_move()) council.add(usi::position_line(at), at);
    };
    add();
    for (const shogi::Move move : analysed.game.moves()) {
      static_cast<void>(at.play(move));
      add();
    }
  }

  consensus::Council council_at(const shogi::Game& at, const CouncilBallots& ballots) const {
    consensus::Council council;
    council.facts.ply = at.position().ply();
    council.facts.own_moves = static_cast<int>(at.moves().size() / 2);
    council.facts.engines = static_cast<int>(ballots.size());
    council.facts.may_ask = false;
    const settings::RuleSettings& rules = settings_.rules;
    for (std::size_t i = 0; i < ballots.size(); ++i) {
      const settings::EngineSettings& engine = settings_.engines[i];
      consensus::Voter& voter = council.voters.emplace_back();
      voter.number = static_cast<int>(i) + 1;
      voter.ballot = ballots[i];
      voter.weight =
          engine.weight_at(council.facts.ply, rules.chuuban_start_plies, rules.shuuban_start_plies);
      voter.scale = i < scales_.size() ? scales_[i].at(council.facts.ply)
                                       : consensus::Scale{engine.eval_coef};
    }
    return council;
  }

  void write_results(const CouncilRun& council, AnalysedGame& analysed) {
    std::vector<analysis::Verdict> verdicts;
    std::vector<const CouncilBallots*> ballots;
    shogi::Game at(analysed.game.freeze_start());
    for (std::size_t i = 0;; ++i) {
      const std::string position = usi::position_line(at);
      ballots.push_back(council.find(position));
      analysed.positions.push_back(position);
      verdicts.push_back(
          ballots.back() == nullptr
              ? analysis::Verdict{}
              : analysis::verdict_of(at, *strategy_, council_at(at, *ballots.back())));
      if (i == analysed.game.moves().size()) break;
      static_cast<void>(at.play(analysed.game.moves()[i]));
    }
    proofs_.settle(analysed.game, verdicts);
    const auto review = analysis::review_of(analysed.game, verdicts, order_.thresholds);
    analysis::annotate(analysed.record, verdicts, review);
    write(analysed.name + ".jsonl", json_lines(analysed, verdicts, ballots, review));
    for (const auto format : {notation::RecordFormat::kKif, notation::RecordFormat::kCsa,
                              notation::RecordFormat::kJkf}) {
      write(analysed.name + "." + std::string(to_text(format)),
            notation::write_record(format, analysed.record));
    }
    const std::string shown_name = base::printable(analysed.name, 200);
    page_ += analysed_game_html({shown_name + ": ☗" + analysed.record.player(shogi::Color::kBlack) +
                                     " – ☖" + analysed.record.player(shogi::Color::kWhite),
                                 analysed.game, verdicts, review});
    problems_.add(shown_name, analysed.game, verdicts, review);
    std::cout << summary(analysed, review) << std::flush;
  }

  // Of all games together.
  void write_summaries() {
    write_to(order_.out / "analysis.html", analysis_page(page_));
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

  relay::Json member_json(std::size_t member, const consensus::Ballot& ballot,
                          const analysis::Verdict& verdict) const {
    relay::Json json{{"name", names_[member]}};
    if (!ballot.counts()) {
      json["failed"] = base::printable(ballot.void_reason, 400);
      return json;
    }
    json["answer"] = answer_text(ballot.choice);
    if (ballot.score) json["score"] = usi::to_string(*ballot.score);
    if (verdict.members[member]) json["win_rate"] = rounded(*verdict.members[member]);
    json["depth"] = ballot.depth;
    json["line"] = line_json(usi::shogi_moves(ballot.pv));
    return json;
  }

  static std::string answer_text(const consensus::Choice& choice) {
    if (const auto* move = std::get_if<usi::Move>(&choice)) return usi::to_text(*move);
    return std::holds_alternative<usi::Resign>(choice) ? "resign" : "win";
  }

  static relay::Json line_json(const std::vector<shogi::Move>& line) {
    relay::Json list = relay::Json::array();
    for (const shogi::Move move : line) list.push_back(notation::to_usi(move));
    return list;
  }
  static double rounded(double rate) { return std::round(rate * 10000) / 10000; }

  std::string json_lines(const AnalysedGame& analysed,
                         const std::vector<analysis::Verdict>& verdicts,
                         const std::vector<const CouncilBallots*>& ballots,
                         const analysis::GameReview& review) const {
    relay::Json head{{"format", "gougi analysis 1"}, {"name", analysed.name}};
    head["black"] = analysed.record.player(shogi::Color::kBlack);
    head["white"] = analysed.record.player(shogi::Color::kWhite);
    head["accuracy"] = relay::Json::array();
    for (const auto& each : review.accuracy) {
      head["accuracy"].push_back(each ? relay::Json(rounded(*each)) : relay::Json(nullptr));
    }
    head["turning_points"] = relay::Json::array();
    for (const std::size_t i : review.turning_points) head["turning_points"].push_back(i + 1);
    std::string text = dumped(head);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const analysis::Verdict& verdict = verdicts[i];
      relay::Json line{{"ply", i + 1}, {"position", analysed.positions[i]}};
      if (i < review.moves.size()) {
        const analysis::MoveReview& move = review.moves[i];
        line["played"] = notation::to_usi(analysed.game.moves()[i]);
        line["loss"] = rounded(move.loss);
        if (move.fault == analysis::Fault::kMistake) line["fault"] = "mistake";
        if (move.fault == analysis::Fault::kBlunder) line["fault"] = "blunder";
        if (move.missed_mate) line["missed_mate"] = true;
        if (move.missed_declaration) line["missed_declaration"] = true;
      }
      if (ballots[i] != nullptr) add_verdict(verdict, *ballots[i], line);
      text += dumped(line);
    }
    return text;
  }

  void add_verdict(const analysis::Verdict& verdict, const CouncilBallots& ballots,
                   relay::Json& line) const {
    if (verdict.move) line["move"] = notation::to_usi(*verdict.move);
    if (verdict.declares) line["declares"] = true;
    line["win_rate"] = rounded(verdict.win_rate);
    line["reason"] = verdict.reason;
    line["line"] = line_json(verdict.line);
    if (verdict.mate) {
      line["mate"] = *verdict.mate;
      line["mate_proven"] = verdict.proven;
      line["mate_line"] = line_json(verdict.mate_line);
    }
    line["same_move"] = verdict.same_move;
    line["same_plies"] = verdict.same_plies;
    line["members"] = relay::Json::array();
    for (std::size_t member = 0; member < ballots.size(); ++member) {
      line["members"].push_back(member_json(member, ballots[member], verdict));
    }
  }

  // Names in records may be anything.
  static std::string dumped(const relay::Json& json) {
    return json.dump(-1, ' ', false, relay::Json::error_handler_t::replace) + "\n";
  }

  AnalyseOrder order_;
  settings::RelaySettings settings_;
  analysis::MateProofs proofs_;
  const consensus::Strategy* strategy_ = nullptr;
  std::vector<consensus::PhaseScales> scales_;
  std::vector<std::string> names_;
  std::vector<AnalysedGame> games_;
  analysis::ProblemSet problems_;
  std::string page_;  ///< its games
  int status_ = 0;
};

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
  return Analysis(std::move(*order), std::move(*settings)).run();
}

}  // namespace gougi::tools
