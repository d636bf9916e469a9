// SPDX-License-Identifier: MIT
// `gougi study --headroom` as a person starts it, with styles of the bundled engine at very few
// nodes: killed at any moment it goes on where it was, threads change nothing, and what cannot be
// is refused in one line.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"
#include "match/openings.hpp"
#include "usi/position_text.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class HeadroomTest : public MatchTest {
 protected:
  void SetUp() override {
    MatchTest::SetUp();
    std::string text = "# games of nobody\n";
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      text += game::position_line(match::random_opening(seed, 60)) + "\n";
    }
    games_ = base::to_utf8(folder_.write("games.usi", text));
  }

  std::string file(const std::string& name) const { return base::to_utf8(folder_ / name); }
  std::string read(const std::string& name) const { return TemporaryFolder::read(folder_ / name); }
  std::multiset<std::string> lines_of(const std::string& name) const {
    std::istringstream text(read(name));
    std::multiset<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.insert(line);
    return lines;
  }

  /// Of three of ours, the third by its terms alone, or of `second` as the second engine.
  std::vector<std::string> words(const std::string& to, const std::vector<std::string>& more = {},
                                 const std::string& second = program("gougi-engine")) const {
    const std::string engine = program("gougi-engine");
    std::vector<std::string> all{"study",
                                 "--headroom",
                                 games_,
                                 "--engine",
                                 engine,
                                 "--name",
                                 "balanced",
                                 "--option",
                                 "USI_Hash=1",
                                 "--engine",
                                 second,
                                 "--name",
                                 "attack",
                                 "--engine",
                                 engine,
                                 "--name",
                                 "defence",
                                 "--option",
                                 "USI_Hash=1",
                                 "--option",
                                 "EvalKind=handmade",
                                 "--nodes",
                                 "600",
                                 "--judge",
                                 engine,
                                 "--option",
                                 "USI_Hash=1",
                                 "--option",
                                 "EvalKind=handmade",
                                 "--judge-nodes",
                                 "400",
                                 "--file",
                                 file(to)};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Run& study(const std::vector<std::string>& all, int status = 0) {
    return end_of(start_gougi(all), status);
  }
  std::string refusal(const std::vector<std::string>& all, int status = 1) {
    const Run& run = study(all, status);
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, StartsWith("gougi study: "));
    EXPECT_EQ(run.output, "");
    return run.errors;
  }
  void watch_lines(const std::string& name, std::size_t count) {
    loop_.set_timer(io::EventLoop::now() + base::Milliseconds(2), [this, name, count] {
      enough_ = lines_of(name).size() >= count;
      if (enough_) return wake();
      watch_lines(name, count);
    });
  }

  TemporaryFolder folder_;
  std::string games_;
};

TEST_F(HeadroomTest, KilledAndBegunAgainItSaysTheSameWithAnyNumberOfThreads) {
  const std::vector<std::string> more{"--positions", "14", "--seed", "3"};
  auto with_page = words("whole.jsonl", more);
  with_page.insert(with_page.end(), {"--report", file("page.html")});
  const Run& whole = study(with_page);
  EXPECT_THAT(whole.output,
              AllOf(HasSubstr("Headroom of a council over its anchor"),
                    HasSubstr("3 engines with 200 nodes each, of 600 in all; anchor: balanced; "
                              "judge: "),
                    HasSubstr("14 positions of 12 games, seed 3"), HasSubstr("a majority"),
                    HasSubstr("attack – defence"), HasSubstr("flattered"), Not(HasSubstr("nan"))));
  EXPECT_THAT(whole.errors,
              AllOf(HasSubstr("14/14 positions, "), HasSubstr("/s, 0:00:00 left, rho so far ")));
  EXPECT_THAT(read("page.html"),
              AllOf(HasSubstr("<svg"), HasSubstr("attack – defence"), Not(HasSubstr(">nan")),
                    Not(HasSubstr("\"nan")), Not(HasSubstr("http"))));
  EXPECT_EQ(lines_of("whole.jsonl").size(), 15U);

  for (const std::size_t at : {4, 8}) {
    Run& run = start_gougi(words("cut.jsonl", more));
    enough_ = false;
    watch_lines("cut.jsonl", at);
    ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
    run.process->kill();
    ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
  }
  EXPECT_LT(lines_of("cut.jsonl").size(), 15U) << "it was killed in the middle";
  std::ofstream(folder_ / "cut.jsonl", std::ios::binary | std::ios::app) << "{\"number\":1";
  auto threads = words("cut.jsonl", more);
  threads.insert(threads.end(), {"--threads", "2"});
  const Run& resumed = study(threads);
  EXPECT_EQ(resumed.output, whole.output);
  EXPECT_EQ(lines_of("cut.jsonl"), lines_of("whole.jsonl"));
  const Run& again = study(words("cut.jsonl", more));  // nothing is left to do
  EXPECT_EQ(again.output, whole.output);
  EXPECT_EQ(again.errors, "");
}

TEST_F(HeadroomTest, AnArbiterIsFittedToTheFileAndAConfigurationNamesIt) {
  study(words("s.jsonl", {"--positions", "14", "--seed", "3"}));
  const auto fit = [&](const std::string& to, int status) -> Run& {
    return end_of(start_gougi({"calibrate", "--arbiter", file("s.jsonl"), "--out", file(to)}),
                  status);
  };
  const Run& first = fit("m.json", 0);
  EXPECT_THAT(first.output,
              AllOf(HasSubstr("Arbiter over the anchor balanced: 14 positions of 12 games (0 left"),
                    HasSubstr("perfect choice"), HasSubstr("threshold 1: never"),
                    HasSubstr("others-value"), HasSubstr("defence: eval_coef")));
  EXPECT_EQ(first.errors, "");
  EXPECT_THAT(read("m.json"), HasSubstr("\"format\": \"gougi arbiter 1\""));
  const Run& again = fit("n.json", 0);
  EXPECT_EQ(again.output, first.output);
  EXPECT_EQ(read("n.json"), read("m.json"));
  const std::string data = read("s.jsonl");
  folder_.write("diary.txt", "my diary\n");
  EXPECT_THAT(fit("diary.txt", 1).errors,
              HasSubstr("diary.txt: is there and is no arbiter's model; move it away, or choose"));
  EXPECT_EQ(read("diary.txt"), "my diary\n");
  folder_.write("s.1.jsonl", read("s.jsonl"));  // an older part is read, too
  EXPECT_THAT(fit("s.1.jsonl", 1).errors, HasSubstr("s.1.jsonl: is named twice"));
  EXPECT_EQ(read("s.1.jsonl"), data);
  fs::remove(folder_ / "s.1.jsonl");
  folder_.write("old.json", read("m.json"));
  fit("old.json", 0);
  folder_.write("empty.json", "");
  fit("empty.json", 0);
  EXPECT_EQ(read("empty.json"), read("m.json"));
  EXPECT_THAT(fit("s.jsonl", 1).errors, HasSubstr("s.jsonl"));
  EXPECT_EQ(read("s.jsonl"), data) << "the data is never written over";
  EXPECT_THAT(end_of(start_gougi({"calibrate", "--arbiter", file("s.jsonl")}), 2).errors,
              HasSubstr("--out"));

  const auto check =
      [&](const std::string& model, int status,
          const std::vector<std::string>& names = {"balanced", "attack", "defence"}) -> Run& {
    std::string yaml = "consensus: arbiter\nrules: {arbiter_model: " + model + "}\nengines:\n";
    for (const std::string& name : names) {
      yaml += "  - {name: " + name + ", command: '" + program("gougi-engine") + "'}\n";
    }
    folder_.write("c.yaml", yaml);
    return end_of(start_gougi({"check", "--no-start", "--config", file("c.yaml")}), status);
  };
  const Run& good = check("m.json", 0);
  EXPECT_THAT(good.output, HasSubstr("arbiter, 3 engine"));
  EXPECT_EQ(std::ranges::count(good.output, '\n'), 1);
  const std::string strangers =
      "rules.arbiter_model: m.json knows attack, defence, and no engine has that name; what it "
      "says of them is not used";
  EXPECT_THAT(check("m.json", 0, {"balanced", "b"}).output,
              HasSubstr("  c.yaml: " + strangers + "\n"));
  Run& relay = start_gougi({"--config", file("c.yaml")});
  relay.process->write_line("quit");
  EXPECT_THAT(end_of(relay, 0).output, HasSubstr("info string " + strangers + "\n"));
  EXPECT_THAT(
      check("m.json", 1, {"balanced"}).output,
      HasSubstr("  c.yaml: consensus: arbiter decides between engines; one engine cannot be a "
                "council for it, and its move is played\n"));
  // Beyond its bounds a weight would say nothing but "always".
  std::string absurd = read("m.json");
  const auto value = absurd.find("\"value\": ") + 9;
  absurd.replace(value, absurd.find_first_of(",\n", value) - value, "1e308");
  folder_.write("absurd.json", absurd);
  EXPECT_THAT(check("absurd.json", 1).errors,
              HasSubstr("absurd.json: weights.value is 1e+308, but a number from -1000 to 1000 is "
                        "expected"));
  EXPECT_THAT(check("none.json", 1).errors, HasSubstr("none.json: no such file"));
  EXPECT_THAT(check("s.jsonl", 1).errors, HasSubstr("s.jsonl: "));
}

TEST_F(HeadroomTest, APositionThatIsInSeveralFilesCountsOnce) {
  study(words("s.jsonl", {"--positions", "14", "--seed", "3"}));
  const auto fit = [&](const std::vector<std::string>& inputs) {
    std::vector<std::string> all{"calibrate", "--arbiter", "--out", file("m.json")};
    all.insert(all.end(), inputs.begin(), inputs.end());
    return end_of(start_gougi(all), 0).output;
  };
  const std::string once = fit({file("s.jsonl")});
  folder_.write("copy.jsonl", read("s.jsonl"));
  std::string twice = fit({file("s.jsonl"), file("copy.jsonl")});
  const std::string said = "14 positions came once more, and count once\n";
  ASSERT_THAT(twice, HasSubstr(said));
  EXPECT_EQ(twice.erase(twice.find(said), said.size()), once);
}

TEST_F(HeadroomTest, AnArbiterIsFittedToTheMeanOfTwoJudges) {
  const std::vector<std::string> more{"--positions", "14", "--seed", "3"};
  study(words("s.jsonl", more));
  auto again = words("t.jsonl", more);
  *(std::find(again.begin(), again.end(), "--judge-nodes") + 1) = "900";
  again.insert(again.end(), {"--again", file("s.jsonl")});
  study(again);
  const auto fit = [&](std::vector<std::string> files) {
    std::vector<std::string> all{"calibrate", "--arbiter"};
    all.insert(all.end(), files.begin(), files.end());
    all.insert(all.end(), {"--out", file("a.json")});
    return end_of(start_gougi(all), 0).output;
  };
  const std::string said = "14 positions have another judge, too: the mean counts\n";
  std::string both = fit({file("s.jsonl"), file("t.jsonl")});
  EXPECT_THAT(both, HasSubstr(said));
  EXPECT_EQ(fit({file("t.jsonl"), file("s.jsonl")}), both) << "in any order";
  std::string thrice = fit({file("s.jsonl"), file("t.jsonl"), file("t.jsonl")});
  const std::string once = "14 positions came once more, and count once\n";
  ASSERT_THAT(thrice, HasSubstr(once));
  EXPECT_EQ(thrice.erase(thrice.find(once), once.size()), both);
  EXPECT_EQ(both.erase(both.find(said), said.size()).find("judge, too"), std::string::npos);
}

TEST_F(HeadroomTest, OtherWordsAndDamagedFilesAreRefused) {
  const std::vector<std::string> more{"--positions", "3"};
  study(words("s.jsonl", more));
  const std::string good = read("s.jsonl");
  EXPECT_THAT(refusal(words("s.jsonl", {"--positions", "4"})),
              HasSubstr("s.jsonl: was begun with other words: positions was 3, now it is 4"));
  EXPECT_THAT(refusal(words("s.jsonl", {"--positions", "3", "--anchor", "defence"})),
              HasSubstr("anchor was "));
  const std::string first = good.substr(0, good.find('\n') + 1);
  const std::string second =
      good.substr(first.size(), good.find('\n', first.size()) + 1 - first.size());
  const auto with = [&](const std::string& text) {
    folder_.write("s.jsonl", text);
    std::string errors = refusal(words("s.jsonl", more));
    EXPECT_EQ(read("s.jsonl"), text) << "nothing is changed";
    return errors;
  };
  EXPECT_THAT(with("my diary"), HasSubstr("s.jsonl:1: is no line of gougi study"));
  EXPECT_THAT(with("my diary\n"), HasSubstr("is no file of gougi study --headroom"));
  EXPECT_THAT(with(std::string(3'000'000, '[')), HasSubstr("s.jsonl:1: "));
  EXPECT_THAT(with(first + "\n"), HasSubstr("s.jsonl:2: is no JSON"));
  EXPECT_THAT(with(first + "{}\n"), HasSubstr("s.jsonl:2: number is missing"));
  EXPECT_THAT(with(first + second + second), HasSubstr("s.jsonl:3: position 1 is there twice"));
  std::string other = second;
  other.replace(other.find("\"ply\":"), 6, "\"ply\":1");
  EXPECT_THAT(with(first + other), HasSubstr("of another position than the lot drew"));
  // Where engines lie does not matter, and a file that an older gougi began is gone on with.
  std::string elsewhere = first;
  elsewhere.replace(elsewhere.find("\"command\":\""), 11, "\"command\":\"elsewhere/");
  folder_.write("s.jsonl", elsewhere + second);
  study(words("s.jsonl", more));
  EXPECT_EQ(read("s.jsonl"), elsewhere + good.substr(first.size()));
  // The half of our own first line is what a program that was killed leaves behind.
  folder_.write("s.jsonl", first.substr(0, 40));
  study(words("s.jsonl", more));
  EXPECT_EQ(read("s.jsonl"), good);
}

TEST_F(HeadroomTest, AnotherJudgeValuesTheMovesOfAStudyThatIsThere) {
  const std::vector<std::string> more{"--positions", "14", "--seed", "3"};
  study(words("first.jsonl", more));
  const auto again = [&](const std::string& to, const std::string& nodes) {
    auto all = words(to, more);
    *(std::find(all.begin(), all.end(), "--judge-nodes") + 1) = nodes;
    all.insert(all.end(), {"--again", file("first.jsonl")});
    return all;
  };
  const std::string first = read("first.jsonl");
  const std::string told = study(again("second.jsonl", "900")).output;
  EXPECT_THAT(told, AllOf(HasSubstr("(behind gougi-engine (judge), 400 nodes); 900 nodes after"),
                          HasSubstr("14 positions of 12 games"), HasSubstr("not flattered")));
  EXPECT_EQ(read("first.jsonl"), first);
  EXPECT_EQ(lines_of("second.jsonl").size(), 15U);
  EXPECT_EQ(study(again("second.jsonl", "900")).output, told) << "it is all there";
  // Killed in the middle, and while the first is not done either.
  const std::string second = read("second.jsonl");
  folder_.write("second.jsonl", second.substr(0, second.size() / 2));
  EXPECT_EQ(study(again("second.jsonl", "900")).output, told);
  EXPECT_EQ(read("second.jsonl"), second);
  folder_.write("first.jsonl", first.substr(0, first.size() / 2));
  EXPECT_THAT(refusal(again("second.jsonl", "900")),
              HasSubstr("has other moves than with the first judge"));
  EXPECT_THAT(study(again("part.jsonl", "900")).output, HasSubstr("not flattered"));

  EXPECT_THAT(refusal(words("second.jsonl", more)), HasSubstr("begun with other words"));
  folder_.write("first.jsonl", first);
  EXPECT_THAT(refusal(again("first.jsonl", "900")), HasSubstr("first.jsonl"));
  EXPECT_THAT(refusal(again("third.jsonl", "400")), HasSubstr("is of this judge itself"));
  auto others = again("third.jsonl", "900");
  *(std::find(others.begin(), others.end(), "--nodes") + 1) = "900";
  EXPECT_THAT(refusal(others), HasSubstr("nodes was 600, now it is 900"));
  std::string illegal = first;
  const std::size_t moves = illegal.find("\"moves\":[\"") + 10;
  illegal.replace(moves, illegal.find('"', moves) - moves, "1a1a");
  folder_.write("first.jsonl", illegal);
  EXPECT_THAT(refusal(again("third.jsonl", "900")), HasSubstr("first.jsonl:2: "));
  folder_.write("first.jsonl", "my diary\n");
  EXPECT_THAT(refusal(again("third.jsonl", "900")), HasSubstr("is no file of gougi study"));
}

TEST_F(HeadroomTest, WhatCannotBeStartedOrReadIsRefusedBeforeAFileIsMade) {
  EXPECT_THAT(refusal({"study", "--headroom", games_}, 2), HasSubstr("two --engine or more"));
  EXPECT_THAT(refusal(words("s.jsonl", {}, "no-such-engine")), HasSubstr("no-such-engine"));
  EXPECT_THAT(refusal(words("s.jsonl", {file("none.usi")})), HasSubstr("none.usi: no such file"));
  folder_.write("bad.usi", "startpos moves 7g7f\nstartpos moves 7g7e\n");
  EXPECT_THAT(refusal(words("s.jsonl", {file("bad.usi")})), HasSubstr("bad.usi"));
  EXPECT_THAT(refusal(words("s.jsonl", {"--report", file("no/where.html")})),
              HasSubstr("there is no folder"));
  EXPECT_FALSE(fs::exists(folder_ / "s.jsonl"));
  // What only the engine knows.
  EXPECT_THAT(refusal(words("s.jsonl", {"--option", "NoSuch=1"})),
              HasSubstr("gougi-engine (judge): has no option NoSuch"));
  study(words("s.jsonl", {"--positions", "1"}));
}

TEST_F(HeadroomTest, GamesComeFromMatchesAndRecords) {
  play(engines({"--games", "4", "--random-plies", "4", "--max-plies", "30", "--quiet", "on",
                "--file", file("m.db"), "--export", "kif=" + file("kif"), "--export",
                "csa=" + file("csa")}));
  const auto told = [&](const std::string& games, const std::string& to) {
    auto all = words(to, {"--positions", "2"});
    all[2] = file(games);
    return study(all).output;
  };
  EXPECT_EQ(told("kif/000001.kif", "k.jsonl"), told("csa/000001.csa", "c.jsonl"));
  EXPECT_THAT(told("m.db", "m.jsonl"), HasSubstr("2 positions of 2 games"));
  const std::string pyon = program("gougi-pyon");
  play({"--protocol", "upi", "--first", pyon, "--second", pyon, "--time", "movetime 1", "--games",
        "2", "--max-plies", "4", "--random-plies", "1", "--quiet", "on", "--file", file("p.db")});
  auto all = words("p.jsonl");
  all[2] = file("p.db");
  EXPECT_THAT(refusal(all), HasSubstr("gougi study judges shogi alone"));
}

TEST_F(HeadroomTest, AnEngineThatFailsIsStartedAnewAndThePositionLeftOut) {
  // It falls silent at every third position of a process.
  const Run& run = study(words("s.jsonl", {"--positions", "7", "--patience", "300"},
                               program("scripted-engine") + " --legal 1 --stuck-every 3"));
  EXPECT_THAT(run.errors,
              AllOf(HasSubstr("position 3: attack: has not answered for 300 ms; left out, 1 so "
                              "far"),
                    HasSubstr("position 6: attack: has not answered for 300 ms; left out, 2 so "
                              "far")));
  EXPECT_THAT(run.output, AllOf(HasSubstr("5 positions of 5 games"), HasSubstr("2 left out")));
  const Run& again = study(words("s.jsonl", {"--positions", "7", "--patience", "300"},
                                 program("scripted-engine") + " --legal 1 --stuck-every 3"));
  EXPECT_EQ(again.output, run.output);

  // Who dies now and then, as if somebody killed it, is asked once more.
  const std::vector<std::string> seven{"--positions", "7"};
  const Run& killed =
      study(words("k.jsonl", seven, program("scripted-engine") + " --legal 1 --die-every 3"));
  EXPECT_THAT(killed.output,
              AllOf(HasSubstr("7 positions of 7 games"), Not(HasSubstr("left out"))));
  // A part of two positions at which nothing can be judged is not done.
  auto part = words("p.db", {"--positions", "4", "--shard", "0/2"},
                    program("scripted-engine") + " --die-on go");
  EXPECT_THAT(study(part, 75).errors, HasSubstr("2 positions in a row were left out"));
  NEEDS_SHELL();
  // Nor is one at which an engine failed beside others; the same words do that alone.
  const std::string engine = "exec " + program("scripted-engine") + " --legal 1";
  std::ofstream(folder_ / "dies-twice")
      << "#!/bin/sh\nif [ -e " << file("healed") << " ]; then " << engine << "; fi\n"
      << "[ ! -e " << file("died") << " ] || touch " << file("healed") << "\n"
      << "touch " << file("died") << "\n"
      << engine << " --die-on go\n";
  fs::permissions(folder_ / "dies-twice", fs::perms::owner_all);
  const auto do_part = [&](int status) -> Run& {
    return study(
        words("q.db", {"--positions", "8", "--threads", "1", "--shard", "0/2"}, file("dies-twice")),
        status);
  };
  const Run& lost = do_part(75);
  EXPECT_THAT(lost.errors, AllOf(HasSubstr("; not done, 1 so far"),
                                 HasSubstr("positions not done, as an engine failed at them: 1; "
                                           "the same command tries them again")));
  EXPECT_THAT(do_part(0).errors, Not(HasSubstr("not done")));

  for (const auto& [fault, why] :
       {std::pair("--illegal", "which is not legal"), std::pair("--die-on go", "ended: "),
        std::pair("--bestmove xyz", "answered \"xyz\""), std::pair("--bestmove win", "a win")}) {
    fs::remove(folder_ / "t.jsonl");
    const Run& failed =
        study(words("t.jsonl", {"--positions", "7"}, program("scripted-engine") + " " + fault), 1);
    EXPECT_THAT(failed.errors, AllOf(HasSubstr(why), HasSubstr("3 positions in a row"))) << fault;
    EXPECT_EQ(std::count(failed.errors.begin(), failed.errors.end(), '\n'), 5) << failed.errors;
    EXPECT_EQ(read("t.jsonl"), "") << "they are tried again";
  }
}

}  // namespace
}  // namespace gougi
