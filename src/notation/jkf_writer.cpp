// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "notation/csa.hpp"
#include "notation/csa_record.hpp"
#include "notation/freeze.hpp"
#include "notation/japanese.hpp"
#include "notation/jkf.hpp"
#include "notation/jkf_words.hpp"
#include "notation/record_builder.hpp"
#include "notation/time_limit.hpp"

namespace gougi::notation {
namespace {

using Json = nlohmann::ordered_json;
using shogi::BareMove;
using shogi::Color;
using shogi::Square;

std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_square(Square square) {
  return Json::object({{"x", square.file()}, {"y", square.rank()}});
}

int json_color(Color color) { return color == Color::kBlack ? 0 : 1; }

Json json_state(const shogi::Position& position) {
  Json board = Json::array();
  for (int file = 1; file <= 9; ++file) {
    Json squares = Json::array();
    for (int rank = 1; rank <= 9; ++rank) {
      const shogi::Piece piece = position.piece_at(Square::of(file, rank));
      Json square = Json::object();
      if (!piece.empty()) {
        square["color"] = json_color(piece.color());
        square["kind"] = csa_piece(piece.type());
      }
      squares.push_back(std::move(square));
    }
    board.push_back(std::move(squares));
  }
  Json hands = Json::array();
  for (const Color side : shogi::kColors) {
    Json hand = Json::object();
    for (const shogi::PieceType type : shogi::kHandTypes) {
      hand[std::string(csa_piece(type))] = position.hand(side).count(type);
    }
    hands.push_back(std::move(hand));
  }
  return Json::object({{"color", json_color(position.side_to_move())},
                       {"board", std::move(board)},
                       {"hands", std::move(hands)}});
}

Json json_initial(const shogi::Position& start) {
  const auto name = handicap_name(start);
  const auto preset =
      name ? std::ranges::find(kJkfPresets, *name, &JkfPreset::name) : kJkfPresets.end();
  if (preset != kJkfPresets.end()) return Json::object({{"preset", preset->word}});
  return Json::object({{"preset", kJkfOther}, {"data", json_state(start)}});
}

Json json_move(const shogi::Position& position, BareMove move, BareMove before) {
  Json json = Json::object({{"color", json_color(position.side_to_move())}});
  if (!move.is_drop()) json["from"] = json_square(move.from());
  json["to"] = json_square(move.to());
  json["piece"] = csa_piece(moving_kind(position, move));
  if (before && before.to() == move.to()) json["same"] = true;
  if (could_promote(position, move)) json["promote"] = move.promotes();
  const shogi::Piece taken = position.piece_at(move.to());
  if (!taken.empty()) json["capture"] = csa_piece(taken.type());
  const std::string relative = relative_letters(position, move);
  if (!relative.empty()) json["relative"] = relative;
  return json;
}

Json json_time(base::Milliseconds took, base::Milliseconds total) {
  const auto seconds = took.count() / 1000;
  const auto all = total.count() / 1000;
  return Json::object({{"now", {{"m", seconds / 60}, {"s", seconds % 60}}},
                       {"total", {{"h", all / 3600}, {"m", all / 60 % 60}, {"s", all % 60}}}});
}

// An entry of the list of moves that has no more than its comments; none where there are none.
Json json_entry(const std::string& first, std::string_view comment) {
  Json lines = Json::array();
  if (!first.empty()) lines.push_back(first);
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    lines.push_back(comment.substr(0, end));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  Json entry = Json::object();
  if (!lines.empty()) entry["comments"] = std::move(lines);
  return entry;
}

// Forks stand inside the entry of the move that they could have been instead of. What is to be
// written next is a stack, as they may nest more deeply than the library can write them: lists of
// moves and forks are put together here, a line each move, of entries that the library writes.
class JkfWriter {
 public:
  explicit JkfWriter(const Record& record) : record_(record), game_(record.start()) {}

  std::string write() {
    Json::object_t headers;                // in their order
    std::unordered_set<std::string> keys;  // an object has one value of a key, as written
    for (const Record::Header& header : record_.headers) {
      if (!keys.insert(written(header.key)).second) continue;
      const bool is_time = header.key == kTimeKey;
      headers.emplace_back(
          header.key, is_time ? kif_time_limit(header.value).value_or(header.value) : header.value);
    }
    text_ = "{\n\"header\":" + written(std::move(headers)) +
            ",\n\"initial\":" + written(json_initial(record_.start().position())) +
            ",\n\"moves\":[\n" +
            written(json_entry(freeze_start_comment(record_.start()), record_.node(0).comment));
    open_.push_back({Step::kEntry, record_.node(0).first, true});
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      if (next.node == kNoNode) continue;
      take(next);
    }
    return text_ + "\n]\n}\n";
  }

 private:
  enum class Step : std::uint8_t { kEntry, kFork, kForksEnd, kGoOn };
  struct Open {
    Step step;
    NodeIndex node;
    bool is_behind;  ///< an entry before it is in the same list
  };

  void take(const Open& next) {
    switch (next.step) {
      case Step::kEntry:
        return write_entry(next);
      case Step::kFork:
        text_ += next.is_behind ? ",[\n" : "[\n";
        open_.push_back({Step::kForksEnd, next.node, false});
        open_.push_back({Step::kEntry, next.node, false});
        return;
      case Step::kForksEnd:
        text_ += "\n]";
        return;
      case Step::kGoOn:
        break;
    }
    const RecordNode& node = record_.node(next.node);
    if (next.is_behind) text_ += "]";  // of its forks
    text_ += "}";
    go_to(next.node);
    total_with(node);  // forks have been there meanwhile
    if (node.move && game_.play(node.move)) {
      path_.push_back(next.node);
      open_.push_back({Step::kEntry, node.first, true});
    }
  }

  // The position before `node`.
  void go_to(NodeIndex node) {
    while (!path_.empty() && path_.back() != record_.node(node).parent) {
      path_.pop_back();
      game_.undo();
    }
  }

  // What the mover has used, `node` included, where that is next.
  base::Milliseconds total_with(const RecordNode& node) {
    const std::size_t ply = path_.size() + 1;
    totals_.resize(std::max(totals_.size(), ply + 1));
    totals_[ply] = ply > 2 ? totals_[ply - 2] : base::Milliseconds(0);
    if (node.took) totals_[ply] += std::chrono::floor<std::chrono::seconds>(*node.took);
    return totals_[ply];
  }

  void write_entry(const Open& next) {
    const RecordNode& node = record_.node(next.node);
    go_to(next.node);
    Json entry = json_entry(freeze_comment(node.move.freeze), node.comment);
    if (node.move) {
      entry["move"] = json_move(game_.position(), node.move.bare,
                                path_.empty() ? BareMove() : game_.moves().back().bare);
    } else {
      entry["special"] = csa_end_word(node.end);
    }
    if (node.took) entry["time"] = json_time(*node.took, total_with(node));
    if (next.is_behind) text_ += ",\n";
    text_ += written(entry);
    text_.pop_back();  // it ends behind its forks
    const bool has_forks = record_.node(node.parent).first == next.node && node.next != kNoNode;
    open_.push_back({Step::kGoOn, next.node, has_forks});
    if (!has_forks) return;
    text_ += ",\"forks\":[";
    const std::size_t begin = open_.size();
    for (NodeIndex fork = node.next; fork != kNoNode; fork = record_.node(fork).next) {
      open_.push_back({Step::kFork, fork, fork != node.next});
    }
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(begin), open_.end());
  }

  const Record& record_;
  shogi::Game game_;
  std::vector<NodeIndex> path_;  ///< of the moves in game_
  std::vector<Open> open_;
  std::vector<base::Milliseconds> totals_;
  std::string text_;
};

}  // namespace

std::string write_jkf(const Record& record) { return JkfWriter(record).write(); }

}  // namespace gougi::notation
