// SPDX-License-Identifier: MIT
// Why an engine ended or was given up, for a person. The rooms say it in English, in a few forms,
// and whoever compares, logs or keeps them does so before this. Pure text; used by all who print
// it.
#pragma once

#include <string>
#include <string_view>

#include "base/language.hpp"

namespace gougi::usi {

/// `why` as EngineLink's on_failure or a relay's session has it: "exit code 2", "killed by signal 9
/// (Killed)", "no usiok in time". What is of no known form stays as it is, made printable.
std::string failure_words(std::string_view why, base::Language language = base::spoken());

}  // namespace gougi::usi
