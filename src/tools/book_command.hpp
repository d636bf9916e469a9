// SPDX-License-Identifier: MIT
// `gougi book …`, and `gougi-engine makebook …`: makes, merges, sorts and shows opening books.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace gougi::tools {

/// Who thinks in `think` unless another engine is named.
struct BookThinker {
  std::filesystem::path program;
  std::vector<std::string> arguments = {};
  /// What was set in the session that the words were typed in, the last value last. Another engine
  /// is told Threads, USI_Hash and MultiPV of it, as far as it has them.
  std::vector<std::pair<std::string, std::string>> options = {};
  /// Asked while it thinks; true ends it as an interruption does. Empty: nobody asks.
  std::function<bool()> stop = {};
};

/// `name` is how the program was called, for its messages. The exit code: 0; 1 if it could not be
/// done, or if something was skipped and `--strict` is given; 2 if the words make no sense; 130
/// where `think` was interrupted.
int book_command(const std::string& name, const std::vector<std::string>& words,
                 const BookThinker& thinker);

/// The games and the part's file as the words behind "think" name them; the error says which word
/// makes no sense. Runs nothing.
base::Result<std::vector<std::string>> files_of_book_think(const std::vector<std::string>& words);

}  // namespace gougi::tools
