// SPDX-License-Identifier: MIT
#include "farm/job.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <initializer_list>
#include <utility>

#include "base/language.hpp"
#include "base/path.hpp"
#include "book/temporary_folder.hpp"

namespace gougi::farm {
namespace {

Job some_job() { return {"match", {{"--seed", "1"}, {"name", "a=b\nc\\"}, {"none", ""}}}; }

TEST(Job, IsReadAsItIsWritten) {
  const auto read = job_from_text(to_text(some_job()));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, some_job());
}

TEST(Job, OfAnotherTextIsNone) {
  for (const char* text : {"", "match", "gougi job 2 match\n", "gougi job 1 match\nx\n",
                           "gougi job 1 match\nx=\\q\n"}) {
    EXPECT_FALSE(job_from_text(text)) << text;
  }
}

TEST(Job, HasTheIdentityOfItsFactsWhateverTheirFilesAreCalled) {
  const book::testing::TemporaryFolder folder;
  std::ofstream(folder / "a.nnue") << "network";
  std::ofstream(folder / "b.nnue") << "network";
  std::ofstream(folder / "c.nnue") << "another";
  const auto identity = [&](const char* file) {
    Job job = some_job();
    EXPECT_TRUE(job.add_value("EvalFile", base::to_utf8(folder / file)));
    return *identity_of(job);
  };
  EXPECT_EQ(identity("a.nnue"), identity("b.nnue"));
  EXPECT_NE(identity("a.nnue"), identity("c.nnue"));
  EXPECT_NE(identity("a.nnue"), identity("none.nnue")) << "what is no file stands for itself";
}

TEST(Job, SaysWhatDiffersFromAnother) {
  Job other = some_job();
  EXPECT_EQ(difference(some_job(), other), "");
  other.facts[0].second = "2";
  EXPECT_EQ(difference(some_job(), other), "--seed is 2, not 1");
  other.facts[0].second = "";
  EXPECT_EQ(difference(some_job(), other), "--seed is none, not 1");
  other.kind = "mate solve";
  EXPECT_EQ(difference(some_job(), other), "it is of gougi mate solve, not of gougi match");
  Job longer = some_job();
  longer.add("more", "");
  EXPECT_EQ(difference(some_job(), longer),
            "it tells of other things: another version of gougi made it");
}

TEST(Job, IsKeptWithItsPartAmongOtherTexts) {
  std::map<std::string, std::string> texts{{"folder", "x"}};
  EXPECT_EQ(*kept_part(texts), std::nullopt);
  const Part part{some_job(), {2, 3}};
  keep_part(texts, part);
  EXPECT_EQ(*kept_part(texts), part);
  texts["part"] = "3/3";
  EXPECT_FALSE(kept_part(texts));
  texts.erase("part");
  EXPECT_FALSE(kept_part(texts));
}

TEST(JobDifference, NamesFactsInTheLanguageThatIsSpoken) {
  const auto told = [](const std::string& name, base::Language language) {
    const base::SpokenHere spoken(language);
    return difference({"match", {{name, "1"}}}, {"match", {{name, "2"}}});
  };
  for (const auto& [name, japanese] : std::initializer_list<std::pair<const char*, const char*>>{
           {"--seed", "--seed"},
           {"games an iteration", "更新1回の対局数"},
           {"word 12 of run", "run の 12 語目"},
           {"engine 1 name", "エンジン 1 名前"},
           {"engine 2 mate engine 1 option mate time",
            "エンジン 2 詰将棋エンジン 1 オプション mate time"}}) {
    EXPECT_EQ(told(name, base::Language::kEnglish), std::string(name) + " is 2, not 1");
    EXPECT_EQ(told(name, base::Language::kJapanese),
              std::string(japanese) + " が 1 ではなく 2 です");
  }
}

}  // namespace
}  // namespace gougi::farm
