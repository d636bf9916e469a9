// SPDX-License-Identifier: MIT
// Evaluation: of the position COM has to move in (root), and in two stages of the one after a
// candidate (leaf). The names are those of the analysis of the original, whose rules R1 to R21
// correct the values of the first stage.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "naitou/effects.hpp"
#include "naitou/exchange.hpp"

namespace gougi::naitou {

/// What the root gives to the evaluation of every leaf.
struct RootValues {
  Byte adv = 0;                           ///< HUM's dearest piece that COM may win
  Byte dis = 0;                           ///< COM's dearest piece that HUM may win
  Byte rbp = 0;                           ///< COM's rooks and bishops in hand and promoted pieces
  Byte power_com = 0;                     ///< PC
  Byte power_hum = 0;                     ///< PH
  SquareIndex king_hum = kNoSquareIndex;  ///< HK; both stay as they are at the root in every leaf
  SquareIndex king_com = kNoSquareIndex;  ///< CK
};

/// `progress_ply` as in State; `equal_gains` once the opening is over.
RootValues evaluate_root(const Board& board, const Effects& effects, int progress_ply,
                         bool equal_gains);

/// What is compared. A fresh one is worse than every candidate.
struct LeafValues {
  Byte cap = 0;          ///< 捕獲する駒の価値
  Byte adv = 0;          ///< 最大駒得価値
  Byte dis = 99;         ///< 最大駒損価値
  Byte posi = 0;         ///< 総駒得価値
  Byte nega = 99;        ///< 総駒損価値
  Byte promo = 0;        ///< COM's promoted pieces
  Byte safe_c25 = 0;     ///< COM's control of the 25 squares around its king
  Byte threat_h25 = 0;   ///< COM's control of those around HUM's king
  Byte threat_c25 = 99;  ///< HUM's control of those around COM's king
  Byte loose = 99;       ///< COM's dear pieces without cover (離れ駒)
  Byte src_c = 0;        ///< distance of COM's king from the source; of a drop from where it goes
  Byte dst_h = 99;       ///< distance of HUM's king from the destination
  bool mate = false;
};

enum class Verdict : std::uint8_t { kCompared, kThrowAway, kPawnDropMate, kMate };

/// A candidate and what the first stage found of it.
struct Leaf {
  Move move;
  Kind moved = Kind::kNone;       ///< after a promotion
  Kind moved_from = Kind::kNone;  ///< before it
  Kind captured = Kind::kNone;
  Verdict verdict = Verdict::kCompared;
  LeafValues values;
  SquareIndex adv_square = kNoSquareIndex;
  SquareIndex dis_square = kNoSquareIndex;
  Byte threat_c8 = 0;          ///< HUM's control of the eight squares around COM's king
  Byte choke = 0;              ///< those where HUM's control is no less than COM's
  Byte dst_c = 0;              ///< distance of COM's king from the destination
  bool hang = false;           ///< a dangling pawn or lance of HUM (垂れ歩)
  bool king_attacked = false;  ///< COM's king can be taken
};

/// The first stage: rejects, or finds the values and whether HUM is mated.
Leaf evaluate_leaf(const Board& root_board, const Effects& root_effects, const RootValues& root,
                   bool equal_gains, Move move);

/// The rules of the second stage, in order.
enum class Rule : std::uint8_t {
  kR1,
  kR2,
  kR3,
  kR4a,
  kR4b,
  kR4c,
  kR5,
  kR6,
  kR7,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15,
  kR16,
  kR17,
  kR18,
  kR19,
  kR20,
};
inline constexpr std::array<std::string_view, 22> kRuleNames{
    "R1",  "R2",  "R3",  "R4a", "R4b", "R4c", "R5",  "R6",  "R7",  "R8",  "R9",
    "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20"};

class RuleSet {
 public:
  constexpr void add(Rule rule) { bits_ |= 1U << static_cast<unsigned>(rule); }
  constexpr bool has(Rule rule) const { return (bits_ & (1U << static_cast<unsigned>(rule))) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// The second stage: corrects cap, adv, dis, posi and nega. Returns the rules that applied.
RuleSet correct(const RootValues& root, const Leaf& leaf, LeafValues& values);

}  // namespace gougi::naitou
