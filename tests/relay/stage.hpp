// SPDX-License-Identifier: MIT
// A stage for the session in virtual time: a GUI and children made of a few lines each. Nothing
// runs by itself: time passes when the test says so, and children answer what their `on_line` makes
// them.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "relay/session.hpp"

namespace gougi::relay::testing {

using base::Milliseconds;

/// A child that shakes hands and answers `go` with what the test says, or not at all.
struct ModelChild {
  std::string name = "Model";
  std::vector<std::string> banner;  ///< said before its id
  std::vector<std::string> option_lines;
  std::vector<std::string> on_go;    ///< said at once on `go`
  std::vector<std::string> on_stop;  ///< said at once on `stop`
  std::vector<std::string> on_ponderhit;
  /// If set, what is said on `go` instead of `on_go`.
  std::function<std::vector<std::string>(const std::string& position, const std::string& go)>
      thinks;
  bool says_usiok = true;
  bool says_readyok = true;
  bool starts = true;

  std::vector<std::string> heard;  ///< every line it was sent
  int starts_seen = 0;
  bool alive = false;

  /// The last line it was sent that begins with `word`, or "".
  std::string last(std::string_view word) const {
    for (auto it = heard.rbegin(); it != heard.rend(); ++it) {
      if (it->starts_with(word)) return *it;
    }
    return "";
  }
  int count(std::string_view word) const {
    int n = 0;
    for (const auto& line : heard) n += line.starts_with(word) ? 1 : 0;
    return n;
  }
};

class Stage {
 public:
  /// `engines` voters E1… and `solvers` mate engines M1…; the reserve comes last and does not start
  /// unless the test lets it.
  Stage(int engines, int solvers, std::string consensus = "majority") {
    settings.name = "stage";
    settings.file = "stage.yaml";
    settings.consensus = std::move(consensus);
    settings.language = settings::Language::kEnglish;
    for (int i = 0; i < engines; ++i)
      settings.engines.push_back(engine("E" + std::to_string(i + 1)));
    for (int i = 0; i < solvers; ++i) {
      settings.mate_engines.push_back(engine("M" + std::to_string(i + 1)));
    }
    children.resize(static_cast<std::size_t>(engines + solvers + 1));
    children.back().starts = false;
  }

  /// `count` copies P1… of the mate engines, for the positions of the pv; before begin().
  void copies(int count, int timeout_ms = 1000) {
    settings.mate_pv = settings::MatePv{count, Milliseconds(timeout_ms)};
    children.insert(children.end() - 1, static_cast<std::size_t>(count), ModelChild());
  }

  /// A mirror of engine 0, 1, …, behind those that there are; before begin(). Gives its index.
  int mirror(int engine) {
    settings.engines[static_cast<std::size_t>(engine)].mirror.emplace();
    children.insert(children.end() - 1, ModelChild());
    return static_cast<int>(children.size()) - 2;
  }

  /// After the settings and children are as the test wants them.
  void begin(Environment environment = {}) {
    session = std::make_unique<Session>(settings, std::move(environment), *rules);
    carry_out(session->begin(now));
    settle();
  }

  /// begin(), usi, isready, usinewgame, with what the relay said thrown away.
  void begin_game() {
    begin();
    host("usi");
    host("isready");
    host("usinewgame");
    said.clear();
  }

  void host(const std::string& line) { event(HostLine{line}); }
  void child(int index, const std::string& line) { event(ChildLine{index, line}); }
  /// What it left without a line end; end_child() follows.
  void break_off(int index, const std::string& text) { event(ChildBrokeOff{index, text}); }
  void end_child(int index, const std::string& how = "exit code 1") {
    children[static_cast<std::size_t>(index)].alive = false;
    event(ChildExited{index, how});
  }
  void close_host() { event(HostClosed{}); }

  /// Lets time pass; what falls due on the way happens at its time.
  void pass(Milliseconds span) {
    const base::TimePoint end = now + span;
    for (int guard = 0; guard < 10'000; ++guard) {
      const auto due = session->deadline();
      if (!due || *due > end) break;
      now = std::max(now, *due);
      event(TimePassed{});
    }
    now = end;
  }
  void pass(int ms) { pass(Milliseconds(ms)); }

  int count(std::string_view start) const {
    int n = 0;
    for (const auto& line : said) n += line.starts_with(start) ? 1 : 0;
    return n;
  }
  std::string last(std::string_view start) const {
    for (auto it = said.rbegin(); it != said.rend(); ++it) {
      if (it->starts_with(start)) return *it;
    }
    return "";
  }
  bool has(std::string_view part) const {
    for (const auto& line : said) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }
  /// Where in `said` the first line beginning with `start` is; said.size() if nowhere.
  std::size_t where(std::string_view start) const {
    std::size_t i = 0;
    while (i < said.size() && !said[i].starts_with(start)) ++i;
    return i;
  }

  settings::RelaySettings settings;
  std::vector<ModelChild> children;
  const game::Rules* rules = &game::shogi_rules();
  std::unique_ptr<Session> session;
  base::TimePoint now{std::chrono::hours(1)};
  std::vector<std::string> said;         ///< every line the GUI was sent
  std::vector<std::string> may_be_lost;  ///< those of them that a slow GUI may miss
  std::vector<int> live_ports;           ///< every ShowLive
  bool live_japanese = false;            ///< of the last one
  std::vector<std::string> recorded;     ///< every line for the file of decisions
  std::vector<std::string> noted;  ///< every line for the log, if begin() was told to note any
  bool deaths_are_slow = false;    ///< who is killed lives and talks until end_child()
  bool finished = false;
  settings::TextEncoding encoding = settings::TextEncoding::kAuto;  ///< as last wished

 private:
  static settings::EngineSettings engine(std::string name) {
    settings::EngineSettings engine;
    engine.name = std::move(name);
    engine.command = {"model"};
    return engine;
  }

  using What = decltype(Event::what);
  void event(const What& what) {
    carry_out(session->on({now, what}));
    settle();
  }

  void settle() {
    for (int guard = 0; !queue_.empty() && guard < 100'000; ++guard) {
      const Queued next = std::move(queue_.front());
      queue_.pop_front();
      if (next.line) {
        carry_out(session->on({now, ChildLine{next.child, *next.line}}));
      } else if (next.killed) {
        carry_out(session->on({now, ChildExited{next.child, "killed"}}));
      } else if (children[static_cast<std::size_t>(next.child)].alive) {
        carry_out(session->on({now, ChildStarted{next.child}}));
      } else {
        carry_out(session->on({now, ChildFailed{next.child, "no such program"}}));
      }
    }
  }

  void carry_out(const std::vector<Effect>& effects) {
    for (const Effect& effect : effects) {
      std::visit([this](const auto& known) { carry_out(known); }, effect);
    }
  }
  void carry_out(const ToHost& e) {
    said.push_back(e.line);
    if (e.may_be_lost) may_be_lost.push_back(e.line);
  }
  void carry_out(const ToChild& e) { tell(e.child, e.line); }
  void carry_out(const StartChild& e) {
    ModelChild& model = children[static_cast<std::size_t>(e.child)];
    ++model.starts_seen;
    model.alive = model.starts;
    queue_.push_back({e.child, std::nullopt, false});
  }
  void carry_out(const KillChild& e) {
    if (deaths_are_slow) return;
    children[static_cast<std::size_t>(e.child)].alive = false;
    queue_.push_back({e.child, std::nullopt, true});
  }
  void carry_out(const Remember&) {}
  void carry_out(const SetEncoding& e) { encoding = e.encoding; }
  void carry_out(const ShowLive& e) {
    live_ports.push_back(e.port);
    live_japanese = e.japanese;
  }
  void carry_out(const Record& e) { recorded.push_back(e.line); }
  void carry_out(const Note& e) { noted.push_back(e.text); }
  void carry_out(const Finish&) { finished = true; }

  void tell(int index, const std::string& line) {
    ModelChild& model = children[static_cast<std::size_t>(index)];
    if (!model.alive) return;
    model.heard.push_back(line);
    const auto answer = [&](const std::vector<std::string>& lines) {
      for (const auto& text : lines) queue_.push_back({index, text, false});
    };
    if (line == "usi") {
      answer(model.banner);
      answer({"id name " + model.name, "id author nobody"});
      answer(model.option_lines);
      if (model.says_usiok) answer({"usiok"});
    } else if (line == "isready") {
      if (model.says_readyok) answer({"readyok"});
    } else if (line.starts_with("go")) {
      answer(model.thinks ? model.thinks(model.last("position"), line) : model.on_go);
    } else if (line == "stop") {
      answer(model.on_stop);
    } else if (line.starts_with("ponderhit")) {
      answer(model.on_ponderhit);
    }
  }

  struct Queued {
    int child;
    std::optional<std::string> line;
    bool killed;
  };
  std::deque<Queued> queue_;
};

}  // namespace gougi::relay::testing
