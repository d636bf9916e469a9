// SPDX-License-Identifier: MIT
// A conversation whose events go to a listener as soon as they come about.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "usi/host_side.hpp"

namespace gougi::usi {

class HostSideListener {
 public:
  virtual ~HostSideListener() = default;
  virtual void send(std::string_view line) = 0;
  virtual void on_declared() = 0;
  virtual void on_ready() = 0;
  virtual void on_info(SearchId id, std::string_view line, const InfoView& info) = 0;
  virtual void on_best_move(SearchId id, const BestMoveAnswer& answer) = 0;
  virtual void on_checkmate(SearchId id, const CheckMateAnswer& answer) = 0;
  virtual void on_unreadable(SearchId id, std::string_view words) {
    static_cast<void>(words);
    on_search_lost(id);
  }
  virtual void on_back_in_step(const std::string& dropped) { on_oddity("dropped: " + dropped); }
  /// Of whatever search.
  virtual bool is_possible(const BestMoveAnswer& answer) {
    (void)answer;
    return true;
  }
  virtual void on_search_lost(SearchId id) = 0;
  virtual void on_oddity(std::string text) = 0;
  virtual void on_stuck(std::string text) = 0;
};

class HeardHostSide {
 public:
  using State = HostSide::State;

  explicit HeardHostSide(HostSideListener& listener, HostSideLimits limits = {})
      : listener_(listener), host_(limits) {}

  void started(base::TimePoint now) {
    heard([&] { host_.started(now); }, now);
  }
  void exited(base::TimePoint now) {
    heard([&] { host_.exited(); }, now);
  }
  void line(std::string_view text, base::TimePoint now) {
    heard([&] { host_.line(text, now); }, now);
  }
  void tick(base::TimePoint now) {
    heard([&] { host_.tick(now); }, now);
  }
  void set_option(const std::string& name, const std::string& value, base::TimePoint now) {
    heard([&] { host_.set_option(name, value, now); }, now);
  }
  void press_button(const std::string& name, base::TimePoint now) {
    heard([&] { host_.press_button(name, now); }, now);
  }
  void request_ready(base::TimePoint now) {
    heard([&] { host_.request_ready(now); }, now);
  }
  void new_game(base::TimePoint now) {
    heard([&] { host_.new_game(now); }, now);
  }
  void set_freeze_counts(const shogi::FreezeCounts& counts) { host_.set_freeze_counts(counts); }
  void game_over(GameResult result, base::TimePoint now) {
    heard([&] { host_.game_over(result, now); }, now);
  }
  SearchId search(SearchRequest request, base::TimePoint now) {
    request.judge = std::make_shared<Judge>(listener_);
    SearchId id = 0;
    heard([&] { id = host_.search(std::move(request), now); }, now);
    return id;
  }
  void ponder_hit(const ClockTimes& clock, base::TimePoint now) {
    heard([&] { host_.ponder_hit(clock, now); }, now);
  }
  void stop(base::TimePoint now) {
    heard([&] { host_.stop(now); }, now);
  }
  void abandon(base::TimePoint now) {
    heard([&] { host_.abandon(now); }, now);
  }
  void bound_loading(base::TimePoint now) { host_.bound_loading(now); }
  void set_stopping_limit(base::Milliseconds limit) { host_.set_stopping_limit(limit); }
  void tell(std::string_view line, base::TimePoint now = {}) {
    heard([&] { host_.tell(line); }, now);
  }

  State state() const { return host_.state(); }
  bool ready() const { return host_.ready(); }
  bool declared() const { return host_.declared(); }
  bool settled_ready() const { return host_.settled_ready(); }
  bool search_waits() const { return host_.search_waits(); }
  SearchId current() const { return host_.current(); }
  const BestMoveAnswer* held_answer() const { return host_.held_answer(); }
  std::optional<base::TimePoint> deadline() const { return host_.deadline(); }
  base::TimePoint answered_at() const { return host_.answered_at(); }
  bool answered_to_stop() const { return host_.answered_to_stop(); }
  const std::string& name() const { return host_.name(); }
  FreezeAbility freeze_ability() const { return host_.freeze_ability(); }
  const std::vector<Option>& options() const { return host_.options(); }
  const std::vector<std::string>& option_lines() const { return host_.option_lines(); }
  std::vector<std::string> declaration() const { return host_.declaration(); }
  Quirks& quirks() { return host_.quirks(); }

 private:
  class Judge final : public SearchJudge {
   public:
    explicit Judge(HostSideListener& listener) : listener_(listener) {}
    bool is_possible(const BestMoveAnswer& answer) const override {
      return listener_.is_possible(answer);
    }
    bool may_think(std::string_view pv) const override {
      const auto move = notation::parse_freeze_move(base::next_word(pv));
      if (!move) return false;
      BestMoveAnswer first;
      first.choice = move->move;
      return is_possible(first);
    }

   private:
    HostSideListener& listener_;
  };

  template <class Call>
  void heard(Call call, base::TimePoint now) {
    call();
    while (const auto event = host_.next()) {
      std::visit([&](const auto& known) { take(known, now); }, *event);
    }
  }
  void take(const ToEngine& e, base::TimePoint) { listener_.send(e.line); }
  void take(const EngineDeclared&, base::TimePoint now) {
    listener_.on_declared();
    host_.go_on(now);
  }
  void take(const EngineReady&, base::TimePoint now) {
    listener_.on_ready();
    host_.go_on(now);
  }
  void take(const EngineThinks& e, base::TimePoint) { listener_.on_info(e.id, e.line, e.info); }
  void take(const EngineMoves& e, base::TimePoint) { listener_.on_best_move(e.id, e.answer); }
  void take(const EngineMates& e, base::TimePoint) { listener_.on_checkmate(e.id, e.answer); }
  void take(const EngineUnreadable& e, base::TimePoint) { listener_.on_unreadable(e.id, e.words); }
  void take(const SearchLost& e, base::TimePoint) { listener_.on_search_lost(e.id); }
  void take(const EngineBackInStep& e, base::TimePoint) { listener_.on_back_in_step(e.dropped); }
  void take(const EngineOddity& e, base::TimePoint) { listener_.on_oddity(e.text); }
  void take(const EngineStuck& e, base::TimePoint) { listener_.on_stuck(e.why); }

  HostSideListener& listener_;
  HostSide host_;
};

}  // namespace gougi::usi
