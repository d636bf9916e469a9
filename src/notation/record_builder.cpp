// SPDX-License-Identifier: MIT
#include "notation/record_builder.hpp"

#include <algorithm>
#include <utility>

#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"

namespace gougi::notation {
namespace {

constexpr std::string_view kFreezeStartWords = "freeze sfen ";
constexpr std::string_view kTimeUnit = " ms";

// What was meant for a freeze, and is no remark in words: none of them is longer than a kind.
bool is_wrong_freeze(std::string_view text) {
  constexpr std::size_t kLongestKind = 3;
  if (!base::iequals(base::next_word(text), "freeze")) return false;
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (word.size() > kLongestKind) return false;
  }
  return true;
}

}  // namespace

void RecordBuilder::start_from(const shogi::Position& start) {
  if (has_freeze_start_) return;
  Record begun{shogi::FreezePosition(start)};
  begun.headers = std::move(record_.headers);
  begun.node(0).comment = std::move(record_.node(0).comment);
  begun.node(0).bookmark = std::move(record_.node(0).bookmark);
  record_ = std::move(begun);
  game_ = shogi::Game(start);
}

// Read as it will be written.
RecordBuilder::Taken RecordBuilder::comment(std::string_view raw) {
  const std::string line = one_line(raw);
  const std::string_view text = line;
  if (text.starts_with(kFreezeStartWords)) {
    if (is_fresh_variation_ || has_moves()) {
      return base::fail(
          base::say({"a start behind the first move", "開始局面が最初の指し手より後にあります"}));
    }
    const auto start = parse_freeze_sfen(text.substr(kFreezeStartWords.size()));
    if (!start) return tl::unexpected(start.error());
    const std::string before = std::move(record_.node(0).comment);  // may hold freezes, too
    Record begun(*start);
    begun.headers = std::move(record_.headers);
    begun.node(0).bookmark = std::move(record_.node(0).bookmark);
    record_ = std::move(begun);
    game_ = shogi::Game(*start);
    has_freeze_start_ = true;
    return comments(before);
  }
  if (has_freeze_start_) {
    if (const auto freeze = parse_freeze_comment(raw)) {
      if (!pending_)
        return base::fail(base::say({"a freeze without a move", "指し手のないフリーズです"}));
      if (pending_.freezes())
        return base::fail(
            base::say({"a second freeze of one move", "1手に2つ目のフリーズがあります"}));
      pending_.freeze = *freeze;
      return {};
    }
    if (is_wrong_freeze(raw) || is_wrong_freeze(text)) {
      return base::fail(base::say(
          {"\"{0}\" is no freeze; expected is one kind of piece as in \"freeze G\"",
           "\"{0}\" はフリーズではありません。\"freeze G\" のように駒種を1つ書いてください"},
          base::printable(text, 60)));
    }
  }
  if (is_left_ && !is_at_unplayable_) return {};
  (is_fresh_variation_ ? early_ : record_.node(here_).comment).append(text).append("\n");
  return {};
}

RecordBuilder::Taken RecordBuilder::comments(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (auto taken = comment(lines.substr(0, end)); !taken) return taken;
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return {};
}

// Of a variation that has not begun there is nothing to mark.
void RecordBuilder::bookmark(std::string_view raw) {
  if (is_left_ || is_fresh_variation_) return;
  record_.node(here_).bookmark = base::trim(one_line(raw));
}

// A freeze line says more than a diagram.
RecordBuilder::Taken RecordBuilder::begin() {
  if (has_begun_) return {};
  has_begun_ = true;
  if (has_freeze_start_) return {};
  if (!diagram_.has_board()) {
    if (!diagram_.is_announced()) return {};
    return base::fail(base::say(
        {"the start is to be drawn (手合割：その他, or pieces in hand), and its board is missing: "
         "nine lines that begin with |",
         "開始局面は局面図のはずですが(手合割：その他、または持駒)、盤(| "
         "で始まる9行)がありません"}));
  }
  const auto start = diagram_.position();
  if (!start) return tl::unexpected(start.error());
  start_from(*start);
  return {};
}

RecordBuilder::Taken RecordBuilder::play_pending() {
  if (!pending_) return {};
  record_.node(here_).move = pending_;
  path_.push_back(here_);
  return game_.play(std::exchange(pending_, shogi::Move()));
}

RecordBuilder::Taken RecordBuilder::be_ready() {
  if (auto begun = begin(); !begun) return begun;
  if (is_at_end())
    return base::fail(base::say({"a move or an end behind the end of its line",
                                 "手順の終わりより後に指し手か終局があります"}));
  return play_pending();
}

void RecordBuilder::generate(shogi::MoveList& moves) const {
  generate_legal_bare(game_.freeze_position(), moves);
  if (const shogi::BareMove mate = game_.freeze_position().pawn_drop_mate()) moves.push(mate);
}

RecordBuilder::Taken RecordBuilder::add(shogi::Move move) {
  if (record_.nodes().size() >= kMostRecordNodes) {
    return base::fail(base::say({"the record has more than a million moves; split it",
                                 "棋譜の指し手が100万手を超えています。分割してください"}));
  }
  here_ = record_.add(here_, move);
  record_.node(here_).comment = std::exchange(early_, {});
  is_fresh_variation_ = false;
  return {};
}

RecordBuilder::Taken RecordBuilder::move(shogi::BareMove move) {
  if (auto added = add(move); !added) return added;
  pending_ = move;
  return {};
}

RecordBuilder::Taken RecordBuilder::end(End end) {
  if (auto added = add(shogi::Move()); !added) return added;
  record_.node(here_).end = end;
  return {};
}

RecordBuilder::Taken RecordBuilder::go_back(std::int64_t ply) {
  if (auto begun = begin(); !begun) return begun;
  if (auto played = play_pending(); !played) return played;
  if (ply < 1 || ply > static_cast<std::int64_t>(path_.size())) {
    // What is wrong is the move that the line was left at.
    if (faulty_ == Faulty::kLeaveIllegal && is_left_ && record_.left) {
      has_place_ = true;
      return base::fail(record_.left->why);
    }
    return base::fail(base::say({"a variation of move {0}, where the line has {1}",
                                 "{0}手目からの変化ですが、手順は {1} 手しかありません"},
                                ply, path_.size() - 1));
  }
  path_.resize(static_cast<std::size_t>(ply));
  while (game_.moves().size() >= path_.size()) game_.undo();
  here_ = path_.back();
  is_fresh_variation_ = true;
  is_left_ = false;
  return {};
}

RecordBuilder::Taken RecordBuilder::no_move(std::string_view written, base::Error why) {
  unplayable_ = written;
  return tl::unexpected(std::move(why));
}

bool RecordBuilder::is_on_main_line() const {
  for (NodeIndex at = here_; at != 0; at = record_.node(at).parent) {
    if (record_.node(record_.node(at).parent).first != at) return false;
  }
  return true;
}

RecordBuilder::Taken RecordBuilder::settle(
    Taken taken, const std::function<std::string(const std::string&)>& why) {
  if (taken || has_place_) return taken;
  const auto unplayable = std::exchange(unplayable_, std::nullopt);
  const std::string message = why(taken.error().message);
  const bool is_move_of_game = unplayable && !is_fresh_variation_ && is_on_main_line();
  const bool may_leave =
      faulty_ == Faulty::kLeave || (faulty_ == Faulty::kLeaveIllegal && is_move_of_game);
  if (!may_leave || has_freeze_start_ || !has_moves()) {
    has_place_ = true;
    return base::fail(message);
  }
  if (unplayable) {
    if (auto ended = end(End::kIllegalMove); !ended) return ended;
    record_.node(here_).comment += illegal_move_comment(*unplayable);
  }
  is_left_ = true;
  is_at_unplayable_ = unplayable.has_value();
  if (record_.left || !is_on_main_line()) return {};
  record_.left = Record::Left{is_at_unplayable_, message};
  left_at_ = here_;
  return {};
}

void RecordBuilder::pass_by_move() {
  if (!std::exchange(is_at_unplayable_, false)) return;
  record_.node(here_).end = End::kError;
  if (here_ == left_at_) record_.left->is_illegal_move = false;
}

shogi::Position RecordBuilder::position_now() const {
  shogi::Position position = game_.position();
  shogi::Undo undo;
  if (pending_) position.do_move(pending_.bare, undo);
  return position;
}

bool RecordBuilder::is_empty() const {
  return !has_freeze_start_ && !diagram_.has_board() &&
         std::ranges::none_of(record_.nodes(), [](const RecordNode& node) { return !!node.move; });
}

base::Result<Record> RecordBuilder::finish() {
  if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
  if (auto played = play_pending(); !played) return tl::unexpected(played.error());
  return std::move(record_);
}

base::Result<void> for_each_record_line(
    std::string_view text, const std::function<RecordBuilder::Taken(std::string_view)>& take,
    int& line_number) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_number;
    if (auto taken = take(line); !taken) return taken;
  }
  return {};
}

std::string at_record_line(int line_number, const std::string& what) {
  return base::say({"record line {0}: {1}", "棋譜の {0}行目: {1}"}, line_number, what);
}

std::string freeze_start_comment(const shogi::FreezePosition& start) {
  return start.plain() ? std::string() : std::string(kFreezeStartWords) + to_sfen(start);
}

std::string header_comment(std::string line) {
  return line.starts_with(kFreezeStartWords) ? " " + std::move(line) : std::move(line);
}

std::optional<base::Milliseconds> parse_time_comment(std::string_view text) {
  if (!text.ends_with(kTimeUnit)) return std::nullopt;
  const auto number = base::to_int(text.substr(0, text.size() - kTimeUnit.size()));
  if (!number || *number < 0 || *number > kMostRecordTime.count()) return std::nullopt;
  const base::Milliseconds time(*number);
  return time_comment(time) == text ? std::optional(time) : std::nullopt;  // not "0750 ms"
}

std::string time_comment(base::Milliseconds time) {
  return std::to_string(time.count()).append(kTimeUnit);
}

}  // namespace gougi::notation
