// SPDX-License-Identifier: MIT
#include "relay/scale_file.hpp"

#include <algorithm>
#include <string>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "relay/scale_json.hpp"

namespace gougi::relay {
namespace {

constexpr std::size_t kMostShownName = 60;

base::Result<std::vector<EngineScale>> read_scale_file(const std::filesystem::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::string text(kMostScaleBytes + 1, '\0');
  stream->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream->gcount()));
  auto engines = parse_scale(text);
  if (engines) return engines;
  return base::fail(base::say({"{0}: {1}; gougi calibrate --scale makes a file of scales",
                               "{0}: {1}。対応表は gougi calibrate --scale で作れます"},
                              base::to_utf8(file), engines.error().message));
}

base::Result<consensus::PhaseScales> scales_of(const settings::EngineSettings& engine) {
  if (engine.scale.empty()) {
    return consensus::PhaseScales::all(consensus::Scale{engine.eval_coef});
  }
  const auto engines = read_scale_file(engine.scale);
  if (!engines) return tl::unexpected(engines.error());
  const auto found = std::ranges::find(*engines, engine.name, &EngineScale::name);
  if (found != engines->end()) return found->scales;
  if (engines->size() == 1) return engines->front().scales;
  std::string names;
  for (const EngineScale& each : *engines) {
    names += (names.empty() ? "" : ", ") + base::printable(each.name, kMostShownName);
  }
  return base::fail(base::say({"{0}: is not of '{1}'; name: is to be one of {2}",
                               "{0}: '{1}' のものではありません。name: は次のどれかです: {2}"},
                              base::to_utf8(engine.scale),
                              base::printable(engine.name, kMostShownName), names));
}

}  // namespace

base::Result<std::vector<consensus::PhaseScales>> load_scales(
    const settings::RelaySettings& settings) {
  std::vector<consensus::PhaseScales> all;
  const auto has_file = [](const settings::EngineSettings& engine) {
    return !engine.scale.empty();
  };
  if (std::ranges::none_of(settings.engines, has_file)) return all;
  for (const settings::EngineSettings& engine : settings.engines) {
    auto scales = scales_of(engine);
    if (!scales) {
      return base::fail(base::to_utf8(settings.file.filename()) + ":" +
                        std::to_string(engine.line) + ": engines[" +
                        std::to_string(all.size() + 1) + "].scale: " + scales.error().message);
    }
    all.push_back(std::move(*scales));
  }
  return all;
}

}  // namespace gougi::relay
