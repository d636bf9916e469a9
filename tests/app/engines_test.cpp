// SPDX-License-Identifier: MIT
// The bundled engines behind the protocol's engine side, without processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/mate_engine.hpp"
#include "app/search_engine.hpp"
#include "usi/engine_side.hpp"

namespace gougi::app {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// An engine and everything it said.
class Talk {
 public:
  explicit Talk(std::unique_ptr<usi::Engine> engine)
      : side_(std::move(engine), [this](std::string_view line) { take(line); }) {
    say("usi");
    wait_for("usiok");
  }

  void say(std::string_view line) { side_.on_line(line); }

  /// The first line that begins with `start` and was not waited for before.
  std::string wait_for(std::string_view start) {
    std::unique_lock lock(mutex_);
    std::string found;
    const bool came = came_.wait_for(lock, std::chrono::seconds(60), [&] {
      while (next_ < lines_.size()) {
        const std::string& line = lines_[next_++];
        if (line.starts_with(start)) {
          found = line;
          return true;
        }
      }
      return false;
    });
    EXPECT_TRUE(came) << "no " << start;
    return found;
  }

  std::string ask(std::string_view position, std::string_view go, std::string_view answer) {
    say(position);
    say(go);
    return wait_for(answer);
  }

  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  void take(std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    came_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  usi::EngineSide side_;  // last: speaks until it is gone
};

constexpr std::string_view kMateInOne = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
constexpr std::string_view kNoChecks = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";
constexpr std::string_view kLongProblem = "position sfen 8k/9/9/9/9/9/9/9/9 b RG 1";

TEST(SearchEngineTalk, MatesAndSaysSo) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(talk.ask(kMateInOne, "go btime 0 wtime 0 byoyomi 1000", "bestmove"), "bestmove G*5b");
  EXPECT_THAT(talk.lines(), Contains(HasSubstr("score mate 1")));
}

TEST(SearchEngineTalk, SolvesMatesToo) {
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask(kNoChecks, "go mate infinite", "checkmate"), "checkmate nomate");
}

TEST(SearchEngineTalk, ResignsOnlyWhenMated) {
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go depth 3", "bestmove"),
            "bestmove resign");
  constexpr std::string_view kLost = "position sfen 4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
  EXPECT_THAT(talk.ask(kLost, "go depth 3", "bestmove"), Not(HasSubstr("resign")));
  talk.say("setoption name ResignValue value 2000");
  EXPECT_EQ(talk.ask(kLost, "go depth 3", "bestmove"), "bestmove resign");
}

TEST(SearchEngineTalk, DeclaresByTheRuleThatIsSet) {
  constexpr std::string_view kEntered =
      "position sfen K2R5/RB1G1G3/SSGGN4/9/9/9/9/9/8k b B2S3N4L18P 1";
  Talk talk(std::make_unique<SearchEngine>());
  EXPECT_EQ(talk.ask(kEntered, "go depth 2", "bestmove"), "bestmove win");
  talk.say("setoption name EnteringKingRule value NoEnteringKing");
  EXPECT_THAT(talk.ask(kEntered, "go depth 2", "bestmove"), Not(HasSubstr("win")));
}

TEST(SearchEngineTalk, KeepsToTheDepthLimitOfItsOptions) {
  Talk talk(std::make_unique<SearchEngine>());
  talk.say("setoption name DepthLimit value 2");
  talk.ask("position startpos", "go depth 30", "bestmove");
  EXPECT_THAT(talk.lines(), Contains(StartsWith("info depth 2 ")));
  EXPECT_THAT(talk.lines(), Not(Contains(StartsWith("info depth 3 "))));
}

TEST(SearchEngineTalk, ThinksDifferentlyInAnotherStyle) {
  Talk talk(std::make_unique<SearchEngine>());
  constexpr std::string_view kPosition =
      "position sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";
  talk.say(kPosition);
  talk.say("eval");
  const std::string balanced = talk.wait_for("eval");
  talk.say("setoption name Style value attack");
  talk.say("eval");
  EXPECT_NE(talk.wait_for("eval"), balanced);
}

TEST(SearchEngineTalk, BenchCountsTheSameNodesTwice) {
  Talk talk(std::make_unique<SearchEngine>());
  const auto signature = [&talk] {
    talk.say("bench 4");
    const std::string line = talk.wait_for("bench");
    return line.substr(0, line.find(" time "));
  };
  const std::string first = signature();
  EXPECT_THAT(first, HasSubstr("depth 4 nodes "));
  EXPECT_EQ(signature(), first);
}

TEST(MateEngineTalk, AnswersMateNoMateAndStop) {
  Talk talk(std::make_unique<MateEngine>());
  talk.say("isready");
  talk.wait_for("readyok");
  EXPECT_EQ(talk.ask(kMateInOne, "go mate 60000", "checkmate"), "checkmate G*5b");
  EXPECT_EQ(talk.ask(kNoChecks, "go mate infinite", "checkmate"), "checkmate nomate");
  talk.say(kLongProblem);
  talk.say("go mate infinite");
  talk.say("stop");
  EXPECT_THAT(talk.wait_for("checkmate"), AnyOf("checkmate timeout", "checkmate nomate"));
}

TEST(MateEngineTalk, GivesUpWhenItsNodesRunOut) {
  Talk talk(std::make_unique<MateEngine>());
  talk.say("setoption name NodesLimit value 100");
  EXPECT_EQ(talk.ask(kLongProblem, "go mate infinite", "checkmate"), "checkmate timeout");
}

TEST(MateEngineTalk, StillAnswersAPlainGo) {
  Talk talk(std::make_unique<MateEngine>());
  EXPECT_EQ(talk.ask(kMateInOne, "go byoyomi 1000", "bestmove"), "bestmove G*5b");
  EXPECT_THAT(talk.ask("position startpos", "go byoyomi 1000", "bestmove"),
              Not(HasSubstr("resign")));
}

}  // namespace
}  // namespace gougi::app
