// SPDX-License-Identifier: MIT
// A game record as a value, whatever it was read from: where the game began, its headers, and a
// tree of moves with times and comments, whose first line is the game and whose other lines are
// variations. All moves in it are legal. How KIF, KI2, CSA and JKF write it is in
// japanese_record.hpp, csa_record.hpp and jkf.hpp; record_text.hpp chooses. Not for two threads at
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "shogi/game.hpp"

namespace gougi::notation {

/// How a line of moves ends. The mover is the side that would move next.
enum class End : std::uint8_t {
  kNone,         ///< it goes on, or the record does not say
  kResigned,     ///< 投了: the mover
  kMated,        ///< 詰み: the mover
  kTimeUp,       ///< 切れ負け: the mover has lost
  kIllegalMove,  ///< 反則負け: the mover has lost
  kBlackFoul,    ///< Black has lost by a foul, whoever moves
  kWhiteFoul,
  kDeclared,    ///< 入玉勝ち: the mover has won
  kRepetition,  ///< 千日手
  kImpasse,     ///< 持将棋
  kMaxMoves,
  kDraw,
  kInterrupted,  ///< 中断
  kNoMate,       ///< 不詰
  kWonWithoutPlay,
  kLostWithoutPlay,
  kError,
};
inline constexpr int kEndCount = 17;

/// What the two sides have of an ending.
enum class Outcome : std::uint8_t { kNobody, kBlackWins, kWhiteWins, kDraw };
/// kNobody where the ending does not decide the game.
Outcome outcome_of(End end, shogi::Color mover);

/// A longer record is refused: it is no game, and costs memory.
inline constexpr std::size_t kMostRecordNodes = 1'000'000;

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();

/// The start, a move, or how a line ends.
struct RecordNode {
  shogi::Move move;  ///< none: the start, or an end
  End end = End::kNone;
  std::optional<base::Milliseconds> took;
  std::string comment;   ///< lines, each with its end; where CSA and KIF differ as KIF has it
  std::string bookmark;  ///< しおり, which KIF and KI2 alone can hold; empty: none
  NodeIndex parent = kNoNode;
  NodeIndex first = kNoNode;  ///< what follows; of several the game's, then its variations
  NodeIndex last = kNoNode;
  NodeIndex next = kNoNode;  ///< what could have been instead
};

/// What a reader does with a move that cannot be played, or with anything else that makes no sense
/// behind the start.
enum class Faulty : std::uint8_t {
  kRefuse,        ///< the record is an error
  kLeaveIllegal,  ///< the line of the game ends before a move that cannot be played, which is said
                  ///< (Record::left); anything else is an error
  kLeave,         ///< the line ends before it, which is said (Record::left)
};

/// Of a text of several games, told of each that is an error, with its place.
using SkipGame = std::function<void(const base::Error&)>;

class Record {
 public:
  /// Where a reader has left the line of the game before its end.
  struct Left {
    bool is_illegal_move;  ///< the last one of its line, which has lost the game; else a fault
    std::string why;       ///< of a fault, with its place
  };

  /// What the record says of the game, in its order: "棋戦", "先手" and the like, as KIF calls it.
  struct Header {
    std::string key;
    std::string value;
    friend bool operator==(const Header&, const Header&) = default;
  };

  explicit Record(const shogi::FreezePosition& start = shogi::FreezePosition());

  const shogi::FreezePosition& start() const { return start_; }
  /// Of the start is node 0; others in the order in which they were added.
  const std::vector<RecordNode>& nodes() const { return nodes_; }
  const RecordNode& node(NodeIndex index) const { return nodes_[index]; }
  RecordNode& node(NodeIndex index) { return nodes_[index]; }
  /// Behind `parent`, as its last variation; `move` must be legal there, or none.
  NodeIndex add(NodeIndex parent, shogi::Move move);
  /// Cuts off a node and all behind it; the others keep their numbers, and it is in nodes() still.
  void cut(NodeIndex node);

  /// Nothing: no header of that key. Of several the first.
  std::optional<std::string> header(std::string_view key) const;
  /// Replaces the header, or adds it.
  void set_header(std::string_view key, std::string value);
  /// 先手 or 下手, 後手 or 上手, by the start: how such a side is called.
  std::string_view side_word(shogi::Color side) const;
  /// The player's name; empty: not said.
  std::string player(shogi::Color side) const;
  void set_player(shogi::Color side, std::string name);

  /// The game, without its variations.
  shogi::Game main_line() const;
  /// Its end; null: there is none.
  const RecordNode* main_end() const;
  /// The number (from 1) of the illegal move that the game ended by; it is none of the moves.
  std::optional<std::size_t> illegal_move() const;
  /// That move as it was written; nothing: the record does not say which it was.
  std::optional<std::string> illegal_move_text() const;

  /// Where in a text of several games it is.
  struct Place {
    std::size_t game;  ///< from 1, those that are errors counted
    int line;          ///< at which it begins
  };

  std::vector<Header> headers;
  std::optional<Left> left;
  std::optional<Place> place;  ///< nothing: it is alone in its text

 private:
  shogi::FreezePosition start_;
  std::vector<RecordNode> nodes_;
};

/// A node where a writer stands: before its move is played.
struct RecordStep {
  const RecordNode& node;
  const shogi::Game& game;   ///< up to here, without the node's move
  shogi::BareMove before;    ///< the last move; none at the start
  int ply;                   ///< of the node, from 1
  bool begins_variation;     ///< a line other than its parent's first
  base::Milliseconds total;  ///< that the mover has used, this move's whole seconds included
};

/// Goes through all nodes but the start as KIF has them: a line to its end, then its variations,
/// from the last place where one branches off to the first.
class RecordWalk {
 public:
  explicit RecordWalk(const Record& record);
  /// Nothing: it is through. What is given is there until the next call.
  std::optional<RecordStep> next();

 private:
  void push_followers(NodeIndex of, int ply);

  const Record& record_;
  shogi::Game game_;
  std::vector<std::pair<NodeIndex, int>> open_;  ///< with its ply, the next one last
  std::vector<base::Milliseconds> totals_;       ///< by ply
  NodeIndex given_ = kNoNode;
};

/// The comment of an end that is the illegal move `written`.
std::string illegal_move_comment(std::string_view written);

/// " (game 2)", behind what is said of one of several games.
std::string of_game(std::size_t number);

/// `text` as one line, for what must not break a record's lines; nothing of it is cut.
std::string one_line(std::string_view text);

}  // namespace gougi::notation
