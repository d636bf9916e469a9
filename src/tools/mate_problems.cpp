// SPDX-License-Identifier: MIT
#include "tools/mate_problems.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "base/language.hpp"
#include "base/line_read.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"
#include "notation/sfen.hpp"
#include "usi/game_line.hpp"

namespace gougi::tools {
namespace {

/// Without the words that stand before a position in lines of USI.
std::string_view sfen_of(std::string_view line) {
  line = base::trim(line);
  for (const std::string_view word : {"position ", "sfen "}) {
    if (line.starts_with(word)) line = base::trim(line.substr(word.size()));
  }
  return line;
}

// A file of prose has no end of lines that are none.
constexpr int kMostProblemsNamed = 20;

bool says_moves(std::string_view text) {
  for (auto word = base::next_word(text); !word.empty(); word = base::next_word(text)) {
    if (word == "moves") return true;
  }
  return false;
}

/// A line without those words: "SFEN", "startpos moves 7g7f", "SFEN moves 7g7f".
base::Result<shogi::FreezePosition> read_problem(const std::string& text) {
  if (!text.starts_with("startpos") && !says_moves(text)) {
    return notation::parse_freeze_sfen(text);
  }
  const auto game = usi::read_game_line(text);
  if (!game) return tl::unexpected(game.error());
  return game->freeze_position();
}

bool is_record(const std::string& file) {
  const auto name = base::to_utf8(base::path_from_utf8(file).extension());
  constexpr std::array<std::string_view, 7> kRecords{".kif", ".kifu", ".ki2", ".ki2u",
                                                     ".csa", ".jkf",  ".json"};
  return std::ranges::any_of(kRecords, [&](auto known) { return base::iequals(name, known); });
}

}  // namespace

std::uint64_t MateProblems::count_all(const std::vector<std::string>& files, bool with_freezes) {
  MateProblems problems(files, with_freezes);
  problems.is_quiet_ = true;
  while (problems.next()) {
  }
  return problems.count();
}

std::optional<MateProblem> MateProblems::next() {
  for (;;) {
    if (!is_open_ && !open_next()) return std::nullopt;
    std::string line;
    const auto read = base::read_line(in_, line);
    if (read == base::LineRead::kEnd) {
      is_open_ = false;
      if (in_.bad()) {
        tell_unreadable(files_[file_ - 1]);
      } else if (count_ + refused_ == before_file_) {
        tell_empty(files_[file_ - 1]);
      }
      continue;
    }
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    ++line_number_;
    if (read == base::LineRead::kTooLong) {
      complain(base::line_too_long());
      continue;
    }
    if (line_number_ == 1 && line.starts_with(kByteOrderMark)) {
      line.erase(0, kByteOrderMark.size());
    }
    const std::size_t mark = line.find('#');
    const std::string sfen(sfen_of(std::string_view(line).substr(0, mark)));
    if (sfen.empty()) continue;
    const auto position = read_problem(sfen);
    if (!position) {
      complain(position.error().message);
      continue;
    }
    if (!with_freezes_ && !position->plain()) {
      complain(base::say(
          {"help-mates with freezes are not looked for", "フリーズのある協力詰めは解けません"}));
      continue;
    }
    std::string note;
    if (mark != std::string::npos) note = base::trim(std::string_view(line).substr(mark + 1));
    const bool is_whole = !says_moves(sfen) && sfen.find('/') < sfen.size();
    return MateProblem{++count_, is_whole ? sfen : notation::to_sfen(*position), note, *position};
  }
}

// Says what is wrong with the line read last.
void MateProblems::complain(const std::string& what) {
  ++refused_;
  const int of_file = refused_ - refused_before_;
  if (is_quiet_ || of_file > kMostProblemsNamed + 1) return;
  if (of_file > kMostProblemsNamed) {
    std::cerr << "gougi mate: " + base::printable(files_[file_ - 1]) + ": " +
                     base::say({"further lines that are no problem are counted, not shown",
                                "問題でない行がほかにもありますが、数えるだけで表示しません"}) +
                     '\n';
    return;
  }
  std::cerr << "gougi mate: " + base::printable(files_[file_ - 1]) + ":" +
                   std::to_string(line_number_) + ": " + what + '\n';
}

void MateProblems::tell_unreadable(const std::string& file) {
  all_read_ = false;
  if (is_quiet_) return;
  const auto opened = base::open_to_read(base::path_from_utf8(file));
  const std::string why =
      opened ? base::say({"cannot read {0}", "{0} を読めません"}, base::printable(file))
             : base::printable(opened.error().message);
  std::cerr << "gougi mate: " + why + '\n';
}

void MateProblems::tell_empty(const std::string& file) {
  all_read_ = false;
  if (is_quiet_) return;
  std::cerr << "gougi mate: " +
                   base::say({"{0}: holds no problem", "{0}: 問題がありません"},
                             base::printable(file)) +
                   '\n';
}

void MateProblems::tell_record(const std::string& file) {
  all_read_ = false;
  if (is_quiet_) return;
  std::cerr << "gougi mate: " +
                   base::say(
                       {"{0}: is a record, and problems are positions, one a line; gougi "
                        "record {0} --to usi writes lines of which the last position is the "
                        "problem",
                        "{0}: 棋譜です。問題は1行に1局面で書きます。gougi record {0} --to usi "
                        "で書き出した行なら、最後の局面を問題として読みます"},
                       base::printable(file)) +
                   '\n';
}

bool MateProblems::open_next() {
  for (; file_ < files_.size(); ++file_) {
    if (is_record(files_[file_])) {
      tell_record(files_[file_]);
      continue;
    }
    auto opened = base::open_to_read(base::path_from_utf8(files_[file_]));
    is_open_ = opened.has_value();
    if (opened) in_ = std::move(*opened);
    line_number_ = 0;
    before_file_ = count_ + refused_;
    refused_before_ = refused_;
    if (is_open_) {
      ++file_;
      return true;
    }
    tell_unreadable(files_[file_]);
  }
  return false;
}

}  // namespace gougi::tools
