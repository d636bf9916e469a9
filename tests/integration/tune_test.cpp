// SPDX-License-Identifier: MIT
// `gougi tune` as a person starts it, with the bundled engine at very few nodes: killed at any
// moment, or done in parts, it walks on as if it had not been, and what cannot be is refused in one
// line.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "book/temporary_folder.hpp"
#include "integration/match_runs.hpp"

namespace gougi {
namespace {

using book::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kTunedGames =
    "engine: [gougi-engine, --tunable]\n"
    "options: {USI_Hash: 1, BookFile: no_book}\n"
    "time: nodes 60\ngames: 4\niterations: 24\nmax-plies: 40\nresign: 800,2\n";
const std::string kTunedNumbers =
    "parameters:\n"
    "  Tune_FutilityMargin: {start: 100, min: 20, max: 400, step: 30, rate: 0.1}\n"
    "  Tune_ReductionBase: {start: 400, min: 0, max: 2048, step: 200, rate: 0.1}\n"
    "  Tune_DeltaMargin: {start: 150, min: 0, max: 600, step: 60, rate: 0.1}\n";

class TuneTest : public MatchTest {
 protected:
  void SetUp() override {
    MatchTest::SetUp();
    write(yaml_, kTunedGames + "concurrency: 2\n" + kTunedNumbers);
  }

  static void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  static std::string read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static int iteration_in(const fs::path& state) {
    const std::string text = read(state);
    const std::size_t at = text.find("\niteration ");
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 11);
  }

  Run& tune(const std::vector<std::string>& more = {}, int status = 0) {
    return end_of(begin(more), status);
  }
  Run& begin(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"tune", base::to_utf8(yaml_)};
    words.insert(words.end(), more.begin(), more.end());
    return start_gougi(words);
  }
  /// What it says on stderr, which is one line, and plays nothing.
  std::string refusal(const std::vector<std::string>& more = {}, int status = 1) {
    const Run& run = tune(more, status);
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, StartsWith("gougi tune: "));
    EXPECT_EQ(run.output, "");
    return run.errors;
  }

  void watch_state(const fs::path& state, int iteration) {
    loop_.set_timer(io::EventLoop::now() + base::Milliseconds(2), [this, state, iteration] {
      enough_ = iteration_in(state) >= iteration;
      if (enough_) return wake();
      watch_state(state, iteration);
    });
  }

  TemporaryFolder folder_;
  fs::path yaml_ = folder_ / "t.yaml";
  fs::path state_ = folder_ / "t.tune";
};

TEST_F(TuneTest, KilledAgainAndAgainItWalksAsIfItHadNot) {
  const std::string whole_state = base::to_utf8(folder_ / "whole.tune");
  const std::string page = base::to_utf8(folder_ / "t.html");
  const Run& whole = tune({"--state", whole_state, "--report", page});
  EXPECT_THAT(whole.output, HasSubstr("iteration 24 of 24, 96 games"));
  EXPECT_THAT(whole.output, HasSubstr("setoption name Tune_DeltaMargin value "));
  EXPECT_THAT(whole.errors, HasSubstr("iteration 24/24, 96/96 games, "));
  EXPECT_THAT(read(base::path_from_utf8(page)),
              AllOf(HasSubstr("<svg"), HasSubstr("Tune_ReductionBase")));

  int before = 0;
  for (const int at : {1, 7, 15}) {
    Run& run = begin();
    enough_ = false;
    watch_state(state_, at);
    ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
    run.process->kill();
    ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
    EXPECT_GT(iteration_in(state_), before);
    before = iteration_in(state_);
    EXPECT_EQ(run.errors.find("goes on behind iteration ") != std::string::npos, at > 1);
    EXPECT_THAT(tune({"--show"}).output, HasSubstr("iteration " + std::to_string(before) + " of"));
  }
  // Games at a time make no difference.
  write(yaml_, kTunedGames + "concurrency: 1\n" + kTunedNumbers);
  const Run& last = tune();
  EXPECT_EQ(last.output, whole.output);
  EXPECT_EQ(read(state_), read(folder_ / "whole.tune"));
  // What is done is not begun again.
  const Run& again = tune();
  EXPECT_EQ(again.output, whole.output);
  EXPECT_THAT(again.errors, Not(HasSubstr("games/s")));
}

TEST_F(TuneTest, IterationsInPartsOfWhichSomeAreKilledWalkAsAnUndividedRun) {
  std::string games = kTunedGames;
  games.replace(games.find("iterations: 24"), 14, "iterations: 4");
  games.replace(games.find("games: 4"), 8, "games: 6");
  write(yaml_, games + kTunedNumbers);
  const Run& whole = tune({"--state", base::to_utf8(folder_ / "whole.tune")});
  const auto part = [&](int number, const std::string& file) {
    return std::vector<std::string>{"--shard", std::to_string(number) + "/2", "--file",
                                    base::to_utf8(folder_ / file)};
  };
  const auto merge = [&](std::vector<std::string> words, int status = 0) -> Run& {
    words.insert(words.begin(), "merge");
    return end_of(start_gougi(std::move(words), folder_ / "."), status);
  };
  for (int iteration = 0; iteration < 4; ++iteration) {
    Run& killed = begin(part(0, "0.part"));
    EXPECT_TRUE(
        run_until([&] { return fs::exists(folder_ / "0.part") || killed.ended.has_value(); }));
    killed.process->kill();
    EXPECT_TRUE(run_until([&] { return killed.ended.has_value(); }));
    const std::string before = fs::exists(state_) ? read(state_) : std::string();
    EXPECT_EQ(tune(part(0, "0.part")).output, "");
    const std::string lacking = merge({"t.tune", "0.part"}, 1).errors;
    EXPECT_THAT(lacking, HasSubstr("part 1/2"));
    tune(part(1, "1.part"));
    EXPECT_THAT(tune(part(1, "1.part")).errors, Not(HasSubstr("games left")))
        << "what is there is not played again";
    EXPECT_EQ(fs::exists(state_) ? read(state_) : std::string(), before) << "parts only read it";
    EXPECT_EQ(merge({"t.tune", "1.part", "0.part"}).output, "t.tune: 3 pairs of games\n");
    const std::string after = read(state_);
    merge({"t.tune", "0.part", "1.part", "1.part"});
    EXPECT_EQ(read(state_), after) << "once more makes no difference";
    EXPECT_EQ(iteration_in(state_), iteration + 1);
    if (iteration == 1) {
      EXPECT_THAT(refusal(part(0, "0.part")), HasSubstr("0.part: is of another job: iterations "
                                                        "done is 1, not 2"));
    }
    for (const char* const name : {"0.part", "1.part"}) fs::remove(folder_ / name);
  }
  EXPECT_EQ(read(state_), read(folder_ / "whole.tune"));
  EXPECT_EQ(tune(part(0, "0.part")).output, whole.output) << "there is nothing to play";
  EXPECT_FALSE(fs::exists(folder_ / "0.part"));
}

// As a scheduler that ends a part ends its engines, too.
TEST_F(TuneTest, GamesInWhichAnEngineWasEndedFromOutsideArePlayedWhenThePartGoesOn) {
  NEEDS_SHELL();
  const fs::path engine = folder_ / "engine";
  write(engine,
        "#!/bin/sh\n"
        "while read -r word rest; do case $word in\n"
        "usi) echo 'option name Number type spin default 5 min 0 max 9'; echo usiok ;;\n"
        "isready) echo readyok ;;\n"
        "go) [ -e '" +
            base::to_utf8(folder_ / "well") +
            "' ] || kill -HUP $$; echo bestmove resign ;;\n"
            "quit) exit ;;\n"
            "esac; done\n");
  fs::permissions(engine, fs::perms::owner_all);
  write(yaml_, "engine: ['" + base::to_utf8(engine) +
                   "']\ntime: nodes 60\ngames: 4\niterations: 2\nparameters:\n"
                   "  Number: {start: 5, min: 0, max: 9, step: 1}\n");
  const std::vector<std::string> part{"--shard", "0/1", "--file",
                                      base::to_utf8(folder_ / "0.part")};
  EXPECT_THAT(tune(part, 75).errors, HasSubstr("gougi tune: 4 games are left, as an engine was "
                                               "killed in them; the same words play them\n"));
  write(folder_ / "well", "");
  tune(part);
  EXPECT_EQ(end_of(start_gougi({"merge", "t.tune", "0.part"}, folder_ / "."), 0).output,
            "t.tune: 2 pairs of games\n");
}

TEST_F(TuneTest, PartsThatDoNotLeadToAStateLeaveItAsItIs) {
  const auto part = [&](const std::string& shard, const std::string& file) {
    return std::vector<std::string>{"--shard", shard, "--file", base::to_utf8(folder_ / file)};
  };
  const auto merge = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "merge");
    return end_of(start_gougi(std::move(words), folder_ / "."), 1).errors;
  };
  tune(part("0/1", "0.part"));
  EXPECT_THAT(merge({"t.tune", "0.part", "--partial"}), HasSubstr("learns from all its games"));
  EXPECT_FALSE(fs::exists(state_));
  write(state_, "mine\n");
  EXPECT_THAT(merge({"t.tune", "0.part"}), HasSubstr("t.tune: is there already and holds what"));
  EXPECT_EQ(read(state_), "mine\n");
  EXPECT_THAT(merge({"0.part", "0.part"}), HasSubstr("0.part: is a part itself"));
  fs::remove(state_);
  write(yaml_, kTunedGames + "seed: 2\n" + kTunedNumbers);
  EXPECT_THAT(refusal(part("0/1", "0.part")), HasSubstr("0.part: is of another job: "));
  tune(part("5/9", "other.part"));  // more parts than pairs
  EXPECT_THAT(merge({"t.tune", "0.part", "other.part"}), HasSubstr("other.part: is of another"));
  EXPECT_THAT(refusal({"--shard", "0/2"}, 2), HasSubstr("--shard requires --file"));
  EXPECT_THAT(refusal({"--shard", "0/2", "--file", base::to_utf8(yaml_)}), HasSubstr("t.yaml: "));
  EXPECT_THAT(read(yaml_), HasSubstr("seed: 2"));
  EXPECT_FALSE(fs::exists(state_));
}

TEST_F(TuneTest, APartWhoseNumbersCannotBeIsRefused) {
  const fs::path part = folder_ / "0.part";
  tune({"--shard", "0/1", "--file", base::to_utf8(part)});
  const std::string good = read(part);
  const std::string numbers = "100 20 400 30 ";
  const std::size_t at = good.find(numbers);
  ASSERT_NE(at, std::string::npos);
  // As long as what they replace: the file is a database, and stays one.
  for (const char* const wrong :
       {"nan 20 400 30 ", "100 nan 40 30 ", "100 20 nan 30 ", "100 20 400 0. ", "100 20 099 30 "}) {
    write(part, std::string(good).replace(at, numbers.size(), wrong));
    EXPECT_THAT(end_of(start_gougi({"merge", "t.tune", "0.part"}, folder_ / "."), 1).errors,
                HasSubstr("the parts do not say what they tune"))
        << wrong;
    EXPECT_FALSE(fs::exists(state_));
  }
}

TEST_F(TuneTest, WhatTheEngineCannotBeToldIsRefused) {
  write(yaml_, kTunedGames + "parameters:\n  Tune_Nothing: {start: 1, min: 0, max: 9, step: 1}\n");
  EXPECT_THAT(refusal(), HasSubstr("has no option Tune_Nothing; take one that it shows"));
  const std::string part = base::to_utf8(folder_ / "0.part");
  EXPECT_THAT(refusal({"--shard", "0/2", "--file", part}), HasSubstr("has no option Tune_Nothing"));
  EXPECT_FALSE(fs::exists(folder_ / "0.part")) << "it would stand in the way of what can be";
  EXPECT_FALSE(fs::exists(folder_ / "0.part.progress"));
  write(yaml_, kTunedGames + "parameters:\n  Tune_Window: {start: 9, min: 0, max: 99, step: 1}\n");
  EXPECT_THAT(refusal(), HasSubstr("Tune_Window goes from 5 to 200; stay within that"));
  std::string plain = kTunedGames + kTunedNumbers;
  plain.replace(plain.find(", --tunable"), 11, "");
  write(yaml_, plain);
  EXPECT_THAT(refusal(), HasSubstr("with the word --tunable"));
  write(yaml_, kTunedGames + "game: 3\n" + kTunedNumbers);
  EXPECT_THAT(refusal({}, 2), HasSubstr("t.yaml:8: game: unknown key; did you mean games?"));
  write(yaml_, kTunedGames + "margin: soon\n" + kTunedNumbers);
  EXPECT_THAT(refusal({}, 2), HasSubstr("t.yaml:8: margin: wants a number"));
  EXPECT_FALSE(fs::exists(state_));
}

TEST_F(TuneTest, AStateThatIsNoneOrOfOthersIsRefusedAndLeftAlone) {
  EXPECT_THAT(refusal({"--show"}), HasSubstr("nothing was tuned yet"));
  EXPECT_THAT(refusal({"--state", base::to_utf8(yaml_)}, 2), HasSubstr("would be overwritten"));
  EXPECT_THAT(refusal({"--report", base::to_utf8(yaml_)}), HasSubstr("would take its place"));
  EXPECT_THAT(refusal({"--report", base::to_utf8(state_)}), HasSubstr("would take its place"));

  Run& run = begin();
  enough_ = false;
  watch_state(state_, 1);
  ASSERT_TRUE(run_until([this] { return enough_; })) << run.errors;
  run.process->kill();
  ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
  const std::string good = read(state_);

  for (const std::string& text :
       {std::string(), std::string("x"), good.substr(0, good.size() / 2), good + "end\n",
        good.substr(0, 40) + std::string(20, '\0') + good.substr(60), "gougi tune 1\n" + good}) {
    write(state_, text);
    EXPECT_THAT(refusal(), HasSubstr("t.tune: is "));
    EXPECT_EQ(read(state_), text);
  }
  fs::resize_file(state_, std::uintmax_t{1} << 32U);
  EXPECT_THAT(refusal(), HasSubstr("too large"));
  fs::remove(state_);
  fs::create_directory(state_);
  EXPECT_THAT(refusal(), HasSubstr("is a folder, not a file"));
  fs::remove(state_);

  write(state_, good);
  write(yaml_, kTunedGames + "seed: 2\n" + kTunedNumbers);
  EXPECT_THAT(refusal(), HasSubstr("belongs to other settings"));
  EXPECT_EQ(read(state_), good);
}

}  // namespace
}  // namespace gougi
