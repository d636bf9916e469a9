// SPDX-License-Identifier: MIT
// The words behind a program's name, before anybody knows what they mean. Not the options: those
// are App's, whose header takes two seconds to compile.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"

namespace gougi::cli {

using Words = std::vector<std::string>;

/// The words behind a program's name. `--lang ja|en|auto` among them is taken out and obeyed: it
/// comes first, whatever else is wrong. Without it, or with auto, the user's language is spoken.
base::Result<Words> spoken_words(int argc, const char* const* argv);

/// What `--lang` among the words says; nothing: none is there, or auto.
std::optional<base::Language> told_language(int argc, const char* const* argv);

/// `help bench` as `bench --help`, which is what it means; other words as they are.
Words with_help_behind(Words words);

/// Runs `body` with spoken_words() and returns its exit code; where they make no sense, `name` says
/// so, and it is 2.
int with_words(const std::string& name, int argc, const char* const* argv,
               const std::function<int(const Words&)>& body);

}  // namespace gougi::cli
