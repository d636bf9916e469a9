// SPDX-License-Identifier: MIT
#include "simulation/model_gui.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "consensus/strategy.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/answer.hpp"

namespace gougi::simulation {
namespace {

using base::Duration;
using base::Milliseconds;

// Besides the usual start: a mate in one, one already mated, a declaration, an attacker without
// king, an endgame with drops.
constexpr std::array<std::string_view, 5> kStarts{
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
    "K8/+P+P+P+P+P+P3/+P+P+P+P5/9/9/9/9/9/8k b 2R2G6P 1",
    "ln5nl/1r3kg2/p2ppps1p/2p3pp1/1p5P1/2PP1SP2/PPS1PP2P/2GK1G1R1/LN5NL b Bb 41",
    "8k/7pp/9/7NN/9/9/PP7/1K7/9 b GSrb2gs2n4l14p 1"};

}  // namespace

ModelGui::ModelGui(int voters, Chance chance, Chance patience, GuiWorld& world, std::string clock,
                   std::optional<Chance> freezes, std::optional<Chance> bursts,
                   std::optional<Chance> rude, std::optional<Chance> hangups,
                   std::optional<Chance> options)
    : voters_(voters),
      chance_(chance),
      world_(world),
      clock_(std::move(clock)),
      bursts_(bursts),
      rude_(rude),
      hangups_(hangups),
      options_(options),
      freezes_(freezes) {
  waits_for_ever_ = patience.happens(0.6);
  constexpr std::array<std::string_view, 3> kHours{"btime 7200000 wtime 7200000",
                                                   "btime 7200000 wtime 7200000 byoyomi 60000",
                                                   "movetime 3600000"};
  if (patience.happens(0.03) && clock_.empty()) clock_ = patience.pick(kHours);
  impatience_ = chance_.happens(0.3) ? 0.0 : 0.3 * chance_.unit();
  analyses_ = chance_.happens(0.1);
  ponders_ = chance_.happens(0.5);
  if (chance_.happens(0.7)) usual_limits_ = limits();
  games_left_ = chance_.between(1, 3);
}

void ModelGui::plan(Duration after, Plan what) {
  plan_ = what;
  world_.gui_wakes(after, ++token_);
}

void ModelGui::begin() {
  if (chance_.happens(0.93)) {
    state_ = State::kWaitsForUsiOk;
    say("usi");
    if (chance_.happens(0.02)) plan(chance_.millis(0, 4'000), Plan::kLeave);
  } else {
    prepare();
  }
}

void ModelGui::prepare() {
  state_ = State::kWaitsForReadyOk;
  if (chance_.happens(0.7)) change_options();
  said_counts_ = false;
  say("isready");
  if (breaks_off()) return;
  if (chance_.happens(0.02)) plan(chance_.millis(0, 5'000), Plan::kLeave);
  if (bursts_ && bursts_->happens(0.8)) new_game(bursts_->happens(0.9));
}

void ModelGui::hear(const std::string& line, int answers) {
  if (state_ == State::kEnded) return;
  if (line == "usiok" && state_ == State::kWaitsForUsiOk) {
    prepare();
  } else if (line == "readyok" && state_ == State::kWaitsForReadyOk) {
    new_game(chance_.happens(0.9));
  } else if (answers != 0 && answers == gos_) {
    if (state_ == State::kSearches) {
      take_best_move(line);
    } else if (state_ == State::kDiscards) {
      opponent_moves(predicted_);
      state_ = State::kPauses;
      plan(chance_.micros(0, 5'000), Plan::kTurn);
    }
  }
}

void ModelGui::wake(int token) {
  if (token != token_ || state_ == State::kEnded) return;
  switch (std::exchange(plan_, Plan::kNone)) {
    case Plan::kNone:
      break;
    case Plan::kTurn:
      turn();
      break;
    case Plan::kStop:
      say("stop");
      break;
    case Plan::kInterrupt:
      interrupt();
      break;
    case Plan::kPonderEnds:
      ponder_ends();
      break;
    case Plan::kLeave:
      leave();
      break;
    case Plan::kBreakOff:
      break_off();
      break;
  }
}

void ModelGui::new_game(bool announced) {
  if (!freezes_ && announced) say("usinewgame");
  game_ = shogi::Game();
  if (chance_.happens(0.25)) {
    if (const auto start = notation::parse_sfen(chance_.pick(kStarts))) game_ = shogi::Game(*start);
  }
  if (freezes_) begin_freezes(announced);
  turns_left_ = chance_.between(1, 6);
  state_ = State::kPauses;
  plan(chance_.micros(0, 20'000), Plan::kTurn);
}

void ModelGui::begin_freezes(bool announced) {
  const bool ordinary = freezes_->happens(0.1);
  const auto count = [&] { return static_cast<std::uint16_t>(freezes_->below(4)); };
  shogi::FreezeState state{{}, {count(), count()}};
  const auto kind = static_cast<shogi::PieceType>(freezes_->between(1, 8));
  if (freezes_->happens(0.3)) state.in_force = kind;
  const auto start = shogi::FreezePosition::from(game_.start(), state);
  if (start && !ordinary) game_ = shogi::Game(*start);
  // Once said it holds for all games until `isready`, so that an ordinary one must take it back.
  said_counts_ = said_counts_ || freezes_->happens(0.2);
  if (said_counts_) {
    say("FREEZENUM " + notation::to_text(game_.freeze_position().state().left));
  }
  if (announced) say("usinewgame");
}

shogi::Move ModelGui::with_freeze(shogi::Move move) {
  const shogi::FreezePosition& board = game_.freeze_position();
  if (!freezes_ || !board.may_freeze()) return move;
  const auto kinds = board.freezable(move.bare);
  if (kinds == 0 || !freezes_->happens(0.4)) return move;
  auto rest = kinds;
  for (int skip = freezes_->below(shogi::count(kinds)); skip > 0; --skip) {
    rest = static_cast<shogi::KindMask>(rest & (rest - 1));
  }
  return {move.bare, shogi::first_kind(rest)};
}

void ModelGui::turn() {
  if (turns_left_-- <= 0) {
    game_over();
    return;
  }
  if (chance_.happens(0.05)) change_options();
  be_rude(false);
  say_position(game_);
  say_go(analyses_ && chance_.happens(0.8) ? "infinite"
         : usual_limits_.empty()           ? limits()
                                           : usual_limits_);
}

void ModelGui::say_position(const shogi::Game& game) {
  const KnownPositionPtr known = world_.book().enter(game);
  world_.gui_says(known->line, known);
}

void ModelGui::say_go(const std::string& limits) {
  last_limits_ = limits;
  ++gos_;
  set_in_game(0.4);
  say(limits.empty() ? "go" : "go " + limits);
  set_in_game(0.1);
  searching();
}

// What is no harm to anybody and wrong all the same: words that nobody knows, or that are out of
// place, and positions that are none.
void ModelGui::be_rude(bool in_search) {
  while (rude_ && rude_->happens(0.4)) {
    constexpr std::array<std::string_view, 6> kNoise{"hello",          "",     "   ",
                                                     "register later", "hint", "setoption"};
    switch (rude_->below(in_search ? 5 : 10)) {
      case 0:
      case 1:
        say(std::string(rude_->pick(kNoise)));
        break;
      case 2:
        say("usi");
        break;
      case 3:
        if (state_ != State::kPonders) say("ponderhit");
        break;
      case 4:
        if (in_search) {
          say_position(shogi::Game());
        } else {
          say("position sfen 9/9/9 b - 1");
        }
        break;
      case 5:
        say("position startpos moves 7g7f 7g7f");
        break;
      case 6:
        say("stop");
        break;
      case 7:
        say("gameover draw");
        break;
      case 8:
        say("usinewgame");
        break;
      default:
        say("setoption name MultiPV");
    }
  }
}

void ModelGui::searching() {
  state_ = State::kSearches;
  be_rude(true);
  if (breaks_off()) return;
  if (chance_.happens(impatience_)) {
    plan(chance_.happens(0.3) ? chance_.micros(0, 2'000) : chance_.millis(0, 1'500),
         Plan::kInterrupt);
  } else if (last_limits_.find("infinite") != std::string::npos ||
             last_limits_.find("wait_stop") != std::string::npos) {
    plan(chance_.happens(0.2) ? chance_.micros(0, 2'000) : chance_.millis(0, 3'000), Plan::kStop);
  } else if (last_limits_.find("depth") != std::string::npos ||
             last_limits_.find("nodes") != std::string::npos) {
    const Duration patience = chance_.millis(15'000, 40'000);
    plan(patience, waits_for_ever_ ? Plan::kNone : Plan::kStop);
  } else {
    plan(chance_.millis(0, 0), Plan::kNone);
  }
}

std::string ModelGui::clock() {
  if (!clock_.empty()) return clock_;
  switch (chance_.below(6)) {
    case 0:
      return "btime 0 wtime 0 byoyomi 100";
    case 1:
      return "btime 0 wtime 0 byoyomi 1000";
    case 2:
      return "btime 5000 wtime 4000 binc 100 winc 100";
    case 3:
      return "btime 60000 wtime 60000 byoyomi 500";
    case 4:
      return "btime 0 wtime 0 byoyomi " + std::to_string(chance_.between(1, 3'000));
    default:
      return "btime " + std::to_string(chance_.below(20'000)) + " wtime " +
             std::to_string(chance_.below(20'000)) + " binc " +
             std::to_string(chance_.below(1'000)) + " winc " + std::to_string(chance_.below(1'000));
  }
}

std::string ModelGui::limits() {
  if (!clock_.empty()) return clock_;
  switch (chance_.below(16)) {
    case 0:
      return "movetime " + std::to_string(chance_.between(1, 1'500));
    case 1:
      return "depth " + std::to_string(chance_.between(1, 9));
    case 2:
      return "nodes " + std::to_string(chance_.between(1, 9'999));
    case 3:
      return "infinite";
    case 4:
      return "mate " + std::to_string(chance_.between(1, 1'000));
    case 5:
      return "mate infinite";
    case 6:
      return chance_.happens(0.5) ? "" : "btime 0 wtime 0";
    case 7:
      return clock() + " searchmoves 7g7f 2g2f 3c3d 8c8d";
    case 8:
      return chance_.happens(0.5) ? "rtime 200" : clock() + " wait_stop";
    default:
      return clock();
  }
}

void ModelGui::take_best_move(const std::string& line) {
  state_ = State::kPauses;
  std::string_view rest = line;
  if (base::next_word(rest) == "checkmate") {
    plan(chance_.micros(0, 5'000), Plan::kTurn);
    return;
  }
  const auto move = notation::parse_freeze_move(base::next_word(rest));
  if (!move || !game_.play(move->move) || !game_.freeze_position().has_legal_move()) {
    game_over();
    return;
  }
  if (analyses_) {
    plan(chance_.micros(0, 50'000), Plan::kTurn);
    return;
  }
  const bool named = base::next_word(rest) == "ponder";
  const auto reply = notation::parse_freeze_move(base::next_word(rest));
  if (ponders_ && named && reply && game_.freeze_position().is_legal(reply->move)) {
    ponder(reply->move);
    return;
  }
  opponent_moves(std::nullopt);
  plan(chance_.micros(0, 50'000), Plan::kTurn);
}

void ModelGui::opponent_moves(std::optional<shogi::Move> not_this) {
  const KnownPositionPtr known = world_.book().enter(game_);
  std::vector<shogi::Move> moves = known->legal;
  if (not_this && moves.size() > 1) std::erase(moves, *not_this);
  if (moves.empty() || !game_.play(with_freeze(chance_.pick(moves)))) turns_left_ = 0;
  if (!game_.freeze_position().has_legal_move()) turns_left_ = std::min(turns_left_, 1);
}

void ModelGui::ponder(shogi::Move reply) {
  predicted_ = reply;
  shogi::Game then = game_;
  if (!then.play(reply)) return;
  say_position(then);
  last_limits_ = chance_.happens(0.7) ? clock() : "";
  ++gos_;
  set_in_game(0.2);
  say(last_limits_.empty() ? "go ponder" : "go ponder " + last_limits_);
  set_in_game(0.1);
  state_ = State::kPonders;
  be_rude(true);
  if (breaks_off()) return;
  if (chance_.happens(impatience_)) {
    plan(chance_.millis(0, 1'000), Plan::kInterrupt);
  } else {
    const bool early = chance_.happens(0.3);
    plan(early ? chance_.micros(0, 500) : chance_.millis(0, 2'000), Plan::kPonderEnds);
  }
}

void ModelGui::ponder_ends() {
  if (chance_.happens(0.6)) {
    if (!game_.play(predicted_)) return;
    --turns_left_;
    // Without a clock at `go ponder` most GUIs give one now.
    const bool with_clock = chance_.happens(last_limits_.empty() ? 0.8 : 0.4);
    say(with_clock ? ponderhit() : "ponderhit");
    searching();
    return;
  }
  if (chance_.happens(0.5)) {
    say("stop");
    state_ = State::kDiscards;
    return;
  }
  opponent_moves(predicted_);
  turn();
}

// Behind it stand clocks and nothing else.
std::string ModelGui::ponderhit() {
  const std::string limits = clock();
  return limits.find("time ") == 1 ? "ponderhit " + limits : "ponderhit";
}

void ModelGui::game_over() {
  constexpr std::array<std::string_view, 3> kResults{"win", "lose", "draw"};
  if (chance_.happens(0.8)) say("gameover " + std::string(chance_.pick(kResults)));
  next_game();
}

void ModelGui::next_game() {
  plan(chance_.millis(0, 0), Plan::kNone);
  if (--games_left_ <= 0) {
    leave();
    return;
  }
  const double what = chance_.unit();
  if (what < 0.6) {
    prepare();
  } else {
    new_game(what < 0.85);
  }
}

void ModelGui::leave() {
  state_ = State::kEnded;
  const double how = chance_.unit();
  if (how < 0.7) say("quit");
  if (how > 0.6) world_.gui_hangs_up("");
}

bool ModelGui::breaks_off() {
  if (!hangups_ || !hangups_->happens(0.15)) return false;
  plan(hangups_->happens(0.3) ? hangups_->micros(0, 2'000) : hangups_->millis(0, 1'500),
       Plan::kBreakOff);
  return true;
}

// As if it had been ended from outside: its last words lack their end.
void ModelGui::break_off() {
  state_ = State::kEnded;
  const std::array<std::string, 10> words{"stop",       "ponderhit",
                                          "quit",       "isready",
                                          "usinewgame", "gameover win",
                                          "go ponder",  "go btime 60000 wtime 60000 byoyomi 500",
                                          "go mate 90", world_.book().enter(game_)->line};
  std::string line = hangups_->pick(words);
  // Of a position said rudely, the counts of freezes are those of the game before.
  if (freezes_ && rude_ && line.starts_with("go")) line = "stop";
  const int size = hangups_->happens(0.2) ? static_cast<int>(line.size())
                                          : hangups_->between(1, static_cast<int>(line.size()) - 1);
  world_.gui_hangs_up(line.substr(0, static_cast<std::size_t>(size)));
}

void ModelGui::interrupt() {
  switch (chance_.below(10)) {
    case 0:
    case 1:  // the move is wanted now
      say("stop");
      if (state_ == State::kPonders) state_ = State::kDiscards;
      return;
    case 2:
      game_over();
      return;
    case 3:  // ShogiHome: a move comes that it throws away
      say("stop");
      game_over();
      return;
    case 4:
      prepare();
      return;
    case 5:
      new_game(true);
      return;
    case 6:  // over the running search
      if (state_ == State::kPonders) opponent_moves(predicted_);
      turn();
      return;
    case 7:
      change_options();
      if (state_ == State::kPonders) {
        plan(chance_.millis(0, 500), Plan::kPonderEnds);
      } else {
        searching();
      }
      return;
    case 8:
      if (state_ == State::kPonders && game_.play(predicted_)) {
        say("ponderhit");
        state_ = State::kSearches;
      }
      say("stop");
      if (chance_.happens(0.3)) say("stop");
      return;
    default:
      leave();
  }
}

void ModelGui::change_options() {
  const auto set = [&](const std::string& name, const std::string& value) {
    say("setoption name " + name + " value " + value);
  };
  constexpr std::array<std::string_view, 4> kLanguages{"en", "ja", "en", "auto"};
  constexpr std::array<std::string_view, 3> kReplies{"timeout", "none", "notimplemented"};
  constexpr std::array<std::string_view, 4> kRules{"CSARule27", "CSARule24", "TryRule",
                                                   "NoEnteringKing"};
  const int count = chance_.between(1, 5);
  for (int i = 0; i < count; ++i) {
    const std::string engine = "E" + std::to_string(chance_.between(1, voters_)) + "_";
    switch (chance_.below(16)) {
      case 0: {
        const auto& strategy = chance_.pick(consensus::strategies());
        set("G_GougiType",
            std::string(chance_.happens(0.9) ? strategy.identifier : strategy.japanese_name));
        break;
      }
      case 14:
      case 15:
        change_numbers();
        break;
      case 1:
        set("G_ShowAll", chance_.happens(0.5) ? "true" : "false");
        break;
      case 2:
        set("G_InfoInterval", std::to_string(chance_.below(500)));
        break;
      case 3:
        set("G_MateTimeout", std::to_string(chance_.between(1, 2'000)));
        break;
      case 4:
        set("G_MateTimeoutReply", std::string(chance_.pick(kReplies)));
        break;
      case 5:
        set("G_EnteringKingRule", std::string(chance_.pick(kRules)));
        break;
      case 6:
        set("G_Language", std::string(chance_.pick(kLanguages)));
        break;
      case 7:
        set("USI_Ponder", chance_.happens(0.8) ? "true" : "false");
        break;
      case 8:
        set("USI_Hash", std::to_string(chance_.between(1, 1'024)));
        break;
      case 9:
        set("MultiPV", std::to_string(chance_.between(1, 5)));
        break;
      case 10:
        say("setoption name " + engine + "Clear");
        break;
      case 11:
        set("No_Such_Option", "1");
        break;
      case 12:
        set(engine + "Style", chance_.happens(0.5) ? "wild" : "calm");
        break;
      default:
        set(engine + "Level", std::to_string(chance_.below(21)));
    }
  }
}

// What holds for a search is what was set when it began.
void ModelGui::set_in_game(double often) {
  while (options_ && options_->happens(often)) {
    const auto set = [&](std::string_view name, const std::string& value) {
      say("setoption name " + std::string(name) + " value " + value);
    };
    switch (options_->below(6)) {
      case 0:
        set("G_BudgetNodes", std::to_string(options_->between(1, 20'000)));
        break;
      case 1:
        set("G_BudgetNodes", options_->happens(0.5) ? "0" : "from-go");
        break;
      case 2:
      case 3:
        set("G_AgreementClock", options_->happens(0.7) ? "true" : "false");
        break;
      case 4:
        set("G_VoteLines", options_->happens(0.7) ? "true" : "false");
        break;
      default:
        set("G_ShowAll", options_->happens(0.5) ? "true" : "false");
    }
  }
}

void ModelGui::change_numbers() {
  struct Number {
    std::string_view name;
    int least;
    int most;
  };
  constexpr std::array<Number, 11> kNumbers{{{"G_PvMateTimeout", 1, 1'000},
                                             {"G_MateInfoInterval", 1, 200},
                                             {"G_MateInfoCount", 1, 100},
                                             {"G_ChangePlayerPlys", 1, 4},
                                             {"G_ChuubanStartPlys", 1, 10},
                                             {"G_ShuubanStartPlys", 1, 15},
                                             {"G_ChangePlayerScoreDiff", 1, 100},
                                             {"G_VetoDrop", 0, 20},
                                             {"G_Temperature", 1, 500},
                                             {"G_Seed", 0, 1'000},
                                             {"G_ExtendOnSplit", 100, 500}}};
  const Number& number = chance_.pick(kNumbers);
  say("setoption name " + std::string(number.name) + " value " +
      std::to_string(chance_.between(number.least, number.most)));
  if (chance_.happens(0.2)) {
    say(chance_.happens(0.5) ? "setoption name G_Explain value true"
                             : "setoption name G_Explain value false");
  }
}

std::unique_ptr<ModelGui> gui_of(const Scenario& scenario, std::uint64_t seed, int voters,
                                 GuiWorld& world) {
  const auto dice = [&](bool wished, std::uint64_t stream) {
    return wished ? std::optional(Chance(seed, stream)) : std::nullopt;
  };
  return std::make_unique<ModelGui>(voters, Chance(seed, 1), Chance(seed, 6), world, scenario.clock,
                                    dice(scenario.freezes, 3), dice(scenario.bursts, 992),
                                    dice(scenario.rude, 994), dice(scenario.hangups, 998),
                                    dice(scenario.options, 995));
}

}  // namespace gougi::simulation
