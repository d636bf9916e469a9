// SPDX-License-Identifier: MIT
#include "usi/host_side.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "usi/setoption.hpp"
#include "usi/visits.hpp"

namespace gougi::usi {

namespace {

using Doubt = AnswerDoubts::Doubt;

// What a child gets that cannot be limited by nodes or depth, or not at all: long enough for an
// engine that never answers in less than a second (GPSShogi), short enough to wait for.
constexpr base::Milliseconds kUnlimitedByoyomi{1000};

// No engine has so many, or so long ones; a child that declares for ever must not fill the memory.
constexpr std::size_t kMostOptions = 2000;
constexpr std::size_t kMostOptionBytes = std::size_t{1} << 20U;

// An answer that may be an older search's is held for half of the time that this one has, or for so
// long: the child is at work for as long on the search that it is asked for. It is the best vote
// there is unless something better comes, so more would leave no time for it.
constexpr base::Milliseconds kLongestHold{10'000};

base::Duration patience_with(const std::variant<SearchLimits, MateLimits>& limits,
                             shogi::Color side) {
  const auto* search = std::get_if<SearchLimits>(&limits);
  if (search == nullptr) return kLongestHold;
  const ClockTimes& clock = search->clock;
  const SideClock own = clock.of(side);
  const base::Milliseconds time =
      search->movetime.value_or(clock.byoyomi + own.time + own.increment);
  if (!search->movetime && !clock.given) return kLongestHold;
  return std::min<base::Duration>(kLongestHold, time / 2);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && base::iequals(text.substr(0, start.size()), start);
}

}  // namespace

Quirks quirks_of(std::string_view id_name) {
  Quirks quirks;
  if (starts_with_ignoring_case(id_name, "gpsshogi")) {
    quirks.can_ponder = false;
    quirks.can_limit = false;
  }
  if (starts_with_ignoring_case(id_name, "fairy-stockfish")) {
    quirks.options.emplace_back("UCI_Variant", "shogi");
  }
  return quirks;
}

SearchLimits bearable(SearchLimits limits, const Quirks& quirks, shogi::Color side) {
  if (!quirks.wait_stop) {
    if (limits.wait_stop) limits.infinite = true;  // the clocks were only advice
    limits.wait_stop = false;
    if (limits.rtime) limits.movetime = limits.rtime;
    limits.rtime.reset();
  }
  if (!quirks.can_limit) {
    const bool limited = limits.depth || limits.nodes;
    limits.depth.reset();
    limits.nodes.reset();
    limits.search_moves.clear();
    limits.clock.byoyomi += limits.clock.of(side).increment;
    limits.clock.binc = limits.clock.winc = base::Milliseconds(0);
    if (limits.movetime) {
      limits.clock = {};
      limits.clock.given = true;
      limits.clock.byoyomi = *limits.movetime;
      limits.movetime.reset();
    }
    if (limited && !limits.clock.given && !limits.movetime && !limits.infinite) {
      limits.clock = {};
      limits.clock.given = true;
      limits.clock.byoyomi = kUnlimitedByoyomi;
    }
  }
  return limits;
}

SearchLimits what_is_left(SearchLimits limits, shogi::Color side, base::Milliseconds elapsed) {
  const base::Milliseconds least{1};
  if (limits.movetime) {
    limits.movetime = std::max(std::min(least, *limits.movetime), *limits.movetime - elapsed);
  }
  ClockTimes& clock = limits.clock;
  const bool black = side == shogi::Color::kBlack;
  const std::array parts{&clock.byoyomi, black ? &clock.btime : &clock.wtime,
                         black ? &clock.binc : &clock.winc};
  base::Milliseconds total{0};
  for (const auto* part : parts) total += *part;
  if (total <= base::Milliseconds(0)) return limits;
  for (auto* part : parts) {
    const base::Milliseconds off = std::min(*part, elapsed);
    *part -= off;
    total -= off;
    elapsed -= off;
  }
  if (total <= base::Milliseconds(0)) clock.byoyomi = least;
  return limits;
}

std::optional<HostEvent> HostSide::next() {
  if (!has_next()) return std::nullopt;
  HostEvent taken = std::move(events_[taken_]);
  count_taken();
  return taken;
}

std::optional<ToEngine> HostSide::next_line() {
  if (!has_next()) return std::nullopt;
  auto* line = std::get_if<ToEngine>(&events_[taken_]);
  if (line == nullptr) return std::nullopt;
  ToEngine taken = std::move(*line);
  count_taken();
  return taken;
}

void HostSide::count_taken() {
  if (++taken_ != events_.size()) return;
  events_.clear();
  taken_ = 0;
}

void HostSide::go_on(base::TimePoint now) {
  declaring_ = false;
  advance(now);
}

void HostSide::started(base::TimePoint now) {
  state_ = State::kHandshake;
  options_.clear();
  option_lines_.clear();
  option_bytes_ = 0;
  too_many_options_ = false;
  freeze_ability_ = FreezeAbility::kNone;
  for (Wish& wish : wishes_) wish.told.reset();
  deadline_ = now + limits_.handshake;
  say("usi");
}

void HostSide::exited() {
  const SearchId lost = pending_ ? pending_->id : current();
  const auto held = std::exchange(held_, std::nullopt);
  auto dropped = std::exchange(dropped_, std::nullopt);
  if (pending_) dropped.reset();  // of the search before
  pending_.reset();
  state_ = State::kDown;
  deadline_.reset();
  stop_sent_ = abandoned_ = pondering_ = syncing_ = false;
  want_game_over_.reset();  // the next process knows nothing of that game
  doubts_ = {};
  fence_open_ = fence_lingers_ = fence_for_thoughts_ = chats_ = false;
  swallowed_.clear();
  fence_doubt_.reset();
  buttons_.clear();
  const auto is_untold = [](const HostEvent& event) {
    return std::holds_alternative<ToEngine>(event);
  };
  const auto next = events_.begin() + static_cast<std::ptrdiff_t>(taken_);
  events_.erase(std::remove_if(next, events_.end(), is_untold), events_.end());
  if (lost == 0) return;
  if (held && is_possible(held->answer)) {
    events_.emplace_back(EngineMoves{lost, held->answer});  // nothing better will come
  } else {
    events_.emplace_back(SearchLost{lost, dropped});
  }
}

void HostSide::line(std::string_view text, base::TimePoint now) {
  if (is_info(text)) return take_info(text, now);
  auto parsed = parse_answer(text);
  if (!parsed) {
    tell_odd(parsed.error().message + ": " + base::printable(text));
    const std::string_view word = base::next_word(text);
    if (word == "bestmove") take_unreadable(base::trim(text), now);
    // Whatever it has found, it has ended. The bare word is noise.
    const bool ends = word == "checkmate" && running() && mate_search_;
    if (ends && !base::trim(text).empty()) take(CheckMateAnswer{MateUnknown{}}, now);
    return;
  }
  if (auto* id_name = std::get_if<IdNameAnswer>(&*parsed)) {
    if (state_ == State::kHandshake) name_ = base::printable(id_name->name, 100);
  } else if (auto* option = std::get_if<OptionAnswer>(&*parsed)) {
    take(std::move(option->option), text);
  } else if (auto* freeze = std::get_if<FreezeAnswer>(&*parsed)) {
    if (state_ == State::kHandshake) freeze_ability_ = freeze->ability;
  } else if (auto* usi_ok = std::get_if<UsiOkAnswer>(&*parsed)) {
    take(*usi_ok);
  } else if (auto* ready_ok = std::get_if<ReadyOkAnswer>(&*parsed)) {
    take(*ready_ok, now);
  } else if (auto* best_move = std::get_if<BestMoveAnswer>(&*parsed)) {
    take(*best_move, now);
  } else if (auto* checkmate = std::get_if<CheckMateAnswer>(&*parsed)) {
    take(*checkmate, now);
  } else if (running() && parse_visits(text)) {
    take_bare_visits(text);
  }
}

void HostSide::take(Option option, std::string_view text) {
  if (state_ != State::kHandshake) return;
  if (options_.size() == kMostOptions || text.size() > kMostOptionBytes - option_bytes_) {
    if (!std::exchange(too_many_options_, true)) {
      tell_odd("more options than can be kept: those from here on are left out: " +
               base::printable(text, 100));
    }
    return;
  }
  option_bytes_ += text.size();
  options_.push_back(std::move(option));
  option_lines_.emplace_back(text);
}

void HostSide::take(const UsiOkAnswer&) {
  if (state_ != State::kHandshake) return;
  state_ = State::kDeclared;
  deadline_.reset();
  if (freeze_ability_ != FreezeAbility::kNone) {
    option_lines_.push_back(format(FreezeAnswer{freeze_ability_}));
  }
  const Quirks known = quirks_of(name_);
  quirks_.can_ponder = quirks_.can_ponder && known.can_ponder;
  quirks_.can_limit = quirks_.can_limit && known.can_limit;
  quirks_.options = known.options;
  declaring_ = true;  // all options first, in one go
  events_.emplace_back(EngineDeclared{});
}

void HostSide::take(const ReadyOkAnswer&, base::TimePoint now) {
  if (fence_open_) return pass_fence(now);
  if (running() && syncing_) {  // the solver is alive, its answer lost for good
    finish_search(now);
    return;
  }
  if (state_ != State::kLoading) {
    tell_odd("readyok without isready");
    return;
  }
  state_ = State::kIdle;
  is_bounded_ = false;
  idle_since_ = now;
  deadline_.reset();
  if (want_ready_) return advance(now);  // it is asked once more at once
  events_.emplace_back(EngineReady{});
}

void HostSide::take(const BestMoveAnswer& answer, base::TimePoint now) {
  if (!running()) {
    if (state_ == State::kFenced) swallowed_ = format(answer);
    tell_odd("a bestmove that no search asked for was dropped: " + format(answer));
    if (fence_lingers_) return look_at_fence(now);
    // Some say everything twice. Another move means that what was taken was not the last of it.
    const bool is_news = limits_.doubts && doubts_.has_searched() && !doubts_.was_taken(answer);
    if (state_ != State::kIdle || !is_news) return;
    chats_ = false;  // its lines were thoughts
    doubts_.was_out_of_step();
    fence(now);
    return;
  }
  if (mate_search_) {
    const SearchId id = current();
    finish_search(now);
    if (id != 0) tell_mate(id, {MateNotImplemented{}});  // it does not know `go mate`
    return;
  }
  const bool possible = is_possible(answer);
  if (held_) {
    if (!possible && is_possible(held_->answer)) {
      tell_odd("a second bestmove, an impossible one, was dropped: " + format(answer));
      held_->is_followed = true;
      // It has thought of this search, and that was what came of it.
      if (held_->thoughts > 0) settle_held(now);
      return;
    }
    if (answer != held_->answer) {
      doubts_.was_out_of_step();
      events_.emplace_back(EngineBackInStep{format(held_->answer)});
    }
    if (!held_->asked) fence_doubt_ = Doubt::kNone;  // it may be two behind
    held_.reset();
    return take_as_answer(answer, now, now);
  }
  const Doubt doubt =
      limits_.doubts ? doubts_.about(answer, possible, stop_sent_, now) : Doubt::kNone;
  if (doubt != Doubt::kNone && !stop_sent_) return hold(answer, doubt, now);
  // What is possible nowhere here is of another search, for all that it has thought of this one.
  if (doubt != Doubt::kNone || (limits_.doubts && !possible)) fence_doubt_ = doubt;
  take_as_answer(answer, now, now);
}

void HostSide::take_unreadable(std::string_view words, base::TimePoint now) {
  if (!running()) {
    if (state_ == State::kFenced) swallowed_ = "bestmove " + base::printable(words);
    return;
  }
  const SearchId id = current();
  const bool mate_search = mate_search_;
  if (held_ && is_possible(held_->answer)) return settle_held(now);
  held_.reset();
  finish_search(now);
  if (id == 0) return;
  if (mate_search) {
    tell_mate(id, {MateNotImplemented{}});
  } else {
    events_.emplace_back(EngineUnreadable{id, std::string(words)});
  }
}

void HostSide::take(const CheckMateAnswer& answer, base::TimePoint now) {
  if (!running() || !mate_search_) {
    tell_odd("a checkmate that no search asked for was dropped: " + format(answer));
    return;
  }
  const SearchId id = current();
  finish_search(now);
  if (id != 0) tell_mate(id, answer);
}

void HostSide::finish_search(base::TimePoint now) {
  state_ = State::kIdle;
  idle_since_ = now;
  deadline_.reset();
  stop_sent_ = abandoned_ = pondering_ = syncing_ = false;
  if (fence_open_ || fence_doubt_) return fence(now);
  advance(now);
}

void HostSide::bound_loading(base::TimePoint now) {
  if (ready()) return;
  is_bounded_ = true;
  if (state_ == State::kLoading && deadline_) {
    deadline_ = std::min(*deadline_, now + HostSideLimits{}.loading);
  }
}

void HostSide::tick(base::TimePoint now) {
  if (!deadline_ || now < *deadline_) return;
  deadline_.reset();
  if (held_) return look_at_held(now);
  if (state_ == State::kFenced && fence_lingers_) return look_at_fence(now);
  if (running() && mate_search_ && !syncing_) {
    syncing_ = true;
    deadline_ = now + limits_.stopping;
    if (const SearchId id = current(); id != 0) {
      abandoned_ = true;
      tell_lost(id);
    }
    say("isready");
    return;
  }
  const char* what = state_ == State::kHandshake ? "no usiok in time"
                     : state_ == State::kLoading || state_ == State::kFenced
                         ? "no readyok in time"
                         : "no answer to stop in time";
  events_.emplace_back(EngineStuck{what});
}

std::vector<std::string> HostSide::declaration() const {
  std::vector<std::string> lines = option_lines_;
  if (!name_.empty()) lines.push_back("id name " + name_);
  return lines;
}

FreezeAbility HostSide::freeze_ability() const {
  constexpr std::string_view kName = "Freeze";
  const auto option = std::ranges::find_if(
      options_, [&](const Option& each) { return base::iequals(each.name, kName); });
  const auto wish = std::ranges::find_if(
      wishes_, [&](const Wish& each) { return base::iequals(each.name, kName); });
  if (option == options_.end() || wish == wishes_.end()) return freeze_ability_;
  const auto* combo = std::get_if<ComboOption>(&option->kind);
  if (combo == nullptr || std::ranges::find(combo->choices, wish->value) == combo->choices.end()) {
    return freeze_ability_;
  }
  return parse_freeze_ability(wish->value).value_or(freeze_ability_);
}

void HostSide::set_option(const std::string& name, const std::string& value, base::TimePoint now) {
  const auto known = std::ranges::find(wishes_, name, &Wish::name);
  if (known == wishes_.end()) {
    wishes_.push_back({name, value, std::nullopt});
  } else if (known->value != value) {
    known->value = value;
  } else {
    return;
  }
  advance(now);
}

void HostSide::press_button(const std::string& name, base::TimePoint now) {
  buttons_.push_back(name);
  advance(now);
}

void HostSide::request_ready(base::TimePoint now) {
  want_ready_ = true;
  advance(now);
}

void HostSide::new_game(base::TimePoint now) {
  want_new_game_ = true;
  advance(now);
}

void HostSide::game_over(GameResult result, base::TimePoint now) {
  if (!ready()) return;  // it was not in the game
  want_game_over_ = result;
  advance(now);
}

SearchId HostSide::search(SearchRequest request, base::TimePoint now) {
  drop_pending();
  const SearchId id = ++last_id_;
  pending_ = Pending{id, std::move(request), now};
  if (running()) {
    abandon_running(now);
  } else {
    advance(now);
  }
  return id;
}

void HostSide::judge_by(std::shared_ptr<const SearchJudge> judge) {
  (pending_ ? pending_->request.judge : judge_) = std::move(judge);
}

void HostSide::ponder_hit(const ClockTimes& clock, base::TimePoint now) {
  if (pending_) {
    pending_->since = now;
    if (auto* limits = std::get_if<SearchLimits>(&pending_->request.limits)) {
      limits->ponder = false;
      if (clock.given) limits->clock = clock;
    }
    return;
  }
  if (!running() || !pondering_) return;
  pondering_ = false;
  if (stop_sent_) return;  // its answer was doubted
  say(format(PonderHitCommand{quirks_.ponderhit_time ? clock : ClockTimes{}}));
}

void HostSide::stop(base::TimePoint now) {
  if (pending_) {
    const SearchId id = pending_->id;
    pending_.reset();
    tell_lost(id);
    return;
  }
  if (!running()) return;
  send_stop(now);
  if (!held_) return;
  if (is_possible(held_->answer)) {
    settle_held(now);  // there is no time for more
  } else {
    if (!held_->asked) fence_doubt_ = AnswerDoubts::Doubt::kNone;  // it may be two behind
    held_.reset();
    deadline_ = now + limits_.stopping;  // it may have been told before, as it pondered
  }
}

void HostSide::tell(std::string_view line) {
  if (running() && !abandoned_ && !stop_sent_ && !held_) say(line);
}

void HostSide::abandon(base::TimePoint now) {
  pending_.reset();
  if (running()) abandon_running(now);
}

void HostSide::abandon_running(base::TimePoint now) {
  abandoned_ = true;
  send_stop(now);
  if (held_) settle_held(now);  // it was the answer, or comes before the fence's readyok
}

void HostSide::send_stop(base::TimePoint now) {
  if (stop_sent_) return;
  stop_sent_ = true;
  deadline_ = now + (mate_search_ ? limits_.mate_stopping : limits_.stopping);
  say("stop");
}

void HostSide::drop_pending() {
  // Nobody awaits a search that was replaced before it began.
  pending_.reset();
}

// GUIs send back every default that they were shown: that is no wish against what the child needs.
const std::string& HostSide::value_for(const Wish& wish) const {
  const auto needed =
      std::ranges::find(quirks_.options, wish.name, &std::pair<std::string, std::string>::first);
  const bool is_no_wish = needed != quirks_.options.end() &&
                          is_own_default({options_, option_lines_}, wish.name, wish.value);
  return is_no_wish ? needed->second : wish.value;
}

void HostSide::send_options() {
  const Declaration declared{options_, option_lines_};
  for (Wish& wish : wishes_) {
    const std::string& value = value_for(wish);
    if (wish.told ? *wish.told == value : is_own_default(declared, wish.name, value)) continue;
    wish.told = value;
    say(setoption_line(declared, wish.name, value));
  }
  for (const std::string& button : buttons_) {
    say(format(SetOptionCommand{button, std::nullopt}));
  }
  buttons_.clear();
}

void HostSide::send_freeze_counts() {
  const auto counts = std::exchange(want_freeze_counts_, std::nullopt);
  if (!counts || freeze_ability() == FreezeAbility::kNone) return;
  say(format(FreezeNumCommand{*counts}));
}

void HostSide::advance(base::TimePoint now) {
  if (!settled() || declaring_) return;
  if (want_game_over_ && state_ == State::kIdle) {
    say(format(GameOverCommand{*want_game_over_}));
  }
  want_game_over_.reset();
  for (const auto& option : quirks_.options) {
    const auto& name = option.first;
    const bool known = std::ranges::any_of(wishes_, [&](const Wish& w) { return w.name == name; });
    if (!known) wishes_.push_back({name, option.second, std::nullopt});
  }
  send_options();
  if (want_ready_ || (state_ == State::kDeclared && (pending_ || want_new_game_))) {
    want_ready_ = false;
    state_ = State::kLoading;
    deadline_ =
        now + (is_bounded_ ? std::min(limits_.loading, HostSideLimits{}.loading) : limits_.loading);
    say("isready");
    return;
  }
  if (state_ != State::kIdle) return;
  if (want_new_game_) {
    send_freeze_counts();
    want_new_game_ = false;
    say("usinewgame");
  }
  if (pending_) {
    Pending next = std::move(*pending_);
    pending_.reset();
    begin(std::move(next), now);
  }
}

void HostSide::begin(Pending pending, base::TimePoint now) {
  state_ = State::kSearching;
  search_id_ = pending.id;
  judge_ = std::move(pending.request.judge);
  dropped_.reset();
  doubts_.search_begins(pending.request.position, now);
  stop_sent_ = abandoned_ = syncing_ = false;
  mate_search_ = std::holds_alternative<MateLimits>(pending.request.limits);
  send_freeze_counts();
  say(*pending.request.position);
  const auto waited = base::to_ms(now - pending.since);
  if (auto* limits = std::get_if<SearchLimits>(&pending.request.limits)) {
    pondering_ = limits->ponder;
    if (!pondering_) *limits = what_is_left(std::move(*limits), pending.request.side, waited);
    *limits = bearable(std::move(*limits), quirks_, pending.request.side);
  } else {
    pondering_ = false;
    auto& mate = std::get<MateLimits>(pending.request.limits);
    if (mate.time) mate.time = std::max(base::Milliseconds(1), *mate.time - waited);
  }
  patience_ = patience_with(pending.request.limits, pending.request.side);
  say(format(GoCommand{std::move(pending.request.limits)}));
}

}  // namespace gougi::usi
