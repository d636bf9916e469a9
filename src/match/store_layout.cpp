// SPDX-License-Identifier: MIT
#include "match/store_layout.hpp"

#include <algorithm>
#include <vector>

namespace gougi::match {
namespace {

struct Column {
  std::string_view name;
  std::string_view kind;
  int since;  ///< version
};

constexpr std::string_view kNumber = " INTEGER NOT NULL";
constexpr std::string_view kText = " TEXT NOT NULL";
constexpr std::array kGameColumns{
    Column{"number", " INTEGER PRIMARY KEY", 1},
    Column{"opening", kNumber, 1},
    Column{"black", kNumber, 1},
    Column{"white", kNumber, 1},
    Column{"result", " TEXT NOT NULL CHECK (result IN ('black', 'white', 'draw'))", 1},
    Column{"reason", kText, 1},
    Column{"detail", kText, 1},
    Column{"plies", kNumber, 1},
    Column{"opening_plies", kNumber, 1},
    Column{"start", kText, 1},
    Column{"moves", kText, 1},
    Column{"times", kText, 1},
    Column{"scores", kText, 1},
    Column{"depths", kText, 1},
    Column{"nodes", kText, 1},
    Column{"notes", kText, 1},
    Column{"began", kText, 1},
    Column{"lasted_ms", kNumber, 1},
    Column{"seldepths", kText, 2},
    Column{"pvs", kText, 2},
    Column{"owntimes", kText, 3},
};

// The statement that made the table is compared word for word.
std::string create_game(int version) {
  std::string sql;
  for (const Column& column : kGameColumns) {
    if (column.since > version) continue;
    sql.append(sql.empty() ? "CREATE TABLE game (" : ", ").append(column.name).append(column.kind);
  }
  return sql + ")";
}

std::vector<StoreLayout> all_layouts() {
  static const std::array<std::string, kStoreVersion> kGames = [] {
    std::array<std::string, kStoreVersion> games;
    for (int i = 0; i < kStoreVersion; ++i) games[static_cast<std::size_t>(i)] = create_game(i + 1);
    return games;
  }();
  std::vector<StoreLayout> layouts;
  for (int version = 1; version <= kStoreVersion; ++version) {
    const auto has = [version](const Column& column) { return column.since <= version; };
    layouts.push_back(
        {version,
         static_cast<int>(std::ranges::count_if(kGameColumns, has)),
         {{{"setting",
            "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"},
           {"engine",
            "CREATE TABLE engine (number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
            " command TEXT NOT NULL, options TEXT NOT NULL, control TEXT NOT NULL)"},
           {"game", kGames[static_cast<std::size_t>(version - 1)]}}}});
  }
  return layouts;
}

}  // namespace

const StoreLayout* layout_of(std::int64_t version) {
  static const std::vector<StoreLayout> kLayouts = all_layouts();
  if (version < 1 || version > kStoreVersion) return nullptr;
  return &kLayouts[static_cast<std::size_t>(version - 1)];
}

std::string game_column_names(const StoreLayout& layout) {
  std::string names;
  for (int i = 0; i < layout.game_columns; ++i) {
    names.append(i == 0 ? "" : ", ").append(kGameColumns[static_cast<std::size_t>(i)].name);
  }
  return names;
}

std::string insert_game(const StoreLayout& layout) {
  std::string sql = "INSERT INTO game VALUES (?";
  for (int i = 1; i < layout.game_columns; ++i) sql += ", ?";
  return sql + ")";
}

}  // namespace gougi::match
