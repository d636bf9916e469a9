// SPDX-License-Identifier: MIT
#include "simulation/work_rules.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "game/shogi_position.hpp"
#include "notation/freeze.hpp"
#include "usi/position_text.hpp"

namespace gougi::simulation {
namespace {

using base::Milliseconds;
using base::TimePoint;

// No rule of consensus gives its later questions more of the time, but of a fixed time what was
// left before them is theirs.
constexpr double kMostOfLaterQuestions = 0.45;
// At ponderhit a search goes on by a clock that had so much more at most.
constexpr double kMoreAtPonderHit = 1.12;

bool asks_later(const consensus::Strategy& strategy) { return strategy.first_share < 1.0; }

Milliseconds part(Milliseconds whole, double share) {
  return Milliseconds(static_cast<Milliseconds::rep>(static_cast<double>(whole.count()) * share));
}

// The engine of the seat, or its mirror.
bool has_voted(const HostSearch& search, int seat) {
  return std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    const Testimony& its = entry.second;
    return its.role != Role::kSolver && its.seat == seat && !its.choices.empty();
  });
}

// "position … moves …" of the position after one more move.
std::string prolonged(const std::string& line) {
  return line + (line.find(" moves ") == std::string::npos ? " moves " : " ");
}

}  // namespace

WorkRules::Judgement WorkRules::judge(const HostSearch* search, int index, const EngineRules& child,
                                      TimePoint now) const {
  if (search == nullptr) return {.complaint = "begins a search that nobody wants"};
  const bool solver = child.character().role == Role::kSolver;
  // A solver's mate still counts until the answer is out.
  // The freeze of the answer may still be asked for, and a move where no vote counts.
  const bool reserve = child.character().role == Role::kReserve;
  const bool adds =
      settings_.freeze == settings::Freeze::kEmulate && reserve && search->position->freezes;
  const bool stopped = search->released && search->began_at_stop != now;
  if (stopped && !solver && !reserve) return {.complaint = "begins a search after stop"};
  Judgement judgement = judge_place(*search, index, child);
  // It has what the voters left, or a moment behind `stop`; an answer that is late shows by itself.
  if (adds || (reserve && search->released)) return judgement;
  if (judgement.complaint.empty() && !solver) {
    judgement.complaint = search->mate ? "is asked for a move in a search for a mate"
                          : search->has_part(child.character())
                              ? judge_nodes(*search, child)
                              : judge_time(*search, child, judgement.work, now);
  }
  return judgement;
}

WorkRules::Judgement WorkRules::judge_place(const HostSearch& search, int index,
                                            const EngineRules& child) const {
  const KnownPosition& known = *search.position;
  const std::string& line = child.position();
  const relay::FreezeView view = relay::view_of(child.character().freezes);
  if (child.character().role == Role::kSolver) {
    if (line == known.told_sfen(view)) return {};
    if (is_of_a_pv(search, line)) return {.work = Work::kPvMate};
    return {.complaint = "is asked about another position: " + line};
  }
  if (line == known.told(view)) return {};
  if (known.freezes ? is_a_freeze_guess(search, line, view) : is_a_guess(search, line)) {
    return {.work = Work::kGuess};
  }
  if (known.freezes) return judge_freeze_reply(search, line, view);
  const std::string before = prolonged(known.line);
  if (!line.starts_with(before)) {
    return {.complaint = "is asked about another position: " + line};
  }
  Judgement judgement{.work = Work::kReply, .move = line.substr(before.size())};
  // Of a rule that compares lines, those are candidates, too.
  const bool of_lines = search.strategy->wants_lines;
  const auto voted = [&](const auto& entry) {
    return entry.second.choices.contains(judgement.move) ||
           (of_lines && entry.second.lines.contains(judgement.move));
  };
  // Where a rule chose who votes, others may be asked what they think of it.
  const bool voters_only = search.strategy->seats == nullptr;
  const auto own = search.testimonies.find(index);
  const auto written = notation::parse_freeze_move(judgement.move);
  if (search.mate || !asks_later(*search.strategy)) {
    judgement.complaint = "is asked about a reply, which no such rule does";
  } else if (search.held) {
    judgement.complaint = "is asked about a reply before an answer is wanted";
  } else if (!written || !known.board.is_legal(written->move) ||
             std::ranges::none_of(search.testimonies, voted)) {
    judgement.complaint = "is asked about a move that nobody voted for";
  } else if (voters_only && !has_voted(search, child.character().seat)) {
    judgement.complaint = "is asked about a reply before it has voted";
  } else if (own != search.testimonies.end() && own->second.asked.contains(judgement.move)) {
    judgement.complaint = "is asked the same for a second time";
  }
  return judgement;
}

std::string WorkRules::judge_ponder_hit(const HostSearch* search, const EngineRules& child,
                                        TimePoint now) {
  if (search == nullptr || search->mate || search->held || search->released) {
    return "comes though nobody waits for an answer";
  }
  const relay::FreezeView view = relay::view_of(child.character().freezes);
  if (child.position() != search->position->told(view)) return "is of another position";
  const auto& told = std::get<usi::SearchLimits>(child.limits().limits);
  if (!told.clock.given && !search->limits().clock.given) return "";  // by its own lights
  return judge_time(*search, child, Work::kPosition, now, kMoreAtPonderHit);
}

bool WorkRules::is_a_guess(const HostSearch& search, const std::string& line) const {
  if (settings_.ponder != settings::PonderMode::kMulti || !search.ponder) return false;
  const std::string& known = search.position->line;
  const auto stem = known.rfind(' ') + 1;
  if (known.find(" moves ") == std::string::npos || line.substr(0, stem) != known.substr(0, stem)) {
    return false;
  }
  const auto command = usi::parse_command(line);
  const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  if (position == nullptr || line.find(' ', stem) != std::string::npos) return false;
  return usi::replay(*position).has_value();
}

// In Freeze shogi lines say too little of the moves behind them: those that there may be are tried.
WorkRules::Judgement WorkRules::judge_freeze_reply(const HostSearch& search,
                                                   const std::string& line,
                                                   relay::FreezeView view) {
  const KnownPosition& known = *search.position;
  const auto leads_there = [&](const std::string& choice) {
    const auto move = notation::parse_freeze_move(choice);
    game::Game game(*known.game);
    return move && game.play(move->move) && relay::position_line(game, view) == line;
  };
  for (const auto& entry : search.testimonies) {
    auto candidates = entry.second.choices;
    if (search.strategy->wants_lines) {
      candidates.insert(entry.second.lines.begin(), entry.second.lines.end());
    }
    for (const std::string& choice : candidates) {
      if (!leads_there(choice)) continue;
      Judgement judgement{.work = Work::kReply, .move = choice};
      if (search.mate || !asks_later(*search.strategy)) {
        judgement.complaint = "is asked about a reply, which no such rule does";
      } else if (search.held) {
        judgement.complaint = "is asked about a reply before an answer is wanted";
      }
      return judgement;
    }
  }
  return {.complaint = "is asked about another position: " + line};
}

bool WorkRules::is_a_freeze_guess(const HostSearch& search, const std::string& line,
                                  relay::FreezeView view) const {
  if (settings_.ponder != settings::PonderMode::kMulti || !search.ponder) return false;
  const auto& moves = search.position->game->moves();
  if (moves.empty()) return false;
  const game::Game before =
      game::with_moves(*search.position->game, {moves.begin(), moves.end() - 1});
  std::vector<shogi::Move> replies;
  shogi::generate_legal(*before.position().of_shogi(), replies);
  return std::ranges::any_of(replies, [&](shogi::Move reply) {
    game::Game game(before);
    return game.play(reply) && relay::position_line(game, view) == line;
  });
}

bool WorkRules::is_of_a_pv(const HostSearch& search, const std::string& line) const {
  if (search.mate || !(settings_.mate_pv || settings_.mate_threats || search.strategy->solves_pv)) {
    return false;
  }
  const auto command = usi::parse_command(line);
  const auto* wanted = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
  const auto game =
      wanted != nullptr ? usi::replay(*wanted) : base::Result<shogi::Game>(shogi::Game());
  if (wanted == nullptr || !game) return false;
  const auto key = game->position().key();
  const auto leads_there = [&](std::string_view words) {
    shogi::FreezePosition position = search.position->board;
    shogi::FreezeUndo undo;
    for (auto word = base::next_word(words); !word.empty(); word = base::next_word(words)) {
      const auto move = notation::parse_freeze_move(word);
      if (!move || !position.is_legal(move->move)) return false;
      position.do_move(move->move, undo);
      if (position.position().key() == key) return true;
    }
    return false;
  };
  return std::ranges::any_of(search.testimonies, [&](const auto& entry) {
    return std::ranges::any_of(entry.second.pvs, leads_there) ||
           std::ranges::any_of(entry.second.choices, leads_there);
  });
}

std::string WorkRules::judge_nodes(const HostSearch& search, const EngineRules& child) {
  const auto& told = std::get<usi::SearchLimits>(child.limits().limits);
  if (search.ponder) return "thinks of the budget in the opponent's time";
  const bool has_time = told.clock.given || told.movetime || told.rtime || told.ponder;
  if (has_time || !told.nodes) return "is not told nodes alone";
  const auto sum = static_cast<std::uint64_t>(search.node_budget().sum());
  if (search.budget.normalise || *told.nodes <= sum) return "";
  return "is told more nodes than the move has, " + std::to_string(sum);
}

std::string WorkRules::judge_time(const HostSearch& search, const EngineRules& child, Work work,
                                  TimePoint now, double tolerance) {
  auto told = std::get<usi::SearchLimits>(child.limits().limits);
  if (told.ponder != search.ponder) {
    return told.ponder ? "ponders though ponderhit has come" : "does not ponder";
  }
  const auto& limits = search.limits();
  const auto given = time_on_the_clock(limits, search.side());
  if (told.ponder || !given || limits.rtime) return "";
  const bool alone = is_for_this_move_alone(limits, search.side());
  const auto side = work == Work::kReply ? ~search.side() : search.side();
  // With wait_stop it is told the time all the same, and `stop` when it is up.
  const bool waits = std::exchange(told.wait_stop, false);
  if (waits && !is_for_this_move_alone(told, side)) return "is not told how long to think";
  const auto its = time_on_the_clock(told, side);
  if (!its) return "is told no time though a clock runs";
  const Milliseconds left = *given - base::to_ms(now - search.clock_start);
  // Nothing is asked after the reserve's vote.
  const bool whole =
      search.strategy->asks_only_if_split || child.character().role == Role::kReserve;
  const double first = whole ? 1.0 : search.strategy->first_share;
  const double share = work == Work::kReply ? kMostOfLaterQuestions : first;
  const Milliseconds shared = alone && work == Work::kReply ? left : part(*given, share);
  const Milliseconds most = std::max(Milliseconds(1), std::min(left, shared));
  const Milliseconds surplus = alone ? std::min(child.least_unused(), most) : Milliseconds(0);
  if (*its > part(most, tolerance) + surplus) {
    return "is told " + in_ms(*its) + " of which " + in_ms(most) + " are left";
  }
  return "";
}

}  // namespace gougi::simulation
