// SPDX-License-Identifier: MIT
#include "farm/scripts.hpp"

#include <utility>

#include "base/say.hpp"
#include "farm/host_scripts.hpp"

namespace gougi::farm {
namespace {

using base::said;

constexpr std::string_view kShebang = "#!/usr/bin/env bash\n";
// What the shell knows, in the place of what stands for it.
constexpr std::pair<std::string_view, std::string_view> kPlaces[] = {{kPartPlace, "\"$part\""},
                                                                     {kHerePlace, "\"$PWD\""}};

std::string command_word(std::string_view word) {
  for (const auto& [place, known] : kPlaces) {
    const std::size_t at = word.find(place);
    if (at == std::string_view::npos) continue;
    const auto around = [](std::string_view text) {
      return text.empty() ? std::string() : command_word(text);
    };
    return around(word.substr(0, at)) + std::string(known) + around(word.substr(at + place.size()));
  }
  return quoted_word(word);
}

std::string part_script(const FarmPlan& plan) {
  std::string command = "carry/gougi";
  for (const std::string& word : plan.run) command += " " + command_word(word);
  return std::string(kShebang) + "# part NUMBER: does part NUMBER of " +
         std::to_string(plan.parts) + " of the job " + plan.name +
         ", or goes on with it.\n"
         "set -u\n"
         "part=${1:-}\n"
         "case $part in '' | *[!0-9]* | 0?* | ???????*) part=none ;; esac\n"
         "[ \"$part\" != none ] && [ \"$part\" -lt " +
         std::to_string(plan.parts) + " ] || {\n  echo '" +
         base::say({"part: which part? 0 to {0}, such as: part 0",
                    "part: 部分の番号(0~{0})を指定してください(例: part 0)"},
                   plan.parts - 1) +
         "' >&2\n  exit 2\n}\n"
         "cd \"$(dirname \"$0\")\" || exit 1\n"
         "[ ! -e stop ] || exit 130  # the rest is not wanted now\n"
         "if ! sha256sum --check --quiet --strict carry.sha256 >&2; then\n"
         "  echo \"" +
         said({"part $part: in $PWD/carry is not what the job was begun with; copy it anew",
               "部分 $part: $PWD/carry "
               "の中身が作業を始めたときと違います。コピーし直してください"}) +
         "\" >&2\n"
         "  exit 2\n"
         "fi\n"
         "mkdir -p parts\n"
         "rm -f \"parts/done.$part\"\n"
         "# What is killed, or lost an engine (75), goes on where it was. All else comes out the "
         "same.\n"
         "for try in 1 2 3 4 5; do\n"
         "  status=0\n"
         "  " +
         command +
         " </dev/null || status=$?\n"
         "  [ \"$status\" -eq 75 ] || [ \"$status\" -gt 130 ] || [ \"$status\" -eq 129 ] || break\n"
         "  echo \"" +
         said({"part $part: try $try failed or was killed (exit code $status)",
               "部分 $part: $try 回目は失敗したか、止められました(終了コード $status)"}) +
         "\" >&2\n"
         "done\n"
         "[ \"$status\" != 0 ] || : >\"parts/done.$part\" || status=1\n"
         "exit \"$status\"\n";
}

std::string merge_script(const FarmPlan& plan) {
  return std::string(kShebang) +
         "# Puts the parts together; may be run at any time, with --partial before all is done.\n"
         "cd \"$(dirname \"$0\")\" || exit 1\n"
         "shopt -s nullglob globstar\n"
         "failed=(log/*.failed)  # of Slurm\n"
         "if [ ${#failed[@]} -gt 0 ] && [ ! -e stop ] && [ \"${1:-}\" != --partial ]; then\n"
         "  echo \"" +
         said({"merge: parts failed: $(basename -s .failed \"${failed[@]}\" | xargs); "
               "log/NUMBER.txt says why, and merge --partial puts together what there is",
               "merge: 失敗した部分があります: $(basename -s .failed \"${failed[@]}\" | xargs)。"
               "理由は log/番号.txt にあります。merge --partial はあるものだけをまとめます"}) +
         "\" >&2\n"
         "  exit 1\n"
         "fi\n"
         "files=(parts/**/*" +
         plan.part_ending +
         ")\n"
         "[ ${#files[@]} -gt 0 ] || { echo '" +
         said({"merge: there is no part yet", "merge: まだ部分がありません"}) +
         "' >&2; exit 2; }\n"
         "exec carry/gougi merge \"$@\" " +
         quoted_word(plan.result) + " \"${files[@]}\"\n";
}

// What it starts does not hold the lock: where this is killed, it may be run again at once.
std::string alone() {
  return "# Two of these at once would do the same parts.\n"
         "exec 9>>.running || exit 1\n"
         "! command -v flock >/dev/null || flock --nonblock 9 || {\n"
         "  echo \"$PWD: " +
         said({"its parts are being done already; nothing was begun",
               "このフォルダの部分はすでに実行中です。何も始めていません"}) +
         "\" >&2\n  exit 1\n}\n";
}

std::string needs(std::string_view program, std::string_view package) {
  return "command -v " + std::string(program) + " >/dev/null || {\n  echo '" +
         base::say({"{0} is not here: install {1}, or let gougi farm write scripts for something "
                    "else",
                    "{0} がありません。{1} をインストールするか、gougi farm "
                    "で別の方法のスクリプトを作ってください"},
                   program, package) +
         "' >&2\n  exit 2\n}\n";
}

// What the user asks of sbatch, such as a partition and an account, is asked for the merge, too, in
// front of what is its own; but it is no array.
std::string merge_options(const std::vector<std::string>& given) {
  std::string text;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& word = given[i];
    if (word == "--array" || word == "-a") {
      ++i;  // its value
    } else if (!word.starts_with("--array=") && !word.starts_with("-a")) {
      text += " " + quoted_word(word);
    }
  }
  return text;
}

std::map<std::string, std::string> slurm_scripts(const FarmPlan& plan) {
  const auto option = [](std::string_view name, const std::string& value) {
    return value.empty() ? std::string() : " " + quoted_word(std::string(name) + value);
  };
  std::string asked = option("--time=", plan.time) + option("--mem=", plan.memory) +
                      option("--cpus-per-task=", std::to_string(plan.processors));
  for (const std::string& more : plan.slurm) asked += " " + quoted_word(more);
  const std::string asked_of_merge =
      merge_options(plan.slurm) + option("--time=", plan.time) + option("--mem=", plan.memory);
  std::string submit(kShebang);
  submit +=
      "# Hands the job to Slurm: an array of its parts, and a merge once all of them have ended, "
      "which\n"
      "# says what is missing where one failed. A part whose node fails is begun again elsewhere, "
      "and\n"
      "# goes on where it was. The folder must be one that all nodes see.\n"
      "set -eu\n"
      "cd \"$(dirname \"$0\")\"\n" +
      needs("sbatch", "slurm-client") + alone() +
      "if [ -e slurm.job ] && [ -n \"$(squeue --noheader --jobs=\"$(cat slurm.job)\" "
      "2>/dev/null)\" ]; then\n"
      "  echo \"$PWD: " +
      said({"its parts are with Slurm already, as job $(cat slurm.job); nothing was begun",
            "このフォルダの部分はすでに Slurm のジョブ $(cat slurm.job) です。"
            "何も始めていません"}) +
      "\" >&2\n  exit 1\nfi\n"
      "mkdir -p log\nrm -f log/*.failed\n" +
      "parts=$(sbatch --parsable --job-name=" + plan.name + " --array=0-" +
      std::to_string(plan.parts - 1) +
      " --requeue --open-mode=append \\\n"
      "  --chdir=\"$PWD\" --output=log/%a.txt" +
      asked +
      " part.sbatch)\n"
      "echo \"$parts\" >slurm.job || { scancel \"$parts\"; exit 1; }\n"
      "merge=$(sbatch" +
      asked_of_merge + " --parsable --job-name=" + plan.name +
      "-merge --dependency=afterany:\"$parts\" \\\n"
      "  --requeue --open-mode=append --chdir=\"$PWD\" --output=log/merge.txt merge.sbatch) || {\n"
      "  scancel \"$parts\" || true\n"
      "  echo \"$PWD: " +
      said({"Slurm took the parts and not the merge, so that job $parts was cancelled; run this "
            "again",
            "Slurm がまとめのジョブを受け付けなかったため、部分のジョブ $parts "
            "を取り消しました。もう一度実行してください"}) +
      "\" >&2\n  exit 1\n}\n"
      "echo \"" +
      plan.name +
      said({": parts are job $parts, the merge is job $merge; squeue shows them, scancel $parts "
            "ends them",
            ": ジョブは部分が $parts で、まとめが $merge です。squeue で見られ、scancel $parts "
            "で終わらせられます"}) +
      "\"\n";
  return {{"slurm.sh", submit},
          {"part.sbatch", std::string(kShebang) +
                              "# log/NUMBER.failed tells the merge of a part that failed.\n"
                              "part=$SLURM_ARRAY_TASK_ID\n"
                              "rm -f \"log/$part.failed\"\n"
                              "./part \"$part\" && exit 0\n"
                              "status=$?\n"
                              "[ \"$status\" -ne 130 ] || [ ! -e stop ] || exit 0\n"
                              "echo \"$status\" >\"log/$part.failed\"\n"
                              "exit \"$status\"\n"},
          {"merge.sbatch", std::string(kShebang) + "exec ./merge\n"}};
}

std::map<std::string, std::string> parallel_scripts(const FarmPlan& plan) {
  std::string script(kShebang);
  script +=
      "# Does the parts with GNU parallel, as many at a time as there is room for, and puts them\n"
      "# together. Run again it does what is not done.\n"
      "set -u\n"
      "cd \"$(dirname \"$0\")\" || exit 1\n"
      "export PARALLEL_SHELL=$BASH  # the login shell of a service does nothing, or is none\n" +
      needs("parallel", said({"the package parallel (GNU)", "GNU parallel(パッケージ parallel)"})) +
      alone();
  const std::string options = "--will-cite --joblog joblog --jobs \"${JOBS:-" +
                              std::string(plan.processors > 1 ? "1" : "100%") + "}\"";
  if (!plan.hosts.empty()) {
    return {{"parallel.sh", script + parts_over_parallel(plan, options + " --retries 3")}};
  }
  // All are begun: one that is done ends at once, and says where it is of another job.
  script += "seq 0 " + std::to_string(plan.parts - 1) + " |\n  parallel " + options +
            " ./part {} 9>&- || [ -e stop ] || exit 1\nexec ./merge\n";
  return {{"parallel.sh", script}};
}

std::map<std::string, std::string> ssh_scripts(const FarmPlan& plan) {
  return {{"ssh.sh", std::string(kShebang) +
                         "# Does the parts over ssh, one at a time on each host, and puts them "
                         "together. A host that\n"
                         "# is not there, or fails, is left out, and the others do its parts. Run "
                         "again it does what\n"
                         "# is not done.\n"
                         "set -u\n"
                         "cd \"$(dirname \"$0\")\" || exit 1\n" +
                         alone() + parts_over_ssh(plan)}};
}

}  // namespace

std::string quoted_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/=:,@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string_view main_script(Scheduler scheduler) {
  if (scheduler == Scheduler::kSlurm) return "slurm.sh";
  return scheduler == Scheduler::kParallel ? "parallel.sh" : "ssh.sh";
}

std::map<std::string, std::string> scripts_of(const FarmPlan& plan, Scheduler scheduler) {
  auto scripts = scheduler == Scheduler::kSlurm      ? slurm_scripts(plan)
                 : scheduler == Scheduler::kParallel ? parallel_scripts(plan)
                                                     : ssh_scripts(plan);
  if (!plan.hosts.empty() && scheduler != Scheduler::kSlurm) scripts.merge(scripts_for_hosts(plan));
  scripts["part"] = part_script(plan);
  scripts["merge"] = merge_script(plan);
  return scripts;
}

}  // namespace gougi::farm
