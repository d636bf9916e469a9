// SPDX-License-Identifier: MIT
// A relay one of whose engines is made to suffer: plays moves beside it, judges them, and sees in
// the votes and in the relay's log whether the victim is back with all it has to know.
#pragma once

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "integration/relay.hpp"

namespace gougi::testing {

inline constexpr Milliseconds kByoyomi{1000};
inline constexpr Milliseconds kMidThink{300};
// Loading on a busy machine; who is not back by then stays away.
inline constexpr Milliseconds kReturn{120'000};

/// One process of E1, by the relay's log.
struct Start {
  std::vector<std::string> told;
  bool ready = false;
  bool thinks = false;
};

inline std::vector<Start> starts_of_victim(const Relay& relay) {
  std::vector<Start> starts;
  std::error_code missing;
  for (const auto& file :
       std::filesystem::directory_iterator(relay.folder.path() / "logs", missing)) {
    if (file.path().extension() != ".log") continue;
    std::istringstream log(content_of(file.path()));
    for (std::string line; std::getline(log, line);) {
      if (line.ends_with(" E1 runs")) starts.emplace_back();
      if (starts.empty()) continue;
      const auto at = line.find(" I E1 > ");
      if (at != std::string::npos) starts.back().told.push_back(line.substr(at + 8));
      if (line.ends_with(" E1 < readyok")) starts.back().ready = true;
      if (line.find(" I E1 > go ") != std::string::npos) starts.back().thinks = true;
      if (line.find(" E1 < bestmove ") != std::string::npos) starts.back().thinks = false;
    }
  }
  return starts;
}

inline std::vector<std::string> beginning_with(const std::vector<std::string>& lines,
                                               const std::string& start) {
  std::vector<std::string> found;
  for (const std::string& line : lines) {
    if (line.starts_with(start)) found.push_back(line);
  }
  return found;
}

/// A relay whose E1 is called Victim, and one game.
class VictimTest : public ::testing::Test {
 protected:
  /// All are waited for, so that the votes show who takes part.
  void begin(const std::string& engines) {
    io::run_before_children();
    relay_ = std::make_unique<Relay>("consensus: optimistic\nlanguage: en\nengines:\n" + engines +
                                     "mate: off\nlog: {directory: logs, level: info}\n");
    relay_->dialogue.say("usi");
    ASSERT_TRUE(relay_->dialogue.wait_for("usiok"));
    relay_->dialogue.say("setoption name USI_Hash value 24");
    ASSERT_TRUE(relay_->new_game());
    wait_for_start(1);  // some load for longer than a GUI waits
  }

  /// One move of the relay, with `what` done to it in mid-think. Whether the victim was thinking
  /// then; if not, nothing was done.
  bool think(const std::function<void()>& what = {}) {
    Think think(*relay_, game_, kByoyomi);
    bool thinks = false;
    if (what) {
      relay_->dialogue.listen(kMidThink);
      thinks = starts_of_victim(*relay_).back().thinks;
      if (thinks) what();
    }
    const std::string line = think.answer(watch_);
    EXPECT_FALSE(think.is_late) << think.took.count() << " ms of " << kByoyomi.count();
    EXPECT_EQ(play_answer(game_, line), "") << line;
    return thinks;
  }

  /// The same at the first move at which the victim thinks: on a busy machine it may have been
  /// restarted for its slowness, and be loading. Its starts until then.
  std::size_t strike(const std::function<void()>& what) {
    for (int attempt = 0; attempt < 5; ++attempt) {
      const std::size_t starts = starts_of_victim(*relay_).size();
      wait_for_start(starts);
      if (think(what)) return starts;
    }
    ADD_FAILURE() << "it never thinks\n" << heard();
    return starts_of_victim(*relay_).size();
  }

  bool victim_voted() const {
    for (const auto& heard : relay_->dialogue.heard) {
      const std::string& line = heard.line;
      if (line.find("[Victim]") == std::string::npos) continue;
      if (line.find("bestmove") != std::string::npos && line.find("void") == std::string::npos) {
        return true;
      }
    }
    return false;
  }

  std::string heard() const {
    std::string text;
    for (const auto& line : relay_->dialogue.heard) text += line.line + "\n";
    return text;
  }

  /// The opponent thinks until the victim's process of this number is ready by itself.
  void wait_for_start(std::size_t number) {
    const auto is_ready = [&] {
      const auto starts = starts_of_victim(*relay_);
      return starts.size() >= number && starts.back().ready;
    };
    const auto end = io::EventLoop::now() + kReturn;
    bool ready = is_ready();
    while (!ready && io::EventLoop::now() < end) {
      relay_->dialogue.listen(Milliseconds(50));
      ready = is_ready();
    }
    ASSERT_TRUE(ready) << "start " << number << " did not come";
  }

  /// The move after the fault, and what the victim was told by then.
  void expect_it_takes_part() {
    usi::PositionCommand position;
    position.moves = usi::moves_of(game_.moves());
    think();
    EXPECT_TRUE(victim_voted()) << heard();
    const auto starts = starts_of_victim(*relay_);
    ASSERT_FALSE(starts.empty());
    const auto options = beginning_with(starts.front().told, "setoption ");
    EXPECT_FALSE(options.empty());
    EXPECT_EQ(beginning_with(starts.back().told, "setoption "), options);
    const auto positions = beginning_with(starts.back().told, "position ");
    ASSERT_FALSE(positions.empty());
    EXPECT_EQ(positions.back(), usi::format(usi::Command{position}));
  }

  std::unique_ptr<Relay> relay_;
  shogi::Game game_;
  StandstillWatch watch_;
};

}  // namespace gougi::testing
