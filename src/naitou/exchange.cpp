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
  for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
    const Cell cell = board[s];
    if (!cell.is(Side::kHum) || !is_gain(effects, s, cell.kind(), equal_counts)) continue;
    const int value = price(kPricesB, cell.kind());
    if (value > found.most) {
      found.most = wrapped(value);
      found.square = s;
    }
    found.sum = wrapped(found.sum + value);
  }
  return found;
}

Losses losses(const Board& board, const Effects& effects, SquareIndex watched) {
  Losses found;
  bool retake = false;  // sticks: it lowers every loss that comes after it too
  for (SquareIndex s = kFirstSquare; s <= kLastSquare; ++s) {
    const Cell cell = board[s];
    if (!cell.is(Side::kCom)) continue;
    const LossCase loss = loss_case(effects, s, cell.kind());
    if (loss == LossCase::kNone) continue;
    if (loss == LossCase::kLossWithRetake) retake = true;
    if (s == watched) found.includes_watched = true;
    const int value = price(kPricesD, cell.kind());
    found.sum = wrapped(found.sum + value);
    if (value > found.most) {
      found.most = wrapped(value);
      found.square = s;
    }
    if (retake) {
      found.sum = wrapped(found.sum - 1);
      found.most = wrapped(found.most - 1);
    }
  }
  return found;
}

}  // namespace gougi::naitou
