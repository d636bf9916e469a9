// SPDX-License-Identifier: MIT
#include "relay/timers.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/path.hpp"
#include "base/text.hpp"

namespace gougi::relay {
namespace {

using ::testing::ElementsAreArray;

constexpr base::TimePoint kNow{std::chrono::hours(1)};

std::string read(const std::string& file) {
  std::ifstream stream(base::path_from_utf8(GOUGI_SOURCE_DIR "/src/relay/" + file),
                       std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What stands between `start` and `end`.
std::string part_of(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t from = text.find(start);
  if (from == std::string::npos) return "";
  return text.substr(from, text.find(end, from) - from);
}

/// The words in `text` that begin with k and a capital letter.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::string_view word : base::split_words(text)) {
    while (!word.empty() && (word.back() == ',' || word.back() == '`')) word.remove_suffix(1);
    if (word.starts_with('`')) word.remove_prefix(1);
    if (word.size() > 1 && word[0] == 'k' && word[1] >= 'A' && word[1] <= 'Z') {
      names.emplace_back(word);
    }
  }
  return names;
}

/// The first cells of the rows below a heading.
std::vector<std::string> rows_below(const std::string& heading) {
  const std::string table = part_of(read("README.md"), "| " + heading + " | what is due |", "\n\n");
  std::vector<std::string> rows;
  for (std::size_t row = table.find("\n| `"); row != std::string::npos;
       row = table.find("\n| `", row + 1)) {
    const auto names = names_in(table.substr(row, table.find('|', row + 3) - row));
    rows.insert(rows.end(), names.begin(), names.end());
  }
  return rows;
}

std::vector<std::string> enumerators(const std::string& name) {
  return names_in(part_of(read("timers.hpp"), "enum class " + name, "};"));
}

TEST(TimerTables, OfTheReadmeAreThoseOfTheCode) {
  EXPECT_EQ(enumerators("RoundTimer").size(), kRoundTimers);
  EXPECT_EQ(enumerators("SessionTimer").size(), kSessionTimers);
  EXPECT_THAT(rows_below("round"), ElementsAreArray(enumerators("RoundTimer")));
  EXPECT_THAT(rows_below("session"), ElementsAreArray(enumerators("SessionTimer")));
}

TEST(TimerTable, KnowsTheSoonestOfThoseThatAreSet) {
  RoundTimers timers;
  EXPECT_EQ(timers.next(), std::nullopt);
  timers.set(RoundTimer::kStop, kNow + base::Milliseconds(20));
  timers.set(RoundTimer::kDecide, kNow + base::Milliseconds(10));
  EXPECT_EQ(timers.next(), kNow + base::Milliseconds(10));
  EXPECT_FALSE(timers.is_due(RoundTimer::kDecide, kNow));
  EXPECT_TRUE(timers.is_due(RoundTimer::kDecide, kNow + base::Milliseconds(10)));
  EXPECT_FALSE(timers.is_due(RoundTimer::kMates, kNow + base::Milliseconds(10)));
  timers.clear(RoundTimer::kDecide);
  EXPECT_EQ(timers.next(), kNow + base::Milliseconds(20));
}

TEST(TimerTable, IsSetSoonerAndNotLater) {
  RoundTimers timers;
  timers.set_if_sooner(RoundTimer::kStop, kNow + base::Milliseconds(20));
  timers.set_if_sooner(RoundTimer::kStop, kNow + base::Milliseconds(30));
  EXPECT_EQ(timers.at(RoundTimer::kStop), kNow + base::Milliseconds(20));
  timers.set_if_sooner(RoundTimer::kStop, kNow + base::Milliseconds(10));
  EXPECT_EQ(timers.at(RoundTimer::kStop), kNow + base::Milliseconds(10));
}

}  // namespace
}  // namespace gougi::relay
