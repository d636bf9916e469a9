// SPDX-License-Identifier: MIT
#include "study/log_replay.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

#include "base/random.hpp"
#include "base/text.hpp"
#include "consensus/arbiter_model.hpp"
#include "relay/logged_session.hpp"

namespace gougi::study {
namespace {

using namespace relay;

using base::Milliseconds;
using relay::testing::LoggedSession;
using ::testing::Contains;
using ::testing::HasSubstr;

const std::string kTwoEngines =
    "name: 三人\nconsensus: optimistic\nengines:\n  - command: a\n  - command: b\nmate: off\n";

std::string replay_error(const std::vector<std::string>& lines) {
  LogReplay replay;
  for (const std::string& line : lines) {
    if (const auto taken = replay.take(line); !taken) return taken.error().message;
  }
  const auto finished = replay.finish();
  return finished ? "" : finished.error().message;
}

LogReplay replayed(const std::vector<std::string>& lines) {
  LogReplay replay;
  for (const std::string& line : lines) {
    const auto taken = replay.take(line);
    EXPECT_TRUE(taken) << taken.error().message << "\n" << line;
  }
  EXPECT_TRUE(replay.finish());
  return replay;
}

// A game with a clean decision, a timeout, a death, analysis and odd bytes.
LoggedSession eventful() {
  LoggedSession session(kTwoEngines);
  session.remember(0, "option name Style type combo default a var a var b");
  session.begin();
  session.begin_game();
  session.host("position startpos");
  session.host("go btime 0 wtime 0 byoyomi 1000");
  session.child(0, "info depth 5 score cp 30 pv 7g7f");
  session.child(1, "info depth 5 score cp 40 pv 2g2f");
  session.child(1, "info string \x1b[2J\xff");
  session.pass(Milliseconds(100));
  session.child(0, "bestmove 7g7f");
  session.child(1, "bestmove 2g2f");
  session.host("position startpos moves 2g2f 3c3d");
  session.host("go btime 0 wtime 0 byoyomi 1000");
  session.child(0, "info depth 5 score cp 30 pv 7g7f");
  session.pass(Milliseconds(3000));
  session.on(ChildBrokeOff{1, "info depth 3 sc"});
  session.on(ChildExited{1, "signal 11"});
  session.pass(Milliseconds(3000));
  session.host("go infinite");
  session.child(0, "info depth 9 score cp 77 pv 2f2e");
  session.host("stop");
  session.child(0, "bestmove 2f2e");
  session.on(ChildFailed{1, "no such \\ file"});
  session.host("gameover win");
  session.on(HostClosed{});
  return session;
}

TEST(LogReplay, AnArbiterGoesByTheModelOfThatTime) {
  consensus::ArbiterModel model;
  model.members = {{"first", 600, {}}, {"second", 600, {9, 9, 9}}};
  model.anchor = "first";
  model.taus = {0.6, 0.6, 0.6};
  LoggedSession session(
      "consensus: arbiter\nrules: {arbiter_model: gone.json}\nengines:\n"
      "  - {name: first, command: a}\n  - {name: second, command: b}\nmate: off\n");
  session.arbiter({std::make_shared<const consensus::ArbiterModel>(model)});
  session.begin();
  session.begin_game();
  session.host("position startpos");
  session.host("go btime 0 wtime 0 byoyomi 1000");
  session.child(0, "info depth 5 nodes 10 score cp 30 pv 7g7f");
  session.child(1, "info depth 5 nodes 10 score cp 30 pv 2g2f");
  session.pass(Milliseconds(100));
  session.child(0, "bestmove 7g7f");
  session.child(1, "bestmove 2g2f");
  const LogReplay replay = replayed(session.lines);
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  ASSERT_EQ(replay.answers().size(), 1U);
  EXPECT_EQ(replay.answers()[0].replayed, replay.answers()[0].logged);
  EXPECT_TRUE(replay.answers()[0].replayed.starts_with("bestmove 2g2f"));
  ASSERT_EQ(session.recorded.size(), 1U);
  const auto line = parse_record(session.recorded[0]);
  ASSERT_TRUE(line) << line.error().message;
  const auto& record = std::get<DecisionRecord>(*line);
  EXPECT_EQ(record.reason, "challenger second: p 0.99 > 0.60: a better record in this phase");
  EXPECT_EQ(decide_again(record, *consensus::find_strategy("arbiter")).choice, record.choice);
  EXPECT_EQ(record.voters[0].voter.ballot->course.size(), 1U);
}

TEST(LogReplay, EnginesHaveTheScalesOfThatTime) {
  LoggedSession session(
      "consensus: optimistic\nengines:\n  - {name: first, command: a, scale: gone.json}\n"
      "  - {name: second, command: b}\nmate: off\n");
  session.scales({consensus::PhaseScales::all(consensus::Scale{600, {{900, 0.6}}}),
                  consensus::PhaseScales::all(consensus::Scale{600})});
  session.begin();
  session.begin_game();
  session.host("position startpos");
  session.host("go btime 0 wtime 0 byoyomi 1000");
  session.child(0, "info depth 5 nodes 10 score cp 900 pv 7g7f");
  session.child(1, "info depth 5 nodes 10 score cp 600 pv 2g2f");
  session.pass(Milliseconds(100));
  session.child(0, "bestmove 7g7f");
  session.child(1, "bestmove 2g2f");
  const LogReplay replay = replayed(session.lines);
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  ASSERT_EQ(replay.answers().size(), 1U);
  EXPECT_TRUE(replay.answers()[0].logged.starts_with("bestmove 2g2f"));
  EXPECT_EQ(replay.answers()[0].replayed, replay.answers()[0].logged);
  ASSERT_EQ(session.recorded.size(), 1U);
  const auto line = parse_record(session.recorded[0]);
  ASSERT_TRUE(line) << line.error().message;
  const auto& record = std::get<DecisionRecord>(*line);
  EXPECT_EQ(record.reason, "highest value of all: 73.1%");
  EXPECT_EQ(decide_again(record, *consensus::find_strategy("optimistic")).choice, record.choice);
  EXPECT_EQ(record.voters[0].voter.scale.knots.size(), 1U);
}

// Whatever machine it is played again on.
TEST(LogReplay, ThreadsAreThoseOfTheMachineThatWroteTheLog) {
  LoggedSession session("resources: {threads: auto}\nengines: [{command: a}]\nmate: off\n", 1, {},
                        game::shogi_rules(), 16);
  session.remember(0, "option name Threads type spin default 1 min 1 max 64");
  session.begin();
  session.on(relay::ChildStarted{0});
  session.host("usi");
  session.child(0, "option name Threads type spin default 1 min 1 max 64");
  session.child(0, "usiok");
  session.host("isready");
  session.child(0, "readyok");
  EXPECT_THAT(session.lines, Contains(HasSubstr("setoption name Threads value 16")));
  EXPECT_EQ(replayed(session.lines).first_difference(), std::nullopt);
}

TEST(LogReplay, TheLanguageIsThatOfTheCommandLine) {
  LoggedSession session(kTwoEngines + "language: en\n");
  session.speak(base::Language::kJapanese);
  session.begin();
  session.begin_game();
  session.host("position startpos moves 7g7g");
  session.host("setoption name G_LivePort value 99999");
  session.host("setoption name G_Language value auto");
  session.host("position startpos moves 7g7e");
  session.host("setoption name G_Language value en");
  session.host("position startpos moves 7g7d");
  EXPECT_THAT(session.lines, Contains(HasSubstr("info string 局面が正しくありません: 1手目")));
  EXPECT_THAT(session.lines, Contains(HasSubstr("info string G_LivePort: \"99999\" は使えません")));
  EXPECT_THAT(session.lines, Contains(HasSubstr("(7g7e)")));
  EXPECT_THAT(session.lines, Contains(HasSubstr("unusable position: move 1 (7g7d)")));
  EXPECT_EQ(replayed(session.lines).first_difference(), std::nullopt);
}

TEST(LogReplay, ASessionPlayedAgainSaysEveryLineAsLogged) {
  const LoggedSession session = eventful();
  const LogReplay replay = replayed(session.lines);
  ASSERT_EQ(replay.answers().size(), 3U);
  for (const ReplayedAnswer& answer : replay.answers()) {
    EXPECT_TRUE(answer.same()) << answer.logged << " / " << answer.replayed;
  }
  EXPECT_EQ(replay.answers()[0].logged, "bestmove 2g2f");
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  EXPECT_GT(replay.lines(), 30U);
  std::size_t decisions = 0;
  for (const ReplayedAnswer& answer : replay.answers()) {
    ASSERT_TRUE(answer.record);
    EXPECT_EQ(to_json(*answer.record), session.recorded[decisions++]);
  }
}

TEST(LogReplay, ADecisionThatIsNotTheSessionsOwnIsSeen) {
  LoggedSession session = eventful();
  std::size_t changed = 0;
  for (std::size_t i = 0; i < session.lines.size(); ++i) {
    if (session.lines[i].ends_with(" < bestmove 2g2f") &&
        session.lines[i].find("E2") == std::string::npos) {
      session.lines[i].replace(session.lines[i].size() - 4, 4, "7g7f");
      changed = i + 1;
    }
  }
  ASSERT_GT(changed, 0U);
  const LogReplay replay = replayed(session.lines);
  ASSERT_EQ(replay.answers().size(), 3U);
  EXPECT_EQ(replay.answers()[0].logged, "bestmove 7g7f");
  EXPECT_EQ(replay.answers()[0].replayed, "bestmove 2g2f");
  EXPECT_TRUE(replay.answers()[1].same());
  EXPECT_EQ(replay.first_difference(), changed);
}

TEST(LogReplay, AnAnswerThatIsMissingInTheLogStandsAloneAndShiftsNoOther) {
  LoggedSession session = eventful();
  std::erase_if(session.lines, [](const std::string& line) {
    return line.find("I < bestmove 2g2f") != std::string::npos;
  });
  const LogReplay replay = replayed(session.lines);
  ASSERT_EQ(replay.answers().size(), 3U);
  EXPECT_EQ(replay.answers()[0].logged, "");
  EXPECT_TRUE(replay.answers()[1].same());
  EXPECT_TRUE(replay.answers()[2].same());
  EXPECT_TRUE(replay.first_difference());
}

TEST(LogReplay, ProseBetweenTheLinesIsForPeople) {
  LoggedSession session = eventful();
  const std::vector<std::string> lines = session.lines;
  session.lines.clear();
  for (const std::string& line : lines) {
    session.lines.push_back(line);
    session.log("E1 (model) ended: exit code 1; 0.5 > quit");
  }
  EXPECT_EQ(replayed(session.lines).first_difference(), std::nullopt);
}

TEST(SessionLog, NoControlCharacterStandsInTheLogAndAllComeBack) {
  LoggedSession session(kTwoEngines);
  session.begin();
  const std::string evil("\x1b]0;x\x07 a\\b\r\0\xff\xc2\x9b 合議", 21);
  session.child(0, evil);
  const std::string& line = session.lines.back();
  EXPECT_EQ(base::printable(line, line.size()), line);
  SessionLogReader reader;
  std::optional<LogMessage> last;
  for (const std::string& each : session.lines) last = *reader.read(each);
  ASSERT_TRUE(std::holds_alternative<LoggedEvent>(*last));
  EXPECT_EQ(std::get<LoggedEvent>(*last).text, evil);
}

TEST(SessionLog, NoControlCharacterOfAChildReachesTheGui) {
  LoggedSession session("engines:\n  - command: a\nlanguage: en\n");
  session.begin();
  session.on(ChildStarted{0});
  session.host("usi");
  for (const char* line :
       {"id name \x1b[2Jevil\x07", "option name A\x1b[1mB type string default \x1b]0;x\x07",
        "option name C type combo default \x7f var \x7f", "\x1b[2J", "usiok"}) {
    session.child(0, line);
  }
  session.host("isready");
  session.child(0, "readyok");
  session.host("usinewgame");
  session.host("go byoyomi 1000");
  session.child(0, "info depth 1 score cp 1 pv 7g7f \x1b[1m string \x1b");
  session.child(0, "bestmove 7g7f\x1b ponder \x07");
  session.pass(Milliseconds(2000));
  session.on(ChildBrokeOff{0, "bestmove 8h2b \x1b"});
  session.on(ChildExited{0, "signal \x1b"});
  int to_gui = 0;
  for (const std::string& line : session.lines) {
    if (line.find(" I < ") == std::string::npos) continue;
    ++to_gui;
    EXPECT_EQ(line.find("\\x"), std::string::npos) << line;
  }
  EXPECT_GT(to_gui, 10);
}

TEST(SessionLog, HoldsTheTimeOfEachEventToTheNanosecondAndTheHeadWhole) {
  const LoggedSession session = eventful();
  SessionLogReader reader;
  std::vector<base::TimePoint> times;
  for (const std::string& line : session.lines) {
    const auto message = reader.read(line);
    ASSERT_TRUE(message) << message.error().message;
    if (const auto* event = std::get_if<LoggedEvent>(&*message)) times.push_back(event->now);
  }
  const base::TimePoint begun{std::chrono::hours(1)};
  EXPECT_EQ(reader.head().begun, begun);
  EXPECT_EQ(times.at(0), begun + std::chrono::nanoseconds(12'345));
  EXPECT_EQ(reader.head().configuration, kTwoEngines);
  EXPECT_EQ(reader.head().version, "test");
  EXPECT_EQ(reader.head().children, (std::vector<std::string>{"E1", "E2", "reserve"}));
  ASSERT_EQ(reader.head().environment.remembered_options[0].size(), 1U);
}

TEST(LogReplay, TheOptionsOfEarlierStartsAreReplayedInTheChildsOwnSpelling) {
  LoggedSession session(kTwoEngines);
  const std::vector<std::string> options{
      "option name 日本 Level type spin default 1 min 0 max 9",
      "option name Path type string default C:\\a  b\\c",
      "option name Book type combo default Big Book var Big Book var none"};
  for (const std::string& option : options) session.remember(0, option);
  session.without_options(1);
  session.begin();
  session.on(ChildStarted{0});
  session.host("usi");
  for (const std::string& option : options) session.child(0, option);
  session.child(0, "usiok");
  const LogReplay replay = replayed(session.lines);
  EXPECT_EQ(replay.first_difference(), std::nullopt);
  const auto has = [&](const char* text) {
    return std::ranges::any_of(
        session.lines, [&](const std::string& l) { return l.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has(" < usiok"));
  EXPECT_TRUE(has("E2 remembers no options"));
  EXPECT_FALSE(has("other options"));
}

TEST(LogReplay, WhatEnginesSaidOfFreezesAtEarlierStartsIsReplayed) {
  LoggedSession session(kTwoEngines);
  session.without_options(0);
  session.without_options(1);
  session.remember_freezes({usi::FreezeAbility::kNone, usi::FreezeAbility::kOk});
  session.begin();
  session.host("usi");
  const auto has = [&](const char* text) {
    return std::ranges::any_of(
        session.lines, [&](const std::string& l) { return l.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("E2 remembers FREEZE OK"));
  EXPECT_TRUE(has(" < FREEZE OK"));
  EXPECT_EQ(replayed(session.lines).first_difference(), std::nullopt);
}

TEST(LogReplay, AFileThatIsNoLogOfASessionSaysWhatIsMissing) {
  const LoggedSession session = eventful();
  const std::string stamp = "2026-01-31 09:30:00.123456 I ";
  std::vector<std::string> lines = session.lines;
  EXPECT_EQ(replay_error({}).substr(0, 20), "no session begins in");
  EXPECT_EQ(replay_error({stamp + "just prose"}).substr(0, 20), "no session begins in");
  const auto begins = std::ranges::find_if(lines, [](const std::string& line) {
    return line.find("session begins ") != std::string::npos;
  });
  ASSERT_NE(begins, lines.end());
  EXPECT_EQ(replay_error({begins + 1, lines.end()}),
            "the beginning of this log is gone (rotated away); raise log: keep");
  EXPECT_EQ(replay_error({"hello"}), "does not begin with date, time and level");
  EXPECT_EQ(replay_error({stamp + "session begins 1 2"}),
            "the session begins without a list of children");
  EXPECT_EQ(replay_error({stamp + "children E1 reserve", stamp + "session begins x 2"}),
            "the session's beginning has no two times");
  EXPECT_EQ(
      replay_error({stamp + "children E1 reserve", stamp + "session begins 1 2"}).substr(0, 49),
      "the configuration in the log is none for this ver");
  lines.push_back(stamp + "0.00000001 > quit");
  EXPECT_EQ(replay_error(lines), "the time of the event is damaged");
  lines.back() = stamp + "9.000000001 E7 < readyok";
  EXPECT_EQ(replay_error(lines), "the event is of \"E7\", which is no child of this session");
  lines.back() = stamp + "9.000000001 E1 < a\\b";
  EXPECT_EQ(replay_error(lines), "a backslash stands alone: the line is damaged");
  lines.back() = stamp + "9.000000001 E1 sleeps";
  EXPECT_EQ(replay_error(lines), "the event is none that is known");
}

TEST(LogReplay, ADamagedLogIsRefusedOrPlayedAndNeverMore) {
  const LoggedSession session = eventful();
  base::Random random(5);
  for (int i = 0; i < 400; ++i) {
    std::vector<std::string> lines = session.lines;
    for (std::uint64_t n = 1 + random.below(5); n > 0; --n) {
      std::string& line = lines[random.below(lines.size())];
      switch (random.below(4)) {
        case 0:
          line = lines[random.below(lines.size())];
          break;
        case 1:
          line.resize(random.below(line.size() + 1));
          break;
        default:
          if (!line.empty()) {
            line[random.below(line.size())] = static_cast<char>(random.below(256));
          }
      }
    }
    const std::string error = replay_error(lines);
    EXPECT_EQ(base::printable(error, error.size()), error);
  }
}

}  // namespace
}  // namespace gougi::study
