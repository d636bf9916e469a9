// SPDX-License-Identifier: MIT
#include "search/transposition_table.hpp"

#include <algorithm>
#include <new>
#include <system_error>

namespace gougi::search {
namespace {

// Data word: move 16, value 16, eval 16, depth 8, generation 6, bound 2, from the low bits up.
std::uint64_t pack(const TableEntry& entry, std::uint8_t generation) {
  return static_cast<std::uint64_t>(entry.move.raw()) |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) << 16U |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.eval)) << 32U |
         static_cast<std::uint64_t>(entry.depth) << 48U |
         static_cast<std::uint64_t>(generation) << 56U |
         static_cast<std::uint64_t>(entry.bound) << 62U;
}

TableEntry unpack(std::uint64_t data) {
  TableEntry entry;
  entry.move = shogi::BareMove::from_raw(static_cast<std::uint16_t>(data));
  entry.value = static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 16U));
  entry.eval = static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 32U));
  entry.depth = static_cast<std::uint8_t>(data >> 48U);
  entry.bound = static_cast<Bound>(data >> 62U);
  return entry;
}

std::uint8_t generation_of(std::uint64_t data) {
  return static_cast<std::uint8_t>((data >> 56U) & 63U);
}

constexpr auto kRelaxed = std::memory_order_relaxed;

/// A table up to this many megabytes is cleared by writing zeros; a larger one by giving its pages
/// back, which costs the system a fault a page when they are used again.
constexpr std::size_t kWrittenOver = 1024;

/// A table up to this many megabytes is made warm at once: that takes a fraction of a second, which
/// every GUI waits.
constexpr std::size_t kWarmedAtOnce = 256;

constexpr std::size_t kSmallestPage = 4096;

}  // namespace

void TranspositionTable::release() {
  stop_warming();
  memory_.release();
  buckets_ = nullptr;
  bucket_count_ = 0;
  megabytes_ = 0;
  warm_ = false;
}

bool TranspositionTable::allocate(std::size_t megabytes) {
  const std::size_t bytes = megabytes << 20U;
  if (!memory_.allocate(bytes, advice_)) return false;
  buckets_ = static_cast<Bucket*>(memory_.data());
  bucket_count_ = bytes / sizeof(Bucket);
  megabytes_ = megabytes;
  used_ = false;
  return true;
}

std::size_t TranspositionTable::resize(std::size_t megabytes) {
  megabytes = std::max<std::size_t>(megabytes, 1);
  if (megabytes == megabytes_) return megabytes_;
  release();
  while (!allocate(megabytes)) {
    if (megabytes == 1) throw std::bad_alloc();
    megabytes /= 2;
  }
  return megabytes_;
}

void TranspositionTable::write_zeros() {
  for (std::size_t i = 0; i < bucket_count_; ++i) {
    for (Slot& slot : buckets_[i].slots) {
      slot.key.store(0, kRelaxed);
      slot.data.store(0, kRelaxed);
    }
  }
  warm_ = true;
}

// While others use the table: an exchange of zero for zero changes nothing, but is a write.
void TranspositionTable::touch_all() {
  for (std::size_t i = 0; i < bucket_count_ && warming_; i += kSmallestPage / sizeof(Bucket)) {
    std::uint64_t zero = 0;
    buckets_[i].slots[0].key.compare_exchange_strong(zero, 0, kRelaxed);
  }
}

void TranspositionTable::stop_warming() {
  warming_ = false;
  if (warmer_.joinable()) warmer_.join();
}

void TranspositionTable::warm_up() {
  if (warm_) return;
  if (megabytes_ <= kWarmedAtOnce) return write_zeros();
  warm_ = true;
  stop_warming();
  warming_ = true;
  try {
    warmer_ = std::thread([this] { touch_all(); });
  } catch (const std::system_error&) {  // no thread is to be had; the searches touch it themselves
    warming_ = false;
  }
}

void TranspositionTable::clear() {
  const std::size_t megabytes = megabytes_;
  generation_ = 0;
  if (megabytes == 0 || !used_) return;
  used_ = false;
  if (megabytes <= kWrittenOver) return write_zeros();
  release();
  resize(megabytes);
  warm_up();
}

std::optional<TableEntry> TranspositionTable::probe(shogi::Key key) const {
  if (bucket_count_ == 0) return std::nullopt;
  for (const Slot& slot : bucket(key)->slots) {
    const std::uint64_t data = slot.data.load(kRelaxed);
    if ((slot.key.load(kRelaxed) ^ data) == key && data != 0) return unpack(data);
  }
  return std::nullopt;
}

void TranspositionTable::store(shogi::Key key, const TableEntry& entry) {
  if (bucket_count_ == 0) return;
  Slot* victim = nullptr;
  int least_worth = 1 << 20;
  TableEntry fresh = entry;
  for (Slot& slot : bucket(key)->slots) {
    const std::uint64_t data = slot.data.load(kRelaxed);
    const TableEntry old = unpack(data);
    if ((slot.key.load(kRelaxed) ^ data) == key && data != 0) {
      // A bound from a shallower visit must not push out a deeper result of this search.
      if (entry.bound != Bound::kExact && generation_of(data) == generation_ &&
          entry.depth + 3 < old.depth) {
        return;
      }
      if (fresh.move.is_none()) fresh.move = old.move;
      if (!fresh.has_eval()) fresh.eval = old.eval;
      victim = &slot;
      break;
    }
    const int age = (generation_ - generation_of(data)) & kGenerationMask;
    const int worth = data == 0 ? -(1 << 20) : old.depth - 8 * age;
    if (worth < least_worth) {
      least_worth = worth;
      victim = &slot;
    }
  }
  const std::uint64_t data = pack(fresh, generation_);
  victim->key.store(key ^ data, kRelaxed);
  victim->data.store(data, kRelaxed);
}

int TranspositionTable::per_mille_full() const {
  const std::size_t sample = std::min<std::size_t>(bucket_count_, 250);
  if (sample == 0) return 0;
  std::size_t filled = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(kRelaxed);
      if (data != 0 && generation_of(data) == generation_) ++filled;
    }
  }
  return static_cast<int>(filled * 1000 / (sample * kSlots));
}

}  // namespace gougi::search
