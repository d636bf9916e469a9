// SPDX-License-Identifier: MIT
// gougi: without a command the relay on stdin and stdout, otherwise its tools.
#include <iostream>
#include <string>
#include <vector>

#include "app/arbiter_calibration.hpp"
#include "app/book_command.hpp"
#include "app/calibrate_command.hpp"
#include "app/check_command.hpp"
#include "app/demo_command.hpp"
#include "app/headroom_command.hpp"
#include "app/import_command.hpp"
#include "app/learn_command.hpp"
#include "app/match_command.hpp"
#include "app/mate_command.hpp"
#include "app/nnue_command.hpp"
#include "app/perft_command.hpp"
#include "app/pyon_rules.hpp"
#include "app/record_command.hpp"
#include "app/replay_command.hpp"
#include "app/selfplay_command.hpp"
#include "app/study_command.hpp"
#include "app/tune_command.hpp"
#include "base/path.hpp"
#include "consensus/strategy.hpp"
#include "io/code_page.hpp"
#include "io/large_pages.hpp"
#include "io/process_info.hpp"
#include "io/program.hpp"
#include "relay/arbiter_file.hpp"
#include "relay/programs.hpp"
#include "relay/shell.hpp"
#include "settings/command_line.hpp"
#include "settings/relay_settings.hpp"

namespace gougi {
namespace {

base::Result<settings::RelaySettings> load(const std::optional<std::filesystem::path>& given,
                                           const std::vector<int>& member = {}) {
  const auto file = settings::find_configuration(given, io::own_executable());
  if (!file) return tl::unexpected(file.error());
  return settings::load_relay_settings(*file, consensus::strategy_names(), member,
                                       io::cp932_to_utf8);
}

int run(const settings::RunRelay& command) {
  const auto loaded = load(command.config, command.member);
  if (!loaded) relay::refuse_to_run(loaded.error().message);
  relay::run_shell(*loaded, app::rules_of(loaded->protocol));
}

int run(const settings::RunCheck& command) {
  const auto loaded = load(command.config);
  if (!loaded) {
    std::cerr << "gougi: " << loaded.error().message << "\n";
    return 1;
  }
  if (const auto programs = relay::find_programs(*loaded, app::rules_of(loaded->protocol));
      !programs) {
    std::cerr << "gougi: " << programs.error().message << "\n";
    return 1;
  }
  if (const auto model = relay::load_arbiter(loaded->rules.arbiter_model); !model) {
    std::cerr << "gougi: " << model.error().message << "\n";
    return 1;
  }
  std::cout << base::to_utf8(loaded->file) << ": " << loaded->name << ", " << loaded->consensus
            << ", " << loaded->engines.size() << " engine(s), " << loaded->mate_engines.size()
            << " mate engine(s)" << std::endl;
  return command.start ? app::check_command(command, *loaded) : 0;
}

int run(const settings::RunDemo& command) {
  const auto loaded = load(command.config);
  if (!loaded) {
    std::cerr << "gougi: " << loaded.error().message << "\n";
    return 1;
  }
  return app::demo_command(command, loaded->file);
}

int run(const settings::RunPerft& command) {
  std::vector<const char*> arguments;
  for (const std::string& argument : command.arguments) arguments.push_back(argument.c_str());
  return app::perft_command(static_cast<int>(arguments.size()), arguments.data());
}

int run(const settings::RunMate& command) {
  return app::mate_command(command.arguments, &io::prefer_large_pages);
}

int run(const settings::RunMatch& command) { return app::match_command(command.arguments); }

int run(const settings::RunBook& command) {
  const auto beside = io::own_executable().parent_path();
  const auto thinker = io::find_program("gougi-engine", beside, beside);
  return app::book_command("gougi book", command.arguments,
                           thinker.value_or(std::filesystem::path("gougi-engine")));
}

int run(const settings::RunNnue& command) { return app::nnue_command(command.arguments); }

int run(const settings::RunSelfplay& command) {
  return app::selfplay_command(command.arguments, &io::prefer_large_pages);
}

int run(const settings::RunLearn& command) {
  return app::learn_command("gougi learn", command.arguments);
}

int run(const settings::RunTune& command) { return app::tune_command(command.arguments); }

int run(const settings::RunRecord& command) { return app::record_command(command.arguments); }

int run(const settings::RunImport& command) { return app::import_command(command); }

int run(const settings::RunReplay& command) { return app::replay_command(command); }

int run(const settings::RunCalibrate& command) {
  return command.arbiter ? app::calibrate_arbiter(command) : app::calibrate_command(command);
}

int run(const settings::RunStudy& command) { return app::study_command(command); }

int run(const settings::RunHeadroom& command) { return app::headroom_command(command.arguments); }

int run(const settings::RefuseRelay& command) { relay::refuse_to_run(command.reason); }

int run(const settings::PrintAndExit& command) {
  (command.exit_code == 0 ? std::cout : std::cerr) << command.text;
  return command.exit_code;
}

}  // namespace
}  // namespace gougi

int main(int argc, char** argv) {
  return gougi::io::run_program("gougi", [&] {
    const auto command = gougi::settings::parse_command_line(argc, argv);
    return std::visit([](const auto& known) { return gougi::run(known); }, command);
  });
}
