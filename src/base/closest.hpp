// SPDX-License-Identifier: MIT
// Which known word a mistyped one was meant to be: for complaints about subcommands, options, rules
// and keys, all of which ask the same "did you mean".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gougi::base {

/// The one of `known` that `word` most likely was meant to be; nothing if none is near: a third of
/// its characters may be wrong, two at most. A pair that changed places is one mistake; capital
/// letters are none. Failing that, the shortest that begins with `word`, or has it as a part of its
/// own: "rec" is the beginning of record, "Hash" is a part of USI_Hash.
std::optional<std::string_view> closest(std::string_view word,
                                        std::span<const std::string_view> known);

/// What every complaint ends in: "; did you mean games?", or "" if none of `known` is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);
/// The same where the complaint goes on: "; did you mean games? ", or "; ".
std::string did_you_mean_then(std::string_view word, std::span<const std::string_view> known);

}  // namespace gougi::base
