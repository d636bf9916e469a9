// SPDX-License-Identifier: MIT
#include "match/store.hpp"

#include <sqlite3.h>

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "match/move_columns.hpp"
#include "match/rules.hpp"

namespace gougi::match {
namespace {

constexpr int kApplicationId = 0x676F7567;  // "goug"
constexpr int kVersion = 1;
// A reader or another writer is waited for so long.
constexpr int kPatienceMs = 10'000;

constexpr const char* kTables =
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE engine (number INTEGER PRIMARY KEY, name TEXT NOT NULL, command TEXT NOT NULL,"
    " options TEXT NOT NULL, control TEXT NOT NULL);"
    "CREATE TABLE game (number INTEGER PRIMARY KEY, opening INTEGER NOT NULL,"
    " black INTEGER NOT NULL, white INTEGER NOT NULL,"
    " result TEXT NOT NULL CHECK (result IN ('black', 'white', 'draw')),"
    " reason TEXT NOT NULL, detail TEXT NOT NULL, plies INTEGER NOT NULL,"
    " opening_plies INTEGER NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,"
    " times TEXT NOT NULL, scores TEXT NOT NULL, depths TEXT NOT NULL, nodes TEXT NOT NULL,"
    " notes TEXT NOT NULL, began TEXT NOT NULL, lasted_ms INTEGER NOT NULL);";

std::string_view result_word(Result result) {
  return result == Result::kDraw ? "draw" : result == Result::kBlackWins ? "black" : "white";
}
std::optional<Result> result_from_word(std::string_view word) {
  for (const Result result : {Result::kBlackWins, Result::kWhiteWins, Result::kDraw}) {
    if (result_word(result) == word) return result;
  }
  return std::nullopt;
}

}  // namespace

/// The connection and the few things that are done with it.
class Store::Database {
 public:
  Database(sqlite3* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  ~Database() { sqlite3_close_v2(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  static base::Result<std::unique_ptr<Database>> connect(const std::filesystem::path& file,
                                                         bool is_new) {
    const std::string name = base::to_utf8(file);
    std::error_code ignored;
    const bool exists = std::filesystem::exists(file, ignored);
    if (is_new && exists) return base::fail(name + ": is there already");
    if (!is_new && !exists) return base::fail(name + ": no such file");
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | (is_new ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
    auto database = std::make_unique<Database>(handle, name);
    if (code != SQLITE_OK) return tl::unexpected(database->error());
    sqlite3_busy_timeout(handle, kPatienceMs);
    return database;
  }

  base::Error error() const {
    const char* const text = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
    return base::Error{name_ + ": " + text};
  }
  tl::unexpected<base::Error> failure(const std::string& what) const {
    return base::fail(name_ + ": " + what);
  }

  base::Result<void> execute(const char* sql) {
    if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      return tl::unexpected(error());
    }
    return {};
  }

  /// All of `steps` or nothing.
  base::Result<void> transaction(const std::function<base::Result<void>()>& steps) {
    if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
    auto done = steps();
    if (done) done = execute("COMMIT");
    if (!done) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
    return done;
  }

  sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_;
  std::string name_;
};

namespace {

/// A prepared statement with what was bound and what a row holds.
class Statement {
 public:
  Statement(sqlite3* handle, const char* sql) {
    sqlite3_prepare_v2(handle, sql, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// In the order of the question marks.
  Statement& bind(std::string_view text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(std::int64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
  }
  /// SQLITE_ROW, SQLITE_DONE, or an error; an unusable statement is one.
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }

  std::string text(int column) const {
    const auto* const bytes = sqlite3_column_blob(statement_, column);
    const int size = sqlite3_column_bytes(statement_, column);
    return bytes == nullptr
               ? std::string()
               : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

base::Result<GameRecord> read_row(const Statement& row, const Rules& rules) {
  GameRecord game;
  game.number = static_cast<std::uint64_t>(row.number(0));
  const std::string where = "game " + std::to_string(game.number) + ": ";
  game.opening = static_cast<std::uint64_t>(row.number(1));
  game.black = static_cast<std::size_t>(row.number(2));
  game.white = static_cast<std::size_t>(row.number(3));
  const auto result = result_from_word(row.text(4));
  const auto reason = reason_from_text(row.text(5));
  if (!result || !reason) return base::fail(where + "an unknown result or reason");
  game.ending = {*result, *reason, row.text(6)};
  if (const auto start = rules.read_start(row.text(8), game); !start) {
    return base::fail(where + start.error().message);
  }
  MoveColumns columns{static_cast<int>(row.number(7)),
                      row.text(9),
                      row.text(10),
                      row.text(11),
                      row.text(12),
                      row.text(13),
                      row.text(14)};
  auto moves = from_columns(columns, rules);
  if (!moves) return base::fail(where + moves.error().message);
  game.moves = std::move(*moves);
  game.began = row.text(15);
  game.lasted = base::Milliseconds(row.number(16));
  return game;
}

}  // namespace

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::~Store() = default;
Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;

base::Result<Store> Store::create(const std::filesystem::path& file) {
  auto database = Database::connect(file, true);
  if (!database) return tl::unexpected(database.error());
  const std::string marks = "PRAGMA application_id = " + std::to_string(kApplicationId) +
                            ";PRAGMA user_version = " + std::to_string(kVersion) + ";";
  auto made = (*database)->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  if (made) {
    made = (*database)->transaction([&]() -> base::Result<void> {
      auto done = (*database)->execute(kTables);
      return done ? (*database)->execute(marks.c_str()) : done;
    });
  }
  if (!made) return tl::unexpected(made.error());
  return Store(std::move(*database));
}

base::Result<Store> Store::open(const std::filesystem::path& file) {
  auto database = Database::connect(file, false);
  if (!database) return tl::unexpected(database.error());
  Statement mark((*database)->handle(),
                 "SELECT application_id, user_version FROM "
                 "pragma_application_id, pragma_user_version");
  const bool is_read = mark.step() == SQLITE_ROW;
  if (!is_read || mark.number(0) != kApplicationId) {
    return (*database)->failure("is no file of gougi match");
  }
  if (mark.number(1) != kVersion) {
    return (*database)->failure("was written by another version of gougi match");
  }
  if (const auto set = (*database)->execute("PRAGMA synchronous = NORMAL"); !set) {
    return tl::unexpected(set.error());
  }
  return Store(std::move(*database));
}

base::Result<void> Store::set_settings(const std::map<std::string, std::string>& settings) {
  return database_->transaction([&]() -> base::Result<void> {
    if (auto emptied = database_->execute("DELETE FROM setting"); !emptied) return emptied;
    for (const auto& [name, value] : settings) {
      Statement insert(database_->handle(), "INSERT INTO setting VALUES (?, ?)");
      if (insert.bind(name).bind(value).step() != SQLITE_DONE) {
        return tl::unexpected(database_->error());
      }
    }
    return {};
  });
}

base::Result<std::map<std::string, std::string>> Store::settings() {
  std::map<std::string, std::string> settings;
  Statement rows(database_->handle(), "SELECT name, value FROM setting");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) settings[rows.text(0)] = rows.text(1);
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return settings;
}

base::Result<void> Store::set_engines(const std::vector<StoredEngine>& engines) {
  return database_->transaction([&]() -> base::Result<void> {
    if (auto emptied = database_->execute("DELETE FROM engine"); !emptied) return emptied;
    std::int64_t number = 0;
    for (const StoredEngine& engine : engines) {
      Statement insert(database_->handle(), "INSERT INTO engine VALUES (?, ?, ?, ?, ?)");
      insert.bind(number++).bind(engine.name).bind(engine.command).bind(engine.options);
      if (insert.bind(engine.control).step() != SQLITE_DONE) {
        return tl::unexpected(database_->error());
      }
    }
    return {};
  });
}

base::Result<std::vector<StoredEngine>> Store::engines() {
  std::vector<StoredEngine> engines;
  Statement rows(database_->handle(),
                 "SELECT name, command, options, control FROM engine ORDER BY number");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    engines.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3)});
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return engines;
}

base::Result<void> Store::add(const GameRecord& game) {
  const MoveColumns columns = to_columns(game.moves, *game.rules);
  Statement insert(
      database_->handle(),
      "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  insert.bind(whole(game.number)).bind(whole(game.opening));
  insert.bind(whole(game.black)).bind(whole(game.white));
  insert.bind(result_word(game.ending.result)).bind(to_text(game.ending.reason));
  insert.bind(game.ending.detail).bind(whole(game.moves.size()));
  insert.bind(whole(columns.opening_plies)).bind(game.rules->start_text(game));
  insert.bind(columns.moves).bind(columns.times).bind(columns.scores).bind(columns.depths);
  insert.bind(columns.nodes).bind(columns.notes).bind(game.began);
  insert.bind(whole(game.lasted.count()));
  const int code = insert.step();
  if (code == SQLITE_DONE) return {};
  if (code != SQLITE_CONSTRAINT) return tl::unexpected(database_->error());
  return database_->failure("game " + std::to_string(game.number) +
                            " is there already; another program goes on with this match");
}

base::Result<std::set<std::uint64_t>> Store::finished() {
  std::set<std::uint64_t> numbers;
  Statement rows(database_->handle(), "SELECT number FROM game");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    numbers.insert(static_cast<std::uint64_t>(rows.number(0)));
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return numbers;
}

base::Result<void> Store::for_each_game(const std::function<void(const GameRecord&)>& use,
                                        const Rules& rules) {
  const auto players = engines();
  if (!players) return tl::unexpected(players.error());
  const auto is_player = [&](std::size_t engine) {  // some keep no players
    return players->empty() || engine < players->size();
  };
  Statement rows(database_->handle(),
                 "SELECT number, opening, black, white, result, reason, detail, opening_plies,"
                 " start, moves, times, scores, depths, nodes, notes, began, lasted_ms"
                 " FROM game ORDER BY number");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const auto game = read_row(rows, rules);
    if (!game) return database_->failure(game.error().message);
    if (!is_player(game->black) || !is_player(game->white)) {
      return database_->failure("game " + std::to_string(game->number) +
                                ": is between players that the file does not know");
    }
    use(*game);
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return {};
}

}  // namespace gougi::match
