// SPDX-License-Identifier: MIT
#include "tools/mate_problems.hpp"

#include <iostream>
#include <string_view>

#include "base/language.hpp"
#include "base/path.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "notation/freeze.hpp"

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
    if (!std::getline(in_, line)) {
      is_open_ = false;
      if (in_.bad()) {
        tell_unreadable(files_[file_ - 1]);
      } else if (count_ + refused_ == before_file_) {
        tell_empty(files_[file_ - 1]);
      }
      continue;
    }
    ++line_number_;
    const std::size_t mark = line.find('#');
    const std::string sfen(sfen_of(std::string_view(line).substr(0, mark)));
    if (sfen.empty()) continue;
    const auto position = notation::parse_freeze_sfen(sfen);
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
    return MateProblem{++count_, sfen, note, *position};
  }
}

// Says what is wrong with the line read last.
void MateProblems::complain(const std::string& what) {
  ++refused_;
  if (is_quiet_) return;
  std::cerr << "gougi mate: " + base::printable(files_[file_ - 1]) + ":" +
                   std::to_string(line_number_) + ": " + what + '\n';
}

void MateProblems::tell_unreadable(const std::string& file) {
  all_read_ = false;
  if (is_quiet_) return;
  std::cerr << "gougi mate: " +
                   base::say({"cannot read {0}", "{0} を読めません"}, base::printable(file)) + '\n';
}

void MateProblems::tell_empty(const std::string& file) {
  all_read_ = false;
  if (is_quiet_) return;
  std::cerr << "gougi mate: " +
                   base::say({"{0}: holds no problem", "{0}: 問題がありません"},
                             base::printable(file)) +
                   '\n';
}

bool MateProblems::open_next() {
  for (; file_ < files_.size(); ++file_) {
    in_ = std::ifstream(base::path_from_utf8(files_[file_]));
    // A folder can be opened, but not read.
    is_open_ = in_ && (in_.peek() != std::ifstream::traits_type::eof() || !in_.bad());
    line_number_ = 0;
    before_file_ = count_ + refused_;
    if (is_open_) {
      ++file_;
      return true;
    }
    tell_unreadable(files_[file_]);
  }
  return false;
}

}  // namespace gougi::tools
