// SPDX-License-Identifier: MIT
#include "match/time_control.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "usi/command.hpp"

namespace gougi::match {
namespace {

base::Result<TimeControl> parse_go(std::string_view text) {
  std::string warning;
  const auto command = usi::parse_command(text, &warning);
  if (!command) return tl::unexpected(command.error());
  const auto* go = std::get_if<usi::GoCommand>(&*command);
  const auto* limits = go == nullptr ? nullptr : std::get_if<usi::SearchLimits>(&go->limits);
  if (limits == nullptr || !warning.empty()) {
    return base::fail("cannot play by \"" + base::printable(text) + "\"");
  }
  if (limits->infinite || limits->ponder || limits->wait_stop) {
    return base::fail("\"" + base::printable(text) + "\" would wait for a stop");
  }
  TimeControl control;
  control.fixed = *limits;
  return control;
}

}  // namespace

base::Result<TimeControl> parse_time_control(std::string_view text) {
  text = base::trim(text);
  if (text == "go" || text.starts_with("go ")) return parse_go(text);
  TimeControl control;
  std::string_view rest = text;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    const auto number = base::to_int(base::next_word(rest));
    if (!number || *number < 0 || *number > usi::kLongestTime.count()) {
      return base::fail("\"" + std::string(word) + "\" wants a number from 0 in \"" +
                        base::printable(text) + "\"");
    }
    const base::Milliseconds time(*number);
    if (word == "time") {
      control.time = time;
    } else if (word == "inc") {
      control.increment = time;
    } else if (word == "byoyomi") {
      control.byoyomi = time;
    } else if (word == "movetime" && *number > 0) {
      control.movetime = time;
    } else if (word == "nodes" && *number > 0) {
      control.nodes = static_cast<std::uint64_t>(*number);
    } else if (word == "depth" && *number > 0 && *number <= std::numeric_limits<int>::max()) {
      control.depth = static_cast<int>(*number);
    } else {
      return base::fail("\"" + base::printable(std::string(word)) + " " + std::to_string(*number) +
                        "\" is no time control; there are time, inc, byoyomi, movetime, nodes and "
                        "depth");
    }
  }
  if (!control.is_timed() && !control.nodes && !control.depth) {
    return base::fail("a time control is missing, such as \"byoyomi 1000\" or \"nodes 10000\"");
  }
  return control;
}

std::string to_text(const TimeControl& control) {
  if (control.fixed) return usi::format(usi::Command{usi::GoCommand{*control.fixed}});
  std::string text;
  const auto add = [&text](std::string_view word, auto number) {
    if (!text.empty()) text += ' ';
    text.append(word).append(" ").append(std::to_string(number));
  };
  if (control.time.count() > 0) add("time", control.time.count());
  if (control.increment.count() > 0) add("inc", control.increment.count());
  if (control.byoyomi.count() > 0) add("byoyomi", control.byoyomi.count());
  if (control.movetime) add("movetime", control.movetime->count());
  if (control.nodes) add("nodes", *control.nodes);
  if (control.depth) add("depth", *control.depth);
  return text;
}

GameClock::GameClock(const TimeControl& black, const TimeControl& white, base::Milliseconds margin)
    : controls_{black, white}, left_{black.time, white.time}, margin_(margin) {}

usi::SearchLimits GameClock::limits(shogi::Color mover) const {
  const TimeControl& own = controls_[at(mover)];
  if (own.fixed) return *own.fixed;
  usi::SearchLimits limits;
  limits.movetime = own.movetime;
  limits.nodes = own.nodes;
  limits.depth = own.depth;
  limits.clock.given = own.is_timed() && !own.movetime;
  if (!limits.clock.given) return limits;
  limits.clock.btime = left_[0];
  limits.clock.wtime = left_[1];
  limits.clock.byoyomi = own.byoyomi;
  limits.clock.binc = controls_[0].increment;
  limits.clock.winc = controls_[1].increment;
  return limits;
}

std::optional<base::Milliseconds> GameClock::allowance(shogi::Color mover) const {
  const TimeControl& own = controls_[at(mover)];
  if (!own.is_timed()) return std::nullopt;
  if (own.movetime) return own.movetime;
  return left_[at(mover)] + own.increment + own.byoyomi;
}

bool GameClock::spend(shogi::Color mover, base::Duration elapsed) {
  const auto allowed = allowance(mover);
  if (!allowed) return true;
  if (elapsed > *allowed + margin_) return false;
  const TimeControl& own = controls_[at(mover)];
  if (own.movetime) return true;
  // The byoyomi is spent first, for it cannot be kept.
  const base::Milliseconds zero{0};
  const base::Milliseconds beyond = std::max(zero, base::to_ms(elapsed) - own.byoyomi);
  base::Milliseconds& left = left_[at(mover)];
  left = std::max(zero, left + own.increment - beyond);
  return true;
}

}  // namespace gougi::match
