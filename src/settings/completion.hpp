// SPDX-License-Identifier: MIT
// The scripts by which shells complete the words behind the names of our programs. The commands
// stand in them; the options do not: a script reads them in the command's --help when they are
// wanted, so that it never offers others than the program has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gougi::settings {

/// What stands first on the command line of gougi, and what may follow it as part of its name.
struct CommandName {
  std::string_view name;
  std::vector<std::string_view> tasks = {};
};

/// The shells that completion_script knows.
const std::vector<std::string>& completed_shells();

/// What may stand for a kind of value that help does not list, such as RULE.
struct CompletedValues {
  std::string type;
  std::vector<std::string> words;
};

/// The text for one of completed_shells(), for gougi with these commands and for the other
/// programs; "" for another shell.
std::string completion_script(std::string_view shell, const std::vector<CommandName>& commands,
                              const std::vector<CompletedValues>& values = {});

}  // namespace gougi::settings
