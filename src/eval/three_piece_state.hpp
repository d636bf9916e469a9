// SPDX-License-Identifier: MIT
// What three-piece tables say of the game that one thread searches: sums over both kings, over them
// and each piece, and over each king and each pair of pieces. They are brought up to date when a
// position is judged: by the pieces that moved since the last one that was, and for a king that
// moved anew. For one thread; any number of states may share tables.
//
// A template, so that tests can sum numbers that no file has to hold: `Tables` has kk, kkp and
// sum_of_pairs of KpptTables. What no game has does not crash, as in nnue_features.hpp: a missing
// king stands on its home square, and each piece that a handicap leaves out counts as index 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/kppt_tables.hpp"
#include "eval/material.hpp"
#include "eval/nnue_features.hpp"
#include "shogi/position.hpp"

namespace gougi::eval {

template <class Tables>
class ThreePieceState {
 public:
  /// `tables` is not null. reset() comes before all else.
  explicit ThreePieceState(std::shared_ptr<const Tables> tables)
      : tables_(std::move(tables)), stack_(kFirstDepth) {}

  /// Begins anew at `position`.
  void reset(const shogi::Position& position);
  /// Before `move`, which is legal in `before`, is made. A null move is neither pushed nor popped.
  void push(const shogi::Position& before, shogi::BareMove move);
  /// After the last move pushed was taken back.
  void pop();
  /// For the side to move, within kLargestScore; `position` is where the moves pushed since reset()
  /// have led, passes aside.
  int evaluate(const shogi::Position& position);

 private:
  // Deeper than most searches go; the stack grows when they do.
  static constexpr std::size_t kFirstDepth = 64;
  // Further back it is cheaper to sum anew: of 38 pieces two change with a move.
  static constexpr std::size_t kFarthest = 4;
  static constexpr std::size_t kMostChanges = 2;

  using Indices = std::vector<std::uint16_t>;  // one of each piece

  /// A piece's place in the lists, and its index there before, by view.
  struct Change {
    std::size_t place = 0;
    std::array<std::uint16_t, 2> was{};
  };
  /// The position behind a move.
  struct Entry {
    bool is_computed = false;
    std::array<bool, 2> king_moved{};
    std::size_t change_count = 0;
    std::array<Change, kMostChanges> changes{};
    int material = 0;                // to Black
    TablePair kings;                 // kk and kkp
    std::array<TablePair, 2> pairs;  // by view
  };
  /// The pieces that are elsewhere than in an earlier position, which has them once.
  struct Changes {
    std::size_t count = 0;
    std::array<Change, kMostChanges * kFarthest> all{};

    void add(const Change& change) {  // the later first
      for (std::size_t i = 0; i < count; ++i) {
        if (all[i].place == change.place) {
          all[i].was = change.was;
          return;
        }
      }
      all[count++] = change;
    }
  };

  static std::size_t at(shogi::Color color) { return static_cast<std::size_t>(index(color)); }
  static std::array<std::uint16_t, 2> on_board(shogi::Piece piece, shogi::Square square) {
    return {static_cast<std::uint16_t>(board_index(shogi::Color::kBlack, piece, square)),
            static_cast<std::uint16_t>(board_index(shogi::Color::kWhite, piece, square))};
  }
  static std::array<std::uint16_t, 2> in_hand(shogi::Color owner, shogi::PieceType type, int nth) {
    return {static_cast<std::uint16_t>(hand_index(shogi::Color::kBlack, owner, type, nth)),
            static_cast<std::uint16_t>(hand_index(shogi::Color::kWhite, owner, type, nth))};
  }
  static int king_of(const shogi::Position& position, shogi::Color owner) {
    return king_or_home(position.king(owner), owner).index();
  }
  // A king in its own view.
  static int seen_king(const shogi::Position& position, shogi::Color owner) {
    return seen_square(owner, king_or_home(position.king(owner), owner));
  }

  void put(const std::array<std::uint16_t, 2>& piece) {
    for (std::size_t view = 0; view < 2; ++view) pieces_[view].push_back(piece[view]);
  }
  void change(Entry& entry, const std::array<std::uint16_t, 2>& from,
              const std::array<std::uint16_t, 2>& to);
  void bring_up_to_date(const shogi::Position& position);
  TablePair sum_with_kings(const shogi::Position& position) const;
  TablePair sum_of_all_pairs(shogi::Color view, int king) const;
  TablePair change_of_pairs(shogi::Color view, int king, const Changes& changes);

  std::shared_ptr<const Tables> tables_;
  std::array<Indices, 2> pieces_;  // by view, in the same order
  Indices unchanged_;              // for change_of_pairs
  std::size_t top_ = 0;
  std::vector<Entry> stack_;
};

template <class Tables>
void ThreePieceState<Tables>::reset(const shogi::Position& position) {
  for (Indices& list : pieces_) list.clear();
  position.occupied()
      .without(position.pieces(shogi::PieceType::kKing))
      .for_each([&](shogi::Square s) { put(on_board(position.piece_at(s), s)); });
  for (const shogi::Color owner : shogi::kColors) {
    for (const shogi::PieceType type : shogi::kHandTypes) {
      for (int nth = 0; nth < position.hand(owner).count(type); ++nth)
        put(in_hand(owner, type, nth));
    }
  }
  while (pieces_[0].size() < kNnuePieces) put({});
  top_ = 0;
  stack_[0] = Entry();
  stack_[0].material = black_material(position);
}

template <class Tables>
void ThreePieceState<Tables>::change(Entry& entry, const std::array<std::uint16_t, 2>& from,
                                     const std::array<std::uint16_t, 2>& to) {
  // More pieces in hand than a game has share an index, and then each of them will do.
  Change& change = entry.changes[entry.change_count++];
  change.place =
      static_cast<std::size_t>(std::ranges::find(pieces_[0], from[0]) - pieces_[0].begin());
  for (std::size_t view = 0; view < 2; ++view) {
    change.was[view] = std::exchange(pieces_[view][change.place], to[view]);
  }
}

template <class Tables>
void ThreePieceState<Tables>::push(const shogi::Position& before, shogi::BareMove move) {
  if (++top_ == stack_.size()) stack_.resize(2 * stack_.size());
  Entry& entry = stack_[top_];
  entry.is_computed = false;
  entry.king_moved = {};
  entry.change_count = 0;
  const shogi::Color us = before.side_to_move();
  const int gain = material_gain(before, move);
  entry.material = stack_[top_ - 1].material + (us == shogi::Color::kBlack ? gain : -gain);
  const shogi::Square to = move.to();
  if (move.is_drop()) {
    const shogi::PieceType type = move.dropped();
    change(entry, in_hand(us, type, before.hand(us).count(type) - 1),
           on_board(shogi::Piece(us, type), to));
    return;
  }
  if (const shogi::Piece captured = before.piece_at(to); !captured.empty()) {
    const shogi::PieceType type = unpromote(captured.type());
    change(entry, on_board(captured, to), in_hand(us, type, before.hand(us).count(type)));
  }
  const shogi::Piece moving = before.piece_at(move.from());
  if (moving.type() == shogi::PieceType::kKing) {
    entry.king_moved[at(us)] = true;
    return;
  }
  const shogi::Piece moved = move.promotes() ? shogi::Piece(us, promote(moving.type())) : moving;
  change(entry, on_board(moving, move.from()), on_board(moved, to));
}

template <class Tables>
void ThreePieceState<Tables>::pop() {
  const Entry& entry = stack_[top_--];
  for (std::size_t i = entry.change_count; i-- > 0;) {
    const Change& change = entry.changes[i];
    for (std::size_t view = 0; view < 2; ++view) pieces_[view][change.place] = change.was[view];
  }
}

template <class Tables>
int ThreePieceState<Tables>::evaluate(const shogi::Position& position) {
  bring_up_to_date(position);
  const Entry& now = stack_[top_];
  const std::int64_t board = now.pairs[0].board - now.pairs[1].board + now.kings.board +
                             std::int64_t{now.material} * kTableScale;
  const std::int64_t turn = now.pairs[0].turn + now.pairs[1].turn + now.kings.turn;
  const bool is_black = position.side_to_move() == shogi::Color::kBlack;
  const std::int64_t score = ((is_black ? board : -board) + turn) / kTableScale;
  return static_cast<int>(std::clamp<std::int64_t>(score, -kLargestScore, kLargestScore));
}

template <class Tables>
void ThreePieceState<Tables>::bring_up_to_date(const shogi::Position& position) {
  Entry& now = stack_[top_];
  if (now.is_computed) return;
  std::size_t known = top_;
  Changes changes;
  std::array<bool, 2> king_moved{};
  while (known > 0 && top_ - known < kFarthest && !stack_[known].is_computed) {
    const Entry& entry = stack_[known--];
    for (std::size_t i = entry.change_count; i-- > 0;) changes.add(entry.changes[i]);
    for (std::size_t side = 0; side < 2; ++side) king_moved[side] |= entry.king_moved[side];
  }
  const Entry& before = stack_[known];
  if (!before.is_computed) king_moved = {true, true};
  for (const shogi::Color view : shogi::kColors) {
    const int king = seen_king(position, view);
    if (king_moved[at(view)]) {
      now.pairs[at(view)] = sum_of_all_pairs(view, king);
      continue;
    }
    TablePair sum = before.pairs[at(view)];
    sum += change_of_pairs(view, king, changes);
    now.pairs[at(view)] = sum;
  }
  if (king_moved[0] || king_moved[1]) {
    now.kings = sum_with_kings(position);
  } else {
    TablePair sum = before.kings;
    const int black = king_of(position, shogi::Color::kBlack);
    const int white = king_of(position, shogi::Color::kWhite);
    for (const Change& change : std::span(changes.all).first(changes.count)) {
      sum += tables_->kkp(black, white, pieces_[0][change.place]);
      sum -= tables_->kkp(black, white, change.was[0]);
    }
    now.kings = sum;
  }
  now.is_computed = true;
}

template <class Tables>
TablePair ThreePieceState<Tables>::sum_with_kings(const shogi::Position& position) const {
  const int black = king_of(position, shogi::Color::kBlack);
  const int white = king_of(position, shogi::Color::kWhite);
  TablePair sum = tables_->kk(black, white);
  for (const std::uint16_t piece : pieces_[0]) sum += tables_->kkp(black, white, piece);
  return sum;
}

template <class Tables>
TablePair ThreePieceState<Tables>::sum_of_all_pairs(shogi::Color view, int king) const {
  const std::span<const std::uint16_t> pieces = pieces_[at(view)];
  TablePair sum;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    sum += tables_->sum_of_pairs(king, pieces[i], pieces.first(i));
  }
  return sum;
}

// Pairs of a piece that moved with the others, and of those that moved among themselves.
template <class Tables>
TablePair ThreePieceState<Tables>::change_of_pairs(shogi::Color view, int king,
                                                   const Changes& changes) {
  const Indices& pieces = pieces_[at(view)];
  const auto moved = std::span(changes.all).first(changes.count);
  unchanged_.clear();
  for (std::size_t place = 0; place < pieces.size(); ++place) {
    const bool has_moved = std::ranges::find(moved, place, &Change::place) != moved.end();
    if (!has_moved) unchanged_.push_back(pieces[place]);
  }
  Indices& others_now = unchanged_;
  TablePair sum;
  for (const Change& change : moved) {
    sum += tables_->sum_of_pairs(king, pieces[change.place], others_now);
    others_now.push_back(pieces[change.place]);
  }
  others_now.resize(others_now.size() - moved.size());
  for (const Change& change : moved) {
    sum -= tables_->sum_of_pairs(king, change.was[at(view)], others_now);
    others_now.push_back(change.was[at(view)]);
  }
  return sum;
}

extern template class ThreePieceState<KpptTables>;
using KpptState = ThreePieceState<KpptTables>;

}  // namespace gougi::eval
