// SPDX-License-Identifier: MIT
#include "simulation/keeper_rules.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

// Where there is no flag to fall a relay that hangs has a little longer.
constexpr Milliseconds kWithoutAFlag{150};
constexpr Milliseconds kLeastMate{100};
// No relay loads longer; then a search waits for it no more.
constexpr std::chrono::seconds kLongestLoading{600};
// Behind `stop` GUIs lose patience.
constexpr Milliseconds kGuiPatience{1'000};

// By what a flag can fall.
bool has_flag(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.movetime) return true;
  if (limits.rtime || limits.infinite || limits.wait_stop) return false;
  const auto& clock = limits.clock;
  const auto kept =
      side == shogi::Color::kBlack ? clock.btime + clock.binc : clock.wtime + clock.winc;
  return (clock.byoyomi + kept).count() > 0;
}

/// What `line` says to who listens.
template <class Known>
void take_in(Known& known, std::string_view line) {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "position") {
    known.position = line;
  } else if (word == "usinewgame") {
    known.in_game = true;
  } else if (word == "isready" || word == "gameover") {
    known.in_game = false;
  } else if (word == "setoption") {
    const auto command = usi::parse_command(line);
    const auto* option = command ? std::get_if<usi::SetOptionCommand>(&*command) : nullptr;
    if (option != nullptr && option->value) known.options[option->name] = line;
  }
}

}  // namespace

KeeperRules::KeeperRules() : position_(PositionBook().enter(shogi::Game())) {
  wording_.let_lines_cross();
}

void KeeperRules::said(std::string_view line, TimePoint now, KnownPositionPtr position) {
  wording_.said(line);
  take_in(known_, line);
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "usi") {
    ++usis_;
    usi_is_owed_ = true;
  } else if (word == "isready") {
    begin_waiting(now);
    release(now);
    ++readys_;
    ready_is_owed_ = true;
  } else if (word == "position") {
    begin_waiting(now);
    if (position) position_ = std::move(position);  // else it is none
  } else if (word == "go") {
    const auto command = usi::parse_command(line);
    const auto* go = command ? std::get_if<usi::GoCommand>(&*command) : nullptr;
    if (go != nullptr) begin(*go, now);
  } else if (word == "stop" || word == "gameover") {
    begin_waiting(now);
    release(now);
  } else if (word == "usinewgame") {
    begin_waiting(now);
    if (!searches_.empty() && searches_.back().ponder && !searches_.back().released) {
      searches_.pop_back();
    }
    release(now);
  } else if (word == "ponderhit" && !searches_.empty() && searches_.back().ponder &&
             !searches_.back().released) {
    HostSearch& search = searches_.back();
    const auto command = usi::parse_command(line);
    auto& limits = std::get<usi::SearchLimits>(search.go.limits);
    const auto& clock = std::get<usi::PonderHitCommand>(*command).clock;
    if (clock.given) limits.clock = clock;
    search.ponder = limits.ponder = search.waits = false;
    start_clock(search, now);
  }
}

void KeeperRules::hung_up() {
  wording_.hung_up();
  searches_.clear();
  usi_is_owed_ = ready_is_owed_ = false;
  hung_up_ = true;
}

// One that was not stopped has its place taken.
void KeeperRules::begin(const usi::GoCommand& go, TimePoint now) {
  if (!searches_.empty() && !searches_.back().released) searches_.pop_back();
  position_line_ = known_.position;
  HostSearch search;
  search.number = ++last_number_;
  search.position = position_;
  search.go = go;
  search.mate = !std::holds_alternative<usi::SearchLimits>(go.limits);
  search.ponder = !search.mate && search.limits().ponder;
  search.clock_start = now;
  search.waits = ready_is_owed_;
  if (!search.waits) start_clock(search, now);
  searches_.push_back(std::move(search));
}

void KeeperRules::begin_waiting(TimePoint now) {
  if (searches_.empty() || !searches_.back().waits) return;
  searches_.back().waits = false;
  start_clock(searches_.back(), now);
}

void KeeperRules::start_clock(HostSearch& search, TimePoint now) {
  search.flag.reset();
  if (const auto* mate = std::get_if<usi::MateLimits>(&search.go.limits)) {
    if (mate->time) search.flag = now + std::max(kLeastMate, *mate->time);
    return;
  }
  if (search.ponder) return;
  const auto time = time_on_the_clock(search.limits(), search.side());
  if (!time) return;
  search.flag = now + *time;
  if (!has_flag(search.limits(), search.side())) *search.flag += kWithoutAFlag;
}

void KeeperRules::release(TimePoint now) {
  if (searches_.empty() || searches_.back().released) return;
  HostSearch& search = searches_.back();
  search.ponder = false;
  search.flag = std::min(search.flag.value_or(now + kGuiPatience), now + kGuiPatience);
  search.released = true;
}

std::string KeeperRules::passed_on(std::string_view line, TimePoint now) {
  take_in(told_, line);
  const auto command = usi::parse_command(line);
  const auto* go = command ? std::get_if<usi::GoCommand>(&*command) : nullptr;
  return go == nullptr ? "" : judge_told(*go, now);
}

std::string KeeperRules::judge_told(const usi::GoCommand& go, TimePoint now) const {
  if (hung_up_) return "";
  if (searches_.empty()) return "is of a search that nobody waits for";
  if (told_.position != position_line_) return "is of another position than its search";
  if (known_.in_game && !told_.in_game) return "is told before usinewgame";
  for (const auto& [name, line] : known_.options) {
    const auto told = told_.options.find(name);
    if (told == told_.options.end() || told->second != line) return "is told before " + line;
  }
  const HostSearch& search = searches_.back();
  const auto* limits = std::get_if<usi::SearchLimits>(&go.limits);
  const auto time = limits != nullptr ? time_on_the_clock(*limits, search.side())
                                      : std::get<usi::MateLimits>(go.limits).time;
  if (limits != nullptr && limits->rtime) return "";  // no clock: it is as long as it was
  if (!search.flag || !time || now + *time <= *search.flag + kWithoutAFlag) return "";
  return "has " + in_ms(now + *time - *search.flag) + " more than there is";
}

std::string KeeperRules::told(std::string_view line, TimePoint now,
                              std::optional<TimePoint> planned) {
  if (hung_up_) return "is told to nobody";
  const bool is_of_an_older_isready = line == "readyok" && readys_ > 1;
  if (auto complaint = is_of_an_older_isready ? "" : wording_.heard(line); !complaint.empty()) {
    return complaint;
  }
  if (line == "usiok") {
    if (usis_-- <= 0) return "answers no usi";
    wording_.said("usi");  // all is shown again to who has asked twice
    usi_answered_ = true;
    usi_is_owed_ = false;
  } else if (line == "readyok") {
    if (readys_-- <= 0) return "answers no isready";
    ready_is_owed_ = false;
    begin_waiting(now);
  } else if (line.starts_with("bestmove") || line.starts_with("checkmate")) {
    const HostSearch search = std::move(searches_.front());  // wording_ knows that there is one
    searches_.pop_front();
    answered_ = search.number;
    ++answers_;
    const bool nothing_is_waited_for =
        has_often_died() || now >= search.clock_start + kLongestLoading;
    if (search.waits && !nothing_is_waited_for) return "comes before readyok";
    const bool in_plan = planned && search.flag && *planned <= *search.flag;
    if (search.flag && now > *search.flag && !in_plan) {
      return "comes " + in_ms(now - *search.flag) + " too late";
    }
  }
  return "";
}

std::string KeeperRules::overdue(TimePoint now, std::optional<TimePoint> plans) const {
  for (const HostSearch& search : searches_) {
    if (!search.flag) continue;
    const std::string what = "search " + std::to_string(search.number);
    if (now > *search.flag) {
      return what + " is unanswered " + in_ms(now - *search.flag) + " after its time";
    }
    if (!plans || *plans > *search.flag) return what + ": nothing is planned within its time";
  }
  return "";
}

std::string KeeperRules::owed() const {
  if (usi_is_owed_) return "usiok";
  if (ready_is_owed_) return "readyok";
  if (searches_.empty()) return "nothing";
  return "the answer to search " + std::to_string(searches_.front().number);
}

}  // namespace gougi::simulation
