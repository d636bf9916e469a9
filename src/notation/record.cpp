// SPDX-License-Identifier: MIT
#include "notation/record.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/japanese.hpp"

namespace gougi::notation {
namespace {

constexpr std::string_view kIllegalMoveWords = "反則手 (illegal move): ";
constexpr std::size_t kMostOfAMove = 60;  // bytes

}  // namespace

Outcome outcome_of(End end, shogi::Color mover) {
  const bool is_black = mover == shogi::Color::kBlack;
  const Outcome won = is_black ? Outcome::kBlackWins : Outcome::kWhiteWins;
  const Outcome lost = is_black ? Outcome::kWhiteWins : Outcome::kBlackWins;
  switch (end) {
    case End::kResigned:
    case End::kMated:
    case End::kTimeUp:
    case End::kIllegalMove:
    case End::kLostWithoutPlay:
      return lost;
    case End::kDeclared:
    case End::kWonWithoutPlay:
      return won;
    case End::kBlackFoul:
      return Outcome::kWhiteWins;
    case End::kWhiteFoul:
      return Outcome::kBlackWins;
    case End::kRepetition:
    case End::kImpasse:
    case End::kMaxMoves:
    case End::kDraw:
      return Outcome::kDraw;
    case End::kNone:
    case End::kInterrupted:
    case End::kNoMate:
    case End::kError:
      break;
  }
  return Outcome::kNobody;
}

Record::Record(const shogi::FreezePosition& start) : start_(start), nodes_(1) {}

NodeIndex Record::add(NodeIndex parent, shogi::Move move) {
  const auto index = static_cast<NodeIndex>(nodes_.size());
  RecordNode& added = nodes_.emplace_back();
  added.move = move;
  added.parent = parent;
  RecordNode& above = nodes_[parent];
  (above.first == kNoNode ? above.first : nodes_[above.last].next) = index;
  above.last = index;
  return index;
}

void Record::cut(NodeIndex node) {
  RecordNode& above = nodes_[nodes_[node].parent];
  NodeIndex before = kNoNode;
  for (NodeIndex at = above.first; at != node; at = nodes_[at].next) before = at;
  (before == kNoNode ? above.first : nodes_[before].next) = nodes_[node].next;
  if (above.last == node) above.last = before;
}

std::optional<std::string> Record::header(std::string_view key) const {
  const auto found = std::ranges::find(headers, key, &Header::key);
  return found == headers.end() ? std::nullopt : std::optional(found->value);
}

void Record::set_header(std::string_view key, std::string value) {
  const auto found = std::ranges::find(headers, key, &Header::key);
  if (found == headers.end()) {
    headers.push_back({std::string(key), std::move(value)});
  } else {
    found->value = std::move(value);
  }
}

std::string_view Record::side_word(shogi::Color side) const {
  const auto name = handicap_name(start_.position());
  const bool has_handicap = name && *name != "平手";
  if (side == shogi::Color::kBlack) return has_handicap ? "下手" : "先手";
  return has_handicap ? "上手" : "後手";
}

std::string Record::player(shogi::Color side) const {
  const bool is_black = side == shogi::Color::kBlack;
  for (const std::string_view key : {side_word(side), std::string_view(is_black ? "先手" : "後手"),
                                     std::string_view(is_black ? "下手" : "上手")}) {
    if (auto name = header(key)) return std::string(base::trim(*name));
  }
  return {};
}

void Record::set_player(shogi::Color side, std::string name) {
  set_header(side_word(side), std::move(name));
}

shogi::Game Record::main_line() const {
  shogi::Game game(start_);
  for (NodeIndex at = nodes_[0].first; at != kNoNode; at = nodes_[at].first) {
    if (!nodes_[at].move || !game.play(nodes_[at].move)) break;
  }
  return game;
}

const RecordNode* Record::main_end() const {
  NodeIndex at = 0;
  while (nodes_[at].first != kNoNode) at = nodes_[at].first;
  return nodes_[at].end == End::kNone ? nullptr : &nodes_[at];
}

std::optional<std::size_t> Record::illegal_move() const {
  const RecordNode* const end = main_end();
  if (end == nullptr || end->end != End::kIllegalMove) return std::nullopt;
  std::size_t number = 0;
  for (NodeIndex at = nodes_[0].first; at != kNoNode; at = nodes_[at].first) ++number;
  return number;
}

std::optional<std::string> Record::illegal_move_text() const {
  if (!illegal_move()) return std::nullopt;
  std::string_view comment = main_end()->comment;
  while (!comment.empty()) {
    std::string_view line = comment.substr(0, comment.find('\n'));
    comment.remove_prefix(std::min(line.size() + 1, comment.size()));
    if (!line.starts_with(kIllegalMoveWords)) continue;
    line.remove_prefix(kIllegalMoveWords.size());
    return base::printable(line, kMostOfAMove);
  }
  return std::nullopt;
}

RecordWalk::RecordWalk(const Record& record) : record_(record), game_(record.start()) {
  push_followers(0, 1);
}

void RecordWalk::push_followers(NodeIndex of, int ply) {
  const std::size_t begin = open_.size();
  for (NodeIndex at = record_.node(of).first; at != kNoNode; at = record_.node(at).next) {
    open_.emplace_back(at, ply);
  }
  std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(begin), open_.end());
}

std::optional<RecordStep> RecordWalk::next() {
  if (given_ != kNoNode) {
    const RecordNode& passed = record_.node(given_);
    if (passed.move && game_.play(passed.move)) {
      push_followers(given_, static_cast<int>(game_.moves().size()) + 1);
    }
    given_ = kNoNode;
  }
  if (open_.empty()) return std::nullopt;
  const auto [index, ply] = open_.back();
  open_.pop_back();
  while (static_cast<int>(game_.moves().size()) >= ply) game_.undo();
  given_ = index;
  const RecordNode& node = record_.node(index);
  const auto at = static_cast<std::size_t>(ply);
  totals_.resize(at + 1);
  totals_[at] = at > 2 ? totals_[at - 2] : base::Milliseconds(0);
  if (node.took) totals_[at] += std::chrono::floor<std::chrono::seconds>(*node.took);
  return RecordStep{node,
                    game_,
                    game_.moves().empty() ? shogi::BareMove() : game_.moves().back().bare,
                    ply,
                    record_.node(node.parent).first != index,
                    totals_[at]};
}

std::string illegal_move_comment(std::string_view written) {
  return std::string(kIllegalMoveWords) + base::printable(written, kMostOfAMove) + "\n";
}

std::string of_game(std::size_t number) { return base::say({" (game {0})", "({0}局目)"}, number); }

std::string one_line(std::string_view text) { return base::printable(text, text.size() + 1); }

}  // namespace gougi::notation
