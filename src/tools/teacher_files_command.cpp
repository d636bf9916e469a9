// SPDX-License-Identifier: MIT
#include "tools/teacher_files_command.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include "base/closest.hpp"
#include "base/counted.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "cli/app.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_sets.hpp"
#include "learn/teacher_summary.hpp"
#include "tools/output_place.hpp"
#include "tools/parsed_words.hpp"
#include "tools/teacher_page.hpp"

namespace gougi::tools {
namespace {

using base::said;

namespace fs = std::filesystem;

constexpr const char* kStat = "gougi selfplay stat";

int complain_of_files(const std::string& what) {
  std::cerr << "gougi selfplay: " << what << '\n';
  return 1;
}

std::vector<fs::path> paths_of(const std::vector<std::string>& names) {
  std::vector<fs::path> paths;
  for (const std::string& name : names) paths.push_back(base::path_from_utf8(name));
  return paths;
}

std::string no_position(const fs::path& file) {
  return base::say({"{0}: holds no position", "{0}: 局面がありません"}, base::to_utf8(file));
}

// What is of no bytes was meant to be another file, or has gone wrong.
std::optional<fs::path> empty_file(const std::vector<std::string>& names) {
  const auto files = paths_of(names);
  const auto empty = std::ranges::find_if(files, [](const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) == 0;
  });
  return empty == files.end() ? std::nullopt : std::optional(*empty);
}

int stat_command(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  std::string report;
  cli::App app({"What files of teacher positions hold: counts, scores, results, plies.",
                "教師局面のファイルの中身を調べます(局面数、評価値、勝敗、手数)。"},
               "gougi selfplay stat");
  app.add_option("FILE", files, said({"teacher positions", "教師局面"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--report", report, said({"write it as an HTML page, too", "HTML のページも書く"}))
      ->type_name("FILE.html");
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  const fs::path page = base::path_from_utf8(report);
  if (!report.empty()) {
    if (auto place = check_output_page(page, paths_of(files), kStat); !place) {
      return complain_of_files(place.error().message);
    }
  }
  learn::TeacherSummary summary;
  for (const fs::path& file : paths_of(files)) {
    auto reader = learn::TeacherReader::open(file);
    if (!reader) return complain_of_files(reader.error().message);
    learn::TeacherPosition teacher;
    bool is_empty = true;
    for (; reader->next_position(teacher); is_empty = false) summary.add(teacher);
    if (!reader->error().empty()) return complain_of_files(reader->error());
    if (is_empty) return complain_of_files(no_position(file));
  }
  std::cout << summary.text();
  if (report.empty()) return 0;
  std::ofstream out(page, std::ios::binary);
  out << marked_page(teacher_html(summary), kStat);
  out.close();
  return out ? 0
             : complain_of_files(base::say({"{0}: cannot be written", "{0}: 書けません"}, report));
}

void tell_positions(const std::string& file, std::uint64_t count) {
  std::cerr << file << ": "
            << base::counted(count, {"{0} position\n", "{0}局面\n"},
                             {"{0} positions\n", "{0}局面\n"});
}

int tell_written(const base::Result<std::uint64_t>& count, const std::string& to,
                 const cli::LongWork& work) {
  if (!count) {
    complain_of_files(count.error().message);
    return work.exit_code();
  }
  tell_positions(to, *count);
  return 0;
}

int merge_teacher_files(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  std::string to;
  cli::App app({"All positions of some files in one, one file behind another.",
                "いくつかのファイルを順につないで1つにします。"},
               "gougi selfplay merge");
  app.add_option("FILE", files, said({"teacher positions", "教師局面"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--out", to, said({"the new file", "新しいファイル"}))
      ->required()
      ->type_name("FILE");
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  if (const auto empty = empty_file(files)) return complain_of_files(no_position(*empty));
  cli::LongWork work;
  const auto merged = work.run([&] {
    return learn::merge_teachers(paths_of(files), base::path_from_utf8(to), work.progress());
  });
  return tell_written(merged, to, work);
}

int shuffle_command(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  std::string to;
  learn::Shuffling how;
  std::uint64_t megabytes = how.memory >> 20U;
  cli::App app(
      {"The positions of some files in an order of chance. Files larger than --memory go through "
       "parts beside the new one.",
       "いくつかのファイルの局面をランダムな順に並べ替えます。--memory "
       "より大きければ、新しいファイルの隣に一時ファイルを作ります。"},
      "gougi selfplay shuffle");
  app.add_option("FILE", files, said({"teacher positions", "教師局面"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--out", to, said({"the new file", "新しいファイル"}))
      ->required()
      ->type_name("FILE");
  app.add_option("--seed", how.seed, said({"of the order", "順番の乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--memory", megabytes, said({"MiB that may be taken", "使うメモリ(MiB)"}))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20U))
      ->capture_default_str();
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  if (const auto empty = empty_file(files)) return complain_of_files(no_position(*empty));
  how.memory = megabytes << 20U;
  cli::LongWork work;
  const auto shuffled = work.run([&] {
    return learn::shuffle_teachers(paths_of(files), base::path_from_utf8(to), how, work.progress());
  });
  return tell_written(shuffled, to, work);
}

int split_command(const std::vector<std::string>& words) {
  std::string file;
  std::string first;
  std::string second;
  double percent = 95.0;
  std::uint64_t positions = 0;
  cli::App app({"One file as two, cut at the end of a game.",
                "1つのファイルを、対局の切れ目で2つに分けます。"},
               "gougi selfplay split");
  app.add_option("FILE", file, said({"teacher positions", "教師局面"}))
      ->required()
      ->type_name("FILE");
  app.add_option("FIRST", first, said({"the new file of what comes first", "前半の新しいファイル"}))
      ->required()
      ->type_name("FILE");
  app.add_option("SECOND", second, said({"the new file of the rest", "残りの新しいファイル"}))
      ->required()
      ->type_name("FILE");
  auto* by_percent =
      app.add_option("--percent", percent,
                     said({"of the positions, into the first", "前半に入れる局面の割合"}))
          ->check(real_in(0.0, 100.0))
          ->capture_default_str();
  auto* by_number =
      app.add_option("--positions", positions,
                     said({"so many into the first, instead", "代わりに、前半に入れる局面数"}))
          ->check(whole_number());
  by_number->excludes(by_percent);
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  const fs::path from = base::path_from_utf8(file);
  if (by_number->count() == 0) {
    const auto reader = learn::TeacherReader::open(from);
    if (!reader) return complain_of_files(reader.error().message);
    positions = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(reader->count()) * percent / 100.0));
  }
  const auto split = learn::split_teachers(from, base::path_from_utf8(first),
                                           base::path_from_utf8(second), positions);
  if (!split) return complain_of_files(split.error().message);
  tell_positions(first, split->first);
  tell_positions(second, split->second);
  return 0;
}

}  // namespace

std::optional<int> teacher_files_command(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (words.front() == "stat") return stat_command(rest);
  if (words.front() == "merge") return merge_teacher_files(rest);
  if (words.front() == "shuffle") return shuffle_command(rest);
  if (words.front() == "split") return split_command(rest);
  // Otherwise a file: one that nobody would call so.
  std::error_code ignored;
  const std::vector<std::string_view> tasks{"stat", "merge", "shuffle", "split"};
  if (!base::closest(words.front(), tasks) ||
      fs::exists(base::path_from_utf8(words.front()), ignored)) {
    return std::nullopt;
  }
  complain_of_files(cli::no_such_task("gougi selfplay", words.front(), tasks));
  return cli::kWrongUsage;
}

}  // namespace gougi::tools
