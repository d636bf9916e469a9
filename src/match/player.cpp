// SPDX-License-Identifier: MIT
#include "match/player.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/affinity.hpp"

namespace gougi::match {
namespace {

// Of a move. A relay's table of votes has a few hundred bytes.
constexpr std::size_t kMostNoteBytes = 8192;

constexpr base::Milliseconds kLeaving{1000};

// As many as are kept, of what may be a long text.
std::string_view first_words(std::string_view text) {
  std::string_view rest = text;
  for (std::size_t i = 0; i < kMostLineMoves; ++i) base::next_word(rest);
  return text.substr(0, text.size() - rest.size());
}

bool is_text(const usi::Option& option) {
  return std::holds_alternative<usi::StringOption>(option.kind) ||
         std::holds_alternative<usi::FilenameOption>(option.kind);
}

}  // namespace

Player::Player(io::EventLoop& loop, io::ChildLauncher& launcher, const Contestant& contestant,
               const game::Wire& wire, base::Milliseconds hang, bool keeps_notes,
               std::vector<int> processors, Callbacks callbacks)
    : loop_(loop),
      launcher_(launcher),
      contestant_(contestant),
      wire_(wire),
      keeps_notes_(keeps_notes),
      processors_(std::move(processors)),
      callbacks_(std::move(callbacks)) {
  limits_.stopping = std::max(limits_.stopping, hang);
}

void Player::get_ready() {
  state_ = State::kIdle;
  early_.reset();
  if (contestant_.restarts) retire();
  if (!is_up_) {
    driver::EngineLink::Callbacks events;
    events.on_started = [this] { started(); };
    events.on_declared = [this] { declared(); };
    events.on_ready = [this] {
      was_ready_ = true;
      callbacks_.on_ready();
    };
    events.on_info = [this](std::string_view, const usi::InfoView& info) { heard(info); };
    events.on_best_move = [this](const usi::BestMoveAnswer& answer) { answered(answer); };
    events.on_unreadable = [this](std::string_view words) { unreadable(words); };
    events.on_failure = [this](const std::string& why) { failed(why); };
    events.on_line = callbacks_.on_line;
    is_declared_ = false;
    link_ = std::make_unique<driver::EngineLink>(loop_, contestant_.launch, std::move(events),
                                                 wire_, limits_);
    is_up_ = true;
    link_->start(launcher_);
  }
  link_->prepare();
}

void Player::started() {
  if (processors_.empty() || io::pin_process(link_->process_number(), processors_)) return;
  callbacks_.on_notice(base::say(
      {"{0}: cannot be bound to its processors", "{0}: CPU に固定できません"}, contestant_.name));
}

void Player::retire() {
  std::erase_if(retired_, [](const auto& link) { return link->has_ended(); });
  if (!is_up_) return;
  is_up_ = false;
  link_->quit(kLeaving);
  retired_.push_back(std::move(link_));
}

void Player::declared() {
  was_declared_ = true;
  is_declared_ = true;
  for (std::size_t i = 0; i < contestant_.options.size(); ++i) {
    const auto& [name, value] = contestant_.options[i];
    const usi::Option* const option = option_of(name);
    if (option == nullptr) {
      std::vector<std::string_view> known;
      for (const usi::Option& each : link_->conversation().options()) known.push_back(each.name);
      const std::string what =
          base::say({"{0}: has no option {1}", "{0}: オプション {1} がありません"},
                    contestant_.name, base::printable(name)) +
          base::did_you_mean(name, known);
      const bool is_own = i >= contestant_.common_options;
      if (is_own && !name.starts_with("USI_")) return callbacks_.on_refusal(what);
      callbacks_.on_lack(name, what);
      continue;
    }
    const auto fit = usi::normalise_value(*option, value);
    if (!fit) return callbacks_.on_refusal(contestant_.name + ": " + fit.error().message);
    // A text is the engine's own affair.
    link_->set_option(name, is_text(*option) ? value : *fit);
  }
  if (may_vary()) set_varied();
}

bool Player::may_vary() {
  for (const VariedOption& varied : contestant_.varied) {
    const usi::Option* const option = option_of(varied.name);
    const auto* const spin =
        option == nullptr ? nullptr : std::get_if<usi::SpinOption>(&option->kind);
    std::string why;
    if (option == nullptr) {
      why = base::say(
          {"has no option {0}; take one that it shows (gougi-engine shows those of its search with "
           "the word --tunable)",
           "オプション {0} がありません。エンジンが知らせるものを指定してください(gougi-engine は "
           "--tunable を付けると探索のものも知らせます)"},
          base::printable(varied.name));
    } else if (spin == nullptr) {
      why = base::say({"option {0} is no whole number, so that it cannot be varied",
                       "オプション {0} は整数ではないので調整できません"},
                      option->name);
    } else if (varied.least < spin->min || varied.most > spin->max) {
      why = base::say({"option {0} goes from {1} to {2}; stay within that",
                       "オプション {0} の範囲は {1} から {2} です。その中にしてください"},
                      option->name, spin->min, spin->max);
    }
    if (why.empty()) continue;
    callbacks_.on_refusal(contestant_.name + ": " + why);
    return false;
  }
  return true;
}

void Player::set_varied() {
  const std::size_t count = std::min(values_.size(), contestant_.varied.size());
  for (std::size_t i = 0; i < count; ++i) {
    link_->set_option(contestant_.varied[i].name, std::to_string(values_[i]));
  }
}

void Player::vary(std::vector<std::int64_t> values) {
  values_ = std::move(values);
  if (is_up_ && is_declared_) set_varied();
}

const usi::Option* Player::option_of(std::string_view name) const {
  const auto& options = link_->conversation().options();
  const auto known = std::find_if(options.begin(), options.end(), [&](const usi::Option& option) {
    return base::iequals(option.name, name);
  });
  return known == options.end() ? nullptr : &*known;
}

void Player::think(std::shared_ptr<const std::string> position, const usi::SearchLimits& limits,
                   shogi::Color side) {
  state_ = State::kThinking;
  has_pondered_ = false;
  early_.reset();
  heard_ = {};
  asked_ = io::EventLoop::now();
  link_->search({std::move(position), limits, side});
}

void Player::ponder(usi::Move expected, Referee::Pondering what, shogi::Color side) {
  if (!link_->conversation().quirks().can_ponder) return;
  state_ = State::kPondering;
  expected_ = expected;
  early_.reset();
  heard_ = {};
  link_->search({std::move(what.position), what.limits, side});
}

bool Player::ponder_hit(usi::Move move, const usi::SearchLimits& limits) {
  if (state_ != State::kPondering || move != expected_) return false;
  state_ = State::kThinking;
  has_pondered_ = true;
  asked_ = io::EventLoop::now();
  if (early_) {
    // Not from inside the opponent's answer.
    loop_.post([this, answer = *early_] { hand_over(answer, base::Duration(0)); });
    early_.reset();
    return true;
  }
  link_->ponder_hit(limits.clock);
  return true;
}

void Player::game_over(usi::GameResult result) {
  state_ = State::kIdle;
  if (!is_up_) return;
  link_->abandon();
  link_->game_over(result);
}

void Player::discard() {
  is_up_ = false;
  state_ = State::kIdle;
  if (link_) link_->quit(base::Duration(0));
}

void Player::quit(base::Duration grace) {
  if (link_ && is_up_) link_->quit(grace);
  is_up_ = false;
}

void Player::heard(const usi::InfoView& info) {
  // Who counts in 32 bits runs over; what is below zero would be refused when the file is read.
  if (info.multipv.value_or(1) == 1 && info.score) {
    heard_.score = info.score;
    if (info.depth.value_or(-1) >= 0) heard_.depth = *info.depth;
    if (info.seldepth.value_or(-1) >= 0) heard_.selective_depth = *info.seldepth;
    if (!info.pv.empty()) heard_.line.assign(first_words(info.pv));
  }
  if (info.nodes.value_or(-1) >= 0) heard_.nodes = *info.nodes;
  if (info.time_ms && *info.time_ms >= 0 && *info.time_ms <= kMostMoveMs) {
    heard_.own_time = base::Milliseconds(*info.time_ms);
  }
  if (!keeps_notes_ || !info.has_text) return;
  if (heard_.note.size() + info.text.size() > kMostNoteBytes) return;
  if (!heard_.note.empty()) heard_.note += '\n';
  heard_.note.append(info.text);
}

void Player::answered(const usi::BestMoveAnswer& answer) {
  if (state_ == State::kPondering) {
    early_ = answer;
  } else if (state_ == State::kThinking) {
    hand_over(answer, io::EventLoop::now() - asked_);
  }
}

void Player::hand_over(const usi::BestMoveAnswer& answer, base::Duration took) {
  if (state_ != State::kThinking) return;  // the game ended meanwhile
  state_ = State::kIdle;
  if (has_pondered_) heard_.own_time.reset();  // nobody knows whether from `go` or from `ponderhit`
  callbacks_.on_answer(answer, took, std::exchange(heard_, {}));
}

void Player::unreadable(std::string_view words) {
  if (state_ != State::kThinking) return;
  const std::string answer = base::printable(words, 60);
  discard();
  callbacks_.on_unreadable(answer);
}

void Player::failed(const std::string& why) {
  is_up_ = false;
  state_ = State::kIdle;
  callbacks_.on_failure(why);
}

}  // namespace gougi::match
