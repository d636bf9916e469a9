// SPDX-License-Identifier: MIT
#include "learn/teacher_sets.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/shuffler.hpp"
#include "base/whole_file.hpp"
#include "learn/teacher_file.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;

base::Result<void> cannot_be_written(const fs::path& file) {
  return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(file)));
}

base::Result<void> given_up(const fs::path& file) {
  return base::fail(
      base::say({"{0}: interrupted, and not written", "{0}: 中断したため、書いていません"},
                base::to_utf8(file)));
}

/// A file that gets its name when it is whole, and otherwise leaves nothing.
class Draft {
 public:
  explicit Draft(fs::path file) : file_(std::move(file)), draft_(base::draft_of(file_)) {
    if (base::begin_draft(file_)) stream_.open(draft_, std::ios::binary | std::ios::trunc);
  }
  ~Draft() {
    if (is_done_) return;
    stream_.close();
    std::error_code error;
    fs::remove(draft_, error);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  void add(const TeacherPosition& teacher) {
    std::array<std::byte, kTeacherBytes> bytes{};
    write_teacher(teacher, bytes);
    add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  void add(std::string_view record) {
    stream_.write(record.data(), static_cast<std::streamsize>(record.size()));
    ++count_;
  }
  std::uint64_t count() const { return count_; }
  bool is_good() const { return stream_.is_open() && stream_.good(); }

  /// Whether what is there already is the beginning of this.
  bool keeps_what_is_there() {
    stream_.flush();
    std::error_code ignored;
    return !fs::exists(file_, ignored) || base::begins_as(draft_, file_);
  }

  base::Result<std::uint64_t> finish() {
    stream_.close();
    std::error_code error;
    if (stream_) base::rename(draft_, file_, error);
    if (!stream_ || error) return tl::unexpected(cannot_be_written(file_).error());
    is_done_ = true;
    return count_;
  }

 private:
  fs::path file_;
  fs::path draft_;
  std::ofstream stream_;
  std::uint64_t count_ = 0;
  bool is_done_ = false;
};

/// Hands all records of `files` to `take`, in their order, until it says false.
template <class Take>
base::Result<void> read_all(std::span<const fs::path> files, const Take& take) {
  for (const fs::path& file : files) {
    auto reader = TeacherReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    TeacherPosition teacher;
    while (reader->next(teacher)) {
      if (!take(teacher)) return {};
    }
    if (!reader->error().empty()) return base::fail(reader->error());
  }
  return {};
}

base::Result<std::uint64_t> count_all(std::span<const fs::path> files) {
  std::uint64_t count = 0;
  for (const fs::path& file : files) {
    const auto reader = TeacherReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    count += reader->count();
  }
  return count;
}

/// An error where `to` would take the place of what is read, or of what is no file.
base::Result<void> check_place(std::span<const fs::path> files, const fs::path& to) {
  for (const fs::path& file : files) {
    if (base::is_same_file(file, to)) {
      return base::fail(base::say({"{0}: is read, too; choose another name for what is made",
                                   "{0}: 読むファイルでもあります。別の名前にしてください"},
                                  base::to_utf8(to)));
    }
  }
  return base::check_replaceable(to, files);
}

/// The same, of what is in another order each time: it takes the place of teacher positions alone,
/// and not of those of a run, which goes on with them.
base::Result<void> check_place_of_others(std::span<const fs::path> files, const fs::path& to) {
  if (auto fine = check_place(files, to); !fine) return fine;
  std::error_code ignored;
  if (!fs::exists(to, ignored)) return {};
  auto reader = TeacherReader::open(to);
  TeacherPosition first;
  const bool holds_teachers = reader && (reader->count() == 0 || reader->next(first));
  if (holds_teachers && !fs::exists(TeacherFile::journal_of(to), ignored)) return {};
  return base::fail(
      holds_teachers
          ? base::say(
                {"{0}: is there already and is a run's of gougi selfplay; choose another name",
                 "{0}: すでにあり、gougi selfplay が作っているものです。"
                 "別の名前にしてください"},
                base::to_utf8(to))
          : base::say({"{0}: is there already and holds no teacher positions; choose another name",
                       "{0}: すでにあり、教師局面ではありません。別の名前にしてください"},
                      base::to_utf8(to)));
}

}  // namespace

base::Result<std::uint64_t> merge_teachers(std::span<const fs::path> files, const fs::path& to,
                                           const base::Progress& progress) {
  if (auto fine = check_place(files, to); !fine) return tl::unexpected(fine.error());
  auto all = count_all(files);
  if (!all) return all;
  Draft out(to);
  base::Steps steps(progress, *all);
  base::Result<void> done;
  const auto read = read_all(files, [&](const TeacherPosition& teacher) {
    out.add(teacher);
    if (!steps.next()) done = given_up(to);
    return out.is_good() && done;
  });
  if (!read) return tl::unexpected(read.error());
  if (!done) return tl::unexpected(done.error());
  if (!out.keeps_what_is_there()) return base::would_lose(to);
  return out.finish();
}

base::Result<std::uint64_t> shuffle_teachers(std::span<const fs::path> files, const fs::path& to,
                                             const Shuffling& how, const base::Progress& progress) {
  if (auto fine = check_place_of_others(files, to); !fine) return tl::unexpected(fine.error());
  auto all = count_all(files);
  if (!all) return all;
  base::Steps steps(progress, 2 * *all);  // each is read and written
  base::Shuffler shuffler(to, how.seed, how.memory);
  base::Result<void> added;
  auto done = read_all(files, [&](const TeacherPosition& teacher) {
    std::array<std::byte, kTeacherBytes> bytes{};
    write_teacher(teacher, bytes);
    added = shuffler.add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!steps.next()) added = given_up(to);
    return added.has_value();
  });
  if (!done) return tl::unexpected(done.error());
  if (!added) return tl::unexpected(added.error());
  Draft out(to);
  done = shuffler.finish([&](std::string_view record) -> base::Result<void> {
    out.add(record);
    if (!steps.next()) return given_up(to);
    return out.is_good() ? base::Result<void>() : cannot_be_written(to);
  });
  if (!done) return tl::unexpected(done.error());
  return out.finish();
}

base::Result<SplitTeachers> split_teachers(const fs::path& file, const fs::path& first,
                                           const fs::path& second, std::uint64_t at) {
  const std::span<const fs::path> files(&file, 1);
  for (const fs::path& to : {first, second}) {
    if (auto fine = check_place_of_others(files, to); !fine) return tl::unexpected(fine.error());
  }
  if (base::is_same_file(first, second))
    return base::fail(
        base::say({"{0}: is named for both parts", "{0}: 両方に同じファイルが指定されています"},
                  base::to_utf8(first)));
  Draft one(first);
  Draft two(second);
  int before = 0;
  const auto read = read_all(files, [&](const TeacherPosition& teacher) {
    const bool game_goes_on = one.count() > 0 && teacher.ply > before;
    const bool is_first = two.count() == 0 && (one.count() < at || game_goes_on);
    (is_first ? one : two).add(teacher);
    before = teacher.ply;
    return one.is_good() && two.is_good();
  });
  if (!read) return tl::unexpected(read.error());
  if (!one.is_good()) return tl::unexpected(cannot_be_written(first).error());
  if (!two.is_good()) return tl::unexpected(cannot_be_written(second).error());
  const auto firsts = one.finish();
  if (!firsts) return tl::unexpected(firsts.error());
  const auto seconds = two.finish();
  if (!seconds) return tl::unexpected(seconds.error());
  return SplitTeachers{*firsts, *seconds};
}

}  // namespace gougi::learn
