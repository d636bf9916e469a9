// SPDX-License-Identifier: MIT
#include "tools/book_input.hpp"

#include <iostream>
#include <utility>

#include "base/file.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "tools/record_reader.hpp"
#include "usi/game_line.hpp"

namespace gougi::tools {
namespace {

namespace fs = std::filesystem;

// Of lines that were skipped so many are told one by one.
constexpr std::size_t kMostComplaints = 20;

}  // namespace

void BookInput::complain(const std::string& file, std::size_t line, std::string_view what) {
  if (++skipped_ > kMostComplaints) return;
  std::cerr << file << ":" << line << ": " << what << "\n";
  if (skipped_ == kMostComplaints) {
    std::cerr << name_ << ": "
              << base::say({"further lines are only counted", "これ以降の行は数だけ示します"})
              << "\n";
  }
}

book::Complain BookInput::complaints_of(const fs::path& file) {
  return [this, name = base::to_utf8(file)](std::size_t line, std::string_view what) {
    complain(name, line, what);
  };
}

// The games of a record, without their variations.
base::Result<void> BookInput::for_each_recorded_game(
    const fs::path& file, const std::string& format,
    const std::function<void(const shogi::Game&)>& use) {
  std::optional<base::Error> wrong;
  const auto games = read_game_file(file, format, [&wrong](const base::Error& error) {
    if (!wrong) wrong = error;
  });
  if (!games || wrong) return tl::unexpected(wrong ? *wrong : games.error());
  std::size_t number = 0;
  for (const notation::Record& record : *games) {
    ++number;
    const shogi::Game game = record.main_line();
    if (game.is_freeze_game()) {
      complain(base::to_utf8(file), number,
               base::say({"is Freeze shogi, of which there are no books",
                          "Freeze将棋に定跡はありません"}));
    } else {
      use(game);
    }
  }
  return {};
}

base::Result<void> BookInput::for_each_game(const fs::path& file,
                                            const std::function<void(const shogi::Game&)>& use) {
  const auto format = game_format_of(base::to_utf8(file));
  if (format && *format != "usi") return for_each_recorded_game(file, *format, use);
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  std::string line;
  std::size_t number = 0;
  for (auto read = base::read_line(*stream, line); read != base::LineRead::kEnd;
       read = base::read_line(*stream, line)) {
    ++number;
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (number == 1 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
    const auto text = base::trim(line);
    if (read == base::LineRead::kTooLong) {
      complain(base::to_utf8(file), number, base::line_too_long());
      continue;
    }
    if (text.empty() || text.starts_with('#') || text.starts_with("//")) continue;
    const auto game = usi::read_game_line(line);
    if (!game) {
      complain(base::to_utf8(file), number, game.error().message);
    } else if (game->is_freeze_game()) {
      complain(base::to_utf8(file), number, base::said(kNoFreezesInBooks));
    } else {
      use(*game);
    }
  }
  return base::check_read(*stream, file);
}

base::Result<void> BookInput::for_each_entry(
    const fs::path& file, const std::function<base::Result<void>(book::Entry)>& use) {
  auto stream = base::open_to_read(file);
  if (!stream) return tl::unexpected(stream.error());
  book::Reader reader(*stream, complaints_of(file));
  while (auto entry = reader.next()) {
    if (auto used = use(std::move(*entry)); !used) return used;
  }
  return base::check_read(*stream, file);
}

}  // namespace gougi::tools
