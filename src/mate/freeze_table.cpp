// SPDX-License-Identifier: MIT
#include "mate/freeze_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace gougi::mate {

void FreezeTable::Free::operator()(Entry* entries) const { std::free(entries); }

void FreezeTable::resize(std::size_t megabytes) {
  megabytes = std::max<std::size_t>(megabytes, 1);
  if (megabytes == megabytes_) return;
  release();
  megabytes_ = megabytes;
}

void FreezeTable::release() { entries_.reset(); }

void FreezeTable::clear() {
  used_ = 0;
  if (!entries_ || generation_ == std::numeric_limits<std::uint32_t>::max()) {
    release();
    generation_ = 0;
    buckets_ = (megabytes_ << 20U) / (kBucket * sizeof(Entry));
    // Zeroed by the system when it is touched, so that a large table costs nothing in a short
    // problem.
    entries_.reset(static_cast<Entry*>(std::calloc(buckets_ * kBucket, sizeof(Entry))));
    if (!entries_) throw std::bad_alloc();
  }
  ++generation_;
}

FreezeTable::Entry* FreezeTable::bucket(shogi::Key board) const {
  // The high bits of a product choose, so that any number of buckets will do.
  const std::uint64_t mixed = board * 0x9E3779B97F4A7C15ULL;
  return entries_.get() + (mixed >> 32U) * buckets_ / (1ULL << 32U) * kBucket;
}

FreezeFinding FreezeTable::look_up(const FreezeSpot& spot, int bound, const ProofPath& path,
                                   const FreezeFinding& unknown) const {
  FreezeFinding result = unknown;
  const Entry* const first = bucket(spot.board);
  for (const Entry* e = first; e != first + kBucket && e->generation == generation_; ++e) {
    if (e->board != spot.board) continue;
    if (e->mates_in <= bound && e->defender >= spot.defender && e->mate_freezes <= spot.attacker &&
        spot.hand.at_least(e->hand)) {
      if (!result.mates() || e->mates_in < result.length) {
        result = FreezeFinding::mate(e->mates_in, e->mate_freezes);
      }
      continue;
    }
    if (e->attacker >= spot.attacker && e->hand.at_least(spot.hand)) {
      if (e->fails_within >= bound && e->fail_freezes <= spot.defender) {
        return FreezeFinding::no_mate(e->fails_within, e->fail_freezes);
      }
      PathDependence dependence;
      if (result.is_open() && e->fails_here_within >= bound && e->defender <= spot.defender &&
          path.fulfils(e->condition, dependence)) {
        result = FreezeFinding::no_mate(e->fails_here_within, spot.defender, dependence);
        continue;
      }
    }
    if (result.is_open() && e->hand == spot.hand && e->attacker == spot.attacker &&
        e->defender == spot.defender) {
      result.proof = e->proof;
      result.disproof = e->disproof;
    }
  }
  return result;
}

// Used entries come first in a bucket.
FreezeTable::Entry& FreezeTable::entry_for(const FreezeSpot& spot) {
  Entry* const first = bucket(spot.board);
  Entry* place = first;
  for (Entry* e = first; e != first + kBucket; ++e) {
    if (e->generation != generation_) {
      place = e;
      ++used_;
      break;
    }
    if (e->board == spot.board && e->hand == spot.hand && e->attacker == spot.attacker &&
        e->defender == spot.defender) {
      return *e;
    }
    if (e->work < place->work) place = e;
  }
  *place = Entry{spot.board,    {},     spot.hand, 1,        1, 0, generation_, spot.attacker,
                 spot.defender, kNever, kNothing,  kNothing, 0, 0};
  return *place;
}

void FreezeTable::store(const FreezeSpot& spot, const FreezeFinding& finding, const ProofPath& path,
                        std::uint64_t work) {
  Entry& e = entry_for(spot);
  e.work = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(e.work + work, std::numeric_limits<std::uint32_t>::max()));
  if (finding.mates()) {
    if (finding.length > e.mates_in) return;
    e.mates_in = finding.length;
    e.mate_freezes = finding.freezes;
  } else if (!finding.fails()) {
    e.proof = finding.proof;
    e.disproof = finding.disproof;
  } else if (finding.dependence.nowhere()) {
    if (finding.length < e.fails_within) return;
    e.fails_within = finding.length;
    e.fail_freezes = finding.freezes;
  } else if (finding.length >= e.fails_here_within) {
    e.fails_here_within = finding.length;
    e.condition = path.condition(finding.dependence);
  }
}

int FreezeTable::per_mille_full() const {
  const std::size_t all = std::max<std::size_t>(buckets_ * kBucket, 1);
  return static_cast<int>(std::min<std::size_t>(used_ * 1000 / all, 1000));
}

}  // namespace gougi::mate
