// SPDX-License-Identifier: MIT
#include "farm/merge.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"
#include "io/file_lock.hpp"
#include "match/database.hpp"
#include "match/games_in_order.hpp"

namespace gougi::farm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 8;
constexpr base::Text kPairsOfPart{"part {0} ({1} of {2} pairs)", "部分 {0}({2}組のうち{1}組)"};
constexpr base::Text kUnitsOfPart{"part {0} ({1} of {2} units)", "部分 {0}({2}件のうち{1}件)"};

/// Counts, for each part, what of it is there.
class Inventory {
 public:
  explicit Inventory(const base::Shard& shard) : of_(shard.of), units_(shard.of) {}

  void add(std::uint64_t unit) { ++units_[unit % of_]; }

  /// "part 3/8 (3 of 12 pairs), …" of those that lack some of `expected`; empty: none does.
  std::string lacking(std::uint64_t expected, const base::Text& part) const {
    std::string text;
    std::size_t parts = 0;
    for (std::uint64_t i = 0; i < of_; ++i) {
      const base::Shard shard{i, of_};
      if (units_[i] >= shard.count(expected)) continue;
      if (++parts > kMostNamed) continue;
      if (!text.empty()) text += base::said({", ", "、"});
      text += base::say(part, base::to_text(shard), units_[i], shard.count(expected));
    }
    if (parts > kMostNamed)
      text += base::say({" and {0} more", "、ほか {0} 個"}, parts - kMostNamed);
    return text;
  }

 private:
  std::uint64_t of_;
  std::vector<std::uint64_t> units_;
};

/// As the parts that are there were divided; one that was undivided says nothing of that.
template <class Parts, class ShardOf>
base::Shard division(const Parts& parts, const ShardOf& shard_of) {
  base::Shard most;
  for (const auto& part : parts) {
    if (shard_of(part).of > most.of) most = shard_of(part);
  }
  return most;
}

tl::unexpected<base::Error> missing(const std::string& lacking) {
  return base::fail(
      base::say({"{0}: not done yet or not among the files; gougi merge --partial puts together "
                 "what there is",
                 "{0}: まだ終わっていないか、ファイルが指定されていません。gougi merge --partial "
                 "ならあるものだけをまとめます"},
                lacking));
}

tl::unexpected<base::Error> unfinished(const fs::path& to) {
  return base::fail(base::say({"{0}: cannot be written to its end", "{0}: 最後まで書けません"},
                              base::to_utf8(to)));
}

template <class Parts>
base::Result<void> check_place(const fs::path& to, const Parts& parts) {
  std::vector<fs::path> files;
  for (const auto& part : parts) files.push_back(part.file);
  return base::check_replaceable(to, files);
}

/// The right to put another file in a file's place, where there is one: who goes on with it holds
/// its lock, and would write on into a file without a name.
class Replacement {
 public:
  explicit Replacement(fs::path to)
      : to_(std::move(to)), was_there_(is_there(to_)), lock_(std::in_place, to_, kBesideSqlite) {}

  base::Result<void> check() const {
    if (lock_->is_refused()) return match::Database::in_use(to_);
    return {};
  }
  base::Result<void> put_in_place(const fs::path& draft) {
    // There whoever has the file open keeps it from being replaced, also who has locked it.
    if (fs::path::preferred_separator == '\\') lock_.reset();
    std::error_code error;
    if (was_there_) {
      base::rename(draft, to_, error);
    } else {  // nothing was locked, and nobody has looked at what is there by now
      base::rename_to_new(draft, to_, error);
    }
    if (!error) return {};
    if (!was_there_ && error == std::errc::file_exists) return base::would_lose(to_);
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to_)));
  }

 private:
  static constexpr auto kBesideSqlite = io::FileLock::Beside::kSqlite;
  static bool is_there(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(file, ignored));
  }

  fs::path to_;
  bool was_there_;  // asked before the lock is taken
  std::optional<io::FileLock> lock_;
};

// Once nobody here has `to` open: SQLite would take a log under that name for the new file's.
base::Result<void> check_no_log(const fs::path& to) {
  fs::path log = to;
  log += "-wal";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(log, error))) return {};
  return base::fail(base::say(
      {"{0}: may hold games that are not in {1} yet; nothing was written: close the programs "
       "that have that open, or choose another name",
       "{0}: まだ {1} "
       "に入っていない対局を含むかもしれないため、何も書いていません。それを開いている"
       "プログラムを閉じるか、別の名前にしてください"},
      base::to_utf8(log), base::to_utf8(to)));
}

// Between the rows of a list in JSON stands a comma, behind the last none.
std::string_view without_comma(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.ends_with(',')) line.remove_suffix(1);
  return line;
}

base::Result<Merged> copy_games(match::Store& out, std::vector<MatchPart>& parts,
                                const WholeMatch& whole, bool partial) {
  std::vector<match::Store*> stores;
  for (MatchPart& part : parts) stores.push_back(&part.store);
  match::GamesInOrder games(stores);
  std::optional<match::TestInOrder> test;
  if (whole.sprt) test.emplace(*whole.sprt);
  Inventory inventory(division(parts, [](const MatchPart& part) { return part.part.shard; }));
  const auto rules = parts.front().store.rules();
  if (!rules) return tl::unexpected(rules.error());
  const std::uint64_t replayed_each = std::max<std::uint64_t>(1, whole.games / kReplayedGames);
  Merged merged;
  std::uint64_t half = 1;  // pairs of which one game is there
  for (auto there = games.next(); !there || *there; there = games.next()) {
    if (!there) return tl::unexpected(there.error());
    const match::GameHead& game = games.row().head();
    const MatchPart& part = parts[games.store()];
    const std::uint64_t pair = game.number / 2;
    if (game.number >= whole.games || !part.part.shard.has(pair)) {
      return base::fail(base::say(
          {"{0}: game {1} is not of part {2}", "{0}: 対局 {1} は部分 {2} のものではありません"},
          base::to_utf8(part.file), game.number, base::to_text(part.part.shard)));
    }
    if (games.is_double()) {
      ++merged.doubles;
      merged.differing += games.differs() ? 1 : 0;
      continue;
    }
    if (test && test->is_too_late(game.number)) {
      ++merged.too_late;
      continue;
    }
    // Both colours and all parts come by.
    const bool is_replayed = merged.units % replayed_each == 0;
    if (auto sound = is_replayed ? games.row().check_game(**rules) : games.row().check_plies();
        !sound) {
      return tl::unexpected(sound.error());
    }
    if (auto copied = out.copy(games.row()); !copied) return tl::unexpected(copied.error());
    ++merged.units;
    if (game.number % 2 == 0) half = game.number;
    if (game.number % 2 == 1 && half == game.number - 1) inventory.add(pair);
    if (test) test->add(game.number, game.points_of_engine(0));
  }
  merged.expected = whole.games;
  if (test) merged.deciding_pair = test->deciding_pair();
  if (merged.deciding_pair) merged.expected = 2 * (*merged.deciding_pair + 1);
  if (merged.units < merged.expected && !partial) {
    return missing(inventory.lacking(merged.expected / 2, kPairsOfPart));
  }
  return merged;
}

}  // namespace

base::Result<Merged> merge_matches(const fs::path& to, std::vector<MatchPart>& parts,
                                   const WholeMatch& whole, bool partial) {
  if (auto place = check_place(to, parts); !place) return tl::unexpected(place.error());
  Replacement replacement(to);
  if (auto may = replacement.check(); !may) return tl::unexpected(may.error());
  const fs::path draft = base::draft_of(to);
  match::Database::remove(draft);
  const auto merge = [&]() -> base::Result<Merged> {
    auto out = match::Store::create(draft);
    if (!out) return tl::unexpected(out.error());
    const auto players = parts.front().store.players();
    if (!players) return tl::unexpected(players.error());
    auto done = out->set_settings(whole.texts);
    if (done) done = out->set_engines(*players);
    if (done) done = out->begin_copying();
    if (!done) return tl::unexpected(done.error());
    auto merged = copy_games(*out, parts, whole, partial);
    if (!merged) return merged;
    done = out->end_copying();
    if (!done) return tl::unexpected(done.error());
    return merged;
  };
  auto merged = merge();
  if (merged) {
    for (MatchPart& part : parts) {  // `to` may be one of them, and is replaced
      std::error_code error;
      if (fs::equivalent(part.file, to, error)) {
        const auto gone = std::move(part.store);
      }
    }
    auto placed = check_no_log(to);
    if (placed) placed = replacement.put_in_place(draft);
    if (!placed) merged = tl::unexpected(placed.error());
  }
  if (!merged) match::Database::remove(draft);
  return merged;
}

base::Result<Merged> for_each_row(std::vector<RowPart>& parts, bool partial,
                                  const std::function<base::Result<void>(RowFile::Row&&)>& take) {
  Inventory inventory(division(parts, [](const RowPart& part) { return part.rows.part().shard; }));
  std::optional<std::uint64_t> expected;
  std::vector<std::optional<RowFile::Row>> heads;
  for (RowPart& part : parts) {
    auto row = part.rows.next();
    if (!row) return tl::unexpected(row.error());
    heads.push_back(std::move(*row));
    if (part.rows.units()) expected = part.rows.units();
  }
  Merged merged;
  for (;;) {
    auto least = heads.end();
    for (auto head = heads.begin(); head != heads.end(); ++head) {
      if (*head && (least == heads.end() || (*head)->unit < (*least)->unit)) least = head;
    }
    if (least == heads.end()) break;
    const std::uint64_t unit = (*least)->unit;
    // Doubles stand at other parts' heads now, as each part has a unit once.
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (!heads[i] || heads[i]->unit != unit) continue;
      if (i != static_cast<std::size_t>(least - heads.begin())) {
        ++merged.doubles;
        merged.differing += heads[i]->text != (*least)->text ? 1 : 0;
        auto row = parts[i].rows.next();
        if (!row) return tl::unexpected(row.error());
        heads[i] = std::move(*row);
      }
    }
    ++merged.units;
    inventory.add(unit);
    if (auto taken = take(std::move(**least)); !taken) return tl::unexpected(taken.error());
    auto row = parts[static_cast<std::size_t>(least - heads.begin())].rows.next();
    if (!row) return tl::unexpected(row.error());
    *least = std::move(*row);
  }
  merged.expected = expected.value_or(merged.units + 1);
  if (!partial && merged.units < merged.expected) {
    std::string lacking = expected ? inventory.lacking(*expected, kUnitsOfPart) : std::string();
    if (lacking.empty())
      lacking = base::say({"no part says that it is done", "終わったという部分がありません"});
    return tl::unexpected(missing(lacking).value());
  }
  return merged;
}

bool holds_lines_of(const fs::path& news, const fs::path& olds, const ComparedLine& compared) {
  std::error_code error;
  if (!fs::exists(olds, error)) return true;
  std::ifstream new_lines(news, std::ios::binary);
  std::ifstream old_lines(olds, std::ios::binary);
  if (!new_lines || !old_lines) return false;
  const auto shown = [&compared](std::string_view line) {
    line = without_comma(line);
    return compared ? compared(line) : std::string(line);
  };
  std::string line;
  for (std::string wanted; std::getline(old_lines, wanted);) {
    if (wanted == "[]") continue;  // a list of nothing
    wanted = shown(wanted);
    do {
      if (!std::getline(new_lines, line)) return false;
    } while (shown(line) != wanted);
  }
  return old_lines.eof();
}

base::Result<void> put_lines_in_place(const fs::path& draft, const fs::path& to,
                                      const ComparedLine& compared) {
  Replacement replacement(to);
  if (auto may = replacement.check(); !may) return may;
  if (!holds_lines_of(draft, to, compared)) return base::would_lose(to);
  return replacement.put_in_place(draft);
}

base::Result<Merged> merge_rows(const fs::path& to, std::vector<RowPart>& parts, bool partial,
                                const ComparedLine& compared) {
  if (auto place = check_place(to, parts); !place) return tl::unexpected(place.error());
  const Frame frame = parts.front().rows.frame();
  const auto begun = base::begin_draft(to);
  if (!begun) return tl::unexpected(begun.error());
  const fs::path& draft = *begun;
  std::ofstream out(draft, std::ios::binary);
  bool is_first = true;
  auto merged = for_each_row(parts, partial, [&](RowFile::Row&& row) -> base::Result<void> {
    out << (is_first ? frame.head : frame.between) << row.text;
    is_first = false;
    if (!out) return unfinished(to);
    return {};
  });
  out << (is_first ? frame.alone : frame.foot);
  out.close();
  if (merged && !out) {
    merged = unfinished(to);
  }
  if (merged) {
    if (auto placed = put_lines_in_place(draft, to, compared); !placed)
      merged = tl::unexpected(placed.error());
  }
  if (!merged) {
    std::error_code ignored;
    fs::remove(draft, ignored);
  }
  return merged;
}

}  // namespace gougi::farm
