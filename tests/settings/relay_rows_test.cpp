// SPDX-License-Identifier: MIT
// Every row of the settings: what it says holds for the reader, the shipped file and the help.
#include "settings/relay_rows.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <variant>

#include "settings/parsing.hpp"
#include "settings/section.hpp"

namespace gougi::settings {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

template <class Owner>
struct Case {
  const Setting<Owner>* row;
  std::string path;  ///< in complaints
  /// The file that says `key: value` there.
  std::string with(std::string_view value) const;
};

template <>
std::string Case<RelaySettings>::with(std::string_view value) const {
  const std::string block(block_of(row->key));
  std::string text = fmt::format("{}: {}", word_of(row->key), value);
  if (block == "log" && row->key != "log.directory") text = "directory: l, " + text;
  if (block == "mate") text = "engines: [{command: m}], " + text;
  if (block == "mate.pv") text = fmt::format("engines: [{{command: m}}], pv: {{{}}}", text);
  const std::string outer = block.substr(0, block.find('.'));
  return (outer.empty() ? text : fmt::format("{}: {{{}}}", outer, text)) + "\n" +
         "engines: [{command: a}]\n";
}

template <>
std::string Case<EngineSettings>::with(std::string_view value) const {
  return fmt::format("engines: [{{command: a, {}: {}}}]\n", row->key, value);
}

std::vector<Case<RelaySettings>> relay_cases() {
  std::vector<Case<RelaySettings>> cases;
  for (const RelayRow& row : relay_rows()) {
    if (!row.key.empty()) cases.push_back({&row, std::string(row.key)});
  }
  return cases;
}
std::vector<Case<EngineSettings>> engine_cases() {
  std::vector<Case<EngineSettings>> cases;
  for (const EngineRow& row : engine_rows()) {
    cases.push_back({&row, "engines[1]." + std::string(row.key)});
  }
  return cases;
}

const RelaySettings& owner_in(const RelaySettings& settings, const RelayRow&) { return settings; }
const EngineSettings& owner_in(const RelaySettings& settings, const EngineRow&) {
  return settings.engines.at(0);
}

// Within their range, and yet they do not go with the rest of these files.
const std::set<std::string> kLimitedByOthers{"quorum: 1024", "rules.chuuban_start_plies: 10000",
                                             "rules.shuuban_start_plies: 1",
                                             "resources.hash_mb: 1"};

template <class Owner>
struct Walk {
  const Case<Owner>& at;

  template <class Kind, class Value>
  void reads(const Kind& kind, const std::string& written, const Value& value) const {
    const RelaySettings settings = parsed(at.with(written));
    ASSERT_FALSE(settings.engines.empty());
    EXPECT_EQ(kind.get(owner_in(settings, *at.row)), value) << at.with(written);
  }
  void complains(const std::string& written, const std::string& range) const {
    const std::string said = complaint(at.with(written));
    EXPECT_THAT(said, StartsWith("1: " + at.path + ": '" + written + "'")) << at.with(written);
    EXPECT_THAT(said, HasSubstr(range));
  }

  void operator()(const WholeNumber<Owner>& kind) const {
    const auto usual = kind.get(Owner{});
    if (usual) {
      EXPECT_GE(*usual, kind.least);
      EXPECT_LE(*usual, kind.most);
    }
    const std::string range =
        fmt::format("a whole number from {} to {} is expected", kind.least, kind.most);
    complains(std::to_string(kind.least - 1), range);
    complains(std::to_string(kind.most + 1), range);
    complains("nonsense", range);
    for (const std::int64_t bound : {kind.least, kind.most}) {
      const std::string value = std::to_string(bound);
      if (!kLimitedByOthers.contains(at.path + ": " + value)) {
        reads(kind, value, std::optional(bound));
      }
    }
    if (!kind.word.empty()) reads(kind, std::string(kind.word), std::optional<std::int64_t>());
  }
  void operator()(const RealNumber<Owner>& kind) const {
    EXPECT_GE(kind.get(Owner{}), kind.least);
    EXPECT_LE(kind.get(Owner{}), kind.most);
    const std::string range =
        fmt::format("a number from {} to {} is expected", kind.least, kind.most);
    complains(fmt::format("{}", kind.least - 1), range);
    complains(fmt::format("{}", kind.most + 1), range);
    complains("nonsense", range);
    reads(kind, fmt::format("{}", kind.most), kind.most);
    reads(kind, fmt::format("{}", kind.least), kind.least);
  }
  void operator()(const Flag<Owner>& kind) const {
    complains("nonsense", "one of: true, false");
    reads(kind, "true", true);
    reads(kind, "false", false);
  }
  void operator()(const Choice<Owner>& kind) const {
    complains("nonsense", "one of: " + join(kind.names));
    for (std::size_t i = 0; i < kind.names.size(); ++i) {
      Owner owner;
      kind.set(owner, i);
      EXPECT_EQ(kind.get(owner), i) << kind.names[i];
      reads(kind, std::string(kind.names[i]), i);
    }
  }
  void operator()(const Text<Owner>& kind) const {
    EXPECT_THAT(complaint(at.with("[a]")),
                EndsWith(at.path + ": a list, but a single value is expected"));
    reads(kind, "veto", std::string("veto"));
  }
  void operator()(const Place<Owner>& kind) const {
    EXPECT_THAT(complaint(at.with("[a]")),
                EndsWith(at.path + ": a list, but a single value is expected"));
    reads(kind, "a/b", kPlace / "a" / "b");
  }
  void operator()(const Block&) const {
    EXPECT_THAT(complaint(at.with("5")), HasSubstr("but keys are expected here: "));
    EXPECT_THAT(complaint(at.with("{nonsense: 1}")), HasSubstr(at.path + ".nonsense: unknown key"));
  }
  void operator()(const ByHand&) const {}
};

TEST(RelayRow, IsWhatTheReaderTakesAndComplainsAbout) {
  for (const auto& each : relay_cases()) {
    SCOPED_TRACE(each.path);
    std::visit(Walk<RelaySettings>{each}, each.row->kind);
  }
}

TEST(EngineRow, IsWhatTheReaderTakesAndComplainsAbout) {
  for (const auto& each : engine_cases()) {
    SCOPED_TRACE(each.path);
    std::visit(Walk<EngineSettings>{each}, each.row->kind);
  }
}

TEST(RelayRow, HasABlockAroundItAndANameOfItsOwn) {
  std::set<std::string_view> keys;
  std::set<std::string_view> options;
  for (const RelayRow& row : relay_rows()) {
    EXPECT_TRUE(!row.key.empty() || !row.option.name.empty());
    EXPECT_TRUE(row.option.name.empty() || options.insert(row.option.name).second);
    if (row.key.empty()) continue;
    EXPECT_TRUE(keys.insert(row.key).second) << row.key;
    const std::string_view block = block_of(row.key);
    EXPECT_TRUE(block.empty() || keys.contains(block)) << row.key << " stands before its block";
  }
}

TEST(RelayRow, SaysWhatItIsInBothLanguages) {
  const auto judge = [](const auto& rows) {
    for (const auto& row : rows) {
      EXPECT_FALSE(row.help.english.empty()) << row.key << row.option.name;
      EXPECT_FALSE(row.help.japanese.empty()) << row.key << row.option.name;
    }
  };
  judge(relay_rows());
  judge(engine_rows());
}

TEST(RelayRow, IsInTheHelp) {
  const std::string help = settings_help();
  for (const RelayRow& row : relay_rows()) {
    EXPECT_THAT(help, HasSubstr("\n  " + std::string(row.key)));
    EXPECT_THAT(help, HasSubstr(row.option.name));
  }
  for (const EngineRow& row : engine_rows()) {
    EXPECT_THAT(help, HasSubstr("\n  engines[1]." + std::string(row.key)));
  }
}

TEST(DefaultYaml, IsWhatTheRowsGive) {
  std::ifstream in(base::path_from_utf8(GOUGI_SOURCE_DIR "/config/default.yaml"), std::ios::binary);
  const std::string shipped((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(shipped, default_configuration())
      << "written anew by: gougi default-yaml > config/default.yaml";
}

TEST(DefaultYaml, ShowsTheDefaultOfEverythingButTheCouncilItself) {
  const RelaySettings shipped = parsed(default_configuration());
  RelaySettings usual;
  usual.file = shipped.file;
  usual.consensus = shipped.consensus;
  usual.engines = shipped.engines;
  usual.mate_engines = shipped.mate_engines;
  usual.resources.threads = 1;  // of a machine with one processor
  EXPECT_EQ(shipped, usual);
}

// Japanese letters are two columns wide.
TEST(DefaultYaml, FitsIntoAHundredColumns) {
  std::istringstream in(default_configuration());
  for (std::string line; std::getline(in, line);) {
    std::size_t columns = 0;
    for (const char c : line) {
      const auto byte = static_cast<unsigned char>(c);
      columns += byte < 0x80 ? 1 : byte >= 0xC0 ? 2 : 0;
    }
    EXPECT_LE(columns, 100U) << line;
  }
}

}  // namespace
}  // namespace gougi::settings
