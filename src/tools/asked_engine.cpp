// SPDX-License-Identifier: MIT
#include "tools/asked_engine.hpp"

#include <algorithm>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "farm/killed_engine.hpp"
#include "usi/failure_words.hpp"

namespace gougi::tools {
namespace {

// Each may cost the time that an engine has to get ready, half a minute and more. Fewer, and a
// machine that is short of memory for a while loses an engine for good.
constexpr int kMostFailedStarts = 3;

}  // namespace

AskedEngine::AskedEngine(io::EventLoop& loop, const AskedProgram& program,
                         base::Milliseconds patience,
                         std::function<void(const std::string&)> on_refusal)
    : loop_(loop), program_(program), patience_(patience), on_refusal_(std::move(on_refusal)) {}

void AskedEngine::ask(std::shared_ptr<const std::string> position, shogi::Color side,
                      const usi::SearchLimits& limits, Done done) {
  has_died_ = is_thinking_ = false;
  question_ = Question{std::move(position), side, limits, std::move(done)};
  if (!is_up_) {
    if (program_.starts->failed >= kMostFailedStarts)
      return end_question(base::fail(program_.starts->last_words));
    if (auto started = start(); !started) return fail_to_start(started.error().message, true);
  }
  // Some engines forget with `isready`, others with `usinewgame`: they are told both.
  link_->prepare();
}

base::Result<void> AskedEngine::start() {
  driver::EngineLink::Callbacks events;
  events.on_declared = [this] { declared(); };
  events.on_ready = [this] { think(); };
  events.on_info = [this](std::string_view, const usi::InfoView& info) { last_.take(info); };
  events.on_best_move = [this](const usi::BestMoveAnswer& answer) {
    program_.starts->failed = 0;
    end_question(AskedAnswer{answer, last_});
  };
  events.on_unreadable = [this](std::string_view words) {
    end_question(base::fail(
        base::say({"answered \"{0}\"", "\"{0}\" と答えました"}, base::printable(words, 60))));
    discard();
  };
  events.on_failure = [this](const std::string& why) {
    is_up_ = false;
    has_died_ = true;
    const std::string told =
        base::say({"ended: {0}", "終了しました: {0}"}, usi::failure_words(why));
    if (!is_thinking_ && question_) {
      return fail_to_start(told, !farm::was_killed_from_outside(std::string_view(why)));
    }
    end_question(base::fail(told));
  };
  link_ = std::make_unique<driver::EngineLink>(loop_, program_.launch, std::move(events));
  auto started = link_->start();
  is_up_ = started.has_value();
  return started;
}

void AskedEngine::fail_to_start(const std::string& why, bool by_itself) {
  if (by_itself && !program_.starts->was_ready) {
    // Later, as it may be within ask().
    return loop_.post([this, why] {
      if (!is_over_) refuse(why);
    });
  }
  ++program_.starts->failed;
  program_.starts->last_words = why;
  end_question(base::fail(why));
}

void AskedEngine::declared() {
  if (!link_->conversation().quirks().can_limit) {
    return refuse(base::say({"cannot be limited by nodes; take another engine",
                             "ノード数で制限できません。別のエンジンを使ってください"}));
  }
  link_->set_option("USI_OwnBook", "false");
  link_->set_option("Threads", "1");
  for (const auto& [name, value] : program_.options) {
    const auto& options = link_->conversation().options();
    const auto known = std::find_if(
        options.begin(), options.end(),
        [&wanted = name](const auto& option) { return base::iequals(option.name, wanted); });
    if (known == options.end()) {
      std::vector<std::string_view> names;
      for (const usi::Option& each : options) names.push_back(each.name);
      return refuse(base::say({"has no option {0}", "オプション {0} がありません"},
                              base::printable(name, 60)) +
                    base::did_you_mean(name, names));
    }
    const auto fit = usi::normalise_value(*known, value);
    if (!fit) return refuse(fit.error().message);
    const bool is_text = std::holds_alternative<usi::StringOption>(known->kind) ||
                         std::holds_alternative<usi::FilenameOption>(known->kind);
    link_->set_option(name, is_text ? value : *fit);
  }
}

void AskedEngine::refuse(const std::string& why) {
  is_over_ = true;
  on_refusal_(why);
}

void AskedEngine::think() {
  if (is_over_ || !question_) return;
  is_thinking_ = program_.starts->was_ready = true;
  last_ = {};
  link_->new_game();
  link_->search({question_->position, question_->limits, question_->side});
  timer_ = loop_.set_timer(io::EventLoop::now() + patience_, [this] { lose_patience(); });
}

void AskedEngine::lose_patience() {
  timer_ = {};
  if (!question_) return;
  end_question(base::fail(base::say({"has not answered for {0} ms", "{0} ミリ秒たっても答えません"},
                                    patience_.count())));
  discard();
}

void AskedEngine::end_question(base::Result<AskedAnswer> answer) {
  if (timer_ != io::TimerId{}) loop_.cancel_timer(timer_);
  timer_ = {};
  if (is_over_ || !question_) return;
  // Later, as whoever is told may ask again, which may replace the process that is speaking.
  loop_.post([this, done = std::move(question_->done), answer = std::move(answer)] {
    if (!is_over_) done(answer);
  });
  question_.reset();
}

void AskedEngine::discard() {
  is_up_ = false;
  if (link_) link_->quit(base::Duration(0));
}

void AskedEngine::quit(base::Duration grace) {
  is_over_ = true;
  if (link_ && is_up_) link_->quit(grace);
  is_up_ = false;
}

}  // namespace gougi::tools
