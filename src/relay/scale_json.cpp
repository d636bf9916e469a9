// SPDX-License-Identifier: MIT
#include "relay/scale_json.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::relay {
namespace {

using consensus::kGamePhases;
using consensus::kMostKnots;
using consensus::PhaseScales;
using consensus::Scale;
using consensus::ScaleKnot;

constexpr std::string_view kScaleFormat = "gougi scale 1";
constexpr std::string_view kWholeGame = "all";
constexpr std::array<std::string_view, kGamePhases> kPhaseNames{"opening", "middle", "end"};
constexpr std::size_t kMostScaledEngines = 64;
constexpr std::size_t kMostNameBytes = 200;
constexpr int kMostScaleCoef = 1'000'000;
constexpr double kMostScaleCp = 1'000'000;
// Nearer to 1, or to each other, two scores between them could have one logit.
constexpr double kMostScaleRate = 0.999999;
constexpr double kLeastRateStep = 1e-9;

Json scale_json(const Scale& scale) {
  Json json;
  json["eval_coef"] = scale.eval_coef;
  if (!scale.knots.empty()) json["knots"] = knots_json(scale.knots);
  return json;
}

void read_scale(const JsonReader& from, Scale& to) {
  from.integer("eval_coef", to.eval_coef, 1, kMostScaleCoef);
  to.knots.clear();
  if (from.find("knots") != nullptr) read_knots(from, "knots", to.knots);
  from.only({"eval_coef", "knots"});
}

void read_engine_scale(const JsonReader& from, EngineScale& to) {
  from.text("name", to.name);
  if (to.name.empty() || to.name.size() > kMostNameBytes) {
    from.fail("name", base::say({"is empty, or too long", "空か、長すぎます"}));
  }
  if (from.require("scale") == nullptr) return;
  from.object("scale", [&](const JsonReader& scales) { read_scales(scales, to.scales); });
  from.only({"name", "games", "positions", "kind", "log_loss", "scale"});
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json engine_json(const EngineScale& engine) {
  Json json;
  json["name"] = engine.name;
  json["games"] = engine.games;
  json["positions"] = engine.positions;
  json["kind"] = engine.kind;
  for (const auto& [kind, loss] : engine.log_losses) json["log_loss"][kind] = loss;
  json["scale"] = scales_json(engine.scales);
  return json;
}

// A line a scale, so that people can read it: an object within another begins a line, and so do all
// that it holds.
std::string laid_out(const Json& object, std::size_t indent) {
  const auto is_object = [](const Json& value) { return value.is_object(); };
  std::string text = "{";
  std::string_view next;
  for (const auto& [key, value] : object.items()) {
    text += next;
    if (value.is_object()) {
      text += "\n" + std::string(indent, ' ');
    } else if (!next.empty()) {
      text += ' ';
    }
    const bool is_deep = value.is_object() && std::ranges::any_of(value, is_object);
    text += dumped(key) + ": " + (is_deep ? laid_out(value, indent + 1) : dumped(value));
    next = ",";
  }
  return text + "}";
}

}  // namespace

Json knots_json(const std::vector<ScaleKnot>& knots) {
  Json json = Json::array();
  for (const ScaleKnot& knot : knots) json.push_back(Json::array({knot.cp, knot.win_rate}));
  return json;
}

void read_knots(const JsonReader& from, std::string_view key, std::vector<ScaleKnot>& to) {
  from.array(key, [&](const Json& element, const std::string& place) {
    const auto is_number = [](const Json& value) { return value.is_number(); };
    if (!element.is_array() || element.size() != 2 || !std::ranges::all_of(element, is_number)) {
      return from.fail(key, base::say({"has {0}, which is no [score, win rate], at {1}",
                                       "{1} の {0} は [評価値, 勝率] ではありません"},
                                      JsonReader::shown(element), place));
    }
    const ScaleKnot knot{element[0].get<double>(), element[1].get<double>()};
    const ScaleKnot last = to.empty() ? ScaleKnot{0, 0.5} : to.back();
    if (!(knot.cp > last.cp && knot.cp <= kMostScaleCp)) {
      return from.fail(
          key, base::say({"are not of scores above 0, each higher than the last, at {0}",
                          "{0}: 評価値は 0 より大きく、前のものより大きくなければなりません"},
                         place));
    }
    if (!(knot.win_rate >= last.win_rate + kLeastRateStep && knot.win_rate <= kMostScaleRate)) {
      return from.fail(
          key,
          base::say({"are not of win rates between 0.5 and 1, each higher than the last, at {0}",
                     "{0}: 勝率は 0.5 から 1 の間で、前のものより大きくなければなりません"},
                    place));
    }
    if (to.size() == kMostKnots)
      return from.fail(key, base::say({"are more than 32", "32個を超えています"}));
    to.push_back(knot);
  });
  if (to.empty()) from.fail(key, base::say({"are none", "1つもありません"}));
}

Json scales_json(const PhaseScales& scales) {
  Json json;
  const bool is_one = std::ranges::all_of(
      scales.of, [&](const Scale& scale) { return scale == scales.of.front(); });
  if (is_one) {
    json[std::string(kWholeGame)] = scale_json(scales.of.front());
    return json;
  }
  for (std::size_t i = 0; i < kGamePhases; ++i) {
    json[std::string(kPhaseNames.at(i))] = scale_json(scales.of.at(i));
  }
  return json;
}

void read_scales(const JsonReader& from, PhaseScales& to) {
  if (from.find(kWholeGame) != nullptr) {
    Scale scale;
    from.object(kWholeGame, [&](const JsonReader& all) { read_scale(all, scale); });
    to = PhaseScales::all(scale);
    return from.only({kWholeGame});
  }
  for (std::size_t i = 0; i < kGamePhases; ++i) {
    if (from.require(kPhaseNames.at(i)) == nullptr) return;
    from.object(kPhaseNames.at(i),
                [&](const JsonReader& phase) { read_scale(phase, to.of.at(i)); });
  }
  from.only({kPhaseNames[0], kPhaseNames[1], kPhaseNames[2]});
}

std::string scale_text(const std::vector<EngineScale>& engines) {
  std::string text = "{\n \"format\": " + dumped(kScaleFormat) + ",\n \"engines\": [";
  std::string_view next = "\n  ";
  for (const EngineScale& engine : engines) {
    text.append(next).append(laid_out(engine_json(engine), 3));
    next = ",\n  ";
  }
  return text + "\n ]\n}\n";
}

base::Result<std::vector<EngineScale>> parse_scale(std::string_view text) {
  if (text.size() > kMostScaleBytes)
    return base::fail(base::say({"is longer than 512 KiB: no file of scales",
                                 "512 KiB を超えていて、評価値の対応表のファイルではありません"}));
  const auto json = parse_json_document(text);
  if (!json) return tl::unexpected(json.error());
  std::string error;
  const JsonReader reader(*json, "", error);
  std::string format;
  reader.text("format", format);
  if (format != kScaleFormat) {
    reader.fail("format", base::say({"is not \"{0}\": no scales of this version",
                                     "\"{0}\" ではなく、このバージョンの対応表ではありません"},
                                    kScaleFormat));
  }
  std::vector<EngineScale> engines;
  reader.objects("engines", [&](const JsonReader& each) {
    if (engines.size() == kMostScaledEngines)
      return each.fail("", base::say({"is one too many", "多すぎます"}));
    EngineScale engine;
    read_engine_scale(each, engine);
    if (std::ranges::count(engines, engine.name, &EngineScale::name) > 0) {
      each.fail("name", base::say({"is that of another engine, too", "別のエンジンと同じです"}));
    }
    engines.push_back(std::move(engine));
  });
  if (engines.empty()) reader.fail("engines", base::say({"are none", "1つもありません"}));
  reader.only({"format", "engines"});
  if (!error.empty()) return base::fail(error);
  return engines;
}

base::Result<PhaseScales> parse_scales(std::string_view text) {
  if (text.size() > kMostScaleBytes)
    return base::fail(base::say({"is longer than 512 KiB", "512 KiB を超えています"}));
  const auto json = parse_json_document(text);
  if (!json) return tl::unexpected(json.error());
  std::string error;
  const JsonReader reader(*json, "", error);
  PhaseScales scales;
  read_scales(reader, scales);
  if (!error.empty()) return base::fail(error);
  return scales;
}

}  // namespace gougi::relay
