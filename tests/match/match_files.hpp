// SPDX-License-Identifier: MIT
// Files of matches for tests: as the store writes them, and then changed by hand as somebody with
// an SQLite shell could.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/path.hpp"
#include "match/store.hpp"
#include "notation/sfen.hpp"

namespace gougi::match::testing {

inline MoveRecord move_record(std::string_view usi) {
  MoveRecord record;
  record.move = *notation::parse_usi_move(usi);
  return record;
}

/// Between the players 0 and 1, who change colours with the numbers.
inline GameRecord short_game(std::uint64_t number) {
  GameRecord game;
  game.number = number;
  game.opening = number / 2;
  game.black = number % 2;
  game.white = 1 - number % 2;
  game.moves = {move_record("7g7f"), move_record("3c3d"), move_record("8h2b+")};
  game.moves[1].score = usi::Score::cp(35);
  game.moves[1].note = "[O] bestmove 3c3d [A]\n[X] bestmove 8c8d [B]";
  game.ending = {Result::kBlackWins, Reason::kResignation, ""};
  game.began = "2026-01-31T12:00:00Z";
  return game;
}

/// A match of two players and so many games; nothing holds it open.
inline void write_match(const std::filesystem::path& file, std::uint64_t games) {
  auto store = Store::create(file);
  ASSERT_TRUE(store) << store.error().message;
  ASSERT_TRUE(store->set_settings({{"game", "shogi"}}));
  ASSERT_TRUE(store->set_engines({{"A", "a", "", "nodes 1"}, {"B", "b", "", "nodes 1"}}));
  for (std::uint64_t i = 0; i < games; ++i) ASSERT_TRUE(store->add(short_game(i)));
}

/// What somebody else does to the file: without a log, so that it is one file.
inline void change(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(base::to_utf8(file).c_str(), &handle), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
      << (message == nullptr ? "" : message);
  sqlite3_free(message);
  sqlite3_close(handle);
}

/// The statements that make its tables.
inline std::string schema_of(const std::filesystem::path& file) {
  std::string sql;
  sqlite3* handle = nullptr;
  EXPECT_EQ(sqlite3_open(base::to_utf8(file).c_str(), &handle), SQLITE_OK);
  const auto add = [](void* to, int, char** values, char**) {
    static_cast<std::string*>(to)->append(values[0]).append(";");
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(handle, "SELECT sql FROM sqlite_master", add, &sql, nullptr), SQLITE_OK);
  sqlite3_close(handle);
  return sql;
}

/// While it is there, `what` is done once, as soon as SQLite has opened a file whose name has this
/// end. One at a time.
class OnOpening {
 public:
  OnOpening(std::string end_of_name, std::function<void()> what) {
    end() = std::move(end_of_name);
    work() = std::move(what);
    sqlite3_auto_extension(reinterpret_cast<void (*)(void)>(&opened));
  }
  ~OnOpening() {
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)(void)>(&opened));
    work() = nullptr;
  }
  OnOpening(const OnOpening&) = delete;
  OnOpening& operator=(const OnOpening&) = delete;

 private:
  static std::string& end() {
    static std::string text;
    return text;
  }
  static std::function<void()>& work() {
    static std::function<void()> what;
    return what;
  }
  static int opened(sqlite3* handle, char** /*message*/, const void* /*routines*/) {
    const char* const name = sqlite3_db_filename(handle, "main");
    if (name == nullptr || !std::string_view(name).ends_with(end())) return SQLITE_OK;
    if (const auto what = std::exchange(work(), nullptr)) what();
    return SQLITE_OK;
  }
};

}  // namespace gougi::match::testing
