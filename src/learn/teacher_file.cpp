// SPDX-License-Identifier: MIT
#include "learn/teacher_file.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"

namespace gougi::learn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kJournalHead = "gougi selfplay 1 ";
constexpr std::size_t kBlockRecords = 8192;

base::Result<void> cannot_write(const fs::path& file) {
  return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(file)));
}

constexpr std::string_view kCut = "cut";

/// "GAMES POSITIONS", and "cut" where the last game had more.
struct Mark {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  bool is_cut = false;
};

std::optional<Mark> read_mark(std::string_view line) {
  const auto games = base::to_int(base::next_word(line));
  const auto positions = base::to_int(base::next_word(line));
  const std::string_view rest = base::trim(line);
  if (!games || !positions || *games < 0 || *positions < 0 || (!rest.empty() && rest != kCut)) {
    return std::nullopt;
  }
  return Mark{static_cast<std::uint64_t>(*games), static_cast<std::uint64_t>(*positions),
              !rest.empty()};
}

/// What is there must be a file: no device, and no folder.
base::Result<void> check_regular(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) return {};
  return base::fail(base::say({"{0}: is not a regular file", "{0}: 通常のファイルではありません"},
                              base::to_utf8(file)));
}

/// Whether a journal is what is left where a run ended, or the disk was full, before its first line
/// was written: the beginning of that line.
bool is_unfinished_head(const fs::path& journal, const std::string& head) {
  const auto bytes = base::read_bytes(journal, head.size());
  return bytes && std::equal(bytes->begin(), bytes->end(), head.begin(),
                             [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

/// "FILE: record N: WHAT".
std::string about_record(const std::string& file, std::uint64_t number, const std::string& what) {
  return base::say({"{0}: record {1}: {2}", "{0}: {1}件目: {2}"}, file, number, what);
}

/// Of an open file; an error where its size is none of records.
base::Result<std::uint64_t> count_records(const fs::path& file) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(file, error);
  if (error)
    return base::fail(base::say({"{0}: cannot be read", "{0}: 読めません"}, base::to_utf8(file)));
  if (size % kTeacherBytes != 0) {
    return base::fail(base::say(
        {"{0}: is no file of teacher positions: its size is no multiple of {1} bytes",
         "{0}: 教師局面のファイルではありません(大きさが {1} バイトの倍数ではありません)"},
        base::to_utf8(file), kTeacherBytes));
  }
  return size / kTeacherBytes;
}

/// Of the first `count` records of a file that has them: an error names the first that is none.
base::Result<void> check_records(const fs::path& file, std::uint64_t count) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::vector<std::byte> block;
  for (std::uint64_t done = 0; done < count;) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBlockRecords, count - done)) *
                 kTeacherBytes);
    stream->read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(block.size()));
    if (!*stream)
      return base::fail(base::say({"{0}: cannot be read to its end", "{0}: 最後まで読めません"},
                                  base::to_utf8(file)));
    for (std::size_t at = 0; at < block.size(); at += kTeacherBytes) {
      ++done;
      const auto good =
          check_teacher(std::span<const std::byte, kTeacherBytes>(&block[at], kTeacherBytes));
      if (!good) return base::fail(about_record(base::to_utf8(file), done, good.error().message));
    }
  }
  return {};
}

constexpr std::streamsize kLongestJournalLine = 1 << 16;

/// As std::getline; a longer line than a journal has fails.
std::istream& next_line(std::istream& stream, std::string& line) {
  std::string bytes(static_cast<std::size_t>(kLongestJournalLine), '\0');
  stream.getline(bytes.data(), kLongestJournalLine);
  line.assign(bytes, 0, bytes.find('\0'));
  return stream;
}

}  // namespace

fs::path TeacherFile::journal_of(const fs::path& file) {
  fs::path journal = file;
  journal += ".games";
  return journal;
}

tl::unexpected<base::Error> TeacherFile::in_use(const fs::path& file) {
  return base::fail(
      base::say({"{0}: another run is writing it", "{0}: 別のプログラムが書いています"},
                base::to_utf8(file)));
}

TeacherFile::TeacherFile(fs::path file, fs::path journal, std::uint64_t wanted)
    : file_(std::move(file)), journal_file_(std::move(journal)), wanted_(wanted) {}

base::Result<std::unique_ptr<TeacherFile>> TeacherFile::open(const fs::path& file,
                                                             const std::string& settings,
                                                             std::uint64_t wanted,
                                                             const std::string& as_older_versions) {
  const std::string name = base::to_utf8(file);
  std::unique_ptr<TeacherFile> self(new TeacherFile(file, journal_of(file), wanted));
  std::error_code error;
  if (const auto place = check_regular(file); !place) return tl::unexpected(place.error());
  const bool there = fs::exists(file, error) && fs::file_size(file, error) > 0;
  const bool known =
      fs::exists(self->journal_file_, error) &&
      (there || !is_unfinished_head(self->journal_file_, std::string(kJournalHead) + settings));
  if (there && !known) {
    return base::fail(
        base::say({"{0}: exists, and no journal ({1}) says how it was made; choose another name",
                   "{0}: すでにありますが、作り方の記録({1})がありません。別の名前にしてください"},
                  name, base::to_utf8(self->journal_file_)));
  }
  if (!std::ofstream(file, std::ios::binary | std::ios::app)) {
    return tl::unexpected(cannot_write(file).error());
  }
  self->lock_ = std::make_unique<io::FileLock>(file);
  if (self->lock_->is_refused()) return in_use(file);
  if (known) {
    if (auto going = self->go_on(settings, as_older_versions); !going)
      return tl::unexpected(going.error());
  }
  self->data_.open(file, std::ios::binary | std::ios::app);
  self->journal_.open(self->journal_file_,
                      std::ios::binary | (known ? std::ios::app : std::ios::trunc));
  if (!known) self->journal_ << kJournalHead << settings << '\n' << std::flush;
  if (self->data_ && self->journal_) return self;
  auto why = cannot_write(self->data_ ? self->journal_file_ : file);
  // What could not begin leaves nothing.
  if (!known) {
    self->data_.close();
    self->journal_.close();
    fs::remove(self->journal_file_, error);
    fs::remove(file, error);
  }
  return tl::unexpected(std::move(why.error()));
}

base::Result<void> TeacherFile::go_on(const std::string& settings,
                                      const std::string& as_older_versions) {
  auto journal = base::open_to_read(journal_file_);
  if (!journal) return tl::unexpected(journal.error());
  const std::string name = base::to_utf8(journal_file_);
  std::string line;
  if (!next_line(*journal, line) || journal->eof() || !line.starts_with(kJournalHead)) {
    return base::fail(base::say(
        {"{0}: is no journal of gougi selfplay", "{0}: gougi selfplay の記録ではありません"},
        name));
  }
  const std::string known = line.substr(kJournalHead.size());
  const bool is_older = !as_older_versions.empty() && known == as_older_versions;
  if (known != settings && !is_older) {
    return base::fail(base::say(
        {"{0}: the file was begun with other settings ({1}); give the same, or choose another name",
         "{0}: 別の設定で始めたファイルです({1})。同じ設定にするか、別の名前にしてください"},
        name, base::printable(known, 600)));
  }
  std::error_code error;
  const std::uint64_t whole = fs::file_size(file_, error) / kTeacherBytes;
  std::uint64_t kept = line.size() + 1;
  for (std::uint64_t end = kept; next_line(*journal, line) && !journal->eof(); kept = end) {
    end += line.size() + 1;
    const auto mark = read_mark(line);
    if (!mark || mark->games != games_ + 1 || mark->positions < positions_ ||
        mark->positions > whole || (mark->is_cut && mark->positions < wanted_)) {
      break;
    }
    games_ = mark->games;
    positions_ = mark->positions;
  }
  // What could not be read must not be cut off.
  if (auto read = base::check_read(*journal, journal_file_); !read) return read;
  journal->close();
  if (auto good = check_records(file_, positions_); !good) return good;
  fs::resize_file(journal_file_, kept, error);
  if (!error) fs::resize_file(file_, positions_ * kTeacherBytes, error);
  if (error) return cannot_write(file_);
  return {};
}

base::Result<void> TeacherFile::append(std::span<const TeacherPosition> game) {
  const std::uint64_t room = wanted_ - std::min(positions_, wanted_);
  const bool is_cut = game.size() > room;
  if (is_cut) game = game.first(static_cast<std::size_t>(room));
  std::vector<std::byte> bytes(game.size() * kTeacherBytes);
  for (std::size_t i = 0; i < game.size(); ++i) {
    write_teacher(game[i],
                  std::span<std::byte, kTeacherBytes>(&bytes[i * kTeacherBytes], kTeacherBytes));
  }
  data_.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  data_.flush();
  if (!data_) return cannot_write(file_);
  ++games_;
  positions_ += game.size();
  journal_ << games_ << ' ' << positions_;
  if (is_cut) journal_ << ' ' << kCut;
  journal_ << '\n' << std::flush;
  if (!journal_) return cannot_write(journal_file_);
  return {};
}

base::Result<TeacherJournal> TeacherJournal::open(const fs::path& file) {
  const fs::path name = TeacherFile::journal_of(file);
  auto stream = base::open_to_read(name);
  if (!stream) return tl::unexpected(stream.error());
  TeacherJournal self;
  std::string line;
  if (!next_line(*stream, line) || stream->eof() || !line.starts_with(kJournalHead)) {
    return base::fail(base::say(
        {"{0}: is no journal of gougi selfplay", "{0}: gougi selfplay の記録ではありません"},
        base::to_utf8(name)));
  }
  self.settings_ = line.substr(kJournalHead.size());
  self.stream_ = std::move(*stream);
  return self;
}

std::optional<std::uint64_t> TeacherJournal::next() {
  std::string line;
  if (!next_line(stream_, line) || stream_.eof()) return std::nullopt;
  const auto mark = read_mark(line);
  if (!mark || mark->games != games_ + 1 || mark->positions < positions_) return std::nullopt;
  games_ = mark->games;
  return mark->positions - std::exchange(positions_, mark->positions);
}

base::Result<TeacherReader> TeacherReader::open(const fs::path& file) {
  TeacherReader self;
  self.name_ = base::to_utf8(file);
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  self.stream_ = std::move(*stream);
  const auto count = count_records(file);
  if (!count) return tl::unexpected(count.error());
  self.count_ = *count;
  return self;
}

bool TeacherReader::next(TeacherPosition& teacher) {
  if (!error_.empty() || read_ == count_) return false;
  if (at_ == block_.size()) {
    const auto wanted = std::min<std::uint64_t>(kBlockRecords, count_ - read_);
    block_.resize(static_cast<std::size_t>(wanted) * kTeacherBytes);
    at_ = 0;
    stream_.read(reinterpret_cast<char*>(block_.data()),
                 static_cast<std::streamsize>(block_.size()));
    if (!stream_) {
      error_ = base::say({"{0}: cannot be read to its end", "{0}: 最後まで読めません"}, name_);
      return false;
    }
  }
  const auto record =
      read_teacher(std::span<const std::byte, kTeacherBytes>(&block_[at_], kTeacherBytes));
  at_ += kTeacherBytes;
  ++read_;
  if (!record) {
    error_ = about_record(name_, read_, record.error().message);
    return false;
  }
  teacher = *record;
  return true;
}

bool TeacherReader::next_position(TeacherPosition& teacher) {
  if (!next(teacher)) return false;
  const auto position = unpack(teacher.position);
  if (!position) error_ = about_record(name_, read_, position.error().message);
  return position.has_value();
}

TeacherRecords::TeacherRecords(std::size_t size)
    : size_(size), bytes_(std::make_unique_for_overwrite<std::byte[]>(size)) {}

base::Result<std::shared_ptr<const TeacherRecords>> TeacherRecords::read(const fs::path& file) {
  const std::string name = base::to_utf8(file);
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  const auto count = count_records(file);
  if (!count) return tl::unexpected(count.error());
  if (*count == 0)
    return base::fail(base::say({"{0}: holds no position", "{0}: 局面がありません"}, name));
  std::shared_ptr<TeacherRecords> self;
  try {
    self.reset(new TeacherRecords(static_cast<std::size_t>(*count * kTeacherBytes)));
  } catch (const std::bad_alloc&) {
    return base::fail(base::say(
        {"{0}: its {1} positions are more than memory", "{0}: {1}局面はメモリに入りません"}, name,
        *count));
  }
  for (std::uint64_t done = 0; done < *count;) {
    const std::uint64_t some = std::min<std::uint64_t>(kBlockRecords, *count - done);
    std::byte* const block = self->bytes_.get() + done * kTeacherBytes;
    stream->read(reinterpret_cast<char*>(block),
                 static_cast<std::streamsize>(some * kTeacherBytes));
    if (!*stream)
      return base::fail(base::say({"{0}: became shorter, or cannot be read to its end",
                                   "{0}: 短くなったか、最後まで読めません"},
                                  name));
    for (std::uint64_t i = 0; i < some; ++i, ++done) {
      const std::span<const std::byte, kTeacherBytes> record(block + i * kTeacherBytes,
                                                             kTeacherBytes);
      if (const auto good = check_teacher(record); !good) {
        return base::fail(about_record(name, done + 1, good.error().message));
      }
    }
  }
  return self;
}

}  // namespace gougi::learn
