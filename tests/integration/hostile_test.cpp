// SPDX-License-Identifier: MIT
// Children that print as much as they can, or what a careless relay would obey, pass on or write
// somewhere: its memory stays flat, its log bounded, answers still come, and the GUI hears nothing
// but valid answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "integration/relay.hpp"
#include "io/code_page.hpp"
#include "io/confinement.hpp"
#include "transcripts/strict_gui.hpp"

namespace gougi::testing {
namespace {

std::string hostile(const std::string& arguments) {
  return "['" + program_path("hostile-engine") + "', " + arguments + "]";
}

// ---- floods ---------------------------------------------------------------------------------

#ifdef __linux__  // which tells how much memory a process has had, and confines
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;
// It needs 8 MiB; a line of 1 MiB and its escaped text for the log, four bytes for one, lie there
// a few times.
constexpr std::uint64_t kMostMemory = 48 * kMiB;
// A file of the log is rotated when it is past 16 MiB; its last line may be 4 MiB.
constexpr std::uint64_t kMostOfALogFile = 20 * kMiB;
constexpr int kKeptLogs = 2;
constexpr Milliseconds kFloodPatience{400'000};

/// Of the process's whole life, in bytes.
std::uint64_t most_memory(std::int64_t pid) {
  std::istringstream status(content_of("/proc/" + std::to_string(pid) + "/status"));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) << 10U;
  }
  return 0;
}

struct Flood {
  std::string print;
  std::string at;
  std::uint64_t bytes = 0;
  std::string to = "stdout";
  std::string log = "off";

  std::string name() const {
    return print + "_at_" + at + "_" + to + "_" + std::to_string(bytes / kMiB) + "MiB_log_" + log;
  }
};
void PrintTo(const Flood& flood, std::ostream* out) { *out << flood.name(); }

class Flooded : public ::testing::TestWithParam<Flood> {
 protected:
  /// It has printed all, or was ended because it owed an answer for too long meanwhile.
  bool flood_is_over() const {
    const std::string notes = content_of(once_);
    if (notes.find("done") != std::string::npos) return true;
    return notes.starts_with("begun ") && notes.ends_with('\n') &&
           is_gone(std::stoi(notes.substr(6)));
  }

  std::string yaml(const Flood& flood) const {
    std::string text =
        "consensus: optimistic\nengines:\n  - name: Flood\n    command: " +
        hostile("--print, " + flood.print + ", --at, " + flood.at + ", --bytes, " +
                std::to_string(flood.bytes) + ", --to, " + flood.to + ", --once, '" + once_ + "'") +
        "\n  - name: Quick\n    command: " + hostile("--seed, 7") + "\nmate: off\n";
    if (flood.log != "off") {
      text += "log: {directory: logs, level: " + flood.log +
              ", keep: " + std::to_string(kKeptLogs) + "}\n";
    }
    return text;
  }

  void expect_an_answer(Relay& relay) {
    Think think(relay, game_, Milliseconds(1000));
    const std::string line = think.answer(watch_);
    EXPECT_EQ(play_answer(game_, line), "") << line;
    EXPECT_FALSE(think.is_late) << think.took.count();
  }

  static void expect_a_bounded_log(const Relay& relay) {
    std::error_code missing;
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(relay.folder.path() / "logs", missing)) {
      EXPECT_LE(entry.file_size(), kMostOfALogFile) << entry.path();
      if (entry.path().extension() == ".log") ++files;
    }
    EXPECT_LE(files, kKeptLogs);
  }

  Folder files_;
  std::string once_ = base::to_utf8(files_.path() / "once");
  shogi::Game game_;
  StandstillWatch watch_;
};

TEST_P(Flooded, MemoryStaysFlatTheLogIsBoundedAndAnswersCome) {
  const Flood& flood = GetParam();
  if (::testing::UnitTest::GetInstance()->current_test_suite()->name() ==
      std::string_view("SlowFloods/Flooded")) {
    NEEDS_PATIENCE();
  }
  io::run_before_children();
  Relay relay(yaml(flood));
  ASSERT_TRUE(relay.handshake());
  if (flood.at == "think") {  // without a clock: it may print to its end
    relay.dialogue.say("position startpos");
    relay.dialogue.say("go infinite");
  } else {
    expect_an_answer(relay);
  }
  const auto end = io::EventLoop::now() + kFloodPatience;
  while (!flood_is_over() && io::EventLoop::now() < end) relay.dialogue.listen(Milliseconds(20));
  EXPECT_TRUE(flood_is_over());
  if (flood.at == "think") {
    EXPECT_EQ(relay.dialogue.count("bestmove"), 0);
    relay.dialogue.say("stop");
    const auto heard = relay.dialogue.wait_for("bestmove");
    ASSERT_TRUE(heard);
    EXPECT_EQ(play_answer(game_, heard->line), "") << heard->line;
  }
  for (int i = 0; i < 3; ++i) expect_an_answer(relay);
  EXPECT_GT(most_memory(relay.dialogue.pid()), kMiB) << "it was not measured";
  EXPECT_LT(most_memory(relay.dialogue.pid()), kMostMemory);
  expect_a_bounded_log(relay);
  relay.dialogue.say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(5000)));
}

std::string flood_name(const ::testing::TestParamInfo<Flood>& info) { return info.param.name(); }

INSTANTIATE_TEST_SUITE_P(Floods, Flooded,
                         ::testing::Values(Flood{"info", "think", kGiB},
                                           Flood{"binary", "think", 48 * kMiB},
                                           Flood{"endless", "usi", kGiB},
                                           Flood{"options", "usi", 256 * kMiB},
                                           Flood{"endless", "think", kGiB, "stderr", "debug"},
                                           Flood{"long", "answer", kGiB, "stdout", "info"}),
                         flood_name);

std::vector<Flood> slow_floods() {
  std::vector<Flood> floods{{"options", "usi", kGiB}};
  for (const char* print : {"info", "endless", "long", "binary", "halves", "nuls"}) {
    for (const char* at : {"usi", "think", "answer"}) {
      for (const char* to : {"stdout", "stderr"}) {
        const std::uint64_t bytes = std::string_view(print) == "binary" ? kGiB / 4 : kGiB;
        floods.push_back({print, at, bytes, to, "off"});
      }
      floods.push_back({print, at, 64 * kMiB, "stdout", "debug"});
    }
  }
  return floods;
}

INSTANTIATE_TEST_SUITE_P(SlowFloods, Flooded, ::testing::ValuesIn(slow_floods()), flood_name);

TEST(HostileChildren, TwoThatFloodForEverLeaveTheClockAndTheMemoryAlone) {
  io::run_before_children();
  Relay relay(
      "consensus: optimistic\nengines:\n  - name: Thoughts\n    command: " +
      hostile("--print, info, --bytes, 1000000000000") +
      "\n  - name: Garbage\n    command: " + hostile("--print, halves, --bytes, 1000000000000") +
      "\n  - name: Quick\n    command: " + hostile("--seed, 7") +
      "\nmate: off\nlog: {directory: logs, level: debug, keep: 2}\n");
  ASSERT_TRUE(relay.handshake());
  shogi::Game game;
  StandstillWatch watch;
  for (int i = 0; i < 5; ++i) {
    Think think(relay, game, Milliseconds(1000));
    const std::string line = think.answer(watch);
    EXPECT_EQ(play_answer(game, line), "") << line;
    EXPECT_FALSE(think.is_late) << think.took.count();
  }
  EXPECT_GT(most_memory(relay.dialogue.pid()), kMiB) << "it was not measured";
  EXPECT_LT(most_memory(relay.dialogue.pid()), kMostMemory);
}

// ---- confinement ----------------------------------------------------------------------------

std::string confined(const std::string& program) {
  return "engines:\n  - command: " + program + "\n    confine: true\nmate: off\n";
}

TEST(Confinement, AnEngineThinksConfined) {
  const auto can = io::can_confine();
  if (!can) GTEST_SKIP() << can.error().message;
  Relay relay(confined(ours("gougi-engine")));
  ASSERT_TRUE(relay.handshake());
  shogi::Game game;
  StandstillWatch watch;
  Think think(relay, game, Milliseconds(300));
  EXPECT_EQ(play_answer(game, think.answer(watch)), "");
}

TEST(Confinement, WhatCannotBeHadIsRefusedInOneLine) {
  const Folder folder;
  Dialogue check(
      program_path("gougi"),
      {"check", "--lang", "en", "--config", folder.write("c.yaml", confined(ours("gougi-random")))},
      {{"PATH", "/nowhere"}});
  ASSERT_TRUE(check.wait_exit(Milliseconds(20'000)));
  EXPECT_NE(check.exit->code, 0);
  int told = 0;
  for (const auto& heard : check.heard) {
    if (heard.line.find("install the package bubblewrap") != std::string::npos) ++told;
  }
  EXPECT_EQ(told, 1);
}

#endif

// ---- tricks ---------------------------------------------------------------------------------

bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // C1 as UTF-8.
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      return true;
    }
  }
  return false;
}

struct Trick {
  std::string at;
  std::string encoding;

  std::string name() const { return at + "_" + (encoding == "utf-8" ? "utf8" : encoding); }
};
void PrintTo(const Trick& trick, std::ostream* out) { *out << trick.name(); }

class Tricked : public ::testing::TestWithParam<Trick> {};

/// Everything the GUI has heard since it was judged last.
void judge(Relay& relay, transcript::StrictGui& gui, const std::string& encoding,
           std::size_t& judged) {
  constexpr std::array<std::string_view, 7> kWords{"",         "info",  "option", "id",
                                                   "bestmove", "usiok", "readyok"};
  for (; judged < relay.dialogue.heard.size(); ++judged) {
    const std::string& bytes = relay.dialogue.heard[judged].line;
    const std::string line = encoding == "cp932" ? io::cp932_to_utf8(bytes) : bytes;
    EXPECT_TRUE(encoding != "ascii" || base::is_ascii(bytes)) << base::escaped(line);
    EXPECT_TRUE(base::is_valid_utf8(line)) << base::escaped(line);
    EXPECT_FALSE(has_control(line)) << base::escaped(line);
    EXPECT_NE(std::ranges::find(kWords, line.substr(0, line.find(' '))), kWords.end())
        << base::escaped(line);
    EXPECT_EQ(gui.heard(line), "") << base::escaped(line);
  }
}

std::vector<std::string> files_below(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_directory())
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  }
  std::ranges::sort(files);
  return files;
}

TEST_P(Tricked, TheGuiHearsOnlyAnswersAndNothingIsWrittenElsewhere) {
  const Trick& trick = GetParam();
  // Without a name in the configuration, the engine's own is shown.
  const std::string tricky =
      hostile("--name, '../../../escaped', --print, tricks, --at, " + trick.at);
  Relay relay("consensus: optimistic\nshow_all: true\nlanguage: ja\nencoding: " + trick.encoding +
              "\nengines:\n  - command: " + tricky + "\n  - command: " + hostile("--seed, 7") +
              "\nmate: off\nlog: {directory: a/b/c/d/logs, level: debug, keep: 2}\n");
  transcript::StrictGui gui;
  gui.let_lines_cross();
  std::size_t judged = 0;
  const auto say = [&](const std::string& line) {
    gui.said(line);
    relay.dialogue.say(line);
  };
  const auto wait = [&](const std::string& start) {
    const bool came = relay.dialogue.wait_for(start, Milliseconds(20'000)).has_value();
    judge(relay, gui, trick.encoding, judged);
    return came;
  };
  say("usi");
  ASSERT_TRUE(wait("usiok"));
  say("setoption name G_InfoInterval value 0");
  say("isready");
  ASSERT_TRUE(wait("readyok"));
  say("usinewgame");
  shogi::Game game;
  for (int i = 0; i < 4; ++i) {
    usi::PositionCommand position;
    position.moves = usi::moves_of(game.moves());
    say(usi::format(usi::Command{position}));
    say("go btime 0 wtime 0 byoyomi 500");
    ASSERT_TRUE(wait("bestmove"));
    const auto best =
        std::ranges::find_if(relay.dialogue.heard.rbegin(), relay.dialogue.heard.rend(),
                             [](const auto& heard) { return heard.line.starts_with("bestmove"); });
    ASSERT_EQ(play_answer(game, best->line), "") << best->line;
  }
  say("quit");
  EXPECT_TRUE(relay.dialogue.wait_exit(Milliseconds(5000)));
  judge(relay, gui, trick.encoding, judged);
  EXPECT_EQ(gui.ended(), "");
  EXPECT_EQ(relay.dialogue.count("usiok"), 1);
  EXPECT_EQ(relay.dialogue.count("readyok"), 1);
  EXPECT_EQ(relay.dialogue.count("bestmove"), 4);

  for (const std::string& file : files_below(relay.folder.path())) {
    const bool log = file.starts_with("a/b/c/d/logs/gougi-") &&
                     file.find('/', sizeof "a/b/c/d/logs") == std::string::npos;
    const bool cache = file.starts_with("gougi/options/");
    EXPECT_TRUE(log || cache || file == "relay.yaml") << file;
    if (!log) continue;
    std::istringstream text(content_of(relay.folder.path() / file));
    for (std::string line; std::getline(text, line);) {
#ifdef _WIN32
      if (line.ends_with('\r')) line.pop_back();  // as lines end there
#endif
      EXPECT_FALSE(has_control(line)) << base::escaped(line);
    }
  }
}

std::vector<Trick> tricks() {
  std::vector<Trick> all;
  for (const char* at : {"usi", "ready", "think", "answer"}) {
    for (const char* encoding : {"utf-8", "cp932", "ascii"}) all.push_back({at, encoding});
  }
  return all;
}
std::string trick_name(const ::testing::TestParamInfo<Trick>& info) { return info.param.name(); }

INSTANTIATE_TEST_SUITE_P(Tricks, Tricked, ::testing::ValuesIn(tricks()), trick_name);

}  // namespace
}  // namespace gougi::testing
