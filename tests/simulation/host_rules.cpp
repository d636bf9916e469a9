// SPDX-License-Identifier: MIT
#include "simulation/host_rules.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "relay/mate_proof.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

constexpr Milliseconds kHandshakePatience{5'000};  // of the strictest GUI, for usiok

}  // namespace

HostRules::HostRules(const settings::RelaySettings& settings, bool calm)
    : settings_(settings),
      grace_(settings.grace),
      strategy_(consensus::find_strategy(settings.consensus)),
      votes_(settings, calm),
      longest_ready_(settings.ready) {
  position_ = PositionBook().enter(shogi::Game());
}

void HostRules::slept(base::Duration span) {
  if (usi_at_) *usi_at_ += span;
  if (ready_at_) *ready_at_ += span;
  ended_at_ += span;
}

void HostRules::said(std::string_view line, TimePoint now, KnownPositionPtr position) {
  wording_.said(line);
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "usi") {
    usi_at_ = now;
  } else if (word == "isready") {
    begin_waiting(now);
    release(now, true);
    ready_at_ = now;
  } else if (word == "position") {
    begin_waiting(now);
    if (position) position_ = std::move(position);  // else it is none
  } else if (word == "go") {
    const auto command = usi::parse_command(line);
    if (command) begin(std::get<usi::GoCommand>(*command), now);
  } else if (word == "setoption") {
    const auto command = usi::parse_command(line);
    const auto* option = command ? std::get_if<usi::SetOptionCommand>(&*command) : nullptr;
    if (option != nullptr && option->name == "G_GougiType") {
      strategy_ = consensus::find_strategy(*option->value);
    } else if (option != nullptr && option->name == "G_BudgetNodes") {
      budget_set_ = settings_.budget;
      budget_set_->nodes = base::to_int(*option->value);  // else it is "from-go"
    }
  } else if (word == "stop") {
    if (!searches_.empty() && searches_.back().waits) searches_.back().began_at_stop = now;
    begin_waiting(now);
    release(now, false);
  } else if (word == "gameover") {
    begin_waiting(now);
    release(now, true);
  } else if (word == "usinewgame") {
    begin_waiting(now);
    if (!searches_.empty() && searches_.back().ponder && !searches_.back().released) drop(now);
    release(now, true);
  } else if (word == "ponderhit" && !searches_.empty() && searches_.back().ponder &&
             !searches_.back().released) {
    HostSearch& search = searches_.back();
    const auto command = usi::parse_command(line);
    auto& limits = std::get<usi::SearchLimits>(search.go.limits);
    const auto& clock = std::get<usi::PonderHitCommand>(*command).clock;
    if (clock.given) limits.clock = clock;
    search.ponder = limits.ponder = search.waits = false;
    search.held = limits.infinite || limits.wait_stop;
    start_clock(search, now);
  }
}

void HostRules::hung_up() {
  wording_.hung_up();
  searches_.clear();
  usi_at_.reset();
  ready_at_.reset();
}

void HostRules::begin(const usi::GoCommand& go, TimePoint now) {
  if (!searches_.empty()) {
    if (searches_.back().released) {
      searches_.back().due_now = true;  // it comes before anything of the new one
    } else {
      drop(now);
    }
  }
  HostSearch search;
  search.number = ++last_number_;
  search.position = position_;
  search.go = go;
  search.strategy = strategy_;
  search.budget = budget_set_.value_or(settings_.budget);
  if (const auto* limits = std::get_if<usi::SearchLimits>(&go.limits)) {
    search.ponder = limits->ponder;
    search.was_ponder = limits->ponder;
    search.held = limits->ponder || limits->infinite || limits->wait_stop;
  } else {
    search.mate = true;
  }
  search.waits = ready_at_.has_value();
  if (!search.waits) start_clock(search, now);
  search.held = search.held || search.waits;
  searches_.push_back(std::move(search));
}

// Its time runs from `readyok`, or from what makes it owe its answer before.
void HostRules::begin_waiting(TimePoint now) {
  if (searches_.empty() || !searches_.back().waits) return;
  HostSearch& search = searches_.back();
  search.waits = false;
  search.strategy = strategy_;  // a rule that was set meanwhile is its rule
  search.budget = budget_set_.value_or(settings_.budget);
  const auto* limits = std::get_if<usi::SearchLimits>(&search.go.limits);
  search.held = limits != nullptr && (limits->ponder || limits->infinite || limits->wait_stop);
  start_clock(search, now);
}

void HostRules::drop(TimePoint now) {
  ended_ = searches_.back().number;
  ended_at_ = now;
  searches_.pop_back();
}

void HostRules::start_clock(HostSearch& search, TimePoint now) {
  search.clock_start = now;
  search.flag.reset();
  if (const auto* mate = std::get_if<usi::MateLimits>(&search.go.limits)) {
    if (mate->time) search.flag = now + std::max(Milliseconds(1), *mate->time);
    return;
  }
  if (search.ponder) return;
  const auto time = time_on_the_clock(std::get<usi::SearchLimits>(search.go.limits),
                                      search.position->position.side_to_move());
  if (!time) return;
  search.flag = now + *time;
  ++clocks_begun_;
  present_clock_ = *time;
}

void HostRules::release(TimePoint now, bool at_once) {
  if (searches_.empty()) return;
  HostSearch& search = searches_.back();
  search.held = search.ponder = false;
  search.due_now = search.due_now || at_once || search.mate;
  if (!search.released) search.flag = std::min(search.flag.value_or(now + grace_), now + grace_);
  search.released = true;
}

void HostRules::asked(int child, const Character& character, const WorkRules::Judgement& judged,
                      TimePoint now) {
  if (searches_.empty()) return;
  if (judged.work == Work::kGuess) {
    Testimony& guess = guesses_[child] = {};
    guess.seat = character.seat;
    guess.mirror = character.mirror;
    guess.order = 1;
    return;
  }
  Testimony& testimony = searches_.back().testimonies[child];
  testimony.role = character.role;
  testimony.seat = character.seat;
  testimony.mirror = character.mirror;
  if (judged.work == Work::kPosition) testimony.has_no_seat = false;
  if (testimony.order == 0) {
    testimony.has_no_seat = judged.work == Work::kReply;
    testimony.order = static_cast<int>(searches_.back().testimonies.size());
    testimony.asked_at = now;
  }
  testimony.asked_last = now;
  testimony.freezes = character.freezes;
  testimony.stopped_at.reset();
  testimony.unreadable = testimony.one_was_void = false;
  testimony.contradicted = testimony.wordless = false;
  if (judged.work == Work::kPosition) testimony.answer.reset();
  if (judged.work == Work::kReply) testimony.asked.insert(judged.move);
}

void HostRules::stopped(int child, TimePoint now) {
  if (searches_.empty()) return;
  const auto found = searches_.back().testimonies.find(child);
  if (found == searches_.back().testimonies.end()) return;
  found->second.stopped_at = now;
  if (!found->second.voted) found->second.was_stopped = true;
}

void HostRules::guessed(int child) {
  if (!searches_.empty()) searches_.back().testimonies[child] = guesses_[child];
}

std::optional<Milliseconds> HostRules::unused_by(const EngineRules::Heard& heard,
                                                 const Character& character, TimePoint now) const {
  const auto found = std::ranges::find(searches_, heard.round, &HostSearch::number);
  if (!(heard.best_move || heard.unreadable) || heard.mate_search || heard.stopped ||
      found == searches_.end()) {
    return std::nullopt;
  }
  if (!found->flag || !is_for_this_move_alone(found->limits(), found->side())) return std::nullopt;
  if (found->has_part(character)) return std::nullopt;
  return base::to_ms(*found->flag - now);
}

bool HostRules::is_released(int round) const {
  const auto found = std::ranges::find(searches_, round, &HostSearch::number);
  return found != searches_.end() && found->released;
}

// In a vote as in a position line: it says of this position what is not so.
bool HostRules::is_false_note(const HostSearch& search, const EngineRules::Heard& heard) {
  const auto frozen = search.position->board.state().in_force;
  return heard.best_move && heard.made_under != shogi::PieceType::kNone &&
         heard.made_under != frozen;
}

void HostRules::heard_of(int child, const EngineRules::Heard& heard) {
  if (heard.work == Work::kGuess && heard.info) take_info(guesses_[child], *heard.info);
  if (heard.ready_ok && !searches_.empty()) {
    // What came last before it was the last: nobody can know better.
    auto& testimonies = searches_.back().testimonies;
    const auto its = testimonies.find(child);
    if (its != testimonies.end()) its->second.old.erase(its->second.last_choice);
  }
  if (heard.round == 0 || heard.work != Work::kPosition) return;
  const auto found = std::ranges::find(searches_, heard.round, &HostSearch::number);
  if (found == searches_.end()) return;
  Testimony& testimony = found->testimonies[child];
  if (heard.info) {
    take_info(testimony, *heard.info);
  } else if (heard.unreadable || is_false_note(*found, heard)) {
    testimony.unreadable = !testimony.voted;
    testimony.one_was_void = true;
    testimony.answer.reset();
  } else if (heard.best_move && !heard.mate_search) {
    if (testimony.answer && *testimony.answer != *heard.best_move) testimony.contradicted = true;
    if (!testimony.answer && !testimony.one_was_void) testimony.answer = heard.best_move;
    testimony.voted = true;
    testimony.wordless = testimony.pvs.empty();
    testimony.unreadable = false;
    const std::string choice = choice_text(heard.best_move->choice);
    if (!heard.out_of_step) testimony.old.erase(choice);
    if (heard.out_of_step && !testimony.choices.contains(choice)) testimony.old.insert(choice);
    testimony.choices.insert(choice);
    testimony.last_choice = choice;
  } else if (heard.checkmate) {
    const auto* proof = std::get_if<usi::CheckMateFound>(&heard.checkmate->result);
    if (proof != nullptr && testimony.mate.empty()) testimony.mate = proof->moves;
  }
}

void HostRules::take_info(Testimony& testimony, const usi::InfoView& info) {
  const auto* cp = info.score ? std::get_if<usi::Centipawns>(&info.score->value) : nullptr;
  if (cp != nullptr) testimony.printed.insert(std::to_string(cp->value));
  std::string_view pv = info.pv;
  const auto move = notation::parse_freeze_move(base::next_word(pv));
  const bool first = info.multipv.value_or(1) == 1;
  if (move) (first ? testimony.choices : testimony.lines).insert(notation::to_usi(move->move));
  if (move) testimony.pvs.emplace_back(info.pv);
  if (cp == nullptr) return;
  const std::string value = std::to_string(cp->value);
  if (info.score->bound == usi::Bound::kExact) {
    testimony.scores.insert(value);
    return;
  }
  const std::string bound = info.score->bound == usi::Bound::kLower ? " ≥ " : " ≤ ";
  if (move) testimony.bounds.insert(notation::to_usi(move->move) + bound + value);
  if (!info.pv.empty()) return;
  for (const std::string& head : testimony.choices) testimony.bounds.insert(head + bound + value);
}

std::string HostRules::told(std::string_view line, TimePoint now,
                            std::optional<TimePoint> planned) {
  if (auto complaint = wording_.heard(line); !complaint.empty()) return complaint;
  if (line == "usiok") {
    if (!usi_at_) return "answers no usi";
    usi_at_.reset();
  } else if (line == "readyok") {
    if (!ready_at_) return "answers no isready";
    ready_at_.reset();
    begin_waiting(now);
  } else if (line.starts_with("info depth")) {
    return judge_info(line);
  } else if (line.starts_with("info string [O] ") || line.starts_with("info string [X] ")) {
    if (searches_.empty()) return "is a vote in no search";
    searches_.front().table.emplace_back(line.substr(12));
  } else if (line.starts_with("bestmove") || line.starts_with("checkmate")) {
    if (searches_.empty()) return "answers no search";
    last_ = std::move(searches_.front());
    last_answer_ = line;
    searches_.pop_front();
    answered_ = ended_ = last_.number;
    ended_at_ = now;
    ++answers_;
    if (!last_.mate) ++best_moves_;
    if (auto complaint = judge_time(last_, now, planned); !complaint.empty()) return complaint;
    return last_.mate ? votes_.judge_checkmate(last_, line)
                      : votes_.judge_best_move(last_, line, now);
  }
  return "";
}

std::string HostRules::judge_info(std::string_view line) const {
  if (searches_.empty()) return "comes though nothing is searched";
  const usi::InfoView info = usi::parse_info(line);
  const auto* cp = info.score ? std::get_if<usi::Centipawns>(&info.score->value) : nullptr;
  if (cp == nullptr) return "";
  const std::string value = std::to_string(cp->value);
  const bool printed = std::ranges::any_of(searches_.front().testimonies, [&](const auto& entry) {
    return entry.second.printed.contains(value);
  });
  return printed ? "" : "shows a score that nobody printed in this search";
}

std::string HostRules::recorded(std::string_view json) {
  if (json.find("\"decision\":") == std::string_view::npos) return "";
  if (++records_ != best_moves_) return "is not one to each bestmove";
  return VoteRules::judge_record(last_, last_answer_, json);
}

std::string HostRules::judge_time(const HostSearch& search, TimePoint now,
                                  std::optional<TimePoint> planned) const {
  if (search.held) return "comes before stop or ponderhit";
  const bool in_plan = planned && search.flag && *planned <= *search.flag;
  if (search.flag && now > *search.flag && !in_plan) {
    return "comes " + in_ms(now - *search.flag) + " too late";
  }
  return "";
}

std::string HostRules::overdue(TimePoint now, bool all_voters_ready,
                               std::optional<TimePoint> plans) const {
  for (const HostSearch& search : searches_) {
    const auto what = [&] { return "search " + std::to_string(search.number); };
    if (search.due_now) return what() + " should have been answered at once";
    if (!search.flag) continue;
    if (now > *search.flag) {
      return what() + " is unanswered " + in_ms(now - *search.flag) + " after its time";
    }
    if (!plans || *plans > *search.flag) return what() + ": nothing is planned within its time";
  }
  const auto owed_for = [&](const std::optional<TimePoint>& asked, Milliseconds span) {
    return asked && now > *asked + span;
  };
  if (owed_for(usi_at_, kHandshakePatience)) return "usiok is missing after 5 s";
  if (owed_for(ready_at_, kHandshakePatience) && all_voters_ready) {
    return "readyok is missing after 5 s though all engines are ready";
  }
  if (owed_for(ready_at_, longest_ready_ + kHandshakePatience)) {
    return "readyok is missing after " + std::to_string(longest_ready_.count()) + " ms and 5 s";
  }
  return "";
}

std::string HostRules::owed() const {
  if (usi_at_) return "usiok";
  if (ready_at_) return "readyok";
  if (searches_.empty()) return "nothing";
  return "the answer to search " + std::to_string(searches_.front().number);
}

}  // namespace gougi::simulation
