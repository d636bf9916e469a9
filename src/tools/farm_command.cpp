// SPDX-License-Identifier: MIT
#include "tools/farm_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"
#include "cli/exit_code.hpp"
#include "farm/scripts.hpp"
#include "io/child_process.hpp"
#include "io/event_loop.hpp"
#include "io/process_info.hpp"
#include "settings/farm_file.hpp"
#include "tools/carried_files.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;
using base::said;

constexpr const char* kMark = "carry.sha256";

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

const std::vector<PartWords>& commands_with_parts() {
  static const std::vector<PartWords> all{
      {{"match"},
       {},
       {"--file", "parts/{part}.db", "--stop-file", "stop"},
       ".db",
       {"--file", "--stop-file", "--resume", "--report", "--export", "--log", "--live", "--config",
        "--legacy", "--trust"}},
      {{"mate", "solve"}, {}, {"--file", "parts/{part}.db"}, ".db", {"--file"}},
      {{"analyse"},
       {},
       {"--file", "parts/{part}.db"},
       ".db",
       {"--file", "--out", "--problems", "--cache"}},
      {{"book", "think"}, {"parts/{part}.db"}, {}, ".db", {}, 1},
      {{"study"}, {}, {"--file", "parts/{part}.db"}, ".db", {"--file", "--report"}},
      {{"selfplay"}, {"parts/{part}.bin"}, {}, ".bin", {"--stop-file"}}};
  return all;
}

int complain_of_farm(const std::string& what, int code = cli::kWrongUsage) {
  std::cerr << "gougi farm: " << what << '\n';
  return code;
}

/// What the parts would all write, or what asks somebody.
base::Result<void> check_words(const PartWords& command, const std::vector<std::string>& words) {
  std::vector<std::string_view> names = command.not_for_parts;
  names.insert(names.end(), {"--shard"});
  for (const std::string& word : words) {
    for (const std::string_view name : names) {
      if (word != name && !word.starts_with(std::string(name) + "=")) continue;
      return base::fail("run: leave out " + std::string(name) +
                        (name == "--config" ? ", and write out what that file says"
                                            : "; each part is given a file of its own, and what "
                                              "they come to is for the file of all"));
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
  if (command == all.end()) {
    return base::fail(
        "run: gougi " + base::printable(file.run.front(), 60) +
        (file.run.front() == "tune"
             ? " cannot be divided: each of its steps depends on the one before"
             : " cannot be done in parts; match, mate solve, analyse, book think, study and "
               "selfplay can"));
  }
  if (auto fits = check_words(*command, file.run); !fits) return tl::unexpected(fits.error());
  farm::FarmPlan plan{file.name,   file.parts, {},          command->ending,
                      file.result, file.time,  file.memory, file.processors,
                      file.slurm,  file.hosts, file.ssh,    file.folder};
  plan.run.assign(command->names.begin(), command->names.end());
  const auto first = file.run.begin() + static_cast<std::ptrdiff_t>(command->names.size());
  auto words = WordCarrier(carried).carry(file.run.front(), {first, file.run.end()});
  if (!words) return base::fail("run: " + words.error().message);
  words->insert(
      words->begin() + static_cast<std::ptrdiff_t>(std::min(command->behind, words->size())),
      command->front.begin(), command->front.end());
  plan.run.insert(plan.run.end(), words->begin(), words->end());
  plan.run.push_back("--shard");
  plan.run.push_back("{part}/" + std::to_string(file.parts));
  plan.run.insert(plan.run.end(), command->back.begin(), command->back.end());
  for (const std::string& name : file.carry) {
    if (auto added = carried.add(base::path_from_utf8(name)); !added) {
      return base::fail("carry: " + added.error().message);
    }
  }
  return plan;
}

base::Result<void> write_scripts(const fs::path& folder,
                                 const std::map<std::string, std::string>& scripts) {
  for (const auto& [name, text] : scripts) {
    const fs::path file = folder / base::path_from_utf8(name);
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) return base::fail(base::to_utf8(file) + ": cannot be written");
    std::error_code ignored;
    fs::permissions(file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, ignored);
  }
  return {};
}

/// Its lines are ours; the exit code.
int run_script(const fs::path& folder, std::string_view script) {
  const auto shell = io::find_program("bash", {}, folder);
  if (!shell) return complain_of_farm(shell.error().message);
  io::EventLoop loop;
  int code = 1;
  io::ChildProcess::Callbacks callbacks;
  callbacks.on_line = [](std::string_view line) { std::cout << line << std::endl; };
  callbacks.on_stderr_line = [](std::string_view line) { std::cerr << line << std::endl; };
  callbacks.on_exit = [&](const io::ExitStatus& status) {
    code = status.by_signal ? 1 : status.code;
    loop.stop();
  };
  const auto launched = io::ChildProcess::launch(loop, {*shell, {std::string(script)}, folder, {}},
                                                 std::move(callbacks));
  if (!launched) return complain_of_farm(launched.error().message, 1);
  loop.run();
  return code;
}

void explain(const FarmOrder& order, const farm::FarmPlan& plan, const CarriedFiles& carried,
             std::string_view script) {
  const auto& folder = order.folder;
  std::cout << folder << "/: " << plan.parts << " parts of " << plan.name << "\n"
            << "  carry/       " << carried.size()
            << " files that they need; each part checks them by carry.sha256\n"
            << "  part NUMBER  does a part, or goes on with it: parts/NUMBER" << plan.part_ending
            << "\n  merge        puts them together: " << plan.result << "\n  " << script
            << std::string(script.size() < 13 ? 13 - script.size() : 1, ' ')
            << (order.scheduler == "slurm"      ? "hands all of it to Slurm"
                : order.scheduler == "parallel" ? "does all of it with GNU parallel"
                                                : "does all of it over ssh")
            << "\nA file \"stop\" in the folder ends parts; gougi watch " << folder
            << " shows how it stands.\n";
  if (!order.submit) std::cout << "Nothing was started: " << folder << "/" << script << "\n";
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
       "がなければ何も始めません。JOB.yaml の書き方は docs/farm.md にあります。"},
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
  if (!file) return complain_of_farm(file.error().message);
  const auto scheduler = order.scheduler == "slurm"      ? farm::Scheduler::kSlurm
                         : order.scheduler == "parallel" ? farm::Scheduler::kParallel
                                                         : farm::Scheduler::kSsh;
  if (scheduler == farm::Scheduler::kSsh && file->hosts.empty()) {
    return complain_of_farm(order.file + ": hosts: is missing, such as: hosts: [me@one, me@two]");
  }
  CarriedFiles carried;
  auto own = carried.add(io::own_executable());
  if (!own) return complain_of_farm(own.error().message);
  if (*own != "carry/gougi") {
    return complain_of_farm("this program is called " + own->substr(6) +
                            "; the scripts want one that is called gougi");
  }
  const auto plan = plan_of(*file, carried);
  if (!plan) return complain_of_farm(order.file + ": " + plan.error().message);
  if (order.folder.empty()) order.folder = file->name;
  const fs::path folder = base::path_from_utf8(order.folder);
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error) && !fs::exists(folder / kMark)) {
    return complain_of_farm(order.folder +
                            ": is there already, and gougi farm did not make it; give another "
                            "--out");
  }
  fs::create_directories(folder, error);
  if (error) return complain_of_farm(order.folder + ": " + error.message(), 1);
  auto written = carried.write(folder, kMark);
  if (written) written = write_scripts(folder, farm::scripts_of(*plan, scheduler));
  if (!written) return complain_of_farm(written.error().message, 1);
  const std::string_view script = farm::main_script(scheduler);
  explain(order, *plan, carried, script);
  return order.submit ? run_script(folder, script) : 0;
}

}  // namespace gougi::tools
