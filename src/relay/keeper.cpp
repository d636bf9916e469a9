// SPDX-License-Identifier: MIT
#include "relay/keeper.hpp"

#include <algorithm>
#include <chrono>

#include "base/say.hpp"
#include "base/text.hpp"
#include "game/rules.hpp"
#include "relay/clock_plan.hpp"
#include "relay/restart_delay.hpp"
#include "relay/timers.hpp"
#include "usi/answer.hpp"
#include "usi/failure_words.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Dies so often before it has said who it is: its configuration is wrong, and nothing helps.
constexpr int kMostFailedStarts = 3;
// A relay that was answered for has so long to answer by itself; then it hangs.
constexpr Milliseconds kLongestLate{2'000};
// After `stop` the relay itself takes `grace`, 200 ms; beyond this GUIs lose patience.
constexpr Milliseconds kLongestAfterStop{900};

bool is_answer(std::string_view word) { return word == "bestmove" || word == "checkmate"; }

}  // namespace

Keeper::Keeper() : game_(game::shogi_rules()) {}

const std::vector<Effect>& Keeper::begin(base::TimePoint now) {
  effects_.clear();
  now_ = now;
  stage_ = Stage::kStarting;
  effects_.emplace_back(StartChild{0});
  return effects_;
}

const std::vector<Effect>& Keeper::on(const Event& event) {
  effects_.clear();
  if (ended_) return effects_;
  now_ = event.now;
  std::visit([this](const auto& known) { take(known); }, event.what);
  if (ended_) return effects_;
  if (const auto at = answer_at(); at && now_ >= *at) answer_instead();
  if (answer_dropped_until_ && now_ >= *answer_dropped_until_) {
    answer_dropped_until_.reset();
    if (stage_ == Stage::kInService && !doomed_) {
      doomed_ = true;
      effects_.emplace_back(KillChild{0});
    }
  }
  if (restart_at_ && now_ >= *restart_at_) {
    restart_at_.reset();
    stage_ = Stage::kStarting;
    effects_.emplace_back(StartChild{0});
  }
  return effects_;
}

std::optional<base::TimePoint> Keeper::deadline() const {
  if (ended_) return std::nullopt;
  return sooner(sooner(answer_at(), answer_dropped_until_), restart_at_);
}

// The GUI.

void Keeper::take(const HostLine& event) {
  const bool passes_on = stage_ == Stage::kInService;
  std::string_view rest = event.text;
  const auto word = base::next_word(rest);
  if (word == "quit") {
    if (passes_on) to_relay("quit");
    return finish();
  }
  if (passes_on) to_relay(std::string(event.text));
  learn(event.text);
}

void Keeper::take(const HostClosed&) {
  if (stage_ == Stage::kInService) to_relay("quit");
  finish();
}

void Keeper::learn(std::string_view line) {
  const auto command = usi::parse_command(line);
  if (!command) return;
  if (std::holds_alternative<usi::UsiCommand>(*command)) {
    usi_said_ = true;
    usi_answered_ = false;
    if (stage_ == Stage::kGreeted) return;
    if (stage_ == Stage::kLoading) to_relay("usi");
  } else if (std::holds_alternative<usi::IsReadyCommand>(*command)) {
    if (search_ && stage_ != Stage::kInService) answer_instead();
    ready_said_ = true;
    ready_answered_ = false;
    in_game_ = false;
  } else if (const auto* option = std::get_if<usi::SetOptionCommand>(&*command)) {
    learn(*option, line);
  } else if (std::holds_alternative<usi::NewGameCommand>(*command)) {
    if (search_ && stage_ != Stage::kInService) answer_instead();
    in_game_ = true;
  } else if (std::holds_alternative<usi::GameOverCommand>(*command)) {
    in_game_ = false;
    if (search_ && stage_ != Stage::kInService) answer_instead();
  } else if (const auto* counts = std::get_if<usi::FreezeNumCommand>(&*command)) {
    freezes_ = counts->counts;
    counts_ = line;
  } else if (const auto* position = std::get_if<usi::PositionCommand>(&*command)) {
    learn(*position, line);
  } else if (const auto* go = std::get_if<usi::GoCommand>(&*command)) {
    learn(*go);
  } else if (std::holds_alternative<usi::StopCommand>(*command)) {
    stop();
  } else if (const auto* hit = std::get_if<usi::PonderHitCommand>(&*command)) {
    learn(*hit);
  }
}

// Buttons are pressed once; of the others the last value holds.
void Keeper::learn(const usi::SetOptionCommand& command, std::string_view line) {
  if (stage_ == Stage::kLoading) late_.emplace_back(line);
  if (!command.value) return;
  std::erase_if(options_, [&](const auto& known) { return known.first == command.name; });
  options_.emplace_back(command.name, line);
}

void Keeper::learn(const usi::PositionCommand& command, std::string_view line) {
  position_ = line;
  std::string ignored;
  if (const auto taken = game_.take(command, freezes_, ignored); !taken) {
    game_.refuse(taken.error().message);
  }
}

void Keeper::learn(const usi::GoCommand& command) {
  if (search_ && search_->stopped) ++owed_;
  search_ = Search{command, now_, false, ""};
}

void Keeper::learn(const usi::PonderHitCommand& command) {
  if (!search_) return;
  auto* limits = std::get_if<usi::SearchLimits>(&search_->go.limits);
  if (limits == nullptr || !limits->ponder) return;
  limits->ponder = false;
  if (command.clock.given) limits->clock = command.clock;
  search_->clock_start = now_;
}

void Keeper::stop() {
  if (!search_ || search_->stopped) return;
  search_->stopped = true;
  search_->clock_start = now_;
  if (stage_ != Stage::kInService) answer_instead();
}

// The relay.

void Keeper::take(const ChildStarted&) { go_on(); }

void Keeper::take(const ChildFailed& event) {
  if (!usi_answered_) {
    given_up_ = true;
    return finish();
  }
  lost(event.error);
}

void Keeper::take(const ChildExited& event) { lost(event.how); }

void Keeper::lost(const std::string& how) {
  doomed_ = false;
  answer_dropped_until_.reset();
  owed_ = 0;
  late_.clear();
  ++failures_;
  if (!usi_answered_ && failures_ >= kMostFailedStarts) {
    given_up_ = true;
    return finish();
  }
  stage_ = Stage::kDown;
  restart_at_ = now_ + restart_delay(failures_);
  if (usi_said_) {
    to_host(usi::info_string(base::say(
        {"the relay ended: {0}; it is started again", "gougi が終了しました: {0}。起動し直します"},
        usi::failure_words(how))));
  }
  if (search_ && search_->stopped) answer_instead();
}

// The next of what a new relay has to be told before it is in service.
void Keeper::go_on() {
  if (stage_ == Stage::kStarting && usi_said_) {
    stage_ = Stage::kGreeted;
    return to_relay("usi");
  }
  if (stage_ != Stage::kLoading && ready_said_) {
    stage_ = Stage::kLoading;
    for (const auto& option : options_) to_relay(option.second);
    return to_relay("isready");
  }
  if (stage_ != Stage::kLoading) {
    for (const auto& option : options_) to_relay(option.second);
  }
  put_in_service();
}

void Keeper::put_in_service() {
  stage_ = Stage::kInService;
  for (std::string& line : std::exchange(late_, {})) to_relay(std::move(line));
  if (in_game_) to_relay("usinewgame");
  if (!counts_.empty()) to_relay(counts_);
  if (!position_.empty()) to_relay(position_);
  if (search_) to_relay(rest_of_the_search());
}

std::string Keeper::rest_of_the_search() const {
  usi::GoCommand go = search_->go;
  auto* limits = std::get_if<usi::SearchLimits>(&go.limits);
  if (limits == nullptr) {
    auto& mate = std::get<usi::MateLimits>(go.limits);
    if (mate.time) {
      *mate.time = std::max(Milliseconds(1), *mate.time - base::to_ms(now_ - search_->clock_start));
    }
  } else if (!limits->ponder) {
    const Milliseconds gone = base::to_ms(now_ - search_->clock_start);
    *limits = told_limits(*limits, game_.position().side_to_move(), gone);
  }
  return usi::format(usi::Command{go});
}

void Keeper::take(const ChildLine& event) {
  if (passes(event.text)) {
    std::string_view rest = event.text;
    to_host(std::string(event.text), base::next_word(rest) == "info");
  }
}

// Whether the GUI is to hear it.
bool Keeper::passes(std::string_view line) {
  if (doomed_) return false;  // it is dead, and the pipe was not yet read
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (stage_ == Stage::kGreeted) {
    const bool was_answered = usi_answered_;
    if (word == "usiok") {
      usi_answered_ = true;
      go_on();
    }
    return !was_answered;
  }
  if (stage_ == Stage::kLoading) {
    if (word != "readyok") {
      const bool is_declaration = word == "id" || word == "option" || word == "usiok";
      if (!usi_answered_ && is_declaration) {
        usi_answered_ = word == "usiok";
        return true;
      }
      return !ready_answered_ && word == "info";
    }
    put_in_service();
    return !std::exchange(ready_answered_, true);
  }
  if (word == "usiok") usi_answered_ = true;
  if (word == "readyok") ready_answered_ = true;
  if (is_answer(word)) {
    if (owed_ > 0) {
      --owed_;
      return !answer_dropped_until_;
    }
    if (answer_dropped_until_) {
      answer_dropped_until_.reset();
      return false;
    }
    if (!search_) return false;
    search_.reset();
    failures_ = 0;
    return true;
  }
  if (word != "info") return true;
  if (answer_dropped_until_) return false;  // of what has been answered
  if (search_) {
    const usi::InfoView info = usi::parse_info(line);
    std::string_view pv = info.pv;
    const auto head = base::next_word(pv);
    if (!head.empty() && info.multipv.value_or(1) == 1) search_->best = head;
  }
  return true;
}

// An answer in its place.

// The relay itself decides before: half of what it keeps back is left to it.
std::optional<base::TimePoint> Keeper::answer_at() const {
  if (!search_) return std::nullopt;
  if (search_->stopped) return search_->clock_start + kLongestAfterStop;
  if (const auto* mate = std::get_if<usi::MateLimits>(&search_->go.limits)) {
    if (!mate->time) return std::nullopt;
    return search_->clock_start + *mate->time;
  }
  const auto& limits = std::get<usi::SearchLimits>(search_->go.limits);
  if (limits.ponder || limits.infinite || limits.wait_stop) return std::nullopt;
  const shogi::Color side = game_.position().side_to_move();
  const ClockPlan plan = plan_clock(limits, side, {});
  if (!plan.decide_after) return std::nullopt;
  const Milliseconds whole = limits.movetime.value_or(time_of(limits, side));
  const Milliseconds kept = std::max(Milliseconds(0), whole - *plan.decide_after);
  return search_->clock_start + *plan.decide_after + kept / 2;
}

std::string Keeper::choice() const {
  if (!game_.is_usable()) return "resign";
  const game::Position& position = game_.position();
  const auto& only = std::get<usi::SearchLimits>(search_->go.limits).search_moves;
  if (!search_->best.empty()) {
    const auto answer = usi::parse_answer("bestmove " + search_->best);
    const auto* best = answer ? std::get_if<usi::BestMoveAnswer>(&*answer) : nullptr;
    if (best != nullptr && best->move() && position.is_legal(best->move())) return search_->best;
  }
  const auto moves = position.legal_moves();
  if (moves.empty()) return "resign";
  const auto listed = std::ranges::find_if(
      moves, [&](const auto move) { return std::ranges::find(only, move) != only.end(); });
  const auto capture =
      std::ranges::find_if(moves, [&](const auto move) { return position.captures(move); });
  return usi::to_text(listed != moves.end()    ? *listed
                      : capture != moves.end() ? *capture
                                               : moves.front());
}

void Keeper::answer_instead() {
  const bool mate = std::holds_alternative<usi::MateLimits>(search_->go.limits);
  if (mate) {
    to_host("checkmate timeout");
  } else {
    to_host(usi::info_string(base::said(
        search_->best.empty() ? base::Text{"the relay has not answered: any legal move is played",
                                           "gougi の応答がないため、合法手のどれかを指します"}
                              : base::Text{"the relay has not answered: its newest line is played",
                                           "gougi の応答がないため、最後の読み筋の手を指します"})));
    to_host("bestmove " + choice());
  }
  if (stage_ == Stage::kInService) {
    if (!search_->stopped) to_relay("stop");
    answer_dropped_until_ = now_ + kLongestLate;
  }
  search_.reset();
}

void Keeper::finish() {
  ended_ = true;
  effects_.emplace_back(Finish{});
}

}  // namespace gougi::relay
