// SPDX-License-Identifier: MIT
#include "tools/match_legacy.hpp"

#include <iterator>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "usi/command.hpp"

namespace gougi::tools {
namespace {

constexpr std::int64_t kMostLegacyGames = 10'000'000;

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
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  const std::string text{std::istreambuf_iterator<char>(*stream), {}};
  auto engine = read_legacy_engine(text, folder);
  if (!engine) return base::fail(base::to_utf8(file) + " " + engine.error().message);
  return engine;
}

// "go" is btime GAMES wtime PLIES; an argument at a wrong place is an error.
base::Result<void> read_go(const std::vector<std::string>& words, std::size_t& i,
                           MatchOrder& order) {
  while (i + 2 < words.size() && words[i + 1] != "setoption") {
    const std::string& name = words[i + 1];
    const auto number = base::to_int(words[i + 2]);
    if (!number || *number < 0 || *number > kMostLegacyGames) {
      return base::fail("go " + base::printable(name) + " wants a number");
    }
    if (name == "btime" && *number > 0) {
      order.games = static_cast<std::uint64_t>(*number);
    } else if (name == "wtime" && *number <= 500) {
      order.plies = static_cast<int>(*number);
    } else if (name != "byoyomi") {
      return base::fail("go knows btime GAMES, wtime PLIES and byoyomi, not " +
                        base::printable(name) + " " + std::to_string(*number));
    }
    i += 2;
  }
  return {};
}

}  // namespace

base::Result<OrderedEngine> read_legacy_engine(std::string_view text,
                                               const std::filesystem::path& folder) {
  const auto lines = lines_of(text);
  if (lines.size() < 2 || lines[0].empty()) {
    return base::fail("line 1: the program's name and a go command are expected");
  }
  OrderedEngine engine;
  const auto program = folder / base::path_from_utf8(lines[0]);
  engine.command = "\"" + base::to_utf8(std::filesystem::absolute(program)) + "\"";
  engine.name = base::to_utf8(program.stem());
  const auto control = match::parse_time_control(lines[1]);
  if (!control) return base::fail("line 2: " + control.error().message);
  if (!control->fixed) return base::fail("line 2: a go command is expected");
  engine.control = *control;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const auto command = usi::parse_command(lines[i]);
    const auto* option = command ? std::get_if<usi::SetOptionCommand>(&*command) : nullptr;
    if (option == nullptr) {
      return base::fail("line " + std::to_string(i + 1) + ": setoption is expected, not " +
                        base::printable(lines[i]));
    }
    engine.options.emplace_back(option->name, option->value.value_or(""));
  }
  return engine;
}

base::Result<MatchOrder> read_legacy_order(const std::vector<std::string>& words) {
  MatchOrder order;
  order.legacy = LegacyOutput::kSigns;
  order.plies = 32;
  order.is_quiet = true;
  std::filesystem::path folder = std::filesystem::current_path();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--folder" && i + 1 < words.size()) {
      folder = base::path_from_utf8(words[++i]);
    } else if (words[i] == "--one-line" && i + 1 < words.size()) {
      if (words[++i] == "on") order.legacy = LegacyOutput::kPositions;
    } else if (words[i] == "setoption" && i + 4 < words.size()) {
      const auto number = base::to_int(words[i + 4]);
      if (words[i + 2] == "Threads" && number && *number >= 1 && *number <= 1000) {
        order.concurrency = static_cast<int>(*number);
      }
      i += 4;  // other options were the server's own
    } else if (words[i] == "go") {
      if (auto read = read_go(words, i, order); !read) return tl::unexpected(read.error());
    } else {
      return base::fail("--legacy does not know " + base::printable(words[i]));
    }
  }
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

}  // namespace gougi::tools
