// SPDX-License-Identifier: MIT
#include "tools/farm_command.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
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
#include "io/sha256.hpp"
#include "settings/farm_file.hpp"
#include "tools/match_order.hpp"

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
  std::vector<std::string> front;       ///< behind the names
  std::vector<std::string> back;
  std::string ending;
};

const std::vector<PartWords>& commands_with_parts() {
  static const std::vector<PartWords> all{
      {{"match"}, {}, {"--file", "parts/{part}.db", "--stop-file", "stop"}, ".db"},
      {{"mate", "solve"}, {}, {"--file", "parts/{part}.db"}, ".db"},
      {{"selfplay"}, {"parts/{part}.bin"}, {}, ".bin"}};
  return all;
}

/// Files that go along, by their names in the folder `carry`.
class Carried {
 public:
  /// "carry/NAME"; the same file has the same name.
  base::Result<std::string> add(const fs::path& file) {
    auto hash = io::sha256_of_file(file);
    if (!hash) return hash;
    std::string name;
    for (const char c : base::to_utf8(file.filename())) {
      const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                            std::string_view("._-").find(c) != std::string_view::npos;
      name += is_plain ? c : '_';
    }
    const auto there = files_.find(name);
    if (there != files_.end() && there->second.hash != *hash)
      name = hash->substr(0, 8) + "-" + name;
    files_[name] = {file, *hash};
    return "carry/" + name;
  }

  base::Result<void> write(const fs::path& folder) const {
    std::error_code error;
    fs::create_directories(folder / "carry", error);
    std::string sums;
    for (const auto& [name, file] : files_) {
      const fs::path to = folder / "carry" / base::path_from_utf8(name);
      // A running program's file cannot be written over, but its name can be another file's.
      fs::remove(to, error);
      fs::copy_file(file.from, to, error);
      if (error) return base::fail(base::to_utf8(to) + ": " + error.message());
      const auto hash = io::sha256_of_file(to);
      if (!hash || *hash != file.hash) {
        return base::fail(base::to_utf8(file.from) + ": changed while it was copied; try again");
      }
      sums += file.hash + "  carry/" + name + "\n";
    }
    std::ofstream out(folder / kMark, std::ios::binary);
    out << sums << std::flush;
    if (!out) return base::fail(base::to_utf8(folder / kMark) + ": cannot be written");
    return {};
  }
  const auto& files() const { return files_; }

 private:
  struct File {
    fs::path from;
    std::string hash;
  };
  std::map<std::string, File> files_;
};

/// A word of a command, in which names of files become those that are carried.
class WordCarrier {
 public:
  explicit WordCarrier(Carried& carried) : carried_(carried) {}

  base::Result<std::string> carry(const std::string& word, bool is_command) {
    if (is_command) return command(word);
    const std::size_t sign = word.find('=');
    if (const auto whole = file(word); !whole || **whole != word) return flat(whole);
    if (sign == std::string::npos) return word;
    const auto value = file(word.substr(sign + 1));
    if (!value) return tl::unexpected(value.error());
    return word.substr(0, sign + 1) + **value;
  }

 private:
  using Word = base::Result<std::optional<std::string>>;

  static base::Result<std::string> flat(const Word& word) {
    if (!word) return tl::unexpected(word.error());
    return **word;
  }

  /// The same word where it names no file.
  Word file(const std::string& word) {
    std::error_code ignored;
    const fs::path path = base::path_from_utf8(word);
    if (word.empty() || !fs::is_regular_file(path, ignored)) return std::optional(word);
    auto carried = carried_.add(path);
    if (!carried) return tl::unexpected(carried.error());
    return std::optional(std::move(*carried));
  }

  /// An engine's: its program is looked for as gougi match looks for it.
  base::Result<std::string> command(const std::string& text) {
    const auto parts = split_command(text);
    if (!parts) return tl::unexpected(parts.error());
    std::string result;
    for (const std::string& part : *parts) {
      auto word = carry(part, false);
      if (!word) return word;
      if (result.empty() && *word == part) {
        const auto beside = io::own_executable().parent_path();
        const auto program = io::find_program(part, beside, fs::current_path());
        if (!program) return tl::unexpected(program.error());
        word = carried_.add(*program);
        if (!word) return word;
      }
      result += (result.empty() ? "" : " ") +
                (word->find(' ') == std::string::npos ? *word : '"' + *word + '"');
    }
    return result;
  }

  Carried& carried_;
};

int complain_of_farm(const std::string& what, int code = cli::kFailed) {
  std::cerr << "gougi farm: " << what << '\n';
  return code;
}

/// What the parts would all write, or what asks somebody.
base::Result<void> check_words(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    for (const std::string_view name :
         {"--shard", "--file", "--stop-file", "--resume", "--report", "--export", "--log", "--live",
          "--config", "--legacy", "--trust"}) {
      if (word != name && !word.starts_with(std::string(name) + "=")) continue;
      return base::fail("run: leave out " + std::string(name) +
                        (name == "--config" ? ", and write out what that file says"
                                            : "; each part is given a file of its own, and what "
                                              "they come to is for the file of all"));
    }
  }
  return {};
}

base::Result<farm::FarmPlan> plan_of(const settings::FarmFile& file, Carried& carried) {
  const auto& all = commands_with_parts();
  const auto command = std::ranges::find_if(all, [&](const PartWords& known) {
    return file.run.size() >= known.names.size() &&
           std::equal(known.names.begin(), known.names.end(), file.run.begin());
  });
  if (command == all.end()) {
    return base::fail("run: gougi " + base::printable(file.run.front(), 60) +
                      (file.run.front() == "tune"
                           ? " cannot be divided: each of its steps depends on the one before"
                           : " cannot be done in parts; match, mate solve and selfplay can"));
  }
  if (auto fits = check_words(file.run); !fits) return tl::unexpected(fits.error());
  farm::FarmPlan plan{file.name,   file.parts, {},          command->ending,
                      file.result, file.time,  file.memory, file.processors,
                      file.slurm,  file.hosts, file.ssh,    file.folder};
  plan.run.assign(command->names.begin(), command->names.end());
  plan.run.insert(plan.run.end(), command->front.begin(), command->front.end());
  WordCarrier carrier(carried);
  for (std::size_t i = command->names.size(); i < file.run.size(); ++i) {
    const std::string& before = file.run[i - 1];
    const bool is_command = before == "--first" || before == "--second" || before == "--engine";
    auto word = carrier.carry(file.run[i], is_command);
    if (!word) return base::fail("run: " + word.error().message);
    plan.run.push_back(std::move(*word));
  }
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
  if (!launched) return complain_of_farm(launched.error().message);
  loop.run();
  return code;
}

void explain(const FarmOrder& order, const farm::FarmPlan& plan, const Carried& carried,
             std::string_view script) {
  const auto& folder = order.folder;
  std::cout << folder << "/: " << plan.parts << " parts of " << plan.name << "\n"
            << "  carry/       " << carried.files().size()
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
  if (!file) return complain_of_farm(file.error().message, cli::kWrongUsage);
  const auto scheduler = order.scheduler == "slurm"      ? farm::Scheduler::kSlurm
                         : order.scheduler == "parallel" ? farm::Scheduler::kParallel
                                                         : farm::Scheduler::kSsh;
  if (scheduler == farm::Scheduler::kSsh && file->hosts.empty()) {
    return complain_of_farm(order.file + ": hosts: is missing, such as: hosts: [me@one, me@two]",
                            cli::kWrongUsage);
  }
  Carried carried;
  auto own = carried.add(io::own_executable());
  if (!own) return complain_of_farm(own.error().message);
  if (*own != "carry/gougi") {
    return complain_of_farm("this program is called " + own->substr(6) +
                            "; the scripts want one that is called gougi");
  }
  const auto plan = plan_of(*file, carried);
  if (!plan) {
    return complain_of_farm(order.file + ": " + plan.error().message, cli::kWrongUsage);
  }
  if (order.folder.empty()) order.folder = file->name;
  const fs::path folder = base::path_from_utf8(order.folder);
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error) && !fs::exists(folder / kMark)) {
    return complain_of_farm(order.folder +
                            ": is there already, and gougi farm did not make it; give another "
                            "--out");
  }
  fs::create_directories(folder, error);
  if (error) return complain_of_farm(order.folder + ": " + error.message());
  auto written = carried.write(folder);
  if (written) written = write_scripts(folder, farm::scripts_of(*plan, scheduler));
  if (!written) return complain_of_farm(written.error().message);
  const std::string_view script = farm::main_script(scheduler);
  explain(order, *plan, carried, script);
  return order.submit ? run_script(folder, script) : 0;
}

}  // namespace gougi::tools
