// SPDX-License-Identifier: MIT
#include "tools/merge_command.hpp"

#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
#include "farm/merge.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_parts.hpp"
#include "match/schedule.hpp"
#include "tools/analysis_job.hpp"
#include "tools/book_part.hpp"
#include "tools/match_memory.hpp"
#include "tools/mate_rows.hpp"
#include "tools/output_place.hpp"
#include "tools/output_turn.hpp"
#include "tools/tune_part.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr base::Text kOnlyOfAnalyses{"--problems is for parts of gougi analyse",
                                     "--problems は gougi analyse の部分だけに使えます"};

struct MergeWords {
  std::string to;
  std::vector<std::string> parts;
  bool partial = false;
  std::string problems;  ///< a folder
};

enum class PartKind { kNone, kMatch, kRows, kTeachers };

// By the journal beside it, or the mark that SQLite keeps in a file's head.
PartKind kind_of(const fs::path& file) {
  constexpr std::size_t kMarkAt = 68;
  if (learn::TeacherJournal::open(file)) return PartKind::kTeachers;
  auto stream = base::open_to_read(file);
  if (!stream) return PartKind::kNone;
  std::array<char, kMarkAt + 4> head{};
  stream->read(head.data(), head.size());
  const std::string_view text(head.data(), head.size());
  if (!*stream || !text.starts_with("SQLite format 3")) return PartKind::kNone;
  if (text.substr(kMarkAt) == "goug") return PartKind::kMatch;
  return text.substr(kMarkAt) == "goup" ? PartKind::kRows : PartKind::kNone;
}

bool is_teacher_part(const fs::path& file) {
  const auto journal = learn::TeacherJournal::open(file);
  std::string settings = journal ? journal->settings() : std::string();
  return learn::take_part(settings).has_value();
}

int complain_of_merge(const std::string& what, int code = cli::kFailed) {
  std::cerr << "gougi merge: " << what << '\n';
  return code;
}

/// One of something, and several.
struct Unit {
  base::Text one;
  base::Text several;
};
constexpr Unit kMergedGames{{"{0} game", "{0}局"}, {"{0} games", "{0}局"}};
constexpr Unit kUnits{{"{0} unit", "{0}件"}, {"{0} units", "{0}件"}};
constexpr Unit kPairsOfGames{{"{0} pair of games", "{0}組の対局"},
                             {"{0} pairs of games", "{0}組の対局"}};
constexpr Unit kTeacherPositions{{"{0} position", "{0}局面"}, {"{0} positions", "{0}局面"}};
constexpr Unit kTeacherFiles{{"{0} file", "{0} ファイル"}, {"{0} files", "{0} ファイル"}};

std::string counted(std::uint64_t count, const Unit& unit) {
  return base::say(count == 1 ? unit.one : unit.several, count);
}

void tell(const std::string& to, const farm::Merged& merged, const Unit& unit) {
  std::cout << to << ": " << counted(merged.units, unit);
  if (merged.units < merged.expected) {
    std::cout << base::say({" of {0}", "(全 {0})"}, merged.expected);
  }
  if (merged.deciding_pair) {
    std::cout << base::say({"; the test was decided by pair {0}", "。検定は第{0}組で決まりました"},
                           *merged.deciding_pair + 1);
  }
  if (merged.too_late > 0) {
    std::cout << base::say({"; {0} after that left out", "。その後の {0}は除きました"},
                           counted(merged.too_late, unit));
  }
  std::cout << std::endl;
  if (merged.doubles == 0) return;
  const std::string doubles = counted(merged.doubles, unit);
  std::cerr << "gougi merge: "
            << (merged.doubles == 1 ? base::say({"{0} was in several parts; each counts once",
                                                 "{0}が複数の部分にありました。1回だけ数えます"},
                                                doubles)
                                    : base::say({"{0} were in several parts; each counts once",
                                                 "{0}が複数の部分にありました。1回ずつ数えます"},
                                                doubles));
  if (merged.differing > 0) {
    std::cerr << base::say(
        {", and of {0}, which differ, the first", "。内容の異なる {0} は最初のものを使います"},
        merged.differing);
  }
  std::cerr << '\n';
}

base::Result<void> check_job(const farm::Job& first, const std::string& first_name,
                             const farm::Job& other, const std::string& name) {
  const auto same = farm::check_same_job(first, other);
  if (same) return {};
  return base::fail(base::say({"{0}: {1} in {2}", "{0}: {1}({2} と比べて)"}, name,
                              same.error().message, first_name));
}

/// What of a job is there under the new file's name is not to be lost; a match's is looked at when
/// it is read.
base::Result<void> check_new_file(const MergeWords& words, PartKind kind) {
  const fs::path to = base::path_from_utf8(words.to);
  std::error_code ignored;
  if (!fs::exists(to, ignored)) return {};
  const PartKind there = kind_of(to);
  if (there == PartKind::kRows || (there == PartKind::kTeachers && is_teacher_part(to))) {
    return base::fail(base::say({"{0}: is a part itself; the first word is the file to be made",
                                 "{0}: これ自体が部分です。最初には作るファイルを書きます"},
                                words.to));
  }
  if (there == PartKind::kNone || there == kind) return {};
  return base::fail(
      base::say({"{0}: is of another job than {1}", "{0}: {1} とは別の作業のものです"}, words.to,
                words.parts.front()));
}

int merge_matches(const MergeWords& words) {
  std::vector<farm::MatchPart> parts;
  std::optional<MatchMemory> memory;
  std::vector<std::string> names = words.parts;
  std::error_code ignored;
  const fs::path to = base::path_from_utf8(words.to);
  // What was put together before counts as a part of all.
  if (fs::exists(to, ignored)) names.insert(names.begin(), words.to);
  for (const std::string& name : names) {
    auto store = match::Store::open_to_read(base::path_from_utf8(name));
    if (!store) return complain_of_merge(store.error().message);
    auto read = MatchMemory::read(*store);
    if (!read) return complain_of_merge(read.error().message);
    auto part = read->part();
    if (!part) return complain_of_merge(name + ": " + part.error().message);
    if (!*part)
      return complain_of_merge(base::say({"{0}: is no part; it was begun without --shard",
                                          "{0}: 部分ではありません(--shard なしで始めたものです)"},
                                         name));
    if (&name == names.data() && names.size() > words.parts.size() && (*part)->shard.of > 1) {
      return complain_of_merge(
          base::say({"{0}: is part {1} itself; the first word is the file to be made",
                     "{0}: これ自体が部分 {1} です。最初には作るファイルを書きます"},
                    name, base::to_text((*part)->shard)));
    }
    if (!parts.empty()) {
      const auto same = check_job(parts.front().part.job, names.front(), (*part)->job, name);
      if (!same) return complain_of_merge(same.error().message);
    }
    if (!memory) memory = std::move(*read);
    parts.push_back({base::path_from_utf8(name), std::move(*store), std::move(**part)});
  }
  const auto order = memory->order();
  if (!order) return complain_of_merge(names.front() + ": " + order.error().message);
  const auto schedule = match::Schedule::make({order->engines.size(), order->format, order->games});
  const auto identity = farm::identity_of(parts.front().part.job);
  if (!schedule) return complain_of_merge(names.front() + ": " + schedule.error().message);
  if (!identity) return complain_of_merge(identity.error().message);
  const auto merged = farm::merge_matches(
      to, parts, {schedule->size(), order->sprt, memory->texts_of_whole(*identity)}, words.partial);
  if (!merged) return complain_of_merge(merged.error().message, cli::kFailed);
  tell(words.to, *merged, kMergedGames);
  return 0;
}

int merge_rows(const MergeWords& words) {
  const fs::path to = base::path_from_utf8(words.to);
  std::vector<farm::RowPart> parts;
  for (const std::string& name : words.parts) {
    auto rows = farm::RowFile::open_to_read(base::path_from_utf8(name));
    if (!rows) return complain_of_merge(rows.error().message);
    if (!parts.empty()) {
      const auto same =
          check_job(parts.front().rows.part().job, words.parts.front(), rows->part().job, name);
      if (!same) return complain_of_merge(same.error().message);
    }
    parts.push_back({base::path_from_utf8(name), std::move(*rows)});
  }
  const std::string kind = parts.front().rows.part().job.kind;
  const bool is_analysis = kind == kAnalysis;
  if (!is_analysis && !words.problems.empty())
    return complain_of_merge(said(kOnlyOfAnalyses), cli::kWrongUsage);
  const auto problems =
      words.problems.empty() ? std::nullopt : std::optional(base::path_from_utf8(words.problems));
  const Unit& unit = is_analysis          ? kMergedGames
                     : kind == kBookThink ? kTeacherPositions
                     : kind == kTuneJob   ? kPairsOfGames
                                          : kUnits;
  cli::LongWork work;
  const UnitsDone progress = [&](std::uint64_t units) {
    return work.goes_on([&] { return counted(units, unit); });
  };
  const auto merged = work.run([&] {
    return is_analysis          ? merge_analyses(to, parts, words.partial, problems, progress)
           : kind == kBookThink ? merge_books(to, parts, words.partial, progress)
           : kind == kTuneJob
               ? merge_tuning(to, parts, words.partial)
               : farm::merge_rows(to, parts, words.partial,
                                  kind == kMateSolveJob ? &without_seconds : nullptr);
  });
  if (!merged) return complain_of_merge(merged.error().message, work.exit_code());
  tell(words.to, *merged, unit);
  return 0;
}

int merge_teachers(const MergeWords& words) {
  std::vector<fs::path> files;
  for (const std::string& name : words.parts) files.push_back(base::path_from_utf8(name));
  cli::LongWork work;
  const auto merged = work.run([&] {
    return learn::merge_teacher_parts(files, base::path_from_utf8(words.to), words.partial,
                                      work.progress());
  });
  if (!merged) return complain_of_merge(merged.error().message, work.exit_code());
  std::cout << base::say({"{0}: {1} of {2}", "{0}: {2}、{1}"}, words.to,
                         counted(merged->positions, kTeacherPositions),
                         counted(merged->games, kMergedGames))
            << std::endl;
  if (merged->doubles > 0) {
    std::cerr << "gougi merge: "
              << base::say({"{0} of a part that was there already; each part counts once",
                            "同じ部分がもう1つある {0}は数えません"},
                           counted(merged->doubles, kTeacherFiles))
              << "\n";
  }
  return 0;
}

}  // namespace

int merge_command(const std::vector<std::string>& arguments) {
  MergeWords words;
  cli::App app(
      {"Puts parts of a job (--shard) together: one file, of gougi analyse a folder, as an "
       "undivided "
       "run makes it. A match's file can be put together again when there are more parts.",
       "分けて行った作業(--shard)の部分を、分けずに行ったのと同じ1つのファイル(gougi analyse "
       "ではフォルダ)にまとめます。対局のファイルは、部分が増えたらまとめ直せます。"},
      "gougi merge");
  app.add_option("OUT", words.to, said({"what is to be made", "作るファイル"}))
      ->required()
      ->type_name("FILE");
  app.add_option("PART", words.parts,
                 said({"the parts' files, all of one job", "部分のファイル(すべて同じ作業のもの)"}))
      ->required()
      ->type_name("FILE");
  app.add_flag("--partial", words.partial,
               said({"also if parts are missing or not done",
                     "足りない部分や終わっていない部分があってもまとめる"}));
  app.add_option("--problems", words.problems,
                 said({"of gougi analyse: folder for the positions of blunders and the mates "
                       "missed, with solutions",
                       "gougi analyse "
                       "の部分なら、大悪手を指した局面と逃した詰みを解答つきで書き出すフォルダ"}))
      ->type_name("DIR");
  if (const auto exit_code = cli::parse_words(app, arguments)) return *exit_code;
  std::optional<PartKind> kind;
  for (const std::string& name : words.parts) {
    std::error_code ignored;
    if (!fs::exists(base::path_from_utf8(name), ignored)) {
      return complain_of_merge(base::say({"{0}: no such file", "{0}: ファイルがありません"}, name));
    }
    const PartKind its = kind_of(base::path_from_utf8(name));
    if (its == PartKind::kNone) {
      return complain_of_merge(base::say({"{0}: is no part of a job that gougi did with --shard",
                                          "{0}: gougi が --shard で行った作業の部分ではありません"},
                                         name));
    }
    if (kind && *kind != its) {
      return complain_of_merge(
          base::say({"{0}: is of another job than {1}", "{0}: {1} とは別の作業のものです"}, name,
                    words.parts.front()));
    }
    kind = its;
  }
  if (*kind != PartKind::kRows && !words.problems.empty()) {
    return complain_of_merge(said(kOnlyOfAnalyses), cli::kWrongUsage);
  }
  if (!words.problems.empty() &&
      is_same_place(base::path_from_utf8(words.problems), base::path_from_utf8(words.to))) {
    return complain_of_merge(
        base::say({"--problems: {0} is what the games go to; give another folder",
                   "--problems: {0} は対局の結果のフォルダです。別のフォルダにしてください"},
                  words.problems),
        cli::kWrongUsage);
  }
  if (auto fine = check_new_file(words, *kind); !fine) {
    return complain_of_merge(fine.error().message);
  }
  const OutputTurn turn(base::path_from_utf8(words.to));
  if (turn.is_refused()) {
    return complain_of_merge(
        base::say({"{0}: another gougi merge is making it; nothing was written",
                   "{0}: 別の gougi merge が作っています。何も書いていません"},
                  words.to));
  }
  if (*kind == PartKind::kTeachers) return merge_teachers(words);
  return *kind == PartKind::kMatch ? merge_matches(words) : merge_rows(words);
}

}  // namespace gougi::tools
