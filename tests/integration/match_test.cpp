// SPDX-License-Identifier: MIT
// `gougi match` as a person starts it: killed at any moment it goes on without losing or repeating
// a game, and what it writes at the end is there.
#ifndef _WIN32
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/bare_process.hpp"
#include "integration/match_runs.hpp"
#include "match/openings.hpp"
#include "match/standing.hpp"
#include "match/store.hpp"
#include "pyonpyon/game.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

#ifdef __linux__
// As where a terminal was told to hold what it shows. The first word would wait for ever.
TEST_F(MatchTest, ItsGamesGoOnWhereNobodyReadsWhatItSays) {
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  ASSERT_EQ(::fcntl(ends[1], F_SETPIPE_SZ, 4096), 4096);
  const std::string all(4096, 'x');
  ASSERT_EQ(::write(ends[1], all.data(), all.size()), 4096);
  std::vector<std::string> words{"-c", "exec >&" + std::to_string(ends[1]) + " 2>&1; exec \"$@\"",
                                 "sh", program("gougi"), "match"};
  for (auto& word : engines({"--games", "40", "--file", base::to_utf8(file)})) {
    words.push_back(word);
  }
  testing::BareProcess run("/bin/sh", words);
  ::close(ends[1]);
  EXPECT_TRUE(testing::BareProcess::happens(base::Milliseconds(20'000),
                                            [&file] { return games_in(file) == 40; }));
  std::string said;
  std::array<char, 65536> block{};
  for (ssize_t n = 1; n > 0;) {
    n = ::read(ends[0], block.data(), block.size());
    if (n > 0) said.append(block.data(), static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  EXPECT_TRUE(run.exited(base::Milliseconds(5'000)));
  EXPECT_EQ(WEXITSTATUS(run.status), 0);
  EXPECT_THAT(said, HasSubstr("\n40/40 games"));
}
#endif

TEST_F(MatchTest, KilledFiveTimesItLosesAndRepeatsNoGame) {
  constexpr std::size_t kGames = 120;
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  const std::string name = base::to_utf8(file);
  const auto arguments =
      engines({"--games", "120", "--concurrency", "2", "--random-plies", "4", "--file", name});
  std::size_t before = 0;
  for (int kill = 0; kill < 5; ++kill) {
    Run& run = kill == 0 ? start(arguments) : start({"--resume", name});
    enough_ = false;
    watch(file, before + 7 + static_cast<std::size_t>(kill));
    ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
    run.process->kill();
    ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
    EXPECT_GE(games_in(file), before + 7);
    before = games_in(file);
    ASSERT_LT(before, kGames);
  }
  const Run& last = play({"--resume", name});
  EXPECT_THAT(last.output, HasSubstr("engine"));

  auto store = match::Store::open_to_read(file);
  ASSERT_TRUE(store);
  match::Standing standing(2);
  std::uint64_t next = 0;
  const auto read = store->for_each_game([&](const match::GameRecord& game) {
    EXPECT_EQ(game.number, next++);
    EXPECT_TRUE(match::replay(game));
    EXPECT_FALSE(game::is_fault(game.ending.reason)) << game.ending.detail;
    standing.add(game);
  });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(next, kGames);
  EXPECT_EQ(standing.pairs_of(0, 1).count(), kGames / 2);
}

TEST_F(MatchTest, WritesReportAndRecords) {
  const TemporaryFolder folder;
  const Run& run =
      play(engines({"--games", "2", "--name", "二番", "--report", base::to_utf8(folder / "r.html"),
                    "--export", "usi=" + base::to_utf8(folder / "games.sfen"), "--export",
                    "kif=" + base::to_utf8(folder / "kif"), "--export",
                    "csa=" + base::to_utf8(folder / "csa")}));
  EXPECT_THAT(run.output, HasSubstr("scripted-engine - 二番: "));
  EXPECT_THAT(TemporaryFolder::read(folder / "r.html"), HasSubstr("二番"));
  const auto openings = match::Openings::from_file(folder / "games.sfen", 10, 0);
  ASSERT_TRUE(openings) << openings.error().message;
  EXPECT_EQ(openings->count(), 2U);
  for (const char* const record :
       {"kif/000001.kif", "kif/000002.kif", "csa/000001.csa", "csa/000002.csa"}) {
    EXPECT_TRUE(fs::exists(folder / record)) << record;
  }
}

TEST_F(MatchTest, EveryFinishedGameAndEveryLineCanBeRead) {
  const TemporaryFolder folder;
  const fs::path log = folder / "lines.log";
  const Run& run = play(engines({"--games", "2", "--log", base::to_utf8(log), "--restart", "on",
                                 "--file", base::to_utf8(folder / "match.db")}));
  EXPECT_THAT(run.errors, HasSubstr("game 1: scripted-engine "));
  EXPECT_THAT(run.errors, HasSubstr("game 2: scripted-engine #2 "));
  EXPECT_THAT(run.errors, HasSubstr("--restart on holds for scripted-engine #2 alone; before the "
                                    "first engine it holds for all\n"));
  const std::string lines = TemporaryFolder::read(log);
  EXPECT_THAT(lines, HasSubstr(" game 1 scripted-engine < go nodes 1\n"));
  EXPECT_THAT(lines, HasSubstr(" game 2 scripted-engine #2 > bestmove "));
  const auto count = [&lines](const std::string& words) {
    std::size_t times = 0;
    for (auto at = lines.find(words); at != std::string::npos; at = lines.find(words, at + 1)) {
      ++times;
    }
    return times;
  };
  EXPECT_EQ(count(" scripted-engine < usi\n"), 1U);
  EXPECT_EQ(count(" scripted-engine #2 < usi\n"), 2U) << "a new process for every game";
  EXPECT_EQ(count(" < quit\n"), 3U);
  play({"--resume", base::to_utf8(folder / "match.db"), "--games", "4"});
  EXPECT_EQ(TemporaryFolder::read(log), lines) << "another run leaves it alone";
}

#ifndef _WIN32
TEST_F(MatchTest, TheLogOfLinesIsItsOwnersAloneAndNotWrittenThroughALink) {
  const TemporaryFolder folder;
  const fs::path log = folder / "lines.log";
  const mode_t before = ::umask(0);
  play(engines({"--games", "2", "--log", base::to_utf8(log)}));
  EXPECT_EQ(fs::status(log).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  ::umask(before);
  const fs::path empty = folder.write("empty", "");
  const fs::path link = folder / "link.log";
  fs::create_symlink(empty, link);
  EXPECT_THAT(play(engines({"--games", "2", "--log", base::to_utf8(link)}), {}, 1).errors,
              HasSubstr("--log: " + base::to_utf8(link) + ": is a symbolic link"));
  EXPECT_TRUE(fs::is_empty(empty));
  EXPECT_TRUE(fs::is_symlink(link));
  play(engines({"--games", "2", "--log", base::to_utf8(empty)}));
  EXPECT_THAT(TemporaryFolder::read(empty), HasSubstr(" game 2 ")) << "nothing was lost there";
}
#endif

TEST_F(MatchTest, RatingsStandAgainstTheAnchorAndALoneGameIsToldApart) {
  const TemporaryFolder folder;
  const std::string file = base::to_utf8(folder / "match.db");
  const std::string said =
      play(engines({"--games", "40", "--random-plies", "4", "--resign", "100,3", "--anchor",
                    "scripted-engine=2000", "--file", file}))
          .output;
  EXPECT_THAT(said, HasSubstr("Ratings (Elo against the anchors, 95 %):\n"));
  EXPECT_THAT(said, HasSubstr("+2000.0 ±   0.0"));
  EXPECT_THAT(play({"report", file}).output, HasSubstr("+2000.0 ±   0.0"));
  // The page has the numbers of the text, and the two engines' difference is their Elo.
  const fs::path page = folder / "page.html";
  play({"report", file, "--report", base::to_utf8(page)});
  const std::string html = TemporaryFolder::read(page);
  EXPECT_THAT(html, HasSubstr("scripted-engine</td><td>+2000.0</td><td>0.0</td>"));
  EXPECT_THAT(html, HasSubstr("against the anchors."));
  std::smatch other;
  ASSERT_TRUE(std::regex_search(
      said, other, std::regex(R"(\d\. +(\S+) ± +(\S+) +\S+ % of \d+  scripted-engine #2)")));
  EXPECT_THAT(html, HasSubstr("scripted-engine #2</td><td>" + other[1].str() + "</td><td>" +
                              other[2].str() + "</td>"));
  std::smatch elo;
  ASSERT_TRUE(std::regex_search(said, elo, std::regex(R"(Elo ([-+][0-9.]+) ± (\S+), norm)")));
  EXPECT_NEAR(std::stod(other[1]), 2000 - std::stod(elo[1]), 0.11);
  EXPECT_EQ(other[2], elo[2]);
  EXPECT_THAT(play(engines({"--games", "2", "--anchor", "nobody=1"}), {}, 2).errors,
              HasSubstr("--anchor: no engine is called nobody"));
}

TEST_F(MatchTest, ThePageSaysWhoPondersAndIsStartedAnewAlsoWhereItIsMadeOfTheFile) {
  const TemporaryFolder folder;
  const std::string file = base::to_utf8(folder / "m.db");
  const auto page = [&](const char* name) {
    std::ifstream in(folder / name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  // Behind the last engine: of that one alone.
  play(engines({"--restart", "on", "--games", "2", "--max-plies", "2", "--file", file, "--report",
                base::to_utf8(folder / "played.html")}));
  play({"report", file, "--report", base::to_utf8(folder / "read.html")});
  for (const char* const name : {"played.html", "read.html"}) {
    EXPECT_THAT(page(name), HasSubstr("<p>Is started anew for every game, alone (--restart on): "
                                      "<span class=\"as-it-is\">scripted-engine #2</span></p>"));
  }
}

TEST_F(MatchTest, TwoMatchesAreCompared) {
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (const char* const seed : {"1", "2"}) {
    files.push_back(base::to_utf8(folder / (std::string(seed) + ".db")));
    play(engines({"--games", "40", "--random-plies", "4", "--seed", seed, "--resign", "100,3",
                  "--file", files.back()}));
  }
  const std::string said = play({"compare", files[0], files[1]}).output;
  EXPECT_THAT(said, HasSubstr("1.db: scripted-engine - scripted-engine #2 "));
  EXPECT_THAT(said, HasSubstr("\ndifference"));
  EXPECT_THAT(said, Not(HasSubstr("differ,")));
  const std::string elsewhere = base::to_utf8(folder / "elsewhere.db");
  play(engines({"--games", "2", "--openings",
                base::to_utf8(folder.write("few.sfen", "startpos moves 7g7f\n")), "--max-plies",
                "4", "--time", "depth 1", "--file", elsewhere}));
  EXPECT_THAT(play({"compare", files[0], elsewhere}).output,
              AllOf(HasSubstr("\nthe openings differ, none and few.sfen: "),
                    HasSubstr("\nthe times differ, ")));
  // What cannot be told of the error is said of the match of which it cannot.
  const auto drawn = [&](const char* name, const char* games) {
    files.push_back(base::to_utf8(folder / name));
    play(engines({"--games", games, "--max-plies", "2", "--file", files.back()}));
    return files.back();
  };
  const std::string alike = drawn("alike.db", "10");
  const std::string few = drawn("few.db", "2");
  EXPECT_THAT(play({"compare", alike, few}).output,
              AllOf(HasSubstr("\ndifference (second less first): Elo +0.0 ± ?\n"),
                    HasSubstr("alike.db: all games were drawn, which tells nothing of the error\n"),
                    HasSubstr("few.db: has 1 of the 5 pairs that an error needs at least\n")));
  EXPECT_THAT(play({"compare", files[0]}, {}, 2).errors, HasSubstr("B.db is required"));
  EXPECT_THAT(play({"compare", files[0], "none.db"}, {}, 1).errors, HasSubstr("none.db"));
}

TEST_F(MatchTest, GoesOnFromAnotherFolderAndBecomesLonger) {
  const TemporaryFolder folder;
  const fs::path home = folder / "home";
  const fs::path away = folder / "away";
  for (const fs::path& made : {home, away}) fs::create_directory(made);
  fs::copy_file(base::path_from_utf8(program("scripted-engine")),
                home / ("engine" + testing::kExe));
  play({"--first", "./engine --legal 1", "--second", "./engine --legal 2", "--time", "nodes 1",
        "--max-plies", "20", "--random-plies", "2", "--games", "2", "--file", "match.db"},
       home);
  const std::string file = base::to_utf8(home / "match.db");
  play({"--resume", file, "--games", "6", "--report", "longer.html"}, away);
  EXPECT_EQ(games_in(home / "match.db"), 6U);
  EXPECT_TRUE(fs::exists(away / "longer.html"));
  EXPECT_THAT(play({"--resume", file}, away).output, HasSubstr("pairs"));
  EXPECT_EQ(games_in(home / "match.db"), 6U) << "the longer match is remembered";
  EXPECT_THAT(play({"--resume", file, "--games", "4"}, away, 2).errors,
              HasSubstr("match.db: has 6 games of each two engines already"));

  const fs::path moved = folder / "moved";
  fs::rename(home, moved);
  EXPECT_THAT(play({"--resume", base::to_utf8(moved / "match.db")}, away, 1).errors,
              HasSubstr("was begun in " + base::to_utf8(home)));
}

TEST_F(MatchTest, GoesOnWithFewerGamesThanWereWishedButNoFewerThanWerePlayed) {
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  const std::string name = base::to_utf8(file);
  Run& first = start(engines({"--games", "100001", "--file", name}));
  watch(file, 5);
  ASSERT_TRUE(run_until([this] { return enough_; })) << first.errors;
  first.process->kill();
  ASSERT_TRUE(run_until([&first] { return first.ended.has_value(); }));
  const std::size_t played = games_in(file);
  const std::size_t wanted = played + 3 - played % 2;  // odd: it is rounded up
  const std::string shorter = play({"--resume", name, "--games", std::to_string(wanted)}).errors;
  EXPECT_THAT(shorter, HasSubstr("gougi match: " + std::to_string(played) + " of " +
                                 std::to_string(wanted + 1) + " games played, " +
                                 std::to_string(wanted + 1 - played) + " left\n"));
  EXPECT_EQ(games_in(file), wanted + 1);
  EXPECT_THAT(play({"--resume", name}).output, HasSubstr("pairs")) << "it is remembered";
  EXPECT_EQ(games_in(file), wanted + 1);
  play({"--resume", name, "--games", std::to_string(wanted)});  // the same words once more
  EXPECT_EQ(play({"--resume", name, "--games", std::to_string(wanted - 1)}, {}, 2).errors,
            "gougi match: " + name + ": has " + std::to_string(wanted + 1) +
                " games of each two engines already; --games cannot make it shorter\n");
  EXPECT_EQ(games_in(file), wanted + 1);
}

// The second program is refused at once, and whoever only reads is not; a kill frees the file.
TEST_F(MatchTest, TwoProgramsDoNotPlayOneMatch) {
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  const std::string name = base::to_utf8(file);
  Run& first = start(engines({"--games", "100000", "--file", name}));
  watch(file, 3);
  ASSERT_TRUE(run_until([this] { return enough_; })) << first.errors;
  EXPECT_THAT(play({"--resume", name}, {}, 1).errors,
              HasSubstr("match.db: another program goes on with this file"));
  EXPECT_FALSE(first.ended);
  first.process->kill();
  ASSERT_TRUE(run_until([&first] { return first.ended.has_value(); }));
  const std::size_t before = games_in(file);
  enough_ = false;
  Run& next = start({"--resume", name});
  watch(file, before + 1);
  EXPECT_TRUE(run_until([this] { return enough_; })) << next.errors;
  next.process->kill();
  ASSERT_TRUE(run_until([&next] { return next.ended.has_value(); }));
}

TEST_F(MatchTest, AFinishedMatchThatMayOnlyBeReadGivesItsReport) {
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  const std::string name = base::to_utf8(file);
  play(engines({"--games", "2", "--file", name}));
  fs::permissions(file, fs::perms::owner_read);
  if (match::Store::is_writable(file)) GTEST_SKIP() << "nothing is forbidden to this user";
  play({"--resume", name, "--report", base::to_utf8(folder / "r.html")});
  EXPECT_TRUE(fs::exists(folder / "r.html"));
  EXPECT_THAT(play({"--resume", name, "--games", "4"}, {}, 2).errors,
              HasSubstr("match.db: cannot be written"));
  fs::permissions(file, fs::perms::owner_all);  // or Windows does not let it be removed
}

TEST_F(MatchTest, NothingThatItReadsOrKeepsIsWrittenOver) {
  const TemporaryFolder folder;
  const std::string file = base::to_utf8(folder / "match.db");
  const std::string openings = base::to_utf8(folder / "openings.txt");
  std::ofstream(folder / "openings.txt", std::ios::binary) << "startpos moves 7g7f\n";
  play(engines({"--games", "2", "--file", file}));
  const auto bytes = fs::file_size(folder / "match.db");
  const auto said = HasSubstr("is named twice, and what is written would take its place");
  EXPECT_THAT(play({"--resume", file, "--report", file}, {}, 1).errors, said);
  EXPECT_THAT(play({"report", file, "--report", file}, {}, 1).errors, said);
  EXPECT_THAT(play({"report", file, "--export", "usi=" + file}, {}, 1).errors, said);
  EXPECT_EQ(fs::file_size(folder / "match.db"), bytes);
  const std::string other = base::to_utf8(folder / "other.db");
  EXPECT_THAT(play(engines({"--games", "2", "--file", other, "--report", other}), {}, 1).errors,
              said);
  EXPECT_THAT(
      play(engines({"--games", "2", "--openings", openings, "--report", openings}), {}, 1).errors,
      said);
  EXPECT_EQ(fs::file_size(folder / "openings.txt"), 20U);
  const std::string log = base::to_utf8(folder / "log.txt");
  const std::string same = base::to_utf8(folder / "." / "log.txt");
  EXPECT_THAT(play(engines({"--games", "2", "--log", log, "--report", same}), {}, 1).errors, said);
  EXPECT_FALSE(fs::exists(folder / "log.txt"));
}

// Whoever mends the command can say it again: no file of a match that never began is in the way.
TEST_F(MatchTest, WhatCannotBeginLeavesNothingBehind) {
  const TemporaryFolder folder;
  const std::string file = base::to_utf8(folder / "match.db");
  const auto with = [&](const std::string& first, const std::string& option,
                        const std::string& value) {
    return std::vector<std::string>{
        "--first",     first,     "--second", program("scripted-engine") + " --legal 2",
        "--time",      "nodes 1", "--games",  "2",
        "--max-plies", "4",       "--file",   file,
        option,        value};
  };
  const std::string right = program("scripted-engine") + " --legal 1";
  EXPECT_THAT(play(with("no-such-engine", "--seed", "1"), {}, 1).errors,
              HasSubstr("no-such-engine"));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  EXPECT_THAT(play(with(right, "--openings", "none.txt"), {}, 1).errors, HasSubstr("none.txt"));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  folder.write("openings.txt",
               "\xEF\xBB\xBF# 定跡\nstartpos moves 7g7f\n\tstartpos moves 7g7f 7f7d # 悪手\n");
  const std::string openings = base::to_utf8(folder / "openings.txt");
  EXPECT_THAT(play(with(right, "--openings", openings), {}, 1).errors,
              HasSubstr(openings + " line 3: move 2 (7f7d) is not legal at column 22"));
  folder.write("openings.txt", "\xEF\xBB\xBFstartpos moves 7f7d\n");
  EXPECT_THAT(play(with(right, "--openings", openings), {}, 1).errors,
              HasSubstr(openings + " line 1: move 1 (7f7d) is not legal at column 16"));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  const std::string nowhere = base::to_utf8(folder / "none" / "r.html");
  EXPECT_THAT(play(with(right, "--report", nowhere), {}, 1).errors,
              HasSubstr("r.html: there is no folder"));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  if (!std::ofstream(folder / "closed" / "probe")) {  // forbidden to this user, as it should be
    for (const auto& [option, place] :
         std::vector<std::pair<std::string, std::string>>{{"--report", "closed/r.html"},
                                                          {"--export", "usi=closed/u.txt"},
                                                          {"--export", "kif=closed/games"},
                                                          {"--file", "closed/match.db"}}) {
      const std::size_t sign = place.find('=') + 1;  // 0 without one
      const std::string there = base::to_utf8(folder / place.substr(sign));
      const std::string errors =
          play(with(right, option, place.substr(0, sign) + there), {}, 2).errors;
      EXPECT_THAT(errors, HasSubstr(there + ": cannot be ")) << option;
      EXPECT_THAT(errors, ::testing::Not(HasSubstr("--resume"))) << option;
      EXPECT_FALSE(fs::exists(folder / "match.db"));
    }
  }
  fs::permissions(folder / "closed", fs::perms::owner_all);
  EXPECT_THAT(play(with(program("scripted-engine") + " --die-on usi", "--report",
                        base::to_utf8(folder / "r.html")),
                   {}, 1)
                  .errors,
              HasSubstr("does not start"));
  EXPECT_FALSE(fs::exists(folder / "r.html"));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  play(with(right, "--export", "kif=" + base::to_utf8(folder / "a" / "b")));
  EXPECT_TRUE(fs::exists(folder / "a" / "b" / "000002.kif"));
  fs::remove(folder / "match.db");
  EXPECT_THAT(play(with(program("scripted-engine") + " --die-on usi", "--seed", "1"), {}, 1).errors,
              ::testing::AllOf(HasSubstr("does not start"), HasSubstr("spoken to in USI")));
  EXPECT_FALSE(fs::exists(folder / "match.db"));
  play(with(right, "--seed", "1"));
  EXPECT_EQ(games_in(folder / "match.db"), 2U);
}

// At once, and not when the patience is over.
TEST_F(MatchTest, ABestmoveThatIsNoMoveIsAnIllegalMove) {
  const Run& run = play({"--first", program("scripted-engine") + " --bestmove xyz", "--name",
                         "babbler", "--second", program("scripted-engine") + " --legal 2", "--time",
                         "nodes 1", "--games", "4", "--max-plies", "4"});
  EXPECT_THAT(run.errors, HasSubstr("game 1: babbler lost by illegal move (xyz)"));
  EXPECT_THAT(run.output, HasSubstr("babbler lost 4 by illegal move"));
}

#ifdef __linux__
TEST_F(MatchTest, AResultThatCannotBeWrittenIsNoSuccess) {
  const auto words = engines({"--games", "1", "--quiet", "on"});
  std::string command = program("gougi") + " match";
  for (const std::string& word : words) command += " '" + word + "'";
  const book::testing::TemporaryFolder folder;
  const auto errors = folder / "errors";
  const int status =
      std::system((command + " >/dev/full 2>'" + base::to_utf8(errors) + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(TemporaryFolder::read(errors),
            "gougi match: --games 1 is rounded up to 2: each opening is played with both colours\n"
            "gougi match: the result could not be written to stdout\n");
}
#endif

TEST_F(MatchTest, SpeaksTheOlderServersLanguage) {
  const TemporaryFolder folder;
  fs::copy_file(base::path_from_utf8(program("scripted-engine")),
                folder / ("engine" + testing::kExe));
  folder.write("engine-config1.txt", "engine\ngo btime 100 wtime 100 byoyomi 0\n");
  folder.write("engine-config2.txt", "engine\ngo nodes 5\n");
  // Both resign at once, so that Black never wins.
  const Run& run = play({"--legacy", "--folder", base::to_utf8(folder / ""), "go", "btime", "4"});
  EXPECT_EQ(run.output, "XOOX\n") << "and nothing else";
}

#ifdef __linux__
TEST_F(MatchTest, TheOlderServersCommandsAreTyped) {
  const TemporaryFolder folder;
  fs::copy_file(base::path_from_utf8(program("scripted-engine")),
                folder / ("engine" + testing::kExe));
  folder.write("engine-config1.txt", "engine\ngo btime 100 wtime 100 byoyomi 0\n");
  folder.write("engine-config2.txt", "engine\ngo nodes 5\n");
  const std::string there = base::to_utf8(folder / "");
  const auto typed = [&](const std::string& lines, std::vector<std::string> more, int status) {
    more.insert(more.begin(), {"match", "--legacy", "--folder", there});
    testing::BareProcess server(program("gougi"), more);
    EXPECT_TRUE(server.write(lines));
    server.close_input();
    std::string said = server.rest();
    EXPECT_TRUE(server.exited(base::Milliseconds(60'000)));
    EXPECT_EQ(WEXITSTATUS(server.status), status) << lines;
    return said;
  };
  EXPECT_EQ(typed("setoption name Threads value 1\r\n\nsetoption name Anything value 7\n"
                  "go btime 4 wtime 0 byoyomi 0\ngo btime 2\nquit\ngo btime 2\n",
                  {}, 0),
            "XOOX\nXO\n");
  EXPECT_EQ(typed("go btime 2\n", {"setoption", "name", "Threads", "value", "1"}, 0), "XO\n");
  EXPECT_EQ(typed("", {"setoption", "name", "Threads", "value", "1", "go", "btime", "2"}, 0),
            "XO\n")
      << "whoever gives a go as arguments types nothing";
  EXPECT_EQ(typed("", {"--one-line", "on", "go", "btime", "2"}, 0).substr(0, 10), "lose,lnsgk");
  // What is wrong is told on the other stream, and is no reason to go away.
  EXPECT_EQ(typed("stop\ngo btime none\nsetoption name Threads value 0\ngo btime 2\n", {}, 2),
            "XO\n");
  EXPECT_EQ(typed("", {}, 2), "") << "nobody said what to do";
  EXPECT_EQ(typed("setoption name Threads value 1\nquit\ngo btime 2\n", {}, 0), "")
      << "somebody said that this is all";
}
#endif

// Three engines of ぴょんぴょん, one of them a relay over two others, killed once on the way.
TEST_F(MatchTest, PlaysPyonpyonAndGoesOnAfterAKill) {
  const TemporaryFolder folder;
  const std::string pyon = program("gougi-pyon");
  const std::string child = "command: '" + pyon + "', options: {Hash: 1}}\n";
  folder.write("relay.yaml",
               "protocol: upi\nengines:\n  - {name: A, " + child + "  - {name: B, " + child);
  const std::string name = base::to_utf8(folder / "match.db");
  Run& killed = start(
      {"--protocol",     "upi",
       "--time",         "nodes 800",
       "--option",       "Hash=1",
       "--first",        pyon,
       "--name",         "fast",
       "--second",       pyon,
       "--time",         "movetime 20",
       "--margin",       "2000",
       "--engine",       program("gougi") + " --config " + base::to_utf8(folder / "relay.yaml"),
       "--name",         "council",
       "--notes",        "on",
       "--games",        "4",
       "--random-plies", "3",
       "--concurrency",  "2",
       "--file",         name});
  watch(folder / "match.db", 3);
  ASSERT_TRUE(run_until([this] { return enough_; })) << killed.errors;
  killed.process->kill();
  ASSERT_TRUE(run_until([&killed] { return killed.ended.has_value(); }));
  const Run& run = play({"--resume", name, "--report", base::to_utf8(folder / "r.html"), "--export",
                         "upi=" + base::to_utf8(folder / "games.txt")});
  EXPECT_THAT(run.output, HasSubstr("x won "));
  EXPECT_THAT(run.output, HasSubstr("home "));
  EXPECT_THAT(run.errors, ::testing::Not(HasSubstr("lost by"))) << "nobody was at fault";
  EXPECT_EQ(games_in(folder / "match.db"), 12U);
  EXPECT_THAT(TemporaryFolder::read(folder / "r.html"),
              HasSubstr("Votes of <span class=\"as-it-is\">council<"));
  std::istringstream lines(TemporaryFolder::read(folder / "games.txt"));
  int games = 0;
  for (std::string line; std::getline(lines, line); ++games) {
    const auto game = pyonpyon::read_position(line.substr(0, line.find(" #")));
    ASSERT_TRUE(game) << line;
    EXPECT_TRUE(game->outcome()) << line;
  }
  EXPECT_EQ(games, 12);
  EXPECT_THAT(
      play({"--resume", name, "--export", "csa=" + base::to_utf8(folder / "csa")}, {}, 2).errors,
      HasSubstr("are written with --export upi=FILE"));
}

#ifndef _WIN32
// Whoever speaks UPI loses by the same faults as in shogi, and the match goes on.
TEST_F(MatchTest, EveryFaultOfAUpiEngineLosesWithItsReason) {
  const TemporaryFolder folder;
  for (const auto& [answer, reason] :
       {std::pair("echo bestmove a5a1", "illegal move (a5a1)"),
        std::pair("echo bestmove draw", "illegal move (draw)"),
        std::pair("echo bestmove 7g7f", "illegal move (7g7f)"), std::pair("exit 3", "crash"),
        std::pair(":", "hang"), std::pair("sleep 0.4; echo bestmove d5c5", "time")}) {
    folder.write("engine.sh",
                 "while read -r word rest; do case $word in upi) echo upiok;; isready) echo "
                 "readyok;; go) " +
                     std::string(answer) + ";; quit) exit;; esac; done\n");
    const Run& run =
        play({"--protocol", "upi", "--first", program("gougi-pyon"), "--option", "Hash=1",
              "--second", "sh " + base::to_utf8(folder / "engine.sh"), "--name", "faulty", "--time",
              "movetime 20", "--margin", "200", "--hang", "500", "--games", "2"});
    EXPECT_THAT(run.errors, HasSubstr("faulty lost by " + std::string(reason))) << answer;
    EXPECT_THAT(run.output, HasSubstr("gougi-pyon - faulty: 2-0")) << answer;
  }
}
#endif

TEST_F(MatchTest, ATestThatIsSettledEndsTheMatchAndItsExitCodeSaysHow) {
  const std::string plays = program("scripted-engine") + " --legal 1";
  const std::string resigns = program("scripted-engine");
  const auto test = [&](const std::string& first, const std::string& second, int status) {
    return play({"--first", first, "--second", second, "--time", "nodes 1", "--games", "100000",
                 "--sprt", "0,50", "--max-plies", "20"},
                {}, status)
        .output;
  };
  EXPECT_THAT(test(plays, resigns, 0), HasSubstr("H1 is accepted"));
  EXPECT_THAT(test(resigns, plays, 3), HasSubstr("H0 is accepted"));
}

#ifndef _WIN32
TEST_F(MatchTest, OneThatIsInterruptedSaysSoByItsExitCode) {
  const TemporaryFolder folder;
  const fs::path file = folder / "match.db";
  Run& run = start(engines({"--games", "100000", "--file", base::to_utf8(file)}));
  watch(file, 2);
  ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
  ::kill(static_cast<pid_t>(run.process->pid()), SIGINT);
  EXPECT_THAT(end_of(run, 130).errors,
              AnyOf(HasSubstr("stopping once the games that run are over; Ctrl-C again drops them"),
                    HasSubstr("stopping; no game is running")))
      << "the second between two games";
}

TEST_F(MatchTest, TheFirstInterruptionLetsGamesEndTheSecondDropsThem) {
  const TemporaryFolder folder;
  const fs::path log = folder / "lines.log";
  // Nobody answers, so that only the second can end it.
  const std::string silent = program("scripted-engine") + " --silent-on go";
  Run& run = start({"--first", silent, "--second", silent, "--time", "nodes 1", "--games", "100",
                    "--log", base::to_utf8(log)});
  const auto interrupt_and_hear = [&](const std::string& words) {
    enough_ = false;
    ::kill(static_cast<pid_t>(run.process->pid()), SIGINT);
    watch_for([&] { return run.errors.find(words) != std::string::npos; });
    return run_until([this] { return enough_; });
  };
  // Before, no game has begun, and the first would end it.
  watch_for(
      [&] { return TemporaryFolder::read(log).find(" < go nodes 1\n") != std::string::npos; });
  ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
  EXPECT_TRUE(interrupt_and_hear("stopping once the games that run are over"));
  EXPECT_FALSE(run.ended);
  EXPECT_TRUE(interrupt_and_hear("stopping; games that run are dropped"));
  end_of(run, 130);
}
#endif

}  // namespace
}  // namespace gougi
