// SPDX-License-Identifier: MIT
#include "layers/english_texts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/path.hpp"
#include "sanitized.hpp"

namespace gougi::layers {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// What is spoken in English alone, and why.
struct EnglishPlace {
  std::string_view path;  ///< of a file or a folder below src/
  std::string_view why;
};
constexpr std::array<EnglishPlace, 3> kEnglishPlaces{
    {{"engines/self_check.cpp", "of the command test, for who works on the engine"},
     {"book/chooser.cpp", "messages of YaneuraOu's book, as programs know them"},
     {"relay/session_host.cpp", "the answer to getoption, as other engines give it"}}};

bool is_of(const std::string& text, const EnglishPlace& place) {
  return text.starts_with("src/" + std::string(place.path));
}

// All sources, by their paths below src/.
SourceTree whole_tree() {
  const fs::path src = base::path_from_utf8(GOUGI_SOURCE_DIR "/src");
  SourceTree tree;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const std::string extension = base::to_utf8(entry.path().extension());
    if (extension != ".hpp" && extension != ".cpp") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const auto path = entry.path().lexically_relative(src).generic_u8string();
    tree.emplace(std::string(path.begin(), path.end()),
                 std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  return tree;
}

TEST(EnglishTexts, WhatPeopleReadIsThereInJapaneseToo) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  const SourceTree tree = whole_tree();
  ASSERT_GE(tree.size(), 20U);
  const auto found = english_only_texts(tree);
  for (const std::string& text : found) {
    if (std::ranges::none_of(kEnglishPlaces,
                             [&](const EnglishPlace& place) { return is_of(text, place); })) {
      ADD_FAILURE() << text << " is in English alone; say base::say({\"…\", \"…\"})";
    }
  }
  for (const EnglishPlace& place : kEnglishPlaces) {
    EXPECT_TRUE(std::ranges::any_of(found, [&](const auto& text) { return is_of(text, place); }))
        << place.path << " is excepted, and has no such text";
  }
}

TEST(EnglishTexts, WhichWordWasMeantIsAskedInOneFileAloneSoThatItIsAskedInTheSameWords) {
  if (kBrief) GTEST_SKIP() << "the same text in every build";
  for (const auto& [path, text] : whole_tree()) {
    const bool asks = text.find("did you mean {") != std::string::npos ||
                      text.find("のことですか") != std::string::npos;
    EXPECT_EQ(asks, path == "base/closest.cpp") << path << ": there is base::did_you_mean()";
  }
}

TEST(EnglishTexts, AnErrorARefusalAndAComplaintWithoutJapaneseAreFound) {
  EXPECT_THAT(english_only_texts(
                  {{"a.cpp",
                    "int f() {\n  return base::fail(\"no such file\");\n}\n"
                    "int g() {\n  return fail(name +\n              \": is not \"\n              "
                    "\"there\");\n}\n"},
                   {"b.cpp",
                    "void f() {\n  refuse_match(\"needs two engines\");\n"
                    "  std::cerr << \"gougi x: \" << \"two words\";\n  throw Error{\"of no "
                    "kind\"};\n}\n"}}),
              ElementsAre("src/a.cpp:2: no such file", "src/a.cpp:6: : is not there",
                          "src/b.cpp:2: needs two engines", "src/b.cpp:3: two words",
                          "src/b.cpp:4: of no kind"));
}

TEST(EnglishTexts, WhatIsToldToAGuiOrByAPageWithoutJapaneseIsFound) {
  EXPECT_THAT(
      english_only_texts(
          {{"a.cpp",
            "void f() {\n  out_.say(word + \": there is no position\");\n"
            "  host.message(\"no answer: out of memory\");\n"
            "  to_host(\"info string the relay ended: \" + how);\n"
            "  routed.notes.push_back(\"too few for all\");\n"
            "  send(whole(503, \"text/plain\", \"too many pages\"));\n}\n"},
           {"b.cpp",
            "void f() {\n  to_host(\"checkmate timeout\");\n"
            "  out_.say(name + \" is not ready\",\n           name + \" の準備が\");\n"
            "  out_.say(out_.japanese() ? \"局面が\" : \"unusable position\");\n}\n"}}),
      ElementsAre("src/a.cpp:2: : there is no position", "src/a.cpp:3: no answer: out of memory",
                  "src/a.cpp:4: info string the relay ended: ", "src/a.cpp:5: too few for all",
                  "src/a.cpp:6: too many pages"));
}

TEST(EnglishTexts, ATextOfTwoLanguagesAWordOfAProtocolAndACommentAreNoneOfThem) {
  EXPECT_THAT(english_only_texts(
                  {{"a.cpp",
                    "// fail(\"no such file\")\n"
                    "int f() {\n  const char* const line = \"position startpos moves\";\n"
                    "  std::cerr << \"gougi mate solve: \" << text;\n"
                    "  return fail(say({\"no such \"\n                  \"file\", \"ファイルが\"\n"
                    "                  \"ありません\"}));\n}\n"}}),
              IsEmpty());
}

}  // namespace
}  // namespace gougi::layers
