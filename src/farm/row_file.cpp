// SPDX-License-Identifier: MIT
#include "farm/row_file.hpp"

#include <array>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"

namespace gougi::farm {
namespace {

constexpr int kPartMark = 0x676F7570;  // "goup"
constexpr int kPartVersion = 1;
constexpr std::int64_t kMostUnits = 1'000'000'000'000;
constexpr std::size_t kMostTexts = 64;
constexpr std::size_t kMostNameBytes = 1000;
constexpr std::size_t kMostSettingBytes = 1 << 20;
constexpr std::size_t kMostRowBytes = 60 << 20;

constexpr std::array<match::Table, 2> kPartTables{
    {{"setting", "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"},
     {"unit", "CREATE TABLE unit (number INTEGER PRIMARY KEY, text TEXT NOT NULL)"}}};

}  // namespace

RowFile::RowFile(std::unique_ptr<match::Database> database) : database_(std::move(database)) {}
RowFile::~RowFile() = default;

base::Result<RowFile> RowFile::open(const std::filesystem::path& file, const Part& part,
                                    const Frame& frame) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    // It appears whole: what is killed here is begun anew.
    if (auto cleared = match::Database::clear_draft(file); !cleared) {
      return tl::unexpected(cleared.error());
    }
    const auto draft = base::draft_of(file);
    auto database = match::Database::connect(draft, true);
    if (!database) return tl::unexpected(database.error());
    base::Result<void> done;
    {
      RowFile begun(std::move(*database));
      done = begun.begin(part, frame);
    }
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
  RowFile there(std::move(*database));
  auto done = there.check();
  if (done) done = there.database_->check_pages();
  if (done) done = there.read_texts();
  if (done) done = there.database_->execute("PRAGMA synchronous = NORMAL");
  if (!done) return tl::unexpected(done.error());
  if (const auto fits = check_same_part(part, there.part_); !fits) {
    return there.database_->failure(fits.error().message);
  }
  return there;
}

base::Result<RowFile> RowFile::open_to_read(const std::filesystem::path& file) {
  auto database = match::Database::connect_to_read(file);
  if (!database) return tl::unexpected(database.error());
  RowFile there(std::move(*database));
  auto done = there.check();
  if (done) done = there.read_texts();
  if (!done) return tl::unexpected(done.error());
  return there;
}

base::Result<void> RowFile::begin(const Part& part, const Frame& frame) {
  auto made = database_->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  if (!made) return made;
  return database_->transaction([&]() -> base::Result<void> {
    base::Result<void> done;
    for (const match::Table& table : kPartTables) {
      if (done) done = database_->execute(std::string(table.sql).c_str());
    }
    const std::string marks = "PRAGMA application_id = " + std::to_string(kPartMark) +
                              ";PRAGMA user_version = " + std::to_string(kPartVersion) + ";";
    if (done) done = database_->execute(marks.c_str());
    std::map<std::string, std::string> texts{{"head", frame.head},
                                             {"between", frame.between},
                                             {"foot", frame.foot},
                                             {"alone", frame.alone}};
    keep_part(texts, part);
    for (const auto& [name, value] : texts) {
      if (done) done = set_text(name, value);
    }
    return done;
  });
}

base::Result<void> RowFile::check() {
  {
    match::Statement id(*database_, "PRAGMA application_id");
    const int code = id.step();
    if (const auto refused = database_->cannot_open(); refused) {
      return database_->failure(*refused);
    }
    if (code != SQLITE_ROW || id.number(0) != kPartMark) {
      return database_->failure(base::say(
          {"is no part of a job that gougi did", "gougi が行った作業の部分ではありません"}));
    }
    match::Statement version(*database_, "PRAGMA user_version");
    if (version.step() != SQLITE_ROW || version.number(0) != kPartVersion) {
      return database_->failure(base::say(
          {"was written by another version of gougi", "別のバージョンの gougi が書いたものです"}));
    }
  }
  return database_->check_tables(kPartTables);
}

base::Result<void> RowFile::read_texts() {
  std::map<std::string, std::string> texts;
  match::Statement rows(*database_, "SELECT name, value FROM setting");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    if (texts.size() == kMostTexts)
      return database_->damage(base::say({"holds too many settings", "設定が多すぎます"}));
    match::RowReader row(rows);
    const std::string name = row.text("name", kMostNameBytes);
    std::string value = row.text("value", kMostSettingBytes);
    if (!row.wrong().empty())
      return database_->damage(base::say({"settings: {0}", "設定: {0}"}, row.wrong()));
    texts[name] = std::move(value);
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  auto part = kept_part(texts);
  if (!part) return database_->damage(part.error().message);
  if (!*part) {
    return database_->damage(
        base::say({"does not say which part it is", "どの部分か書かれていません"}));
  }
  part_ = std::move(**part);
  frame_ = {texts["head"], texts["between"], texts["foot"], texts["alone"]};
  if (const auto units = base::to_int(texts["units"]); units && *units >= 0) {
    units_ = static_cast<std::uint64_t>(*units);
  }
  return {};
}

base::Result<void> RowFile::set_text(const std::string& name, const std::string& value) {
  match::Statement insert(*database_, "INSERT OR REPLACE INTO setting VALUES (?, ?)");
  if (insert.bind(name).bind(value).step() == SQLITE_DONE) return {};
  return tl::unexpected(database_->error());
}

base::Result<std::vector<std::uint64_t>> RowFile::finished() {
  std::vector<std::uint64_t> units;
  match::Statement rows(*database_, "SELECT number FROM unit ORDER BY number");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    match::RowReader row(rows);
    units.push_back(static_cast<std::uint64_t>(row.number("number", 0, kMostUnits)));
    if (!row.wrong().empty())
      return database_->damage(base::say({"units: {0}", "結果の行: {0}"}, row.wrong()));
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return units;
}

base::Result<void> RowFile::add(std::uint64_t unit, const std::string& text) {
  match::Statement insert(*database_, "INSERT INTO unit VALUES (?, ?)");
  if (insert.bind(static_cast<std::int64_t>(unit)).bind(text).step() == SQLITE_DONE) return {};
  return tl::unexpected(database_->error());
}

base::Result<void> RowFile::complete(std::uint64_t units) {
  auto done = set_text("units", std::to_string(units));
  if (done) units_ = units;
  return done;
}

base::Result<std::optional<RowFile::Row>> RowFile::next() {
  if (!rows_) {
    rows_ = std::make_unique<match::Statement>(*database_,
                                               "SELECT number, text FROM unit ORDER BY number");
  }
  const int code = rows_->step();
  if (code == SQLITE_DONE) return std::optional<Row>();
  if (code != SQLITE_ROW) return tl::unexpected(database_->error());
  match::RowReader reader(*rows_);
  Row row;
  row.unit = static_cast<std::uint64_t>(reader.number("number", 0, kMostUnits));
  row.text = reader.text("text", kMostRowBytes);
  if (!reader.wrong().empty())
    return database_->damage(base::say({"units: {0}", "結果の行: {0}"}, reader.wrong()));
  if (row.unit < next_)
    return database_->damage(
        base::say({"units stand in the wrong order", "結果の行の順序が違います"}));
  next_ = row.unit + 1;
  if (!part_.shard.has(row.unit)) {
    return database_->damage(
        base::say({"unit {0} is not of part {1}", "結果の行 {0} は部分 {1} のものではありません"},
                  row.unit, base::to_text(part_.shard)));
  }
  return std::optional(std::move(row));
}

}  // namespace gougi::farm
