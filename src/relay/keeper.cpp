// SPDX-License-Identifier: MIT
#include "relay/keeper.hpp"

#include <algorithm>

#include "base/say.hpp"
#include "base/text.hpp"
#include "game/rules.hpp"
#include "relay/restart_delay.hpp"
#include "relay/timers.hpp"
#include "usi/failure_words.hpp"
#include "usi/option.hpp"

namespace gougi::relay {
namespace {

using base::Milliseconds;

// Dies so often before it has said who it is: its configuration is wrong, and nothing helps. Nor is
// anything waited for, for longer, of one that dies so often of loading.
constexpr int kMostFailedStarts = 3;
// A relay that was answered for has so long to answer by itself; then it hangs.
constexpr Milliseconds kLongestLate{2'000};
// … and if the GUI waits for the next move already. It has been told to stop, and was late before:
// shorter, and one that was held up for a moment costs a start; longer, and so many moves are
// played that nobody has thought about.
constexpr Milliseconds kLongestLateInGame{300};
// gougi answers `usi` within 4 s, and says every 5 s that it loads.
constexpr Milliseconds kLongestSilence{30'000};
// What is no gougi may load without a word; gougi itself takes no longer to say `readyok`.
constexpr Milliseconds kLongestLoading{600'000};
// gougi's, by which it is known what it keeps back.
constexpr std::string_view kMarginName = "G_Margin";

bool is_answer(std::string_view word) { return word == "bestmove" || word == "checkmate"; }

}  // namespace

Keeper::Keeper() : game_(game::shogi_rules()) {}

const std::vector<Effect>& Keeper::begin(base::TimePoint now) {
  effects_.clear();
  now_ = now;
  stage_ = Stage::kStarting;
  effects_.emplace_back(StartChild{0});
  return effects_;
}

const std::vector<Effect>& Keeper::on(const Event& event) {
  effects_.clear();
  if (ended_) return effects_;
  now_ = event.now;
  std::visit([this](const auto& known) { take(known); }, event.what);
  if (ended_) return effects_;
  answer_what_is_due();
  const auto silence = silence_ends();
  if (!doomed_ && (is_answered_too_late() || (silence && now_ >= *silence))) {
    doomed_ = true;
    effects_.emplace_back(KillChild{0});
  }
  if (restart_at_ && now_ >= *restart_at_) {
    restart_at_.reset();
    stage_ = Stage::kStarting;
    effects_.emplace_back(StartChild{0});
  }
  return effects_;
}

std::optional<base::TimePoint> Keeper::deadline() const {
  if (ended_) return std::nullopt;
  std::optional<base::TimePoint> at = sooner(restart_at_, silence_ends());
  for (const KeptSearch& search : searches_) {
    if (!search.dropped_until) {
      at = sooner(at, search.answer_at(margin_));
    } else if (!doomed_) {
      at = sooner(at, search.dropped_until);
    }
  }
  return at;
}

// The GUI.

void Keeper::take(const HostLine& event) {
  const bool passes_on = stage_ == Stage::kInService;
  std::string_view rest = event.text;
  if (base::next_word(rest) == "quit") {
    if (passes_on) to_relay("quit");
    return finish();
  }
  const auto command = usi::parse_command(event.text);
  if (command && std::holds_alternative<usi::GoCommand>(*command)) {
    make_room();
    hurry();
  }
  if (command && std::holds_alternative<usi::NewGameCommand>(*command)) end_pondering();
  if (passes_on) to_relay(std::string(event.text));
  learn(event.text);
}

void Keeper::take(const HostClosed&) {
  if (stage_ == Stage::kInService) to_relay("quit");
  finish();
}

void Keeper::learn(std::string_view line) {
  const auto command = usi::parse_command(line);
  if (!command) return learn_nonsense(line, command.error().message);
  if (std::holds_alternative<usi::UsiCommand>(*command)) {
    usi_said_ = true;
    usi_answered_ = false;
    heard_at_ = now_;
    if (stage_ == Stage::kGreeted) return;
    if (stage_ == Stage::kLoading) to_relay("usi");
  } else if (std::holds_alternative<usi::IsReadyCommand>(*command)) {
    stop();
    ready_said_ = true;
    ready_answered_ = false;
    heard_at_ = now_;
    in_game_ = false;
    freezes_ = {};
    lines_.counts.clear();
  } else if (const auto* option = std::get_if<usi::SetOptionCommand>(&*command)) {
    learn(*option, line);
  } else if (std::holds_alternative<usi::NewGameCommand>(*command)) {
    stop();
    in_game_ = true;
  } else if (std::holds_alternative<usi::GameOverCommand>(*command)) {
    in_game_ = false;
    stop();
  } else if (const auto* counts = std::get_if<usi::FreezeNumCommand>(&*command)) {
    freezes_ = counts->counts;
    lines_.counts = line;
  } else if (const auto* position = std::get_if<usi::PositionCommand>(&*command)) {
    learn(*position, line);
  } else if (const auto* go = std::get_if<usi::GoCommand>(&*command)) {
    learn(*go);
  } else if (std::holds_alternative<usi::StopCommand>(*command)) {
    stop();
  } else if (const auto* hit = std::get_if<usi::PonderHitCommand>(&*command)) {
    learn(*hit);
  }
}

// What the relay makes of it.
void Keeper::learn_nonsense(std::string_view line, const std::string& why) {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (word == "position") {
    begin_time();
    lines_.position = line;
    game_.refuse(why);
  } else if (word == "gameover") {
    learn(usi::format(usi::Command{usi::GameOverCommand{}}));
  }
}

// Buttons are pressed once; of the others the last value holds.
void Keeper::learn(const usi::SetOptionCommand& command, std::string_view line) {
  if (stage_ == Stage::kLoading) late_.emplace_back(line);
  if (!command.value) return;
  if (command.name == kMarginName) learn_margin(*command.value);
  std::erase_if(options_, [&](const auto& known) { return known.first == command.name; });
  options_.emplace_back(command.name, line);
}

bool Keeper::is_set(std::string_view option) const {
  return std::ranges::any_of(options_, [&](const auto& known) { return known.first == option; });
}

// "auto" is no number.
void Keeper::learn_margin(std::string_view value) {
  const auto ms = base::to_int(value);
  margin_ = ms && *ms >= 0 ? std::optional(Milliseconds(*ms)) : std::nullopt;
}

void Keeper::learn(const usi::PositionCommand& command, std::string_view line) {
  begin_time();
  lines_.position = line;
  std::string ignored;
  if (const auto taken = game_.take(command, freezes_, ignored); !taken) {
    game_.refuse(taken.error().message);
  }
}

void Keeper::learn(const usi::GoCommand& command) {
  const bool waits = ready_said_ && !ready_answered_;
  const base::TimePoint begin = now_ + (waits ? kLongestLoading : Milliseconds(0));
  searches_.push_back({command, begin, game_.game(), game_.is_usable(), lines_});
}

void Keeper::begin_time() {
  KeptSearch* const search = present();
  if (search != nullptr) search->clock_start = std::min(search->clock_start, now_);
}

void Keeper::learn(const usi::PonderHitCommand& command) {
  KeptSearch* const search = present();
  if (search == nullptr || search->stopped_at) return;
  auto* limits = std::get_if<usi::SearchLimits>(&search->go.limits);
  if (limits == nullptr || !limits->ponder) return;
  limits->ponder = false;
  if (command.clock.given) limits->clock = command.clock;
  search->clock_start = now_;
}

// Another `go` comes: it takes the place of a search that was not stopped.
void Keeper::make_room() {
  const KeptSearch* const search = present();
  if (search != nullptr && !search->stopped_at) drop();
}

// Who owes the answer before cannot think about the next.
void Keeper::hurry() {
  for (KeptSearch& search : searches_) {
    if (!search.replaced_at) continue;
    search.dropped_until =
        std::min(*search.dropped_until, *search.replaced_at + kLongestLateInGame);
  }
}

// The GUI waits for no answer of it.
void Keeper::end_pondering() {
  const KeptSearch* const search = present();
  if (search != nullptr && !search->stopped_at && search->awaits_ponderhit()) drop();
}

// The relay would say nothing more of it, or has answered it a moment ago, or has said lines that
// are under way. Nobody can tell, so it is told to answer: what comes before the answer is of it.
void Keeper::drop() {
  if (stage_ != Stage::kInService) return searches_.pop_back();
  to_relay("stop");
  searches_.back().dropped_until = now_ + kLongestAfterStop + kLongestLate;
}

void Keeper::stop() {
  KeptSearch* const search = present();
  if (search == nullptr || search->stopped_at) return;
  begin_time();
  search->stopped_at = now_;
  if (stage_ != Stage::kInService) answer_instead(searches_.size() - 1);
}

KeptSearch* Keeper::present() {
  return searches_.empty() || searches_.back().dropped_until ? nullptr : &searches_.back();
}

// The relay.

void Keeper::take(const ChildStarted&) {
  heard_at_ = now_;
  go_on();
}

void Keeper::take(const ChildFailed& event) {
  if (!is_known_) {
    given_up_ = true;
    return finish();
  }
  lost(event.error);
}

void Keeper::take(const ChildExited& event) { lost(event.how); }

void Keeper::lost(const std::string& how) {
  doomed_ = false;
  std::erase_if(searches_,
                [](const KeptSearch& search) { return search.dropped_until.has_value(); });
  late_.clear();
  ++failures_;
  if (!is_known_ && failures_ >= kMostFailedStarts) {
    given_up_ = true;
    return finish();
  }
  if (failures_ >= kMostFailedStarts) begin_time();
  stage_ = Stage::kDown;
  restart_at_ = now_ + restart_delay(failures_);
  if (usi_said_) {
    to_host(usi::info_string(base::say(
        {"the relay ended: {0}; it is started again", "gougi が終了しました: {0}。起動し直します"},
        usi::failure_words(how))));
  }
  while (!searches_.empty() && searches_.front().stopped_at) answer_instead(0);
}

// The next of what a new relay has to be told before it is in service.
void Keeper::go_on() {
  if (stage_ == Stage::kStarting && usi_said_) {
    stage_ = Stage::kGreeted;
    return to_relay("usi");
  }
  if (stage_ != Stage::kLoading && ready_said_) {
    stage_ = Stage::kLoading;
    for (const auto& option : options_) to_relay(option.second);
    return to_relay("isready");
  }
  if (stage_ != Stage::kLoading) {
    for (const auto& option : options_) to_relay(option.second);
  }
  put_in_service();
}

void Keeper::put_in_service() {
  stage_ = Stage::kInService;
  for (std::string& line : std::exchange(late_, {})) to_relay(std::move(line));
  if (in_game_) to_relay("usinewgame");
  const KeptSearch* const search = present();
  if (search != nullptr) {
    tell(search->lines);
    to_relay(search->rest(now_));
  }
  if (search == nullptr || search->lines != lines_) tell(lines_);
}

void Keeper::tell(const GameLines& lines) {
  if (!lines.counts.empty()) to_relay(lines.counts);
  if (!lines.position.empty()) to_relay(lines.position);
}

void Keeper::take(const ChildLine& event) {
  heard_at_ = now_;
  if (event.text.starts_with("option name G_ReadyTimeout ")) talks_in_loading_ = true;
  if (event.text.starts_with("option name G_Margin ")) {
    const auto option = usi::parse_option(event.text);
    if (option && !is_set(kMarginName)) learn_margin(usi::default_text(*option));
  }
  if (!passes(event.text)) return;
  std::string_view rest = event.text;
  const bool is_thought = base::next_word(rest) == "info" && base::next_word(rest) != "string";
  to_host(std::string(event.text), is_thought);
}

// Whether the GUI is to hear it.
bool Keeper::passes(std::string_view line) {
  std::string_view rest = line;
  const auto word = base::next_word(rest);
  if (stage_ == Stage::kGreeted) {
    const bool was_answered = usi_answered_;
    if (word == "usiok") {
      usi_answered_ = is_known_ = true;
      go_on();
    }
    return !was_answered;
  }
  if (stage_ == Stage::kLoading) {
    if (word != "readyok") {
      const bool is_declaration = word == "id" || word == "option" || word == "usiok";
      if (!usi_answered_ && is_declaration) {
        usi_answered_ = word == "usiok";
        is_known_ = is_known_ || usi_answered_;
        return true;
      }
      return !ready_answered_ && (word == "info" || word.empty());  // a sign of life
    }
    begin_time();
    put_in_service();
    return !std::exchange(ready_answered_, true);
  }
  if (word == "usiok") usi_answered_ = is_known_ = true;
  if (word == "readyok") {
    begin_time();
    ready_answered_ = true;
  }
  if (is_answer(word)) {
    if (searches_.empty()) return false;
    if (searches_.front().is_mate() != (word == "checkmate")) return false;
    const KeptSearch search = std::move(searches_.front());
    searches_.pop_front();
    if (search.dropped_until) return false;
    if (!search.pv.empty()) thought_ = {search.game, search.pv};
    if (!search.takes(line)) {
      say_answer(search, true);
      return false;
    }
    failures_ = 0;
    return true;
  }
  if (word != "info" || searches_.empty()) return true;
  KeptSearch& search = searches_.front();
  if (search.dropped_until) return false;
  const usi::InfoView info = usi::parse_info(line);
  if (!info.pv.empty() && info.multipv.value_or(1) == 1) search.pv = info.pv;
  return true;
}

// An answer in its place.

void Keeper::answer_what_is_due() {
  for (std::size_t i = searches_.size(); i-- > 0;) {
    const auto at = searches_[i].answer_at(margin_);
    if (at && now_ >= *at) return answer_instead(i);
  }
}

void Keeper::answer_instead(std::size_t last) {
  for (std::size_t i = 0; i <= last; ++i) {
    KeptSearch& search = searches_[i];
    if (search.dropped_until) continue;
    say_answer(search);
    if (!search.pv.empty()) thought_ = {search.game, search.pv};
    search.dropped_until = now_ + kLongestLate;
    if (!search.stopped_at) search.replaced_at = now_;
    if (stage_ == Stage::kInService && !search.stopped_at) to_relay("stop");
  }
  // There is nobody whose answers could still come.
  if (stage_ != Stage::kInService)
    searches_.erase(searches_.begin(), searches_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
}

void Keeper::say_answer(const KeptSearch& search, bool has_come) {
  if (search.is_mate()) {
    return to_host("checkmate timeout");
  }
  constexpr base::Text kSilent[] = {{"the relay has not answered: any legal move is played",
                                     "gougi の応答がないため、合法手のどれかを指します"},
                                    {"the relay has not answered: its newest line is played",
                                     "gougi の応答がないため、最後の読み筋の手を指します"}};
  constexpr base::Text kWrong[] = {{"the relay's answer is not legal: any legal move is played",
                                    "gougi の応答が合法手でないため、合法手のどれかを指します"},
                                   {"the relay's answer is not legal: its newest line is played",
                                    "gougi の応答が合法手でないため、最後の読み筋の手を指します"}};
  to_host(usi::info_string(base::said((has_come ? kWrong : kSilent)[search.pv.empty() ? 0 : 1])));
  to_host("bestmove " + search.choice(thought_));
}

bool Keeper::is_answered_too_late() const {
  return std::ranges::any_of(searches_, [this](const KeptSearch& search) {
    return search.dropped_until && now_ >= *search.dropped_until;
  });
}

std::optional<base::TimePoint> Keeper::silence_ends() const {
  if (doomed_) return std::nullopt;
  const bool serves = stage_ == Stage::kInService;
  if (stage_ == Stage::kGreeted || (serves && usi_said_ && !usi_answered_)) {
    return heard_at_ + kLongestSilence;
  }
  if (stage_ == Stage::kLoading || (serves && ready_said_ && !ready_answered_)) {
    return heard_at_ + (talks_in_loading_ ? kLongestSilence : kLongestLoading);
  }
  return std::nullopt;
}

void Keeper::finish() {
  ended_ = true;
  effects_.emplace_back(Finish{});
}

}  // namespace gougi::relay
