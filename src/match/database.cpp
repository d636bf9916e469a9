// SPDX-License-Identifier: MIT
#include "match/database.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/sqlite_journal.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "match/store.hpp"

namespace gougi::match {
namespace {

// A reader or another writer is waited for so long.
constexpr int kPatienceMs = 10'000;
// The longest row. A game of 500 moves, each with the longest note, is 4 MB.
constexpr int kMostRowBytes = 64 << 20;
// Twice the longest statement of ours, and so of what a schema of ours holds.
constexpr int kMostSqlBytes = 2048;
// Looking through a larger file takes more than a second.
constexpr std::uint64_t kMostCheckedBytes = 256ULL << 20;

constexpr base::Text kAdvice{
    "; go on with a copy from when it was whole, or remove it and begin it anew (a part of a job "
    "can be done again alone)",
    "。正常だったときのコピーで続けるか、消してやり直してください(部分なら、その部分だけで済みま"
    "す)"};

// What a file could ask of SQLite beyond the tables of a match.
constexpr std::array<std::pair<int, int>, 11> kLimits{{{SQLITE_LIMIT_LENGTH, kMostRowBytes},
                                                       {SQLITE_LIMIT_SQL_LENGTH, kMostSqlBytes},
                                                       {SQLITE_LIMIT_COLUMN, 32},
                                                       {SQLITE_LIMIT_EXPR_DEPTH, 16},
                                                       {SQLITE_LIMIT_COMPOUND_SELECT, 2},
                                                       {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                                       {SQLITE_LIMIT_ATTACHED, 0},
                                                       {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 16},
                                                       {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
                                                       {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                                       {SQLITE_LIMIT_WORKER_THREADS, 0}}};

std::filesystem::path beside(std::filesystem::path file, const char* ending) {
  file += ending;
  return file;
}

base::Result<void> be_a_file(const std::filesystem::path& file) {
  const std::string name = base::to_utf8(file);
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (!std::filesystem::exists(status))
    return base::fail(base::say({"{0}: no such file", "{0}: ファイルがありません"}, name));
  if (std::filesystem::is_directory(status))
    return base::fail(
        base::say({"{0}: is a folder, not a file", "{0}: ファイルではなくフォルダです"}, name));
  if (!std::filesystem::is_regular_file(status))
    return base::fail(
        base::say({"{0}: is no regular file", "{0}: 通常のファイルではありません"}, name));
  return base::refuse_rollback_journal(file);
}

std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file://";
  const std::string whole = base::to_utf8(base::absolute_path(file));
  if (!whole.starts_with('/') && !base::is_on_server(file)) uri += '/';  // C:\...
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

}  // namespace

Database::Database(sqlite3* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
Database::~Database() { sqlite3_close_v2(handle_); }

base::Result<std::unique_ptr<Database>> Database::connect(const std::filesystem::path& file,
                                                          bool is_new) {
  std::error_code ignored;
  if (is_new && std::filesystem::exists(file, ignored)) {
    return base::fail(
        base::say({"{0}: is there already", "{0}: すでにあります"}, base::to_utf8(file)));
  }
  if (auto is_file = is_new ? base::refuse_rollback_journal(file) : be_a_file(file); !is_file) {
    return tl::unexpected(is_file.error());
  }
  // Before SQLite opens it: a merge that puts another file in its place meanwhile would leave what
  // is written here without a name.
  std::unique_ptr<io::FileLock> lock;
  const auto take_lock = [&] {
    lock = std::make_unique<io::FileLock>(file, io::FileLock::Beside::kSqlite);
    return !lock->is_refused();
  };
  if (!is_new && !take_lock()) return in_use(file);
  auto database =
      opened(file, base::to_utf8(file), SQLITE_OPEN_READWRITE | (is_new ? SQLITE_OPEN_CREATE : 0));
  if (!database) {
    if (is_new)
      return base::fail(
          base::say({"{0}: cannot be made there", "{0}: そこには作れません"}, base::to_utf8(file)));
    return database;
  }
  if (sqlite3_db_readonly((*database)->handle_, "main") == 1) {
    return (*database)->failure(base::say({"cannot be written", "書けません"}));
  }
  if (is_new && !take_lock()) return in_use(file);
  if (lock->is_held() && !lock->is_of(file)) return in_use(file);
  (*database)->lock_ = std::move(lock);
  return database;
}

tl::unexpected<base::Error> Database::in_use(const std::filesystem::path& file) {
  return base::fail(
      base::say({"{0}: another program goes on with this file; wait for it, or choose another",
                 "{0}: 別のプログラムがこのファイルで続けています。終わるのを待つか、"
                 "別のファイルにしてください"},
                base::to_utf8(file)));
}

void Database::remove(const std::filesystem::path& file) {
  std::error_code ignored;
  for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
    std::filesystem::remove(beside(file, ending), ignored);
  }
}

base::Result<void> Database::clear_draft(const std::filesystem::path& file) {
  const std::filesystem::path draft = base::draft_of(file);
  std::error_code ignored;
  if (std::filesystem::exists(draft, ignored) &&
      io::FileLock(draft, io::FileLock::Beside::kSqlite).is_refused()) {
    return in_use(file);
  }
  remove(draft);
  return {};
}

base::Result<void> Database::place_draft(const std::filesystem::path& file) {
  const std::filesystem::path draft = base::draft_of(file);
  std::error_code error;
  // Whoever closes it last brings the log into it, and takes the log away where that came off.
  if (std::filesystem::exists(beside(draft, "-wal"), error)) {
    remove(draft);
    return base::fail(base::say({"{0}: cannot be made there; is the disk full?",
                                 "{0}: そこには作れません。ディスクがいっぱいではありませんか"},
                                base::to_utf8(file)));
  }
  error.clear();
  base::rename_to_new(draft, file, error);
  remove(draft);
  if (!error) return {};
  if (error == std::errc::file_exists) return in_use(file);
  return base::fail(
      base::say({"{0}: cannot be made there", "{0}: そこには作れません"}, base::to_utf8(file)));
}

base::Result<std::unique_ptr<Database>> Database::connect_to_read(
    const std::filesystem::path& file) {
  if (auto is_file = be_a_file(file); !is_file) return tl::unexpected(is_file.error());
  std::error_code ignored;
  const bool has_log = std::filesystem::exists(beside(file, "-wal"), ignored);
  const auto query_only = [](auto database) {
    if (database) (*database)->execute("PRAGMA query_only = ON");  // what fails now fails later
    return database;
  };
  if (Store::is_writable(file)) {  // and so what SQLite makes beside it is cleared away afterwards
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

base::Result<std::unique_ptr<Database>> Database::opened(const std::filesystem::path& file,
                                                         const std::string& sqlite_name,
                                                         int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(sqlite_name.c_str(), &handle, flags, nullptr);
  auto database = std::make_unique<Database>(handle, base::to_utf8(file));
  if (code != SQLITE_OK) return tl::unexpected(database->error());
  sqlite3_busy_timeout(handle, kPatienceMs);
  if (auto guarded = database->guard(); !guarded) return tl::unexpected(guarded.error());
  return database;
}

// Before anything is read: the schema, too, is of whoever made the file.
base::Result<void> Database::guard() {
  for (const auto& [what, most] : kLimits) sqlite3_limit(handle_, what, most);
  for (const auto& [what, is_on] :
       {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0)}) {
    if (sqlite3_db_config(handle_, what, is_on, nullptr) != SQLITE_OK) {
      return failure(
          base::say({"cannot be read safely with this SQLite ({0}); 3.31 or newer is needed",
                     "この SQLite({0})では安全に読めません。3.31 以降が必要です"},
                    sqlite3_libversion()));
    }
  }
  sqlite3_progress_handler(
      handle_, 1000, [](void* left) { return --*static_cast<int*>(left) < 0 ? 1 : 0; },
      &steps_left_);
  // Only of whether a page's cells lie within it; costs nothing that can be measured.
  sqlite3_exec(handle_, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
  return {};
}

base::Error Database::error() const {
  if (handle_ == nullptr)
    return base::Error{base::say({"{0}: out of memory", "{0}: メモリが足りません"}, name_)};
  const std::string text = base::printable(sqlite3_errmsg(handle_));  // names of the schema, too
  switch (sqlite3_errcode(handle_)) {
    case SQLITE_INTERRUPT:
      return damage(base::say({"takes too many steps to read", "読むのに手数がかかりすぎます"}))
          .value();
    case SQLITE_TOOBIG:
      return damage(base::say({"holds a row that is too long", "長すぎる行があります"})).value();
    case SQLITE_IOERR:  // what lies in memory beside it finds no room, either
      return failure(base::say({"cannot be read or written ({0}); is the disk full?",
                                "読み書きできません({0})。ディスクがいっぱいではありませんか"},
                               text))
          .value();
    case SQLITE_CORRUPT:
      return damage(base::say({"is damaged ({0})", "壊れています({0})"}, text)).value();
    default:
      return base::Error{name_ + ": " + text};
  }
}

tl::unexpected<base::Error> Database::failure(const std::string& what) const {
  return base::fail(name_ + ": " + what);
}

tl::unexpected<base::Error> Database::damage(const std::string& what) const {
  return failure(what + base::said(kAdvice));
}

std::optional<std::string> Database::cannot_open() const {
  const int trouble = sqlite3_errcode(handle_);
  if (trouble == SQLITE_OK || trouble == SQLITE_ROW || trouble == SQLITE_DONE ||
      trouble == SQLITE_NOTADB) {
    return std::nullopt;
  }
  if (trouble == SQLITE_CANTOPEN || trouble == SQLITE_READONLY) {
    return base::say({"cannot be opened; its folder does not let files be made beside it",
                      "開けません。このフォルダにはファイルを作れません"});
  }
  const std::string why =
      base::say({"cannot be read as a database: {0}", "データベースとして読めません: {0}"},
                sqlite3_errmsg(handle_));
  return trouble == SQLITE_CORRUPT ? why + base::said(kAdvice) : why;
}

base::Result<void> Database::execute(const char* sql) {
  steps_left_ = 1000;
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return tl::unexpected(error());
  }
  return {};
}

base::Result<void> Database::transaction(const std::function<base::Result<void>()>& steps) {
  if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
  auto done = steps();
  if (done) done = execute("COMMIT");
  if (!done) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  return done;
}

std::int64_t Database::pragma(const char* sql) {
  Statement statement(*this, sql);
  return statement.step() == SQLITE_ROW ? statement.number(0) : 0;
}

std::uint64_t Database::size() {
  return static_cast<std::uint64_t>(pragma("PRAGMA page_count")) *
         static_cast<std::uint64_t>(pragma("PRAGMA page_size"));
}

base::Result<void> Database::check_pages() {
  const std::uint64_t bytes = size();
  if (bytes > kMostCheckedBytes) return {};
  Statement check(*this, "PRAGMA quick_check(1)");
  // A row takes some hundred steps here, and at least some tens of bytes.
  const int code = check.step(1000 + static_cast<int>(bytes / 100));
  if (code != SQLITE_ROW) return tl::unexpected(error());
  if (check.text(0) == "ok") return {};
  return damage(
      base::say({"is damaged ({0})", "壊れています({0})"}, base::printable(check.text(0))));
}

// A view in the place of a table, a trigger or an index on an expression would be a program.
base::Result<void> Database::check_tables(std::span<const Table> tables) {
  Statement encoding(*this, "PRAGMA encoding");
  int code = encoding.step();
  if (code == SQLITE_ROW && encoding.text(0) != "UTF-8")
    return damage(base::say({"is not in UTF-8", "文字コードが UTF-8 ではありません"}));
  if (code != SQLITE_ROW) return tl::unexpected(error());
  Statement rows(*this, "SELECT type, name, tbl_name, sql FROM sqlite_master");
  std::set<std::string_view> found;
  code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const std::string type = rows.text(0);
    const std::string name = rows.text(1);
    const std::string sql = rows.text(3);
    const auto table =
        std::ranges::find_if(tables, [&](const Table& known) { return known.name == name; });
    const bool is_ours = table != tables.end() && type == "table" && rows.text(2) == name;
    if (!is_ours || sql != table->sql || !found.insert(table->name).second) {
      return damage(base::say(
          is_ours
              ? base::Text{"holds the {0} {1} with other columns, which gougi match did not make",
                           "列の違う {0} {1} があります(gougi match が作ったものではありません)"}
              : base::Text{"holds the {0} {1}, which gougi match did not make",
                           "{0} {1} があります(gougi match が作ったものではありません)"},
          base::printable(type, 20), base::printable(name, 60)));
    }
  }
  if (code != SQLITE_DONE) return tl::unexpected(error());
  for (const Table& table : tables) {
    if (found.contains(table.name)) continue;
    return damage(base::say({"lacks the table {0}", "テーブル {0} がありません"}, table.name));
  }
  return {};
}

Statement::Statement(Database& database, const char* sql) : database_(database) {
  database_.steps_left_ = kSteps;  // the schema is read now
  sqlite3_prepare_v2(database.handle_, sql, -1, &statement_, nullptr);
}
Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(std::string_view text) {
  sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
  return *this;
}
Statement& Statement::bind(std::int64_t number) {
  sqlite3_bind_int64(statement_, ++bound_, number);
  return *this;
}

Statement& Statement::bind_column(const Statement& other, int column) {
  sqlite3_bind_value(statement_, ++bound_, sqlite3_column_value(other.statement_, column));
  return *this;
}

void Statement::reset() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

int Statement::step(int thousands) {
  database_.steps_left_ = thousands;
  return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_);
}

std::string Statement::text(int column) const {
  const auto* const bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr
             ? std::string()
             : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

std::optional<std::size_t> Statement::text_size(int column) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_TEXT) return std::nullopt;
  return static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
}

bool Statement::is_number(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_INTEGER;
}

std::int64_t RowReader::number(std::string_view name, std::int64_t least, std::int64_t most) {
  const int column = column_++;
  if (!wrong_.empty()) return least;
  if (!row_.is_number(column)) {
    refuse(name, base::say({"holds no number", "数がありません"}));
    return least;
  }
  const std::int64_t number = row_.number(column);
  if (number >= least && number <= most) return number;
  refuse(name, base::say({"holds {0}", "{0} があります"}, number));
  return least;
}

std::string RowReader::text(std::string_view name, std::size_t most) {
  const int column = column_++;
  if (!wrong_.empty()) return {};
  const auto size = row_.text_size(column);
  if (!size) {
    refuse(name, base::say({"holds no text", "文字列がありません"}));
    return {};
  }
  if (*size > most) {
    refuse(name, base::say({"is too long", "長すぎます"}));
    return {};
  }
  bytes_ += *size;
  return row_.text(column);
}

void RowReader::refuse(std::string_view name, std::string_view why) {
  wrong_ = base::say({"the column {0} {1}", "列 {0}: {1}"}, name, why);
}

}  // namespace gougi::match
