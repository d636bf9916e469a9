// SPDX-License-Identifier: MIT
// Keeping in step with a child that may have said a `bestmove` too many: answers that are held, and
// the fence: `isready`, before whose `readyok` everything is of the past.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "usi/host_side.hpp"

namespace gougi::usi {
namespace {

using Doubt = AnswerDoubts::Doubt;

// Before it is asked, a child whose answer is doubted has so long to go on thinking: engines of the
// YaneuraOu family print a line every 300 ms. Shorter asks needlessly, longer keeps everybody
// waiting for engines that answer at once now and then.
constexpr base::Milliseconds kLook{400};
constexpr int kLookShare = 4;  // of all the patience there is
// Some print lines for a moment after their bestmove; who prints them later thinks on.
constexpr base::Milliseconds kChat{500};
constexpr int kThoughts = 3;  // more than a summary of what was thought
// An engine that reads while it thinks says readyok before the bestmove that `stop` asked for.
constexpr base::Milliseconds kLinger{100};

// What an engine says of its time is counted from its `go`; clocks differ by so much.
constexpr base::Milliseconds kClockDifference{100};

}  // namespace

bool HostSide::may_think(std::string_view pv) const {
  if (judge_ != nullptr) return judge_->may_think(pv);
  return parse_move(base::next_word(pv)).has_value();
}

// Whether a line can be of the search that runs: who has thought for longer than it runs has
// thought of something else.
bool HostSide::is_of_this_search(const InfoView& info, base::TimePoint now) const {
  const bool too_old =
      info.time_ms && base::Milliseconds(*info.time_ms) > doubts_.elapsed(now) + kClockDifference;
  return !too_old && (info.pv.empty() || may_think(info.pv));
}

void HostSide::take_info(std::string_view text, base::TimePoint now) {
  if (!running()) return take_stray_info(text, now);
  const SearchId id = current();
  if (id == 0 && doubts_.has_thought()) return;
  const InfoView info = parse_info(text);
  if (held_ || !doubts_.has_thought()) {
    const bool string_only = info.pv.empty() && info.has_text;
    const bool thinks = is_of_this_search(info, now);
    if (!string_only) doubts_.heard_thought(thinks);
    if (held_ && thinks && !info.pv.empty()) take_thought_behind_held(now);
  }
  if (id != 0) events_.emplace_back(EngineThinks{id, text, info});
}

// A line of statistics without the words `info string` before it.
void HostSide::take_bare_visits(std::string_view text) {
  InfoView info;
  info.text = text;
  info.has_text = true;
  if (current() != 0) events_.emplace_back(EngineThinks{current(), text, info});
}

// It is at work on this search, or only chats: as who has given two answers does.
void HostSide::take_thought_behind_held(base::TimePoint now) {
  if (held_->is_followed) return;
  const base::TimePoint chats_until = held_->said_at + kChat;
  if (++held_->thoughts >= kThoughts || now > chats_until) {
    dropped_ = std::exchange(held_, std::nullopt)->answer;
    events_.emplace_back(EngineBackInStep{format(*dropped_)});
    deadline_.reset();
    if (stop_sent_) deadline_ = now + limits_.stopping;  // it pondered, and owes an answer
    return;
  }
  held_->look_at = std::max(held_->look_at, std::min(chats_until, held_->at_latest));
  look_at_held(now);
}

void HostSide::take_stray_info(std::string_view text, base::TimePoint now) {
  const bool later = state_ == State::kIdle && now - idle_since_ > kChat;
  if (!later || chats_ || !limits_.doubts || !doubts_.has_searched()) return;
  std::string_view pv = parse_info(text).pv;
  if (!parse_move(base::next_word(pv))) return;
  fence_for_thoughts_ = true;
  say("stop");
  fence(now);
}

void HostSide::take_as_answer(const BestMoveAnswer& answer, base::TimePoint said_at,
                              base::TimePoint now) {
  const SearchId id = current();
  answered_at_ = said_at;
  answered_to_stop_ = stop_sent_;
  doubts_.taken(answer, stop_sent_, said_at);
  finish_search(now);
  if (id != 0) events_.emplace_back(EngineMoves{id, answer});
}

void HostSide::hold(const BestMoveAnswer& answer, Doubt doubt, base::TimePoint now) {
  const auto look = std::min<base::Duration>(kLook, patience_ / kLookShare);
  held_ = Held{answer, doubt, now, now + look, now + patience_};
  answered_at_ = now;
  // Who ponders answers when it is told to: if this was not its answer, that is.
  if (pondering_) send_stop(now);
  look_at_held(now);
}

void HostSide::look_at_held(base::TimePoint now) {
  if (now >= held_->at_latest) return settle_held(now);
  // What it has said once already it is asked about at once.
  if (!held_->asked && (now >= held_->look_at || held_->doubt == Doubt::kRepeated ||
                        held_->doubt == Doubt::kHurried)) {
    held_->asked = true;
    send_fence();
  }
  if (held_->asked && !fence_open_ && now >= held_->look_at) return settle_held(now);
  deadline_ = now < held_->look_at ? held_->look_at : held_->at_latest;
}

// Nothing better has come.
void HostSide::settle_held(base::TimePoint now) {
  const Held held = *std::exchange(held_, std::nullopt);
  if (!held.asked || fence_open_) fence_doubt_ = held.doubt;
  if (held.is_followed) fence_doubt_ = Doubt::kNone;  // it may be one behind for good
  take_as_answer(held.answer, held.said_at, now);
  answered_to_stop_ = false;  // it was there before
}

void HostSide::send_fence() {
  if (fence_open_) return;
  fence_open_ = true;
  swallowed_.clear();
  say("isready");
}

// No search runs as far as we know.
void HostSide::fence(base::TimePoint now) {
  if (!fence_open_) send_options();
  send_fence();
  state_ = State::kFenced;
  fence_lingers_ = false;
  deadline_ = now + limits_.fence;
}

void HostSide::pass_fence(base::TimePoint now) {
  fence_open_ = false;
  if (running()) {
    if (!held_) return;  // it went on thinking, and reads on
    doubts_.was_in_step(held_->doubt);
    held_->is_followed = false;
    // Who talks may read while it thinks, and an illegal move has more to it: they have a moment.
    const bool done = !doubts_.talks() && is_possible(held_->answer);
    if (done) held_->look_at = now;
    return look_at_held(now);
  }
  fence_lingers_ = fence_for_thoughts_ && swallowed_.empty();
  if (!fence_lingers_) return look_at_fence(now);
  deadline_ = now + kLinger;
}

void HostSide::look_at_fence(base::TimePoint now) {
  const auto doubt = std::exchange(fence_doubt_, std::nullopt);
  const std::string dropped = std::exchange(swallowed_, "");
  const bool for_thoughts = std::exchange(fence_for_thoughts_, false);
  fence_lingers_ = false;
  state_ = State::kIdle;
  idle_since_ = now;
  deadline_.reset();
  if (!dropped.empty()) {
    events_.emplace_back(EngineBackInStep{dropped});
  } else if (for_thoughts) {
    chats_ = true;
  } else if (doubt) {
    doubts_.was_in_step(*doubt);
  }
  advance(now);
}

}  // namespace gougi::usi
