// SPDX-License-Identifier: MIT
// Both READMEs and all of docs/: links lead somewhere, and what a reader may copy into a terminal
// runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "book/temporary_folder.hpp"
#include "integration/commands.hpp"
#include "integration/dialogue.hpp"
#include "integration/match_runs.hpp"
#include "integration/processes.hpp"
#include "settings/relay_rows.hpp"

namespace gougi {
namespace {

const fs::path kRoot = base::path_from_utf8(GOUGI_SOURCE_DIR);

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> documents() {
  std::vector<fs::path> files{kRoot / "README.md", kRoot / "README.ja.md", kRoot / "src/README.md"};
  for (const auto& entry : fs::directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// As GitHub makes it of a heading, for ASCII and for Japanese without full-width punctuation.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& file) {
  std::set<std::string> anchors;
  std::istringstream stream(content_of(file));
  for (std::string line; std::getline(stream, line);) {
    const std::size_t text = line.find_first_not_of('#');
    if (text > 0 && text != std::string::npos && line[text] == ' ') {
      anchors.insert(anchor_of(line.substr(text + 1)));
    }
  }
  return anchors;
}

TEST(Documents, EveryLinkLeadsToAFileAndToAHeadingThatIsThere) {
  static const std::regex kLink(R"re(\]\(([^)\s]+)\))re");
  for (const fs::path& file : documents()) {
    // What stands in a block of code is no link.
    static const std::regex kBlock(R"re(```[^`]*```)re");
    const std::string text = std::regex_replace(content_of(file), kBlock, "");
    for (auto link = std::sregex_iterator(text.begin(), text.end(), kLink);
         link != std::sregex_iterator(); ++link) {
      const std::string target = (*link)[1];
      if (target.starts_with("http")) continue;
      const std::size_t hash = target.find('#');
      const std::string name = target.substr(0, hash);
      const fs::path led = name.empty() ? file : file.parent_path() / base::path_from_utf8(name);
      EXPECT_TRUE(fs::exists(led)) << file << ": " << target;
      if (hash == std::string::npos) continue;
      EXPECT_TRUE(anchors_of(led).contains(target.substr(hash + 1))) << file << ": " << target;
    }
  }
}

/// All tests there are, as "Suite.Name".
std::set<std::string> names_of_tests() {
  static const std::regex kTest(R"re(^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))re",
                                std::regex::multiline);
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = content_of(entry.path());
    for (std::sregex_iterator test(text.begin(), text.end(), kTest); test != std::sregex_iterator();
         ++test) {
      names.insert((*test)[1].str() + "." + (*test)[2].str());
    }
  }
  return names;
}

TEST(Documents, EveryPromiseNamesTestsThatThereAre) {
  static const std::regex kName(R"re(`([A-Z]\w+\.\w+)`)re");
  const std::set<std::string> names = names_of_tests();
  std::set<std::string> promised;
  for (const char* const page : {"docs/promises.md", "docs/promises.ja.md"}) {
    const std::string text = content_of(kRoot / page);
    std::set<std::string> named;
    for (std::sregex_iterator name(text.begin(), text.end(), kName); name != std::sregex_iterator();
         ++name) {
      named.insert((*name)[1].str());
    }
    EXPECT_FALSE(named.empty()) << page;
    for (const std::string& name : named) EXPECT_TRUE(names.contains(name)) << page << ": " << name;
    if (promised.empty()) promised = named;
    EXPECT_EQ(named, promised) << page << " names other tests than the page in English";
  }
}

/// What stands between the bars of a line of a table; empty: it is none.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("| ") || !line.ends_with('|')) return cells;
  for (std::size_t begin = 1; begin < line.size();) {
    const std::size_t end = line.find('|', begin);
    cells.emplace_back(base::trim(std::string_view(line).substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

/// Digits of names and of links are none, nor are those of what is still to be measured.
bool has_figure(const std::string& cell) {
  static const std::regex kNoFigure(R"re(`[^`]*`|\]\([^)]*\)|TODO-FIGURE.*)re");
  const std::string rest = std::regex_replace(cell, kNoFigure, "");
  return std::ranges::any_of(rest, [](unsigned char c) { return std::isdigit(c) != 0; });
}

TEST(Documents, EveryPromiseHasAFigure) {
  std::size_t promised = 0;
  for (const std::string page : {"docs/promises.md", "docs/promises.ja.md"}) {
    std::istringstream stream(content_of(kRoot / page));
    std::size_t number = 0;
    std::size_t rows = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      const std::vector<std::string> cells = cells_of(line);
      if (cells.empty() || cells[0] == "---") continue;
      const std::string where = page + ":" + std::to_string(number) + ": " + cells[0];
      EXPECT_EQ(cells.size(), 3U) << where << ": a promise, its tests and a figure";
      if (cells.size() != 3) continue;
      if (cells[0] == "promise" || cells[0] == "約束") {
        EXPECT_TRUE(cells[2] == "figure" || cells[2] == "数値") << where;
        continue;
      }
      ++rows;
      EXPECT_TRUE(has_figure(cells[2])) << where << " has no figure";
    }
    EXPECT_GT(rows, 20U) << page;
    if (promised == 0) promised = rows;
    EXPECT_EQ(rows, promised) << page << " has other promises than the page in English";
  }
}

TEST(Documents, EveryPageIsThereInBothLanguagesAndTheReadmesAreShort) {
  for (const auto& entry : fs::directory_iterator(kRoot / "docs")) {
    const std::string name = base::to_utf8(entry.path().filename());
    if (!name.ends_with(".md") || name.ends_with(".ja.md")) continue;
    EXPECT_TRUE(fs::exists(kRoot / "docs" / (name.substr(0, name.size() - 3) + ".ja.md"))) << name;
  }
  for (const char* readme : {"README.md", "README.ja.md"}) {
    const std::string text = content_of(kRoot / readme);
    EXPECT_LE(std::ranges::count(text, '\n'), 180) << readme;
  }
}

/// Every --word of a text.
std::set<std::string> long_options_of(const std::string& text) {
  static const std::regex kOption(R"re(--[a-z][a-z-]*)re");
  return {std::sregex_token_iterator(text.begin(), text.end(), kOption), {}};
}

/// Those of all pages for users in one language.
std::set<std::string> documented_options(bool is_japanese) {
  std::string text = content_of(kRoot / (is_japanese ? "README.ja.md" : "README.md"));
  for (const auto& entry : fs::directory_iterator(kRoot / "docs")) {
    const std::string name = base::to_utf8(entry.path().filename());
    if (name.ends_with(".md") && name.ends_with(".ja.md") == is_japanese) {
      text += "\n" + content_of(entry.path());
    }
  }
  return long_options_of(text);
}

/// The tasks that a command's help lists.
std::vector<std::string> tasks_in(const std::string& help) {
  std::istringstream stream(help);
  std::vector<std::string> tasks;
  bool is_list = false;
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(' ')) is_list = line == "Subcommands:";
    if (!is_list || !line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    tasks.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return tasks;
}

TEST(Documents, EveryOptionOfEveryCommandStandsInAPageOfBothLanguages) {
  std::set<testing::Words> known(testing::commands().begin(), testing::commands().end());
  std::vector<testing::Words> open(known.begin(), known.end());
  std::map<std::string, std::string> first;  // who has it
  while (!open.empty()) {
    const testing::Words command = open.back();
    open.pop_back();
    testing::Words words(command.begin() + 1, command.end());
    words.insert(words.end(), {"--lang", "en", "--help"});
    testing::Dialogue dialogue(testing::program_path(command.front()), std::move(words));
    ASSERT_TRUE(dialogue.wait_exit(base::Milliseconds(60'000))) << command.front();
    std::string help;
    for (const auto& heard : dialogue.heard) help += heard.line + "\n";
    std::string name;
    for (const std::string& word : command) name += name.empty() ? word : " " + word;
    ASSERT_TRUE(long_options_of(help).contains("--help")) << name << "\n" << help;
    for (const std::string& option : long_options_of(help)) first.emplace(option, name);
    for (const std::string& task : tasks_in(help)) {
      testing::Words deeper = command;
      deeper.push_back(task);
      if (known.insert(deeper).second) open.push_back(std::move(deeper));
    }
  }
  EXPECT_GT(first.size(), 100U);
  for (const bool is_japanese : {false, true}) {
    const std::set<std::string> documented = documented_options(is_japanese);
    for (const auto& [option, command] : first) {
      EXPECT_TRUE(documented.contains(option))
          << command << " " << option << " stands in no page in "
          << (is_japanese ? "Japanese" : "English");
    }
  }
}

/// Every word of a page that stands in code, in blocks and between backticks.
std::set<std::string> words_in_code(const fs::path& page) {
  static const std::regex kCode("`[^`]*`");
  static const std::regex kWord("[a-z_]+");
  std::set<std::string> words;
  const auto add = [&words](const std::string& code) {
    words.insert(std::sregex_token_iterator(code.begin(), code.end(), kWord), {});
  };
  std::istringstream stream(content_of(page));
  bool in_block = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      in_block = !in_block;
    } else if (in_block) {
      add(line);
    } else {
      for (std::sregex_iterator code(line.begin(), line.end(), kCode);
           code != std::sregex_iterator(); ++code) {
        add(code->str());
      }
    }
  }
  return words;
}

TEST(Documents, EveryKeyOfTheConfigurationStandsInItsPageOfBothLanguages) {
  std::set<std::string> keys;
  const auto add = [&keys](const auto& rows) {
    for (const auto& row : rows) {
      if (!row.key.empty()) keys.emplace(settings::word_of(row.key));
    }
  };
  add(settings::relay_rows());
  add(settings::engine_rows());
  EXPECT_GT(keys.size(), 60U);
  for (const char* const page : {"docs/configuration.md", "docs/configuration.ja.md"}) {
    const std::set<std::string> words = words_in_code(kRoot / page);
    for (const std::string& key : keys) EXPECT_TRUE(words.contains(key)) << page << ": " << key;
  }
}

/// What stands for itself in code: `build/bin/…`, also behind `echo … |`, with its continuation.
std::set<std::string> commands_of(const std::string& text) {
  static const std::regex kInCell(R"re(`((?:echo [^`]*\| )?build/bin/gougi[^`]*)`)re");
  std::set<std::string> commands;
  for (auto code = std::sregex_iterator(text.begin(), text.end(), kInCell);
       code != std::sregex_iterator(); ++code) {
    const std::string command =
        std::regex_replace((*code)[1].str(), std::regex(R"re(\\\|)re"), "|");
    if (command.find(' ') != std::string::npos) commands.insert(command);
  }
  std::istringstream stream(text);
  bool in_code = false;
  std::string command;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code) continue;
    if (command.empty() && !line.starts_with("build/bin/")) continue;
    command += line;
    if (command.ends_with('\\')) {
      command.pop_back();
      continue;
    }
    commands.insert(std::exchange(command, {}));
  }
  return commands;
}

using DocumentsTest = MatchTest;

// Some play matches or wait for a GUI: what still runs after two seconds was understood.
TEST_F(DocumentsTest, EveryCommandThatAReaderMayCopyRuns) {
  std::size_t count = 0;
  for (const fs::path& file : documents()) {
    const book::testing::TemporaryFolder folder;
    fs::create_directory(folder / "build");
    fs::create_directory_symlink(base::path_from_utf8(GOUGI_BIN_DIR), folder / "build/bin");
    for (const char* name : {"config", "docs", "tests"}) {
      fs::create_directory_symlink(kRoot / name, folder / name);
    }
    for (const std::string& command : commands_of(content_of(file))) {
      ++count;
      auto& run = *runs_.emplace_back(std::make_unique<Run>());
      io::ChildProcess::Callbacks callbacks;
      callbacks.on_line = [&run](std::string_view line) { run.output.append(line).append("\n"); };
      callbacks.on_stderr_line = [&run](std::string_view line) {
        run.errors.append(line).append("\n");
      };
      callbacks.on_exit = [this, &run](const io::ExitStatus& status) {
        run.ended = status;
        wake();
      };
      auto launched = io::ChildProcess::launch(
          loop_,
          {"/usr/bin/timeout", {"--kill-after=20", "2", "bash", "-c", command}, folder / ".", {}},
          std::move(callbacks));
      ASSERT_TRUE(launched) << (launched ? "" : launched.error().message);
      run.process = *launched;
      ASSERT_TRUE(run_until([&run] { return run.ended.has_value(); }));
      constexpr int kStillRan = 124;
      EXPECT_THAT(run.ended->code, ::testing::AnyOf(0, kStillRan))
          << file << ": " << command << "\n"
          << run.output << run.errors;
    }
  }
  EXPECT_GT(count, 10U);
}

}  // namespace
}  // namespace gougi
