// SPDX-License-Identifier: MIT
#include "settings/carried_configuration.hpp"

#include <gmock/gmock.h>

#include "settings/parsing.hpp"

namespace gougi::settings {
namespace {

using ::testing::HasSubstr;

CarriedNames marked_names() {
  CarriedNames names;
  names.program = [](const std::string& name) { return "P(" + name + ")"; };
  names.word = [](const std::string& name) { return "W(" + name + ")"; };
  names.option = [](const std::string& option, const std::string& value) {
    return option + "(" + value + ")";
  };
  names.file = [](const std::string& name) { return "F(" + name + ")"; };
  return names;
}

std::string carried(std::string_view text) {
  const auto result = carried_configuration(text, "council.yaml", marked_names());
  return result ? *result : result.error().message;
}

TEST(CarriedConfiguration, OtherNamesStandForProgramsAndFilesToAnyDepth) {
  const std::string text = carried(
      "consensus: majority\n"
      "engines:\n"
      "  - {name: 合議, command: engine, options: {EvalFile: a.nnue, Threads: 2}, scale: s.json}\n"
      "  - consensus: average\n"
      "    engines: [{command: [ssh, host, book.db]}]\n"
      "mate: {engines: [{command: mate}]}\n"
      "rules: {arbiter_model: m.json}\n");
  for (const char* part : {"合議", "P(engine)", "EvalFile(a.nnue)", "Threads(2)", "F(s.json)",
                           "P(ssh)", "W(book.db)", "P(mate)", "F(m.json)"}) {
    EXPECT_THAT(text, HasSubstr('"' + std::string(part) + '"'));
  }
}

TEST(CarriedConfiguration, AllElseStaysWhatItIs) {
  const std::string before =
      "# a remark\nname: \"it's \\\"x\\\"\"\nconsensus: majority\nmate: off\nquorum: 1\n"
      "time: {margin_ms: auto, min_use: 0.5}\nlog:\nrecord:\nengines:\n"
      "  - {command: gougi-engine, weight: {opening: 2}, eval_coef: 330,\n"
      "     options: {Ponder: ~, Book: null, Other: }, environment: {LANG: null, TZ: }}\n";
  CarriedNames same;
  same.program = same.word = same.file = [](const std::string& name) { return name; };
  same.option = [](const std::string&, const std::string& value) { return value; };
  const auto after = carried_configuration(before, "a.yaml", same);
  ASSERT_TRUE(after) << after.error().message;
  auto one = parsed(before);
  auto other = parsed(*after);
  other.text = one.text;
  for (auto* engines : {&one.engines, &other.engines}) {
    for (EngineSettings& engine : *engines) {
      engine.line = engine.expose.line = 0;
      engine.option_lines.clear();
    }
  }
  EXPECT_EQ(one, other);
}

TEST(CarriedConfiguration, ASectionOfNothingStaysOneHoweverItIsWritten) {
  for (const std::string nothing : {"", "~", "null", "Null", "NULL"}) {
    const std::string before =
        "consensus: majority\ntime: " + nothing + "\nengines: [{command: gougi-engine}]\n";
    CarriedNames same;
    same.program = same.word = same.file = [](const std::string& name) { return name; };
    same.option = [](const std::string&, const std::string& value) { return value; };
    const auto after = carried_configuration(before, "a.yaml", same);
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(complaint(before), "no complaint");
    EXPECT_EQ(complaint(*after), "no complaint") << *after;
  }
}

TEST(CarriedConfiguration, WhatCannotBeReadOrCarriedIsNamed) {
  EXPECT_THAT(carried("a: [b\n"), HasSubstr("council.yaml:"));
  CarriedNames none = marked_names();
  none.program = [](const std::string& name) -> base::Result<std::string> {
    return base::fail(name + " is not there");
  };
  const auto refused = carried_configuration("engines: [{command: x}]", "council.yaml", none);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "council.yaml: x is not there");
}

}  // namespace
}  // namespace gougi::settings
