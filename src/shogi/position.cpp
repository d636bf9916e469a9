// SPDX-License-Identifier: MIT
#include "shogi/position.hpp"

#include <string>

#include "base/random.hpp"
#include "base/say.hpp"
#include "shogi/kind_names.hpp"
#include "shogi/movegen.hpp"

namespace gougi::shogi {
namespace {

using detail::at;

struct Zobrist {
  std::array<std::array<Key, kSquareCount>, 32> piece{};  // [piece][square]
  Key white_to_move = 0;
};

constexpr Zobrist kZobrist = [] {
  Zobrist z;
  base::Random random(20240229);
  for (auto& squares : z.piece) {
    for (Key& key : squares) key = random.next();
  }
  z.white_to_move = random.next();
  return z;
}();

// Where a piece of kind `t` would have no move left (行き所のない駒).
Bitboard dead_ends(Color c, PieceType t) {
  switch (t) {
    case PieceType::kPawn:
    case PieceType::kLance:
      return last_ranks(c, 1);
    case PieceType::kKnight:
      return last_ranks(c, 2);
    default:
      return {};
  }
}

// By index of the unpromoted kind. The lenient ones are what Hand can count.
constexpr std::array<int, 8> kPieceTotals{0, 18, 4, 4, 4, 2, 2, 4};
constexpr std::array<int, 8> kLenientTotals{0, 31, 7, 7, 7, 3, 3, 7};

base::Result<void> check_counts(const Setup& setup, Strictness strictness) {
  const auto& limits = strictness == Strictness::kStrict ? kPieceTotals : kLenientTotals;
  std::array<int, 9> totals{};
  std::array<int, 2> kings{};
  for (const Piece p : setup.board) {
    if (p.empty()) continue;
    if (p.type() == PieceType::kKing) {
      ++kings[at(p.color())];
    } else {
      ++totals[static_cast<std::size_t>(index(unpromote(p.type())))];
    }
  }
  for (const Hand hand : setup.hands) {
    for (const PieceType t : kHandTypes)
      totals[static_cast<std::size_t>(index(t))] += hand.count(t);
  }
  for (const PieceType t : kHandTypes) {
    const auto i = static_cast<std::size_t>(index(t));
    if (totals[i] > limits[i]) {
      return base::fail(
          base::say({"{0} {1} where the game has {2}", "{1}が {0} 枚あります(将棋では {2} 枚)"},
                    totals[i], base::said(kKindNames[i]), kPieceTotals[i]));
    }
  }
  if (kings[0] > 1)
    return base::fail(base::say({"Black has {0} kings", "先手の玉が {0} 枚あります"}, kings[0]));
  if (kings[1] > 1)
    return base::fail(base::say({"White has {0} kings", "後手の玉が {0} 枚あります"}, kings[1]));
  return {};
}

std::string square_name(Square s) {
  return std::to_string(s.file()) + static_cast<char>('a' + s.rank() - 1);
}

base::Result<void> check_squares(const Setup& setup, Strictness strictness) {
  for (const Color c : kColors) {
    constexpr std::array<base::Text, 2> kSides{{{"Black", "先手"}, {"White", "後手"}}};
    const base::Text side = kSides[at(c)];
    std::array<bool, 10> pawn_on_file{};
    for (int i = 0; i < kSquareCount; ++i) {
      const Square s(i);
      const Piece p = setup.board[at(s)];
      if (p.empty() || p.color() != c) continue;
      const bool must_move = strictness == Strictness::kStrict || p.type() == PieceType::kPawn;
      if (must_move && dead_ends(c, p.type()).has(s)) {
        return base::fail(
            base::say({"{0}'s piece on {1} could never move", "{1} の{0}の駒は行き所のない駒です"},
                      base::said(side), square_name(s)));
      }
      if (p.type() != PieceType::kPawn) continue;
      bool& seen = pawn_on_file[static_cast<std::size_t>(s.file())];
      if (seen) {
        return base::fail(
            base::say({"{0} has two pawns on file {1}", "{0}の歩が {1} 筋で二歩になっています"},
                      base::said(side), s.file()));
      }
      seen = true;
    }
  }
  return {};
}

}  // namespace

base::Result<Position> Position::from(const Setup& setup, Strictness strictness) {
  if (setup.ply < 1 || setup.ply > kMaxPly) {
    return base::fail(base::say(
        {"move number {0} is not within 1 to {1}", "手数 {0} は 1 から {1} の範囲にありません"},
        setup.ply, kMaxPly));
  }
  if (const auto counts = check_counts(setup, strictness); !counts)
    return base::fail(counts.error().message);
  if (const auto squares = check_squares(setup, strictness); !squares) {
    return base::fail(squares.error().message);
  }
  Position p;
  for (int i = 0; i < kSquareCount; ++i) {
    const Square s(i);
    const Piece piece = setup.board[at(s)];
    if (piece.empty()) continue;
    p.put(piece, s);
    if (piece.type() == PieceType::kKing) p.kings_[at(piece.color())] = s;
  }
  p.hands_ = setup.hands;
  p.ply_ = setup.ply;
  p.side_to_move_ = setup.side_to_move;
  if (setup.side_to_move == Color::kWhite) p.board_key_ ^= kZobrist.white_to_move;
  const Color us = setup.side_to_move;
  if (p.king(~us).valid() && p.attackers_to(us, p.king(~us), p.occupied())) {
    return base::fail(base::said(us == Color::kBlack
                                     ? base::Text{"White is in check with Black to move",
                                                  "先手の手番なのに後手玉に王手がかかっています"}
                                     : base::Text{"Black is in check with White to move",
                                                  "後手の手番なのに先手玉に王手がかかっています"}));
  }
  if (p.king(us).valid()) p.checkers_ = p.attackers_to(~us, p.king(us), p.occupied());
  return p;
}

const Position& Position::start() {
  static const Position position = [] {
    Setup setup;
    constexpr std::array kBack{PieceType::kLance,  PieceType::kKnight, PieceType::kSilver,
                               PieceType::kGold,   PieceType::kKing,   PieceType::kGold,
                               PieceType::kSilver, PieceType::kKnight, PieceType::kLance};
    for (int file = 1; file <= 9; ++file) {
      const PieceType back = kBack[static_cast<std::size_t>(file - 1)];
      setup.board[at(Square::of(file, 9))] = Piece(Color::kBlack, back);
      setup.board[at(Square::of(file, 1))] = Piece(Color::kWhite, back);
      setup.board[at(Square::of(file, 7))] = Piece(Color::kBlack, PieceType::kPawn);
      setup.board[at(Square::of(file, 3))] = Piece(Color::kWhite, PieceType::kPawn);
    }
    setup.board[at(Square::of(8, 8))] = Piece(Color::kBlack, PieceType::kBishop);
    setup.board[at(Square::of(2, 8))] = Piece(Color::kBlack, PieceType::kRook);
    setup.board[at(Square::of(2, 2))] = Piece(Color::kWhite, PieceType::kBishop);
    setup.board[at(Square::of(8, 2))] = Piece(Color::kWhite, PieceType::kRook);
    return *from(setup);
  }();
  return position;
}

Setup Position::setup() const { return {board_, hands_, side_to_move_, ply_}; }

void Position::put(Piece p, Square s) {
  const Bitboard square = Bitboard::of(s);
  by_color_[at(p.color())] |= square;
  by_type(p) |= square;
  board_[at(s)] = p;
  board_key_ ^= kZobrist.piece[at(p)][at(s)];
}

Bitboard Position::attackers_to(Color by, Square s, Bitboard occupied) const {
  const Color seen = ~by;  // a piece of `by` attacks `s` from where its mirror image on `s` attacks
  const Bitboard kings = pieces(PieceType::kKing);
  const Bitboard horses = pieces(PieceType::kHorse);
  const Bitboard dragons = pieces(PieceType::kDragon);
  const Bitboard all = (step_attacks(seen, PieceType::kPawn, s) & pieces(PieceType::kPawn)) |
                       (step_attacks(seen, PieceType::kKnight, s) & pieces(PieceType::kKnight)) |
                       (step_attacks(seen, PieceType::kSilver, s) & pieces(PieceType::kSilver)) |
                       (step_attacks(seen, PieceType::kGold, s) & gold_movers()) |
                       (step_attacks(seen, PieceType::kKing, s) & (kings | horses | dragons)) |
                       (bishop_attacks(s, occupied) & (pieces(PieceType::kBishop) | horses)) |
                       (rook_attacks(s, occupied) & (pieces(PieceType::kRook) | dragons)) |
                       (lance_attacks(seen, s, occupied) & pieces(PieceType::kLance));
  return all & pieces(by);
}

Bitboard Position::attackers_to(Square s, Bitboard occupied) const {
  const Bitboard file = file_attacks(s, occupied);
  const Bitboard golds = gold_movers();
  Bitboard all =
      (step_attacks(Color::kBlack, PieceType::kKing, s) &
       (pieces(PieceType::kKing) | pieces(PieceType::kHorse) | pieces(PieceType::kDragon))) |
      (bishop_attacks(s, occupied) & diagonal_sliders()) |
      ((file | rank_attacks(s, occupied)) & orthogonal_sliders());
  for (const Color by : kColors) {
    const Color seen = ~by;  // as above
    all |= pieces(by) &
           ((step_attacks(seen, PieceType::kPawn, s) & pieces(PieceType::kPawn)) |
            (step_attacks(seen, PieceType::kKnight, s) & pieces(PieceType::kKnight)) |
            (step_attacks(seen, PieceType::kSilver, s) & pieces(PieceType::kSilver)) |
            (step_attacks(seen, PieceType::kGold, s) & golds) |
            (file & empty_board_attacks(seen, PieceType::kLance, s) & pieces(PieceType::kLance)));
  }
  return all;
}

Bitboard Position::blockers_for_king(Color c) const {
  const Square k = king(c);
  const Bitboard blocking = occupied();
  Bitboard blockers;
  for (Bitboard b = snipers(c); b;) {
    const Bitboard on_the_way = between(b.pop(), k) & blocking;
    if (!on_the_way.many()) blockers |= on_the_way;
  }
  return blockers;
}

Bitboard Position::discovered_by(Color by, Square from, Square to, Square k) const {
  const Bitboard line = line_through(k, from);
  if (!line || line.has(to)) return {};
  const Bitboard blocking = (occupied() | Bitboard::of(to)).without(Bitboard::of(from));
  Bitboard found;
  for (Bitboard b = snipers(~by) & line.without(Bitboard::of(from)); b;) {
    const Square sniper = b.pop();
    if (!(between(sniper, k) & blocking)) found |= Bitboard::of(sniper);
  }
  return found;
}

bool Position::has_legal_move() const { return count_legal(*this) != 0; }

bool Position::is_pawn_drop_mate(Square to) const {
  const Color us = side_to_move_;
  const Square k = king(~us);
  const Bitboard occupied_after = occupied() | Bitboard::of(to);
  // Can another piece capture the pawn? Pinned ones only along their line.
  const Bitboard pinned = blockers_for_king(~us);
  bool capturable = false;
  attackers_to(~us, to, occupied_after).without(Bitboard::of(k)).for_each([&](Square s) {
    capturable = capturable || !pinned.has(s) || line_through(k, s).has(to);
  });
  if (capturable) return false;
  // Can the king go anywhere? It blocks no line when it has moved.
  const Bitboard without_king = occupied_after.without(Bitboard::of(k));
  bool escape = false;
  step_attacks(~us, PieceType::kKing, k).without(pieces(~us)).for_each([&](Square s) {
    escape = escape || !attackers_to(us, s, without_king);
  });
  return !escape;
}

bool Position::is_legal(BareMove m) const {
  if (m.is_none() || (m.raw() >> 15U) != 0 || !m.to().valid()) return false;
  if (!m.is_drop()) return is_legal_board_move(m);
  const int kind = index(m.dropped());
  return !m.promotes() && kind >= index(PieceType::kPawn) && kind <= index(PieceType::kGold) &&
         is_legal_drop(m.dropped(), m.to());
}

bool Position::is_legal_drop(PieceType t, Square to) const {
  const Color us = side_to_move_;
  if (!hand(us).has(t) || !piece_at(to).empty() || dead_ends(us, t).has(to)) return false;
  if (checkers_ && (checkers_.many() || !between(king(us), checkers_.first()).has(to)))
    return false;
  if (t != PieceType::kPawn) return true;
  if (pieces(us, PieceType::kPawn) & file_squares(to.file())) return false;
  const bool checks = step_attacks(us, PieceType::kPawn, to).has(king(~us));
  return !checks || !is_pawn_drop_mate(to);
}

bool Position::is_legal_board_move(BareMove m) const {
  const Color us = side_to_move_;
  const Square from = m.from();
  const Square to = m.to();
  if (!from.valid()) return false;
  const Piece p = piece_at(from);
  if (p.empty() || p.color() != us || pieces(us).has(to)) return false;
  if (!attacks(p.type(), us, from, occupied()).has(to)) return false;
  if (m.promotes()) {
    if (!can_promote(p.type())) return false;
    if (!in_promotion_zone(us, from) && !in_promotion_zone(us, to)) return false;
  } else if (dead_ends(us, p.type()).has(to)) {
    return false;
  }
  const Square k = king(us);
  if (!k.valid()) return true;
  if (from == k) return !attackers_to(~us, to, occupied().without(Bitboard::of(k)));
  const Bitboard occupied_after = occupied().without(Bitboard::of(from)) | Bitboard::of(to);
  return !attackers_to(~us, k, occupied_after).without(Bitboard::of(to));
}

bool Position::gives_check(BareMove m) const {
  const Color us = side_to_move_;
  const Square k = king(~us);
  if (!k.valid()) return false;
  if (m.is_drop()) return attacks_square(Piece(us, m.dropped()), m.to(), k, occupied());
  const Piece before = piece_at(m.from());
  const Piece after = m.promotes() ? Piece(us, promote(before.type())) : before;
  const Bitboard blocking = occupied().without(Bitboard::of(m.from()));
  return attacks_square(after, m.to(), k, blocking) || discovered_by(us, m.from(), m.to(), k);
}

Key Position::board_key_after(BareMove m) const {
  const Color us = side_to_move_;
  const Square to = m.to();
  const Key key = board_key_ ^ kZobrist.white_to_move;
  if (m.is_drop()) return key ^ kZobrist.piece[at(Piece(us, m.dropped()))][at(to)];
  const Square from = m.from();
  const Piece moving = piece_at(from);
  const Piece placed = m.promotes() ? Piece(us, promote(moving.type())) : moving;
  // The table's row of the empty piece is not zero, hence the question.
  const Piece captured = piece_at(to);
  const Key taken = captured.empty() ? 0 : kZobrist.piece[at(captured)][at(to)];
  return key ^ taken ^ kZobrist.piece[at(moving)][at(from)] ^ kZobrist.piece[at(placed)][at(to)];
}

Key Position::key_after(BareMove m) const {
  std::array<Hand, 2> hands = hands_;
  Hand& ours = hands[at(side_to_move_)];
  if (m.is_drop()) {
    ours.remove(m.dropped());
  } else if (const Piece captured = piece_at(m.to()); !captured.empty()) {
    ours.add(unpromote(captured.type()));
  }
  return board_key_after(m) ^ hand_key(hands);
}

void Position::do_move(BareMove m, Undo& undo) {
  const Color us = side_to_move_;
  const Square to = m.to();
  const Bitboard to_square = Bitboard::of(to);
  const Square their_king = king(~us);
  Key key = board_key_ ^ kZobrist.white_to_move;
  undo.checkers = checkers_;
  undo.board_key = board_key_;
  undo.captured = Piece();
  Piece placed;
  Bitboard checkers;
  if (m.is_drop()) {
    placed = Piece(us, m.dropped());
    hands_[at(us)].remove(m.dropped());
    by_color_[at(us)] ^= to_square;
    by_type(placed) ^= to_square;
  } else {
    const Square from = m.from();
    const Bitboard from_square = Bitboard::of(from);
    const Piece moving = piece_at(from);
    const Piece captured = piece_at(to);
    if (!captured.empty()) {
      undo.captured = captured;
      by_color_[at(~us)] ^= to_square;
      by_type(captured) ^= to_square;
      hands_[at(us)].add(unpromote(captured.type()));
      key ^= kZobrist.piece[at(captured)][at(to)];
    }
    by_color_[at(us)] ^= from_square | to_square;
    if (m.promotes()) {
      placed = Piece(us, promote(moving.type()));
      by_type(moving) ^= from_square;
      by_type(placed) ^= to_square;
    } else {
      placed = moving;
      by_type(moving) ^= from_square | to_square;
      if (moving.type() == PieceType::kKing) kings_[at(us)] = to;
    }
    board_[at(from)] = Piece();
    key ^= kZobrist.piece[at(moving)][at(from)];
    if (their_king.valid()) checkers = discovered_by(us, from, to, their_king);
  }
  board_[at(to)] = placed;
  if (attacks_square(placed, to, their_king, occupied())) checkers |= to_square;
  checkers_ = checkers;
  board_key_ = key ^ kZobrist.piece[at(placed)][at(to)];
  side_to_move_ = ~us;
  ++ply_;
}

void Position::undo_move(BareMove m, const Undo& undo) {
  const Color us = ~side_to_move_;
  const Square to = m.to();
  const Bitboard to_square = Bitboard::of(to);
  const Piece placed = piece_at(to);
  board_[at(to)] = undo.captured;
  if (m.is_drop()) {
    hands_[at(us)].add(m.dropped());
    by_color_[at(us)] ^= to_square;
    by_type(placed) ^= to_square;
  } else {
    const Square from = m.from();
    const Bitboard from_square = Bitboard::of(from);
    by_color_[at(us)] ^= from_square | to_square;
    if (m.promotes()) {
      const Piece moved(us, unpromote(placed.type()));
      by_type(moved) ^= from_square;
      by_type(placed) ^= to_square;
      board_[at(from)] = moved;
    } else {
      by_type(placed) ^= from_square | to_square;
      board_[at(from)] = placed;
      if (placed.type() == PieceType::kKing) kings_[at(us)] = from;
    }
    if (!undo.captured.empty()) {
      by_color_[at(~us)] ^= to_square;
      by_type(undo.captured) ^= to_square;
      hands_[at(us)].remove(unpromote(undo.captured.type()));
    }
  }
  checkers_ = undo.checkers;
  board_key_ = undo.board_key;
  side_to_move_ = us;
  --ply_;
}

void Position::do_null_move(Undo& undo) {
  undo.checkers = checkers_;
  undo.board_key = board_key_;
  board_key_ ^= kZobrist.white_to_move;
  side_to_move_ = ~side_to_move_;
  ++ply_;
}

void Position::undo_null_move(const Undo& undo) {
  checkers_ = undo.checkers;
  board_key_ = undo.board_key;
  side_to_move_ = ~side_to_move_;
  --ply_;
}

}  // namespace gougi::shogi
