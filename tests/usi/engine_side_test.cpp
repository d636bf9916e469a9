// SPDX-License-Identifier: MIT
#include "usi/engine_side.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "notation/sfen.hpp"
#include "usi/fake_engine.hpp"

namespace gougi::usi {
namespace {

using base::Milliseconds;
using testing::StartsWith;

// --- golden dialogues ---

class EngineSideTranscript : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EngineSideTranscript, IsHeardLineByLine) {
  EngineSideSubject subject;
  transcript::play(GetParam(), subject);
}

std::vector<std::filesystem::path> transcripts() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder =
      std::filesystem::path(GOUGI_SOURCE_DIR) / "tests/transcripts/engine_side";
  std::error_code missing;  // no files, no tests: gtest then says so
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".usi") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

INSTANTIATE_TEST_SUITE_P(Files, EngineSideTranscript, testing::ValuesIn(transcripts()),
                         [](const auto& file) { return file.param.stem().string(); });

// --- what a dialogue cannot show ---

TEST(EngineSide, PonderHitGivesTheSearchItsClockAndItsStart) {
  EngineSideSubject subject;
  const base::TimePoint start{};
  subject.say("position startpos");
  subject.say_at("go ponder btime 1000 wtime 2000 byoyomi 300", start);
  ASSERT_TRUE(subject.act("engine is searching"));
  subject.say_at("ponderhit btime 700 wtime 600 binc 5 winc 6", start + Milliseconds(90));
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
  const std::scoped_lock lock(subject.control->mutex);
  const ClockTimes expected{
      true,           Milliseconds(700), Milliseconds(600), Milliseconds(0), Milliseconds(5),
      Milliseconds(6)};
  EXPECT_EQ(subject.control->last_limits.clock, expected);
  EXPECT_FALSE(subject.control->last_limits.ponder);
  EXPECT_EQ(subject.control->last_clock_start, start + Milliseconds(90));
}

TEST(EngineSide, PonderHitWithoutClocksKeepsThoseOfGo) {
  EngineSideSubject subject;
  const base::TimePoint start{};
  subject.say("position startpos");
  subject.say_at("go ponder btime 1000 wtime 2000 byoyomi 300", start);
  subject.say_at("ponderhit", start + Milliseconds(50));
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
  const std::scoped_lock lock(subject.control->mutex);
  EXPECT_EQ(subject.control->last_limits.clock.byoyomi, Milliseconds(300));
  EXPECT_EQ(subject.control->last_clock_start, start + Milliseconds(50));
}

TEST(EngineSide, TheClockOfAnOrdinarySearchBeginsWhenItsLineCame) {
  EngineSideSubject subject;
  const base::TimePoint start = base::TimePoint{} + Milliseconds(123);
  subject.say("position startpos");
  subject.say_at("go byoyomi 100", start);
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
  const std::scoped_lock lock(subject.control->mutex);
  EXPECT_EQ(subject.control->last_clock_start, start);
}

TEST(EngineSide, QuitEndsTheDialogueWhenAllIsAnswered) {
  EngineSideSubject subject;
  subject.say("isready");
  EXPECT_FALSE(subject.is_over());
  subject.say("quit");
  subject.say("usi");
  EXPECT_TRUE(subject.await([&] { return subject.is_over(); }));
  EXPECT_EQ(subject.hear(), "readyok");
  EXPECT_THAT(subject.finish(), testing::IsEmpty());
}

TEST(EngineSide, IsBusyUntilTheGuiHasToSpeakAgain) {
  EngineSideSubject subject;
  subject.say("position startpos");
  subject.say("go byoyomi 100");
  EXPECT_TRUE(subject.is_busy());
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
  subject.say("go infinite");
  EXPECT_FALSE(subject.is_busy());
}

TEST(EngineSide, ScriptsGetTheirAnswersInTheOrderOfTheirQuestions) {
  EngineSideSubject subject;
  for (const auto* line :
       {"position startpos", "perft 3", "side", "perft 1", "getoption MultiPV", "quit"}) {
    subject.say(line);
  }
  std::vector<std::string> lines = subject.finish();
  std::erase_if(lines, [](const std::string& line) { return line.find(": ") < 8; });
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0], StartsWith("nodes 25470 "));
  EXPECT_EQ(lines[1], "black");
  EXPECT_THAT(lines[2], StartsWith("nodes 30 "));
  EXPECT_EQ(lines[3], "Options[MultiPV] == 1");
}

TEST(EngineSide, AStopReachesAQueryThatIsStillBeingPreparedFor) {
  EngineSideSubject subject;
  FakeControl& control = *subject.control;
  control.change([&] { control.holds_prepare = true; });
  subject.say("position startpos");
  subject.say("bench");
  ASSERT_TRUE(subject.await([&] { return !control.calls.empty(); }));
  subject.say("stop");
  control.change([&] { control.holds_prepare = false; });
  EXPECT_EQ(subject.hear(), "bench was stopped");
}

TEST(EngineSide, AnOvertakenSearchIsSilenced) {
  EngineSideSubject subject;
  subject.say("position startpos");
  subject.control->change([&] { subject.control->stop_answer = "bestmove 1g1f"; });
  for (int i = 0; i < 50; ++i) subject.say("go ponder btime 1 wtime 1");
  subject.say("go byoyomi 100");
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
  EXPECT_THAT(subject.finish(), testing::IsEmpty());
}

TEST(EngineSide, ALineOfThousandsOfMovesIsOrdinary) {
  EngineSideSubject subject;
  std::string line = "position startpos moves";
  for (int i = 0; i < 1000; ++i) line += " 5i5h 5a5b 5h5i 5b5a";
  subject.say(line);
  subject.say("go byoyomi 100");
  ASSERT_TRUE(subject.act("engine answers bestmove 7g7f"));
  EXPECT_EQ(subject.hear(), "bestmove 7g7f");
}

// --- the state machine alone: no engine, no thread ---

std::vector<std::string> lines_of(EngineSide& side, std::vector<EngineTask>* tasks = nullptr) {
  std::vector<std::string> lines;
  while (auto event = side.next()) {
    if (const auto* line = std::get_if<ToGui>(&*event)) lines.push_back(line->line);
    if (auto* task = std::get_if<EngineTask>(&*event); task != nullptr && tasks != nullptr) {
      tasks->push_back(std::move(*task));
    }
    if (std::holds_alternative<DialogueOver>(*event)) lines.emplace_back("(over)");
  }
  return lines;
}

TEST(EngineSide, GivesTheEngineOneTaskAtATime) {
  EngineSide side({"Fake", "nobody", {{"Hash", SpinOption{16, 1, 1024}}}});
  const base::TimePoint now{};
  side.line("setoption name Hash value 32", now);
  side.line("isready", now);
  side.line("go byoyomi 100", now);
  std::vector<EngineTask> tasks;
  EXPECT_THAT(lines_of(side, &tasks), testing::IsEmpty());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(std::get<SetEngineOption>(tasks[0]).value, "32");

  side.take(EngineDone{});
  EXPECT_THAT(lines_of(side, &tasks), testing::IsEmpty());
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<PrepareEngine>(tasks[1]));

  side.take(EngineWarning{"no book"});
  side.take(EngineDone{});
  EXPECT_THAT(lines_of(side, &tasks), testing::ElementsAre("info string no book", "readyok"));
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<StartSearch>(tasks[2]));
}

TEST(EngineSide, HoldsAnAnswerBackUntilItMayGoOut) {
  EngineSide side({"Fake", "nobody", {}});
  const base::TimePoint now{};
  side.line("go ponder btime 1000 wtime 1000", now);
  lines_of(side);
  side.take(EngineDone{});  // prepared
  lines_of(side);
  side.take(EngineDone{BestMoveAnswer{*notation::parse_usi_move("7g7f"), std::nullopt}});
  EXPECT_THAT(lines_of(side), testing::IsEmpty());
  EXPECT_FALSE(side.is_busy());
  side.line("ponderhit", now);
  EXPECT_THAT(lines_of(side), testing::ElementsAre("bestmove 7g7f"));
}

TEST(EngineSide, QuitEndsASearchThatTheEngineIsStillAt) {
  EngineSide side({"Fake", "nobody", {}});
  const base::TimePoint now{};
  side.line("go infinite", now);
  side.take(EngineDone{});  // prepared
  std::vector<EngineTask> tasks;
  lines_of(side, &tasks);
  side.line("quit", now);
  EXPECT_TRUE(std::get<StartSearch>(tasks.back()).search->stop_requested());
  EXPECT_THAT(lines_of(side), testing::IsEmpty());
  side.take(EngineDone{BestMoveAnswer{Resign{}, std::nullopt}});
  const auto lines = lines_of(side);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], StartsWith("bestmove "));
  EXPECT_EQ(lines[1], "(over)");
}

// Whatever a GUI says in whatever order: between two `isready`, which end what runs, a search is
// answered exactly once, unless another overtakes it while it waits for `stop` or `ponderhit`, and
// readyok always comes. The engine is never done before it is stopped.
TEST(EngineSide, RandomDialoguesAnswerEverySearchExactlyOnceUnlessItIsOvertakenWhileItWaits) {
  enum class Open { kNone, kOrdinary, kPondering, kHeld };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    base::Random random(seed);
    EngineSideSubject subject;
    subject.say("position startpos");
    for (int round = 0; round < 30; ++round) {
      Open open = Open::kNone;  // a go that was not stopped
      int expected = 0;         // answers owed
      const auto go = [&](const char* line, Open kind) {
        expected += open == Open::kOrdinary ? 1 : 0;
        open = kind;
        subject.say(line);
      };
      for (auto n = random.below(8); n > 0; --n) {
        switch (random.below(9)) {
          case 0:
            go("go infinite", Open::kHeld);
            break;
          case 1:
            go("go ponder wtime 3 infinite", Open::kHeld);
            break;
          case 2:
            go("go ponder btime 3 wtime 3", Open::kPondering);
            break;
          case 3:
            go("go btime 3 wtime 3", Open::kOrdinary);
            break;
          case 4:
            go("go mate 1000", Open::kOrdinary);
            break;
          case 5:
            subject.say("position startpos moves 7g7f 3c3d");
            break;
          case 6:
            subject.say("setoption name MultiPV value 2");
            break;
          case 7:
            subject.say("ponderhit btime 1 wtime 1");
            if (open == Open::kPondering) open = Open::kOrdinary;
            break;
          default:
            subject.say(random.below(2) == 0 ? "stop" : "gameover win");
            expected += open != Open::kNone ? 1 : 0;
            open = Open::kNone;
            break;
        }
      }
      subject.say("isready");
      expected += open != Open::kNone ? 1 : 0;
      int answers = 0;
      for (const auto& line : subject.hear_until("readyok")) {
        answers += line.starts_with("bestmove") || line.starts_with("checkmate") ? 1 : 0;
      }
      ASSERT_EQ(answers, expected) << "seed " << seed << ", round " << round;
    }
    EXPECT_THAT(subject.finish(), testing::IsEmpty());
  }
}

}  // namespace
}  // namespace gougi::usi
