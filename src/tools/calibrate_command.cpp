// SPDX-License-Identifier: MIT
#include "tools/calibrate_command.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "relay/decision_record.hpp"
#include "study/score_samples.hpp"
#include "tools/calibrate_page.hpp"
#include "tools/match_samples.hpp"
#include "tools/output_place.hpp"
#include "tools/record_file.hpp"
#include "tools/scale_calibration.hpp"

namespace gougi::tools {
namespace {

// With fewer games the noise of the results is larger than what engines differ by.
constexpr std::size_t kEnoughGames = 100;

int refuse(const std::string& message) {
  std::cerr << "gougi calibrate: " << message << "\n";
  return cli::kFailed;
}

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

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
    return "likeliest for " + std::to_string(to.fit->positions) + " positions of " +
           std::to_string(engine.games) + " games; 95 %: " + fixed(to.fit->low, 0) +
           (std::isfinite(to.fit->high) ? " to " + fixed(to.fit->high, 0) : " or more");
  }
  if (to.measured_against) {
    return "on the scale of E" + std::to_string(engines[*to.measured_against].number) + ", by " +
           std::to_string(to.shared_positions) + " shared positions";
  }
  return "as it was: too little to go by";
}

// The voters of relays are what a configuration lists; the players of a match may be relays.
struct Group {
  std::string_view key;     ///< in the configuration
  std::string_view remark;  ///< what these engines are, where there are others
  const study::ScoreSamples* samples;
  std::vector<study::Calibrated> calibrated;
  ScaleFits scales{};  ///< with --scale
};

std::vector<Group> groups_of(const MatchSamples& samples) {
  std::vector<Group> groups;
  const bool both = !samples.players.engines().empty() && !samples.voters.engines().empty();
  if (!samples.voters.engines().empty()) {
    groups.push_back({"engines", both ? "voters of the relays" : "", &samples.voters,
                      study::calibrate(samples.voters)});
  }
  if (!samples.players.engines().empty()) {
    groups.push_back({both ? "players" : "engines", both ? "players of the matches" : "",
                      &samples.players, study::calibrate(samples.players)});
  }
  return groups;
}

void print(const Group& group, const std::string& scale_file) {
  const study::ScoreSamples& samples = *group.samples;
  const auto& engines = samples.engines();
  std::cout << "# " << samples.decisions() << " decisions, " << samples.games()
            << " games with a result\n";
  if (samples.games() < kEnoughGames) {
    std::cout << "# Fewer than " << kEnoughGames << " games: take the figures with care.\n";
  }
  std::cout << group.key << ":" << (group.remark.empty() ? "" : "  # ") << group.remark << "\n";
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const study::Calibrated& to = group.calibrated[i];
    std::cout << "  - name: " << yaml_text(engines[i].name) << "  # E" << engines[i].number
              << "\n    eval_coef: " << fixed(to.eval_coef, 0) << "  # "
              << explain(to, engines[i], engines) << "\n";
    const consensus::Agreement& agreed = engines[i].agreement;
    if (to.weight) {
      std::cout << "    weight: " << fixed(*to.weight, 2) << "  # on the winner's side in "
                << fixed(100.0 * agreed.right / agreed.games, 0) << " % of the positions\n";
    }
    if (!group.scales.empty()) std::cout << scale_lines(group.scales[i], scale_file);
  }
}

// Nothing is read for hours to find that its result has no place.
base::Result<void> check_outputs(const settings::RunCalibrate& command) {
  std::vector<std::filesystem::path> others = command.files;
  for (const auto& output : {command.report, command.scale}) {
    if (!output) continue;
    if (const auto place = check_output_file(*output, others); !place) return place;
    others.push_back(*output);
  }
  return {};
}

bool write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  return static_cast<bool>(out);
}

std::string page_of(const std::vector<Group>& groups) {
  std::vector<CalibratedGroup> shown;
  for (const Group& group : groups) {
    shown.push_back({std::string(group.remark), group.samples, group.calibrated, group.scales});
  }
  return calibrate_html(shown);
}

}  // namespace

int calibrate_command(const settings::RunCalibrate& command) {
  if (const auto places = check_outputs(command); !places) return refuse(places.error().message);
  MatchSamples samples;
  for (const auto& file : command.files) {
    if (is_match_file(file)) {
      if (const auto taken = take_match(file, samples); !taken)
        return refuse(taken.error().message);
      samples.players.end_file();
      samples.voters.end_file();
      continue;
    }
    const auto read = for_each_line(file, [&](std::string_view line) -> base::Result<void> {
      const auto record = relay::parse_record(line);
      if (!record) return tl::unexpected(record.error());
      std::visit([&](const auto& known) { samples.voters.take(known); }, *record);
      return {};
    });
    if (!read) return refuse(read.error().message);
    samples.voters.end_file();
  }
  std::vector<Group> groups = groups_of(samples);
  if (groups.empty())
    return refuse("there is no decision with ballots, and no game with scores, in the files");
  std::string scale_file;
  if (command.scale) {
    // Who plays a match and is a relay has no scores of its own: the first group is what a
    // configuration lists.
    Group& group = groups.front();
    group.scales = fit_scales_of(*group.samples);
    const auto text = scale_file_text(*group.samples, group.calibrated, group.scales);
    if (!text) return refuse(text.error().message);
    if (!write(*command.scale, *text)) {
      return refuse(base::to_utf8(*command.scale) + ": cannot be written");
    }
    scale_file = yaml_text(base::to_utf8(*command.scale));
  }
  for (const Group& group : groups) print(group, scale_file);
  if (!command.report || write(*command.report, page_of(groups))) return 0;
  return refuse(base::to_utf8(*command.report) + ": cannot be written");
}

}  // namespace gougi::tools
