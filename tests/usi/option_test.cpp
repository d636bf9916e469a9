// SPDX-License-Identifier: MIT
#include "usi/option.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/text.hpp"

namespace gougi::usi {
namespace {

struct OptionCase {
  std::string_view line;
  Option option;
  std::string_view written;  // towards the strictest GUI
};

class OptionLines : public testing::TestWithParam<OptionCase> {};

TEST_P(OptionLines, AreReadTolerantlyAndWrittenStrictly) {
  const auto& param = GetParam();
  const auto option = parse_option(param.line);
  ASSERT_TRUE(option.has_value()) << option.error().message;
  EXPECT_TRUE(*option == param.option) << format(*option);
  EXPECT_EQ(format(*option), param.written);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OptionLines,
    testing::Values(
        OptionCase{"option name USI_Ponder type check default true",
                   {"USI_Ponder", CheckOption{true}},
                   "option name USI_Ponder type check default true"},
        OptionCase{"  option  name\tPonder   type check  default   False ",
                   {"Ponder", CheckOption{false}},
                   "option name Ponder type check default false"},
        OptionCase{"option name Ponder type check",
                   {"Ponder", CheckOption{false}},
                   "option name Ponder type check default false"},
        OptionCase{"option name Move Overhead type spin default 30 min 0 max 5000",
                   {"Move Overhead", SpinOption{30, 0, 5000}},
                   "option name Move_Overhead type spin default 30 min 0 max 5000"},
        OptionCase{"option name S type spin max 9 min 1 default 4",
                   {"S", SpinOption{4, 1, 9}},
                   "option name S type spin default 4 min 1 max 9"},
        OptionCase{"option name S type spin default 10 min 1 max 9",
                   {"S", SpinOption{10, 1, 10}},
                   "option name S type spin default 10 min 1 max 10"},
        OptionCase{"option name S type spin default -5 min 1 max 9",
                   {"S", SpinOption{-5, -5, 9}},
                   "option name S type spin default -5 min -5 max 9"},
        OptionCase{"option name S type spin min 3 max 9",
                   {"S", SpinOption{3, 3, 9}},
                   "option name S type spin default 3 min 3 max 9"},
        OptionCase{"option name S type spin default 3",
                   {"S", SpinOption{3, 0, 2147483647}},
                   "option name S type spin default 3 min 0 max 2147483647"},
        OptionCase{"option name S type spin default 5 min 9 max 1",
                   {"S", SpinOption{5, 1, 9}},
                   "option name S type spin default 5 min 1 max 9"},
        OptionCase{"option name S type spin default 1 min 0 max 99999999999999999999",
                   {"S", SpinOption{1, 0, std::numeric_limits<std::int64_t>::max()}},
                   "option name S type spin default 1 min 0 max 9223372036854775807"},
        OptionCase{"option name Analysis Contempt type combo default Both var Both var Off",
                   {"Analysis Contempt", ComboOption{"Both", {"Both", "Off"}}},
                   "option name Analysis_Contempt type combo default Both var Both var Off"},
        OptionCase{"option name B type combo var no book var big book default big book",
                   {"B", ComboOption{"big book", {"no book", "big book"}}},
                   "option name B type combo default big_book var no_book var big_book"},
        OptionCase{"option name B type combo default C var a var b",
                   {"B", ComboOption{"C", {"a", "b", "C"}}},
                   "option name B type combo default C var a var b var C"},
        OptionCase{"option name B type combo default A var a var b",
                   {"B", ComboOption{"a", {"a", "b"}}},
                   "option name B type combo default a var a var b"},
        OptionCase{"option name B type combo var a var a var b",
                   {"B", ComboOption{"a", {"a", "b"}}},
                   "option name B type combo default a var a var b"},
        OptionCase{"option name B type combo default <empty> var <empty> var b",
                   {"B", ComboOption{"", {"", "b"}}},
                   "option name B type combo default <empty> var <empty> var b"},
        OptionCase{"option name Clear Hash type button",
                   {"Clear Hash", ButtonOption{}},
                   "option name Clear_Hash type button"},
        OptionCase{"option name Debug Log File type string default ",
                   {"Debug Log File", StringOption{""}},
                   "option name Debug_Log_File type string default <empty>"},
        OptionCase{"option name Book type string default my book.db",
                   {"Book", StringOption{"my book.db"}},
                   "option name Book type string default my_book.db"},
        OptionCase{"option name Book type string",
                   {"Book", StringOption{""}},
                   "option name Book type string default <empty>"},
        OptionCase{"option name File type filename default <empty>",
                   {"File", FilenameOption{""}},
                   "option name File type filename default <empty>"},
        OptionCase{"option name type type check default true",
                   {"type", CheckOption{true}},
                   "option name type type check default true"},
        OptionCase{"option name Book type of mine type check default true",
                   {"Book type of mine", CheckOption{true}},
                   "option name Book_type_of_mine type check default true"}));

TEST(Option, LinesWithoutSenseAreErrorsThatNameTheOption) {
  for (const std::string_view line :
       {"", "option", "option name", "option name X", "option name X type",
        "option name type check", "option name X type slider default 3",
        "option name X type check default maybe", "option name X type spin default abc",
        "option name X type spin default 1.5", "option name X type combo", "id name X",
        "optionname X type check"}) {
    EXPECT_FALSE(parse_option(line).has_value()) << line;
  }
  EXPECT_EQ(parse_option("option name Two Words type spin default abc").error().message,
            "option \"Two Words\": default \"abc\" is no number");
}

TEST(Option, ControlCharactersNeverReachTheWire) {
  const Option option{"a\tb\x01", StringOption{"x\ny"}};
  EXPECT_EQ(format(option), "option name a_b? type string default x?y");
}

TEST(Option, ChoicesThatBecomeTheSameWordAreWrittenOnce) {
  const Option option{"B", ComboOption{"a b", {"a b", "a_b"}}};
  EXPECT_EQ(format(option), "option name B type combo default a_b var a_b");
}

TEST(Option, ValuesAreBroughtIntoTheEnginesSpelling) {
  const Option check{"C", CheckOption{}};
  EXPECT_EQ(normalise_value(check, "TRUE"), "true");
  EXPECT_EQ(normalise_value(check, " false "), "false");
  const Option spin{"S", SpinOption{1, 1, 512}};
  EXPECT_EQ(normalise_value(spin, "007"), "7");
  EXPECT_EQ(normalise_value(spin, "+8"), "8");
  const Option combo{"B", ComboOption{"no book", {"no book", "Big_Book", ""}}};
  EXPECT_EQ(normalise_value(combo, "no_book"), "no book");
  EXPECT_EQ(normalise_value(combo, "NO BOOK"), "no book");
  EXPECT_EQ(normalise_value(combo, "big book"), "Big_Book");
  EXPECT_EQ(normalise_value(combo, "<empty>"), "");
  EXPECT_EQ(normalise_value(Option{"T", StringOption{"x"}}, "<empty>"), "");
  EXPECT_EQ(normalise_value(Option{"T", StringOption{"x"}}, "a  b"), "a  b");
  EXPECT_EQ(normalise_value(Option{"B", ButtonOption{}}, "whatever"), "");
}

TEST(Option, ValuesThatAreNotAllowedSayWhatIs) {
  EXPECT_EQ(normalise_value(Option{"C", CheckOption{}}, "yes").error().message,
            "option C: \"yes\" is not allowed, only true or false");
  EXPECT_EQ(normalise_value(Option{"My S", SpinOption{1, 1, 512}}, "513").error().message,
            "option My_S: \"513\" is not allowed, only 1 to 512");
  EXPECT_FALSE(normalise_value(Option{"S", SpinOption{1, 1, 512}}, "").has_value());
  EXPECT_EQ(normalise_value(Option{"B", ComboOption{"a", {"a", "b"}}}, "c").error().message,
            "option B: \"c\" is not allowed, only a, b");
}

TEST(Option, NamesForTheGuiAreShortAndAscii) {
  EXPECT_EQ(to_wire_name("Skill Level"), "Skill_Level");
  const std::string fit(200, 'a');
  EXPECT_EQ(to_wire_name(fit), fit);
  std::vector<std::string> wire_names;
  for (const std::string& name :
       {std::string("E1_日本"), std::string("E1_日木"), std::string("E1_定跡 A"),
        std::string(201, 'a'), std::string(201, 'a') + "b", std::string(100'000, 'x')}) {
    const std::string wire_name = to_wire_name(name);
    EXPECT_TRUE(base::is_ascii(wire_name)) << wire_name;
    EXPECT_LE(wire_name.size(), 60U);
    EXPECT_EQ(wire_name.find(' '), std::string::npos);
    EXPECT_EQ(to_wire_name(wire_name), wire_name);
    EXPECT_EQ(std::ranges::count(wire_names, wire_name), 0) << wire_name;
    wire_names.push_back(wire_name);
  }
  EXPECT_EQ(wire_names[0], "E1____3271940404") << "GUIs keep settings by it";
}

TEST(Option, DefaultsCanBeReadAndReplaced) {
  EXPECT_EQ(default_text(Option{"C", CheckOption{true}}), "true");
  EXPECT_EQ(default_text(Option{"S", SpinOption{3, 1, 9}}), "3");
  EXPECT_EQ(default_text(Option{"B", ComboOption{"a", {"a"}}}), "a");
  EXPECT_EQ(default_text(Option{"B", ButtonOption{}}), "");
  const Option spin = with_default(Option{"S", SpinOption{3, 1, 9}}, "7");
  EXPECT_EQ(format(spin), "option name S type spin default 7 min 1 max 9");
  EXPECT_EQ(default_text(with_default(Option{"C", CheckOption{true}}, "false")), "false");
  EXPECT_EQ(default_text(with_default(Option{"T", StringOption{"x"}}, "y z")), "y z");
}

TEST(Option, HowTheDefaultIsWrittenIsReadOffTheLine) {
  EXPECT_EQ(written_default("option name A B type string default "), WrittenDefault::kNothing);
  EXPECT_EQ(written_default("option name A B type string default"), WrittenDefault::kNothing);
  EXPECT_EQ(written_default("option name A type filename default  <empty> "),
            WrittenDefault::kEmptyWord);
  EXPECT_EQ(written_default("option name A type string default x y"), WrittenDefault::kValue);
  EXPECT_EQ(written_default("option name A type string"), WrittenDefault::kMissing);
  EXPECT_EQ(written_default("option name default type spin min 1 max 2"), WrittenDefault::kMissing);
  EXPECT_EQ(written_default("option name A type spin min 1 default 1 max 2"),
            WrittenDefault::kValue);
  EXPECT_EQ(written_default("option name A type spin default min 1 max 2"),
            WrittenDefault::kNothing);
  EXPECT_EQ(written_default("no option"), WrittenDefault::kMissing);
}

TEST(Option, AMistypedChoiceIsAnsweredByTheOneThatWasMeant) {
  const auto option =
      parse_option("option name Style type combo default attack var attack var safe");
  ASSERT_TRUE(option);
  EXPECT_EQ(normalise_value(*option, "atack").error().message,
            "option Style: \"atack\" is not allowed, only attack, safe; did you mean attack?");
  EXPECT_EQ(normalise_value(*option, "wild").error().message,
            "option Style: \"wild\" is not allowed, only attack, safe");
}

}  // namespace
}  // namespace gougi::usi
