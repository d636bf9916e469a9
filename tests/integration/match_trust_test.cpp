// SPDX-License-Identifier: MIT
// A match's file is data: what somebody else wrote into it starts nothing and writes over nothing
// until the user says so.
#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"
#include "match/match_files.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using match::testing::change;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class MatchTrust : public MatchTest {
 protected:
  void SetUp() override { use_state("state"); }
  void TearDown() override { use_own_state(); }
  void use_state(const std::string& name) {
    testing::set_variable("XDG_STATE_HOME", folder_ / name);
    testing::set_variable("LOCALAPPDATA", folder_ / name);
  }
  std::string file(const std::string& name) const { return base::to_utf8(folder_ / name); }
  /// A match of which nothing is left to play.
  void finish(const std::vector<std::string>& more) {
    std::vector<std::string> words{"--games", "2", "--quiet", "on", "--file", file("match.db")};
    words.insert(words.end(), more.begin(), more.end());
    play(engines(words));
  }
  /// As somebody else would have it: the words that it was begun with are others.
  void rewrite_arguments(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + "\n";
    change(folder_ / "match.db",
           "UPDATE setting SET value = '" + text + "' WHERE name = 'arguments'");
  }
  std::vector<std::string> evil_words(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"--first",  "/bin/sh -c touch\" \"" + file("started"),
                                   "--second", "/bin/sh -c x",
                                   "--time",   "nodes 1",
                                   "--option", "File=\\x1b[2Jx",
                                   "--games",  "20"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string resumed(const std::vector<std::string>& more = {}, int status = 2) {
    std::vector<std::string> words{"--resume", file("match.db"), "--quiet", "on"};
    words.insert(words.end(), more.begin(), more.end());
    return play(words, {}, status).errors;
  }

  TemporaryFolder folder_;
};

TEST_F(MatchTrust, WhatTheUserBeganGoesOnUnasked) {
  finish({});
  EXPECT_EQ(resumed({"--games", "4"}, 0), "");
  EXPECT_EQ(resumed({"--games", "6"}, 0), "") << "it is sealed anew";
  EXPECT_EQ(games_in(folder_ / "match.db"), 6U);
}

TEST_F(MatchTrust, ChangedCommandsAreShownAndNotStarted) {
  NEEDS_SHELL();
  finish({});
  rewrite_arguments(evil_words({"--report", "r.html"}));
  const std::string told = resumed();
  EXPECT_THAT(told, AllOf(HasSubstr("match.db: does not carry your seal"),
                          HasSubstr("1. /bin/sh -c touch\" \"" + file("started")),
                          HasSubstr("2. /bin/sh -c x"), HasSubstr("setoption File = \\x1b[2Jx"),
                          HasSubstr("write " + base::to_utf8(fs::current_path() / "r.html")),
                          HasSubstr("--trust"), Not(HasSubstr("\x1b"))));
  EXPECT_FALSE(fs::exists(folder_ / "started"));
  // With it they are started, and fail, as they are no engines.
  resumed({"--trust", "--report", file("r.html")}, 1);
  EXPECT_TRUE(fs::exists(folder_ / "started"));
}

TEST_F(MatchTrust, EveryChangeOfWhatIsStartedBreaksTheSeal) {
  finish({});
  fs::copy_file(folder_ / "match.db", folder_ / "good.db");
  for (const char* const sql :
       {"UPDATE setting SET value = '/' WHERE name = 'folder'",
        "UPDATE setting SET value = replace(value, '40', '41') WHERE name = 'arguments'",
        "UPDATE setting SET value = '' WHERE name = 'seal'",
        "DELETE FROM setting WHERE name = 'seal'",
        "UPDATE setting SET value = upper(value) WHERE name = 'seal'",
        "UPDATE engine SET command = 'x' WHERE number = 0",
        "INSERT INTO setting VALUES ('games', '50')"}) {
    fs::remove(folder_ / "match.db");  // overwriting fails with mingw-w64
    fs::copy_file(folder_ / "good.db", folder_ / "match.db");
    change(folder_ / "match.db", sql);
    EXPECT_THAT(resumed({"--games", "50"}), HasSubstr("does not carry your seal")) << sql;
  }
}

TEST_F(MatchTrust, AnotherUsersFileIsTrustedOnce) {
  finish({});
  use_state("other");
  EXPECT_THAT(resumed({"--games", "4"}), HasSubstr("does not carry your seal"));
  EXPECT_FALSE(fs::exists(folder_ / "other")) << "who only asks needs no secret";
  resumed({"--games", "4", "--trust"}, 0);
  EXPECT_EQ(resumed({"--games", "6"}, 0), "");
  EXPECT_EQ(games_in(folder_ / "match.db"), 6U);
}

TEST_F(MatchTrust, WithoutAPlaceForTheSecretMatchesRunAndAreNotSealed) {
  folder_.write("file", "");
  use_state("file");
  const std::string told = play(engines({"--games", "2", "--file", file("match.db")})).errors;
  EXPECT_THAT(told, HasSubstr("match.db: is not sealed, so that --resume will want --trust: "));
  EXPECT_EQ(games_in(folder_ / "match.db"), 2U);
  EXPECT_THAT(resumed({"--games", "4"}), HasSubstr("does not carry your seal"));
  resumed({"--games", "4", "--trust"}, 0);
  EXPECT_EQ(games_in(folder_ / "match.db"), 4U);
}

TEST_F(MatchTrust, ArgumentsThatAreNoMatchsAreRefused) {
  finish({});
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--help", "on"},
           {"--legacy", "--folder", "/"},
           {"--resume", "x.db"},
           {"--first", "x"},
           {"--trust"},
           {"--no\\x1b[2Jne", "x"},
           {"--first", "a", "--second", "b", "--engine", "c", "--time", "nodes 1"},
           {"--first", "a", "--second", "b", "--time", "nodes 1", "--protocol", "upi"}}) {
    rewrite_arguments(words);
    const std::string told = resumed({"--trust", "--games", "4"}, 1);
    EXPECT_THAT(told, AllOf(HasSubstr("match.db: "), Not(HasSubstr("\x1b")))) << words[0];
    EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  }
}

TEST_F(MatchTrust, AFinishedMatchOfOthersMayBeAskedForItsReport) {
  finish({});
  use_state("other");
  EXPECT_EQ(resumed({"--report", file("r.html")}, 0), "");
  EXPECT_TRUE(fs::exists(folder_ / "r.html"));
}

// The file says where, and there lies something else.
TEST_F(MatchTrust, WhatTheMatchDidNotMakeIsNotWrittenOver) {
  finish({"--report", file("r.html"), "--export", "usi=" + file("u.txt"), "--export",
          "kif=" + file("kif")});
  EXPECT_EQ(resumed({"--games", "4"}, 0), "") << "what it made it makes anew";
  EXPECT_THAT(TemporaryFolder::read(folder_ / "kif" / "000001.kif"), HasSubstr("gougi match "));
  for (const std::string name : {"r.html", "u.txt", "kif/000003.kif"}) {
    const std::string made = TemporaryFolder::read(folder_ / name);
    folder_.write(name, "<!DOCTYPE html>\nmine\n");
    EXPECT_THAT(resumed({"--games", "6"}, 1),
                HasSubstr(base::to_utf8(base::path_from_utf8(file(name)).make_preferred()) +
                          ": exists already and was not made by this match"));
    EXPECT_EQ(TemporaryFolder::read(folder_ / name), "<!DOCTYPE html>\nmine\n");
    EXPECT_EQ(games_in(folder_ / "match.db"), 4U) << "told before the games";
    folder_.write(name, made);
  }
  fs::remove(folder_ / "r.html");
  if (!testing::may_link()) return;
  fs::create_symlink(folder_.write("mine", "mine"), folder_ / "r.html");
  EXPECT_THAT(resumed({"--trust"}, 1), HasSubstr("was not made by this match"));
  EXPECT_THAT(resumed({"--report", file("r.html")}, 1), HasSubstr("was not made by this match"))
      << "whoever names it";
  EXPECT_EQ(TemporaryFolder::read(folder_ / "mine"), "mine");
}

TEST_F(MatchTrust, ReportOnlyReads) {
  NEEDS_SHELL();
  finish({"--report", file("own.html")});
  fs::remove(folder_ / "own.html");
  rewrite_arguments(evil_words({"--report", file("evil.html"), "--sprt", "0,5"}));
  const std::string before = TemporaryFolder::read(folder_ / "match.db");
  const Run& run = play({"report", file("match.db")});
  EXPECT_THAT(run.output, AllOf(HasSubstr("scripted-engine - scripted-engine #2: "),
                                HasSubstr("H1 +5 Elo against H0 +0")));
  EXPECT_EQ(run.errors, "");
  play({"report", file("match.db"), "--report", file("r.html"), "--export", "csa=" + file("csa")});
  EXPECT_TRUE(fs::exists(folder_ / "r.html"));
  EXPECT_TRUE(fs::exists(folder_ / "csa" / "000002.csa"));
  EXPECT_FALSE(fs::exists(folder_ / "started"));
  EXPECT_FALSE(fs::exists(folder_ / "evil.html"));
  EXPECT_EQ(TemporaryFolder::read(folder_ / "match.db"), before);
  EXPECT_FALSE(fs::exists(folder_ / "match.db-wal"));
}

TEST_F(MatchTrust, ReportSaysWhatItTakes) {
  finish({});
  EXPECT_THAT(play({"report"}, {}, 2).errors, HasSubstr("FILE is required"));
  EXPECT_THAT(play({"report", file("match.db"), "--games", "4"}, {}, 2).errors,
              HasSubstr("there is no option --games"));
  EXPECT_THAT(play({"report", file("match.db"), "--trust"}, {}, 2).errors,
              HasSubstr("there is no option --trust"));
  EXPECT_THAT(play({"report", file("absent.db")}, {}, 1).errors,
              HasSubstr("absent.db: no such file"));
  EXPECT_THAT(play({"report", file("match.db"), "--export", "upi=" + file("u.txt")}, {}, 2).errors,
              HasSubstr("is of games with --protocol upi"));
}

TEST_F(MatchTrust, TrustIsForAFileAlone) {
  EXPECT_THAT(play(engines({"--trust"}), {}, 2).errors, HasSubstr("--trust is for --resume FILE"));
}

// Once a segmentation fault: names were looked up by numbers of the file.
TEST_F(MatchTrust, PlayersThatTheFileDoesNotHaveEndNoProgram) {
  finish({});
  fs::copy_file(folder_ / "match.db", folder_ / "good.db");
  for (const char* const sql :
       {"UPDATE game SET black = 99", "DELETE FROM engine", "DELETE FROM engine WHERE number = 1",
        "DELETE FROM engine; UPDATE game SET black = 1, white = 2",
        "INSERT INTO engine VALUES (2, 'C', 'c', '', '')"}) {
    fs::remove(folder_ / "match.db");  // overwriting fails with mingw-w64
    fs::copy_file(folder_ / "good.db", folder_ / "match.db");
    change(folder_ / "match.db", sql);
    const std::string told = resumed({"--trust", "--export", "usi=" + file("u.txt")}, 1);
    EXPECT_THAT(told, HasSubstr("match.db: ")) << sql;
    EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << told;
  }
}

TEST_F(MatchTrust, NobodyReadsADamagedFile) {
  finish({});
  fs::copy_file(folder_ / "match.db", folder_ / "good.db");
  for (const char* const sql :
       {"DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT"
        " i + 1 FROM n) SELECT i AS number FROM n WHERE i < 0",
        "UPDATE game SET notes = CAST(zeroblob(100000000) AS TEXT)", "DELETE FROM engine",
        "UPDATE game SET moves = '1a1b'",
        "CREATE TRIGGER t AFTER INSERT ON game BEGIN SELECT 1; END"}) {
    fs::remove(folder_ / "match.db");  // overwriting fails with mingw-w64
    fs::copy_file(folder_ / "good.db", folder_ / "match.db");
    change(folder_ / "match.db", sql);
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"match", "--trust", "--games", "4", "--resume"},
                                               {"match", "report"},
                                               {"calibrate"},
                                               {"study"}}) {
      auto all = words;
      all.push_back(file("match.db"));
      const std::string told = end_of(start_gougi(all), 1).errors;
      EXPECT_THAT(told, HasSubstr("match.db: ")) << words[0] << " " << sql;
      EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1) << words[0] << " " << told;
    }
  }
}

/// For the tests of other commands, which know nothing of seals.
class OwnState : public ::testing::Environment {
 public:
  void SetUp() override { use_own_state(); }
};
const auto* const own_state = ::testing::AddGlobalTestEnvironment(new OwnState);

}  // namespace
}  // namespace gougi
