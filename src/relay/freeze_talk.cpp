// SPDX-License-Identifier: MIT
#include "relay/freeze_talk.hpp"

#include "base/text.hpp"
#include "relay/freeze_rules.hpp"

namespace gougi::relay {

using usi::FreezeAbility;

FreezeAbility FreezeTalk::ability_of(const Child& child) const {
  if (port_.options.knows(child.index) && child.host.declared()) {
    return child.host.freeze_ability();
  }
  const auto index = static_cast<std::size_t>(child.index);
  const auto& remembered = environment_.remembered_freezes;
  auto ability = index < remembered.size() ? remembered[index] : FreezeAbility::kNone;
  for (const ForChild& value : port_.options.start_values(child.index)) {  // it will be set to
    if (base::iequals(value.name, "Freeze")) {
      ability = usi::parse_freeze_ability(value.value).value_or(ability);
    }
  }
  return ability;
}

// The whole accepts and declares freezes if one engine does: the others' votes are judged by the
// rules.
FreezeAbility FreezeTalk::ability() const {
  if (!plays_freezes(port_.settings)) return FreezeAbility::kNone;
  if (port_.settings.freeze == settings::Freeze::kEmulate) return FreezeAbility::kOk;
  bool accepts = false;
  bool declares = false;
  bool reads = false;
  for (const auto& child : port_.children.all()) {
    if (child->role != Role::kVoter) continue;
    const FreezeAbility ability = ability_of(*child);
    accepts = accepts || usi::accepts_freezes(ability);
    declares = declares || usi::declares_freezes(ability);
    reads = reads || usi::reads_freezes(ability);
  }
  if (accepts) return declares ? FreezeAbility::kOk : FreezeAbility::kAllowFreeze;
  if (declares) return FreezeAbility::kCanFreeze;
  return reads ? FreezeAbility::kIgnore : FreezeAbility::kNone;
}

void FreezeTalk::announce() {
  const FreezeAbility whole = ability();
  announced_ = whole;
  if (whole == FreezeAbility::kNone) return;  // as a GUI of ordinary shogi has always seen it
  for (const auto& child : port_.children.all()) {
    if (child->role != Role::kVoter) continue;
    port_.out.info(child->full_name() +
                   " in Freeze shogi: " + std::string(usi::to_text(ability_of(*child))));
  }
  port_.out.to_host(usi::format(usi::FreezeAnswer{whole}));
}

void FreezeTalk::start_reserve() {
  Child& reserve = port_.children.reserve();
  const bool comes = reserve.process_runs || reserve.restart_at;
  if (plays_freezes(port_.settings) && reserve.could_start && !comes) {
    port_.children.start(reserve);
  }
}

// What was announced by the child's last start, or without it, holds no longer.
void FreezeTalk::correct_announced(const Child& child) {
  if (child.role != Role::kVoter || !plays_freezes(port_.settings)) return;
  const auto index = static_cast<std::size_t>(child.index);
  auto& remembered = environment_.remembered_freezes;
  if (remembered.size() <= index) remembered.resize(index + 1, FreezeAbility::kNone);
  remembered[index] = child.host.freeze_ability();
  const FreezeAbility whole = ability();
  if (!announced_ || *announced_ == whole) return;
  const std::string word(usi::to_text(whole));
  const std::string shown(usi::to_text(*announced_));
  const std::string its(usi::to_text(child.host.freeze_ability()));
  announced_ = whole;
  port_.out.to_host(usi::format(usi::FreezeAnswer{whole}));
  port_.out.say(child.full_name() + " says FREEZE " + its + ": the whole is FREEZE " + word +
                    ", not " + shown + " as shown",
                child.full_name() + " は FREEZE " + its + " です。表示済みの FREEZE " + shown +
                    " は誤りで、正しくは FREEZE " + word + " です");
}

bool FreezeTalk::take_counts(const shogi::FreezeCounts& counts) {
  if (!plays_freezes(port_.settings)) return false;
  counts_ = counts;
  tell_counts(counts);
  if (counts != shogi::FreezeCounts{}) start_reserve();
  return true;
}

void FreezeTalk::take_position(bool freeze_game) {
  if (freeze_game) {
    start_reserve();
  } else {
    tell_counts({});  // ordinary lines give no counts
  }
}

void FreezeTalk::tell_counts(const shogi::FreezeCounts& counts) {
  if (told_counts_ == counts) return;
  told_counts_ = counts;
  for (const auto& child : port_.children.all()) child->host.set_freeze_counts(counts);
}

}  // namespace gougi::relay
