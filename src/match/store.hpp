// SPDX-License-Identifier: MIT
// The match's file: an SQLite database with one row a game, in which a finished game is either
// whole or not there, whenever and however the program ends (write-ahead log; only a power cut may
// take the last games along, never the file). One program writes it, which a lock sees to that ends
// with the program; others may read it meanwhile. Whoever made the file, it is data: what is not
// the tables of a match, in bounds and with legal moves, is refused. It knows nothing of engines
// that run. For one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "match/game_record.hpp"

namespace gougi::match {

class Database;

/// A match of more players, and a game of more plies, is neither kept nor read.
inline constexpr int kMostEngines = 100;
inline constexpr int kMostPlies = 100'000;

/// What a report says of a player.
struct StoredEngine {
  std::string name;     ///< as the match calls it
  std::string command;  ///< how it was started
  std::string options;  ///< "NAME=VALUE", a line each
  std::string control;  ///< its time control
  friend bool operator==(const StoredEngine&, const StoredEngine&) = default;
};

/// Under this name the settings say of which game the file is; without it, of shogi.
inline constexpr const char* kGameSetting = "game";

class Store {
 public:
  /// A new file; an error if there is one of that name.
  static base::Result<Store> create(const std::filesystem::path& file);
  /// One that create() made, to add games; the error says if it is none, if it cannot be written,
  /// and if another Store may add games already.
  static base::Result<Store> open(const std::filesystem::path& file);
  /// One that create() made, whoever may write it and does; nothing can be added.
  static base::Result<Store> open_to_read(const std::filesystem::path& file);
  /// Whether open() can be hoped for: the system lets us write the file.
  static bool is_writable(const std::filesystem::path& file);
  ~Store();
  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;

  /// Free texts by name: with what the match was begun. Replaces what was there.
  base::Result<void> set_settings(const std::map<std::string, std::string>& settings);
  base::Result<std::map<std::string, std::string>> settings();
  base::Result<void> set_engines(const std::vector<StoredEngine>& engines);
  base::Result<std::vector<StoredEngine>> engines();
  /// The same; an error if there are fewer than two, as for_each_game() then names anybody.
  base::Result<std::vector<StoredEngine>> players();

  /// Keeps the game; it is safe when this returns. An error, and nothing kept, if a game of its
  /// number is there.
  base::Result<void> add(const GameRecord& game);
  /// Numbers of the games that are there.
  base::Result<std::set<std::uint64_t>> finished();
  /// In the order of their numbers; the error names the row that makes no sense.
  /// Of the game that the file holds; an error for one that nobody here knows.
  base::Result<const game::Rules*> rules();
  /// `rules`: those.
  base::Result<void> for_each_game(const std::function<void(const GameRecord&)>& use,
                                   const game::Rules& rules = game::shogi_rules());

 private:
  explicit Store(std::unique_ptr<Database> database);
  base::Result<void> check_mark();
  base::Result<void> check_tables();
  std::unique_ptr<Database> database_;
  int version_ = 0;  ///< of the file, which stays as it is
};

}  // namespace gougi::match
