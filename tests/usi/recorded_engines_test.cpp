// SPDX-License-Identifier: MIT
// What real engines printed (tests/data/usi, origin in its README) is understood, line by line.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "usi/answer.hpp"

namespace gougi::usi {
namespace {

std::vector<std::string> recorded(const std::string& name) {
  std::ifstream in(std::string(GOUGI_SOURCE_DIR) + "/tests/data/usi/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  EXPECT_FALSE(lines.empty()) << name;
  return lines;
}

template <class T>
std::vector<T> all_of(const std::vector<std::string>& lines) {
  std::vector<T> out;
  for (const auto& line : lines) {
    const auto answer = parse_answer(line);
    EXPECT_TRUE(answer.has_value()) << line << ": " << answer.error().message;
    if (answer && std::holds_alternative<T>(*answer)) out.push_back(std::get<T>(*answer));
  }
  return out;
}

void expect_strict_options(const std::vector<std::string>& lines, std::size_t count) {
  const auto options = all_of<OptionAnswer>(lines);
  EXPECT_EQ(options.size(), count);
  std::set<std::string> names;
  for (const auto& answer : options) {
    EXPECT_TRUE(names.insert(to_wire_name(answer.option.name)).second);
    const auto line = format(answer.option);
    std::vector<std::string_view> words = base::split_words(line);
    ASSERT_GE(words.size(), 5U);
    EXPECT_EQ(words[3], "type") << line;
    EXPECT_EQ(parse_option(line).has_value(), true) << line;
    if (words[4] == "spin") {
      EXPECT_EQ(words.size(), 11U) << line;
    }
    if (words[4] == "string" || words[4] == "check") {
      EXPECT_EQ(words.size(), 7U) << line;
    }
  }
}

TEST(RecordedEngines, FairyStockfishIsUnderstood) {
  const auto lines = recorded("fairy-stockfish-11.1.txt");
  expect_strict_options(lines, 25);
  EXPECT_EQ(all_of<IdNameAnswer>(lines).at(0).name, "Fairy-Stockfish 11.1 LB 64");
  EXPECT_EQ(all_of<UsiOkAnswer>(lines).size(), 1U);
  EXPECT_EQ(all_of<ReadyOkAnswer>(lines).size(), 1U);
  EXPECT_EQ(all_of<BestMoveAnswer>(lines).size(), 2U) << "it answers go mate by bestmove";
  EXPECT_EQ(all_of<OtherAnswer>(lines).size(), 3U) << "banner, empty line, Unknown command";
  for (const auto& info : all_of<InfoAnswer>(lines)) {
    EXPECT_TRUE(info.score.has_value());
    EXPECT_TRUE(info.time_ms.has_value()) << "behind tbhits";
    EXPECT_FALSE(info.pv.empty());
  }
}

TEST(RecordedEngines, GpsShogiIsUnderstood) {
  const auto lines = recorded("gpsshogi-0.7.0.txt");
  expect_strict_options(lines, 9);
  EXPECT_EQ(all_of<BestMoveAnswer>(lines).size(), 1U);
  ASSERT_EQ(all_of<CheckMateAnswer>(lines).size(), 1U);
  EXPECT_TRUE(all_of<CheckMateAnswer>(lines)[0] == CheckMateAnswer{NoMate{}});
  EXPECT_EQ(all_of<InfoAnswer>(lines).back().score, Score::cp(-28));
}

}  // namespace
}  // namespace gougi::usi
