// SPDX-License-Identifier: MIT
#include "simulation/upi_engine.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "pyonpyon/upi.hpp"

namespace gougi::simulation {

UpiEngine::UpiEngine(int index, const FaultRates& rates, Chance chance, UpiEngineWorld& world)
    : index_(index), rates_(rates), chance_(chance), world_(world) {
  pace_ = 0.02 + 0.93 * chance_.unit();
}

bool UpiEngine::struck_by(Fault fault) {
  if (!chance_.happens(rates_.of(fault))) return false;
  world_.upi_injected(fault);
  return true;
}

void UpiEngine::later(base::Duration after, Kind kind, std::string text) {
  world_.upi_wakes(index_, after, {kind, search_, std::move(text)});
}

void UpiEngine::start() {
  runs_ = true;
  hung_ = searching_ = false;
  game_ = pyonpyon::Game();
  last_answer_.clear();
  if (struck_by(Fault::kCrashAtStart)) later(chance_.micros(0, 50'000), Kind::kCrash);
}

void UpiEngine::take(const std::string& line) {
  if (!runs_ || hung_) return;
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "upi") {
    if (struck_by(Fault::kGarbage)) say("bestmove");
    say("id name Pyon " + std::to_string(index_ + 1));
    say("option name Hash type spin default 64 min 1 max 1024");
    if (struck_by(Fault::kLostUsiOk)) return;
    later(struck_by(Fault::kSlowUsiOk) ? chance_.millis(500, 40'000) : chance_.micros(0, 20'000),
          Kind::kSay, "upiok");
  } else if (word == "isready") {
    if (struck_by(Fault::kLostReadyOk)) return;
    later(struck_by(Fault::kSlowReadyOk) ? chance_.millis(500, 20'000) : chance_.micros(0, 1'000),
          Kind::kSay, "readyok");
    if (struck_by(Fault::kCrashWhenIdle)) later(chance_.millis(0, 500), Kind::kCrash);
  } else if (word == "position") {
    if (const auto game = pyonpyon::read_position(rest)) game_ = *game;
  } else if (word == "go") {
    go(line);
  } else if (word == "stop") {
    stop();
  } else if (word == "quit") {
    runs_ = false;
    world_.upi_exits(index_, "exit code 0");
  }
}

void UpiEngine::go(const std::string& line) {
  const auto order = pyonpyon::read_go(base::split_words(line));
  if (!order) return;
  if (!last_answer_.empty() && struck_by(Fault::kStaleAnswer)) {
    later(chance_.micros(0, 20'000), Kind::kSay, last_answer_);
  }
  searching_ = true;
  ++search_;
  base::Duration span = chance_.millis(1, 200);
  if (order->time != base::Milliseconds::max()) {
    span = base::Duration(static_cast<base::Duration::rep>(
        pace_ * static_cast<double>(base::Duration(order->time).count())));
  }
  if (struck_by(Fault::kLateAnswer)) span += chance_.millis(10, 5'000);
  if (struck_by(Fault::kCrashInSearch)) later(chance_.millis(0, 500), Kind::kCrash);
  if (struck_by(Fault::kHang)) later(chance_.millis(0, 500), Kind::kHang);
  if (chance_.happens(0.8)) later(span / 2, Kind::kThink);
  if (!order->infinite) later(span, Kind::kAnswer);
}

void UpiEngine::stop() {
  if (!searching_ || struck_by(Fault::kDeafToStop)) return;
  later(struck_by(Fault::kLateStop) ? chance_.millis(50, 5'000) : chance_.micros(0, 2'000),
        Kind::kAnswer);
}

// A move, or what may be said in its place.
std::string UpiEngine::some_word() {
  if (struck_by(Fault::kIllegalMove)) return chance_.happens(0.5) ? "a1a9" : "7g7f";
  if (game_.may_claim_draw() && chance_.happens(0.5)) return "draw";
  pyonpyon::MoveList moves;
  if (!game_.decision()) pyonpyon::generate(game_.position(), moves);
  const auto count = static_cast<int>(moves.end() - moves.begin());
  if (count == 0 || chance_.happens(0.01)) return "resign";
  return to_text(*(moves.begin() + chance_.below(count)));
}

void UpiEngine::answer() {
  searching_ = false;
  last_answer_ = "bestmove " + some_word();
  say(struck_by(Fault::kUnreadableAnswer) ? "bestmove ?" : last_answer_);
  if (struck_by(Fault::kDoubledAnswer)) say(last_answer_);
}

void UpiEngine::wake(const UpiTask& task) {
  if (!runs_ || hung_) return;
  switch (task.kind) {
    case Kind::kSay:
      say(task.text);
      break;
    case Kind::kThink:
      if (searching_ && task.search == search_) {
        say("info depth 1 score cp " + std::to_string(chance_.between(-99, 99)) +
            " nodes 100 time 1 pv " + some_word());
      }
      break;
    case Kind::kAnswer:
      if (searching_ && task.search == search_) answer();
      break;
    case Kind::kCrash:
      runs_ = false;
      world_.upi_exits(index_, "signal 11");
      break;
    case Kind::kHang:
      hung_ = true;
      break;
  }
}

// ---- what it may be told ------------------------------------------------------------------------

std::string UpiEngine::told_to_start() {
  if (talk_ != Talk::kGone) return "is started while it runs";
  talk_ = Talk::kStarting;
  quit_ = killed_ = stopped_ = position_told_ = ever_ready_ = false;
  for_search_ = 0;
  return "";
}

std::string UpiEngine::told_to_end() {
  if (talk_ == Talk::kGone) return "is killed though it does not run";
  return std::exchange(killed_, true) ? "is killed twice" : "";
}

std::string UpiEngine::told(std::string_view line, const pyonpyon::Game& game, int search) {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (talk_ == Talk::kGone || quit_) return "is said to nobody";
  if (killed_) return "is said to who is being ended";
  if (word == "quit") {
    quit_ = true;
    return "";
  }
  const bool behind_position = std::exchange(position_told_, false);
  if (behind_position && word != "go") return "comes between position and go";
  if (word == "upi") {
    if (talk_ != Talk::kRuns) return "is said to an engine that is not new";
    talk_ = Talk::kGreeted;
    return "";
  }
  if (talk_ < Talk::kDeclared) return "comes before upiok";
  if (word == "stop") {
    // An answer without a line of thought may be an older search's, and one that has gone on
    // thinking may have said two.
    const bool may_search = talk_ == Talk::kSearching || doubtful_ || searching_;
    if (std::exchange(stopped_, true)) return "comes after stop";
    return may_search ? "" : "comes while nothing is searched";
  }
  if (talk_ == Talk::kSearching) return "comes in the middle of a search";
  if (word == "isready") {
    if (talk_ == Talk::kLoading) return "comes twice";
    talk_ = Talk::kLoading;
    return "";
  }
  if (talk_ == Talk::kLoading) return "comes before readyok";
  if (word == "setoption") return "";
  if (!ever_ready_) return "comes before the first readyok";
  if (word == "position") {
    position_told_ = true;
    return position_wrong(rest, game);
  }
  if (word != "go") return "is no word of its protocol";
  if (!behind_position) return "comes without a position";
  if (search == 0) return "comes though nobody waits";
  if (const auto order = pyonpyon::read_go(base::split_words(line)); !order) {
    return "is no go: " + order.error().message;
  }
  talk_ = Talk::kSearching;
  stopped_ = thought_ = doubtful_ = false;
  if (named_for_ != search) named_.clear();
  for_search_ = named_for_ = search;
  return "";
}

// The GUI's, or that after one move more: a question about a candidate.
std::string UpiEngine::position_wrong(std::string_view line, const pyonpyon::Game& game) {
  const auto its = pyonpyon::read_position(line);
  if (!its) return "is no position: " + its.error().message;
  const auto& moves = game.moves();
  const auto& told = its->moves();
  asked_about_ = *its;
  const bool same = its->start() == game.start() && told.size() >= moves.size() &&
                    told.size() <= moves.size() + 1 &&
                    std::equal(moves.begin(), moves.end(), told.begin());
  return same ? "" : "is another position";
}

void UpiEngine::heard(std::string_view line) {
  if (killed_) return;  // who is being ended is not listened to
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "upiok" && talk_ == Talk::kGreeted) {
    talk_ = Talk::kDeclared;
  } else if (word == "readyok" && talk_ == Talk::kLoading) {
    talk_ = Talk::kIdle;
    ever_ready_ = true;
  } else if (word == "bestmove") {
    named_.emplace(base::next_word(rest));
    doubtful_ = !thought_;
    if (talk_ == Talk::kSearching) talk_ = Talk::kIdle;
  } else if (const auto pv = rest.find(" pv "); word == "info" && pv != rest.npos) {
    named_.emplace(rest.substr(pv + 4));
    pyonpyon::Game then = asked_about_;
    thought_ = thought_ || then.play_word(rest.substr(pv + 4)).has_value();
  }
}

const std::set<std::string, std::less<>>& UpiEngine::named(int search) const {
  static const std::set<std::string, std::less<>> kNothing;
  return search == named_for_ ? named_ : kNothing;
}

}  // namespace gougi::simulation
