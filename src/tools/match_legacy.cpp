// SPDX-License-Identifier: MIT
#include "tools/match_legacy.hpp"

#include <algorithm>
#include <span>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/whole_file.hpp"
#include "cli/app.hpp"
#include "usi/command.hpp"

namespace gougi::tools {
namespace {

constexpr std::uint64_t kLegacyGames = 100;
constexpr int kLegacyPlies = 32;
constexpr std::int64_t kMostLegacyGames = 10'000'000;
constexpr std::int64_t kMostLegacyPlies = 500;
constexpr std::int64_t kMostLegacyThreads = 1000;

constexpr base::Text kLegacyAbout{
    "A match by the files of an older server: engine-config1.txt and engine-config2.txt (program, "
    "go "
    "command, setoption lines) and book.sfen of a folder. Prints nothing but O, X and . for each "
    "game.",
    "旧対局サーバーのファイル、フォルダの engine-config1.txt と "
    "engine-config2.txt(プログラム名、go コマンド、setoption の行)と book.sfen による対局。"
    "1局ごとに O、X、. だけを出力します。"};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as Windows' editors write it
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(base::trim(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

base::Result<OrderedEngine> load_engine(const std::filesystem::path& folder, int number) {
  const auto file = folder / ("engine-config" + std::to_string(number) + ".txt");
  constexpr std::uintmax_t kMostLegacyBytes = 1U << 20U;
  const auto bytes = base::read_bytes(file, kMostLegacyBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  auto engine = read_legacy_engine(text, folder);
  if (!engine) return base::fail(base::to_utf8(file) + " " + engine.error().message);
  return engine;
}

bool begins_command(const std::string& word) { return word == "go" || word == "setoption"; }

using LegacyWords = std::span<const std::string>;

// "go" is btime GAMES wtime PLIES; an argument at a wrong place is an error.
base::Result<void> take_go(LegacyWords words, MatchOrder& order) {
  order.games = kLegacyGames;
  order.plies = kLegacyPlies;
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::string& name = words[i];
    if (name != "btime" && name != "wtime" && name != "byoyomi") {
      return base::fail(
          base::say({"go knows btime GAMES, wtime PLIES and byoyomi, not {0}",
                     "go に使えるのは btime 対局数、wtime 手数、byoyomi です({0} ではなく)"},
                    base::printable(name, 60)));
    }
    const std::int64_t least = name == "btime" ? 1 : 0;
    const std::int64_t most = name == "wtime" ? kMostLegacyPlies : kMostLegacyGames;
    const auto number = i + 1 < words.size() ? base::to_int(words[i + 1]) : std::nullopt;
    if (!number || *number < least || *number > most) {
      return base::fail(base::say(
          {"go {0} wants a number from {1} to {2}", "go {0} には {1} から {2} の数が必要です"},
          name, least, most));
    }
    if (name == "btime") order.games = static_cast<std::uint64_t>(*number);
    if (name == "wtime") order.plies = static_cast<int>(*number);
  }
  return {};
}

// Of the server's own options only this one shapes what is played.
base::Result<void> take_setoption(LegacyWords words, MatchOrder& order) {
  std::string line;
  for (const std::string& word : words) line += word + " ";
  const auto command = usi::parse_command(line);
  if (!command) return tl::unexpected(command.error());
  const auto& option = std::get<usi::SetOptionCommand>(*command);
  if (!base::iequals(option.name, "Threads")) return {};
  const auto number = base::to_int(option.value.value_or(""));
  if (!number || *number < 1 || *number > kMostLegacyThreads) {
    return base::fail(
        base::say({"setoption name Threads wants a value from 1 to {0}, the games at a time",
                   "setoption name Threads(同時対局数)には 1 から {0} の値が必要です"},
                  kMostLegacyThreads));
  }
  order.concurrency = static_cast<int>(*number);
  return {};
}

// Commands one behind the other; whether a `go` was among them.
base::Result<bool> take_commands(LegacyWords words, MatchOrder& order) {
  bool goes = false;
  while (!words.empty()) {
    if (!begins_command(words.front())) {
      return base::fail(base::say({"{0} is not known here; setoption name Threads value N and go "
                                   "btime GAMES wtime PLIES are",
                                   "{0} は使えません。使えるのは setoption name Threads value N と "
                                   "go btime 対局数 wtime 手数 です"},
                                  base::printable(words.front(), 60)));
    }
    const bool is_go = words.front() == "go";
    const auto next = std::find_if(words.begin() + 1, words.end(), begins_command);
    const auto command = words.first(static_cast<std::size_t>(next - words.begin()));
    if (auto taken = is_go ? take_go(command, order) : take_setoption(command, order); !taken) {
      return tl::unexpected(taken.error());
    }
    goes = goes || is_go;
    words = words.subspan(command.size());
  }
  return goes;
}

}  // namespace

base::Result<OrderedEngine> read_legacy_engine(std::string_view text,
                                               const std::filesystem::path& folder) {
  const auto lines = lines_of(text);
  if (lines.size() < 2 || lines[0].empty()) {
    return base::fail(base::say({"line 1: the program's name and a go command are expected",
                                 "1行目: プログラム名と go コマンドが必要です"}));
  }
  OrderedEngine engine;
  const auto program = base::path_in(folder, base::path_from_utf8(lines[0]));
  engine.command = "\"" + base::to_utf8(base::absolute_path(program)) + "\"";
  engine.name = base::to_utf8(program.stem());
  const auto control = match::parse_time_control(lines[1]);
  if (!control)
    return base::fail(base::say({"line 2: {0}", "2行目: {0}"}, control.error().message));
  if (!control->fixed)
    return base::fail(
        base::say({"line 2: a go command is expected", "2行目: go コマンドが必要です"}));
  engine.control = *control;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const auto command = usi::parse_command(lines[i]);
    const auto* option = command ? std::get_if<usi::SetOptionCommand>(&*command) : nullptr;
    if (option == nullptr) {
      return base::fail(base::say({"line {0}: setoption is expected, not {1}",
                                   "{0}行目: setoption が必要です({1} ではなく)"},
                                  i + 1, base::printable(lines[i])));
    }
    engine.options.emplace_back(option->name, option->value.value_or(""));
    engine.common_options = engine.options.size();  // as the older server: whoever has it
  }
  return engine;
}

base::Result<MatchOrder> read_legacy_order(const std::vector<std::string>& words) {
  MatchOrder order;
  order.legacy = LegacyOutput::kSigns;
  order.games = kLegacyGames;
  order.plies = kLegacyPlies;
  order.is_quiet = true;
  std::string folder_name;
  bool one_line = false;
  std::vector<std::string> commands;
  cli::App app(kLegacyAbout, "gougi match --legacy");
  app.add_option(
         "COMMAND", commands,
         base::said({"setoption name Threads value N (games at a time), go btime GAMES wtime "
                     "BOOKPLIES; without go they are read from standard input, where quit "
                     "ends",
                     "setoption name Threads value N(同時対局数)、go btime 対局数 wtime "
                     "定跡手数。go がなければ標準入力から読み、quit で終わる"}))
      ->type_name("");
  app.add_option("--folder", folder_name,
                 base::said({"where the files are (the present one)",
                             "ファイルのあるフォルダ(今のフォルダ)"}))
      ->type_name("DIR");
  app.add_option_function<std::string>(
         "--one-line", [&one_line](const std::string& value) { one_line = value == "on"; },
         base::said({"print win, lose or draw with the last position of each game (off)",
                     "1局ごとに win、lose、draw と終局図を出力(off)"}))
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}));
  if (const auto answer = cli::read_words(app, words)) {
    if (answer->exit_code != 0) return base::fail("--legacy: " + answer->text);
    order.answer = answer->text;
    return order;
  }
  if (one_line) order.legacy = LegacyOutput::kPositions;
  const std::filesystem::path folder =
      folder_name.empty() ? std::filesystem::current_path() : base::path_from_utf8(folder_name);
  const auto goes = take_commands(commands, order);
  if (!goes) return base::fail("--legacy: " + goes.error().message);
  order.awaits_commands = !*goes;
  for (const int number : {1, 2}) {
    auto engine = load_engine(folder, number);
    if (!engine) return tl::unexpected(engine.error());
    order.engines.push_back(std::move(*engine));
  }
  if (order.engines[0].name == order.engines[1].name) order.engines[1].name += " #2";
  const auto book = folder / "book.sfen";
  std::error_code ignored;
  if (std::filesystem::exists(book, ignored)) order.openings = book;
  return order;
}

base::Result<LegacyStep> take_legacy_line(std::string_view line, MatchOrder& order) {
  std::vector<std::string> words;
  for (const std::string_view word : base::split_words(line)) words.emplace_back(word);
  if (words.empty()) return LegacyStep::kListen;
  if (words.size() == 1 && words.front() == "quit") return LegacyStep::kQuit;
  const auto goes = take_commands(words, order);
  if (!goes) return tl::unexpected(goes.error());
  return *goes ? LegacyStep::kPlay : LegacyStep::kListen;
}

}  // namespace gougi::tools
