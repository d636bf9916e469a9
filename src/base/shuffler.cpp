// SPDX-License-Identifier: MIT
#include "base/shuffler.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <queue>
#include <string>
#include <system_error>
#include <utility>

#include "base/path.hpp"
#include "base/random.hpp"
#include "base/say.hpp"

namespace gougi::base {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1U << 20U;
// Systems allow some hundred open files, and each has a buffer.
constexpr std::size_t kMostRuns = 128;

struct RunHead {
  std::uint64_t key;
  std::uint64_t number;
  std::uint64_t bytes;
};

Result<void> run_failure(const fs::path& file) {
  return fail(say({"{0}: cannot be written; is the disk full?",
                   "{0}: 書けません。ディスクがいっぱいではありませんか"},
                  to_utf8(file)));
}

/// Reads one run, a record at a time.
class Run {
 public:
  explicit Run(const fs::path& file) : stream_(file, std::ios::binary) { next(); }
  bool has_record() const { return has_record_; }
  const RunHead& head() const { return head_; }
  std::string_view record() const { return record_; }
  void next() {
    has_record_ = false;
    if (!stream_.read(reinterpret_cast<char*>(&head_), sizeof head_)) return;
    record_.resize(static_cast<std::size_t>(head_.bytes));
    stream_.read(record_.data(), static_cast<std::streamsize>(record_.size()));
    has_record_ = stream_.good();
  }

 private:
  std::ifstream stream_;
  RunHead head_{};
  std::string record_;
  bool has_record_ = false;
};

/// Writes one run.
class RunWriter {
 public:
  /// What is there is put away: of a link not what it leads to.
  explicit RunWriter(const fs::path& file) : file_(file) {
    std::error_code ignored;
    fs::remove(file, ignored);
    stream_.open(file, std::ios::binary | std::ios::trunc);
  }
  Result<void> add(std::uint64_t key, std::uint64_t number, std::string_view record) {
    const RunHead head{key, number, record.size()};
    stream_.write(reinterpret_cast<const char*>(&head), sizeof head);
    stream_.write(record.data(), static_cast<std::streamsize>(record.size()));
    return stream_ ? Result<void>() : run_failure(file_);
  }
  Result<void> finish() {
    stream_.close();
    return stream_ ? Result<void>() : run_failure(file_);
  }

 private:
  fs::path file_;
  std::ofstream stream_;
};

}  // namespace

Shuffler::Shuffler(fs::path beside, std::uint64_t seed, std::uint64_t memory)
    : beside_(std::move(beside)), seed_(seed), memory_(memory) {}

Shuffler::~Shuffler() { drop_runs(runs_.size()); }

Result<void> Shuffler::add(std::string_view record) {
  const std::uint64_t key = Random::of(seed_, added_).next();
  held_.push_back({key, added_++, keep(record)});
  held_bytes_ += record.size() + sizeof(Entry);
  return held_bytes_ < memory_ ? Result<void>() : spill();
}

Result<void> Shuffler::finish(const std::function<Result<void>(std::string_view)>& take) {
  if (runs_.empty()) {
    sort_held();
    for (const Entry& entry : held_) {
      if (auto taken = take(entry.record); !taken) return taken;
    }
    return {};
  }
  if (!held_.empty()) {
    if (auto done = spill(); !done) return done;
  }
  while (runs_.size() > kMostRuns) {
    if (auto joined = join_runs(); !joined) return joined;
  }
  return merge_runs(runs_.size(), [&](const Entry& entry) { return take(entry.record); });
}

std::string_view Shuffler::keep(std::string_view record) {
  if (blocks_.empty() || block_size_ - block_used_ < record.size()) {
    block_size_ = std::max(kBlock, record.size());
    block_used_ = 0;
    blocks_.push_back(std::make_unique<char[]>(block_size_));
  }
  char* const place = blocks_.back().get() + block_used_;
  if (!record.empty()) std::memcpy(place, record.data(), record.size());
  block_used_ += record.size();
  return {place, record.size()};
}

void Shuffler::sort_held() {
  std::ranges::sort(held_, {},
                    [](const Entry& entry) { return std::pair(entry.key, entry.number); });
}

Result<void> Shuffler::spill() {
  sort_held();
  fs::path& file = runs_.emplace_back(beside_);
  file += ".gougi-part" + std::to_string(run_number_++);
  RunWriter run(file);
  for (const Entry& entry : held_) {
    if (auto added = run.add(entry.key, entry.number, entry.record); !added) return added;
  }
  held_.clear();
  blocks_.clear();
  held_bytes_ = 0;
  return run.finish();
}

Result<void> Shuffler::merge_runs(std::size_t count,
                                  const std::function<Result<void>(const Entry&)>& take) {
  std::vector<std::unique_ptr<Run>> runs;
  const auto is_later = [&runs](std::size_t a, std::size_t b) {
    const RunHead& one = runs[a]->head();
    const RunHead& other = runs[b]->head();
    return std::pair(one.key, one.number) > std::pair(other.key, other.number);
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_later)> least(is_later);
  for (std::size_t i = 0; i < count; ++i) {
    runs.push_back(std::make_unique<Run>(runs_[i]));
    if (runs[i]->has_record()) least.push(i);
  }
  std::uint64_t taken = 0;
  while (!least.empty()) {
    const std::size_t run = least.top();
    least.pop();
    const Entry entry{runs[run]->head().key, runs[run]->head().number, runs[run]->record()};
    if (auto done = take(entry); !done) return done;
    ++taken;
    runs[run]->next();
    if (runs[run]->has_record()) least.push(run);
  }
  if (count == runs_.size() && taken != added_) {
    return fail(say({"{0}: what lay beside it meanwhile has changed",
                     "{0}: 途中で置いたファイルが変わっています"},
                    to_utf8(beside_)));
  }
  return {};
}

Result<void> Shuffler::join_runs() {
  fs::path file(beside_);
  file += ".gougi-part" + std::to_string(run_number_++);
  runs_.push_back(file);  // to be dropped, whatever happens
  RunWriter joined(file);
  auto done = merge_runs(kMostRuns, [&](const Entry& entry) {
    return joined.add(entry.key, entry.number, entry.record);
  });
  if (done) done = joined.finish();
  if (done) drop_runs(kMostRuns);
  return done;
}

void Shuffler::drop_runs(std::size_t runs) {
  for (std::size_t i = 0; i < runs; ++i) {
    std::error_code ignored;
    fs::remove(runs_.front(), ignored);
    runs_.pop_front();
  }
}

}  // namespace gougi::base
