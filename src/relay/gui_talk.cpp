// SPDX-License-Identifier: MIT
#include "relay/gui_talk.hpp"

#include <algorithm>

#include "relay/freeze_rules.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// The strictest GUI gives `usi` 5 s.
constexpr Milliseconds kUsiPatience{3500};
// Mate solvers and the reserve are no voters, and an engine is none while its mirror is there: who
// waits for `readyok` does so for them only so long.
constexpr Milliseconds kHelperPatience{4000};
constexpr Milliseconds kKeepAlive{5000};

}  // namespace

void GuiTalk::usi_asked() {
  port_.out.to_host("id name " + port_.settings.name);
  port_.out.to_host("id author the gougi authors");
  timers_.set(SessionTimer::kUsi, port_.now + kUsiPatience);
  try_usi_ok(false);
}

void GuiTalk::try_usi_ok(bool time_is_up) {
  if (!timers_.at(SessionTimer::kUsi)) return;
  // What is known of an earlier start is as good as what would be waited for.
  const auto is_unknown = [&](const Child& child) {
    const bool has_options = child.role != Role::kReserve && child.role != Role::kMirror;
    return has_options && !port_.options.knows(child.index) &&
           environment_.remembered(child.index) == nullptr;
  };
  for (const auto& child : port_.children.all()) {
    if (!time_is_up && is_unknown(*child) && child->worth_waiting_for()) return;
  }
  show_options();
}

void GuiTalk::show_options() {
  for (const auto& child : port_.children.all()) {
    if (child->role == Role::kReserve || port_.options.knows(child->index)) continue;
    if (child->role == Role::kMirror) continue;  // its engine's are shown
    if (const auto* options = environment_.remembered(child->index)) {
      port_.options.assume(child->index, *options, environment_.remembered_name(child->index));
    } else if (child->worth_waiting_for()) {  // of others the end has been told
      port_.out.say(child->full_name() +
                        " has not answered yet, so its options are missing: run \"gougi check\", "
                        "then register this engine again",
                    child->full_name() +
                        " がまだ応答しないため、そのオプションは表示されません。\"gougi check\" "
                        "を実行してから、エンジンを登録し直してください");
    }
  }
  timers_.clear(SessionTimer::kUsi);
  for (const usi::Option& option : port_.options.declarations()) {
    port_.out.to_host(usi::format(option));
  }
  port_.options.note_shown();
  freezes_.announce();
  port_.out.to_host("usiok");
}

void GuiTalk::ready_asked() {
  prepared_ = true;
  ready_asked_at_ = port_.now;
  timers_.set(SessionTimer::kReady, port_.now);
  timers_.set(SessionTimer::kKeepAwake, port_.now + kKeepAlive);
}

bool GuiTalk::is_waited_for(const Child& child) const {
  return child.role != Role::kReserve || adds_freezes(port_.settings);
}

void GuiTalk::try_ready_ok() {
  if (!timers_.at(SessionTimer::kReady)) return;
  const Milliseconds bound = port_.own().ready;
  const Milliseconds for_helpers = std::min(bound, kHelperPatience);
  const auto waited = port_.now - ready_asked_at_;
  bool all = true;
  bool hope = false;
  for (const auto& child : port_.children.all()) {
    if (!is_waited_for(*child)) continue;
    const bool votes = child->role == Role::kVoter || child->role == Role::kMirror;
    hope = hope || (votes && child->worth_waiting_for());
    if (child->host.settled_ready() || !child->worth_waiting_for()) continue;
    // With one of the two there the seat is taken.
    const bool is_missed =
        votes && (child->other == nullptr || !child->other->host.settled_ready());
    if (is_missed || waited < for_helpers) all = false;
  }
  if (hope && !all && waited < bound) {
    timers_.set(SessionTimer::kReady,
                ready_asked_at_ + (waited < for_helpers ? for_helpers : bound));
    return;
  }
  tell_who_is_late();
  say_ready_ok();
}

void GuiTalk::tell_who_is_late() const {
  for (const auto& child : port_.children.all()) {
    if (child->role == Role::kReserve || !child->hopeful() || child->host.settled_ready()) continue;
    port_.out.say(child->full_name() + " is still loading and joins when it is ready",
                  child->full_name() + " は準備中です。準備ができ次第合議に加わります");
  }
  const Child& reserve = port_.children.reserve();
  if (!adds_freezes(port_.settings) || reserve.host.settled_ready()) return;
  port_.out.say(reserve.full_name() + " is not ready; until it is, no freezes are added",
                reserve.full_name() + " の準備ができるまで、フリーズを加えずに指します");
}

void GuiTalk::keep_awake() {
  timers_.set(SessionTimer::kKeepAwake, port_.now + kKeepAlive);
  std::string who;
  for (const auto& child : port_.children.all()) {
    if (child->role != Role::kVoter || child->host.settled_ready()) continue;
    if (!child->worth_waiting_for()) continue;
    // It may be busy with a search that it was told to stop.
    const Absence why = Children::absence_of(*child).value_or(Absence::kLoading);
    who += (who.empty() ? "" : ", ") + child->full_name() + ": " +
           std::string(absence_text(why, port_.out.japanese()));
  }
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(port_.now - ready_asked_at_);
  const std::string seconds = std::to_string(waited.count());
  if (!who.empty()) {
    port_.out.say("waiting (" + seconds + " s) for " + who, "待機中 (" + seconds + " 秒): " + who);
  }
  port_.out.to_host("");  // some GUIs take 30 s of silence for death
}

void GuiTalk::say_ready_ok() {
  timers_.clear(SessionTimer::kReady);
  timers_.clear(SessionTimer::kKeepAwake);
  port_.out.to_host("readyok");
}

void GuiTalk::answer_first() {
  if (timers_.at(SessionTimer::kUsi)) try_usi_ok(true);
  if (timers_.at(SessionTimer::kReady)) say_ready_ok();
}

}  // namespace gougi::relay
