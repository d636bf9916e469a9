// SPDX-License-Identifier: MIT
#include "driver/failure_words.hpp"

#include <array>

#include "base/say.hpp"
#include "base/text.hpp"

namespace gougi::driver {
namespace {

constexpr std::array kGivenUp{
    base::Text{"no usiok in time", "usiok が時間内に来ません"},
    base::Text{"no readyok in time", "readyok が時間内に来ません"},
    base::Text{"no answer to stop in time", "stop への応答が時間内に来ません"}};

}  // namespace

std::string failure_words(std::string_view why, base::Language language) {
  for (const base::Text& known : kGivenUp) {
    if (why == known.english) return base::said_in(language, known);
  }
  constexpr std::string_view kExit = "exit code ";
  constexpr std::string_view kKilled = "killed by ";
  if (why.starts_with(kExit)) {
    return base::say_in(language, {"exit code {0}", "終了コード {0}"}, why.substr(kExit.size()));
  }
  if (why.starts_with(kKilled)) {
    return base::say_in(language, {"killed by {0}", "{0} で終了"}, why.substr(kKilled.size()));
  }
  constexpr std::size_t kMostOfIt = 300;
  return base::printable(why, kMostOfIt);
}

}  // namespace gougi::driver
