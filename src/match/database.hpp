// SPDX-License-Identifier: MIT
// A connection to one SQLite file that may have been made by anybody, and a statement on it. The
// file is data only: no view, trigger or function of its schema is run, rows are bounded in length
// and statements in steps. What the tables are the store knows. For one thread at a time.
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/file_lock.hpp"

namespace gougi::match {

struct Table {
  std::string_view name;
  std::string_view sql;  ///< that made it
};

class Database {
 public:
  Database(sqlite3* handle, std::string name);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// For the only one that writes.
  static base::Result<std::unique_ptr<Database>> connect(const std::filesystem::path& file,
                                                         bool is_new);
  /// Of a file that another program has the lock of.
  static tl::unexpected<base::Error> in_use(const std::filesystem::path& file);
  /// Takes the file away, with what SQLite keeps beside it. Does nothing where there is none.
  static void remove(const std::filesystem::path& file);
  /// Takes away what a killed program has left of the draft of a new file; an error where one that
  /// runs is making it.
  static base::Result<void> clear_draft(const std::filesystem::path& file);
  /// The draft, which nobody has open any more, becomes the file; an error where somebody has made
  /// one meanwhile, or where not all of it found room. Then it is gone.
  static base::Result<void> place_draft(const std::filesystem::path& file);
  /// Beside one that writes, or where nobody can.
  static base::Result<std::unique_ptr<Database>> connect_to_read(const std::filesystem::path& file);

  /// What went wrong last, and what can be done about it.
  base::Error error() const;
  tl::unexpected<base::Error> failure(const std::string& what) const;
  /// The same of what only a damaged or hostile file holds.
  tl::unexpected<base::Error> damage(const std::string& what) const;

  /// Why nothing at all could be read; nothing if that is not so.
  std::optional<std::string> cannot_open() const;

  base::Result<void> execute(const char* sql);
  /// All of `steps` or nothing.
  base::Result<void> transaction(const std::function<base::Result<void>()>& steps);
  /// The bytes of the file as the running statement sees it, its log included.
  std::uint64_t size();
  /// The schema is these tables, word for word, and nothing else; before anything is read by it.
  base::Result<void> check_tables(std::span<const Table> tables);
  /// Looks through the whole file, unless it is so large that this takes long.
  base::Result<void> check_pages();

 private:
  friend class Statement;
  static base::Result<std::unique_ptr<Database>> opened(const std::filesystem::path& file,
                                                        const std::string& sqlite_name, int flags);
  base::Result<void> guard();
  std::int64_t pragma(const char* sql);

  std::unique_ptr<io::FileLock> lock_;  // outlives the connection: see the destructor
  sqlite3* handle_;
  std::string name_;
  int steps_left_ = 0;  ///< of the statement that runs, in thousands
};

/// A prepared statement with what was bound and what a row holds.
class Statement {
 public:
  Statement(Database& database, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  /// What a column of the other's row holds, whatever it is.
  Statement& bind_column(const Statement& other, int column);
  /// It can be bound and run once more.
  void reset();
  /// SQLITE_ROW, SQLITE_DONE, or an error; an unusable statement is one. `thousands`: of steps that
  /// the way to the next row may take.
  int step(int thousands = kSteps);

  std::string text(int column) const;
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  /// The bytes of a text; nothing if the column holds anything else.
  std::optional<std::size_t> text_size(int column) const;
  bool is_number(int column) const;

 private:
  // A row of ours takes some tens of steps, whatever it holds.
  static constexpr int kSteps = 100;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// Takes a row's columns one after the other, each of the kind and within the bounds that it must
/// have; the first that is not is remembered, and what comes after it is empty.
class RowReader {
 public:
  explicit RowReader(const Statement& row) : row_(row) {}

  std::int64_t number(std::string_view name, std::int64_t least, std::int64_t most);
  std::string text(std::string_view name, std::size_t most);
  /// Of all texts so far.
  std::size_t bytes() const { return bytes_; }
  /// Empty: all is well. Otherwise "the column moves is too long".
  const std::string& wrong() const { return wrong_; }

 private:
  void refuse(std::string_view name, std::string_view why);

  const Statement& row_;
  int column_ = 0;
  std::size_t bytes_ = 0;
  std::string wrong_;
};

}  // namespace gougi::match
