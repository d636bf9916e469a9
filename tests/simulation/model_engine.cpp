// SPDX-License-Identifier: MIT
#include "simulation/model_engine.hpp"

#include <algorithm>
#include <array>

#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/answer.hpp"

namespace gougi::simulation {
namespace {

using Kind = EngineTask::Kind;
using base::Duration;
using base::Milliseconds;
using std::chrono::microseconds;

Duration share(double part, Duration whole) {
  return Duration(static_cast<Duration::rep>(part * static_cast<double>(whole.count())));
}

// What an engine makes of its limits, as a share of what it may use.
Duration thinking_time(const usi::SearchLimits& limits, shogi::Color side, double pace,
                       Chance& chance) {
  if (limits.movetime) return share(pace, *limits.movetime);
  if (limits.rtime) return share(pace, *limits.rtime);
  if (!limits.clock.given) return chance.millis(1, 200);
  const bool black = side == shogi::Color::kBlack;
  const Milliseconds time = black ? limits.clock.btime : limits.clock.wtime;
  const Milliseconds increment = black ? limits.clock.binc : limits.clock.winc;
  return share(pace, time / 20 + limits.clock.byoyomi + increment);
}

}  // namespace

Character Character::draw(Role role, int number, Chance& chance) {
  Character character;
  character.role = role;
  character.id_name = "Model " + std::to_string(number);
  character.pace = 0.02 + 0.93 * chance.unit();
  character.infos = chance.below(5);
  character.scores = !chance.happens(0.1);
  character.names_ponder = !chance.happens(0.2);
  character.multipv = chance.happens(0.2);
  character.best_line_last = chance.happens(0.3);
  character.multiple_choice = chance.happens(0.5);
  character.resigns = chance.happens(0.1) ? 0.3 : 0.005;
  if (role == Role::kVoter) {
    character.knows_ponderhit_time = chance.happens(0.2);
    character.knows_wait_stop = chance.happens(0.2);
    character.knows_mateinfo = chance.happens(0.2);
    character.gps = chance.happens(0.06);
    character.fairy = !character.gps && chance.happens(0.06);
    if (character.gps) character.id_name = "GPSShogi 1.0";
    if (character.fairy) character.id_name = "Fairy-Stockfish 11";
  }
  if (role == Role::kReserve) character.id_name = "gougi-engine";
  return character;
}

Character Character::of_relay(std::vector<std::string> options) {
  Character character;
  character.id_name = "simulated";
  character.multiple_choice = std::ranges::any_of(
      options, [](const std::string& line) { return line.starts_with("option name MultiPV "); });
  character.relays_options = std::move(options);
  return character;
}

void Character::draw_freezes(Chance& chance) {
  using usi::FreezeAbility;
  constexpr std::array<FreezeAbility, 7> kAbilities{
      FreezeAbility::kNone,        FreezeAbility::kNone,      FreezeAbility::kIgnore,
      FreezeAbility::kAllowFreeze, FreezeAbility::kCanFreeze, FreezeAbility::kOk,
      FreezeAbility::kOk};
  freezes = chance.pick(kAbilities);
  if (role == Role::kReserve && chance.happens(0.8)) freezes = FreezeAbility::kOk;
  says_freeze = freezes != FreezeAbility::kNone || chance.happens(0.5);
}

Manners Manners::draw(Chance& chance) {
  Manners manners;
  manners.always_thinks_aloud = chance.happens(0.6);
  const double what = chance.unit();
  const bool two = chance.happens(0.1);
  constexpr std::array kReads{Reads::kUntilGo, Reads::kStop, Reads::kStop, Reads::kNothing};
  const Reads reads = chance.pick(kReads);
  if (what < 0.45 || two) manners.reads = reads;
  if ((what >= 0.45 && what < 0.7) || two) {
    manners.repeats = chance.happens(0.5) ? Repeats::kOneMove : Repeats::kItsFirst;
  }
  manners.mute = what >= 0.7 && what < 0.95;
  manners.deaf = manners.mute && chance.happens(0.5);
  manners.asleep = manners.deaf && chance.happens(0.5);
  return manners;
}

std::vector<std::string> Character::option_lines() const {
  if (is_relay()) return relays_options;
  std::vector<std::string> lines{"option name Style type combo default calm var calm var wild",
                                 "option name Level type spin default 3 min 0 max 20",
                                 "option name USI_Hash type spin default 16 min 1 max 1024",
                                 "option name Clear type button"};
  if (multiple_choice) lines.emplace_back("option name MultiPV type spin default 1 min 1 max 9");
  if (says_freeze) lines.push_back(usi::format(usi::FreezeAnswer{freezes}));
  if (fairy) lines.emplace_back("option name UCI_Variant type combo default chess var chess");
  return lines;
}

ModelEngine::ModelEngine(int index, Character character, const FaultRates& rates, Chance chance,
                         Chance oddities, EngineWorld& world)
    : index_(index),
      character_(std::move(character)),
      rates_(rates),
      chance_(chance),
      oddities_(oddities),
      world_(world) {}

bool ModelEngine::struck_by(Fault fault) {
  Chance& dice = fault < kFirstLateFault ? chance_ : oddities_;
  if (!dice.happens(rates_.of(fault))) return false;
  world_.injected(fault);
  return true;
}

void ModelEngine::say_later(Duration after, std::string line, Origin origin) {
  world_.engine_wakes(index_, after, {Kind::kSay, 0, std::move(line), origin});
}

void ModelEngine::later(Duration after, Kind kind) {
  world_.engine_wakes(index_, after, {kind, search_});
}

void ModelEngine::exit(const std::string& how) {
  runs_ = false;
  world_.engine_exits(index_, how);
}

void ModelEngine::start() {
  runs_ = true;
  hung_ = frozen_ = searching_ = false;
  unread_.clear();
  postponed_.clear();
  position_line_.clear();
  position_.reset();
  last_answer_.clear();
  gos_ = search_go_ = 0;
  lines_ = 1;
  if (struck_by(Fault::kCrashAtStart)) later(chance_.micros(0, 50'000), Kind::kCrash);
}

void ModelEngine::killed() { runs_ = false; }

void ModelEngine::take(const std::string& line) {
  if (!runs_ || hung_) return;
  unread_.push_back(line);
  read_on();
}

bool ModelEngine::waits_with(const std::string& line) const {
  if (!searching_) return false;
  switch (character_.manners.reads) {
    case Manners::Reads::kAll:
      return false;
    case Manners::Reads::kUntilGo:
      return line.starts_with("go");
    case Manners::Reads::kStop:
      return line != "stop" && line != "quit" && !line.starts_with("ponderhit");
    case Manners::Reads::kNothing:
      return true;
  }
  return false;
}

// In the order in which the lines came.
void ModelEngine::read_on() {
  while (!unread_.empty() && runs_ && !hung_ && !frozen_) {
    if (waits_with(unread_.front())) return;
    const std::string line = std::move(unread_.front());
    unread_.pop_front();
    hear(line);
  }
}

// What came while it stood still, and what fell due, in this order: the pipe was read first.
void ModelEngine::thaw() {
  frozen_ = false;
  read_on();
  while (!postponed_.empty() && runs_ && !hung_ && !frozen_) {
    EngineTask next = std::move(postponed_.front());
    postponed_.pop_front();
    wake(std::move(next));
  }
}

void ModelEngine::wake(EngineTask task) {
  if (!runs_ || hung_) return;
  if (task.kind == Kind::kThaw) {
    thaw();
    return;
  }
  if (frozen_) {
    postponed_.push_back(std::move(task));
    return;
  }
  switch (task.kind) {
    case Kind::kSay:
      world_.engine_says(index_, std::move(task.text), task.origin);
      break;
    case Kind::kInfo:
      if (!searching_ || task.search != search_) break;
      ++depth_;
      say_infos();
      break;
    case Kind::kAnswer:
      if (searching_ && task.search == search_) answer();
      break;
    case Kind::kCrash:
      if (position_ && struck_by(Fault::kHalfLastLine)) {
        const std::string text = searching_ && !mate_search_ ? best_move() : info_line(1);
        world_.engine_says_half(index_, text.substr(0, text.size() - 1));
      }
      exit("signal 11");
      break;
    case Kind::kHang:
      hung_ = true;
      break;
    case Kind::kFreeze:
      frozen_ = true;
      later(chance_.happens(0.5) ? chance_.millis(5, 200) : chance_.millis(200, 5'000),
            Kind::kThaw);
      break;
    case Kind::kThaw:
      break;
  }
}

void ModelEngine::say_infos() {
  const int last = std::max(lines_, character_.multipv ? 2 : 1);
  for (int i = 1; i <= last; ++i) {
    say_of_search(info_line(character_.best_line_last ? last + 1 - i : i));
  }
}

void ModelEngine::hear(const std::string& line) {
  if (line == "usi") {
    declare();
  } else if (line == "isready") {
    load();
  } else if (line.starts_with("position")) {
    position_line_ = line;
  } else if (line.starts_with("go")) {
    go(line);
  } else if (line == "stop") {
    stop();
  } else if (line.starts_with("ponderhit")) {
    ponder_hit();
  } else if (line.starts_with("setoption name MultiPV value ")) {
    if (character_.multiple_choice) lines_ = std::clamp(line.back() - '0', 1, 9);
  } else if (line == "quit") {
    exit("exit code 0");
  }
}

void ModelEngine::declare() {
  if (struck_by(Fault::kGarbage)) say(garbage());
  say("id name " + character_.id_name);
  say("id author nobody");
  for (std::string& line : const_cast<const Character&>(character_).option_lines()) {
    say(std::move(line));
  }
  if (struck_by(Fault::kLostUsiOk)) return;
  Duration after = chance_.micros(0, 20'000);
  if (struck_by(Fault::kSlowUsiOk)) after = chance_.millis(500, 40'000);
  say_later(after, "usiok");
}

void ModelEngine::load() {
  if (searching_ && character_.manners.asleep) return;
  if (struck_by(Fault::kLostReadyOk)) return;
  Duration after = chance_.happens(0.3) ? chance_.micros(0, 300'000) : chance_.micros(0, 1'000);
  if (struck_by(Fault::kSlowReadyOk)) after = chance_.millis(500, 20'000);
  say_later(after, "readyok");
  if (struck_by(Fault::kUnaskedReadyOk)) {
    say_later(after + chance_.millis(0, 500), "readyok", {0, true});
  }
  if (struck_by(Fault::kCrashWhenIdle)) later(chance_.millis(0, 500), Kind::kCrash);
}

void ModelEngine::go(const std::string& line) {
  ++gos_;
  const auto command = usi::parse_command(line);
  if (!command || !std::holds_alternative<usi::GoCommand>(*command)) return;
  say_one_too_many();
  if (!position_ || (position_->line != position_line_ && position_->sfen_line != position_line_)) {
    position_ = world_.book().read(position_line_);
  }
  if (!position_) return;
  if (!last_answer_.empty() && struck_by(Fault::kStaleAnswer)) {
    say_later(chance_.micros(0, 20'000), last_answer_, {search_go_, true});
  }
  searching_ = true;
  ++search_;
  search_go_ = gos_;
  depth_ = 0;
  const auto& limits = std::get<usi::GoCommand>(*command).limits;
  if (const auto* mate = std::get_if<usi::MateLimits>(&limits)) {
    begin_mate_search(*mate);
  } else {
    begin_search(std::get<usi::SearchLimits>(limits));
  }
}

// Of the search before, and now it has read the next `go`.
void ModelEngine::say_one_too_many() {
  if (!position_ || position_->legal.empty() || !struck_by(Fault::kSurplusAnswer)) return;
  const shogi::Move move = oddities_.pick(position_->legal);
  say_later(oddities_.micros(0, 20'000), "bestmove " + notation::to_usi(move), {search_go_, true});
}

void ModelEngine::begin_mate_search(const usi::MateLimits& limits) {
  mate_search_ = true;
  held_ = false;
  Duration span = chance_.micros(100, 300'000);
  if (limits.time) span = std::min<Duration>(span, *limits.time);
  if (struck_by(Fault::kLateAnswer)) span += chance_.millis(10, 5'000);
  plan_mishaps(span);
  if (!character_.manners.mute) later(span, Kind::kAnswer);
}

void ModelEngine::begin_search(const usi::SearchLimits& limits) {
  mate_search_ = false;
  limits_ = limits;
  held_ = limits.infinite || limits.ponder || limits.wait_stop;
  chosen_ = character_.manners.repeats == Manners::Repeats::kNothing ? choose() : its_only_move();
  if (character_.manners.mute) return;
  Duration span = chance_.millis(1, 2'000);
  if (held_ && character_.manners.reads == Manners::Reads::kNothing) {  // else it would never end
    later(span, Kind::kAnswer);
  } else if (!held_) {
    span = thinking_time(limits, position_->position.side_to_move(), character_.pace, chance_);
    if (struck_by(Fault::kLateAnswer)) span = 2 * span + chance_.millis(0, 3'000);
    later(span, Kind::kAnswer);
  } else if (struck_by(Fault::kAnswerInPonder)) {
    later(span, Kind::kAnswer);
  }
  plan_infos(span);
  plan_mishaps(span);
}

void ModelEngine::plan_infos(Duration span) {
  const int count = character_.infos == 0 ? 0 : chance_.below(character_.infos + 1);
  for (int i = 0; i < count; ++i) later(share(chance_.unit(), span), Kind::kInfo);
  if (count == 0 && character_.manners.always_thinks_aloud) later(Duration(0), Kind::kInfo);
}

void ModelEngine::plan_mishaps(Duration span) {
  const auto some_time = [&] { return share(1.5 * chance_.unit(), span); };
  if (struck_by(Fault::kCrashInSearch)) later(some_time(), Kind::kCrash);
  if (struck_by(Fault::kHang)) later(some_time(), Kind::kHang);
  if (struck_by(Fault::kFreeze)) later(some_time(), Kind::kFreeze);
  if (struck_by(Fault::kGarbage)) say_later(some_time(), garbage());
  if (struck_by(Fault::kFlood)) {
    for (int i = 0; i < 30; ++i) later(span / 2, Kind::kInfo);
  }
  if (!mate_search_ && struck_by(Fault::kAnswerWithoutGo)) {
    say_later(span + chance_.micros(0, 100'000), best_move(), {search_go_, true});
  }
}

void ModelEngine::stop() {
  if (!searching_) return;
  held_ = false;
  if (character_.manners.deaf || struck_by(Fault::kDeafToStop)) return;
  Duration after = chance_.micros(20, 3'000);
  if (struck_by(Fault::kLateStop)) after = chance_.millis(5, 3'000);
  later(after, Kind::kAnswer);
}

void ModelEngine::ponder_hit() {
  if (!searching_ || !limits_.ponder) return;
  limits_.ponder = false;
  if (limits_.infinite) return;
  held_ = false;
  if (character_.manners.mute) return;
  Duration span =
      thinking_time(limits_, position_->position.side_to_move(), character_.pace, chance_);
  // It has thought already; some answer at once.
  if (chance_.happens(0.3)) span = microseconds(50);
  if (struck_by(Fault::kLateAnswer)) span = 2 * span + chance_.millis(0, 3'000);
  later(span, Kind::kAnswer);
}

void ModelEngine::answer() {
  searching_ = false;
  std::string text = mate_search_ ? mate_answer() : best_move();
  last_answer_ = text;
  if (struck_by(Fault::kPartialLine)) {
    say_of_search(
        text.substr(0, static_cast<std::size_t>(chance_.below(static_cast<int>(text.size())))));
    if (chance_.happens(0.5)) {
      exit("exit code 1");
    } else {
      read_on();
    }
    return;
  }
  say_of_search(mate_search_ ? text : spoilt(text));
  if (struck_by(Fault::kDoubledAnswer)) {
    say_later(chance_.micros(0, 50'000), text, {search_go_, true});
  }
  if (!mate_search_ && struck_by(Fault::kChattyAfterAnswer)) {
    say_later(chance_.micros(0, 50'000), info_line(1), {search_go_, false});
  }
  if (struck_by(Fault::kCrashWhenIdle)) later(chance_.millis(0, 500), Kind::kCrash);
  read_on();
}

std::string ModelEngine::spoilt(std::string text) {
  constexpr std::array<std::string_view, 8> kWords{"7g7fzX", "foo",  "7g7f+x",   "7g7fZ",
                                                   "K*5e",   "9z9z", "7g7f2g2f", "+7776FU"};
  if (struck_by(Fault::kUnreadableAnswer)) return "bestmove " + std::string(oddities_.pick(kWords));
  const bool moves = text.size() > 9 && text[9] >= '1' && text[9] <= '9';
  if (!moves || !struck_by(Fault::kFalseFreezeNote)) return text;
  // Not what was frozen, if anything was.
  const auto frozen = position_->board.state().in_force;
  const std::string_view note = frozen == shogi::PieceType::kGold ? "ZS" : "ZG";
  return text.insert(std::min(text.find(' ', 9), text.size()), note);
}

std::string ModelEngine::mate_answer() {
  if (struck_by(Fault::kMateByBestMove)) return "bestmove resign";
  if (struck_by(Fault::kFalseMate)) {
    const std::string lie =
        position_->legal.empty() ? "7g7f" : notation::to_usi(chance_.pick(position_->legal));
    return "checkmate " + lie + (chance_.happens(0.3) ? " 5a5b G*5c" : "");
  }
  for (const shogi::Move move : position_->legal) {
    if (!position_->board.gives_check(move)) continue;
    shogi::FreezePosition next = position_->board;
    shogi::FreezeUndo undo;
    next.do_move(move, undo);
    if (next.is_mated()) return "checkmate " + notation::to_usi(move);
  }
  constexpr std::array<std::string_view, 5> kNone{"nomate", "nomate", "timeout", "none",
                                                  "notimplemented"};
  return "checkmate " + std::string(chance_.pick(kNone));
}

std::string ModelEngine::best_move() {
  if (character_.manners.repeats != Manners::Repeats::kNothing) {
    return "bestmove " + notation::to_usi(chosen_);
  }
  if (struck_by(Fault::kIllegalMove)) return "bestmove " + illegal_choice();
  if (position_->legal.empty()) return "bestmove resign";
  if (shogi::can_declare(position_->position, shogi::DeclarationRule::k27) &&
      chance_.happens(0.5)) {
    return "bestmove win";
  }
  if (chance_.happens(character_.resigns)) return "bestmove resign";
  std::string text = "bestmove " + notation::to_usi(chosen_);
  if (!character_.names_ponder || chance_.happens(0.3)) return text;
  shogi::FreezePosition next = position_->board;
  shogi::FreezeUndo undo;
  if (next.is_legal(chosen_)) next.do_move(chosen_, undo);  // what ignores a freeze may not be
  // Any reply will do; most often it is a king's, a pawn's, and sometimes it is none at all.
  constexpr std::array<std::string_view, 6> kReplies{"3c3d", "8c8d", "7g7f",
                                                     "2g2f", "5a4b", "5i6h"};
  for (std::size_t i = 0; i < kReplies.size(); ++i) {
    // Engines often expect the same.
    const std::size_t own = last_answer_.size() % 2 == 0 ? static_cast<std::size_t>(index_) : 0;
    const std::string_view reply = kReplies[(i + own) % kReplies.size()];
    const auto move = notation::parse_usi_move(reply);
    if (!next.is_legal(*move)) continue;
    return text + " ponder " + notation::to_usi(with_freeze(next, *move));
  }
  return chance_.happens(0.3) ? text + " ponder 5e5d" : text;
}

std::string ModelEngine::illegal_choice() {
  constexpr std::array<std::string_view, 9> kChoices{"5e5e", "1a9i",   "R*5e", "9i9a+", "win",
                                                     "",     "(none)", "7g7",  "0000"};
  if (position_->freezes && chance_.happens(0.5)) {
    constexpr std::array<std::string_view, 5> kFreezes{"7g7fzG", "3c3dzP+", "2g2fzK", "8c8dzR",
                                                       "5i5hzZ"};
    return std::string(chance_.pick(kFreezes));
  }
  return std::string(chance_.pick(kChoices));
}

std::string ModelEngine::info_line(int multipv) {
  if (!position_ || position_->legal.empty()) return "info depth 1 nodes 7";
  std::string line = "info depth " + std::to_string(depth_);
  if (character_.multipv || lines_ > 1) line += " multipv " + std::to_string(multipv);
  if (character_.scores) {
    const int value = world_.unique_score();
    if (chance_.happens(0.05)) {
      line += chance_.happens(0.5) ? " score mate " : " score mate -";
      line += std::to_string(1 + value % 30);
    } else {
      line += " score cp " + std::to_string(chance_.happens(0.5) ? value : -value);
    }
    if (chance_.happens(0.1)) line += chance_.happens(0.5) ? " lowerbound" : " upperbound";
  }
  line += " nodes " + std::to_string(depth_ * 1000);
  if (chance_.happens(0.1)) return line;
  const shogi::Move first = multipv == 1 && chance_.happens(0.8) ? chosen_ : choose();
  // Behind its answer it has nothing new to say.
  line += " pv " + notation::to_usi(searching_ ? first : chosen_);
  if (chance_.happens(0.3)) line += " 3c3d 2g2f";  // legal now and then
  return line;
}

std::string ModelEngine::garbage() {
  constexpr std::array<std::string_view, 16> kLines{"",
                                                    "Unknown command: usinewgame",
                                                    "info",
                                                    "info depth",
                                                    "info depth x score cp",
                                                    "bestmov 7g7f",
                                                    "info string pv depth score bestmove 7g7f",
                                                    "\xff\xfe\x80",
                                                    "option name",
                                                    "option name Late type check default false",
                                                    "readyok2",
                                                    "checkmate",
                                                    "error: nothing",
                                                    "info score cp 5 pv",
                                                    "info depth 3 score cp 1 pv 9z9z 5e5e",
                                                    "id name Somebody Else"};
  return std::string(chance_.pick(kLines));
}

shogi::Move ModelEngine::with_freeze(const shogi::FreezePosition& board, shogi::Move move) {
  if (board.plain() || !usi::declares_freezes(character_.freezes) || !board.may_freeze()) {
    return move;
  }
  const auto kinds = board.freezable(move.bare);
  if (kinds == 0 || !chance_.happens(0.3)) return move;
  auto rest = kinds;
  for (int skip = chance_.below(shogi::count(kinds)); skip > 0; --skip) {
    rest = static_cast<shogi::KindMask>(rest & (rest - 1));
  }
  return {move.bare, shogi::first_kind(rest)};
}

shogi::Move ModelEngine::its_only_move() {
  if (character_.manners.repeats == Manners::Repeats::kOneMove) {
    return notation::parse_usi_move("7g7f").value();
  }
  if (!first_choice_) first_choice_ = choose();
  return first_choice_;
}

shogi::Move ModelEngine::choose() {
  std::vector<shogi::Move> among = position_->legal;
  const bool sees = usi::accepts_freezes(character_.freezes) || !position_->freezes;
  if (!sees) {  // it plays by the ordinary rules, whatever it has been told
    shogi::MoveList moves;
    shogi::generate_legal(position_->position, moves);
    among.assign(moves.begin(), moves.end());
  }
  if (among.empty()) return {};
  if (!limits_.search_moves.empty() && chance_.happens(0.9)) {
    const int which = chance_.below(static_cast<int>(limits_.search_moves.size()));
    const shogi::Move wanted = limits_.search_moves[static_cast<std::size_t>(which)].of_shogi();
    if (position_->board.is_legal(wanted)) return wanted;
  }
  // Engines often agree.
  const shogi::Move move =
      chance_.happens(0.5) ? among[position_->position.key() % among.size()] : chance_.pick(among);
  return with_freeze(position_->board, move);
}

}  // namespace gougi::simulation
