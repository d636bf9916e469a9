// SPDX-License-Identifier: MIT
// A match as a YAML file: the options of `gougi match` as keys, each engine with its own. It
// becomes the list of arguments that would have said the same, so that there is one reader for
// both. It judges the file's shape; what the values mean the command judges.
//
//   engines:
//     - {command: gougi-engine, name: new, time: byoyomi 1000, options: {Threads: 2}}
//     - {command: [old/gougi-engine, --flag], time: byoyomi 1000}
//   games: 200
//   openings: book.sfen
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gougi::settings {

/// Options that are of shogi alone: with `protocol: upi` they are refused, and no complaint says
/// that they are allowed.
inline constexpr std::array<std::string_view, 3> kShogiMatchOptions{"--book", "--mate-nodes",
                                                                    "--declaration"};

/// What is wrong with the value of an option of `gougi match`.
using CheckMatchWord =
    std::function<base::Result<void>(const std::string& option, const std::string& value)>;

inline base::Result<void> any_match_word(const std::string&, const std::string&) { return {}; }

/// The arguments that `text` stands for; the error has lines that begin with "NAME:LINE: ".
/// `options` are those that there are, "--games" and so on: a key is one of them without its
/// dashes.
base::Result<std::vector<std::string>> match_arguments(
    std::string_view text, const std::string& name, std::span<const std::string_view> options,
    const CheckMatchWord& check = any_match_word);

/// Of a file; the error names it.
base::Result<std::vector<std::string>> load_match_file(
    const std::filesystem::path& file, std::span<const std::string_view> options,
    const CheckMatchWord& check = any_match_word);

}  // namespace gougi::settings
