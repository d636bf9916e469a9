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
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/exit_code.hpp"
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

/// What all files together hold.
struct JudgedPositions {
  std::vector<std::string> names;
  std::string anchor;
  std::vector<study::ArbiterSample> samples;
  std::size_t left_out = 0;
  std::set<std::string> positions;  ///< of the samples; each counts once
  std::size_t repeated = 0;         ///< … and came so often once more
  std::uint64_t hash = base::kFnvBegin;
  std::map<std::pair<std::string, std::size_t>, std::size_t> games;  ///< by file of games and place
};

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
  if (names != to.names) return base::fail("is of other engines than the file before it");
  return {};
}

base::Result<void> take_file(const std::filesystem::path& file, JudgedPositions& to) {
  std::optional<study::HeadroomOrder> order;
  return for_each_line(file, [&](std::string_view line) -> base::Result<void> {
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
    if (!to.positions.insert(position->position).second) {
      ++to.repeated;
      return {};
    }
    auto sample = study::arbiter_sample(*position, *order);
    sample.game =
        to.games.emplace(std::pair(order->games, position->game), to.games.size()).first->second;
    to.samples.push_back(std::move(sample));
    return {};
  });
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
  return base::fail(base::to_utf8(out) +
                    ": is there and is no arbiter's model; move it away, or choose another name");
}

std::string points(const study::HeadroomEstimate& gain) {
  std::string text = fmt::format("{:+.2f}", 100 * gain.value);
  if (gain.bounds) {
    text += fmt::format(" ({:+.2f}…{:+.2f})", 100 * gain.bounds->low, 100 * gain.bounds->high);
  }
  return text;
}

void print_gains(const study::ArbiterFit& fit) {
  std::cout << "\nGain over the anchor, in points of win rate a position (95 %, by games):\n";
  for (const study::ArbiterGain& each : fit.gains) {
    std::cout << fmt::format("  {:<24}{}\n", each.name, points(each.gain));
  }
  std::cout << "The arbiter was judged on games that neither its weights nor its thresholds had "
               "seen.\n";
}

void print_phases(const study::ArbiterFit& fit) {
  constexpr std::array kNames{"moves 1–50", "moves 51–100", "later"};
  std::cout << "\nBy phase:\n";
  for (std::size_t i = 0; i < fit.phases.size(); ++i) {
    const study::ArbiterPhaseReport& phase = fit.phases.at(i);
    const double tau = fit.model.taus.at(i);
    std::cout << fmt::format(
        "  {}: {} positions, {} disputed, {} overruled, gain {}; threshold {}\n", kNames.at(i),
        phase.positions, phase.disputed, phase.overruled, points(phase.gain),
        tau >= 1 ? "1: never" : fmt::format("{:.2f}", tau));
  }
}

void print_weights(const ArbiterModel& model) {
  std::cout << "\nWeights, for a challenger that has more of it than the anchor:\n";
  for (std::size_t i = 0; i < consensus::kArbiterFeatureCount; ++i) {
    std::cout << fmt::format("  {:<14}{:+.3f}\n", consensus::kArbiterFeatures.at(i),
                             model.weights.at(i));
  }
  for (const consensus::ArbiterMember& member : model.members) {
    std::cout << fmt::format("  {}: eval_coef {}, by phase {:+.3f} {:+.3f} {:+.3f}\n",
                             base::printable(member.name), member.eval_coef, member.weights[0],
                             member.weights[1], member.weights[2]);
  }
}

}  // namespace

int calibrate_arbiter(const settings::RunCalibrate& command) {
  if (!command.out)
    return refuse_arbiter("--arbiter wants --out FILE for the model", cli::kWrongUsage);
  if (const auto place = check_model_place(*command.out, command.files); !place) {
    return refuse_arbiter(place.error().message);
  }
  JudgedPositions judged;
  judged.anchor = command.anchor;
  for (const auto& file : command.files) {
    if (const auto taken = take_file(file, judged); !taken) {
      return refuse_arbiter(taken.error().message);
    }
  }
  if (judged.names.empty()) return refuse_arbiter("the files hold nothing");
  if (std::ranges::find(judged.names, judged.anchor) == judged.names.end()) {
    return refuse_arbiter("no engine is called " + base::printable(judged.anchor, 60),
                          cli::kWrongUsage);
  }
  auto fit = study::fit_arbiter(judged.samples, judged.names, judged.anchor,
                                static_cast<std::uint64_t>(command.seed));
  if (!fit) return refuse_arbiter(fit.error().message);
  fit->model.data = fmt::format("{:016x}", judged.hash);
  std::cout << fmt::format(
      "Arbiter over the anchor {}: {} positions of {} games ({} left out), {} disputes between "
      "members\nLog-loss on held-out games {:.4f}, of a coin {:.4f}; ridge {}\n",
      base::printable(judged.anchor), fit->positions, fit->games, judged.left_out, fit->disputes,
      fit->log_loss, fit->base_loss, fit->ridge);
  if (judged.repeated > 0) {
    std::cout << fmt::format("{} positions came once more, and count once\n", judged.repeated);
  }
  print_gains(*fit);
  print_phases(*fit);
  print_weights(fit->model);
  std::cout << std::flush;
  const std::string text = relay::arbiter_text(fit->model);
  const auto written = base::replace_file(*command.out, std::as_bytes(std::span(text)));
  return written ? 0 : refuse_arbiter(written.error().message);
}

}  // namespace gougi::tools
