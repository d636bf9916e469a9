// SPDX-License-Identifier: MIT
// The numbers of the hand-made evaluation, one flat list, and where each term's part of it begins.
// What a term counts is in terms.hpp; weights.cpp says how the numbers were found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gougi::eval {

/// What one occurrence is worth, in hundredths of a pawn: with nothing in hand and promoted, and in
/// an open fight.
struct Weight {
  std::int16_t quiet;
  std::int16_t open;
};

inline constexpr std::size_t kTypes = 15;  ///< shogi::kPieceTypeCount
inline constexpr std::size_t kSquares = 81;
/// A square relative to a king: files apart (0..8), and ranks (-8..8), behind the king as the
/// piece's owner sees it.
inline constexpr std::size_t kRelations = std::size_t{9} * 17;
inline constexpr std::size_t kHandSlots = 19;
inline constexpr std::size_t kReaches = 20;
inline constexpr std::size_t kHandStrengths = 5;
inline constexpr std::size_t kPressures = 32;
inline constexpr std::size_t kHeats = 3;  ///< how hard a king is pressed, roughly

inline constexpr std::size_t kOnSquare = 0;                                    // [type][square]
inline constexpr std::size_t kToOwnKing = kOnSquare + kTypes * kSquares;       // [type][relation]
inline constexpr std::size_t kToEnemyKing = kToOwnKing + kTypes * kRelations;  // [type][relation]
inline constexpr std::size_t kInHand = kToEnemyKing + kTypes * kRelations;     // [type 0..7][count]
inline constexpr std::size_t kReach = kInHand + 8 * kHandSlots;                // [type][squares]
inline constexpr std::size_t kPressure =
    kReach + kTypes * kReaches;  // [to move?][strength][pressure]
inline constexpr std::size_t kEscapes =
    kPressure + 2 * kHandStrengths * kPressures;  // [strength][heat][n]
inline constexpr std::size_t kWeakSquares =
    kEscapes + kHandStrengths * kHeats * 9;  // [strength][heat][n]
inline constexpr std::size_t kDropChecks =
    kWeakSquares + kHandStrengths * kHeats * 9;                    // [type 0..7][n<=4]
inline constexpr std::size_t kPawnThreat = kDropChecks + 8 * 5;    // [victim's turn?][victim type]
inline constexpr std::size_t kHanging = kPawnThreat + 2 * kTypes;  // [victim's turn?][victim type]
inline constexpr std::size_t kPawnFiles = kHanging + 2 * kTypes;   // [files open to a pawn drop]
inline constexpr std::size_t kEntering = kPawnFiles + 10;          // [points / 2, <=15]
inline constexpr std::size_t kTempo = kEntering + 16;
inline constexpr std::size_t kWeightCount = kTempo + 1;

using WeightTable = std::array<Weight, kWeightCount>;
/// The program's own.
extern const WeightTable kWeights;

}  // namespace gougi::eval
