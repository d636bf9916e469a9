// SPDX-License-Identifier: MIT
#include "learn/teacher_parts.hpp"

#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "io/file_lock.hpp"
#include "learn/known_positions.hpp"
#include "learn/teacher_file.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPart = " part ";

struct OpenPart {
  TeacherJournal journal;
  TeacherReader positions;
};

/// The parts by their numbers, and what they have in common.
struct AllParts {
  std::map<std::uint64_t, OpenPart> parts;
  TeacherPart first;
  std::string settings;
  std::uint64_t doubles = 0;
};

std::uint64_t games_in(const fs::path& file) {
  auto journal = TeacherJournal::open(file);
  std::uint64_t games = 0;
  while (journal && journal->next()) ++games;
  return games;
}

base::Result<AllParts> open_parts(std::span<const fs::path> files) {
  AllParts all;
  std::map<std::uint64_t, fs::path> taken;
  for (const fs::path& file : files) {
    const std::string name = base::to_utf8(file);
    auto journal = TeacherJournal::open(file);
    if (!journal) return tl::unexpected(journal.error());
    std::string settings = journal->settings();
    const auto part = take_part(settings);
    if (!part)
      return base::fail(base::say({"{0}: is no part; it was begun without --shard",
                                   "{0}: 部分ではありません(--shard なしで始めたものです)"},
                                  name));
    if (all.parts.empty()) {
      all.first = *part;
      all.settings = settings;
    }
    if (settings != all.settings || part->games != all.first.games) {
      return base::fail(base::say(
          {"{0}: is of another job: it has {1}, {2} games; the first file has {3}, {4} games",
           "{0}: 別の作業のものです。これは {1}、{2}局、最初のファイルは {3}、{4}局"},
          name, base::printable(settings, 200), part->games, base::printable(all.settings, 200),
          all.first.games));
    }
    if (part->job != all.first.job) {
      return base::fail(base::say({"{0}: is of another job: its openings, book, network or version "
                                   "of gougi are not those of the first file",
                                   "{0}: 別の作業のものです。開始局面・定跡・評価関数・gougi "
                                   "のバージョンのどれかが最初のファイルと違います"},
                                  name));
    }
    if (part->shard.of != all.first.shard.of) {
      return base::fail(base::say({"{0}: is part {1}; the first file is one of {2}",
                                   "{0}: 部分 {1} です。最初のファイルは {2} 分割のものです"},
                                  name, base::to_text(part->shard), all.first.shard.of));
    }
    // Of a part that was begun twice the file that has come further, or the first.
    const auto there = taken.find(part->shard.part);
    if (there != taken.end()) {
      ++all.doubles;
      if (games_in(file) <= games_in(there->second)) continue;
      all.parts.erase(part->shard.part);
    }
    taken[part->shard.part] = file;
    auto positions = TeacherReader::open(file);
    if (!positions) return tl::unexpected(positions.error());
    all.parts.emplace(part->shard.part, OpenPart{std::move(*journal), std::move(*positions)});
  }
  return all;
}

base::Result<MergedTeachers> write_all(AllParts& all, TeacherFile& out, bool partial,
                                       const base::Progress& progress) {
  const bool keeps = keeps_duplicates(all.settings);
  KnownPositions known;
  MergedTeachers merged;
  merged.doubles = all.doubles;
  std::vector<TeacherPosition> game;
  for (; merged.games < all.first.games; ++merged.games) {
    const base::Shard shard{merged.games % all.first.shard.of, all.first.shard.of};
    const auto part = all.parts.find(shard.part);
    const auto count = part == all.parts.end() ? std::nullopt : part->second.journal.next();
    if (!count && partial) return merged;
    if (progress && !progress(merged.games, all.first.games))
      return base::fail(
          base::say({"interrupted; nothing was written", "中断したため、何も書いていません"}));
    if (!count) {
      return base::fail(base::say(
          {"game {0} is missing: part {1} {2}; gougi merge --partial puts together what comes "
           "before",
           "対局 {0} がありません。部分 {1} {2}。gougi merge --partial ならその前までをまとめます"},
          merged.games + 1, base::to_text(shard),
          part == all.parts.end() ? base::say({"is not among the files", "のファイルがありません"})
                                  : base::say({"is not done yet", "はまだ終わっていません"})));
    }
    game.clear();
    for (std::uint64_t i = 0; i < *count; ++i) {
      TeacherPosition position;
      if (!part->second.positions.next(position)) {
        const std::string& why = part->second.positions.error();
        return base::fail(!why.empty()
                              ? why
                              : base::say({"part {0} has fewer positions than its journal says",
                                           "部分 {0} の局面が記録より少なくなっています"},
                                          base::to_text(shard)));
      }
      if (keeps || known.add(position.position)) game.push_back(position);
    }
    if (auto written = out.append(game); !written) return tl::unexpected(written.error());
    merged.positions += game.size();
  }
  return merged;
}

}  // namespace

std::string part_in_words(const TeacherPart& part) {
  return std::string(kPart) + base::to_text(part.shard) + " of " + std::to_string(part.games) +
         " games " + part.job;
}

std::optional<TeacherPart> take_part(std::string& settings) {
  const std::size_t at = settings.rfind(kPart);
  if (at == std::string::npos) return std::nullopt;
  const auto words = base::split_words(std::string_view(settings).substr(at));
  if (words.size() != 6 || words[2] != "of" || words[4] != "games") return std::nullopt;
  const auto shard = base::parse_shard(words[1]);
  const auto games = base::to_int(words[3]);
  if (!shard || !games || *games < 1) return std::nullopt;
  TeacherPart part{*shard, static_cast<std::uint64_t>(*games), std::string(words[5])};
  settings.resize(at);
  return part;
}

bool keeps_duplicates(std::string_view settings) {
  return settings.find(" duplicates 1 ") != std::string_view::npos;
}

base::Result<MergedTeachers> merge_teacher_parts(std::span<const fs::path> files,
                                                 const fs::path& to, bool partial,
                                                 const base::Progress& progress) {
  if (auto place = base::check_replaceable(to, files); !place) {
    return tl::unexpected(place.error());
  }
  for (const fs::path& file : files) {
    std::error_code ignored;
    if (!fs::equivalent(file, to, ignored)) continue;
    return base::fail(
        base::say({"{0}: is a part itself; the new file wants another name",
                   "{0}: これ自体が部分です。新しいファイルには別の名前をつけてください"},
                  base::to_utf8(to)));
  }
  // Who goes on with the file holds its lock, and would write on into a file without a name.
  std::optional<io::FileLock> lock(std::in_place, to);
  if (lock->is_refused()) return TeacherFile::in_use(to);
  auto all = open_parts(files);
  if (!all) return tl::unexpected(all.error());
  const fs::path draft = base::draft_of(to);
  const fs::path journal = TeacherFile::journal_of(draft);
  std::error_code error;
  const auto clear = [&] {
    fs::remove(draft, error);
    fs::remove(journal, error);
  };
  clear();
  auto out = TeacherFile::open(draft, all->settings, std::uint64_t{1} << 40U);
  if (!out) return tl::unexpected(out.error());
  auto merged = write_all(*all, **out, partial, progress);
  out->reset();
  if (!merged) {
    clear();
    return merged;
  }
  if (!lock->is_held()) lock.emplace(to);  // it may have been begun since
  if (lock->is_refused()) {
    clear();
    return TeacherFile::in_use(to);
  }
  // The journal comes first: where a merge was killed there, it is that of more.
  const auto loses = [&](const fs::path& news, const fs::path& olds) {
    return fs::exists(olds, error) && !base::begins_as(news, olds);
  };
  const fs::path new_journal = TeacherFile::journal_of(to);
  for (const auto& [news, olds] : {std::pair(draft, to), std::pair(journal, new_journal)}) {
    if (!loses(news, olds)) continue;
    clear();
    return base::would_lose(olds);
  }
  // On Windows whoever has the file open keeps it from being replaced, also who has locked it.
  if (fs::path::preferred_separator == '\\') lock.reset();
  error.clear();
  base::rename(journal, new_journal, error);
  if (!error) base::rename(draft, to, error);
  if (error) {
    clear();
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to)));
  }
  return merged;
}

}  // namespace gougi::learn
