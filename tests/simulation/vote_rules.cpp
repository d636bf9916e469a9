// SPDX-License-Identifier: MIT
#include "simulation/vote_rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>

#include "base/text.hpp"
#include "game/shogi_position.hpp"
#include "notation/freeze.hpp"
#include "relay/decision_record.hpp"
#include "relay/mate_proof.hpp"
#include "shogi/declaration.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

// Of the 3 ms that the model engines take at most. `stop` leads the answer by 2 ms at the least,
// and its timer may be a tenth of one late in a calm world; the answer's time stays what it was.
constexpr std::chrono::microseconds kLongForAStop{1'900};

constexpr std::array<std::string_view, 4> kCutShort{"no answer", "時間内に回答なし",
                                                    "from its last line", "読み筋による投票"};

constexpr std::string_view kMirror = " (mirror)";

// Of who stands by the session may have waited for a better answer.
bool is_beyond_doubt(const Testimony& mirror) {
  return !mirror.pvs.empty() && !mirror.one_was_void && !mirror.wordless && mirror.old.empty();
}

bool mates(shogi::FreezePosition board, shogi::Move legal) {
  shogi::FreezeUndo undo;
  board.do_move(legal, undo);
  return board.is_lost();
}

}  // namespace

// "[O] bestmove 7g7f [P 7g7f] [value 12 (before 3, change 9)] [E1]" in either language.
struct VoteRules::TableLine {
  explicit TableLine(std::string_view line) : text(line) {
    std::string_view rest = text.substr(4);  // the mark
    if (rest.starts_with("bestmove ")) {
      base::next_word(rest);
      choice = base::next_word(rest);
    }
    name = text.substr(text.rfind('[') + 1);
    name.remove_suffix(1);
    if (name.ends_with(kMirror)) {
      is_mirror = true;
      name.remove_suffix(kMirror.size());
    }
    for (const std::string_view part : kCutShort)
      cut_short = cut_short || text.find(part) != text.npos;
    for (const std::string_view part : {"[is mated in ", "[自玉が"})
      walks_into_mate = walks_into_mate || text.find(part) != text.npos;
    for (const std::string_view label :
         {std::string_view("[value "), std::string_view("[評価値 ")}) {
      const auto at = text.find(label);
      if (at == std::string_view::npos) continue;
      counts = true;
      std::string_view value = text.substr(at + label.size());
      const bool bound = value.starts_with("≥ ") || value.starts_with("≤ ");
      const std::size_t number = bound ? value.find(' ') + 1 : 0;
      value = value.substr(0, value.find_first_of(" ]", number));
      if (!base::to_int(value.substr(number))) continue;
      (bound ? score_bound : score) = value;
    }
  }

  std::string_view text;
  std::string_view choice;
  std::string_view score;        ///< digits, or empty: none, a bound, or a mate
  std::string_view score_bound;  ///< "≥ 23"
  std::string_view name;
  bool counts = false;
  bool cut_short = false;
  bool walks_into_mate = false;
  bool is_mirror = false;  ///< it has its engine's seat

  bool is_engine() const { return name.starts_with('E') && base::to_int(name.substr(1)); }
  int engine() const {  ///< counted from 0
    return static_cast<int>(base::to_int(name.substr(1)).value_or(0)) - 1;
  }
};

// An engine whose mirror has its seat, or a mirror whose engine has it: it has no vote.
bool VoteRules::speaks_for_nobody(const HostSearch& search, const Testimony& its) {
  return its.role != Role::kReserve && std::ranges::any_of(search.table, [&](const auto& text) {
           const TableLine row(text);
           return row.is_engine() && row.engine() == its.seat && row.is_mirror != its.mirror;
         });
}

VoteRules::VoteRules(const settings::RelaySettings& settings, bool calm)
    : settings_(settings), calm_(calm) {}

bool VoteRules::has_time_for_all(const HostSearch& search) const {
  if (search.released || search.was_ponder) return false;
  // Who plays instead of a lost one has what is left.
  if (search.strategy->seats != nullptr && search.testimonies.size() > 1) return false;
  const auto time = time_on_the_clock(search.limits(), search.side());
  if (!time || *time < Milliseconds(300)) return false;
  // Of more than a second that must last, who thinks much longer than the others is cut short.
  return is_for_this_move_alone(search.limits(), search.side()) || *time <= Milliseconds(1'000);
}

std::string VoteRules::judge_best_move(const HostSearch& search, std::string_view line,
                                       TimePoint now) const {
  std::string_view rest = line;
  base::next_word(rest);
  const auto word = base::next_word(rest);
  if (auto complaint = judge_table(search, word, now); !complaint.empty()) return complaint;
  if (word == "resign") return judge_resignation(search);
  if (word == "win") return judge_declaration(search);
  const auto written = notation::parse_freeze_move(word);
  if (!written || !search.position->board.is_legal(written->move)) return "is no legal move";
  const shogi::Move move = written->move;
  const auto& only = search.limits().search_moves;
  const auto listed = [&](shogi::Move m) {
    return only.empty() || std::ranges::find(only, m) != only.end();
  };
  const bool can_obey = std::ranges::any_of(search.position->legal, listed);
  if (can_obey && !listed(move)) return "is not among the searchmoves";
  if (proven_mate(search, move)) return "";
  if (mates_instead_of_resigning(search, move)) return "";
  // The relay itself adds a freeze that makes a vote mate.
  const bool adds = settings_.freeze == settings::Freeze::kEmulate && move.freezes() &&
                    mates(search.position->board, move);
  const std::string bare = adds ? notation::to_usi(shogi::Move(move.bare)) : "";
  bool some_vote = false;
  for (const auto& entry : search.testimonies) {
    const Testimony& testimony = entry.second;
    if (testimony.role == Role::kSolver) continue;
    if (testimony.choices.contains(word)) return "";
    if (search.strategy->wants_lines && testimony.lines.contains(word)) return "";
    if (adds && testimony.choices.contains(bare)) return "";
    if (adds && search.strategy->wants_lines && testimony.lines.contains(bare)) return "";
    if (testimony.mirror || speaks_for_nobody(search, testimony)) continue;  // no vote of its own
    const auto vote = testimony.sure_move();
    const bool obeys = vote && (listed(vote) || !can_obey);
    some_vote = some_vote || (obeys && search.position->board.is_legal(vote));
  }
  return some_vote ? "is a move that nobody voted for" : "";
}

bool VoteRules::proven_mate(const HostSearch& search, shogi::Move move) const {
  return std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    const auto& line = entry.second.mate;
    return entry.second.role == Role::kSolver && !line.empty() && line.front() == usi::Move(move) &&
           relay::is_proof(game::ShogiPosition(search.position->board), line, entry.second.freezes);
  });
}

// Where the engines would have it resign, and none of those that say so can see what a freeze does,
// the relay plays a move that its freeze makes mate: no vote for another move, the reserve's
// included, has a say then.
bool VoteRules::mates_instead_of_resigning(const HostSearch& search, shogi::Move move) const {
  if (settings_.freeze != settings::Freeze::kEmulate || !move.freezes()) return false;
  if (search.limits().infinite || !mates(search.position->board, move)) return false;
  const bool seen = std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    const Testimony& testimony = entry.second;
    return testimony.role != Role::kSolver && !speaks_for_nobody(search, testimony) &&
           usi::declares_freezes(testimony.freezes) && testimony.answer &&
           std::holds_alternative<usi::Resign>(testimony.answer->choice);
  });
  return !seen && judge_resignation(search).empty();
}

std::string VoteRules::judge_resignation(const HostSearch& search) const {
  if (!search.position->board.has_legal_move()) return "";
  if (search.limits().infinite) return "resigns in analysis";
  std::set<int> resigned;  // seats
  int moved = 0;
  std::set<int> voters;  // asked, whatever became of them
  bool reserve_resigned = false;
  for (const auto& entry : search.testimonies) {
    const Testimony& testimony = entry.second;
    if (testimony.role == Role::kSolver) continue;
    // Given more time, an engine answers twice, and the first answer holds if the second is void.
    const bool resigns = testimony.choices.contains("resign");
    if (testimony.role == Role::kReserve) {
      reserve_resigned = reserve_resigned || resigns;
      continue;
    }
    if (testimony.has_no_seat) continue;
    voters.insert(testimony.seat);
    if (resigns) {
      resigned.insert(testimony.seat);
      continue;
    }
    const shogi::Move move = testimony.sure_move();
    const auto& only = search.limits().search_moves;
    const bool listed = move && (only.empty() || std::ranges::find(only, move) != only.end());
    const bool counts = !testimony.mirror || is_beyond_doubt(testimony);
    if (listed && counts && search.position->board.is_legal(move)) ++moved;
  }
  const bool by_reserve = reserve_resigned && moved == 0;
  return 2 * resigned.size() > voters.size() || by_reserve
             ? ""
             : "resigns though no majority of the engines does";
}

std::string VoteRules::judge_declaration(const HostSearch& search) const {
  const bool said = std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    return entry.second.role != Role::kSolver && entry.second.choices.contains("win");
  });
  if (!said) return "declares though no engine did";
  using Rule = shogi::DeclarationRule;
  const auto can = [&](Rule rule) { return shogi::can_declare(search.position->position, rule); };
  const bool may = can(Rule::k24) || can(Rule::k27) || can(Rule::k24Handicap) ||
                   can(Rule::k27Handicap) || can(Rule::kTry);
  return may ? "" : "declares against every rule";
}

// Whether the votes that were not waited for might have made another move the answer.
bool VoteRules::could_change(const HostSearch& search, std::string_view played,
                             std::string_view late) const {
  const auto move = notation::parse_freeze_move(played);
  if (move && proven_mate(search, move->move)) return false;
  if (move && search.position->board.is_legal(move->move) &&
      game::wins_at_once(game::ShogiPosition(search.position->board), move->move)) {
    return false;
  }
  if (played == "win") return false;
  // Where freezes are settled afterwards it is the moves that are voted for.
  const auto bare = [](std::string_view choice) { return choice.substr(0, choice.find('z')); };
  const bool pools = settings_.freeze_vote == settings::FreezeVote::kPooled;
  const auto counted = [&](std::string_view choice) { return pools ? bare(choice) : choice; };
  // The freeze may be nobody's vote, but added.
  const bool adds = settings_.freeze == settings::Freeze::kEmulate;
  const auto is_played = [&](std::string_view choice) {
    return choice == counted(played) || (adds && choice == bare(played));
  };
  int moves = 0;
  int resigned = 0;
  int missing = 0;
  const int voters = static_cast<int>(settings_.engines.size());  // some may not be there
  double outstanding = 0;
  std::map<std::string_view, double> votes;
  for (const std::string& text : search.table) {
    const TableLine line(text);
    if (!line.is_engine()) continue;
    const auto& engine = settings_.engines[static_cast<std::size_t>(line.engine())];
    const auto phases = engine.phase_weights.value_or(
        settings::PhaseWeights{engine.weight, engine.weight, engine.weight});
    const auto [least, most] = std::minmax({phases.opening, phases.middle, phases.end});
    if (late.empty() ? line.cut_short : line.name == late) {
      outstanding += least;
      ++missing;
    } else if (line.counts && line.choice == "resign") {
      ++resigned;
    } else if (line.counts) {
      ++moves;
      const bool wins = is_played(counted(line.choice));
      if (line.walks_into_mate && !wins) continue;  // nobody plays it
      votes[counted(line.choice)] += wins ? most : least;
    }
  }
  if (settings_.quorum && moves + resigned >= *settings_.quorum) return false;
  if (2 * (resigned + missing) > voters) return missing > 0;  // by heads
  if (search.strategy->early == nullptr) return outstanding > 0;
  constexpr double kRounding = 1e-5;
  double winner = 0;
  for (const auto& [choice, sum] : votes) {
    if (is_played(choice)) winner = std::max(winner, sum);
  }
  return std::ranges::any_of(votes, [&](const auto& entry) {
    const double most = is_played(entry.first) ? outstanding : entry.second + outstanding;
    return most > winner + kRounding;
  });
}

// Even in a calm world engines take now and then longer to stop than they ever did before, or to be
// ready again when their answer came against their habit.
bool VoteRules::took_its_time(const HostSearch& search, const TableLine& line, TimePoint now) {
  const auto& fenced = line.is_mirror ? search.fenced_mirrors : search.fenced;
  if (fenced.contains(line.engine())) return true;
  const auto found = std::ranges::find_if(search.testimonies, [&](const auto& entry) {
    const Testimony& its = entry.second;
    return its.role == Role::kVoter && its.seat == line.engine() && its.mirror == line.is_mirror;
  });
  return found != search.testimonies.end() && found->second.stopped_at &&
         now - *found->second.stopped_at >= kLongForAStop;
}

std::string VoteRules::judge_table(const HostSearch& search, std::string_view played,
                                   TimePoint now) const {
  const bool all_wanted = calm_ && could_change(search, played) && has_time_for_all(search);
  for (const std::string& text : search.table) {
    const TableLine line(text);
    if (all_wanted && line.cut_short && line.is_engine() && !took_its_time(search, line, now)) {
      return "comes without the whole vote of an engine that had time: " + text;
    }
    if (auto complaint = judge_seat(search, line, played); !complaint.empty()) {
      return complaint + ": " + text;
    }
    if (!line.counts) continue;
    if (auto complaint = judge_table_line(search, line); !complaint.empty()) {
      return complaint + ": " + text;
    }
  }
  return "";
}

// An engine that is well speaks for itself, and one that is not has its mirror's vote, if there is
// one beyond doubt; so has one that is late, where its vote might change the answer.
std::string VoteRules::judge_seat(const HostSearch& search, const TableLine& line,
                                  std::string_view played) const {
  if (!line.is_engine()) return "";
  const Testimony* engine = nullptr;
  const Testimony* mirror = nullptr;
  for (const auto& entry : search.testimonies) {
    const Testimony& its = entry.second;
    if (its.role != Role::kVoter || its.seat != line.engine()) continue;
    (its.mirror ? mirror : engine) = &its;
  }
  const auto has_voted = [&](const Testimony& its) {
    const shogi::Move move = its.sure_move();
    const auto& only = search.limits().search_moves;
    const bool listed = only.empty() || std::ranges::find(only, move) != only.end();
    return move && listed && search.position->board.is_legal(move);
  };
  if (line.is_mirror) {
    // While it loads, or has an older search to end, the seat is its mirror's, also where that has
    // one to end first.
    const bool was_asked_first = engine != nullptr && !search.absent.contains(line.engine()) &&
                                 engine->asked_at <= search.clock_start &&
                                 (mirror == nullptr || engine->order < mirror->order);
    // What comes behind a stop may come when the questions are out.
    const bool is_well =
        was_asked_first && !engine->stopped_at && !engine->was_stopped && has_voted(*engine);
    return calm_ && is_well ? "is a mirror's though its engine has voted" : "";
  }
  if ((line.counts && !line.cut_short) || search.released || mirror == nullptr ||
      !is_beyond_doubt(*mirror))
    return "";
  const auto says = [&](std::string_view part) { return line.text.find(part) != line.text.npos; };
  const bool is_void = says("[void: ") || says("[無効");
  // Decided before all had answered, or before the questions that came behind the first answers.
  const auto was_not_waited_for = [](const std::string& text) {
    return text.find("[not waited for]") != text.npos ||
           text.find("[回答を待たずに決定]") != text.npos;
  };
  // Its last line is shown where it still thinks; nobody has asked for its mirror's then.
  if (!line.cut_short && (engine == nullptr || !engine->voted)) return "";
  if (search.strategy->first_share < 1.0) return "";
  if (std::ranges::any_of(search.table, was_not_waited_for)) return "";
  // Asked again, the engine alone: its mirror's answer is of the first time. That one which has
  // answered falls back on that, however late its mirror begins. One that had to be asked whether
  // it is done had given it to an older search.
  const bool was_fenced = search.fenced_mirrors.contains(line.engine());
  const bool asked_alone = engine != nullptr && engine->asked_last > mirror->asked_last;
  const bool falls_back =
      engine != nullptr && engine->voted && engine->asked_last > engine->asked_at;
  const bool is_late = line.cut_short && !was_fenced && !asked_alone && !falls_back &&
                       could_change(search, played, line.name);
  return (is_void || is_late) && has_voted(*mirror) ? "leaves out the vote of a mirror" : "";
}

std::string VoteRules::judge_table_line(const HostSearch& search, const TableLine& line) const {
  const std::string voter(line.name);
  const auto found = std::ranges::find_if(search.testimonies, [&](const auto& entry) {
    const Testimony& its = entry.second;
    return line.is_engine() ? its.role == Role::kVoter && its.seat == line.engine() &&
                                  its.mirror == line.is_mirror
                            : its.role == Role::kReserve;
  });
  if (found == search.testimonies.end()) {
    return "counts a vote of " + voter + ", which was not heard in this search";
  }
  if (!line.choice.empty() && !found->second.choices.contains(line.choice)) {
    return "counts a vote of " + voter + " that it did not give in this search";
  }
  if (!line.choice.empty() && !line.cut_short && found->second.unreadable) {
    return "counts an answer of " + voter + " that is none";
  }
  if (!line.choice.empty() && !line.cut_short && found->second.old.contains(line.choice)) {
    return "counts an answer of " + voter + " to an older search, though it was seen to be behind";
  }
  if (!line.score.empty() && !found->second.scores.contains(line.score)) {
    return "counts a score of " + voter + " that it did not give in this search";
  }
  if (!line.score_bound.empty() && !found->second.bounds.contains(std::string(line.choice) + " " +
                                                                  std::string(line.score_bound))) {
    return "counts a bound of " + voter + " that it did not give of its move in this search";
  }
  return "";
}

std::string VoteRules::judge_checkmate(const HostSearch& search, std::string_view line) const {
  std::string_view rest = line;
  base::next_word(rest);
  const auto move = notation::parse_freeze_move(base::next_word(rest));
  if (move && !proven_mate(search, move->move)) return "is a mate that no solver found";
  if (!move && std::ranges::any_of(search.testimonies, [&](const auto& entry) {
        return !entry.second.mate.empty() &&
               proven_mate(search, entry.second.mate.front().of_shogi());
      })) {
    return "withholds a mate that a solver found";
  }
  return "";
}

std::string VoteRules::judge_record(const HostSearch& search, std::string_view answer,
                                    std::string_view json) {
  const auto line = relay::parse_record(json);
  if (!line) return "cannot be read back: " + line.error().message;
  const auto* record = std::get_if<relay::DecisionRecord>(&*line);
  if (record == nullptr) return "is no decision";
  if (relay::to_json(*record) != json) return "is another when it is written again";
  if (!record->position.empty() && record->position != search.position->line) {
    return "is of another position";
  }
  if (record->rule != search.strategy->identifier) return "is of another rule";
  std::string_view rest = answer;
  base::next_word(rest);
  const auto played = base::next_word(rest);
  if (choice_text(record->choice) != played) return "is of another move";
  if (record->voter == 0) return "";  // a mate, or nobody's
  const auto again = relay::decide_again(*record, *search.strategy);
  if (!again.decided || again.choice != record->rules_choice()) {
    return "decides otherwise when it is decided again: " + again.reason;
  }
  return "";
}

}  // namespace gougi::simulation
