// SPDX-License-Identifier: MIT
#include "farm/scripts.hpp"

#include <gmock/gmock.h>

#include "base/language.hpp"

namespace gougi::farm {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

FarmPlan some_plan() {
  FarmPlan plan;
  plan.name = "job";
  plan.parts = 8;
  plan.run = {"match", "--name", "it's a name", "--shard", std::string(kPartPlace) + "/8"};
  plan.part_ending = ".db";
  plan.result = "all.db";
  plan.time = "2:00:00";
  plan.memory = "4G";
  plan.processors = 2;
  plan.slurm = {"--partition=long"};
  plan.hosts = {"me@one", "two"};
  plan.ssh = "ssh -p 2222";
  plan.folder = "some where";
  return plan;
}

TEST(FarmScripts, QuoteWhatAShellWouldRead) {
  EXPECT_EQ(quoted_word("plain-1.x/y=z"), "plain-1.x/y=z");
  EXPECT_EQ(quoted_word(""), "''");
  EXPECT_EQ(quoted_word("a b"), "'a b'");
  EXPECT_EQ(quoted_word("$(rm) `x` it's"), "'$(rm) `x` it'\\''s'");
}

TEST(FarmScripts, APartChecksWhatWasCarriedAndIsGivenItsNumber) {
  const std::string part = scripts_of(some_plan(), Scheduler::kSlurm).at("part");
  EXPECT_THAT(part, HasSubstr("carry/gougi match --name 'it'\\''s a name' --shard \"$part\"/8 "));
  EXPECT_LT(part.find("sha256sum --check"), part.find("carry/gougi match"));
}

TEST(FarmScripts, LeaveWordsInBracesToWhoTypedThem) {
  FarmPlan plan = some_plan();
  plan.run = {"match", "--name", "{part} {here}", "--option",
              "EvalFile=" + std::string(kHerePlace) + "/carry/x"};
  EXPECT_THAT(scripts_of(plan, Scheduler::kSlurm).at("part"),
              HasSubstr("--name '{part} {here}' --option EvalFile=\"$PWD\"/carry/x "));
}

TEST(FarmScripts, SlurmIsAskedForAnArrayAndAMergeBehindIt) {
  const auto scripts = scripts_of(some_plan(), Scheduler::kSlurm);
  const std::string& submit = scripts.at("slurm.sh");
  for (const char* what : {"--array=0-7", "--requeue", "--time=2:00:00", "--mem=4G",
                           "--cpus-per-task=2", "--partition=long", "--dependency=afterany:"}) {
    EXPECT_THAT(submit, HasSubstr(what));
  }
  // A cluster may take no job without a partition or an account.
  FarmPlan asking = some_plan();
  asking.slurm = {"-a", "1-3", "--partition=long", "--array=0-1", "-A", "us"};
  const std::string asked = scripts_of(asking, Scheduler::kSlurm).at("slurm.sh");
  EXPECT_THAT(asked, HasSubstr("merge=$(sbatch --partition=long -A us --time=2:00:00 --mem=4G "
                               "--parsable --job-name="));
  // Where the merge is refused, somebody knows of the array.
  EXPECT_LT(submit.find("echo \"$parts\" >slurm.job"), submit.find("merge=$(sbatch"));
  FarmPlan plain = some_plan();
  plain.time.clear();
  EXPECT_THAT(scripts_of(plain, Scheduler::kSlurm).at("slurm.sh"), Not(HasSubstr("--time")));
}

TEST(FarmScripts, ParallelWithoutHostsStaysOnThisMachine) {
  FarmPlan plan = some_plan();
  EXPECT_THAT(scripts_of(plan, Scheduler::kParallel).at("parallel.sh"),
              HasSubstr("--sshlogin \"${logins%,}\" --workdir 'some where')"));
  plan.hosts.clear();
  EXPECT_THAT(scripts_of(plan, Scheduler::kParallel).at("parallel.sh"), Not(HasSubstr("ssh")));
}

TEST(FarmScripts, ParallelTriesAPartOnceMoreOnAnotherHostAlone) {
  FarmPlan plan = some_plan();
  EXPECT_THAT(scripts_of(plan, Scheduler::kParallel).at("parallel.sh"), HasSubstr("--retries 3"));
  plan.hosts.clear();
  EXPECT_THAT(scripts_of(plan, Scheduler::kParallel).at("parallel.sh"),
              Not(HasSubstr("--retries")));
}

// On this machine each part tells itself that it is done; of hosts that says what came from them.
TEST(FarmScripts, NoPartIsLeftOutByTheLogOfParallelAlone) {
  FarmPlan plan = some_plan();
  for (const bool has_hosts : {true, false}) {
    if (!has_hosts) plan.hosts.clear();
    EXPECT_THAT(scripts_of(plan, Scheduler::kParallel).at("parallel.sh"),
                Not(HasSubstr("--resume")));
  }
}

TEST(FarmScripts, AFolderOnHostsMayHaveAnyName) {
  FarmPlan plan = some_plan();
  plan.folder = "it's \"$HOME\" @ends@";
  const std::string script = scripts_of(plan, Scheduler::kSsh).at("ssh.sh");
  EXPECT_THAT(script, HasSubstr("folder=" + quoted_word(quoted_word(plan.folder)) + " "));
  EXPECT_THAT(script, HasSubstr("\"cd $folder && ./part $2\""));
}

TEST(FarmScripts, SayWhatHappensInTheLanguageOfWhoHadThemWritten) {
  base::speak(base::Language::kJapanese);
  const auto slurm = scripts_of(some_plan(), Scheduler::kSlurm);
  const auto ssh = scripts_of(some_plan(), Scheduler::kSsh);
  base::speak(base::Language::kEnglish);
  EXPECT_THAT(slurm.at("part"), HasSubstr("echo \"部分 $part: $try 回目は失敗したか、"));
  EXPECT_THAT(slurm.at("slurm.sh"), HasSubstr("echo 'sbatch がありません。slurm-client を"));
  EXPECT_THAT(ssh.at("ssh.sh"), HasSubstr("もう一度実行してください"));
  EXPECT_THAT(ssh.at("fetch"), HasSubstr("echo \"${hosts[$1]}: 部分を取ってこられません$(reason "));
  EXPECT_THAT(ssh.at("fetch"), HasSubstr("別の作業の部分があります"));
}

TEST(FarmScripts, EachHasItsMainScript) {
  for (const Scheduler scheduler : {Scheduler::kSlurm, Scheduler::kParallel, Scheduler::kSsh}) {
    const auto scripts = scripts_of(some_plan(), scheduler);
    EXPECT_TRUE(scripts.contains(std::string(main_script(scheduler))));
    EXPECT_THAT(scripts.at("merge"), HasSubstr("carry/gougi merge \"$@\" all.db"));
  }
}

}  // namespace
}  // namespace gougi::farm
