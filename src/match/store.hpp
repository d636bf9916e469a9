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
#include "match/store_layout.hpp"

namespace gougi::match {

class Database;
class Statement;

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

/// What of a game is needed to count it.
struct GameHead {
  std::uint64_t number = 0;
  std::uint64_t opening = 0;
  std::size_t black = 0;  ///< engine, from 0
  std::size_t white = 0;
  Result result = Result::kDraw;
  Reason reason = Reason::kMaxPlies;

  /// For engine `black` or `white`.
  Points points_of_engine(std::size_t engine) const {
    return points_of(result, engine == black ? shogi::Color::kBlack : shogi::Color::kWhite);
  }
};

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
  /// Of the game that the file holds; an error for one that nobody here knows.
  base::Result<const game::Rules*> rules();
  /// In the order of their numbers; the error names the row that makes no sense. `rules`: those.
  base::Result<void> for_each_game(const std::function<void(const GameRecord&)>& use,
                                   const game::Rules& rules = game::shogi_rules());

  /// Games come by copy() from now on, all of them or none: none is safe before end_copying(). For
  /// a file that nobody else reads yet.
  base::Result<void> begin_copying();
  /// The game at which `rows`, of another store, stands.
  base::Result<void> copy(const class GameRows& rows);
  base::Result<void> end_copying();

 private:
  friend class GameRows;
  explicit Store(std::unique_ptr<Database> database);
  base::Result<void> check_mark();
  std::unique_ptr<Database> database_;
  std::unique_ptr<Statement> copying_;   ///< ends before the database does
  const StoreLayout* layout_ = nullptr;  ///< of the file, which stays as it is
};

/// The games of a store as they lie there, in the order of their numbers: columns have the right
/// kind and size, but moves are not judged. For files larger than memory.
class GameRows {
 public:
  /// `store` outlives it, and is not moved.
  explicit GameRows(Store& store);
  ~GameRows();
  GameRows(GameRows&& other) noexcept;
  GameRows& operator=(GameRows&& other) noexcept;

  /// Goes to the next game; false: there is none. The error names the row that makes no sense.
  base::Result<bool> next();
  /// Of the game where it stands.
  const GameHead& head() const { return head_; }
  /// The whole game, as for_each_game() would give it; the error names what is wrong.
  base::Result<void> check_game(const game::Rules& rules) const;
  /// Whether there are as many moves as the game says.
  base::Result<void> check_plies() const;
  /// Whether both stand at a game of the same moves.
  bool has_moves_of(const GameRows& other) const;

 private:
  friend class Store;
  Store* store_;
  std::unique_ptr<Statement> rows_;
  GameHead head_;
  std::uint64_t next_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t bytes_there_ = 0;
};

}  // namespace gougi::match
