// SPDX-License-Identifier: MIT
// Looks through source text for what people read in English alone. Pure, and no parser: it knows
// literals and statements as they are formatted here. Used by english_texts_test.cpp alone.
#pragma once

#include <string>
#include <vector>

#include "layers/layers.hpp"

namespace gougi::layers {

/// Texts that a person reads, of two words or more, without their Japanese beside them: in an error
/// (`fail("…")`), a complaint or a refusal, on the way to standard error, to a GUI (`info string`)
/// or to a page. "src/path:line: text". A program's name before the text, "gougi match: ", has no
/// language.
std::vector<std::string> english_only_texts(const SourceTree& tree);

}  // namespace gougi::layers
