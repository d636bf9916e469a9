// SPDX-License-Identifier: MIT
// Which command the words behind gougi name, before any of its options is read: so that help is
// asked for by the same words everywhere, and what is no command is answered by the one that was
// meant. Used by command_line.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/words.hpp"
#include "settings/command_line.hpp"
#include "settings/completion.hpp"

namespace gougi::settings {

/// All commands of gougi.
const std::vector<CommandName>& command_names();

/// How many of the words, from the first on, name what is to be done: 0, 1 or, with a task, 2.
std::size_t named_by(const cli::Words& words);

/// Wherever help is asked for, the same words ask for it: the command's name and --help.
cli::Words with_plain_help(cli::Words words);

/// The complaint about a first word that is no command's name, and none of the relay's options.
std::optional<PrintAndExit> unknown_command(const cli::Words& words);

/// The complaint about `gougi help data lits`: help is asked for of what there is not.
std::optional<PrintAndExit> unknown_topic(const cli::Words& given);

/// What `gougi study --headroom` is given; the place of its words counts, as with `gougi match`, so
/// it reads them itself. Nothing: it is another command.
std::optional<RunHeadroom> headroom_words(const cli::Words& words);

}  // namespace gougi::settings
