// SPDX-License-Identifier: MIT
#include "tools/scale_calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/say.hpp"
#include "relay/scale_json.hpp"

namespace gougi::tools {
namespace {

using study::HeldOut;
using study::ScaleFit;
using study::ScaleKind;

constexpr double kMostCoefficient = 1'000'000;

// "logistic 0.5912; isotonic 0.5850 (gain 0.0062 ± 0.0012); …"
std::string losses_text(const ScaleFit& fit) {
  std::string text;
  for (std::size_t i = 0; i < study::kScaleKinds; ++i) {
    const HeldOut& kind = fit.held_out.at(i);
    text += fmt::format("{}{} {:.4f}", i == 0 ? "" : "; ",
                        study::to_text(static_cast<ScaleKind>(i)), kind.log_loss);
    if (i != 0) text += base::say({" (gain {0})", "(改善 {0})"}, gain_text(kind));
  }
  return text;
}

relay::EngineScale engine_scale(const study::EngineSamples& engine, double eval_coef,
                                const std::optional<ScaleFit>& fit) {
  relay::EngineScale scale;
  scale.name = engine.name;
  scale.games = engine.games;
  scale.positions = engine.positions.size();
  const double coef = std::clamp(eval_coef, 1.0, kMostCoefficient);
  scale.scales = consensus::PhaseScales::all(consensus::Scale{static_cast<int>(std::lround(coef))});
  scale.kind = study::to_text(ScaleKind::kLogistic);
  if (!fit) return scale;
  scale.positions = fit->positions;  // without those of no use
  scale.scales = fit->scales;
  scale.kind = study::to_text(fit->kind);
  for (std::size_t i = 0; i < study::kScaleKinds; ++i) {
    constexpr double kSteps = 1e6;
    scale.log_losses.emplace_back(study::to_text(static_cast<ScaleKind>(i)),
                                  std::round(fit->held_out.at(i).log_loss * kSteps) / kSteps);
  }
  return scale;
}

}  // namespace

ScaleFits fit_scales_of(const study::ScoreSamples& samples) {
  ScaleFits fits;
  for (const study::EngineSamples& engine : samples.engines()) {
    fits.push_back(study::fit_scales(engine.positions));
  }
  return fits;
}

std::string gain_text(const HeldOut& held_out) {
  return fmt::format("{:.4f} ± {:.4f}", held_out.gain, held_out.error);
}

std::string scale_lines(const std::optional<ScaleFit>& fit, const std::string& file) {
  if (!fit)
    return base::say(
        {"    # no map: too few games, or scores without meaning; eval_coef stays\n",
         "    # 変換なし: 対局が少なすぎるか、評価値に意味がありません。eval_coef のままです\n"});
  std::string text;
  if (fit->kind == ScaleKind::kLogistic) {
    text = base::say(
        {"    # eval_coef stays: no map is better on games held out; nearest is {0}, gain {1}\n",
         "    # eval_coef のまま: 未使用の対局でより良い変換はありません。最も近いのは {0}、改善 "
         "{1}\n"},
        study::to_text(fit->nearest()), gain_text(fit->of(fit->nearest())));
  } else {
    text = base::say({"    scale: {0}  # {1}, better on games held out\n",
                      "    scale: {0}  # {1}、未使用の対局でより良い\n"},
                     file, study::to_text(fit->kind));
  }
  return text + base::say({"    # log-loss there: {0}\n", "    # そこでの対数損失: {0}\n"},
                          losses_text(*fit));
}

base::Result<std::string> scale_file_text(const study::ScoreSamples& samples,
                                          const std::vector<study::Calibrated>& calibrated,
                                          const ScaleFits& fits) {
  std::vector<relay::EngineScale> all;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    all.push_back(engine_scale(samples.engines()[i], calibrated[i].eval_coef, fits[i]));
  }
  std::string text = relay::scale_text(all);
  if (const auto read = relay::parse_scale(text); !read) {
    return base::fail(
        base::say({"no relay could read these scales: {0}", "この変換は合議で読めません: {0}"},
                  read.error().message));
  }
  return text;
}

}  // namespace gougi::tools
