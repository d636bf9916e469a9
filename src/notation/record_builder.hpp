// SPDX-License-Identifier: MIT
// How every reader of records makes its Record: moves come one after the other, each followed by
// what is said of it, and a variation goes back first. A move is played when the next thing comes:
// its freeze stands between them, and may be what makes it legal. In the formats a freeze is a
// comment: behind the start "freeze sfen …" with the freezes left, behind a move "freeze G". Behind
// such a start a comment that only resembles a freeze is an error; without it all comments are
// remarks. Of this room alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "notation/diagram_reader.hpp"
#include "notation/record.hpp"

namespace gougi::notation {

class RecordBuilder {
 public:
  using Taken = base::Result<void>;

  explicit RecordBuilder(Faulty faulty = Faulty::kRefuse) : faulty_(faulty) {}

  /// Takes the lines of a drawn start, before anything has begun.
  DiagramReader& diagram() { return diagram_; }
  /// What may come are moves, and no more of the start.
  bool has_begun() const { return has_begun_; }
  /// A freeze line gave the start, which says more than all others.
  bool has_freeze_start() const { return has_freeze_start_; }
  void start_from(const shogi::Position& start);
  std::vector<Record::Header>& headers() { return record_.headers; }

  /// Of the last move or end, or of the start. An error if it is a wrong freeze.
  Taken comment(std::string_view raw);
  /// Of the last move or end, or of the start; the last one is kept.
  void bookmark(std::string_view raw);
  /// Each line of a text as one.
  Taken comments(std::string_view lines);
  /// Of the last move or end.
  void took(base::Milliseconds time) {
    if (!is_left_) record_.node(here_).took = time;
  }
  /// Nothing: it is not known.
  std::optional<base::Milliseconds> time() const { return record_.node(here_).took; }
  std::string_view comment_so_far() const { return record_.node(here_).comment; }

  /// Plays what was taken, so that game() is the position of the next move; begins the game. An
  /// error also where an end was: nothing follows that.
  Taken be_ready();
  const shogi::Game& game() const { return game_; }
  shogi::BareMove before() const {
    return game_.moves().empty() ? shogi::BareMove() : game_.moves().back().bare;
  }
  /// The moves that can be taken: those legal without a freeze, and the one that needs one.
  void generate(shogi::MoveList& moves) const;
  bool can_take(shogi::BareMove move) const {
    return game_.freeze_position().is_legal_bare(move) ||
           (game_.is_freeze_game() && move == game_.freeze_position().pawn_drop_mate());
  }
  /// After be_ready(); the move must be one that can be taken.
  Taken move(shogi::BareMove move);
  /// After be_ready().
  Taken end(End end);
  /// What is said now is of a move or an end, not of the start or a variation that begins.
  bool is_at_move() const { return here_ != 0 && !is_fresh_variation_; }
  bool is_at_end() const { return record_.node(here_).end != End::kNone; }
  /// The next move is the `ply`-th, and another one than is there. An error if the line has no such
  /// place.
  Taken go_back(std::int64_t ply);
  /// The position behind the last move, its freeze aside where that is still to come.
  shogi::Position position_now() const;

  /// In place of move(): what is written there cannot be played. Gives `why` back.
  Taken no_move(std::string_view written, base::Error why);
  /// What taking a place of the record came to; `why` puts that place before an error. If the
  /// faulty are left, the line ends before an error behind the first move, and all is well.
  Taken settle(Taken taken, const std::function<std::string(const std::string&)>& why);
  /// Until it goes back nothing of the line is taken any more.
  bool is_left() const { return is_left_; }
  /// Behind where the line was left there is a move.
  void pass_by_move();

  /// There are moves or an end.
  bool has_moves() const { return record_.nodes().size() > 1; }
  /// Whether there is a move, a start or anything else than comments.
  bool is_empty() const;
  /// An error if the last move is not legal.
  base::Result<Record> finish();

 private:
  Taken begin();
  Taken play_pending();
  Taken add(shogi::Move move);
  bool is_on_main_line() const;

  Faulty faulty_;
  Record record_;
  shogi::Game game_;
  shogi::Move pending_;
  NodeIndex here_ = 0;
  std::vector<NodeIndex> path_{0};  ///< by ply, the start first; without ends
  std::string early_;               ///< comments of a variation before its first move
  DiagramReader diagram_;
  bool has_freeze_start_ = false;
  bool has_begun_ = false;
  bool is_fresh_variation_ = false;
  bool is_left_ = false;
  bool is_at_unplayable_ = false;          ///< … and it ends with the move that cannot be played
  bool has_place_ = false;                 ///< the error has it
  std::optional<std::string> unplayable_;  ///< what no_move() was told, until it is settled
  NodeIndex left_at_ = kNoNode;            ///< on the main line
};

/// Goes through `text` line by line, until an error of `take`. Lines have no end, blanks are left.
base::Result<void> for_each_record_line(
    std::string_view text, const std::function<RecordBuilder::Taken(std::string_view)>& take,
    int& line_number);

/// `what` behind "record line 3: ".
std::string at_record_line(int line_number, const std::string& what);

/// "freeze sfen … z3Z3": what stands in the first comment; "" for a plain start.
std::string freeze_start_comment(const shogi::FreezePosition& start);

/// A header's line as a comment: with a blank before what would be read as such a start.
std::string header_comment(std::string line);

/// "1500 ms" as a comment, where a format knows no time, or whole seconds alone.
std::optional<base::Milliseconds> parse_time_comment(std::string_view text);
std::string time_comment(base::Milliseconds time);

/// Longer than a game of months; sums of such times do not overflow.
inline constexpr base::Milliseconds kMostRecordTime{10'000'000'000};

}  // namespace gougi::notation
