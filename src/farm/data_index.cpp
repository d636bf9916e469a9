// SPDX-License-Identifier: MIT
#include "farm/data_index.hpp"

#include <array>
#include <limits>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"

namespace gougi::farm {
namespace {

constexpr int kIndexMark = 0x676F7564;  // "goud"
constexpr int kIndexVersion = 1;
constexpr std::size_t kMostIndexBytes = 1 << 16;
constexpr std::array<match::Table, 1> kIndexTables{
    {{"file",
      "CREATE TABLE file (path TEXT PRIMARY KEY, kind TEXT NOT NULL, bytes INTEGER NOT NULL,"
      " sha256 TEXT NOT NULL, records INTEGER NOT NULL, origin TEXT NOT NULL) WITHOUT ROWID"}}};

}  // namespace

base::Result<DataIndex> DataIndex::open(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    if (auto cleared = match::Database::clear_draft(file); !cleared) {
      return tl::unexpected(cleared.error());
    }
    const auto draft = base::draft_of(file);
    auto made = match::Database::connect(draft, true);
    if (!made) return tl::unexpected(made.error());
    auto done = (*made)->execute("PRAGMA journal_mode = WAL");
    if (done) {
      done = (*made)->transaction([&]() -> base::Result<void> {
        const std::string marks = "PRAGMA application_id = " + std::to_string(kIndexMark) +
                                  ";PRAGMA user_version = " + std::to_string(kIndexVersion) + ";";
        auto tables = (*made)->execute(std::string(kIndexTables[0].sql).c_str());
        return tables ? (*made)->execute(marks.c_str()) : tables;
      });
    }
    made->reset();
    if (!done) {
      match::Database::remove(draft);
      return tl::unexpected(done.error());
    }
    if (auto placed = match::Database::place_draft(file); !placed) {
      return tl::unexpected(placed.error());
    }
  }
  auto database = match::Database::connect(file, false);
  if (!database) return tl::unexpected(database.error());
  DataIndex index(std::move(*database));
  if (auto good = index.check(); !good) return tl::unexpected(good.error());
  return index;
}

base::Result<DataIndex> DataIndex::open_to_read(const std::filesystem::path& file) {
  auto database = match::Database::connect_to_read(file);
  if (!database) return tl::unexpected(database.error());
  DataIndex index(std::move(*database));
  if (auto good = index.check(); !good) return tl::unexpected(good.error());
  return index;
}

base::Result<void> DataIndex::check() {
  {
    match::Statement id(*database_, "PRAGMA application_id");
    const int code = id.step();
    if (const auto refused = database_->cannot_open(); refused) {
      return database_->failure(*refused);
    }
    if (code != SQLITE_ROW || id.number(0) != kIndexMark) {
      return database_->failure(
          base::say({"is no index of gougi data", "gougi data の目録ではありません"}));
    }
    match::Statement version(*database_, "PRAGMA user_version");
    if (version.step() != SQLITE_ROW || version.number(0) != kIndexVersion) {
      return database_->failure(base::say(
          {"was written by another version of gougi", "別のバージョンの gougi が書いたものです"}));
    }
  }
  return database_->check_tables(kIndexTables);
}

base::Result<void> DataIndex::add(const DataFile& file) {
  match::Statement insert(*database_, "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)");
  insert.bind(file.path).bind(file.kind).bind(static_cast<std::int64_t>(file.bytes));
  insert.bind(file.sha256).bind(static_cast<std::int64_t>(file.records)).bind(file.origin);
  if (insert.step() == SQLITE_DONE) return {};
  return tl::unexpected(database_->error());
}

base::Result<std::vector<DataFile>> DataIndex::files() {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::vector<DataFile> files;
  match::Statement rows(
      *database_, "SELECT path, kind, bytes, sha256, records, origin FROM file ORDER BY path");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    match::RowReader row(rows);
    DataFile file;
    file.path = row.text("path", kMostIndexBytes);
    file.kind = row.text("kind", kMostIndexBytes);
    file.bytes = static_cast<std::uint64_t>(row.number("bytes", 0, kMost));
    file.sha256 = row.text("sha256", kMostIndexBytes);
    file.records = static_cast<std::uint64_t>(row.number("records", 0, kMost));
    file.origin = row.text("origin", kMostIndexBytes);
    if (!row.wrong().empty())
      return database_->damage(base::say({"files: {0}", "ファイル: {0}"}, row.wrong()));
    files.push_back(std::move(file));
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return files;
}

}  // namespace gougi::farm
