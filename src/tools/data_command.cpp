// SPDX-License-Identifier: MIT
#include "tools/data_command.hpp"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "farm/data_index.hpp"
#include "io/sha256.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_sets.hpp"
#include "tools/parsed_words.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr const char* kPositions = "positions";
constexpr const char* kDecisions = "decisions";

struct DataOrder {
  std::string index;
  std::vector<std::string> files;
  std::string to;
  std::uint64_t seed = 1;
  std::uint64_t megabytes = 1024;
};

int complain_of_data(const std::string& what) {
  std::cerr << "gougi data: " << what << '\n';
  return cli::kFailed;
}

base::Result<std::uint64_t> count_lines(const fs::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  const auto count = std::count(std::istreambuf_iterator<char>(*stream), {}, '\n');
  return static_cast<std::uint64_t>(count);
}

/// What the file holds now.
base::Result<farm::DataFile> look_at(const fs::path& path) {
  farm::DataFile file;
  std::error_code error;
  file.path = base::to_utf8(fs::absolute(path, error));
  auto hash = io::sha256_of_file(path);
  if (!hash) return tl::unexpected(hash.error());
  file.sha256 = std::move(*hash);
  file.bytes = fs::file_size(path, error);
  if (path.extension() == ".jsonl") {
    const auto lines = count_lines(path);
    if (!lines) return tl::unexpected(lines.error());
    file.kind = kDecisions;
    file.records = *lines;
    return file;
  }
  const auto reader = learn::TeacherReader::open(path);
  if (!reader) return tl::unexpected(reader.error());
  file.kind = kPositions;
  file.records = reader->count();
  if (const auto journal = learn::TeacherJournal::open(path)) file.origin = journal->settings();
  return file;
}

std::string unit_of(const farm::DataFile& file) {
  if (file.kind == kPositions) return said({"positions", "局面"});
  return file.kind == kDecisions ? said({"decisions", "決定"}) : file.kind;
}

std::string counted(const farm::DataFile& file) {
  return std::to_string(file.records) + " " + unit_of(file);
}

int add_files(const DataOrder& order) {
  auto index = farm::DataIndex::open(base::path_from_utf8(order.index));
  if (!index) return complain_of_data(index.error().message);
  for (const std::string& name : order.files) {
    const auto file = look_at(base::path_from_utf8(name));
    if (!file) return complain_of_data(file.error().message);
    if (const auto added = index->add(*file); !added) {
      return complain_of_data(added.error().message);
    }
    std::cout << name << ": " << counted(*file) << std::endl;
  }
  return 0;
}

int list_files(const std::vector<farm::DataFile>& files) {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  for (const farm::DataFile& file : files) {
    std::cout << std::setw(14) << file.records << ' ' << unit_of(file) << "  "
              << file.sha256.substr(0, 16) << "  " << base::printable(file.path, 4096) << '\n';
    if (!file.origin.empty()) {
      std::cout << std::string(15, ' ') << base::printable(file.origin, 1000) << '\n';
    }
    records += file.records;
    bytes += file.bytes;
  }
  std::cout << base::say({"{0:14} in {1} files, {2} MB", "{0:14} {1} ファイル、{2} MB"}, records,
                         files.size(), bytes / 1'000'000)
            << std::endl;
  return 0;
}

int verify_files(const std::vector<farm::DataFile>& files) {
  int bad = 0;
  const auto report = [&bad](const farm::DataFile& file, const std::string& what) {
    ++bad;
    std::cout << base::printable(file.path, 4096) << ": " << what << std::endl;
  };
  for (const farm::DataFile& file : files) {
    const fs::path path = base::path_from_utf8(file.path);
    const auto now = look_at(path);
    std::error_code ignored;
    if (!now && fs::exists(path, ignored)) {
      report(file, base::say({"has changed: {0}", "変わっています: {0}"}, now.error().message));
    } else if (!now) {
      report(file, base::say({"is not there any more", "なくなっています"}));
    } else if (now->sha256 != file.sha256) {
      report(
          file,
          base::say({"has changed: {0} {1} instead of {2}; gougi data add takes it as it is now",
                     "変わっています: {2} でなく {0} {1}。gougi data add で今の内容を登録できます"},
                    now->records, unit_of(file), file.records));
    }
  }
  std::cout << base::say({"{0} of {1} files are as they were",
                          "{1} ファイルのうち {0} は変わっていません"},
                         files.size() - static_cast<std::size_t>(bad), files.size())
            << std::endl;
  return bad == 0 ? 0 : 1;
}

int shuffle_files(const DataOrder& order, const std::vector<farm::DataFile>& files) {
  std::vector<fs::path> paths;
  for (const farm::DataFile& file : files) {
    if (file.kind != kPositions) continue;
    const fs::path path = base::path_from_utf8(file.path);
    std::error_code error;
    if (const auto bytes = fs::file_size(path, error); error || bytes != file.bytes) {
      return complain_of_data(
          base::say({"{0}: is not what it was; gougi data verify says more",
                     "{0}: 変わっています。gougi data verify で詳しくわかります"},
                    file.path));
    }
    paths.push_back(path);
  }
  if (paths.empty())
    return complain_of_data(
        base::say({"{0}: lists no teacher positions", "{0}: 教師局面がありません"}, order.index));
  const auto count =
      learn::shuffle_teachers(paths, base::path_from_utf8(order.to),
                              {order.seed, order.megabytes * (std::uint64_t{1} << 20U)});
  if (!count) return complain_of_data(count.error().message);
  std::cout << base::say({"{0}: {1} positions of {2} files", "{0}: {2} ファイルの {1}局面"},
                         order.to, *count, paths.size())
            << std::endl;
  return 0;
}

}  // namespace

int data_command(const std::vector<std::string>& words) {
  DataOrder order;
  cli::App app(
      {"An index of files of teacher positions (gougi selfplay) and of decisions (.jsonl): what "
       "there is, whether it is still what it was, and all positions in one file in another order.",
       "教師局面(gougi "
       "selfplay)と決定の記録(.jsonl)"
       "のファイルの目録。何があるか、変わっていないかを調べ、全局面を別の順で1つのファイルにします"
       "。"},
      "gougi data");
  app.group(said({"Subcommands", "コマンド"}));
  app.require_subcommand(1);
  const auto task = [&](const char* name, const std::string& what) {
    CLI::App& one = *app.add_subcommand(name, what);
    cli::declare_language(one);
    cli::declare_version(one, "gougi " + std::string(base::kVersion));
    one.add_option("INDEX", order.index,
                   said({"the index, an SQLite file", "目録(SQLite のファイル)"}))
        ->required()
        ->type_name("FILE");
    return &one;
  };
  CLI::App& add = *task("add", said({"put files into the index, which is made where there is none",
                                     "ファイルを目録に加える。目録がなければ作る"}));
  add.add_option(
         "FILE", order.files,
         said({"teacher positions, or decisions (.jsonl)", "教師局面か、決定の記録(.jsonl)"}))
      ->required()
      ->type_name("FILE");
  CLI::App& list = *task("list", said({"what is in the index", "目録の中身"}));
  CLI::App& verify = *task("verify", said({"whether the files are what they were, by their hashes",
                                           "ファイルが変わっていないかをハッシュで確かめる"}));
  CLI::App& shuffle = *task(
      "shuffle", said({"all teacher positions in one file, in an order that depends on the seed",
                       "全部の教師局面を1つのファイルに、種で決まる順で書く"}));
  shuffle.add_option("OUT", order.to, said({"the new file", "新しいファイル"}))
      ->required()
      ->type_name("FILE");
  shuffle.add_option("--seed", order.seed, said({"of the order", "順番の乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  shuffle
      .add_option("--memory", order.megabytes,
                  said({"MB of positions in memory at a time", "一度にメモリに置く局面(MB)"}))
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  if (add) return add_files(order);
  auto index = farm::DataIndex::open_to_read(base::path_from_utf8(order.index));
  if (!index) return complain_of_data(index.error().message);
  const auto files = index->files();
  if (!files) return complain_of_data(files.error().message);
  if (list) return list_files(*files);
  return verify ? verify_files(*files) : shuffle_files(order, *files);
}

}  // namespace gougi::tools
