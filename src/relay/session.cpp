// SPDX-License-Identifier: MIT
#include "relay/session.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "relay/child.hpp"

namespace gougi::relay {

using base::Milliseconds;

namespace {

constexpr std::size_t kMostOfABrokenLine = 200;  // in the log

}  // namespace

const std::vector<usi::Option>* Surroundings::remembered(int child) const {
  static const std::vector<usi::Option> none;
  const auto index = static_cast<std::size_t>(child);
  if (index < remembered_options.size() && !remembered_options[index].empty()) {
    return &remembered_options[index];
  }
  const bool known = std::ranges::find(without_options, child) != without_options.end();
  return known ? &none : nullptr;
}

std::string Surroundings::remembered_name(int child) const {
  const auto index = static_cast<std::size_t>(child);
  return index < remembered_names.size() ? remembered_names[index] : "";
}

Session::Session(const settings::RelaySettings& settings, Surroundings surroundings,
                 const Rules& rules)
    : settings_(settings),
      surroundings_(std::move(surroundings)),
      board_(settings),
      rules_(rules),
      game_(std::make_shared<Game>(*rules_.board(""))),
      lines_(PositionLines::of(rules, *game_)),
      sfen_lines_(PositionLines::without_history(game_->position())) {
  for (const RosterEntry& entry : roster(settings)) {
    children_.push_back(std::make_unique<Child>(*this, static_cast<int>(children_.size()), entry));
    if (entry.settings == nullptr) continue;
    auto& quirks = children_.back()->host.quirks();
    const auto& words = entry.settings->capabilities;
    quirks.ponderhit_time = std::ranges::find(words, "ponderhit_time") != words.end();
    quirks.wait_stop = std::ranges::find(words, "wait_stop") != words.end();
    quirks.mateinfo = std::ranges::find(words, "mateinfo") != words.end();
  }
}

Session::~Session() = default;

const std::vector<Effect>& Session::begin(base::TimePoint now) {
  now_ = now;
  effects_.clear();
  if (surroundings_.record_since) record_.begin(*surroundings_.record_since, now);
  effects_.push_back(SetEncoding{board_.own().encoding});
  for (auto& child : children_) {
    const bool adds_freezes =
        child->role == Role::kReserve && settings_.freeze == settings::Freeze::kEmulate;
    if (child->role != Role::kReserve || adds_freezes) start_child(*child);
  }
  return effects_;
}

const std::vector<Effect>& Session::on(const Event& event) {
  effects_.clear();
  now_ = event.now;
  if (finished_) return effects_;
  struct Visitor {
    Session& session;
    Child& child(int index) const { return *session.children_[static_cast<std::size_t>(index)]; }
    void operator()(const HostLine& e) const { session.take_host_line(e.text); }
    void operator()(const HostClosed&) const { session.finish(); }
    void operator()(const ChildStarted& e) const {
      base::log::info(session.label(child(e.child)) + " runs");
      child(e.child).host.started(session.now_);
    }
    void operator()(const ChildFailed& e) const {
      session.child_ended(child(e.child), e.error, false);
    }
    void operator()(const ChildLine& e) const {
      Child& from = child(e.child);
      if (from.doomed) return;  // who is being ended has no say any more, in whatever search
      from.host.line(session.rules_.from_child(e.text, session.translated_), session.now_);
      session.join_if_free(from);
      if (from.flood_watch.line(e.text.size(), session.now_)) {
        session.child_stuck(from, "prints without end");
      }
    }
    void operator()(const ChildBrokeOff& e) const {
      session.explain_oddity(child(e.child), "it broke off, which is no answer: " +
                                                 base::printable(e.text, kMostOfABrokenLine));
    }
    void operator()(const ChildExited& e) const {
      session.child_ended(child(e.child), e.how, true);
    }
    void operator()(const TimePassed&) const {}
  };
  std::visit(Visitor{*this}, event.what);
  if (std::holds_alternative<ChildLine>(event.what))
    return effects_;  // floods: no clock to look at
  if (finished_) return effects_;

  for (auto& child : children_) child->host.tick(now_);
  restart_due_children();
  if (usi_deadline_ && now_ >= *usi_deadline_) try_usi_ok(true);
  if (ready_deadline_ && now_ >= *ready_deadline_) try_ready_ok();
  if (keep_alive_at_ && now_ >= *keep_alive_at_) keep_awake();
  if (guesses_until_ && now_ >= *guesses_until_) drop_guesses();
  watch_clock();
  return effects_;
}

std::optional<base::TimePoint> Session::deadline() const {
  std::optional<base::TimePoint> first;
  if (finished_) return first;  // nothing is done any more, so nothing is due
  const auto consider_time = [&](const std::optional<base::TimePoint>& at) {
    if (at && (!first || *at < *first)) first = at;
  };
  consider_time(usi_deadline_);
  consider_time(ready_deadline_);
  consider_time(keep_alive_at_);
  consider_time(guesses_until_);
  consider_time(clock_deadline());
  for (const auto& child : children_) {
    consider_time(child->host.deadline());
    consider_time(child->restart_at);
  }
  return first;
}

bool Session::japanese() const {
  if (board_.own().encoding == settings::TextEncoding::kAscii) return false;
  switch (board_.own().language) {
    case settings::Language::kJapanese:
      return true;
    case settings::Language::kEnglish:
      return false;
    case settings::Language::kAuto:
      break;
  }
  return surroundings_.japanese_locale;
}

std::string Session::label(const Child& child) const {
  return child.label + " (" + child.display_name() + ")";
}

void Session::to_host(std::string line) {
  effects_.push_back(ToHost{rules_.to_host(std::move(line))});
}

void Session::show_thought(const usi::InfoAnswer& info) {
  effects_.push_back(ToHost{rules_.to_host(usi::format(info)), true});
}

void Session::to_child(const Child& child, std::string_view line) {
  if (auto told = rules_.to_child(line)) {
    effects_.push_back(ToChild{child.index, std::move(*told)});
  }
}

void Session::say(std::string_view text) { to_host(usi::info_string(text)); }

}  // namespace gougi::relay
