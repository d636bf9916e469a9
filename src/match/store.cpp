// SPDX-License-Identifier: MIT
#include "match/store.hpp"

#include <sqlite3.h>

#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "io/file_lock.hpp"
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

  /// For the only one that writes.
  static base::Result<std::unique_ptr<Database>> connect(const std::filesystem::path& file,
                                                         bool is_new) {
    std::error_code ignored;
    const bool exists = std::filesystem::exists(file, ignored);
    if (is_new && exists) return base::fail(base::to_utf8(file) + ": is there already");
    if (!is_new && !exists) return base::fail(base::to_utf8(file) + ": no such file");
    auto database = opened(file, base::to_utf8(file),
                           SQLITE_OPEN_READWRITE | (is_new ? SQLITE_OPEN_CREATE : 0));
    if (!database) {
      if (is_new) return base::fail(base::to_utf8(file) + ": cannot be made there");
      return database;
    }
    if (sqlite3_db_readonly((*database)->handle_, "main") == 1) {
      return (*database)->failure("cannot be written");
    }
    (*database)->lock_.emplace(file);
    if ((*database)->lock_->is_refused()) {
      return (*database)->failure("another program goes on with this match");
    }
    return database;
  }

  /// Beside one that writes, or where nobody can.
  static base::Result<std::unique_ptr<Database>> connect_to_read(
      const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
      return base::fail(base::to_utf8(file) + ": no such file");
    }
    std::filesystem::path log = file;
    log += "-wal";
    const bool has_log = std::filesystem::exists(log, ignored);
    if (is_writable(file)) {  // and so what SQLite makes beside it is cleared away afterwards
      auto database = opened(file, base::to_utf8(file), SQLITE_OPEN_READWRITE);
      if (!database || has_log) return query_only(std::move(database));
      if ((*database)->execute("SELECT 1 FROM sqlite_master")) {
        return query_only(std::move(database));
      }
    }
    if (has_log) return opened(file, base::to_utf8(file), SQLITE_OPEN_READONLY);
    // Without a log nobody writes: the file is all there is. SQLite would still want to make one,
    // which the folder may forbid, or which its owner could not write afterwards.
    return opened(file, immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
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
  static base::Result<std::unique_ptr<Database>> opened(const std::filesystem::path& file,
                                                        const std::string& sqlite_name, int flags) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(sqlite_name.c_str(), &handle, flags, nullptr);
    auto database = std::make_unique<Database>(handle, base::to_utf8(file));
    if (code != SQLITE_OK) return tl::unexpected(database->error());
    sqlite3_busy_timeout(handle, kPatienceMs);
    return database;
  }

  static base::Result<std::unique_ptr<Database>> query_only(
      base::Result<std::unique_ptr<Database>> database) {
    if (database) (*database)->execute("PRAGMA query_only = ON");  // what fails now fails later
    return database;
  }

  static std::string immutable_uri(const std::filesystem::path& file) {
    std::error_code ignored;
    std::string uri = "file://";
    const std::string whole = base::to_utf8(std::filesystem::absolute(file, ignored));
    if (!whole.starts_with('/')) uri += '/';  // C:\...
    for (const char c : whole) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      const bool plain =
          byte > ' ' && byte < 0x7F && std::string_view("%?#\\").find(c) == std::string_view::npos;
      if (plain) {
        uri += c;
      } else if (c == '\\') {
        uri += '/';
      } else {
        uri.append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
      }
    }
    return uri + "?immutable=1";
  }

  std::optional<io::FileLock> lock_;  // outlives the connection: see the destructor
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

base::Result<void> Store::check_mark() {
  Statement mark(database_->handle(),
                 "SELECT application_id, user_version FROM "
                 "pragma_application_id, pragma_user_version");
  const int code = mark.step();
  const int trouble = sqlite3_errcode(database_->handle());
  if (code != SQLITE_ROW && (trouble == SQLITE_CANTOPEN || trouble == SQLITE_READONLY)) {
    return database_->failure("cannot be opened; its folder does not let files be made beside it");
  }
  if (code != SQLITE_ROW && trouble != SQLITE_NOTADB) {
    return database_->failure(std::string("cannot be read as a database: ") +
                              sqlite3_errmsg(database_->handle()));
  }
  if (code != SQLITE_ROW || mark.number(0) != kApplicationId) {
    return database_->failure("is no file of gougi match");
  }
  if (mark.number(1) != kVersion) {
    return database_->failure("was written by another version of gougi match");
  }
  return {};
}

base::Result<Store> Store::open(const std::filesystem::path& file) {
  auto database = Database::connect(file, false);
  if (!database) return tl::unexpected(database.error());
  Store store(std::move(*database));
  auto done = store.check_mark();
  if (done) done = store.database_->execute("PRAGMA synchronous = NORMAL");
  if (!done) return tl::unexpected(done.error());
  return store;
}

base::Result<Store> Store::open_to_read(const std::filesystem::path& file) {
  auto database = Database::connect_to_read(file);
  if (!database) return tl::unexpected(database.error());
  Store store(std::move(*database));
  if (const auto marked = store.check_mark(); !marked) return tl::unexpected(marked.error());
  return store;
}

bool Store::is_writable(const std::filesystem::path& file) {
  return std::ofstream(file, std::ios::binary | std::ios::in | std::ios::out).is_open();
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
