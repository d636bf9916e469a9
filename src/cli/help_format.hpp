// SPDX-License-Identifier: MIT
// How help is laid out: what CLI11 says of types and ranges in our words and in the language that
// is spoken, and columns that are right where a character takes two of them. Used by App alone.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gougi::cli {

/// The formatter of every App.
class HelpFormat : public CLI::Formatter {
 public:
  /// Speaks the language that is spoken now.
  HelpFormat();

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace gougi::cli
