// SPDX-License-Identifier: MIT
// Every row of the relay's settings that is an option: the GUI sets what the configuration sets.
#include "relay/own_options.hpp"

#include <gmock/gmock.h>

#include <string>
#include <variant>
#include <vector>

#include "base/path.hpp"
#include "settings/relay_rows.hpp"

namespace gougi::relay {
namespace {

using settings::RelayRow;
using settings::RelaySettings;
using ::testing::HasSubstr;

std::vector<const RelayRow*> option_rows() {
  std::vector<const RelayRow*> rows;
  for (const RelayRow& row : settings::relay_rows()) {
    if (!row.option.name.empty()) rows.push_back(&row);
  }
  return rows;
}

usi::Option declared(const OwnOptions& own, std::string_view name) {
  for (usi::Option& option : declarations(own)) {
    if (option.name == name) return std::move(option);
  }
  ADD_FAILURE() << name << " is not declared";
  return {};
}

std::vector<std::string> lines(const OwnOptions& own) {
  std::vector<std::string> all;
  for (const usi::Option& option : declarations(own)) all.push_back(usi::format(option));
  return all;
}

// Not the default, and how the configuration writes it.
struct Other {
  std::string as_option;
  std::string as_key;
};
struct OtherValue {
  Other operator()(const settings::WholeNumber<RelaySettings>& kind) const {
    const std::int64_t usual = kind.get(RelaySettings{}).value_or(0);
    const std::string other = std::to_string(usual < kind.most ? usual + 1 : usual - 1);
    return {other, other};
  }
  Other operator()(const settings::RealNumber<RelaySettings>& kind) const {
    const auto most = std::to_string(static_cast<std::int64_t>(kind.most));
    return {std::to_string(static_cast<std::int64_t>(kind.most * kind.steps)), most};
  }
  Other operator()(const settings::Flag<RelaySettings>& kind) const {
    const std::string other = kind.get(RelaySettings{}) ? "false" : "true";
    return {other, other};
  }
  Other operator()(const settings::Choice<RelaySettings>& kind) const {
    const std::string other(kind.names[kind.get(RelaySettings{}) == 0 ? 1 : 0]);
    return {other, other};
  }
  Other operator()(const settings::Text<RelaySettings>&) const { return {"veto", "veto"}; }
  Other operator()(const settings::Block&) const { return {}; }
  Other operator()(const settings::ByHand&) const { return {}; }
  Other operator()(const settings::Place<RelaySettings>&) const { return {}; }
};

// "time.ready_ms" as nested keys in one line.
std::string in_yaml(std::string_view key, const std::string& value) {
  const std::string_view block = settings::block_of(key);
  if (block.empty()) return std::string(key) + ": " + value + "\n";
  const std::string inner = std::string(settings::word_of(key)) + ": " + value;
  const std::string outer(block);
  if (outer == "mate") return "mate: {engines: [{command: m}], " + inner + "}\n";
  if (outer == "mate.pv") return "mate: {engines: [{command: m}], pv: {" + inner + "}}\n";
  return outer + ": {" + inner + "}\n";
}

OwnOptions configured(std::string_view key, const std::string& value) {
  const auto read = settings::parse_relay_settings(
      in_yaml(key, value) + "engines: [{command: e}]\n", "x.yaml", consensus::strategy_names());
  EXPECT_TRUE(read) << read.error().message;
  return own_options(read ? *read : RelaySettings{});
}

TEST(OwnOptions, AndKeysSetTheSameMember) {
  for (const RelayRow* row : option_rows()) {
    SCOPED_TRACE(row->option.name);
    const Other other = std::visit(OtherValue{}, row->kind);
    OwnOptions own = own_options(RelaySettings{});
    const usi::Option before = declared(own, row->option.name);
    const auto set = set_own_option(own, row->option.name, other.as_option, own);
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(usi::default_text(declared(own, row->option.name)), other.as_option);
    EXPECT_NE(usi::default_text(before), other.as_option) << "the test sets the default";
    if (row->key.empty()) continue;
    const OwnOptions by_key = configured(row->key, other.as_key);
    EXPECT_EQ(lines(by_key), lines(own));
    EXPECT_EQ(by_key.strategy, own.strategy);
    EXPECT_EQ(by_key.numbers, own.numbers);
  }
}

TEST(OwnOptions, ChangeNothingElse) {
  const std::vector<std::string> usual = lines(own_options(RelaySettings{}));
  for (const RelayRow* row : option_rows()) {
    OwnOptions own = own_options(RelaySettings{});
    ASSERT_TRUE(
        set_own_option(own, row->option.name, std::visit(OtherValue{}, row->kind).as_option, own));
    const std::vector<std::string> now = lines(own);
    ASSERT_EQ(now.size(), usual.size());
    const std::string its = "option name " + std::string(row->option.name) + " ";
    for (std::size_t i = 0; i < now.size(); ++i) {
      EXPECT_EQ(now[i] != usual[i], now[i].starts_with(its)) << now[i];
    }
  }
}

TEST(OwnOptions, RefuseWhatIsOutsideOfTheirRange) {
  for (const RelayRow* row : option_rows()) {
    SCOPED_TRACE(row->option.name);
    OwnOptions own = own_options(RelaySettings{});
    const usi::Option option = declared(own, row->option.name);
    std::vector<std::string> wrong{"neither nor"};
    if (const auto* spin = std::get_if<usi::SpinOption>(&option.kind)) {
      EXPECT_GE(spin->default_value, spin->min);
      EXPECT_LE(spin->default_value, spin->max);
      wrong.push_back(std::to_string(spin->min - 1));
      wrong.push_back(std::to_string(spin->max + 1));
    }
    for (const std::string& value : wrong) {
      const auto set = set_own_option(own, row->option.name, value, own);
      ASSERT_FALSE(set) << value;
      EXPECT_THAT(set.error().message, HasSubstr(std::string(row->option.name) + ": "));
    }
    EXPECT_EQ(declared(own, row->option.name), option);
  }
}

TEST(OwnOptions, HaveAPlaceEachAndAKindThatAnOptionMayBe) {
  std::vector<int> places;
  for (const RelayRow* row : option_rows()) {
    EXPECT_THAT(places, ::testing::Not(::testing::Contains(row->option.place))) << row->option.name;
    places.push_back(row->option.place);
    const usi::Option option = declared(own_options(RelaySettings{}), row->option.name);
    EXPECT_FALSE(std::holds_alternative<usi::ButtonOption>(option.kind)) << option.name;
  }
}

// What a spin cannot show is rounded; GUIs send it back at every start.
TEST(OwnOptions, AShownDefaultSentBackLeavesTheConfiguredValue) {
  RelaySettings settings;
  settings.rules.veto_drop_percent = 2.5;
  const OwnOptions shown = own_options(settings);
  OwnOptions own = shown;
  ASSERT_TRUE(set_own_option(own, "G_VetoDrop", "3", shown));
  EXPECT_EQ(own.rules.veto_drop_percent, 2.5);
  EXPECT_EQ(own.numbers.veto_drop, 0.025);
  ASSERT_TRUE(set_own_option(own, "G_VetoDrop", "7", shown));
  EXPECT_EQ(own.rules.veto_drop_percent, 7);
  ASSERT_TRUE(set_own_option(own, "G_VetoDrop", "3", shown));
  EXPECT_EQ(own.rules.veto_drop_percent, 2.5);
}

}  // namespace
}  // namespace gougi::relay
