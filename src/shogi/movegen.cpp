// SPDX-License-Identifier: MIT
// One walk over the legal moves of a position serves everything: `enumerate` finds, piece by piece,
// the set of squares a piece may go to; a Selection narrows the sets (all moves, captures, checks,
// …); a sink counts them or lists them. All three are resolved at compile time.
#include "shogi/movegen.hpp"

#include "shogi/attacks.hpp"

namespace gougi::shogi {
namespace {

// --- sinks ------------------------------------------------------------------------------------

class Counter {
 public:
  void moves(Square, Bitboard to) { total_ += to.count(); }
  void promotions(Square, Bitboard to) { total_ += to.count(); }
  template <Color Us>
  void pawn_moves(Bitboard to) {
    total_ += to.count();
  }
  template <Color Us>
  void pawn_promotions(Bitboard to) {
    total_ += to.count();
  }
  void drops(PieceType, Bitboard to) { total_ += to.count(); }

  int total() const { return total_; }

 private:
  int total_ = 0;
};

class Lister {
 public:
  explicit Lister(MoveList& moves) : moves_(moves) {}
  void moves(Square from, Bitboard to) {
    to.for_each([&](Square s) { moves_.push(BareMove::board(from, s)); });
  }
  void promotions(Square from, Bitboard to) {
    to.for_each([&](Square s) { moves_.push(BareMove::board(from, s, true)); });
  }
  template <Color Us>
  void pawn_moves(Bitboard to) {
    to.for_each([&](Square s) { moves_.push(BareMove::board(behind<Us>(s), s)); });
  }
  template <Color Us>
  void pawn_promotions(Bitboard to) {
    to.for_each([&](Square s) { moves_.push(BareMove::board(behind<Us>(s), s, true)); });
  }
  void drops(PieceType t, Bitboard to) {
    to.for_each([&](Square s) { moves_.push(BareMove::drop(t, s)); });
  }

 private:
  template <Color Us>
  static constexpr Square behind(Square s) {
    return Square(s.index() + (Us == Color::kBlack ? 1 : -1));
  }
  MoveList& moves_;
};

// --- selections -------------------------------------------------------------------------------
// Each says which of the legal destinations `to` it wants: of a piece that stays what it is, of one
// that promotes, of pawns (all at once), of the king, of a drop.

struct AllMoves {
  Bitboard moves(PieceType, Square, Bitboard to) const { return to; }
  Bitboard promotions(PieceType, Square, Bitboard to) const { return to; }
  Bitboard pawn_moves(Bitboard to) const { return to; }
  Bitboard pawn_promotions(Bitboard to) const { return to; }
  Bitboard drops(PieceType, Bitboard to) const { return to; }
};

struct Captures {
  explicit Captures(const Position& p) : theirs(p.pieces(~p.side_to_move())) {}
  Bitboard moves(PieceType, Square, Bitboard to) const { return to & theirs; }
  Bitboard promotions(PieceType, Square, Bitboard to) const { return to & theirs; }
  Bitboard pawn_moves(Bitboard to) const { return to & theirs; }
  Bitboard pawn_promotions(Bitboard to) const { return to; }
  Bitboard drops(PieceType, Bitboard) const { return {}; }
  Bitboard theirs;
};

struct Quiets {
  explicit Quiets(const Position& p) : theirs(p.pieces(~p.side_to_move())) {}
  Bitboard moves(PieceType, Square, Bitboard to) const { return to.without(theirs); }
  Bitboard promotions(PieceType, Square, Bitboard to) const { return to.without(theirs); }
  Bitboard pawn_moves(Bitboard to) const { return to.without(theirs); }
  Bitboard pawn_promotions(Bitboard) const { return {}; }
  Bitboard drops(PieceType, Bitboard to) const { return to; }
  Bitboard theirs;
};

struct Checks {
  explicit Checks(const Position& p) : king(p.king(~p.side_to_move())) {
    const Color us = p.side_to_move();
    if (!king.valid()) return;
    for (const PieceType type : {PieceType::kPawn, PieceType::kKnight, PieceType::kSilver,
                                 PieceType::kGold, PieceType::kLance}) {
      where(type) = attacks(type, ~us, king, p.occupied());
    }
    for (const PieceType type :
         {PieceType::kPawn, PieceType::kLance, PieceType::kKnight, PieceType::kSilver}) {
      where(promote(type)) = where(PieceType::kGold);
    }
    const Bitboard around = step_attacks(~us, PieceType::kKing, king);
    where(PieceType::kBishop) = bishop_attacks(king, p.occupied());
    where(PieceType::kRook) = rook_attacks(king, p.occupied());
    where(PieceType::kHorse) = where(PieceType::kBishop) | around;
    where(PieceType::kDragon) = where(PieceType::kRook) | around;
    discoverers = p.blockers_for_king(~us) & p.pieces(us);
    const Bitboard pawns = discoverers & p.pieces(PieceType::kPawn);
    discovering_pawns = forward(us, pawns.without(file_squares(king.file())));
  }
  Bitboard moves(PieceType t, Square from, Bitboard to) const {
    const Bitboard direct = from_where[static_cast<std::size_t>(index(t))];
    if (!discoverers.has(from)) return to & direct;
    return to & (direct | ~line_through(king, from));
  }
  Bitboard promotions(PieceType t, Square from, Bitboard to) const {
    return moves(promote(t), from, to);
  }
  Bitboard pawn_moves(Bitboard to) const {
    return to & (from_where[static_cast<std::size_t>(index(PieceType::kPawn))] | discovering_pawns);
  }
  Bitboard pawn_promotions(Bitboard to) const {
    return to & (from_where[static_cast<std::size_t>(index(PieceType::kGold))] | discovering_pawns);
  }
  Bitboard drops(PieceType t, Bitboard to) const {
    return to & from_where[static_cast<std::size_t>(index(t))];
  }
  Bitboard& where(PieceType t) { return from_where[static_cast<std::size_t>(index(t))]; }
  Square king;
  std::array<Bitboard, kPieceTypeCount> from_where{};  // a kind that stands there gives check
  Bitboard discoverers;
  Bitboard discovering_pawns;  // where they arrive
};

// --- the walk ---------------------------------------------------------------------------------

// The squares next to `Us`'s king that the opponent attacks (and some further ones).
template <Color Us>
Bitboard danger_near_king(const Position& p, Square king) {
  constexpr Color kThem = ~Us;
  const Bitboard theirs = p.pieces(kThem);
  const Bitboard blocking = p.occupied() ^ Bitboard::of(king);
  Bitboard danger;
  Bitboard steppers = theirs & king_vicinity(kThem, king);
  while (steppers) {
    const Square s = steppers.pop();
    danger |= step_attacks(p.piece_at(s), s);
  }
  Bitboard diagonal = theirs & p.diagonal_sliders();
  while (diagonal) danger |= bishop_attacks(diagonal.pop(), blocking);
  Bitboard orthogonal = theirs & p.orthogonal_sliders();
  while (orthogonal) danger |= rook_attacks(orthogonal.pop(), blocking);
  Bitboard lances = theirs & p.pieces(PieceType::kLance);
  while (lances) danger |= lance_attacks(kThem, lances.pop(), blocking);
  return danger;
}

template <Color Us, bool RelevantOnly, class Selection, class Sink>
class Walk {
 public:
  Walk(const Position& position, const Selection& selection, Sink& sink)
      : p_(position), select_(selection), sink_(sink) {}

  void run() {
    const Square king = p_.king(Us);
    targets_ = ~p_.pieces(Us);
    empty_ = ~p_.occupied();
    Bitboard pinned;
    if (king.valid()) {
      king_moves(king);
      if (p_.checkers()) {
        if (p_.checkers().many()) return;
        const Bitboard way = between(king, p_.checkers().first());
        targets_ = way | p_.checkers();
        empty_ = way;
      }
      pinned = p_.blockers_for_king(Us) & p_.pieces(Us);
    }
    pawns(pinned, king);
    pieces(p_.pieces(Us).without(pinned));
    if (pinned) pinned_pieces(pinned.without(p_.pieces(PieceType::kPawn)), king);
    if (!p_.hand(Us).empty()) drops();
  }

 private:
  static constexpr Bitboard kZone = promotion_zone(Us);
  static constexpr Bitboard kLastRank = last_ranks(Us, 1);
  static constexpr Bitboard kLastTwoRanks = last_ranks(Us, 2);

  void king_moves(Square king) {
    const Bitboard to = step_attacks(Us, PieceType::kKing, king) & targets_;
    const Bitboard wanted = select_.moves(PieceType::kKing, king, to);
    if (wanted) sink_.moves(king, wanted.without(danger_near_king<Us>(p_, king)));
  }

  void pawns(Bitboard pinned, Square king) {
    Bitboard movable = p_.pieces(Us, PieceType::kPawn);
    if (pinned) movable = movable.without(pinned.without(file_squares(king.file())));
    const Bitboard to = forward(Us, movable) & targets_;
    sink_.template pawn_promotions<Us>(select_.pawn_promotions(to & kZone));
    sink_.template pawn_moves<Us>(select_.pawn_moves(to.without(RelevantOnly ? kZone : kLastRank)));
  }

  // All pieces of `movable` but king and pawns.
  void pieces(Bitboard movable) {
    const Bitboard occupied = p_.occupied();
    for (Bitboard b = movable & p_.pieces(PieceType::kLance); b;) {
      const Square s = b.pop();
      lance(s, lance_attacks(Us, s, occupied) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kKnight); b;) {
      const Square s = b.pop();
      knight(s, step_attacks(Us, PieceType::kKnight, s) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kSilver); b;) {
      const Square s = b.pop();
      silver(s, step_attacks(Us, PieceType::kSilver, s) & targets_);
    }
    for (Bitboard b = movable & p_.gold_movers(); b;) {
      const Square s = b.pop();
      plain<PieceType::kGold>(s, step_attacks(Us, PieceType::kGold, s) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kBishop); b;) {
      const Square s = b.pop();
      major<PieceType::kBishop>(s, bishop_attacks(s, occupied) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kRook); b;) {
      const Square s = b.pop();
      major<PieceType::kRook>(s, rook_attacks(s, occupied) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kHorse); b;) {
      const Square s = b.pop();
      plain<PieceType::kHorse>(s, attacks(PieceType::kHorse, Us, s, occupied) & targets_);
    }
    for (Bitboard b = movable & p_.pieces(PieceType::kDragon); b;) {
      const Square s = b.pop();
      plain<PieceType::kDragon>(s, attacks(PieceType::kDragon, Us, s, occupied) & targets_);
    }
  }

  // Pinned pieces but pawns move along the line to the king.
  void pinned_pieces(Bitboard pinned, Square king) {
    while (pinned) {
      const Square s = pinned.pop();
      const PieceType t = p_.piece_at(s).type();
      const Bitboard to = attacks(t, Us, s, p_.occupied()) & targets_ & line_through(king, s);
      switch (t) {
        case PieceType::kLance:
          lance(s, to);
          break;
        case PieceType::kKnight:
          break;
        case PieceType::kSilver:
          silver(s, to);
          break;
        case PieceType::kBishop:
          major<PieceType::kBishop>(s, to);
          break;
        case PieceType::kRook:
          major<PieceType::kRook>(s, to);
          break;
        case PieceType::kHorse:
          plain<PieceType::kHorse>(s, to);
          break;
        case PieceType::kDragon:
          plain<PieceType::kDragon>(s, to);
          break;
        default:
          plain<PieceType::kGold>(s, to);
          break;
      }
    }
  }

  void lance(Square from, Bitboard to) {
    sink_.promotions(from, select_.promotions(PieceType::kLance, from, to & kZone));
    sink_.moves(from, select_.moves(PieceType::kLance, from,
                                    to.without(RelevantOnly ? kLastTwoRanks : kLastRank)));
  }

  void knight(Square from, Bitboard to) {
    sink_.promotions(from, select_.promotions(PieceType::kKnight, from, to & kZone));
    sink_.moves(from, select_.moves(PieceType::kKnight, from, to.without(kLastTwoRanks)));
  }

  void silver(Square from, Bitboard to) {
    const Bitboard promoting = kZone.has(from) ? to : to & kZone;
    sink_.promotions(from, select_.promotions(PieceType::kSilver, from, promoting));
    sink_.moves(from, select_.moves(PieceType::kSilver, from, to));
  }

  template <PieceType T>
  void major(Square from, Bitboard to) {
    const Bitboard promoting = kZone.has(from) ? to : to & kZone;
    sink_.promotions(from, select_.promotions(T, from, promoting));
    sink_.moves(from, select_.moves(T, from, RelevantOnly ? to.without(promoting) : to));
  }

  template <PieceType T>
  void plain(Square from, Bitboard to) {
    sink_.moves(from, select_.moves(T, from, to));
  }

  void drops() {
    const Hand hand = p_.hand(Us);
    if (hand.has(PieceType::kPawn)) {
      Bitboard to = empty_ & files_without(p_.pieces(Us, PieceType::kPawn));
      to = to.without(kLastRank);
      const Square their_king = p_.king(~Us);
      const Bitboard checking = to & step_attacks(~Us, PieceType::kPawn, their_king);
      if (checking && p_.is_pawn_drop_mate(checking.first())) to ^= checking;
      sink_.drops(PieceType::kPawn, select_.drops(PieceType::kPawn, to));
    }
    drops_of(hand, PieceType::kLance, empty_.without(kLastRank));
    drops_of(hand, PieceType::kKnight, empty_.without(kLastTwoRanks));
    for (const PieceType t :
         {PieceType::kSilver, PieceType::kGold, PieceType::kBishop, PieceType::kRook}) {
      drops_of(hand, t, empty_);
    }
  }

  void drops_of(Hand hand, PieceType t, Bitboard to) {
    if (hand.has(t)) sink_.drops(t, select_.drops(t, to));
  }

  const Position& p_;
  const Selection& select_;
  Sink& sink_;
  Bitboard targets_;  // where a board move of another piece than the king may go
  Bitboard empty_;    // where a drop may go
};

template <bool RelevantOnly, class Selection, class Sink>
void walk(const Position& p, const Selection& selection, Sink& sink) {
  if (p.side_to_move() == Color::kBlack) {
    Walk<Color::kBlack, RelevantOnly, Selection, Sink>(p, selection, sink).run();
  } else {
    Walk<Color::kWhite, RelevantOnly, Selection, Sink>(p, selection, sink).run();
  }
}

template <bool RelevantOnly>
void list(const Position& p, MoveClass which, MoveList& moves) {
  Lister lister(moves);
  switch (which) {
    case MoveClass::kCaptures:
      return walk<RelevantOnly>(p, Captures(p), lister);
    case MoveClass::kQuiets:
      return walk<RelevantOnly>(p, Quiets(p), lister);
    case MoveClass::kChecks:
      return walk<RelevantOnly>(p, Checks(p), lister);
    case MoveClass::kEvasions:
      return walk<RelevantOnly>(p, AllMoves(), lister);
  }
}

}  // namespace

void generate_legal(const Position& position, MoveList& moves) {
  Lister lister(moves);
  walk<false>(position, AllMoves(), lister);
}

void generate(const Position& position, MoveClass which, bool relevant_only, MoveList& moves) {
  if (relevant_only) {
    list<true>(position, which, moves);
  } else {
    list<false>(position, which, moves);
  }
}

int count_legal(const Position& position) {
  Counter counter;
  walk<false>(position, AllMoves(), counter);
  return counter.total();
}

std::uint64_t perft(Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  Undo undo;
  for (const BareMove m : moves) {
    position.do_move(m, undo);
    nodes += perft(position, depth - 1);
    position.undo_move(m, undo);
  }
  return nodes;
}

}  // namespace gougi::shogi
