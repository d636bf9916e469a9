// SPDX-License-Identifier: MIT
// An Engine whose every move is the test's, and LiveEngine around it as a transcript's subject.
// Nothing sleeps: each side is woken when the other has something for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "notation/sfen.hpp"
#include "transcripts/transcript.hpp"
#include "usi/live_engine.hpp"

namespace gougi::usi {

/// What the test and the engine share. All members are guarded by `mutex`.
struct FakeControl {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> orders;  // for the search that runs: "answers …", "says …", "throws"
  std::string stop_answer = "bestmove 7g7f";
  std::string stop_mate_answer = "checkmate timeout";
  std::vector<std::string> calls;  // what was asked of the engine
  int started = 0;                 // searches begun
  int returned = 0;                // and ended
  bool holds_prepare = false;
  FreezeAbility freezes = FreezeAbility::kNone;
  std::vector<std::string> remarks;  // of prepare()
  bool has_news = false;             // the engine has said something since it was last listened to
  SearchLimits last_limits;          // at the end of the last search
  base::TimePoint last_clock_start;

  template <class Change>
  void change(Change what) {
    {
      const std::scoped_lock lock(mutex);
      what();
    }
    changed.notify_all();
  }
};

class FakeEngine : public Engine {
 public:
  explicit FakeEngine(std::shared_ptr<FakeControl> control) : control_(std::move(control)) {}

  std::string name() const override { return "Fake 1.0"; }
  std::string author() const override { return "nobody"; }
  FreezeAbility freezes() const override { return control_->freezes; }
  std::vector<Option> options() const override {
    return {{"USI_Hash", SpinOption{16, 1, 1024}},
            {"MultiPV", SpinOption{1, 1, 500}},
            {"Style", ComboOption{"calm", {"calm", "wild at heart"}}},
            {"Book File", StringOption{""}},
            {"Clear", ButtonOption{}}};
  }
  void set_option(const std::string& name, const std::string& value) override {
    note("set " + name + "=" + value);
  }
  std::vector<std::string> prepare() override {
    std::unique_lock lock(control_->mutex);
    control_->calls.push_back("prepare");
    control_->changed.notify_all();
    control_->changed.wait(lock, [&] { return !control_->holds_prepare; });
    return control_->remarks;
  }
  void new_game() override { note("new game"); }

  BestMoveAnswer search(const shogi::Game& game, const SearchLimits&, SearchHost& host) override {
    note("search " + notation::to_sfen(game.position()));
    const auto line = obey(host, [&] { return control_->stop_answer; });
    return std::get<BestMoveAnswer>(*parse_answer(line));
  }
  CheckMateAnswer solve_mate(const shogi::Game&, const MateLimits&, SearchHost& host) override {
    note("mate");
    const auto line = obey(host, [&] { return control_->stop_mate_answer; });
    return std::get<CheckMateAnswer>(*parse_answer(line));
  }
  std::vector<std::string> query(const QueryCommand& command, const shogi::Game&,
                                 SearchHost& host) override {
    if (command.word == "eval") return {"eval  is   0"};
    if (command.word == "bench") return {obey(host, [] { return "bench was stopped"; })};
    return {};
  }

 private:
  void note(const std::string& call) {
    control_->change([&] { control_->calls.push_back(call); });
  }

  // Does what the test orders until it orders an answer or the host wants a stop.
  template <class StopAnswer>
  std::string obey(SearchHost& host, StopAnswer stop_answer) {
    std::unique_lock lock(control_->mutex);
    ++control_->started;
    control_->changed.notify_all();
    std::string answer;
    while (answer.empty()) {
      control_->changed.wait(lock,
                             [&] { return host.stop_requested() || !control_->orders.empty(); });
      if (host.stop_requested()) {
        answer = stop_answer();
        break;
      }
      const std::string order = control_->orders.front();
      control_->orders.pop_front();
      if (order == "throws") {
        ++control_->returned;
        control_->changed.notify_all();
        throw std::runtime_error("out of\nmemory");
      }
      if (order.starts_with("says ")) {
        lock.unlock();
        host.info(std::get<InfoAnswer>(*parse_answer(order.substr(5))));
        lock.lock();
      } else {
        answer = order.substr(8);  // "answers "
      }
    }
    control_->last_limits = host.limits();
    control_->last_clock_start = host.clock_start();
    ++control_->returned;
    control_->changed.notify_all();
    return answer;
  }

  std::shared_ptr<FakeControl> control_;
};

class EngineSideSubject : public transcript::Subject {
 public:
  explicit EngineSideSubject(FreezeAbility freezes = FreezeAbility::kNone) {
    control->freezes = freezes;
    restart();
  }
  ~EngineSideSubject() override { finish(); }

  void say(std::string_view line) override { say_at(line, base::Clock::now()); }
  void say_at(std::string_view line, base::TimePoint now) {
    engine_->line(line, now);
    listen();
    control->change([] {});  // the fake looks whether it shall stop
  }

  bool is_over() const { return is_over_; }
  bool is_busy() const { return engine_->is_busy(); }

  std::optional<std::string> hear() override {
    if (!await([&] { return !heard_.empty(); })) return std::nullopt;
    auto line = std::move(heard_.front());
    heard_.pop_front();
    return line;
  }

  /// Waits until `predicate` holds, which is asked under control->mutex; false: it does not.
  template <class Predicate>
  bool await(Predicate predicate) {
    while (true) {
      listen();
      std::unique_lock lock(control->mutex);
      const auto done = [&] { return predicate() || control->has_news; };
      if (!control->changed.wait_for(lock, std::chrono::seconds(20), done)) return false;
      if (predicate()) return true;
    }
  }

  bool act(std::string_view text) override {
    if (text == "engine is searching") {
      return await([&] { return control->started > control->returned; });
    }
    if (text == "engine has returned") {
      return await([&] {
        return control->orders.empty() && control->started > 0 &&
               control->started == control->returned;
      });
    }
    if (text == "prepare is slow" || text == "prepare is done") {
      control->change([&] { control->holds_prepare = text == "prepare is slow"; });
      return true;
    }
    if (text == "engine plays Freeze shogi") {
      engine_ = nullptr;  // what it can do is asked at the start
      control->change([&] { control->freezes = FreezeAbility::kOk; });
      restart();
      return true;
    }
    if (text.starts_with("engine stops with ")) {
      control->change([&] { control->stop_answer = text.substr(18); });
      return true;
    }
    if (text.starts_with("calls ")) return calls_are(text.substr(6));
    if (!text.starts_with("engine ")) return false;
    const auto order = text.substr(7);
    if (order != "throws" && !order.starts_with("says ") && !order.starts_with("answers ")) {
      return false;
    }
    control->change([&] { control->orders.emplace_back(order); });
    return true;
  }

  std::vector<std::string> finish() override {
    if (!engine_) return {};
    engine_->eof();
    control->change([&] { control->holds_prepare = false; });
    EXPECT_TRUE(await([&] { return is_over_; }));
    engine_ = nullptr;
    return {heard_.begin(), heard_.end()};
  }

  /// All lines up to the next one that matches `pattern`, that one included.
  std::vector<std::string> hear_until(std::string_view pattern) {
    std::vector<std::string> lines;
    while (auto line = hear()) {
      lines.push_back(*line);
      if (transcript::matches(pattern, *line)) return lines;
    }
    ADD_FAILURE() << "nothing came for: " << pattern;
    return lines;
  }

  const std::shared_ptr<FakeControl> control = std::make_shared<FakeControl>();

 private:
  void restart() {
    engine_ = std::make_unique<LiveEngine>(std::make_unique<FakeEngine>(control), [this] {
      control->change([&] { control->has_news = true; });
    });
  }

  void listen() {
    control->change([&] { control->has_news = false; });
    while (auto event = engine_->next()) {
      if (auto* said = std::get_if<ToGui>(&*event)) {
        heard_.push_back(std::move(said->line));
      } else {
        is_over_ = true;
      }
    }
  }

  // "@ calls a; b": what the engine was asked since the last such line, searches aside.
  bool calls_are(std::string_view expected) {
    std::string got;
    control->change([&] {
      for (const auto& call : control->calls) {
        if (!call.starts_with("search ")) got += (got.empty() ? "" : "; ") + call;
      }
      control->calls.clear();
    });
    EXPECT_EQ(got.empty() ? "none" : got, expected);
    return true;
  }

  std::deque<std::string> heard_;
  bool is_over_ = false;
  std::unique_ptr<LiveEngine> engine_;
};

}  // namespace gougi::usi
