// SPDX-License-Identifier: MIT
#include "tools/farm_command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/counted.hpp"
#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "farm/job.hpp"
#include "farm/scripts.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "io/file_lock.hpp"
#include "io/process_info.hpp"
#include "io/signals.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/farm_file.hpp"
#include "tools/carried_files.hpp"
#include "tools/farm_words.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr const char* kMark = "carry.sha256";
// In the job's folder, besides the scripts.
constexpr const char* kFarmJobFile = "job.txt";
// What slurm.sh writes, and what scripts hold while they run.
constexpr const char* kSlurmJob = "slurm.job";
constexpr const char* kRunning = ".running";
constexpr std::array<std::string_view, 9> kTaken{kMark,     "carry",  "parts",      "stop",  "log",
                                                 kSlurmJob, "joblog", kFarmJobFile, kRunning};

struct FarmOrder {
  std::string scheduler;
  std::string file;
  std::string folder;
  bool submit = false;
};

/// How a command takes a part and where it writes it.
struct PartWords {
  std::vector<std::string_view> names;  ///< of the command
  std::vector<std::string> front;       ///< behind the names and `behind` words
  std::vector<std::string> back;
  std::string ending;
  std::vector<std::string_view> not_for_parts;  ///< words
  std::size_t behind = 0;
};

std::string part_file(std::string_view ending) {
  return "parts/" + std::string(farm::kPartPlace) + std::string(ending);
}

const std::vector<PartWords>& commands_with_parts() {
  static const std::vector<PartWords> all{
      {{"match"},
       {},
       {"--file", part_file(".db")},
       ".db",
       {"--file", "--resume", "--report", "--export", "--log", "--live", "--config", "--legacy",
        "--trust"}},
      {{"mate", "solve"}, {}, {"--file", part_file(".db")}, ".db", {"--file"}},
      {{"analyse"},
       {},
       {"--file", part_file(".db")},
       ".db",
       {"--file", "--out", "--problems", "--cache"}},
      {{"book", "think"}, {part_file(".db")}, {}, ".db", {}, 1},
      {{"study"}, {}, {"--file", part_file(".db")}, ".db", {"--file", "--report"}},
      {{"selfplay"}, {part_file(".bin")}, {}, ".bin", {}}};
  return all;
}

int complain_of_farm(const std::string& what, int code = cli::kFailed) {
  std::cerr << "gougi farm: " << what << '\n';
  return code;
}

/// With `words` behind the names, and what does a part.
std::vector<std::string> with_part(const PartWords& command, std::vector<std::string> words,
                                   std::uint64_t parts) {
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(std::min(command.behind, words.size())),
               command.front.begin(), command.front.end());
  words.push_back("--shard");
  words.push_back(std::string(farm::kPartPlace) + "/" + std::to_string(parts));
  words.insert(words.end(), command.back.begin(), command.back.end());
  words.insert(words.end(), {"--stop-file", "stop"});
  return words;
}

/// Whether the first part can be asked for.
base::Result<void> check_first_part(const PartWords& command, const std::vector<std::string>& words,
                                    std::uint64_t parts) {
  auto first = with_part(command, words, parts);
  for (std::string& word : first) {
    const std::size_t at = word.find(farm::kPartPlace);
    if (at != std::string::npos) word.replace(at, farm::kPartPlace.size(), "0");
  }
  return check_farmed_words({command.names.begin(), command.names.end()}, first,
                            "parts/0" + command.ending);
}

/// What the parts would all write, or what asks somebody.
base::Result<void> check_words(const PartWords& command, const std::vector<std::string>& words) {
  std::vector<std::string_view> names = command.not_for_parts;
  names.insert(names.end(), {"--shard", "--stop-file"});
  for (const std::string& word : words) {
    for (const std::string_view name : names) {
      if (word != name && !word.starts_with(std::string(name) + "=")) continue;
      return base::fail(
          name == "--config"
              ? base::say({"run: leave out {0}, and write out what that file says",
                           "run: {0} は使えません。そのファイルの内容を書き並べてください"},
                          name)
              : base::say({"run: leave out {0}; each part is given a file of its own, and what "
                           "they come to is for the file of all",
                           "run: {0} は使えません。部分ごとのファイルは gougi farm "
                           "が決め、結果は全体のファイルから作ります"},
                          name));
    }
  }
  return {};
}

base::Result<farm::FarmPlan> plan_of(const settings::FarmFile& file, CarriedFiles& carried) {
  const auto& all = commands_with_parts();
  const auto command = std::ranges::find_if(all, [&](const PartWords& known) {
    return file.run.size() >= known.names.size() &&
           std::equal(known.names.begin(), known.names.end(), file.run.begin());
  });
  const bool only_reads =
      file.run.size() > 1 && file.run.front() == "match" && file.run[1] == "report";
  if (command == all.end() || only_reads) {
    const std::string word = base::printable(file.run.front() + (only_reads ? " report" : ""), 60);
    return base::fail(
        word == "tune"
            ? base::say(
                  {"run: gougi {0} is divided an iteration at a time, as each depends on the one "
                   "before: docs/farm.md says how",
                   "run: gougi {0} は反復ごとに分割します(各反復が前の結果に依存するため)。方法は "
                   "docs/farm.ja.md にあります"},
                  word)
            : base::say({"run: gougi {0} cannot be done in parts; match, mate solve, analyse, book "
                         "think, study and selfplay can",
                         "run: gougi {0} は分割できません。分割できるのは match、mate "
                         "solve、analyse、book think、study、selfplay です"},
                        word));
  }
  if (auto fits = check_words(*command, file.run); !fits) return tl::unexpected(fits.error());
  farm::FarmPlan plan{file.name,   file.parts, {},          command->ending,
                      file.result, file.time,  file.memory, file.processors,
                      file.slurm,  file.hosts, file.ssh,    file.folder};
  const std::vector<std::string> given(
      file.run.begin() + static_cast<std::ptrdiff_t>(command->names.size()), file.run.end());
  if (auto fits = check_first_part(*command, given, file.parts); !fits) {
    return base::fail("run: " + fits.error().message);
  }
  const auto carried_words = WordCarrier(carried).carry(file.run.front(), given);
  if (!carried_words) return base::fail("run: " + carried_words.error().message);
  const auto words = with_part(*command, *carried_words, file.parts);
  plan.run.assign(command->names.begin(), command->names.end());
  plan.run.insert(plan.run.end(), words.begin(), words.end());
  for (const std::string& name : file.carry) {
    if (auto added = carried.add(base::path_from_utf8(name)); !added) {
      return base::fail("carry: " + added.error().message);
    }
  }
  return plan;
}

/// What the folder's parts come from. A newer gougi is none that differs: the parts say themselves
/// where that matters.
farm::Job farmed_job(const farm::FarmPlan& plan, const CarriedFiles& carried) {
  farm::Job job{"farm", {{"parts", std::to_string(plan.parts)}}};
  job.add("number of words in run", std::to_string(plan.run.size()));
  for (std::size_t i = 0; i < plan.run.size(); ++i) {
    job.add("word " + std::to_string(i + 1) + " of run", plan.run[i]);
  }
  auto files = carried.hashes();
  files.erase("gougi");
  job.add("number of files in carry", std::to_string(files.size()));
  std::size_t number = 0;
  for (const auto& [name, hash] : files) {
    job.add("file " + std::to_string(++number) + " in carry", name + " sha256 " + hash);
  }
  return job;
}

/// Whether the folder's parts, where there are any, are of this job.
base::Result<void> check_parts(const FarmOrder& order, const farm::Job& job) {
  const fs::path folder = base::path_from_utf8(order.folder);
  std::error_code error;
  const fs::path parts = folder / "parts";
  const bool are_there = fs::is_directory(parts, error) && !fs::is_empty(parts, error);
  const fs::path file = folder / kFarmJobFile;
  if (!are_there || !fs::exists(file, error)) return {};
  std::ifstream stream(file, std::ios::binary);
  const auto there = farm::job_from_text(std::string(std::istreambuf_iterator<char>(stream), {}));
  if (!there) return base::fail(base::to_utf8(file) + ": " + there.error().message);
  const std::string what = farm::difference(job, *there);
  if (what.empty()) return {};
  return base::fail(
      base::say({"{0}: has parts of another job: {1}; give another --out, or remove parts in it",
                 "{0}: 別の作業の部分があります: {1}。別の --out を指定するか、中の parts "
                 "を消してください"},
                order.folder, what));
}

base::Result<void> write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (out) return {};
  return base::fail(base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(file)));
}

base::Result<void> write_scripts(const fs::path& folder,
                                 const std::map<std::string, std::string>& scripts) {
  for (const auto& [name, text] : scripts) {
    const fs::path file = folder / base::path_from_utf8(name);
    if (auto written = write_text(file, text); !written) return written;
    std::error_code ignored;
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, ignored);
  }
  return {};
}

/// The job that slurm.sh began, where Slurm still has it.
std::optional<std::string> queued_job(const fs::path& folder) {
  std::ifstream stream(folder / kSlurmJob);
  std::string job;
  if (!(stream >> job) || job.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  const auto program = io::find_program("squeue", {}, folder);
  if (!program) return std::nullopt;
  io::EventLoop loop;
  bool is_there = false;
  io::ChildProcess::Callbacks callbacks;
  callbacks.on_line = [&](std::string_view line) { is_there = is_there || !line.empty(); };
  callbacks.on_exit = [&](const io::ExitStatus&) { loop.stop(); };
  const auto launched = io::ChildProcess::launch(
      loop, {*program, {"--noheader", "--jobs=" + job}, folder, {}}, std::move(callbacks));
  if (!launched) return std::nullopt;
  loop.run();
  return is_there ? std::optional(job) : std::nullopt;
}

/// An error where somebody does the folder's parts, of whom it would be written anew beneath.
/// `running`: held by the scripts.
base::Result<void> check_idle(const FarmOrder& order, const io::FileLock& running) {
  if (running.is_refused()) {
    return base::fail(
        base::say({"{0}: its parts are being done; wait for that, or give another --out; nothing "
                   "was written",
                   "{0}: このフォルダの部分は実行中です。終わるのを待つか、別の --out "
                   "を指定してください。何も書いていません"},
                  order.folder));
  }
  const auto job = queued_job(base::path_from_utf8(order.folder));
  if (!job) return {};
  return base::fail(
      base::say({"{0}: its parts are with Slurm, as job {1}; wait for that, end it with scancel "
                 "{1}, or give another --out; nothing was written",
                 "{0}: このフォルダの部分は Slurm のジョブ {1} です。終わるのを待つか、scancel {1} "
                 "で終わらせるか、別の --out を指定してください。何も書いていません"},
                order.folder, *job));
}

/// All but beginning it. The mark comes first, so that a folder that is not written to its end can
/// be written once more; without hashes in it no part begins.
base::Result<void> write_folder(const FarmOrder& order, const farm::Job& job,
                                const CarriedFiles& carried,
                                const std::map<std::string, std::string>& scripts) {
  const fs::path folder = base::path_from_utf8(order.folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return base::fail(order.folder + ": " + error.message());
  const io::FileLock running(folder / kRunning);
  if (auto idle = check_idle(order, running); !idle) return idle;
  auto written = write_text(folder / kMark, "");
  if (written) written = carried.write(folder, kMark);
  const std::string text = farm::to_text(job);
  if (written) {
    written = base::replace_file(folder / kFarmJobFile, std::as_bytes(std::span(text)));
  }
  return written ? write_scripts(folder, scripts) : written;
}

/// Its lines are ours, and the hosts': these say what they like. The exit code.
int run_script(const fs::path& folder, std::string_view script) {
  const auto shell = io::find_program("bash", {}, folder);
  if (!shell) return complain_of_farm(shell.error().message);
  io::EventLoop loop;
  int code = 1;
  io::ChildProcess::Callbacks callbacks;
  const auto shown = [](std::string_view line) {
    constexpr std::size_t kMostOfALine = 100'000;
    return base::printable(line, kMostOfALine);
  };
  callbacks.on_line = [=](std::string_view line) { std::cout << shown(line) << std::endl; };
  callbacks.on_stderr_line = [=](std::string_view line) { std::cerr << shown(line) << std::endl; };
  callbacks.on_exit = [&](const io::ExitStatus& status) {
    code = status.by_signal ? 1 : status.code;
    loop.stop();
  };
  std::shared_ptr<io::ChildProcess> process;
  // It ends what the hosts do, which are asked over connections that it makes then. Whoever does
  // not wait for that ends all.
  bool is_asked = false;
  const io::EndSignals signals(loop, [&](int) {
    if (!process) return;
    if (std::exchange(is_asked, true)) return process->kill();
    process->interrupt();
  });
  const auto launched = io::ChildProcess::launch(loop, {*shell, {std::string(script)}, folder, {}},
                                                 std::move(callbacks));
  if (!launched) return complain_of_farm(launched.error().message);
  process = *launched;
  loop.run();
  return code;
}

void explain(const FarmOrder& order, const farm::FarmPlan& plan, const CarriedFiles& carried,
             std::string_view script) {
  const auto& folder = order.folder;
  const base::Text how =
      order.scheduler == "slurm" ? base::Text{"hands all of it to Slurm", "すべてを Slurm に渡す"}
      : order.scheduler == "parallel"
          ? base::Text{"does all of it with GNU parallel", "すべてを GNU parallel で行う"}
          : base::Text{"does all of it over ssh", "すべてを ssh で行う"};
  std::cout << base::say(
      {"{0}/: {1} of {2}\n"
       "  carry/       {3} needed; each part checks what is there by carry.sha256\n"
       "  part NUMBER  does a part, or goes on with it: parts/NUMBER{4}\n"
       "  merge        puts them together: {5}\n"
       "  {6:<12} {7}\n"
       "A file \"stop\" in the folder ends parts; gougi watch {0} shows how it stands.\n",
       "{0}/: {2} を {1}\n"
       "  carry/       必要なファイル {3}。各部分が carry.sha256 で確かめる\n"
       "  part NUMBER  部分を1つ行う(途中なら続きから): parts/NUMBER{4}\n"
       "  merge        1つにまとめる: {5}\n"
       "  {6:<12} {7}\n"
       "フォルダにファイル stop を作ると終わります。途中経過は gougi watch {0}。\n"},
      folder, base::counted(plan.parts, {"{0} part", "{0} 分割"}, {"{0} parts", "{0} 分割"}),
      plan.name, base::counted(carried.size(), {"{0} file", "{0} 個"}, {"{0} files", "{0} 個"}),
      plan.part_ending, plan.result, script, base::said(how));
  if (!order.submit)
    std::cout << base::say({"Nothing was started: {0}/{1}\n", "まだ何も始めていません: {0}/{1}\n"},
                           folder, script);
  std::cout << std::flush;
}

}  // namespace

int farm_command(const std::vector<std::string>& words) {
  FarmOrder order;
  cli::App app(
      {"Writes a folder with scripts that do a job in parts, with Slurm, with GNU parallel or over "
       "ssh, and with all the files that it needs; starts nothing unless --submit is given. "
       "docs/farm.md says what JOB.yaml holds.",
       "作業を分けて行うスクリプト(Slurm、GNU "
       "parallel、ssh)と必要なファイルをフォルダに書きます。--submit "
       "がなければ何も始めません。JOB.yaml の書き方は docs/farm.ja.md にあります。"},
      "gougi farm");
  app.add_option("SCHEDULER", order.scheduler,
                 said({"slurm, parallel or ssh", "slurm、parallel、ssh のどれか"}))
      ->required()
      ->check(CLI::IsMember({"slurm", "parallel", "ssh"}));
  app.add_option("JOB", order.file, said({"what is to be done (YAML)", "作業(YAML)"}))
      ->required()
      ->type_name("JOB.yaml");
  app.add_option("--out", order.folder,
                 said({"the folder; otherwise the job's name", "フォルダ。なければ作業の名前"}))
      ->type_name("DIR");
  app.add_flag("--submit", order.submit, said({"and begin", "すぐに始める"}));
  if (const auto exit_code = cli::parse_words(app, words)) return *exit_code;
  const auto file = settings::load_farm_file(base::path_from_utf8(order.file));
  if (!file) {
    settings::print_complaints("gougi farm", file.error());
    return cli::kWrongUsage;
  }
  const auto scheduler = order.scheduler == "slurm"      ? farm::Scheduler::kSlurm
                         : order.scheduler == "parallel" ? farm::Scheduler::kParallel
                                                         : farm::Scheduler::kSsh;
  if (scheduler == farm::Scheduler::kSsh && file->hosts.empty()) {
    return complain_of_farm(base::say({"{0}: hosts: is missing, such as: hosts: [me@one, me@two]",
                                       "{0}: hosts: がありません(hosts: [me@one, me@two] など)"},
                                      order.file),
                            cli::kWrongUsage);
  }
  CarriedFiles carried;
  auto own = carried.add(io::own_executable());
  if (!own) return complain_of_farm(own.error().message);
  if (*own != "carry/gougi") {
    return complain_of_farm(base::say(
        {"this program is called {0}; the scripts want one that is called gougi",
         "このプログラムの名前は {0} です。スクリプトには gougi という名前のものが必要です"},
        own->substr(6)));
  }
  const auto plan = plan_of(*file, carried);
  if (!plan) return complain_of_farm(order.file + ": " + plan.error().message, cli::kWrongUsage);
  const auto scripts = farm::scripts_of(*plan, scheduler);
  if (scripts.contains(plan->result) || std::ranges::count(kTaken, plan->result) > 0) {
    return complain_of_farm(
        base::say({"{0}: result: {1} has another meaning in the job's folder; choose another name",
                   "{0}: result: {1} "
                   "は作業のフォルダで別の意味を持ちます。別の名前にしてください"},
                  order.file, plan->result),
        cli::kWrongUsage);
  }
  if (order.folder.empty()) order.folder = file->name;
  const fs::path folder = base::path_from_utf8(order.folder);
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error) && !fs::exists(folder / kMark)) {
    return complain_of_farm(base::say(
        {"{0}: is there already, and gougi farm did not make it; give another --out",
         "{0}: すでにあり、gougi farm が作ったものではありません。別の --out を指定してください"},
        order.folder));
  }
  const farm::Job job = farmed_job(*plan, carried);
  if (const auto fits = check_parts(order, job); !fits) {
    return complain_of_farm(fits.error().message);
  }
  if (const auto written = write_folder(order, job, carried, scripts); !written) {
    return complain_of_farm(written.error().message);
  }
  const std::string_view script = farm::main_script(scheduler);
  explain(order, *plan, carried, script);
  return order.submit ? run_script(folder, script) : 0;
}

}  // namespace gougi::tools
