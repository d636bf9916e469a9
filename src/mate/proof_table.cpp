// SPDX-License-Identifier: MIT
#include "mate/proof_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace gougi::mate {
ProofTable::~ProofTable() { std::free(entries_); }

bool ProofTable::allocate(std::size_t megabytes) {
  const std::size_t count = (megabytes << 20U) / sizeof(Entry);
  entries_ = static_cast<Entry*>(std::calloc(count + kWindow, sizeof(Entry)));
  if (entries_ == nullptr) return false;
  count_ = count;
  megabytes_ = megabytes;
  generation_ = 1;
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
  if (generation_ < std::numeric_limits<std::uint16_t>::max()) {
    ++generation_;
    return;
  }
  const std::size_t megabytes = megabytes_;
  megabytes_ = 0;
  resize(megabytes);
}

Numbers ProofTable::probe(shogi::Key board, shogi::Hand hand) const {
  Numbers result;
  const Entry* entry = window(board);
  for (const Entry* const end = entry + kWindow; entry != end; ++entry) {
    if (entry->board != board || entry->generation != generation_) continue;
    if (entry->proof == 0 && hand.at_least(entry->hand)) {
      return {0, kInfinite, entry->length, true, false};
    }
    if (entry->disproof == 0 && entry->hand.at_least(hand)) {
      return {kInfinite, 0, entry->length, true, false};
    }
    if (entry->hand == hand) {
      result = {entry->proof, entry->disproof, 0, true, entry->may_loop != 0};
    }
  }
  return result;
}

Numbers ProofTable::probe_shortest(shogi::Key board, shogi::Hand hand) const {
  Numbers result = probe(board, hand);
  if (result.proof != 0) return result;
  const Entry* entry = window(board);
  for (const Entry* const end = entry + kWindow; entry != end; ++entry) {
    if (entry->board == board && entry->generation == generation_ && entry->proof == 0 &&
        hand.at_least(entry->hand)) {
      result.length = std::min(result.length, entry->length);
    }
  }
  return result;
}

void ProofTable::store(shogi::Key board, shogi::Hand hand, const Numbers& numbers,
                       std::uint64_t work) {
  Entry* entry = window(board);
  Entry* victim = entry;
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (Entry* const end = entry + kWindow; entry != end; ++entry) {
    if (entry->generation != generation_) {
      if (least != 0) victim = entry;
      least = 0;
      continue;
    }
    if (entry->board == board && entry->hand == hand) {
      victim = entry;
      work += entry->work;
      break;
    }
    if (entry->work < least) {
      least = entry->work;
      victim = entry;
    }
  }
  const auto clipped = std::min<std::uint64_t>(work + 1, 1U << 31U);
  *victim = {board,
             hand,
             numbers.proof,
             numbers.disproof,
             static_cast<std::uint32_t>(clipped),
             numbers.length,
             generation_,
             static_cast<std::uint16_t>(numbers.may_loop ? 1 : 0),
             0};
}

int ProofTable::per_mille_full() const {
  const std::size_t sample = std::min<std::size_t>(count_, 1000);
  if (sample == 0) return 0;
  const auto used = std::count_if(entries_, entries_ + sample, [this](const Entry& entry) {
    return entry.generation == generation_;
  });
  return static_cast<int>(static_cast<std::size_t>(used) * 1000 / sample);
}

}  // namespace gougi::mate
