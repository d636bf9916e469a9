// SPDX-License-Identifier: MIT
#include "simulation/engine_rules.hpp"

#include "base/text.hpp"
#include "usi/position_text.hpp"

namespace gougi::simulation {

std::string EngineRules::is_started() {
  if (state_ != State::kGone) return "it is started while it runs";
  state_ = State::kStarting;
  killed_ = quit_ = stopped_ = pondering_ = mate_search_ = syncing_ = ever_ready_ = false;
  position_told_ = false;
  last_answer_.reset();
  new_game_due_ = in_game_;
  round_ = 0;
  options_.clear();
  return "";
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

std::string EngineRules::told(std::string_view line, base::TimePoint now, const Options& wanted) {
  if (line.find_first_of("\r\n") != std::string_view::npos) return "has a line end inside";
  if (auto complaint = freeze_told(line); !complaint.empty()) return complaint;
  if (line.empty() || line.front() == ' ' || line.back() == ' ') return "has a blank at an end";
  if (state_ == State::kGone) return "is said to nobody: it does not run";
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
      return "";
    }
    stopped_ = true;
    stopped_at_ = now;
    asleep_ = {};
    return "";
  }
  if (word == "mateinfo") {
    if (state_ != State::kSearching || mate_search_) return "comes while no move is searched";
    return character_.knows_mateinfo ? "" : "is a word that it does not know";
  }
  if (!ever_ready_) return "comes before readyok";
  if (state_ != State::kIdle) return "comes while it is busy";
  if (word == "position") {
    position_ = line;
    position_told_ = true;
    return "";
  }
  if (word == "go") {
    return behind_position ? told_go(line, wanted) : "comes without a position before it";
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
  state_ = State::kLoading;
  return options_missing(wanted);
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

// The answer to the search before, once more: seen by its being illegal in this one's position.
bool EngineRules::is_old_answer(const usi::BestMoveAnswer& answer) const {
  if (stopped_ || work_ == Work::kGuess || answer != last_answer_) return false;
  const shogi::FreezeMove move = answer.move();
  const auto command = usi::parse_command(position_);
  if (!move || !command) return false;
  const auto game = usi::replay(std::get<usi::PositionCommand>(*command));
  return game && !game->position().is_legal(move.move) && !game->freeze_position().is_legal(move);
}

EngineRules::Heard EngineRules::heard(std::string_view line) {
  Heard heard;
  const bool runs = state_ == State::kSearching;
  if (usi::is_info(line)) {
    if (!runs) return heard;
    heard.info = usi::parse_info(line);
    heard.round = round_;
    heard.work = work_;
    return heard;
  }
  auto answer = usi::parse_answer(line);
  if (!answer) return heard;
  if (std::holds_alternative<usi::UsiOkAnswer>(*answer)) {
    if (state_ == State::kGreeted) state_ = State::kDeclared;
  } else if (std::holds_alternative<usi::ReadyOkAnswer>(*answer)) {
    if (state_ == State::kLoading || (runs && syncing_)) {
      state_ = State::kIdle;
      ever_ready_ = true;
    }
  } else if (auto* best = std::get_if<usi::BestMoveAnswer>(&*answer)) {
    if (!runs || is_old_answer(*best)) return heard;
    last_answer_ = *best;
    state_ = State::kIdle;
    heard.best_move = *best;
  } else if (auto* mate = std::get_if<usi::CheckMateAnswer>(&*answer)) {
    if (!runs || !mate_search_) return heard;
    state_ = State::kIdle;
    heard.checkmate = *mate;
  } else {
    return heard;
  }
  if (heard.best_move || heard.checkmate) {
    heard.mate_search = mate_search_;
    heard.stopped = stopped_;
    heard.round = round_;
    heard.work = work_;
  }
  return heard;
}

}  // namespace gougi::simulation
