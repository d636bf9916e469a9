// SPDX-License-Identifier: MIT
#include "simulation/host_rules.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "relay/mate_proof.hpp"
#include "simulation/known_weaknesses.hpp"
#include "usi/answer.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

constexpr Milliseconds kHandshakePatience{5'000};  // of the strictest GUI, for usiok and readyok
// With all clocks at zero there is no flag; the answer is to be fast.
constexpr Milliseconds kFast{100};

std::string choice_text(const usi::MoveChoice& choice) {
  const std::string text = usi::format(usi::BestMoveAnswer{choice, std::nullopt});
  return text.substr(std::string_view("bestmove ").size());
}

std::string in_ms(base::Duration span) {
  return std::to_string(base::to_ms(span).count()) + " ms";
}

// When the flag falls, counted from the start of the clock; nothing without a clock.
std::optional<Milliseconds> time_on_the_clock(const usi::SearchLimits& limits, shogi::Color side) {
  if (limits.infinite || limits.wait_stop) return std::nullopt;
  if (limits.movetime) return *limits.movetime;
  if (limits.rtime) return 3 * *limits.rtime;
  const bool other_limit = limits.depth || limits.nodes;
  if (!limits.clock.given && other_limit) return std::nullopt;
  const bool black = side == shogi::Color::kBlack;
  const Milliseconds total = limits.clock.byoyomi +
                             (black ? limits.clock.btime : limits.clock.wtime) +
                             (black ? limits.clock.binc : limits.clock.winc);
  if (total.count() <= 0) return other_limit ? std::nullopt : std::optional(kFast);
  return total;
}

// "[O] bestmove 7g7f [P 7g7f] [value 12 (before 3, change 9)] [E1]" in either language.
struct TableLine {
  std::string_view choice;
  std::string_view score;  ///< digits, or empty: none, or a mate
  std::string_view name;
  bool counts = false;
};
TableLine read_table_line(std::string_view text) {
  TableLine line;
  std::string_view rest = text.substr(4);  // the mark
  if (rest.starts_with("bestmove ")) {
    base::next_word(rest);
    line.choice = base::next_word(rest);
  }
  line.name = text.substr(text.rfind('[') + 1);
  line.name.remove_suffix(1);
  for (const std::string_view label : {std::string_view("[value "), std::string_view("[評価値 ")}) {
    const auto at = text.find(label);
    if (at == std::string_view::npos) continue;
    line.counts = true;
    std::string_view value = text.substr(at + label.size());
    value = value.substr(0, value.find_first_of(" ]"));
    if (base::to_int(value)) line.score = value;
  }
  return line;
}

}  // namespace

HostRules::HostRules(int voters, int solvers, Milliseconds grace, bool calm)
    : voters_(voters), solvers_(solvers), grace_(grace), calm_(calm) {
  position_ = PositionBook().enter(shogi::Game());
}

void HostRules::slept(base::Duration span) {
  if (usi_at_) *usi_at_ += span;
  if (ready_at_) *ready_at_ += span;
}

void HostRules::said(std::string_view line, TimePoint now, KnownPositionPtr position) {
  wording_.said(line);
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "usi") {
    usi_at_ = now;
  } else if (word == "isready") {
    release(now, true);
    ready_at_ = now;
  } else if (word == "position") {
    position_ = std::move(position);
  } else if (word == "go") {
    const auto command = usi::parse_command(line);
    begin(std::get<usi::GoCommand>(*command), now);
  } else if (word == "stop") {
    release(now, false);
  } else if (word == "gameover") {
    release(now, true);
  } else if (word == "usinewgame") {
    if (!searches_.empty() && searches_.back().ponder && !searches_.back().released) {
      searches_.pop_back();
    }
    release(now, true);
  } else if (word == "ponderhit" && !searches_.empty() && searches_.back().ponder &&
             !searches_.back().released) {
    HostSearch& search = searches_.back();
    const auto command = usi::parse_command(line);
    auto& limits = std::get<usi::SearchLimits>(search.go.limits);
    const auto& clock = std::get<usi::PonderHitCommand>(*command).clock;
    if (clock.given) limits.clock = clock;
    search.ponder = limits.ponder = false;
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
      searches_.pop_back();
    }
  }
  HostSearch search;
  search.number = ++last_number_;
  search.position = position_;
  search.go = go;
  if (const auto* limits = std::get_if<usi::SearchLimits>(&go.limits)) {
    search.ponder = limits->ponder;
    search.was_ponder = limits->ponder;
    search.held = limits->ponder || limits->infinite || limits->wait_stop;
  } else {
    search.mate = true;
  }
  start_clock(search, now);
  searches_.push_back(std::move(search));
}

void HostRules::start_clock(HostSearch& search, TimePoint now) const {
  search.clock_start = now;
  search.flag.reset();
  if (const auto* mate = std::get_if<usi::MateLimits>(&search.go.limits)) {
    if (mate->time) search.flag = now + std::max(Milliseconds(1), *mate->time);
    return;
  }
  if (search.ponder) return;
  const auto time = time_on_the_clock(std::get<usi::SearchLimits>(search.go.limits),
                                      search.position->position.side_to_move());
  if (time) search.flag = now + *time;
}

void HostRules::release(TimePoint now, bool at_once) {
  if (searches_.empty()) return;
  HostSearch& search = searches_.back();
  search.held = search.ponder = false;
  search.due_now = search.due_now || at_once || search.mate;
  if (!search.released) search.flag = std::min(search.flag.value_or(now + grace_), now + grace_);
  search.released = true;
}

void HostRules::asked_again(int child) {
  if (searches_.empty()) return;
  const auto found = searches_.back().testimonies.find(child);
  if (found != searches_.back().testimonies.end()) found->second.answer.reset();
}

void HostRules::heard_of(int child, const EngineRules::Heard& heard) {
  if (heard.round == 0) return;
  const auto found = std::ranges::find(searches_, heard.round, &HostSearch::number);
  if (found == searches_.end()) return;
  Testimony& testimony = found->testimonies[child];
  if (heard.info) {
    if (const auto& score = heard.info->score) {
      if (const auto* cp = std::get_if<usi::Centipawns>(&score->value)) {
        testimony.printed.insert(std::to_string(cp->value));
      }
    }
    if (heard.info->multipv.value_or(1) != 1) return;
    std::string_view pv = heard.info->pv;
    const auto move = notation::parse_usi_move(base::next_word(pv));
    if (move) testimony.choices.insert(notation::to_usi(*move));
    const auto& score = heard.info->score;
    if (!score || score->bound != usi::Bound::kExact) return;
    if (const auto* cp = std::get_if<usi::Centipawns>(&score->value)) {
      testimony.scores.insert(std::to_string(cp->value));
    }
  } else if (heard.best_move && !heard.mate_search) {
    if (!testimony.answer) testimony.answer = heard.best_move;
    testimony.choices.insert(choice_text(heard.best_move->choice));
  } else if (heard.checkmate) {
    const auto* proof = std::get_if<usi::CheckMateFound>(&heard.checkmate->result);
    if (proof != nullptr && testimony.mate.empty()) testimony.mate = proof->moves;
  }
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
  } else if (line.starts_with("info depth")) {
    return judge_info(line);
  } else if (line.starts_with("info string [O] ") || line.starts_with("info string [X] ")) {
    if (searches_.empty()) return "is a vote in no search";
    searches_.front().table.emplace_back(line.substr(12));
  } else if (line.starts_with("bestmove") || line.starts_with("checkmate")) {
    if (searches_.empty()) return "answers no search";
    const HostSearch search = std::move(searches_.front());
    searches_.pop_front();
    answered_ = search.number;
    ++answers_;
    if (auto complaint = judge_time(search, now, planned); !complaint.empty()) return complaint;
    return search.mate ? judge_checkmate(search, line) : judge_best_move(search, line);
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

bool HostRules::has_time_for_all(const HostSearch& search) const {
  const auto& limits = std::get<usi::SearchLimits>(search.go.limits);
  if (search.released || search.was_ponder) return false;
  const auto time = time_on_the_clock(limits, search.position->position.side_to_move());
  // More than a second, and who thinks much longer than the others is cut short.
  return time && *time >= Milliseconds(300) && *time <= Milliseconds(1'000);
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

std::string HostRules::judge_best_move(const HostSearch& search, std::string_view line) const {
  std::string_view rest = line;
  base::next_word(rest);
  const auto word = base::next_word(rest);
  if (auto complaint = judge_table(search); !complaint.empty()) return complaint;
  if (word == "resign") return judge_resignation(search);
  if (word == "win") return judge_declaration(search);
  const auto move = notation::parse_usi_move(word);
  if (!move || !search.position->position.is_legal(*move)) return "is no legal move";
  const auto& only = std::get<usi::SearchLimits>(search.go.limits).search_moves;
  const auto listed = [&](shogi::Move m) {
    return only.empty() || std::ranges::find(only, m) != only.end();
  };
  const bool can_obey = std::ranges::any_of(search.position->legal, listed);
  if (can_obey && !listed(*move)) return "is not among the searchmoves";
  if (proven_mate(search, *move)) return "";
  bool some_vote = false;
  for (const auto& [child, testimony] : search.testimonies) {
    if (is_solver(child)) continue;
    if (testimony.choices.contains(word)) return "";
    const auto* vote =
        testimony.answer ? std::get_if<shogi::Move>(&testimony.answer->choice) : nullptr;
    const bool obeys = vote != nullptr &&
                       (listed(*vote) || (!kIllegalSearchMovesVoidEveryVote && !can_obey));
    some_vote = some_vote || (obeys && search.position->position.is_legal(*vote));
  }
  return some_vote ? "is a move that nobody voted for" : "";
}

bool HostRules::proven_mate(const HostSearch& search, shogi::Move move) const {
  return std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    const auto& line = entry.second.mate;
    return is_solver(entry.first) && !line.empty() && line.front() == move &&
           relay::ends_in_mate(search.position->position, line);
  });
}

std::string HostRules::judge_resignation(const HostSearch& search) const {
  if (search.position->legal.empty()) return "";
  if (std::get<usi::SearchLimits>(search.go.limits).infinite) return "resigns in analysis";
  int resigned = 0;
  int moved = 0;
  for (const auto& [child, testimony] : search.testimonies) {
    if (is_solver(child) || !testimony.answer) continue;
    const auto& choice = testimony.answer->choice;
    if (std::holds_alternative<usi::Resign>(choice)) ++resigned;
    const auto* move = std::get_if<shogi::Move>(&choice);
    const auto& only = std::get<usi::SearchLimits>(search.go.limits).search_moves;
    const bool listed =
        move != nullptr && (only.empty() || std::ranges::find(only, *move) != only.end());
    if (listed && !is_reserve(child) && search.position->position.is_legal(*move)) ++moved;
  }
  return resigned > moved ? "" : "resigns though no majority of the engines does";
}

std::string HostRules::judge_declaration(const HostSearch& search) const {
  const bool said = std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    return !is_solver(entry.first) && entry.second.choices.contains("win");
  });
  if (!said) return "declares though no engine did";
  using Rule = shogi::DeclarationRule;
  const auto can = [&](Rule rule) { return shogi::can_declare(search.position->position, rule); };
  const bool may = can(Rule::k24) || can(Rule::k27) || can(Rule::k24Handicap) ||
                   can(Rule::k27Handicap) || can(Rule::kTry);
  return may ? "" : "declares against every rule";
}

std::string HostRules::judge_table(const HostSearch& search) const {
  for (const std::string& text : search.table) {
    const TableLine line = read_table_line(text);
    const bool cut_short = text.find("no answer") != std::string::npos ||
                           text.find("時間内に回答なし") != std::string::npos ||
                           text.find("from its last line") != std::string::npos ||
                           text.find("読み筋による投票") != std::string::npos;
    if (calm_ && cut_short && has_time_for_all(search)) {
      return "comes without the whole vote of an engine that had time: " + text;
    }
    if (!line.counts) continue;
    int child = voters_ + solvers_;
    if (line.name.size() == 2 && line.name.front() == 'E') child = line.name[1] - '1';
    const auto found = search.testimonies.find(child);
    const std::string voter(line.name);
    if (found == search.testimonies.end()) {
      return "counts a vote of " + voter + ", which was not heard in this search: " + text;
    }
    if (!line.choice.empty() && !found->second.choices.contains(line.choice)) {
      return "counts a vote of " + voter + " that it did not give in this search: " + text;
    }
    if (!line.score.empty() && !found->second.scores.contains(line.score)) {
      return "counts a score of " + voter + " that it did not give in this search: " + text;
    }
  }
  return "";
}

std::string HostRules::judge_checkmate(const HostSearch& search, std::string_view line) const {
  std::string_view rest = line;
  base::next_word(rest);
  const auto move = notation::parse_usi_move(base::next_word(rest));
  if (move && !proven_mate(search, *move)) return "is a mate that no solver found";
  if (!move && std::ranges::any_of(search.testimonies, [&](const auto& entry) {
        return !entry.second.mate.empty() && proven_mate(search, entry.second.mate.front());
      })) {
    return "withholds a mate that a solver found";
  }
  return "";
}

std::string HostRules::judge_work(Role role, const EngineRules& child, TimePoint now) const {
  const HostSearch* search = present();
  if (search == nullptr) return "begins a search that nobody wants";
  // A solver's mate still counts until the answer is out.
  if (search->released && role != Role::kSolver) return "begins a search after stop";
  const KnownPosition& known = *search->position;
  if (child.position() != (role == Role::kSolver ? known.sfen_line : known.line)) {
    return "is asked about another position: " + child.position();
  }
  const auto* told = std::get_if<usi::SearchLimits>(&child.limits().limits);
  if (told == nullptr) return "";
  if (search->mate) return "is asked for a move in a search for a mate";
  if (kParkedPonderMissesPonderHit && told->ponder && search->was_ponder) return "";
  if (told->ponder != search->ponder) {
    return told->ponder ? "ponders though ponderhit has come" : "does not ponder";
  }
  const auto side = known.position.side_to_move();
  const auto& limits = std::get<usi::SearchLimits>(search->go.limits);
  const auto given = time_on_the_clock(limits, side);
  if (told->ponder || !given || limits.rtime) return "";
  const auto its = time_on_the_clock(*told, side);
  if (!its) return "is told no time though a clock runs";
  const auto left = *given - base::to_ms(now - search->clock_start);
  const auto increment = side == shogi::Color::kBlack ? limits.clock.binc : limits.clock.winc;
  const auto excused = kIncrementIsNotReduced ? increment : Milliseconds(0);
  if (*its > std::max({Milliseconds(1), left, excused})) {
    return "is told " + in_ms(*its) + " of which " + in_ms(left) + " are left";
  }
  return "";
}

std::string HostRules::overdue(TimePoint now, bool some_voter_ready,
                               std::optional<TimePoint> plans) const {
  for (const HostSearch& search : searches_) {
    const std::string what = "search " + std::to_string(search.number);
    if (search.due_now) return what + " should have been answered at once";
    if (!search.flag) continue;
    if (now > *search.flag) {
      return what + " is unanswered " + in_ms(now - *search.flag) + " after its time";
    }
    if (!plans || *plans > *search.flag) return what + ": nothing is planned within its time";
  }
  const auto patience_ended = [&](const std::optional<TimePoint>& asked) {
    return asked && now > *asked + kHandshakePatience;
  };
  if (patience_ended(usi_at_)) return "usiok is missing after 5 s";
  if (!kReadyOkWaitsForTheNextLook && patience_ended(ready_at_) && some_voter_ready) {
    return "readyok is missing after 5 s though an engine is ready";
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
