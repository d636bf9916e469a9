// SPDX-License-Identifier: MIT
// What a match file of each version holds: its tables, word for word, and the columns of a game. A
// later version has columns more behind those of the one before, and nothing else; older files stay
// as they are.
#pragma once

#include <array>
#include <string>

#include "match/database.hpp"

namespace gougi::match {

/// 1: before the lines of moves that engines expect were kept; 2: before the engines' own times.
inline constexpr int kStoreVersion = 3;

struct StoreLayout {
  int version = 0;
  int game_columns = 0;
  std::array<Table, 3> tables;

  bool has_lines() const { return version >= 2; }
  bool has_own_times() const { return version >= 3; }
};

/// nullptr: no version so far.
const StoreLayout* layout_of(std::int64_t version);
/// "number, opening, …": the columns of a game of `layout`, in their order.
std::string game_column_names(const StoreLayout& layout);
/// A statement that adds a row, of a value for each of them.
std::string insert_game(const StoreLayout& layout);

}  // namespace gougi::match
