// SPDX-License-Identifier: MIT
#include "usi/answer_doubts.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace gougi::usi {

void AnswerDoubts::search_begins(std::shared_ptr<const std::string> position, base::TimePoint now) {
  position_ = std::move(position);
  began_at_ = now;
  prints_ = thinks_ = false;
}

// Whether this position is the last one after the move, whatever came then.
bool AnswerDoubts::was_played(Move move) const {
  std::string_view rest = *position_;
  if (!rest.starts_with(*last_position_)) return false;
  rest.remove_prefix(last_position_->size());
  std::string_view word = base::next_word(rest);
  if (word == "moves") word = base::next_word(rest);
  return word == to_text(move);
}

bool AnswerDoubts::is_faster(int times, base::TimePoint now, int known) const {
  return timed_ >= known && times * (now - began_at_) < *fastest_;
}

AnswerDoubts::Doubt AnswerDoubts::about(const BestMoveAnswer& answer, bool possible, bool stopped,
                                        base::TimePoint now) const {
  const Move move = answer.move();
  const bool elsewhere = last_position_ && position_ && *last_position_ != *position_;
  if (move && !prints_ && elsewhere && answer == last_answer_) {
    const bool early = is_faster(repeats_, now, kHabit) || is_faster(kHurry, now, 1);
    if (!possible || was_played(move) || (!stopped && early)) return Doubt::kRepeated;
  }
  if (stopped) return move && !possible ? Doubt::kRepeated : Doubt::kNone;
  if (!thinks_ && with_thoughts_ >= habit_) return Doubt::kSilent;
  // One answer of who prints lines of thought was thought about; of who prints none, the first may
  // have been the slowest of all.
  if (!thinks_ && is_faster(kHurry, now, talks_ ? 1 : kHabit)) return Doubt::kHurried;
  const bool known = timed_ >= kHabit && *fastest_ > kFastest;
  return known && now - began_at_ <= kFastest ? Doubt::kTooFast : Doubt::kNone;
}

void AnswerDoubts::taken(const BestMoveAnswer& answer, bool stopped, base::TimePoint now) {
  last_answer_ = answer;
  last_position_ = position_;
  if (thinks_) {
    ++with_thoughts_;
  } else if (!stopped) {
    with_thoughts_ = 0;
  }
  if (stopped) return;
  ++timed_;
  fastest_ = std::min(fastest_.value_or(now - began_at_), now - began_at_);
}

void AnswerDoubts::was_in_step(Doubt doubt) {
  if (doubt == Doubt::kSilent) habit_ = std::min(habit_ * 4, kLongestHabit);
  if (doubt == Doubt::kRepeated) repeats_ = kHurry;
}

void AnswerDoubts::was_out_of_step() {
  habit_ = kHabit;
  repeats_ = 1;
}

}  // namespace gougi::usi
