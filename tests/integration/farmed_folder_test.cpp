// SPDX-License-Identifier: MIT
// The folder that `gougi farm` writes, and what its scripts do on this machine: parts, the merge,
// and what they refuse. Parts on hosts are in farm_hosts_test.cpp.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "integration/farm_runs.hpp"
#include "io/file_lock.hpp"

namespace gougi {
namespace {

using ::testing::HasSubstr;

// Mate problems, which are done at once; `nodes` and `parts` make it another job.
class FarmedFolderTest : public FarmTest {
 protected:
  Run& farm(const std::string& scheduler, int nodes, int parts, int status = 0) {
    std::ofstream(folder_ / "problems.txt")
        << "4k4/9/4P4/9/9/9/9/9/9 b G 1\n8k/9/8P/9/9/9/9/9/9 b G 1\n9/9/9/9/9/9/9/9/k8 b G 1\n";
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: " << parts << "\nresult: all.csv\n"
        << "run: [mate, solve, problems.txt, --csv, --nodes, " << nodes << "]\n";
    return end_of(start_gougi({"farm", scheduler, "job.yaml"}, folder_ / "."), status);
  }
  Run& bash_ends(const std::string& script, int status) {
    Run& run = bash(script);
    EXPECT_EQ(run.ended->code, status) << script << ": " << run.errors;
    return run;
  }
  bool has_parallel() { return bash("command -v parallel").ended->code == 0; }
};

TEST_F(FarmedFolderTest, MissingSchedulersAreNamedInOneLine) {
  std::ofstream(folder_ / "job.yaml")
      << "name: job\nparts: 2\nresult: all.csv\nrun: [mate, solve, problems.txt]\nhosts: [none]\n"
         "ssh: no-ssh\n";
  std::ofstream(folder_ / "problems.txt") << "\n";
  for (const auto& [scheduler, program_name] :
       {std::pair("slurm", "sbatch"), std::pair("parallel", "parallel")}) {
    end_of(start_gougi({"farm", scheduler, "job.yaml", "--out", scheduler}, folder_ / "."), 0);
    const Run& run = bash(
        "mkdir -p bin && ln -sf /bin/bash /usr/bin/env /usr/bin/dirname bin && "
        "PATH=$PWD/bin " +
        std::string(scheduler) + "/" + scheduler + ".sh");
    EXPECT_EQ(run.ended->code, 2);
    EXPECT_THAT(run.errors, ::testing::StartsWith(std::string(program_name) + " is not here: "));
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), 1);
  }
}

TEST_F(FarmedFolderTest, HasPartsThatDoTheJob) {
  const auto farm = [&](const std::string& yaml, std::vector<std::string> more,
                        int status) -> Run& {
    std::ofstream(folder_ / "job.yaml") << yaml;
    std::vector<std::string> words{"farm", "parallel", "job.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return end_of(start_gougi(words, folder_ / "."), status);
  };
  std::string run = "run: [";
  for (const std::string& word : match({}))
    run += (run.size() == 6 ? "match, '" : ", '") + word + "'";
  const std::string job = "name: job\nparts: 3\nresult: all.db\n" + run + "]\n";
  EXPECT_THAT(farm(job, {}, 0).output, HasSubstr("Nothing was started"));
  EXPECT_FALSE(fs::exists(folder_ / "job/parts"));
  std::ofstream(folder_ / "all")
      << "for i in 2 0 1; do job/part $i || exit; done >/dev/null && job/merge\n";
  const Run& done = bash(content(folder_ / "all"));
  EXPECT_EQ(done.ended->code, 0) << done.errors;
  play(match({"--file", path("whole.db")}));
  EXPECT_EQ(games_of(folder_ / "job/all.db"), games_of(folder_ / "whole.db"));

  std::ofstream(folder_ / "job/carry/gougi-engine", std::ios::app) << "changed";
  const Run& refused = bash("job/part 0");
  EXPECT_EQ(refused.ended->code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("is not what the job was begun with"));

  EXPECT_THAT(
      farm("name: tune\nparts: 2\nresult: x\nrun: [tune, a.yaml]\n", {}, 2).errors,
      HasSubstr("gougi tune is divided an iteration at a time, as each depends on the one before"));
  EXPECT_THAT(farm("name: x\nparts: 0\nresult: x\nrun: [match]\n", {}, 2).errors,
              HasSubstr("job.yaml:2: parts"));
  EXPECT_THAT(farm("name: x\nparts: 2\nresult: x\nrun: [match, --file, x]\n", {}, 2).errors,
              HasSubstr("leave out --file"));
  EXPECT_THAT(farm(job, {"--out", "."}, 1).errors, HasSubstr("gougi farm did not make it"));
  for (const char* const taken : {"merge", "parallel.sh", "parts", "stop", "carry"}) {
    EXPECT_THAT(
        farm("name: x\nparts: 2\nresult: " + std::string(taken) + "\n" + run + "]\n", {}, 2).errors,
        HasSubstr("result: " + std::string(taken) + " has another meaning"));
  }
}

TEST_F(FarmedFolderTest, WithPartsOfAnotherJobIsLeftAsItIs) {
  farm("slurm", 1000, 3);
  farm("slurm", 3000, 3);  // nothing was begun
  bash_ends("for i in 0 1 2; do job/part $i || exit; done && job/merge", 0);
  const std::string part = content(folder_ / "job/part");
  const std::string result = content(folder_ / "job/all.csv");
  EXPECT_EQ(farm("slurm", 2000, 3, 1).errors,
            "gougi farm: job: has parts of another job: word 6 of run is 3000, not 2000; give "
            "another --out, or remove parts in it\n");
  EXPECT_THAT(farm("parallel", 3000, 2, 1).errors, HasSubstr("another job: parts is 3, not 2;"));
  EXPECT_EQ(content(folder_ / "job/part"), part);
  farm("slurm", 3000, 3);
  bash_ends("job/merge && rm -r job/parts", 0);
  EXPECT_EQ(without_seconds(content(folder_ / "job/all.csv")), without_seconds(result));
  farm("parallel", 2000, 2);
}

TEST_F(FarmedFolderTest, SlurmsMergeFailsWhereAPartFailed) {
  farm("slurm", 1000, 2);
  const std::string all = "cd job && mkdir -p log && for i in 0 1; do SLURM_ARRAY_TASK_ID=$i ";
  bash_ends(all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
  fs::resize_file(folder_ / "job/carry/problems.txt", 1);
  bash_ends(all + "./part.sbatch; done; [ $? -eq 2 ]", 0);
  EXPECT_EQ(bash_ends("cd job && ./merge.sbatch", 1).errors,
            "merge: parts failed: 0 1; log/NUMBER.txt says why, and merge --partial puts "
            "together what there is\n");
  bash_ends("job/merge --partial", 0);
  farm("slurm", 1000, 2);
  bash_ends(all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
  bash_ends("touch job/stop; " + all + "./part.sbatch || exit; done && ./merge.sbatch", 0);
}

TEST_F(FarmedFolderTest, APartIsTriedAgainWhereItWasKilledOrLostAnEngineAlone) {
  farm("slurm", 1000, 2);
  bash_ends(
      "cd job && printf '#!/bin/sh\\necho >>tries\\nexit $(cat code)\\n' >carry/gougi && "
      "find carry -type f -exec sha256sum {} + >carry.sha256",
      0);
  for (const auto& [code, tries] :
       {std::pair(0, 1), {1, 1}, {2, 1}, {3, 1}, {126, 1}, {130, 1}, {75, 5}, {129, 5}, {137, 5}}) {
    const std::string text = std::to_string(code);
    const Run& run =
        bash_ends("cd job && rm -f tries && echo " + text + " >code && ./part 0", code);
    EXPECT_EQ(bash("wc -l <job/tries").output, std::to_string(tries) + "\n") << code;
    EXPECT_EQ(std::ranges::count(run.errors, '\n'), tries == 1 ? 0 : tries) << run.errors;
  }
}

TEST_F(FarmedFolderTest, APartWithoutANumberOfItIsRefused) {
  farm("slurm", 1000, 2);
  for (const char* const number : {"", "''", "x", "-1", "2", "01", "9999999999999999999", "1.5"}) {
    EXPECT_EQ(bash_ends("job/part " + std::string(number), 2).errors,
              "part: which part? 0 to 1, such as: part 0\n")
        << number;
  }
  EXPECT_FALSE(fs::exists(folder_ / "job/parts"));
}

TEST_F(FarmedFolderTest, APartOfAnotherJobOrWithWrongInputEndsAtOnce) {
  farm("slurm", 1000, 2);
  bash_ends("job/part 0 && sed -i 's/--nodes 1000/--nodes 2000/' job/part", 0);
  EXPECT_EQ(bash_ends("job/part 0", 1).errors,
            "gougi mate: parts/0.db: is of another job: --nodes is 1000, not 2000\n");
}

// As records that cannot be read are none of an analysis.
TEST_F(FarmedFolderTest, ALineThatIsNoProblemIsToldByEachPartAndHindersNone) {
  farm("slurm", 1000, 2);
  bash_ends(
      "cd job && echo nonsense >>carry/problems.txt && "
      "find carry -type f -exec sha256sum {} + >carry.sha256",
      0);
  for (const char* const part : {"job/part 0", "job/part 1"}) {
    const std::string errors = bash_ends(part, 0).errors;
    EXPECT_THAT(errors, HasSubstr(", 1 line refused\n"));
    EXPECT_EQ(std::ranges::count(errors, '\n'), 2) << errors;
  }
  bash_ends("job/merge", 0);
  EXPECT_EQ(bash("wc -l <job/all.csv").output, "4\n") << "three problems and the head";
}

TEST_F(FarmedFolderTest, IsNotWrittenAnewWhileItsPartsAreDone) {
  farm("slurm", 1000, 2);
  const std::string before = content(folder_ / "job/part");
  fs::create_directories(folder_ / "bin");
  std::ofstream(folder_ / "bin/squeue")
      << "#!/bin/bash\n[ \"$*\" = '--noheader --jobs=4711' ] && [ -e " + path("queued") +
             " ] && echo 4711_0\n";
  bash_ends("chmod +x bin/squeue; echo 4711 >job/slurm.job; touch queued", 0);
  const std::string again = "sed -i 's/1000/2000/' job.yaml; PATH=" + path("bin") + ":$PATH " +
                            program("gougi") + " farm slurm job.yaml";
  EXPECT_EQ(bash_ends(again, 1).errors,
            "gougi farm: job: its parts are with Slurm, as job 4711; wait for that, end it with "
            "scancel 4711, or give another --out; nothing was written\n");
  bash_ends("rm queued; touch job/.running", 0);
  {
    const io::FileLock running(folder_ / "job/.running");
    EXPECT_EQ(bash_ends(again, 1).errors,
              "gougi farm: job: its parts are being done; wait for that, or give another --out; "
              "nothing was written\n");
  }
  EXPECT_EQ(content(folder_ / "job/part"), before);
  bash_ends(again, 0);
  EXPECT_NE(content(folder_ / "job/part"), before);
}

TEST_F(FarmedFolderTest, ThatIsNotWrittenToItsEndIsWrittenOnceMore) {
  farm("slurm", 1000, 2);
  fs::remove_all(folder_ / "job");
  const std::string again = program("gougi") + " farm slurm job.yaml";
  EXPECT_EQ(bash_ends("ulimit -f 8; trap '' XFSZ; exec " + again, 1).output, "");
  EXPECT_FALSE(fs::exists(folder_ / "job/part"));
  bash_ends(again + " && job/part 0 && job/part 1 && job/merge", 0);
}

TEST_F(FarmedFolderTest, OfWhichSlurmRefusesTheMergeTakesItsPartsBack) {
  farm("slurm", 1000, 2);
  fs::create_directories(folder_ / "bin");
  std::ofstream(folder_ / "bin/sbatch") << "#!/bin/bash\n[[ $* == *merge.sbatch ]] && exit 1\n"
                                           "echo 4711\n";
  std::ofstream(folder_ / "bin/scancel") << "#!/bin/bash\necho \"$@\" >>" + path("scancelled");
  bash_ends("chmod +x bin/*", 0);
  EXPECT_EQ(bash_ends("PATH=" + path("bin") + ":$PATH job/slurm.sh", 1).errors,
            fs::canonical(folder_ / "job").string() +
                ": Slurm took the parts and not the merge, so that job 4711 was cancelled; run "
                "this again\n");
  EXPECT_EQ(content(folder_ / "scancelled"), "4711\n");
  EXPECT_EQ(content(folder_ / "job/slurm.job"), "4711\n") << "in case that it was not";
}

// Beside the engine, or in its usual EvalDir, as the engine itself looks for it.
TEST_F(FarmedFolderTest, ANetworkBesideTheEnginesIsCarriedForAllOfThem) {
  for (const char* const home : {"one", "two", "one/eval", "two/eval"}) {
    fs::create_directories(folder_ / home);
  }
  for (const char* const home : {"one", "two"}) {
    fs::create_symlink(program("gougi-engine"), folder_ / home / "gougi-engine");
  }
  std::ofstream(folder_ / "one/eval/mine.nnue") << "a network";
  std::ofstream(folder_ / "two/beside.nnue") << "another";
  for (const char* const home : {"one", "two"}) {
    std::ofstream(folder_ / home / "both.nnue") << home;
  }
  const auto farm_match = [&](const std::string& value, int status) -> Run& {
    fs::remove_all(folder_ / "job");
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: 2\nresult: all\nrun: [match, --option, EvalFile=" << value
        << ", --first, one/gougi-engine, --name, A, --second, two/gougi-engine, --name, B, "
           "--time, nodes 10]\n";
    return end_of(start_gougi({"farm", "parallel", "job.yaml"}, folder_ / "."), status);
  };
  for (const char* const network : {"mine.nnue", "beside.nnue"}) {
    EXPECT_EQ(farm_match(network, 0).errors, "");
    EXPECT_TRUE(fs::exists(folder_ / "job/carry" / network));
    EXPECT_THAT(content(folder_ / "job/part"),
                HasSubstr("EvalFile=\"$PWD\"/carry/" + std::string(network)));
  }
  EXPECT_THAT(farm_match("both.nnue", 2).errors,
              HasSubstr("both.nnue: the engines have different files of this name"));
  EXPECT_THAT(farm_match("nope", 2).errors, HasSubstr("EvalFile=nope: no such file or folder"));
}

TEST_F(FarmedFolderTest, ParallelDoesNotTakeOldPartsForThoseOfAChangedJob) {
  if (!has_parallel()) GTEST_SKIP() << "there is no parallel";
  farm("parallel", 1000, 2);
  bash_ends("job/parallel.sh", 0);
  bash_ends("job/parallel.sh", 0);
  bash_ends("sed -i 's/--nodes 1000/--nodes 2000/' job/part && rm job/all.csv", 0);
  const std::string errors = bash_ends("job/parallel.sh", 1).errors;
  EXPECT_THAT(errors, HasSubstr("is of another job: --nodes is 1000, not 2000"));
  EXPECT_EQ(std::ranges::count(errors, '\n'), 2) << "a line for each part: " << errors;
  EXPECT_FALSE(fs::exists(folder_ / "job/all.csv"));
}

TEST_F(FarmedFolderTest, ParallelGoesOnOnceThereIsNoStopFileAndWherePartsWereRemoved) {
  if (!has_parallel()) GTEST_SKIP() << "there is no parallel";
  farm("parallel", 1000, 2);
  EXPECT_THAT(bash_ends("touch job/stop; job/parallel.sh", 2).errors,
              HasSubstr("there is no part yet"));
  bash_ends("rm job/stop; job/parallel.sh", 0);
  EXPECT_TRUE(fs::exists(folder_ / "job/all.csv"));
  bash_ends("rm -r job/parts job/all.csv; job/parallel.sh", 0);
  EXPECT_TRUE(fs::exists(folder_ / "job/all.csv"));
}

// The parts would all say it, each when its turn comes.
TEST_F(FarmedFolderTest, AWordThatMakesNoSenseIsFoundBeforeThereAreParts) {
  std::ofstream(folder_ / "games.sfen") << "startpos moves 7g7f 3c3d\n";
  std::ofstream(folder_ / "council.yaml")
      << "engines:\n  - name: A\n    command: gougi-engine\n    options: { EvalFile: typo.nnue }\n";
  const std::string engine = program("gougi-engine");
  const auto refused = [&](const std::string& run, const std::string& language = "en") {
    std::ofstream(folder_ / "job.yaml")
        << "name: job\nparts: 2\nresult: all\nrun: [" << run << "]\n";
    const Run& farm =
        end_of(start_gougi({"--lang", language, "farm", "slurm", "job.yaml"}, folder_ / "."), 2);
    EXPECT_FALSE(fs::exists(folder_ / "job")) << run;
    return farm.errors;
  };
  const auto line = [](const std::string& what) {
    return "gougi farm: job.yaml: run: " + what + "\n";
  };
  const std::string match =
      "match, --first, " + engine + ", --name, A, --second, " + engine + ", --name, B";
  EXPECT_EQ(refused(match + ", --time, nodes 10, --gmaes, 10"),
            line("there is no option --gmaes; did you mean --games? gougi match --help lists what "
                 "there is"));
  EXPECT_EQ(refused(match + ", --time, nods 10"),
            line("--time: \"nods 10\" is no time control; there are time, inc, byoyomi, moves, "
                 "then, movetime, nodes and depth; did you mean nodes?"));
  EXPECT_EQ(refused(match + ", --time, nodes 10, --openings, none.sfen"),
            line("none.sfen: no such file"));
  EXPECT_THAT(refused("match, report, games.db"),
              HasSubstr("run: gougi match report cannot be done in parts; match, mate solve, "));
  std::ofstream(folder_ / "there.nnue") << "a network";
  fs::create_directories(folder_ / "books");
  std::ofstream(folder_ / "books/there.db") << "a book";
  const std::string nowhere = ": no such file or folder, neither here nor beside the engine";
  for (const char* const option : {"EvalFile=typo.nnue", "BookFile=typo.db", "EvalDir=typo",
                                   "DNN_Model=typo.onnx", "BookFile=./typo"}) {
    EXPECT_EQ(refused(match + ", --time, nodes 10, --option, BookDir=books, --option, " + option),
              line(option + nowhere));
    EXPECT_EQ(refused(match + ", --time, nodes 10, --option=" + option), line(option + nowhere));
  }
  EXPECT_EQ(refused("analyse, games.sfen, --config, council.yaml, --nodes, 10"),
            line("council.yaml: EvalFile=typo.nnue" + nowhere));
  EXPECT_EQ(refused("mate, solve, games.sfen, --nodse, 10"),
            line("there is no option --nodse; did you mean --nodes? gougi mate solve --help lists "
                 "what there is"));
  EXPECT_EQ(refused("mate, solve, problem.txt"), line("problem.txt: no such file"));
  EXPECT_EQ(refused("analyse, games.sfen, --noeds, 10"),
            line("there is no option --noeds; did you mean --nodes? gougi analyse --help lists "
                 "what there is"));
  EXPECT_EQ(refused("analyse, games.usi"), line("games.usi: no such file"));
  EXPECT_EQ(refused("book, think, games.sfen, depth, 2, --mutlipv, 3"),
            line("there is no option --mutlipv; did you mean --multipv? gougi book think --help "
                 "lists what there is"));
  EXPECT_EQ(refused("book, think, games.sfen, detph, 2"),
            line("\"detph\" is not expected here; did you mean depth? gougi book think --help "
                 "lists what there is"));
  EXPECT_EQ(
      refused("book, think, games.sfen"),
      line("how long? depth D, nodes N or movetime MS is missing; gougi book think --help lists "
           "what there is"));
  EXPECT_EQ(refused("book, think, --multipv, 2, games.sfen, depth, 2"),
            line("the games stand first behind book think"));
  EXPECT_EQ(refused("study, games.sfen, --judgde, 3"),
            line("there is no option --judgde; did you mean --judged? gougi study --help lists "
                 "what there is"));
  EXPECT_EQ(refused("study, none.db"), line("none.db: no such file"));
  EXPECT_EQ(refused("study, --headroom, games.sfen, --egnine, x"),
            line("there is no option --egnine; did you mean --engine? gougi study --headroom "
                 "--help lists what there is"));
  EXPECT_EQ(refused("selfplay, --games, 10, --ndoes, 5"),
            line("there is no option --ndoes; did you mean --nodes? gougi selfplay --help lists "
                 "what there is"));
  EXPECT_EQ(refused("selfplay, --games, 10, --network, none.nnue"),
            line("none.nnue: no such file"));
  EXPECT_EQ(refused("selfplay, --games, 10, --help"),
            line("asks for help or the version, and does nothing"));
  EXPECT_EQ(
      refused("selfplay, --games, 10, --ndoes, 5", "ja"),
      line(
          "オプション --ndoes はありません。--nodes のことですか? 使い方は gougi selfplay --help"));
}

TEST_F(FarmedFolderTest, TheDocsJobIsOne) {
  fs::create_directories(folder_ / "build/bin");
  fs::create_symlink(program("gougi-engine"), folder_ / "build/bin/gougi-engine");
  std::ofstream(folder_ / "new.nnue") << "a network";
  for (const char* const doc : {"docs/farm.md", "docs/farm.ja.md"}) {
    const std::string text = content(fs::path(GOUGI_SOURCE_DIR) / doc);
    const std::size_t begin = text.find("```yaml\n") + 8;
    std::ofstream(folder_ / "job.yaml") << text.substr(begin, text.find("```", begin) - begin);
    for (const char* const scheduler : {"slurm", "parallel", "ssh"}) {
      const Run& run = end_of(start_gougi({"farm", scheduler, "job.yaml"}, folder_ / "."), 0);
      EXPECT_THAT(run.output, HasSubstr("8 parts of new-network")) << doc << ": " << run.errors;
    }
    EXPECT_EQ(bash_ends("touch new-network/stop; new-network/part 0", 130).errors, "");
    EXPECT_TRUE(fs::exists(folder_ / "new-network/carry/new.nnue"));
  }
}

TEST_F(FarmedFolderTest, WatchEndsOnceAllProblemsAreDone) {
  farm("slurm", 1000, 2);
  bash_ends("job/part 0", 0);
  EXPECT_THAT(bash_ends("job/carry/gougi watch job --once", 0).output,
              HasSubstr("2/3 units  parts 1 done, 0 begun, 1 to come"));
  bash_ends("job/part 1", 0);
  EXPECT_THAT(bash_ends("job/carry/gougi watch job", 0).output,
              HasSubstr("3/3 units  parts 2 done, 0 begun, 0 to come"));
}

}  // namespace
}  // namespace gougi
