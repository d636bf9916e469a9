// SPDX-License-Identifier: MIT
// The shogi community's three-piece tables (KPPT, and KPP_KKPT without the turn in its largest
// part): three files of numbers, nothing else in them, read in place, so that mapped files are read
// only where they are used and processes share one copy. Here a file is judged by its size, and its
// numbers are looked up; what they say of a position is ThreePieceState's. The tables are those of
// Apery (Takuya Hiraoka) and YaneuraOu; summing over all pairs of pieces beside a king is
// Bonanza's (Kunihito Hoki). Constant after it was made, safe from any thread.
//
// Each number is a pair: what is worth to Black, and what having the turn is worth beside it; all
// little-endian, and 32 of them are one of the score's. Squares and the index `p` of a piece are
// those of HalfKP (nnue_features.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "eval/nnue_file.hpp"
#include "shogi/types.hpp"

namespace gougi::eval {

/// What the sums of tables are divided by.
inline constexpr int kTableScale = 32;

/// A number of the tables, or a sum of them.
struct TablePair {
  std::int64_t board = 0;  ///< to Black; in a row of pairs to the king's side
  std::int64_t turn = 0;   ///< of having the turn, whoever has it

  TablePair& operator+=(const TablePair& other) {
    board += other.board;
    turn += other.turn;
    return *this;
  }
  TablePair& operator-=(const TablePair& other) {
    board -= other.board;
    turn -= other.turn;
    return *this;
  }
  friend bool operator==(const TablePair&, const TablePair&) = default;
};

/// The files: both kings; both kings and a piece; a king and two pieces.
enum class TablePart : std::uint8_t { kKk, kKkp, kKpp };

struct TableFile {
  std::string_view name;
  std::uint64_t bytes;        ///< that it has
  std::uint64_t other_bytes;  ///< or, without the turn, these; 0: there is no such kind
};
/// By TablePart.
inline constexpr std::array<TableFile, 3> kTableFiles = [] {
  constexpr std::uint64_t kKings = shogi::kSquareCount;
  constexpr std::uint64_t kPieces = kNnuePieceInputs;
  return std::array<TableFile, 3>{
      {{"KK_synthesized.bin", kKings * kKings * 8, 0},
       {"KKP_synthesized.bin", kKings * kKings * kPieces * 8, 0},
       {"KPP_synthesized.bin", kKings * kPieces * kPieces * 4, kKings * kPieces * kPieces * 2}}};
}();

class KpptTables {
 public:
  /// The files' bytes by TablePart, which `keep_alive` keeps where they are. The error names the
  /// file, the size found and the sizes possible.
  static base::Result<std::shared_ptr<const KpptTables>> read(
      const std::array<std::span<const std::byte>, 3>& files,
      std::shared_ptr<const void> keep_alive);
  /// Only judges the size of a file.
  static base::Result<void> check_size(TablePart part, std::uint64_t bytes);

  /// Whether two pieces beside a king say something of the turn (KPPT), or not (KPP_KKPT).
  bool has_turn_of_pairs() const { return has_turn_of_pairs_; }

  /// Of both kings, on squares 0..80.
  TablePair kk(int black_king, int white_king) const {
    return wide_pair(kk_ + pair_of_kings(black_king, white_king) * kWidePair);
  }
  /// Of both kings and a piece, which is `p` as Black sees it.
  TablePair kkp(int black_king, int white_king, int p) const {
    const std::size_t kings = pair_of_kings(black_king, white_king);
    return wide_pair(kkp_ + (kings * kNnuePieceInputs + static_cast<std::size_t>(p)) * kWidePair);
  }
  /// The sum over `others` of a king and two pieces, `p` and one of them, as the king's side sees
  /// all three. Which of two pieces is `p` makes no difference in tables as they are trained; where
  /// it does, sums that are kept up to date depend on how a position came about.
  TablePair sum_of_pairs(int king, int p, std::span<const std::uint16_t> others) const;

 private:
  static constexpr std::size_t kWidePair = 8;  // bytes

  KpptTables(const std::array<std::span<const std::byte>, 3>& files,
             std::shared_ptr<const void> keep_alive);

  static std::size_t pair_of_kings(int black_king, int white_king) {
    return static_cast<std::size_t>(black_king) * shogi::kSquareCount +
           static_cast<std::size_t>(white_king);
  }
  static TablePair wide_pair(const std::byte* at);

  const std::byte* kk_;
  const std::byte* kkp_;
  const std::byte* kpp_;
  bool has_turn_of_pairs_;
  std::shared_ptr<const void> keep_alive_;
};

}  // namespace gougi::eval
