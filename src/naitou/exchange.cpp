// SPDX-License-Identifier: MIT
#include "naitou/exchange.hpp"

#include "naitou/prices.hpp"

namespace gougi::naitou {
namespace {

enum class LossCase { kNone, kLoss, kLossWithRetake };

LossCase loss_case(const Effects& effects, SquareIndex s, Kind kind) {
  const int hum = effects.count(Side::kHum, s);
  if (hum == 0) return LossCase::kNone;
  if (kind == Kind::kKing) return LossCase::kLoss;
  const int com = effects.count(Side::kCom, s);
  if (com == 0) return LossCase::kLoss;
  const int own = price(kPricesD, kind);
  const int taker = price(kPricesC, effects.attacker(Side::kHum, s));
  if (com < hum) {
    const int retaker = price(kPricesD, effects.attacker(Side::kCom, s));
    return own + retaker >= taker ? LossCase::kLoss : LossCase::kNone;
  }
  return own > taker ? LossCase::kLossWithRetake : LossCase::kNone;
}

bool is_gain(const Effects& effects, SquareIndex s, Kind kind, bool equal_counts) {
  if (effects.count(Side::kCom, s) == 0) return false;
  if (effects.count(Side::kHum, s) == 0) return true;
  const int taker = price(kPricesB, effects.attacker(Side::kCom, s));
  const int taken = price(kPricesB, kind);
  return taker < taken || (equal_counts && taker == taken);
}

}  // namespace

Gains gains(const Board& board, const Effects& effects, bool equal_counts) {
  Gains found;
  board.for_each_piece(Side::kHum, [&](SquareIndex s) {
    const Kind kind = board[s].kind();
    if (!is_gain(effects, s, kind, equal_counts)) return;
    const int value = price(kPricesB, kind);
    if (value > found.most) {
      found.most = wrapped(value);
      found.square = s;
    }
    found.sum = wrapped(found.sum + value);
  });
  return found;
}

Losses losses(const Board& board, const Effects& effects, SquareIndex watched) {
  Losses found;
  bool retake = false;  // sticks: it lowers every loss that comes after it too
  board.for_each_piece(Side::kCom, [&](SquareIndex s) {
    const Kind kind = board[s].kind();
    const LossCase loss = loss_case(effects, s, kind);
    if (loss == LossCase::kNone) return;
    if (loss == LossCase::kLossWithRetake) retake = true;
    if (s == watched) found.includes_watched = true;
    const int value = price(kPricesD, kind);
    found.sum = wrapped(found.sum + value);
    if (value > found.most) {
      found.most = wrapped(value);
      found.square = s;
    }
    if (retake) {
      found.sum = wrapped(found.sum - 1);
      found.most = wrapped(found.most - 1);
    }
  });
  return found;
}

}  // namespace gougi::naitou
