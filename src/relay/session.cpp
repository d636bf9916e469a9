// SPDX-License-Identifier: MIT
#include "relay/session.hpp"

#include <utility>

#include "base/language.hpp"
#include "base/text.hpp"
#include "settings/complaint_lines.hpp"

namespace gougi::relay {
namespace {

constexpr std::size_t kMostOfABrokenLine = 200;  // in the log

}  // namespace

Session::Session(const settings::RelaySettings& settings, Environment environment,
                 const game::Rules& rules)
    : settings_(settings),
      environment_(std::move(environment)),
      rules_(rules),
      options_(settings),
      out_(rules, options_, environment_.japanese_locale, environment_.notes_from),
      children_(settings, rules, environment_.scales, out_),
      port_{settings, rules, options_, out_, children_},
      game_(rules),
      freezes_(port_, environment_),
      gui_(port_, timers_, environment_, freezes_),
      search_(port_, timers_, game_, freezes_, gui_, environment_) {}

const std::vector<Effect>& Session::begin(base::TimePoint now) {
  const base::SpokenHere spoken(out_.language());
  port_.now = now;
  out_.clear();
  begun_ = now;
  if (environment_.records) begin_record();
  out_.add(SetEncoding{options_.own().encoding});
  show_live();
  const bool with_reserve = settings_.freeze == settings::Freeze::kEmulate;
  for (const auto& child : children_.all()) {
    if (child->role != Role::kReserve || with_reserve) children_.start(*child);
  }
  return out_.effects();
}

const std::vector<Effect>& Session::on(const Event& event) {
  const base::SpokenHere spoken(out_.language());
  out_.clear();
  port_.now = event.now;
  if (finished_) return out_.effects();
  std::visit([this](const auto& known) { take(known); }, event.what);
  // In floods of lines there is no clock to look at.
  if (!std::holds_alternative<ChildLine>(event.what) && !finished_) look_at_clock();
  if (!gui_.owes_ready()) begin_held_go();
  return out_.effects();
}

void Session::take(const ChildStarted& event) {
  children_.runs(children_.at(event.child), port_.now);
}

void Session::take(const ChildFailed& event) {
  child_ended(children_.at(event.child), event.error, false);
}

void Session::take(const ChildLine& event) {
  Child& child = children_.at(event.child);
  if (child.doomed) return;  // who is being ended has no say any more, in whatever search
  child.host.line(rules_.wire().from_child(event.text, translated_), port_.now);
  drain(child);
  search_.join_if_free(child);
  if (child.flood_watch.line(event.text.size(), port_.now)) {
    children_.give_up(child, "prints without end");
    drain(child);
  }
}

void Session::take(const ChildBrokeOff& event) {
  children_.note_oddity(
      children_.at(event.child),
      "it broke off, which is no answer: " + base::printable(event.text, kMostOfABrokenLine));
}

void Session::take(const ChildExited& event) {
  child_ended(children_.at(event.child), event.how, true);
}

void Session::look_at_clock() {
  for (const auto& child : children_.all()) {
    child->host.tick(port_.now);
    drain(*child);
  }
  children_.restart_due(port_.now);
  for (std::size_t i = 0; i < kSessionTimers; ++i) {
    const auto timer = static_cast<SessionTimer>(i);
    if (timers_.is_due(timer, port_.now)) handle(timer);
  }
  search_.tick();
}

// Without a default: a timer that is not handled does not compile.
void Session::handle(SessionTimer timer) {
  switch (timer) {
    case SessionTimer::kUsi:
      return gui_.try_usi_ok(true);
    case SessionTimer::kReady:
      return gui_.try_ready_ok();
    case SessionTimer::kKeepAwake:
      return gui_.keep_awake();
    case SessionTimer::kGuesses:
      return search_.drop_guesses();
    case SessionTimer::kProbe:
      return search_.probe_is_due();
  }
}

std::optional<base::TimePoint> Session::deadline() const {
  if (finished_) return std::nullopt;  // nothing is done any more, so nothing is due
  return sooner(sooner(timers_.next(), children_.deadline()), search_.deadline());
}

void Session::drain(Child& child) {
  if (!child.host.has_next()) return;  // nearly always, when the clock is looked at
  while (const auto event = children_.next(child)) take(child, *event);
}

void Session::take(Child& child, const usi::HostEvent& event) {
  if (std::holds_alternative<usi::EngineDeclared>(event)) {
    child_declared(child);
    return children_.go_on(child, port_.now);
  }
  if (std::holds_alternative<usi::EngineReady>(event)) {
    if (!child.ready_at) child.ready_at = port_.now;
    gui_.try_ready_ok();
    search_.child_is_ready(child);
    return children_.go_on(child, port_.now);
  }
  search_.take(child, event);
}

void Session::child_declared(Child& child) {
  out_.info(child.full_name() + " is " + base::printable(child.host.name()));
  if (child.role != Role::kReserve) out_.add(Remember{child.index, child.host.declaration()});
  const auto declared = options_.declare(child.index, child.host.options(), child.host.name());
  for (const auto& misfit : declared.misfits) {
    out_.say(settings::place_in(settings_.file, misfit.line) + misfit.what);
  }
  for (const std::string& refusal : declared.refusals) out_.say_once(refusal);
  if (!declared.difference.empty()) {
    out_.say(child.full_name() +
             (out_.japanese() ? " のオプションが表示済みのものと違います: "
                              : " has other options than shown: ") +
             in_words(declared.difference, out_.japanese()));
  }
  for (const ForChild& value : options_.start_values(child.index)) {
    children_.set_option({child.index, value.name, value.value}, port_.now);
  }
  for (const ForChild& button : declared.buttons) {
    children_.set_option({child.index, button.name, "", true}, port_.now);
  }
  if (gui_.is_prepared() || child.role == Role::kReserve) children_.request_ready(child, port_.now);
  if (in_game_) children_.new_game(child, port_.now);
  freezes_.correct_announced(child);
  gui_.try_usi_ok(false);
  search_.child_has_come();
}

void Session::child_ended(Child& child, const std::string& how, bool could_start) {
  children_.ended(child, how, could_start, port_.now);
  drain(child);
  // What it was like the next one need not be.
  child.answers_in_silence = child.talks = false;
  child.unreadable = 0;
  gui_.try_usi_ok(false);
  gui_.try_ready_ok();
  search_.child_has_ended(child);
}

}  // namespace gougi::relay
