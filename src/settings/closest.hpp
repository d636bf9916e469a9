// SPDX-License-Identifier: MIT
// What a misspelt word was meant to be: for complaints that ask "did you mean …?".
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gougi::settings {

/// The one of `known` that `word` most likely was meant to be.
std::optional<std::string_view> closest(std::string_view word,
                                        std::span<const std::string_view> known);

}  // namespace gougi::settings
