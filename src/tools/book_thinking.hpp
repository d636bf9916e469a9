// SPDX-License-Identifier: MIT
// `gougi book think`: a book of what an engine thinks of the positions of games. The book is saved
// now and then, and what it knows already is not thought about again; or it is one part of such a
// book, where each position is kept as soon as it is thought about.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/result.hpp"
#include "base/shard.hpp"
#include "tools/book_input.hpp"
#include "tools/book_thinker.hpp"

namespace gougi::tools {

struct BookThinkOrder {
  ThinkOrder how;
  std::filesystem::path games;
  std::filesystem::path book;  ///< what it becomes; with `shard` the part's file
  std::size_t first_move = 1;  ///< of each game, from 1 on: what is thought about is before it
  std::size_t last_move = 1;
  std::optional<base::Shard> shard;  ///< of the positions
  /// Asked while it thinks; true ends it as an interruption does. Empty: nobody asks.
  std::function<bool()> stop;
};

/// Blocks until all is thought about. An interruption is no error; `end` says so.
base::Result<void> think_book(const BookThinkOrder& order, BookInput& input, ThinkEnd& end);

}  // namespace gougi::tools
