// SPDX-License-Identifier: MIT
// The game of a record, for tests that ask for nothing else of it.
#pragma once

#include <string_view>

#include "notation/record_text.hpp"

namespace gougi::notation {

inline base::Result<shogi::Game> read_game(RecordFormat format, std::string_view text) {
  const auto records = read_records(format, text);
  if (!records) return tl::unexpected(records.error());
  return records->front().main_line();
}

}  // namespace gougi::notation
