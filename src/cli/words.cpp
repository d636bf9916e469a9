// SPDX-License-Identifier: MIT
#include "cli/words.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "base/language.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "io/process_info.hpp"

namespace gougi::cli {
namespace {

constexpr std::string_view kLang = "--lang";

base::Result<void> speak_as_told(std::string_view language) {
  if (language != "ja" && language != "en" && language != "auto") {
    return base::fail(base::say(
        {"--lang: {0} is none of ja, en, auto", "--lang: {0} は ja、en、auto のどれでもありません"},
        base::printable(language, 60)));
  }
  const bool is_japanese = language == "ja" || (language == "auto" && io::user_reads_japanese());
  base::speak(is_japanese ? base::Language::kJapanese : base::Language::kEnglish);
  return {};
}

}  // namespace

base::Result<Words> spoken_words(int argc, const char* const* argv) {
  Words words(argv + std::min(argc, 1), argv + argc);
  std::string language = "auto";
  bool lacks_value = false;
  for (auto word = words.begin(); word != words.end();) {
    const bool is_alone = *word == kLang;
    if (!is_alone && !word->starts_with(std::string(kLang) + "=")) {
      ++word;
      continue;
    }
    if (!is_alone) language = word->substr(kLang.size() + 1);
    word = words.erase(word);
    if (!is_alone) continue;
    lacks_value = word == words.end();
    if (lacks_value) break;
    language = *word;
    word = words.erase(word);
  }
  if (auto spoken = speak_as_told(language); !spoken) return tl::unexpected(spoken.error());
  if (lacks_value)
    return base::fail(base::say({"{0} lacks its value", "{0} の値がありません"}, kLang));
  return words;
}

int with_words(const std::string& name, int argc, const char* const* argv,
               const std::function<int(const Words&)>& body) {
  const auto words = spoken_words(argc, argv);
  if (words) return body(*words);
  std::cerr << name << ": " << words.error().message << "\n";
  return 2;
}

}  // namespace gougi::cli
