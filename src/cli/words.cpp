// SPDX-License-Identifier: MIT
#include "cli/words.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/closest.hpp"
#include "base/say.hpp"
#include "base/text.hpp"
#include "base/told.hpp"
#include "cli/complaint.hpp"
#include "io/process_info.hpp"

namespace gougi::cli {
namespace {

using base::say;

constexpr std::string_view kLang = "--lang";

// Two letters are too few for base::closest() to be sure; but languages and countries have other
// names, by which they are called as often.
std::string meant_language(std::string_view word) {
  constexpr std::array<std::string_view, 3> kLanguages{"ja", "en", "auto"};
  const auto begins = [word](std::string_view with) {
    return word.size() >= with.size() && base::iequals(word.substr(0, with.size()), with);
  };
  std::string_view known = word;
  if (begins("ja") || begins("jp") || word == "日本語") known = "ja";
  if (begins("en") || word == "英語") known = "en";
  return base::did_you_mean(known, kLanguages);
}

base::Result<void> speak_as_told(std::string_view language) {
  if (language != "ja" && language != "en" && language != "auto") {
    return base::fail(base::say({"--lang: {0} is none of ja, en, auto{1}",
                                 "--lang: {0} は ja、en、auto のどれでもありません{1}"},
                                base::printable(language, 60), meant_language(language)));
  }
  const bool is_japanese = language == "ja" || (language == "auto" && io::user_reads_japanese());
  base::speak(is_japanese ? base::Language::kJapanese : base::Language::kEnglish);
  return {};
}

struct TakenWords {
  Words rest;
  std::string language = "auto";
  bool lacks_value = false;
};

TakenWords taken_words(int argc, const char* const* argv) {
  TakenWords taken{Words(argv + std::min(argc, 1), argv + argc)};
  Words& words = taken.rest;
  for (auto word = words.begin(); word != words.end();) {
    const bool is_alone = *word == kLang;
    if (!is_alone && !word->starts_with(std::string(kLang) + "=")) {
      ++word;
      continue;
    }
    if (!is_alone) taken.language = word->substr(kLang.size() + 1);
    word = words.erase(word);
    if (!is_alone) continue;
    taken.lacks_value = word == words.end();
    if (taken.lacks_value) break;
    taken.language = *word;
    word = words.erase(word);
  }
  return taken;
}

}  // namespace

base::Result<Words> spoken_words(int argc, const char* const* argv) {
  TakenWords taken = taken_words(argc, argv);
  if (auto spoken = speak_as_told(taken.language); !spoken) return tl::unexpected(spoken.error());
  if (taken.lacks_value)
    return base::fail(base::say({"{0} lacks its value", "{0} の値がありません"}, kLang));
  return std::move(taken.rest);
}

std::optional<base::Language> told_language(int argc, const char* const* argv) {
  const std::string language = taken_words(argc, argv).language;
  if (language == "ja") return base::Language::kJapanese;
  return language == "en" ? std::optional(base::Language::kEnglish) : std::nullopt;
}

Words with_help_behind(Words words) {
  if (words.size() < 2 || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

int with_words(const std::string& name, int argc, const char* const* argv,
               const std::function<int(const Words&)>& body) {
  base::tell(told_language(argc, argv));
  const auto words = spoken_words(argc, argv);
  if (words) return body(*words);
  std::cerr << name << ": " << with_way_to_help(words.error().message, name) << "\n";
  return 2;
}

}  // namespace gougi::cli
