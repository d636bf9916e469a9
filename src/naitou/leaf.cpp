// SPDX-License-Identifier: MIT
#include "naitou/leaf.hpp"

#include "naitou/candidates.hpp"
#include "naitou/prices.hpp"

namespace gougi::naitou {
namespace {

int count_promoted(const Board& board, Side side) {
  int promoted = 0;
  board.for_each_piece(
      side, [&](SquareIndex s) { promoted += shogi::is_promoted(board[s].kind()) ? 1 : 0; });
  return promoted;
}

int majors_in_hand(const Hand& hand) { return hand[at(Kind::kRook)] + hand[at(Kind::kBishop)]; }

Byte power(const Hand& hand, int promoted, int bonus) {
  return wrapped(8 * (majors_in_hand(hand) + promoted) +
                 4 * (hand[at(Kind::kGold)] + hand[at(Kind::kSilver)]) +
                 2 * (hand[at(Kind::kKnight)] + hand[at(Kind::kLance)]) + hand[at(Kind::kPawn)] +
                 bonus);
}

/// Calls `use(square)` for every square of the board within `reach` of `center`.
template <class Use>
void for_each_around(SquareIndex center, int reach, const Use& use) {
  const int first_x = std::max(1, x_of(center) - reach);
  const int last_x = std::min(9, x_of(center) + reach);
  const int last_rank = std::min(9, rank_of(center) + reach);
  for (int rank = std::max(1, rank_of(center) - reach); rank <= last_rank; ++rank) {
    for (int x = first_x; x <= last_x; ++x) use(square_at(x, rank));
  }
}

bool is_loose_kind(Kind kind) {
  return kind != Kind::kKing && kind != Kind::kKnight && kind != Kind::kLance &&
         kind != Kind::kPawn;
}

bool hangs(const Effects& effects, SquareIndex s, Kind kind) {
  if ((kind != Kind::kPawn && kind != Kind::kLance) || rank_of(s) < 2 || rank_of(s) > 4) {
    return false;
  }
  return effects.count(Side::kHum, s - 11) > effects.count(Side::kCom, s - 11);
}

void look_at_pieces(const Board& board, const Effects& effects, Leaf& leaf) {
  int promoted = 0;
  int loose = 0;
  board.for_each_piece(Side::kCom, [&](SquareIndex s) {
    const Kind kind = board[s].kind();
    promoted += shogi::is_promoted(kind) ? 1 : 0;
    loose += is_loose_kind(kind) && effects.count(Side::kCom, s) == 0 ? 1 : 0;
  });
  board.for_each_piece(Side::kHum, [&](SquareIndex s) {
    leaf.hang = leaf.hang || hangs(effects, s, board[s].kind());
  });
  leaf.values.promo = wrapped(promoted);
  leaf.values.loose = wrapped(loose);
}

void look_at_kings(const Effects& effects, const RootValues& root, Leaf& leaf) {
  int threat_hum = 0;
  for_each_around(root.king_hum, 2,
                  [&](SquareIndex s) { threat_hum += effects.count(Side::kCom, s); });
  int safe = 0;
  int threat = 0;
  for_each_around(root.king_com, 2, [&](SquareIndex s) {
    safe += effects.count(Side::kCom, s);
    threat += effects.count(Side::kHum, s);
  });
  int threat_near = 0;
  int choke = 0;
  for_each_around(root.king_com, 1, [&](SquareIndex s) {
    if (s == root.king_com) return;
    const int hum = effects.count(Side::kHum, s);
    threat_near += hum;
    choke += hum >= effects.count(Side::kCom, s) ? 1 : 0;
  });
  leaf.values.threat_h25 = wrapped(threat_hum);
  leaf.values.safe_c25 = wrapped(safe);
  leaf.values.threat_c25 = wrapped(threat);
  leaf.threat_c8 = wrapped(threat_near);
  leaf.choke = wrapped(choke);
}

}  // namespace

RootValues evaluate_root(const Board& board, const Effects& effects, int progress_ply,
                         bool equal_gains) {
  RootValues root;
  const int promoted_com = count_promoted(board, Side::kCom);
  const int promoted_hum = count_promoted(board, Side::kHum);
  const int elevenths = progress_ply / 11;
  const int bonus = elevenths < 7 ? elevenths : 2 * elevenths;
  root.adv = gains(board, effects, equal_gains).most;
  root.dis = losses(board, effects).most;
  root.rbp = wrapped(majors_in_hand(board.hand(Side::kCom)) + promoted_com);
  root.power_com = power(board.hand(Side::kCom), promoted_com, bonus);
  root.power_hum = power(board.hand(Side::kHum), promoted_hum, bonus);
  root.king_hum = board.king(Side::kHum);
  root.king_com = board.king(Side::kCom);
  return root;
}

Leaf evaluate_leaf(const Board& root_board, const Effects& root_effects, const RootValues& root,
                   bool equal_gains, Move move) {
  Leaf leaf;
  leaf.move = move;
  leaf.captured = root_board[move.destination].kind();
  leaf.moved_from = move.is_drop() ? move.dropped() : root_board[move.source].kind();
  Board board = root_board;
  board.play(Side::kCom, move);
  leaf.moved = board[move.destination].kind();
  const Effects effects = effects_after(root_board, root_effects, move, board);
  const bool captures = leaf.captured != Kind::kNone;

  const Gains gained = gains(board, effects, equal_gains);
  const Losses lost =
      losses(board, effects, captures ? kNoSquareIndex : SquareIndex{move.destination});
  LeafValues& values = leaf.values;
  values.cap = captures ? wrapped(price(kPricesA, leaf.captured)) : Byte{0};
  values.adv = gained.most;
  values.posi = gained.sum;
  values.dis = lost.most;
  values.nega = lost.sum;
  leaf.adv_square = gained.square;
  leaf.dis_square = lost.square;
  values.dst_h = wrapped(distance(root.king_hum, move.destination));
  leaf.dst_c = wrapped(distance(root.king_com, move.destination));
  values.src_c = move.is_drop() ? leaf.dst_c : wrapped(distance(root.king_com, move.source));
  const SquareIndex king =
      leaf.moved == Kind::kKing ? SquareIndex{move.destination} : root.king_com;
  leaf.king_attacked = king != kNoSquareIndex && effects.count(Side::kHum, king) > 0;

  if (values.dis < 30 && values.adv >= 30 && values.dst_h < 3) {
    if (!has_escape(board)) {
      if (move.is_drop() && leaf.moved == Kind::kPawn) {
        leaf.verdict = Verdict::kPawnDropMate;
        return leaf;
      }
      leaf.verdict = Verdict::kMate;
      values.mate = true;
      values.cap = values.adv = 60;
      values.dis = 0;
    }
  }
  if (lost.includes_watched && root.dis < 30 && !values.mate) {
    leaf.verdict = Verdict::kThrowAway;
    return leaf;
  }
  look_at_pieces(board, effects, leaf);
  look_at_kings(effects, root, leaf);
  return leaf;
}

}  // namespace gougi::naitou
