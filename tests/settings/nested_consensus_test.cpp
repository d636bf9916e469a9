// SPDX-License-Identifier: MIT
// A consensus as an engine of another.
#include "settings/parsing.hpp"

namespace gougi::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;

constexpr std::string_view kFamily = R"(name: outer
consensus: optimistic
language: ja
encoding: cp932
show_all: true
log: {directory: logs}
engines:
  - command: a
  - name: middle
    consensus: pessimistic
    weight: 2
    eval_coef: 700
    margin_ms: 30
    options: {G_InfoInterval: 200}
    rules: {seed: 7}
    time: {grace_ms: 90}
    mate: {engines: [{command: solver}], timeout_ms: 700}
    engines:
      - consensus: average
        engines: [{command: ./x}, {command: y}]
        log: {directory: inner-logs}
      - command: b
      - engines: [{command: z}]
  - command: c
)";

TEST(NestedConsensus, IsAnEngineOfTheOuterOne) {
  const RelaySettings outer = parsed(kFamily);
  ASSERT_EQ(outer.engines.size(), 3U);
  EXPECT_THAT(outer.member, IsEmpty());
  const EngineSettings& middle = outer.engines[1];
  EXPECT_TRUE(middle.nested);
  EXPECT_THAT(middle.command, IsEmpty());
  EXPECT_EQ(middle.name, "middle");
  EXPECT_EQ(middle.weight, 2);
  EXPECT_EQ(middle.eval_coef, 700);
  EXPECT_EQ(middle.margin, base::Milliseconds(30));
  EXPECT_THAT(middle.options, ElementsAre(Pair("G_InfoInterval", "200")));
  EXPECT_EQ(middle.line, 10);
  EXPECT_FALSE(outer.engines[0].nested);
  EXPECT_TRUE(outer.mate_engines.empty()) << "the member's solver is the member's";
}

TEST(NestedConsensus, IsReadAsAConfigurationOfItsOwn) {
  const RelaySettings middle = parsed(kFamily, {2});
  EXPECT_THAT(middle.member, ElementsAre(2));
  EXPECT_EQ(middle.file, kPlace / "x.yaml");
  EXPECT_EQ(middle.name, "middle");
  EXPECT_EQ(middle.consensus, "pessimistic");
  EXPECT_EQ(middle.rules.seed, 7);
  EXPECT_EQ(middle.grace, base::Milliseconds(90));
  EXPECT_EQ(middle.margin, std::nullopt);
  EXPECT_THAT(middle.mate_engines.at(0).command, ElementsAre("solver"));
  EXPECT_EQ(middle.mate_timeout, base::Milliseconds(700));
  ASSERT_EQ(middle.engines.size(), 3U);
  EXPECT_TRUE(middle.engines[0].nested);
  EXPECT_THAT(middle.engines[1].command, ElementsAre("b"));
  const RelaySettings inner = parsed(kFamily, {2, 1});
  EXPECT_THAT(inner.member, ElementsAre(2, 1));
  EXPECT_EQ(inner.consensus, "average");
  EXPECT_THAT(inner.engines.at(0).command, ElementsAre(in_place("x")));
  EXPECT_EQ(parsed(kFamily, {2, 3}).consensus, "majority");
}

TEST(NestedConsensus, TakesOverTheLanguageSpeaksUtf8AndLogsOnlyIfTold) {
  const RelaySettings middle = parsed(kFamily, {2});
  EXPECT_EQ(middle.language, Language::kJapanese);
  EXPECT_EQ(middle.encoding, TextEncoding::kUtf8);
  EXPECT_FALSE(middle.show_all);
  EXPECT_FALSE(middle.vote_lines) << "gougi would take the lines of all its engines for its own";
  EXPECT_TRUE(parsed(kFamily).vote_lines);
  EXPECT_EQ(middle.log_directory, std::nullopt);
  const RelaySettings inner = parsed(kFamily, {2, 1});
  EXPECT_EQ(inner.language, Language::kJapanese);
  ASSERT_TRUE(inner.log_directory);
  EXPECT_EQ(base::to_utf8(*inner.log_directory), in_place("inner-logs"));
}

TEST(NestedConsensus, ThatIsNotThereIsTold) {
  EXPECT_EQ(complaint(kFamily, {1}), " there is no member 1: an engine that is a consensus");
  EXPECT_EQ(complaint(kFamily, {2, 2}), " there is no member 2.2: an engine that is a consensus");
  EXPECT_EQ(complaint(kFamily, {4}), " there is no member 4: an engine that is a consensus");
}

TEST(NestedConsensus, IsJudgedWithTheWholeFile) {
  const std::string head = "engines:\n  - command: a\n  - consensus: ";
  EXPECT_THAT(complaint(head + "exchnge\n    engines: [{command: b}]\n"),
              StartsWith("3: engines[2].consensus: 'exchnge': unknown; did you mean exchange?"));
  EXPECT_EQ(complaint(head + "average\n"),
            "3: engines[2].engines: no engine is given; at least one is needed");
  EXPECT_THAT(complaint(head + "average\n    engines:\n      - comand: b\n"),
              StartsWith("5: engines[2].engines[1].comand: unknown key; did you mean command?"));
  EXPECT_EQ(complaint(head + "mate\n    engines: [{command: b}]\n"),
            "3: engines[2].consensus: mate needs a mate solver: add `mate: {engines: [{command: "
            "gougi-mate}]}`");
  EXPECT_EQ(complaint(head + "average\n    engines: [{command: b}]\n    quorum: 2\n"),
            "5: engines[2].quorum: 2, but there are only 1 engines");
  EXPECT_EQ(complaint(head + "average\n    command: x\n    engines: [{command: b}]\n"),
            "4: engines[2].command: an engine is either a program (command) or a consensus "
            "(consensus, engines)");
  EXPECT_THAT(complaint(head + "average\n    language: ja\n    engines: [{command: b}]\n"),
              StartsWith("4: engines[2].language: unknown key; "));
  EXPECT_THAT(complaint(head + "average\n    mate: {engines: [{engines: []}]}\n    engines: "
                               "[{command: b}]\n"),
              StartsWith("4: engines[2].mate.engines[1]: a mate engine is a program; "));
}

TEST(NestedConsensus, GetsItsPartOfTheBudget) {
  const std::string file = R"(resources: {threads: 8, hash_mb: 800, gpus: [0, 1, 2, 3]}
engines:
  - command: a
  - share: 3
    engines: [{command: b}, {command: c, share: 2}]
)";
  const RelaySettings outer = parsed(file);
  EXPECT_THAT(outer.engines.at(0).options,
              ElementsAre(Pair("Threads", "2"), Pair("USI_Hash", "200")));
  EXPECT_THAT(outer.engines.at(1).options, IsEmpty());
  EXPECT_THAT(outer.engines.at(1).environment, IsEmpty());
  const RelaySettings member = parsed(file, {2});
  EXPECT_EQ(member.resources, (Resources{6, 600, {1, 2, 3}}));
  EXPECT_THAT(member.engines.at(0).options,
              ElementsAre(Pair("Threads", "2"), Pair("USI_Hash", "200")));
  EXPECT_THAT(member.engines.at(1).options,
              ElementsAre(Pair("Threads", "4"), Pair("USI_Hash", "400")));
  EXPECT_THAT(member.engines.at(1).environment, ElementsAre(Pair("CUDA_VISIBLE_DEVICES", "2,3")));
}

TEST(NestedConsensus, MayHaveABudgetOnlyIfNobodyAroundItHasOne) {
  const std::string inner = "engines:\n  - engines: [{command: b}]\n    resources: {threads: 2}\n";
  EXPECT_EQ(parsed(inner, {1}).resources.threads, 2);
  EXPECT_EQ(complaint("resources: {threads: 4}\n" + inner),
            "4: engines[1].resources: the consensus around it has resources already; it gets its "
            "part of them by `share`");
  EXPECT_THAT(complaint("resources: {threads: 2}\nengines:\n  - command: a\n  - engines: "
                        "[{command: b}, {command: c}]\n"),
              HasSubstr("4: engines[2].resources: 1 threads are too few: 2 processes"));
}

TEST(NestedConsensus, MayBeNestedDeepButNotWithoutEnd) {
  std::string deep = "command: e";
  for (int i = 0; i < 20; ++i) deep = "engines: [{" + deep + "}]";
  const RelaySettings innermost = parsed(deep, std::vector<int>(19, 1));
  EXPECT_THAT(innermost.engines.at(0).command, ElementsAre("e"));
  // Aliases of aliases: two to the power of lines.
  EXPECT_THAT(
      complaint(
          "engines:\n  - &a0 {command: e}\n  - &a1 {engines: [*a0, *a0]}\n  - &a2 "
          "{engines: [*a1, *a1]}\n  - &a3 {engines: [*a2, *a2]}\n  - &a4 {engines: "
          "[*a3, *a3]}\n  - &a5 {engines: [*a4, *a4]}\n  - &a6 {engines: [*a5, *a5]}\n  - &a7 "
          "{engines: [*a6, *a6]}\n  - &a8 {engines: [*a7, *a7]}\n  - {engines: "
          "[*a8, *a8]}\n"),
      HasSubstr("more than 1024 engines"));
}

TEST(NestedConsensus, SharesOutWhatItIsToldOfABudget) {
  const std::string inner = "  - {engines: [{command: a}, {command: b}]";
  const std::string rest = "}\n  - command: c\n";
  const auto nodes_of_inner = [&](const std::string& outer) {
    return parsed(outer + "engines:\n" + inner + rest, {1}).budget.nodes;
  };
  EXPECT_EQ(nodes_of_inner(""), 0);
  EXPECT_EQ(nodes_of_inner("budget: {nodes: 500}\n"), std::nullopt);
  EXPECT_EQ(nodes_of_inner("budget: {nodes: from-go}\n"), std::nullopt);
  EXPECT_THAT(complaint("budget: {nodes: 500}\nengines:\n" + inner + ", budget: {nodes: 7}" + rest),
              HasSubstr("the consensus around it has a budget already"));
  // Its own, where there is none around it.
  EXPECT_EQ(parsed("engines:\n" + inner + ", budget: {nodes: 7}" + rest, {1}).budget.nodes, 7);
}

}  // namespace
}  // namespace gougi::settings
