// SPDX-License-Identifier: MIT
// What the code lists once is told in many places: strategies in complaints, the GUI's combo, the
// ready-made configurations and docs/configuration, options in docs/options, keys in
// docs/configuration. They all say the same.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"
#include "consensus/explanation.hpp"
#include "consensus/strategy.hpp"
#include "relay/own_options.hpp"
#include "settings/relay_rows.hpp"
#include "settings/relay_settings.hpp"

namespace gougi::relay {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

const std::filesystem::path kRoot = base::path_from_utf8(GOUGI_SOURCE_DIR);

std::vector<std::string> identifiers() {
  std::vector<std::string> all;
  for (const auto& strategy : consensus::strategies()) all.emplace_back(strategy.identifier);
  return all;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

using Row = std::vector<std::string>;

/// The cells of the table whose header row has these cells.
std::vector<Row> table(const std::string& text, const Row& header) {
  std::vector<Row> rows;
  bool inside = false;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    Row cells;
    std::string_view rest = line;
    const bool is_row = rest.starts_with("| ") && rest.ends_with(" |");
    if (is_row) {
      rest.remove_prefix(2);
      for (auto end = rest.find(" |"); end != std::string_view::npos; end = rest.find(" |")) {
        cells.emplace_back(base::trim(rest.substr(0, end)));
        rest.remove_prefix(end + 2);
      }
    }
    if (inside && !is_row) return rows;
    if (inside && cells.front() != "---") rows.push_back(cells);
    inside = inside || cells == header;
  }
  return rows;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

/// The documents in one language.
struct Docs {
  std::string language;  ///< in the names of the files
  Row strategies_header;
  Row options_header;
  std::string the_strategies;  ///< the range of G_GougiType

  std::string text(const std::string& name) const {
    return content_of(kRoot / "docs" / (name + language + ".md"));
  }
};
const std::vector<Docs> kDocs{{"",
                               {"identifier", "Japanese name", "the move played"},
                               {"name", "range", "default", "meaning"},
                               "the [rules](configuration.md#the-rules)"},
                              {".ja",
                               {"識別子", "日本語名", "指し手"},
                               {"名前", "範囲", "既定値", "意味"},
                               "[合議の種類](configuration.ja.md#合議の種類)"}};

class Lists : public ::testing::TestWithParam<Docs> {};

TEST_P(Lists, TheTableOfStrategiesIsTheCodes) {
  const auto rows = table(GetParam().text("configuration"), GetParam().strategies_header);
  std::vector<std::string> names;
  std::vector<std::string> japanese_names;
  std::vector<std::string> moves;
  for (const Row& row : rows) {
    ASSERT_EQ(row.size(), 3U) << row.front();
    names.push_back(row[0]);
    japanese_names.push_back(row[1]);
    std::string& move = moves.emplace_back(row[2]);
    std::erase(move, '`');
  }
  std::vector<std::string> wanted;
  std::vector<std::string> wanted_japanese;
  std::vector<std::string> wanted_moves;
  for (const auto& strategy : consensus::strategies()) {
    wanted.push_back(code(strategy.identifier));
    wanted_japanese.emplace_back(strategy.japanese_name);
    const base::Text text = consensus::explanation_of(strategy);
    wanted_moves.emplace_back(GetParam().language.empty() ? text.english : text.japanese);
  }
  EXPECT_THAT(names, ElementsAreArray(wanted));
  EXPECT_THAT(japanese_names, ElementsAreArray(wanted_japanese));
  EXPECT_THAT(moves, ElementsAreArray(wanted_moves));
}

Row as_told(const usi::Option& option, const std::string& the_strategies) {
  struct Visitor {
    std::string range;
    std::string value;
    void operator()(const usi::SpinOption& spin) {
      range = std::to_string(spin.min) + "–" + std::to_string(spin.max);
      value = std::to_string(spin.default_value);
    }
    void operator()(const usi::CheckOption& check) {
      range = "`true`, `false`";
      value = check.default_value ? "`true`" : "`false`";
    }
    void operator()(const usi::ComboOption& combo) {
      for (const std::string& choice : combo.choices) {
        range += (range.empty() ? "" : ", ") + code(choice);
      }
      value = code(combo.default_value);
    }
    void operator()(const usi::ButtonOption&) {}
    void operator()(const usi::StringOption& text) { value = code(text.default_value); }
    void operator()(const usi::FilenameOption& name) { value = code(name.default_value); }
  } told;
  std::visit([&](const auto& kind) { told(kind); }, option.kind);
  if (option.name == "G_GougiType") told.range = the_strategies;
  if (option.name == "G_Margin") told.range = "`auto`, 0–60000";
  if (option.name == "G_BudgetNodes") told.range = "`from-go`, 0–1000000000000";
  return {code(option.name), told.range, told.value};
}

// As it stands in a table: its lines joined.
std::string help_of(const std::string& option, bool english) {
  std::string text;
  for (const settings::RelayRow& row : settings::relay_rows()) {
    if (row.option.name != option) continue;
    for (const char c : english ? row.help.english : row.help.japanese) {
      if (c != '\n') {
        text += c;
      } else if (english) {
        text += ' ';
      }
    }
  }
  return text;
}

TEST_P(Lists, TheTableOfOptionsIsTheCodes) {
  std::vector<Row> rows = table(GetParam().text("options"), GetParam().options_header);
  for (Row& row : rows) {
    ASSERT_EQ(row.size(), 4U) << row.front();
    const std::string name = row.front().substr(1, row.front().size() - 2);
    EXPECT_EQ(row.back(), help_of(name, GetParam().language.empty())) << name;
    row.pop_back();
  }
  std::vector<Row> wanted;
  for (const usi::Option& option : declarations(own_options(settings::RelaySettings{}))) {
    if (option.name.starts_with("G_")) wanted.push_back(as_told(option, GetParam().the_strategies));
  }
  EXPECT_THAT(rows, ElementsAreArray(wanted));
}

TEST_P(Lists, EveryKeyOfTheConfigurationIsDocumented) {
  const std::string text = GetParam().text("configuration");
  const auto expect_in_text = [&](std::string_view key) {
    const auto word = std::string(key.substr(key.rfind('.') + 1));
    EXPECT_THAT(text, HasSubstr(word)) << key;
  };
  for (const settings::RelayRow& row : settings::relay_rows()) expect_in_text(row.key);
  for (const settings::EngineRow& row : settings::engine_rows()) expect_in_text(row.key);
}

std::string language_name(const ::testing::TestParamInfo<Docs>& info) {
  return info.param.language.empty() ? "English" : "Japanese";
}
INSTANTIATE_TEST_SUITE_P(Documents, Lists, ::testing::ValuesIn(kDocs), language_name);

TEST(ListOfStrategies, IsTheChoicesOfTheGuisCombo) {
  for (const usi::Option& option : declarations(own_options(settings::RelaySettings{}))) {
    if (option.name != "G_GougiType") continue;
    EXPECT_THAT(std::get<usi::ComboOption>(option.kind).choices, ElementsAreArray(identifiers()));
    return;
  }
  FAIL() << "no G_GougiType";
}

TEST(ListOfStrategies, IsWhatAConfigurationMayNameAndWhatAComplaintLists) {
  const auto read = [](const std::string& name) {
    return settings::parse_relay_settings("consensus: '" + name +
                                              "'\nengines: [{command: a}, {command: b}]\n"
                                              "mate: {engines: [{command: m}]}\n",
                                          kRoot / "x.yaml", consensus::strategy_names());
  };
  std::string all;
  for (const std::string& name : consensus::strategy_names()) {
    const auto settings = read(name);
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(own_options(*settings).strategy, consensus::find_strategy(name));
    if (base::is_ascii(name)) all += (all.empty() ? "" : ", ") + name;
  }
  const auto refused = read("nonsense");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("one of: " + all));
}

TEST(ListOfStrategies, HasAReadyMadeConfigurationOfEach) {
  // These are no strategy's own.
  std::vector<std::string> wanted{"default", "crash-proof", "debian-engines", "four-hosts",
                                  "freeze",  "nested",      "pyonpyon",       "remote"};
  for (const std::string& identifier : identifiers()) wanted.push_back(identifier);
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "config")) {
    found.push_back(base::to_utf8(entry.path().stem()));
  }
  EXPECT_THAT(found, UnorderedElementsAreArray(wanted));
  for (const std::string& identifier : identifiers()) {
    const auto settings = settings::load_relay_settings(kRoot / "config" / (identifier + ".yaml"),
                                                        consensus::strategy_names());
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->consensus, identifier);
  }
}

}  // namespace
}  // namespace gougi::relay
