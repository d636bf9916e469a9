// SPDX-License-Identifier: MIT
// Programs of ours that are started without what they need: standard streams, room on the disk,
// a reader, descriptors, memory. They end properly or go on, and say so in a line.
#ifdef __linux__
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "integration/bare_process.hpp"
#include "integration/relay.hpp"
#include "sanitized.hpp"

namespace gougi::testing {
namespace {

using ::testing::HasSubstr;

// The longest that a busy machine may need for what takes milliseconds.
constexpr Milliseconds kPatience{20'000};
constexpr const char* kTalk =
    "usi\nupi\nisready\nposition startpos\ngo btime 0 wtime 0 byoyomi 100\n";

const std::string kSpareEngine = "mate: off\nengines:\n  - command: ";

/// A program of ours that a shell starts in a way of its own.
class Started {
 public:
  /// `how` goes behind the words; `before` is what the shell does first.
  Started(const std::vector<std::string>& words, const std::string& how,
          const std::string& before = "")
      : errors_(folder_.path() / "errors"),
        process_(
            "/bin/sh",
            arguments("exec 2>'" + base::to_utf8(errors_) + "'; " + before + "exec \"$@\"" + how,
                      words),
            {{"XDG_CACHE_HOME", base::to_utf8(folder_.path())}}) {}

  BareProcess& process() { return process_; }
  std::string errors() const { return content_of(errors_); }
  /// -1 if it does not end, or by a signal.
  int exit_code() {
    if (!process_.exited(kPatience) || !WIFEXITED(process_.status)) return -1;
    return WEXITSTATUS(process_.status);
  }

 private:
  static std::vector<std::string> arguments(const std::string& script,
                                            const std::vector<std::string>& words) {
    std::vector<std::string> all{"-c", script, "sh"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }

  Folder folder_;
  std::filesystem::path errors_;
  BareProcess process_;
};

const std::vector<std::string>& engines() {
  static const std::vector<std::string> all{"gougi-engine", "gougi-mate", "gougi-naitou",
                                            "gougi-random", "gougi-pyon"};
  return all;
}

// ---- standard streams -----------------------------------------------------------------------

class WithoutStreams : public ::testing::TestWithParam<std::string> {
 protected:
  /// "0", "1" or "2"
  static bool has(const std::string& stream) {
    return GetParam().find(" " + stream + ">") == std::string::npos &&
           GetParam().find(" " + stream + "<") == std::string::npos;
  }
  /// Without input or output it ends by itself.
  static int end_of(Started& started) {
    started.process().write(kTalk);
    if (has("0") && has("1")) started.process().write("quit\n");
    return started.exit_code();
  }
};

TEST_P(WithoutStreams, TheRelayEndsAndItsFilesHoldNoUsi) {
  const Folder folder;
  const std::string file =
      folder.write("relay.yaml", kSpareEngine + ours("gougi-random") +
                                     "\nlog: {directory: logs, level: debug}\nrecord: r.jsonl\n");
  Started relay({program_path("gougi"), "--config", file}, GetParam());
  EXPECT_EQ(end_of(relay), has("1") ? 0 : 1);
  std::error_code missing;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path(), missing)) {
    if (entry.is_directory()) continue;
    const std::string text = "\n" + content_of(entry.path());
    for (const char* line : {"\nid name", "\nusiok", "\ninfo ", "\nbestmove", "\nusi\n"}) {
      EXPECT_EQ(text.find(line), std::string::npos) << entry.path();
    }
  }
}

TEST_P(WithoutStreams, EachEngineEnds) {
  for (const std::string& engine : engines()) {
    Started started({program_path(engine)}, GetParam());
    EXPECT_EQ(end_of(started), has("1") ? 0 : 1) << engine;
    if (!has("1") && has("2")) {
      EXPECT_EQ(started.errors(), engine + ": there is no standard output\n");
    }
  }
}

TEST_P(WithoutStreams, ACommandEnds) {
  Started perft({program_path("gougi"), "perft", "2"}, GetParam());
  EXPECT_EQ(perft.exit_code(), has("1") ? 0 : 1);
}

std::string streams_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = "Without";
  for (const char c : info.param) {
    if (c >= '0' && c <= '2') name += c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, WithoutStreams,
                         ::testing::Values(" 0<&-", " 1>&-", " 2>&-", " 0<&- 1>&-", " 0<&- 2>&-",
                                           " 1>&- 2>&-", " 0<&- 1>&- 2>&-"),
                         streams_name);

// ---- room and readers -----------------------------------------------------------------------

/// A relay with one engine that answers at once, and these lines of configuration.
class PoorRelay : public ::testing::Test {
 protected:
  void start(const std::string& yaml, const std::string& before) {
    const std::string file =
        folder_.write("relay.yaml", kSpareEngine + ours("gougi-random") + "\n" + yaml);
    relay_ = std::make_unique<Started>(
        std::vector<std::string>{program_path("gougi"), "--config", file}, "", before);
  }
  void expect_it_plays() {
    ASSERT_TRUE(relay_->process().write("usi\nisready\nusinewgame\n"));
    EXPECT_TRUE(relay_->process().reads("readyok"));
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(relay_->process().write("position startpos\ngo btime 0 wtime 0 byoyomi 100\n"));
      ASSERT_TRUE(relay_->process().reads("bestmove"));
    }
    ASSERT_TRUE(relay_->process().write("quit\n"));
    EXPECT_EQ(relay_->exit_code(), 0);
  }

  Folder folder_;
  std::unique_ptr<Started> relay_;
};

TEST_F(PoorRelay, WhoseLogMayNotGrowPlaysOn) {
  start("log: {directory: logs, level: debug}\n", "ulimit -f 8; ");
  expect_it_plays();
}

TEST_F(PoorRelay, WhoseRecordIsOnAFullDiskPlaysOn) {
  start("record: /dev/full\n", "");
  expect_it_plays();
}

TEST_F(PoorRelay, WhoseRecordIsAPipeThatNobodyReadsSaysSoAndPlaysOn) {
  const auto pipe = folder_.path() / "record.jsonl";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  start("record: record.jsonl\n", "");
  EXPECT_TRUE(relay_->process().reads("info string cannot write the log file"));
  expect_it_plays();
}

TEST_F(PoorRelay, WhoseFilesAreItsOwnersAlone) {
  start("log: {directory: logs, level: debug}\n", "umask 0; ");
  expect_it_plays();
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() / "logs")) {
    ++files;
    EXPECT_EQ(entry.status().permissions() & std::filesystem::perms(077),
              std::filesystem::perms::none)
        << entry.path();
  }
  EXPECT_EQ(files, 2);
  EXPECT_EQ(std::filesystem::status(folder_.path() / "logs").permissions(),
            std::filesystem::perms::owner_all);
}

// ---- limits ---------------------------------------------------------------------------------

/// Ends by itself, with one line, or does its work.
void expect_a_proper_end(Started& started, const std::string& what) {
  started.process().write(std::string(kTalk));
  started.process().close_input();
  const int code = started.exit_code();
  EXPECT_TRUE(code == 0 || code == 1) << what << ": exit code " << code << ": " << started.errors();
  if (code == 1) {
    const std::string errors = started.errors();
    EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << what << ": " << errors;
    EXPECT_THAT(errors, HasSubstr("ulimit")) << what;
  }
}

TEST(TooLittle, DescriptorsToStartWithIsOneLineAndAnExitCode) {
  const Folder folder;
  const std::string file = folder.write("relay.yaml", kSpareEngine + ours("gougi-random") + "\n");
  for (const int limit : {5, 7, 10, 16}) {
    const std::string before = "ulimit -n " + std::to_string(limit) + "; ";
    for (const std::string& engine : engines()) {
      Started started({program_path(engine)}, "", before);
      expect_a_proper_end(started, engine + " with " + std::to_string(limit));
    }
    Started relay({program_path("gougi"), "--config", file}, "", before);
    expect_a_proper_end(relay, "gougi with " + std::to_string(limit));
  }
}

TEST(TooLittle, DescriptorsForTheRelayIsToldToTheGui) {
  const Folder folder;
  const std::string file = folder.write("relay.yaml", kSpareEngine + ours("gougi-random") + "\n");
  Started relay({program_path("gougi"), "--config", file}, "", "ulimit -n 5; ");
  EXPECT_THAT(
      relay.process().rest(),
      HasSubstr("info string 1 engine: 37 open files are needed, but the system permits 5 (see "
                "ulimit -Hn; "));
  EXPECT_EQ(relay.exit_code(), 1);
  // Copies of a mate engine are processes, too.
  const std::string copies =
      folder.write("copies.yaml", "engines:\n  - command: " + ours("gougi-random") +
                                      "\nmate:\n  engines:\n    - command: '" +
                                      program_path("gougi-mate") + "'\n  pv: {count: 40}\n");
  Started many({program_path("gougi"), "--config", copies}, "", "ulimit -n 200; ");
  EXPECT_THAT(many.process().rest(),
              HasSubstr("info string 2 engines: 242 open files are needed, but the system "));
  EXPECT_EQ(many.exit_code(), 1);
}

TEST(TooLittle, DescriptorsForAMatchIsToldBeforeItBegins) {
  const std::string random = program_path("gougi-random");
  Started match({program_path("gougi"), "match", "--first", random, "--second", random, "--games",
                 "60", "--concurrency", "8", "--restart", "on", "--time", "byoyomi 100"},
                " 2>&1", "ulimit -n 100; ");
  EXPECT_THAT(match.process().rest(),
              HasSubstr("8 at a time: 224 open files are needed, but the system permits 100 (see"));
  EXPECT_EQ(match.exit_code(), 1);
}

TEST(TooLittle, MemoryToStartWithIsOneLineAndAnExitCode) {
  if (kSanitized) GTEST_SKIP() << "sanitizers want terabytes of addresses";
  const Folder folder;
  const std::string file = folder.write("relay.yaml", kSpareEngine + ours("gougi-random") + "\n");
  // Below, the system's own loader says that it cannot start them. Programs whose sources were
  // compiled several as one hold, and load, what others leave out.
#ifdef GOUGI_UNITED
  const std::vector<int> limits{26'000, 30'000, 50'000};
#else
  const std::vector<int> limits{16'000, 20'000, 26'000, 30'000, 50'000};
#endif
  for (const int kib : limits) {
    const std::string before = "ulimit -v " + std::to_string(kib) + "; ";
    for (const std::string& engine : engines()) {
      if (kib < 20'000 && engine == "gougi-engine") continue;  // it has the most libraries
      Started started({program_path(engine)}, "", before);
      expect_a_proper_end(started, engine + " with " + std::to_string(kib));
    }
    if (kib < 26'000) continue;  // the loader again: it has more libraries
    Started relay({program_path("gougi"), "--config", file}, "", before);
    expect_a_proper_end(relay, "gougi with " + std::to_string(kib));
  }
}

}  // namespace
}  // namespace gougi::testing
#endif
