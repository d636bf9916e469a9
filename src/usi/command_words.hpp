// SPDX-License-Identifier: MIT
// The first words of the lines that parse_command() knows, for who asks what was meant by another.
#pragma once

#include <string_view>
#include <vector>

namespace gougi::usi {

/// Whether it asks for something that is no part of a game: QueryCommand.
bool is_query_word(std::string_view word);

/// All of them.
std::vector<std::string_view> command_words();

/// Those that an engine knows which answers, of what is no part of the protocol, `own` alone.
std::vector<std::string_view> command_words_with(const std::vector<std::string_view>& own);

}  // namespace gougi::usi
