// SPDX-License-Identifier: MIT
#include "tools/data_command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/random.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/shuffler.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "base/whole_file.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "cli/long_work.hpp"
#include "farm/data_index.hpp"
#include "learn/teacher_file.hpp"
#include "learn/teacher_sets.hpp"
#include "tools/data_files.hpp"
#include "tools/parsed_words.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

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

std::string unit_of(const farm::DataFile& file) {
  const bool is_one = file.records == 1;
  if (file.kind == kPositionsKind) {
    return said(is_one ? base::Text{"position", "局面"} : base::Text{"positions", "局面"});
  }
  if (file.kind != kDecisionsKind) return file.kind;
  return said(is_one ? base::Text{"decision", "決定"} : base::Text{"decisions", "決定"});
}

std::string counted(const farm::DataFile& file) {
  return std::to_string(file.records) + " " + unit_of(file);
}

/// The other name, such as a hard link's, by which the file is in the index.
std::optional<std::string> listed_name(farm::DataIndex& index, const farm::DataFile& file) {
  const auto files = index.files();
  if (!files) return std::nullopt;
  for (const farm::DataFile& each : *files) {
    if (base::is_same_file(base::path_from_utf8(each.path), base::path_from_utf8(file.path))) {
      return each.path;
    }
  }
  return std::nullopt;
}

int add_files(const DataOrder& order) {
  const fs::path place = base::path_from_utf8(order.index);
  std::optional<farm::DataIndex> index;
  // One that is not there is made once there is something for it.
  const auto open_index = [&]() -> base::Result<void> {
    auto opened = farm::DataIndex::open(place);
    if (!opened) return tl::unexpected(opened.error());
    index.emplace(std::move(*opened));
    return {};
  };
  std::error_code ignored;
  if (fs::exists(place, ignored)) {
    if (const auto opened = open_index(); !opened) return complain_of_data(opened.error().message);
  }
  for (const std::string& name : order.files) {
    auto file = data_file_at(base::path_from_utf8(name));
    if (!file) return complain_of_data(file.error().message);
    // Of decisions there may be none yet, as of a relay that has just begun.
    if (file->kind == kPositionsKind && file->records == 0) {
      return complain_of_data(base::say({"{0}: is empty", "{0}: 空です"}, name));
    }
    if (file->kind == kDecisionsKind) {
      if (const auto good = check_decisions(base::path_from_utf8(name)); !good) {
        return complain_of_data(good.error().message);
      }
    }
    if (!index) {
      if (const auto opened = open_index(); !opened) {
        return complain_of_data(opened.error().message);
      }
    }
    if (auto known = listed_name(*index, *file)) file->path = std::move(*known);
    if (const auto added = index->add(*file); !added) {
      return complain_of_data(added.error().message);
    }
    std::cout << name << ": " << counted(*file) << std::endl;
  }
  return 0;
}

std::string counted_files(std::size_t count) {
  return base::say(
      count == 1 ? base::Text{"{0} file", "{0} ファイル"} : base::Text{"{0} files", "{0} ファイル"},
      count);
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
  std::cout << base::say({"{0:14} in {1}, {2} MB", "{0:14} {1}、{2} MB"}, records,
                         counted_files(files.size()), bytes / 1'000'000)
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
    const auto now = data_file_at(path);
    std::error_code ignored;
    if (!now && fs::exists(path, ignored)) {
      report(file, base::say({"has changed: {0}", "変わっています: {0}"}, now.error().message));
    } else if (!now) {
      report(file, base::say({"is not there any more", "なくなっています"}));
    } else if (now->sha256 != file.sha256 && now->records == file.records) {
      report(file,
             base::say({"has changed: as many {0} as before, but others; gougi data add takes it "
                        "as it is now",
                        "変わっています: {0}の数は同じですが、中身が違います。gougi data add "
                        "で今の内容を登録できます"},
                       unit_of(*now)));
    } else if (now->sha256 != file.sha256) {
      report(
          file,
          base::say({"has changed: {0} {1} instead of {2}; gougi data add takes it as it is now",
                     "変わっています: {2} でなく {0} {1}。gougi data add で今の内容を登録できます"},
                    now->records, unit_of(*now), file.records));
    }
  }
  const std::size_t good = files.size() - static_cast<std::size_t>(bad);
  std::cout << base::say(good == 1 ? base::Text{"{0} of {1} is as it was",
                                                "{1}のうち {0} は変わっていません"}
                                   : base::Text{"{0} of {1} are as they were",
                                                "{1}のうち {0} は変わっていません"},
                         good, counted_files(files.size()))
            << std::endl;
  return bad == 0 ? 0 : 1;
}

/// The lines of `files`, `count` in all, in an order that depends on the seed alone.
base::Result<std::uint64_t> shuffle_lines(const std::vector<fs::path>& files, const fs::path& to,
                                          const learn::Shuffling& how, std::uint64_t count,
                                          const base::Progress& progress) {
  base::Steps steps(progress, 2 * count);  // each is read and written
  const auto given_up = [&to] {
    return base::fail(
        base::say({"{0}: interrupted, and not written", "{0}: 中断したため、書いていません"},
                  base::to_utf8(to)));
  };
  for (const fs::path& file : files) {
    if (!base::is_same_file(file, to)) continue;
    return base::fail(base::say({"{0}: is read, too; choose another name for what is made",
                                 "{0}: 読むファイルでもあります。別の名前にしてください"},
                                base::to_utf8(to)));
  }
  if (auto place = base::check_replaceable(to, files); !place) {
    return tl::unexpected(place.error());
  }
  base::Shuffler shuffler(to, how.seed, how.memory);
  for (const fs::path& file : files) {
    auto read = for_each_record(file, [&](std::string_view line) -> base::Result<void> {
      if (!steps.next()) return given_up();
      return shuffler.add(line);
    });
    if (!read) return tl::unexpected(read.error());
  }
  const auto begun = base::begin_draft(to);
  if (!begun) return tl::unexpected(begun.error());
  const fs::path& draft = *begun;
  std::ofstream out(draft, std::ios::binary | std::ios::trunc);
  auto done = shuffler.finish([&](std::string_view line) -> base::Result<void> {
    if (!steps.next()) return given_up();
    if (out << line << '\n') return {};
    return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to)));
  });
  out.close();
  std::error_code error;
  if (done && out) base::rename(draft, to, error);
  if (done && (!out || error))
    done = base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(to)));
  if (done) return shuffler.added();
  fs::remove(draft, error);
  return tl::unexpected(done.error());
}

bool holds_decisions(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const int first = stream.get();
  return first == '{' || stream.eof();
}

bool holds_teachers(const fs::path& file) {
  auto reader = learn::TeacherReader::open(file);
  learn::TeacherPosition first;
  return reader && (reader->count() == 0 || reader->next_position(first));
}

/// What files hold, whatever its order.
struct RecordSum {
  std::uint64_t records = 0;
  std::uint64_t sum = 0;  ///< of the records' hashes
  void add(std::string_view record) {
    ++records;
    sum += base::Random::of(base::fnv1a(record), 0).next();
  }
  bool operator==(const RecordSum&) const = default;
};

base::Result<RecordSum> sum_of_records(const std::vector<fs::path>& files, bool are_decisions) {
  RecordSum sum;
  for (const fs::path& file : files) {
    if (are_decisions) {
      const auto read = for_each_record(file, [&](std::string_view line) -> base::Result<void> {
        sum.add(line);
        return {};
      });
      if (!read) return tl::unexpected(read.error());
      continue;
    }
    auto reader = learn::TeacherReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    learn::TeacherPosition teacher;
    while (reader->next(teacher)) {
      std::array<std::byte, learn::kTeacherBytes> bytes{};
      learn::write_teacher(teacher, bytes);
      sum.add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    if (!reader->error().empty()) return base::fail(reader->error());
  }
  return sum;
}

/// An error where `to` is there and is not `files` in some order, as that would be lost.
base::Result<void> check_nothing_is_lost(const fs::path& to, const std::vector<fs::path>& files,
                                         bool are_decisions, std::uint64_t records) {
  std::error_code ignored;
  if (!fs::exists(to, ignored)) return {};
  const auto there = sum_of_records({to}, are_decisions);
  if (!there) return tl::unexpected(there.error());
  if (there->records == 0) return {};
  if (there->records != records) return base::would_lose(to);
  const auto news = sum_of_records(files, are_decisions);
  if (!news) return tl::unexpected(news.error());
  if (*there == *news) return {};
  return base::would_lose(to);
}

/// An error where the new file would take the place of the index, or of what was never made so.
base::Result<void> check_shuffled_place(const fs::path& index, const fs::path& to,
                                        bool are_decisions) {
  if (base::is_same_file(index, to)) {
    return base::fail(base::say({"{0}: is read, too; choose another name for what is made",
                                 "{0}: 読むファイルでもあります。別の名前にしてください"},
                                base::to_utf8(to)));
  }
  if (auto place = base::check_replaceable(to, {&index, 1}); !place) return place;
  std::error_code ignored;
  if (!fs::exists(to, ignored)) return {};
  if (are_decisions ? holds_decisions(to) : holds_teachers(to)) return {};
  return base::fail(
      are_decisions
          ? base::say({"{0}: is there already and holds no decisions; choose another name",
                       "{0}: すでにあり、決定の記録ではありません。別の名前にしてください"},
                      base::to_utf8(to))
          : base::say({"{0}: is there already and holds no teacher positions; choose another name",
                       "{0}: すでにあり、教師局面ではありません。別の名前にしてください"},
                      base::to_utf8(to)));
}

// Of positions, or of decisions where the new file's name says so.
int shuffle_files(const DataOrder& order, const std::vector<farm::DataFile>& files) {
  const fs::path to = base::path_from_utf8(order.to);
  const bool are_decisions = to.extension() == kDecisionsEnding;
  const std::string kind = are_decisions ? kDecisionsKind : kPositionsKind;
  const fs::path index = base::path_from_utf8(order.index);
  if (auto place = check_shuffled_place(index, to, are_decisions); !place) {
    return complain_of_data(place.error().message);
  }
  std::vector<fs::path> paths;
  std::uint64_t records = 0;
  for (const farm::DataFile& file : files) {
    if (file.kind != kind) continue;
    records += file.records;
    const fs::path path = base::path_from_utf8(file.path);
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    const bool has_length = !error && bytes == file.bytes;
    const auto now = has_length ? data_file_at(path) : base::Result<farm::DataFile>(base::fail(""));
    if (!now || now->sha256 != file.sha256) {
      return complain_of_data(
          base::say({"{0}: is not what it was; gougi data verify says more",
                     "{0}: 変わっています。gougi data verify で詳しくわかります"},
                    file.path));
    }
    paths.push_back(path);
  }
  if (paths.empty()) {
    return complain_of_data(
        are_decisions ? base::say({"{0}: lists no decisions", "{0}: 決定がありません"}, order.index)
                      : base::say({"{0}: lists no teacher positions", "{0}: 教師局面がありません"},
                                  order.index));
  }
  const bool is_read = std::ranges::any_of(
      paths, [&to](const fs::path& path) { return base::is_same_file(path, to); });
  if (!is_read) {  // that is refused by who shuffles
    if (auto kept = check_nothing_is_lost(to, paths, are_decisions, records); !kept) {
      return complain_of_data(kept.error().message);
    }
  }
  const learn::Shuffling how{order.seed, order.megabytes * (std::uint64_t{1} << 20U)};
  cli::LongWork work;
  const auto count = work.run([&] {
    return are_decisions ? shuffle_lines(paths, to, how, records, work.progress())
                         : learn::shuffle_teachers(paths, to, how, work.progress());
  });
  if (!count) {
    complain_of_data(count.error().message);
    return work.exit_code();
  }
  std::cout << (are_decisions ? base::say({"{0}: {1} decisions of {2}", "{0}: {2}の決定 {1}"},
                                          order.to, *count, counted_files(paths.size()))
                              : base::say({"{0}: {1} positions of {2}", "{0}: {2}の {1}局面"},
                                          order.to, *count, counted_files(paths.size())))
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
  CLI::App& shuffle =
      *task("shuffle",
            said({"all teacher positions in one file, or all decisions where it is a .jsonl, in an "
                  "order that depends on the seed alone",
                  "全部の教師局面(.jsonl "
                  "なら全部の決定)を1つのファイルに、種だけで決まる順で書く"}));
  shuffle.add_option("OUT", order.to, said({"the new file", "新しいファイル"}))
      ->required()
      ->type_name("FILE");
  shuffle.add_option("--seed", order.seed, said({"of the order", "順番の乱数の種"}))
      ->check(whole_number())
      ->capture_default_str();
  shuffle
      .add_option("--memory", order.megabytes,
                  said({"MB of memory for them; what it does not hold goes through files",
                        "使うメモリ(MB)。足りない分は一時ファイルを使う"}))
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
