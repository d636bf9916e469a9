// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "base/say.hpp"
#include "cli/complaint.hpp"
#include "cli/tasks.hpp"

namespace gougi::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// English again when the test is over.
class InTurn : public testing::Test {
 protected:
  ~InTurn() override { base::speak(base::Language::kEnglish); }

  static base::Result<Words> spoken(std::vector<const char*> words) {
    words.insert(words.begin(), "gougi");
    return spoken_words(static_cast<int>(words.size()), words.data());
  }
};

using CliApp = InTurn;

TEST_F(CliApp, WordsInOrderKeepsWhichOptionStoodBehindWhich) {
  App app({"a test", "テスト"}, "gougi test");
  app.add_word("--first", "COMMAND", {"one", "1つ"});
  app.add_word("--option", "NAME=VALUE", {"another", "もう1つ"});
  app.add_sign("--trust", {"a sign", "印"});
  ASSERT_FALSE(
      read_words(app, {"--option", "a=1", "--first", "-x --y", "--trust", "--option=b=[2]"}));
  EXPECT_THAT(words_in_order(app), ElementsAre(Pair("--option", "a=1"), Pair("--first", "-x --y"),
                                               Pair("--trust", "true"), Pair("--option", "b=[2]")));
}

TEST_F(CliApp, HelpSaysTypesAndRangesInTheLanguageThatIsSpokenInColumnsThatAreRight) {
  const auto help = [] {
    App app({"a test", "テスト"}, "gougi test");
    int number = 0;
    unsigned count = 0;
    double rate = 0;
    std::string text;
    std::int64_t nodes = 0;
    app.add_option("depth", number, "d")->type_name("")->check(CLI::Range(0, 30))->required();
    app.add_option("--number", number, "n")->check(CLI::Range(1, 5))->default_val(3);
    app.add_option("--port", number, "p")->type_name("PORT")->check(CLI::Range(0, 65'535));
    app.add_option("--nodes", nodes, "m")
        ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()));
    app.add_option("--count", count, "c");
    app.add_option("--rate", rate, "r")->check(CLI::Range(0.0, 0.5));
    app.add_option("--text", text, "t");
    app.add_option("--to", text, "o")->check(CLI::IsMember({"kif", "csa"}));
    return read_words(app, {"--help"}).value_or(Answer{"none", -1}).text;
  };
  EXPECT_THAT(help(), AllOf(HasSubstr("  depth(0 to 30) REQUIRED     d\n"),
                            HasSubstr("  --number INT(1 to 5)=3      n\n"),
                            HasSubstr("  --port PORT(0 to 65535)     p\n"),
                            HasSubstr("  --nodes INT(1 or more)      m\n"),
                            HasSubstr("  --count UINT                c\n"),
                            HasSubstr("  --rate FLOAT(0 to 0.5)      r\n"),
                            HasSubstr("  --text TEXT                 t\n"),
                            HasSubstr("  --to kif|csa                o\n")));
  base::speak(base::Language::kJapanese);
  EXPECT_THAT(help(), AllOf(HasSubstr("  depth(0〜30) 必須           d\n"),
                            HasSubstr("  --number 整数(1〜5)=3       n\n"),
                            HasSubstr("  --port PORT(0〜65535)       p\n"),
                            HasSubstr("  --nodes 整数(1以上)         m\n"),
                            HasSubstr("  --count 整数                c\n"),
                            HasSubstr("  --rate 数値(0〜0.5)         r\n"),
                            HasSubstr("  --text 文字列               t\n"),
                            HasSubstr("  --to kif|csa                o\n")));
}

TEST_F(CliApp, HelpAndVersionAreAnswersAndComplaintsNameTheWordThatWasMeant) {
  const auto answer_to = [](const Words& words) {
    App app({"a test", "テスト"}, "gougi test");
    app.add_word("--seconds", "S", {"how long", "長さ"});
    int nodes = 0;
    app.add_option("--nodes", nodes, "how many");
    return read_words(app, words).value_or(Answer{"none", -1});
  };
  EXPECT_EQ(answer_to({"help"}).text, answer_to({"--help"}).text);
  EXPECT_EQ(answer_to({"--help"}).exit_code, 0);
  EXPECT_EQ(answer_to({"--version"}).text.find("gougi "), 0U);
  EXPECT_EQ(answer_to({"--secnods", "1"}).text,
            "there is no option --secnods; did you mean --seconds? gougi test --help lists what "
            "there is");
  EXPECT_EQ(answer_to({"--seconds"}).text,
            "--seconds lacks its value; gougi test --help lists what there is");
  EXPECT_EQ(answer_to({"--nodes", "3", "--nodes", "4"}).text,
            "--nodes may stand once, not 2 times; gougi test --help lists what there is");
  base::speak(base::Language::kJapanese);
  EXPECT_EQ(answer_to({"--nodes", "3", "--nodes", "4"}).text,
            "--nodes は1回だけ指定できます(2回あります)。使い方は gougi test --help");
  EXPECT_EQ(answer_to({"word"}).exit_code, 2);
}

TEST_F(CliApp, TheLanguageIsTakenOutOfTheWordsWhereverItStands) {
  const auto words = spoken({"match", "--lang", "ja", "--games", "4"});
  ASSERT_TRUE(words) << words.error().message;
  EXPECT_THAT(*words, ElementsAre("match", "--games", "4"));
  EXPECT_EQ(base::spoken(), base::Language::kJapanese);
  EXPECT_EQ(base::say({"{0} of {1}", "{1}の{0}"}, 1, "b"), "bの1");
  ASSERT_TRUE(spoken({"--lang=en"}));
  EXPECT_EQ(base::say({"{0} of {1}", "{1}の{0}"}, 1, "b"), "1 of b");
  EXPECT_EQ(spoken({"--lang", "fr"}).error().message, "--lang: fr is none of ja, en, auto");
  EXPECT_FALSE(spoken({"check", "--lang"}));
}

TEST_F(CliApp, AValueThatIsNotAllowedIsAnsweredByTheOneThatWasMeant) {
  App app({"a test", "テスト"}, "gougi test");
  std::string rule;
  int number = 0;
  app.add_option("--rule", rule, "")->check(CLI::IsMember({"mean", "median"}));
  app.add_option("--number", number, "")->check(CLI::Range(1, 5));
  EXPECT_THAT(read_words(app, {"--rule", "medain"})->text,
              HasSubstr("--rule: medain is none of mean, median; did you mean median?"));
  EXPECT_THAT(read_words(app, {"--number", "7"})->text,
              HasSubstr("--number: 7 is not in the range 1 to 5"));
}

TEST_F(CliApp, ATaskReadsItsOwnWords) {
  Words heard;
  Tasks tasks({"a test", "テスト"}, "gougi test");
  tasks.add("run", {"runs", "実行"}, [&](const Words& words) {
    heard = words;
    return 7;
  });
  EXPECT_EQ(tasks.run({"run", "--x", "y"}), 7);
  EXPECT_THAT(heard, ElementsAre("--x", "y"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(tasks.run({"rnu"}), 2);
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "gougi test: there is no task rnu; did you mean run? gougi test --help lists what there "
      "is\n");
}

}  // namespace
}  // namespace gougi::cli
