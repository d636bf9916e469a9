// SPDX-License-Identifier: MIT
#include "tools/game_analysis.hpp"

#include <fmt/printf.h>

#include <cmath>
#include <map>
#include <memory>

#include "base/say.hpp"
#include "base/text.hpp"
#include "io/digest.hpp"
#include "notation/record_text.hpp"
#include "notation/sfen.hpp"
#include "tools/analyse_json.hpp"
#include "tools/analyse_page.hpp"

namespace gougi::tools {
namespace {

std::string summary_of(const AnalysedGame& analysed, const analysis::GameReview& review) {
  const auto shown = [](const std::optional<double>& accuracy) {
    return accuracy ? fmt::sprintf("%.1f", *accuracy) : std::string("-");
  };
  std::string text = base::say({"{0}: accuracy {1} {2}", "{0}: 正確さ {1} {2}"},
                               base::printable(analysed.name, 200), shown(review.accuracy[0]),
                               shown(review.accuracy[1]));
  for (const std::size_t i : review.turning_points) {
    const analysis::MoveReview& move = review.moves[i];
    const bool blunder = move.fault == analysis::Fault::kBlunder;
    text += blunder ? base::say({"; blunder {0}", "。{0}手目 大悪手"}, i + 1)
                    : base::say({"; mistake {0}", "。{0}手目 悪手"}, i + 1);
    if (const auto cost = std::lround(100 * move.loss); cost > 0)
      text += fmt::sprintf(" -%d%%", cost);
    if (move.missed_mate) text += base::say({" (missed mate)", "(詰みの見逃し)"});
    if (move.missed_declaration) text += base::say({" (missed declaration)", "(宣言の見逃し)"});
  }
  if (const auto number = analysed.record.illegal_move()) {
    const auto written = analysed.record.illegal_move_text();
    text += base::say({"; ended by an illegal move at move {0}{1}", "。{0}手目{1}の反則で終局"},
                      *number, written ? base::say({" ({0})", "({0})"}, *written) : std::string());
  }
  return text + "\n";
}

}  // namespace

GameAnalysis::GameAnalysis(const AnalyseOrder& order, const AnalyseCouncil& council,
                           analysis::JudgedPositions& judged,
                           std::function<void(const std::string&)> complain)
    : order_(order),
      council_(council),
      judged_(judged),
      complain_(std::move(complain)),
      proofs_(order.mate_nodes) {}

void GameAnalysis::add_positions(CouncilRun& run, const AnalysedGame& analysed) {
  for (std::size_t i = 0; i <= analysed.line->plies(); ++i) {
    if (analysed.line->position(i).has_legal_move()) run.add(analysed.line, i);
  }
}

bool GameAnalysis::has_all_positions(const CouncilRun& run, const AnalysedGame& analysed) {
  for (std::size_t i = 0; i <= analysed.line->plies(); ++i) {
    if (analysed.line->position(i).has_legal_move() && run.find(*analysed.line, i) == nullptr) {
      return false;
    }
  }
  return true;
}

GameAnalysis::Found GameAnalysis::found_of(const CouncilRun& run, const AnalysedGame& analysed) {
  Found found;
  std::vector<std::optional<analysis::ProvenMate>> proven;
  for (std::size_t i = 0; i <= analysed.line->plies(); ++i) {
    const Judgement* const judgement = run.find(*analysed.line, i);
    found.judgements.push_back(judgement);
    proven.push_back(judgement == nullptr ? std::nullopt : judgement->mate);
  }
  found.verdicts = council_.verdicts(analysed.game, *analysed.line, found.judgements);
  analysis::settle_mates(
      analysed.game, proven, [this](const auto& position) { return is_mated(position); },
      found.verdicts);
  return found;
}

void GameAnalysis::add_doubted(CouncilRun& run, AnalysedGame& analysed) {
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

GameVerdict GameAnalysis::verdict(const CouncilRun& run, AnalysedGame& analysed) {
  met_.clear();
  GameVerdict said;
  said.is_judged = said.is_whole = true;
  Found found = found_of(run, analysed);
  const auto meet = [&](const GameLine& line, std::size_t plies, const Judgement* judgement) {
    if (!line.position(plies).has_legal_move()) return;
    const auto name = name_of(council_.plan(), line.text(plies));
    if (judgement == nullptr) said.is_judged = false;
    if (judgement == nullptr || judgement->has_failures() || !name) {
      said.is_whole = false;
    } else {
      met_.emplace_back(*name, judgement_text(*judgement));
    }
  };
  for (std::size_t i = 0; i < found.judgements.size(); ++i) {
    meet(*analysed.line, i, found.judgements[i]);
  }
  for (const auto& [ply, line] : analysed.better) {
    const Judgement* const behind = run.find(*line, line->plies());
    meet(*line, line->plies(), behind);
    if (behind == nullptr) continue;
    auto verdict = council_.verdict(line->position(line->plies()), line->plies(), *behind);
    if (!verdict.decided) continue;
    analysis::settle_mate(line->game(line->plies()), behind->mate, verdict);
    if (verdict.win_rate) found.verdicts[ply].best_worth = 1 - *verdict.win_rate;
  }
  const auto review = analysis::review_of(analysed.game, found.verdicts, order_.thresholds);
  analysis::annotate(analysed.record, found.verdicts, review);
  said.results.name = analysed.name;
  const GameFacts facts{analysed.name,  analysed.record,  analysed.game, *analysed.line,
                        found.verdicts, found.judgements, review};
  said.results.files["jsonl"] = game_lines(council_, facts);
  for (const auto format :
       {notation::RecordFormat::kKif, notation::RecordFormat::kCsa, notation::RecordFormat::kJkf}) {
    auto text = notation::write_readable_record(format, analysed.record);
    if (text) {
      said.results.files[std::string(to_text(format))] = std::move(*text);
    } else {
      complain_(base::printable(analysed.name, 200) + ": " + text.error().message);
    }
  }
  said.page = page_game(council_, facts);
  said.results.page = analysis_page_game(page_head(council_), said.page);
  said.results.problems = analysis::problems_of(base::printable(analysed.name, 200), analysed.game,
                                                found.verdicts, review);
  said.results.judged = std::move(met_);
  said.summary = summary_of(analysed, review);
  said.review = review;
  return said;
}

// Kept as judgements are, as it is looked for when all are there.
std::optional<bool> GameAnalysis::is_mated(const shogi::Position& position) {
  const auto name =
      io::digest("mated " + std::to_string(order_.mate_nodes) + " " + notation::to_sfen(position));
  if (!name) return proofs_.is_mated(position);
  constexpr const char* kWords[] = {"no", "yes", "unknown"};
  if (const auto known = judged_.find(*name)) {
    met_.emplace_back(*name, *known);
    return known == kWords[2] ? std::nullopt : std::optional(known == kWords[1]);
  }
  const std::optional<bool> is = proofs_.is_mated(position);
  const std::string word = is ? kWords[*is ? 1 : 0] : kWords[2];
  met_.emplace_back(*name, word);
  if (auto kept = judged_.keep(*name, word); !kept) complain_(kept.error().message);
  return is;
}

}  // namespace gougi::tools
