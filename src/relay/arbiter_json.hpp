// SPDX-License-Identifier: MIT
// The arbiter's model as text: JSON of a few kilobytes, which `gougi calibrate --arbiter` writes
// and `rules: {arbiter_model: FILE}` reads; the record of decisions holds the same. Whoever wrote
// it, it is data: what does not fit is refused with what is wrong. No file is touched here.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "consensus/arbiter_model.hpp"
#include "consensus/council.hpp"
#include "relay/json_reader.hpp"

namespace gougi::relay {

/// More than any model has.
inline constexpr std::size_t kMostModelBytes = 64U << 10U;

Json arbiter_json(const consensus::ArbiterModel& model);
/// What does not fit is kept in the reader's error.
consensus::SharedArbiterModel read_arbiter(const JsonReader& from);

/// As a file, ending in a line end.
std::string arbiter_text(const consensus::ArbiterModel& model);
/// An error goes behind the file's name.
base::Result<consensus::SharedArbiterModel> parse_arbiter(std::string_view text);

/// Where no file is named: of the bundled engine's styles. Lives for ever.
const consensus::SharedArbiterModel& shipped_arbiter();

}  // namespace gougi::relay
