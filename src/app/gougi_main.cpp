// SPDX-License-Identifier: MIT
// gougi: without a command the relay on stdin and stdout, otherwise its tools.
#include <iostream>
#include <string>
#include <vector>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/told.hpp"
#include "cli/exit_code.hpp"
#include "cli/words.hpp"
#include "consensus/explanation.hpp"
#include "consensus/strategy.hpp"
#include "io/affinity.hpp"
#include "io/code_page.hpp"
#include "io/large_pages.hpp"
#include "io/process_info.hpp"
#include "io/program.hpp"
#include "io/terminal.hpp"
#include "relay/programs.hpp"
#include "relay/shell.hpp"
#include "settings/command_line.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/damaged_configuration.hpp"
#include "settings/relay_settings.hpp"
#include "tools/analyse_command.hpp"
#include "tools/arbiter_calibration.hpp"
#include "tools/book_command.hpp"
#include "tools/calibrate_command.hpp"
#include "tools/check_command.hpp"
#include "tools/data_command.hpp"
#include "tools/demo_command.hpp"
#include "tools/engine_check.hpp"
#include "tools/engine_rule.hpp"
#include "tools/farm_command.hpp"
#include "tools/headroom_command.hpp"
#include "tools/import_command.hpp"
#include "tools/keep_command.hpp"
#include "tools/learn_command.hpp"
#include "tools/match_command.hpp"
#include "tools/mate_command.hpp"
#include "tools/merge_command.hpp"
#include "tools/nnue_command.hpp"
#include "tools/perft_command.hpp"
#include "tools/record_command.hpp"
#include "tools/replay_command.hpp"
#include "tools/selfplay_command.hpp"
#include "tools/study_command.hpp"
#include "tools/tune_command.hpp"
#include "tools/watch_command.hpp"

namespace gougi {
namespace {

base::Result<settings::RelaySettings> load(const std::optional<std::filesystem::path>& given,
                                           const std::vector<int>& member = {}) {
  const auto file = settings::find_configuration(given, io::own_executable());
  if (!file) return tl::unexpected(file.error());
  auto loaded = settings::load_relay_settings(*file, consensus::strategy_names(), member,
                                              io::cp932_to_utf8, io::processor_count());
  if (loaded && base::told()) settings::speak(*base::told(), *loaded);
  return loaded;
}

std::vector<settings::CompletedValues> completed_values() {
  std::vector<std::string> strategies;
  for (const auto& each : consensus::strategies()) strategies.emplace_back(each.identifier);
  std::vector<std::string> rules;
  for (const tools::Rule* const rule : tools::all_rules()) rules.emplace_back(rule->name);
  return {{"RULE", strategies}, {"RULE,…", rules}};
}

int run(const settings::RunRelay& command) {
  // Of a GUI nobody knows yet whether it reads UTF-8; who says --lang does.
  if (!io::stdin_is_terminal() && !base::told()) base::speak(base::Language::kEnglish);
  auto loaded = load(command.config, command.member);
  if (loaded && command.live_port) loaded->live.port = *command.live_port;
  if (!loaded) relay::refuse_to_run(settings::in_one_line(loaded.error()), cli::kWrongUsage);
  if (const auto allowed = relay::allow_files(*loaded); !allowed) {
    relay::refuse_to_run(allowed.error().message);
  }
  base::speak(base::Language::kEnglish);  // to a GUI; its own texts go by the configuration
  relay::run_shell(*loaded, relay::rules_of(loaded->protocol));
}

int run(const settings::RunCheck& command) {
  if (!command.engine.empty()) return tools::engine_check(command);
  const auto loaded = load(command.config);
  if (loaded) return tools::check_command(command, *loaded);
  settings::print_complaints("gougi", loaded.error());
  const auto file = settings::find_configuration(command.config, io::own_executable());
  if (!file || !command.start) return cli::kWrongUsage;
  const auto rest =
      settings::engines_despite_mistakes(*file, consensus::strategy_names(), io::processor_count());
  return rest ? tools::check_despite_mistakes(command, *rest) : cli::kWrongUsage;
}

int run(const settings::RunDemo& command) {
  const auto loaded = load(command.config);
  if (!loaded) {
    settings::print_complaints("gougi", loaded.error());
    return cli::kWrongUsage;
  }
  return tools::demo_command(command, loaded->file);
}

int run(const settings::RunPerft& command) { return tools::perft_command(command.arguments); }

int run(const settings::RunMate& command) {
  return tools::mate_command(command.arguments, &io::prefer_large_pages);
}
int run(const settings::RunMatch& command) { return tools::match_command(command.arguments); }

int run(const settings::RunBook& command) {
  const auto beside = io::own_executable().parent_path();
  const auto thinker = io::find_program("gougi-engine", beside, beside);
  return tools::book_command("gougi book", command.arguments,
                             {thinker.value_or(std::filesystem::path("gougi-engine"))});
}

int run(const settings::RunMerge& command) { return tools::merge_command(command.arguments); }
int run(const settings::RunKeep& command) { return tools::keep_command(command.arguments); }
int run(const settings::RunFarm& command) { return tools::farm_command(command.arguments); }
int run(const settings::RunWatch& command) { return tools::watch_command(command.arguments); }
int run(const settings::RunData& command) { return tools::data_command(command.arguments); }
int run(const settings::RunNnue& command) { return tools::nnue_command(command.arguments); }
int run(const settings::RunSelfplay& command) {
  return tools::selfplay_command(command.arguments, &io::prefer_large_pages);
}

int run(const settings::RunLearn& command) {
  return tools::learn_command("gougi learn", command.arguments);
}

int run(const settings::RunTune& command) { return tools::tune_command(command.arguments); }
int run(const settings::RunRecord& command) { return tools::record_command(command.arguments); }
int run(const settings::RunAnalyse& command) {
  return tools::analyse_command(command.arguments, [](const auto& given) { return load(given); });
}

int run(const settings::RunImport& command) { return tools::import_command(command); }
int run(const settings::RunReplay& command) { return tools::replay_command(command); }

int run(const settings::RunCalibrate& command) {
  return command.arbiter ? tools::calibrate_arbiter(command) : tools::calibrate_command(command);
}

int run(const settings::RunStudy& command) { return tools::study_command(command); }
int run(const settings::RunHeadroom& command) { return tools::headroom_command(command.arguments); }

int run(const settings::RefuseRelay& command) {
  relay::refuse_to_run(command.reason, cli::kWrongUsage);
}

int run(const settings::PrintAndExit& command) {
  (command.exit_code == 0 ? std::cout : std::cerr) << command.text;
  return command.exit_code;
}

}  // namespace
}  // namespace gougi

int main(int argc, char** argv) {
  return gougi::io::run_program("gougi", [&] {
    return gougi::cli::with_words("gougi", argc, argv, [&](const gougi::cli::Words& words) {
      const auto command = gougi::settings::parse_command_line(words, &gougi::completed_values,
                                                               &gougi::consensus::explanations);
      return std::visit([](const auto& known) { return gougi::run(known); }, command);
    });
  });
}
