// SPDX-License-Identifier: MIT
#include "book/writer.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/path.hpp"
#include "base/rename.hpp"
#include "base/say.hpp"
#include "base/whole_file.hpp"
#include "book/reader.hpp"

namespace gougi::book {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 18U;
// So many files are open at once at most; more are merged into one before.
constexpr std::size_t kMostRuns = 64;

fs::path beside(const fs::path& file, const std::string& ending) {
  fs::path path = file;
  path += ending;
  return path;
}

std::size_t size_of(const Entry& entry) {
  return sizeof(Entry) + entry.position.capacity() +
         entry.candidates.capacity() * sizeof(Candidate);
}

// A run, read entry by entry.
class Run {
 public:
  explicit Run(const fs::path& file)
      : stream_(file, std::ios::binary), reader_(stream_, nullptr), head_(reader_.next()) {}
  const std::optional<Entry>& head() const { return head_; }
  Entry take() {
    Entry entry = std::move(*head_);
    head_ = reader_.next();
    return entry;
  }
  bool failed() const { return stream_.bad() || !stream_.is_open(); }

 private:
  std::ifstream stream_;
  Reader reader_;
  std::optional<Entry> head_;
};

}  // namespace

base::Result<Writer> Writer::create(const fs::path& file) {
  if (auto place = base::check_replaceable(file, {}); !place) return tl::unexpected(place.error());
  Writer writer;
  writer.file_ = file;
  writer.aside_ = beside(file, ".part");
  writer.stream_.open(writer.aside_, std::ios::binary | std::ios::trunc);
  if (!writer.stream_) {
    const fs::path aside = std::exchange(writer.aside_, {});
    return base::fail(
        base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(aside)));
  }
  writer.buffer_ = std::string(kHeader) + "\n";
  return writer;
}

Writer::Writer(Writer&& other) noexcept
    : file_(std::move(other.file_)),
      aside_(std::exchange(other.aside_, {})),
      stream_(std::move(other.stream_)),
      buffer_(std::move(other.buffer_)),
      added_(other.added_) {}

Writer::~Writer() {
  if (aside_.empty()) return;
  stream_.close();
  std::error_code ignored;
  fs::remove(aside_, ignored);
}

void Writer::add(const Entry& entry) {
  append(buffer_, entry);
  ++added_;
  if (buffer_.size() < kBlock) return;
  stream_ << buffer_;
  buffer_.clear();
}

base::Result<void> Writer::finish() {
  stream_ << buffer_;
  stream_.close();
  if (!stream_)
    return base::fail(base::say({"{0}: cannot be written; is the disk full?",
                                 "{0}: 書けません。ディスクがいっぱいではありませんか"},
                                base::to_utf8(aside_)));
  std::error_code error;
  base::rename(aside_, file_, error);
  if (error) return base::fail(base::to_utf8(file_) + ": " + error.message());
  aside_.clear();
  return {};
}

Sorter::Sorter(fs::path file, std::size_t memory) : file_(std::move(file)), memory_(memory) {}

Sorter::~Sorter() { drop_runs(); }

void Sorter::drop_runs() {
  std::error_code ignored;
  for (const fs::path& run : std::exchange(runs_, {})) fs::remove(run, ignored);
}

base::Result<void> Sorter::add(Entry entry) {
  held_bytes_ += size_of(entry);
  held_.push_back(std::move(entry));
  if (held_bytes_ < memory_) return {};
  return spill();
}

void Sorter::sort_held() { std::ranges::stable_sort(held_, {}, &Entry::position); }

base::Result<void> Sorter::spill() {
  if (runs_.size() >= kMostRuns) {
    const fs::path path = beside(file_, ".run" + std::to_string(run_number_++));
    auto merged = Writer::create(path);
    if (!merged) return tl::unexpected(merged.error());
    if (auto done = merge_runs(*merged); !done) return done;
    if (auto done = merged->finish(); !done) return done;
    drop_runs();
    runs_.push_back(path);
  }
  const fs::path path = beside(file_, ".run" + std::to_string(run_number_++));
  auto run = Writer::create(path);
  if (!run) return tl::unexpected(run.error());
  sort_held();
  for (const Entry& entry : held_) run->add(entry);
  if (auto done = run->finish(); !done) return done;
  runs_.push_back(path);
  held_.clear();
  held_bytes_ = 0;
  return {};
}

base::Result<void> Sorter::merge_runs(Writer& to) {
  std::vector<std::unique_ptr<Run>> open;
  for (const fs::path& run : runs_) {
    open.push_back(std::make_unique<Run>(run));
  }
  std::optional<Entry> best;
  for (;;) {
    Run* least = nullptr;
    for (const auto& run : open) {
      if (run->failed())
        return base::fail(
            base::say({"{0}: a temporary file is lost", "{0}: 一時ファイルがなくなりました"},
                      base::to_utf8(file_)));
      if (!run->head()) continue;
      if (least == nullptr || run->head()->position < least->head()->position) least = run.get();
    }
    if (least == nullptr) break;
    Entry entry = least->take();
    if (best && best->position == entry.position) {
      if (outranks(entry, *best)) best = std::move(entry);
      continue;
    }
    if (best) to.add(*best);
    best = std::move(entry);
  }
  if (best) to.add(*best);
  return {};
}

base::Result<std::size_t> Sorter::finish() {
  auto book = Writer::create(file_);
  if (!book) return tl::unexpected(book.error());
  if (runs_.empty()) {
    sort_held();
    for (std::size_t i = 0; i < held_.size();) {
      std::size_t best = i;
      std::size_t next = i + 1;
      for (; next < held_.size() && held_[next].position == held_[i].position; ++next) {
        if (outranks(held_[next], held_[best])) best = next;
      }
      book->add(held_[best]);
      i = next;
    }
  } else {
    if (!held_.empty()) {
      if (auto done = spill(); !done) return tl::unexpected(done.error());
    }
    if (auto done = merge_runs(*book); !done) return tl::unexpected(done.error());
  }
  if (auto done = book->finish(); !done) return tl::unexpected(done.error());
  drop_runs();
  return book->added();
}

}  // namespace gougi::book
