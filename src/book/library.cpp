// SPDX-License-Identifier: MIT
#include "book/library.hpp"

#include <algorithm>
#include <istream>
#include <utility>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::book {
namespace {

namespace fs = std::filesystem;

// The same position at another ply, or at none.
bool is_ply_of(std::string_view text, std::string_view bare) {
  return text.starts_with(bare) && (text.size() == bare.size() || text[bare.size()] == ' ');
}

std::vector<Candidate> legal_ones(std::vector<Candidate> candidates,
                                  const shogi::Position& position) {
  std::erase_if(candidates, [&](const Candidate& c) { return !position.is_legal(c.move); });
  return candidates;
}

// Entries of one position at several plies: its own ply first, then what outranks the others.
class BestEntry {
 public:
  explicit BestEntry(std::string_view wanted) : wanted_(wanted) {}
  void offer(Entry entry) {
    const bool exact = entry.position == wanted_;
    const bool better = exact_ == exact ? outranks(entry, best_) : exact;
    if (!best_.position.empty() && !better) return;
    exact_ = exact;
    best_ = std::move(entry);
  }
  std::vector<Candidate> take() { return std::move(best_.candidates); }

 private:
  std::string_view wanted_;
  Entry best_;
  bool exact_ = false;
};

}  // namespace

base::Result<MemoryLibrary> MemoryLibrary::load(const fs::path& file, const Complain& complain) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  MemoryLibrary library;
  Reader reader(*stream, complain);
  while (const auto entry = reader.next()) library.take(*entry);
  if (auto read = base::check_read(*stream, file); !read) return tl::unexpected(read.error());
  library.put_in_order();
  return library;
}

MemoryLibrary::MemoryLibrary(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) take(entry);
  put_in_order();
}

void MemoryLibrary::take(const Entry& entry) {
  slots_.push_back({texts_.size(), candidates_.size(),
                    static_cast<std::uint32_t>(entry.position.size()),
                    static_cast<std::uint32_t>(entry.candidates.size())});
  texts_ += entry.position;
  candidates_.insert(candidates_.end(), entry.candidates.begin(), entry.candidates.end());
}

void MemoryLibrary::put_in_order() {
  std::ranges::stable_sort(slots_,
                           [&](const Slot& a, const Slot& b) { return text_of(a) < text_of(b); });
  std::size_t kept = 0;
  for (const Slot& slot : slots_) {
    if (kept == 0 || text_of(slots_[kept - 1]) != text_of(slot)) {
      slots_[kept++] = slot;
    } else if (outranks(entry_of(slot), entry_of(slots_[kept - 1]))) {
      slots_[kept - 1] = slot;
    }
  }
  slots_.resize(kept);
  slots_.shrink_to_fit();
  texts_.shrink_to_fit();
  candidates_.shrink_to_fit();
}

std::string_view MemoryLibrary::text_of(const Slot& slot) const {
  return std::string_view(texts_).substr(slot.text, slot.text_size);
}

Entry MemoryLibrary::entry_of(const Slot& slot) const {
  const auto first = candidates_.begin() + static_cast<std::ptrdiff_t>(slot.candidate);
  return {std::string(text_of(slot)), {first, first + slot.candidate_count}};
}

std::vector<Candidate> MemoryLibrary::find(const shogi::Position& position, bool any_ply) {
  const std::string exact = position_text(position);
  const std::string_view wanted = any_ply ? without_ply(exact) : std::string_view(exact);
  auto at = std::ranges::lower_bound(slots_, wanted, std::less<>{},
                                     [&](const Slot& slot) { return text_of(slot); });
  if (!any_ply) {
    if (at == slots_.end() || text_of(*at) != wanted) return {};
    return legal_ones(entry_of(*at).candidates, position);
  }
  BestEntry best(exact);
  for (; at != slots_.end() && is_ply_of(text_of(*at), wanted); ++at) best.offer(entry_of(*at));
  return legal_ones(best.take(), position);
}

base::Result<SortedFile> SortedFile::open(const fs::path& file) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  const std::string name = base::to_utf8(file);
  std::error_code error;
  SortedFile book;
  book.size_ = fs::file_size(file, error);
  if (error) return base::fail(name + ": " + error.message());
  book.stream_ = std::move(*stream);
  if (auto checked = book.look_for_disorder(name); !checked) {
    return tl::unexpected(checked.error());
  }
  return book;
}

base::Result<void> SortedFile::look_for_disorder(const std::string& name) {
  constexpr std::uint64_t kSamples = 200;
  std::string last;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    std::string text;
    std::uint64_t begin = 0;
    if (!position_at(size_ / kSamples * i, text, begin)) break;
    if (text < last) {
      return base::fail(base::say({"{0}: is not sorted, so it cannot be probed on disk; sort it "
                                   "with gougi book sort, or switch BookOnTheFly off",
                                   "{0}: ソートされていないため、ディスク上では引けません。gougi "
                                   "book sort でソートするか、BookOnTheFly を切ってください"},
                                  name));
    }
    last = std::move(text);
  }
  return {};
}

bool SortedFile::position_at(std::uint64_t offset, std::string& text, std::uint64_t& begin) {
  stream_.clear();
  // From one byte before, so that a line that begins right here is not passed over.
  std::uint64_t at = offset == 0 ? 0 : offset - 1;
  stream_.seekg(static_cast<std::streamoff>(at));
  std::string line;
  bool whole = offset == 0;
  for (auto read = base::read_line(stream_, line); read != base::LineRead::kEnd;
       read = base::read_line(stream_, line)) {
    const auto place = stream_.tellg();
    const std::uint64_t next = place < 0 ? size_ : static_cast<std::uint64_t>(place);
    std::string_view rest = line;
    if (whole && base::next_word(rest) == "sfen") {
      text = base::trim(rest);
      begin = at;
      return true;
    }
    whole = true;
    at = next;
  }
  return false;
}

std::uint64_t SortedFile::lower_bound(std::string_view text) {
  // Every sfen line that begins before `low` is less, none that begins at or behind `high` is.
  std::uint64_t low = 0;
  std::uint64_t high = size_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    std::string found;
    std::uint64_t begin = 0;
    if (!position_at(middle, found, begin) || begin >= high || found >= text) {
      high = middle;
    } else {
      low = begin + 1;
    }
  }
  return low;
}

std::vector<Candidate> SortedFile::find(const shogi::Position& position, bool any_ply) {
  const std::string exact = position_text(position);
  const std::string_view wanted = any_ply ? without_ply(exact) : std::string_view(exact);
  std::string text;
  std::uint64_t begin = 0;
  if (!position_at(lower_bound(wanted), text, begin)) return {};
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(begin));
  Reader reader(stream_, nullptr);
  BestEntry best(exact);
  while (auto entry = reader.next()) {
    if (any_ply ? !is_ply_of(entry->position, wanted) : entry->position != wanted) break;
    best.offer(std::move(*entry));
  }
  return legal_ones(best.take(), position);
}

}  // namespace gougi::book
