// SPDX-License-Identifier: MIT
#include "match/store.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "match/database.hpp"
#include "match/move_columns.hpp"

namespace gougi::match {
namespace {

constexpr int kApplicationId = 0x676F7567;  // "goug"

// Far beyond any match, and small enough for what is done with them.
constexpr std::int64_t kMostGames = 1'000'000'000'000;
constexpr std::size_t kMostSettings = 64;
constexpr std::size_t kMostNameBytes = 1000;
constexpr std::size_t kMostSettingBytes = 1 << 20;
constexpr std::size_t kMostCommandBytes = 256 << 10;  // systems allow less
constexpr std::int64_t kMostGameMs = 1'000'000'000'000;
constexpr std::size_t kMostStartBytes = 1000;
constexpr std::size_t kMostDetailBytes = 8 << 20;  // an engine's line
// "-2147483648<" and a blank for each move; nodes have no more digits than this.
constexpr std::size_t kMostColumnBytes = kMostPlies * 21;
constexpr std::size_t kMostNotesBytes = 64 << 20;
// "B*5ezB+" and a comma for each move of a line.
constexpr std::size_t kMostLinesBytes = kMostPlies * kMostLineMoves * 8;

std::string_view result_word(Result result) {
  return result == Result::kDraw ? "draw" : result == Result::kBlackWins ? "black" : "white";
}
std::optional<Result> result_from_word(std::string_view word) {
  for (const Result result : {Result::kBlackWins, Result::kWhiteWins, Result::kDraw}) {
    if (result_word(result) == word) return result;
  }
  return std::nullopt;
}

// "2026-01-31T12:00:00Z", or nothing.
bool is_time(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  if (text.empty()) return true;
  return std::equal(text.begin(), text.end(), kForm.begin(), kForm.end(), [](char c, char form) {
    return form == '0' ? c >= '0' && c <= '9' : c == form;
  });
}

std::string select_games(const StoreLayout& layout) {
  return "SELECT " + game_column_names(layout) + " FROM game ORDER BY number";
}

struct Row {
  GameRecord game;
  std::size_t bytes = 0;  ///< that its texts take in the file
};

base::Result<Row> read_row(const Statement& statement, const game::Rules& rules,
                           const StoreLayout& layout) {
  RowReader row(statement);
  GameRecord game;
  const std::int64_t number = row.number("number", 0, kMostGames);
  game.number = static_cast<std::uint64_t>(number);
  game.opening = static_cast<std::uint64_t>(row.number("opening", 0, kMostGames));
  game.black = static_cast<std::size_t>(row.number("black", 0, kMostEngines - 1));
  game.white = static_cast<std::size_t>(row.number("white", 0, kMostEngines - 1));
  const auto result = result_from_word(row.text("result", kMostNameBytes));
  const auto reason = game::reason_from_text(row.text("reason", kMostNameBytes));
  game.ending.detail = row.text("detail", kMostDetailBytes);
  const std::int64_t plies = row.number("plies", 0, kMostPlies);
  MoveColumns columns;
  columns.opening_plies = static_cast<int>(row.number("opening_plies", 0, plies));
  const std::string start_text = row.text("start", kMostStartBytes);
  columns.moves = row.text("moves", kMostColumnBytes);
  columns.times = row.text("times", kMostColumnBytes);
  columns.scores = row.text("scores", kMostColumnBytes);
  columns.depths = row.text("depths", kMostColumnBytes);
  columns.nodes = row.text("nodes", kMostColumnBytes);
  columns.notes = row.text("notes", kMostNotesBytes);
  game.began = row.text("began", kMostNameBytes);
  game.lasted = base::Milliseconds(row.number("lasted_ms", 0, kMostGameMs));
  if (layout.has_lines()) {
    columns.selective_depths = row.text("seldepths", kMostColumnBytes);
    columns.lines = row.text("pvs", kMostLinesBytes);
  }
  if (layout.has_own_times()) columns.own_times = row.text("owntimes", kMostColumnBytes);

  const std::string where = base::say({"game {0}: ", "第{0}局: "}, statement.number(0));
  const auto wrong = [&where](const std::string& what) {
    return base::fail(where + base::printable(what));
  };
  if (!row.wrong().empty()) return wrong(row.wrong());
  if (!result || !reason)
    return wrong(base::say({"an unknown result or reason", "結果か理由が正しくありません"}));
  if (game.black == game.white)
    return wrong(base::say({"is between a player and itself", "自分自身との対局です"}));
  if (!is_time(game.began))
    return wrong(base::say({"the column began holds no time", "列 began が日時ではありません"}));
  game.ending.result = *result;
  game.ending.reason = *reason;
  auto start = rules.read_start(start_text);
  if (!start) return wrong(start.error().message);
  game.start = GameStart(std::move(*start));
  auto moves = from_columns(columns);
  if (!moves) return wrong(moves.error().message);
  game.moves = std::move(*moves);
  if (game.moves.size() != static_cast<std::size_t>(plies)) {
    return wrong(base::say({"has {0} moves instead of {1}", "{1}手のはずが {0} 手あります"},
                           game.moves.size(), plies));
  }
  if (auto legal = replay(game); !legal) return tl::unexpected(legal.error());
  return Row{std::move(game), row.bytes()};
}

}  // namespace

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::~Store() = default;
Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;

base::Result<Store> Store::create(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_symlink(fs::symlink_status(file, ignored))) {
    return base::fail(base::say({"{0}: is a symbolic link, which is not written through",
                                 "{0}: シンボリックリンクには書きません"},
                                base::to_utf8(file)));
  }
  auto database = Database::connect(file, true);
  if (!database) return tl::unexpected(database.error());
  // Empty so far. The engines' command lines will be in it, and what SQLite makes beside it has its
  // rights.
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, ignored);
  const std::string marks = "PRAGMA application_id = " + std::to_string(kApplicationId) +
                            ";PRAGMA user_version = " + std::to_string(kStoreVersion) + ";";
  auto made = (*database)->execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  if (made) {
    made = (*database)->transaction([&]() -> base::Result<void> {
      base::Result<void> done;
      for (const Table& table : layout_of(kStoreVersion)->tables) {
        if (done) done = (*database)->execute(std::string(table.sql).c_str());
      }
      return done ? (*database)->execute(marks.c_str()) : done;
    });
  }
  if (!made) {  // it is of no use to anybody, and in the way
    database->reset();
    Database::remove(file);
    return tl::unexpected(made.error());
  }
  Store store(std::move(*database));
  store.layout_ = layout_of(kStoreVersion);
  return store;
}

// Of the file's head alone: the schema is not even read.
base::Result<void> Store::check_mark() {
  const std::string no_match =
      base::say({"is no file of gougi match", "gougi match のファイルではありません"});
  Statement id(*database_, "PRAGMA application_id");
  const int code = id.step();
  if (const auto refused = database_->cannot_open(); refused) {
    return database_->failure(*refused);
  }
  if (code != SQLITE_ROW || id.number(0) != kApplicationId) return database_->failure(no_match);
  Statement version(*database_, "PRAGMA user_version");
  if (version.step() == SQLITE_ROW) {
    layout_ = layout_of(version.number(0));
    if (layout_ != nullptr) return {};
  }
  return database_->failure(base::say({"was written by another version of gougi match",
                                       "別のバージョンの gougi match が書いたファイルです"}));
}

base::Result<Store> Store::open(const std::filesystem::path& file) {
  auto database = Database::connect(file, false);
  if (!database) return tl::unexpected(database.error());
  Store store(std::move(*database));
  auto done = store.check_mark();
  if (done) done = store.database_->check_tables(store.layout_->tables);
  if (done) done = store.database_->check_pages();
  if (done) done = store.database_->execute("PRAGMA synchronous = NORMAL");
  if (!done) return tl::unexpected(done.error());
  return store;
}

base::Result<Store> Store::open_to_read(const std::filesystem::path& file) {
  auto database = Database::connect_to_read(file);
  if (!database) return tl::unexpected(database.error());
  Store store(std::move(*database));
  auto done = store.check_mark();
  if (done) done = store.database_->check_tables(store.layout_->tables);
  if (!done) return tl::unexpected(done.error());
  return store;
}

bool Store::is_writable(const std::filesystem::path& file) {
  return std::ofstream(file, std::ios::binary | std::ios::in | std::ios::out).is_open();
}

base::Result<void> Store::set_settings(const std::map<std::string, std::string>& settings) {
  return database_->transaction([&]() -> base::Result<void> {
    if (auto emptied = database_->execute("DELETE FROM setting"); !emptied) return emptied;
    for (const auto& [name, value] : settings) {
      Statement insert(*database_, "INSERT INTO setting VALUES (?, ?)");
      if (insert.bind(name).bind(value).step() != SQLITE_DONE) {
        return tl::unexpected(database_->error());
      }
    }
    return {};
  });
}

base::Result<std::map<std::string, std::string>> Store::settings() {
  std::map<std::string, std::string> settings;
  Statement rows(*database_, "SELECT name, value FROM setting");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    if (settings.size() == kMostSettings)
      return database_->damage(base::say({"holds too many settings", "設定が多すぎます"}));
    RowReader row(rows);
    const std::string name = row.text("name", kMostNameBytes);
    std::string value = row.text("value", kMostSettingBytes);
    if (!row.wrong().empty())
      return database_->damage(base::say({"settings: {0}", "設定: {0}"}, row.wrong()));
    settings[name] = std::move(value);
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return settings;
}

base::Result<const game::Rules*> Store::rules() {
  auto known = settings();
  if (!known) return tl::unexpected(known.error());
  const std::string& name = (*known)[kGameSetting];
  if (name.empty()) return &game::shogi_rules();
  if (const game::Rules* const rules = game::rules_named(name)) return rules;
  return base::fail(
      base::say({"holds games of {0}, which is not known here", "知らないゲーム {0} の対局です"},
                base::printable(name, 40)));
}

base::Result<void> Store::set_engines(const std::vector<StoredEngine>& engines) {
  return database_->transaction([&]() -> base::Result<void> {
    if (auto emptied = database_->execute("DELETE FROM engine"); !emptied) return emptied;
    std::int64_t number = 0;
    for (const StoredEngine& engine : engines) {
      Statement insert(*database_, "INSERT INTO engine VALUES (?, ?, ?, ?, ?)");
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
  Statement rows(*database_,
                 "SELECT number, name, command, options, control FROM engine ORDER BY number");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const auto place = static_cast<std::int64_t>(engines.size());
    if (place == kMostEngines)
      return database_->damage(base::say({"holds too many players", "対局者が多すぎます"}));
    RowReader row(rows);
    row.number("number", place, place);
    StoredEngine engine;
    engine.name = base::printable(row.text("name", kMostCommandBytes), kMostNameBytes);
    engine.command = row.text("command", kMostCommandBytes);
    engine.options = row.text("options", kMostSettingBytes);
    engine.control = row.text("control", kMostCommandBytes);
    if (!row.wrong().empty()) {
      return database_->damage(
          base::say({"player {0}: {1}", "対局者 {0}: {1}"}, place + 1, row.wrong()));
    }
    engines.push_back(std::move(engine));
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return engines;
}

base::Result<std::vector<StoredEngine>> Store::players() {
  auto players = engines();
  if (players && players->size() < 2)
    return database_->damage(base::say({"does not say who plays", "対局者がありません"}));
  return players;
}

base::Result<void> Store::add(const GameRecord& game) {
  const MoveColumns columns = to_columns(game.moves);
  Statement insert(*database_, insert_game(*layout_).c_str());
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  insert.bind(whole(game.number)).bind(whole(game.opening));
  insert.bind(whole(game.black)).bind(whole(game.white));
  insert.bind(result_word(game.ending.result)).bind(to_text(game.ending.reason));
  insert.bind(game.ending.detail).bind(whole(game.moves.size()));
  insert.bind(whole(columns.opening_plies)).bind(game.start.text());
  insert.bind(columns.moves).bind(columns.times).bind(columns.scores).bind(columns.depths);
  insert.bind(columns.nodes).bind(columns.notes).bind(game.began);
  insert.bind(whole(game.lasted.count()));
  if (layout_->has_lines()) insert.bind(columns.selective_depths).bind(columns.lines);
  if (layout_->has_own_times()) insert.bind(columns.own_times);
  const int code = insert.step();
  if (code == SQLITE_DONE) return {};
  if (code != SQLITE_CONSTRAINT) return tl::unexpected(database_->error());
  return database_->failure(
      base::say({"game {0} is there already; another program goes on with this match",
                 "第{0}局はすでにあります。別のプログラムがこの対局を続けています"},
                game.number));
}

base::Result<std::set<std::uint64_t>> Store::finished() {
  std::set<std::uint64_t> numbers;
  Statement rows(*database_, "SELECT number FROM game ORDER BY number");
  std::int64_t next = 0;
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    RowReader row(rows);
    const std::int64_t number = row.number("number", next, kMostGames);
    if (!row.wrong().empty())
      return database_->damage(base::say({"games: {0}", "対局: {0}"}, row.wrong()));
    numbers.insert(numbers.end(), static_cast<std::uint64_t>(number));
    next = number + 1;
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return numbers;
}

base::Result<void> Store::for_each_game(const std::function<void(const GameRecord&)>& use,
                                        const game::Rules& rules) {
  const auto players = engines();
  if (!players) return tl::unexpected(players.error());
  const auto is_player = [&](std::size_t engine) {  // some keep no players
    return players->empty() || engine < players->size();
  };
  Statement rows(*database_, select_games(*layout_).c_str());
  // In a damaged file rows may come twice, or lie on each other in the same pages.
  std::uint64_t next = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> bytes_there;
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const auto row = read_row(rows, rules, *layout_);
    if (!row) return database_->damage(row.error().message);
    const GameRecord& game = row->game;
    const std::string where = base::say({"game {0}: ", "第{0}局: "}, game.number);
    if (!is_player(game.black) || !is_player(game.white)) {
      return database_->damage(where + base::say({"is between players that the file does not know",
                                                  "ファイルにない対局者の対局です"}));
    }
    if (game.number < next)
      return database_->damage(where + base::say({"stands at the wrong place", "順序が違います"}));
    next = game.number + 1;
    if (!bytes_there) bytes_there = database_->size();
    bytes += row->bytes;
    if (bytes > *bytes_there) {
      return database_->damage(
          where + base::say({"the games up to here hold more than there is in the file",
                             "ここまでの対局がファイルの大きさを超えています"}));
    }
    use(game);
  }
  if (code != SQLITE_DONE) return tl::unexpected(database_->error());
  return {};
}

namespace {

constexpr int kPliesColumn = 7;
constexpr int kMovesColumn = 10;

}  // namespace

GameRows::GameRows(Store& store) : store_(&store) {}
GameRows::~GameRows() = default;
GameRows::GameRows(GameRows&& other) noexcept = default;
GameRows& GameRows::operator=(GameRows&& other) noexcept = default;

base::Result<bool> GameRows::next() {
  Database& database = *store_->database_;
  if (!rows_) {
    rows_ = std::make_unique<Statement>(database, select_games(*store_->layout_).c_str());
  }
  const int code = rows_->step();
  if (code == SQLITE_DONE) return false;
  if (code != SQLITE_ROW) return tl::unexpected(database.error());
  RowReader row(*rows_);
  head_.number = static_cast<std::uint64_t>(row.number("number", 0, kMostGames));
  head_.opening = static_cast<std::uint64_t>(row.number("opening", 0, kMostGames));
  head_.black = static_cast<std::size_t>(row.number("black", 0, kMostEngines - 1));
  head_.white = static_cast<std::size_t>(row.number("white", 0, kMostEngines - 1));
  const auto result = result_from_word(row.text("result", kMostNameBytes));
  const auto reason = game::reason_from_text(row.text("reason", kMostNameBytes));
  const std::string where = base::say({"game {0}: ", "第{0}局: "}, rows_->number(0));
  if (!row.wrong().empty()) return database.damage(where + row.wrong());
  if (!result || !reason)
    return database.damage(
        where + base::say({"an unknown result or reason", "結果か理由が正しくありません"}));
  if (head_.number < next_)
    return database.damage(where + base::say({"stands at the wrong place", "順序が違います"}));
  head_.result = *result;
  head_.reason = *reason;
  next_ = head_.number + 1;
  for (int column = 6; column < store_->layout_->game_columns; ++column) {
    const bool is_whole = column == 7 || column == 8 || column == 17;
    const auto size = rows_->text_size(column);
    if (is_whole ? !rows_->is_number(column) : !size) {
      return database.damage(
          where + base::say({"column {0} holds what it must not", "列 {0} の値が正しくありません"},
                            column + 1));
    }
    bytes_ += size.value_or(0);
  }
  if (bytes_there_ == 0 || bytes_ > bytes_there_) bytes_there_ = database.size();
  if (bytes_ > bytes_there_) {
    return database.damage(where +
                           base::say({"the games up to here hold more than there is in the file",
                                      "ここまでの対局がファイルの大きさを超えています"}));
  }
  return true;
}

base::Result<void> GameRows::check_game(const game::Rules& rules) const {
  const auto row = read_row(*rows_, rules, *store_->layout_);
  return row ? base::Result<void>() : store_->database_->damage(row.error().message);
}

base::Result<void> GameRows::check_plies() const {
  const std::string moves = rows_->text(kMovesColumn);
  const auto words = std::ranges::count(moves, ' ') + (moves.empty() ? 0 : 1);
  if (words == rows_->number(kPliesColumn)) return {};
  return store_->database_->damage(base::say(
      {"game {0}: has {1} moves instead of {2}", "対局 {0}: 指し手は {2} のはずが {1} です"},
      rows_->number(0), words, rows_->number(kPliesColumn)));
}

bool GameRows::has_moves_of(const GameRows& other) const {
  return head_.result == other.head_.result &&
         rows_->text(kMovesColumn) == other.rows_->text(kMovesColumn);
}

// The rollback journal in memory holds nothing of pages that are new.
base::Result<void> Store::begin_copying() {
  return database_->execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
}

base::Result<void> Store::copy(const GameRows& rows) {
  if (!copying_) {
    copying_ = std::make_unique<Statement>(*database_, insert_game(*layout_).c_str());
  }
  copying_->reset();
  const int known = rows.store_->layout_->game_columns;
  for (int column = 0; column < known; ++column) copying_->bind_column(*rows.rows_, column);
  for (int column = known; column < layout_->game_columns; ++column) copying_->bind("");
  if (copying_->step() == SQLITE_DONE) return {};
  return tl::unexpected(database_->error());
}

base::Result<void> Store::end_copying() {
  copying_.reset();
  return database_->execute(
      "COMMIT; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

}  // namespace gougi::match
