// SPDX-License-Identifier: MIT
#include "usi/live_engine.hpp"

#include <exception>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "usi/position_text.hpp"

namespace gougi::usi {

/// What a search sees of the outside.
class LiveEngine::Host final : public SearchHost {
 public:
  Host(LiveEngine& engine, const EngineSearch& search) : engine_(engine), search_(search) {}

  bool stop_requested() const override { return search_.stop_requested(); }
  bool pondering() const override { return search_.pondering(); }
  base::TimePoint clock_start() const override { return search_.clock_start(); }
  SearchLimits limits() const override { return search_.limits(); }
  void info(const InfoAnswer& info) override { engine_.tell(EngineInfo{info}); }
  void message(std::string_view text) override { engine_.tell(EngineMessage{std::string(text)}); }

 private:
  LiveEngine& engine_;
  const EngineSearch& search_;
};

LiveEngine::LiveEngine(std::unique_ptr<Engine> engine, std::function<void()> wake)
    : engine_(std::move(engine)),
      wake_(std::move(wake)),
      side_({engine_->name(), engine_->author(), engine_->options(), engine_->freezes()}) {
  thread_ = std::thread([this] { work(); });
}

LiveEngine::~LiveEngine() {
  if (running_) running_->stop();
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

std::optional<DialogueEvent> LiveEngine::next() {
  while (true) {
    while (auto event = side_.next()) {
      if (auto* line = std::get_if<ToGui>(&*event)) return std::move(*line);
      if (std::holds_alternative<DialogueOver>(*event)) return DialogueOver{};
      start(std::move(std::get<EngineTask>(*event)));
    }
    const auto news = heard();
    if (!news) return std::nullopt;
    side_.take(*news);
  }
}

void LiveEngine::start(EngineTask task) {
  running_ = nullptr;
  if (const auto* query = std::get_if<AskEngine>(&task)) running_ = query->search;
  if (const auto* search = std::get_if<StartSearch>(&task)) running_ = search->search;
  {
    const std::scoped_lock lock(mutex_);
    task_ = std::move(task);
  }
  changed_.notify_one();
}

std::optional<EngineNews> LiveEngine::heard() {
  const std::scoped_lock lock(mutex_);
  if (news_.empty()) return std::nullopt;
  std::optional<EngineNews> news(std::move(news_.front()));
  news_.pop_front();
  return news;
}

// From here on: the engine's thread.

void LiveEngine::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || task_; });
    if (ended_) return;
    const EngineTask task = std::move(*task_);
    task_.reset();
    lock.unlock();
    tell(std::visit([&](const auto& t) { return run(t); }, task));
  }
}

void LiveEngine::tell(EngineNews news) {
  bool is_first = false;
  {
    const std::scoped_lock lock(mutex_);
    is_first = news_.empty();
    news_.push_back(std::move(news));
  }
  if (is_first) wake_();
}

EngineDone LiveEngine::run(const PrepareEngine&) {
  guarded("isready", [&] {
    for (const std::string& message : engine_->prepare()) tell(EngineWarning{message});
  });
  return {};
}

EngineDone LiveEngine::run(const BeginGame&) {
  guarded("usinewgame", [&] { engine_->new_game(); });
  return {};
}

EngineDone LiveEngine::run(const SetEngineOption& task) {
  guarded("setoption", [&] { engine_->set_option(task.name, task.value); });
  return {};
}

EngineDone LiveEngine::run(const AskEngine& task) {
  const EngineSearch& search = *task.search;
  Host host(*this, search);
  guarded(task.command.word, [&] {
    std::vector<std::string> lines;
    if (task.command.word == "perft") {
      lines = perft_text(
          task.command.arguments, search.game()->freeze_position(),
          [&] { return search.stop_requested(); }, &base::Clock::now);
    } else {
      lines = engine_->query(task.command, *search.game(), host);
    }
    for (std::string& line : lines) tell(EngineReply{std::move(line)});
  });
  return {};
}

EngineDone LiveEngine::run(const StartSearch& task) {
  const EngineSearch& search = *task.search;
  Host host(*this, search);
  EngineDone done;
  if (search.is_mate()) {
    guarded("go mate",
            [&] { done.answer = engine_->solve_mate(*search.game(), search.mate_limits(), host); });
    return done;
  }
  guarded("go", [&] {
    done.may_break_rules = engine_->may_break_rules();
    if (search.game() != nullptr) {
      done.answer = engine_->search(*search.game(), search.limits(), host);
    } else if (done.may_break_rules) {
      done.answer = engine_->search_unruled(*search.unruled(), search.limits(), host);
    }
  });
  return done;
}

// What an engine throws ends the task, not the process: the GUI still gets its answer.
void LiveEngine::guarded(std::string_view what, const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& e) {
    tell(EngineWarning{std::string(what) + " failed: " + e.what()});
  } catch (...) {
    tell(EngineWarning{std::string(what) + " failed"});
  }
}

}  // namespace gougi::usi
