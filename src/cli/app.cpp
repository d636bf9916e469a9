// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string_view>

#include "base/say.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/complaint.hpp"
#include "cli/help_format.hpp"

namespace gougi::cli {
namespace {

using base::said;
using base::say;

CLI::Option& add_kept(CLI::App& app, const std::string& name, const std::string& type,
                      base::Text text) {
  return *app.add_option(
                 name, [](const CLI::results_t&) { return true; }, said(text))
              ->type_name(type)
              ->allow_extra_args(false)
              ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

void declare_version(CLI::App& app, const std::string& version) {
  app.set_version_flag("--version", version, said({"which version this is", "バージョンを表示"}));
}

void declare_language(CLI::App& app) {
  // CLI11 makes the help before it knows the group of what comes later.
  if (CLI::Option* const help = app.get_help_ptr(); help != nullptr) {
    help->group(said({"Options", "オプション"}));
  }
  add_kept(
      app, "--lang", "ja|en|auto",
      {"of help and messages (auto: the user's)", "説明とメッセージの言語(auto: 利用者の言語)"});
}

App::App(base::Text about, const std::string& name) : CLI::App(said(about), name) {
  formatter(std::make_shared<HelpFormat>());
  // On Windows "/games/a.kif" is a file there, too.
  allow_windows_style_options(false);
  begin_group({"Options", "オプション"});
  set_help_flag("-h,--help", said({"this text", "この説明を表示"}));
  declare_version(*this, name.substr(0, name.find(' ')) + " " + std::string(base::kVersion));
  declare_language(*this);
}

CLI::Option& App::add_word(const std::string& name, const std::string& type, base::Text text) {
  return add_kept(*this, name, type, text);
}

CLI::Option& App::add_sign(const std::string& name, base::Text text) {
  const std::string description = said(text);
  return *add_flag(name, description)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void App::add_task(const std::string& name, base::Text text) {
  tasks_.insert(name);
  add_subcommand(name, said(text))->group(said({"Subcommands", "コマンド"}));
}

void App::begin_group(base::Text title) { option_defaults()->group(said(title)); }

std::optional<Answer> read_words(CLI::App& app, const Words& words) {
  Words backwards(words.rbegin(), words.rend());
  if (words.size() == 1 && words.front() == "help") backwards = {"--help"};
  try {
    app.parse(std::move(backwards));
    // A task that stood first is nobody's to read here.
    const auto tasks = app.get_subcommands();
    const auto* const ours = dynamic_cast<const App*>(&app);
    if (tasks.empty() || ours == nullptr || !ours->is_task(tasks.front()->get_name())) {
      return std::nullopt;
    }
    return Answer{
        with_way_to_help(base::say({"{0} belongs at the beginning", "{0} は先頭に書きます"},
                                   tasks.front()->get_name()),
                         app.get_name()),
        2};
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream ignored;
    if (app.exit(error, out, ignored) == 0) return Answer{out.str(), 0};
    return Answer{complaint(app.get_name(), app, error), 2};
  }
}

std::optional<Answer> read_leading_words(CLI::App& app, Words& words) {
  app.prefix_command();
  if (auto answer = read_words(app, words)) return answer;
  words = app.remaining();
  if (words.empty() || !words.front().starts_with('-')) return std::nullopt;
  return Answer{complaint(app.get_name(), app, CLI::ExtrasError(app.get_name(), words)), 2};
}

int tell(const std::string& command, const Answer& answer) {
  if (answer.exit_code == 0) {
    std::cout << answer.text;
  } else {
    std::cerr << command << ": " << answer.text << "\n";
  }
  return answer.exit_code;
}

tl::unexpected<base::Error> no_work(const Answer& answer) {
  return base::fail(answer.exit_code != 0
                        ? answer.text
                        : say({"asks for help or the version, and does nothing",
                               "説明かバージョンを表示するだけで、何もしません"}));
}

std::optional<int> parse_words(CLI::App& app, const Words& words) {
  const auto answer = read_words(app, words);
  if (!answer) return std::nullopt;
  return tell(app.get_name(), *answer);
}

std::vector<std::pair<std::string, std::string>> words_in_order(const CLI::App& app) {
  std::vector<std::pair<std::string, std::string>> all;
  std::map<const CLI::Option*, std::size_t> taken;
  for (const CLI::Option* const option : app.parse_order()) {
    const std::string name =
        option->get_positional() ? option->get_name(true) : "--" + option->get_lnames().front();
    all.emplace_back(name, option->results().at(taken[option]++));
  }
  return all;
}

}  // namespace gougi::cli
