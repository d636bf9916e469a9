// SPDX-License-Identifier: MIT
#include "tools/import_command.hpp"

#include <fstream>
#include <iostream>
#include <string>
#include <system_error>

#include "base/path.hpp"
#include "base/say.hpp"
#include "consensus/strategy.hpp"
#include "io/code_page.hpp"
#include "io/program.hpp"
#include "settings/complaint_lines.hpp"
#include "settings/old_configuration.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

int complain(const std::string& what) {
  std::cerr << "gougi import: " << what << "\n";
  return 1;
}

}  // namespace

int import_command(const settings::RunImport& command) {
  // Text on stdout is meant for the old file's folder.
  std::error_code error;
  const fs::path target = base::absolute_path(command.output.value_or(command.file));
  if (command.output && fs::exists(target, error)) {
    return complain(base::say(
        {"{0}: exists already; choose another name", "{0}: すでにあります。別の名前にしてください"},
        base::to_utf8(target)));
  }
  const auto text = settings::import_old_configuration(
      command.file, target.parent_path(), consensus::strategy_names(), io::cp932_to_utf8);
  if (!text) {
    settings::print_complaints("gougi import", text.error());
    return 1;
  }
  if (!command.output) {
    std::cout << *text << std::flush;
    return std::cout ? 0 : complain(base::said(io::kCannotWrite));
  }
  std::ofstream out(target, std::ios::binary);
  out << *text;
  out.close();
  if (!out)
    return complain(
        base::say({"{0}: cannot be written", "{0}: 書けません"}, base::to_utf8(target)));
  std::cout << base::say({"{0}: written\n", "{0}: 書きました\n"}, base::to_utf8(target));
  return 0;
}

}  // namespace gougi::tools
