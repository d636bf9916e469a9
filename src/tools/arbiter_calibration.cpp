// SPDX-License-Identifier: MIT
#include "tools/arbiter_calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
#include "relay/arbiter_json.hpp"
#include "study/arbiter_fit.hpp"
#include "tools/output_place.hpp"
#include "tools/record_file.hpp"

namespace gougi::tools {
namespace {

using consensus::ArbiterModel;

int refuse_arbiter(const std::string& message, int exit_code = cli::kFailed) {
  std::cerr << "gougi calibrate: " << message << "\n";
  return exit_code;
}

/// Where a position is among the samples, and what was judged there.
struct JudgedPlace {
  std::size_t sample = 0;
  std::vector<std::string> moves;  ///< the members'
  std::set<std::string> judges;
};

/// What all files together hold.
struct JudgedPositions {
  std::vector<std::string> names;
  std::string anchor;
  std::vector<study::ArbiterSample> samples;
  std::size_t left_out = 0;
  std::map<std::string, JudgedPlace> positions;  ///< of the samples; each counts once
  std::size_t repeated = 0;                      ///< … and came so often once more
  std::size_t more_judges = 0;                   ///< … or so often from another judge
  std::uint64_t hash = base::kFnvBegin;
  std::map<std::string, std::size_t> games;   ///< numbers of these
  std::set<std::string> game_files;           ///< fingerprints
  bool games_are_told_apart = true;           ///< in whatever file of games they are
  std::optional<study::HeadroomOrder> order;  ///< of the first file
  std::map<std::string, int> judges;          ///< coefficients of these
};

// What files of games have in common only newer studies tell.
std::string game_of(const study::HeadroomLine& line, const study::HeadroomOrder& order) {
  if (!line.game_id.empty()) return line.game_id;
  return order.games + " " + std::to_string(line.game);
}

std::string judge_of(const study::HeadroomOrder& order) {
  const study::HeadroomEngine& judge = order.judge;
  std::string text = fmt::format("{} {} {}", judge.name, judge.command, order.judge_nodes);
  if (!judge.identity.empty()) return text + " " + judge.identity;
  for (const auto& [name, value] : judge.options) text += fmt::format(" {}={}", name, value);
  return text;
}

std::vector<std::string> names_of(const study::HeadroomOrder& order) {
  std::vector<std::string> names;
  for (const study::HeadroomEngine& engine : order.engines) names.push_back(engine.name);
  return names;
}

base::Result<void> take_order(const study::HeadroomOrder& order, JudgedPositions& to) {
  const std::vector<std::string> names = names_of(order);
  if (to.names.empty()) {
    to.names = names;
    if (to.anchor.empty()) to.anchor = order.engines[order.anchor].name;
  }
  if (!to.order) to.order = order;
  if (auto different = study::members_difference(order, *to.order)) {
    return base::fail(std::move(*different));
  }
  const auto [judge, is_new] = to.judges.emplace(judge_of(order), order.judge_coef);
  if (!is_new && judge->second != order.judge_coef) {
    return base::fail(base::say({"has the judge of a file before it, with --judge-coef {0} not {1}",
                                 "判定役は前のファイルと同じですが、--judge-coef が {1} ではなく "
                                 "{0} です"},
                                order.judge_coef, judge->second));
  }
  to.game_files.insert(order.games);
  return {};
}

JudgedPlace place_of(const study::HeadroomLine& line, const study::HeadroomOrder& order,
                     std::size_t sample) {
  JudgedPlace place;
  place.sample = sample;
  place.judges.insert(judge_of(order));
  for (const std::size_t move : line.members) place.moves.push_back(line.moves[move]);
  return place;
}

// Of several judges the mean counts; the same position of another study adds nothing.
void take_once_more(const study::ArbiterSample& sample, const JudgedPlace& now, JudgedPlace& before,
                    JudgedPositions& to) {
  const auto count = static_cast<double>(before.judges.size());
  if (now.moves != before.moves || !before.judges.insert(*now.judges.begin()).second) {
    ++to.repeated;
    return;
  }
  ++to.more_judges;
  study::ArbiterSample& first = to.samples[before.sample];
  if (first.judged.empty()) first.judged.push_back(first.win_rates);
  first.judged.push_back(sample.win_rates);
  const auto add = [count](double& mean, double value) { mean += (value - mean) / (count + 1); };
  for (std::size_t i = 0; i < first.win_rates.size(); ++i) {
    add(first.win_rates[i], sample.win_rates[i]);
  }
  if (first.whole_of != sample.whole_of) first.whole_of = 0;  // another engine's move
  add(first.whole, sample.whole);
}

base::Result<void> take_file(const std::filesystem::path& file, JudgedPositions& to,
                             cli::LongWork& work) {
  std::optional<study::HeadroomOrder> order;
  return for_each_line(file, [&](std::string_view line) -> base::Result<void> {
    const auto text = [&to] {
      return base::say({"read {0} positions", "{0}局面を読み込み"}, to.samples.size());
    };
    if (!work.goes_on(text)) return base::fail(base::say({"interrupted", "中断しました"}));
    to.hash = base::fnv1a(line, to.hash);
    if (!order) {
      auto first = study::parse_headroom_order(line);
      if (!first) return tl::unexpected(first.error());
      order = std::move(*first);
      return take_order(*order, to);
    }
    const auto position = study::parse_headroom_line(line, order->engines.size(),
                                                     static_cast<std::size_t>(order->positions));
    if (!position) return tl::unexpected(position.error());
    if (!position->left_out.empty()) {
      ++to.left_out;
      return {};
    }
    auto sample = study::arbiter_sample(*position, *order);
    const auto [place, is_new] =
        to.positions.emplace(position->position, place_of(*position, *order, to.samples.size()));
    if (!is_new) {
      take_once_more(sample, place_of(*position, *order, 0), place->second, to);
      return {};
    }
    to.games_are_told_apart = to.games_are_told_apart && !position->game_id.empty();
    sample.game = to.games.emplace(game_of(*position, *order), to.games.size()).first->second;
    to.samples.push_back(std::move(sample));
    return {};
  });
}

base::Result<void> take_judged_files(const std::vector<std::filesystem::path>& files,
                                     JudgedPositions& to, cli::LongWork& work) {
  for (const auto& file : files) {
    if (auto taken = take_file(file, to, work); !taken) return taken;
  }
  return {};
}

// What is there is written over only if it is a model, or nothing.
base::Result<void> check_model_place(const std::filesystem::path& out,
                                     const std::vector<std::filesystem::path>& files) {
  std::vector<std::filesystem::path> read;
  for (const auto& file : files) std::ranges::move(parts_of(file), std::back_inserter(read));
  if (auto place = check_output_file(out, read); !place) return place;
  if (auto place = base::check_replaceable(out, read); !place) return place;
  std::error_code ignored;
  if (!std::filesystem::exists(out, ignored) || std::filesystem::file_size(out, ignored) == 0) {
    return {};
  }
  const auto bytes = base::read_bytes(out, relay::kMostModelBytes);
  std::string text;
  if (bytes) text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (bytes && relay::parse_arbiter(text)) return {};
  return base::fail(base::say(
      {"{0}: is there and is no arbiter's model; move it away, or choose another name",
       "{0}: すでにあり、arbiter のモデルではありません。よそへ移すか、別の名前にしてください"},
      base::to_utf8(out)));
}

std::string points(const study::HeadroomEstimate& gain) {
  std::string text = fmt::format("{:+.2f}", 100 * gain.value);
  if (gain.bounds) {
    text += fmt::format(" ({:+.2f}…{:+.2f})", 100 * gain.bounds->low, 100 * gain.bounds->high);
  }
  return text;
}

void print_gains(const study::ArbiterFit& fit) {
  std::cout << base::say(
      {"\nGain over the anchor, in points of win rate a position (95 %, by games):\n",
       "\nanchor に対する改善、1局面あたりの勝率(%、対局単位の 95 % 区間つき):\n"});
  for (const study::ArbiterGain& each : fit.gains) {
    const std::string name = each.name == "anchor with all nodes"
                                 ? base::say({"anchor with all nodes", "全ノードの anchor"})
                             : each.name == "perfect choice"
                                 ? base::say({"perfect choice", "最善の選択"})
                                 : each.name;
    std::cout << fmt::format("  {:<24}{}\n", name, points(each.gain));
  }
  if (fit.flattered > 0) {
    std::cout << base::say(
        {"perfect choice is flattered: in {0} positions the judge that chooses also values it; "
         "gougi study --again asks a second one\n",
         "最善の選択は高めに出ています: {0}局面では選んだ判定役が自分で評価しています。"
         "gougi study --again で別の判定役に評価させられます\n"},
        fit.flattered);
  }
  std::cout << base::say(
      {"The arbiter was judged on games that neither its weights nor its thresholds had seen.\n",
       "arbiter は、重みにもしきい値にも使っていない対局で評価しています。\n"});
}

void print_phases(const study::ArbiterFit& fit) {
  constexpr std::array<base::Text, 3> kNames{
      {{"moves 1–50", "1–50手目"}, {"moves 51–100", "51–100手目"}, {"later", "以後"}}};
  std::cout << base::say({"\nBy phase:\n", "\n局面の段階別:\n"});
  for (std::size_t i = 0; i < fit.phases.size(); ++i) {
    const study::ArbiterPhaseReport& phase = fit.phases.at(i);
    const double tau = fit.model.taus.at(i);
    std::cout << base::say(
        {"  {0}: {1} positions, {2} disputed, {3} overruled, gain {4}; threshold {5}\n",
         "  {0}: {1}局面、意見の相違 {2}、くつがえした {3}、改善 {4}、しきい値 {5}\n"},
        base::said(kNames.at(i)), phase.positions, phase.disputed, phase.overruled,
        points(phase.gain),
        tau >= 1 ? base::say({"1: never", "1(くつがえさない)"}) : fmt::format("{:.2f}", tau));
  }
}

void print_weights(const ArbiterModel& model) {
  std::cout << base::say({"\nWeights, for a challenger that has more of it than the anchor:\n",
                          "\n重み(anchor より値が大きい候補に対して):\n"});
  for (std::size_t i = 0; i < consensus::kArbiterFeatureCount; ++i) {
    std::cout << fmt::format("  {:<14}{:+.3f}\n", consensus::kArbiterFeatures.at(i),
                             model.weights.at(i));
  }
  for (const consensus::ArbiterMember& member : model.members) {
    std::cout << base::say({"  {0}: eval_coef {1}, by phase {2:+.3f} {3:+.3f} {4:+.3f}\n",
                            "  {0}: eval_coef {1}、段階別 {2:+.3f} {3:+.3f} {4:+.3f}\n"},
                           base::printable(member.name), member.eval_coef, member.weights[0],
                           member.weights[1], member.weights[2]);
  }
}

}  // namespace

int calibrate_arbiter(const settings::RunCalibrate& command) {
  if (!command.out)
    return refuse_arbiter(base::say({"--arbiter wants --out FILE for the model",
                                     "--arbiter にはモデルを書く --out FILE が必要です"}),
                          cli::kWrongUsage);
  if (const auto place = check_model_place(*command.out, command.files); !place) {
    return refuse_arbiter(place.error().message);
  }
  if (const auto hold = check_not_empty(command.files); !hold) {
    return refuse_arbiter(hold.error().message);
  }
  JudgedPositions judged;
  judged.anchor = command.anchor;
  cli::LongWork work;
  const auto taken = work.run([&] { return take_judged_files(command.files, judged, work); });
  if (!taken) return refuse_arbiter(taken.error().message, work.exit_code());
  if (judged.names.empty())
    return refuse_arbiter(base::say({"the files hold nothing", "ファイルに中身がありません"}));
  if (std::ranges::find(judged.names, judged.anchor) == judged.names.end()) {
    return refuse_arbiter(
        base::say({"no engine is called {0}", "{0} という名前のエンジンはありません"},
                  base::printable(judged.anchor, 60)),
        cli::kWrongUsage);
  }
  auto fit = work.run([&] {
    return study::fit_arbiter(judged.samples, judged.names, judged.anchor,
                              static_cast<std::uint64_t>(command.seed), work.progress());
  });
  if (!fit) return refuse_arbiter(fit.error().message, work.exit_code());
  fit->model.data = fmt::format("{:016x}", judged.hash);
  std::cout << base::say(
      {"Arbiter over the anchor {0}: {1} positions of {2} games ({3} left out), {4} disputes "
       "between "
       "members\nLog-loss on held-out games {5:.4f}, of a coin {6:.4f}; ridge {7}\n",
       "anchor {0} に対する arbiter: {2}局 {1}局面(除外 {3})、メンバー間の相違 {4}\n"
       "未使用の対局での対数損失 {5:.4f}(当てずっぽうなら {6:.4f})、ridge {7}\n"},
      base::printable(judged.anchor), fit->positions, fit->games, judged.left_out, fit->disputes,
      fit->log_loss, fit->base_loss, fit->ridge);
  if (judged.repeated > 0) {
    std::cout << base::say({"{0} positions came once more, and count once\n",
                            "重複した {0}局面は1回だけ数えています\n"},
                           judged.repeated);
  }
  if (judged.more_judges > 0) {
    std::cout << base::say({"{0} positions have another judge, too: the mean counts\n",
                            "{0}局面は別の判定役も評価しているので、平均を使います\n"},
                           judged.more_judges);
  }
  if (!judged.games_are_told_apart && judged.game_files.size() > 1) {
    std::cout << base::say(
        {"A file is of an older gougi: games that are in several files count once for each, and "
         "intervals are then too narrow\n",
         "古い gougi のファイルがあるため、複数のファイルにある対局は別の対局として数え、"
         "区間は狭めに出ます\n"});
  }
  print_gains(*fit);
  print_phases(*fit);
  print_weights(fit->model);
  std::cout << std::flush;
  const std::string text = relay::arbiter_text(fit->model);
  // As whoever reads it: a name may be there twice.
  if (const auto model = relay::parse_arbiter(text); !model) {
    return refuse_arbiter(
        base::say({"the model would not be read: {0}", "モデルを読み込めません: {0}"},
                  model.error().message));
  }
  const auto written = base::replace_file(*command.out, std::as_bytes(std::span(text)));
  return written ? 0 : refuse_arbiter(written.error().message);
}

}  // namespace gougi::tools
