// SPDX-License-Identifier: MIT
#include "tools/engine_trial.hpp"

#include <utility>
#include <variant>

#include "base/text.hpp"
#include "io/process_memory.hpp"
#include "usi/command.hpp"

namespace gougi::tools {
namespace {

using base::Milliseconds;

constexpr Milliseconds kTrialByoyomi{300};
// All engines think at once, and some never for less than a second.
constexpr Milliseconds kTrialPatience{10'000};
// Into an endless search: longer takes longer, shorter meets engines that are not yet at work.
constexpr Milliseconds kTrialThinking{300};
constexpr Milliseconds kTrialMateTime{2'000};
// In no book.
constexpr std::string_view kTrialMiddleGame =
    "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b b BGSLPnp 1";
constexpr std::string_view kTrialMate = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

usi::SearchLimits byoyomi_limits() {
  usi::SearchLimits limits;
  limits.clock.given = true;
  limits.clock.byoyomi = kTrialByoyomi;
  return limits;
}

}  // namespace

EngineTrial::EngineTrial(io::EventLoop& loop, driver::EngineLink& link, const game::Rules& rules,
                         Task task, const CheckWords& words, std::function<void()> on_done)
    : loop_(loop),
      link_(link),
      rules_(rules),
      task_(task),
      words_(words),
      on_done_(std::move(on_done)) {}

EngineTrial::~EngineTrial() { loop_.cancel_timer(timer_); }

void EngineTrial::begin() {
  auto start = rules_.position("");
  if (!start) return finish();
  start_ = std::move(*start);
  if (task_.solves_mates) {
    usi::MateLimits limits;
    limits.time = kTrialMateTime;
    return ask_mate(Step::kMate, "position sfen " + std::string(kTrialMate), limits);
  }
  later(&EngineTrial::ask_move);
}

void EngineTrial::ask(Step step, std::string position, usi::SearchLimits limits) {
  step_ = step;
  stopped_ = false;
  limits = rules_.bearable(std::move(limits), start_->side_to_move());
  asked_ = usi::format(usi::GoCommand{limits});
  asked_at_ = io::EventLoop::now();
  link_.search({std::make_shared<const std::string>(std::move(position)), std::move(limits),
                start_->side_to_move()});
}

void EngineTrial::ask_mate(Step step, std::string position, usi::MateLimits limits) {
  step_ = step;
  stopped_ = false;
  asked_ = usi::format(usi::GoCommand{limits});
  asked_at_ = io::EventLoop::now();
  const bool endless = !limits.time;
  link_.search(
      {std::make_shared<const std::string>(std::move(position)), limits, start_->side_to_move()});
  await(endless ? kTrialThinking : kTrialPatience,
        endless ? &EngineTrial::stop : &EngineTrial::give_up);
}

void EngineTrial::await(base::Duration span, void (EngineTrial::*then)()) {
  loop_.cancel_timer(timer_);
  timer_ = loop_.set_timer(io::EventLoop::now() + span, [this, then] { (this->*then)(); });
}

// Not from inside an answer.
void EngineTrial::later(void (EngineTrial::*then)()) { await(base::Duration(0), then); }

void EngineTrial::ask_move() {
  ask(Step::kMove, "position startpos", byoyomi_limits());
  await(kTrialPatience, &EngineTrial::give_up);
}

void EngineTrial::ask_ponder() {
  const bool can = link_.conversation().quirks().can_ponder;
  if (!task_.ponders || !can) {
    result_.ponder = words_(can ? kOff : kCannot);
    return ask_endless();
  }
  usi::SearchLimits limits = byoyomi_limits();
  limits.ponder = true;
  ask(Step::kPonder, "position startpos" + line_, std::move(limits));
  await(kTrialThinking, &EngineTrial::stop);
}

void EngineTrial::ask_endless() {
  usi::SearchLimits limits;
  limits.infinite = true;
  const bool is_shogi = rules_.position(kTrialMiddleGame).has_value();
  ask(Step::kStop,
      is_shogi ? "position sfen " + std::string(kTrialMiddleGame) : "position startpos",
      std::move(limits));
  await(kTrialThinking, &EngineTrial::stop);
}

void EngineTrial::ask_endless_mate() { ask_mate(Step::kMateStop, "position startpos", {}); }

void EngineTrial::stop() {
  stopped_ = true;
  stopped_at_ = io::EventLoop::now();
  link_.stop();  // if that is not answered the link gives the engine up
  if (step_ == Step::kMateStop) await(kTrialPatience, &EngineTrial::give_up);
}

void EngineTrial::give_up() {
  if (step_ == Step::kMate || step_ == Step::kMateStop) {
    complain(words_(kNoMateAnswer, words_.seconds(waited()), asked_));
    if (step_ == Step::kMateStop) return finish();
  } else {
    complain(words_(kNoTestMove, words_.seconds(waited()), asked_));
    result_.move = words_(kNo);
  }
  step_ = Step::kGivenUp;
  link_.stop();
  // A mate engine whose answer is lost is asked whether it lives, and nothing comes of that here.
  if (task_.solves_mates) finish();
}

void EngineTrial::answered(const usi::BestMoveAnswer& answer) {
  switch (step_) {
    case Step::kMove:
      judge_move(answer);
      return later(&EngineTrial::ask_ponder);
    case Step::kGivenUp:
      return later(&EngineTrial::ask_ponder);
    case Step::kPonder:
      if (!stopped_) complain(words_(kPonderEarly));
      result_.ponder = words_(stopped_ ? kYes : kNo);
      return later(&EngineTrial::ask_endless);
    case Step::kStop:
      // The relay bears it, and so does every GUI but in an analysis.
      if (!stopped_) result_.remarks.push_back(words_(kInfiniteEarly));
      note_stop();
      return finish();
    default:
      break;
  }
}

void EngineTrial::judge_move(const usi::BestMoveAnswer& answer) {
  if (!std::holds_alternative<usi::Move>(answer.choice)) {
    const bool resigns = std::holds_alternative<usi::Resign>(answer.choice);
    result_.move = resigns ? "resign" : "win";
    return complain(words_(kOddTestMove, result_.move));
  }
  const usi::Move move = answer.move();
  const std::string text = usi::to_text(move);
  if (!start_->is_legal(move)) {
    result_.move = words_(kIllegal, text);
    return complain(words_(kIllegalTestMove, text));
  }
  result_.move = text + " " + words_.seconds(waited());
  const auto then = game::after(*start_, {move});
  const auto replies = then->legal_moves();
  if (!replies.empty()) line_ = " moves " + text + " " + usi::to_text(replies.front());
}

void EngineTrial::unreadable(std::string_view words) {
  complain(words_(kUnreadableTestMove, base::printable(words, 60)));
  if (step_ == Step::kMove) {
    result_.move = words_(kNo);
    return later(&EngineTrial::ask_ponder);
  }
  answered(usi::BestMoveAnswer{usi::Resign{}, std::nullopt});
}

void EngineTrial::answered(const usi::CheckMateAnswer& answer) {
  if (step_ == Step::kMate) {
    judge_mate(answer);
    return later(&EngineTrial::ask_endless_mate);
  }
  if (step_ != Step::kMateStop) return;
  if (stopped_) note_stop();
  finish();
}

void EngineTrial::judge_mate(const usi::CheckMateAnswer& answer) {
  const std::string said = base::printable(usi::format(answer), 80);
  if (std::holds_alternative<usi::MateNotImplemented>(answer.result)) {
    result_.move = words_(kNo);
    return complain(words_(kNoMateSearch));
  }
  const auto* found = std::get_if<usi::CheckMateFound>(&answer.result);
  if (found == nullptr) {
    result_.move = words_(kNo);
    return complain(words_(kMateMissed, said, kTrialMate));
  }
  auto board = rules_.position(kTrialMate);
  bool holds = board.has_value();
  for (std::size_t i = 0; holds && i < found->moves.size(); ++i) {
    holds = (*board)->is_legal(found->moves[i]);
    if (holds) (*board)->play(found->moves[i]);
  }
  if (!holds || !(*board)->is_lost()) return complain(words_(kMateWrong, said, kTrialMate));
  result_.move = words_(kMate) + " " + words_.seconds(waited());
}

void EngineTrial::note_stop() {
  if (!stopped_) return;
  const base::Duration took = io::EventLoop::now() - stopped_at_;
  result_.stop = words_.milliseconds(took);
  if (took > task_.grace && !task_.solves_mates) {
    result_.remarks.push_back(
        words_(kSlowStop, words_.milliseconds(took), words_.milliseconds(task_.grace)));
  }
}

void EngineTrial::broke_off(std::string_view why) {
  loop_.cancel_timer(timer_);
  const std::string last = stopped_ ? asked_ + " / stop" : asked_;
  const std::string last_words = link_.last_words();
  complain(words_(kDuring, words_.reason(why), last) +
           (last_words.empty() ? std::string() : words_(kLastWords, last_words)));
  step_ = Step::kDone;
}

void EngineTrial::finish() {
  if (step_ == Step::kDone) return;
  step_ = Step::kDone;
  loop_.cancel_timer(timer_);
  result_.memory = io::resident_memory_of(link_.process_number());
  on_done_();
}

}  // namespace gougi::tools
