// SPDX-License-Identifier: MIT
#include "mate/measure.hpp"

#include <algorithm>

#include "mate/last_plies.hpp"
#include "mate/one_ply.hpp"

namespace gougi::mate {
namespace {

/// What a position costs, in the search's nodes: measured on long problems.
constexpr std::uint64_t kNodesForPosition = 6;

}  // namespace

shogi::Position Measure::behind(const shogi::Position& position, shogi::BareMove move) {
  shogi::Position result = position;
  shogi::Undo undo;
  result.do_move(move, undo);
  return result;
}

shogi::Key Measure::name_of(const shogi::Position& position) const {
  return scramble(position.board_key(), position.hand(search_.attacker()));
}

Line Measure::longest(const shogi::Position& position) {
  if (!measure(position)) return {};
  Line line;
  shogi::Position current = position;
  for (;;) {
    const Value value = values_.at(name_of(current));
    if (value.length == 0) break;
    line.moves.push_back(value.move);
    current = behind(current, value.move);
  }
  line.length = static_cast<Length>(line.moves.size());
  play_futile(current, line.moves);
  return line;
}

bool Measure::measure(const shogi::Position& position) {
  if (!push(position, attacking_)) return false;
  while (!places_.empty()) {
    Place& place = places_.back();
    if (place.next_move == moves_.size()) {
      pop();
      continue;
    }
    const shogi::BareMove move = moves_[place.next_move].move;
    if (moves_[place.next_move].bound < place.value.length) {  // no longer than the longest so far
      ++place.next_move;
      continue;
    }
    const shogi::Position below = behind(place.position, move);
    const auto known = values_.find(name_of(below));
    if (known == values_.end()) {
      if (!push(below, !place.attacking)) return false;
      continue;
    }
    const Length length = known->second.length;
    if (length == kNothing) return false;  // it goes round
    ++place.next_move;
    if (length + 1 > place.value.length) place.value = {static_cast<Length>(length + 1), move};
  }
  return true;
}

bool Measure::push(const shogi::Position& position, bool attacking) {
  if (values_.size() >= most_ || places_.size() > 2 * kDeepestLine) return false;
  if (search_.spend(kNodesForPosition) && !after_stop_) return false;
  values_.emplace(name_of(position), Value{});
  places_.push_back({position, attacking, moves_.size(), moves_.size(), {0, {}}});
  return list_moves(places_.back());
}

bool Measure::list_moves(Place& place) {
  if (place.attacking) {
    const Length known = search_.look(place.position).mated;
    const Length within = known == kNever ? Length{kDeepestLine} : known;
    const shogi::BareMove check = reader_.check_within(place.position, within);
    if (check) moves_.push_back({check, kNever});
    return static_cast<bool>(check);
  }
  if (end_of(place.position, search_.futile_count()) != End::kNone) return true;
  shogi::MoveList replies;
  ProofSearch::generate_moves(place.position, false, replies);
  for (const shogi::BareMove reply : replies) {
    const shogi::Position below = behind(place.position, reply);
    moves_.push_back({reply, search_.look(below).mated});
  }
  std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(place.first_move), moves_.end(),
                   [](const Bounded& a, const Bounded& b) { return a.bound > b.bound; });
  return true;
}

void Measure::pop() {
  const Place& place = places_.back();
  values_[name_of(place.position)] = place.value;
  const Known known = search_.look(place.position);
  if (place.value.length < known.mated) {
    search_.table().store_mate(place.position.board_key(), place.position.hand(search_.attacker()),
                               place.value.length, 1);
  }
  moves_.resize(place.first_move);
  places_.pop_back();
}

}  // namespace gougi::mate
