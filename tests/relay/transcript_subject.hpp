// SPDX-License-Identifier: MIT
// The relay's session with model children as a transcript's subject, in virtual time. The words
// behind '@' are described in tests/transcripts/relay/README.md.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "relay/stage.hpp"
#include "transcripts/strict_gui.hpp"
#include "transcripts/transcript.hpp"

namespace gougi::relay::testing {

class RelaySubject final : public transcript::Subject {
 public:
  void say(std::string_view line) override {
    begin();
    gui_.said(line);
    stage_->host(std::string(line));
    listen();
  }

  std::optional<std::string> hear() override {
    begin();
    if (next_ == stage_->said.size()) return std::nullopt;
    return stage_->said[next_++];
  }

  bool act(std::string_view text) override {
    const bool understood =
        act_on_time(text) || act_on_gui(text) || act_on_child(text) || (!begun_ && set_up(text));
    if (understood && begun_) listen();
    return understood;
  }

  std::vector<std::string> finish() override {
    begin();
    EXPECT_EQ(gui_.ended(), "");
    return {stage_->said.begin() + static_cast<std::ptrdiff_t>(next_), stage_->said.end()};
  }

 private:
  using Line = std::string_view;

  static std::optional<Line> behind(Line text, Line start) {
    if (!text.starts_with(start)) return std::nullopt;
    return text.substr(start.size());
  }

  // --- before the relay runs ---

  bool set_up(Line text) {
    if (const auto n = behind(text, "engines ")) {
      engines_ = static_cast<int>(base::to_int(*n).value_or(0));
    } else if (const auto m = behind(text, "solvers ")) {
      solvers_ = static_cast<int>(base::to_int(*m).value_or(0));
    } else if (const auto p = behind(text, "copies ")) {
      copies_ = static_cast<int>(base::to_int(*p).value_or(0));
    } else {
      return set_up_relay(text);
    }
    return stage_ == nullptr;  // only while no child has been described
  }
  bool set_up_relay(Line text) {
    auto& settings = stage().settings;
    if (const auto consensus = behind(text, "consensus ")) {
      settings.consensus = *consensus;
    } else if (text == "language ja") {
      settings.language = settings::Language::kJapanese;
    } else if (text == "encoding ascii") {
      settings.encoding = settings::TextEncoding::kAscii;
    } else if (text == "every voter is shown") {
      settings.show_all = true;
    } else if (text == "threats are looked for") {
      settings.mate_threats = true;
    } else if (const auto quorum = behind(text, "quorum ")) {
      settings.quorum = static_cast<int>(base::to_int(*quorum).value_or(1));
    } else if (text == "ponder off") {
      settings.ponder = settings::PonderMode::kOff;
    } else {
      return false;
    }
    return true;
  }

  Stage& stage() {
    if (!stage_) {
      stage_ = std::make_unique<Stage>(engines_, solvers_);
      if (copies_ > 0) stage_->copies(copies_);
    }
    return *stage_;
  }
  void begin() {
    if (begun_) return;
    begun_ = true;
    stage().begin();
    listen();
  }

  // --- time and the GUI ---

  bool act_on_time(Line text) {
    if (text.size() < 4 || text.front() != '+' || !text.ends_with("ms")) return false;
    const auto span = base::to_int(text.substr(1, text.size() - 3));
    if (!span) return false;
    begin();
    stage_->pass(Milliseconds(*span));
    return true;
  }

  bool act_on_gui(Line text) {
    if (text == "handshake") {
      begin();
      for (const char* line : {"usi", "isready", "usinewgame"}) say(line);
      next_ = stage_->said.size();
      for (auto& child : stage_->children) heard_[&child] = child.heard.size();
    } else if (text == "EOF") {
      begin();
      gui_.hung_up();
      stage_->close_host();
    } else if (text == "the relay ends") {
      EXPECT_TRUE(stage().finished);
    } else if (const auto encoding = behind(text, "text goes out as ")) {
      begin();
      const std::map<Line, settings::TextEncoding> known{{"auto", settings::TextEncoding::kAuto},
                                                         {"utf-8", settings::TextEncoding::kUtf8},
                                                         {"cp932", settings::TextEncoding::kCp932},
                                                         {"ascii", settings::TextEncoding::kAscii}};
      const auto found = known.find(*encoding);
      if (found == known.end()) return false;
      EXPECT_EQ(found->second, stage_->encoding);
    } else {
      return false;
    }
    return true;
  }

  // --- children ---

  bool act_on_child(Line text) {
    const auto end = text.find_first_of(" :");
    if (end == Line::npos) return false;
    const auto index = child_index(text.substr(0, end));
    if (!index) return false;
    auto& child = stage().children[*index];
    const Line what = text.substr(end);
    if (what.starts_with(":")) {
      begin();
      stage_->child(static_cast<int>(*index),
                    std::string(what.substr(std::min<std::size_t>(2, what.size()))));
      return true;
    }
    if (const auto half = behind(what, " breaks off with ")) {
      begin();
      stage_->break_off(static_cast<int>(*index), std::string(*half));
      return true;
    }
    return describe(child, *index, what.substr(1)) || watch(child, *index, what.substr(1));
  }

  std::optional<std::size_t> child_index(Line name) const {
    struct Kind {
      char letter;
      int count;
    };
    int first = 0;
    for (const Kind kind : {Kind{'E', engines_}, Kind{'M', solvers_}, Kind{'P', copies_}}) {
      const auto number =
          !name.empty() && name[0] == kind.letter ? base::to_int(name.substr(1)) : std::nullopt;
      if (number && *number >= 1 && *number <= kind.count) {
        return static_cast<std::size_t>(first + *number - 1);
      }
      first += kind.count;
    }
    if (name == "R") return static_cast<std::size_t>(first);
    return std::nullopt;
  }

  bool describe(ModelChild& child, std::size_t index, Line what) {
    if (const auto name = behind(what, "is named ")) {
      child.name = *name;
    } else if (const auto banner = behind(what, "prints at first ")) {
      child.banner.emplace_back(*banner);
    } else if (const auto option = behind(what, "declares ")) {
      child.option_lines.emplace_back(*option);
    } else if (const auto answer = behind(what, "answers go with ")) {
      child.on_go.emplace_back(*answer);
    } else if (const auto last = behind(what, "answers stop with ")) {
      child.on_stop.emplace_back(*last);
    } else if (what == "answers nothing") {
      child.on_go.clear();
      child.on_stop.clear();
    } else if (what == "keeps usiok back") {
      child.says_usiok = false;
    } else if (what == "keeps readyok back") {
      child.says_readyok = false;
    } else if (what == "answers isready again") {
      child.says_readyok = true;
    } else if (what == "does not start") {
      child.starts = false;
    } else if (what == "can start") {
      child.starts = true;
    } else {
      return !begun_ && configure(index, what);
    }
    return true;
  }

  bool configure(std::size_t index, Line what) {
    auto& settings = stage_->settings;
    const auto engines = settings.engines.size();
    if (index >= engines + settings.mate_engines.size()) return false;
    auto& entry =
        index < engines ? settings.engines[index] : settings.mate_engines.at(index - engines);
    if (const auto capability = behind(what, "is capable of ")) {
      entry.capabilities.emplace_back(*capability);
    } else if (const auto name = behind(what, "is called ")) {
      entry.name = *name;
    } else if (const auto option = behind(what, "is configured with ")) {
      const auto equals = option->find(" = ");
      if (equals == Line::npos) return false;
      entry.options.emplace_back(option->substr(0, equals), option->substr(equals + 3));
    } else {
      return false;
    }
    return true;
  }

  bool watch(ModelChild& child, std::size_t index, Line what) {
    begin();
    auto& next = heard_[&child];
    if (what == "dies") {
      stage_->end_child(static_cast<int>(index));
      stage_->pass(0);
    } else if (what == "hears nothing") {
      EXPECT_EQ(next, child.heard.size()) << "it heard: " << child.heard[next];
      next = child.heard.size();
    } else if (const auto line = behind(what, "hears ")) {
      EXPECT_LT(next, child.heard.size()) << "it heard nothing";
      if (next == child.heard.size()) return true;
      const std::string& heard = child.heard[next++];
      EXPECT_TRUE(transcript::matches(*line, heard)) << "it heard: " << heard;
    } else if (const auto sought = behind(what, "comes to hear ")) {
      while (next < child.heard.size() && !transcript::matches(*sought, child.heard[next])) ++next;
      EXPECT_LT(next, child.heard.size()) << "it never heard: " << *sought;
      if (next < child.heard.size()) ++next;
    } else if (const auto starts = behind(what, "has been started ")) {
      EXPECT_EQ(std::to_string(child.starts_seen), std::string(*starts));
    } else {
      return false;
    }
    return true;
  }

  /// The strict GUI hears everything, at the time it comes.
  void listen() {
    for (; judged_ < stage_->said.size(); ++judged_) {
      const std::string& line = stage_->said[judged_];
      EXPECT_EQ(gui_.heard(line), "") << "in the line: " << line;
    }
  }

  int engines_ = 2;
  int solvers_ = 0;
  int copies_ = 0;
  bool begun_ = false;
  std::unique_ptr<Stage> stage_;
  transcript::StrictGui gui_;
  std::size_t next_ = 0;
  std::size_t judged_ = 0;
  std::map<const ModelChild*, std::size_t> heard_;
};

}  // namespace gougi::relay::testing
