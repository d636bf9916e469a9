// SPDX-License-Identifier: MIT
#include "tools/headroom_order.hpp"

#include <gmock/gmock.h>

namespace gougi::tools {
namespace {

using ::testing::HasSubstr;
using HeadroomTestWords = std::vector<std::string>;

HeadroomTestWords headroom_test_words(const HeadroomTestWords& more = {}) {
  HeadroomTestWords words{"g.usi",   "--engine", "a --x",   "--engine", "b",
                          "--nodes", "3000",     "--judge", "j",        "--judge-nodes",
                          "500",     "--file",   "s.jsonl"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string headroom_complaint(const HeadroomTestWords& words) {
  const auto read = read_headroom_words(words);
  return read ? "" : read.error().message;
}

TEST(HeadroomOrder, OptionsBelongToTheEngineOrJudgeBeforeThem) {
  const auto read = read_headroom_words({"--option",
                                         "USI_Hash=16",
                                         "g.db",
                                         "--engine",
                                         "a",
                                         "--option",
                                         "Style=attack",
                                         "--engine",
                                         "/x/a",
                                         "--judge",
                                         "j --deep",
                                         "--name",
                                         "J",
                                         "--option",
                                         "A=b=c",
                                         "h.kif",
                                         "--engine",
                                         "c",
                                         "--name",
                                         "third",
                                         "--anchor",
                                         "third",
                                         "--nodes",
                                         "3000",
                                         "--judge-nodes",
                                         "500",
                                         "--file",
                                         "s.jsonl",
                                         "--seed",
                                         "7",
                                         "--threads",
                                         "4"});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->games.size(), 2U);
  const study::HeadroomOrder& order = read->order;
  ASSERT_EQ(order.engines.size(), 3U);
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(order.engines[0].name, "a");
  EXPECT_EQ(order.engines[0].options, (Options{{"USI_Hash", "16"}, {"Style", "attack"}}));
  EXPECT_EQ(order.engines[1].name, "a #2");
  EXPECT_EQ(order.engines[1].options, (Options{{"USI_Hash", "16"}}));
  EXPECT_EQ(order.engines[2].name, "third");
  EXPECT_EQ(order.anchor, 2U);
  EXPECT_EQ(order.judge.name, "J");
  EXPECT_EQ(order.judge.command, "j --deep");
  EXPECT_EQ(order.judge.options, (Options{{"USI_Hash", "16"}, {"A", "b=c"}}));
  EXPECT_EQ(order.nodes, 3000U);
  EXPECT_EQ(order.judge_nodes, 500U);
  EXPECT_EQ(order.judge_coef, 600);
  EXPECT_EQ(order.positions, 200U);
  EXPECT_EQ(order.seed, 7U);
  EXPECT_EQ(read->threads, 4U);
}

TEST(HeadroomOrder, ANameThatIsMadeIsNobodyElses) {
  const auto read = read_headroom_words({"g.usi", "--engine", "a", "--name", "a #3", "--engine",
                                         "a", "--engine", "a", "--nodes", "3000", "--judge", "j",
                                         "--judge-nodes", "500", "--file", "s.jsonl"});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->order.engines[1].name, "a");
  EXPECT_EQ(read->order.engines[2].name, "a #3 #3");
}

TEST(HeadroomOrder, SaysWhatMakesNoSense) {
  EXPECT_EQ(headroom_complaint(headroom_test_words()), "");
  EXPECT_EQ(read_headroom_words(headroom_test_words())->order.judge.name, "j (judge)");
  EXPECT_THAT(read_headroom_words({"--help"})->answer, HasSubstr("--judge-nodes"));
  const auto complaint = [](const HeadroomTestWords& more) {
    return headroom_complaint(headroom_test_words(more));
  };
  EXPECT_THAT(headroom_complaint({}), HasSubstr("file of games is missing"));
  EXPECT_THAT(headroom_complaint({"g.usi", "--engine", "a"}), HasSubstr("two --engine or more"));
  EXPECT_THAT(headroom_complaint({"g.usi", "--engine", "a", "--engine", "b"}),
              HasSubstr("--judge is missing"));
  EXPECT_THAT(headroom_complaint({"g.usi", "--engine", "a", "--engine", "b", "--judge", "j",
                                  "--nodes", "1", "--judge-nodes", "1", "--file", "f"}),
              HasSubstr("one node at least"));
  EXPECT_THAT(complaint({"--seed"}), HasSubstr("--seed lacks its value"));
  EXPECT_THAT(complaint({"--nodes", "1"}), HasSubstr("--nodes: stands there twice"));
  EXPECT_THAT(complaint({"--judge", "k"}), HasSubstr("--judge: stands there twice"));
  EXPECT_THAT(complaint({"--positions", "0"}), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(complaint({"--threads", "many"}), HasSubstr("--threads: wants a number"));
  EXPECT_THAT(complaint({"--judge-coef", "-1"}), HasSubstr("--judge-coef: wants a number"));
  EXPECT_THAT(complaint({"--anchor", "c"}), HasSubstr("no engine is called c"));
  EXPECT_THAT(complaint({"--option", "x"}), HasSubstr("wants NAME=VALUE"));
  EXPECT_THAT(complaint({"--engine", "\"open"}), HasSubstr("quote is open"));
  EXPECT_THAT(complaint({"--time", "nodes 5"}), HasSubstr("there is no option --time"));
  EXPECT_THAT(complaint({"--report", "s.jsonl"}), HasSubstr("the same file"));
}

}  // namespace
}  // namespace gougi::tools
