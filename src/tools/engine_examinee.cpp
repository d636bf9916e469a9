// SPDX-License-Identifier: MIT
#include "tools/engine_examinee.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "io/process_memory.hpp"
#include "notation/sfen.hpp"
#include "usi/command.hpp"
#include "usi/host_side.hpp"
#include "usi/position_text.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kUsualPatience{5'000};
constexpr Milliseconds kShortPatience{1'000};
constexpr int kManySilences = 3;
// Before `usi`, for banners.
constexpr Milliseconds kQuietTime{200};
constexpr Milliseconds kEndLimit{3'000};
// Of what is kept of a flood, a search's lines many times over; of the rest only answers are.
constexpr std::size_t kMostHeardBytes = std::size_t{4} << 20U;
constexpr std::size_t kMostLineBytes = std::size_t{16} << 10U;

std::string_view first_word(std::string_view line) { return base::next_word(line); }

bool is_answer(std::string_view word) { return word == "bestmove" || word == "checkmate"; }

bool is_usi_word(std::string_view word) {
  return word.empty() || word == "id" || word == "option" || word == "usiok" || word == "readyok" ||
         word == "FREEZE";
}

void keep_first(std::string& place, std::string_view line) {
  if (place.empty()) place = base::printable(line, 160);
}

// What all GUIs bear; the words behind cp and mate aside.
bool is_common_info_word(std::string_view word) {
  constexpr std::array<std::string_view, 16> kWords{
      "depth", "seldepth", "time", "nodes",    "nps", "hashfull", "multipv",    "score",
      "cp",    "mate",     "pv",   "currmove", "+",   "-",        "lowerbound", "upperbound"};
  return std::ranges::find(kWords, word) != kWords.end();
}

bool is_number(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return base::to_int_clamped(word).has_value();
}

}  // namespace

Examinee::Examinee(io::LaunchSpec spec, Options options, Limits limits, const CheckWords& words)
    : spec_(std::move(spec)),
      given_(std::move(options)),
      usiok_(std::min(limits.usiok, limits.loading)),
      loading_(limits.loading),
      words_(words) {}

Examinee::~Examinee() { kill(); }

bool Examinee::be_ready() {
  if (is_ready_ && runs()) {
    if (owed_ == 0) return true;
    if (settle().empty() && owed_ == 0) return true;
  }
  kill();
  if (is_hopeless()) return false;
  if (!start()) return false;
  is_starting_ = true;
  const bool is_up = load();
  is_starting_ = false;
  return is_up;
}

bool Examinee::load() {
  if (!introduce())
    return fail_unready(kNoUsiok, usiok_, usiok_ < loading_ ? "--usiok" : "--timeout");
  set_options();
  ask("isready");
  const auto ready = wait_for("readyok", loading_);
  if (!ready) return fail_unready(kNoReadyok, loading_, "--timeout");
  if (!std::exchange(is_introduced_, true)) introduction_.to_readyok = ready->after;
  say("usinewgame");
  is_ready_ = true;
  failed_starts_ = 0;
  return true;
}

bool Examinee::fail(std::string why) {
  trouble_ = std::move(why);
  ++failed_starts_;
  kill();
  return false;
}

// One that has died may live the next time; of one that is silent nothing else is to be expected,
// and so long a wait is not done twice.
bool Examinee::fail_unready(CheckText silent, Milliseconds waited, std::string_view option) {
  if (is_given_up_) return false;
  if (!runs()) return fail(end_in_words());
  is_mute_ = !is_introduced_;
  return fail(words_(silent, words_.seconds(waited), option));
}

bool Examinee::start() {
  io::ChildProcess::Callbacks events;
  events.on_line = [this](std::string_view line) { hear(line); };
  events.on_stderr_line = [this](std::string_view line) { hear_error(line); };
  events.on_exit = [this](const io::ExitStatus& status) {
    exit_ = status;
    loop_.stop();
  };
  exit_.reset();
  last_words_ = {};
  is_ready_ = false;
  may_be_older_ = false;
  owed_ = 0;
  heard_.clear();
  heard_bytes_ = 0;
  asked_at_ = io::EventLoop::now();
  auto launched = io::ChildProcess::launch(loop_, spec_, std::move(events));
  if (!launched) return fail(launched.error().message);
  process_ = std::move(*launched);
  return true;
}

bool Examinee::introduce() {
  if (!is_introduced_) {
    listen(kQuietTime);
    for (const Answer& line : heard_) keep_first(introduction_.before, base::trim(line.line));
  }
  ask("usi");
  const auto usiok = wait_for("usiok", usiok_);
  if (!usiok) return false;
  if (is_introduced_) return true;
  introduction_.to_usiok = usiok->after;
  introduction_.lines.clear();
  options_.clear();
  for (const Answer& line : heard_) {
    if (first_word(line.line) == "usiok") break;
    introduction_.lines.push_back(line.line);
    if (first_word(line.line) != "option") continue;
    if (auto option = usi::parse_option(line.line)) options_.push_back(std::move(*option));
  }
  return true;
}

// As who plays with it sets them: what it cannot be without first.
void Examinee::set_options() {
  Options values;
  for (const std::string& line : introduction_.lines) {
    const auto answer = usi::parse_answer(line);
    const auto* name = answer ? std::get_if<usi::IdNameAnswer>(&*answer) : nullptr;
    if (name != nullptr) values = usi::quirks_of(name->name).options;
  }
  values.insert(values.end(), given_.begin(), given_.end());
  for (const auto& [name, value] : values) {
    const auto known = std::ranges::find_if(options_, [&name = name](const usi::Option& option) {
      return base::iequals(option.name, name);
    });
    say("setoption name " + (known == options_.end() ? name : known->name) + " value " + value);
  }
}

std::string Examinee::death() const { return exit_ ? words_.reason(exit_->text) : std::string(); }

std::string Examinee::end_in_words() const {
  const std::string last_words = last_words_.text();
  return words_(kItEnded, death()) +
         (last_words.empty() ? std::string() : words_(kLastWords, last_words));
}

void Examinee::give_up_start() {
  if (!is_starting_) return;
  is_given_up_ = true;
  loop_.stop();
}

void Examinee::kill() {
  is_ready_ = false;
  owed_ = 0;
  if (!process_) return;
  process_->kill();
  wait_exit(kEndLimit);
  process_.reset();
}

std::string Examinee::settle() {
  if (!is_ready_) return {};
  if (!runs()) {
    is_ready_ = false;
    return end_in_words();
  }
  if (owed_ == 0) return {};
  say("stop");
  const auto end = io::EventLoop::now() + patience();
  waits_ = true;
  while (owed_ > 0 && runs() && io::EventLoop::now() < end) run_until(end);
  waits_ = false;
  if (owed_ == 0 && runs()) return {};
  std::string what =
      runs() ? words_(kSent, "stop") + ": " + words_(kNothingIn, words_.seconds(patience()))
             : end_in_words();
  kill();
  return what;
}

void Examinee::ask(std::string_view line) {
  heard_.clear();
  heard_bytes_ = 0;
  asked_at_ = io::EventLoop::now();
  say(line);
}

void Examinee::say(std::string_view line) {
  follow(line);
  if (process_) process_->write_line(line);
}

void Examinee::ask_at_once(const std::string& lines) {
  heard_.clear();
  heard_bytes_ = 0;
  asked_at_ = io::EventLoop::now();
  std::string_view rest(lines);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    follow(base::trim(rest.substr(0, end)));
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  if (process_) process_->write_lines(lines);
}

void Examinee::forgive() {
  owed_ = 1;
  may_be_older_ = true;
}

void Examinee::hang_up(Milliseconds grace) {
  if (process_) process_->shut_down(grace);
}

// What was said, as it will be judged by.
void Examinee::follow(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "go") {
    ++owed_;
  } else if (word == "position") {
    const auto command = usi::parse_command(line);
    const auto* position = command ? std::get_if<usi::PositionCommand>(&*command) : nullptr;
    if (position == nullptr) return;
    if (auto game = usi::replay(*position)) game_ = std::move(*game);
  }
}

template <class Wanted>
std::optional<Examinee::Answer> Examinee::wait(Milliseconds limit, Wanted wanted) {
  const auto end = io::EventLoop::now() + limit;
  std::size_t looked_at = 0;
  for (;;) {
    for (; looked_at < heard_.size(); ++looked_at) {
      if (wanted(first_word(heard_[looked_at].line))) return heard_[looked_at];
    }
    if (!runs() || is_given_up_) return std::nullopt;
    if (io::EventLoop::now() >= end) return std::nullopt;
    waits_ = true;
    run_until(end);
    waits_ = false;
  }
}

std::optional<Examinee::Answer> Examinee::wait_for(std::string_view word, Milliseconds limit) {
  awaited_ = word;
  auto found = wait(limit, [word](std::string_view first) { return first == word; });
  awaited_.clear();
  return found;
}

std::optional<Examinee::Answer> Examinee::answer(Milliseconds limit) {
  auto found = wait(limit, is_answer);
  if (found) {
    silences_ = 0;
  } else if (runs()) {
    ++silences_;
  }
  return found;
}

void Examinee::listen(Milliseconds span) {
  const auto end = io::EventLoop::now() + span;
  while (runs() && io::EventLoop::now() < end) run_until(end);
}

bool Examinee::wait_exit(Milliseconds limit) {
  listen(limit);
  return !runs();
}

int Examinee::count(std::string_view word) const {
  return static_cast<int>(std::ranges::count_if(
      heard_, [word](const Answer& line) { return first_word(line.line) == word; }));
}

Milliseconds Examinee::patience() const {
  return std::min(loading_, silences_ >= kManySilences ? kShortPatience : kUsualPatience);
}

std::size_t Examinee::memory() const {
  return process_ ? io::resident_memory_of(process_->pid()) : std::size_t{0};
}

void Examinee::run_until(base::TimePoint end) {
  const auto timer = loop_.set_timer(end, [this] { loop_.stop(); });
  loop_.run();
  loop_.cancel_timer(timer);
}

void Examinee::hear(std::string_view line) {
  const std::string_view word = first_word(line);
  const bool answers = is_answer(word);
  std::string kept(line.substr(0, kMostLineBytes));  // word is of `line`, which stays
  if (word == "info") {
    judge_info(kept);
  } else if (answers) {
    if (owed_ == 0) keep_first(seen_.unasked_answer, line);
    if (owed_ > 0) judge_ponder(kept);
    owed_ = std::max(0, owed_ - 1);
    may_be_older_ = may_be_older_ && owed_ > 0;
  } else if (is_ready_ && !is_usi_word(word)) {
    keep_first(seen_.foreign, line);
  }
  if (heard_bytes_ < (word == "info" ? kMostHeardBytes : 2 * kMostHeardBytes)) {
    heard_bytes_ += kept.size() + sizeof(Answer);
    heard_.push_back({std::move(kept), io::EventLoop::now() - asked_at_});
  }
  if (waits_) loop_.stop();
}

void Examinee::hear_error(std::string_view line) {
  keep_first(seen_.error_line, line);
  last_words_.hear(line);
  seen_.error_bytes += line.size() + 1;
}

void Examinee::judge_info(const std::string& line) {
  ++seen_.infos;
  const usi::InfoView info = usi::parse_info(line);
  if (info.malformed) keep_first(seen_.malformed_info, line);
  if (owed_ == 0) {
    if (info.score || !info.pv.empty()) keep_first(seen_.unasked_info, line);
    return;
  }
  std::string_view rest(line);
  base::next_word(rest);
  bool in_pv = false;
  for (auto word = base::next_word(rest); !word.empty(); word = base::next_word(rest)) {
    if (word == "string") break;
    const bool fits = is_common_info_word(word) || is_number(word) ||
                      notation::parse_usi_move(word).has_value() || in_pv;
    if (!fits) keep_first(seen_.odd_word, line);
    in_pv = in_pv ? !is_common_info_word(word) : word == "pv";
  }
  if (may_be_older_) return;
  if (!info.currmove.empty()) {
    const auto move = notation::parse_usi_move(info.currmove);
    if (!move || !game_.position().is_legal(*move)) keep_first(seen_.illegal_currmove, line);
  }
  shogi::Position position = game_.position();
  std::string_view pv = info.pv;
  for (auto word = base::next_word(pv); !word.empty(); word = base::next_word(pv)) {
    const auto move = notation::parse_usi_move(word);
    if (!move || !position.is_legal(*move)) return keep_first(seen_.illegal_pv, line);
    shogi::Undo undo;
    position.do_move(*move, undo);
  }
}

void Examinee::judge_ponder(const std::string& line) {
  std::string_view rest(line);
  if (base::next_word(rest) != "bestmove") return;
  const auto best = notation::parse_usi_move(base::next_word(rest));
  if (!best || base::next_word(rest) != "ponder") return;
  shogi::Position position = game_.position();
  if (!position.is_legal(*best)) return;  // another rule's affair
  shogi::Undo undo;
  position.do_move(*best, undo);
  const auto ponder = notation::parse_usi_move(base::next_word(rest));
  if (!ponder || !position.is_legal(*ponder)) keep_first(seen_.illegal_ponder, line);
}

}  // namespace gougi::tools
