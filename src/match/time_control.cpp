// SPDX-License-Identifier: MIT
#include "match/time_control.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>

#include "base/closest.hpp"
#include "base/say.hpp"
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
    return base::fail(
        base::say({"cannot play by \"{0}\"", "「{0}」では対局できません"}, base::printable(text)));
  }
  if (limits->infinite || limits->ponder || limits->wait_stop) {
    return base::fail(
        base::say({"\"{0}\" would wait for a stop", "「{0}」では stop を待ち続けます"},
                  base::printable(text)));
  }
  TimeControl control;
  control.fixed = *limits;
  return control;
}

constexpr std::array<std::string_view, 8> kControlWords{"time", "inc",      "byoyomi", "moves",
                                                        "then", "movetime", "nodes",   "depth"};

bool is_control_word(std::string_view word) {
  return std::ranges::find(kControlWords, word) != kControlWords.end();
}

tl::unexpected<base::Error> no_control(std::string_view word, std::string_view figure) {
  return base::fail(
      base::say(
          {"\"{0}\" is no time control; there are time, inc, byoyomi, moves, then, movetime, "
           "nodes and depth",
           "「{0}」は持ち時間の指定ではありません。使えるのは "
           "time、inc、byoyomi、moves、then、movetime、nodes、depth です"},
          base::printable(std::string(word).append(figure.empty() ? "" : " ").append(figure))) +
      (is_control_word(word) ? std::string() : base::did_you_mean(word, kControlWords)));
}

}  // namespace

base::Result<TimeControl> parse_time_control(std::string_view text) {
  text = base::trim(text);
  if (text == "go" || text.starts_with("go ")) return parse_go(text);
  TimeControl control;
  TimePeriod* period = &control;
  std::string_view rest = text;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (word == "then") {
      if (period->moves == 0) {
        return base::fail(
            base::say({"\"then\" wants to know after how many moves, such as \"moves 40\"",
                       "then の前に何手までかが必要です(moves 40 など)"}));
      }
      period = &control.later.emplace_back();
      continue;
    }
    const std::string_view figure = base::next_word(rest);
    const auto number = base::to_int(figure);
    if (!is_control_word(word)) return no_control(word, figure);
    if (!number || *number < 0 || *number > usi::kLongestTime.count()) {
      return base::fail(base::say(
          {"\"{0}\" wants a number from 0 in \"{1}\"", "「{1}」の {0} には 0 以上の数が必要です"},
          base::printable(word), base::printable(text)));
    }
    const base::Milliseconds time(*number);
    const bool is_whole = *number > 0 && *number <= std::numeric_limits<int>::max();
    if (word == "time") {
      period->time = time;
    } else if (word == "inc") {
      period->increment = time;
    } else if (word == "byoyomi") {
      period->byoyomi = time;
    } else if (word == "moves" && is_whole) {
      period->moves = static_cast<int>(*number);
    } else if (word == "movetime" && *number > 0) {
      control.movetime = time;
    } else if (word == "nodes" && *number > 0) {
      control.nodes = static_cast<std::uint64_t>(*number);
    } else if (word == "depth" && is_whole) {
      control.depth = static_cast<int>(*number);
    } else {
      return no_control(word, figure);
    }
  }
  if (period->moves > 0) {
    return base::fail(
        base::say({"what comes after {0} moves is missing, such as \"then time 300000\"",
                   "{0}手の後の指定がありません(then time 300000 など)"},
                  period->moves));
  }
  const auto runs = [](const TimePeriod& each) { return each.runs(); };
  const bool all_run = std::ranges::all_of(control.later, runs);
  if (!all_run || (!control.later.empty() && !runs(control))) {
    return base::fail(base::say({"each period wants time, inc or byoyomi",
                                 "区間ごとに time、inc、byoyomi のどれかが必要です"}));
  }
  if (!control.is_timed() && !control.nodes && !control.depth) {
    return base::fail(
        base::say({"a time control is missing, such as \"byoyomi 1000\" or \"nodes 10000\"",
                   "持ち時間の指定がありません(byoyomi 1000、nodes 10000 など)"}));
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
  const auto add_period = [&add](const TimePeriod& period) {
    if (period.moves > 0) add("moves", period.moves);
    if (period.time.count() > 0) add("time", period.time.count());
    if (period.increment.count() > 0) add("inc", period.increment.count());
    if (period.byoyomi.count() > 0) add("byoyomi", period.byoyomi.count());
  };
  add_period(control);
  for (const TimePeriod& period : control.later) {
    text += " then";
    add_period(period);
  }
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
  limits.clock.byoyomi = period(mover).byoyomi;
  limits.clock.binc = period(shogi::Color::kBlack).increment;
  limits.clock.winc = period(shogi::Color::kWhite).increment;
  return limits;
}

std::optional<base::Milliseconds> GameClock::allowance(shogi::Color mover) const {
  const TimeControl& own = controls_[at(mover)];
  if (!own.is_timed()) return std::nullopt;
  if (own.movetime) return own.movetime;
  return left_[at(mover)] + period(mover).increment + period(mover).byoyomi;
}

bool GameClock::spend(shogi::Color mover, base::Duration elapsed) {
  const auto allowed = allowance(mover);
  if (!allowed) return true;
  if (elapsed > *allowed + margin_) return false;
  if (controls_[at(mover)].movetime) return true;
  const TimePeriod& own = period(mover);
  // What it took beyond that was byoyomi.
  base::Milliseconds& left = left_[at(mover)];
  left = std::max(base::Milliseconds(0), left + own.increment - base::to_ms(elapsed));
  if (++moves_[at(mover)] != own.moves) return true;
  moves_[at(mover)] = 0;
  ++periods_[at(mover)];
  left += period(mover).time;
  return true;
}

const TimePeriod& GameClock::period(shogi::Color side) const {
  const TimeControl& own = controls_[at(side)];
  const std::size_t number = periods_[at(side)];
  return number == 0 ? own : own.later[number - 1];
}

}  // namespace gougi::match
