// SPDX-License-Identifier: MIT
#include "analysis/judged_positions.hpp"

#include <sqlite3.h>

#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/sqlite_journal.hpp"
#include "base/text.hpp"

namespace gougi::analysis {
namespace {

constexpr int kPatienceMs = 10'000;  // with another program that writes
constexpr int kLongestText = 16'000'000;
constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS judged(name TEXT PRIMARY KEY, found TEXT NOT NULL) WITHOUT ROWID";

constexpr const char* kLook = "SELECT name, found FROM judged LIMIT 1";

// A statement and what was bound to it.
class Query {
 public:
  Query(sqlite3* handle, const char* sql) {
    sqlite3_prepare_v2(handle, sql, -1, &statement_, nullptr);
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& bind(std::string_view text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  std::string text(int column = 0) const {
    const auto* const bytes = sqlite3_column_blob(statement_, column);
    const int size = sqlite3_column_bytes(statement_, column);
    if (bytes == nullptr) return "";
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

}  // namespace

JudgedPositions::JudgedPositions(sqlite3* handle, std::string file)
    : handle_(handle), file_(std::move(file)) {}
JudgedPositions::~JudgedPositions() { sqlite3_close_v2(handle_); }

base::Result<std::unique_ptr<JudgedPositions>> JudgedPositions::connect(
    const std::filesystem::path& file, int flags) {
  if (auto free = base::refuse_rollback_journal(file); !free) return tl::unexpected(free.error());
  sqlite3* handle = nullptr;
  const std::string name = base::to_utf8(file);
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  std::unique_ptr<JudgedPositions> judged(new JudgedPositions(handle, name));
  if (code != SQLITE_OK) return tl::unexpected(judged->refusal().error());
  sqlite3_busy_timeout(handle, kPatienceMs);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestText);
  // The file may be anybody's: it is data, and nothing of its schema is run.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return judged;
}

base::Result<std::unique_ptr<JudgedPositions>> JudgedPositions::open(
    const std::filesystem::path& file) {
  std::error_code ignored;
  const bool is_new =
      !std::filesystem::exists(file, ignored) || std::filesystem::is_empty(file, ignored);
  auto judged = connect(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!judged) return judged;
  // Until it has its write-ahead log: who opens it at this moment would find a rollback journal and
  // refuse it. If that cannot be, somebody else has made it meanwhile.
  if (is_new) sqlite3_exec((*judged)->handle_, "PRAGMA journal_mode = MEMORY", {}, {}, {});
  // What is written outlives the program at once, and the machine but for the last moments.
  for (const char* sql :
       {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", kSchema, kLook}) {
    if (auto done = (*judged)->execute(sql); !done) return tl::unexpected(done.error());
  }
  return judged;
}

base::Result<std::unique_ptr<JudgedPositions>> JudgedPositions::open_existing(
    const std::filesystem::path& file) {
  auto judged = connect(file, SQLITE_OPEN_READWRITE);
  if (!judged) return judged;
  if (auto done = (*judged)->execute(kLook); !done) return tl::unexpected(done.error());
  return judged;
}

base::Result<void> JudgedPositions::execute(const char* sql) {
  return sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK ? base::Result<void>()
                                                                            : refusal();
}

base::Result<void> JudgedPositions::refusal() const {
  const int code = handle_ == nullptr ? SQLITE_NOMEM : sqlite3_errcode(handle_) & 0xff;
  if (code == SQLITE_FULL || code == SQLITE_IOERR) {
    return base::fail(base::say({"{0}: cannot be written any more, perhaps the disk is full ({1}); "
                                 "what is done stays, and the same command goes on",
                                 "{0}: 書けなくなりました(ディスクがいっぱいかもしれません: {1})"
                                 "。済んだ分は残り、同じコマンドで続きから始められます"},
                                file_, base::printable(sqlite3_errmsg(handle_))));
  }
  return refusal(handle_ == nullptr ? base::say({"out of memory", "メモリが足りません"})
                                    : sqlite3_errmsg(handle_));
}

base::Result<void> JudgedPositions::refusal(std::string_view why) const {
  return base::fail(base::say({"{0}: cannot keep judged positions: {1}; name another file by "
                               "--cache, or take this one away",
                               "{0}: 局面の評価を保存できません: {1}。--cache "
                               "で別のファイルを指定するか、このファイルを移してください"},
                              file_, base::printable(why)));
}

std::optional<std::string> JudgedPositions::find(std::string_view name) const {
  Query query(handle_, "SELECT found FROM judged WHERE name = ?");
  return query.bind(name).step() == SQLITE_ROW ? std::optional(query.text()) : std::nullopt;
}

base::Result<void> JudgedPositions::keep(std::string_view name, std::string_view text) {
  Query query(handle_, "INSERT OR REPLACE INTO judged(name, found) VALUES(?, ?)");
  if (query.bind(name).bind(text).step() != SQLITE_DONE) return refusal();
  // A damaged page takes what is written, and gives it back to nobody.
  return find(name) == text ? base::Result<void>()
                            : refusal(base::say({"the file is damaged", "ファイルが壊れています"}));
}

bool JudgedPositions::holds_all_of(const JudgedPositions& other) const {
  Query rows(other.handle_, "SELECT name, found FROM judged");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    if (find(rows.text()) != rows.text(1)) return false;
  }
  return code == SQLITE_DONE;
}

}  // namespace gougi::analysis
