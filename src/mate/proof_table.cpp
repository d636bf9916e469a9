// SPDX-License-Identifier: MIT
#include "mate/proof_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

namespace gougi::mate {
namespace {

/// How full the table may become, in percent: while it can grow, and at its full size. Longer runs
/// of entries cost time on every look; a smaller bound wastes memory.
constexpr std::size_t kMostPercentGrowing = 50;
constexpr std::size_t kMostPercent = 80;
/// Entries in use at first: three megabytes stay in the processor's caches. It grows by kGrowth
/// when full.
constexpr std::size_t kFirstCount = 1U << 16U;
constexpr std::size_t kGrowth = 4;
/// How much a collection throws out at least, in percent of what there is.
constexpr std::size_t kCollectPercent = 50;
/// In the flags of a position: the lowest bit, and above it the depth.
constexpr unsigned kMayLoop = 1;
constexpr unsigned kDepthShift = 1;

std::uint32_t clipped(std::uint64_t work) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 1U << 31U));
}

}  // namespace

ProofTable::~ProofTable() { std::free(entries_); }

bool ProofTable::allocate(std::size_t megabytes) {
  const std::size_t count = (megabytes << 20U) / sizeof(Entry);
  entries_ = static_cast<Entry*>(std::calloc(count + kTail, sizeof(Entry)));
  if (entries_ == nullptr) return false;
  if (advice_ != nullptr) advice_(entries_, (count + kTail) * sizeof(Entry));
  most_ = count;
  count_ = std::min(count, kFirstCount);
  megabytes_ = megabytes;
  generation_ = 1;
  used_ = 0;
  return true;
}

void ProofTable::resize(std::size_t megabytes) {
  megabytes = std::max<std::size_t>(megabytes, 1);
  if (megabytes == megabytes_) return;
  std::free(entries_);
  entries_ = nullptr;
  while (!allocate(megabytes)) {
    if (megabytes == 1) throw std::bad_alloc();
    megabytes /= 2;
  }
}

void ProofTable::new_search() {
  used_ = 0;
  count_ = std::min(most_, kFirstCount);
  collections_ = 0;
  if (generation_ < std::numeric_limits<std::uint16_t>::max()) {
    ++generation_;
    return;
  }
  const std::size_t megabytes = megabytes_;
  megabytes_ = 0;
  resize(megabytes);
}

void ProofTable::prefetch(shogi::Key board) const {
#if defined(__GNUC__)
  __builtin_prefetch(home(board));
#endif
}

Known ProofTable::probe(shogi::Key board, shogi::Hand hand) const {
  Known known;
  for (const Entry* e = home(board); e->generation == generation_; ++e) {
    if (e->board != board) continue;
    const bool we_have_more = hand.at_least(e->hand);
    const bool we_have_less = e->hand.at_least(hand);
    if (we_have_more) {
      if (e->mated < known.mated) {
        known.mated = e->mated;
        known.mating_hand = e->hand;
      }
      known.disproof = std::max(known.disproof, e->disproof);
    }
    if (we_have_less) {
      if (e->safe > known.safe) {
        known.safe = e->safe;
        known.safe_hand = e->hand;
      }
      known.proof = std::max(known.proof, e->proof);
      known.may_loop = known.may_loop || (e->flags & kMayLoop) != 0;
    }
    if (we_have_more && we_have_less) {
      known.found = true;
      known.parent = e->parent;
      known.parent_hand = e->parent_hand;
      known.greatest = e->greatest;
      known.depth = e->flags >> kDepthShift;
    }
  }
  return known;
}

ProofTable::Entry* ProofTable::find(shogi::Key board, shogi::Hand hand) const {
  for (Entry* e = home(board); e->generation == generation_; ++e) {
    if (e->board == board && e->hand == hand) return e;
  }
  return nullptr;
}

bool ProofTable::parent_of(shogi::Key board, shogi::Hand hand, shogi::Key& parent,
                           shogi::Hand& parent_hand) const {
  const Entry* const e = find(board, hand);
  if (e == nullptr) return false;
  parent = e->parent;
  parent_hand = e->parent_hand;
  return true;
}

ProofTable::Entry* ProofTable::insert(shogi::Key board, shogi::Hand hand, std::uint64_t work) {
  Entry* const old = find(board, hand);
  if (old != nullptr) {
    old->work = clipped(old->work + work);
    return old;
  }
  if (is_full()) make_room();
  Entry* e = home(board);
  while (e->generation == generation_) ++e;
  if (e + 1 >= entries_ + count_ + kTail) {
    make_room();
    return insert(board, hand, work);
  }
  ++used_;
  *e = {board, 0, hand, {}, 1, 1, clipped(work), 0, kNever, kNothing, generation_, 0};
  return e;
}

void ProofTable::store_open(shogi::Key board, shogi::Hand hand, const Known& known,
                            std::uint64_t work) {
  Entry* const e = insert(board, hand, work);
  e->proof = known.proof;
  e->disproof = known.disproof;
  e->parent = known.parent;
  e->parent_hand = known.parent_hand;
  e->greatest = known.greatest;
  const unsigned before = e->flags >> kDepthShift;
  const auto depth = static_cast<unsigned>(known.depth);
  const unsigned least = before == 0 ? depth : std::min(before, depth);
  const unsigned may_loop = known.may_loop ? kMayLoop : e->flags & kMayLoop;
  e->flags = static_cast<std::uint16_t>((least << kDepthShift) | may_loop);
}

void ProofTable::store_mate(shogi::Key board, shogi::Hand hand, Length length, std::uint64_t work) {
  Entry* const e = insert(board, hand, work);
  e->mated = std::min(e->mated, length);
  e->proof = 1;
  e->disproof = 1;
}

void ProofTable::store_safe(shogi::Key board, shogi::Hand hand, Length length, std::uint64_t work) {
  Entry* const e = insert(board, hand, work);
  e->safe = std::max(e->safe, length);
  e->proof = 1;
  e->disproof = 1;
}

void ProofTable::store_loop(shogi::Key board, const LoopDisproof& disproof, std::uint64_t work) {
  const shogi::Key key = loop_key(board);
  const LoopCondition& c = disproof.condition;
  Entry* e = home(key);
  int beside = 0;
  Entry* oldest = nullptr;
  for (; e->generation == generation_; ++e) {
    if (e->board != key || e->hand != disproof.hand) continue;
    if (oldest == nullptr) oldest = e;
    ++beside;
    if (e->parent == c.first &&
        (e->proof | (static_cast<shogi::Key>(e->disproof) << 32U)) == c.second &&
        e->flags == static_cast<std::uint16_t>(c.kind)) {
      e->safe = std::max(e->safe, disproof.safe);
      e->work = clipped(e->work + work);
      return;
    }
  }
  // More of them on one position make every look slower; fewer forget disproofs.
  constexpr int kMostBeside = 8;
  if (beside >= kMostBeside) {
    e = oldest;
  } else {
    if (is_full() || e + 1 >= entries_ + count_ + kTail) {
      make_room();
      e = home(key);
      while (e->generation == generation_) ++e;
    }
    ++used_;
  }
  *e = {key,
        c.first,
        disproof.hand,
        shogi::Hand::from_raw(static_cast<std::uint32_t>(c.length)),
        static_cast<std::uint32_t>(c.second & 0xFFFFFFFFU),
        static_cast<std::uint32_t>(c.second >> 32U),
        clipped(work),
        0,
        kNever,
        disproof.safe,
        generation_,
        static_cast<std::uint16_t>(c.kind)};
}

bool ProofTable::is_full() const {
  return used_ * 100 >= count_ * (count_ < most_ ? kMostPercentGrowing : kMostPercent);
}

void ProofTable::make_room() {
  const std::size_t before = count_;
  if (count_ < most_) {
    count_ = std::min(most_, count_ * kGrowth);
    // From the back, so that what moves up does not meet what has not moved yet, but near the
    // front; settle() closes the gaps that this leaves.
    for (Entry* e = entries_ + before + kTail; e-- != entries_;) {
      if (e->generation != generation_) continue;
      const Entry entry = *e;
      e->generation = 0;
      Entry* place = home(entry.board);
      while (place->generation == generation_) ++place;
      *place = entry;
    }
    settle(0);
    return;
  }
  collect();
}

void ProofTable::settle(std::uint32_t least) {
  // Every entry that stays moves as near to its home as the ones before it allow. The order of the
  // array is kept, so whatever is between home and entry has been moved before.
  used_ = 0;
  for (Entry* e = entries_; e != entries_ + count_ + kTail; ++e) {
    if (e->generation != generation_) continue;
    const Entry entry = *e;
    e->generation = 0;
    if (entry.work < least) continue;
    Entry* place = home(entry.board);
    while (place->generation == generation_) ++place;
    *place = entry;
    ++used_;
  }
}

void ProofTable::collect() {
  ++collections_;
  // The work below which half of the entries lie, by a sample.
  std::vector<std::uint32_t> sample;
  const std::size_t step = std::max<std::size_t>(1, count_ / 20'000);
  for (std::size_t i = 0; i < count_; i += step) {
    if (entries_[i].generation == generation_) sample.push_back(entries_[i].work);
  }
  std::uint32_t least = 0;
  if (!sample.empty()) {
    const auto middle =
        sample.begin() + static_cast<std::ptrdiff_t>(sample.size() * kCollectPercent / 100);
    std::nth_element(sample.begin(), middle, sample.end());
    least = *middle;
  }
  settle(least + 1);
}

int ProofTable::per_mille_full() const {
  return most_ == 0 ? 0 : static_cast<int>(used_ * 1000 / most_);
}

}  // namespace gougi::mate
