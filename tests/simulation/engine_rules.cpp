// SPDX-License-Identifier: MIT
#include "simulation/engine_rules.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "game/shogi_position.hpp"
#include "notation/freeze.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;

// Who has said nothing at all in a search, or nothing since, is asked for its move by then. An
// engine that is known to answer without a word has longer, and so has one that has talked: an
// iteration takes a few times as long as the one before. Where it has a clock, both may use of it
// what engines use.
constexpr Milliseconds kLongestSilence{60'000};
constexpr Milliseconds kLongestOfTheQuiet{600'000};
constexpr int kTimesAsLong = 8;
constexpr int kPartOfAClock = 4;
constexpr std::chrono::microseconds kTooFast{4};
constexpr Milliseconds kLateness{100};  // of timers
// What an engine is told is less than what it has by what is kept back, and by the time `stop`
// needs.
constexpr Milliseconds kKeptBack{600};
// An answer that may be an old one is taken after so long at the latest.
constexpr Milliseconds kLongestDoubt{10'100};
// What it prints later than that behind it is no mere chat, for all that can be seen.
constexpr Milliseconds kLongestChat{500};
// So many answers with lines of thought, and none without, make one without any suspicious.
constexpr int kHabit = 3;

// Of the times that engines leave unused: how many the session looks at, and how many may have been
// of answers that it has taken for others.
constexpr int kRemembered = 6;
constexpr std::size_t kUnusedKept = 24;

bool legal_in(const KnownPosition& known, shogi::Move move) {
  return known.position.is_legal(move.bare) || known.board.is_legal(move);
}

// Whether a line can be of this position: as far as it can be read, four plies of it.
bool may_think(const KnownPosition& known, std::string_view pv) {
  constexpr int kPlies = 4;
  std::unique_ptr<game::Position> board = std::make_unique<game::ShogiPosition>(known.board);
  for (int ply = 0; ply < kPlies; ++ply) {
    const auto move = notation::parse_freeze_move(base::next_word(pv));
    if (!move) return ply > 0;
    if (!board->is_legal_but_for_freezes(move->move)) return false;
    if (!board->is_legal(move->move)) return true;
    board = game::after(*board, {move->move});
  }
  return true;
}

}  // namespace

void EngineRules::left_unused(Milliseconds time, bool certain) {
  unused_.push_back({time, !certain || state_ == State::kAnswered || answers_ > 1});
  if (unused_.size() > kUnusedKept) unused_.pop_front();
}

Milliseconds EngineRules::least_unused() const {
  const auto is_least = [&](Milliseconds time) {
    int seen = 0;
    for (auto each = unused_.rbegin(); each != unused_.rend() && seen < kRemembered; ++each) {
      if (each->time >= time) ++seen;
      if (each->time < time && !each->doubtful) return false;
    }
    return seen == kRemembered;
  };
  Milliseconds most{0};
  for (const Unused& each : unused_) {
    if (each.time > most && is_least(each.time)) most = each.time;
  }
  return most;
}

std::string EngineRules::is_started() {
  if (state_ != State::kGone) return "it is started while it runs";
  state_ = State::kStarting;
  killed_ = quit_ = stopped_ = pondering_ = mate_search_ = syncing_ = ever_ready_ = false;
  fencing_ = is_quiet_ = doubtful_ = talks_since_ = false;
  has_exceptions_ = wordless_ = false;
  gos_ = answered_go_ = with_thoughts_ = most_with_thoughts_ = answers_ = 0;
  position_told_ = false;
  new_game_due_ = in_game_;
  round_ = 0;
  options_ = defaults();
  return "";
}

// What it has without being told. Its variant is another game than ours.
EngineRules::Options EngineRules::defaults() const {
  Options options;
  for (const std::string& line : character_.option_lines()) {
    const auto option = usi::parse_option(line);
    if (option && option->name != "UCI_Variant") options[option->name] = default_text(*option);
  }
  return options;
}

std::string EngineRules::is_killed() {
  if (state_ == State::kGone) return "it is killed though it does not run";
  if (killed_) return "it is killed twice";
  killed_ = true;
  return "";
}

void EngineRules::gone() { state_ = State::kGone; }

bool EngineRules::overdue(base::TimePoint now) const {
  // A solver has a second for its answer and two more for a sign of life.
  return stopped() && !killed_ && now - asleep_ - stopped_at_ > base::Milliseconds(3'200);
}

bool EngineRules::at_work(base::TimePoint now) const {
  if (state_ == State::kSearching) return true;
  if (!may_search_on()) return false;
  // In truth its answer is still to come; or it may have been taken for an old one.
  const base::Duration silence = now - asleep_since_heard_ - heard_at_;
  const base::Duration longest = thinks_on_ ? kLongestSilence + kLateness : kLongestDoubt;
  return answered_go_ < gos_ || silence <= longest;
}

// Of the time that it was told: all that is for this move alone, or what one move may take of a
// clock that must last.
base::Duration EngineRules::its_share() const {
  base::Duration share{0};
  if (mate_search_) return share;
  auto limits = std::get<usi::SearchLimits>(go_.limits);
  if (limits.ponder) return share;
  limits.wait_stop = false;  // the time is told all the same
  for (const shogi::Color side : {shogi::Color::kBlack, shogi::Color::kWhite}) {
    const auto time = time_on_the_clock(limits, side);
    const int part = is_for_this_move_alone(limits, side) ? 1 : kPartOfAClock;
    if (time) share = std::max<base::Duration>(share, *time / part);
  }
  return share;
}

bool EngineRules::time_is_for_this_move_alone() const {
  auto limits = std::get<usi::SearchLimits>(go_.limits);
  limits.wait_stop = false;
  return is_for_this_move_alone(limits, shogi::Color::kBlack) ||
         is_for_this_move_alone(limits, shogi::Color::kWhite);
}

bool EngineRules::silent_too_long(base::TimePoint now) const {
  if (!searching() || stopped_ || killed_ || mate_search_) return false;
  const base::Duration silence = now - asleep_since_heard_ - heard_at_;
  const base::Duration so_far = heard_at_ - began_;
  base::Duration longest = kLongestSilence;
  if (talks_) longest = std::max<base::Duration>({longest, kTimesAsLong * so_far, its_share()});
  // Of an engine that nobody has heard yet it is not known how quietly it thinks.
  const bool quietly = is_quiet_ || (!talks_ && time_is_for_this_move_alone());
  if (quietly) longest = std::max<base::Duration>(longest, kLongestOfTheQuiet);
  if (!talks_ && is_quiet_) longest = std::max<base::Duration>(longest, its_share());
  return silence > longest + kKeptBack + kLateness;
}

std::string EngineRules::told(std::string_view line, base::TimePoint now, const Options& wanted) {
  if (line.find('\n') != line.npos || line.find('\r') != line.npos) return "has a line end inside";
  if (auto complaint = freeze_told(line); !complaint.empty()) return complaint;
  if (line.empty() || line.front() == ' ' || line.back() == ' ') return "has a blank at an end";
  if (state_ == State::kGone) return "is said to nobody: it does not run";
  if (killed_) return "is said to who is being ended";
  if (quit_) return "is said after quit";
  if (line == "quit") {
    quit_ = true;
    return "";
  }
  const bool behind_position = position_told_;
  position_told_ = false;
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (behind_position && word != "go") return "comes between position and go";
  if (word == "usi") {
    if (state_ != State::kRuns) return "is said to an engine that is not new";
    state_ = State::kGreeted;
    return "";
  }
  if (state_ < State::kDeclared) return "comes before usiok";
  if (word == "isready") return told_is_ready(now, wanted);
  if (word == "setoption") {
    const auto command = usi::parse_command(line);
    if (!command) return "is no setoption: " + command.error().message;
    return told_option(std::get<usi::SetOptionCommand>(*command));
  }
  // Who thinks aloud without a search is out of step.
  const bool thinks_on = may_search_on() || (state_ == State::kIdle && talks_since_);
  if (word == "stop" && thinks_on && (!stopped_ || talks_since_)) {
    stopped_ = true;
    return "";
  }
  if (word == "stop" || word == "ponderhit") {
    if (state_ != State::kSearching) return "comes while nothing is searched";
    if (stopped_) return "comes after stop";
    if (word == "ponderhit") {
      if (!pondering_) return "comes to a search that does not ponder";
      pondering_ = false;
      const auto hit = usi::parse_command(line);
      auto& limits = std::get<usi::SearchLimits>(go_.limits);
      limits.ponder = false;
      const auto& clock = std::get<usi::PonderHitCommand>(*hit).clock;
      if (clock.given) limits.clock = clock;
      if (!rest.empty() && !character_.knows_ponderhit_time) return "has times it does not know";
      began_ = heard_at_ = now;
      asleep_since_heard_ = {};
      talks_ = false;
      return "";
    }
    stopped_ = true;
    stopped_at_ = now;
    asleep_ = {};
    return "";
  }
  if (word == "mateinfo") {
    const bool searches = state_ == State::kSearching || thinks_on;
    if (!searches || mate_search_) return "comes while no move is searched";
    return character_.knows_mateinfo ? "" : "is a word that it does not know";
  }
  if (!ever_ready_) return "comes before readyok";
  if (!ready()) return "comes while it is busy";
  if (word == "position") {
    position_ = line;
    position_told_ = true;
    return "";
  }
  if (word == "go") {
    if (!behind_position) return "comes without a position before it";
    told_go_to_process(now);
    return told_go(line, wanted);
  }
  if (word == "FREEZENUM") {
    return character_.freezes == usi::FreezeAbility::kNone ? "is a word that it does not know" : "";
  }
  if (word == "usinewgame") new_game_due_ = false;
  if (word == "usinewgame" || word == "gameover") return "";
  return "is a command that no engine knows";
}

// What an engine cannot read, it must not be told. Behind the moves stand the counts, and the move
// before these is the opponent's.
std::string EngineRules::freeze_told(std::string_view line) const {
  if (usi::reads_freezes(character_.freezes)) return "";
  if (line.find('z') == line.npos && line.find('Z') == line.npos) return "";
  const auto words = base::split_words(line);
  if (words.empty() || (words.front() != "position" && words.front() != "go")) return "";
  const bool declares = usi::declares_freezes(character_.freezes);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto at = words[i].find_first_of("zZ");
    if (at == std::string_view::npos) continue;
    if (!declares) return "tells of a freeze";
    const bool counts = at == 0 && words[i].size() > 1 && words[i][1] >= '0' && words[i][1] <= '9';
    const bool opponents = at > 0 && words.front() == "position" && (words.size() - i) % 2 == 0;
    if (at == 0 ? !counts : opponents) return "tells of a freeze that it does not accept";
  }
  return "";
}

std::string EngineRules::told_is_ready(base::TimePoint now, const Options& wanted) {
  if (state_ == State::kSearching) {
    // To see whether a solver that does not answer is alive.
    const bool waited = stopped_ && now - stopped_at_ >= base::Milliseconds(1000);
    if (!mate_search_ || !waited || syncing_) return "comes in the middle of a search";
    syncing_ = true;
    return "";
  }
  if (state_ == State::kLoading) return "comes twice";
  fencing_ = state_ == State::kAnswered;
  state_ = State::kLoading;
  return fencing_ ? "" : options_missing(wanted);
}

std::string EngineRules::told_option(const usi::SetOptionCommand& command) {
  if (state_ == State::kSearching) return "comes in the middle of a search";
  if (state_ == State::kLoading) return "comes between isready and readyok";
  options_[command.name] = command.value.value_or("");
  return "";
}

std::string EngineRules::options_missing(const Options& wanted) const {
  for (const auto& [name, value] : wanted) {
    const auto known = options_.find(name);
    if (known == options_.end()) return "comes before the option " + name + " = " + value;
    if (known->second != value && name != "MultiPV") {
      return "comes while the option " + name + " is " + known->second + " instead of " + value;
    }
  }
  if (character_.fairy && !options_.contains("UCI_Variant")) return "comes before UCI_Variant";
  return "";
}

void EngineRules::told_go_to_process(base::TimePoint now) {
  ++gos_;
  has_exceptions_ = has_exceptions_ || wordless_;
  wordless_ = false;
  answers_ = 0;
  began_ = heard_at_ = now;
  asleep_since_heard_ = {};
  thought_ = talks_ = shows_lines_ = thinks_on_ = talks_since_ = fencing_ = false;
}

std::string EngineRules::told_go(std::string_view line, const Options& wanted) {
  auto command = usi::parse_command(line);
  if (!command) return "is no go: " + command.error().message;
  go_ = std::get<usi::GoCommand>(std::move(*command));
  state_ = State::kSearching;
  stopped_ = syncing_ = false;
  mate_search_ = std::holds_alternative<usi::MateLimits>(go_.limits);
  pondering_ = false;
  if (mate_search_ != (character_.role == Role::kSolver)) {
    return mate_search_ ? "asks an engine for a mate" : "asks a solver for a move";
  }
  if (const auto* limits = std::get_if<usi::SearchLimits>(&go_.limits)) {
    pondering_ = limits->ponder;
    const auto& clock = limits->clock;
    const bool deadly = limits->ponder || limits->depth || limits->nodes || limits->movetime ||
                        !limits->search_moves.empty() || clock.binc.count() > 0 ||
                        clock.winc.count() > 0;
    if (character_.gps && deadly) return "has what GPSShogi dies of";
    if ((limits->wait_stop || limits->rtime) && !character_.knows_wait_stop) {
      return "has words that it does not know";
    }
  }
  if (new_game_due_) return "comes before usinewgame";
  const std::string complaint = options_missing(wanted);
  return complaint.empty() && !mate_search_ ? lines_wrong(wanted) : complaint;
}

std::string EngineRules::lines_wrong(const Options& wanted) const {
  const auto number = [](const Options& options) {
    const auto found = options.find("MultiPV");
    return found == options.end() ? 1 : base::to_int(found->second).value_or(1);
  };
  const auto its = number(options_);
  const auto users = number(wanted);
  if (its == users || (lines_wanted_ && its > users)) return "";
  return "comes while MultiPV is " + std::to_string(its) + " instead of " + std::to_string(users);
}

// What it says of another position is no thought of this one's.
void EngineRules::take_info(Heard& heard, std::string_view line, base::TimePoint now,
                            const KnownPosition* known) {
  const usi::InfoView info = usi::parse_info(line);
  talks_since_ = talks_since_ || (state_ != State::kSearching && !info.pv.empty());
  if (state_ != State::kSearching && !may_search_on()) return;
  // That the machine slept nobody can know.
  thinks_on_ = thinks_on_ || (may_search_on() && now - heard_at_ > kLongestChat);
  heard.info = info;
  heard.round = round_;
  heard.work = work_;
  heard_at_ = now;
  asleep_since_heard_ = {};
  talks_ = true;
  const bool exact = !info.score || info.score->bound == usi::Bound::kExact;
  const bool first = info.multipv.value_or(1) == 1;
  shows_lines_ = shows_lines_ || (first && exact && !info.pv.empty());
  // Of a search that was dropped nobody knows what can be thought.
  const bool fits =
      info.pv.empty() ? !info.has_text : known == nullptr || may_think(*known, info.pv);
  thought_ = thought_ || fits;
}

void EngineRules::take_best_move(Heard& heard, const usi::BestMoveAnswer& answer,
                                 base::TimePoint now, const KnownPosition* known, Origin origin) {
  heard.best_move = answer;
  const bool older = origin.search != 0 && origin.search < gos_;
  heard.old = older && !origin.surplus;
  if (!origin.surplus) answered_go_ = std::max(answered_go_, origin.search);
  // Behind a first one that was doubted, nobody can know that it was two behind.
  heard.out_of_step = heard.old && doubtful_ && answers_ == 0;
  // From here on everybody can know: it always thinks aloud, and did not this time; or its move is
  // none here.
  const shogi::Move move = answer.move().of_shogi();
  const bool impossible = move && known != nullptr && !legal_in(*known, move);
  // But what it says twice it may say twice.
  const bool says_twice = answers_ > 0 && answer.choice == last_choice_;
  const bool wordless = !thought_ && !stopped_ && !says_twice && with_thoughts_ >= kHabit;
  if (!older) {
    doubtful_ = false;
  } else if (impossible || (wordless && !has_exceptions_)) {
    doubtful_ = true;
  } else if (origin.surplus) {
    doubtful_ = false;  // once more one too many, and nobody can know
  }
  last_choice_ = answer.choice;
  if (++answers_ == 1) most_before_ = most_with_thoughts_;
  wordless_ = answers_ == 1 && !thought_ && !stopped_ && most_before_ >= kHabit;
  const int if_taken = thought_ ? most_before_ + 1 : stopped_ ? most_before_ : 0;
  most_with_thoughts_ = answers_ == 1 ? if_taken : std::max(most_with_thoughts_, if_taken);
  // Who was stopped may have had no time to print anything.
  if (answers_ == 1 && (thought_ || !stopped_)) with_thoughts_ = thought_ ? with_thoughts_ + 1 : 0;
  is_quiet_ = is_quiet_ || !shows_lines_;
  // A second one that is impossible is no better than the first; and no process can have read the
  // `go` so soon.
  const bool too_fast = !stopped_ && now - began_ <= kTooFast;
  const bool certain = mate_search_ || (thought_ && !too_fast && !(answers_ > 1 && impossible));
  if (state_ != State::kLoading) {
    state_ = certain ? State::kIdle : State::kAnswered;
  } else if (certain) {
    fencing_ = false;
  }
}

void EngineRules::take_ready_ok() {
  if (state_ == State::kLoading) {
    ever_ready_ = true;
    state_ = fencing_ ? State::kAnswered : State::kIdle;
    doubtful_ = false;
  } else if (state_ == State::kSearching && syncing_) {
    state_ = State::kIdle;
  }
}

EngineRules::Heard EngineRules::heard(std::string_view line, base::TimePoint now,
                                      const KnownPosition* known, Origin origin) {
  Heard heard;
  const bool answered = may_search_on();
  const bool runs = state_ == State::kSearching;
  if (usi::is_info(line)) {
    take_info(heard, line, now, known);
    return heard;
  }
  auto answer = usi::parse_answer(line);
  std::string_view rest = line;
  if (!answer) {
    const std::string_view word = base::next_word(rest);
    if (word == "checkmate" && runs && mate_search_ && !base::trim(rest).empty()) {
      heard.checkmate = usi::CheckMateAnswer{usi::MateUnknown{}};
    } else if (word == "bestmove" && (runs || answered)) {
      heard.unreadable = true;
    } else {
      return heard;
    }
    state_ = runs ? State::kIdle : state_;
  } else if (std::holds_alternative<usi::UsiOkAnswer>(*answer)) {
    if (state_ == State::kGreeted) state_ = State::kDeclared;
  } else if (std::holds_alternative<usi::ReadyOkAnswer>(*answer)) {
    take_ready_ok();
    heard.ready_ok = true;
  } else if (auto* best = std::get_if<usi::BestMoveAnswer>(&*answer)) {
    if (!runs && !answered) return heard;
    take_best_move(heard, *best, now, known, origin);
    base::next_word(rest);
    const auto written = notation::parse_freeze_move(base::next_word(rest));
    if (written) heard.made_under = written->made_under;
  } else if (auto* mate = std::get_if<usi::CheckMateAnswer>(&*answer)) {
    if (!runs || !mate_search_) return heard;
    state_ = State::kIdle;
    heard.checkmate = *mate;
  }
  if (heard.best_move || heard.checkmate || heard.unreadable) {
    heard_at_ = now;
    asleep_since_heard_ = {};
    talks_since_ = false;
    heard.mate_search = mate_search_;
    heard.stopped = std::exchange(stopped_, false);
    heard.round = round_;
    heard.work = work_;
  }
  return heard;
}

}  // namespace gougi::simulation
