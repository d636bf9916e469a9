// SPDX-License-Identifier: MIT
#include "tools/calibrate_command.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
#include "relay/decision_record.hpp"
#include "relay/scale_json.hpp"
#include "study/phase_gains.hpp"
#include "study/score_samples.hpp"
#include "tools/calibrate_page.hpp"
#include "tools/match_samples.hpp"
#include "tools/output_place.hpp"
#include "tools/record_file.hpp"
#include "tools/scale_calibration.hpp"

namespace gougi::tools {
namespace {

using base::said;

constexpr const char* kCalibratePage = "gougi calibrate";

// With fewer games the noise of the results is larger than what engines differ by.
constexpr std::size_t kEnoughGames = 100;

int refuse(const std::string& message, int exit_code = cli::kFailed) {
  std::cerr << "gougi calibrate: " << message << "\n";
  return exit_code;
}

std::string fixed(double value, int digits) { return fmt::format("{:.{}f}", value, digits); }

// Within single quotes, where YAML knows no escapes but the doubled quote.
std::string yaml_text(const std::string& text) {
  std::string quoted = "'";
  for (const char c : base::printable(text)) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + "'";
}

std::string explain(const study::Calibrated& to, const study::EngineSamples& engine,
                    const std::vector<study::EngineSamples>& engines) {
  if (to.fit) {
    const std::string low = fixed(to.fit->low, 0);
    return std::isfinite(to.fit->high)
               ? base::say({"likeliest for {0} positions of {1} games; 95 %: {2} to {3}",
                            "{1}局 {0}局面で最も確からしい値。95 %: {2} から {3}"},
                           to.fit->positions, engine.games, low, fixed(to.fit->high, 0))
               : base::say({"likeliest for {0} positions of {1} games; 95 %: {2} or more",
                            "{1}局 {0}局面で最も確からしい値。95 %: {2} 以上"},
                           to.fit->positions, engine.games, low);
  }
  if (to.measured_against) {
    return base::say(
        {"on the scale of E{0}, by {1} shared positions", "E{0} を基準に、共通の {1}局面から"},
        engines[*to.measured_against].number, to.shared_positions);
  }
  return base::say({"as it was: too little to go by", "元のまま(材料が少なすぎます)"});
}

// The voters of relays are what a configuration lists; the players of a match may be relays.
struct Group {
  std::string_view key;              ///< in the configuration
  std::optional<base::Text> remark;  ///< what these engines are, where there are others
  const study::ScoreSamples* samples;
  std::vector<study::Calibrated> calibrated;
  ScaleFits scales{};                       ///< with --scale
  std::vector<study::PhaseGains> phases{};  ///< with --phases, of players
};

// "weight: {opening: 1.03, middle: 1, end: 1}", and what it is made of.
std::string phase_weights(const study::PhaseGains& gains) {
  constexpr std::array<std::string_view, consensus::kGamePhases> kKeys{"opening", "middle", "end"};
  std::string weights;
  std::string told;
  std::string games;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const study::PhaseGain& phase = gains.at(i);
    const std::string between = i == 0 ? "" : ", ";
    const std::string weight = phase.is_sure() ? fixed(phase.weight(), 3) : "1";
    weights += fmt::format("{}{}: {}", between, kKeys.at(i), weight);
    told += phase.games == 0
                ? between + "–"
                : fmt::format("{}{:+.1f} ± {:.1f}", between, 100 * phase.gain, 100 * phase.half);
    games += between + std::to_string(phase.games);
  }
  return fmt::format("    weight: {{{}}}  # ", weights) +
         base::say({"gained in each, % of win rate: {0}; games: {1}",
                    "段階ごとに得た勝率(%): {0}、対局数: {1}"},
                   told, games) +
         "\n";
}

std::vector<Group> groups_of(const MatchSamples& samples) {
  std::vector<Group> groups;
  const bool both = !samples.players.engines().empty() && !samples.voters.engines().empty();
  if (!samples.voters.engines().empty()) {
    groups.push_back(
        {"engines",
         both ? std::optional(base::Text{"voters of the relays", "合議の投票者"}) : std::nullopt,
         &samples.voters, study::calibrate(samples.voters)});
  }
  if (!samples.players.engines().empty()) {
    groups.push_back({both ? "players" : "engines",
                      both ? std::optional(base::Text{"players of the matches", "連続対局の対局者"})
                           : std::nullopt,
                      &samples.players, study::calibrate(samples.players)});
  }
  return groups;
}

void print(const Group& group, const std::string& scale_file) {
  const study::ScoreSamples& samples = *group.samples;
  const auto& engines = samples.engines();
  std::cout << "# "
            << base::counted(samples.decisions(), {"{0} decision, ", "決定 {0} 回、"},
                             {"{0} decisions, ", "決定 {0} 回、"})
            << base::counted(samples.games(), {"{0} game", "結果のある対局 {0} 局"},
                             {"{0} games", "結果のある対局 {0} 局"})
            << base::say({" with a result\n", "\n"});
  if (samples.games() < kEnoughGames) {
    std::cout << base::say({"# Fewer than {0} games: take the figures with care.\n",
                            "# 対局が {0} 局に満たないため、数値は参考程度にしてください。\n"},
                           kEnoughGames);
  }
  std::cout << group.key << ":" << (group.remark ? "  # " + said(*group.remark) : "") << "\n";
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const study::Calibrated& to = group.calibrated[i];
    std::cout << "  - name: " << yaml_text(engines[i].name) << "  # E" << engines[i].number
              << "\n    eval_coef: " << fixed(to.eval_coef, 0) << "  # "
              << explain(to, engines[i], engines) << "\n";
    const consensus::Agreement& agreed = engines[i].agreement;
    if (!group.phases.empty()) {
      std::cout << phase_weights(group.phases[i]);
    } else if (to.weight) {
      std::cout << "    weight: " << fixed(*to.weight, 2) << "  # "
                << base::say({"on the winner's side in {0} % of the positions",
                              "勝った側を支持した局面 {0} %"},
                             fixed(100.0 * agreed.right / agreed.games, 0))
                << "\n";
    }
    if (!group.scales.empty()) std::cout << scale_lines(group.scales[i], scale_file);
  }
}

// What is there is written over only if it is a file of scales, or nothing.
base::Result<void> check_scale_place(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_empty(file, ignored))
    return {};
  constexpr std::uintmax_t kMostScales = 1U << 24U;
  const auto bytes = base::read_bytes(file, kMostScales);
  if (bytes && relay::parse_scale({reinterpret_cast<const char*>(bytes->data()), bytes->size()})) {
    return {};
  }
  return base::fail(
      base::say({"{0}: exists already and holds no scales; choose another name",
                 "{0}: すでにあり、スケールのファイルではありません。別の名前にしてください"},
                base::to_utf8(file)));
}

// Nothing is read for hours to find that its result has no place.
base::Result<void> check_outputs(const settings::RunCalibrate& command) {
  std::vector<std::filesystem::path> others = command.files;
  if (command.report) {
    if (auto place = check_output_page(*command.report, others, kCalibratePage); !place)
      return place;
    others.push_back(*command.report);
  }
  if (!command.scale) return {};
  if (auto place = check_output_file(*command.scale, others); !place) return place;
  if (auto place = base::check_replaceable(*command.scale, others); !place) return place;
  return check_scale_place(*command.scale);
}

bool write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  return static_cast<bool>(out);
}

std::string page_of(const std::vector<Group>& groups) {
  std::vector<CalibratedGroup> shown;
  for (const Group& group : groups) {
    shown.push_back({group.remark, group.samples, group.calibrated, group.scales});
  }
  return calibrate_html(shown);
}

base::Result<void> take_decisions(const std::vector<std::filesystem::path>& files,
                                  MatchSamples& samples, cli::LongWork& work) {
  const auto goes_on = [&] {
    return work.goes_on([&] {
      return base::say({"read {0} decisions", "{0} 回の決定を読み込み"},
                       samples.voters.decisions() + samples.players.decisions());
    });
  };
  for (const auto& file : files) {
    if (is_match_file(file)) {
      if (auto taken = take_match(file, samples, goes_on); !taken) return taken;
      samples.players.end_file();
      samples.voters.end_file();
      continue;
    }
    auto read = for_each_line(file, [&](std::string_view line) -> base::Result<void> {
      if (!goes_on()) return base::fail(base::say({"interrupted", "中断しました"}));
      const auto record = relay::parse_record(line);
      if (!record) return tl::unexpected(record.error());
      std::visit([&](const auto& known) { samples.voters.take(known); }, *record);
      return {};
    });
    if (!read) return read;
    samples.voters.end_file();
  }
  return {};
}

}  // namespace

int calibrate_command(const settings::RunCalibrate& command) {
  if (const auto places = check_outputs(command); !places) return refuse(places.error().message);
  if (const auto hold = check_not_empty(command.files); !hold) return refuse(hold.error().message);
  MatchSamples samples;
  cli::LongWork work;
  const auto taken = work.run([&] { return take_decisions(command.files, samples, work); });
  if (!taken) return refuse(taken.error().message, work.exit_code());
  if (command.scale) {  // of the first group
    (samples.voters.engines().empty() ? samples.players : samples.voters).merge_names();
  }
  std::vector<Group> groups = groups_of(samples);
  if (groups.empty())
    return refuse(
        base::say({"there is no decision with ballots, and no game with scores, in the files",
                   "投票のある決定も、評価値のある対局もありません"}));
  std::string scale_file;
  if (command.scale) {
    // Who plays a match and is a relay has no scores of its own: the first group is what a
    // configuration lists.
    Group& group = groups.front();
    group.scales = fit_scales_of(*group.samples);
    const auto text = scale_file_text(*group.samples, group.calibrated, group.scales);
    if (!text) return refuse(text.error().message);
    // A relay may begin at this moment, and read it.
    if (const auto written = base::replace_file(*command.scale, std::as_bytes(std::span(*text)));
        !written) {
      return refuse(written.error().message);
    }
    scale_file = yaml_text(base::to_utf8(*command.scale));
  }
  if (command.phases) {
    for (Group& group : groups) {
      if (group.samples == &samples.players) {
        group.phases = study::phase_gains(*group.samples, group.calibrated);
      }
    }
    if (samples.players.engines().empty()) {
      return refuse(
          base::say({"--phases wants files of matches (.db), of both sides' scores",
                     "--phases には、両対局者の評価値のある対局ファイル(.db)が必要です"}));
    }
  }
  for (const Group& group : groups) print(group, scale_file);
  if (!command.report || write(*command.report, marked_page(page_of(groups), kCalibratePage)))
    return 0;
  return refuse(
      base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(*command.report)));
}

}  // namespace gougi::tools
