// SPDX-License-Identifier: MIT
#include "search/history_tables.hpp"

#include <new>

namespace gougi::search {
namespace {

std::uint64_t hash_of(shogi::Bitboard a, shogi::Bitboard b) {
  std::uint64_t h = a.lo * 0x9E3779B97F4A7C15ULL ^ a.hi * 0xBF58476D1CE4E5B9ULL;
  h ^= (b.lo * 0x94D049BB133111EBULL) ^ (b.hi * 0xFF51AFD7ED558CCDULL);
  return h ^ (h >> 29U);
}

}  // namespace

HistoryTables::HistoryTables(MemoryAdvice advice) {
  if (!memory_.allocate((kArrivals + 1) * sizeof(Following), advice)) throw std::bad_alloc();
  following_ = static_cast<Following*>(memory_.data());
}

std::array<std::size_t, HistoryTables::kKinds> HistoryTables::correction_slots(
    const shogi::Position& position) {
  using shogi::Color;
  using shogi::PieceType;
  const shogi::Bitboard pawns = position.pieces(PieceType::kPawn);
  const shogi::Bitboard generals = position.gold_movers() | position.pieces(PieceType::kSilver) |
                                   position.pieces(PieceType::kKing);
  const auto castle = [&](Color side) {
    return hash_of(generals & position.pieces(side), shogi::Bitboard::of(position.king(side)));
  };
  const std::size_t side = position.side_to_move() == Color::kBlack ? 0 : kCorrections;
  const auto slot = [side](std::uint64_t hash) {
    return side + static_cast<std::size_t>((hash * 0xD6E8FEB86659FD93ULL) >> 50U);
  };
  return {slot(hash_of(pawns & position.pieces(Color::kBlack), pawns)), slot(castle(Color::kBlack)),
          slot(castle(Color::kWhite))};
}

int HistoryTables::correction(const shogi::Position& position, int weight) const {
  const auto slots = correction_slots(position);
  int sum = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) sum += corrections_[kind][slots[kind]];
  return sum * weight / 65536;
}

void HistoryTables::learn_correction(const shogi::Position& position, int depth, int error,
                                     int most) {
  const auto slots = correction_slots(position);
  const int weight = std::min(depth + 1, most);
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    std::int16_t& entry = corrections_[kind][slots[kind]];
    const int target = std::clamp(error * kCorrectionUnit, -kLargestCorrection, kLargestCorrection);
    entry = static_cast<std::int16_t>((entry * (256 - weight) + target * weight) / 256);
  }
}

}  // namespace gougi::search
