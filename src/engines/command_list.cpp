// SPDX-License-Identifier: MIT
#include "engines/command_list.hpp"

#include <algorithm>
#include <string_view>

#include "base/closest.hpp"
#include "base/file.hpp"
#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::engines {

base::Result<CommandList> command_list(const std::vector<std::string>& arguments,
                                       const std::vector<std::string_view>& known,
                                       const JudgeCommand& judge) {
  CommandList list;
  std::string text;
  for (const std::string& argument : arguments) text += argument + " ";
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view command = base::trim(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    std::string_view words = command;
    if (command.empty()) continue;
    const std::string_view word = base::next_word(words);
    if (word != "file") {
      if (!known.empty() && std::ranges::find(known, word) == known.end()) {
        std::vector<std::string_view> meant = known;
        meant.insert(meant.end(), {"file", "help"});
        return base::fail(
            base::say({"there is no command {0}{1}", "{0} というコマンドはありません{1}"},
                      base::printable(word, 60), base::did_you_mean(word, meant)));
      }
      if (judge) {
        if (auto makes_sense = judge(command); !makes_sense) {
          return tl::unexpected(makes_sense.error());
        }
      }
      list.lines.emplace_back(command);
      continue;
    }
    const std::string name(base::trim(words));
    if (name.empty())
      return base::fail(base::say({"file names no file", "file にファイル名がありません"}));
    auto file = base::open_to_read(base::path_from_utf8(name));
    if (!file) return base::fail("file " + file.error().message);
    const std::size_t before = list.lines.size();
    std::string line;
    for (auto read = base::read_line(*file, line); read != base::LineRead::kEnd;
         read = base::read_line(*file, line)) {
      if (read == base::LineRead::kTooLong)
        return base::fail("file " + name + ": " + base::line_too_long());
      if (!base::trim(line).empty()) list.lines.emplace_back(base::trim(line));
    }
    if (list.lines.size() == before) {
      return base::fail(
          base::say({"file {0}: holds no command", "file {0}: コマンドがありません"}, name));
    }
    list.reads_on = true;
  }
  list.reads_on = list.reads_on || list.lines.empty();
  return list;
}

}  // namespace gougi::engines
