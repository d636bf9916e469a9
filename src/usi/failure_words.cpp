// SPDX-License-Identifier: MIT
#include "usi/failure_words.hpp"

#include <array>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::usi {
namespace {

constexpr std::array kGivenUp{
    base::Text{"no usiok in time", "usiok が時間内に来ません"},
    base::Text{"no readyok in time", "readyok が時間内に来ません"},
    base::Text{"no answer to stop in time", "stop への応答が時間内に来ません"},
    base::Text{"no answer", "応答がありません"},
    base::Text{"prints without end", "出力が止まりません"},
    base::Text{"its answers cannot be read", "応答が読み取れません"},
    base::Text{"played an illegal move", "反則手を指しました"}};

constexpr std::size_t kMostOfIt = 300;

// "9 (Killed)".
std::string signal_words(std::string_view signal, base::Language language) {
  const std::string_view number = signal.substr(0, signal.find(' '));
  std::string_view name = signal.substr(number.size());
  if (language == base::Language::kJapanese) name = base::trim(name);
  return base::say_in(language, {"killed by signal {0}{1}", "シグナル {0}{1} で終了"}, number,
                      base::printable(name, 100));
}

}  // namespace

std::string failure_words(std::string_view why, base::Language language) {
  for (const base::Text& known : kGivenUp) {
    if (why == known.english) return base::said_in(language, known);
  }
  constexpr std::string_view kExit = "exit code ";
  constexpr std::string_view kKilled = "killed by signal ";
  if (why.starts_with(kExit)) {
    return base::say_in(language, {"exit code {0}", "終了コード {0}"},
                        base::printable(why.substr(kExit.size()), 100));
  }
  if (why.starts_with(kKilled)) return signal_words(why.substr(kKilled.size()), language);
  return base::printable(why, kMostOfIt);
}

}  // namespace gougi::usi
