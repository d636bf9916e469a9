// SPDX-License-Identifier: MIT
#include "farm/merge.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/whole_file.hpp"
#include "match/games_in_order.hpp"

namespace gougi::farm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 8;

/// Counts, for each part, what of it is there.
class Inventory {
 public:
  explicit Inventory(const base::Shard& shard) : of_(shard.of), units_(shard.of) {}

  void add(std::uint64_t unit) { ++units_[unit % of_]; }

  /// "part 3/8 (3 of 12 pairs), …" of those that lack some of `expected`; empty: none does.
  std::string lacking(std::uint64_t expected, const char* unit) const {
    std::string text;
    std::size_t parts = 0;
    for (std::uint64_t i = 0; i < of_; ++i) {
      const base::Shard shard{i, of_};
      if (units_[i] >= shard.count(expected)) continue;
      if (++parts > kMostNamed) continue;
      text += (text.empty() ? "part " : ", part ") + base::to_text(shard) + " (" +
              std::to_string(units_[i]) + " of " + std::to_string(shard.count(expected)) + " " +
              unit + ")";
    }
    if (parts > kMostNamed) text += " and " + std::to_string(parts - kMostNamed) + " more";
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
  return base::fail(lacking +
                    ": not done yet or not among the files; gougi merge --partial puts together "
                    "what there is");
}

base::Result<void> put_in_place(const fs::path& draft, const fs::path& to) {
  std::error_code error;
  fs::rename(draft, to, error);
  if (!error) return {};
  return base::fail(base::to_utf8(to) + ": cannot be written");
}

base::Result<Merged> copy_games(match::Store& out, std::vector<MatchPart>& parts,
                                const WholeMatch& whole, bool partial) {
  std::vector<match::Store*> stores;
  for (MatchPart& part : parts) stores.push_back(&part.store);
  match::GamesInOrder games(stores);
  std::optional<match::TestInOrder> test;
  if (whole.sprt) test.emplace(*whole.sprt);
  Inventory inventory(division(parts, [](const MatchPart& part) { return part.part.shard; }));
  Merged merged;
  std::uint64_t half = 1;  // pairs of which one game is there
  for (auto there = games.next(); !there || *there; there = games.next()) {
    if (!there) return tl::unexpected(there.error());
    const match::GameHead& game = games.row().head();
    const MatchPart& part = parts[games.store()];
    const std::uint64_t pair = game.number / 2;
    if (game.number >= whole.games || !part.part.shard.has(pair)) {
      return base::fail(base::to_utf8(part.file) + ": game " + std::to_string(game.number) +
                        " is not of part " + base::to_text(part.part.shard));
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
    return missing(inventory.lacking(merged.expected / 2, "pairs"));
  }
  return merged;
}

}  // namespace

base::Result<Merged> merge_matches(const fs::path& to, std::vector<MatchPart>& parts,
                                   const WholeMatch& whole, bool partial) {
  const fs::path draft = base::draft_of(to);
  std::error_code ignored;
  fs::remove(draft, ignored);
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
    if (auto placed = put_in_place(draft, to); !placed) merged = tl::unexpected(placed.error());
  }
  if (!merged) {
    for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
      fs::path file = draft;
      fs::remove(file += ending, ignored);
    }
  }
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
    std::string lacking = expected ? inventory.lacking(*expected, "units") : std::string();
    if (lacking.empty()) lacking = "no part says that it is done";
    return tl::unexpected(missing(lacking).value());
  }
  return merged;
}

base::Result<Merged> merge_rows(const fs::path& to, std::vector<RowPart>& parts, bool partial) {
  const Frame frame = parts.front().rows.frame();
  const fs::path draft = base::draft_of(to);
  std::ofstream out(draft, std::ios::binary);
  bool is_first = true;
  auto merged = for_each_row(parts, partial, [&](RowFile::Row&& row) -> base::Result<void> {
    out << (is_first ? frame.head : frame.between) << row.text;
    is_first = false;
    if (!out) return base::fail(base::to_utf8(to) + ": cannot be written to its end");
    return {};
  });
  out << (is_first ? frame.alone : frame.foot);
  out.close();
  if (merged && !out) {
    merged = base::fail(base::to_utf8(to) + ": cannot be written to its end");
  }
  if (merged) {
    if (auto placed = put_in_place(draft, to); !placed) merged = tl::unexpected(placed.error());
  }
  if (!merged) {
    std::error_code ignored;
    fs::remove(draft, ignored);
  }
  return merged;
}

}  // namespace gougi::farm
