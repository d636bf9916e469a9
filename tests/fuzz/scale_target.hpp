// SPDX-License-Identifier: MIT
// What must hold for any bytes that come in as a file of scales. Used by the fuzzer
// (scale_fuzz.cpp) and by the replay of its corpus in every build
// (tests/relay/scale_corpus_test.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "relay/scale_json.hpp"

namespace gougi::fuzz {

/// What was broken by `bytes`, or nothing: a refusal is a line for a person, and a scale rises.
inline std::string check_scale(std::string_view bytes) {
  const auto engines = relay::parse_scale(bytes);
  if (!engines) {
    const std::string& said = engines.error().message;
    const bool is_line = !said.empty() && said.find('\n') == std::string::npos;
    return is_line && base::is_valid_utf8(said) ? "" : "a bad complaint";
  }
  for (const relay::EngineScale& engine : *engines) {
    for (const consensus::Scale& scale : engine.scales.of) {
      double last = 0;
      for (int cp = 1; cp < 40'000; cp += 1 + cp / 20) {
        const double now = consensus::logit(usi::Score::cp(cp), scale);
        if (!(now > last)) return "a scale that does not rise";
        if (consensus::logit(usi::Score::cp(-cp), scale) != -now) return "a scale without mirror";
        last = now;
      }
    }
  }
  const auto again = relay::parse_scale(relay::scale_text(*engines));
  if (!again || again->size() != engines->size()) return "scales that do not come back";
  for (std::size_t i = 0; i < engines->size(); ++i) {
    if (again->at(i).scales != engines->at(i).scales) return "scales that come back as others";
  }
  return "";
}

}  // namespace gougi::fuzz
